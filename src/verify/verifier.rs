use std::collections::BTreeMap;

use sha2::{Digest, Sha256};

use super::chain;
use super::question::{Question, SyntaxName};
use super::read::Read;
use super::verdict::{Verdict, VerdictKind};
use crate::contain::contain;
use crate::decide::{self, Answer, Assumption, Field, Policy, Problem, Reason, Step};
use crate::error::{Error, Stage};
use crate::expr::Id;
use crate::syntax::{Chain, Choice, Dialect, Limits, Logarithm, Member};

/// Answers questions under one policy.
///
/// ```
/// use barrow::verify::{Question, Verifier, VerdictKind};
///
/// let verifier = Verifier::default();
/// let verdict = verifier.verify(&Question::new("x*cos(x)", "x*sin(x) + cos(x) + C"));
/// assert_eq!(verdict.verdict, VerdictKind::Equal);
/// let verdict = verifier.verify(&Question::new("x", "x^2/2 + x/10^30"));
/// assert_eq!(verdict.verdict, VerdictKind::Different);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Verifier {
    policy: Policy,
    pub(super) dialect: Dialect,
    pub(super) syntax: SyntaxName,
    pub(super) choice: Choice,
    pub(super) chain: Chain,
    pub(super) logarithm: Logarithm,
    pub(super) limits: Limits,
    pub(super) assumptions: BTreeMap<String, Assumption>,
}

impl Verifier {
    /// A verifier with this policy.
    pub fn new(policy: Policy) -> Self {
        Self {
            policy,
            ..Self::default()
        }
    }

    /// Decides under another policy.
    #[must_use]
    pub fn with_policy(mut self, policy: Policy) -> Self {
        self.policy = policy;
        self
    }

    /// Reads texts without a dialect of their own in this one.
    #[must_use]
    pub fn dialect(mut self, dialect: Dialect) -> Self {
        self.dialect = dialect;
        self
    }

    /// Reads texts without a syntax of their own in this one.
    #[must_use]
    pub fn syntax(mut self, syntax: SyntaxName) -> Self {
        self.syntax = syntax;
        self
    }

    /// Takes this answer of a response in prose that marks several.
    #[must_use]
    pub fn choice(mut self, choice: Choice) -> Self {
        self.choice = choice;
        self
    }

    /// Lets these members of an answer A = B = C count.
    #[must_use]
    pub fn chain(mut self, chain: Chain) -> Self {
        self.chain = chain;
        self
    }

    /// Reads `log` without a base as this logarithm, in the default dialect.
    #[must_use]
    pub fn logarithm(mut self, logarithm: Logarithm) -> Self {
        self.logarithm = logarithm;
        self
    }

    /// Refuses texts larger than these limits.
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// Assumes this of parameters, where a question says nothing else.
    #[must_use]
    pub fn assumptions(mut self, assumptions: BTreeMap<String, Assumption>) -> Self {
        self.assumptions = assumptions;
        self
    }

    /// The policy.
    pub fn policy(&self) -> &Policy {
        &self.policy
    }

    /// The dialect of texts that name none.
    pub fn default_dialect(&self) -> Dialect {
        self.dialect
    }

    /// The syntax of texts that name none.
    pub fn default_syntax(&self) -> SyntaxName {
        self.syntax
    }

    /// Which answer of a response in prose is taken.
    pub fn default_choice(&self) -> Choice {
        self.choice
    }

    /// Which members of an answer A = B = C count.
    pub fn default_chain(&self) -> Chain {
        self.chain
    }

    /// The base of a `log` without one.
    pub fn default_logarithm(&self) -> Logarithm {
        self.logarithm
    }

    /// What is assumed of parameters where a question says nothing else.
    pub fn default_assumptions(&self) -> &BTreeMap<String, Assumption> {
        &self.assumptions
    }

    /// Decides one question. The verdict depends on the question, the policy and nothing else.
    ///
    /// A panic on the way, which is a defect of this library, makes the verdict `undecided` with
    /// reason `internal` and the message in `detail`.
    pub fn verify(&self, question: &Question) -> Verdict {
        self.explain(question).0
    }

    /// As [`Verifier::verify`]; also what the layers that were tried have found.
    pub fn explain(&self, question: &Question) -> (Verdict, Vec<Step>) {
        let (verdict, trail) = guarded(|| match self.read(question) {
            Ok(read) => {
                let (mut verdict, trail) = self.decide_members(question, &read);
                verdict.notes.splice(0..0, read.notes);
                (verdict, trail)
            }
            Err((field, error)) => (invalid(field, error), Vec::new()),
        });
        let id = question.id.clone();
        (Verdict { id, ..verdict }, trail)
    }

