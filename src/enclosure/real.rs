//! The trait of rigorous enclosures of real numbers.

use core::fmt::Debug;
use num_bigint::BigInt;

/// A closed, nonempty, possibly unbounded interval `[lo, hi]` of real numbers.
///
/// **Contract.** For every operation `op` and all reals `x ∈ X` (and `y ∈ Y`) for which `op` is
/// defined, `op(x, y)` lies in the interval returned. Rounding is always outward. An operation
/// that returns `None` makes no claim at all: it says that the arguments could not be shown to
/// lie inside the domain (or, for functions with a cut or a pole, off it).
///
/// `prec` is the working precision in bits; implementations of fixed precision ignore it.
pub trait Real: Clone + Debug {
    /// The integer `value`, exactly when it fits the precision.
    fn from_integer(value: i64, prec: u32) -> Self;
    /// The quotient `numerator / denominator`; the whole line when the denominator is zero.
    fn from_ratio(numerator: &BigInt, denominator: &BigInt, prec: u32) -> Self;
    /// The whole real line.
    fn whole(prec: u32) -> Self;
    /// π.
    fn pi(prec: u32) -> Self;
    /// Euler's number e.
    fn e(prec: u32) -> Self {
        Self::from_integer(1, prec).exp()
    }
    /// Zero, exactly.
    fn zero(prec: u32) -> Self {
        Self::from_integer(0, prec)
    }
    /// One, exactly.
    fn one(prec: u32) -> Self {
        Self::from_integer(1, prec)
    }
    /// The working precision in bits (53 for machine intervals).
    fn precision(&self) -> u32;

    /// The smallest interval that contains both.
    #[must_use]
    fn hull(&self, other: &Self) -> Self;
    /// The common part; `None` when there is none.
    fn intersect(&self, other: &Self) -> Option<Self>;
    /// The point or interval made of the lower half and of the upper half, for subdivision:
    /// their union is `self`. `None` for a point, and when no number lies strictly between.
    fn halves(&self) -> Option<(Self, Self)>;
    /// An enclosure of one number of the interval near its middle, as narrow as the precision
    /// allows (0 or a large number of the interval when it is unbounded).
    #[must_use]
    fn midpoint(&self) -> Self;

    /// Sum.
    #[must_use]
    fn add(&self, other: &Self) -> Self;
    /// Difference (the two are taken to be independent).
    #[must_use]
    fn sub(&self, other: &Self) -> Self;
    /// Product, with the interval convention 0·∞ = 0.
    #[must_use]
    fn mul(&self, other: &Self) -> Self;
    /// Negation, exact.
    #[must_use]
    fn neg(&self) -> Self;
    /// Reciprocal; `None` when the interval contains 0.
    fn recip(&self) -> Option<Self>;
    /// Quotient; `None` when the divisor contains 0.
    fn div(&self, other: &Self) -> Option<Self>;
    /// `self · 2^k`.
    #[must_use]
    fn scale(&self, k: i32) -> Self;
    /// Integer power, tight for even exponents (`[-1, 2]^2 = [0, 4]`); `x^0 = 1`.
    /// `None` when the exponent is negative and the interval contains 0.
    fn powi(&self, n: i64) -> Option<Self>;
    /// The square, tight.
    #[must_use]
    fn square(&self) -> Self;
    /// Absolute value.
    #[must_use]
    fn abs(&self) -> Self;
    /// Square root; `None` unless `lo >= 0`.
    fn sqrt(&self) -> Option<Self>;
    /// The `n`-th root of a nonnegative interval; `None` unless `lo >= 0` and `n >= 1`.
    fn root(&self, n: u32) -> Option<Self>;

