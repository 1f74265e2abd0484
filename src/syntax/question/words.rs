//! Questions in words.

use std::ops::Range;

use super::super::Syntax;
use super::super::prose::region::{Regions, Shape};
use super::super::prose::trimmed;
use super::super::prose::wording::is_prose;
use super::{Posed, Wording, variable};
use crate::error::{Error, Stage};

/// What a question may begin with, in lower case.
const OPENINGS: &[&str] = &[
    "problem:",
    "question:",
    "task:",
    "please",
    "consider the following problem:",
    "exercise:",
];

/// What asks for a thing.
const VERBS: &[&str] = &[
    "compute",
    "find",
    "evaluate",
    "calculate",
    "determine",
    "give",
    "what is",
    "work out",
    "state",
];

const ARTICLES: &[&str] = &["the", "an", "a", "following"];

const KINDS: &[&str] = &["indefinite", "general"];

/// What may be asked for.
const THINGS: &[&str] = &[
    "integral of",
    "antiderivative of",
    "anti-derivative of",
    "primitive of",
];

/// What may stand before the integrand.
const NOUNS: &[&str] = &[
    "the following expression",
    "the following function",
    "the following",
    "the expression",
    "the function",
    "expression",
    "function",
];

/// What names the variable.
const RESPECTS: &[&str] = &[
    "with respect to the variable",
    "with respect to",
    "w.r.t.",
    "wrt",
];

/// Words of questions that ask for something else than an indefinite integral.
const OTHERS: &[&str] = &[
    "definite",
    "differentiate",
    "derivative",
    "limit",
    "limits",
    "bounds",
    "interval",
    "from",
    "between",
    "satisfying",
    "such",
    "given",
    "area",
    "volume",
    "length",
    "sum",
    "series",
    "solve",
    "converge",
    "converges",
    "diverge",
    "diverges",
    "improper",
    "contour",
    "double",
    "triple",
];

/// Whether a text begins as a question does, with a word that no expression begins with.
pub(in crate::syntax) fn begins(text: &str) -> bool {
    let lower = text.trim_start().to_ascii_lowercase();
    let mut words = OPENINGS.iter().chain(VERBS).chain(&["integrate"]);
    words.any(|word| {
        lower
            .strip_prefix(word)
            .is_some_and(|rest| rest.starts_with(char::is_whitespace))
    })
}

/// "Integrate the expression $f$ with respect to $x$".
pub(super) fn find(
    text: &str,
    part: Range<usize>,
    regions: &Regions,
) -> Result<Option<Posed>, Error> {
    let lower = text.to_ascii_lowercase();
    let mut reader = Reader {
        lower: &lower,
        at: part.start,
        end: part.end,
    };
    while reader.one(OPENINGS) {}
    let asks = if reader.one(&["integrate"]) {
        true
    } else {
        reader.one(VERBS) && {
            while reader.one(ARTICLES) || reader.one(KINDS) {}
            reader.one(THINGS)
        }
    };
    if !asks {
        return Ok(None);
    }
    reader.one(NOUNS);
    reader.one(&[":"]);
    let start = reader.at;
    let region = regions
        .within(&(start..part.end))
        .first()
        .filter(|region| region.outer.start == start);
    let (span, syntax, rest) = if let Some(region) = region {
        let syntax = match region.shape {
            Shape::Display | Shape::Inline => Syntax::Latex,
            Shape::Fence | Shape::Code => Syntax::of(&text[region.inner.clone()]),
        };
        (region.inner.clone(), syntax, region.outer.end)
    } else {
        let end = bare_end(&lower, start, part.end);
        (start..end, Syntax::of(&text[start..end]), end)
    };
    let mut span = trimmed(text, span);
    if region.is_none() {
        let inner = text[span.clone()].trim_end_matches([',', ' ']);
        span.end = span.start + inner.len();
    }
    reader.at = part.end - text[rest..part.end].trim_start().len();
    reader.one(&[","]);
    let mut named = None;
    if reader.one(RESPECTS) {
        let start = reader.at;
        let end = match regions.within(&(start..part.end)).first() {
            Some(region) if region.outer.start == start => region.outer.end,
            _ => {
                let rest = &text[start..part.end];
                let blank = rest.find(|c: char| c.is_whitespace() || matches!(c, ',' | ';' | '?'));
                let end = start + blank.unwrap_or(rest.len());
                if text[start..end].ends_with('.') {
                    end - 1
                } else {
                    end
                }
            }
        };
        named = Some(variable(text, start..end)?);
        reader.at = end;
    }
    let tail = trimmed(text, reader.at..part.end);
    let inner = text[tail.clone()].trim_start_matches(['.', '?', ',', ';', '*']);
    let further = regions
        .within(&tail)
        .iter()
        .any(|region| !text[region.inner.clone()].contains("\\boxed"));
    if span.is_empty()
        || further
        || is_prose(&text[span.clone()])
        || !begins_well(&text[tail.clone()], inner)
    {
        return Err(Error::at(
            Stage::Extract,
            "the integrand does not end where words begin; put it between dollars, or ask \
             \\int f\\,dx",
            if span.is_empty() || further {
                tail
            } else {
                span
            },
        ));
    }
    Ok(Some(Posed {
        text: text[span.clone()].to_owned(),
        syntax,
        span,
        variable: named,
        original: None,
        wording: Wording::Words,
    }))
}

