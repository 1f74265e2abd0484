//! Machine intervals: end points are `f64`, rounded outward.
//!
//! Arithmetic and square roots rest on IEEE 754 and are exact when the result is. Elementary
//! functions are those of the pure-Rust `libm`, the same on every machine: ports of fdlibm and
//! musl, whose documented and measured errors are below 1 ulp (exp, ln, sin, cos, tan, atan, asin,
//! acos) and below 3 ulps (the hyperbolic functions and their inverses); results are widened by
//! [`MARGIN`] and [`HYPERBOLIC_MARGIN`] ulps.

#![allow(clippy::float_cmp, reason = "end points are compared exactly")]

use super::big::Big;
use super::float::{lowered, raised};
use super::real::Real;

/// Widening of the elementary functions, in ulps.
pub const MARGIN: u32 = 4;
/// Widening of the hyperbolic functions and their inverses, in ulps.
pub const HYPERBOLIC_MARGIN: u32 = 8;
/// Sines and cosines of arguments beyond this are taken to be anything in `[-1, 1]`.
pub(super) const REDUCTION_LIMIT: f64 = 1_073_741_824.0;
/// The precision of the detours through [`Big`].
pub(super) const DETOUR: u32 = 64;

/// A closed interval with machine end points. `lo` may be −∞ and `hi` may be +∞; neither is a NaN.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    pub(super) lo: f64,
    pub(super) hi: f64,
}

impl Interval {
    /// The interval `[lo, hi]`. A NaN or the wrong infinity is taken as unbounded on its side, and
    /// end points in the wrong order are exchanged.
    pub fn new(lo: f64, hi: f64) -> Self {
        let (lo, hi) = if lo > hi { (hi, lo) } else { (lo, hi) };
        Self {
            lo: if lo.is_nan() {
                f64::NEG_INFINITY
            } else {
                lo.min(f64::MAX)
            },
            hi: if hi.is_nan() {
                f64::INFINITY
            } else {
                hi.max(f64::MIN)
            },
        }
    }

    /// The point `[x, x]`.
    pub fn point(x: f64) -> Self {
        Self::new(x, x)
    }

    /// The least number, or −∞.
    pub fn lower(&self) -> f64 {
        self.lo
    }

    /// The greatest number, or +∞.
    pub fn upper(&self) -> f64 {
        self.hi
    }

    /// The smallest machine interval around `x`.
    pub fn from_big(x: &Big) -> Self {
        let (lo, hi) = x.bounds_f64();
        Self::new(lo, hi)
    }

    /// The same interval with dyadic end points.
    pub fn to_big(&self, prec: u32) -> Big {
        Big::from_f64(self.lo, self.hi, prec)
    }

    /// The image under an increasing function computed by `f` to within `ulps`.
    pub(super) fn increasing(&self, f: impl Fn(f64) -> f64, ulps: u32) -> Self {
        let lo = f(self.lo);
        let hi = if self.lo.to_bits() == self.hi.to_bits() {
            lo
        } else {
            f(self.hi)
        };
        Self::new(lowered(lo, ulps), raised(hi, ulps))
    }

    /// `self` within `[lo, hi]`, which is known to contain every value.
    pub(super) fn within(&self, lo: f64, hi: f64) -> Self {
        Self::new(self.lo.max(lo).min(hi), self.hi.min(hi).max(lo))
    }

    /// `self`, the image of `x` under an increasing function with the exact value `value` at `at`,
    /// cut at that value when `x` lies on one side of `at`.
    pub(super) fn pinned(self, x: &Self, at: f64, value: f64) -> Self {
        Self {
            lo: if x.lo >= at {
                self.lo.max(value)
            } else {
                self.lo
            },
            hi: if x.hi <= at {
                self.hi.min(value)
            } else {
                self.hi
            },
        }
    }

    pub(super) fn is_zero(&self) -> bool {
        self.lo == 0.0 && self.hi == 0.0
    }

    /// Sine (`shift = ½`) or cosine (`shift = 0`): extrema ±1 at `(m + shift)π` by parity.
    pub(super) fn wave(&self, f: fn(f64) -> f64, shift: f64) -> Self {
        if self.lo < -REDUCTION_LIMIT || self.hi > REDUCTION_LIMIT {
            return Self { lo: -1.0, hi: 1.0 };
        }
        let (fa, fb) = (f(self.lo), f(self.hi));
        let (mut lo, mut hi) = (lowered(fa.min(fb), MARGIN), raised(fa.max(fb), MARGIN));
        if self.lo < self.hi {
            let (first, _) = floor_over_pi(self.lo, shift);
            let (_, last) = floor_over_pi(self.hi, shift);
            if last - first > 1.5 {
                return Self { lo: -1.0, hi: 1.0 };
            }
            if last > first {
                if last % 2.0 == 0.0 {
                    hi = 1.0;
                } else {
                    lo = -1.0;
                }
            }
        }
        Self::new(lo, hi).within(-1.0, 1.0)
    }

    /// `x^n`.
    pub(super) fn raised(&self, n: u64) -> Self {
        if n == 1 {
            *self
        } else if n.is_multiple_of(2) || self.lo >= 0.0 {
            self.abs().power(n)
        } else if self.hi <= 0.0 {
            self.neg().power(n).neg()
        } else {
            let left = Self {
                lo: 0.0,
                hi: -self.lo,
            };
            let right = Self {
                lo: 0.0,
                hi: self.hi,
            };
            Self {
                lo: -left.power(n).hi,
                hi: right.power(n).hi,
            }
        }
    }

    /// `x^n` for `0 <= lo`.
    fn power(&self, n: u64) -> Self {
        let mut result = Self { lo: 1.0, hi: 1.0 };
        for i in (0..64 - n.leading_zeros()).rev() {
            result = result.mul(&result);
            if n >> i & 1 == 1 {
                result = result.mul(self);
            }
        }
        result
    }
}

/// The least and the greatest value that `floor(x/π − shift)` may have, `|x| <= 2^30`.
///
/// `1/π` rounded, the product and the difference are each within 2^-53 relative, so the quotient
/// is within `(|q| + 1)·2^-51`; below 2^30 the margin is below 2^-20.
pub(super) fn floor_over_pi(x: f64, shift: f64) -> (f64, f64) {
    let q = x * core::f64::consts::FRAC_1_PI - shift;
    let margin = (q.abs() + 1.0) * f64::from_bits(0x3cc0_0000_0000_0000); // 2^-51
    (libm::floor(q - 2.0 * margin), libm::floor(q + 2.0 * margin))
}
