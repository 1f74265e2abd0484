//! Sparse polynomials and fractions against evaluation at random rational points.

use super::common::*;
use barrow::polynomial::*;
use num_bigint::BigInt;
use num_traits::Zero;

const LIMIT: usize = 2000;

fn random_polynomial(random: &mut Random, terms: i64) -> Multivariate {
    (0..terms).fold(Multivariate::default(), |sum, _| {
        let exponents = (0..3).map(|_| random.between(0, 2) as u32).collect();
        sum.add(
            &Multivariate::term(Monomial::new(exponents), random.rational(9)),
            LIMIT,
        )
        .unwrap()
    })
}

fn random_fraction(random: &mut Random) -> Fraction {
    loop {
        let (top, bottom) = (random.between(0, 3), random.between(1, 3));
        if let Some(fraction) = Fraction::new(
            random_polynomial(random, top),
            random_polynomial(random, bottom),
        ) {
            return fraction;
        }
    }
}

#[test]
fn polynomials_agree_with_evaluation() {
    let mut random = Random(23);
    for _ in 0..200 {
        let (p, q) = (
            random_polynomial(&mut random, 4),
            random_polynomial(&mut random, 3),
        );
        let point: Vec<Rational> = (0..3).map(|_| random.rational(9)).collect();
        let at = |polynomial: &Multivariate| polynomial.evaluate(&point).unwrap();
        assert_eq!(at(&p.add(&q, LIMIT).unwrap()), at(&p) + at(&q));
        assert_eq!(at(&p.sub(&q, LIMIT).unwrap()), at(&p) - at(&q));
        assert_eq!(at(&p.mul(&q, LIMIT).unwrap()), at(&p) * at(&q));
        assert_eq!(at(&p.pow(3, LIMIT).unwrap()), at(&p) * at(&p) * at(&p));
        assert!(p.sub(&p, LIMIT).unwrap().is_zero());
        if !q.is_zero() {
            assert_eq!(
                p.mul(&q, LIMIT).unwrap().exact_division(&q, LIMIT),
                Some(p.clone())
            );
        }
        // The product rule.
        let left = p.mul(&q, LIMIT).unwrap().derivative(1).unwrap();
        let first = p.derivative(1).unwrap().mul(&q, LIMIT).unwrap();
        assert_eq!(
            left,
            first
                .add(&p.mul(&q.derivative(1).unwrap(), LIMIT).unwrap(), LIMIT)
                .unwrap()
        );
    }
}

#[test]
fn fractions_agree_with_evaluation() {
    let mut random = Random(29);
    let mut compared = 0;
    for _ in 0..300 {
        let (p, q) = (random_fraction(&mut random), random_fraction(&mut random));
        let point: Vec<Rational> = (0..3).map(|_| random.rational(9)).collect();
        let (Some(left), Some(right)) = (p.evaluate(&point), q.evaluate(&point)) else {
            continue;
        };
        compared += 1;
        let at = |fraction: Fraction| fraction.evaluate(&point).unwrap();
        assert_eq!(at(p.add(&q, LIMIT).unwrap()), &left + &right);
        assert_eq!(at(p.sub(&q, LIMIT).unwrap()), &left - &right);
        assert_eq!(at(p.mul(&q, LIMIT).unwrap()), &left * &right);
        assert_eq!(at(p.pow(2, LIMIT).unwrap()), &left * &left);
        if right.is_zero() {
            continue;
        }
        let quotient = p.div(&q, LIMIT).unwrap();
        assert_eq!(at(quotient.clone()), &left / &right);
        assert_eq!(at(q.pow(-2, LIMIT).unwrap()), (&right * &right).recip());
        assert_eq!(
            quotient.mul(&q, LIMIT).unwrap().equals(&p, LIMIT),
            Some(true)
        );
        assert_eq!(
            quotient.equals(
                &p.add(&Fraction::constant(ratio(1, 3)), LIMIT).unwrap(),
                LIMIT
            ),
            Some(false)
        );
        assert!(p.sub(&p, LIMIT).unwrap().is_zero());
        let rule = p.mul(&q, LIMIT).unwrap().derivative(0, LIMIT).unwrap();
        let first = p.derivative(0, LIMIT).unwrap().mul(&q, LIMIT).unwrap();
        let second = q.derivative(0, LIMIT).unwrap().mul(&p, LIMIT).unwrap();
        assert_eq!(
            rule.equals(&first.add(&second, LIMIT).unwrap(), LIMIT),
            Some(true)
        );
    }
    assert!(compared > 200);
}

