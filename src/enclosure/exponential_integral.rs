//! Ei, li, Si, Ci, Shi and Chi of real intervals.

use super::big::{Big, clamp};
use super::dyadic::Dyadic;
use super::exponential::Bounds;
use super::real::Real;
use super::series::{bits_for, bounds, enveloping_series, power_series, slack};
use super::special::Special;

/// Series of positive terms are summed up to this argument.
const SERIES_LIMIT: f64 = 4096.0;

fn whole_bounds(x: Option<Big>) -> Bounds {
    x.map_or((None, None), |x| bounds(&x))
}

/// Is `x > 0` large enough for the asymptotic series, whose least term is about `e^-x`, to give
/// `prec` bits? (Only tightness depends on this.)
fn is_far(x: &Dyadic, prec: u32) -> bool {
    x.near_f64() > 0.7 * f64::from(prec + 16) + 4.0
}

/// A working precision for the point `x`: it is exact there.
fn point(x: &Dyadic, wp: u32) -> Big {
    Big::from_dyadic(x, wp)
}

/// `γ + ln x`.
fn log_part(x: &Dyadic, wp: u32) -> Option<Big> {
    Some(Big::euler_gamma(wp).plus(&point(x, wp).ln()?))
}

/// Ei x for `x > 0`: `γ + ln x + Σ x^n/(n n!)` (DLMF 6.6.1); for large x,
/// `1 + 1/x < x e^-x Ei x < 1 + 2/x` for `x >= 4`: `e^x/x (1 + c/x)` has the derivative
/// `e^x/x (1 + (c−1)/x − 2c/x²)`, which is at least (c = 2) or at most (c = 1) `Ei' = e^x/x` there,
/// and Ei 4 = 19.63… lies between the two (17.06, 20.47).
fn ei_positive(x: &Dyadic, prec: u32) -> Option<Big> {
    let wp = clamp(prec + 24);
    if x.near_f64() <= SERIES_LIMIT {
        let v = point(x, wp);
        let sum = power_series(&v, &v, wp, false, |n| n + 1, |n| n + 1);
        return Some(log_part(x, wp)?.plus(&sum));
    }
    let wp = clamp(wp + x.top().clamp(0, 60) as u32);
    let v = point(x, wp);
    let (one, r) = (Big::from_integer(1, wp), v.recip()?);
    let factor = one.plus(&r).united(&one.plus(&r.scale(1)));
    Some(v.exp().times(&r).times(&factor))
}

/// `E₁(y) = −Ei(−y)` for `y > 0`: the same series, alternating, with enough bits for the
/// cancellation from `e^y` down to `e^-y`; for large y `e^-y/y Σ (-1)^n n!/y^n`, enveloping
/// (DLMF 6.12.1 and below it).
fn e1(y: &Dyadic, prec: u32) -> Option<Big> {
    if is_far(y, prec) {
        let wp = clamp(prec + 16 + y.top().clamp(0, 60) as u32);
        let v = point(y, wp);
        let sum = enveloping_series(&v, wp, |n| n);
        return Some(v.negated().exp().over(&v)?.times(&sum));
    }
    let wp = clamp(bits_for(y, 2.9, prec + 24)?);
    let v = point(y, wp);
    let sum = power_series(&v, &v, wp, true, |n| n + 1, |n| n + 1);
    Some(sum.sub(&log_part(y, wp)?))
}

/// The exponential integral: increasing for `x > 0` and decreasing for `x < 0` (`Ei' = e^x/x`).
pub(super) fn ei(x: &Big) -> Option<Big> {
    let zero = Some(Dyadic::zero());
    if x.is_positive() {
        return Some(x.increasing(|x, p| whole_bounds(ei_positive(x, p)), None, None));
    }
    if x.is_negative() {
        // E₁(y), y = −x, decreases; so −E₁ increases in y, and E₁ is positive.
        let at = |y: &Dyadic, p: u32| {
            let v = e1(y, p).map(|v| v.negated());
            v.map_or((None, Some(Dyadic::zero())), |v| bounds(&v))
        };
        let value = x.negated().increasing(at, None, zero.clone());
        let range = Big::from_bounds((None, zero), x.prec());
        return value.common(&range);
    }
    None
}

