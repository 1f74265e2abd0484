use num_bigint::BigInt;
use rand_chacha::ChaCha12Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use super::Problem;
use super::policy::Assumption;
use crate::number::Rational;

/// Keyed sample points: nobody who does not know the key can foresee them.
pub(super) struct Sampler<'a> {
    problem: &'a Problem<'a>,
    generator: ChaCha12Rng,
    count: usize,
}

impl<'a> Sampler<'a> {
    pub(super) fn new(problem: &'a Problem<'a>) -> Self {
        Self {
            problem,
            generator: ChaCha12Rng::from_seed(problem.seed),
            count: 0,
        }
    }

    /// A fresh seed for another generator.
    pub(super) fn seed(&mut self) -> [u8; 32] {
        let mut seed = [0; 32];
        self.generator.fill_bytes(&mut seed);
        seed
    }

    /// A number in [0, 1) of 24 bits.
    fn unit(&mut self) -> Rational {
        let bits = (self.generator.next_u64() >> 40) as i64;
        Rational::new(2 * bits + 1, 1 << 25).unwrap_or(Rational::HALF)
    }

    /// A number in (−1, 1).
    pub(super) fn fraction(&mut self) -> Rational {
        let unit = self.unit();
        self.signed(&unit)
    }

    fn between(&mut self, low: i64, high: i64) -> Rational {
        let unit = self.unit();
        &Rational::from(low) + &(&unit * &Rational::from(high - low))
    }

    /// The same samples for a problem with more symbols.
    pub(super) fn of(&self, problem: &'a Problem<'a>) -> Self {
        Self {
            problem,
            generator: self.generator.clone(),
            count: self.count,
        }
    }

    /// Values of all symbols, by symbol; the variable's is one too.
    pub(super) fn point(&mut self) -> Vec<Rational> {
        let point = self.further_symbols(0);
        self.count += 1;
        point
    }

    /// Values of the symbols from this one on.
    pub(super) fn further_symbols(&mut self, first: usize) -> Vec<Rational> {
        let count = self.problem.arena.symbol_count();
        (first..count).map(|s| self.value(s)).collect()
    }

    fn value(&mut self, symbol: usize) -> Rational {
        if symbol == self.problem.variable.index() {
            return self.variable();
        }
        let magnitude = self.magnitude();
        match self.problem.assumptions[symbol] {
            Assumption::Positive => magnitude,
            Assumption::Negative => -&magnitude,
            Assumption::Real | Assumption::Complex => self.signed(&magnitude),
            Assumption::Integer => {
                let n = self.between(-6, 7);
                Rational::from(n.floor())
            }
        }
    }

    /// Ordinary sizes first, and both signs, then all scales.
    fn variable(&mut self) -> Rational {
        match self.count % 8 {
            0 | 4 => self.between(0, 1),
            1 | 5 => self.between(1, 3),
            2 => self.between(-1, 0),
            3 => self.between(-4, -1),
            6 => self.between(3, 12),
            _ => {
                let scale = (self.generator.next_u64() % 24) as usize;
                let unit = self.unit();
                let power = Rational::from(BigInt::from(1) << scale);
                let size = &(&unit * &power) * &Rational::new(1, 64).unwrap_or(Rational::ONE);
                self.signed(&size)
            }
        }
    }

    fn magnitude(&mut self) -> Rational {
        match self.generator.next_u64() % 3 {
            0 => self.between(0, 1),
            1 => self.between(0, 3),
            _ => self.between(1, 5),
        }
    }

    fn signed(&mut self, magnitude: &Rational) -> Rational {
        if self.generator.next_u64() & 1 == 0 {
            magnitude.clone()
        } else {
            -magnitude
        }
    }

    /// A point off the real line, upper half-plane: the imaginary part of the variable.
    pub(super) fn imaginary(&mut self) -> Rational {
        let low = Rational::new(1, 16).unwrap_or(Rational::HALF);
        &self.between(0, 1) + &low
    }

    /// Whether a complex parameter is wanted for the symbol.
    pub(super) fn is_complex(&self, symbol: usize) -> bool {
        self.problem.assumptions[symbol] == Assumption::Complex
    }
}
