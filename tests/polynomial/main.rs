//! Exact polynomials: arithmetic, gcd, square-free parts, isolation of roots, fractions.
#![allow(clippy::unwrap_used)]

mod common;
mod multivariate;
mod roots;
mod stress;
mod univariate;
