//! Exact polynomials: dense univariate ones over the integers with certified isolation of their real roots, and
//! sparse multivariate ones over the rationals with fractions.
//!
//! Everything here is exact: no floating-point number takes part in a decision. Long computations draw on a
//! [`Budget`] and stop with [`PolynomialError::Budget`] when it is used up, so that no input runs for long.

mod fraction;
mod gcd;
mod isolation;
mod modular;
mod multivariate;
mod rational_roots;
mod roots;
mod simplest;
mod square_free;
mod univariate;

pub use fraction::Fraction;
pub use multivariate::{Monomial, Multivariate};
pub use roots::{IsolatedRoot, isolate, isolate_all, refine, sample_between, samples};
pub use simplest::{Bound, simplest_rational};
pub use square_free::SquareFree;
pub use univariate::Polynomial;

/// A rational number of any size, always behind pointers: what polynomial coefficients are.
pub type Rational = num_rational::BigRational;

/// Polynomials of a larger degree are refused by the greatest common divisor and by root isolation.
pub const MAX_DEGREE: usize = 400;

/// Polynomials with a longer coefficient (in bits) are refused by the greatest common divisor and by root isolation.
pub const MAX_COEFFICIENT_BITS: u64 = 40_000;

/// Operations on multivariate polynomials give up on numerators and denominators of coefficients longer than this.
pub const MAX_RATIONAL_BITS: u64 = 10_000;

/// Products and quotients of multivariate polynomials that are estimated to need more work (in nanoseconds or so) are
/// given up.
pub const MAX_PRODUCT_WORK: u64 = 20_000_000;

/// A budget that suits one isolation: some seconds of work at the most.
pub const DEFAULT_STEPS: u64 = 2_000_000_000;

/// Why a computation with polynomials gave no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PolynomialError {
    /// The work allowed by the budget is used up.
    Budget,
    /// A degree is beyond [`MAX_DEGREE`].
    Degree,
    /// A coefficient is longer than [`MAX_COEFFICIENT_BITS`].
    CoefficientSize,
    /// The zero polynomial, of which every number is a root.
    Zero,
    /// The two roots given are not two different ones in increasing order.
    Order,
    /// The width asked for is not positive.
    Width,
    /// A check of an intermediate result failed; this is not expected to occur.
    Inconsistent,
}

impl std::fmt::Display for PolynomialError {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(match self {
            Self::Budget => "the work budget is used up",
            Self::Degree => "the degree of a polynomial is too large",
            Self::CoefficientSize => "a coefficient of a polynomial is too large",
            Self::Zero => "every number is a root of the zero polynomial",
            Self::Order => "the roots are not two different ones in increasing order",
            Self::Width => "the width is not positive",
            Self::Inconsistent => "an intermediate result failed its check",
        })
    }
}

impl std::error::Error for PolynomialError {}

/// The work that a computation may still do, counted in steps of roughly one operation on machine words.
///
/// The count depends on the input alone, never on time, so that results are reproducible.
#[derive(Clone, Debug)]
pub struct Budget {
    remaining: u64,
}

impl Budget {
    /// A budget of `max_steps` steps.
    pub const fn new(max_steps: u64) -> Self {
        Self {
            remaining: max_steps,
        }
    }

    /// The steps left.
    pub const fn remaining(&self) -> u64 {
        self.remaining
    }

    /// Takes `steps` steps off, or reports that they are not there (and leaves nothing).
    pub fn spend(&mut self, steps: u64) -> Result<(), PolynomialError> {
        if let Some(rest) = self.remaining.checked_sub(steps) {
            self.remaining = rest;
            Ok(())
        } else {
            self.remaining = 0;
            Err(PolynomialError::Budget)
        }
    }
}

impl Default for Budget {
    fn default() -> Self {
        Self::new(DEFAULT_STEPS)
    }
}
