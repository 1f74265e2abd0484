//! Arithmetic modulo drawn primes.
#![allow(clippy::unwrap_used)]

use barrow::field::{Prime, draw, reconstruct};
use barrow::number::Rational;
use rand_chacha::ChaCha12Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

const M: u64 = 16 * 9 * 5 * 7 * 11;

fn primes(count: usize) -> (Vec<Prime>, ChaCha12Rng) {
    let mut generator = ChaCha12Rng::seed_from_u64(7);
    let primes = (0..count)
        .map(|_| draw(M, &mut generator, 1, |_| true).unwrap())
        .collect();
    (primes, generator)
}

#[test]
fn arithmetic_agrees_with_wide_integers() {
    let (primes, mut generator) = primes(20);
    for prime in &primes {
        let p = u128::from(prime.p());
        assert_eq!((prime.p() - 1) % M, 0);
        for _ in 0..200 {
            let [a, b, c, d] = std::array::from_fn(|_| generator.next_u64() % prime.p());
            let [x, y, z, w] = [a, b, c, d].map(|v| prime.from_u64(v));
            let [a, b, c, d] = [a, b, c, d].map(u128::from);
            assert_eq!(u128::from(prime.to_u64(prime.mul(x, y))), a * b % p);
            assert_eq!(u128::from(prime.to_u64(prime.add(x, y))), (a + b) % p);
            assert_eq!(u128::from(prime.to_u64(prime.sub(x, y))), (a + p - b) % p);
            assert_eq!(
                u128::from(prime.to_u64(prime.mul_add_mul(x, y, z, w))),
                (a * b % p + c * d % p) % p
            );
            assert_eq!(prime.mul(x, prime.inv(x)), prime.one());
        }
        let mut values: Vec<u64> = (0..20).map(|i| prime.from_u64(i)).collect();
        let inverses: Vec<u64> = values.iter().map(|&v| prime.inv(v)).collect();
        prime.invert_all(&mut values);
        assert_eq!(values, inverses);
    }
}

#[test]
fn roots_exist_exactly_for_powers() {
    let (primes, mut generator) = primes(5);
    for prime in &primes {
        for n in [
            2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 16, 18, 22, 35, 48, 144, 55440,
        ] {
            let zeta = prime.root_of_unity(M / n);
            assert_eq!(prime.pow(zeta, n), prime.one());
            assert!(
                (1..n)
                    .filter(|k| n % k == 0)
                    .all(|k| prime.pow(zeta, k) != prime.one())
            );
            for _ in 0..20 {
                let a = prime.from_u64(generator.next_u64());
                let power = prime.pow(a, n);
                let root = prime.root(power, n).expect("a power has a root");
                assert_eq!(prime.pow(root, n), power);
                assert_eq!(prime.is_power(a, n), prime.root(a, n).is_some());
            }
        }
    }
}

#[test]
fn small_fractions_are_reconstructed() {
    let (primes, mut generator) = primes(3);
    for prime in &primes {
        for _ in 0..500 {
            let n = (generator.next_u64() % (1 << 25)) as i64 - (1 << 24);
            let d = (generator.next_u64() % (1 << 16)) as i64 + 1;
            let element = prime.mul(prime.from_i64(n), prime.inv(prime.from_i64(d)));
            assert_eq!(reconstruct(prime, element), Rational::new(n, d));
        }
        let found =
            (0..1000).filter(|_| reconstruct(prime, generator.next_u64() % prime.p()).is_some());
        assert_eq!(found.count(), 0, "a random element is no small fraction");
    }
}

#[test]
fn composite_moduli_are_refused() {
    let mut generator = ChaCha12Rng::seed_from_u64(1);
    for q in (1u64 << 45)..(1 << 45) + 2000 {
        if let Some(prime) = Prime::new(M, q, || generator.next_u64()) {
            let p = prime.p();
            assert!((3..5000).step_by(2).all(|l| p % l != 0));
            assert!((2..=M).all(|l| !M.is_multiple_of(l) || !q.is_multiple_of(l)));
        }
    }
}
