use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::Zero;

use super::affine::Affine;
use super::guard::guards;
use crate::enclosure::natural::{Mode, Natural, Region, evaluate, rational};
use crate::enclosure::{Interval, Real};
use crate::expr::{Arena, Function, Id, SymbolId, View};
use crate::number::Rational;
use crate::polynomial::{
    Bound, Budget, Fraction, Polynomial, isolate_all, refine, simplest_rational,
};

/// Terms of the polynomials that guards are turned into.
const TERMS: usize = 256;
/// Alternatives that the signs of |·| give a guard.
const ALTERNATIVES: usize = 8;
/// Exponents expanded.
const EXPONENT: i64 = 64;
/// Size of the powers of numbers that are computed.
const CONSTANT_BITS: u64 = 8192;
/// Roots are isolated to 2^−this beside others that are irrational.
const WIDTH_BITS: u32 = 400;
/// Steps of root isolation.
const STEPS: u64 = 20_000_000;

/// The pieces of the real line, for fixed values of the parameters.
pub struct Pieces {
    /// A point inside each piece, from left to right.
    pub samples: Vec<BigRational>,
    /// Ends of the intervals that hold the roots between them, one fewer than the samples.
    pub roots: Vec<(BigRational, BigRational)>,
    /// Whether all roots of all guards are among them: nothing switches inside a piece.
    pub complete: bool,
}

/// Splits the line at the roots of all guards. `symbols` holds each parameter's value, by symbol.
pub fn pieces(arena: &Arena, nodes: &[Id], variable: SymbolId, symbols: &[Rational]) -> Pieces {
    let guards = guards(arena, nodes);
    let fractions = fractions(arena, nodes, variable, symbols);
    let line: Vec<Interval> = (0..symbols.len())
        .map(|s| {
            if s == variable.index() {
                Interval::whole(53)
            } else {
                rational(&symbols[s], 53)
            }
        })
        .collect();
    let region = Region {
        symbols: &line,
        variable,
        precision: 53,
    };
    let ranges = evaluate(arena, nodes, &region, Mode::Range);
    let depends = arena.depends_on(variable);
    let mut complete = true;
    let mut polynomials = Vec::new();
    let mut affine: Option<Affine> = None;
    let mut irrational = Vec::new();
    for guard in guards {
        if !depends[guard.argument.index()] {
            continue;
        }
        if !guard.periodic
            && let Natural::Real { value, .. } = &ranges[guard.argument.index()]
            && !value
                .add(&Interval::from_integer(guard.offset, 53))
                .contains_zero()
        {
            continue;
        }
        let alternatives = fractions[guard.argument.index()]
            .as_deref()
            .filter(|_| !guard.periodic);
        let Some(alternatives) = alternatives else {
            let affine = affine.get_or_insert_with(|| Affine::new(arena, nodes, variable, symbols));
            match affine.root(guard).filter(|_| !guard.periodic) {
                Some(root) => irrational.push(root),
                None => complete = false,
            }
            continue;
        };
        for fraction in alternatives {
            let offset = Fraction::constant(BigRational::from_integer(guard.offset.into()));
            let parts = fraction.add(&offset, TERMS).map(|sum| {
                [
                    sum.numerator().to_univariate(),
                    sum.denominator().to_univariate(),
                ]
            });
            match parts {
                Some(parts) => {
                    for part in parts {
                        // A constant has no roots; a zero guard vanishes everywhere and the
                        // expression is then defined nowhere or constant there.
                        match part {
                            Some((_, p, _)) if !p.is_zero() && !p.is_constant() => {
                                polynomials.push(p);
                            }
                            Some(_) => {}
                            None => complete = false,
                        }
                    }
                }
                None => complete = false,
            }
        }
    }
    let mut budget = Budget::new(STEPS);
    if let Some((roots, samples)) = split(&polynomials, irrational, &mut budget) {
        return Pieces {
            samples,
            roots,
            complete,
        };
    }
    let (roots, samples) = split(&polynomials, Vec::new(), &mut budget)
        .unwrap_or_else(|| (Vec::new(), vec![BigRational::zero()]));
    Pieces {
        samples,
        roots,
        complete: false,
    }
}

/// The roots in order, apart from each other, and a sample between any two.
#[allow(clippy::type_complexity)]
fn split(
    polynomials: &[Polynomial],
    irrational: Vec<(BigRational, BigRational)>,
    budget: &mut Budget,
) -> Option<(Vec<(BigRational, BigRational)>, Vec<BigRational>)> {
    let mut isolated = isolate_all(polynomials, budget).ok()?;
    let mut roots = irrational;
    roots.sort();
    roots.dedup();
    if !roots.is_empty() {
        let width = BigRational::new(1.into(), BigInt::from(1) << WIDTH_BITS);
        for root in &mut isolated {
            refine(root, &width, budget).ok()?;
        }
    }
    roots.extend(
        isolated
            .iter()
            .map(|root| (root.low().clone(), root.high().clone())),
    );
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

/// Each node as a rational function of the variable, where it is one on every piece: |u| is u or
/// −u, so there may be several alternatives.
fn fractions(
    arena: &Arena,
    nodes: &[Id],
    variable: SymbolId,
    symbols: &[Rational],
) -> Vec<Option<Vec<Fraction>>> {
    let mut all: Vec<Option<Vec<Fraction>>> =
        vec![None; nodes.last().map_or(0, |id| id.index() + 1)];
    for &id in nodes {
        let constant = |q: &Rational| Some(vec![Fraction::constant(q.to_big())]);
        let here = match arena.view(id) {
            View::Number(q) => constant(q),
            View::Symbol(s) if s == variable => Some(vec![Fraction::variable_power(0, 1)]),
            View::Symbol(s) => constant(&symbols[s.index()]),
            View::Sum(terms) => fold(&all, terms, |a, b| a.add(b, TERMS)),
            View::Product(factors) => fold(&all, factors, |a, b| a.mul(b, TERMS)),
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
    combine: impl Fn(&Fraction, &Fraction) -> Option<Fraction>,
) -> Option<Vec<Fraction>> {
    let mut result = all[parts[0].index()].clone()?;
    for part in &parts[1..] {
        let next = all[part.index()].as_ref()?;
        let mut combined = Vec::with_capacity(result.len() * next.len());
        for a in &result {
            for b in next {
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
