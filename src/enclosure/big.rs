//! Intervals with arbitrary-precision dyadic end points.

use core::cmp::Ordering;
use num_bigint::BigInt;

use super::dyadic::{Direction, Dyadic};
use super::exponential::Bounds;
use Direction::{Down, Up};

/// A closed interval `[lo, hi]` whose end points are dyadic rationals of about `prec` bits, or
/// unbounded.
///
/// Every operation rounds its end points outward to the greater of the operands' precisions.
/// Exponents are limited: a magnitude above `2^(2^40)` becomes unbounded on the outer side, one
/// below `2^-(2^40)` becomes 0 on the inner side. No operation builds a number much longer than
/// its precision (a sine of a huge argument: five times as long).
#[derive(Clone, Debug)]
pub struct Big {
    /// `None` is −∞.
    lo: Option<Dyadic>,
    /// `None` is +∞.
    hi: Option<Dyadic>,
    prec: u32,
}

/// The least and the greatest precision; others are clamped.
const MIN_PREC: u32 = 32;
const MAX_PREC: u32 = 1 << 15;

/// `precision` clamped to what the type supports.
pub(super) fn clamp(prec: u32) -> u32 {
    prec.clamp(MIN_PREC, MAX_PREC)
}

/// `x·y` where an unbounded factor stands for ±∞ in the direction of rounding; 0·∞ = 0.
fn product(
    x: Option<&Dyadic>,
    y: Option<&Dyadic>,
    prec: u32,
    direction: Direction,
) -> Option<Dyadic> {
    if x.is_some_and(|d| d.signum() == 0) || y.is_some_and(|d| d.signum() == 0) {
        return Some(Dyadic::zero());
    }
    x?.mul(y?, prec, direction)
}

/// `x/y`; `y = None` is ±∞ (quotient 0), `x = None` is unbounded in the direction of rounding.
fn quotient(
    x: Option<&Dyadic>,
    y: Option<&Dyadic>,
    prec: u32,
    direction: Direction,
) -> Option<Dyadic> {
    match (x, y) {
        (Some(x), Some(y)) => x.div(y, prec, direction),
        (Some(_), None) => Some(Dyadic::zero()),
        (None, _) => None,
    }
}

fn least(a: Option<Dyadic>, b: Option<Dyadic>) -> Option<Dyadic> {
    let (a, b) = (a?, b?);
    Some(if a.compare(&b) == Ordering::Greater {
        b
    } else {
        a
    })
}

fn greatest(a: Option<Dyadic>, b: Option<Dyadic>) -> Option<Dyadic> {
    let (a, b) = (a?, b?);
    Some(if a.compare(&b) == Ordering::Less {
        b
    } else {
        a
    })
}

impl Big {
    /// The interval with the given end points (`None`: unbounded), rounded outward; end points in
    /// the wrong order are exchanged.
    pub fn new(lo: Option<Dyadic>, hi: Option<Dyadic>, prec: u32) -> Self {
        let prec = clamp(prec);
        let (lo, hi) = match (lo, hi) {
            (Some(a), Some(b)) if a.compare(&b) == Ordering::Greater => (Some(b), Some(a)),
            other => other,
        };
        Self::rounded((lo, hi), prec)
    }

    /// End points in order, rounded outward.
    fn rounded(bounds: Bounds, prec: u32) -> Self {
        Self {
            lo: bounds.0.and_then(|d| d.round(prec, Down)),
            hi: bounds.1.and_then(|d| d.round(prec, Up)),
            prec,
        }
    }

    /// End points in order and already rounded.
    pub(super) fn from_bounds(bounds: Bounds, prec: u32) -> Self {
        Self {
            lo: bounds.0,
            hi: bounds.1,
            prec,
        }
    }

    /// The smallest interval around the point `x`.
    pub fn from_dyadic(x: &Dyadic, prec: u32) -> Self {
        let prec = clamp(prec);
        Self {
            lo: x.round(prec, Down),
            hi: x.round(prec, Up),
            prec,
        }
    }

    /// The interval `[lo, hi]` of machine numbers, exactly at 53 bits or more; an infinite bound or
    /// a NaN is unbounded.
    pub fn from_f64(lo: f64, hi: f64, prec: u32) -> Self {
        Self::new(Dyadic::from_f64(lo), Dyadic::from_f64(hi), prec.max(53))
    }

