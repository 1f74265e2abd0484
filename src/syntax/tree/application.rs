//! Functions: their exponent, their argument, and what only looks like one.

use super::super::Error;
use super::super::head::Head;
use super::super::item::{Follow, Lexeme};
use super::super::token::{Bracket, Frame};
use super::{Builder, Kind};
use crate::error::Stage;
use crate::expr::{Id, View};
use crate::number::Rational;

impl Builder<'_> {
    /// Refuses a bracket after a symbol that would be the argument of an unknown function.
    pub(super) fn check_bracket(&self, follow: Follow) -> Result<(), Error> {
        if follow == Follow::Product || !matches!(self.peek(1), Lexeme::Open(_)) {
            return Ok(());
        }
        self.check_function(self.position, follow, self.position + 1)
    }

    /// The same for a bracket after the power of such a symbol: `f^{-1}(x)`.
    pub(super) fn check_raised(&mut self, bracket: Bracket) -> Result<(), Error> {
        match self.level().raised {
            Some(symbol) if bracket != Bracket::Bars => match self.items[symbol].lexeme {
                Lexeme::Symbol(_, follow) => self.check_function(symbol, follow, self.position),
                _ => Ok(()),
            },
            _ => Ok(()),
        }
    }

    fn check_function(&self, symbol: usize, follow: Follow, opener: usize) -> Result<(), Error> {
        let lexeme = |at: usize| self.items.get(at).map_or(Lexeme::End, |item| item.lexeme);
        let mut at = opener;
        while lexeme(at) == Lexeme::Open(Bracket::Group) {
            at += 1;
        }
        if !matches!(lexeme(at), Lexeme::Open(bracket) if bracket != Bracket::Bars) {
            return Ok(());
        }
        let alone = match (lexeme(at + 1), lexeme(at + 2)) {
            (Lexeme::Symbol(id, _), Lexeme::Close(_)) => match self.arena.view(id) {
                View::Symbol(symbol) => self.arena.name(symbol) == self.variable,
                _ => false,
            },
            _ => false,
        };
        if follow == Follow::Guarded && !alone {
            return Ok(());
        }
        let name = self.written(symbol);
        Err(Error::at(
            Stage::Symbol,
            format!(
                "`{name}` before a bracket is an unknown function; for a product write a product \
                 sign between them"
            ),
            self.items[symbol].span(),
        ))
    }

    /// Reads the name of a function and the exponent between it and its argument.
    pub(super) fn function(&mut self, head: Head) -> Result<bool, Error> {
        self.position += 1;
        match self.peek(0) {
            Lexeme::Superscript(exponent) => {
                self.position += 1;
                self.argument(head, Some(exponent))?;
            }
            Lexeme::Caret => {
                self.position += 1;
                let negative = self.peek(0) == Lexeme::Minus;
                if negative || self.peek(0) == Lexeme::Plus {
                    self.position += 1;
                }
                match self.peek(0) {
                    Lexeme::Number(id) | Lexeme::Symbol(id, _) | Lexeme::Constant(id) => {
                        let exponent = if negative { self.arena.neg(id) } else { id };
                        self.position += 1;
                        self.argument(head, Some(exponent))?;
                    }
                    Lexeme::Open(bracket) if !negative && bracket != Bracket::Bars => {
                        self.open(Kind::Exponent(head))?;
                        self.position += 1;
                    }
                    _ => {
                        return self.syntax(
                            "the exponent of a function is a number, a symbol or a bracket: \
                             sin^2(x), or sin(x)^2",
                        );
                    }
                }
            }
            _ => self.argument(head, None)?,
        }
        Ok(true)
    }

    /// Opens the argument of a function.
    pub(super) fn argument(&mut self, head: Head, exponent: Option<Id>) -> Result<(), Error> {
        let minus_one = exponent
            .and_then(|id| self.arena.as_number(id))
            .is_some_and(|q| *q == Rational::MINUS_ONE);
        let (head, exponent) = match (minus_one, head.inverse()) {
            (false, _) => (head, exponent),
            (true, Some(inverse)) => (inverse, None),
            (true, None) => {
                self.position -= 1;
                return self.syntax(
                    "the exponent -1 can mean the inverse function or the reciprocal; name the \
                     inverse, or write 1/…",
                );
            }
        };
        match self.peek(0) {
            Lexeme::Open(bracket) if bracket != Bracket::Bars => {
                self.open(Kind::Call(head, exponent, self.values.len()))?;
                self.position += 1;
                Ok(())
            }
            Lexeme::Number(_)
            | Lexeme::Constant(_)
            | Lexeme::Symbol(..)
            | Lexeme::Head(_)
            | Lexeme::Bar
            | Lexeme::Open(_)
            | Lexeme::Frame(_)
            | Lexeme::Radical(_)
            | Lexeme::Plus
            | Lexeme::Minus
                if head.takes_one() =>
            {
                self.open(Kind::Bare(head, exponent))
            }
            _ => self.syntax(if head.takes_one() {
                "a function stands without its argument; sin(x) or sin x is accepted"
            } else {
                "this function takes its arguments in brackets: root(x, 3)"
            }),
        }
    }

    /// The function of its arguments, to the power that stood between them.
    pub(super) fn apply(
        &mut self,
        head: Head,
        exponent: Option<Id>,
        arguments: &[Id],
        opener: usize,
    ) -> Result<Id, Error> {
        let name = self.items[..opener]
            .iter()
            .rposition(|item| matches!(item.lexeme, Lexeme::Head(_)))
            .unwrap_or(opener);
        let value = head.apply(arguments, self.arena).map_err(|wrong| {
            Error::at(
                Stage::Syntax,
                format!("`{}` {wrong}", self.written(name)),
                self.items[name].span(),
            )
        })?;
        Ok(match exponent {
            Some(exponent) => self.arena.power(value, exponent),
            None => value,
        })
    }

    /// The fraction or root of its parts.
    pub(super) fn frame(&mut self, frame: Frame, parts: &[Id], opener: usize) -> Result<Id, Error> {
        let value = frame.apply(parts, self.arena).map_err(|wrong| {
            let span = self.items[opener - 1].span();
            Error::at(
                Stage::Syntax,
                format!("`{}` {wrong}", self.written(opener - 1)),
                span,
            )
        })?;
        let before = (0..opener - 1)
            .rev()
            .map(|at| self.items[at].lexeme)
            .find(|lexeme| *lexeme != Lexeme::Open(Bracket::Group));
        let number = self.arena.as_number(value).is_some();
        if frame == Frame::RootOf && self.arena.as_number(parts[0]).is_none() {
            let span = self.items[opener - 1].start..self.item().end;
            self.notes.push(span, || {
                "of a degree that is no number the principal power is taken: \\sqrt[n]{x} is x^{1/n}"
                    .into()
            });
        }
        if frame == Frame::Fraction && number && matches!(before, Some(Lexeme::Number(_))) {
            return Err(Error::at(
                Stage::Syntax,
                "a number and a fraction side by side can be a sum or a product; write + or \\cdot \
                 between them",
                self.items[opener - 1].span(),
            ));
        }
        Ok(value)
    }
}
