//! Arithmetic of univariate polynomials, greatest common divisors and square-free decompositions.

use super::common::*;
use barrow::polynomial::*;
use num_bigint::BigInt;
use num_traits::Zero;

#[test]
fn arithmetic_agrees_with_evaluation() {
    let mut random = Random(3);
    for round in 0..200 {
        let (p, q) = (
            random.polynomial(round % 9, 50),
            random.polynomial(round % 7, 50),
        );
        let x = random.rational(20);
        let (left, right) = (p.evaluate(&x), q.evaluate(&x));
        assert_eq!((&p + &q).evaluate(&x), &left + &right);
        assert_eq!((&p - &q).evaluate(&x), &left - &right);
        assert_eq!((&p * &q).evaluate(&x), &left * &right);
        assert_eq!(p.sign_at(&x), left.numer().sign());
        assert_eq!((&p * &q).exact_division(&q), Some(p.clone()));
        let (a, b) = (random.rational(9), random.rational(9));
        let (composed, scale) = p.compose_affine(&a, &b);
        assert_eq!(composed.evaluate(&x) * scale, p.evaluate(&(&a * &x + &b)));
        let rest = p.pseudo_remainder(&q).unwrap();
        assert!(rest.is_zero() || rest.degree() < q.degree());
    }
    assert_eq!(
        Polynomial::one().exact_division(&Polynomial::default()),
        None
    );
    assert_eq!(
        Polynomial::one().pseudo_remainder(&Polynomial::default()),
        None
    );
    assert_eq!(
        Polynomial::from_integers(&[1, 0, 1]).exact_division(&Polynomial::from_integers(&[1, 1])),
        None
    );
}

#[test]
fn rational_coefficients() {
    let (polynomial, scale) =
        Polynomial::from_rationals(&[ratio(-4, 3), ratio(2, 5), ratio(-2, 1), ratio(0, 1)]);
    assert_eq!(polynomial, Polynomial::from_integers(&[-10, 3, -15]));
    assert_eq!(scale, ratio(2, 15));
    assert!(Polynomial::from_rationals(&[Rational::zero()]).0.is_zero());
}

#[test]
fn greatest_common_divisors() {
    let mut random = Random(5);
    for round in 0..100 {
        let common = random.polynomial(
            round % 12,
            if round % 3 == 0 {
                1_000_000_000_000
            } else {
                20
            },
        );
        let (p, q) = (random.polynomial(5, 30), random.polynomial(round % 6, 30));
        let found = (&p * &common).gcd(&(&q * &common), &mut budget()).unwrap();
        let rest = p.gcd(&q, &mut budget()).unwrap();
        assert_eq!(found, (&rest * &common).normalized());
        // Euclid's algorithm as an independent check of the degree.
        let (mut left, mut right) = (p.clone(), q.clone());
        while !right.is_zero() {
            let next = left.pseudo_remainder(&right).unwrap().primitive_part();
            (left, right) = (right, next);
        }
        assert_eq!(rest, left.normalized());
    }
    let p = Polynomial::from_integers(&[4, 2]);
    assert_eq!(
        p.gcd(&Polynomial::default(), &mut budget()).unwrap(),
        Polynomial::from_integers(&[2, 1])
    );
    assert!(
        Polynomial::default()
            .gcd(&Polynomial::default(), &mut budget())
            .unwrap()
            .is_zero()
    );
}

#[test]
fn decomposition_multiplies_back() {
    let mut random = Random(17);
    for round in 0..60 {
        let mut product = Polynomial::new(vec![BigInt::from(
            random.between(1, 30) * if round % 2 == 0 { 1 } else { -1 },
        )]);
        for exponent in 1..=random.between(1, 5) {
            let degree = random.between(0, 3) as usize;
            product = &product
                * &random
                    .polynomial(degree, 12)
                    .power(exponent as u32)
                    .unwrap();
        }
        let parts = product.square_free_decomposition(&mut budget()).unwrap();
        assert_eq!(parts.product().unwrap(), product);
        let mut simple = Polynomial::one();
        for (index, (factor, _)) in parts.factors.iter().enumerate() {
            assert!(factor.is_square_free(&mut budget()).unwrap());
            simple = &simple * factor;
            for (other, _) in &parts.factors[index + 1..] {
                assert!(factor.gcd(other, &mut budget()).unwrap().is_constant());
            }
        }
        assert!(parts.factors.windows(2).all(|pair| pair[0].1 < pair[1].1));
        assert_eq!(product.square_free_part(&mut budget()).unwrap(), simple);
    }
    assert_eq!(
        Polynomial::default().square_free_part(&mut budget()),
        Err(PolynomialError::Zero)
    );
}

#[test]
fn powers_are_bounded() {
    assert_eq!(
        Polynomial::from_integers(&[1, 1]).power(2),
        Some(Polynomial::from_integers(&[1, 2, 1]))
    );
    assert_eq!(Polynomial::from_integers(&[1, 1]).power(u32::MAX), None);
    assert_eq!(Polynomial::from_integers(&[2]).power(u32::MAX), None);
    assert_eq!(
        Polynomial::from_integers(&[-1]).power(u32::MAX),
        Some(Polynomial::from_integers(&[-1]))
    );
    assert_eq!(Polynomial::default().power(0), Some(Polynomial::one()));
}
