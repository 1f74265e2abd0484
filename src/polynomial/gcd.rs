//! The greatest common divisor of integer polynomials by the modular method (Brown 1971; von zur Gathen and Gerhard,
//! Modern Computer Algebra, algorithm 6.38): images modulo primes, put together by the Chinese remainder theorem, and
//! confirmed by exact division, which makes the result certain.

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::One;

use super::modular;
use super::{Budget, Polynomial, PolynomialError};

/// An integer polynomial known modulo a product of primes, its coefficients in the symmetric range.
struct Image {
    modulus: BigInt,
    coefficients: Vec<BigInt>,
}

impl Image {
    /// Takes in the residues modulo a further prime; whether the coefficients stayed as they were.
    fn extend(&mut self, residues: &[u64], prime: u64) -> bool {
        let scale = modular::inverse(modular::residue(&self.modulus, prime), prime);
        let mut stable = true;
        for (coefficient, &residue) in self.coefficients.iter_mut().zip(residues) {
            let difference = residue + prime - modular::residue(coefficient, prime);
            let step = difference % prime * scale % prime;
            if step != 0 {
                stable = false;
                *coefficient += &self.modulus * symmetric(step, prime);
            }
        }
        self.modulus *= prime;
        stable
    }
}

/// The representative of a residue that is smallest in absolute value.
fn symmetric(residue: u64, prime: u64) -> i64 {
    if residue > prime / 2 {
        residue as i64 - prime as i64
    } else {
        residue as i64
    }
}

impl Polynomial {
    /// The greatest common divisor over the rationals, as a primitive polynomial with positive leading coefficient
    /// (zero when both are zero).
    pub fn gcd(&self, other: &Self, budget: &mut Budget) -> Result<Self, PolynomialError> {
        if self.is_zero() || other.is_zero() {
            return Ok(if self.is_zero() {
                other.normalized()
            } else {
                self.normalized()
            });
        }
        if self.is_constant() || other.is_constant() {
            return Ok(Self::one());
        }
        self.check_size()?;
        other.check_size()?;
        let (left, right) = (self.normalized(), other.normalized());
        if left == right {
            return Ok(left);
        }
        let (Some(first), Some(second)) = (left.leading(), right.leading()) else {
            return Ok(Self::one());
        };
        let leading = first.gcd(second);
        let (rows, columns) = (
            left.coefficients().len() as u64,
            right.coefficients().len() as u64,
        );
        let words = (rows * left.coefficient_bits() + columns * right.coefficient_bits()) / 32;
        let mut image: Option<Image> = None;
        for prime in modular::large_primes() {
            budget.spend(6 * words + 6 * rows * columns)?;
            let scale = modular::residue(&leading, prime);
            if modular::residue(first, prime) == 0 || modular::residue(second, prime) == 0 {
                continue;
            }
            let mut common = modular::gcd(
                modular::residues(left.coefficients(), prime),
                modular::residues(right.coefficients(), prime),
                prime,
            );
            if common.len() <= 1 {
                return Ok(Self::one());
            }
            for value in &mut common {
                *value = *value * scale % prime;
            }
            let stable = match &mut image {
                Some(known) if known.coefficients.len() < common.len() => continue,
                Some(known) if known.coefficients.len() == common.len() => {
                    budget.spend(8 * common.len() as u64 * (2 + known.modulus.bits() / 32))?;
                    known.extend(&common, prime)
                }
                _ => {
                    let coefficients = common
                        .iter()
                        .map(|&value| BigInt::from(symmetric(value, prime)))
                        .collect();
                    image = Some(Image {
                        modulus: BigInt::from(prime),
                        coefficients,
                    });
                    // The smaller one may divide the other, which needs no further primes.
                    let (small, large) = if rows <= columns {
                        (&left, &right)
                    } else {
                        (&right, &left)
                    };
                    if common.len() == small.coefficients().len() {
                        budget.spend(division_work(large, small))?;
                        if large.exact_division(small).is_some() {
                            return Ok(small.clone());
                        }
                    }
                    leading.is_one()
                        && common
                            .iter()
                            .all(|&value| symmetric(value, prime).abs() < 1 << 20)
                }
            };
            if let (true, Some(known)) = (stable, &image) {
                let candidate = Self::new(known.coefficients.clone()).normalized();
                budget
                    .spend(division_work(&left, &candidate) + division_work(&right, &candidate))?;
                if !candidate.is_zero()
                    && left.exact_division(&candidate).is_some()
                    && right.exact_division(&candidate).is_some()
                {
                    return Ok(candidate);
                }
            }
        }
        Err(PolynomialError::Budget)
    }

    /// Whether no root is multiple: the modular test where it decides, else the greatest common divisor of the
    /// polynomial and its derivative.
    pub fn is_square_free(&self, budget: &mut Budget) -> Result<bool, PolynomialError> {
        if self.is_zero() {
            return Ok(false);
        }
        Ok(self.gcd(&self.derivative(), budget)?.is_constant() || self.is_constant())
    }
}

/// An estimate of the work of an exact division.
pub(super) fn division_work(dividend: &Polynomial, divisor: &Polynomial) -> u64 {
    let (rows, columns) = (
        dividend.coefficients().len() as u64,
        divisor.coefficients().len() as u64,
    );
    let (left, right) = (
        1 + dividend.coefficient_bits() / 64,
        1 + divisor.coefficient_bits() / 64,
    );
    (rows + 1).saturating_sub(columns) * columns * (8 + left + right)
}
