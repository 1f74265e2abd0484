//! Arithmetic modulo primes of about 61 bits: products in Montgomery form, batch inverses,
//! roots, roots of unity and rational reconstruction.
//!
//! The primes are p = m·q + 1 with q prime to m, so that the roots of unity of every order dividing
//! m are there and a root of degree n | m can be taken quickly; q has no small divisors, so that no
//! small exponent but the multiples of m acts trivially on many elements. They are drawn from a pool
//! of more than 2³¹, of 2⁴⁶ where m is small, by a generator that an adversary cannot predict. What
//! may vanish by accident is bounded by its degree (Schwartz and Zippel) in any field.

mod draw;
mod prime;
mod reconstruct;

pub use draw::{MAX_M, draw, pool_bits};
pub use prime::{Extractor, Prime, prime_powers};
pub use reconstruct::reconstruct;
