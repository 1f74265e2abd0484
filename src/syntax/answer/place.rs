use serde::{Deserialize, Serialize};

/// Which of several answers in the same kind of place counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Choice {
    /// All must be the same text but for spaces; what nothing marks must be the only formula.
    #[default]
    Only,
    /// The first.
    First,
    /// The last.
    Last,
}

/// Which members of an answer A = B = C count.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Chain {
    /// Each must be an antiderivative.
    #[default]
    Every,
    /// The last; the others are read and must be expressions.
    Last,
}

/// By what an answer is known, in the order in which places are looked for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Place {
    /// `\boxed{…}`, `\fbox{…}`.
    Box,
    /// `<answer>…</answer>`.
    Tag,
    /// What follows `Answer:` or `Final answer:` at the start of a line.
    Label,
    /// `\[…\]`, `$$…$$`, an equation environment.
    Display,
    /// `$…$`, `\(…\)`.
    Inline,
    /// Code between backticks.
    Code,
    /// `**…**`.
    Bold,
    /// The whole response, which is one line without words.
    Whole,
}

impl Place {
    /// What it is, for people.
    pub fn name(self) -> &'static str {
        match self {
            Self::Box => "\\boxed{…}",
            Self::Tag => "<answer>…</answer>",
            Self::Label => "a label such as `Answer:`",
            Self::Display => "a displayed formula",
            Self::Inline => "a formula in the text",
            Self::Code => "code",
            Self::Bold => "bold text",
            Self::Whole => "the whole text",
        }
    }

    /// Whether the writer says that this is the answer.
    pub fn is_marked(self) -> bool {
        matches!(self, Self::Box | Self::Tag | Self::Label | Self::Whole)
    }
}
