//! The operations of [`Real`] for [`Big`].

use core::cmp::Ordering;
use num_bigint::BigInt;
use num_integer::Integer;

use super::big::{Big, clamp};
use super::constant;
use super::decimal;
use super::dyadic::{Direction, Dyadic};
use super::real::Real;
use super::{circular, exponential, hyperbolic};
use Direction::{Down, Up};

#[expect(clippy::unnecessary_wraps, reason = "an end point")]
fn integer(value: i64) -> Option<Dyadic> {
    Some(Dyadic::from_integer(value))
}

impl Real for Big {
    fn from_integer(value: i64, prec: u32) -> Self {
        Self::from_dyadic(&Dyadic::from_integer(value), prec)
    }

    fn from_ratio(numerator: &BigInt, denominator: &BigInt, prec: u32) -> Self {
        Self::ratio(numerator, denominator, prec)
    }

    fn whole(prec: u32) -> Self {
        Self::from_bounds((None, None), clamp(prec))
    }

    fn pi(prec: u32) -> Self {
        fixed_constant(constant::pi, prec)
    }

    fn precision(&self) -> u32 {
        self.prec()
    }

    fn hull(&self, other: &Self) -> Self {
        self.united(other)
    }

    fn intersect(&self, other: &Self) -> Option<Self> {
        self.common(other)
    }

    fn halves(&self) -> Option<(Self, Self)> {
        let prec = self.prec();
        let mut middle = self.middle();
        if self.lower().is_none() || self.upper().is_none() {
            // Beyond the finite end, so that repeated halving moves outward.
            let step = Dyadic::from_integer(if self.lower().is_none() { -1 } else { 1 });
            if self.lower().is_some() || self.upper().is_some() {
                middle = middle.add(&step, prec, Down)?;
            }
        }
        let middle = middle.round(prec, Down)?;
        let after = self
            .lower()
            .is_none_or(|a| a.compare(&middle) == Ordering::Less);
        let before = self
            .upper()
            .is_none_or(|b| middle.compare(b) == Ordering::Less);
        (after && before).then(|| {
            let m = Some(middle);
            (
                Self::from_bounds((self.lower().cloned(), m.clone()), prec),
                Self::from_bounds((m, self.upper().cloned()), prec),
            )
        })
    }

    fn midpoint(&self) -> Self {
        let prec = self.prec();
        // The middle rounded to the precision when that stays inside, so that it is one point.
        let middle = self.middle();
        match middle.round(prec, Down) {
            Some(m) if self.lower().is_none_or(|a| a.compare(&m).is_le()) => {
                Self::from_dyadic(&m, prec)
            }
            _ => Self::from_dyadic(&middle, prec),
        }
    }

    fn add(&self, other: &Self) -> Self {
        self.plus(other)
    }

    fn sub(&self, other: &Self) -> Self {
        self.plus(&other.negated())
    }

    fn mul(&self, other: &Self) -> Self {
        self.times(other)
    }

    fn neg(&self) -> Self {
        self.negated()
    }

    fn recip(&self) -> Option<Self> {
        Self::from_integer(1, self.prec()).over(self)
    }

    fn div(&self, other: &Self) -> Option<Self> {
        self.over(other)
    }

    fn scale(&self, k: i32) -> Self {
        let k = i64::from(k);
        let lo = self.lower().and_then(|d| d.scale(k, Down));
        let hi = self.upper().and_then(|d| d.scale(k, Up));
        Self::from_bounds((lo, hi), self.prec())
    }

    fn powi(&self, n: i64) -> Option<Self> {
        let m = n.unsigned_abs();
        if n >= 0 {
            return Some(raised(self, m));
        }
        // Where x^m underflows, its reciprocal does not exist and (1/x)^m is taken instead.
        let inverse = self.recip()?;
        Some(
            raised(self, m)
                .recip()
                .unwrap_or_else(|| raised(&inverse, m)),
        )
    }

    fn square(&self) -> Self {
        let a = self.absolute();
        a.times(&a)
    }

    fn abs(&self) -> Self {
        self.absolute()
    }

