//! Exact integers and rationals: small ones inline, big ones behind a pointer.

mod rational;

pub use rational::Rational;
