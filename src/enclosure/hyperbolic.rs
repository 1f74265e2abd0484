//! Functions of [`Big`] built from the exponential, the logarithm, sine, cosine and inverse tangent.
//!
//! Point functions take a dyadic number and a precision and return bounds; those which lose
//! leading digits by cancellation raise the working precision by the number of bits lost.

use num_bigint::BigInt;

use super::big::{Big, clamp};
use super::big_real::is_even;
use super::circular::{self, away_from_zero, floor_over_pi, is_beyond_reduction, toward_zero};
use super::dyadic::Dyadic;
use super::exponential::Bounds;
use super::real::Real;

fn bounds(x: &Big) -> Bounds {
    (x.lower().cloned(), x.upper().cloned())
}

/// Bounds of a value that may have failed to exist: unbounded then.
fn bounds_or_whole(x: Option<Big>) -> Bounds {
    x.map_or((None, None), |x| bounds(&x))
}

fn point(x: &Dyadic, wp: u32) -> Big {
    // Exact: a working precision is never below the length of an end point.
    let exact = (x.parts().0.bits() as u32).saturating_add(1);
    Big::from_dyadic(x, clamp(wp.max(exact)))
}

fn zero_bounds() -> Bounds {
    (Some(Dyadic::zero()), Some(Dyadic::zero()))
}

/// Is `x²` below `2^-(prec+4)`?
fn is_tiny(x: &Dyadic, prec: u32) -> bool {
    x.top() * 2 < -i64::from(prec) - 4
}

/// `prec` with guard bits for a function that behaves like `x` near 0.
fn guarded(x: &Dyadic, prec: u32) -> u32 {
    clamp(prec + 16 + (-x.top()).clamp(0, i64::from(prec)) as u32)
}

/// Are all numbers inside `[-1, 1]`?
pub(super) fn in_unit(x: &Big) -> bool {
    let one = Dyadic::from_integer(1);
    x.lower().is_some_and(|a| a.compare(&one.neg()).is_ge())
        && x.upper().is_some_and(|b| b.compare(&one).is_le())
}

/// Image of an interval under sine (`sine`) or cosine, given the point bounds `f`.
///
/// The maxima and minima, ±1 by parity, are at `(m + ½)π` for sine and `mπ` for cosine. Those m
/// that may lie inside, and any that cannot be excluded, are included.
pub(super) fn wave(x: &Big, f: fn(&Dyadic, u32) -> Bounds, sine: bool) -> Big {
    let prec = x.prec();
    let one = Dyadic::from_integer(1);
    let full = Big::from_bounds((Some(one.neg()), Some(one.clone())), prec);
    let (Some(a), Some(b)) = (x.lower(), x.upper()) else {
        return full;
    };
    if x.is_single() {
        return Big::from_bounds(f(a, prec), prec);
    }
    if is_beyond_reduction(a, prec) || is_beyond_reduction(b, prec) {
        return full;
    }
    // Critical points m with first <= m <= last may lie inside.
    let (below, _) = floor_over_pi(a, sine, prec);
    let (_, last) = floor_over_pi(b, sine, prec);
    let count = &last - &below;
    if count > BigInt::from(1) {
        return full;
    }
    let ends = Big::from_bounds(f(a, prec), prec).united(&Big::from_bounds(f(b, prec), prec));
    if count == BigInt::from(0) {
        return ends;
    }
    let peak = Dyadic::from_integer(if is_even(&last) { 1 } else { -1 });
    ends.united(&Big::from_dyadic(&peak, prec))
}

/// Tangent; `None` when a pole `(m + ½)π` may lie inside.
pub(super) fn tangent(x: &Big) -> Option<Big> {
    let prec = x.prec();
    let (a, b) = (x.lower()?, x.upper()?);
    if is_beyond_reduction(a, prec) || is_beyond_reduction(b, prec) {
        return None;
    }
    if !x.is_single() {
        let (below, _) = floor_over_pi(a, true, prec);
        let (_, last) = floor_over_pi(b, true, prec);
        if below != last {
            return None;
        }
    }
    // No pole inside: increasing.
    let at = |x: &Dyadic| {
        if is_tiny(x, prec) {
            return Some(Big::from_bounds(
                if x.signum() == 0 {
                    zero_bounds()
                } else {
                    away_from_zero(x, prec)
                },
                prec,
            ));
        }
        let wp = clamp(prec + 8);
        let sine = Big::from_bounds(circular::sin(x, wp), wp);
        sine.over(&Big::from_bounds(circular::cos(x, wp), wp))
    };
    let low = at(a)?;
    let high = if x.is_single() { low.clone() } else { at(b)? };
    let tan = Big::from_bounds((low.lower().cloned(), high.upper().cloned()), prec);
    Some(tan.narrowed(prec))
}

/// Bounds of asin x, |x| <= 1: `2 atan(x/(1 + √((1−x)(1+x))))`.
pub(super) fn arcsine(x: &Dyadic, prec: u32) -> Bounds {
    let wp = clamp(prec + 12);
    let x = point(x, wp);
    let one = Big::from_integer(1, wp);
    let root = one.sub(&x).times(&one.plus(&x)).narrowed(wp).sqrt();
    bounds_or_whole(
        root.and_then(|r| x.over(&one.plus(&r)))
            .map(|t| t.narrowed(wp).atan().scale(1)),
    )
}

