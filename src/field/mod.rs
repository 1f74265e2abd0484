//! Arithmetic modulo primes of about 61 bits: products in Montgomery form, batch inverses,
//! roots, roots of unity and rational reconstruction.
//!
//! The primes are p = m·q + 1 with q prime, so that the group of units has the known, harmless
//! structure Z/m × Z/q: it contains the roots of unity of every order dividing m, a root of
//! degree n | m can be taken quickly, and no exponent below 2⁴⁰ other than multiples of m acts
//! trivially. They are drawn from a pool of more than 2³⁵ by a generator that an adversary
//! cannot predict.

mod draw;
mod prime;
mod reconstruct;

pub use draw::{MAX_M, draw, pool_bits};
pub use prime::{Extractor, Prime};
pub use reconstruct::reconstruct;
