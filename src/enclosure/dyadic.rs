//! Dyadic rationals `m·2^e` with directed rounding: the end points of [`super::big::Big`].

use core::cmp::Ordering;
use num_bigint::{BigInt, Sign};
use num_integer::Integer;
use num_traits::{One, Signed, ToPrimitive, Zero};

/// Magnitudes are kept below `2^LIMIT` and, unless zero, at least about `2^-LIMIT`; what lies
/// beyond is rounded outward, to infinity or to zero.
pub const LIMIT: i64 = 1 << 40;

/// The direction of rounding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// Toward −∞.
    Down,
    /// Toward +∞.
    Up,
}

impl Direction {
    /// The other direction.
    #[must_use]
    pub fn flip(self) -> Self {
        match self {
            Self::Down => Self::Up,
            Self::Up => Self::Down,
        }
    }
}

/// The number `mantissa · 2^exponent`.
///
/// Directed operations return `Option<Dyadic>`: `None` means that the result is unbounded in the
/// direction of rounding (−∞ when rounding down, +∞ when rounding up).
#[derive(Clone, Debug)]
pub struct Dyadic {
    mantissa: BigInt,
    exponent: i64,
}

impl Dyadic {
    /// Zero.
    pub fn zero() -> Self {
        Self {
            mantissa: BigInt::zero(),
            exponent: 0,
        }
    }

    /// The integer `value`.
    pub fn from_integer(value: i64) -> Self {
        Self {
            mantissa: BigInt::from(value),
            exponent: 0,
        }
    }

    /// `±2^k`, with `k` clamped to the exponent range.
    fn power_of_two(k: i64, negative: bool) -> Self {
        Self {
            mantissa: BigInt::from(if negative { -1 } else { 1 }),
            exponent: k,
        }
    }

    /// The exact value of a machine number; `None` unless it is finite.
    pub fn from_f64(value: f64) -> Option<Self> {
        if !value.is_finite() {
            return None;
        }
        let bits = value.to_bits();
        let field = ((bits >> 52) & 0x7ff) as i64;
        let fraction = (bits & ((1 << 52) - 1)) as i64;
        let (m, e) = if field == 0 {
            (fraction, -1074)
        } else {
            (fraction | (1 << 52), field - 1075)
        };
        let m = if value.is_sign_negative() { -m } else { m };
        Some(if m == 0 {
            Self::zero()
        } else {
            Self {
                mantissa: BigInt::from(m),
                exponent: e,
            }
        })
    }

    /// `mantissa · 2^exponent` rounded to `prec` bits in the given direction.
    pub fn rounded(
        mantissa: BigInt,
        exponent: i64,
        prec: u32,
        direction: Direction,
    ) -> Option<Self> {
        let bits = mantissa.bits() as i64;
        if bits == 0 {
            return Some(Self::zero());
        }
        let top = bits.saturating_add(exponent);
        let negative = mantissa.is_negative();
        // `away`: rounding moves the value away from zero.
        let away = negative == (direction == Direction::Down);
        if top > LIMIT {
            // |x| >= 2^(top-1) >= 2^LIMIT.
            return if away {
                None
            } else {
                Some(Self::power_of_two(LIMIT, negative))
            };
        }
        if top <= -LIMIT {
            // 0 < |x| < 2^top <= 2^-LIMIT.
            return Some(if away {
                Self::power_of_two(-LIMIT, negative)
            } else {
                Self::zero()
            });
        }
        let excess = bits - i64::from(prec);
        if excess <= 0 {
            return Some(Self { mantissa, exponent });
        }
        // `>>` on BigInt rounds toward −∞; the ceiling is −floor(−x).
        let m = match direction {
            Direction::Down => mantissa >> excess,
            Direction::Up => -((-mantissa) >> excess),
        };
        Some(Self {
            mantissa: m,
            exponent: exponent + excess,
        })
    }

    /// `self` rounded to `prec` bits.
    pub fn round(&self, prec: u32, direction: Direction) -> Option<Self> {
        Self::rounded(self.mantissa.clone(), self.exponent, prec, direction)
    }

    /// −1, 0 or 1.
    pub fn signum(&self) -> i32 {
        match self.mantissa.sign() {
            Sign::Minus => -1,
            Sign::NoSign => 0,
            Sign::Plus => 1,
        }
    }

    /// The `t` with `2^(t-1) <= |x| < 2^t`; `-2·LIMIT` for zero.
    pub fn top(&self) -> i64 {
        if self.mantissa.is_zero() {
            -2 * LIMIT
        } else {
            self.mantissa.bits() as i64 + self.exponent
        }
    }

