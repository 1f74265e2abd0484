//! Arguments of commands and scripts.

use super::super::super::token::{Bracket, Frame, Kind};
use super::super::Error;
use super::super::command::Meaning;
use super::super::lexer::{self, Mark, Sort};
use super::{Closer, Expander, Over, Part};

impl Expander<'_, '_> {
    /// A fraction or a root.
    pub(super) fn frame(&mut self, frame: Frame, mark: Mark) -> Result<(), Error> {
        self.at += 1;
        let next = self.mark();
        let is = |sign| next.is_some_and(|next| next.is(sign));
        let frame = match frame {
            Frame::Root if is(b'[') => Frame::RootOf,
            Frame::Root if is(b'(') => {
                self.notes.push(mark.span(), || {
                    "the root is read as that of the bracket; braces say so: \\sqrt{x}".into()
                });
                self.put(Kind::Name(&self.text[mark.start + 1..mark.end]), mark);
                return Ok(());
            }
            frame => frame,
        };
        self.put(Kind::Frame(frame), mark);
        self.put(
            Kind::Open(Bracket::Group),
            Mark {
                line_break: false,
                ..mark
            },
        );
        match (frame, next) {
            (Frame::RootOf, Some(bracket)) => {
                self.at += 1;
                self.push(Part::Degree, Closer::Square, bracket, Over::No);
                Ok(())
            }
            (Frame::Fraction, _) => self.argument(Part::Numerator, mark),
            _ => self.argument(Part::Radicand, mark),
        }
    }

    /// `^` and what it raises.
    pub(super) fn script(&mut self, mark: Mark) -> Result<(), Error> {
        let ring =
            |mark: Option<Mark>| mark.is_some_and(|mark| mark.sort == Sort::Command(Meaning::Ring));
        let brace = |mark: Option<Mark>, sign| mark.is_some_and(|mark| mark.is(sign));
        let length = if ring(self.ahead(1)) {
            2
        } else if brace(self.ahead(1), b'{') && ring(self.ahead(2)) && brace(self.ahead(3), b'}') {
            4
        } else {
            0
        };
        if length > 0 {
            let end = self.marks[self.at + length - 1].end;
            self.put(Kind::Degrees, Mark { end, ..mark });
            self.at += length;
            return Ok(());
        }
        self.take(Kind::Caret, mark);
        if let Some(next) = self.mark().filter(|next| next.is(b'(')) {
            self.notes.push(mark.start..next.end, || {
                "the exponent is read as the bracket; braces say so: x^{1/2}".into()
            });
            return Ok(());
        }
        self.argument(Part::Script, mark)
    }

    /// Refuses a second exponent at the same place.
    pub(super) fn check_script(&mut self) -> Result<(), Error> {
        match self.mark() {
            Some(mark) if mark.is(b'^') => Self::refuse(
                mark,
                "a second exponent has no place here; write x^{y^{z}} or (x^{y})^{z}",
            ),
            _ => Ok(()),
        }
    }

    /// Reads an argument, or enters it.
    pub(super) fn argument(&mut self, part: Part, owner: Mark) -> Result<(), Error> {
        let Some(mark) = self.mark() else {
            return Self::refuse(
                owner,
                format!(
                    "the text ends where an argument of `{}` is expected",
                    self.written(owner)
                ),
            );
        };
        match mark.sort {
            Sort::Sign(b'{') if self.taken == 0 => {
                self.enter(part, mark);
                Ok(())
            }
            Sort::Number => self.character(Kind::Number, part, mark),
            Sort::Letters => self.character(Kind::Word(""), part, mark),
            Sort::Wide => match lexer::kind(self.written(mark)) {
                Kind::Word(letters) if letters.chars().nth(1).is_some() => Self::no_argument(mark),
                kind @ (Kind::Name(_) | Kind::Word(_)) => {
                    self.take(kind, mark);
                    self.end_single(part, mark)
                }
                _ => Self::no_argument(mark),
            },
            Sort::Command(Meaning::Name) => {
                self.take(Kind::Name(&self.text[mark.start + 1..mark.end]), mark);
                self.end_single(part, mark)
            }
            Sort::Command(Meaning::Frame(_) | Meaning::Font(_)) => {
                self.push(part, Closer::Single, mark, Over::No);
                self.awaits = true;
                Ok(())
            }
            _ => Self::no_argument(mark),
        }
    }

    fn no_argument<T>(mark: Mark) -> Result<T, Error> {
        Self::refuse(
            mark,
            "an argument without braces is one digit, one letter or a fraction or root; write \
             braces around anything else: e^{-x}",
        )
    }

    /// An argument of one digit or letter.
    fn character(&mut self, kind: Kind<'_>, part: Part, mark: Mark) -> Result<(), Error> {
        let start = mark.start + self.taken;
        let one = Mark {
            start,
            end: start + 1,
            ..mark
        };
        let written = &self.text[one.span()];
        let kind = match kind {
            Kind::Number if written == "." => return Self::no_argument(Mark { start, ..mark }),
            Kind::Number => Kind::Number,
            _ => Kind::Word(written),
        };
        self.put(kind, one);
        self.taken += 1;
        let more = one.end < mark.end;
        if !more {
            self.at += 1;
            self.taken = 0;
        }
        let goes_on = match part {
            Part::Script => more && kind != Kind::Number,
            Part::Radicand => {
                more && kind != Kind::Number || self.mark().is_some_and(|m| m.is(b'^'))
            }
            _ => false,
        };
        if goes_on {
            self.notes.push(one.span(), || {
                format!(
                    "`{written}` alone is the argument, as LaTeX prints it; braces around more of \
                     it would make that the argument"
                )
            });
        }
        self.end_single(part, one)
    }

    /// The end of an argument without braces.
    fn end_single(&mut self, part: Part, mark: Mark) -> Result<(), Error> {
        match part {
            Part::Script => self.check_script(),
            part => self.close(part, mark),
        }
    }
}
