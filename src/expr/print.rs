//! Expressions as text.

use std::fmt;

use super::latex;
use super::{Arena, Constant, Function, Id, View};
use crate::number::Rational;

/// A language in which expressions are printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Notation {
    /// The plain language in its default dialect: `x^2`, `e`, `i`.
    #[default]
    Plain,
    /// What SymPy reads: `x**2`, `E`, `I`.
    Sympy,
    /// LaTeX.
    Latex,
}

/// An expression with the notation in which it is displayed.
///
/// What [`Notation::Plain`] and [`Notation::Sympy`] print is read back as the same expression, by
/// [`crate::syntax::read`] in the dialect of the notation, provided that its symbols are known to
/// the reading if they are called like a constant (`e` in the plain language). Quotients stand
/// where the reader makes them: x·y^(−1) is `x/y`, y^(−1) is `1/y`, and 1·y^(−1), 3·4^(−1), which
/// nobody writes, are `1*y^(-1)` and `3*4^(-1)`. Of two expressions with different values, no
/// two print the same.
///
/// A tree that shares its parts can be exponentially longer as text; after [`Printed::limit`]
/// bytes the text ends with `…`.
#[derive(Clone, Copy)]
pub struct Printed<'a> {
    arena: &'a Arena,
    root: Id,
    notation: Notation,
    limit: usize,
}

/// Bytes of text when nothing else is asked for.
const LIMIT: usize = 1 << 20;

impl Arena {
    /// The expression in the plain language, to be displayed.
    pub fn plain(&self, root: Id) -> Printed<'_> {
        self.print(root, Notation::Plain)
    }

    /// The expression in LaTeX, to be displayed.
    pub fn latex(&self, root: Id) -> Printed<'_> {
        self.print(root, Notation::Latex)
    }

    /// The expression as SymPy reads it, to be displayed.
    pub fn sympy(&self, root: Id) -> Printed<'_> {
        self.print(root, Notation::Sympy)
    }

    /// The expression in a notation, to be displayed.
    pub fn print(&self, root: Id, notation: Notation) -> Printed<'_> {
        Printed {
            arena: self,
            root,
            notation,
            limit: LIMIT,
        }
    }
}

impl Printed<'_> {
    /// With at most so many bytes, apart from the mark at the end of a text that was cut.
    #[must_use]
    pub fn limit(self, limit: usize) -> Self {
        Self { limit, ..self }
    }

    /// The whole text, or `None` if it is longer than the limit.
    pub fn complete(&self) -> Option<String> {
        let mut out = Output::new(self.limit);
        self.write(&mut out);
        (!out.full).then_some(out.text)
    }

    fn write(&self, out: &mut Output) {
        if self.notation == Notation::Latex {
            latex::write(self.arena, self.root, out);
        } else {
            Linear::new(self.arena, self.root, self.notation).write(self.root, out);
        }
    }
}

impl fmt::Display for Printed<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut out = Output::new(self.limit);
        self.write(&mut out);
        f.write_str(&out.text)?;
        if out.full { f.write_str("…") } else { Ok(()) }
    }
}

/// Text up to a limit.
pub(super) struct Output {
    pub text: String,
    limit: usize,
    pub full: bool,
}

impl Output {
    fn new(limit: usize) -> Self {
        Self {
            text: String::new(),
            limit,
            full: false,
        }
    }

    pub fn push(&mut self, text: &str) {
        let room = self.limit - self.text.len();
        if text.len() <= room {
            self.text.push_str(text);
            return;
        }
        self.full = true;
        let end = (0..=room).rev().find(|&i| text.is_char_boundary(i));
        self.text.push_str(&text[..end.unwrap_or(0)]);
    }
}

/// Where an expression stands, which decides about its brackets.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    /// Between brackets or alone.
    Whole,
    /// A term of a sum.
    Term,
    /// The first factor of a product.
    First,
    /// A later factor, or a divisor.
    Factor,
    /// A base or an exponent.
    Tight,
}

/// How tightly the text of an expression holds together.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    Sum,
    /// A product with several factors.
    Product,
    /// `-2`, `3/4`, `1/x`: a product to whoever reads it.
    Quotient,
    Power,
    Atom,
}

