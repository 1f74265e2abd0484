//! A = B = C: every member of a chain is read as an expression of its own.

use std::ops::Range;

use super::super::token::{Kind, Token};
use super::super::{Notes, Reading, expression, form, names, tokens};
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
        let start = self.span.start;
        let part = &text[self.span.clone()];
        let mut own = Notes::default();
        let members = self.members(part, reading, arena, &mut own);
        notes.append_moved(own, start);
        let moved = |member: Member| Member {
            span: member.span.start + start..member.span.end + start,
            ..member
        };
        members
            .map(|members| members.into_iter().map(moved).collect())
            .map_err(|error| error.moved(start))
    }

    /// The members of the part that is the answer.
    fn members(
        &self,
        part: &str,
        reading: &Reading,
        arena: &mut Arena,
        notes: &mut Notes,
    ) -> Result<Vec<Member>, Error> {
        let tokens = tokens(part, reading, notes)?;
        let mut sides = sides(part, &tokens, reading)?;
        if sides.len() > 1 && self.name.is_none() && form::is_name(sides[0].tokens, reading) {
            sides.remove(0);
        }
        if let [side] = &sides[..] {
            let id = expression(part, side.tokens, reading, arena, notes)?;
            let span = 0..part.len();
            return Ok(vec![Member { id, span }]);
        }
        let mut members = Vec::with_capacity(sides.len());
        for side in sides {
            let (Some(first), Some(last)) = (side.tokens.first(), side.tokens.last()) else {
                return Err(Error::at(
                    Stage::Form,
                    "nothing stands on this side of an equals sign; every member of a chain is an \
                     expression",
                    side.end..side.end,
                ));
            };
            let span = first.start..last.end;
            // What is wrong at the end of a member is wrong before the equals sign.
            let id = expression(&part[..side.end], side.tokens, reading, arena, notes)?;
            if is_other_symbol(id, reading, arena) {
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
}

/// What stands between two equals signs.
struct Side<'a> {
    tokens: &'a [Token<'a>],
    /// Where the equals sign after it stands, or the text ends.
    end: usize,
}

/// The sides of the equals signs that stand in no brackets.
fn sides<'a>(
    part: &str,
    tokens: &'a [Token<'a>],
    reading: &Reading,
) -> Result<Vec<Side<'a>>, Error> {
    let most = reading.limits.members;
    let mut sides = Vec::new();
    let (mut start, mut depth) = (0, 0_usize);
    for (at, token) in tokens.iter().enumerate() {
        match token.kind {
            Kind::Open(_) => depth += 1,
            Kind::Close(_) => depth = depth.saturating_sub(1),
            Kind::Equals if depth == 0 => {
                sides.push(Side {
                    tokens: &tokens[start..at],
                    end: token.start,
                });
                start = at + 1;
                // One more may be the name.
                if sides.len() > most {
                    return Err(Error::at(
                        Stage::Limit,
                        format!("the chain has more than {most} members"),
                        token.span(),
                    ));
                }
            }
            _ => {}
        }
    }
    sides.push(Side {
        tokens: &tokens[start..],
        end: part.len(),
    });
    Ok(sides)
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
