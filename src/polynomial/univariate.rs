//! Dense univariate polynomials with integer coefficients.

use std::ops::{Add, Mul, Neg, Sub};

use num_bigint::{BigInt, Sign};
use num_integer::Integer;
use num_traits::{One, Signed, Zero};

use super::{MAX_COEFFICIENT_BITS, MAX_DEGREE, PolynomialError, Rational};

/// A univariate polynomial over the integers, its coefficients from the constant one upwards, without trailing
/// zeros; the zero polynomial has none.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Polynomial {
    coefficients: Vec<BigInt>,
}

impl Polynomial {
    /// The polynomial with these coefficients, the constant one first; trailing zeros are dropped.
    pub fn new(mut coefficients: Vec<BigInt>) -> Self {
        while coefficients.last().is_some_and(Zero::is_zero) {
            coefficients.pop();
        }
        Self { coefficients }
    }

    /// The polynomial with these small coefficients, the constant one first.
    pub fn from_integers(coefficients: &[i64]) -> Self {
        Self::new(
            coefficients
                .iter()
                .map(|&coefficient| BigInt::from(coefficient))
                .collect(),
        )
    }

    /// The primitive integer polynomial and the positive scale whose product is the polynomial with the given
    /// rational coefficients (the constant one first). The zero polynomial has the scale one.
    pub fn from_rationals(coefficients: &[Rational]) -> (Self, Rational) {
        let common = coefficients
            .iter()
            .fold(BigInt::one(), |common, value| common.lcm(value.denom()));
        let integers = coefficients
            .iter()
            .map(|value| value.numer() * (&common / value.denom()))
            .collect();
        let polynomial = Self::new(integers);
        if polynomial.is_zero() {
            return (polynomial, Rational::one());
        }
        let content = polynomial.content();
        (
            polynomial.divided_by_integer(&content),
            Rational::new(content, common),
        )
    }

    /// The constant polynomial one.
    pub fn one() -> Self {
        Self {
            coefficients: vec![BigInt::one()],
        }
    }

    /// The primitive linear polynomial with positive leading coefficient and the given root.
    pub fn linear(root: &Rational) -> Self {
        Self::new(vec![-root.numer(), root.denom().clone()])
    }

    /// The coefficients, the constant one first, the last one not zero.
    pub fn coefficients(&self) -> &[BigInt] {
        &self.coefficients
    }

    /// The degree; the zero polynomial has none.
    pub fn degree(&self) -> Option<usize> {
        self.coefficients.len().checked_sub(1)
    }

    /// The coefficient of the highest power, if the polynomial is not zero.
    pub fn leading(&self) -> Option<&BigInt> {
        self.coefficients.last()
    }

    /// Whether this is the zero polynomial.
    pub fn is_zero(&self) -> bool {
        self.coefficients.is_empty()
    }

    /// Whether this is a constant, zero included.
    pub fn is_constant(&self) -> bool {
        self.coefficients.len() <= 1
    }

    /// The length in bits of the longest coefficient.
    pub fn coefficient_bits(&self) -> u64 {
        self.coefficients
            .iter()
            .map(BigInt::bits)
            .max()
            .unwrap_or(0)
    }

    /// Whether the degree and the coefficients are within the limits of the module.
    pub fn check_size(&self) -> Result<(), PolynomialError> {
        if self.coefficients.len() > MAX_DEGREE + 1 {
            Err(PolynomialError::Degree)
        } else if self.coefficient_bits() > MAX_COEFFICIENT_BITS {
            Err(PolynomialError::CoefficientSize)
        } else {
            Ok(())
        }
    }

    /// A positive multiple of the value at a rational number (the value times the denominator's power of the
    /// degree), by Horner's rule on integers.
    fn scaled_value(&self, point: &Rational) -> BigInt {
        let (numerator, denominator) = (point.numer(), point.denom());
        let shift = denominator
            .trailing_zeros()
            .filter(|zeros| zeros + 1 == denominator.bits());
        let mut coefficients = self.coefficients.iter().rev();
        let mut value = coefficients.next().cloned().unwrap_or_default();
        if let Some(shift) = shift {
            let mut total = 0_u64;
            for coefficient in coefficients {
                total = total.saturating_add(shift);
                value *= numerator;
                if !coefficient.is_zero() {
                    value += coefficient << total;
                }
            }
        } else {
            let mut power = BigInt::one();
            for coefficient in coefficients {
                power *= denominator;
                value *= numerator;
                if !coefficient.is_zero() {
                    value += coefficient * &power;
                }
            }
        }
        value
    }

    /// The exact sign of the value at a rational number.
    pub fn sign_at(&self, point: &Rational) -> Sign {
        self.scaled_value(point).sign()
    }

