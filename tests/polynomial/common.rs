//! What the tests share: known polynomials, an independent Sturm count and a small random generator.

use barrow::polynomial::{Budget, IsolatedRoot, Polynomial, Rational};
use num_bigint::{BigInt, Sign};
use num_traits::Pow;

/// A small deterministic generator (xorshift).
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    pub fn between(&mut self, low: i64, high: i64) -> i64 {
        low + (self.next() >> 8).rem_euclid((high - low + 1) as u64) as i64
    }

    pub fn polynomial(&mut self, degree: usize, size: i64) -> Polynomial {
        let mut values: Vec<i64> = (0..=degree).map(|_| self.between(-size, size)).collect();
        if values[degree] == 0 {
            values[degree] = 1;
        }
        Polynomial::from_integers(&values)
    }

    pub fn rational(&mut self, size: i64) -> Rational {
        ratio(self.between(-size, size), self.between(1, size))
    }
}

pub fn ratio(numerator: i64, denominator: i64) -> Rational {
    Rational::new(BigInt::from(numerator), BigInt::from(denominator))
}

pub fn tiny(digits: u32) -> Rational {
    Rational::new(BigInt::from(1), BigInt::from(10).pow(digits))
}

pub fn budget() -> Budget {
    Budget::default()
}

pub fn from_roots(roots: &[Rational]) -> Polynomial {
    roots.iter().fold(Polynomial::one(), |product, root| {
        &product * &Polynomial::linear(root)
    })
}

pub fn wilkinson(degree: i64) -> Polynomial {
    from_roots(&(1..=degree).map(|root| ratio(root, 1)).collect::<Vec<_>>())
}

pub fn chebyshev(degree: usize) -> Polynomial {
    let (mut last, mut current) = (Polynomial::one(), Polynomial::from_integers(&[0, 1]));
    if degree == 0 {
        return last;
    }
    for _ in 1..degree {
        let next = &(&Polynomial::from_integers(&[0, 2]) * &current) - &last;
        last = std::mem::replace(&mut current, next);
    }
    current
}

/// x^n - (a x - 1)^2.
pub fn mignotte(degree: usize, a: i64) -> Polynomial {
    let mut power = vec![BigInt::from(0); degree];
    power.push(BigInt::from(1));
    &Polynomial::new(power) - &Polynomial::from_integers(&[-1, a]).power(2).unwrap()
}

/// The Sturm sequence of a polynomial, by signed primitive remainders.
pub fn sturm_sequence(polynomial: &Polynomial) -> Vec<Polynomial> {
    let mut sequence = vec![
        polynomial.primitive_part(),
        polynomial.derivative().primitive_part(),
    ];
    loop {
        let [.., before, last] = sequence.as_slice() else {
            unreachable!()
        };
        let Some(rest) = before.pseudo_remainder(last) else {
            break;
        };
        if rest.is_zero() {
            break;
        }
        let next = -&rest.primitive_part();
        sequence.push(next);
    }
    sequence
}

fn changes(signs: impl Iterator<Item = Sign>) -> usize {
    let signs: Vec<Sign> = signs.filter(|sign| *sign != Sign::NoSign).collect();
    signs.windows(2).filter(|pair| pair[0] != pair[1]).count()
}

/// The number of different real roots, by Sturm's theorem.
pub fn sturm_count(polynomial: &Polynomial) -> usize {
    let sequence = sturm_sequence(polynomial);
    let right = changes(
        sequence
            .iter()
            .map(|member| member.leading().map_or(Sign::NoSign, BigInt::sign)),
    );
    let left = changes(sequence.iter().map(|member| {
        let sign = member.leading().map_or(Sign::NoSign, BigInt::sign);
        if member.degree().unwrap_or(0) % 2 == 1 {
            -sign
        } else {
            sign
        }
    }));
    left - right
}

/// The number of different roots in a half-open interval, by Sturm's theorem.
pub fn sturm_between(sequence: &[Polynomial], low: &Rational, high: &Rational) -> usize {
    let at = |point: &Rational| changes(sequence.iter().map(|member| member.sign_at(point)));
    at(low) - at(high)
}

/// Checks what is promised of isolated roots of a product, except that there are no further ones.
pub fn check_items(polynomials: &[Polynomial], roots: &[IsolatedRoot]) {
    for pair in roots.windows(2) {
        assert!(pair[0].high() < pair[1].low());
    }
    for root in roots {
        if let Some(exact) = root.exact() {
            assert!(
                polynomials
                    .iter()
                    .any(|polynomial| polynomial.sign_at(exact) == Sign::NoSign)
            );
            continue;
        }
        assert!(root.low() < root.high());
        for polynomial in polynomials {
            assert_ne!(polynomial.sign_at(root.low()), Sign::NoSign);
            assert_ne!(polynomial.sign_at(root.high()), Sign::NoSign);
        }
        let own = root.polynomial();
        assert_eq!(own.sign_at(root.low()), -own.sign_at(root.high()));
    }
}
