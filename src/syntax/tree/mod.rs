//! Operators, brackets and functions, put together with a stack of their own: nothing recurses.
//!
//! ```text
//! answer      = (("F" | "y") ("(" variable ")")? "=")? expression      f for an integrand
//! expression  = term (("+" | "-") term)*
//! term        = operand (("*" | "/")? operand)*   an implicit product has the rank of "*":
//!                                                 1/2x is (1/2)*x. A number never follows
//!                                                 another operand without a sign.
//! operand     = sign* power                       -x^2 is -(x^2)
//! power       = atom ("^" sign* power)?           x^y^z is x^(y^z), 2^-3*4 is (2^(-3))*4
//! atom        = number | symbol | constant | "(" expression ")" | "|" expression "|"
//!             | radical atom | application
//! application = function exponent? ("(" expression ("," expression)* ")" | bare)
//! bare        = application | sign? (plain_atom power?)+
//! ```
//!
//! `bare` is the argument of a function without brackets: the run of numbers, symbols, |…| and
//! roots that follows, with their powers. It ends at an operator, at a closing bracket and at the
//! next function: `sin 2x cos x` is sin(2x)·cos(x), `sin x^2` is sin(x²), `sin x/2` is sin(x)/2,
//! `ln sin x` is ln(sin(x)). A bracket after such a run, `sin x(x+1)`, is refused as ambiguous.
//! `exponent` is that of `sin^2 x` = (sin x)²; the exponent −1 names the inverse: `sin^-1 x` is
//! asin(x).

mod application;
mod group;
mod operand;
mod operator;

use super::head::Head;
use super::item::{Item, Lexeme};
use super::note::Notes;
use super::symbols::Vocabulary;
use super::token::{Bracket, Frame};
use super::{Error, Limits, Syntax};
use crate::error::Stage;
use crate::expr::{Arena, Id};
use group::Shape;

/// What ends a level.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// The whole text.
    Text,
    /// A closing bracket.
    Bracket(Bracket),
    /// A bar.
    Bars,
    /// The closing bracket of the arguments of a function. With them, where in the values the
    /// arguments start.
    Call(Head, Option<Id>, usize),
    /// The end of a run of factors.
    Bare(Head, Option<Id>),
    /// The closing bracket of the exponent of a function: sin^(2)(x).
    Exponent(Head),
    /// The end of the parts of a frame. With it, where in the values the parts start.
    Frame(Frame, usize),
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
    /// What stood in the term.
    held: Held,
    /// What its last operand was.
    shape: Shape,
    /// The item of a symbol that is raised to a power and that a bracket would make a function.
    raised: Option<usize>,
}

/// What a term consists of so far.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Held {
    /// Numbers and constants.
    Numbers,
    /// Symbols, brackets or bars too.
    Symbols,
    /// A function, which is the whole of an argument without brackets.
    Function,
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
    syntax: Syntax,
    arena: &'a mut Arena,
    notes: &'a mut Notes,
    position: usize,
    /// The last item that is the variable.
    variable_at: Option<usize>,
    values: Vec<Id>,
    pending: Vec<Pending>,
    levels: Vec<Level>,
}

/// The expression of the items, which end with [`Lexeme::End`].
pub(super) fn build(
    text: &str,
    items: &[Item],
    vocabulary: &Vocabulary<'_>,
    arena: &mut Arena,
    notes: &mut Notes,
) -> Result<Id, Error> {
    let limits = &vocabulary.reading.limits;
    let most = arena.len().saturating_add(limits.nodes);
    let mut builder = Builder {
        text,
        items,
        variable: vocabulary.variable(),
        limits,
        syntax: vocabulary.reading.syntax,
        arena,
        notes,
        position: 0,
        variable_at: None,
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
            held: Held::Numbers,
            shape: Shape::Atom,
            raised: None,
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
        level.held = Held::Numbers;
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
