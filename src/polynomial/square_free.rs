//! Square-free parts and the square-free decomposition.

use num_bigint::BigInt;
use num_traits::{One, Signed};

use super::gcd::division_work;
use super::{Budget, Polynomial, PolynomialError};

/// A polynomial as a constant times powers of square-free polynomials.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SquareFree {
    /// The constant factor: the content with the sign of the leading coefficient.
    pub constant: BigInt,
    /// The factors with their multiplicities in increasing order: not constant, primitive, with positive leading
    /// coefficients, square-free and without common roots.
    pub factors: Vec<(Polynomial, u32)>,
}

impl SquareFree {
    /// The polynomial multiplied out; none if it is beyond the limits of [`Polynomial::power`].
    pub fn product(&self) -> Option<Polynomial> {
        let constant = Polynomial::new(vec![self.constant.clone()]);
        self.factors
            .iter()
            .try_fold(constant, |product, (factor, multiplicity)| {
                Some(&product * &factor.power(*multiplicity)?)
            })
    }
}

/// The exact quotient, its work taken from the budget. The divisor always divides here; a violation would show up as
/// an error rather than as a wrong result.
fn quotient(
    left: &Polynomial,
    right: &Polynomial,
    budget: &mut Budget,
) -> Result<Polynomial, PolynomialError> {
    budget.spend(division_work(left, right))?;
    left.exact_division(right)
        .ok_or(PolynomialError::Inconsistent)
}

impl Polynomial {
    /// The polynomial with the same complex roots, each of them simple: primitive, with positive leading coefficient.
    pub fn square_free_part(&self, budget: &mut Budget) -> Result<Self, PolynomialError> {
        if self.is_zero() {
            return Err(PolynomialError::Zero);
        }
        let common = self.gcd(&self.derivative(), budget)?;
        let own = self.normalized();
        if self.is_constant() || common.is_constant() {
            return Ok(if self.is_constant() { Self::one() } else { own });
        }
        quotient(&own, &common, budget)
    }

    /// The square-free decomposition by Yun's algorithm (1976; Modern Computer Algebra, algorithm 14.21).
    pub fn square_free_decomposition(
        &self,
        budget: &mut Budget,
    ) -> Result<SquareFree, PolynomialError> {
        if self.is_zero() {
            return Err(PolynomialError::Zero);
        }
        self.check_size()?;
        let content = self.content();
        let constant = if self.leading().is_some_and(Signed::is_negative) {
            -content
        } else {
            content
        };
        let own = self.normalized();
        let mut factors = Vec::new();
        if own.is_constant() {
            return Ok(SquareFree { constant, factors });
        }
        let derivative = own.derivative();
        let common = own.gcd(&derivative, budget)?;
        let mut rest = quotient(&own, &common, budget)?;
        let mut cofactor = quotient(&derivative, &common, budget)?;
        let mut multiplicity = 1_u32;
        while !rest.is_constant() {
            let difference = &cofactor - &rest.derivative();
            let factor = rest.gcd(&difference, budget)?;
            rest = quotient(&rest, &factor, budget)?;
            cofactor = quotient(&difference, &factor, budget)?;
            if !factor.is_constant() {
                factors.push((factor, multiplicity));
            }
            multiplicity += 1;
        }
        debug_assert!(rest.leading().is_some_and(One::is_one));
        Ok(SquareFree { constant, factors })
    }
}
