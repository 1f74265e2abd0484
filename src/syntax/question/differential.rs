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

/// Commands that print space.
const SPACES: &[&str] = &["\\,", "\\;", "\\:", "\\!", "\\ ", "\\quad"];

const FRACTIONS: &[&str] = &["\\frac", "\\dfrac", "\\tfrac", "\\cfrac"];

/// A bracket that is open.
struct Open {
    is_numerator: bool,
    has_content: bool,
    has_sum: bool,
}

/// The differentials of an integrand that stand where one may, in order.
pub(super) fn find(text: &str, range: Range<usize>) -> Vec<Differential> {
    let mut scanner = Scanner {
        text: &text[..range.end],
        start: range.start,
        at: range.start,
        open: vec![Open {
            is_numerator: false,
            has_content: false,
            has_sum: false,
        }],
        waiting: Vec::new(),
        after_fraction: false,
        found: Vec::new(),
    };
    while scanner.at < range.end {
        scanner.step();
    }
    let mut found = scanner.found;
    found.retain(|d| d.role == Role::Factor || d.fraction_end.is_some());
    found
}

struct Scanner<'t> {
    text: &'t str,
    start: usize,
    at: usize,
    /// The brackets that are open, and before them the whole.
    open: Vec<Open>,
    /// Differentials at the end of a numerator whose fraction has not ended.
    waiting: Vec<usize>,
    /// Whether a command of fractions stands just before.
    after_fraction: bool,
    found: Vec<Differential>,
}

impl Scanner<'_> {
    fn step(&mut self) {
        let rest = &self.text[self.at..];
        let c = rest.chars().next().unwrap_or(' ');
        let inside_word = is_letter_before(self.text, self.at, self.start);
        if let Some((lead, name)) = written(rest, inside_word) {
            self.differential(lead, name);
            return;
        }
        let mut length = c.len_utf8();
        let mut fraction = self.after_fraction && c.is_whitespace();
        match c {
            '{' | '(' | '[' => {
                self.content();
                self.open.push(Open {
                    is_numerator: c == '{' && self.after_fraction,
                    has_content: false,
                    has_sum: false,
                });
            }
            '}' | ')' | ']' => self.close(c),
            '\\' => {
                let letters = rest[1..]
                    .find(|c: char| !c.is_ascii_alphabetic())
                    .unwrap_or(rest.len() - 1);
                length = match letters {
                    0 => 1 + rest[1..].chars().next().map_or(0, char::len_utf8),
                    letters => 1 + letters,
                };
                let command = &rest[..length];
                fraction = FRACTIONS.contains(&command);
                if !SPACES.contains(&command) {
                    self.content();
                }
            }
            '+' | '-' | '−' => {
                if let Some(group) = self.open.last_mut() {
                    group.has_sum |= group.has_content;
                }
                self.content();
            }
            _ if c.is_whitespace() => {}
            _ if c.is_ascii_alphabetic() => {
                length = rest
                    .find(|c: char| !c.is_ascii_alphabetic())
                    .unwrap_or(rest.len());
                self.content();
            }
            _ => self.content(),
        }
        self.after_fraction = fraction;
        self.at += length;
    }

    fn content(&mut self) {
        if let Some(group) = self.open.last_mut() {
            group.has_content = true;
        }
    }

    /// Takes a differential that follows `lead` letters.
    fn differential(&mut self, lead: usize, name: Range<usize>) {
        let span = self.at + lead..self.at + name.end;
        let role = match &self.open[..] {
            [_] => Some(Role::Factor),
            [_, group] if group.is_numerator => Some(Role::Numerator),
            _ => None,
        };
        if let Some(role) = role {
            let is_last = self.text[span.end..].trim_start().starts_with('}');
            if role == Role::Numerator && is_last {
                self.waiting.push(self.found.len());
            }
            let is_first = !self.open.last().is_some_and(|group| group.has_content);
            self.found.push(Differential {
                role,
                variable: self.at + name.start..self.at + name.end,
                fraction_end: None,
                has_sum: self.open.iter().any(|group| group.has_sum),
                is_alone: is_first && lead == 0,
                span: span.clone(),
            });
        }
        self.content();
        self.at = span.end;
        self.after_fraction = false;
    }

    fn close(&mut self, bracket: char) {
        if self.open.len() == 1 {
            self.content();
            return;
        }
        let is_numerator = self.open.pop().is_some_and(|group| group.is_numerator);
        if !is_numerator && self.open.len() == 1 && bracket == '}' {
            for waits in self.waiting.drain(..) {
                self.found[waits].fraction_end = Some(self.at + 1);
            }
        }
    }
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
    let letters = &rest.as_bytes()[..run];
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
