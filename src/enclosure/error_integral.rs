//! erf, erfc and erfi of real intervals.

use super::big::{Big, clamp};
use super::dyadic::Dyadic;
use super::exponential::Bounds;
use super::real::Real;
use super::series::{bits_for, bounds, enveloping_series, power_series};

#[expect(clippy::unnecessary_wraps, reason = "an end point")]
fn integer(value: i64) -> Option<Dyadic> {
    Some(Dyadic::from_integer(value))
}

/// The square of `x > 0` at a precision that leaves its *absolute* error below `2^-wp` or so.
fn square(x: &Dyadic, wp: u32) -> Big {
    let wp = clamp(wp + 2 * x.top().clamp(0, 30) as u32);
    let x = Big::from_dyadic(x, wp);
    x.times(&x)
}

/// `2x/√π`.
fn prefix(x: &Dyadic, wp: u32) -> Option<Big> {
    Big::from_dyadic(x, wp).scale(1).over(&Big::pi(wp).sqrt()?)
}

/// Is `x²` large enough for the asymptotic series to give `prec` bits? Its least term is about
/// `e^(-x²)`. (Only tightness depends on this.)
fn is_far(x: &Dyadic, prec: u32) -> bool {
    let x = x.near_f64();
    x * x > 0.7 * f64::from(prec + 16) + 4.0
}

/// Bounds of erf x for `x > 0`: `2x/√π · e^(-x²) Σ (2x²)^n/(2n+1)!!` (DLMF 7.6.2), all terms
/// positive.
fn erf_near(x: &Dyadic, prec: u32) -> Option<Big> {
    let wp = clamp(prec + 16);
    let s = square(x, wp);
    let sum = power_series(
        &Big::from_integer(1, wp),
        &s.scale(1).with_precision(wp),
        wp,
        false,
        |n| 2 * n + 1,
        |_| 1,
    );
    let value = prefix(x, wp)?.times(&s.negated().exp()).times(&sum);
    Some(value.narrowed(prec))
}

/// Bounds of erfc x for large `x > 0`: `e^(-x²)/(x√π) Σ (-1)^n (2n−1)!!/(2x²)^n`, enveloping
/// (DLMF 7.12.1 and §7.12(i): the error is below the first term neglected).
fn erfc_far(x: &Dyadic, prec: u32) -> Option<Big> {
    let wp = clamp(prec + 16);
    let s = square(x, wp);
    let sum = enveloping_series(&s.scale(1).with_precision(wp), wp, |n| 2 * n - 1);
    let root = Big::pi(wp).sqrt()?.times(&Big::from_dyadic(x, wp));
    Some(s.negated().exp().over(&root)?.times(&sum).narrowed(prec))
}

/// Bounds of erfc x for `x > 0`.
fn erfc_positive(x: &Dyadic, prec: u32) -> Option<Big> {
    if is_far(x, prec) {
        return erfc_far(x, prec);
    }
    // erfc x >= e^(-x²)/(x√π + 2): x²·log₂ e + 2·top + a few bits are lost in 1 − erf x.
    let square = square(x, 53);
    let wp = clamp(bits_for(
        square.upper()?,
        1.45,
        prec + 16 + 2 * x.top().max(0) as u32,
    )?);
    Some(
        Big::from_integer(1, wp)
            .sub(&erf_near(x, wp)?)
            .narrowed(prec),
    )
}

fn erf_positive(x: &Dyadic, prec: u32) -> Option<Big> {
    if is_far(x, prec) {
        let wp = clamp(prec + 8);
        return Some(Big::from_integer(1, wp).sub(&erfc_far(x, wp)?));
    }
    erf_near(x, prec)
}

/// Bounds inside `[a, b]`.
fn inside(value: Option<Big>, a: i64, b: i64, prec: u32) -> Bounds {
    let range = Big::new(integer(a), integer(b), prec);
    bounds(&value.and_then(|v| v.common(&range)).unwrap_or(range))
}

fn mirrored(b: Bounds) -> Bounds {
    (b.1.map(|d| d.neg()), b.0.map(|d| d.neg()))
}

/// The error function: odd and increasing.
pub(super) fn erf(x: &Big) -> Big {
    let at = |x: &Dyadic, prec: u32| match x.signum() {
        0 => (integer(0), integer(0)),
        1 => inside(erf_positive(x, prec), 0, 1, prec),
        _ => mirrored(inside(erf_positive(&x.neg(), prec), 0, 1, prec)),
    };
    x.increasing(at, integer(-1), integer(1))
}

/// The complementary error function: erfc(−x) is increasing.
pub(super) fn erfc(x: &Big) -> Big {
    let at = |x: &Dyadic, prec: u32| match x.signum() {
        0 => (integer(1), integer(1)),
        1 => {
            let one = Big::from_integer(1, prec);
            inside(erf_positive(x, prec).map(|e| one.plus(&e)), 1, 2, prec)
        }
        _ => inside(erfc_positive(&x.neg(), prec), 0, 1, prec),
    };
    x.negated().increasing(at, integer(0), integer(2))
}

/// Bounds of erfi x for `x > 0`.
///
/// The series `2x/√π Σ x^(2n)/(n!(2n+1))` (all terms positive) while it is short; beyond, with
/// Dawson's function D, `erfi x = 2/√π e^(x²) D(x)` and `1/2x < D(x) < (1 + 1/x²)/2x` for `x >= 2`:
/// D solves `y' = 1 − 2xy`, and the two bounds are a sub- and a supersolution there, in the right
/// order at 2.
fn erfi_positive(x: &Dyadic, prec: u32) -> Option<Big> {
    let wp = clamp(prec + 16);
    let s = square(x, wp);
    if x.top() <= 6 {
        let sum = power_series(
            &Big::from_integer(1, wp),
            &s.with_precision(wp),
            wp,
            false,
            |n| n,
            |n| 2 * n + 1,
        );
        return Some(prefix(x, wp)?.times(&sum));
    }
    let one = Big::from_integer(1, wp);
    let upper = one.plus(&one.over(&s)?);
    let root = Big::pi(wp).sqrt()?.times(&Big::from_dyadic(x, wp));
    Some(s.exp().over(&root)?.times(&one.united(&upper)))
}

/// The imaginary error function: odd and increasing.
pub(super) fn erfi(x: &Big) -> Big {
    let at = |x: &Dyadic, prec: u32| match x.signum() {
        0 => (integer(0), integer(0)),
        1 => erfi_positive(x, prec).map_or((integer(0), None), |v| bounds(&v)),
        _ => mirrored(erfi_positive(&x.neg(), prec).map_or((integer(0), None), |v| bounds(&v))),
    };
    x.increasing(at, None, None)
}