    fn sqrt(&self) -> Option<Self> {
        self.root(2)
    }

    fn root(&self, n: u32) -> Option<Self> {
        if !self.nonnegative() || n == 0 {
            return None;
        }
        let prec = self.prec();
        if n > 16 {
            // x^(1/n) = e^(ln x / n); the limits at 0 are handled apart.
            let wp = clamp(prec + 16);
            let n = Self::from_integer(i64::from(n), wp);
            let f = |x: &Dyadic, _: u32| {
                if x.signum() == 0 {
                    return (integer(0), integer(0));
                }
                let log = Self::from_bounds(exponential::ln(x, wp), wp);
                let root = log.over(&n).map_or_else(|| Self::whole(wp), |l| l.exp());
                (root.lower().cloned(), root.upper().cloned())
            };
            return Some(self.increasing(f, integer(0), None));
        }
        Some(self.increasing(
            |x, p| (x.root(n, p, Down), x.root(n, p, Up)),
            integer(0),
            None,
        ))
    }

    fn exp(&self) -> Self {
        self.increasing(exponential::exp, integer(0), None)
    }

    fn ln(&self) -> Option<Self> {
        self.is_positive()
            .then(|| self.increasing(exponential::ln, None, None))
    }

    fn sin(&self) -> Self {
        hyperbolic::wave(self, circular::sin, true)
    }

    fn cos(&self) -> Self {
        hyperbolic::wave(self, circular::cos, false)
    }

    fn cos_sin(&self) -> (Self, Self) {
        match self.lower() {
            Some(x) if self.is_single() => {
                let (c, s) = circular::cos_sin(x, self.prec());
                (
                    Self::from_bounds(c, self.prec()),
                    Self::from_bounds(s, self.prec()),
                )
            }
            _ => (self.cos(), self.sin()),
        }
    }

    fn tan(&self) -> Option<Self> {
        hyperbolic::tangent(self)
    }

    fn atan(&self) -> Self {
        let quarter = Self::pi(self.prec()).scale(-1);
        let below = quarter.upper().map(Dyadic::neg);
        self.increasing(circular::atan, below, quarter.upper().cloned())
    }

    fn asin(&self) -> Option<Self> {
        hyperbolic::in_unit(self).then(|| self.increasing(hyperbolic::arcsine, None, None))
    }

    fn acos(&self) -> Option<Self> {
        hyperbolic::in_unit(self)
            .then(|| self.negated().increasing(hyperbolic::arccosine, None, None))
    }

    fn sinh(&self) -> Self {
        self.increasing(hyperbolic::sinh, None, None)
    }

    fn cosh(&self) -> Self {
        self.absolute().increasing(hyperbolic::cosh, None, None)
    }

    fn tanh(&self) -> Self {
        self.increasing(hyperbolic::tanh, integer(-1), integer(1))
    }

    fn asinh(&self) -> Self {
        self.increasing(hyperbolic::asinh, None, None)
    }

    fn acosh(&self) -> Option<Self> {
        let one = Dyadic::from_integer(1);
        let inside = self.lower().is_some_and(|a| a.compare(&one).is_ge());
        inside.then(|| self.increasing(hyperbolic::acosh, None, None))
    }

    fn atanh(&self) -> Option<Self> {
        let one = Dyadic::from_integer(1);
        let above = self.lower().is_some_and(|a| a.compare(&one.neg()).is_gt());
        let below = self.upper().is_some_and(|b| b.compare(&one).is_lt());
        (above && below).then(|| self.increasing(hyperbolic::atanh, None, None))
    }

    fn is_positive(&self) -> bool {
        self.lower().is_some_and(|d| d.signum() > 0)
    }

    fn is_negative(&self) -> bool {
        self.upper().is_some_and(|d| d.signum() < 0)
    }

    fn is_nonnegative(&self) -> bool {
        self.nonnegative()
    }

    fn is_point_zero(&self) -> bool {
        self.nonnegative() && self.nonpositive()
    }

    fn is_point(&self) -> bool {
        self.is_single()
    }