    /// The value at a rational number.
    pub fn evaluate(&self, point: &Rational) -> Rational {
        let mut scale = BigInt::one();
        for _ in 1..self.coefficients.len() {
            scale *= point.denom();
        }
        Rational::new(self.scaled_value(point), scale)
    }

    /// The greatest common divisor of the coefficients; zero for the zero polynomial, otherwise positive.
    pub fn content(&self) -> BigInt {
        let mut content = BigInt::zero();
        for coefficient in self.coefficients.iter().rev() {
            content = content.gcd(coefficient);
            if content.is_one() {
                break;
            }
        }
        content
    }

    /// The polynomial divided by its content; the signs are kept.
    #[must_use]
    pub fn primitive_part(&self) -> Self {
        let content = self.content();
        if content.is_zero() || content.is_one() {
            self.clone()
        } else {
            self.divided_by_integer(&content)
        }
    }

    /// The primitive part with a positive leading coefficient.
    #[must_use]
    pub fn normalized(&self) -> Self {
        let part = self.primitive_part();
        if part.leading().is_some_and(Signed::is_negative) {
            -&part
        } else {
            part
        }
    }

    /// The coefficients divided by an integer that divides them all; the polynomial itself for the divisor zero.
    fn divided_by_integer(&self, divisor: &BigInt) -> Self {
        if divisor.is_zero() || divisor.is_one() {
            return self.clone();
        }
        Self::new(
            self.coefficients
                .iter()
                .map(|coefficient| coefficient / divisor)
                .collect(),
        )
    }

    /// The polynomial times an integer.
    #[must_use]
    pub fn scaled(&self, factor: &BigInt) -> Self {
        Self::new(
            self.coefficients
                .iter()
                .map(|coefficient| coefficient * factor)
                .collect(),
        )
    }

    /// The derivative.
    #[must_use]
    pub fn derivative(&self) -> Self {
        Self::new(
            self.coefficients
                .iter()
                .enumerate()
                .skip(1)
                .map(|(power, value)| value * power)
                .collect(),
        )
    }

    /// The polynomial to a power, by repeated squaring; none if the degree or the coefficients would (by an estimate)
    /// leave the limits of the module.
    pub fn power(&self, exponent: u32) -> Option<Self> {
        let length = self.coefficients.len();
        let growth = self.coefficient_bits().saturating_sub(1) + u64::from(length.max(1).ilog2());
        if growth.checked_mul(u64::from(exponent))? > MAX_COEFFICIENT_BITS
            || length.saturating_sub(1).checked_mul(exponent as usize)? > MAX_DEGREE
        {
            return None;
        }
        let (mut result, mut square, mut rest) = (Self::one(), self.clone(), exponent);
        while rest > 0 {
            if rest & 1 == 1 {
                result = &result * &square;
            }
            rest >>= 1;
            if rest > 0 {
                square = &square * &square;
            }
        }
        Some(result)
    }

    /// The quotient by a divisor that divides exactly over the integers; otherwise (also for the divisor zero) none.
    pub fn exact_division(&self, divisor: &Self) -> Option<Self> {
        let (leading, lower) = divisor.coefficients.split_last()?;
        if self.is_zero() {
            return Some(Self::default());
        }
        let count = self
            .coefficients
            .len()
            .checked_sub(lower.len())
            .filter(|&count| count > 0)?;
        let mut rest = self.coefficients.clone();
        let mut quotient = Vec::with_capacity(count);
        for position in (0..count).rev() {
            let top = rest.pop()?;
            let (factor, remainder) = top.div_rem(leading);
            if !remainder.is_zero() {
                return None;
            }
            if !factor.is_zero() {
                for (target, value) in rest.iter_mut().skip(position).zip(lower) {
                    *target -= value * &factor;
                }
            }
            quotient.push(factor);
        }
        quotient.reverse();
        rest.iter().all(Zero::is_zero).then(|| Self::new(quotient))
    }

    /// The remainder of the division of a positive multiple of this polynomial (by a power of the divisor's leading
    /// coefficient's absolute value, so that signs mean what they do over the rationals) by the divisor; none for
    /// the divisor zero.
    pub fn pseudo_remainder(&self, divisor: &Self) -> Option<Self> {
        let (leading, lower) = divisor.coefficients.split_last()?;
        let absolute = leading.abs();
        let mut rest = self.clone();
        while let Some(position) = rest
            .coefficients
            .len()
            .checked_sub(divisor.coefficients.len())
        {
            let Some(mut top) = rest.coefficients.pop() else {
                break;
            };
            if leading.is_negative() {
                top = -top;
            }
            for coefficient in &mut rest.coefficients {
                *coefficient *= &absolute;
            }
            for (target, value) in rest.coefficients.iter_mut().skip(position).zip(lower) {
                *target -= value * &top;
            }
            rest = Self::new(rest.coefficients);
        }
        Some(rest)
    }

