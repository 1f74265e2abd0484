//! The natural real domain: guards, their roots, and the pieces between them.
//!
//! A *guard* is a real subexpression at whose zeros a branch can switch or the domain can end: the
//! argument of a logarithm, root, |·|, sign or inverse function, or a divisor. Between two
//! neighbouring roots of all guards nothing switches, so one sample decides for the whole piece.

mod affine;
mod fractions;
mod guard;
mod inverse;
mod pieces;
mod scaling;
mod zeros;

pub use guard::{Guard, guards};
pub use pieces::{Pieces, pieces};
pub use scaling::are_similar;
pub use zeros::{Zero, zeros};