    /// Exponential.
    #[must_use]
    fn exp(&self) -> Self;
    /// Natural logarithm; `None` unless `lo > 0`.
    fn ln(&self) -> Option<Self>;
    /// Sine, inside `[-1, 1]`.
    #[must_use]
    fn sin(&self) -> Self;
    /// Cosine, inside `[-1, 1]`.
    #[must_use]
    fn cos(&self) -> Self;
    /// Cosine and sine together, where that is faster.
    fn cos_sin(&self) -> (Self, Self) {
        (self.cos(), self.sin())
    }
    /// Tangent; `None` when a pole may lie inside.
    fn tan(&self) -> Option<Self>;
    /// Inverse tangent, in `[-π/2, π/2]`.
    #[must_use]
    fn atan(&self) -> Self;
    /// Inverse sine; `None` unless inside `[-1, 1]`.
    fn asin(&self) -> Option<Self>;
    /// Inverse cosine; `None` unless inside `[-1, 1]`.
    fn acos(&self) -> Option<Self>;
    /// Hyperbolic sine.
    #[must_use]
    fn sinh(&self) -> Self;
    /// Hyperbolic cosine.
    #[must_use]
    fn cosh(&self) -> Self;
    /// Hyperbolic tangent.
    #[must_use]
    fn tanh(&self) -> Self;
    /// Inverse hyperbolic sine.
    #[must_use]
    fn asinh(&self) -> Self;
    /// Inverse hyperbolic cosine; `None` unless `lo >= 1`.
    fn acosh(&self) -> Option<Self>;
    /// Inverse hyperbolic tangent; `None` unless inside the open interval `(-1, 1)`.
    fn atanh(&self) -> Option<Self>;

    /// Every number is > 0.
    fn is_positive(&self) -> bool;
    /// Every number is < 0.
    fn is_negative(&self) -> bool;
    /// Every number is >= 0.
    fn is_nonnegative(&self) -> bool;
    /// Zero is inside.
    fn contains_zero(&self) -> bool {
        !self.is_positive() && !self.is_negative()
    }
    /// The interval is exactly `[0, 0]`.
    fn is_point_zero(&self) -> bool;
    /// Both end points are the same number.
    fn is_point(&self) -> bool;
    /// Both end points are finite.
    fn is_bounded(&self) -> bool;
    /// The two have no number in common.
    fn disjoint(&self, other: &Self) -> bool;
    /// `self` is a subset of `other`.
    fn is_inside(&self, other: &Self) -> bool;
    /// Every number of `self` is below every number of `other`.
    fn is_less(&self, other: &Self) -> bool;

    /// An upper bound of log₂ of the width: −∞ for a point, +∞ when unbounded.
    fn width_log2(&self) -> f64;
    /// An upper bound of log₂ of the greatest absolute value: −∞ for `[0, 0]`, +∞ when unbounded.
    fn magnitude_log2(&self) -> f64;
    /// About how many leading bits the interval determines: log₂(greatest absolute value / width).
    /// +∞ for a point, −∞ when unbounded. A heuristic measure, not a bound.
    fn accuracy_bits(&self) -> f64 {
        let (m, w) = (self.magnitude_log2(), self.width_log2());
        if w == f64::NEG_INFINITY {
            f64::INFINITY
        } else if m.is_infinite() || w.is_infinite() {
            f64::NEG_INFINITY
        } else {
            m - w
        }
    }
    /// The integer inside, when exactly one integer is inside.
    fn nearest_integer_if_unique(&self) -> Option<BigInt>;
    /// A machine number near the middle: finite, and a heuristic only.
    fn mid_f64(&self) -> f64;
    /// Machine numbers `(a, b)` with `a <= lo` and `hi <= b` (possibly infinite).
    fn bounds_f64(&self) -> (f64, f64);
    /// Both end points in decimal with about `digits` significant digits, rounded outward.
    fn to_decimal(&self, digits: usize) -> (String, String);
    /// The middle of the interval in decimal, to the nearest of about `digits` significant digits;
    /// for display only.
    fn digits(&self, digits: usize) -> String;

    /// The angle in `(-π, π]` of the points `(x, y)`, `y` in `self`.
    ///
    /// `None` when the rectangle contains the origin or touches the cut `y = 0, x < 0`; but a `y`
    /// that is exactly zero with `x < 0` gives π.
    fn angle(&self, x: &Self) -> Option<Self> {
        let prec = self.precision().max(x.precision());
        if self.is_point_zero() {
            return if x.is_positive() {
                Some(Self::zero(prec))
            } else if x.is_negative() {
                Some(Self::pi(prec))
            } else {
                None
            };
        }
        if x.is_positive() {
            return Some(self.div(x)?.atan());
        }
        let quarter = Self::pi(prec).scale(-1);
        if self.is_positive() {
            Some(quarter.sub(&x.div(self)?.atan()))
        } else if self.is_negative() {
            Some(quarter.add(&x.div(self)?.atan()).neg())
        } else {
            None
        }
    }
}
