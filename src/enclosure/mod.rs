//! Rigorous enclosures: intervals of doubles and of arbitrary precision, real and complex, and the
//! evaluation of expressions in them.

pub mod analytic;
pub mod big;
mod big_real;
mod circular;
mod complex;
mod complex_function;
mod constant;
mod decimal;
pub mod dyadic;
mod error_integral;
mod exponential;
mod exponential_integral;
mod float;
mod hyperbolic;
mod interval;
mod interval_real;
#[cfg(test)]
mod kernel_tests;
pub mod natural;
mod real;
mod series;
mod special;
mod special_plane;

pub use big::Big;
pub use complex::Complex;
pub use interval::Interval;
pub use real::Real;
pub use special::Special;
