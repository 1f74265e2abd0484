//! Proves or refutes that F is an antiderivative of f.

pub mod error;
pub mod expr;
pub mod number;
pub mod syntax;
