//! Dyadic numbers in decimal notation.

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{Pow, Signed, Zero};

use super::dyadic::{Direction, Dyadic};

/// Decimal exponents beyond this are given as a bound by a power of ten alone.
const EXPONENT_LIMIT: i64 = 1 << 16;

enum Rounding {
    Floor,
    Ceiling,
    Nearest,
}

/// `x` rounded in the given direction to `digits` significant digits, as `d.ddde±n` or plain.
pub fn directed(x: &Dyadic, digits: usize, direction: Direction) -> String {
    // Rounding of the magnitude.
    let away = (x.signum() < 0) == (direction == Direction::Down);
    format(
        x,
        digits,
        if away {
            &Rounding::Ceiling
        } else {
            &Rounding::Floor
        },
    )
}

/// `x` rounded to the nearest number of `digits` significant digits (for display).
pub fn nearest(x: &Dyadic, digits: usize) -> String {
    format(x, digits, &Rounding::Nearest)
}

fn format(x: &Dyadic, digits: usize, rounding: &Rounding) -> String {
    let digits = digits.clamp(1, 20_000) as i64;
    if x.signum() == 0 {
        return "0".into();
    }
    let sign = if x.signum() < 0 { "-" } else { "" };
    // log₁₀|x| lies in [(top−1)·0.30103, top·0.30103].
    let top = x.top();
    if top.abs() > EXPONENT_LIMIT {
        // 0.3010299956 < log₁₀ 2 < 0.3010299957.
        let (small, large) = (3_010_299_956_i128, 3_010_299_957_i128);
        let (lower, upper) = (i128::from(top - 1), i128::from(top));
        let floor = (lower * if lower < 0 { large } else { small }).div_euclid(10_000_000_000);
        let ceiling =
            (upper * if upper < 0 { small } else { large }).div_euclid(10_000_000_000) + 1;
        let e = match rounding {
            Rounding::Floor | Rounding::Nearest => floor,
            Rounding::Ceiling => ceiling,
        };
        return format!("{sign}1e{e}");
    }
    // First guess of the position of the leading digit; corrected below.
    let mut e = ((top - 1) * 30_103).div_euclid(100_000);
    let limit: BigInt = Pow::pow(BigInt::from(10), digits as u64);
    let mut k = digits - 1 - e;
    let mut number = scaled(x, k, rounding);
    for _ in 0..4 {
        if number >= limit {
            e += 1;
        } else if &number * 10 < limit {
            e -= 1;
        } else {
            break;
        }
        k = digits - 1 - e;
        number = scaled(x, k, rounding);
    }
    // number·10^-k, whatever its length.
    let text = number.to_string();
    place(sign, &text, text.len() as i64 - 1 - k)
}

/// `|x|·10^k`, rounded to an integer.
fn scaled(x: &Dyadic, k: i64, rounding: &Rounding) -> BigInt {
    let (m, e) = x.parts();
    let (mut numerator, mut denominator) = (m.abs(), BigInt::from(1));
    let power: BigInt = Pow::pow(BigInt::from(10), k.unsigned_abs());
    if k >= 0 {
        numerator *= power;
    } else {
        denominator *= power;
    }
    if e >= 0 {
        numerator <<= e;
    } else {
        denominator <<= -e;
    }
    let (q, r) = numerator.div_rem(&denominator);
    let up = match rounding {
        Rounding::Floor => false,
        Rounding::Ceiling => !r.is_zero(),
        Rounding::Nearest => r * 2 >= denominator,
    };
    if up { q + 1 } else { q }
}

/// The digits `text` with the leading one at `10^e`.
fn place(sign: &str, text: &str, e: i64) -> String {
    let trimmed = text.trim_end_matches('0');
    let trimmed = if trimmed.is_empty() { "0" } else { trimmed };
    let (head, tail) = trimmed.split_at(1);
    if (0..16).contains(&e) {
        let e = e as usize;
        let tail = format!("{tail:0<e$}");
        let (whole, fraction) = tail.split_at(e);
        let point = if fraction.is_empty() { "" } else { "." };
        return format!("{sign}{head}{whole}{point}{fraction}");
    }
    if (-4..0).contains(&e) {
        let zeros = "0".repeat((-e - 1) as usize);
        return format!("{sign}0.{zeros}{trimmed}");
    }
    let point = if tail.is_empty() { "" } else { "." };
    format!("{sign}{head}{point}{tail}e{e}")
}
