//! Braces that are not printed, and the other places where two readings are weighed.
//!
//! Free braces are accepted where the expression is the same with brackets in their place and
//! with nothing there; a reader of the page sees the latter, whoever typed them may have meant
//! the former.

use super::super::Error;
use super::super::item::Lexeme;
use super::super::token::Bracket;
use super::{Builder, Held, Kind, Operator, Pending};

/// What an operand is, which tells what a power or a factor after it belongs to.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Shape {
    /// Printed brackets.
    Bracketed,
    /// A fraction or a root.
    Frame,
    /// A number, a symbol or bars.
    Atom,
    /// A function with brackets.
    Call,
    /// A power.
    Power,
    /// A function whose argument has no brackets, or a power that ends with one.
    Bare,
    /// Several factors in braces that are not printed.
    Product,
    /// A term with a sign, or several terms, in braces that are not printed.
    Sum,
}

/// What braces hold.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Content {
    /// Several terms.
    Sum,
    /// One term with a sign.
    Signed,
    /// Several factors, the last of this shape; whether one is divided by.
    Product(Shape),
    /// One operand.
    Operand(Shape),
}

impl Builder<'_> {
    /// What the braces hold that end here.
    pub(super) fn content(&mut self) -> Content {
        let level = self.level();
        if level.factors > level.terms {
            Content::Sum
        } else if level.negative {
            Content::Signed
        } else if level.operands > 1 {
            Content::Product(level.shape)
        } else {
            // Braces within braces are not printed either.
            match level.shape {
                Shape::Sum => Content::Sum,
                Shape::Product => Content::Product(Shape::Bare),
                shape => Content::Operand(shape),
            }
        }
    }

    /// Refuses a group that starts with a number or a sign where a factor is expected: `2{3}` is
    /// printed as 23.
    pub(super) fn check_opening(&self, bracket: Bracket) -> Result<(), Error> {
        if bracket != Bracket::Group {
            return Ok(());
        }
        match self.printed(self.position) {
            Lexeme::Number(_) | Lexeme::Plus | Lexeme::Minus => self.unprinted(self.position),
            _ => Ok(()),
        }
    }

    /// The first lexeme from a position on that is printed.
    fn printed(&self, position: usize) -> Lexeme {
        self.items[position..]
            .iter()
            .map(|item| item.lexeme)
            .find(|lexeme| *lexeme != Lexeme::Open(Bracket::Group))
            .unwrap_or(Lexeme::End)
    }

    /// The shape of a group that stands by itself, or its refusal.
    pub(super) fn check_group(&mut self, content: Content, opener: usize) -> Result<Shape, Error> {
        let next = self.peek(1);
        let raised = matches!(
            next,
            Lexeme::Caret | Lexeme::Superscript(_) | Lexeme::Degrees
        );
        let waiting = self.pending.len();
        let last = match self.pending.last() {
            Some(Pending::Base(_)) => Some(true),
            Some(Pending::Radical(_)) => Some(false),
            _ => None,
        };
        let in_bars = matches!(self.kind(), Kind::Bars);
        let in_run = matches!(self.kind(), Kind::Bare(..));
        let function = matches!(self.printed(self.position + 1), Lexeme::Head(_));
        let level = self.level();
        let first = level.operands == 0 && !level.negative && level.pending == waiting;
        let divided = level.operands > 0 && level.operator == Operator::Divide;
        let pending = if level.pending < waiting { last } else { None };
        // An exponent is printed as one.
        if pending == Some(true) {
            return Ok(Shape::Bracketed);
        }
        let ends = match next {
            Lexeme::Plus
            | Lexeme::Minus
            | Lexeme::Close(_)
            | Lexeme::Comma
            | Lexeme::Part
            | Lexeme::End => true,
            Lexeme::Bar => in_bars,
            _ => false,
        };
        // An argument without brackets ends there too.
        let operator = ends || matches!(next, Lexeme::Times | Lexeme::Divide) || function;
        let one = |shape| match shape {
            Shape::Bracketed | Shape::Frame | Shape::Atom => true,
            Shape::Call => pending.is_none(),
            Shape::Power => !raised && pending.is_none(),
            Shape::Bare => !raised && pending.is_none() && operator,
            // Content of these is a product or a sum.
            Shape::Product | Shape::Sum => false,
        };
        let same = match content {
            Content::Sum | Content::Signed => first && ends && !in_run,
            Content::Product(last) => {
                !raised && !divided && pending.is_none() && (last != Shape::Bare || operator)
            }
            Content::Operand(shape) => one(shape),
        };
        if !same {
            return self.unprinted(opener);
        }
        Ok(match content {
            Content::Operand(shape) => shape,
            Content::Product(_) => Shape::Product,
            Content::Sum | Content::Signed => Shape::Sum,
        })
    }

    /// Braces after a function hold its argument. A sum in them, or a power after them, is printed
    /// as if it were outside; a factor is believed to whoever typed the braces. The shape of the
    /// function.
    pub(super) fn check_argument(
        &mut self,
        content: Content,
        opener: usize,
    ) -> Result<Shape, Error> {
        if content == Content::Operand(Shape::Bracketed) {
            return Ok(Shape::Call);
        }
        let is_run = match content {
            Content::Sum => return self.unprinted(opener),
            Content::Operand(shape) if shape != Shape::Power => true,
            _ => !self.items[opener + 1..self.position].iter().any(|item| {
                matches!(
                    item.lexeme,
                    Lexeme::Times
                        | Lexeme::Divide
                        | Lexeme::Head(_)
                        | Lexeme::Frame(_)
                        | Lexeme::Open(Bracket::Round | Bracket::Square | Bracket::Curly)
                )
            }),
        };
        let factor = match self.peek(1) {
            Lexeme::Caret | Lexeme::Superscript(_) | Lexeme::Degrees => {
                return self.unprinted(opener);
            }
            Lexeme::Symbol(..)
            | Lexeme::Constant(_)
            | Lexeme::Open(_)
            | Lexeme::Frame(_)
            | Lexeme::Radical(_)
            | Lexeme::Bar => true,
            _ => false,
        };
        if factor || !is_run {
            let span = self.items[opener].start..self.item().end;
            self.notes.push(span, || {
                "the braces are read as those of the argument: \\sin{x}y is \\sin(x)y".into()
            });
        }
        Ok(Shape::Bare)
    }

    fn unprinted<T>(&self, opener: usize) -> Result<T, Error> {
        Err(Error::at(
            crate::error::Stage::Syntax,
            "braces are not printed, so this can be read in two ways; write \\left( … \\right)",
            self.items[opener].span(),
        ))
    }

    /// Remarks on a factor that could have been meant as part of something else.
    pub(super) fn note_product(&mut self) {
        let (position, variable_at) = (self.position, self.variable_at);
        let bare = matches!(self.kind(), Kind::Bare(..));
        let level = self.level();
        let (opener, function, divide) = (
            level.opener,
            level.held == Held::Function,
            level.operator == Operator::Divide && level.operands > 1,
        );
        let span = self.items[opener.saturating_sub(1)].start..self.items[position].end;
        if bare && !function && variable_at.is_some_and(|at| at >= opener) {
            self.notes.push(span, || {
                "the argument goes on up to the next operator or function: sin x y is sin(x*y)"
                    .into()
            });
        } else if divide {
            let span = self.items[position - 1].start..self.items[position].end;
            self.notes.push(span, || {
                "a product without a sign binds no tighter than /: 1/2x is (1/2)*x".into()
            });
        }
    }

    /// A remark on a power of e that ends an argument without brackets.
    pub(super) fn note_exponential(&mut self) {
        let opener = self.level().opener;
        let span = self.items[opener.saturating_sub(1)].start..self.item().end;
        self.notes.push(span, || {
            "the argument ends before a power of e, as before a function: sin x e^x is sin(x)*e^x"
                .into()
        });
    }

    /// A remark on a quotient whose sign ends an argument without brackets.
    pub(super) fn note_quotient(&mut self, opener: usize) {
        let span = self.items[opener.saturating_sub(1)].start..self.item().end;
        self.notes.push(span, || {
            "the argument ends at the quotient sign: sin x/2 is sin(x)/2".into()
        });
    }
}
