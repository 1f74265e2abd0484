use num_rational::BigRational;

use crate::expr::{Arena, Function, Id, SymbolId, View};
use crate::number::Rational;
use crate::polynomial::{Budget, Fraction, MAX_PRODUCT_WORK};

/// Terms of the polynomials that guards are turned into.
pub(super) const TERMS: usize = 256;
/// Alternatives that the signs of |·| give a guard.
const ALTERNATIVES: usize = 8;
/// Exponents expanded.
const EXPONENT: i64 = 64;
/// Size of the powers of numbers that are computed.
const CONSTANT_BITS: u64 = 8192;

/// Each node as a rational function of the variable, where it is one on every piece: |u| is u or
/// −u, so there may be several alternatives.
pub(super) fn fractions(
    arena: &Arena,
    nodes: &[Id],
    variable: SymbolId,
    symbols: &[Rational],
) -> Vec<Option<Vec<Fraction>>> {
    let mut all: Vec<Option<Vec<Fraction>>> =
        vec![None; nodes.last().map_or(0, |id| id.index() + 1)];
    // All together may take what one product may.
    let mut budget = Budget::new(MAX_PRODUCT_WORK);
    for &id in nodes {
        let constant = |q: &Rational| Some(vec![Fraction::constant(q.to_big())]);
        let here = match arena.view(id) {
            View::Number(q) => constant(q),
            View::Symbol(s) if s == variable => Some(vec![Fraction::variable_power(0, 1)]),
            View::Symbol(s) => constant(&symbols[s.index()]),
            View::Sum(terms) => fold(&all, terms, &mut budget, |a, b| a.add(b, TERMS)),
            View::Product(factors) => fold(&all, factors, &mut budget, |a, b| a.mul(b, TERMS)),
            View::Power(base, exponent) => match arena.as_number(exponent) {
                Some(q) => power(all[base.index()].as_deref(), q),
                None => None,
            },
            View::Call(Function::Abs, u) => all[u[0].index()].as_deref().and_then(|us| {
                let both = us
                    .iter()
                    .flat_map(|u| [u.clone(), u.neg()])
                    .collect::<Vec<_>>();
                (both.len() <= ALTERNATIVES).then_some(both)
            }),
            View::Call(Function::Sign, u) => all[u[0].index()].is_some().then(|| {
                [1, -1]
                    .map(|s| Fraction::constant(BigRational::from_integer(s.into())))
                    .to_vec()
            }),
            View::Constant(_) | View::Call(..) => None,
        };
        all[id.index()] = here;
    }
    all
}

fn fold(
    all: &[Option<Vec<Fraction>>],
    parts: &[Id],
    budget: &mut Budget,
    combine: impl Fn(&Fraction, &Fraction) -> Option<Fraction>,
) -> Option<Vec<Fraction>> {
    let mut result = all[parts[0].index()].clone()?;
    for part in &parts[1..] {
        let next = all[part.index()].as_ref()?;
        let mut combined = Vec::with_capacity(result.len() * next.len());
        for a in &result {
            for b in next {
                budget.spend(a.work(b)).ok()?;
                combined.push(combine(a, b)?);
            }
        }
        if combined.len() > ALTERNATIVES {
            return None;
        }
        result = combined;
    }
    Some(result)
}

fn power(base: Option<&[Fraction]>, q: &Rational) -> Option<Vec<Fraction>> {
    if let Some([base]) = base
        && let Some(value) = base.as_constant()
    {
        let value = Rational::from(value).checked_pow(q.to_i64()?, CONSTANT_BITS)?;
        return Some(vec![Fraction::constant(value.to_big())]);
    }
    let n = q.to_i64().filter(|n| n.abs() <= EXPONENT)? as i32;
    base?.iter().map(|b| b.pow(n, TERMS)).collect()
}
