use std::ops::Range;

use super::super::Syntax;
use super::super::prose::wording::is_wording;
use super::super::prose::{braces, trimmed};
use super::{Posed, Wording, variable};
use crate::error::{Error, Stage};

/// The first `\integrand{…}` that a `\variable{…}` follows, perhaps with an `\original{…}` before.
pub(super) fn find(text: &str, part: Range<usize>) -> Result<Option<Posed>, Error> {
    let (mut original, mut integrand) = (None, None);
    let mut end = part.start;
    for command in braces::commands(text, part.clone()) {
        let name = &text[command.clone()];
        let known = ["\\original", "\\integrand", "\\expression", "\\variable"].contains(&name);
        if command.start < end || !known {
            continue;
        }
        let gap = end..command.start;
        if (original.is_some() || integrand.is_some()) && !is_wording(&text[gap.clone()], &[]) {
            let message = "between the tags stands more than words";
            return Err(Error::at(Stage::Extract, message, trimmed(text, gap)));
        }
        let rest = &text[command.end..part.end];
        let open = command.end + (rest.len() - rest.trim_start().len());
        let close = text[open..part.end]
            .starts_with('{')
            .then(|| braces::closing(text, open, part.end))
            .flatten();
        let Some(close) = close else {
            let message = format!("`{name}` has no complete pair of braces after it");
            return Err(Error::at(Stage::Extract, message, command));
        };
        end = close + 1;
        let inner = trimmed(text, open + 1..close);
        if inner.is_empty() {
            let message = format!("`{name}` is empty");
            return Err(Error::at(Stage::Extract, message, command.start..end));
        }
        let twice = match name {
            "\\original" => original.replace(inner).is_some(),
            "\\variable" => match integrand.take() {
                Some(span) => return posed(text, span, original, inner).map(Some),
                None => true,
            },
            _ => integrand.replace(inner).is_some(),
        };
        if twice {
            let message = format!(
                "`{name}` stands where it does not belong; \\integrand{{…}} \\variable{{…}} is \
                 accepted, with one \\original{{…}} before"
            );
            return Err(Error::at(Stage::Extract, message, command.start..end));
        }
    }
    match integrand {
        None => Ok(None),
        Some(span) => Err(Error::at(
            Stage::Extract,
            "no \\variable{…} follows the integrand",
            span,
        )),
    }
}

fn posed(
    text: &str,
    span: Range<usize>,
    original: Option<Range<usize>>,
    named: Range<usize>,
) -> Result<Posed, Error> {
    Ok(Posed {
        text: text[span.clone()].to_owned(),
        // The tags are LaTeX; what they hold is often written plainly.
        syntax: Syntax::of(&text[span.clone()]),
        span,
        variable: Some(variable(text, named)?),
        original,
        wording: Wording::Tags,
    })
}
