//! Fonts, and commands that print nothing but have an argument.

use super::super::super::token::Kind;
use super::super::Error;
use super::super::command::{Font, Meaning};
use super::super::lexer::{Mark, Sort};
use super::{Expander, Part};
use crate::error::Stage;

/// Units of a width.
const UNITS: &[&str] = &["em", "ex", "pt", "mu", "cm", "mm", "in"];

impl Expander<'_, '_> {
    /// A word in a font, or an expression of single letters in one.
    pub(super) fn font(&mut self, font: Font, mark: Mark) -> Result<(), Error> {
        self.at += 1;
        if font == Font::Operator
            && let Some(star) = self.mark()
            && star.is(b'*')
            && star.start == mark.end
        {
            self.at += 1;
        }
        match self.mark() {
            Some(next) if next.is(b'{') => self.braced_font(font, mark, next),
            Some(next) if next.sort == Sort::Letters && font != Font::Text => {
                let one = Mark {
                    start: mark.start,
                    end: next.start + 1,
                    ..mark
                };
                Self::check_differential(&self.text[next.start..one.end], one)?;
                if one.end < next.end {
                    self.taken = 1;
                } else {
                    self.at += 1;
                }
                self.finish_name(next.start, one, one.end)
            }
            Some(next) if next.sort == Sort::Command(Meaning::Name) && font == Font::Letters => {
                self.name(next)
            }
            _ => Self::refuse(mark, "a font has its letters in braces"),
        }
    }

    fn braced_font(&mut self, font: Font, mark: Mark, brace: Mark) -> Result<(), Error> {
        let ends = |at: usize| self.ahead(at).is_some_and(|mark| mark.is(b'}'));
        let (first, second) = (self.ahead(1), self.ahead(2));
        let letters = first.filter(|first| first.sort == Sort::Letters);
        let length = match (letters, second) {
            (Some(_), _) if ends(2) => 3,
            (Some(letters), Some(digits))
                if digits.sort == Sort::Number && letters.end == digits.start && ends(3) =>
            {
                4
            }
            _ => 0,
        };
        if let (Some(letters), true) = (letters, length > 0) {
            let closing = self.marks[self.at + length - 1];
            let last = self.marks[self.at + length - 2];
            let word = &self.text[letters.start..last.end];
            let whole = Mark {
                end: closing.end,
                ..mark
            };
            Self::check_differential(word, whole)?;
            self.at += length;
            return self.finish_name(letters.start, whole, last.end);
        }
        if font != Font::Letters {
            return Err(Error::at(
                Stage::Form,
                "words are no part of an expression; the name of a function or a symbol is accepted",
                mark.start..self.closing_brace().end,
            ));
        }
        let inside = &self.marks[self.at + 1..];
        let mut depth = 1_usize;
        for mark in inside {
            match mark.sort {
                Sort::Sign(b'{') => depth += 1,
                Sort::Sign(b'}') => depth -= 1,
                Sort::Letters if mark.end - mark.start > 1 => {
                    return Self::refuse(
                        *mark,
                        "letters in this font are one name; give it braces of its own",
                    );
                }
                _ => {}
            }
            if depth == 0 {
                break;
            }
        }
        self.enter(Part::Free, brace);
        Ok(())
    }

    /// The brace that closes the one at hand, or the last mark.
    fn closing_brace(&self) -> Mark {
        let mut depth = 0_usize;
        let mut last = self.marks[self.at];
        for mark in &self.marks[self.at..] {
            last = *mark;
            match mark.sort {
                Sort::Sign(b'{') => depth += 1,
                Sort::Sign(b'}') => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                break;
            }
        }
        last
    }

    /// Refuses an upright d.
    fn check_differential(word: &str, mark: Mark) -> Result<(), Error> {
        if word == "d" {
            return Err(Error::at(
                Stage::Form,
                "an upright d is a differential; the expression alone is accepted",
                mark.span(),
            ));
        }
        Ok(())
    }

    /// `{\rm arctan}`: one name. Whether these are such braces.
    pub(super) fn upright_group(&mut self, mark: Mark) -> Result<bool, Error> {
        let (Some(command), Some(letters), Some(brace)) =
            (self.ahead(1), self.ahead(2), self.ahead(3))
        else {
            return Ok(false);
        };
        if command.sort != Sort::Command(Meaning::Upright)
            || letters.sort != Sort::Letters
            || !brace.is(b'}')
        {
            return Ok(false);
        }
        Self::check_differential(self.written(letters), letters)?;
        self.at += 4;
        let whole = Mark {
            end: brace.end,
            ..mark
        };
        self.finish_name(letters.start, whole, letters.end)?;
        Ok(true)
    }

    /// `\rm` and the letters after it.
    pub(super) fn upright(&mut self, mark: Mark) -> Result<(), Error> {
        self.at += 1;
        match self.mark() {
            Some(next) if next.sort == Sort::Letters => {
                Self::check_differential(self.written(next), next)?;
                let word = self.written(next);
                self.at += 1;
                self.put(Kind::Name(word), next);
                Ok(())
            }
            _ => Self::refuse(mark, "letters are expected after it: {\\rm arctan}"),
        }
    }

    /// The name of a colour, which prints nothing.
    pub(super) fn colour(&mut self, mark: Mark) -> Result<(), Error> {
        let name = self.ahead(2);
        let is = |at, sign| self.ahead(at).is_some_and(|mark| mark.is(sign));
        if is(1, b'{') && is(3, b'}') && name.is_some_and(|name| name.sort == Sort::Letters) {
            self.at += 4;
            return Ok(());
        }
        Self::refuse(
            mark,
            "the name of a colour is accepted after it: \\color{red}",
        )
    }

    /// A width, which prints nothing.
    pub(super) fn width(&mut self, mark: Mark) -> Result<(), Error> {
        let is = |at, sign| self.ahead(at).is_some_and(|mark| mark.is(sign));
        let star = usize::from(is(1, b'*'));
        let minus = usize::from(is(star + 2, b'-'));
        let number = star + minus + 2;
        let unit = self.ahead(number + 1);
        if is(star + 1, b'{')
            && self.ahead(number).is_some_and(|m| m.sort == Sort::Number)
            && unit.is_some_and(|unit| UNITS.contains(&self.written(unit)))
            && is(number + 2, b'}')
        {
            self.at += number + 3;
            return Ok(());
        }
        Self::refuse(mark, "a width is accepted after it: \\hspace{1em}")
    }
}
