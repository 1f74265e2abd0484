//! The integral that a question in prose asks for.
//!
//! [`find_question`] gives the integrand as a text of the same length as the bytes it comes from,
//! with the differential blanked out, so that places in it are places in the question.

mod alone;
mod call;
mod differential;
pub(super) mod integral;
mod tagged;
pub(super) mod words;

use std::ops::Range;

use serde::{Deserialize, Serialize};

use super::prose::region::Regions;
use super::prose::wording::is_prose;
use super::prose::{hidden, trimmed};
use super::{Limits, Syntax, symbol_name};
use crate::error::{Error, Stage};

/// An integral that is asked for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Posed {
    /// The integrand: the bytes of the span, with blanks or a 1 for the differential.
    pub text: String,
    /// The bytes of the question that are the integrand.
    pub span: Range<usize>,
    /// The language of the integrand.
    pub syntax: Syntax,
    /// The variable as it is stored, with its bytes, where the question names one.
    pub variable: Option<(String, Range<usize>)>,
    /// The bytes of the proposed antiderivative, where the question holds one.
    pub original: Option<Range<usize>>,
    /// How it is asked.
    pub wording: Wording,
}

/// How an integral is asked for, in the order in which that is looked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Wording {
    /// `\integrand{f} \variable{x}`, perhaps after `\original{F}`.
    Tags,
    /// `\int f\,dx`.
    Integral,
    /// `integrate(f, x)`.
    Call,
    /// "Integrate f with respect to x."
    Words,
    /// The expression alone.
    Expression,
}

impl Wording {
    /// What it is, for people.
    pub fn name(self) -> &'static str {
        match self {
            Self::Tags => "\\integrand{…} \\variable{…}",
            Self::Integral => "an integral sign",
            Self::Call => "a call such as integrate(f, x)",
            Self::Words => "words",
            Self::Expression => "the whole text",
        }
    }
}

/// Finds the integral that a question asks for.
///
/// # Errors
/// With the stage `extract`, and the bytes of the question that are meant.
pub fn find_question(text: &str, limits: &Limits) -> Result<Posed, Error> {
    Limits::check_length(text, limits.text)?;
    let part = trimmed(text, 0..text.len());
    hidden::check(text, part.clone())?;
    if let Some(posed) = tagged::find(text, part.clone())? {
        return Ok(posed);
    }
    let regions = Regions::of(text, part.clone());
    let inner = &text[part.clone()];
    if is_prose(inner) {
        words::others(text, |at| regions.around(&(at..at)).is_none())?;
    }
    if let Some(posed) = integral::find(text, part.clone(), &regions)? {
        words::check(text, &posed)?;
        return Ok(posed);
    }
    if let Some(posed) = call::find(text, part.clone())? {
        words::check(text, &posed)?;
        return Ok(posed);
    }
    if let Some(posed) = words::find(text, part.clone(), &regions)? {
        words::check(text, &posed)?;
        return Ok(posed);
    }
    if is_prose(inner) {
        return Err(Error::at(
            Stage::Extract,
            "no integral is asked for in words that are known; \\int f\\,dx, `Integrate f with \
             respect to x.` or the integrand alone is accepted",
            part,
        ));
    }
    Ok(Posed {
        text: inner.to_owned(),
        syntax: Syntax::of(inner),
        span: part,
        variable: None,
        original: None,
        wording: Wording::Expression,
    })
}

/// The name of a variable as it is written in some bytes, with or without dollars.
fn variable(text: &str, span: Range<usize>) -> Result<(String, Range<usize>), Error> {
    let mut span = trimmed(text, span);
    for (open, close) in [("$", "$"), ("\\(", "\\)"), ("{", "}")] {
        let inner = &text[span.clone()];
        if inner.len() > open.len() + close.len()
            && inner.starts_with(open)
            && inner.ends_with(close)
        {
            span = trimmed(text, span.start + open.len()..span.end - close.len());
        }
    }
    match symbol_name(&text[span.clone()]).filter(|name| super::names::is_symbol(name)) {
        Some(name) => Ok((name, span)),
        None => Err(Error::at(
            Stage::Extract,
            "the variable is a letter, a letter with a subscript, or a Greek name",
            span,
        )),
    }
}
