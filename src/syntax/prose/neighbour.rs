//! What stands beside an answer: it must be no part of a larger formula.

use std::ops::Range;

use super::super::names;
use super::braces;
use super::region::{Region, Shape};
use super::wording::{is_word, is_wording};
use crate::error::{Error, Stage};

/// Commands that print space.
const BLANKS: &[&str] = &[
    "\\,",
    "\\;",
    "\\:",
    "\\!",
    "\\ ",
    "\\quad",
    "\\qquad",
    "\\displaystyle",
    "&",
    "~",
];

/// What an answer in a formula may follow.
const RELATIONS: &[&str] = &[
    "=",
    "\\implies",
    "\\Rightarrow",
    "\\Longrightarrow",
    "\\rightarrow",
    "\\to",
    "\\therefore",
    "\\iff",
    "\\Leftrightarrow",
    ":",
    "⇒",
    "→",
    "∴",
];

/// What may follow it in a formula.
const TAILS: &[&str] = &[
    ".",
    ",",
    ";",
    "\\\\",
    "\\blacksquare",
    "\\square",
    "\\checkmark",
];

/// A constant of integration after a box.
const CONSTANTS: &[(&str, &str)] = &[
    ("C", "C"),
    ("c", "c"),
    ("K", "K"),
    ("\\text{C}", "C"),
    ("\\mathrm{C}", "C"),
    ("\\mathcal{C}", "C"),
    ("\\text{constant}", "constant"),
    ("\\text{const}", "const"),
];

/// Refuses an answer that what stands beside it changes: `-\boxed{x}`, `\boxed{x}+x`. A constant
/// other than `variable` may be added.
pub(in crate::syntax) fn check(
    text: &str,
    part: &Range<usize>,
    outer: &Range<usize>,
    around: Option<&Region>,
    variable: Option<&str>,
) -> Result<(), Error> {
    let Some(region) = around else {
        return beside_text(text, part, outer, variable, [true; 2]);
    };
    let before = &text[region.inner.start..outer.start];
    let after = &text[outer.end..region.inner.end];
    if matches!(region.shape, Shape::Display | Shape::Inline) {
        if !formula_before(before) {
            return Err(beside_before(before, region.inner.start));
        }
        if let Some(rest) = formula_after(after, variable) {
            return Err(beside_after(rest, region.inner.end));
        }
    } else {
        beside_text(text, &region.inner, outer, variable, [true; 2])?;
    }
    // What stands beside a formula stands beside an answer at its edge.
    let edges = [
        without_end(before).is_empty(),
        without_start(after).is_empty(),
    ];
    beside_text(text, part, &region.outer, variable, edges)
}

fn beside_text(
    text: &str,
    bounds: &Range<usize>,
    outer: &Range<usize>,
    variable: Option<&str>,
    [is_first, is_last]: [bool; 2],
) -> Result<(), Error> {
    let before = &text[bounds.start..outer.start];
    if is_first && !text_before(before) {
        return Err(beside_before(before, bounds.start));
    }
    let after = &text[outer.end..bounds.end];
    if is_last && let Some(rest) = text_after(after, variable) {
        return Err(beside_after(rest, bounds.end));
    }
    Ok(())
}

fn beside_before(before: &str, start: usize) -> Error {
    let before = before.trim_end();
    let last = before.char_indices().next_back().map_or(0, |(at, _)| at);
    beside(start + last..start + before.len())
}

/// The error about the first sign of the rest of a text that ends at a byte.
fn beside_after(rest: &str, end: usize) -> Error {
    let start = end - rest.len();
    let length = rest.chars().next().map_or(0, char::len_utf8);
    beside(start..start + length)
}

fn beside(span: Range<usize>) -> Error {
    Error::at(
        Stage::Extract,
        "this belongs to the same formula as the part that would be read; the whole answer in one \\boxed{…}, or the whole integral alone, is accepted",
        span,
    )
}

fn formula_before(before: &str) -> bool {
    if braces::depth(before) != Some(0) || has_comment(before) {
        return false;
    }
    let mut rest = without_end(before);
    while let Some(text) = before_group(rest, &["\\text", "\\textbf", "\\mathrm"]) {
        let words = rest[text.len()..].split(['{', '}']).nth(1);
        if !is_wording(words.unwrap_or_default(), &[]) {
            return false;
        }
        rest = without_end(text);
    }
    let begun = before_group(rest, &["\\begin"]).is_some();
    rest.is_empty() || begun || ends_in_relation(rest)
}

