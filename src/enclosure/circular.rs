//! Sine, cosine and inverse tangent of a dyadic number, in fixed point with proved error bounds.

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed, ToPrimitive, Zero};

use super::constant::{Ball, pi};
use super::dyadic::{Direction, Dyadic};
use super::exponential::{Bounds, halvings, odd_series};

const GUARD: u32 = 14;

/// `(cos x, sin x)` for `x = t/2^wp`, `|x| <= 1`, `wp >= 64`.
///
/// `e^(ix) = (e^(ix/2^k))^(2^k)`. Work at scale `ws = wp + k + 14`, `u = |x|/2^k <= 1/4`. Terms of
/// the common Taylor series are off by at most 4 units (as for the exponential), so each of the
/// two sums of N terms together is off by at most `4N + 8`, the complex number by `6N + 12`.
/// Squaring `(c, s) -> ((c−s)(c+s), 2cs)` of a number of modulus 1: `δ' <= 2δ + δ² + 1.5` units, so
/// after k squarings at most `1.3·2^k·(6N + 12 + 1.5k) <= 2^(k+1)(6N + 12 + 2k)` units.
pub(super) fn cos_sin_fixed(t: &BigInt, wp: u32) -> (Ball, Ball) {
    let k = halvings(wp) * 3 / 4;
    let ws = wp + k + GUARD;
    let u = t.abs() << GUARD;
    let mut term = BigInt::one() << ws;
    let mut c = term.clone();
    let mut s = BigInt::zero();
    let mut n = 0u64;
    while !term.is_zero() {
        n += 1;
        term = ((term * &u) >> ws) / n;
        match n % 4 {
            0 => c += &term,
            1 => s += &term,
            2 => c -= &term,
            _ => s -= &term,
        }
    }
    for _ in 0..k {
        let double = (&c * &s) >> (ws - 1);
        c = ((&c - &s) * (&c + &s)) >> ws;
        s = double;
    }
    let err = (6 * n + 12 + 2 * u64::from(k)) << (k + 1);
    if t.is_negative() {
        s = -s;
    }
    (
        Ball { mid: c, err }.coarsen(k + GUARD),
        Ball { mid: s, err }.coarsen(k + GUARD),
    )
}

/// Cosine and sine of `x` at a scale chosen so that a small sine keeps its relative accuracy.
fn reduced(x: &Dyadic, prec: u32) -> (Ball, Ball, u32) {
    let top = x.top();
    // sin x >= x/2 for 0 <= x <= 1: −top(x) more bits keep it relative.
    let wp = (prec + 12 + (-top).clamp(0, i64::from(prec)) as u32).max(64);
    if top <= 0 && x.signum() != 0 {
        // |x| < 1: no reduction; the truncation of x is off by < 1 unit, and so are its images.
        let (mut c, mut s) = cos_sin_fixed(&x.fixed(i64::from(wp)), wp);
        c.err += 1;
        s.err += 1;
        return (c, s, wp);
    }
    // x = q·π/2 + r with |r| <= π/4 + tiny.
    let extra = top.max(0) as u32 + 8;
    let wq = wp + extra;
    let whole = pi(wq - 1); // π at scale wq−1 is π/2 at scale wq, off by err units
    let fixed = x.fixed(i64::from(wq));
    let doubled: BigInt = &fixed * 2 + &whole.mid;
    let q = doubled.div_floor(&(&whole.mid * 2));
    let r = fixed - &q * &whole.mid;
    // r is off by 1 + |q|·err units of 2^-wq, |q| <= 2^top: less than err + 2 units of 2^-wp.
    let err = whole.err + 3;
    let (mut c, mut s) = cos_sin_fixed(&(r >> extra), wp);
    c.err += err;
    s.err += err;
    let quadrant = q.mod_floor(&BigInt::from(4)).to_u8().unwrap_or(0);
    let negated = |b: Ball| Ball {
        mid: -b.mid,
        err: b.err,
    };
    let (c, s) = match quadrant {
        0 => (c, s),
        1 => (negated(s), c),
        2 => (negated(c), negated(s)),
        _ => (s, negated(c)),
    };
    (c, s, wp)
}

