//! `\left`, `\right` and delimiters of given sizes.

use super::super::super::token::{Bracket, Kind};
use super::super::Error;
use super::super::command::{Delimiter, Meaning, Side};
use super::super::lexer::{Mark, Sort};
use super::{Closer, Expander, Over, Part};
use crate::error::Stage;

impl Expander<'_, '_> {
    /// The delimiter at hand, which follows a command.
    fn delimiter(&mut self, command: Mark) -> Result<(Delimiter, Mark), Error> {
        let mark = self.mark();
        let delimiter = mark.and_then(|mark| {
            Some(match mark.sort {
                Sort::Sign(b'(') => Delimiter::Open(Bracket::Round),
                Sort::Sign(b'[') => Delimiter::Open(Bracket::Square),
                Sort::Sign(b')') => Delimiter::Close(Bracket::Round),
                Sort::Sign(b']') => Delimiter::Close(Bracket::Square),
                Sort::Sign(b'|') => Delimiter::Bar,
                Sort::Command(Meaning::Delimiter(delimiter)) => delimiter,
                _ => return None,
            })
        });
        match (delimiter, mark) {
            (Some(delimiter), Some(mark)) => {
                self.at += 1;
                Ok((delimiter, mark))
            }
            _ => Self::refuse(
                command,
                "a delimiter is expected after it: one of ( ) [ ] \\{ \\} |",
            ),
        }
    }

    pub(super) fn left(&mut self, mark: Mark) -> Result<(), Error> {
        self.at += 1;
        let (delimiter, sign) = self.delimiter(mark)?;
        let bracket = match delimiter {
            Delimiter::Open(bracket) => bracket,
            Delimiter::Bar => Bracket::Bars,
            Delimiter::Close(_) => {
                return Self::refuse(sign, "a closing bracket opens nothing");
            }
        };
        let whole = Mark {
            end: sign.end,
            ..mark
        };
        self.put(Kind::Open(bracket), whole);
        self.push(
            Part::Delimited(Some(bracket)),
            Closer::Right,
            whole,
            Over::No,
        );
        Ok(())
    }

    pub(super) fn right(&mut self, mark: Mark) -> Result<(), Error> {
        self.at += 1;
        let (delimiter, sign) = self.delimiter(mark)?;
        let bracket = match delimiter {
            Delimiter::Close(bracket) => bracket,
            Delimiter::Bar => Bracket::Bars,
            Delimiter::Open(_) => {
                return Self::refuse(sign, "an opening bracket closes nothing");
            }
        };
        let whole = Mark {
            end: sign.end,
            ..mark
        };
        self.end_delimited(Some(bracket), whole)
    }

    /// `\right` with its delimiter; none where it prints nothing.
    pub(super) fn end_delimited(
        &mut self,
        bracket: Option<Bracket>,
        mark: Mark,
    ) -> Result<(), Error> {
        let Some(open) = self.open.last().copied() else {
            return Self::refuse(mark, "`\\right` closes nothing; `\\left` opens it");
        };
        let Part::Delimited(opened) = open.part else {
            return Self::refuse(
                mark,
                format!(
                    "`\\right` closes nothing within `{}`; `\\left` opens it",
                    self.written(open.opener)
                ),
            );
        };
        match (opened, bracket) {
            (Some(opened), Some(bracket)) if opened == bracket => {
                self.put(Kind::Close(bracket), mark);
            }
            (None, None) => self.put(Kind::Close(Bracket::Group), mark),
            (None, Some(Bracket::Bars)) => {
                return Err(Error::at(
                    Stage::Form,
                    "a bar with limits belongs to a definite integral; one finished expression is \
                     accepted",
                    mark.span(),
                ));
            }
            (opened, bracket) => {
                let sign = |bracket: Option<Bracket>, sign: fn(Bracket) -> &'static str| {
                    bracket.map_or(".", sign)
                };
                return Self::refuse(
                    mark,
                    format!(
                        "`\\left{}` was opened and `\\right{}` closes it; `\\right{}` is expected",
                        sign(opened, Bracket::opening),
                        sign(bracket, Bracket::closing),
                        sign(opened, Bracket::closing)
                    ),
                );
            }
        }
        self.open.pop();
        Ok(())
    }

    /// A delimiter after `\big` and its like.
    pub(super) fn sized(&mut self, side: Option<Side>, mark: Mark) -> Result<(), Error> {
        self.at += 1;
        let (delimiter, sign) = self.delimiter(mark)?;
        let kind = match (delimiter, side) {
            (Delimiter::Open(bracket), None | Some(Side::Left)) => Kind::Open(bracket),
            (Delimiter::Close(bracket), None | Some(Side::Right)) => Kind::Close(bracket),
            (Delimiter::Bar, Some(Side::Left)) => Kind::Open(Bracket::Bars),
            (Delimiter::Bar, Some(Side::Right)) => Kind::Close(Bracket::Bars),
            (Delimiter::Bar, None) => Kind::Bar,
            _ => return Self::refuse(sign, "the delimiter stands on the wrong side"),
        };
        self.put(
            kind,
            Mark {
                end: sign.end,
                ..mark
            },
        );
        Ok(())
    }
}
