//! Operators, brackets and functions, put together with a stack of their own: nothing recurses.

mod application;
mod operator;

use super::head::{self, Head};
use super::item::{Item, Lexeme};
use super::{Error, Limits};
use crate::error::Stage;
use crate::expr::{Arena, Id};
use crate::number::Rational;

/// What ends a level.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// The whole text.
    Text,
    /// A closing bracket.
    Bracket(u8),
    /// A bar.
    Bars,
    /// The closing bracket of the arguments of a function. With them, where in the values the
    /// arguments start.
    Call(Head, Option<Id>, usize),
    /// The end of a run of factors.
    Bare(Head, Option<Id>),
    /// The closing bracket of the exponent of a function: sin^(2)(x).
    Exponent(Head),
}

/// An expression that is being read. Its finished terms, then the factors of its last term, are
/// the last values.
struct Level {
    kind: Kind,
    /// The item that opened it.
    opener: usize,
    terms: usize,
    factors: usize,
    /// Where its pending signs, powers and roots start.
    pending: usize,
    /// Whether the term has a minus sign in front.
    negative: bool,
    /// Operands of the term so far.
    operands: usize,
    /// How the next operand joins the term.
    operator: Operator,
    /// Whether bars were closed in this term.
    bars: bool,
    /// Whether a function is the whole of a bare argument.
    function: bool,
}

/// How an operand joins the operands before it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Operator {
    Times,
    Divide,
}

/// What waits for an operand.
enum Pending {
    Minus,
    Base(Id),
    Radical(u8),
}

struct Builder<'a> {
    text: &'a str,
    items: &'a [Item],
    variable: &'a str,
    limits: &'a Limits,
    arena: &'a mut Arena,
    position: usize,
    values: Vec<Id>,
    pending: Vec<Pending>,
    levels: Vec<Level>,
}

/// The expression of the items, which end with [`Lexeme::End`].
pub(super) fn build(
    text: &str,
    items: &[Item],
    variable: &str,
    limits: &Limits,
    arena: &mut Arena,
) -> Result<Id, Error> {
    let most = arena.len().saturating_add(limits.nodes);
    let mut builder = Builder {
        text,
        items,
        variable,
        limits,
        arena,
        position: 0,
        values: Vec::with_capacity(items.len()),
        pending: Vec::new(),
        levels: Vec::with_capacity(8),
    };
    builder.open(Kind::Text)?;
    let mut expecting = true;
    loop {
        if builder.arena.len() > most {
            return Err(builder.error(
                Stage::Limit,
                format!("the expression has more than {} parts", limits.nodes),
            ));
        }
        if expecting {
            expecting = builder.operand()?;
        } else {
            match builder.operator()? {
                Next::Operand => expecting = true,
                Next::Operator => {}
                Next::Done(id) => return Ok(id),
            }
        }
    }
}

enum Next {
    Operand,
    Operator,
    Done(Id),
}

