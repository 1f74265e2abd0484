//! Polynomials modulo a prime of at most 31 bits: the ground of the modular greatest common divisor and of the search
//! for rational roots.

use num_bigint::{BigInt, Sign};

/// The remainder of an integer modulo a prime, between zero and the prime.
pub(super) fn residue(value: &BigInt, prime: u64) -> u64 {
    let absolute = value
        .iter_u32_digits()
        .rev()
        .fold(0, |rest, digit| ((rest << 32) | u64::from(digit)) % prime);
    if value.sign() == Sign::Minus && absolute != 0 {
        prime - absolute
    } else {
        absolute
    }
}

/// The remainders of all coefficients, without trailing zeros.
pub(super) fn residues(coefficients: &[BigInt], prime: u64) -> Vec<u64> {
    trimmed(
        coefficients
            .iter()
            .map(|value| residue(value, prime))
            .collect(),
    )
}

fn trimmed(mut coefficients: Vec<u64>) -> Vec<u64> {
    while coefficients.last() == Some(&0) {
        coefficients.pop();
    }
    coefficients
}

/// The power of a residue.
fn power(base: u64, exponent: u64, modulus: u64) -> u64 {
    let (mut result, mut square, mut rest) = (1 % modulus, base % modulus, exponent);
    while rest > 0 {
        if rest & 1 == 1 {
            result = result * square % modulus;
        }
        square = square * square % modulus;
        rest >>= 1;
    }
    result
}

/// The inverse of a residue that is not zero (zero for zero), by Fermat's theorem.
pub(super) fn inverse(value: u64, prime: u64) -> u64 {
    power(value, prime.saturating_sub(2), prime)
}

/// Whether a number below 2^31 is prime: Miller and Rabin's test with the bases 2, 3, 5 and 7, certain below
/// 3 215 031 751 (Jaeschke 1993).
pub(super) fn is_prime(number: u64) -> bool {
    const BASES: [u64; 4] = [2, 3, 5, 7];
    if number < 2 {
        return false;
    }
    if let Some(base) = BASES.iter().find(|&&base| number.is_multiple_of(base)) {
        return number == *base;
    }
    let twos = (number - 1).trailing_zeros();
    let odd = (number - 1) >> twos;
    BASES.iter().all(|&base| {
        let mut value = power(base, odd, number);
        if value == 1 || value == number - 1 {
            return true;
        }
        for _ in 1..twos {
            value = value * value % number;
            if value == number - 1 {
                return true;
            }
        }
        false
    })
}

/// The primes below 2^31, the largest first.
pub(super) fn large_primes() -> impl Iterator<Item = u64> {
    (0..1_u64 << 30)
        .map(|step| (1_u64 << 31) - 1 - 2 * step)
        .filter(|&number| is_prime(number))
}

/// The monic greatest common divisor modulo a prime, by Euclid's algorithm; empty when both are zero.
pub(super) fn gcd(left: Vec<u64>, right: Vec<u64>, prime: u64) -> Vec<u64> {
    let (mut dividend, mut divisor) = (trimmed(left), trimmed(right));
    while let Some((&leading, lower)) = divisor.split_last() {
        let scale = inverse(leading, prime);
        while let Some(position) = dividend.len().checked_sub(divisor.len()) {
            let Some(top) = dividend.pop() else { break };
            let factor = prime - top * scale % prime;
            for (target, value) in dividend.iter_mut().skip(position).zip(lower) {
                *target = (*target + factor * value) % prime;
            }
            dividend = trimmed(dividend);
        }
        std::mem::swap(&mut dividend, &mut divisor);
    }
    if let Some(&leading) = dividend.last() {
        let scale = inverse(leading, prime);
        for value in &mut dividend {
            *value = *value * scale % prime;
        }
    }
    dividend
}

/// The derivative modulo a prime.
pub(super) fn derivative(coefficients: &[u64], prime: u64) -> Vec<u64> {
    trimmed(
        coefficients
            .iter()
            .zip(0_u64..)
            .skip(1)
            .map(|(value, exponent)| value * (exponent % prime) % prime)
            .collect(),
    )
}

/// The value at a residue.
pub(super) fn evaluate(coefficients: &[u64], point: u64, prime: u64) -> u64 {
    coefficients.iter().rev().fold(0, |value, coefficient| {
        (value * point + coefficient) % prime
    })
}
