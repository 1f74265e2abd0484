use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, ToPrimitive};

use crate::number::Rational;

/// The generators of the lattice of constants: numbers whose logarithms, or which themselves, are
/// taken to be independent over the rationals. More independence than there is loses proofs,
/// never soundness.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Generator {
    /// 1, with exponential e.
    One,
    /// iπ, with exponential −1.
    HalfTurn,
    /// log π.
    LogPi,
    /// log of an integer of the list of atoms.
    LogAtom(usize),
    /// 2πi times a free branch integer.
    Branch(usize),
    /// A constant that is none of the others, with its own logarithm and exponential.
    Other(usize),
}

/// A combination of generators.
pub(super) type Combination = Vec<(Generator, Rational)>;

/// a + q·b.
pub(super) fn add_scaled<K: PartialEq + Copy>(
    a: &mut Vec<(K, Rational)>,
    b: &[(K, Rational)],
    q: &Rational,
) {
    for (key, r) in b {
        let r = r * q;
        match a.iter_mut().find(|(k, _)| k == key) {
            Some((_, sum)) => *sum = &*sum + &r,
            None => a.push((*key, r)),
        }
    }
    a.retain(|(_, r)| !r.is_zero());
}

/// Larger numbers without small factors are not looked at.
const ATOM_BITS: u64 = 1024;

/// Why a number was not split.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Obstacle {
    /// This factor has to be known in advance.
    Factor(BigInt),
    /// It is too large.
    Large,
}

/// Splits a positive integer into pairwise coprime atoms, none a perfect power as far as seen.
///
/// Primes below 1000 are divided out. What is left is an atom by itself: logarithms and square
/// roots of pairwise coprime non-powers are independent, prime or not. An atom that shares a
/// factor with an earlier one is reported, so that the caller starts again with that factor.
pub(super) fn factor(
    n: &BigInt,
    atoms: &mut Vec<BigInt>,
    known: &[BigInt],
) -> Result<Vec<(usize, i64)>, Obstacle> {
    let mut powers: Vec<(usize, i64)> = Vec::new();
    let mut record = |atoms: &mut Vec<BigInt>, atom: BigInt, exponent: i64| {
        let index = atoms.iter().position(|a| *a == atom).unwrap_or_else(|| {
            atoms.push(atom);
            atoms.len() - 1
        });
        match powers.iter_mut().find(|(i, _)| *i == index) {
            Some((_, e)) => *e += exponent,
            None => powers.push((index, exponent)),
        }
    };
    let mut rest = n.clone();
    if let Some(mut small) = rest.to_u64() {
        let mut d = 2u64;
        while d < 1000 && d * d <= small {
            let mut e = 0;
            while small.is_multiple_of(d) {
                small /= d;
                e += 1;
            }
            if e > 0 {
                record(atoms, d.into(), e);
            }
            d += 1;
        }
        rest = small.into();
    } else {
        for d in (2..1000u32).filter(|d| (2..*d).take_while(|k| k * k <= *d).all(|k| d % k != 0)) {
            let mut e = 0;
            while (&rest % d).bits() == 0 {
                rest /= d;
                e += 1;
            }
            if e > 0 {
                record(atoms, d.into(), e);
            }
        }
    }
    for factor in known {
        let mut e = 0;
        while !factor.is_one() && (&rest % factor).bits() == 0 {
            rest /= factor;
            e += 1;
        }
        if e > 0 {
            record(atoms, factor.clone(), e);
        }
    }
    if rest.is_one() {
        return Ok(powers);
    }
    if rest.bits() > ATOM_BITS {
        return Err(Obstacle::Large);
    }
    let mut exponent = 1;
    // After division by all primes below 1000 a perfect k-th power has k ≤ bits/9.
    let mut k = 2;
    while u64::from(k) * 9 <= rest.bits() {
        let root = rest.nth_root(k);
        if num_traits::pow(root.clone(), k as usize) == rest {
            rest = root;
            exponent *= i64::from(k);
        } else {
            k += 1;
        }
    }
    for atom in atoms.iter() {
        let g = atom.gcd(&rest);
        if !g.is_one() && *atom != rest {
            // Splits either the atom or the rest; the smaller part is what is to be known.
            return Err(Obstacle::Factor(if g == rest {
                g
            } else if g == *atom {
                &rest / &g
            } else {
                g
            }));
        }
    }
    record(atoms, rest, exponent);
    Ok(powers)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn atoms_are_coprime() {
        let mut atoms = Vec::new();
        let p = BigInt::from(1_000_003);
        let q = BigInt::from(1_000_033);
        assert_eq!(
            factor(&BigInt::from(360), &mut atoms, &[]),
            Ok(vec![(0, 3), (1, 2), (2, 1)])
        );
        assert_eq!(
            factor(&(&p * &p * 7), &mut atoms, &[]),
            Ok(vec![(3, 1), (4, 2)])
        );
        assert_eq!(
            factor(&(&p * &q), &mut atoms, &[]),
            Err(Obstacle::Factor(q.clone()))
        );
        assert_eq!(
            factor(&(&p * &q), &mut atoms, &[q]),
            Ok(vec![(5, 1), (4, 1)])
        );
    }
}
