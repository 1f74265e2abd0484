//! Root isolation against known roots and against Sturm's theorem.

use super::common::*;
use barrow::polynomial::*;
use num_bigint::{BigInt, Sign};
use num_traits::{One, Signed, Zero};

fn full_check(polynomial: &Polynomial) -> Vec<IsolatedRoot> {
    let roots = isolate(polynomial, &mut budget()).unwrap();
    check_items(std::slice::from_ref(polynomial), &roots);
    assert_eq!(roots.len(), sturm_count(polynomial));
    let sequence = sturm_sequence(polynomial);
    for root in roots.iter().filter(|root| root.exact().is_none()) {
        assert_eq!(sturm_between(&sequence, root.low(), root.high()), 1);
    }
    check_samples(std::slice::from_ref(polynomial), &roots);
    roots
}

fn check_samples(polynomials: &[Polynomial], roots: &[IsolatedRoot]) -> Vec<Rational> {
    let points = samples(roots, &mut budget()).unwrap();
    assert_eq!(points.len(), roots.len() + 1);
    for (index, point) in points.iter().enumerate() {
        for (other, root) in roots.iter().enumerate() {
            let expected = if other < index {
                std::cmp::Ordering::Less
            } else {
                std::cmp::Ordering::Greater
            };
            assert_eq!(root.compare_rational(point), expected);
        }
        assert!(
            polynomials
                .iter()
                .all(|polynomial| polynomial.sign_at(point) != Sign::NoSign)
        );
    }
    points
}

#[test]
fn wilkinson_twenty() {
    let roots = full_check(&wilkinson(20));
    let exact: Vec<Rational> = roots
        .iter()
        .map(|root| root.exact().unwrap().clone())
        .collect();
    assert_eq!(
        exact,
        (1..=20).map(|root| ratio(root, 1)).collect::<Vec<_>>()
    );
    // Wilkinson's perturbation of the coefficient of x^19 by 2^-23 makes ten roots complex.
    let mut coefficients = wilkinson(20)
        .scaled(&(BigInt::one() << 23_u32))
        .coefficients()
        .to_vec();
    coefficients[19] -= 1;
    assert_eq!(full_check(&Polynomial::new(coefficients)).len(), 10);
}

#[test]
fn chebyshev_polynomials() {
    for degree in 1..=60 {
        assert_eq!(full_check(&chebyshev(degree)).len(), degree);
    }
}

#[test]
fn roots_thirty_digits_apart() {
    let one = Rational::one();
    let known = [
        one.clone(),
        &one + tiny(30),
        &one + tiny(30) * BigInt::from(2),
    ];
    let roots = full_check(&from_roots(&known));
    assert!(
        roots
            .iter()
            .zip(&known)
            .all(|(root, known)| root.exact() == Some(known))
    );
    // Irrational ones: the square roots of 2, 2 + 10^-30 and 2 + 2*10^-30, and far away ones.
    let square = |value: &Rational| {
        let (polynomial, _) =
            Polynomial::from_rationals(&[-value, Rational::zero(), Rational::one()]);
        polynomial
    };
    let product = known.iter().fold(Polynomial::one(), |product, value| {
        &product * &square(&(value + &one))
    });
    assert_eq!(full_check(&product).len(), 6);
    let far = &product * &square(&(ratio(1_000_000, 1) * ratio(1_000_000, 1) + one));
    assert_eq!(full_check(&far).len(), 8);
}

#[test]
fn mignotte_polynomials() {
    for (degree, a) in [
        (3, 10),
        (5, 100),
        (12, 10),
        (20, 1000),
        (31, 7),
        (40, 1000),
        (60, 100),
    ] {
        let roots = full_check(&mignotte(degree, a));
        assert!(roots.len() >= 3);
    }
}

#[test]
fn no_real_roots_and_multiple_roots() {
    assert!(full_check(&Polynomial::from_integers(&[1, 0, 1])).is_empty());
    assert!(full_check(&Polynomial::from_integers(&[2, 0, 3, 0, 1])).is_empty());
    assert!(full_check(&Polynomial::from_integers(&[7])).is_empty());
    assert_eq!(
        isolate(&Polynomial::default(), &mut budget()).unwrap_err(),
        PolynomialError::Zero
    );
    let product = &Polynomial::from_integers(&[-2, 0, 1]).power(3).unwrap()
        * &Polynomial::from_integers(&[-1, 3]).power(4).unwrap();
    let roots = full_check(&(&product * &Polynomial::from_integers(&[0, 0, 1, 0, 1])));
    assert_eq!(roots.len(), 4);
    assert_eq!(roots[1].exact(), Some(&Rational::zero()));
    assert_eq!(roots[2].exact(), Some(&ratio(1, 3)));
}

#[test]
fn random_rational_roots() {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    for round in 0..60 {
        let size = [5, 40, 1000, 1_000_000][round % 4];
        let mut known: Vec<Rational> = (0..random.between(1, 15))
            .map(|_| random.rational(size))
            .collect();
        let mut polynomial = from_roots(&known);
        if round % 3 == 0 {
            polynomial = &polynomial * &Polynomial::from_integers(&[3, 1, 5]);
        }
        known.sort();
        known.dedup();
        let found: Vec<Rational> = full_check(&polynomial)
            .iter()
            .map(|root| root.exact().unwrap().clone())
            .collect();
        assert_eq!(found, known);
    }
}

