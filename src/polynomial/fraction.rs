//! Fractions of sparse multivariate polynomials.
//!
//! No greatest common divisors are computed; what is cheap is cancelled: constants, common monomials, and a
//! denominator that divides the other one or the numerator.

use num_traits::{One, Zero};

use super::multivariate::rational_power;
use super::{Monomial, Multivariate, Rational};

/// A fraction of multivariate polynomials over the rationals.
///
/// The denominator is not zero and has the leading coefficient one; numerator and denominator have no common monomial
/// factor. A fraction is zero exactly if its numerator is. Two equal fractions may still differ in form; see
/// [`Fraction::equals`].
///
/// As with [`Multivariate`], operations take the greatest number of terms of numerators and denominators and give none
/// beyond it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Fraction {
    numerator: Multivariate,
    denominator: Multivariate,
}

impl Fraction {
    /// The fraction of two polynomials; none if the denominator is zero or coefficients become too long.
    pub fn new(numerator: Multivariate, denominator: Multivariate) -> Option<Self> {
        let (_, leading) = denominator.leading()?;
        if numerator.is_zero() {
            return Some(Self::from(numerator));
        }
        let scale = leading.recip();
        let (mut numerator, mut denominator) = if scale.is_one() {
            (numerator, denominator)
        } else {
            (numerator.scaled(&scale)?, denominator.scaled(&scale)?)
        };
        let common = numerator
            .monomial_content()
            .gcd(&denominator.monomial_content());
        if !common.is_one() {
            numerator = numerator.divided_by_monomial(&common)?;
            denominator = denominator.divided_by_monomial(&common)?;
        }
        Some(Self {
            numerator,
            denominator,
        })
    }

    /// A constant.
    pub fn constant(value: Rational) -> Self {
        Self::from(Multivariate::constant(value))
    }

    /// The numerator.
    pub fn numerator(&self) -> &Multivariate {
        &self.numerator
    }

    /// The denominator, with the leading coefficient one.
    pub fn denominator(&self) -> &Multivariate {
        &self.denominator
    }

    /// Whether this is zero.
    pub fn is_zero(&self) -> bool {
        self.numerator.is_zero()
    }

    /// The fraction with a denominator that divides the numerator cancelled.
    fn simplified(self, limit: usize) -> Self {
        if self.denominator.is_one() {
            return self;
        }
        match self.numerator.exact_division(&self.denominator, limit) {
            Some(quotient) => Self::from(quotient),
            None => self,
        }
    }

    /// The sum.
    pub fn add(&self, other: &Self, limit: usize) -> Option<Self> {
        if self.denominator == other.denominator {
            let numerator = self.numerator.add(&other.numerator, limit)?;
            return Some(Self::new(numerator, self.denominator.clone())?.simplified(limit));
        }
        let (left, right) = self.cofactors(other, limit)?;
        let denominator = self.denominator.mul(&left, limit)?;
        let first = self.numerator.mul(&left, limit)?;
        let second = other.numerator.mul(&right, limit)?;
        Some(Self::new(first.add(&second, limit)?, denominator)?.simplified(limit))
    }

    /// The polynomials by which the two denominators are to be multiplied to become equal.
    fn cofactors(&self, other: &Self, limit: usize) -> Option<(Multivariate, Multivariate)> {
        let (one, two) = (&self.denominator, &other.denominator);
        if let Some(quotient) = two.exact_division(one, limit) {
            return Some((quotient, Multivariate::one()));
        }
        if let Some(quotient) = one.exact_division(two, limit) {
            return Some((Multivariate::one(), quotient));
        }
        // Monomial factors are brought to their least common multiple, and the others multiplied unless equal.
        let (first, second) = (one.monomial_content(), two.monomial_content());
        let common = first.gcd(&second);
        let (own, foreign) = (
            one.divided_by_monomial(&first)?,
            two.divided_by_monomial(&second)?,
        );
        let (up, down) = (second.divided_by(&common)?, first.divided_by(&common)?);
        let unit = Rational::one();
        if own == foreign {
            return Some((
                Multivariate::term(up, unit.clone()),
                Multivariate::term(down, unit),
            ));
        }
        Some((
            foreign.times_term(&up, &unit)?,
            own.times_term(&down, &unit)?,
        ))
    }

