//! The operations of [`Real`] for [`Interval`].

#![allow(clippy::float_cmp, reason = "end points are compared exactly")]

use num_bigint::BigInt;
use num_traits::ToPrimitive;

use super::big::Big;
use super::float::{
    add_down, add_up, div_down, div_up, lowered, mul_down, mul_up, raised, sqrt_bounds,
};
use super::interval::{
    DETOUR, HYPERBOLIC_MARGIN, Interval, MARGIN, REDUCTION_LIMIT, floor_over_pi,
};
use super::real::Real;

/// An upper bound of log₂ x, `x >= 0`; −∞ at 0.
fn outward_log2(x: f64) -> f64 {
    if x <= 0.0 {
        f64::NEG_INFINITY
    } else {
        raised(libm::log2(x), MARGIN)
    }
}

impl Real for Interval {
    fn from_integer(value: i64, _prec: u32) -> Self {
        if value.unsigned_abs() <= 1 << 53 {
            return Self::point(value as f64);
        }
        Self::from_big(&Big::from_integer(value, DETOUR))
    }

    fn from_ratio(numerator: &BigInt, denominator: &BigInt, _prec: u32) -> Self {
        if let (Some(n), Some(d)) = (numerator.to_i64(), denominator.to_i64())
            && n.unsigned_abs() <= 1 << 53
            && d.unsigned_abs() <= 1 << 53
            && d != 0
        {
            return Self::new(div_down(n as f64, d as f64), div_up(n as f64, d as f64));
        }
        Self::from_big(&Big::from_ratio(numerator, denominator, DETOUR))
    }

    fn whole(_prec: u32) -> Self {
        Self {
            lo: f64::NEG_INFINITY,
            hi: f64::INFINITY,
        }
    }

    fn pi(_prec: u32) -> Self {
        // The machine number PI is below π, by less than half an ulp.
        Self {
            lo: core::f64::consts::PI,
            hi: core::f64::consts::PI.next_up(),
        }
    }

    fn precision(&self) -> u32 {
        53
    }

    fn hull(&self, other: &Self) -> Self {
        Self {
            lo: self.lo.min(other.lo),
            hi: self.hi.max(other.hi),
        }
    }

    fn intersect(&self, other: &Self) -> Option<Self> {
        let (lo, hi) = (self.lo.max(other.lo), self.hi.min(other.hi));
        (lo <= hi).then_some(Self { lo, hi })
    }

    fn halves(&self) -> Option<(Self, Self)> {
        let m = self.mid_f64();
        (self.lo < m && m < self.hi)
            .then_some((Self { lo: self.lo, hi: m }, Self { lo: m, hi: self.hi }))
    }

    fn midpoint(&self) -> Self {
        Self::point(self.mid_f64())
    }

    fn add(&self, other: &Self) -> Self {
        Self::new(add_down(self.lo, other.lo), add_up(self.hi, other.hi))
    }

    fn sub(&self, other: &Self) -> Self {
        Self::new(add_down(self.lo, -other.hi), add_up(self.hi, -other.lo))
    }

    fn mul(&self, other: &Self) -> Self {
        let (a, b) = (self, other);
        // The common cases of factors of one sign.
        if a.lo >= 0.0 && b.lo >= 0.0 {
            return Self::new(mul_down(a.lo, b.lo), mul_up(a.hi, b.hi));
        }
        if a.hi <= 0.0 && b.hi <= 0.0 {
            return Self::new(mul_down(a.hi, b.hi), mul_up(a.lo, b.lo));
        }
        if a.lo >= 0.0 && b.hi <= 0.0 {
            return Self::new(mul_down(a.hi, b.lo), mul_up(a.lo, b.hi));
        }
        if a.hi <= 0.0 && b.lo >= 0.0 {
            return Self::new(mul_down(a.lo, b.hi), mul_up(a.hi, b.lo));
        }
        let pairs = [(a.lo, b.lo), (a.lo, b.hi), (a.hi, b.lo), (a.hi, b.hi)];
        let lo = pairs
            .iter()
            .fold(f64::INFINITY, |m, &(x, y)| m.min(mul_down(x, y)));
        let hi = pairs
            .iter()
            .fold(f64::NEG_INFINITY, |m, &(x, y)| m.max(mul_up(x, y)));
        Self::new(lo, hi)
    }

    fn neg(&self) -> Self {
        Self {
            lo: -self.hi,
            hi: -self.lo,
        }
    }

    fn recip(&self) -> Option<Self> {
        (!self.contains_zero()).then(|| Self::new(div_down(1.0, self.hi), div_up(1.0, self.lo)))
    }