    /// `−self`.
    #[must_use]
    pub fn neg(&self) -> Self {
        Self {
            mantissa: -&self.mantissa,
            exponent: self.exponent,
        }
    }

    /// `|self|`.
    #[must_use]
    pub fn abs(&self) -> Self {
        Self {
            mantissa: self.mantissa.abs(),
            exponent: self.exponent,
        }
    }

    /// `self · 2^k`, rounded only at the ends of the exponent range.
    pub fn scale(&self, k: i64, direction: Direction) -> Option<Self> {
        Self::rounded(
            self.mantissa.clone(),
            self.exponent.saturating_add(k),
            u32::MAX,
            direction,
        )
    }

    /// Exact comparison.
    pub fn compare(&self, other: &Self) -> Ordering {
        let (s, t) = (self.signum(), other.signum());
        if s != t || s == 0 {
            return s.cmp(&t);
        }
        let by_top = self.top().cmp(&other.top());
        if by_top != Ordering::Equal {
            return if s > 0 { by_top } else { by_top.reverse() };
        }
        // Equal tops: the exponents differ by at most the length of a mantissa.
        let shift = self.exponent - other.exponent;
        if shift >= 0 {
            (&self.mantissa << shift).cmp(&other.mantissa)
        } else {
            self.mantissa.cmp(&(&other.mantissa << -shift))
        }
    }

    /// Sum, rounded to `prec` bits.
    pub fn add(&self, other: &Self, prec: u32, direction: Direction) -> Option<Self> {
        if self.mantissa.is_zero() {
            return other.round(prec, direction);
        }
        if other.mantissa.is_zero() {
            return self.round(prec, direction);
        }
        let (a, b) = if self.top() >= other.top() {
            (self, other)
        } else {
            (other, self)
        };
        let floor = a.exponent.min(a.top() - i64::from(prec) - 4);
        if b.top() <= floor {
            // |b| < 2^floor, far below the last bit kept: replace b by its outward neighbour
            // among −2^floor, 0, 2^floor, so that no gigantic alignment shift is made.
            let m = &a.mantissa << (a.exponent - floor);
            let m = match (direction, b.mantissa.is_negative()) {
                (Direction::Down, true) => m - 1,
                (Direction::Up, false) => m + 1,
                _ => m,
            };
            return Self::rounded(m, floor, prec, direction);
        }
        // Here a.exponent − b.exponent <= prec + 4 + (length of b), so the shift is moderate.
        let low = a.exponent.min(b.exponent);
        let m = (&a.mantissa << (a.exponent - low)) + (&b.mantissa << (b.exponent - low));
        Self::rounded(m, low, prec, direction)
    }

    /// Difference, rounded to `prec` bits.
    pub fn sub(&self, other: &Self, prec: u32, direction: Direction) -> Option<Self> {
        self.add(&other.neg(), prec, direction)
    }

    /// Product, rounded to `prec` bits.
    pub fn mul(&self, other: &Self, prec: u32, direction: Direction) -> Option<Self> {
        Self::rounded(
            &self.mantissa * &other.mantissa,
            self.exponent + other.exponent,
            prec,
            direction,
        )
    }

    /// Quotient, rounded to `prec` bits; unbounded when the divisor is zero.
    pub fn div(&self, other: &Self, prec: u32, direction: Direction) -> Option<Self> {
        let e = self.exponent - other.exponent;
        Self::quotient(&self.mantissa, &other.mantissa, e, prec, direction)
    }

    /// Quotient by a machine integer, rounded to `prec` bits; unbounded when it is zero.
    pub fn div_small(&self, d: u64, prec: u32, direction: Direction) -> Option<Self> {
        if d == 0 {
            return None;
        }
        let shift = (i64::from(prec) + 66 - self.mantissa.bits() as i64).max(0);
        let m = &self.mantissa << shift;
        let q = &m / d; // toward zero
        let negative = m.is_negative();
        let q = if &q * d == m {
            q
        } else {
            match direction {
                Direction::Down if negative => q - 1,
                Direction::Up if !negative => q + 1,
                _ => q,
            }
        };
        Self::rounded(q, self.exponent - shift, prec, direction)
    }

