//! Exponential and logarithm of a dyadic number, in fixed point with proved error bounds.

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed, ToPrimitive, Zero};

use super::constant::{Ball, ln_two};
use super::dyadic::{Direction, Dyadic, LIMIT};

/// Lower and upper bound; `None` is unbounded.
pub type Bounds = (Option<Dyadic>, Option<Dyadic>);

/// Extra bits kept by the fixed-point kernels beside those lost to repeated squaring.
const GUARD: u32 = 14;

/// The number of halvings before a Taylor series at `wp` bits.
pub(super) fn halvings(wp: u32) -> u32 {
    (wp.isqrt() * 2 / 3).clamp(2, 32)
}

/// `e^x` for `x = t/2^wp`, `0 <= x < 1`, known to within `err` units (`err·2^-wp < 0.01`, `wp >= 64`).
///
/// `e^x = (e^(x/2^k))^(2^k)`. Work at scale `ws = wp + k + 14`, `u = x/2^k <= 1/4`.
/// Taylor: a term off by `e_j <= e_(j-1)·u/j + 2 <= 4` units; the tail after a term that is
/// truncated to 0 (true value <= 4) is at most 4. So the sum of N terms is off by `4N + 8`.
/// Squaring: the value is >= 1, so its relative error ρ satisfies `ρ' <= 2ρ + ρ² + 2^-ws`, and with
/// ρ < 2^(-k-2) throughout, after k squarings `ρ <= 2^k·(1 + 2^(-k-3))^k·(ρ₀ + k 2^-ws)`, absolute
/// at most `e·1.3·2^k·(4N + 8 + k) <= 2^(k+2)(4N + 8 + k)` units.
/// The given error contributes `e^1.01·err <= 3·err` units of `2^-wp`.
pub(super) fn exp_fixed(t: &BigInt, err: u64, wp: u32) -> Ball {
    let k = halvings(wp);
    let ws = wp + k + GUARD;
    let u = t << GUARD;
    let mut term = BigInt::one() << ws;
    let mut sum = term.clone();
    let mut n = 0u64;
    while !term.is_zero() {
        n += 1;
        term = ((term * &u) >> ws) / n;
        sum += &term;
    }
    for _ in 0..k {
        sum = (&sum * &sum) >> ws;
    }
    let ulps = (4 * n + 8 + u64::from(k)) << (k + 2);
    let ball = Ball {
        mid: sum,
        err: ulps,
    }
    .coarsen(k + GUARD);
    Ball {
        mid: ball.mid,
        err: ball.err + 3 * err,
    }
}

/// Bounds of `e^x`, relative accuracy about `2^-prec`.
pub fn exp(x: &Dyadic, prec: u32) -> Bounds {
    let sign = x.signum();
    let one = Dyadic::from_integer(1);
    if sign == 0 {
        return (Some(one.clone()), Some(one));
    }
    let top = x.top();
    if top > 41 {
        // |x| >= 2^41 > LIMIT·ln 2, so e^|x| > 2^LIMIT.
        let huge = one.scale(LIMIT, Direction::Down);
        let tiny = one.scale(-LIMIT, Direction::Up);
        return if sign > 0 {
            (huge, None)
        } else {
            (Some(Dyadic::zero()), tiny)
        };
    }
    let wp = (prec + 8).max(64);
    // x = n ln 2 + r, with enough bits that n·(error of ln 2) stays below a unit of 2^-wp.
    let extra = top.max(0) as u32 + 8;
    let wq = wp + extra;
    let log = ln_two(wq);
    let (n, r) = x.fixed(i64::from(wq)).div_mod_floor(&log.mid);
    let n = n.to_i64().unwrap_or(0); // |n| < 2^42
    // r is off by 1 (truncation of x) + |n|·err(ln 2) units of 2^-wq; |n| <= 2^(top+1).
    let reach = u128::from(n.unsigned_abs()) * u128::from(log.err) + 1;
    let err = (reach >> extra).to_u64().unwrap_or(u64::MAX >> 8) + 2;
    let ball = exp_fixed(&(r >> extra), err, wp);
    let (lo, hi) = ball.bounds(n - i64::from(wp), prec);
    // e^x lies on the same side of 1 as x of 0.
    if sign > 0 {
        (Some(larger(lo, &one)), hi)
    } else {
        (lo, Some(smaller(hi, &one)))
    }
}

