//! A = B = C: every member of a chain is read as an expression of its own.

use std::ops::Range;

use super::super::prose::{braces, trimmed};
use super::super::{Notes, Reading, form, names, read_part, tokens};
use super::Answer;
use crate::error::{Error, Stage};
use crate::expr::{Arena, Id, View};

/// An expression that an answer is said to be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Member {
    /// The expression.
    pub id: Id,
    /// Its bytes in the response.
    pub span: Range<usize>,
}

impl Answer {
    /// Reads the answer: one expression, or all members of a chain A = B = C. A name in front,
    /// `F(x) =` or `y =`, is no member.
    ///
    /// # Errors
    /// As [`read`](super::super::read), about the bytes of the whole text; with the stage `limit`
    /// where the chain has more members than [`Limits::members`](super::super::Limits), with the
    /// stage `form` where a member is a name, since what it names is not stated.
    pub fn read(
        &self,
        text: &str,
        reading: &Reading,
        arena: &mut Arena,
        notes: &mut Notes,
    ) -> Result<Vec<Member>, Error> {
        if let Some(name) = &self.name
            && !is_name(text, name.clone(), reading)
        {
            return Err(Error::at(
                Stage::Form,
                "the integral stands within an equation; the name F(x) may stand before it",
                name.clone(),
            ));
        }
        let mut spans = self.members(text, reading)?;
        if spans.len() > 1 && self.name.is_none() && is_name(text, spans[0].clone(), reading) {
            spans.remove(0);
        }
        let is_chain = spans.len() > 1;
        let mut members = Vec::with_capacity(spans.len());
        for span in spans {
            if is_chain && span.is_empty() {
                return Err(Error::at(
                    Stage::Form,
                    "nothing stands on this side of an equals sign; every member of a chain is an \
                     expression",
                    span,
                ));
            }
            let id = read_part(text, span.clone(), reading, arena, notes)?;
            if is_chain && is_other_symbol(id, reading, arena) {
                return Err(Error::at(
                    Stage::Form,
                    format!(
                        "an equation that names something is no answer; before an equals sign an \
                         antiderivative is accepted, or F({0}) or y",
                        reading.variable
                    ),
                    span,
                ));
            }
            members.push(Member { id, span });
        }
        Ok(members)
    }

    /// The bytes between the equals signs.
    fn members(&self, text: &str, reading: &Reading) -> Result<Vec<Range<usize>>, Error> {
        let most = reading.limits.members;
        let mut spans = Vec::new();
        let mut start = self.span.start;
        for equals in braces::equals(text, self.span.clone()) {
            spans.push(trimmed(text, start..equals));
            start = equals + 1;
            // One more may be the name.
            if spans.len() > most {
                return Err(Error::at(
                    Stage::Limit,
                    format!("the chain has more than {most} members"),
                    equals..start,
                ));
            }
        }
        spans.push(trimmed(text, start..self.span.end));
        Ok(spans)
    }
}

/// Whether some bytes are the name of the antiderivative.
fn is_name(text: &str, span: Range<usize>, reading: &Reading) -> bool {
    tokens(&text[span], reading, &mut Notes::default())
        .is_ok_and(|tokens| form::is_name(&tokens, reading))
}

/// Whether an expression is a symbol alone that is not the variable: `u = x^2` defines u.
fn is_other_symbol(id: Id, reading: &Reading, arena: &Arena) -> bool {
    match arena.view(id) {
        View::Symbol(symbol) => arena.name(symbol) != names::normalise(&reading.variable),
        _ => false,
    }
}