    /// `numerator / denominator · 2^exponent`, rounded; unbounded when the denominator is zero.
    pub fn quotient(
        numerator: &BigInt,
        denominator: &BigInt,
        exponent: i64,
        prec: u32,
        direction: Direction,
    ) -> Option<Self> {
        if denominator.is_zero() {
            return None;
        }
        if numerator.is_zero() {
            return Some(Self::zero());
        }
        let want = i64::from(prec) + 2 + denominator.bits() as i64 - numerator.bits() as i64;
        let shift = want.max(0);
        let (q, r) = (numerator << shift).div_mod_floor(denominator);
        if r.is_zero() {
            return Self::rounded(q, exponent.saturating_sub(shift), prec, direction);
        }
        // floor(y) < y < floor(y) + 1; one more bit keeps an inexact quotient off zero's grid.
        let q = match direction {
            Direction::Down => q,
            Direction::Up => q + 1,
        };
        Self::rounded(q, exponent.saturating_sub(shift), prec, direction)
    }

    /// The `n`-th root of a nonnegative number, rounded to `prec` bits, for `1 <= n <= 64`
    /// (beyond, the bounds are 0 and ∞). Zero for a negative argument.
    pub fn root(&self, n: u32, prec: u32, direction: Direction) -> Option<Self> {
        if self.signum() <= 0 || n == 0 {
            return Some(Self::zero());
        }
        if n > 64 {
            // Not offered: the mantissa would be n times as long. Trivial bounds.
            return (direction == Direction::Down).then(Self::zero);
        }
        // x = m·2^e with e divisible by n and m of at least n·(prec+2) bits.
        let n64 = i64::from(n);
        let want = (n64 * (i64::from(prec) + 2) - self.mantissa.bits() as i64).max(0);
        let shift = want + (self.exponent - want).rem_euclid(n64);
        let m = &self.mantissa << shift;
        let e = (self.exponent - shift) / n64;
        let r = if n == 2 { m.sqrt() } else { m.nth_root(n) };
        let inexact = r.pow(n) != m;
        let r = if inexact && direction == Direction::Up {
            r + BigInt::one()
        } else {
            r
        };
        Self::rounded(r, e, prec, direction)
    }

    /// `floor(self · 2^wp)`; the caller bounds `top() + wp`.
    pub(super) fn fixed(&self, wp: i64) -> BigInt {
        let shift = self.exponent + wp;
        if shift >= 0 {
            &self.mantissa << shift
        } else {
            &self.mantissa >> -shift
        }
    }

    /// The machine number nearest in the given direction (possibly infinite).
    pub fn to_f64(&self, direction: Direction) -> f64 {
        let negative = self.mantissa.is_negative();
        let away = negative == (direction == Direction::Down);
        let top = self.top();
        let sign = if negative { -1.0 } else { 1.0 };
        if self.mantissa.is_zero() {
            return 0.0;
        }
        if top > 1024 {
            return sign * if away { f64::INFINITY } else { f64::MAX };
        }
        if top < -1074 {
            return if away { sign * f64::from_bits(1) } else { 0.0 };
        }
        // Bits that fit: 53, fewer for subnormals. The magnitude is floored or ceiled on the grid
        // 2^grid, where both the integer (at most 2^53) and the product are exact.
        let grid = (top - 53).max(-1074);
        let m = self.mantissa.abs();
        let shift = self.exponent - grid;
        let m = if shift >= 0 {
            m << shift
        } else if away {
            -((-m) >> -shift)
        } else {
            m >> -shift
        };
        let m = m.to_u64().unwrap_or(1 << 53) as f64;
        // Two exact multiplications by powers of two; an overflow yields infinity, which can only
        // arise when rounding away from zero.
        let half = grid / 2;
        sign * m * power(half) * power(grid - half)
    }

    /// A machine number near the value (finite; for heuristics).
    pub fn near_f64(&self) -> f64 {
        self.to_f64(Direction::Down).clamp(f64::MIN, f64::MAX)
    }

    /// log₂|x| as a machine number, accurate to about 2^-50 relative: for heuristics.
    pub fn log2_near(&self) -> f64 {
        let top = self.top();
        let unit = Self {
            mantissa: self.mantissa.abs(),
            exponent: self.exponent - top,
        };
        libm::log2(unit.near_f64()) + top as f64
    }

    /// The parts `(mantissa, exponent)`.
    pub fn parts(&self) -> (&BigInt, i64) {
        (&self.mantissa, self.exponent)
    }
}

/// `2^k` for `-1022 <= k <= 1023`.
fn power(k: i64) -> f64 {
    f64::from_bits(((k.clamp(-1022, 1023) + 1023) as u64) << 52)
}
