//! Sums of power series and of enveloping asymptotic series, with their tails enclosed.

use super::big::Big;
use super::dyadic::{Direction, Dyadic};
use super::exponential::Bounds;
use super::real::Real;

/// No series is summed beyond this number of terms.
const MOST_TERMS: u64 = 1 << 17;

/// End points of `x`.
pub(super) fn bounds(x: &Big) -> Bounds {
    (x.lower().cloned(), x.upper().cloned())
}

/// `x / d`.
pub(super) fn divided(x: &Big, d: u64) -> Big {
    let prec = x.prec();
    let part = |v: Option<&Dyadic>, direction| v.and_then(|v| v.div_small(d, prec, direction));
    Big::from_bounds(
        (
            part(x.lower(), Direction::Down),
            part(x.upper(), Direction::Up),
        ),
        prec,
    )
}

/// `[-m, m]` or `[0, m]` for the upper end `m` of `x`.
pub(super) fn slack(x: &Big, both: bool) -> Big {
    let hi = x.upper().cloned();
    let lo = if both {
        hi.as_ref().map(Dyadic::neg)
    } else {
        Some(Dyadic::zero())
    };
    Big::from_bounds((lo, hi), x.prec())
}

fn top(x: &Big) -> i64 {
    x.upper().map_or(i64::MAX, Dyadic::top)
}

/// `Σ_{n>=0} ±a_n/w(n)`, where `a_n = a_(n-1)·y/d(n)`, for nonnegative `a_0 = first` and `y`,
/// increasing `d` and weights `w >= 1`; the signs alternate when `alternating`.
///
/// The sum stops at the first n for which `a_n <= 2^-wp·a_0` and `d(n+1) >= 2y`: all later ratios
/// are at most 1/2, so the tail is at most `a_n(1/2 + 1/4 + …) = a_n` in absolute value.
pub(super) fn power_series(
    first: &Big,
    y: &Big,
    wp: u32,
    alternating: bool,
    d: impl Fn(u64) -> u64,
    w: impl Fn(u64) -> u64,
) -> Big {
    let limit = top(first).saturating_sub(i64::from(wp));
    let double = y.scale(1);
    let mut term = first.clone();
    let mut sum = divided(first, w(0));
    for n in 1..MOST_TERMS {
        term = divided(&term.times(y), d(n));
        let part = divided(&term, w(n));
        sum = if alternating && n % 2 == 1 {
            sum.sub(&part)
        } else {
            sum.plus(&part)
        };
        if top(&term) < limit {
            let next = Dyadic::from_integer(d(n + 1).min(1 << 62) as i64);
            if double.upper().is_some_and(|y| y.compare(&next).is_le()) {
                return sum.plus(&slack(&term, alternating));
            }
        }
    }
    Big::whole(sum.prec())
}

/// `Σ (-1)^n a_n` of an enveloping series, `a_0 = 1`, `a_n = a_(n-1)·c(n)/y`, `y > 0`: the sum
/// differs from any partial sum by at most the first term left out. Stops when terms are below
/// `2^-wp` or begin to grow.
pub(super) fn enveloping_series(y: &Big, wp: u32, c: impl Fn(u64) -> u64) -> Big {
    let prec = y.prec();
    let mut term = Big::from_integer(1, prec);
    let mut sum = term.clone();
    for n in 1..MOST_TERMS {
        let factor = Big::from_integer(c(n).min(1 << 62) as i64, prec);
        let Some(next) = term.times(&factor).over(y) else {
            return Big::whole(prec);
        };
        let grows = match (next.upper(), term.upper()) {
            (Some(a), Some(b)) => a.compare(b).is_ge(),
            _ => true,
        };
        if grows || top(&next) < -i64::from(wp) {
            return sum.plus(&slack(&next, true));
        }
        sum = if n % 2 == 1 {
            sum.sub(&next)
        } else {
            sum.plus(&next)
        };
        term = next;
    }
    Big::whole(prec)
}

/// An integer at least `a·x + b` for `x >= 0` of moderate size (`None` beyond `2^20`).
pub(super) fn bits_for(x: &Dyadic, a: f64, b: u32) -> Option<u32> {
    let x = x.to_f64(Direction::Up);
    (x <= 1_048_576.0).then(|| (a * x) as u32 + 1 + b)
}
