//! Is F′ = f? The ladder of layers, and the three answers.

mod complex;
mod exact;
mod nature;
mod policy;
mod probe;
mod real;
mod sample;
mod tally;
mod verdict;

pub use policy::{Assumption, Domain, Policy};
pub use verdict::{Answer, Coverage, Evidence, Field, Reason, Witness};

use crate::expr::{Arena, Id, SymbolId};
use crate::tower::Identity;

/// A question whose two sides have been read.
pub struct Problem<'a> {
    /// The arena of both sides, as written.
    pub arena: &'a Arena,
    /// f.
    pub integrand: Id,
    /// F.
    pub antiderivative: Id,
    /// x.
    pub variable: SymbolId,
    /// What is assumed of each symbol, by symbol.
    pub assumptions: &'a [Assumption],
    /// Mixed from the key and the question.
    pub seed: [u8; 32],
}

impl Problem<'_> {
    /// F′ = f as the tower tests it.
    fn identity<'b>(&'b self, positive: &'b [bool]) -> Identity<'b> {
        Identity {
            arena: self.arena,
            integrand: self.integrand,
            antiderivative: self.antiderivative,
            variable: self.variable,
            positive,
        }
    }

    /// Per symbol, whether it is a positive parameter. The variable never counts as one.
    fn positive(&self) -> Vec<bool> {
        let is_positive =
            |(s, a): (usize, &Assumption)| *a == Assumption::Positive && s != self.variable.index();
        self.assumptions
            .iter()
            .enumerate()
            .map(is_positive)
            .collect()
    }
}

/// Decides the problem.
pub fn decide(problem: &Problem<'_>, policy: &Policy) -> Answer {
    match policy.domain {
        Domain::Complex => complex::decide(problem, policy),
        Domain::Every | Domain::Some => real::decide(problem, policy),
    }
}
