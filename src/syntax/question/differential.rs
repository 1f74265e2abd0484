//! Differentials: dx, d\theta, \mathrm{d}x.

use std::ops::Range;

use super::super::names;

/// Where a differential stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Role {
    /// Outside all brackets.
    Factor,
    /// At the end, or as the whole, of the numerator of a fraction that stands outside all others.
    Numerator,
}

/// A differential.
#[derive(Clone, Debug)]
pub(super) struct Differential {
    pub role: Role,
    pub span: Range<usize>,
    pub variable: Range<usize>,
    /// Of a numerator: where the fraction ends.
    pub fraction_end: Option<usize>,
    /// Whether a sum stands before it that would not end with it.
    pub has_sum: bool,
    /// Whether nothing stands before it in its numerator.
    pub is_alone: bool,
}

/// Upright letters d.
const UPRIGHT: &[&str] = &[
    "\\mathrm{d}",
    "\\text{d}",
    "\\textrm{d}",
    "\\operatorname{d}",
    "\\mathrm d",
    "\\rm d",
    "\\dd",
    "ⅆ",
];

const FRACTIONS: &[&str] = &["\\frac", "\\dfrac", "\\tfrac", "\\cfrac"];

/// A bracket that is open.
struct Open {
    is_numerator: bool,
    has_content: bool,
    has_sum: bool,
}

/// The differentials of an integrand that stand where one may, in order.
pub(super) fn find(text: &str, range: Range<usize>) -> Vec<Differential> {
    let mut found: Vec<Differential> = Vec::new();
    let mut open = vec![Open {
        is_numerator: false,
        has_content: false,
        has_sum: false,
    }];
    // Differentials of numerators whose fraction is not yet at its end, by the depth of it.
    let mut waiting: Vec<usize> = Vec::new();
    let (mut at, mut after_fraction) = (range.start, false);
    while at < range.end {
        let rest = &text[at..range.end];
        let depth = open.len() - 1;
        let c = rest.chars().next().unwrap_or(' ');
        let is_first = !open.last().is_some_and(|group| group.has_content);
        if let Some(length) = written(rest, is_letter_before(text, at, range.start)) {
            let (lead, whole) = length;
            let span = at + lead..at + whole.end;
            let role = match depth {
                0 => Some(Role::Factor),
                1 if open[1].is_numerator => Some(Role::Numerator),
                _ => None,
            };
            if let Some(role) = role {
                if role == Role::Numerator
                    && text[span.end..range.end].trim_start().starts_with('}')
                {
                    waiting.push(found.len());
                }
                found.push(Differential {
                    role,
                    variable: at + whole.start..at + whole.end,
                    fraction_end: None,
                    has_sum: open.iter().any(|group| group.has_sum),
                    is_alone: is_first && lead == 0,
                    span: span.clone(),
                });
            }
            if let Some(group) = open.last_mut() {
                group.has_content = true;
            }
            at = span.end;
            after_fraction = false;
            continue;
        }
        let is_fraction = FRACTIONS.iter().find(|name| {
            rest.strip_prefix(**name)
                .is_some_and(|more| !more.starts_with(|c: char| c.is_ascii_alphabetic()))
        });
        let mut step = c.len_utf8();
        match c {
            '{' | '(' | '[' => {
                if let Some(group) = open.last_mut() {
                    group.has_content = true;
                }
                open.push(Open {
                    is_numerator: c == '{' && after_fraction,
                    has_content: false,
                    has_sum: false,
                });
            }
            '}' | ')' | ']' if depth > 0 => {
                let closed = open.pop();
                let is_numerator = closed.is_some_and(|group| group.is_numerator);
                if !is_numerator && depth == 1 && c == '}' {
                    for waits in waiting.drain(..) {
                        found[waits].fraction_end = Some(at + 1);
                    }
                }
            }
            '\\' => {
                let letters = rest[1..]
                    .find(|c: char| !c.is_ascii_alphabetic())
                    .unwrap_or(rest.len() - 1);
                step = match letters {
                    0 => 1 + rest[1..].chars().next().map_or(0, char::len_utf8),
                    letters => 1 + letters,
                };
                let blank = matches!(
                    &rest[..step],
                    "\\," | "\\;" | "\\:" | "\\!" | "\\ " | "\\quad"
                );
                if let Some(group) = open.last_mut() {
                    group.has_content |= !blank;
                }
            }
            '+' | '-' | '−' => {
                if let Some(group) = open.last_mut() {
                    group.has_sum |= group.has_content;
                    group.has_content = true;
                }
            }
            _ if c.is_whitespace() => {}
            _ if c.is_ascii_alphabetic() => {
                step = rest
                    .find(|c: char| !c.is_ascii_alphabetic())
                    .unwrap_or(rest.len());
                if let Some(group) = open.last_mut() {
                    group.has_content = true;
                }
            }
            _ => {
                if let Some(group) = open.last_mut() {
                    group.has_content = true;
                }
            }
        }
        after_fraction = is_fraction.is_some() || after_fraction && c.is_whitespace();
        at += step;
    }
    found.retain(|d| d.role == Role::Factor || d.fraction_end.is_some());
    found
}

fn is_letter_before(text: &str, at: usize, start: usize) -> bool {
    text[start..at].ends_with(|c: char| c.is_ascii_alphabetic() || c == '\\')
}

/// A differential at the start of a text, perhaps at the end of a run of letters: how many letters
/// stand before it, and the bytes of its variable.
fn written(rest: &str, inside_word: bool) -> Option<(usize, Range<usize>)> {
    for upright in UPRIGHT {
        if let Some(more) = rest.strip_prefix(upright) {
            let space = more.len() - more.trim_start_matches(' ').len();
            let start = upright.len() + space;
            return Some((0, start..start + name(&rest[start..])?));
        }
    }
    if inside_word {
        return None;
    }
    let run = rest
        .find(|c: char| !c.is_ascii_alphabetic())
        .unwrap_or(rest.len());
    let letters = rest[..run].as_bytes();
    match letters {
        [.., b'd', _] => {
            let start = run - 1;
            Some((run - 2, start..start + name(&rest[start..])?))
        }
        [b'd'] => {
            let more = &rest[run..];
            let space = more.len() - more.trim_start_matches(' ').len();
            let start = run + space;
            let length = name(&rest[start..])?;
            Some((run - 1, start..start + length))
        }
        _ => None,
    }
}

/// The length of the name of one variable at the start of a text.
fn name(text: &str) -> Option<usize> {
    let first = text.chars().next()?;
    let stem = if first == '\\' {
        let end = text[1..]
            .find(|c: char| !c.is_ascii_alphabetic())
            .map_or(text.len(), |at| at + 1);
        names::is_greek(&text[1..end]).then_some(end)?
    } else if first.is_ascii_alphabetic() {
        let more = text[1..].starts_with(|c: char| c.is_ascii_alphabetic());
        (!more).then_some(1)?
    } else {
        let end = first.len_utf8();
        names::is_greek(&names::normalise(&text[..end])).then_some(end)?
    };
    let Some(subscript) = text[stem..].strip_prefix('_') else {
        return Some(stem);
    };
    let length = match subscript.strip_prefix('{') {
        Some(inner) => inner.find('}').map(|end| end + 2)?,
        None => usize::from(subscript.starts_with(|c: char| c.is_ascii_alphanumeric())),
    };
    Some(stem + 1 + length)
}
