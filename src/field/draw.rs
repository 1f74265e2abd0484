use rand_chacha::rand_core::Rng;

use super::Prime;

/// m·q stays below 2⁶³ and q above 2⁴⁰.
const Q_BITS: u32 = 62;
/// The largest m.
pub const MAX_M: u64 = 1 << 21;
/// Candidates sieved together.
const WINDOW: usize = 1024;

/// The low end of the range from which q is drawn; it is twice as long.
fn low(m: u64) -> u64 {
    1 << (Q_BITS - m.next_power_of_two().trailing_zeros())
}

/// log₂ of a lower bound of how many primes belong to m: by the prime number theorem one number
/// q in at most 32 is prime, and of the p that belong to them one in at most 32.
pub fn pool_bits(m: u64) -> f64 {
    low(m).ilog2().saturating_sub(10).into()
}

/// Draws a prime p = m·q + 1 of 62 or 63 bits, q prime, that `accept` likes.
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
    let mut tried = 0;
    // Every draw starts at a fresh place, so that draws are independent of each other.
    while tried < attempts {
        let start = (low + generator.next_u64() % low) | 1;
        let mut composite = [false; WINDOW];
        for &l in SMALL_PRIMES {
            // Strike out q = start + 2k with q ≡ 0 or m·q + 1 ≡ 0 modulo ℓ.
            let half = l.div_ceil(2);
            let offset = l - (start % u64::from(l)) as u32;
            let mut strike = |residue: u32| {
                let mut k = ((residue + offset) % l * half % l) as usize;
                while k < WINDOW {
                    composite[k] = true;
                    k += l as usize;
                }
            };
            strike(0);
            match (m % u64::from(l)) as u32 {
                0 => {}
                m => strike(l - inverse(m, l)),
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

/// 1/a modulo a prime, 0 < a < l.
fn inverse(a: u32, l: u32) -> u32 {
    let (mut r0, mut r1, mut s0, mut s1) = (l as i32, a as i32, 0, 1);
    while r1 > 1 {
        let k = r0 / r1;
        (r0, r1) = (r1, r0 - k * r1);
        (s0, s1) = (s1, s0 - k * s1);
    }
    s1.rem_euclid(l as i32) as u32
}

/// The odd primes below 256.
const SMALL_PRIMES: &[u32] = &[
    3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83, 89, 97,
    101, 103, 107, 109, 113, 127, 131, 137, 139, 149, 151, 157, 163, 167, 173, 179, 181, 191, 193,
    197, 199, 211, 223, 227, 229, 233, 239, 241, 251,
];