    fn is_bounded(&self) -> bool {
        self.lower().is_some() && self.upper().is_some()
    }

    fn disjoint(&self, other: &Self) -> bool {
        self.is_less(other) || other.is_less(self)
    }

    fn is_inside(&self, other: &Self) -> bool {
        let low = match (other.lower(), self.lower()) {
            (None, _) => true,
            (Some(_), None) => false,
            (Some(a), Some(b)) => a.compare(b).is_le(),
        };
        let high = match (self.upper(), other.upper()) {
            (_, None) => true,
            (None, Some(_)) => false,
            (Some(a), Some(b)) => a.compare(b).is_le(),
        };
        low && high
    }

    fn is_less(&self, other: &Self) -> bool {
        matches!((self.upper(), other.lower()), (Some(a), Some(b)) if a.compare(b).is_lt())
    }

    fn width_log2(&self) -> f64 {
        match (self.lower(), self.upper()) {
            (Some(a), Some(b)) => match b.sub(a, 53, Up) {
                Some(w) if w.signum() == 0 => f64::NEG_INFINITY,
                Some(w) => outward_log2(&w),
                None => f64::INFINITY,
            },
            _ => f64::INFINITY,
        }
    }

    fn magnitude_log2(&self) -> f64 {
        match self.absolute().upper() {
            Some(m) if m.signum() == 0 => f64::NEG_INFINITY,
            Some(m) => outward_log2(m),
            None => f64::INFINITY,
        }
    }

    fn nearest_integer_if_unique(&self) -> Option<BigInt> {
        let (a, b) = (self.lower()?, self.upper()?);
        if a.top().max(b.top()) > i64::from(self.prec()) + 64 {
            return None; // an end point of that size is rounded, or wide
        }
        let ceiling = -a.neg().fixed(0);
        (ceiling == b.fixed(0)).then_some(ceiling)
    }

    fn mid_f64(&self) -> f64 {
        self.middle().near_f64()
    }

    fn bounds_f64(&self) -> (f64, f64) {
        (
            self.lower().map_or(f64::NEG_INFINITY, |d| d.to_f64(Down)),
            self.upper().map_or(f64::INFINITY, |d| d.to_f64(Up)),
        )
    }

    fn to_decimal(&self, digits: usize) -> (String, String) {
        (
            self.lower()
                .map_or_else(|| "-inf".into(), |d| decimal::directed(d, digits, Down)),
            self.upper()
                .map_or_else(|| "inf".into(), |d| decimal::directed(d, digits, Up)),
        )
    }

    fn digits(&self, digits: usize) -> String {
        decimal::nearest(&self.middle(), digits)
    }
}

/// `x^n`.
fn raised(x: &Big, n: u64) -> Big {
    if n == 0 {
        Big::from_integer(1, x.prec())
    } else if n == 1 {
        x.clone()
    } else if n.is_multiple_of(2) || x.nonnegative() {
        x.absolute().power(n)
    } else if x.nonpositive() {
        x.negated().power(n).negated()
    } else {
        // Odd and monotone: each side by itself.
        let zero = integer(0);
        let left = Big::from_bounds((x.lower().cloned(), zero.clone()), x.prec());
        let right = Big::from_bounds((zero, x.upper().cloned()), x.prec());
        left.negated().power(n).negated().united(&right.power(n))
    }
}

/// An upper bound of log₂|x|, `x` not 0: the machine logarithm is good to 2^-40 at these sizes
/// (|log₂ x| <= 2^41, relative error far below 2^-50).
fn outward_log2(x: &Dyadic) -> f64 {
    let y = x.log2_near();
    y + (y.abs() + 1.0) * 1e-14
}

/// A fixed-point constant at precision `prec`.
pub(super) fn fixed_constant(constant: fn(u32) -> constant::Ball, prec: u32) -> Big {
    let prec = clamp(prec);
    let wp = prec + 8;
    Big::from_bounds(constant(wp).bounds(-i64::from(wp), prec), prec)
}

/// Is `n` even? The parity of critical points.
pub(super) fn is_even(n: &BigInt) -> bool {
    n.is_even()
}
