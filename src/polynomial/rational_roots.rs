//! All rational roots of a square-free polynomial, by lifting its roots modulo a prime (Loos, "Computing rational
//! zeros of integral polynomials by p-adic expansion", 1983).
//!
//! If the polynomial stays square-free and of the same degree modulo a prime, each rational root is the lift of one
//! simple root modulo the prime. The leading coefficient times a rational root is an integer of known size, which the
//! lift determines; every candidate is confirmed by exact evaluation.

use num_bigint::{BigInt, Sign};
use num_integer::Integer;
use num_traits::{Signed, Zero};

use super::modular;
use super::{Budget, Polynomial, PolynomialError, Rational};

/// The value modulo an integer.
fn value_modulo(coefficients: &[BigInt], point: &BigInt, modulus: &BigInt) -> BigInt {
    coefficients
        .iter()
        .rev()
        .fold(BigInt::zero(), |value, coefficient| {
            (value * point + coefficient).mod_floor(modulus)
        })
}

/// A prime modulo which the polynomial keeps its degree and has no multiple root, and the roots modulo it.
fn roots_modulo_prime(
    polynomial: &Polynomial,
    budget: &mut Budget,
) -> Result<(u64, Vec<u64>), PolynomialError> {
    let length = polynomial.coefficients().len() as u64;
    let words = 1 + length * polynomial.coefficient_bits() / 32;
    for prime in (2 * length.max(16)..1 << 31).filter(|&number| modular::is_prime(number)) {
        budget.spend(6 * words + 3 * length * length)?;
        let image = modular::residues(polynomial.coefficients(), prime);
        if image.len() as u64 != length {
            continue;
        }
        let derivative = modular::derivative(&image, prime);
        if modular::gcd(image.clone(), derivative, prime).len() == 1 {
            budget.spend(6 * length * prime)?;
            let roots = (0..prime)
                .filter(|&point| modular::evaluate(&image, point, prime) == 0)
                .collect();
            return Ok((prime, roots));
        }
    }
    Err(PolynomialError::Budget)
}

/// The rational roots of a square-free polynomial, increasing, and the primitive polynomial of the other roots.
pub(super) fn split_rational_roots(
    polynomial: &Polynomial,
    budget: &mut Budget,
) -> Result<(Vec<Rational>, Polynomial), PolynomialError> {
    let mut rest = polynomial.normalized();
    let mut roots = Vec::new();
    if rest.coefficients().first().is_some_and(Zero::is_zero) {
        rest = Polynomial::new(rest.coefficients().iter().skip(1).cloned().collect());
        roots.push(Rational::zero());
    }
    if rest.degree().is_some_and(|degree| degree > 1) {
        let (prime, residues) = roots_modulo_prime(&rest, budget)?;
        for root in lifted_roots(&rest, prime, &residues, budget)? {
            rest = deflated(&rest, &root, budget)?;
            roots.push(root);
        }
    }
    if let [constant, leading] = rest.coefficients() {
        roots.push(Rational::new(-constant, leading.clone()));
        rest = Polynomial::one();
    }
    roots.sort();
    Ok((roots, rest))
}

/// The polynomial divided by the linear factor of a root of it.
fn deflated(
    polynomial: &Polynomial,
    root: &Rational,
    budget: &mut Budget,
) -> Result<Polynomial, PolynomialError> {
    budget.spend(
        10 * polynomial.coefficients().len() as u64 * (2 + polynomial.coefficient_bits() / 64),
    )?;
    polynomial
        .exact_division(&Polynomial::linear(root))
        .ok_or(PolynomialError::Inconsistent)
}

/// The rational roots among the lifts of roots modulo a prime.
fn lifted_roots(
    polynomial: &Polynomial,
    prime: u64,
    residues: &[u64],
    budget: &mut Budget,
) -> Result<Vec<Rational>, PolynomialError> {
    let Some(leading) = polynomial.leading() else {
        return Ok(Vec::new());
    };
    let derivative = polynomial.derivative();
    let length = polynomial.coefficients().len() as u64;
    // The leading coefficient times a root is below this bound, and also a divisor of leading * constant.
    let shift = polynomial.root_bound();
    let bound = if shift >= 0 {
        leading.abs() << shift
    } else {
        (leading.abs() >> -shift) + 1
    };
    // A margin in the modulus makes it unlikely that a lift that is no root passes the bound.
    let needed = bound.bits() + 34;
    let mut roots = Vec::new();
    for &residue in residues {
        let image = modular::residues(derivative.coefficients(), prime);
        let slope = modular::evaluate(&image, residue, prime);
        let mut inverse = BigInt::from(modular::inverse(slope, prime));
        let mut root = BigInt::from(residue);
        let mut modulus = BigInt::from(prime);
        while modulus.bits() <= needed {
            modulus = &modulus * &modulus;
            let words = 1 + modulus.bits() / 64;
            budget
                .spend(2 * length * (20 + words * (words + polynomial.coefficient_bits() / 64)))?;
            root = (&root - value_modulo(polynomial.coefficients(), &root, &modulus) * &inverse)
                .mod_floor(&modulus);
            let slope = value_modulo(derivative.coefficients(), &root, &modulus);
            inverse = (&inverse * (BigInt::from(2) - slope * &inverse)).mod_floor(&modulus);
        }
        let mut numerator = (leading * &root).mod_floor(&modulus);
        if &numerator << 1_u32 > modulus {
            numerator -= &modulus;
        }
        if numerator.abs() > bound {
            continue;
        }
        let candidate = Rational::new(numerator, leading.clone());
        budget.spend(
            length * length * (1 + (candidate.numer().bits() + candidate.denom().bits()) / 64),
        )?;
        if polynomial.sign_at(&candidate) == Sign::NoSign {
            roots.push(candidate);
        }
    }
    Ok(roots)
}
