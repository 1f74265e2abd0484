use num_bigint::BigInt;
use num_rational::BigRational;

use super::affine::Affine;
use super::fractions::{TERMS, fractions};
use super::guard::Guard;
use crate::enclosure::natural::{Mode, Natural, evaluate_over};
use crate::enclosure::{Interval, Real};
use crate::expr::{Arena, Id, SymbolId};
use crate::number::Rational;
use crate::polynomial::{
    Bound, Budget, Fraction, IsolatedRoot, Polynomial, isolate_all, refine, simplest_rational,
};

/// Roots are isolated to 2^−this beside others that are irrational.
const WIDTH_BITS: u32 = 400;
/// And to this where they are wanted as numbers.
const NARROW_BITS: u32 = 80;
/// Polynomials whose roots are isolated together; each is compared with every other.
const POLYNOMIALS: usize = 256;
/// Steps of root isolation.
const STEPS: u64 = 20_000_000;

/// The ends of an interval that holds one zero, equal where the zero is known exactly.
pub type Zero = (BigRational, BigRational);

/// Where guards vanish on the line, for fixed values of the parameters.
pub(super) struct Zeros {
    polynomials: Vec<Polynomial>,
    /// Those of guards that are no polynomials.
    others: Vec<Zero>,
    /// Guards whose zeros on the line are known, which tell nothing where they are not real.
    pub(super) inverted: Vec<Id>,
    /// Whether these are all.
    pub(super) complete: bool,
}

impl Zeros {
    /// Of the guards, which depend on the variable. Of a circular function those nearest to 0.
    pub(super) fn of(
        arena: &Arena,
        guards: &[Guard],
        variable: SymbolId,
        symbols: &[Rational],
    ) -> Self {
        // What no guard is made of may be much larger than the guards.
        let arguments: Vec<Id> = guards.iter().map(|guard| guard.argument).collect();
        let nodes = &arena.reachable(&arguments);
        let fractions = fractions(arena, nodes, variable, symbols);
        let line = (variable, Interval::whole(53));
        let ranges = evaluate_over(arena, nodes, line, symbols, Mode::Range);
        let mut affine: Option<Affine> = None;
        let mut zeros = Self {
            polynomials: Vec::new(),
            others: Vec::new(),
            inverted: Vec::new(),
            complete: true,
        };
        for guard in guards {
            if !guard.periodic
                && let Natural::Real { value, .. } = &ranges[guard.argument.index()]
                && !value
                    .add(&Interval::from_integer(guard.offset, 53))
                    .contains_zero()
            {
                continue;
            }
            match &fractions[guard.argument.index()] {
                Some(alternatives) if !guard.periodic => {
                    for fraction in alternatives {
                        zeros.take(fraction, guard.offset);
                    }
                }
                _ => {
                    let affine =
                        affine.get_or_insert_with(|| Affine::new(arena, nodes, variable, symbols));
                    match affine.zeros(arena, *guard) {
                        Some(found) => zeros.others.extend(found),
                        None => zeros.complete = false,
                    }
                    if !affine.is_affine(guard.argument) {
                        zeros.inverted.push(guard.argument);
                    }
                }
            }
        }
        zeros
    }

    /// Adds where the fraction is −offset, and its poles.
    fn take(&mut self, fraction: &Fraction, offset: i64) {
        let offset = Fraction::constant(BigRational::from_integer(offset.into()));
        let Some(sum) = fraction.add(&offset, TERMS) else {
            self.complete = false;
            return;
        };
        for part in [sum.numerator(), sum.denominator()] {
            // A constant has no roots; a zero guard vanishes everywhere and the expression is then
            // defined nowhere or constant there.
            match part.to_univariate() {
                Some((_, p, _))
                    if p.is_zero() || p.is_constant() || self.polynomials.contains(&p) => {}
                Some((_, p, _)) if self.polynomials.len() < POLYNOMIALS => self.polynomials.push(p),
                _ => self.complete = false,
            }
        }
    }

    /// The zeros in order, apart from each other, and a sample between any two; where they cannot
    /// be told apart those of the polynomials alone, and then these are not all.
    pub(super) fn split(&mut self) -> (Vec<Zero>, Vec<BigRational>, bool) {
        let mut budget = Budget::new(STEPS);
        let others = std::mem::take(&mut self.others);
        if let Some((zeros, samples)) = split(&self.polynomials, others, &mut budget) {
            return (zeros, samples, self.complete);
        }
        let (zeros, samples) = split(&self.polynomials, Vec::new(), &mut budget)
            .unwrap_or_else(|| (Vec::new(), vec![BigRational::from_integer(0.into())]));
        (zeros, samples, false)
    }
}

/// Where the guards vanish, in order.
pub fn zeros(
    arena: &Arena,
    guards: &[Guard],
    variable: SymbolId,
    symbols: &[Rational],
) -> Vec<Zero> {
    let found = Zeros::of(arena, guards, variable, symbols);
    let mut budget = Budget::new(STEPS);
    let mut zeros = found.others;
    zeros.extend(isolated(&found.polynomials, Some(NARROW_BITS), &mut budget).unwrap_or_default());
    zeros.sort();
    zeros.dedup();
    zeros
}

/// The roots of the polynomials, where wanted to 2^−`width_bits`.
fn isolated(
    polynomials: &[Polynomial],
    width_bits: Option<u32>,
    budget: &mut Budget,
) -> Option<Vec<Zero>> {
    let mut roots = isolate_all(polynomials, budget).ok()?;
    if let Some(bits) = width_bits {
        let width = BigRational::new(1.into(), BigInt::from(1) << bits);
        for root in &mut roots {
            refine(root, &width, budget).ok()?;
        }
    }
    let ends = |root: &IsolatedRoot| (root.low().clone(), root.high().clone());
    Some(roots.iter().map(ends).collect())
}

/// The zeros in order, apart from each other, and a sample between any two.
fn split(
    polynomials: &[Polynomial],
    others: Vec<Zero>,
    budget: &mut Budget,
) -> Option<(Vec<Zero>, Vec<BigRational>)> {
    let width_bits = (!others.is_empty()).then_some(WIDTH_BITS);
    let mut roots = others;
    roots.sort();
    roots.dedup();
    roots.extend(isolated(polynomials, width_bits, budget)?);
    roots.sort();
    // Roots that cannot be told apart, √2 and that of x² − 2, are given up.
    if roots
        .windows(2)
        .any(|pair| pair[0].1 > pair[1].0 || pair[0] == pair[1])
    {
        return None;
    }
    let lefts =
        std::iter::once(Bound::Unbounded).chain(roots.iter().map(|r| Bound::Open(r.1.clone())));
    let rights = roots
        .iter()
        .map(|r| Bound::Open(r.0.clone()))
        .chain(std::iter::once(Bound::Unbounded));
    let samples = lefts
        .zip(rights)
        .map(|(left, right)| simplest_rational(&left, &right))
        .collect::<Option<Vec<_>>>()?;
    Some((roots, samples))
}
