//! What answers and questions in running text have in common.

pub(super) mod braces;
pub(super) mod hidden;
pub(super) mod neighbour;
pub(super) mod region;
pub(super) mod sign;
pub(super) mod turn;
pub(super) mod wording;

use std::ops::Range;

/// The bytes of `range` without blanks at its ends.
pub(super) fn trimmed(text: &str, range: Range<usize>) -> Range<usize> {
    let inner = &text[range.clone()];
    let start = range.start + (inner.len() - inner.trim_start().len());
    start..start + inner.trim().len()
}

/// A text without the spaces that do not keep two letters or digits apart: how two answers are
/// compared as texts.
pub(super) fn normalised(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut space = false;
    for c in text.trim().chars() {
        if c.is_whitespace() {
            space = true;
            continue;
        }
        if space && c.is_alphanumeric() && kept.ends_with(char::is_alphanumeric) {
            kept.push(' ');
        }
        space = false;
        kept.push(c);
    }
    kept
}