    /// The least number; `None` when unbounded below.
    pub fn lower(&self) -> Option<&Dyadic> {
        self.lo.as_ref()
    }

    /// The greatest number; `None` when unbounded above.
    pub fn upper(&self) -> Option<&Dyadic> {
        self.hi.as_ref()
    }

    /// The precision in bits.
    pub fn prec(&self) -> u32 {
        self.prec
    }

    /// The same interval, rounded outward to another precision.
    #[must_use]
    pub fn with_precision(&self, prec: u32) -> Self {
        Self::rounded((self.lo.clone(), self.hi.clone()), clamp(prec))
    }

    /// Rounded to `prec`, computed at a higher precision.
    pub(super) fn narrowed(self, prec: u32) -> Self {
        Self::rounded((self.lo, self.hi), prec)
    }

    /// Sum.
    pub(super) fn plus(&self, other: &Self) -> Self {
        let prec = self.prec.max(other.prec);
        let sum = |a: &Option<Dyadic>, b: &Option<Dyadic>, d| a.as_ref()?.add(b.as_ref()?, prec, d);
        Self {
            lo: sum(&self.lo, &other.lo, Down),
            hi: sum(&self.hi, &other.hi, Up),
            prec,
        }
    }

    /// Negation.
    pub(super) fn negated(&self) -> Self {
        Self {
            lo: self.hi.as_ref().map(Dyadic::neg),
            hi: self.lo.as_ref().map(Dyadic::neg),
            prec: self.prec,
        }
    }

    pub(super) fn nonnegative(&self) -> bool {
        self.lo.as_ref().is_some_and(|d| d.signum() >= 0)
    }

    pub(super) fn nonpositive(&self) -> bool {
        self.hi.as_ref().is_some_and(|d| d.signum() <= 0)
    }

    /// Product, by the signs of the factors.
    pub(super) fn times(&self, other: &Self) -> Self {
        let prec = self.prec.max(other.prec);
        let (al, ah) = (self.lo.as_ref(), self.hi.as_ref());
        let (bl, bh) = (other.lo.as_ref(), other.hi.as_ref());
        let down = |x, y| product(x, y, prec, Down);
        let up = |x, y| product(x, y, prec, Up);
        let (b_pos, b_neg) = (other.nonnegative(), other.nonpositive());
        let (lo, hi) = if self.nonnegative() {
            if b_pos {
                (down(al, bl), up(ah, bh))
            } else if b_neg {
                (down(ah, bl), up(al, bh))
            } else {
                (down(ah, bl), up(ah, bh))
            }
        } else if self.nonpositive() {
            if b_pos {
                (down(al, bh), up(ah, bl))
            } else if b_neg {
                (down(ah, bh), up(al, bl))
            } else {
                (down(al, bh), up(al, bl))
            }
        } else if b_pos {
            (down(al, bh), up(ah, bh))
        } else if b_neg {
            (down(ah, bl), up(al, bl))
        } else {
            (
                least(down(al, bh), down(ah, bl)),
                greatest(up(al, bl), up(ah, bh)),
            )
        };
        Self { lo, hi, prec }
    }

    /// Quotient; `None` when the divisor contains 0.
    pub(super) fn over(&self, other: &Self) -> Option<Self> {
        if other.hi.as_ref().is_some_and(|d| d.signum() < 0) {
            return self.negated().over_positive(&other.negated());
        }
        self.over_positive(other)
    }

    fn over_positive(&self, other: &Self) -> Option<Self> {
        let bl = other.lo.as_ref().filter(|d| d.signum() > 0)?;
        let (bl, bh) = (Some(bl), other.hi.as_ref());
        let prec = self.prec.max(other.prec);
        let (al, ah) = (self.lo.as_ref(), self.hi.as_ref());
        let (low, high) = if self.nonnegative() {
            (bh, bl)
        } else if self.nonpositive() {
            (bl, bh)
        } else {
            (bl, bl)
        };
        Some(Self {
            lo: quotient(al, low, prec, Down),
            hi: quotient(ah, high, prec, Up),
            prec,
        })
    }

