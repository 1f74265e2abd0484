//! Proves or refutes that F is an antiderivative of f.

pub mod audit;
pub mod batch;
pub mod calculus;
mod contain;
pub mod decide;
pub mod domain;
pub mod enclosure;
pub mod error;
pub mod expr;
pub mod field;
pub mod number;
pub mod polynomial;
pub mod simplify;
pub mod syntax;
pub mod tower;
pub mod verify;

pub use contain::silence_contained_panics;
