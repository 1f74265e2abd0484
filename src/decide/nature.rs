//! What can be read off an expression: where it is real, and whether its branches are.

use super::Problem;
use super::policy::Assumption;
use crate::enclosure::natural::{Mode, Natural, Region, evaluate};
use crate::enclosure::{Interval, Real};
use crate::expr::{Arena, Constant, Domain, Function, Id, View};
use crate::number::Rational;

/// The least subexpressions that are real nowhere on the line, for any values of the parameters
/// that the assumptions allow.
pub(super) fn nowhere_nodes(arena: &Arena, id: Id, problem: &Problem<'_>) -> Vec<Id> {
    let whole = Interval::whole(53);
    let symbols: Vec<Interval> = (0..arena.symbol_count())
        .map(|s| match problem.assumptions.get(s) {
            Some(Assumption::Positive) if s != problem.variable.index() => whole.abs(),
            Some(Assumption::Negative) if s != problem.variable.index() => whole.abs().neg(),
            _ => whole,
        })
        .collect();
    let region = Region {
        symbols: &symbols,
        variable: problem.variable,
        precision: 53,
    };
    let nodes = arena.reachable(&[id]);
    let values = evaluate(arena, &nodes, &region, Mode::Range);
    let nowhere = |id: &Id| matches!(values[id.index()], Natural::Nowhere);
    let least = |id: &Id| !arena.children(*id).as_slice().iter().any(nowhere);
    nodes
        .iter()
        .copied()
        .filter(|id| nowhere(id) && least(id))
        .collect()
}

/// Whether the node is a power or logarithm of a number that is exactly zero.
pub(super) fn is_division_by_zero(arena: &Arena, id: Id) -> bool {
    let zero = |id: Id| arena.as_number(id).is_some_and(Rational::is_zero);
    match arena.view(id) {
        View::Power(base, _) => zero(base),
        View::Call(_, u) => zero(u[0]),
        _ => false,
    }
}

pub(super) fn contains_i(arena: &Arena, nodes: &[Id]) -> bool {
    nodes
        .iter()
        .any(|&id| matches!(arena.view(id), View::Constant(Constant::I)))
}

/// Whether every argument of |·|, sign and the real root is real wherever f is: then a free sign
/// stands for what these functions can be. An argument that is a subexpression of f is; so is one
/// made of functions that are real for all reals.
pub(super) fn branches_are_real(arena: &Arena, integrand: Id, nodes: &[Id]) -> bool {
    let mut real = vec![false; nodes.last().map_or(0, |id| id.index() + 1)];
    for id in arena.reachable(&[integrand]) {
        real[id.index()] = true;
    }
    let imaginary = contains_i(arena, &arena.reachable(&[integrand]));
    if imaginary {
        real.fill(false);
    }
    let mut all = true;
    for &id in nodes {
        let children = arena
            .children(id)
            .as_slice()
            .iter()
            .all(|c| real[c.index()]);
        let total = match arena.view(id) {
            View::Number(_) | View::Constant(Constant::Pi | Constant::E) | View::Symbol(_) => true,
            View::Constant(Constant::I) => false,
            View::Sum(_) | View::Product(_) => children,
            View::Power(base, exponent) => {
                children
                    && (matches!(arena.view(base), View::Constant(Constant::E))
                        || arena.as_number(exponent).is_some_and(Rational::is_integer))
            }
            View::Call(f, _) => children && f.entry().domain == Domain::Reals,
        };
        if let View::Call(Function::Abs | Function::Sign | Function::Root, u) = arena.view(id) {
            all &= real[u[0].index()];
        }
        real[id.index()] |= total;
    }
    all
}
