//! The tower test: is F′ = f an identity?
//!
//! Both sides are evaluated in finite fields at random samples, every exponential and logarithm
//! being expressed by the ones before it where linear algebra on their derivatives says so (the
//! Risch structure theorem, computed modulo primes). What vanishes with the remaining, independent
//! elements taken at random vanishes for the functions themselves, which are one special case.
//!
//! The test only ever proves equality. A relation that it does not see makes it miss a proof; to
//! accept wrongly it would have to draw primes or samples at which a non-zero expression vanishes,
//! and the bound of that probability is part of the answer.

mod anchor;
mod at;
mod constants;
mod echelon;
mod entries;
mod grid;
mod hidden;
mod lattice;
mod logarithm;
mod primes;
mod prover;
mod residual;
mod rewrite;
mod root;
mod state;
mod stop;
mod tape;
mod value;

pub use prover::{Base, Identity, Proof, Prover, Residual};
pub use stop::Abstention;
