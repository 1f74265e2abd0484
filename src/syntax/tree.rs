//! Operators, brackets and functions, put together with a stack of their own: nothing recurses.

use super::head::{self, Head};
use super::item::{Follow, Item, Lexeme};
use super::{Error, Limits, form};
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

    fn several<T>(&self) -> Result<T, Error> {
        Err(self.error(Stage::Form, form::SEVERAL))
    }

    /// Refuses a bracket after a symbol that would be the argument of an unknown function.
    fn check_bracket(&self, follow: Follow) -> Result<(), Error> {
        if follow == Follow::Product || !matches!(self.peek(1), Lexeme::Open(_)) {
            return Ok(());
        }
        let alone = match (self.peek(2), self.peek(3)) {
            (Lexeme::Symbol(id, _), Lexeme::Close(_)) => match self.arena.view(id) {
                crate::expr::View::Symbol(symbol) => self.arena.name(symbol) == self.variable,
                _ => false,
            },
            _ => false,
        };
        if follow == Follow::Guarded && !alone {
            return Ok(());
        }
        let name = self.written(self.position);
        Err(self.error(
            Stage::Symbol,
            format!(
                "`{name}` before a bracket is an unknown function; for a product write {name}*(…)"
            ),
        ))
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

    /// Reads what follows an operand.
    fn operator(&mut self) -> Result<Next, Error> {
        let item = self.item();
        if let Kind::Bare(head, exponent) = self.kind()
            && self.ends_run(item.lexeme)?
        {
            let opener = self.level().opener;
            let argument = self.end_sum();
            self.levels.pop();
            let value = self.apply(head, exponent, &[argument], opener)?;
            self.atom(value, false)?;
            return Ok(Next::Operator);
        }
        match item.lexeme {
            Lexeme::Plus | Lexeme::Minus => {
                self.end_term();
                self.level().negative = item.lexeme == Lexeme::Minus;
                self.position += 1;
                Ok(Next::Operand)
            }
            Lexeme::Times | Lexeme::Divide => {
                self.level().operator = match item.lexeme {
                    Lexeme::Divide => Operator::Divide,
                    _ => Operator::Times,
                };
                self.position += 1;
                Ok(Next::Operand)
            }
            Lexeme::Number(_) => self.syntax(
                "a number after another operand needs an operator: write * for a product, ^ for a \
                 power",
            ),
            Lexeme::Symbol(..)
            | Lexeme::Constant(_)
            | Lexeme::Head(_)
            | Lexeme::Open(_)
            | Lexeme::Radical(_) => self.implicit_product(),
            Lexeme::Bar => self.bar(),
            Lexeme::Comma => self.comma(),
            Lexeme::Close(bracket) => self.close(bracket),
            Lexeme::Superscript(_) | Lexeme::Caret => {
                self.syntax("a power stands after no operand; write brackets around its base")
            }
            Lexeme::End => self.end(),
        }
    }

    /// Whether a bare argument ends before this lexeme.
    fn ends_run(&mut self, next: Lexeme) -> Result<bool, Error> {
        if self.level().function {
            return Ok(true);
        }
        match next {
            Lexeme::Plus
            | Lexeme::Minus
            | Lexeme::Times
            | Lexeme::Divide
            | Lexeme::Comma
            | Lexeme::Close(_)
            | Lexeme::End
            | Lexeme::Head(_) => Ok(true),
            Lexeme::Bar => Ok(matches!(self.enclosing().kind, Kind::Bars)),
            Lexeme::Open(_) => self.syntax(
                "a bracket after an argument without brackets can be read in two ways; write \
                 sin(x)*(x+1) or sin(x*(x+1))",
            ),
            _ => Ok(false),
        }
    }

    /// The innermost level that is no bare argument.
    fn enclosing(&mut self) -> &mut Level {
        let index = self
            .levels
            .iter()
            .rposition(|level| !matches!(level.kind, Kind::Bare(..)))
            .unwrap_or(0);
        &mut self.levels[index]
    }

    fn implicit_product(&mut self) -> Result<Next, Error> {
        if self.item().line_break {
            return Err(self.error(
                Stage::Form,
                "a second line starts here; one expression is accepted, with an operator where a \
                 line ends",
            ));
        }
        self.level().operator = Operator::Times;
        Ok(Next::Operand)
    }

    fn bar(&mut self) -> Result<Next, Error> {
        if self.kind() != Kind::Bars {
            let after_bar = self.items[self.position - 1].lexeme == Lexeme::Bar;
            if self.enclosing().bars && !after_bar {
                return self.syntax(
                    "the bars can be paired in several ways; write abs(x) for the inner ones, or \
                     `*` between factors",
                );
            }
            return self.implicit_product();
        }
        let content = self.end_sum();
        self.levels.pop();
        self.position += 1;
        self.enclosing().bars = true;
        let value = self.arena.call(crate::expr::Function::Abs, &[content]);
        self.after(value, false)
    }

    fn comma(&mut self) -> Result<Next, Error> {
        if !matches!(self.kind(), Kind::Call(..)) {
            return self.several();
        }
        let argument = self.end_sum();
        self.values.push(argument);
        let end = self.values.len();
        let level = self.level();
        level.terms = end;
        level.factors = end;
        self.position += 1;
        Ok(Next::Operand)
    }

    fn close(&mut self, bracket: u8) -> Result<Next, Error> {
        let kind = self.kind();
        let opener = self.level().opener;
        let opened = match (kind, self.items[opener].lexeme) {
            (Kind::Text, _) => {
                return self.syntax(format!(
                    "`{}` closes nothing; remove it, or open a bracket before it",
                    char::from(bracket)
                ));
            }
            (_, Lexeme::Open(opened)) => opened,
            _ => {
                return self.syntax(format!(
                    "a bar is still open where `{}` closes a bracket; close it with |",
                    char::from(bracket)
                ));
            }
        };
        let expected = closing(opened);
        if bracket != expected {
            return self.syntax(format!(
                "`{}` was opened and `{}` closes it; `{}` is expected",
                char::from(opened),
                char::from(bracket),
                char::from(expected)
            ));
        }
        let value = self.end_sum();
        self.levels.pop();
        match kind {
            Kind::Call(head, exponent, from) => {
                self.values.push(value);
                let arguments = self.values.split_off(from);
                let value = self.apply(head, exponent, &arguments, opener)?;
                self.position += 1;
                self.after(value, false)
            }
            Kind::Exponent(head) => {
                self.position += 1;
                self.argument(head, Some(value))?;
                Ok(Next::Operand)
            }
            Kind::Text | Kind::Bracket(_) | Kind::Bars | Kind::Bare(..) => {
                self.position += 1;
                self.after(value, true)
            }
        }
    }

    fn end(&mut self) -> Result<Next, Error> {
        if self.kind() == Kind::Text {
            return Ok(Next::Done(self.end_sum()));
        }
        let opener = self.level().opener;
        let (sign, closer) = match self.items[opener].lexeme {
            Lexeme::Open(bracket) => (bracket, closing(bracket)),
            _ => (b'|', b'|'),
        };
        Err(Error::at(
            Stage::Syntax,
            format!(
                "`{}` is never closed; `{}` is expected",
                char::from(sign),
                char::from(closer)
            ),
            self.items[opener].span(),
        ))
    }

    fn after(&mut self, value: Id, bracketed: bool) -> Result<Next, Error> {
        Ok(if self.atom(value, bracketed)? {
            Next::Operand
        } else {
            Next::Operator
        })
    }

    /// Reads the name of a function and the exponent between it and its argument.
    fn function(&mut self, head: Head) -> Result<bool, Error> {
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
                    Lexeme::Open(_) if !negative => {
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
    fn argument(&mut self, head: Head, exponent: Option<Id>) -> Result<(), Error> {
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
            Lexeme::Open(_) => {
                self.open(Kind::Call(head, exponent, self.values.len()))?;
                self.position += 1;
                Ok(())
            }
            Lexeme::Number(_)
            | Lexeme::Constant(_)
            | Lexeme::Symbol(..)
            | Lexeme::Head(_)
            | Lexeme::Bar
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
    fn apply(
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
}

fn closing(bracket: u8) -> u8 {
    match bracket {
        b'[' => b']',
        b'{' => b'}',
        _ => b')',
    }
}
