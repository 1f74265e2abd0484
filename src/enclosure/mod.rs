//! Rigorous enclosures: intervals of doubles and of arbitrary precision, real and complex, and the
//! evaluation of expressions in them.

pub mod analytic;
mod big;
mod big_real;
mod circular;
mod complex;
mod constant;
mod decimal;
mod dyadic;
mod error_integral;
mod exponential;
mod exponential_integral;
mod float;
mod hyperbolic;
mod interval;
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
