//! What a tag or a label holds: one formula among words, or one expression.

use std::ops::Range;

use super::super::Syntax;
use super::super::prose::region::{Region, Regions, Shape};
use super::super::prose::trimmed;
use super::super::prose::wording::{is_prose, is_word, is_wording};
use super::{Candidate, Place, other};
use crate::error::{Error, Stage};

/// Letters that words about a formula may contain.
pub(super) const LETTERS: &[&str] = &["a", "I", "C", "K", "constant"];

/// What may follow an expression after a comma, in lower case and single spaces.
const REMARKS: &[&str] = &[
    "where c is a constant",
    "where c is the constant",
    "where c is a constant of integration",
    "where c is the constant of integration",
    "where c is an arbitrary constant",
    "where c is an arbitrary constant of integration",
    "where c is any constant",
    "c is a constant",
    "c is an arbitrary constant",
    "c is the constant of integration",
];

/// The expression within some bytes.
pub(super) fn read(
    text: &str,
    range: Range<usize>,
    regions: &Regions,
    place: Place,
) -> Result<Candidate, Error> {
    let inside = regions.within(&range);
    match inside {
        [] => bare(text, range, place),
        [first, .., last] | [first @ last] => {
            let found: Vec<Candidate> = inside
                .iter()
                .map(|region| candidate(text, region, place))
                .collect();
            if let Some(other) = other(text, &found) {
                let message = "a second formula stands where one answer is expected";
                return Err(Error::at(Stage::Extract, message, other.outer.clone()));
            }
            let before = range.start..first.outer.start;
            let after = last.outer.end..range.end.max(last.outer.end);
            let starts = text[after.clone()].trim_start_matches(['*', '_']);
            let attached = starts.trim_start();
            let apart = attached.is_empty()
                || attached.starts_with(['.', ',', ';', ':'])
                || attached.starts_with(|c: char| c.is_alphabetic())
                    && is_word(
                        attached
                            .split(|c: char| !c.is_alphabetic())
                            .next()
                            .unwrap_or(""),
                    );
            let gaps = inside
                .windows(2)
                .map(|pair| pair[0].outer.end..pair[1].outer.start);
            for gap in std::iter::once(before).chain(gaps) {
                if !is_wording(&text[gap.clone()], &[]) {
                    return Err(beside(trimmed(text, gap)));
                }
            }
            if !apart || !is_wording(&text[after.clone()], LETTERS) {
                return Err(beside(trimmed(text, after)));
            }
            Ok(found[0].clone())
        }
    }
}

pub(super) fn beside(span: Range<usize>) -> Error {
    Error::at(
        Stage::Extract,
        "beside the formula stands more than words; the whole answer in \\boxed{…} is accepted",
        span,
    )
}

/// A formula or code as a candidate.
pub(super) fn candidate(text: &str, region: &Region, place: Place) -> Candidate {
    let span = trimmed(text, region.inner.clone());
    let language = text[region.language.clone()].trim();
    let syntax = match region.shape {
        Shape::Display | Shape::Inline => Syntax::Latex,
        Shape::Fence if matches!(language, "latex" | "tex" | "math") => Syntax::Latex,
        Shape::Fence | Shape::Code => Syntax::of(&text[span.clone()]),
    };
    Candidate {
        span,
        outer: region.outer.clone(),
        syntax,
        place,
    }
}

/// An expression without signs around it.
pub(super) fn bare(text: &str, range: Range<usize>, place: Place) -> Result<Candidate, Error> {
    let outer = trimmed(text, range);
    let mut span = without_remark(text, outer.clone());
    if text[span.clone()].ends_with('.') && !text[span.clone()].ends_with("..") {
        span.end -= 1;
    }
    span = trimmed(text, span);
    let inner = &text[span.clone()];
    for sign in ["**", "__"] {
        let bold = inner
            .strip_prefix(sign)
            .and_then(|rest| rest.strip_suffix(sign));
        if bold.is_some_and(|bold| !bold.is_empty() && !bold.contains(sign)) {
            span = trimmed(text, span.start + 2..span.end - 2);
            break;
        }
    }
    let inner = &text[span.clone()];
    if inner.is_empty() {
        let message = "no answer stands here; one expression is accepted";
        return Err(Error::at(Stage::Extract, message, outer));
    }
    if is_prose(inner) {
        return Err(Error::at(
            Stage::Extract,
            "this is running text and no single expression; the answer in \\boxed{…} is accepted",
            outer,
        ));
    }
    Ok(Candidate {
        syntax: Syntax::of(inner),
        span,
        outer,
        place,
    })
}

/// The expression before `, where C is a constant`.
fn without_remark(text: &str, span: Range<usize>) -> Range<usize> {
    let inner = &text[span.clone()];
    let cut = inner.find(" where ").into_iter().chain(inner.rfind(", "));
    for at in cut {
        let tail = inner[at..]
            .trim_start_matches([',', ' '])
            .trim_end_matches('.');
        let words: Vec<&str> = tail.split_whitespace().collect();
        if REMARKS.contains(&words.join(" ").to_ascii_lowercase().as_str()) {
            let kept = inner[..at].trim_end_matches([',', ' ']);
            return span.start..span.start + kept.len();
        }
    }
    span
}
