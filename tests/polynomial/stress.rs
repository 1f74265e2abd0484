//! Harder sums of fractions: they end quickly, with a result or without.

use super::common::*;
use barrow::polynomial::*;
use num_bigint::Sign;
use num_traits::Zero;

#[test]
fn unlike_denominators_end_quickly() {
    let mut random = Random(31);
    for terms in [3, 10] {
        let mut sum = Some(Fraction::constant(Rational::zero()));
        for _ in 0..6 {
            let mut make = || {
                (0..terms).fold(Multivariate::one(), |sum, _| {
                    let exponents = (0..3).map(|_| random.between(0, 3) as u32).collect();
                    sum.add(
                        &Multivariate::term(Monomial::new(exponents), random.rational(99)),
                        100,
                    )
                    .unwrap()
                })
            };
            let piece = Fraction::new(make(), make()).unwrap();
            let start = std::time::Instant::now();
            sum = sum.and_then(|sum| sum.add(&piece, 1000));
            println!(
                "{terms}: {:?} {:?}",
                sum.as_ref()
                    .map(|sum| (sum.numerator().len(), sum.denominator().len())),
                start.elapsed()
            );
        }
    }
}

#[test]
fn clusters_of_irrational_roots() {
    // (x^3 - 2 - k 10^-20)^2 for k = 0, 1, 2 times a far-away pair: roots of multiplicity two, 10^-21 apart.
    let cubes = (0..3).fold(Polynomial::one(), |product, index| {
        let constant = -(ratio(2, 1) + tiny(20) * num_bigint::BigInt::from(index));
        let (cube, _) =
            Polynomial::from_rationals(&[constant, ratio(0, 1), ratio(0, 1), ratio(1, 1)]);
        &product * &cube.power(2).unwrap()
    });
    let product = &cubes * &Polynomial::from_integers(&[-1_000_000_000_001, 0, 1]);
    let roots = isolate(&product, &mut budget()).unwrap();
    check_items(
        std::slice::from_ref(&product.square_free_part(&mut budget()).unwrap()),
        &roots,
    );
    assert_eq!(roots.len(), 5);
    assert_eq!(sturm_count(&product), 5);
    let points = samples(&roots, &mut budget()).unwrap();
    let signs: Vec<Sign> = points.iter().map(|point| product.sign_at(point)).collect();
    assert_eq!(
        signs,
        [
            Sign::Plus,
            Sign::Minus,
            Sign::Minus,
            Sign::Minus,
            Sign::Minus,
            Sign::Plus
        ]
    );
    assert!(points.iter().all(|point| point.denom().bits() < 100));
}

#[test]
fn long_coefficients_end_quickly() {
    let mut random = Random(37);
    let mut make = || {
        (0..300).fold(Multivariate::one(), |sum, _| {
            let exponents = (0..3).map(|_| random.between(0, 30) as u32).collect();
            let value = ratio(random.between(1, 1 << 50), random.between(1, 1 << 50));
            let value = Rational::new(value.numer().pow(100), value.denom().pow(100));
            sum.add(&Multivariate::term(Monomial::new(exponents), value), 1000)
                .unwrap()
        })
    };
    let (left, right) = (make(), make());
    let start = std::time::Instant::now();
    assert!(left.mul(&right, 1000).is_none());
    let _ =
        Fraction::new(left, right.clone()).and_then(|one| one.add(&Fraction::from(right), 1000));
    println!("long coefficients {:?}", start.elapsed());
}