/// Is the argument too large for a reduction modulo π at this precision?
pub fn is_beyond_reduction(x: &Dyadic, prec: u32) -> bool {
    x.top() > 4 * i64::from(prec) + 64
}

/// The bounds cut to `[-1, 1]`.
fn clamped(bounds: Bounds) -> Bounds {
    let (low, high) = (Dyadic::from_integer(-1), Dyadic::from_integer(1));
    let lo = bounds.0.filter(|d| d.compare(&low).is_gt());
    let hi = bounds.1.filter(|d| d.compare(&high).is_lt());
    (lo.or(Some(low)), hi.or(Some(high)))
}

/// Bounds of `sin x`.
pub fn sin(x: &Dyadic, prec: u32) -> Bounds {
    if x.signum() == 0 {
        return (Some(Dyadic::zero()), Some(Dyadic::zero()));
    }
    if is_beyond_reduction(x, prec) {
        return clamped((None, None));
    }
    if x.top() * 2 < -i64::from(prec) - 4 {
        // x − x³/6 <= sin x <= x for x >= 0.
        return toward_zero(x, prec);
    }
    let (_, s, wp) = reduced(x, prec);
    clamped(s.bounds(-i64::from(wp), prec))
}

/// Bounds of `cos x`.
pub fn cos(x: &Dyadic, prec: u32) -> Bounds {
    let one = Dyadic::from_integer(1);
    if x.signum() == 0 {
        return (Some(one.clone()), Some(one));
    }
    if is_beyond_reduction(x, prec) {
        return clamped((None, None));
    }
    if x.top() * 2 < -i64::from(prec) - 4 {
        // 1 − x²/2 <= cos x <= 1 and x²/2 < 2^(2·top − 1) < 2^-prec.
        let tiny = Dyadic::from_integer(1).scale(-i64::from(prec), Direction::Up);
        return (
            tiny.and_then(|t| one.sub(&t, prec, Direction::Down)),
            Some(one),
        );
    }
    let (c, _, wp) = reduced(x, prec);
    clamped(c.bounds(-i64::from(wp), prec))
}

/// Bounds of `cos x` and `sin x`, from one evaluation.
pub fn cos_sin(x: &Dyadic, prec: u32) -> (Bounds, Bounds) {
    let tiny = x.top() * 2 < -i64::from(prec) - 4; // 0 too
    if tiny || is_beyond_reduction(x, prec) {
        return (cos(x, prec), sin(x, prec));
    }
    let (c, s, wp) = reduced(x, prec);
    let scale = -i64::from(wp);
    (
        clamped(c.bounds(scale, prec)),
        clamped(s.bounds(scale, prec)),
    )
}

/// Bounds `x·(1 − 2^-prec)` and `x`, ordered, for functions with
/// `|x|(1 − x²) <= |f(x)| <= |x|` and `x² < 2^-prec`.
pub(super) fn toward_zero(x: &Dyadic, prec: u32) -> Bounds {
    let part = |d| x.scale(-i64::from(prec), d);
    if x.signum() > 0 {
        let lo = part(Direction::Up).and_then(|p| x.sub(&p, prec, Direction::Down));
        (lo, x.round(prec, Direction::Up))
    } else {
        let hi = part(Direction::Down).and_then(|p| x.sub(&p, prec, Direction::Up));
        (x.round(prec, Direction::Down), hi)
    }
}

/// Bounds `x` and `x·(1 + 2^-prec)`, ordered, for functions with
/// `|x| <= |f(x)| <= |x|(1 + x²)` and `x² < 2^-prec`.
pub(super) fn away_from_zero(x: &Dyadic, prec: u32) -> Bounds {
    let part = |d| x.scale(-i64::from(prec), d);
    if x.signum() > 0 {
        let hi = part(Direction::Up).and_then(|p| x.add(&p, prec, Direction::Up));
        (x.round(prec, Direction::Down), hi)
    } else {
        let lo = part(Direction::Down).and_then(|p| x.add(&p, prec, Direction::Down));
        (lo, x.round(prec, Direction::Up))
    }
}