/// Whether a text ends in a relation, and not in `!=`, `\not=`, `<=`, `>=`.
fn ends_in_relation(text: &str) -> bool {
    RELATIONS.iter().any(|sign| {
        text.strip_suffix(sign).is_some_and(|rest| {
            let rest = rest.trim_end();
            !["!", "<", ">", "\\not"]
                .iter()
                .any(|sign| rest.ends_with(sign))
        })
    })
}

/// The part of what follows an answer in a formula that is no end of it.
fn formula_after<'t>(after: &'t str, variable: Option<&str>) -> Option<&'t str> {
    if has_comment(after) {
        return Some(after);
    }
    let mut rest = without_start(after);
    if let Some(more) = without_constant(rest, variable) {
        rest = more;
    }
    loop {
        rest = without_start(rest);
        if rest.is_empty() {
            return None;
        }
        let group = ["\\end{", "\\text{"]
            .iter()
            .find_map(|open| rest.strip_prefix(open))
            .and_then(|inner| inner.split_once('}'));
        if let Some((words, more)) = group {
            if rest.starts_with("\\text") && !is_wording(words, &["C", "a", "constant"]) {
                return Some(rest);
            }
            rest = more;
            continue;
        }
        match TAILS.iter().find_map(|tail| rest.strip_prefix(tail)) {
            Some(more) => rest = more,
            None => return Some(rest),
        }
    }
}

fn text_before(before: &str) -> bool {
    let line = before.rsplit('\n').next().unwrap_or_default();
    let trimmed = without_end(line);
    if trimmed.is_empty() {
        let above = before[..before.len() - line.len()].trim_end_matches(['\n', '\r']);
        let apart = before.len() - line.len() - above.len() > 2;
        return apart || !is_continued(above.rsplit('\n').next().unwrap_or_default());
    }
    // The target of a link and a definition of one are not seen.
    if trimmed.contains("](") || trimmed.contains("]:") {
        return false;
    }
    // The start of a line is that of a list or a quotation.
    if matches!(trimmed, "*" | ">" | "**" | "#" | "##" | "###") || ends_in_relation(trimmed) {
        return true;
    }
    if before_group(trimmed, &["\\begin"]).is_some() {
        return true;
    }
    let trimmed = trimmed.trim_end_matches('*').trim_end();
    if ends_in_relation(trimmed) {
        return true;
    }
    let Some(last) = trimmed.chars().next_back() else {
        return true;
    };
    if last.is_alphabetic() {
        let start = trimmed.rfind(|c: char| !c.is_alphabetic()).map_or(0, |at| {
            at + trimmed[at..].chars().next().map_or(1, char::len_utf8)
        });
        let word = &trimmed[start..];
        let command = trimmed[..start].ends_with('\\');
        return !command && (is_word(word) || word == "a");
    }
    matches!(
        last,
        '.' | ','
            | ';'
            | '?'
            | '>'
            | '’'
            | '"'
            | '，'
            | '。'
            | '：'
            | '；'
            | '✅'
            | '✔'
            | '👉'
            | '\u{FE0F}'
    )
}

/// Whether the formula on a line goes on below it. A line of nothing but `-`, `*` or `=` is a rule.
fn is_continued(line: &str) -> bool {
    let line = without_end(line);
    let rule = line.len() > 2 && line.chars().all(|c| matches!(c, '-' | '*' | '=' | '_'));
    let command = line.rfind('\\').map(|at| &line[at + 1..]);
    let is_command = command
        .is_some_and(|name| !name.is_empty() && name.chars().all(|c| c.is_ascii_alphabetic()));
    let sign = line.ends_with(['+', '-', '/', '^', '_', '(', '{', '[', '|', '−', '·', '×']);
    let star = line.ends_with('*') && !line.ends_with("**");
    !rule && (sign || star || is_command && !ends_in_relation(line))
}

