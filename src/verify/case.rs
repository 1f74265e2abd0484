use super::question::Question;
use super::read::Read;
use super::verifier::Verifier;
use crate::decide::{Assumption, Field, Policy, Problem};
use crate::error::{Error, Stage};
use crate::expr::{Id, SymbolId};
use crate::syntax::Member;

/// A question that was read, with what is assumed of its symbols.
pub(super) struct Case {
    pub read: Read,
    variable: SymbolId,
    /// By symbol.
    assumptions: Vec<Assumption>,
    /// For one member: the budget is that of the whole question.
    policy: Policy,
}

impl Case {
    pub(super) fn new(
        verifier: &Verifier,
        question: &Question,
        read: Read,
    ) -> Result<Self, (Field, Error)> {
        let arena = &read.arena;
        let variable = arena.find_symbol(&read.variable).ok_or_else(|| {
            let error = Error::new(Stage::Symbol, "the variable is no name");
            (Field::Record, error)
        })?;
        let parameters = arena.symbols_of(read.integrand);
        let assumptions = (0..arena.symbol_count())
            .map(|s| {
                let name = arena.symbol_name(s);
                let stated = question
                    .assumptions
                    .get(name)
                    .or_else(|| verifier.assumptions.get(name));
                // Parameters of f are positive and generic; a constant of integration is any number.
                let default = if parameters.iter().any(|p| p.index() == s) && s != variable.index()
                {
                    Assumption::Positive
                } else {
                    Assumption::Real
                };
                stated.copied().unwrap_or(default)
            })
            .collect();
        let mut policy = verifier.policy().clone();
        policy.domain = question.domain.unwrap_or(policy.domain);
        let mut case = Self {
            read,
            variable,
            assumptions,
            policy,
        };
        let members = case.members().len() as u64;
        case.policy.budget = (case.policy.budget / members.max(1)).max(1);
        Ok(case)
    }

    /// The members that are to be decided, each once.
    pub(super) fn members(&self) -> Vec<&Member> {
        let mut distinct: Vec<&Member> = Vec::new();
        for member in &self.read.members {
            if distinct.iter().all(|other| other.id != member.id) {
                distinct.push(member);
            }
        }
        distinct
    }

    pub(super) fn policy(&self) -> &Policy {
        &self.policy
    }

    /// The problem of one antiderivative.
    pub(super) fn problem(&self, antiderivative: Id, seed: [u8; 32]) -> Problem<'_> {
        Problem {
            arena: &self.read.arena,
            integrand: self.read.integrand,
            antiderivative,
            variable: self.variable,
            assumptions: &self.assumptions,
            seed,
        }
    }
}
