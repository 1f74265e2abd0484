//! Is F′ = f? The ladder of layers, and the three answers.

mod common;
mod complex;
mod emptiness;
mod exact;
mod glance;
mod imaginary;
mod jump;
mod nature;
mod pieces;
mod policy;
mod probe;
mod real;
mod sample;
mod session;
mod spot;
mod tally;
mod trail;
mod verdict;

pub use policy::{Assumption, Domain, Policy};
pub use trail::Step;
pub use verdict::{Answer, Coverage, Evidence, Field, Reason, Witness};

use crate::contain::contain;
use crate::expr::{Arena, Id, SymbolId};
use crate::tower::Identity;
use common::Common;
use session::Session;

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
    explain(problem, policy).0
}

/// Decides the problem; also the layers that were tried.
pub fn explain(problem: &Problem<'_>, policy: &Policy) -> (Answer, Vec<Step>) {
    let positive = problem.positive();
    let common = Common::new(problem);
    Session::new(problem, policy, &positive, &common).decide()
}

/// What [`explain`] says of each answer to one question, under a policy of its own; where it panics
/// its message. `question` is that of no F (its own counts for nothing); the arena of each answer
/// starts with the nodes of its arena, and they have its seed, which must be mixed from all answers:
/// they share samples.
pub fn explain_each(
    question: &Problem<'_>,
    answers: &[(Problem<'_>, &Policy)],
) -> Vec<Result<(Answer, Vec<Step>), String>> {
    let positive = question.positive();
    let common = contain(|| Common::shared(question, &positive, real::SCREEN))
        .unwrap_or_else(|_| Common::new(question));
    let one = |(problem, policy): &(Problem<'_>, &Policy)| {
        contain(|| {
            let positive = problem.positive();
            Session::new(problem, policy, &positive, &common).decide()
        })
    };
    answers.iter().map(one).collect()
}