/// What is still to be written, last first.
enum Piece<'a> {
    Text(&'a str),
    Node(Id, Place),
    /// The node, which starts with a minus sign, without that sign.
    Unsigned(Id),
    Number(&'a Rational),
    Magnitude(&'a Rational),
    /// The power −1 with its exponent.
    Reciprocal(Id),
}

/// The plain language and SymPy's.
struct Linear<'a> {
    arena: &'a Arena,
    power: &'static str,
    sympy: bool,
    /// Whether a symbol has the name of the constant e or i.
    e_taken: bool,
    i_taken: bool,
}

impl<'a> Linear<'a> {
    fn new(arena: &'a Arena, root: Id, notation: Notation) -> Self {
        let sympy = notation == Notation::Sympy;
        let (e, i) = if sympy { ("E", "I") } else { ("e", "i") };
        let taken = |name| {
            arena
                .find_symbol(name)
                .is_some_and(|symbol| arena.symbols_of(root).contains(&symbol))
        };
        Self {
            arena,
            power: if sympy { "**" } else { "^" },
            sympy,
            e_taken: taken(e),
            i_taken: taken(i),
        }
    }

    fn write(&self, root: Id, out: &mut Output) {
        let mut stack = vec![Piece::Node(root, Place::Whole)];
        while let Some(piece) = stack.pop() {
            if out.full {
                return;
            }
            match piece {
                Piece::Text(text) => out.push(text),
                Piece::Number(q) => out.push(&q.to_string()),
                Piece::Magnitude(q) => out.push(&q.abs().to_string()),
                Piece::Unsigned(id) => self.unsigned(id, &mut stack),
                Piece::Reciprocal(base) => {
                    stack.push(Piece::Text("(-1)"));
                    stack.push(Piece::Text(self.power));
                    stack.push(Piece::Node(base, Place::Tight));
                }
                Piece::Node(id, place) => {
                    let rank = self.rank(id);
                    let bracketed = match place {
                        Place::Whole => false,
                        Place::Term => rank == Rank::Sum,
                        Place::First => rank <= Rank::Product,
                        Place::Factor => rank <= Rank::Quotient,
                        Place::Tight => rank < Rank::Atom,
                    };
                    if bracketed {
                        out.push("(");
                        stack.push(Piece::Text(")"));
                    }
                    self.node(id, &mut stack);
                }
            }
        }
    }

    fn rank(&self, id: Id) -> Rank {
        match self.arena.view(id) {
            View::Number(q) if q.is_negative() || !q.is_integer() => Rank::Quotient,
            View::Number(_) | View::Constant(_) | View::Symbol(_) | View::Call(..) => Rank::Atom,
            View::Sum(_) => Rank::Sum,
            View::Product(_) => Rank::Product,
            View::Power(base, exponent) => {
                if self.is_e(base) || self.is_number(exponent, &Rational::HALF) {
                    Rank::Atom
                } else if self.is_quotient(base, exponent) {
                    Rank::Quotient
                } else {
                    Rank::Power
                }
            }
        }
    }

    fn is_e(&self, id: Id) -> bool {
        matches!(self.arena.view(id), View::Constant(Constant::E))
    }

    fn is_number(&self, id: Id, value: &Rational) -> bool {
        self.arena.as_number(id) == Some(value)
    }

    /// Whether the power is written `1/base`. Not for an integer: `1/2` is one number.
    fn is_quotient(&self, base: Id, exponent: Id) -> bool {
        self.is_number(exponent, &Rational::MINUS_ONE)
            && !self.makes_number(base)
            && !self.is_e(base)
    }

    /// Whether an integer divided by this is read as one number.
    fn makes_number(&self, divisor: Id) -> bool {
        self.arena
            .as_number(divisor)
            .is_some_and(|q| q.is_integer() && !q.is_zero())
    }

    /// Whether the text of the node starts with a minus sign.
    fn is_signed(&self, id: Id) -> bool {
        match self.arena.view(id) {
            View::Number(q) => q.is_negative(),
            View::Product(factors) => self
                .arena
                .as_number(factors[0])
                .is_some_and(Rational::is_negative),
            _ => false,
        }
    }

    fn node(&self, id: Id, stack: &mut Vec<Piece<'a>>) {
        match self.arena.view(id) {
            View::Number(q) => stack.push(Piece::Number(q)),
            View::Constant(constant) => stack.push(Piece::Text(match constant {
                Constant::Pi => "pi",
                Constant::E if self.e_taken => "exp(1)",
                Constant::I if self.i_taken => "sqrt(-1)",
                Constant::E if self.sympy => "E",
                Constant::E => "e",
                Constant::I if self.sympy => "I",
                Constant::I => "i",
            })),
            View::Symbol(symbol) => stack.push(Piece::Text(self.arena.name(symbol))),
            View::Sum(terms) => {
                for &term in terms[1..].iter().rev() {
                    if self.is_signed(term) {
                        stack.push(Piece::Unsigned(term));
                        stack.push(Piece::Text(" - "));
                    } else {
                        stack.push(Piece::Node(term, Place::Term));
                        stack.push(Piece::Text(" + "));
                    }
                }
                stack.push(Piece::Node(terms[0], Place::Term));
            }
            View::Product(factors) => {
                if self.is_signed(id) {
                    stack.push(Piece::Unsigned(id));
                    stack.push(Piece::Text("-"));
                } else {
                    self.factors(factors, stack);
                    stack.push(Piece::Node(factors[0], Place::First));
                }
            }
            View::Power(base, exponent) => self.power(base, exponent, stack),
            View::Call(function, arguments) => self.call(function, arguments, stack),
        }
    }

    /// A negative number or a product that starts with one, without the minus sign.
    fn unsigned(&self, id: Id, stack: &mut Vec<Piece<'a>>) {
        match self.arena.view(id) {
            View::Number(q) => stack.push(Piece::Magnitude(q)),
            View::Product(factors) => {
                let first = self.arena.as_number(factors[0]);
                // -1*2 is not -2, but -1*x is -x.
                if first == Some(&Rational::MINUS_ONE) && self.arena.as_number(factors[1]).is_none()
                {
                    self.factors(&factors[1..], stack);
                    stack.push(Piece::Node(factors[1], Place::First));
                } else {
                    self.factors(factors, stack);
                    if let Some(q) = first {
                        stack.push(Piece::Magnitude(q));
                    }
                }
            }
            _ => stack.push(Piece::Node(id, Place::Term)),
        }
    }

    /// All factors but the first, each with its operator.
    fn factors(&self, factors: &'a [Id], stack: &mut Vec<Piece<'a>>) {
        let first = self.arena.as_number(factors[0]).filter(|q| q.is_integer());
        for (index, &factor) in factors.iter().enumerate().skip(1).rev() {
            if let View::Power(base, exponent) = self.arena.view(factor)
                && self.is_number(exponent, &Rational::MINUS_ONE)
                && !self.is_e(base)
            {
                // The reader makes one number of 3/4, and b^(-1) of 1/b.
                let changes =
                    index == 1 && first.is_some_and(|q| q.is_one() || self.makes_number(base));
                if changes {
                    stack.push(Piece::Reciprocal(base));
                    stack.push(Piece::Text("*"));
                } else {
                    stack.push(Piece::Node(base, Place::Factor));
                    stack.push(Piece::Text("/"));
                }
                continue;
            }
            stack.push(Piece::Node(factor, Place::Factor));
            stack.push(Piece::Text("*"));
        }
    }

    fn power(&self, base: Id, exponent: Id, stack: &mut Vec<Piece<'a>>) {
        if self.is_e(base) {
            stack.push(Piece::Text(")"));
            stack.push(Piece::Node(exponent, Place::Whole));
            stack.push(Piece::Text("exp("));
        } else if self.is_number(exponent, &Rational::HALF) {
            stack.push(Piece::Text(")"));
            stack.push(Piece::Node(base, Place::Whole));
            stack.push(Piece::Text("sqrt("));
        } else if self.is_quotient(base, exponent) {
            stack.push(Piece::Node(base, Place::Factor));
            stack.push(Piece::Text("1/"));
        } else {
            stack.push(Piece::Node(exponent, Place::Tight));
            stack.push(Piece::Text(self.power));
            stack.push(Piece::Node(base, Place::Tight));
        }
    }

    fn call(&self, function: Function, arguments: &'a [Id], stack: &mut Vec<Piece<'a>>) {
        let cube = function == Function::Root
            && !self.sympy
            && self.is_number(arguments[1], &Rational::from(3));
        let (name, arguments) = match function {
            Function::Root if cube => ("cbrt", &arguments[..1]),
            Function::Root if self.sympy => ("real_root", arguments),
            Function::Abs if self.sympy => ("Abs", arguments),
            _ => (function.name(), arguments),
        };
        stack.push(Piece::Text(")"));
        for (index, &argument) in arguments.iter().enumerate().rev() {
            stack.push(Piece::Node(argument, Place::Whole));
            stack.push(Piece::Text(if index == 0 { "(" } else { ", " }));
        }
        stack.push(Piece::Text(name));
    }
}