/// Bounds of acos(−x), |x| <= 1, increasing: `2 atan(√((1+x)/(1−x)))`, and π at 1.
pub(super) fn arccosine(x: &Dyadic, prec: u32) -> Bounds {
    let wp = clamp(prec + 12);
    let x = point(x, wp);
    let one = Big::from_integer(1, wp);
    match one.plus(&x).over(&one.sub(&x)) {
        Some(q) => bounds_or_whole(q.narrowed(wp).sqrt().map(|t| t.atan().scale(1))),
        None => bounds(&Big::pi(prec)),
    }
}

/// Bounds of `e^x − 1`.
fn exp_minus_one(x: &Big, wp: u32) -> Big {
    x.exp().sub(&Big::from_integer(1, wp))
}

/// Bounds of sinh x: `½(E + E/(E + 1))`, `E = e^|x| − 1`.
pub(super) fn sinh(x: &Dyadic, prec: u32) -> Bounds {
    odd(x, prec, true, |x, wp| {
        let e = exp_minus_one(x, wp);
        let other = e.over(&e.plus(&Big::from_integer(1, wp)))?;
        Some(e.plus(&other).scale(-1))
    })
}

/// Bounds of cosh x, `x >= 0`: `½(e^x + e^-x)`.
pub(super) fn cosh(x: &Dyadic, prec: u32) -> Bounds {
    let wp = clamp(prec + 8);
    if x.signum() == 0 {
        let one = Dyadic::from_integer(1);
        return (Some(one.clone()), Some(one));
    }
    let e = point(x, wp).narrowed(wp).exp();
    let (lo, hi) = bounds_or_whole(e.recip().map(|r| e.plus(&r).scale(-1)));
    // cosh >= 1 always.
    let one = Dyadic::from_integer(1);
    let lo = lo.filter(|l| l.compare(&one).is_gt()).or(Some(one));
    (lo, hi)
}

/// Bounds of tanh x: `E/(E + 2)`, `E = e^(2|x|) − 1`; for large |x| `1 − 2/(e^(2|x|) + 1)`.
pub(super) fn tanh(x: &Dyadic, prec: u32) -> Bounds {
    let one = Dyadic::from_integer(1);
    let (lo, hi) = odd(x, prec, false, |x, wp| {
        let two = Big::from_integer(2, wp);
        let (one, double) = (Big::from_integer(1, wp), x.scale(1));
        if x.lower().is_some_and(|d| d.top() > 1) {
            return Some(one.sub(&two.over(&double.exp().plus(&one))?));
        }
        let e = exp_minus_one(&double, wp);
        e.over(&e.plus(&two))
    });
    let lo = lo
        .filter(|l| l.compare(&one.neg()).is_gt())
        .or_else(|| Some(one.neg()));
    let hi = hi.filter(|h| h.compare(&one).is_lt()).or(Some(one));
    (lo, hi)
}

/// Bounds of asinh x: `ln(|x| + √(x² + 1))`.
pub(super) fn asinh(x: &Dyadic, prec: u32) -> Bounds {
    odd(x, prec, false, |x, wp| {
        let one = Big::from_integer(1, wp);
        x.plus(&x.square().plus(&one).sqrt()?).ln()
    })
}

/// Bounds of atanh x, |x| < 1: `½ ln((1 + x)/(1 − x))`.
pub(super) fn atanh(x: &Dyadic, prec: u32) -> Bounds {
    odd(x, prec, true, |x, wp| {
        let one = Big::from_integer(1, wp);
        one.plus(x).over(&one.sub(x))?.ln().map(|l| l.scale(-1))
    })
}

/// Bounds of acosh x, `x >= 1`: `ln(x + √((x − 1)(x + 1)))`.
pub(super) fn acosh(x: &Dyadic, prec: u32) -> Bounds {
    // acosh x ~ √(2(x−1)) near 1, and x − 1 >= 2^-(length of x).
    let extra = if x.top() <= 1 {
        x.parts().0.bits().min(1 << 14) as u32
    } else {
        0
    };
    let wp = clamp(prec + 16 + extra);
    let x = point(x, wp);
    let one = Big::from_integer(1, wp);
    let root = x.sub(&one).times(&x.plus(&one)).sqrt();
    bounds_or_whole(root.and_then(|r| x.plus(&r).ln()))
}

/// An odd function like `x` near 0, from its values at positive points.
///
/// For tiny |x| the bounds are `x` and `x(1 ± 2^-prec)`: `x <= f <= x + x³` for sinh (its series
/// beyond x is below x³ sinh 1 for x < 1) and atanh (below x³/(1 − x²)/3); `x − x³ <= f <= x` for
/// tanh (>= x − x³/3) and asinh (>= x − x³/6).
fn odd(x: &Dyadic, prec: u32, grows: bool, f: impl Fn(&Big, u32) -> Option<Big>) -> Bounds {
    if x.signum() == 0 {
        return zero_bounds();
    }
    if is_tiny(x, prec) {
        return if grows {
            away_from_zero(x, prec)
        } else {
            toward_zero(x, prec)
        };
    }
    let wp = guarded(x, prec);
    let value = f(&point(&x.abs(), wp), wp);
    if x.signum() > 0 {
        bounds_or_whole(value)
    } else {
        bounds_or_whole(value.map(|v| v.negated()))
    }
}
