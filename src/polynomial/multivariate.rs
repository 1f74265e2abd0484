//! Sparse polynomials over the rationals in a few variables.
//!
//! Every operation that can make a polynomial grow takes the greatest number of terms it may produce, and gives none
//! when there would be more (also on the way), when an exponent leaves the range, when a coefficient becomes longer
//! than [`MAX_RATIONAL_BITS`], or when a product or quotient is estimated to need more than [`MAX_PRODUCT_WORK`].

use std::collections::BTreeMap;

use num_bigint::BigInt;
use num_traits::{One, Zero};

use super::{MAX_DEGREE, MAX_PRODUCT_WORK, MAX_RATIONAL_BITS, Polynomial, Rational};

/// A product of powers of variables: the exponents by the number of the variable, without trailing zeros.
///
/// The order is the lexicographic one with the variable of number zero as the greatest; it is compatible with
/// multiplication.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Monomial(Vec<u32>);

impl Monomial {
    /// The monomial with these exponents.
    pub fn new(mut exponents: Vec<u32>) -> Self {
        while exponents.last() == Some(&0) {
            exponents.pop();
        }
        Self(exponents)
    }

    /// A power of one variable.
    pub fn variable(index: u16, exponent: u32) -> Self {
        let mut exponents = vec![0; usize::from(index)];
        exponents.push(exponent);
        Self::new(exponents)
    }

    /// The exponents by the number of the variable, without trailing zeros.
    pub fn exponents(&self) -> &[u32] {
        &self.0
    }

    /// The exponent of a variable.
    pub fn exponent(&self, variable: u16) -> u32 {
        self.0.get(usize::from(variable)).copied().unwrap_or(0)
    }

    /// Whether this is the empty product.
    pub fn is_one(&self) -> bool {
        self.0.is_empty()
    }

    /// The product; none if an exponent becomes too large.
    pub fn times(&self, other: &Self) -> Option<Self> {
        let (long, short) = if self.0.len() < other.0.len() {
            (other, self)
        } else {
            (self, other)
        };
        let mut exponents = long.0.clone();
        for (target, value) in exponents.iter_mut().zip(&short.0) {
            *target = target.checked_add(*value)?;
        }
        Some(Self(exponents))
    }

    /// The quotient, if the other monomial divides this one.
    pub fn divided_by(&self, other: &Self) -> Option<Self> {
        if other.0.len() > self.0.len() {
            return None;
        }
        let mut exponents = self.0.clone();
        for (target, value) in exponents.iter_mut().zip(&other.0) {
            *target = target.checked_sub(*value)?;
        }
        Some(Self::new(exponents))
    }

    /// The power; none if an exponent becomes too large.
    pub fn power(&self, exponent: u32) -> Option<Self> {
        let powers = self
            .0
            .iter()
            .map(|value| value.checked_mul(exponent))
            .collect::<Option<Vec<_>>>()?;
        Some(Self::new(powers))
    }

    /// The greatest common divisor.
    #[must_use]
    pub fn gcd(&self, other: &Self) -> Self {
        Self::new(
            self.0
                .iter()
                .zip(&other.0)
                .map(|(left, right)| *left.min(right))
                .collect(),
        )
    }
}

/// The length of a rational number in bits.
fn bits(value: &Rational) -> u64 {
    value.numer().bits().max(value.denom().bits())
}

/// The power of a rational number, unless it is too long.
pub(super) fn rational_power(base: &Rational, exponent: u32) -> Option<Rational> {
    if exponent == 0 {
        return Some(Rational::one());
    }
    // Zero, one and minus one stay short whatever the exponent.
    if base.denom().is_one() && base.numer().bits() <= 1 {
        return Some(if exponent & 1 == 1 {
            base.clone()
        } else {
            base * base
        });
    }
    if (bits(base) - 1).checked_mul(u64::from(exponent))? > MAX_RATIONAL_BITS {
        return None;
    }
    Some(Rational::new(
        base.numer().pow(exponent),
        base.denom().pow(exponent),
    ))
}