#[test]
fn random_polynomials_against_sturm() {
    let mut random = Random(42);
    for round in 0..150 {
        let degree = 1 + round % 25;
        full_check(&random.polynomial(degree, if round % 2 == 0 { 3 } else { 1_000_000 }));
    }
}

#[test]
fn several_at_once() {
    let mut random = Random(7);
    for _ in 0..40 {
        let mut list: Vec<Polynomial> = (0..4)
            .map(|degree| random.polynomial(degree + 1, 9))
            .collect();
        list.push(&list[1] * &list[2]);
        list.push(Polynomial::from_integers(&[-2, 0, 1]));
        list.push(Polynomial::from_integers(&[-2, 0, 1, -2, 0, 1]));
        list.retain(|polynomial| !polynomial.is_zero());
        let product = list
            .iter()
            .fold(Polynomial::one(), |product, factor| &product * factor);
        let roots = isolate_all(&list, &mut budget()).unwrap();
        check_items(&list, &roots);
        assert_eq!(roots.len(), sturm_count(&product));
        check_samples(&list, &roots);
        for mut root in roots {
            assert_eq!(root.sign_of(&product, &mut budget()).unwrap(), Sign::NoSign);
            let before = (root.low().clone(), root.high().clone());
            root.refine(&tiny(25), &mut budget()).unwrap();
            assert!(
                root.width() <= tiny(25) && *root.low() >= before.0 && *root.high() <= before.1
            );
        }
    }
}

#[test]
fn signs_at_roots() {
    let root_two = &isolate(&Polynomial::from_integers(&[-2, 0, 1]), &mut budget()).unwrap()[1];
    let sign = |coefficients: &[i64]| {
        root_two
            .clone()
            .sign_of(&Polynomial::from_integers(coefficients), &mut budget())
            .unwrap()
    };
    assert_eq!(sign(&[-2, 0, 1]), Sign::NoSign);
    assert_eq!(sign(&[-4, 0, 0, 0, 1]), Sign::NoSign);
    assert_eq!(sign(&[-7, 5]), Sign::Plus);
    assert_eq!(sign(&[-141_421_356_238, 100_000_000_000]), Sign::Minus);
    assert_eq!(sign(&[-3, 0, 1]), Sign::Minus);
    assert_eq!(sign(&[0]), Sign::NoSign);
}

#[test]
fn simple_samples() {
    let list = [
        Polynomial::from_integers(&[-2, 0, 1]),
        Polynomial::from_integers(&[-3, 0, 1]),
    ];
    let points = check_samples(&list, &isolate_all(&list, &mut budget()).unwrap());
    let expected = [
        ratio(-2, 1),
        ratio(-3, 2),
        ratio(0, 1),
        ratio(3, 2),
        ratio(2, 1),
    ];
    assert_eq!(points, expected);
    let roots = isolate(&Polynomial::from_integers(&[0, -1, 1]), &mut budget()).unwrap();
    assert_eq!(
        samples(&roots, &mut budget()).unwrap(),
        [ratio(-1, 1), ratio(1, 2), ratio(2, 1)]
    );
    assert_eq!(samples(&[], &mut budget()).unwrap(), [ratio(0, 1)]);
    let (left, right) = (&roots[0], &roots[1]);
    assert_eq!(
        sample_between(Some(right), Some(left), &mut budget()),
        Err(PolynomialError::Order)
    );
    assert_eq!(
        sample_between(Some(left), Some(left), &mut budget()),
        Err(PolynomialError::Order)
    );
}

#[test]
fn simplest_rationals_by_search() {
    let mut random = Random(11);
    for round in 0..100 {
        let (left, right) = (random.rational(30), random.rational(30));
        let close = |value: &Rational, closed| {
            if closed {
                Bound::Closed(value.clone())
            } else {
                Bound::Open(value.clone())
            }
        };
        let (low, high) = (close(&left, round % 2 == 0), close(&right, round % 4 < 2));
        let inside = |value: &Rational| {
            (*value > left || round % 2 == 0 && *value == left)
                && (*value < right || round % 4 < 2 && *value == right)
        };
        let search = (1..=1000_i64).find_map(|denominator| {
            let first = (&left * BigInt::from(denominator)).floor().to_integer();
            let candidates = (0..=61)
                .map(|step| Rational::new(&first + BigInt::from(step), BigInt::from(denominator)));
            candidates
                .filter(|value| inside(value))
                .min_by_key(Signed::abs)
        });
        assert_eq!(simplest_rational(&low, &high), search);
    }
}

#[test]
fn limits_and_budgets() {
    let large = Polynomial::new(vec![BigInt::one(); MAX_DEGREE + 2]);
    assert_eq!(
        isolate(&large, &mut budget()).unwrap_err(),
        PolynomialError::Degree
    );
    let long = Polynomial::new(vec![
        BigInt::one(),
        BigInt::one() << (MAX_COEFFICIENT_BITS + 1),
    ]);
    assert_eq!(
        isolate(&long, &mut budget()).unwrap_err(),
        PolynomialError::CoefficientSize
    );
    assert_eq!(
        isolate(&wilkinson(20), &mut Budget::new(100)).unwrap_err(),
        PolynomialError::Budget
    );
    assert_eq!(
        isolate(&mignotte(60, 1000), &mut Budget::new(1_000_000)).unwrap_err(),
        PolynomialError::Budget
    );
    let mut root = isolate(&Polynomial::from_integers(&[-2, 0, 1]), &mut budget())
        .unwrap()
        .remove(0);
    assert!(root.refine(&Rational::zero(), &mut budget()).is_err());
}
