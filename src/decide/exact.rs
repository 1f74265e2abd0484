//! The exact layers: structural and rational.

use super::Problem;
use crate::calculus::derivative;
use crate::expr::{Arena, Constant, Id, View};
use crate::polynomial::{Budget, Fraction, MAX_PRODUCT_WORK, Multivariate};
use crate::simplify::canonical;

/// Terms of a numerator or denominator.
const TERMS: usize = 48;
/// Exponents that are multiplied out.
const EXPONENT: i64 = 10;

/// A sum or a product of at most so many terms.
type Operation = fn(&Fraction, &Fraction, usize) -> Option<Fraction>;

/// Whether the derivative of F simplifies to f. The identities used hold on every branch; an
/// operand that they drop is a matter of the domain, which is looked at elsewhere.
pub(super) fn structural(problem: &Problem<'_>) -> bool {
    let mut arena = problem.arena.clone();
    let slope = derivative(&mut arena, problem.antiderivative, problem.variable);
    let slope = canonical(&mut arena, slope);
    slope == canonical(&mut arena, problem.integrand)
}

/// Decides exactly whether F′ = f when both are rational functions over ℚ of the variable and the
/// parameters (π counting as one), and no larger than is multiplied out in little time.
pub(super) fn rational(problem: &Problem<'_>, nodes: &[Id]) -> Option<bool> {
    let arena = problem.arena;
    if !nodes.iter().all(|&id| is_rational(arena, id)) {
        return None;
    }
    let mut fractions: Vec<Option<Fraction>> =
        vec![None; nodes.last().map_or(0, |id| id.index() + 1)];
    // All together may take what one product may.
    let mut budget = Budget::new(MAX_PRODUCT_WORK);
    for &id in nodes {
        let get = |id: &Id| fractions[id.index()].as_ref();
        let mut fold = |parts: &[Id], combine: Operation| {
            let first = get(&parts[0])?.clone();
            parts[1..].iter().try_fold(first, |a, part| {
                let b = get(part)?;
                budget.spend(a.work(b)).ok()?;
                combine(&a, b, TERMS)
            })
        };
        let variable = |index: usize| {
            Some(Fraction::from(Multivariate::variable(
                u16::try_from(index).ok()?,
            )))
        };
        let fraction = match arena.view(id) {
            View::Number(q) => Some(Fraction::constant(q.to_big())),
            View::Constant(_) => variable(arena.symbol_count()),
            View::Symbol(s) => variable(s.index()),
            View::Sum(terms) => fold(terms, Fraction::add),
            View::Product(factors) => fold(factors, Fraction::mul),
            View::Power(base, exponent) => {
                let n = arena
                    .as_number(exponent)?
                    .to_i64()
                    .filter(|n| n.abs() <= EXPONENT)?;
                get(&base)?.pow(n as i32, TERMS)
            }
            View::Call(..) => None,
        };
        fractions[id.index()] = Some(fraction?);
    }
    let variable = u16::try_from(problem.variable.index()).ok()?;
    let slope = fractions[problem.antiderivative.index()]
        .as_ref()?
        .derivative(variable, 4 * TERMS)?;
    slope.equals(fractions[problem.integrand.index()].as_ref()?, 16 * TERMS)
}

fn is_rational(arena: &Arena, id: Id) -> bool {
    match arena.view(id) {
        View::Number(_)
        | View::Symbol(_)
        | View::Sum(_)
        | View::Product(_)
        | View::Constant(Constant::Pi) => true,
        View::Constant(_) | View::Call(..) => false,
        View::Power(_, exponent) => arena
            .as_number(exponent)
            .is_some_and(|q| q.to_i64().is_some_and(|n| n.abs() <= EXPONENT)),
    }
}