    /// Decides F, or every member of a chain. The budget is that of one question.
    fn decide_members(&self, question: &Question, read: &Read) -> (Verdict, Vec<Step>) {
        if read.members.len() == 1 {
            return self.decide(question, read, read.antiderivative, 1);
        }
        let mut distinct: Vec<&Member> = Vec::new();
        for member in &read.members {
            if distinct.iter().all(|other| other.id != member.id) {
                distinct.push(member);
            }
        }
        let (mut verdicts, mut steps) = (Vec::new(), Vec::new());
        for member in &distinct {
            let (verdict, trail) = self.decide(question, read, member.id, distinct.len() as u64);
            steps.extend(trail);
            let is_wrong = verdict.verdict == VerdictKind::Different;
            verdicts.push((member.span.clone(), verdict));
            if is_wrong {
                break;
            }
        }
        (chain::joined(verdicts, read.members.len()), steps)
    }

    /// Decides one antiderivative with a share of the budget.
    fn decide(
        &self,
        question: &Question,
        read: &Read,
        antiderivative: Id,
        share: u64,
    ) -> (Verdict, Vec<Step>) {
        let arena = &read.arena;
        let Some(variable) = arena.find_symbol(&read.variable) else {
            let error = Error::new(Stage::Symbol, "the variable is no name");
            return (invalid(Field::Record, error), Vec::new());
        };
        let parameters = arena.symbols_of(read.integrand);
        let assumptions: Vec<Assumption> = (0..arena.symbol_count())
            .map(|s| {
                let name = arena.symbol_name(s);
                let stated = question
                    .assumptions
                    .get(name)
                    .or_else(|| self.assumptions.get(name));
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
        let mut policy = self.policy.clone();
        policy.domain = question.domain.unwrap_or(policy.domain);
        policy.budget = (policy.budget / share).max(1);
        let problem = Problem {
            arena,
            integrand: read.integrand,
            antiderivative,
            variable,
            assumptions: &assumptions,
            seed: self.seed(question, &policy),
        };
        let (answer, trail) = decide::explain(&problem, &policy);
        (verdict(answer), trail)
    }

    /// The key mixed with the question: nobody can prepare a question for samples they know.
    fn seed(&self, question: &Question, policy: &Policy) -> [u8; 32] {
        let mut hash = Sha256::new();
        hash.update(policy.key);
        for text in [
            &question.integrand,
            &question.antiderivative,
            &question.variable,
        ] {
            hash.update((text.len() as u64).to_le_bytes());
            hash.update(text);
        }
        hash.update([
            policy.domain as u8,
            question.dialect.unwrap_or(self.dialect) as u8,
        ]);
        for (name, assumption) in self.assumptions.iter().chain(&question.assumptions) {
            hash.update(name);
            hash.update([0, *assumption as u8]);
        }
        hash.finalize().into()
    }
}

/// The verdict, also when finding it panics.
fn guarded(decide: impl FnOnce() -> (Verdict, Vec<Step>)) -> (Verdict, Vec<Step>) {
    contain(decide).unwrap_or_else(|message| {
        let verdict = Verdict {
            reason: Some(Reason::Internal),
            detail: Some(format!("internal error, please report it: {message}")),
            ..Verdict::bare(VerdictKind::Undecided)
        };
        (verdict, Vec::new())
    })
}

fn verdict(answer: Answer) -> Verdict {
    match answer {
        Answer::Equal {
            evidence,
            error_bits,
            coverage,
            pieces,
            jumps,
        } => Verdict {
            evidence: Some(evidence),
            error_bits: error_bits.map(|bits| bits as u32),
            coverage: Some(coverage),
            pieces,
            jumps,
            ..Verdict::bare(VerdictKind::Equal)
        },
        Answer::Different { witnesses } => {
            let mut witnesses = witnesses.into_iter();
            Verdict {
                witness: witnesses.next(),
                further_witnesses: witnesses.collect(),
                ..Verdict::bare(VerdictKind::Different)
            }
        }
        Answer::Undecided {
            reason,
            digits,
            points,
            detail,
        } => Verdict {
            reason: Some(reason),
            detail: detail.map(str::to_owned),
            digits: Some(digits),
            points: Some(points),
            ..Verdict::bare(VerdictKind::Undecided)
        },
        Answer::Invalid { field, message } => invalid(field, Error::new(Stage::Domain, message)),
    }
}

/// The record of an input that is no well-formed question.
pub fn invalid(field: Field, error: Error) -> Verdict {
    Verdict {
        stage: Some(error.stage),
        field: Some(field),
        span: error.span.map(|span| [span.start, span.end]),
        message: Some(error.message),
        ..Verdict::bare(VerdictKind::Invalid)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_undecided() {
        let (verdict, _) = guarded(|| panic!("a {} is missing", "stone"));
        assert_eq!(verdict.verdict, VerdictKind::Undecided);
        assert_eq!(verdict.reason, Some(Reason::Internal));
        let detail = verdict.detail.unwrap_or_default();
        assert!(detail.contains("a stone is missing"), "{detail}");
    }
}
