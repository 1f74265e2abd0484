//! `\int f dx = F`: the expression after the integral that it is said to be.

use super::super::prose::{braces, trimmed};
use super::super::question::integral;
use super::{Answer, Candidate};
use crate::error::Error;

/// The answer that a candidate states: without the integral in front, which may have the name of
/// the antiderivative before it, `F(x) = \int f dx = F`.
pub(super) fn answer(text: &str, found: &Candidate) -> Result<Answer, Error> {
    let mut answer = Answer {
        span: found.span.clone(),
        syntax: found.syntax,
        place: found.place,
        name: None,
        integral: None,
    };
    let mut signs = braces::equals(text, found.span.clone());
    let (first, second) = (signs.next(), signs.next());
    let starts = |at: usize, end: usize| {
        let start = at + integral::skip_blanks(&text[at..end]);
        integral::sign(&text[start..end]).map(|_| start..end)
    };
    let Some(first) = first else {
        return Ok(answer);
    };
    let (left, end) = if let Some(left) = starts(found.span.start, first) {
        (left, first)
    } else if let Some(second) = second
        && let Some(left) = starts(first + 1, second)
    {
        answer.name = Some(trimmed(text, found.span.start..first));
        (left, second)
    } else {
        return Ok(answer);
    };
    answer.integral = Some(integral::read(text, left, found.syntax, true)?);
    answer.span = trimmed(text, end + 1..found.span.end);
    Ok(answer)
}