/// Whether what follows the question is a new sentence or nothing.
fn begins_well(tail: &str, inner: &str) -> bool {
    tail.is_empty() || tail.len() > inner.len()
}

/// Where an integrand without signs around it ends: before the words that name the variable, or
/// with the sentence.
fn bare_end(lower: &str, start: usize, end: usize) -> usize {
    let rest = &lower[start..end];
    let respect = RESPECTS.iter().filter_map(|words| rest.find(words)).min();
    let line = rest.find('\n');
    let stop = rest
        .match_indices(['.', '?'])
        .map(|(at, _)| at)
        .find(|&at| {
            rest[at + 1..]
                .chars()
                .next()
                .is_none_or(char::is_whitespace)
        });
    start
        + [respect, line, stop]
            .into_iter()
            .flatten()
            .min()
            .unwrap_or(rest.len())
}

/// Refuses a question whose words ask for something else.
pub(super) fn others(text: &str, outside: impl Fn(usize) -> bool) -> Result<(), Error> {
    let lower = text.to_ascii_lowercase();
    let mut at = 0;
    for word in lower.split(|c: char| !c.is_alphanumeric() && c != '-') {
        let start = at;
        at += word.len()
            + lower[at + word.len()..]
                .chars()
                .next()
                .map_or(0, char::len_utf8);
        if outside(start) && OTHERS.contains(&word) {
            return Err(Error::at(
                Stage::Extract,
                format!("`{word}` asks for something else than an indefinite integral"),
                start..start + word.len(),
            ));
        }
    }
    let interval = text.match_indices('[').find(|&(at, _)| {
        let rest = &text[at + 1..];
        let near = rest
            .char_indices()
            .nth(60)
            .map_or(rest, |(length, _)| &rest[..length]);
        let inner = near.split([']', '\n']).next().unwrap_or_default();
        let limits = inner.split_once(',').is_some_and(|(from, to)| {
            let number = |text: &str| text.chars().all(|c| c.is_numeric() || " .-π/".contains(c));
            number(from) && number(to)
        });
        outside(at) && limits
    });
    match interval {
        None => Ok(()),
        Some((at, _)) => Err(Error::at(
            Stage::Extract,
            "an interval belongs to a definite integral; an indefinite one is accepted",
            at..at + 1,
        )),
    }
}

/// Refuses a question whose words ask for something else, or name another variable.
pub(super) fn check(text: &str, posed: &Posed) -> Result<(), Error> {
    let outside = |at: usize| at < posed.span.start || at >= posed.span.end;
    others(text, outside)?;
    let Some((name, _)) = &posed.variable else {
        return Ok(());
    };
    let lower = text.to_ascii_lowercase();
    let respect = RESPECTS
        .iter()
        .find_map(|words| Some(lower.find(words)? + words.len()));
    if let Some(start) = respect.filter(|&start| outside(start)) {
        let rest = text[start..].trim_start();
        let start = text.len() - rest.len();
        let length = rest
            .find(|c: char| c.is_whitespace() || matches!(c, ',' | ';' | '?' | '.'))
            .unwrap_or(rest.len());
        let (other, span) = variable(text, start..start + length)?;
        if other != *name {
            return Err(Error::at(
                Stage::Extract,
                format!(
                    "the question integrates in `{other}` and in `{name}`; one variable is accepted"
                ),
                span,
            ));
        }
    }
    Ok(())
}

struct Reader<'t> {
    lower: &'t str,
    at: usize,
    end: usize,
}

impl Reader<'_> {
    /// Takes one of some words, and the spaces after it.
    fn one(&mut self, words: &[&str]) -> bool {
        let rest = &self.lower[self.at..self.end];
        let found = words.iter().filter_map(|word| {
            let more = rest.strip_prefix(word)?;
            let whole = !word.ends_with(|c: char| c.is_alphanumeric())
                || !more.starts_with(|c: char| c.is_alphanumeric());
            whole.then_some(more)
        });
        let Some(more) = found.min_by_key(|more| more.len()) else {
            return false;
        };
        self.at = self.end - more.trim_start().len();
        true
    }
}
