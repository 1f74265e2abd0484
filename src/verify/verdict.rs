use serde::{Deserialize, Serialize};

use crate::decide::{Coverage, Evidence, Field, Reason, Witness};
use crate::error::Stage;

/// One of the four answers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum VerdictKind {
    /// F′ = f, proved.
    Equal,
    /// F′ ≠ f, proved, with a witness.
    Different,
    /// Neither could be shown within the budget.
    Undecided,
    /// The input is no well-formed question.
    Invalid,
}

/// The verdict on a question: one line of output.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Verdict {
    /// The question's own.
    #[serde(default)]
    pub id: Option<serde_json::Value>,
    /// The answer.
    pub verdict: VerdictKind,
    /// Of `equal`: which layer proved it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub evidence: Option<Evidence>,
    /// Of an `identity`: −log₂ of the bound of the probability that it is wrong, rounded down.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error_bits: Option<u32>,
    /// Of `equal`: how far the proof reaches.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub coverage: Option<Coverage>,
    /// Of `equal`: how many pieces of f's domain are proved, and how many are not covered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pieces: Option<[usize; 2]>,
    /// Points at which F jumps, where seen.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub jumps: Vec<String>,
    /// Of `different`: where, and the two enclosures that do not meet.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub witness: Option<Witness>,
    /// Of `different`: the witnesses in further pieces, where all pieces were wanted.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub further_witnesses: Vec<Witness>,
    /// Of `undecided`: why.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<Reason>,
    /// Of `undecided`: why the identity test gave no answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
    /// Of `undecided`: how many decimal digits agreed at least.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub digits: Option<u32>,
    /// Of `undecided`: at how many points.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points: Option<u32>,
    /// Of `invalid`: the stage of reading that failed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stage: Option<Stage>,
    /// Of `invalid`: whose fault it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub field: Option<Field>,
    /// Of `invalid`: what a person can do about it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    /// Of `invalid`: the bytes of the field that are meant.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub span: Option<[usize; 2]>,
    /// Of an unreadable record: its line, or its row of a table, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<u64>,
    /// Remarks on how the texts were read.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}

impl Verdict {
    /// A verdict with nothing but its kind.
    pub fn bare(verdict: VerdictKind) -> Self {
        Self {
            id: None,
            verdict,
            evidence: None,
            error_bits: None,
            coverage: None,
            pieces: None,
            jumps: Vec::new(),
            witness: None,
            further_witnesses: Vec::new(),
            reason: None,
            detail: None,
            digits: None,
            points: None,
            stage: None,
            field: None,
            message: None,
            span: None,
            line: None,
            notes: Vec::new(),
        }
    }
}
