//! Isolation of the real roots of a square-free polynomial without rational roots, by Descartes' rule of signs and
//! bisection (Vincent–Collins–Akritas) in the Bernstein basis (Lane and Riesenfeld; Mourrain, Rouillier and Roy,
//! "The Bernstein basis and real root isolation", 2005).
//!
//! Most intervals are decided on truncated coefficients with a bound of their error, much as in the bitstream variant
//! of Eigenwillig, Kettner, Krandick, Mehlhorn, Schmitt and Wolpert (2005). Whenever the signs are not certain, the
//! coefficients of the interval are computed anew from the polynomial, exactly.

use num_bigint::{BigInt, Sign};
use num_traits::{One, ToPrimitive, Zero};

use super::univariate::{taylor_shift, taylor_shift_one};
use super::{Budget, Polynomial, PolynomialError, Rational};

/// The length of the largest truncated coefficient.
const PRECISION: i64 = 118;

/// The open interval from `index * 2^exponent` to `(index + 1) * 2^exponent`.
#[derive(Clone, Debug)]
struct Dyadic {
    index: BigInt,
    exponent: i64,
}

impl Dyadic {
    fn halves(&self) -> (Self, Self) {
        let left = &self.index << 1_u32;
        let right = &left + 1_u32;
        (
            Self {
                index: left,
                exponent: self.exponent - 1,
            },
            Self {
                index: right,
                exponent: self.exponent - 1,
            },
        )
    }

    fn ends(&self) -> (Rational, Rational) {
        (
            scaled(&self.index, self.exponent),
            scaled(&(&self.index + 1_u32), self.exponent),
        )
    }
}

/// The rational number `value * 2^exponent`.
fn scaled(value: &BigInt, exponent: i64) -> Rational {
    if exponent >= 0 {
        Rational::from_integer(value << exponent)
    } else {
        Rational::new(value.clone(), BigInt::one() << exponent.unsigned_abs())
    }
}

/// The Bernstein coefficients on an interval up to a common positive factor, each wrong by `error` at the most.
struct Truncated {
    interval: Dyadic,
    coefficients: Vec<i128>,
    error: i128,
}

impl Truncated {
    /// The least and the greatest number of sign variations that the true coefficients may have.
    fn variations(&self) -> (u32, u32) {
        let (mut least, mut last) = (0, 0);
        // The greatest numbers of variations of the coefficients so far that end with a positive or a negative sign.
        let (mut positive, mut negative): (Option<u32>, Option<u32>) = (None, None);
        for &value in &self.coefficients {
            let (may_rise, may_fall) = (value >= -self.error, value <= self.error);
            if !(may_rise && may_fall) {
                let sign = value.signum();
                least += u32::from(last == -sign);
                last = sign;
            }
            let first = positive.is_none() && negative.is_none();
            let start = first.then_some(0);
            let rising = positive.max(negative.map(|count| count + 1)).max(start);
            let falling = negative.max(positive.map(|count| count + 1)).max(start);
            if may_rise && may_fall {
                (positive, negative) = (rising, falling);
            } else if may_rise {
                (positive, negative) = (rising, None);
            } else {
                (positive, negative) = (None, falling);
            }
        }
        (least, positive.max(negative).unwrap_or(0))
    }

    /// The coefficients on the two halves, by de Casteljau's algorithm. Each of its steps rounds down by half a unit
    /// at the most.
    fn halves(self) -> (Self, Self) {
        let Self {
            interval,
            coefficients: mut right,
            error,
        } = self;
        let length = right.len();
        let error = error + length as i128 / 2 + 1;
        let mut left = Vec::with_capacity(length);
        for active in (1..=length).rev() {
            let mut values = right.iter_mut().take(active);
            let Some(mut current) = values.next() else {
                break;
            };
            left.push(*current);
            for next in values {
                *current = (*current + *next) >> 1;
                current = next;
            }
        }
        let (low, high) = interval.halves();
        (
            Self {
                interval: low,
                coefficients: left,
                error,
            },
            Self {
                interval: high,
                coefficients: right,
                error,
            },
        )
    }
}

/// The number of sign variations, zeros left out.
fn sign_variations(coefficients: &[BigInt]) -> usize {
    let mut last = Sign::NoSign;
    let mut count = 0;
    for sign in coefficients
        .iter()
        .map(BigInt::sign)
        .filter(|&sign| sign != Sign::NoSign)
    {
        count += usize::from(last != Sign::NoSign && last != sign);
        last = sign;
    }
    count
}

/// Descartes' bound of the number of roots of a polynomial in an open interval: the sign variations of its Bernstein
/// coefficients. Zero and one are the exact numbers of roots, counted with multiplicities.
pub(super) fn variations_between(
    polynomial: &Polynomial,
    low: &Rational,
    high: &Rational,
    budget: &mut Budget,
) -> Result<usize, PolynomialError> {
    let length = polynomial.coefficients().len() as u64;
    let parts = low.numer().bits() + low.denom().bits() + high.numer().bits() + high.denom().bits();
    budget.spend(length * length * (6 + (polynomial.coefficient_bits() + length * parts) / 64))?;
    let (unit, _) = polynomial.compose_affine(&(high - low), low);
    // Reversing a polynomial with vanishing low coefficients drops its roots at the lower end, which do not count.
    let mut reversed: Vec<BigInt> = unit.coefficients().iter().rev().cloned().collect();
    taylor_shift_one(&mut reversed);
    Ok(sign_variations(&reversed))
}

