//! Letters, names, numbers and subscripts.

use super::super::super::head::Head;
use super::super::super::token::{Bracket, Kind, Token};
use super::super::Error;
use super::super::command::Meaning;
use super::super::lexer::{Mark, Sort};
use super::{Expander, Part};
use crate::error::Stage;

impl Expander<'_, '_> {
    /// The letters at hand, without those that an argument took.
    pub(super) fn letters(&mut self, mark: Mark) -> Result<(), Error> {
        let start = mark.start + self.taken;
        let word = &self.text[start..mark.end];
        self.at += 1;
        self.taken = 0;
        let rest = Mark { start, ..mark };
        if !self.mark().is_some_and(|next| next.is(b'_')) {
            self.put(Kind::Word(word), rest);
            return Ok(());
        }
        // The subscript is that of the last letter, unless they are a function: log_2.
        let function = word.len() > 2 && Head::find(word).is_some();
        let last = if function { start } else { mark.end - 1 };
        if last > start {
            self.put(
                Kind::Word(&self.text[start..last]),
                Mark { end: last, ..rest },
            );
        }
        let end = self.subscript(last)?;
        self.tokens.push(Token {
            kind: Kind::Word(&self.text[last..end]),
            start: last,
            end,
            line_break: last == start && mark.line_break,
        });
        Ok(())
    }

    /// A name with a backslash.
    pub(super) fn name(&mut self, mark: Mark) -> Result<(), Error> {
        self.at += 1;
        self.finish_name(mark.start + 1, mark, mark.end)
    }

    /// A letter with an accent: one name, which is not that of the letter.
    pub(super) fn accent(&mut self, mark: Mark) -> Result<(), Error> {
        let is_letter = |letter: Option<Mark>| {
            letter.is_some_and(|letter| match letter.sort {
                Sort::Letters => letter.end == letter.start + 1,
                Sort::Command(Meaning::Name) => true,
                _ => false,
            })
        };
        let is = |mark: Option<Mark>, sign| mark.is_some_and(|mark| mark.is(sign));
        let length = if is_letter(self.ahead(1)) {
            2
        } else if is(self.ahead(1), b'{') && is_letter(self.ahead(2)) && is(self.ahead(3), b'}') {
            4
        } else {
            return Self::refuse(mark, "an accent stands over one letter: \\hat{C}");
        };
        let end = self.marks[self.at + length - 1].end;
        self.at += length;
        self.put(
            Kind::Name(&self.text[mark.start + 1..end]),
            Mark { end, ..mark },
        );
        Ok(())
    }

    /// The name between two bytes of the mark, and its subscript.
    pub(super) fn finish_name(
        &mut self,
        start: usize,
        mark: Mark,
        end: usize,
    ) -> Result<(), Error> {
        let word = &self.text[start..end];
        if self.taken > 0 || !self.mark().is_some_and(|next| next.is(b'_')) {
            self.put(Kind::Name(word), mark);
            return Ok(());
        }
        let end = self.subscript(start)?;
        self.put(Kind::Name(&self.text[start..end]), Mark { end, ..mark });
        Ok(())
    }

    /// Where the subscript at hand ends, of a name that starts at a byte.
    fn subscript(&mut self, start: usize) -> Result<usize, Error> {
        let sign = self.marks[self.at];
        self.at += 1;
        let wrong =
            "a subscript is a number, letters or a Greek letter, without spaces: x_1, c_{12}";
        let Some(mark) = self.mark() else {
            return Self::refuse(sign, wrong);
        };
        let end = match mark.sort {
            Sort::Number | Sort::Letters => {
                let end = mark.start + 1;
                if end < mark.end {
                    self.taken = 1;
                } else {
                    self.at += 1;
                }
                end
            }
            Sort::Command(Meaning::Name) => {
                self.at += 1;
                mark.end
            }
            Sort::Sign(b'{') => {
                let is_content = |mark: &Mark| {
                    matches!(
                        mark.sort,
                        Sort::Number | Sort::Letters | Sort::Command(Meaning::Name)
                    )
                };
                let from = self.at + 1;
                let length = self.marks[from..]
                    .iter()
                    .take_while(|mark| is_content(mark))
                    .count();
                match self.marks.get(from + length) {
                    Some(brace) if length > 0 && brace.is(b'}') => {
                        self.at = from + length + 1;
                        brace.end
                    }
                    Some(other) => return Self::refuse(*other, wrong),
                    None => return Self::refuse(mark, wrong),
                }
            }
            _ => return Self::refuse(mark, wrong),
        };
        let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '{' | '}' | '\\');
        if !self.text[start..end].chars().all(plain) {
            return Self::refuse(Mark { end, ..sign }, wrong);
        }
        Ok(end)
    }

    /// `_` after something that has no subscript.
    pub(super) fn lone_subscript(&mut self, mark: Mark) -> Result<(), Error> {
        let bounds = matches!(
            self.tokens.last().map(|token| token.kind),
            Some(
                Kind::Bar
                    | Kind::Close(
                        Bracket::Round | Bracket::Square | Bracket::Curly | Bracket::Bars
                    )
            )
        );
        if bounds {
            return Err(Error::at(
                Stage::Form,
                "limits belong to a definite integral; one finished expression is accepted",
                mark.span(),
            ));
        }
        Self::refuse(mark, "a subscript stands after one letter or name: x_1^2")
    }

    pub(super) fn number(&mut self, mark: Mark) -> Result<(), Error> {
        if self.taken > 0 {
            let start = mark.start + self.taken;
            return Self::refuse(
                Mark { start, ..mark },
                "LaTeX takes one digit where braces are left out; write x^{10}, \\frac{1}{10}, x_{10}",
            );
        }
        if self.is_exponential(mark) {
            return Self::refuse(
                mark,
                "this may be a decimal exponent or a difference with e; write 10^{-3}, or spaces",
            );
        }
        self.take(Kind::Number, mark);
        Ok(())
    }

    /// Whether the number at hand looks like 1e-3.
    fn is_exponential(&self, mark: Mark) -> bool {
        let (Some(letter), Some(sign), Some(digits)) =
            (self.ahead(1), self.ahead(2), self.ahead(3))
        else {
            return false;
        };
        matches!(&self.text[letter.span()], "e" | "E")
            && (sign.is(b'-') || sign.is(b'+'))
            && digits.sort == Sort::Number
            && mark.end == letter.start
            && letter.end == sign.start
            && sign.end == digits.start
    }

    /// A box, which is accepted around the whole expression.
    pub(super) fn boxed(&mut self, mark: Mark) -> Result<(), Error> {
        let first = self
            .tokens
            .last()
            .is_none_or(|token| token.kind == Kind::Equals);
        if !first || !self.open.is_empty() {
            return Err(Error::at(
                Stage::Form,
                "something stands before the box; one expression is accepted",
                mark.span(),
            ));
        }
        self.at += 1;
        match self.mark() {
            Some(brace) if brace.is(b'{') => {
                self.enter(Part::Box, brace);
                Ok(())
            }
            _ => Self::refuse(mark, "a box has its content in braces"),
        }
    }
}