#[test]
fn sums_over_one_denominator_stay_small() {
    let x = Multivariate::variable(0);
    let y = Multivariate::variable(1);
    let bottom = x.add(&y, LIMIT).unwrap().pow(3, LIMIT).unwrap();
    let mut sum = Fraction::constant(Rational::zero());
    for index in 1..=20 {
        let piece = Fraction::new(x.pow(index, LIMIT).unwrap(), bottom.clone()).unwrap();
        sum = sum.add(&piece, LIMIT).unwrap();
    }
    assert_eq!(sum.denominator().len(), 4);
    // 1/x + 1/x^2 + ... has the denominator x^20.
    let powers = (1..=20).fold(Fraction::constant(Rational::zero()), |sum, exponent| {
        sum.add(&Fraction::variable_power(0, -exponent), LIMIT)
            .unwrap()
    });
    assert_eq!(powers.denominator(), &x.pow(20, LIMIT).unwrap());
    // (x^2 - y^2)/(x - y) = x + y, and (x + y)^3/(x + y)^3 = 1.
    let squares = x
        .pow(2, LIMIT)
        .unwrap()
        .sub(&y.pow(2, LIMIT).unwrap(), LIMIT)
        .unwrap();
    let quotient = Fraction::from(squares)
        .div(&Fraction::from(x.sub(&y, LIMIT).unwrap()), LIMIT)
        .unwrap();
    assert_eq!(quotient, Fraction::from(x.add(&y, LIMIT).unwrap()));
    let unit = Fraction::from(bottom.clone())
        .div(&Fraction::from(bottom), LIMIT)
        .unwrap();
    assert!(unit.as_constant().is_some_and(|value| value == ratio(1, 1)));
}

#[test]
fn bounds_hold() {
    let sum = (0..10).fold(Multivariate::one(), |sum, index| {
        sum.add(&Multivariate::variable(index), LIMIT).unwrap()
    });
    assert!(sum.pow(1_000_000_000, 500).is_none());
    assert!(sum.mul(&sum, 65).is_none());
    assert_eq!(sum.mul(&sum, 66).unwrap().len(), 66);
    assert!(
        Multivariate::constant(ratio(2, 1))
            .pow(u32::MAX, LIMIT)
            .is_none()
    );
    assert_eq!(
        Multivariate::constant(ratio(-1, 1))
            .pow(u32::MAX, LIMIT)
            .unwrap()
            .as_constant(),
        Some(ratio(-1, 1))
    );
    assert!(
        Multivariate::variable(0)
            .pow(u32::MAX, LIMIT)
            .unwrap()
            .mul(&Multivariate::variable(0), LIMIT)
            .is_none()
    );
    assert!(Multivariate::default().pow(0, LIMIT).unwrap().is_one());
    assert!(Fraction::new(Multivariate::one(), Multivariate::default()).is_none());
    assert!(
        Fraction::constant(Rational::zero())
            .pow(-1, LIMIT)
            .is_none()
    );
    assert!(Fraction::constant(Rational::zero()).recip().is_none());
}

#[test]
fn univariate_conversion() {
    let p = Polynomial::from_integers(&[6, 0, -4, 10]);
    let sparse = Multivariate::from_univariate(&p, 2);
    let (variable, back, scale) = sparse.to_univariate().unwrap();
    assert_eq!(
        (variable, back.scaled(scale.numer()), scale.denom()),
        (2, p, &BigInt::from(1))
    );
    assert!(
        sparse
            .add(&Multivariate::variable(0), LIMIT)
            .unwrap()
            .to_univariate()
            .is_none()
    );
    assert_eq!(
        Multivariate::default().to_univariate().unwrap().1,
        Polynomial::default()
    );
    assert!(
        Multivariate::variable(0)
            .pow(100_000, LIMIT)
            .unwrap()
            .to_univariate()
            .is_none()
    );
}
