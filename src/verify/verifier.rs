use std::collections::BTreeMap;

use sha2::{Digest, Sha256};

use super::case::Case;
use super::chain;
use super::question::{Question, SyntaxName};
use super::verdict::{Verdict, VerdictKind};
use crate::contain::contain;
use crate::decide::{self, Answer, Assumption, Field, Policy, Problem, Reason, Step};
use crate::error::{Error, Stage};
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
        let case = guarded(|| {
            let read = self.read(question)?;
            Case::new(self, question, read)
        });
        let (verdict, trail) = match case {
            Ok(case) => {
                let seed = self.seed(question, &[&question.antiderivative]);
                let decide = |member: &Member| {
                    let problem = case.problem(member.id, seed);
                    contain(|| decide::explain(&problem, case.policy()))
                };
                joined(&case, case.members().into_iter().map(decide))
            }
            Err(verdict) => (*verdict, Vec::new()),
        };
        let id = question.id.clone();
        (Verdict { id, ..verdict }, trail)
    }

    /// Decides several antiderivatives of the question's integrand, in the order given, and faster
    /// than one by one, since what they have in common is done once. The question's own does not
    /// matter. No answer has an influence on the verdict of another but through the samples, which
    /// they share and which are drawn anew when one of them is changed.
    ///
    /// ```
    /// use barrow::verify::{Question, Verifier, VerdictKind};
    ///
    /// let question = Question::new("2*x", "");
    /// let verdicts = Verifier::default().verify_each(&question, &["x^2", "x^2 + x", "x^2 + C"]);
    /// let kinds: Vec<VerdictKind> = verdicts.iter().map(|v| v.verdict).collect();
    /// assert_eq!(kinds, [VerdictKind::Equal, VerdictKind::Different, VerdictKind::Equal]);
    /// ```
    pub fn verify_each<S: AsRef<str>>(
        &self,
        question: &Question,
        antiderivatives: &[S],
    ) -> Vec<Verdict> {
        let texts: Vec<&str> = antiderivatives.iter().map(AsRef::as_ref).collect();
        let integrand = match guarded(|| self.read_integrand(question)) {
            Ok(integrand) => integrand,
            Err(verdict) => {
                let id = question.id.clone();
                return vec![Verdict { id, ..*verdict }; texts.len()];
            }
        };
        let seed = self.seed(question, &texts);
        let case = |text: &str| {
            guarded(|| {
                let read = self.read_answer(question, text, integrand.clone())?;
                Case::new(self, question, read)
            })
        };
        let cases: Vec<Result<Case, Box<Verdict>>> = texts.iter().map(|text| case(text)).collect();
        let problems: Vec<(Problem<'_>, &Policy)> = cases
            .iter()
            .flatten()
            .flat_map(|case| {
                let problem = |member: &Member| (case.problem(member.id, seed), case.policy());
                case.members().into_iter().map(problem)
            })
            .collect();
        let f = guarded(|| Case::new(self, question, integrand.alone()));
        let mut decided = match &f {
            Ok(f) => decide::explain_each(&f.problem(f.read.integrand, seed), &problems),
            Err(_) => Vec::new(),
        }
        .into_iter();
        cases
            .into_iter()
            .map(|case| {
                let verdict = case.map_or_else(
                    |verdict| *verdict,
                    |case| {
                        let count = case.members().len();
                        let own: Vec<_> = decided.by_ref().take(count).collect();
                        joined(&case, own).0
                    },
                );
                let id = question.id.clone();
                Verdict { id, ..verdict }
            })
            .collect()
    }

    /// The key mixed with the question: nobody can prepare a question for samples they know.
    fn seed(&self, question: &Question, antiderivatives: &[&str]) -> [u8; 32] {
        let mut hash = Sha256::new();
        hash.update(self.policy.key);
        let texts = [question.integrand.as_str(), &question.variable];
        for text in texts.iter().chain(antiderivatives) {
            hash.update((text.len() as u64).to_le_bytes());
            hash.update(text);
        }
        hash.update([
            question.domain.unwrap_or(self.policy.domain) as u8,
            question.dialect.unwrap_or(self.dialect) as u8,
        ]);
        for (name, assumption) in self.assumptions.iter().chain(&question.assumptions) {
            hash.update(name);
            hash.update([0, *assumption as u8]);
        }
        hash.finalize().into()
    }
}

/// What is read, or why it is no question or cannot be read.
fn guarded<T>(read: impl FnOnce() -> Result<T, (Field, Error)>) -> Result<T, Box<Verdict>> {
    contain(read)
        .map_err(|message| Box::new(internal(&message)))?
        .map_err(|(field, error)| Box::new(invalid(field, error)))
}

/// One verdict of those on the members, which are decided one after the other until one is wrong.
fn joined(
    case: &Case,
    decided: impl IntoIterator<Item = Result<(Answer, Vec<Step>), String>>,
) -> (Verdict, Vec<Step>) {
    let (mut verdicts, mut steps) = (Vec::new(), Vec::new());
    for (member, answer) in case.members().into_iter().zip(decided) {
        let verdict = match answer {
            Ok((answer, trail)) => {
                steps.extend(trail);
                verdict(answer)
            }
            Err(message) => internal(&message),
        };
        let is_wrong = verdict.verdict == VerdictKind::Different;
        verdicts.push((member.span.clone(), verdict));
        if is_wrong {
            break;
        }
    }
    let mut verdict = match (case.read.members.len(), verdicts.pop()) {
        (1, Some((_, verdict))) => verdict,
        (count, last) => {
            verdicts.extend(last);
            chain::joined(verdicts, count)
        }
    };
    verdict.notes.splice(0..0, case.read.notes.clone());
    (verdict, steps)
}

/// The verdict where a defect of this library made it panic.
fn internal(message: &str) -> Verdict {
    Verdict {
        reason: Some(Reason::Internal),
        detail: Some(format!("internal error, please report it: {message}")),
        ..Verdict::bare(VerdictKind::Undecided)
    }
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
        let read = guarded(|| -> Result<(), (Field, Error)> { panic!("a {} is missing", "stone") });
        let verdict = read.expect_err("a verdict");
        assert_eq!(verdict.verdict, VerdictKind::Undecided);
        assert_eq!(verdict.reason, Some(Reason::Internal));
        let detail = verdict.detail.unwrap_or_default();
        assert!(detail.contains("a stone is missing"), "{detail}");
    }
}
