use serde::Serialize;

use super::kind::Kind;
use super::rollout::Rollout;
use crate::decide::Field;
use crate::verify::{Question, Verdict, VerdictKind};

/// What a stored score turns out to be.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Finding {
    /// It is what the verdict says.
    Agrees,
    /// A pass for a response that is wrong or no answer.
    FalseReward,
    /// A fail for a response that is right.
    FalseRejection,
    /// Neither right nor wrong could be shown.
    Undecided,
    /// The line, its question or its score cannot be read.
    Unread,
}

impl Finding {
    pub(super) fn of(verdict: &Verdict, passed: bool) -> Self {
        match (reward(verdict), passed) {
            (Some(right), passed) if right == passed => Self::Agrees,
            (Some(false), _) => Self::FalseReward,
            (Some(true), _) => Self::FalseRejection,
            (None, _) if verdict.verdict == VerdictKind::Invalid => Self::Unread,
            (None, _) => Self::Undecided,
        }
    }
}

/// Whether the response earns a reward; `None` where nobody can tell, or the question is at fault.
pub(super) fn reward(verdict: &Verdict) -> Option<bool> {
    match verdict.verdict {
        VerdictKind::Equal => Some(true),
        VerdictKind::Different => Some(false),
        VerdictKind::Undecided => None,
        VerdictKind::Invalid => (verdict.field == Some(Field::Antiderivative)).then_some(false),
    }
}

/// A rollout with what was found: one line of output.
#[derive(Clone, Debug, Serialize)]
pub struct Audited {
    /// Its line, from 1.
    pub line: u64,
    /// What the stored score turns out to be.
    pub finding: Finding,
    /// Of a false reward or rejection: by what kind of mistake or exploit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<Kind>,
    /// The score that was stored.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<f64>,
    /// What is wrong with a line that is no rollout.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    /// The verdict on the response.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub verdict: Option<Verdict>,
    /// The rollout's texts.
    #[serde(skip)]
    pub question: Option<Question>,
    /// Of its prompt.
    #[serde(skip)]
    pub group: Option<String>,
}

impl Audited {
    pub(super) fn new(
        line: u64,
        rollout: Rollout,
        finding: Finding,
        kind: Option<Kind>,
        verdict: Verdict,
    ) -> Self {
        Self {
            line,
            finding,
            kind,
            score: Some(rollout.score),
            message: None,
            verdict: Some(verdict),
            question: Some(rollout.question),
            group: rollout.group,
        }
    }

    pub(super) fn unread(line: u64, message: String) -> Self {
        Self {
            line,
            finding: Finding::Unread,
            kind: None,
            score: None,
            message: Some(message),
            verdict: None,
            question: None,
            group: None,
        }
    }

    /// Whether the response earns a reward, where that is decided.
    pub fn reward(&self) -> Option<bool> {
        self.verdict.as_ref().and_then(reward)
    }
}