/// A sparse polynomial over the rationals in normal form: each monomial occurs once, with a coefficient other than
/// zero, so that equal polynomials are equal as values.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Multivariate {
    terms: BTreeMap<Monomial, Rational>,
}

impl Multivariate {
    /// A constant.
    pub fn constant(value: Rational) -> Self {
        Self::term(Monomial::default(), value)
    }

    /// The constant one.
    pub fn one() -> Self {
        Self::constant(Rational::one())
    }

    /// The variable with a number (variables are numbered from zero; small numbers are cheap).
    pub fn variable(index: u16) -> Self {
        Self::term(Monomial::variable(index, 1), Rational::one())
    }

    /// A single term.
    pub fn term(monomial: Monomial, coefficient: Rational) -> Self {
        let mut terms = BTreeMap::new();
        if !coefficient.is_zero() {
            terms.insert(monomial, coefficient);
        }
        Self { terms }
    }

    /// A univariate polynomial as one in the given variable.
    pub fn from_univariate(polynomial: &Polynomial, variable: u16) -> Self {
        let terms = polynomial
            .coefficients()
            .iter()
            .zip(0_u32..)
            .filter(|(value, _)| !value.is_zero())
            .map(|(value, power)| {
                (
                    Monomial::variable(variable, power),
                    Rational::from_integer(value.clone()),
                )
            });
        Self {
            terms: terms.collect(),
        }
    }

    /// The terms, by increasing monomials.
    pub fn terms(&self) -> impl DoubleEndedIterator<Item = (&Monomial, &Rational)> {
        self.terms.iter()
    }

    /// The number of terms.
    pub fn len(&self) -> usize {
        self.terms.len()
    }

    /// Whether this is the zero polynomial, which has no terms.
    pub fn is_empty(&self) -> bool {
        self.terms.is_empty()
    }

    /// Whether this is the zero polynomial.
    pub fn is_zero(&self) -> bool {
        self.terms.is_empty()
    }

    /// Whether this is the constant one.
    pub fn is_one(&self) -> bool {
        self.as_constant().is_some_and(|value| value.is_one())
    }

    /// The value, if this is a constant.
    pub fn as_constant(&self) -> Option<Rational> {
        match self.terms.first_key_value() {
            None => Some(Rational::zero()),
            Some((monomial, value)) if self.terms.len() == 1 && monomial.is_one() => {
                Some(value.clone())
            }
            Some(_) => None,
        }
    }

    /// The term with the greatest monomial.
    pub fn leading(&self) -> Option<(&Monomial, &Rational)> {
        self.terms.last_key_value()
    }

    /// Adds a term; none if there are too many terms or the coefficient becomes too long.
    fn accumulate(
        &mut self,
        monomial: Monomial,
        coefficient: Rational,
        limit: usize,
    ) -> Option<()> {
        if let Some(value) = self.terms.get_mut(&monomial) {
            *value += coefficient;
            if value.is_zero() {
                self.terms.remove(&monomial);
            } else if bits(value) > MAX_RATIONAL_BITS {
                return None;
            }
            return Some(());
        }
        if coefficient.is_zero() {
            return Some(());
        }
        if self.terms.len() >= limit || bits(&coefficient) > MAX_RATIONAL_BITS {
            return None;
        }
        self.terms.insert(monomial, coefficient);
        Some(())
    }

    /// The sum.
    pub fn add(&self, other: &Self, limit: usize) -> Option<Self> {
        let (long, short) = if self.terms.len() < other.terms.len() {
            (other, self)
        } else {
            (self, other)
        };
        let mut sum = long.clone();
        // Terms may cancel later on, so only the result is held against the limit.
        for (monomial, value) in &short.terms {
            sum.accumulate(monomial.clone(), value.clone(), usize::MAX)?;
        }
        (sum.terms.len() <= limit).then_some(sum)
    }

