//! An integrand in which i occurs.

use super::Problem;
use super::nature::is_meromorphic;
use crate::enclosure::analytic::{self, Box as ComplexBox};
use crate::enclosure::natural::Natural;
use crate::enclosure::{Complex, Special};
use crate::expr::{Constant, Id, View};
use crate::tower::{Identity, Prover};

/// What is known of f before any point is looked at.
pub(super) struct Imaginary {
    /// The nodes of f.
    nodes: Vec<Id>,
    /// Those in which i does not occur.
    free: Vec<Id>,
    /// Whether f is real wherever its parts without i are: i occurs in what is symmetric about the
    /// real line alone, and f does not change when i is replaced by −i.
    is_real: bool,
}

/// f at a point of the real line.
pub(super) enum Value<R> {
    Real(R),
    Outside,
    Unknown,
}

impl Imaginary {
    /// `None` where i does not occur in f.
    pub(super) fn of(problem: &Problem<'_>) -> Option<Self> {
        let arena = problem.arena;
        let nodes = arena.reachable(&[problem.integrand]);
        let mut has_i = vec![false; problem.integrand.index() + 1];
        let mut is_symmetric = true;
        for &id in &nodes {
            has_i[id.index()] = matches!(arena.view(id), View::Constant(Constant::I))
                || arena
                    .children(id)
                    .as_slice()
                    .iter()
                    .any(|c| has_i[c.index()]);
            is_symmetric &= !has_i[id.index()] || is_meromorphic(arena, id);
        }
        has_i[problem.integrand.index()].then(|| Self {
            free: nodes
                .iter()
                .copied()
                .filter(|id| !has_i[id.index()])
                .collect(),
            nodes,
            is_real: is_symmetric && is_self_conjugate(problem),
        })
    }

    /// The value of f at a real point, where its natural values are known.
    pub(super) fn value<R: Special>(
        &self,
        problem: &Problem<'_>,
        natural: &[Natural<R>],
        symbols: &[Complex<R>],
        precision: u32,
    ) -> Value<R> {
        for id in &self.free {
            match natural[id.index()] {
                Natural::Nowhere => return Value::Outside,
                Natural::Unknown => return Value::Unknown,
                Natural::Real { .. } => {}
            }
        }
        let region = ComplexBox {
            symbols,
            variable: problem.variable,
            precision,
        };
        let values = analytic::evaluate(problem.arena, &self.nodes, &region);
        match &values[problem.integrand.index()] {
            // A value that is not real lies outside the domain.
            Some(f) if !f.value.im.contains_zero() => Value::Outside,
            Some(f) if self.is_real => Value::Real(f.value.re.clone()),
            Some(_) | None => Value::Unknown,
        }
    }
}

/// Whether f is what becomes of it when i is replaced by −i: its own conjugate, by reflection.
fn is_self_conjugate(problem: &Problem<'_>) -> bool {
    let mut arena = problem.arena.clone();
    let conjugate = arena.substitute(problem.integrand, |arena, id| {
        matches!(arena.view(id), View::Constant(Constant::I)).then(|| arena.neg(id))
    });
    let difference = arena.sub(problem.integrand, conjugate);
    let zero = arena.integer(0);
    let positive = problem.positive();
    let identity = Identity {
        arena: &arena,
        integrand: difference,
        antiderivative: zero,
        variable: problem.variable,
        positive: &positive,
    };
    Prover::new(identity, problem.seed, 80.0)
        .all_branches()
        .is_ok_and(|proof| proof.vanishes())
}
