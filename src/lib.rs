//! Proves or refutes that F is an antiderivative of f.

pub mod calculus;
pub mod error;
pub mod expr;
pub mod number;
pub mod simplify;