    /// The negative.
    #[must_use]
    pub fn neg(&self) -> Self {
        Self {
            terms: self
                .terms
                .iter()
                .map(|(monomial, value)| (monomial.clone(), -value))
                .collect(),
        }
    }

    /// The difference.
    pub fn sub(&self, other: &Self, limit: usize) -> Option<Self> {
        self.add(&other.neg(), limit)
    }

    /// The polynomial times a number; none if a coefficient becomes too long.
    pub fn scaled(&self, factor: &Rational) -> Option<Self> {
        self.times_term(&Monomial::default(), factor)
    }

    /// The polynomial times a term; none if an exponent or a coefficient becomes too large.
    pub fn times_term(&self, monomial: &Monomial, coefficient: &Rational) -> Option<Self> {
        if coefficient.is_zero() {
            return Some(Self::default());
        }
        let mut terms = BTreeMap::new();
        for (own, value) in &self.terms {
            let product = value * coefficient;
            if bits(&product) > MAX_RATIONAL_BITS {
                return None;
            }
            terms.insert(own.times(monomial)?, product);
        }
        Some(Self { terms })
    }

    /// The length of the longest coefficient in words of 64 bits, rounded up.
    fn words(&self) -> u64 {
        self.terms.values().map(bits).max().unwrap_or(0) / 64 + 1
    }

    /// An estimate of the work of a product, in nanoseconds or so: reducing fractions costs the square of the length.
    pub(super) fn product_work(&self, other: &Self) -> u64 {
        let words = self.words() + other.words();
        (self.terms.len() as u64 * other.terms.len() as u64)
            .saturating_mul(200 + 30 * words * words)
    }

    /// The product.
    pub fn mul(&self, other: &Self, limit: usize) -> Option<Self> {
        let (long, short) = if self.terms.len() < other.terms.len() {
            (other, self)
        } else {
            (self, other)
        };
        if self.product_work(other) > MAX_PRODUCT_WORK {
            return None;
        }
        let mut product = Self::default();
        // Partial products may have terms that cancel later on; some room is left for them.
        let room = limit.saturating_mul(2);
        for (monomial, coefficient) in &short.terms {
            for (own, value) in &long.terms {
                product.accumulate(own.times(monomial)?, value * coefficient, room)?;
            }
        }
        (product.terms.len() <= limit).then_some(product)
    }

    /// The power, the zeroth power being one.
    pub fn pow(&self, exponent: u32, limit: usize) -> Option<Self> {
        if exponent == 0 {
            return (limit > 0).then(Self::one);
        }
        if let (1, Some((monomial, coefficient))) = (self.terms.len(), self.leading()) {
            let power = Self::term(
                monomial.power(exponent)?,
                rational_power(coefficient, exponent)?,
            );
            return (limit > 0).then_some(power);
        }
        let (mut result, mut square, mut rest) = (Self::one(), self.clone(), exponent);
        loop {
            if rest & 1 == 1 {
                result = result.mul(&square, limit)?;
            }
            rest >>= 1;
            if rest == 0 {
                return Some(result);
            }
            square = square.mul(&square, limit)?;
        }
    }

    /// The derivative in a variable; none if a coefficient becomes too long.
    pub fn derivative(&self, variable: u16) -> Option<Self> {
        let mut terms = BTreeMap::new();
        for (monomial, value) in &self.terms {
            let exponent = monomial.exponent(variable);
            if exponent > 0 {
                let product = value * BigInt::from(exponent);
                if bits(&product) > MAX_RATIONAL_BITS {
                    return None;
                }
                terms.insert(
                    monomial.divided_by(&Monomial::variable(variable, 1))?,
                    product,
                );
            }
        }
        Some(Self { terms })
    }