/// The part of what follows an answer in running text that is no end of it.
fn text_after<'t>(after: &'t str, variable: Option<&str>) -> Option<&'t str> {
    let mut rest = after;
    // The ends of bold type and of lines in LaTeX.
    loop {
        rest = rest.trim_start_matches([' ', '\t', '\r']);
        let mut signs = BLANKS.iter().chain(&["*", "\\\\"]);
        match signs.find_map(|sign| rest.strip_prefix(sign)) {
            Some(more) => rest = more,
            None => break,
        }
    }
    // A single end of a line is a space in Markdown.
    if let Some(next) = rest.strip_prefix('\n') {
        let next = next.trim_start_matches([' ', '\t', '$']);
        return continues(next).then_some(next);
    }
    if let Some(more) = without_constant(rest, variable) {
        let more = more.trim_start_matches([' ', '\t', '*']);
        let ended = more.is_empty() || more.starts_with(['\n', '\r', '.', ',', ';']);
        return (!ended).then_some(more);
    }
    let first = rest.chars().next()?;
    let ended = match first {
        '.' | ',' | ';' | ':' | '!' | '?' | '"' | '，' | '。' | '；' | '✅' | '✔' => true,
        '<' => rest[1..].starts_with(|c: char| matches!(c, '/' | '|' | 'a'..='z')),
        '\\' => ["\\]", "\\)", "\\end{"]
            .iter()
            .any(|sign| rest.starts_with(sign)),
        _ if first.is_alphabetic() => {
            let end = rest
                .find(|c: char| !c.is_alphabetic())
                .unwrap_or(rest.len());
            is_word(&rest[..end]) || rest.len() < after.len() && &rest[..end] == "a"
        }
        _ => false,
    };
    (!ended).then_some(rest)
}

/// Refuses the answer on a line that ends at a byte when the next line goes on with it.
pub(in crate::syntax) fn check_below(
    text: &str,
    part: &Range<usize>,
    end: usize,
) -> Result<(), Error> {
    let below = text.get(end..part.end).unwrap_or_default();
    match text_after(below, None) {
        Some(rest) if below.trim_start_matches('\r').starts_with('\n') => {
            Err(beside_after(rest, part.end))
        }
        _ => Ok(()),
    }
}

/// Whether a line goes on with the formula above it.
fn continues(line: &str) -> bool {
    let first = line.chars().next().unwrap_or('\n');
    match first {
        '*' => !line.starts_with("**"),
        '\\' => ![
            "\\[", "\\(", "\\]", "\\)", "\\end{", "\\begin{", "\\boxed", "\\int", "\\text",
        ]
        .iter()
        .any(|sign| line.starts_with(sign)),
        '0'..='9' => {
            let rest = line.trim_start_matches(|c: char| c.is_ascii_digit());
            !rest.starts_with(['.', ')'])
        }
        '(' => {
            let word = line[1..].split(|c: char| !c.is_alphabetic()).next();
            !is_word(word.unwrap_or_default())
        }
        _ => matches!(
            first,
            '+' | '-' | '/' | '^' | '_' | '=' | '[' | '{' | '|' | '−' | '·' | '×'
        ),
    }
}

/// What follows `+ C`.
fn without_constant<'t>(rest: &'t str, variable: Option<&str>) -> Option<&'t str> {
    let rest = without_start(rest.strip_prefix('+')?);
    CONSTANTS.iter().find_map(|(written, name)| {
        let more = rest.strip_prefix(written)?;
        let ends = !more.starts_with(|c: char| c.is_alphanumeric() || matches!(c, '_' | '^' | '('));
        let is_variable = variable.is_some_and(|v| names::normalise(v) == *name);
        (ends && !is_variable).then_some(more)
    })
}

/// Whether a comment of LaTeX hides something.
fn has_comment(text: &str) -> bool {
    text.match_indices('%')
        .any(|(at, _)| !text[..at].ends_with('\\'))
}

fn without_start(mut text: &str) -> &str {
    loop {
        text = text.trim_start();
        match BLANKS.iter().find_map(|blank| text.strip_prefix(blank)) {
            Some(rest) => text = rest,
            None => return text,
        }
    }
}

fn without_end(mut text: &str) -> &str {
    loop {
        text = text.trim_end();
        match BLANKS.iter().find_map(|blank| text.strip_suffix(blank)) {
            // The space of `\ ` is trimmed before.
            Some(rest) if !rest.ends_with('\\') => text = rest,
            _ => return text,
        }
    }
}

/// What stands before a command with its argument, at the end of a text.
fn before_group<'t>(text: &'t str, commands: &[&str]) -> Option<&'t str> {
    let open = text.strip_suffix('}')?.rfind('{')?;
    commands
        .iter()
        .find_map(|command| text[..open].strip_suffix(command))
}
