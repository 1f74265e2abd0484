//! An integral sign, its integrand and its differential.

use std::ops::Range;

use super::super::prose::neighbour;
use super::super::prose::region::Regions;
use super::super::prose::wording::is_word;
use super::super::{Syntax, names};
use super::differential::{Differential, Role};
use super::{Posed, Wording, differential};
use crate::error::{Error, Stage};

/// Signs of integrals, with whether they are plain ones.
const SIGNS: &[(&str, bool)] = &[
    ("\\int", true),
    ("∫", true),
    ("\\intop", true),
    ("\\iint", false),
    ("\\iiint", false),
    ("\\oint", false),
    ("∬", false),
    ("∭", false),
    ("∮", false),
];

/// Integrals beyond which a question is refused: each is read to the end of its line.
const MOST: usize = 16;

/// What prints nothing after the sign or the differential.
const BLANKS: &[&str] = &[
    "\\displaystyle",
    "\\limits",
    "\\nolimits",
    "\\quad",
    "\\,",
    "\\;",
    "\\:",
    "\\!",
    "\\ ",
    "~",
    "&",
];

/// What may follow a question in a formula.
const TAILS: &[&str] = &["=", "?", ".", ",", ";", "\\ldots", "\\dots"];

/// How many bytes of blanks a text begins with.
pub(in crate::syntax) fn skip_blanks(text: &str) -> usize {
    let mut rest = text;
    loop {
        rest = rest.trim_start();
        match BLANKS.iter().find_map(|blank| rest.strip_prefix(blank)) {
            Some(more) => rest = more,
            None => return text.len() - rest.len(),
        }
    }
}

/// What stands before the sign at the end of a text.
pub(super) fn before_sign(text: &str) -> &str {
    let mut text = without_blanks(text);
    if let Some(rest) = SIGNS.iter().find_map(|(sign, _)| text.strip_suffix(sign)) {
        text = without_blanks(rest);
    }
    text
}

fn without_blanks(mut text: &str) -> &str {
    loop {
        text = text.trim_end();
        match BLANKS.iter().find_map(|blank| text.strip_suffix(blank)) {
            Some(rest) => text = rest,
            None => return text,
        }
    }
}

/// The sign of an integral at the start of a text: its length, and whether it is a plain one.
pub(in crate::syntax) fn sign(text: &str) -> Option<(usize, bool)> {
    SIGNS.iter().find_map(|(sign, plain)| {
        let rest = text.strip_prefix(sign)?;
        let whole = !sign.starts_with('\\') || !rest.starts_with(|c: char| c.is_ascii_alphabetic());
        whole.then_some((sign.len(), *plain))
    })
}

/// The one integral of a text, if there is any.
pub(super) fn find(
    text: &str,
    part: Range<usize>,
    regions: &Regions,
) -> Result<Option<Posed>, Error> {
    let mut found: Option<Posed> = None;
    let (mut at, mut count) = (part.start, 0);
    while let Some(start) = text[at..part.end]
        .find(['\\', '∫', '∬', '∭', '∮'])
        .map(|s| at + s)
    {
        let rest = &text[start..part.end];
        if sign(rest).is_none() {
            let skipped: usize = rest.chars().take(2).map(char::len_utf8).sum();
            at = start + if rest.starts_with("\\\\") { skipped } else { 1 };
            continue;
        }
        count += 1;
        if count > MOST {
            let message = "too many integrals are asked for; one is accepted";
            return Err(Error::at(Stage::Extract, message, start..start));
        }
        let region = regions.around(&(start..start + 1));
        let end = region.map_or_else(
            || paragraph_end(text, start, &part),
            |region| region.inner.end,
        );
        let syntax = match region {
            Some(_) => Syntax::Latex,
            None => Syntax::of(&text[start..end]),
        };
        let posed = read(text, start..end, syntax, region.is_some())?;
        // Nothing but the ends of a question may follow in a formula; `read` sees to it.
        let outer = start..region.map_or(posed.span.end, |region| region.inner.end);
        neighbour::check(text, &part, &outer, region, None)?;
        at = region.map_or(posed.span.end.max(start + 1), |region| region.outer.end);
        match &found {
            None => found = Some(posed),
            Some(first) if first.text == posed.text && same_variable(first, &posed) => {}
            Some(_) => {
                return Err(Error::at(
                    Stage::Extract,
                    "several integrals are asked for; one is accepted",
                    posed.span,
                ));
            }
        }
    }
    Ok(found)
}

fn same_variable(a: &Posed, b: &Posed) -> bool {
    a.variable.as_ref().map(|v| &v.0) == b.variable.as_ref().map(|v| &v.0)
}

fn paragraph_end(text: &str, start: usize, part: &Range<usize>) -> usize {
    text[start..part.end]
        .find('\n')
        .map_or(part.end, |at| start + at)
}

