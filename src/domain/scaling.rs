//! Parameters that only set the scale.
//!
//! If x ↦ λ^w·x, p ↦ λ^v·p (λ > 0, weights of each symbol's own) takes every guard to a positive
//! multiple of itself, it takes the pieces at some values of the parameters to those at others. If
//! weights may be chosen for all parameters at will, any values of the same signs are met in this
//! way, and the pieces at one draw stand for those at every other: a² − x², x/a − 1, a + b·x.

use super::guard::{Guard, guards};
use crate::expr::{Arena, Constant, Function, Id, SymbolId, View};
use crate::number::Rational;

/// Weights are computed for so many nodes times symbols.
const CELLS: usize = 1 << 16;

/// A linear form in the weights of the symbols, by symbol.
type Weight = Vec<Rational>;

/// Whether all values of the parameters, of the same signs, are known to give the same pieces
/// between the zeros of the nodes' guards but for a change of scale. `has_sign` tells the parameters
/// whose sign is known.
pub fn are_similar(
    arena: &Arena,
    nodes: &[Id],
    variable: SymbolId,
    has_sign: impl Fn(SymbolId) -> bool,
) -> bool {
    let guards = guards(arena, nodes);
    let arguments: Vec<Id> = guards.iter().map(|guard| guard.argument).collect();
    let nodes = arena.reachable(&arguments);
    let parameter = |&id: &Id| match arena.view(id) {
        View::Symbol(s) if s != variable => Some(s),
        _ => None,
    };
    let parameters: Vec<SymbolId> = nodes.iter().filter_map(parameter).collect();
    let mut similarity = Similarity {
        variable,
        equation: None,
    };
    parameters.is_empty()
        || (parameters.into_iter().all(has_sign)
            && similarity.keeps(arena, &nodes, &guards).is_some())
}

/// The one linear equation between the weights that leaves those of the parameters free: it fixes
/// that of the variable.
struct Similarity {
    variable: SymbolId,
    /// With coefficient 1 of the variable's weight.
    equation: Option<Weight>,
}

impl Similarity {
    /// `None` where the weights of the parameters are not free.
    fn keeps(&mut self, arena: &Arena, nodes: &[Id], guards: &[Guard]) -> Option<()> {
        let count = nodes.last().map_or(0, |id| id.index() + 1);
        if count.saturating_mul(arena.symbol_count()) > CELLS {
            return None;
        }
        let none = vec![Rational::ZERO; arena.symbol_count()];
        let mut weights: Vec<Weight> = vec![Vec::new(); count];
        for &id in nodes {
            let of = |id: Id| &weights[id.index()];
            let weight = match arena.view(id) {
                View::Number(_) | View::Constant(_) | View::Call(Function::Sign, _) => none.clone(),
                View::Symbol(s) => {
                    let mut own = none.clone();
                    own[s.index()] = Rational::ONE;
                    own
                }
                View::Sum(terms) => {
                    for term in &terms[1..] {
                        self.demand(&minus(of(terms[0]), of(*term)))?;
                    }
                    of(terms[0]).clone()
                }
                View::Product(factors) => factors[1..]
                    .iter()
                    .fold(of(factors[0]).clone(), |sum, f| plus(&sum, of(*f))),
                View::Power(base, exponent) => {
                    if let Some(q) = arena.as_number(exponent) {
                        times(of(base), q)
                    } else {
                        self.demand(of(exponent))?;
                        if !matches!(arena.view(base), View::Constant(Constant::E)) {
                            self.demand(of(base))?;
                        }
                        none.clone()
                    }
                }
                View::Call(Function::Abs, u) => of(u[0]).clone(),
                View::Call(Function::Root, u) => {
                    let degree = arena.as_number(*u.get(1)?)?;
                    times(of(u[0]), &degree.recip()?)
                }
                View::Call(_, arguments) => {
                    for &u in arguments {
                        self.demand(of(u))?;
                    }
                    none.clone()
                }
            };
            weights[id.index()] = weight;
        }
        for guard in guards {
            if guard.offset != 0 || guard.periodic {
                self.demand(&weights[guard.argument.index()])?;
            }
        }
        Some(())
    }

    /// Demands that a weight vanish; `None` where that would bind the parameters.
    fn demand(&mut self, weight: &Weight) -> Option<()> {
        if weight.iter().all(Rational::is_zero) {
            return Some(());
        }
        let equation = times(weight, &weight[self.variable.index()].recip()?);
        let known = self.equation.get_or_insert_with(|| equation.clone());
        (*known == equation).then_some(())
    }
}

fn plus(a: &Weight, b: &Weight) -> Weight {
    a.iter().zip(b).map(|(a, b)| a + b).collect()
}

fn minus(a: &Weight, b: &Weight) -> Weight {
    a.iter().zip(b).map(|(a, b)| a - b).collect()
}

fn times(a: &Weight, q: &Rational) -> Weight {
    a.iter().map(|a| a * q).collect()
}
