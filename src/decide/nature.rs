//! What can be read off an expression: where it is real, and whether its branches are.

use super::Problem;
use super::policy::Assumption;
use crate::enclosure::natural::{Mode, Natural, Region, evaluate};
use crate::enclosure::{Interval, Real};
use crate::expr::{Arena, Constant, Domain, Function, Id, View};
use crate::number::Rational;

/// The least subexpressions that are real nowhere on the line, for any values of the parameters
/// that the assumptions allow.
pub(super) fn nowhere_nodes(problem: &Problem<'_>, id: Id) -> Vec<Id> {
    let arena = problem.arena;
    let nodes = arena.reachable(&[id]);
    let values = everywhere(problem, &nodes, Mode::Range);
    // i is a value nowhere, but what is made of it may be.
    let is_i = |id: &Id| matches!(arena.view(*id), View::Constant(Constant::I));
    let nowhere = |id: &Id| matches!(values[id.index()], Natural::Nowhere);
    let least = |id: &Id| !arena.children(*id).as_slice().iter().any(nowhere);
    nodes
        .iter()
        .copied()
        .filter(|id| nowhere(id) && least(id) && !is_i(id))
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

/// Whether the node is a meromorphic function of its children without branch cuts, real for real
/// ones: then it takes conjugate arguments to conjugate values.
pub(super) fn is_meromorphic(arena: &Arena, id: Id) -> bool {
    match arena.view(id) {
        View::Number(_) | View::Constant(_) | View::Symbol(_) | View::Sum(_) | View::Product(_) => {
            true
        }
        View::Power(base, exponent) => {
            matches!(arena.view(base), View::Constant(Constant::E))
                || arena.as_number(exponent).is_some_and(Rational::is_integer)
        }
        View::Call(f, _) => match f {
            Function::Sin
            | Function::Cos
            | Function::Tan
            | Function::Cot
            | Function::Sec
            | Function::Csc
            | Function::Sinh
            | Function::Cosh
            | Function::Tanh
            | Function::Coth
            | Function::Sech
            | Function::Csch
            | Function::Erf
            | Function::Erfc
            | Function::Erfi
            | Function::Si
            | Function::Shi => true,
            // These have branch cuts, or are not analytic.
            Function::Log
            | Function::Abs
            | Function::Sign
            | Function::Root
            | Function::Asin
            | Function::Acos
            | Function::Atan
            | Function::Acot
            | Function::Asec
            | Function::Acsc
            | Function::Asinh
            | Function::Acosh
            | Function::Atanh
            | Function::Acoth
            | Function::Asech
            | Function::Acsch
            | Function::Ci
            | Function::Chi
            | Function::Ei
            | Function::Li => false,
        },
    }
}

pub(super) fn contains_i(arena: &Arena, nodes: &[Id]) -> bool {
    nodes
        .iter()
        .any(|&id| matches!(arena.view(id), View::Constant(Constant::I)))
}

/// Whether every argument of |·|, sign and the real root is real wherever f is, but for isolated
/// points: then a free sign stands for what these functions can be. An argument that is a
/// subexpression of f is; so is one that is real all over the line, and what is made of such by
/// functions that are real but for isolated points.
pub(super) fn branches_are_real(problem: &Problem<'_>, nodes: &[Id]) -> bool {
    let arena = problem.arena;
    let switch = |id: &Id| match arena.view(*id) {
        View::Call(Function::Abs | Function::Sign | Function::Root, u) => Some(u[0]),
        _ => None,
    };
    let arguments: Vec<Id> = nodes.iter().filter_map(switch).collect();
    if arguments.is_empty() {
        return true;
    }
    let values = everywhere(problem, nodes, Mode::Strict);
    let integrand = arena.reachable(&[problem.integrand]);
    let mut real = vec![false; values.len()];
    if !contains_i(arena, &integrand) {
        for id in integrand {
            real[id.index()] = true;
        }
    }
    for &id in nodes {
        let children = arena.children(id);
        let isolated = match arena.view(id) {
            View::Number(_) | View::Constant(_) | View::Symbol(_) => false,
            View::Sum(_) | View::Product(_) => true,
            View::Power(base, exponent) => {
                matches!(arena.view(base), View::Constant(Constant::E))
                    || arena.as_number(exponent).is_some_and(Rational::is_integer)
            }
            View::Call(Function::Log, u) => {
                matches!(arena.view(u[0]), View::Call(Function::Abs, _))
            }
            View::Call(f, _) => matches!(
                f.entry().domain,
                Domain::Reals | Domain::CosineNonZero | Domain::SineNonZero
            ),
        };
        real[id.index()] |= matches!(values[id.index()], Natural::Real { .. })
            || (isolated && children.as_slice().iter().all(|c| real[c.index()]));
    }
    arguments.iter().all(|u| real[u.index()])
}

/// What is known of the nodes for all values of the symbols that the assumptions allow.
fn everywhere(problem: &Problem<'_>, nodes: &[Id], mode: Mode) -> Vec<Natural<Interval>> {
    let whole = Interval::whole(53);
    let symbols: Vec<Interval> = (0..problem.arena.symbol_count())
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
    evaluate(problem.arena, nodes, &region, mode)
}