    fn div(&self, other: &Self) -> Option<Self> {
        if other.contains_zero() {
            return None;
        }
        let (a, b) = (self, other);
        // An infinite numerator over an infinite divisor: the quotients reach from 0 to ∞, and the
        // pairing with the finite end of the divisor gives the ∞.
        let pairs = [(a.lo, b.lo), (a.lo, b.hi), (a.hi, b.lo), (a.hi, b.hi)];
        let lo = pairs
            .iter()
            .fold(f64::INFINITY, |m, &(x, y)| m.min(div_down(x, y)));
        let hi = pairs
            .iter()
            .fold(f64::NEG_INFINITY, |m, &(x, y)| m.max(div_up(x, y)));
        Some(Self::new(lo, hi))
    }

    fn scale(&self, k: i32) -> Self {
        let k = k.clamp(-2200, 2200);
        let at = |x: f64, up: bool| {
            let y = libm::scalbn(x, k);
            let exact =
                x == 0.0 || x.is_infinite() || (y.abs() > f64::MIN_POSITIVE && y.is_finite());
            if exact {
                y
            } else if up {
                raised(y, 1)
            } else {
                lowered(y, 1)
            }
        };
        Self::new(at(self.lo, false), at(self.hi, true))
    }

    fn powi(&self, n: i64) -> Option<Self> {
        let m = n.unsigned_abs();
        if n >= 0 {
            return Some(self.raised(m));
        }
        // Where x^m underflows, its reciprocal does not exist and (1/x)^m is taken instead.
        let inverse = self.recip()?;
        Some(self.raised(m).recip().unwrap_or_else(|| inverse.raised(m)))
    }

    fn square(&self) -> Self {
        let a = self.abs();
        Self::new(mul_down(a.lo, a.lo), mul_up(a.hi, a.hi)).within(0.0, f64::INFINITY)
    }

    fn abs(&self) -> Self {
        if self.lo >= 0.0 {
            *self
        } else if self.hi <= 0.0 {
            self.neg()
        } else {
            Self {
                lo: 0.0,
                hi: self.hi.max(-self.lo),
            }
        }
    }

    fn sqrt(&self) -> Option<Self> {
        (self.lo >= 0.0).then(|| Self::new(sqrt_bounds(self.lo).0, sqrt_bounds(self.hi).1))
    }

    fn root(&self, n: u32) -> Option<Self> {
        if self.lo < 0.0 || n == 0 {
            return None;
        }
        match n {
            1 => Some(*self),
            _ if self.is_zero() => Some(*self),
            2 => self.sqrt(),
            3 => Some(
                self.increasing(libm::cbrt, MARGIN)
                    .within(0.0, f64::INFINITY),
            ),
            _ => Some(Self::from_big(&self.to_big(DETOUR).root(n)?)),
        }
    }

    fn exp(&self) -> Self {
        if self.is_zero() {
            return Self::point(1.0);
        }
        self.increasing(libm::exp, MARGIN)
            .within(0.0, f64::INFINITY)
            .pinned(self, 0.0, 1.0)
    }

    fn ln(&self) -> Option<Self> {
        if self.lo == 1.0 && self.hi == 1.0 {
            return Some(Self::point(0.0));
        }
        (self.lo > 0.0).then(|| self.increasing(libm::log, MARGIN).pinned(self, 1.0, 0.0))
    }

    fn sin(&self) -> Self {
        if self.is_zero() {
            return *self;
        }
        let wave = self.wave(libm::sin, 0.5);
        // On [0, 3] the sine is >= 0, on [-3, 0] it is <= 0.
        if self.lo >= -3.0 && self.hi <= 3.0 {
            wave.pinned(self, 0.0, 0.0)
        } else {
            wave
        }
    }

    fn cos(&self) -> Self {
        if self.is_zero() {
            Self::point(1.0)
        } else {
            self.wave(libm::cos, 0.0)
        }
    }

    fn tan(&self) -> Option<Self> {
        if self.is_zero() {
            return Some(*self);
        }
        if self.lo < -REDUCTION_LIMIT || self.hi > REDUCTION_LIMIT {
            return None;
        }
        // The floors agree only when no pole is inside; a point is treated alike.
        let (first, last) = (floor_over_pi(self.lo, 0.5).0, floor_over_pi(self.hi, 0.5).1);
        let tan = (last <= first).then(|| self.increasing(libm::tan, MARGIN))?;
        // Between the poles about 0.
        Some(if self.lo >= -1.5 && self.hi <= 1.5 {
            tan.pinned(self, 0.0, 0.0)
        } else {
            tan
        })
    }

    fn atan(&self) -> Self {
        if self.is_zero() {
            return *self;
        }
        let quarter = core::f64::consts::FRAC_PI_2.next_up();
        self.increasing(libm::atan, MARGIN)
            .within(-quarter, quarter)
            .pinned(self, 0.0, 0.0)
    }