/// The logarithmic integral `Ei(ln x)`.
pub(super) fn li(x: &Big) -> Option<Big> {
    if !x.is_positive() {
        return None;
    }
    // li' = 1/ln x: the logarithm needs a few more bits where it is large.
    let top = x.upper().map_or(0, Dyadic::top).abs().min(1 << 20);
    let wp = clamp(x.prec() + 16 + 64 - top.leading_zeros());
    Some(ei(&x.with_precision(wp).ln()?)?.narrowed(x.prec()))
}

/// The auxiliary functions f and g of DLMF 6.2(iii) for large `x > 0`:
/// `f = 1/x Σ (-1)^n (2n)!/x^(2n)`, `g = 1/x² Σ (-1)^n (2n+1)!/x^(2n)` (6.12.3, 6.12.4), enveloping
/// because `f = ∫ e^(-xt)/(1+t²) dt`, `g = ∫ t e^(-xt)/(1+t²) dt` and the partial sums of `1/(1+t²)`
/// envelop it.
fn auxiliary(v: &Big, wp: u32) -> Option<(Big, Big)> {
    let s = v.square();
    let f = enveloping_series(&s, wp, |n| 2 * n * (2 * n - 1)).over(v)?;
    let g = enveloping_series(&s, wp, |n| 2 * n * (2 * n + 1)).over(&s)?;
    Some((f, g))
}

/// Si x for `x > 0`: `Σ (-1)^n x^(2n+1)/((2n+1)(2n+1)!)` (DLMF 6.6.5) or
/// `π/2 − f cos x − g sin x`.
fn si_positive(x: &Dyadic, prec: u32) -> Option<Big> {
    if is_far(x, prec) {
        let wp = clamp(prec + 16);
        let v = point(x, wp);
        let (f, g) = auxiliary(&v, wp)?;
        let wave = f.times(&v.cos()).plus(&g.times(&v.sin()));
        return Some(Big::pi(wp).scale(-1).sub(&wave));
    }
    let wp = clamp(bits_for(x, 1.45, prec + 16)?);
    let v = point(x, wp);
    Some(power_series(
        &v,
        &v.square(),
        wp,
        true,
        |n| 2 * n * (2 * n + 1),
        |n| 2 * n + 1,
    ))
}

/// Ci x for `x > 0`: `γ + ln x + Σ_{n>=1} (-1)^n x^(2n)/(2n (2n)!)` (DLMF 6.6.6) or
/// `f sin x − g cos x`.
fn ci_positive(x: &Dyadic, prec: u32) -> Option<Big> {
    if is_far(x, prec) {
        let wp = clamp(prec + 16);
        let v = point(x, wp);
        let (f, g) = auxiliary(&v, wp)?;
        return Some(f.times(&v.sin()).sub(&g.times(&v.cos())));
    }
    let wp = clamp(bits_for(x, 1.45, prec + 32)?);
    let s = point(x, wp).square();
    let sum = power_series(
        &s.scale(-1),
        &s,
        wp,
        true,
        |n| (2 * n + 1) * (2 * n + 2),
        |n| 2 * n + 2,
    );
    Some(log_part(x, wp)?.sub(&sum))
}

/// `[a/1000, b/1000]`.
fn thousandths(a: i64, b: i64, prec: u32) -> Option<Big> {
    let d = Big::from_integer(1000, prec);
    Some(
        Big::from_integer(a, prec)
            .over(&d)?
            .united(&Big::from_integer(b, prec).over(&d)?),
    )
}

/// `F(m) + F'(X)(X − m)` for the middle m of a bounded interval X.
fn mean_value(x: &Big, at: impl Fn(&Dyadic, u32) -> Option<Big>, slope: &Big) -> Option<Big> {
    let prec = x.prec();
    let m = x.middle();
    let value = at(&m, clamp(prec + 8))?;
    Some(
        value
            .plus(&slope.times(&x.sub(&Big::from_dyadic(&m, prec))))
            .narrowed(prec),
    )
}

/// `value` (if any) within `range`, a valid enclosure.
fn refined(range: Big, value: Option<Big>) -> Big {
    value.and_then(|v| v.common(&range)).unwrap_or(range)
}

fn si_point(x: &Dyadic, prec: u32) -> Option<Big> {
    match x.signum() {
        0 => Some(Big::from_integer(0, prec)),
        1 => si_positive(x, prec),
        _ => si_positive(&x.neg(), prec).map(|v| v.negated()),
    }
}

