//! `\int f dx = F`: the expression after the integral that it is said to be.

use super::super::prose::trimmed;
use super::super::question::integral;
use super::{Answer, Candidate};
use crate::error::Error;

/// The answer that a candidate states. The reader of expressions takes `F(x) =` off by itself and
/// refuses every other equation.
pub(super) fn answer(text: &str, found: &Candidate) -> Result<Answer, Error> {
    let mut answer = Answer {
        span: found.span.clone(),
        syntax: found.syntax,
        place: found.place,
        integral: None,
    };
    let inner = found.text(text);
    let start = integral::skip_blanks(inner);
    let is_integral = integral::sign(&inner[start..]).is_some();
    if is_integral && let Some(equals) = inner.find('=') {
        let left = found.span.start + start..found.span.start + equals;
        answer.integral = Some(integral::read(text, left, found.syntax, true)?);
        answer.span = trimmed(text, found.span.start + equals + 1..found.span.end);
    }
    Ok(answer)
}
