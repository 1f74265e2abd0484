//! Expressions: a hash-consed arena in which children stand before their parents, and the
//! table of functions.
//!
//! Every pass over an expression is a `for` loop over [`Arena::reachable`]; nothing recurses.

mod arena;
mod function;
mod latex;
mod print;
mod substitute;

pub use arena::{Arena, Id, SymbolId, View};
pub use function::{Constant, Domain, Function};
pub use print::{Notation, Printed};