/// Reads an integral that begins with its sign. In a formula nothing may follow it; in running text
/// words may.
pub(in crate::syntax) fn read(
    text: &str,
    range: Range<usize>,
    syntax: Syntax,
    is_formula: bool,
) -> Result<Posed, Error> {
    let (length, plain) = sign(&text[range.clone()]).unwrap_or((0, true));
    let sign = range.start..range.start + length;
    if !plain {
        return refuse(
            "this is no integral in one variable; \\int f\\,dx is accepted",
            sign,
        );
    }
    let start = sign.end + skip_blanks(&text[sign.end..range.end]);
    let first = text[start..range.end].chars().next();
    if let Some(c) = first.filter(|c| is_script(*c)) {
        return refuse(
            "this is a definite integral; an indefinite one is accepted: \\int f\\,dx",
            sign.start..start + c.len_utf8(),
        );
    }
    let found = differential::find(text, start..range.end);
    if found.is_empty() {
        return refuse(
            "the integral has no differential; \\int f\\,dx is accepted",
            sign,
        );
    }
    let ended = |end: usize| ends(&text[end..range.end], is_formula);
    let at_end = |role| found.iter().filter(move |d: &&Differential| d.role == role);
    if let Some(last) = at_end(Role::Factor).find(|d| ended(d.span.end)) {
        return posed(text, start..last.span.end, last, syntax);
    }
    if let Some((numerator, end)) = at_end(Role::Numerator).find_map(|d| {
        let end = d.fraction_end.filter(|&end| ended(end))?;
        Some((d, end))
    }) {
        if numerator.has_sum {
            return refuse(
                "a sum stands before the differential; brackets around it are expected",
                numerator.span.clone(),
            );
        }
        return posed(text, start..end, numerator, syntax);
    }
    // dx/x, x dx/(x+1)
    if let Some(d) = at_end(Role::Factor).next() {
        let rest = &text[d.span.end..range.end];
        let skipped = d.span.end + skip_blanks(rest);
        let divided = text[skipped..range.end].starts_with('/');
        let end = denominator_end(text, skipped..range.end, is_formula);
        if divided && !d.has_sum && ended(end) {
            return posed(text, start..end, d, syntax);
        }
    }
    refuse(
        "something follows the differential; an integral ends with it: \\int f\\,dx",
        found[0].span.clone(),
    )
}

fn refuse<T>(message: &str, span: Range<usize>) -> Result<T, Error> {
    Err(Error::at(Stage::Extract, message, span))
}

fn is_script(c: char) -> bool {
    matches!(c, '_' | '^' | '²' | '³' | '¹') || ('\u{2070}'..='\u{209C}').contains(&c)
}

/// Where `/x` or `/(x+1)` ends.
fn denominator_end(text: &str, range: Range<usize>, is_formula: bool) -> usize {
    if is_formula {
        let rest = text[range.clone()].trim_end_matches([' ', '.', ',', '?', '=', '\n']);
        return range.start + rest.len();
    }
    let mut depth = 0_usize;
    for (at, c) in text[range.clone()].char_indices() {
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth = depth.saturating_sub(1),
            ' ' | '\n' | '?' | ',' if depth == 0 => return range.start + at,
            '.' if depth == 0
                && !text[range.start + at + 1..].starts_with(|c: char| c.is_ascii_digit()) =>
            {
                return range.start + at;
            }
            _ => {}
        }
    }
    range.end
}

/// Whether the integral ends where this begins.
fn ends(rest: &str, is_formula: bool) -> bool {
    let mut tail = &rest[skip_blanks(rest)..];
    let spaced = tail.len() < rest.len();
    if !is_formula {
        let end = tail
            .find(|c: char| !c.is_alphabetic())
            .unwrap_or(tail.len());
        let stop = tail.starts_with(['.', ',', '?', ';', ':']);
        return tail.is_empty() || stop || spaced && is_word(&tail[..end]) && end > 0;
    }
    while let Some(more) = TAILS.iter().find_map(|sign| tail.strip_prefix(sign)) {
        tail = &more[skip_blanks(more)..];
    }
    tail.is_empty()
}

/// The integrand with its differential blanked out.
fn posed(
    text: &str,
    range: Range<usize>,
    differential: &Differential,
    syntax: Syntax,
) -> Result<Posed, Error> {
    let gap = differential.span.clone();
    let before = &text[range.start..gap.start];
    let alone = differential.is_alone || skip_blanks(before) == before.len();
    let mut blank = " ".repeat(gap.len());
    if alone {
        blank.replace_range(0..1, "1");
    }
    let integrand = [before, &blank, &text[gap.end..range.end]].concat();
    let name = names::normalise(&text[differential.variable.clone()]).into_owned();
    if !names::is_symbol(&name) {
        return refuse(
            "this is no name of a variable",
            differential.variable.clone(),
        );
    }
    Ok(Posed {
        text: integrand,
        span: range,
        syntax,
        variable: Some((name, differential.variable.clone())),
        original: None,
        wording: Wording::Integral,
    })
}
