//! Environments around the whole expression.

use super::super::Error;
use super::super::command::Meaning;
use super::super::lexer::{Mark, Sort};
use crate::error::Stage;

/// Environments that print what they hold as it stands; lines and columns within are told by `\\`
/// and `&`.
const HARMLESS: &[&str] = &[
    "aligned",
    "align",
    "align*",
    "alignedat",
    "displaymath",
    "equation",
    "equation*",
    "flalign",
    "flalign*",
    "gather",
    "gather*",
    "gathered",
    "math",
    "multline",
    "multline*",
    "split",
];

/// How many may stand around each other: `equation` around `split`.
const MOST: usize = 3;

/// The marks without the environments around all of them.
///
/// # Errors
/// With the stage `form` for an environment that is not read.
pub(super) fn without<'m>(text: &str, mut marks: &'m [Mark]) -> Result<&'m [Mark], Error> {
    for _ in 0..MOST {
        let Some((name, inner)) = opened(text, marks) else {
            break;
        };
        if !HARMLESS.contains(&name) {
            return Err(Error::at(
                Stage::Form,
                format!(
                    "the environment `{name}` is a construction that is not read; one expression is accepted"
                ),
                marks[0].start..inner[0].start,
            ));
        }
        let Some(rest) = closed(text, inner, name) else {
            break;
        };
        marks = rest;
    }
    Ok(marks)
}

/// The name of the environment that begins here, and what follows.
fn opened<'t, 'm>(text: &'t str, marks: &'m [Mark]) -> Option<(&'t str, &'m [Mark])> {
    match marks {
        [begin, brace, rest @ ..]
            if begin.sort == Sort::Command(Meaning::Begin) && brace.is(b'{') =>
        {
            let close = rest.iter().take(3).position(|mark| mark.is(b'}'))?;
            let name = &text[brace.end..rest[close].start];
            let inner = &rest[close + 1..];
            (!inner.is_empty()).then_some((name, inner))
        }
        _ => None,
    }
}

/// What stands before the end of the environment of this name.
fn closed<'m>(text: &str, marks: &'m [Mark], name: &str) -> Option<&'m [Mark]> {
    let (brace, before) = marks.split_last().filter(|(last, _)| last.is(b'}'))?;
    let end = before
        .iter()
        .rev()
        .take(4)
        .position(|mark| mark.sort == Sort::Command(Meaning::End))?;
    let end = before.len() - 1 - end;
    let open = before.get(end + 1).filter(|mark| mark.is(b'{'))?;
    (&text[open.end..brace.start] == name).then_some(&before[..end])
}

/// The error for an environment that is not around the whole expression.
pub(super) fn inside(mark: Mark) -> Error {
    Error::at(
        Stage::Form,
        "an environment is read around the whole expression alone; one expression is accepted",
        mark.span(),
    )
}
