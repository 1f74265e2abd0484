use num_integer::Integer;
use rand_chacha::ChaCha12Rng;
use rand_chacha::rand_core::SeedableRng;

use super::entries::Hints;
use crate::field::{Prime, draw};

/// Primes looked at before giving up.
const ATTEMPTS: usize = 4096;

/// The primes drawn for one question, kept from one run to the next where they fit.
pub(super) struct Primes {
    generator: ChaCha12Rng,
    drawn: Vec<Prime>,
}

impl Primes {
    /// Draws with this seed.
    pub(super) fn new(seed: [u8; 32]) -> Self {
        Self {
            generator: ChaCha12Rng::from_seed(seed),
            drawn: Vec::new(),
        }
    }

    /// A generator of its own for one run.
    pub(super) fn generator(&mut self) -> ChaCha12Rng {
        ChaCha12Rng::from_rng(&mut self.generator)
    }

    /// Forgets the primes: one of them divides what it must not.
    pub(super) fn discard(&mut self) {
        self.drawn.clear();
    }

    /// Forgets one prime.
    pub(super) fn drop(&mut self, p: u64) {
        self.drawn.retain(|prime| prime.p() != p);
    }

    /// As many primes as the hints ask for, with the roots they ask for.
    pub(super) fn take(&mut self, hints: &Hints) -> Option<Vec<Prime>> {
        let fits = |p: &Prime| {
            p.m() == hints.m
                && hints.residues.iter().all(|(n, degree)| {
                    let r = n.mod_floor(&p.p().into());
                    let r = p.from_u64(u64::try_from(r).unwrap_or(0));
                    r != 0 && p.m().is_multiple_of(*degree) && p.is_power(r, *degree)
                })
        };
        self.drawn.retain(fits);
        while self.drawn.len() < hints.primes {
            let prime = draw(hints.m, &mut self.generator, ATTEMPTS, fits)?;
            self.drawn.push(prime);
        }
        Some(self.drawn[..hints.primes].to_vec())
    }
}
