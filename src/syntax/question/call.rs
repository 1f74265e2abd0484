use std::ops::Range;

use super::super::Syntax;
use super::super::prose::trimmed;
use super::super::prose::wording::is_wording;
use super::{Posed, Wording, variable};
use crate::error::{Error, Stage};

/// Functions of computer algebra systems that integrate.
const NAMES: &[&str] = &[
    "integrate",
    "Integrate",
    "Integral",
    "integral",
    "int",
    "Int",
];

/// `integrate(f, x)`, alone or among words.
pub(super) fn find(text: &str, part: Range<usize>) -> Result<Option<Posed>, Error> {
    let inner = &text[part.clone()];
    let mut found = inner.match_indices(['(', '[']).filter_map(|(at, _)| {
        let name = NAMES.iter().find(|name| inner[..at].ends_with(*name))?;
        let start = at - name.len();
        let own =
            !inner[..start].ends_with(|c: char| c.is_alphanumeric() || matches!(c, '_' | '\\'));
        own.then_some((start, at))
    });
    let Some((start, open)) = found.next() else {
        return Ok(None);
    };
    let span = part.start + start..part.start + open + 1;
    let refuse = |message: &str, span| Err(Error::at(Stage::Extract, message, span));
    let Some((commas, close)) = arguments(inner, open) else {
        return refuse("the bracket is never closed", span);
    };
    if found.any(|(start, _)| start > close) {
        return refuse("several integrals are asked for; one is accepted", span);
    }
    let before = &inner[..start];
    let after = inner[close + 1..].trim_start_matches(['.', '?', '`', '$', ' ']);
    if !is_wording(before, &["I", "a"]) || !is_wording(after, &["I", "a"]) {
        return refuse("beside the integral stands more than words", span);
    }
    let whole = part.start + start..part.start + close + 1;
    let [comma] = commas[..] else {
        let message = if commas.is_empty() {
            "the variable is missing; integrate(f, x) is accepted"
        } else {
            "this is a definite integral; an indefinite one is accepted"
        };
        return refuse(message, whole);
    };
    let span = trimmed(text, part.start + open + 1..part.start + comma);
    let named = trimmed(text, part.start + comma + 1..part.start + close);
    if text[named.clone()].contains(['=', '(', '{', '[', '.', ',']) {
        return refuse(
            "this is a definite integral; an indefinite one is accepted",
            named,
        );
    }
    Ok(Some(Posed {
        text: text[span.clone()].to_owned(),
        syntax: Syntax::of(&text[span.clone()]),
        span,
        variable: Some(variable(text, named)?),
        original: None,
        wording: Wording::Call,
    }))
}

/// The commas between the arguments of a call, and where its bracket is closed.
fn arguments(text: &str, open: usize) -> Option<(Vec<usize>, usize)> {
    let (mut depth, mut commas) = (0_usize, Vec::new());
    for (at, byte) in text.bytes().enumerate().skip(open) {
        match byte {
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' => {
                depth = depth.checked_sub(1)?;
                if depth == 0 {
                    return Some((commas, at));
                }
            }
            b',' if depth == 1 => commas.push(at),
            _ => {}
        }
    }
    None
}