fn larger(a: Option<Dyadic>, b: &Dyadic) -> Dyadic {
    match a {
        Some(a) if a.compare(b).is_gt() => a,
        _ => b.clone(),
    }
}

fn smaller(a: Option<Dyadic>, b: &Dyadic) -> Dyadic {
    match a {
        Some(a) if a.compare(b).is_lt() => a,
        _ => b.clone(),
    }
}

/// Bounds of `ln x`, relative accuracy about `2^-prec` also near 1; unbounded unless `x > 0`.
///
/// `x = 2^n y`, `y ∈ [1, 2)`, and with any approximation `z >= 0` of `ln y` and `E = e^z`:
/// `ln x = n ln 2 + z + 2 atanh w`, `w = (y − E)/(y + E)`. The quality of `z` affects speed only.
pub fn ln(x: &Dyadic, prec: u32) -> Bounds {
    if x.signum() <= 0 {
        return (None, None);
    }
    let one = Dyadic::from_integer(1);
    // d = x − 1 exactly when x is near 1: |ln x| >= |d|/2, so −top(d) more bits keep it relative.
    let near = if (0..=1).contains(&x.top()) {
        match x.sub(&one, u32::MAX / 2, Direction::Down) {
            Some(d) if d.signum() == 0 => return (Some(Dyadic::zero()), Some(Dyadic::zero())),
            Some(d) => (-d.top()).clamp(0, 1 << 16) as u32,
            None => 0,
        }
    } else {
        0
    };
    let wp = (prec + 12 + near).max(64);
    let n = x.top() - 1;
    let y = x.fixed(i64::from(wp) - n); // in [1, 2), off by < 1 unit
    let scale = Dyadic::rounded(y.clone(), -i64::from(wp), 53, Direction::Down);
    let guess = scale
        .map_or(0.0, |d| libm::log(d.near_f64()))
        .clamp(0.0, 0.75);
    let z = Dyadic::from_f64(guess)
        .unwrap_or_else(Dyadic::zero)
        .fixed(i64::from(wp));
    let e = exp_fixed(&z, 0, wp);
    // |∂w/∂E| = 2y/(y+E)² <= 1 and |∂w/∂y| <= 1 for y, E >= 1 (slack for E slightly below 1).
    let w = ((&y - &e.mid) << wp).div_floor(&(&y + &e.mid));
    let w_err = e.err + 3;
    let (sum, sum_err) = atanh_series(&w, wp);
    // |w| <= 1/3, so the derivative of 2·atanh is at most 2·9/8 < 3.
    let err = 2 * sum_err + 3 * w_err;
    let extra = 50u32; // |n| <= 2^41
    let log = ln_two(wp + extra);
    let shifted = (log.mid * n) >> extra; // off by |n|·err/2^50 + 1
    let err = err + log.err + 2;
    Ball {
        mid: shifted + z + sum * 2,
        err,
    }
    .bounds(-i64::from(wp), prec)
}

/// `atanh(w/2^wp)·2^wp` for `|w|/2^wp <= 1/2`, and its error in units.
///
/// Powers: `e_j <= e_(j-1)/4 + |w|^j·1 + 1 <= 4`; quotients add 1; the tail after a power that is
/// truncated to 0 (true value <= 4) is at most 4·4/3. So N terms give `5N + 8`.
pub(super) fn atanh_series(w: &BigInt, wp: u32) -> (BigInt, u64) {
    odd_series(w, wp, false)
}

/// `Σ (±1)^j w^(2j+1)/(2j+1)`, `|w| <= 1/2`: atan when alternating, else atanh; error as above.
pub(super) fn odd_series(w: &BigInt, wp: u32, alternating: bool) -> (BigInt, u64) {
    let mut power = w.abs();
    let square = (&power * &power) >> wp;
    let mut sum = BigInt::zero();
    let mut j = 0u64;
    while !power.is_zero() {
        let term = &power / (2 * j + 1);
        if alternating && j % 2 == 1 {
            sum -= term;
        } else {
            sum += term;
        }
        power = (power * &square) >> wp;
        j += 1;
    }
    (if w.is_negative() { -sum } else { sum }, 5 * j + 8)
}