/// Bounds of `floor(x/π − shift/2)`: the least and the greatest value possible, which differ only
/// when `x/π − shift/2` is within about `2^-prec` of an integer. The caller has excluded arguments
/// beyond the reduction.
pub fn floor_over_pi(x: &Dyadic, shift: bool, prec: u32) -> (BigInt, BigInt) {
    let wq = prec + 16 + x.top().max(0) as u32;
    let p = pi(wq);
    let (lo, hi) = (x.fixed(i64::from(wq)), x.fixed(i64::from(wq)) + 1);
    let (small, large) = (&p.mid - p.err, &p.mid + p.err);
    // floor(x/π − ½) = floor((2x − π)/2π); a numerator below 0 is smallest over the small π.
    let bound = |x: BigInt, low: bool| {
        let (numerator, denominators) = if shift {
            let part = if low { &large } else { &small };
            (x * 2 - part, [&small * 2, &large * 2])
        } else {
            (x, [small.clone(), large.clone()])
        };
        let [a, b] = denominators;
        let over = if numerator.is_negative() == low { a } else { b };
        numerator.div_floor(&over)
    };
    (bound(lo, true), bound(hi, false))
}

/// Bounds of `atan x`, relative accuracy about `2^-prec`.
///
/// With any approximation `z` of the angle of the vector `(a, b)`, `x = b/a`, `a >= 0`:
/// `atan x = z + atan w`, `w = (b cos z − a sin z)/(a cos z + b sin z)`.
pub fn atan(x: &Dyadic, prec: u32) -> Bounds {
    if x.signum() == 0 {
        return (Some(Dyadic::zero()), Some(Dyadic::zero()));
    }
    let top = x.top();
    if top * 2 < -i64::from(prec) - 4 {
        // x − x³/3 <= atan x <= x for x >= 0.
        return toward_zero(x, prec);
    }
    let wp = (prec + 12 + (-top).clamp(0, i64::from(prec)) as u32).max(64);
    // The vector (1, x), scaled by 2^-top when x is large: the greater component is in [1/2, 1].
    let down = top.max(0);
    let cap = i64::from(wp) + 2;
    let a = if down > cap {
        BigInt::zero()
    } else {
        (BigInt::one() << wp) >> down
    };
    let b = x.fixed(i64::from(wp) - down);
    let guess = libm::atan(x.near_f64()).clamp(-1.58, 1.58);
    // Halve the angle's approximation so that the kernel's |argument| <= 1 holds; then double it.
    let half = Dyadic::from_f64(guess / 2.0)
        .unwrap_or_else(Dyadic::zero)
        .fixed(i64::from(wp));
    let (c, s) = cos_sin_fixed(&half, wp);
    let err = c.err.max(s.err);
    let cos = ((&c.mid - &s.mid) * (&c.mid + &s.mid)) >> wp;
    let sin = (&c.mid * &s.mid) >> (wp - 1);
    // As in the kernel: off by 2·√2·err + tiny + 2 units.
    let turn_err = 3 * err + 4;
    // a and b are off by < 1 unit, the turned vector by <= 2·turn_err + 2 + 1 per component.
    let numerator = (&b * &cos - &a * &sin) >> wp;
    let denominator = (&a * &cos + &b * &sin) >> wp;
    let part_err = 2 * turn_err + 4;
    // The modulus of (a, b) is >= 1/2 and the guess is good, so the denominator is >= 0.49;
    // were it not, give the trivial bounds.
    let unit = BigInt::one() << wp;
    if &denominator * 5 < &unit * 2 || &numerator.abs() * 10 > unit {
        return beyond(x, prec);
    }
    let w = (numerator << wp).div_floor(&denominator);
    // |∂w/∂num| <= 2.5, |∂w/∂den| = |w|/den <= 0.25·2.5: together at most 4·part_err + 1.
    let w_err = 4 * part_err + 1;
    let (sum, sum_err) = odd_series(&w, wp, true);
    Ball {
        mid: (half << 1u32) + sum,
        err: sum_err + w_err,
    }
    .bounds(-i64::from(wp), prec)
}

/// The trivial bounds of `atan x`: between 0 and ±2.
fn beyond(x: &Dyadic, _prec: u32) -> Bounds {
    let (zero, two) = (Dyadic::zero(), Dyadic::from_integer(2));
    if x.signum() > 0 {
        (Some(zero), Some(two))
    } else {
        (Some(two.neg()), Some(zero))
    }
}
