//! Operands: atoms, their roots, powers and signs, and how they join a product.

use super::super::Error;
use super::super::head;
use super::super::item::{Follow, Lexeme};
use super::group::Shape;
use super::{Builder, Held, Kind, Operator, Pending};
use crate::expr::{Constant, Id, View};
use crate::number::Rational;

impl Builder<'_> {
    /// Reads what an operand starts with; whether an operand is still expected.
    pub(super) fn operand(&mut self) -> Result<bool, Error> {
        let item = self.item();
        let waiting = self.pending.len();
        let level = self.level();
        if level.pending == waiting {
            level.raised = None;
        }
        match item.lexeme {
            Lexeme::Plus | Lexeme::Minus => {
                if matches!(self.pending.last(), Some(Pending::Radical(_))) {
                    return self
                        .syntax("a root sign takes a number, a symbol or a bracket: write √(-x)");
                }
                if item.lexeme == Lexeme::Minus {
                    let waiting = self.pending.len();
                    let level = self.level();
                    if level.operands == 0 && !level.negative && level.pending == waiting {
                        level.negative = true;
                    } else {
                        self.wait(Pending::Minus)?;
                    }
                }
                self.position += 1;
                Ok(true)
            }
            Lexeme::Number(id) | Lexeme::Constant(id) => {
                self.position += 1;
                self.atom(id, Shape::Atom)
            }
            Lexeme::Symbol(id, follow) => {
                self.check_bracket(follow)?;
                self.symbol(id, follow);
                self.position += 1;
                self.atom(id, Shape::Atom)
            }
            Lexeme::Open(bracket) => {
                self.hold_symbol();
                self.open(Kind::Bracket(bracket))?;
                self.position += 1;
                Ok(true)
            }
            Lexeme::Bar => {
                self.hold_symbol();
                self.open(Kind::Bars)?;
                self.position += 1;
                Ok(true)
            }
            Lexeme::Radical(degree) => {
                self.wait(Pending::Radical(degree))?;
                self.position += 1;
                Ok(true)
            }
            Lexeme::Frame(frame) => {
                self.hold_symbol();
                // The group with its parts follows.
                self.position += 1;
                self.open(Kind::Frame(frame, self.values.len()))?;
                self.position += 1;
                Ok(true)
            }
            Lexeme::Head(head) => {
                self.level().held = Held::Function;
                self.function(head)
            }
            Lexeme::Superscript(_)
            | Lexeme::Times
            | Lexeme::Divide
            | Lexeme::Caret
            | Lexeme::Close(_)
            | Lexeme::Comma
            | Lexeme::Part
            | Lexeme::Degrees
            | Lexeme::End => self.missing_operand(),
        }
    }

    fn missing_operand<T>(&self) -> Result<T, Error> {
        let before = self
            .position
            .checked_sub(1)
            .map(|before| self.items[before].lexeme);
        let here = match self.item().lexeme {
            Lexeme::End => "the end of the text",
            Lexeme::Close(_) | Lexeme::Part => "a closing bracket",
            Lexeme::Comma => "a comma",
            _ => "an operator",
        };
        let message = match (before, self.item().lexeme) {
            (Some(Lexeme::Divide), Lexeme::Divide) => {
                "`//` is no operator here; write / for a quotient".into()
            }
            (Some(Lexeme::Open(_) | Lexeme::Part), Lexeme::Close(_) | Lexeme::Part) => {
                "the brackets are empty; an expression is accepted between them".into()
            }
            (Some(Lexeme::Caret), _) => format!("{here} stands where an exponent is expected"),
            _ => format!(
                "{here} stands where a number, a symbol, a function or an opening bracket is \
                 expected"
            ),
        };
        if self.item().lexeme == Lexeme::Comma && !matches!(self.kind(), Kind::Call(..)) {
            return self.several();
        }
        self.syntax(message)
    }

    /// A finished atom: roots before it, a superscript and `^` after it.
    pub(super) fn atom(&mut self, mut value: Id, shape: Shape) -> Result<bool, Error> {
        while let Some(&Pending::Radical(degree)) = self.pending.last() {
            if self.pending.len() == self.levels.last().map_or(0, |level| level.pending) {
                break;
            }
            if shape != Shape::Bracketed
                && matches!(self.peek(0), Lexeme::Caret | Lexeme::Superscript(_))
            {
                return self.syntax(
                    "a power after a root sign can be read in two ways; write √(x^2) or (√x)^2",
                );
            }
            self.pending.pop();
            value = head::radical(degree, value, self.arena);
        }
        if self.peek(0) == Lexeme::Degrees {
            value = self.degrees(value);
            self.position += 1;
        }
        let mut shape = shape;
        if let Lexeme::Superscript(exponent) = self.peek(0) {
            shape = Shape::Power;
            value = self.arena.power(value, exponent);
            self.position += 1;
            if matches!(self.peek(0), Lexeme::Caret | Lexeme::Superscript(_)) {
                return self.syntax(
                    "a power of a power can be read in two ways; write (x^2)^3 or x^(2^3)",
                );
            }
        }
        if self.peek(0) == Lexeme::Caret {
            self.wait(Pending::Base(value))?;
            self.position += 1;
            return Ok(true);
        }
        self.finish_operand(value, shape);
        Ok(false)
    }

    /// The term holds more than numbers.
    fn hold_symbol(&mut self) {
        let level = self.level();
        if level.held == Held::Numbers {
            level.held = Held::Symbols;
        }
    }

    /// An angle in degrees: value·π/180.
    fn degrees(&mut self, value: Id) -> Id {
        let pi = self.arena.constant(Constant::Pi);
        let half_turn = self.arena.integer(180);
        let part = self.arena.recip(half_turn);
        self.arena.product(&[value, pi, part])
    }

    /// Takes note of a symbol as an operand, not as an exponent.
    fn symbol(&mut self, id: Id, follow: Follow) {
        if let View::Symbol(symbol) = self.arena.view(id)
            && self.arena.name(symbol) == self.variable
        {
            self.variable_at = Some(self.position);
        }
        let raised = follow != Follow::Product
            && matches!(self.peek(1), Lexeme::Caret | Lexeme::Superscript(_));
        let (position, waiting) = (self.position, self.pending.len());
        self.hold_symbol();
        let level = self.level();
        if level.pending == waiting {
            level.raised = raised.then_some(position);
        }
    }

    /// A finished operand: pending powers and signs, then its place in the product.
    fn finish_operand(&mut self, mut value: Id, mut shape: Shape) {
        let from = self.level().pending;
        while self.pending.len() > from {
            value = match self.pending.pop() {
                Some(Pending::Base(base)) => {
                    // An argument without brackets is still open at the end of the exponent.
                    if shape != Shape::Bare {
                        shape = Shape::Power;
                    }
                    self.arena.power(base, value)
                }
                Some(Pending::Minus) => self.arena.neg(value),
                Some(Pending::Radical(degree)) => head::radical(degree, value, self.arena),
                None => value,
            };
        }
        let level = self.level();
        let (operands, negative, divide) = (
            level.operands,
            level.negative,
            level.operator == Operator::Divide,
        );
        level.operands += 1;
        level.shape = shape;
        if operands == 0 && shape == Shape::Frame {
            // A product that starts with a fraction starts with its factors, as x/2*y does.
            let first = self.values.len();
            match self.arena.view(value) {
                View::Product(factors) => self.values.extend_from_slice(factors),
                _ => self.values.push(value),
            }
            if negative && self.arena.as_number(self.values[first]).is_some() {
                self.values[first] = self.arena.neg(self.values[first]);
            } else if negative {
                let minus_one = self.arena.integer(-1);
                self.values.insert(first, minus_one);
            }
            return;
        }
        if operands == 0 {
            if negative && self.arena.as_number(value).is_some() {
                value = self.arena.neg(value);
            } else if negative {
                let minus_one = self.arena.integer(-1);
                self.values.push(minus_one);
            }
            self.values.push(value);
            return;
        }
        if divide {
            // The factor that the quotient may be one number with, or that 1/b makes superfluous.
            let first = match (operands, self.values.last()) {
                (1, Some(&first)) => self.arena.as_number(first).filter(|q| q.is_integer()),
                _ => None,
            };
            let one = first.is_some_and(Rational::is_one);
            let numbers = first.is_some()
                && self
                    .arena
                    .as_number(value)
                    .is_some_and(|q| q.is_integer() && !q.is_zero());
            if numbers {
                if let Some(first) = self.values.pop() {
                    value = self.arena.div(first, value);
                }
            } else {
                if one {
                    self.values.pop();
                }
                value = self.arena.recip(value);
            }
        }
        self.values.push(value);
    }
}
