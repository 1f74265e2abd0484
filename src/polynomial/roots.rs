//! The real roots of polynomials: isolating items, their refinement, comparison and sample points between them.

use std::cmp::Ordering;
use std::sync::Arc;

use num_bigint::{BigInt, Sign};
use num_traits::{One, Signed};

use super::gcd::division_work;
use super::isolation::{isolating_intervals, variations_between};
use super::rational_roots::split_rational_roots;
use super::simplest::{Bound, simplest_rational};
use super::{Budget, Polynomial, PolynomialError, Rational};

/// One real root: a rational number, or the only root of a square-free polynomial in an open interval.
///
/// Rational roots are always known as such; a root with an interval is irrational.
#[derive(Clone, Debug)]
pub struct IsolatedRoot {
    /// Square-free, with the root as a simple root.
    polynomial: Arc<Polynomial>,
    low: Rational,
    high: Rational,
    /// The sign of the polynomial at the lower end: not zero for an interval, and zero for a rational root.
    sign_low: Sign,
}

/// The exponent of two that is the denominator of a number, if it is a power of two.
fn binary_places(value: &Rational) -> Option<u64> {
    value
        .denom()
        .trailing_zeros()
        .filter(|zeros| zeros + 1 == value.denom().bits())
}

/// The number `numerator / 2^places`, reduced without a greatest common divisor.
fn dyadic(numerator: BigInt, places: u64) -> Rational {
    let zeros = numerator.trailing_zeros().unwrap_or(places).min(places);
    Rational::new_raw(numerator >> zeros, BigInt::one() << (places - zeros))
}

/// The numerators of two numbers over a common power of two, if they have one.
fn common_places(low: &Rational, high: &Rational) -> Option<(BigInt, BigInt, u64)> {
    let (left, right) = (binary_places(low)?, binary_places(high)?);
    let places = left.max(right);
    Some((
        low.numer() << (places - left),
        high.numer() << (places - right),
        places,
    ))
}

/// The order of two numbers, by cross-multiplication (the comparison of the fraction type itself expands continued
/// fractions, which is slow for long numbers that are close together).
fn compare(left: &Rational, right: &Rational) -> Ordering {
    (left.numer() * right.denom()).cmp(&(right.numer() * left.denom()))
}

/// The mean of two numbers.
fn middle(low: &Rational, high: &Rational) -> Rational {
    match common_places(low, high) {
        Some((left, right, places)) => dyadic(left + right, places + 1),
        None => (low + high) / BigInt::from(2),
    }
}

/// The difference of two numbers.
fn difference(low: &Rational, high: &Rational) -> Rational {
    match common_places(low, high) {
        Some((left, right, places)) => dyadic(right - left, places),
        None => high - low,
    }
}

impl IsolatedRoot {
    fn rational(root: Rational) -> Self {
        let polynomial = Arc::new(Polynomial::linear(&root));
        Self {
            polynomial,
            low: root.clone(),
            high: root,
            sign_low: Sign::NoSign,
        }
    }

    /// The root in an interval, checked for the change of the sign that a single simple root causes.
    fn within(
        polynomial: Arc<Polynomial>,
        low: Rational,
        high: Rational,
    ) -> Result<Self, PolynomialError> {
        let sign_low = polynomial.sign_at(&low);
        if sign_low == Sign::NoSign || polynomial.sign_at(&high) != -sign_low {
            return Err(PolynomialError::Inconsistent);
        }
        Ok(Self {
            polynomial,
            low,
            high,
            sign_low,
        })
    }

    fn is_exact(&self) -> bool {
        self.sign_low == Sign::NoSign
    }

    /// The root, if it is rational.
    pub fn exact(&self) -> Option<&Rational> {
        self.is_exact().then_some(&self.low)
    }

    /// The lower end of the isolating interval (not a root), or the rational root.
    pub fn low(&self) -> &Rational {
        &self.low
    }

    /// The upper end of the isolating interval (not a root), or the rational root.
    pub fn high(&self) -> &Rational {
        &self.high
    }

    /// The width of the isolating interval, zero for a rational root.
    pub fn width(&self) -> Rational {
        difference(&self.low, &self.high)
    }

    /// A square-free polynomial of which this is a root, the only one in the interval.
    pub fn polynomial(&self) -> &Polynomial {
        &self.polynomial
    }