    fn asin(&self) -> Option<Self> {
        if self.is_zero() {
            return Some(*self);
        }
        let quarter = core::f64::consts::FRAC_PI_2.next_up();
        let inside = self.lo >= -1.0 && self.hi <= 1.0;
        inside.then(|| {
            self.increasing(libm::asin, MARGIN)
                .within(-quarter, quarter)
                .pinned(self, 0.0, 0.0)
        })
    }

    fn acos(&self) -> Option<Self> {
        if self.lo == 1.0 && self.hi == 1.0 {
            return Some(Self::point(0.0));
        }
        let inside = self.lo >= -1.0 && self.hi <= 1.0;
        let half = core::f64::consts::PI.next_up();
        inside.then(|| {
            self.neg()
                .increasing(|x| libm::acos(-x), MARGIN)
                .within(0.0, half)
        })
    }

    fn sinh(&self) -> Self {
        if self.is_zero() {
            *self
        } else {
            self.increasing(libm::sinh, HYPERBOLIC_MARGIN)
                .pinned(self, 0.0, 0.0)
        }
    }

    fn cosh(&self) -> Self {
        if self.is_zero() {
            return Self::point(1.0);
        }
        self.abs()
            .increasing(libm::cosh, HYPERBOLIC_MARGIN)
            .within(1.0, f64::INFINITY)
    }

    fn tanh(&self) -> Self {
        if self.is_zero() {
            return *self;
        }
        self.increasing(libm::tanh, HYPERBOLIC_MARGIN)
            .within(-1.0, 1.0)
            .pinned(self, 0.0, 0.0)
    }

    fn asinh(&self) -> Self {
        if self.is_zero() {
            *self
        } else {
            self.increasing(libm::asinh, HYPERBOLIC_MARGIN)
                .pinned(self, 0.0, 0.0)
        }
    }

    fn acosh(&self) -> Option<Self> {
        if self.lo == 1.0 && self.hi == 1.0 {
            return Some(Self::point(0.0));
        }
        let up = |x: &Self| {
            x.increasing(libm::acosh, HYPERBOLIC_MARGIN)
                .within(0.0, f64::INFINITY)
        };
        (self.lo >= 1.0).then(|| up(self))
    }

    fn atanh(&self) -> Option<Self> {
        if self.is_zero() {
            return Some(*self);
        }
        let inside = self.lo > -1.0 && self.hi < 1.0;
        inside.then(|| {
            self.increasing(libm::atanh, HYPERBOLIC_MARGIN)
                .pinned(self, 0.0, 0.0)
        })
    }

    fn is_positive(&self) -> bool {
        self.lo > 0.0
    }

    fn is_negative(&self) -> bool {
        self.hi < 0.0
    }

    fn is_nonnegative(&self) -> bool {
        self.lo >= 0.0
    }

    fn is_point_zero(&self) -> bool {
        self.is_zero()
    }

    fn is_point(&self) -> bool {
        self.lo == self.hi
    }

    fn is_bounded(&self) -> bool {
        self.lo.is_finite() && self.hi.is_finite()
    }

    fn disjoint(&self, other: &Self) -> bool {
        self.hi < other.lo || other.hi < self.lo
    }

    fn is_inside(&self, other: &Self) -> bool {
        other.lo <= self.lo && self.hi <= other.hi
    }

    fn is_less(&self, other: &Self) -> bool {
        self.hi < other.lo
    }

    fn width_log2(&self) -> f64 {
        outward_log2(add_up(self.hi, -self.lo))
    }

    fn magnitude_log2(&self) -> f64 {
        outward_log2(self.hi.max(-self.lo))
    }

    fn nearest_integer_if_unique(&self) -> Option<BigInt> {
        let (a, b) = (libm::ceil(self.lo), libm::floor(self.hi));
        if a == b && a.abs() <= 9_007_199_254_740_992.0 {
            Some(BigInt::from(a as i64))
        } else {
            None
        }
    }

    fn mid_f64(&self) -> f64 {
        if self.lo == f64::NEG_INFINITY || self.hi == f64::INFINITY {
            return if self.lo > f64::NEG_INFINITY {
                (self.lo + self.lo.abs() + 1.0).min(f64::MAX)
            } else if self.hi < f64::INFINITY {
                (self.hi - self.hi.abs() - 1.0).max(f64::MIN)
            } else {
                0.0
            };
        }
        (0.5 * self.lo + 0.5 * self.hi).clamp(self.lo, self.hi)
    }

    fn bounds_f64(&self) -> (f64, f64) {
        (self.lo, self.hi)
    }

    fn to_decimal(&self, digits: usize) -> (String, String) {
        self.to_big(DETOUR).to_decimal(digits)
    }

    fn digits(&self, digits: usize) -> String {
        self.to_big(DETOUR).digits(digits)
    }
}
