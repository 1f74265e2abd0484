use std::ops::Range;

use super::super::Syntax;
use super::super::prose::{braces, trimmed};
use super::{Candidate, Place};
use crate::error::{Error, Stage};

/// The boxes of a text; those inside others belong to them.
pub(super) fn find(text: &str, range: Range<usize>) -> Result<Vec<Candidate>, Error> {
    let mut found: Vec<Candidate> = Vec::new();
    let mut end = range.start;
    for command in braces::commands(text, range.clone()) {
        if command.start < end {
            continue;
        }
        match &text[command.clone()] {
            "\\boxed" | "\\fbox" => {}
            "\\\\" if is_box(&text[command.end..range.end]) => {
                let message =
                    "two backslashes end a line, so this is no box; one begins \\boxed{…}";
                return refuse(message, command);
            }
            _ => continue,
        }
        let rest = &text[command.end..range.end];
        let open = command.end + (rest.len() - rest.trim_start().len());
        if !text[open..range.end].starts_with('{') {
            return refuse("the box has no braces; \\boxed{…} is accepted", command);
        }
        let Some(close) = braces::closing(text, open, range.end) else {
            return refuse(
                "the braces of the box are never closed, so the answer is not complete",
                command.start..open + 1,
            );
        };
        end = close + 1;
        let span = trimmed(text, open + 1..close);
        if span.is_empty() {
            return refuse(
                "the box is empty; the answer stands in it",
                command.start..end,
            );
        }
        found.push(Candidate {
            span,
            outer: command.start..end,
            syntax: Syntax::Latex,
            place: Place::Box,
        });
    }
    Ok(found)
}

fn is_box(text: &str) -> bool {
    ["boxed", "fbox"]
        .iter()
        .filter_map(|name| text.strip_prefix(name))
        .any(|rest| rest.trim_start().starts_with('{'))
}

fn refuse<T>(message: &str, span: Range<usize>) -> Result<T, Error> {
    Err(Error::at(Stage::Extract, message, span))
}