    /// The polynomial in `a x + b`, as a primitive polynomial and the positive scale by which it is to be multiplied.
    pub fn compose_affine(&self, a: &Rational, b: &Rational) -> (Self, Rational) {
        let Some(degree) = self.degree() else {
            return (Self::default(), Rational::one());
        };
        let common = a.denom().lcm(b.denom());
        let slope = a.numer() * (&common / a.denom());
        let offset = b.numer() * (&common / b.denom());
        // With D the common denominator: D^n p((S x + T)/D) = sum of a_i D^(n-i) (S x + T)^i.
        let mut coefficients = self.coefficients.clone();
        let mut power = BigInt::one();
        for coefficient in coefficients.iter_mut().rev().skip(1) {
            power *= &common;
            *coefficient *= &power;
        }
        taylor_shift(&mut coefficients, &offset);
        let mut factor = BigInt::one();
        for coefficient in coefficients.iter_mut().skip(1) {
            factor *= &slope;
            *coefficient *= &factor;
        }
        let composed = Self::new(coefficients);
        if composed.is_zero() {
            return (composed, Rational::one());
        }
        let content = composed.content();
        let mut scale = BigInt::one();
        for _ in 0..degree {
            scale *= &common;
        }
        (
            composed.divided_by_integer(&content),
            Rational::new(content, scale),
        )
    }

    /// An exponent `k` such that every complex root has an absolute value less than `2^k` (Fujiwara's bound, on the
    /// lengths of the coefficients); zero when there is no other coefficient than the leading one.
    pub fn root_bound(&self) -> i64 {
        let Some((leading, lower)) = self.coefficients.split_last() else {
            return 0;
        };
        let leading_bits = leading.bits() as i64 - 1;
        let degree = lower.len() as i64;
        lower
            .iter()
            .enumerate()
            .filter(|(_, value)| !value.is_zero())
            .map(|(power, value)| {
                // |value / leading| < 2^(difference), and its root of the order (degree - power) likewise.
                let difference = value.bits() as i64 - leading_bits;
                Integer::div_ceil(&difference, &(degree - power as i64)) + 1
            })
            .max()
            .unwrap_or(0)
    }
}

/// Replaces the coefficients of p(x) by those of p(x + 1), by additions only (Horner's scheme).
pub(super) fn taylor_shift_one(coefficients: &mut [BigInt]) {
    for start in 0..coefficients.len().saturating_sub(1) {
        let mut backwards = coefficients.iter_mut().skip(start).rev();
        let Some(mut carry) = backwards.next() else {
            return;
        };
        for coefficient in backwards {
            *coefficient += &*carry;
            carry = coefficient;
        }
    }
}

/// Replaces the coefficients of p(x) by those of p(x + offset): scaled so that the shift is one by additions.
pub(super) fn taylor_shift(coefficients: &mut [BigInt], offset: &BigInt) {
    if offset.is_zero() {
        return;
    }
    let mut factor = BigInt::one();
    for coefficient in coefficients.iter_mut().skip(1) {
        factor *= offset;
        *coefficient *= &factor;
    }
    taylor_shift_one(coefficients);
    let mut factor = BigInt::one();
    for coefficient in coefficients.iter_mut().skip(1) {
        factor *= offset;
        *coefficient /= &factor;
    }
}

impl Add for &Polynomial {
    type Output = Polynomial;

    fn add(self, other: Self) -> Polynomial {
        let (long, short) = if self.coefficients.len() < other.coefficients.len() {
            (other, self)
        } else {
            (self, other)
        };
        let mut coefficients = long.coefficients.clone();
        for (target, value) in coefficients.iter_mut().zip(&short.coefficients) {
            *target += value;
        }
        Polynomial::new(coefficients)
    }
}

impl Neg for &Polynomial {
    type Output = Polynomial;

    fn neg(self) -> Polynomial {
        Polynomial {
            coefficients: self.coefficients.iter().map(|value| -value).collect(),
        }
    }
}

impl Sub for &Polynomial {
    type Output = Polynomial;

    fn sub(self, other: Self) -> Polynomial {
        self + &(-other)
    }
}

impl Mul for &Polynomial {
    type Output = Polynomial;

    fn mul(self, other: Self) -> Polynomial {
        let length = (self.coefficients.len() + other.coefficients.len()).saturating_sub(1);
        let mut coefficients = vec![BigInt::zero(); length];
        for (offset, left) in self
            .coefficients
            .iter()
            .enumerate()
            .filter(|(_, value)| !value.is_zero())
        {
            for (target, right) in coefficients
                .iter_mut()
                .skip(offset)
                .zip(&other.coefficients)
            {
                *target += left * right;
            }
        }
        Polynomial::new(coefficients)
    }
}
