//! Differentiation.
//!
//! [`derivative`] is one pass over the nodes of an expression, children first; each distinct node
//! is differentiated once, and the result shares what it repeats.

mod derivative;

pub use derivative::derivative;