    /// Takes the cost of one evaluation of a polynomial within the interval from the budget.
    fn spend_evaluation(
        &self,
        polynomial: &Polynomial,
        budget: &mut Budget,
    ) -> Result<(), PolynomialError> {
        let length = polynomial.coefficients().len() as u64;
        let digits = 1 + (self.low.numer().bits() + self.low.denom().bits()) / 64;
        budget.spend(
            length
                * (20
                    + polynomial.coefficient_bits() / 64
                    + length * digits * (1 + digits / 4) / 4),
        )
    }

    /// Halves the isolating interval; a rational root stays as it is.
    pub fn bisect(&mut self, budget: &mut Budget) -> Result<(), PolynomialError> {
        if self.is_exact() {
            return Ok(());
        }
        self.spend_evaluation(&self.polynomial, budget)?;
        let middle = middle(&self.low, &self.high);
        let sign = self.polynomial.sign_at(&middle);
        if sign == Sign::NoSign {
            *self = Self::rational(middle);
        } else if sign == self.sign_low {
            self.low = middle;
        } else {
            self.high = middle;
        }
        Ok(())
    }

    /// Makes the isolating interval at most `width` wide (any positive number).
    pub fn refine(&mut self, width: &Rational, budget: &mut Budget) -> Result<(), PolynomialError> {
        if !width.is_positive() && !self.is_exact() {
            return Err(PolynomialError::Width);
        }
        while compare(&self.width(), width).is_gt() {
            self.bisect(budget)?;
        }
        Ok(())
    }

    /// How the root compares to a rational number.
    pub fn compare_rational(&self, number: &Rational) -> Ordering {
        if self.is_exact() {
            return compare(&self.low, number);
        }
        if compare(number, &self.low).is_le() {
            return Ordering::Greater;
        }
        if compare(number, &self.high).is_ge() {
            return Ordering::Less;
        }
        let sign = self.polynomial.sign_at(number);
        if sign == Sign::NoSign {
            Ordering::Equal
        } else if sign == self.sign_low {
            Ordering::Greater
        } else {
            Ordering::Less
        }
    }

    /// The exact sign of a polynomial at the root. The interval is refined where that is necessary.
    pub fn sign_of(
        &mut self,
        polynomial: &Polynomial,
        budget: &mut Budget,
    ) -> Result<Sign, PolynomialError> {
        if polynomial.is_constant() {
            return Ok(polynomial.leading().map_or(Sign::NoSign, BigInt::sign));
        }
        polynomial.check_size()?;
        if !self.is_exact() {
            let common = self.polynomial.gcd(polynomial, budget)?;
            // The common divisor is square-free and has no root at the ends, and at the most this one between them.
            if !common.is_constant() && common.sign_at(&self.low) != common.sign_at(&self.high) {
                return Ok(Sign::NoSign);
            }
            while !self.is_exact()
                && variations_between(polynomial, &self.low, &self.high, budget)? != 0
            {
                self.bisect(budget)?;
            }
        }
        self.spend_evaluation(polynomial, budget)?;
        Ok(polynomial.sign_at(&middle(&self.low, &self.high)))
    }

    /// Whether the closed interval of this root lies to the left of that of another one.
    fn is_left_of(&self, other: &Self) -> bool {
        compare(&self.high, &other.low).is_lt()
    }
}

/// Makes the isolating interval of a root at most `width` wide (any positive number).
pub fn refine(
    root: &mut IsolatedRoot,
    width: &Rational,
    budget: &mut Budget,
) -> Result<(), PolynomialError> {
    root.refine(width, budget)
}

/// All real roots of a polynomial, in increasing order, each once, with disjoint closed intervals.
pub fn isolate(
    polynomial: &Polynomial,
    budget: &mut Budget,
) -> Result<Vec<IsolatedRoot>, PolynomialError> {
    isolate_all(std::slice::from_ref(polynomial), budget)
}

/// All numbers that are a root of one of the polynomials, in increasing order, each once, with disjoint closed
/// intervals whose ends are no roots of any of the polynomials.
///
/// The square-free parts are split into factors without common roots (a coprime basis), rational roots are split
/// off, the other roots are isolated factor by factor, and the intervals are refined until they are apart. Since the
/// factors have no root in common, that comes to an end.
pub fn isolate_all(
    polynomials: &[Polynomial],
    budget: &mut Budget,
) -> Result<Vec<IsolatedRoot>, PolynomialError> {
    let mut roots = Vec::new();
    for factor in coprime_basis(polynomials, budget)? {
        let (rational, rest) = split_rational_roots(&factor, budget)?;
        roots.extend(rational.into_iter().map(IsolatedRoot::rational));
        let rest = Arc::new(rest);
        for (low, high) in isolating_intervals(&rest, budget)? {
            let root = IsolatedRoot::within(Arc::clone(&rest), low, high)?;
            root.spend_evaluation(&rest, budget)?;
            roots.push(root);
        }
    }
    separate(&mut roots, budget)?;
    Ok(roots)
}