impl Builder<'_> {
    fn item(&self) -> Item {
        self.items[self.position]
    }

    fn peek(&self, ahead: usize) -> Lexeme {
        self.items
            .get(self.position + ahead)
            .map_or(Lexeme::End, |item| item.lexeme)
    }

    fn written(&self, position: usize) -> &str {
        &self.text[self.items[position].span()]
    }

    fn error(&self, stage: Stage, message: impl Into<String>) -> Error {
        Error::at(stage, message, self.item().span())
    }

    fn syntax<T>(&self, message: impl Into<String>) -> Result<T, Error> {
        Err(self.error(Stage::Syntax, message))
    }

    /// The level whose operand is being read. The whole text is one, so there always is.
    fn level(&mut self) -> &mut Level {
        let last = self.levels.len() - 1;
        &mut self.levels[last]
    }

    fn kind(&self) -> Kind {
        self.levels.last().map_or(Kind::Text, |level| level.kind)
    }

    fn open(&mut self, kind: Kind) -> Result<(), Error> {
        self.check_depth()?;
        self.levels.push(Level {
            kind,
            opener: self.position,
            terms: self.values.len(),
            factors: self.values.len(),
            pending: self.pending.len(),
            negative: false,
            operands: 0,
            operator: Operator::Times,
            bars: false,
            function: false,
        });
        Ok(())
    }

    fn wait(&mut self, pending: Pending) -> Result<(), Error> {
        self.check_depth()?;
        self.pending.push(pending);
        Ok(())
    }

    fn check_depth(&self) -> Result<(), Error> {
        if self.levels.len() + self.pending.len() > self.limits.nesting {
            return Err(self.limits.deep(self.item().span()));
        }
        Ok(())
    }

    /// Reads what an operand starts with; whether an operand is still expected.
    fn operand(&mut self) -> Result<bool, Error> {
        let item = self.item();
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
                self.atom(id, false)
            }
            Lexeme::Symbol(id, follow) => {
                self.check_bracket(follow)?;
                self.position += 1;
                self.atom(id, false)
            }
            Lexeme::Open(bracket) => {
                self.open(Kind::Bracket(bracket))?;
                self.position += 1;
                Ok(true)
            }
            Lexeme::Bar => {
                self.open(Kind::Bars)?;
                self.position += 1;
                Ok(true)
            }
            Lexeme::Radical(degree) => {
                self.wait(Pending::Radical(degree))?;
                self.position += 1;
                Ok(true)
            }
            Lexeme::Head(head) => {
                if matches!(self.kind(), Kind::Bare(..)) {
                    self.level().function = true;
                }
                self.function(head)
            }
            Lexeme::Superscript(_)
            | Lexeme::Times
            | Lexeme::Divide
            | Lexeme::Caret
            | Lexeme::Close(_)
            | Lexeme::Comma
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
            Lexeme::Close(_) => "a closing bracket",
            Lexeme::Comma => "a comma",
            _ => "an operator",
        };
        let message = match (before, self.item().lexeme) {
            (Some(Lexeme::Divide), Lexeme::Divide) => {
                "`//` is no operator here; write / for a quotient".into()
            }
            (Some(Lexeme::Open(_)), Lexeme::Close(_)) => {
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
    fn atom(&mut self, mut value: Id, bracketed: bool) -> Result<bool, Error> {
        while let Some(&Pending::Radical(degree)) = self.pending.last() {
            if self.pending.len() == self.levels.last().map_or(0, |level| level.pending) {
                break;
            }
            if !bracketed && matches!(self.peek(0), Lexeme::Caret | Lexeme::Superscript(_)) {
                return self.syntax(
                    "a power after a root sign can be read in two ways; write √(x^2) or (√x)^2",
                );
            }
            self.pending.pop();
            value = head::radical(degree, value, self.arena);
        }
        if let Lexeme::Superscript(exponent) = self.peek(0) {
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
        self.finish_operand(value);
        Ok(false)
    }

    /// A finished operand: pending powers and signs, then its place in the product.
    fn finish_operand(&mut self, mut value: Id) {
        let from = self.level().pending;
        while self.pending.len() > from {
            value = match self.pending.pop() {
                Some(Pending::Base(base)) => self.arena.power(base, value),
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

    fn end_term(&mut self) {
        let factors = self.level().factors;
        let term = self.arena.product(&self.values[factors..]);
        self.values.truncate(factors);
        self.values.push(term);
        let end = self.values.len();
        let level = self.level();
        level.factors = end;
        level.negative = false;
        level.operands = 0;
        level.operator = Operator::Times;
        level.bars = false;
    }

    /// Ends the level's expression.
    fn end_sum(&mut self) -> Id {
        self.end_term();
        let terms = self.level().terms;
        let sum = self.arena.sum(&self.values[terms..]);
        self.values.truncate(terms);
        sum
    }
}