    /// An estimate of the work of a sum or product, in nanoseconds or so.
    pub fn work(&self, other: &Self) -> u64 {
        let [own, foreign] = [self, other].map(|f| [&f.numerator, &f.denominator]);
        own.into_iter()
            .flat_map(|a| foreign.map(|b| a.product_work(b)))
            .fold(0, u64::saturating_add)
    }

    /// The negative.
    #[must_use]
    pub fn neg(&self) -> Self {
        Self {
            numerator: self.numerator.neg(),
            denominator: self.denominator.clone(),
        }
    }

    /// The difference.
    pub fn sub(&self, other: &Self, limit: usize) -> Option<Self> {
        self.add(&other.neg(), limit)
    }

    /// The product.
    pub fn mul(&self, other: &Self, limit: usize) -> Option<Self> {
        // Either numerator may cancel against the other denominator.
        let first = Self::new(self.numerator.clone(), other.denominator.clone())?.simplified(limit);
        let second =
            Self::new(other.numerator.clone(), self.denominator.clone())?.simplified(limit);
        let numerator = first.numerator.mul(&second.numerator, limit)?;
        Self::new(
            numerator,
            first.denominator.mul(&second.denominator, limit)?,
        )
    }

    /// The reciprocal; none for zero.
    pub fn recip(&self) -> Option<Self> {
        Self::new(self.denominator.clone(), self.numerator.clone())
    }

    /// The quotient; none also for the divisor zero.
    pub fn div(&self, other: &Self, limit: usize) -> Option<Self> {
        self.mul(&other.recip()?, limit)
    }

    /// The power with an integer exponent; none for a negative power of zero. The zeroth power is one.
    pub fn pow(&self, exponent: i32, limit: usize) -> Option<Self> {
        let base = if exponent < 0 {
            self.recip()?
        } else {
            self.clone()
        };
        let exponent = exponent.unsigned_abs();
        Self::new(
            base.numerator.pow(exponent, limit)?,
            base.denominator.pow(exponent, limit)?,
        )
    }

    /// The derivative in a variable.
    pub fn derivative(&self, variable: u16, limit: usize) -> Option<Self> {
        let first = self.numerator.derivative(variable)?;
        let slope = self.denominator.derivative(variable)?;
        if slope.is_zero() {
            return Some(Self::new(first, self.denominator.clone())?.simplified(limit));
        }
        let numerator = first
            .mul(&self.denominator, limit)?
            .sub(&self.numerator.mul(&slope, limit)?, limit)?;
        Some(Self::new(numerator, self.denominator.pow(2, limit)?)?.simplified(limit))
    }

    /// Whether two fractions are equal as rational functions, by cross-multiplication; none beyond the limit.
    pub fn equals(&self, other: &Self, limit: usize) -> Option<bool> {
        if self.denominator == other.denominator {
            return Some(self.numerator == other.numerator);
        }
        let left = self.numerator.mul(&other.denominator, limit)?;
        Some(left == other.numerator.mul(&self.denominator, limit)?)
    }

    /// The value, if this is a constant in form.
    pub fn as_constant(&self) -> Option<Rational> {
        let (numerator, denominator) = (
            self.numerator.as_constant()?,
            self.denominator.as_constant()?,
        );
        (!denominator.is_zero()).then(|| numerator / denominator)
    }

    /// The value at a point; none where the denominator vanishes, a variable has no value or the value is too long.
    pub fn evaluate(&self, point: &[Rational]) -> Option<Rational> {
        let denominator = self.denominator.evaluate(point)?;
        if denominator.is_zero() {
            return None;
        }
        Some(self.numerator.evaluate(point)? / denominator)
    }

    /// A power of a variable, also with a negative exponent.
    pub fn variable_power(variable: u16, exponent: i32) -> Self {
        let power = Multivariate::term(
            Monomial::variable(variable, exponent.unsigned_abs()),
            Rational::one(),
        );
        if exponent < 0 {
            Self {
                numerator: Multivariate::one(),
                denominator: power,
            }
        } else {
            Self::from(power)
        }
    }

    /// A power of a rational number as a fraction; none if it is too long or a negative power of zero.
    pub fn constant_power(base: &Rational, exponent: i32) -> Option<Self> {
        let power = rational_power(base, exponent.unsigned_abs())?;
        if exponent >= 0 {
            return Some(Self::constant(power));
        }
        (!power.is_zero()).then(|| Self::constant(power.recip()))
    }
}

impl From<Multivariate> for Fraction {
    fn from(numerator: Multivariate) -> Self {
        Self {
            numerator,
            denominator: Multivariate::one(),
        }
    }
}