/// Square-free polynomials without common roots that together have the roots of the given ones.
fn coprime_basis(
    polynomials: &[Polynomial],
    budget: &mut Budget,
) -> Result<Vec<Polynomial>, PolynomialError> {
    let mut basis: Vec<Polynomial> = Vec::new();
    for polynomial in polynomials {
        polynomial.check_size()?;
        let mut rest = polynomial.square_free_part(budget)?;
        let mut next = Vec::with_capacity(basis.len() + 1);
        for member in basis {
            let common = member.gcd(&rest, budget)?;
            if common.is_constant() {
                next.push(member);
                continue;
            }
            budget.spend(division_work(&member, &common) + division_work(&rest, &common))?;
            let own = member
                .exact_division(&common)
                .ok_or(PolynomialError::Inconsistent)?;
            rest = rest
                .exact_division(&common)
                .ok_or(PolynomialError::Inconsistent)?;
            next.extend(
                [own, common]
                    .into_iter()
                    .filter(|factor| !factor.is_constant()),
            );
        }
        if !rest.is_constant() {
            next.push(rest);
        }
        basis = next;
    }
    Ok(basis)
}

/// Sorts the roots and refines their intervals until the closed intervals are disjoint.
fn separate(roots: &mut [IsolatedRoot], budget: &mut Budget) -> Result<(), PolynomialError> {
    loop {
        budget.spend(100 * roots.len() as u64)?;
        roots.sort_by(|left, right| {
            compare(&left.low, &right.low).then_with(|| compare(&left.high, &right.high))
        });
        let mut apart = true;
        let mut rest = &mut *roots;
        while let [left, tail @ ..] = rest {
            if let Some(right) = tail.first_mut()
                && !left.is_left_of(right)
            {
                apart = false;
                let wider = if compare(&left.width(), &right.width()).is_gt() {
                    left
                } else {
                    right
                };
                wider.bisect(budget)?;
            }
            rest = tail;
        }
        if apart {
            return Ok(());
        }
    }
}

/// A simple rational number strictly between two neighbouring roots; without a left (right) root, one to the left
/// (right) of all roots from the other one on, and zero without either.
///
/// The roots must be given in increasing order with disjoint intervals, as [`isolate_all`] returns them.
pub fn sample_between(
    left: Option<&IsolatedRoot>,
    right: Option<&IsolatedRoot>,
    budget: &mut Budget,
) -> Result<Rational, PolynomialError> {
    let mut left = left.cloned();
    let mut right = right.cloned();
    match (&mut left, &mut right) {
        (Some(left), Some(right)) => {
            if !left.is_left_of(right) {
                return Err(PolynomialError::Order);
            }
            // Intervals no wider than the gap leave a third of the distance of the roots to choose from.
            loop {
                let gap = difference(&left.high, &right.low);
                let wider = if compare(&left.width(), &right.width()).is_gt() {
                    &mut *left
                } else {
                    &mut *right
                };
                if compare(&wider.width(), &gap).is_le() {
                    break;
                }
                wider.bisect(budget)?;
            }
        }
        (Some(only), None) | (None, Some(only)) => {
            only.refine(&Rational::new(BigInt::from(1), BigInt::from(4)), budget)?;
        }
        (None, None) => {}
    }
    let bound = |root: &Option<IsolatedRoot>, end: fn(&IsolatedRoot) -> &Rational| match root {
        None => Bound::Unbounded,
        Some(root) if root.exact().is_some() => Bound::Open(end(root).clone()),
        Some(root) => Bound::Closed(end(root).clone()),
    };
    simplest_rational(
        &bound(&left, IsolatedRoot::high),
        &bound(&right, IsolatedRoot::low),
    )
    .ok_or(PolynomialError::Order)
}

/// One simple rational number from each of the open intervals into which the roots divide the line, from left to
/// right: one more than there are roots.
pub fn samples(
    roots: &[IsolatedRoot],
    budget: &mut Budget,
) -> Result<Vec<Rational>, PolynomialError> {
    let lefts = std::iter::once(None).chain(roots.iter().map(Some));
    let rights = roots.iter().map(Some).chain(std::iter::once(None));
    lefts
        .zip(rights)
        .map(|(left, right)| sample_between(left, right, budget))
        .collect()
}
