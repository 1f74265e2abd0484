//! The constants π, ln 2 and Euler's γ in fixed point, cached per precision and thread.
//!
//! A fixed-point ball `Ball { mid, err }` at scale `wp` stands for all reals `v` with
//! `|v·2^wp − mid| <= err`.

use std::cell::RefCell;
use std::collections::HashMap;

use num_bigint::BigInt;
use num_traits::{One, Zero};

use super::dyadic::{Direction, Dyadic};

/// A real number in fixed point with an error bound in units of the last place.
#[derive(Clone, Debug)]
pub struct Ball {
    /// The middle, in units of `2^-wp`.
    pub mid: BigInt,
    /// The error bound, in the same units.
    pub err: u64,
}

impl Ball {
    /// The ball at the lower scale: `2^-shift` times as many units, with the error rounded up.
    pub fn coarsen(&self, shift: u32) -> Self {
        let err = self.err.checked_shr(shift).unwrap_or(0) + 2;
        Self {
            mid: &self.mid >> shift,
            err,
        }
    }

    /// End points, rounded outward to `prec` bits, of the ball times `2^exponent`.
    pub fn bounds(&self, exponent: i64, prec: u32) -> (Option<Dyadic>, Option<Dyadic>) {
        (
            Dyadic::rounded(&self.mid - self.err, exponent, prec, Direction::Down),
            Dyadic::rounded(&self.mid + self.err, exponent, prec, Direction::Up),
        )
    }
}

/// Which constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Name {
    Pi,
    LnTwo,
    Gamma,
}

thread_local! {
    static CACHE: RefCell<HashMap<(Name, u32), Ball>> = RefCell::new(HashMap::new());
}

/// The constant at scale `wp`. Values are computed at the next multiple of 64, so that the answer
/// depends on `wp` only and never on what was asked before.
fn cached(name: Name, wp: u32, compute: fn(u32) -> Ball) -> Ball {
    let full = wp.div_ceil(64).saturating_mul(64);
    let known = CACHE.with(|c| {
        c.try_borrow()
            .ok()
            .and_then(|c| c.get(&(name, full)).map(|b| b.coarsen(full - wp)))
    });
    if let Some(ball) = known {
        return ball;
    }
    let ball = compute(full);
    let answer = ball.coarsen(full - wp);
    CACHE.with(|c| {
        if let Ok(mut c) = c.try_borrow_mut() {
            if c.len() > 512 {
                c.clear();
            }
            c.insert((name, full), ball);
        }
    });
    answer
}

/// π at scale `wp`, within a few units.
pub fn pi(wp: u32) -> Ball {
    cached(Name::Pi, wp, |wp| {
        // Machin (1706): π = 16 atan(1/5) − 4 atan(1/239).
        let s = wp + 32;
        let (a, ea) = inverse_series(5, s, true);
        let (b, eb) = inverse_series(239, s, true);
        Ball {
            mid: a * 16 - b * 4,
            err: 16 * ea + 4 * eb,
        }
        .coarsen(32)
    })
}

/// ln 2 at scale `wp`, within a few units.
pub fn ln_two(wp: u32) -> Ball {
    cached(Name::LnTwo, wp, |wp| {
        // ln 2 = 18 atanh(1/26) − 2 atanh(1/4801) + 8 atanh(1/8749).
        let s = wp + 32;
        let (a, ea) = inverse_series(26, s, false);
        let (b, eb) = inverse_series(4801, s, false);
        let (c, ec) = inverse_series(8749, s, false);
        Ball {
            mid: a * 18 - b * 2 + c * 8,
            err: 18 * ea + 2 * eb + 8 * ec,
        }
        .coarsen(32)
    })
}

/// `Σ (±1)^k / ((2k+1) q^(2k+1))` at scale `wp`: atan(1/q) when alternating, else atanh(1/q).
///
/// Each power is an exact floor (floors of integer quotients compose), so it is off by < 1 unit,
/// and so is each quotient by `2k+1`: < 2 units per term. The sum stops when the power is below
/// one unit; what is left is at most `1/(1 − q^-2)` < 2 units.
fn inverse_series(q: u32, wp: u32, alternating: bool) -> (BigInt, u64) {
    let mut power = (BigInt::one() << wp) / q;
    let square = u64::from(q) * u64::from(q);
    let mut sum = BigInt::zero();
    let mut k = 0u64;
    while !power.is_zero() {
        let term = &power / (2 * k + 1);
        if alternating && k % 2 == 1 {
            sum -= term;
        } else {
            sum += term;
        }
        power /= square;
        k += 1;
    }
    (sum, 2 * k + 2)
}

/// Euler's constant γ at scale `wp`, within a few units.
///
/// Brent and `McMillan` (1980): with `I = Σ (n^k/k!)²` = I₀(2n) and `S = Σ (n^k/k!)² H_k`,
/// `γ = S/I − ln n − K₀(2n)/I₀(2n)` and `0 < K₀(2n)/I₀(2n) < 2π e^(-4n)`, by
/// `K₀(x) < √(π/2x) e^-x` and `I₀(x) > ½ e^x/√(2πx)` for `x >= 1`.
pub fn euler_gamma(wp: u32) -> Ball {
    cached(Name::Gamma, wp, |wp| {
        let s = wp + 48;
        // n = 2^j >= s·ln2/4 + 2, so that 2π e^(-4n) < 2π e^-8 2^-s < 1 unit, and ln n = j ln 2.
        let j = (u64::from(s) / 5 + 2).next_power_of_two().trailing_zeros();
        let n = 1u64 << j;
        let one = BigInt::one() << s;
        let (mut term, mut harmonic) = (one.clone(), BigInt::zero());
        let (mut i_sum, mut s_sum) = (one.clone(), BigInt::zero());
        let mut k = 0u64;
        // Stop when the terms are below one unit and k > 2n, where the ratio n²/k² is < 1/4.
        while !term.is_zero() || k <= 2 * n {
            k += 1;
            term = term * (n * n) / (k * k);
            harmonic += &one / k;
            s_sum += (&term * &harmonic) >> s;
            i_sum += &term;
        }
        // Error, in units. A floor made at term j (< 1 unit) reaches term k multiplied by
        // t_k/t_j. Terms with t_j >= 1 contribute at most I each; the others decrease by ratios
        // < 1/4 after k = 2n (before it they are >= 1, as n^k/k! > 1 for k <= 2n), at most 2 each.
        // So I is off by at most k·I + 2k + 2 <= 4k·I (tail included). H_k <= 1 + ln k < 64 is off
        // by at most k units, hence S by at most 64·4k·I + k·I + k <= 300k·I. With S/I < 64, the
        // quotient is off by at most (300k + 64·4k)·(1 + small) + 1 < 600k units.
        let mid = (s_sum << s) / i_sum;
        let log = ln_two(s);
        let mid = mid - log.mid * j;
        let err = 600 * k + u64::from(j) * log.err + 4;
        Ball { mid, err }.coarsen(48)
    })
}