/// The sine integral: increasing on `[-3, 3]`; elsewhere by the mean value theorem with
/// `Si' = sin x/x` in `[-0.218, 1]`, within `|Si| <= Si(π) < 1.852` and, for `|x| >= a > 0`,
/// `||Si x| − π/2| <= 2/a` (second mean value theorem).
pub(super) fn si(x: &Big) -> Big {
    let prec = x.prec();
    let Some(mut range) = thousandths(-1852, 1852, prec) else {
        return Big::whole(prec);
    };
    if x.is_single()
        || x.is_inside(&Big::from_integer(-3, prec).united(&Big::from_integer(3, prec)))
    {
        let value = x.increasing(|x, p| whole_bounds(si_point(x, p)), None, None);
        return refined(range, Some(value));
    }
    let mut slope = thousandths(-218, 1000, prec);
    if !x.contains_zero() {
        if let Some(r) = x.absolute().recip() {
            let near = Big::pi(prec).scale(-1).plus(&slack(&r.scale(1), true));
            let near = if x.is_negative() {
                near.negated()
            } else {
                near
            };
            range = refined(range, Some(near));
        }
        slope = slope.and_then(|s| Some(refined(s, Some(x.sin().over(x)?))));
    }
    if !x.is_bounded() {
        return range;
    }
    let value = slope.and_then(|s| mean_value(x, si_point, &s));
    refined(range, value)
}

/// The cosine integral of |x|: increasing on `(0, 3/2]`; elsewhere by the mean value theorem with
/// `Ci' = cos x/x`, within `Ci <= Ci(π/2) < 0.473` and, for `x >= a`, `|Ci x| <= 2/a`.
pub(super) fn ci(x: &Big) -> Option<Big> {
    if x.contains_zero() {
        return None;
    }
    let (x, prec) = (x.absolute(), x.prec());
    let crest = thousandths(0, 473, prec)?;
    let range = Big::from_bounds((None, crest.upper().cloned()), prec);
    let small = Big::from_integer(3, prec).scale(-1);
    if x.is_single()
        || x.upper()
            .is_some_and(|b| small.lower().is_some_and(|s| b.compare(s).is_le()))
    {
        let value = x.increasing(|x, p| whole_bounds(ci_positive(x, p)), None, None);
        return Some(refined(range, Some(value)));
    }
    let r = x.recip()?;
    let range = refined(range, Some(slack(&r.scale(1), true)));
    if !x.is_bounded() {
        return Some(range);
    }
    let value = mean_value(&x, ci_positive, &x.cos().times(&r));
    Some(refined(range, value))
}

/// Shi x for `x > 0`: `Σ x^(2n+1)/((2n+1)(2n+1)!)`, or `½(Ei x + E₁ x)`.
fn shi_positive(x: &Dyadic, prec: u32) -> Option<Big> {
    let wp = clamp(prec + 16);
    if x.near_f64() > SERIES_LIMIT {
        return Some(ei_positive(x, wp)?.plus(&e1(x, wp)?).scale(-1));
    }
    let v = point(x, wp);
    Some(power_series(
        &v,
        &v.square(),
        wp,
        false,
        |n| 2 * n * (2 * n + 1),
        |n| 2 * n + 1,
    ))
}

/// The hyperbolic sine integral: odd and increasing.
pub(super) fn shi(x: &Big) -> Big {
    let at = |x: &Dyadic, p: u32| match x.signum() {
        0 => bounds(&Big::from_integer(0, p)),
        1 => whole_bounds(shi_positive(x, p)),
        _ => whole_bounds(shi_positive(&x.neg(), p).map(|v| v.negated())),
    };
    x.increasing(at, None, None)
}

/// Chi x for `x > 0`: `γ + ln x + Σ_{n>=1} x^(2n)/(2n (2n)!)`, or `½(Ei x − E₁ x)`.
fn chi_positive(x: &Dyadic, prec: u32) -> Option<Big> {
    let wp = clamp(prec + 24);
    if x.near_f64() > SERIES_LIMIT {
        return Some(ei_positive(x, wp)?.sub(&e1(x, wp)?).scale(-1));
    }
    let s = point(x, wp).square();
    let sum = power_series(
        &s.scale(-1),
        &s,
        wp,
        false,
        |n| (2 * n + 1) * (2 * n + 2),
        |n| 2 * n + 2,
    );
    Some(log_part(x, wp)?.plus(&sum))
}

/// The hyperbolic cosine integral: increasing for `x > 0`.
pub(super) fn chi(x: &Big) -> Option<Big> {
    x.is_positive()
        .then(|| x.increasing(|x, p| whole_bounds(chi_positive(x, p)), None, None))
}