/// What the exact coefficients say about an interval.
enum Decision {
    Empty,
    Single,
    Several(Truncated),
}

/// The isolation of the roots of one polynomial.
struct Isolation<'a> {
    polynomial: &'a Polynomial,
    binomials: Vec<BigInt>,
    budget: &'a mut Budget,
}

impl Isolation<'_> {
    /// The decision on the exact Bernstein coefficients of the polynomial on an interval.
    fn decide(&mut self, interval: Dyadic) -> Result<Decision, PolynomialError> {
        let mut coefficients = self.polynomial.coefficients().to_vec();
        let length = coefficients.len() as u64;
        let parts = interval.index.bits() + interval.exponent.unsigned_abs() + 1;
        self.budget.spend(
            length * length * (8 + (self.polynomial.coefficient_bits() + length * parts) / 100),
        )?;
        // p(2^e y), made integral, then y = index + x.
        let step = interval.exponent.unsigned_abs();
        let mut total = 0_u64;
        if interval.exponent >= 0 {
            for coefficient in coefficients.iter_mut().skip(1) {
                total += step;
                *coefficient <<= total;
            }
        } else {
            for coefficient in coefficients.iter_mut().rev().skip(1) {
                total += step;
                *coefficient <<= total;
            }
        }
        taylor_shift(&mut coefficients, &interval.index);
        // The coefficients of (1 + u)^n q(1/(1 + u)): the Bernstein coefficients times binomials, in reverse.
        coefficients.reverse();
        taylor_shift_one(&mut coefficients);
        Ok(match sign_variations(&coefficients) {
            0 => Decision::Empty,
            1 => Decision::Single,
            _ => Decision::Several(self.truncate(&coefficients, interval)),
        })
    }

    /// The truncated Bernstein coefficients.
    fn truncate(&self, coefficients: &[BigInt], interval: Dyadic) -> Truncated {
        let pairs = || coefficients.iter().rev().zip(&self.binomials);
        let longest = pairs()
            .filter(|(value, _)| !value.is_zero())
            .map(|(value, binomial)| value.bits() as i64 - binomial.bits() as i64 + 1)
            .max()
            .unwrap_or(0);
        let shift = PRECISION - longest;
        let coefficients = pairs()
            .map(|(value, binomial)| {
                let quotient = if shift >= 0 {
                    (value << shift) / binomial
                } else {
                    value / (binomial << -shift)
                };
                quotient.to_i128().unwrap_or(0)
            })
            .collect();
        Truncated {
            interval,
            coefficients,
            error: 1,
        }
    }

    /// The isolating intervals inside an interval, in increasing order.
    fn run(
        &mut self,
        start: &Dyadic,
        found: &mut Vec<(Rational, Rational)>,
    ) -> Result<(), PolynomialError> {
        let length = self.polynomial.coefficients().len() as u64;
        let mut stack = match self.decide(start.clone())? {
            Decision::Empty => return Ok(()),
            Decision::Single => {
                found.push(start.ends());
                return Ok(());
            }
            Decision::Several(node) => vec![(node, true)],
        };
        while let Some((node, exact)) = stack.pop() {
            self.budget.spend(length * length + 8 * length)?;
            let node = match node.variations() {
                (_, 0) => continue,
                (1, 1) => {
                    found.push(node.interval.ends());
                    continue;
                }
                (least, _) if exact || least > 1 => node,
                _ => match self.decide(node.interval.clone())? {
                    Decision::Empty => continue,
                    Decision::Single => {
                        found.push(node.interval.ends());
                        continue;
                    }
                    Decision::Several(node) => node,
                },
            };
            let (left, right) = node.halves();
            stack.push((right, false));
            stack.push((left, false));
        }
        Ok(())
    }
}

/// Disjoint open intervals in increasing order, each with exactly one root, for all real roots of a square-free
/// polynomial without rational roots.
pub(super) fn isolating_intervals(
    polynomial: &Polynomial,
    budget: &mut Budget,
) -> Result<Vec<(Rational, Rational)>, PolynomialError> {
    let mut found = Vec::new();
    let Some(degree) = polynomial.degree().filter(|&degree| degree > 0) else {
        return Ok(found);
    };
    let mut binomials = vec![BigInt::one()];
    let mut binomial = BigInt::one();
    for row in 1..=degree {
        binomial = binomial * (degree + 1 - row) / row;
        binomials.push(binomial.clone());
    }
    let exponent = polynomial.root_bound();
    let mut isolation = Isolation {
        polynomial,
        binomials,
        budget,
    };
    isolation.run(
        &Dyadic {
            index: BigInt::from(-1),
            exponent,
        },
        &mut found,
    )?;
    isolation.run(
        &Dyadic {
            index: BigInt::zero(),
            exponent,
        },
        &mut found,
    )?;
    Ok(found)
}
