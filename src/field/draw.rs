use rand_chacha::rand_core::Rng;

use super::Prime;
use super::prime::{inverse_modulo, pass_fermat};

/// m·q stays below 2⁶³ and q above 2⁴⁰.
const Q_BITS: u32 = 62;
/// The largest m.
pub const MAX_M: u64 = 1 << 21;
/// Candidates sieved together.
const WINDOW: usize = 256;
/// Candidates tested together.
const LANES: usize = 4;

/// The low end of the range from which q is drawn; it is twice as long.
fn low(m: u64) -> u64 {
    1 << (Q_BITS - m.next_power_of_two().trailing_zeros())
}

/// −log₂ of an upper bound of the probability with which any one prime is drawn that belongs to m:
/// it is met from [`WINDOW`] of the low(m)/2 places to start at, and of those it takes less than
/// two to meet one.
pub fn pool_bits(m: u64) -> f64 {
    f64::from(low(m).ilog2()) - 2.0 - (WINDOW as f64).log2()
}

/// Draws a prime p = m·q + 1 of 62 or 63 bits, q without small divisors, that `accept` likes.
///
/// m must be even and at most [`MAX_M`]. `None` when it is not, or when `attempts` primes were
/// not liked.
pub fn draw(
    m: u64,
    generator: &mut impl Rng,
    attempts: usize,
    mut accept: impl FnMut(&Prime) -> bool,
) -> Option<Prime> {
    if !m.is_multiple_of(2) || m > MAX_M {
        return None;
    }
    let low = low(m);
    // Every draw starts at a fresh place, so that draws are independent of each other.
    for _ in 0..attempts {
        let start = (low + generator.next_u64() % low) | 1;
        let survivors = sieve(m, start);
        let found = survivors.chunks(LANES).find_map(|chunk| {
            let some = std::array::from_fn(|k| chunk[k % chunk.len()]);
            let passed = pass_fermat::<LANES>(some.map(|q| m * q + 1));
            let mut likely = chunk.iter().zip(passed).filter(|(_, passed)| *passed);
            likely.find_map(|(&q, _)| Prime::new(m, q, || generator.next_u64()))
        });
        if let Some(prime) = found.filter(&mut accept) {
            return Some(prime);
        }
    }
    None
}

/// The odd numbers q of the window from here on for which neither q nor m·q + 1 has a small
/// divisor.
fn sieve(m: u64, start: u64) -> Vec<u64> {
    let mut composite = [false; WINDOW];
    let mut strike = |l: u64, k: u64| {
        for k in (k as usize..WINDOW).step_by(l as usize) {
            composite[k] = true;
        }
    };
    for &l in SMALL_PRIMES {
        // start + 2k ≡ r where k ≡ (r − start)/2.
        let place = |r: u64| (r + l - start % l) * l.div_ceil(2) % l;
        strike(l, place(0));
        if let Some(inverse) = inverse_modulo(m % l, l) {
            strike(l, place(l - inverse));
        }
    }
    (0..WINDOW)
        .filter(|&k| !composite[k])
        .map(|k| start + 2 * k as u64)
        .collect()
}

/// The odd primes below 100.
const SMALL_PRIMES: &[u64] = &[
    3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83, 89, 97,
];
