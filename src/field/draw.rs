use rand_chacha::rand_core::Rng;

use super::Prime;

/// q is drawn from [2⁴⁵, 2⁴⁶).
const LOW: u64 = 1 << 45;
/// Candidates sieved together.
const WINDOW: usize = 1024;

/// Draws a prime p = m·q + 1 with q prime, 2⁴⁵ ≤ q < 2⁴⁶ + 2¹¹, that `accept` likes.
///
/// m must be even and below 2¹⁷. By the prime number theorem about one in 32 of the numbers q is
/// prime and about one in ten of the p that belong to them, so the pool has more than 2³⁵
/// members for each m. `None` when `attempts` primes were not liked.
pub fn draw(
    m: u64,
    generator: &mut impl Rng,
    attempts: usize,
    mut accept: impl FnMut(&Prime) -> bool,
) -> Option<Prime> {
    let mut tried = 0;
    // Every draw starts at a fresh place, so that draws are independent of each other.
    while tried < attempts {
        let start = (LOW + generator.next_u64() % LOW) | 1;
        let mut composite = [false; WINDOW];
        for &l in SMALL_PRIMES {
            // Strike out q = start + 2k with q ≡ 0 or m·q + 1 ≡ 0 modulo ℓ.
            let half = l.div_ceil(2);
            let mut strike = |residue: u64| {
                let mut k = (residue + l - start % l) % l * half % l;
                while (k as usize) < WINDOW {
                    composite[k as usize] = true;
                    k += l;
                }
            };
            strike(0);
            if let Some(q) = (1..l).find(|q| (m % l * q + 1) % l == 0) {
                strike(q);
            }
        }
        for k in (0..WINDOW).filter(|&k| !composite[k]) {
            if let Some(prime) = Prime::new(m, start + 2 * k as u64, || generator.next_u64()) {
                if accept(&prime) {
                    return Some(prime);
                }
                tried += 1;
                break;
            }
        }
    }
    None
}

/// The odd primes below 128.
const SMALL_PRIMES: &[u64] = &[
    3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83, 89, 97,
    101, 103, 107, 109, 113, 127,
];

/// log₂ of a lower bound of the size of the pool for one m.
pub const POOL_BITS: f64 = 35.0;
