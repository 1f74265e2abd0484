//! Malformed input: where it is wrong, and what would be accepted. Verdicts are not errors.

use std::fmt;
use std::ops::Range;

/// The stage of reading at which an input turned out to be no well-formed question.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Stage {
    /// The record itself: not JSON, a missing field.
    Record,
    /// No single answer could be found in the text.
    Extract,
    /// The text is no expression.
    Syntax,
    /// An unknown function or word.
    Symbol,
    /// Not an answer: an unevaluated integral, several answers, `nan`.
    Form,
    /// Defined on no open set.
    Domain,
    /// Larger than the limits allow.
    Limit,
}

/// Why a text could not be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Error {
    /// The stage that failed.
    pub stage: Stage,
    /// What is wrong and what would be accepted.
    pub message: String,
    /// The bytes of the text that are meant.
    pub span: Option<Range<usize>>,
}

impl Error {
    /// An error about the whole text.
    pub fn new(stage: Stage, message: impl Into<String>) -> Self {
        Self {
            stage,
            message: message.into(),
            span: None,
        }
    }

    /// An error about some bytes of the text.
    pub fn at(stage: Stage, message: impl Into<String>, span: Range<usize>) -> Self {
        Self {
            stage,
            message: message.into(),
            span: Some(span),
        }
    }

    /// The same about a text of which what was read is a part that starts at this byte.
    #[must_use]
    pub fn moved(mut self, start: usize) -> Self {
        self.span = self.span.map(|span| span.start + start..span.end + start);
        self
    }

    /// The message with the line of `text` that is meant and carets under its bytes.
    pub fn caret(&self, text: &str) -> String {
        let Some(span) = &self.span else {
            return self.message.clone();
        };
        let floor = |i: usize| {
            (0..=i.min(text.len()))
                .rev()
                .find(|&i| text.is_char_boundary(i))
                .unwrap_or(0)
        };
        let (start, end) = (floor(span.start), floor(span.end.max(span.start)));
        let line_start = text[..start].rfind('\n').map_or(0, |i| i + 1);
        let line_end = text[start..].find('\n').map_or(text.len(), |i| start + i);
        // A long line is cut around the place that is meant.
        let left = floor(start.saturating_sub(60)).max(line_start);
        let right = floor(start + 60).clamp(start, line_end).min(line_end);
        let indent = text[left..start].chars().count();
        let carets = text[start..end.clamp(start, right)].chars().count().max(1);
        format!(
            "{}\n  {}\n  {}{}",
            self.message,
            &text[left..right],
            " ".repeat(indent),
            "^".repeat(carets)
        )
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Error {}
