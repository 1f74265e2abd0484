//! Rationals as products of primes, as far as trial division reaches.

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, ToPrimitive};

use crate::number::Rational;

/// Trial division stops here. What remains is one factor, unless it is a perfect power.
const LARGEST_TRIAL: u64 = 1_000;

/// Exponents for which the remaining cofactor is tried as a perfect power.
const PERFECT: [u32; 4] = [2, 3, 5, 7];

/// A positive rational as Π base^exponent with distinct integer bases above 1; empty for 1.
pub(super) fn factor(q: &Rational) -> Vec<(Rational, i64)> {
    let mut parts = Vec::new();
    if let Some((n, d)) = q.small() {
        factor_small(n.unsigned_abs(), 1, &mut parts);
        factor_small(d.unsigned_abs(), -1, &mut parts);
    } else {
        factor_big(q.numerator(), 1, &mut parts);
        factor_big(q.denominator(), -1, &mut parts);
    }
    parts
}

fn candidates() -> impl Iterator<Item = u64> {
    [2, 3, 5].into_iter().chain(
        (0..=LARGEST_TRIAL / 30).flat_map(|k| [7, 11, 13, 17, 19, 23, 29, 31].map(|r| 30 * k + r)),
    )
}

fn factor_small(mut n: u64, sign: i64, parts: &mut Vec<(Rational, i64)>) {
    for p in candidates() {
        if p * p > n {
            break;
        }
        let mut exponent = 0;
        while n.is_multiple_of(p) {
            n /= p;
            exponent += 1;
        }
        if exponent > 0 {
            parts.push((Rational::from(p as i64), sign * exponent));
        }
    }
    cofactor(Rational::from(BigInt::from(n)), sign, parts);
}

fn factor_big(mut n: BigInt, sign: i64, parts: &mut Vec<(Rational, i64)>) {
    for p in candidates() {
        if n.is_one() {
            break;
        }
        let mut exponent = 0;
        while (&n % p).to_u64() == Some(0) {
            n = n.div_floor(&BigInt::from(p));
            exponent += 1;
        }
        if exponent > 0 {
            parts.push((Rational::from(p as i64), sign * exponent));
        }
    }
    cofactor(Rational::from(n), sign, parts);
}

/// Adds what trial division left, reduced to a base that is no perfect power.
fn cofactor(mut n: Rational, sign: i64, parts: &mut Vec<(Rational, i64)>) {
    if n.is_one() {
        return;
    }
    let mut exponent = sign;
    // Below the square of the largest trial the cofactor is prime.
    if n > Rational::from((LARGEST_TRIAL * LARGEST_TRIAL) as i64) {
        for k in PERFECT {
            while let Some(root) = n.exact_root(k) {
                n = root;
                exponent *= i64::from(k);
            }
        }
    }
    parts.push((n, exponent));
}