    /// The value at a point that gives every occurring variable a value; none otherwise, or if the value is too long.
    pub fn evaluate(&self, point: &[Rational]) -> Option<Rational> {
        let mut sum = Rational::zero();
        for (monomial, coefficient) in &self.terms {
            let mut product = coefficient.clone();
            for (index, &exponent) in monomial
                .exponents()
                .iter()
                .enumerate()
                .filter(|(_, exponent)| **exponent > 0)
            {
                product *= rational_power(point.get(index)?, exponent)?;
            }
            sum += product;
            if bits(&sum) > MAX_RATIONAL_BITS {
                return None;
            }
        }
        Some(sum)
    }

    /// The variables that occur, in increasing order.
    pub fn variables(&self) -> Vec<u16> {
        let mut used = std::collections::BTreeSet::new();
        for monomial in self.terms.keys() {
            let own = (0..).zip(monomial.exponents());
            used.extend(
                own.filter(|(_, exponent)| **exponent > 0)
                    .map(|(index, _)| index),
            );
        }
        used.into_iter().collect()
    }

    /// As a univariate polynomial: the variable (zero for a constant), the primitive integer polynomial and the
    /// positive scale it is to be multiplied by. None if several variables occur or the degree is beyond
    /// [`MAX_DEGREE`].
    pub fn to_univariate(&self) -> Option<(u16, Polynomial, Rational)> {
        let variable = match self.variables().as_slice() {
            [] => 0,
            [variable] => *variable,
            _ => return None,
        };
        let degree = self
            .leading()
            .map_or(0, |(monomial, _)| monomial.exponent(variable)) as usize;
        if degree > MAX_DEGREE {
            return None;
        }
        let mut coefficients = vec![Rational::zero(); degree + 1];
        for (monomial, value) in &self.terms {
            coefficients
                .get_mut(monomial.exponent(variable) as usize)?
                .clone_from(value);
        }
        let (polynomial, scale) = Polynomial::from_rationals(&coefficients);
        Some((variable, polynomial, scale))
    }

    /// The greatest monomial that divides every term; one for the zero polynomial.
    pub fn monomial_content(&self) -> Monomial {
        let mut monomials = self.terms.keys();
        let Some(first) = monomials.next() else {
            return Monomial::default();
        };
        monomials.fold(first.clone(), |content, monomial| content.gcd(monomial))
    }

    /// The polynomial divided by a monomial, if that divides every term.
    pub fn divided_by_monomial(&self, divisor: &Monomial) -> Option<Self> {
        let quotients = self
            .terms
            .iter()
            .map(|(monomial, value)| Some((monomial.divided_by(divisor)?, value.clone())));
        Some(Self {
            terms: quotients.collect::<Option<_>>()?,
        })
    }

    /// The quotient by a polynomial that divides exactly, by division with leading terms; none if it does not (or is
    /// zero), or if more than `limit` terms come up.
    pub fn exact_division(&self, divisor: &Self, limit: usize) -> Option<Self> {
        let (monomial, coefficient) = divisor.leading()?;
        // The least monomials have to divide as well as the greatest ones.
        if let (Some((least, _)), Some((bottom, _))) = (
            divisor.terms.first_key_value(),
            self.terms.first_key_value(),
        ) {
            bottom.divided_by(least)?;
        }
        let mut rest = self.clone();
        let mut quotient = Self::default();
        let (terms, words) = (divisor.terms.len() as u64, divisor.words());
        let mut work = 0_u64;
        while let Some((top, value)) = rest.leading() {
            let (power, factor) = (top.divided_by(monomial)?, value / coefficient);
            let words = words + bits(&factor) / 64 + 1;
            work = work.saturating_add(terms.saturating_mul(200 + 30 * words * words));
            if work > MAX_PRODUCT_WORK {
                return None;
            }
            for (own, value) in &divisor.terms {
                rest.accumulate(own.times(&power)?, -(value * &factor), limit)?;
            }
            quotient.accumulate(power, factor, limit)?;
        }
        Some(quotient)
    }
}