    /// Absolute value.
    pub(super) fn absolute(&self) -> Self {
        if self.nonnegative() {
            self.clone()
        } else if self.nonpositive() {
            self.negated()
        } else {
            let hi = greatest(self.hi.clone(), self.lo.as_ref().map(Dyadic::neg));
            Self {
                lo: Some(Dyadic::zero()),
                hi,
                prec: self.prec,
            }
        }
    }

    /// `x^n` for a nonnegative interval, by squaring with directed rounding.
    pub(super) fn power(&self, n: u64) -> Self {
        let bits = 64 - n.leading_zeros();
        // Every one of at most 2·bits products is off by 2^-wp relative, amplified at most n-fold.
        let wp = clamp(self.prec + bits + 8);
        let mut result = Self::from_dyadic(&Dyadic::from_integer(1), wp);
        let base = Self {
            prec: wp,
            ..self.clone()
        };
        for i in (0..bits).rev() {
            result = result.times(&result);
            if n >> i & 1 == 1 {
                result = result.times(&base);
            }
        }
        result.narrowed(self.prec)
    }

    /// Image under an increasing function with point bounds `f`; `below` and `above` are its limits
    /// at −∞ and +∞ (`None`: unbounded).
    pub(super) fn increasing(
        &self,
        f: impl Fn(&Dyadic, u32) -> Bounds,
        below: Option<Dyadic>,
        above: Option<Dyadic>,
    ) -> Self {
        let prec = self.prec;
        let (lo, hi) = match (&self.lo, &self.hi) {
            (Some(a), Some(b)) if a.compare(b) == Ordering::Equal => f(a, prec),
            (a, b) => (
                a.as_ref().map_or(below, |a| f(a, prec).0),
                b.as_ref().map_or(above, |b| f(b, prec).1),
            ),
        };
        Self::rounded((lo, hi), prec)
    }

    /// Is it a single point?
    pub(super) fn is_single(&self) -> bool {
        matches!((&self.lo, &self.hi), (Some(a), Some(b)) if a.compare(b) == Ordering::Equal)
    }

    /// Hull of two intervals.
    pub(super) fn united(&self, other: &Self) -> Self {
        Self {
            lo: least(self.lo.clone(), other.lo.clone()),
            hi: greatest(self.hi.clone(), other.hi.clone()),
            prec: self.prec.max(other.prec),
        }
    }

    /// Common part.
    pub(super) fn common(&self, other: &Self) -> Option<Self> {
        let lo = match (&self.lo, &other.lo) {
            (Some(_), Some(_)) => greatest(self.lo.clone(), other.lo.clone()),
            (a, b) => a.clone().or_else(|| b.clone()),
        };
        let hi = match (&self.hi, &other.hi) {
            (Some(_), Some(_)) => least(self.hi.clone(), other.hi.clone()),
            (a, b) => a.clone().or_else(|| b.clone()),
        };
        if let (Some(a), Some(b)) = (&lo, &hi)
            && a.compare(b) == Ordering::Greater
        {
            return None;
        }
        Some(Self {
            lo,
            hi,
            prec: self.prec.max(other.prec),
        })
    }

    /// The middle, exactly, as a dyadic number (0 or a large number when unbounded).
    pub fn middle(&self) -> Dyadic {
        match (&self.lo, &self.hi) {
            (Some(a), Some(b)) => a
                .add(b, MAX_PREC, Down)
                .and_then(|s| s.scale(-1, Down))
                .filter(|m| m.compare(a).is_ge() && m.compare(b).is_le())
                .unwrap_or_else(|| a.clone()),
            (Some(a), None) => {
                let m = a.abs().add(a, MAX_PREC, Down);
                m.filter(|m| m.compare(a).is_ge())
                    .unwrap_or_else(|| a.clone())
            }
            (None, Some(b)) => {
                let m = b.sub(&b.abs(), MAX_PREC, Up);
                m.filter(|m| m.compare(b).is_le())
                    .unwrap_or_else(|| b.clone())
            }
            (None, None) => Dyadic::zero(),
        }
    }

    /// The quotient of two integers; the whole line when the denominator is zero.
    pub(super) fn ratio(numerator: &BigInt, denominator: &BigInt, prec: u32) -> Self {
        let prec = clamp(prec);
        Self {
            lo: Dyadic::quotient(numerator, denominator, 0, prec, Down),
            hi: Dyadic::quotient(numerator, denominator, 0, prec, Up),
            prec,
        }
    }
}
