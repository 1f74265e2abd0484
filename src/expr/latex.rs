//! Expressions as LaTeX.

use super::print::Output;
use super::{Arena, Constant, Function, Id, View};
use crate::number::Rational;

/// Where an expression stands, which decides about its brackets.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    /// Between brackets or alone.
    Whole,
    /// A term of a sum, or the only factor of a product.
    Term,
    /// One of several factors.
    Factor,
    /// A base.
    Base,
}

/// What is still to be written, last first.
enum Piece<'a> {
    Text(&'a str),
    Owned(String),
    Node(Id, Place),
    /// The node, which starts with a minus sign, without that sign.
    Unsigned(Id),
}

/// Writes an expression so that the reader of LaTeX makes the same tree of it.
pub(super) fn write(arena: &Arena, root: Id, out: &mut Output) {
    let latex = Latex { arena };
    let mut stack = vec![Piece::Node(root, Place::Whole)];
    while let Some(piece) = stack.pop() {
        if out.full {
            return;
        }
        match piece {
            Piece::Text(text) => out.push(text),
            Piece::Owned(text) => out.push(&text),
            Piece::Unsigned(id) => latex.unsigned(id, &mut stack),
            Piece::Node(id, place) => {
                if latex.needs_brackets(id, place) {
                    stack.push(Piece::Text(r"\right)"));
                    latex.node(id, &mut stack);
                    stack.push(Piece::Text(r"\left("));
                } else {
                    latex.node(id, &mut stack);
                }
            }
        }
    }
}

struct Latex<'a> {
    arena: &'a Arena,
}

/// A factor as it is written.
enum Factor {
    /// The first number of a product, without its sign.
    First(Rational),
    Node(Id),
}

impl<'a> Latex<'a> {
    fn needs_brackets(&self, id: Id, place: Place) -> bool {
        match self.arena.view(id) {
            View::Sum(_) => !matches!(place, Place::Whole),
            View::Product(_) => matches!(place, Place::Factor | Place::Base),
            View::Number(q) => match place {
                Place::Whole | Place::Term => false,
                Place::Factor => q.is_negative(),
                Place::Base => q.is_negative() || !q.is_integer(),
            },
            View::Power(..) => place == Place::Base,
            View::Call(function, _) => {
                place == Place::Base && !matches!(function, Function::Abs | Function::Root)
            }
            View::Constant(_) | View::Symbol(_) => false,
        }
    }

    /// Whether these arguments have bars that stand for the brackets of the function.
    fn is_abs(&self, arguments: &[Id]) -> bool {
        matches!(arguments, [one] if matches!(self.arena.view(*one), View::Call(Function::Abs, _)))
    }

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
            View::Number(q) => stack.push(Piece::Owned(number(q))),
            View::Constant(constant) => stack.push(Piece::Text(match constant {
                Constant::Pi => r"\pi",
                Constant::E => "e",
                Constant::I => "i",
            })),
            View::Symbol(symbol) => stack.push(Piece::Owned(symbol_name(self.arena.name(symbol)))),
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
            View::Product(factors) => self.product(factors, true, stack),
            View::Power(base, exponent) => self.power(base, exponent, stack),
            View::Call(function, arguments) => self.call(function, arguments, "", stack),
        }
    }

    fn unsigned(&self, id: Id, stack: &mut Vec<Piece<'a>>) {
        match self.arena.view(id) {
            View::Number(q) => stack.push(Piece::Owned(number(&q.abs()))),
            View::Product(factors) => self.product(factors, false, stack),
            _ => stack.push(Piece::Node(id, Place::Term)),
        }
    }

    /// A product. The factors up to the first reciprocal are a fraction where that is read as
    /// these factors side by side; later reciprocals are fractions of their own.
    fn product(&self, factors: &[Id], signed: bool, stack: &mut Vec<Piece<'a>>) {
        let is_number = |id: &Id| self.arena.as_number(*id).is_some();
        let first = self.arena.as_number(factors[0]);
        let negative = first.is_some_and(Rational::is_negative);
        let mut items: Vec<Factor> = factors.iter().map(|&id| Factor::Node(id)).collect();
        if let Some(q) = first.map(Rational::abs) {
            // -2*x is the product of -2 and x, so that -1*2*x is not written without the 1.
            if negative && q.is_one() && !factors.get(1).is_some_and(is_number) {
                items.remove(0);
            } else {
                items[0] = Factor::First(q);
            }
        }
        let mut pieces = Vec::with_capacity(2 * items.len() + 4);
        if negative && signed {
            pieces.push(Piece::Text("-"));
        }
        let mut rest = &items[..];
        if let Some((above, below)) = self.fraction(&items) {
            rest = &items[above.len() + 1..];
            pieces.push(Piece::Text(r"\frac{"));
            match above {
                [] => pieces.push(Piece::Text("1")),
                [Factor::Node(one)] => pieces.push(Piece::Node(*one, Place::Whole)),
                _ => self.factors(above, &mut pieces),
            }
            pieces.push(Piece::Text("}{"));
            pieces.push(Piece::Node(below, Place::Whole));
            pieces.push(Piece::Text("}"));
        }
        self.factors(rest, &mut pieces);
        stack.extend(pieces.into_iter().rev());
    }

    /// What stands above and below the bar, where the reader makes these factors of it: it puts the
    /// factors above side by side, leaves a 1 out, and makes one number of two integers.
    fn fraction<'i>(&self, items: &'i [Factor]) -> Option<(&'i [Factor], Id)> {
        let (at, below) = items.iter().enumerate().find_map(|(at, item)| match item {
            Factor::Node(id) => Some((at, self.reciprocal(*id)?)),
            Factor::First(_) => None,
        })?;
        let above = &items[..at];
        let integer = self
            .arena
            .as_number(below)
            .is_some_and(Rational::is_integer);
        let fits = match above {
            [] => !integer,
            [Factor::First(q)] => q.is_integer() && !q.is_one() && !integer,
            [Factor::Node(one)] => !matches!(self.arena.view(*one), View::Product(_)),
            [Factor::First(q), ..] => q.is_integer(),
            _ => true,
        };
        fits.then_some((above, below))
    }

    /// What an expression is the reciprocal of: b of b^(-1).
    fn reciprocal(&self, id: Id) -> Option<Id> {
        match self.arena.view(id) {
            View::Power(base, exponent) => {
                let is_inverse = *self.arena.as_number(exponent)? == Rational::MINUS_ONE;
                is_inverse.then_some(base)
            }
            _ => None,
        }
    }

    /// Factors side by side, after what is written already.
    fn factors(&self, items: &[Factor], pieces: &mut Vec<Piece<'a>>) {
        for item in items {
            match item {
                Factor::First(q) => pieces.push(Piece::Owned(number(q))),
                Factor::Node(id) => {
                    self.join(*id, pieces);
                    pieces.push(Piece::Node(*id, Place::Factor));
                }
            }
        }
    }

    /// What stands between two factors: a dot where the second could be read as the end of the
    /// first number, or as its argument, or as the rest of it.
    fn join(&self, next: Id, before: &mut Vec<Piece<'a>>) {
        let base = match before.last() {
            // The start of the product or of the numerator.
            None | Some(Piece::Text("-" | r"\frac{")) => return,
            Some(Piece::Node(id, _)) => match self.arena.view(*id) {
                View::Power(base, _) => Some(self.arena.view(base)),
                view => Some(view),
            },
            _ => None,
        };
        let digits = match self.arena.view(next) {
            View::Number(_) => true,
            View::Power(base, _) => self.arena.as_number(base).is_some(),
            _ => false,
        };
        let symbol = matches!(base, Some(View::Symbol(_)));
        let bars = matches!(base, Some(View::Call(function, arguments))
            if !matches!(function, Function::Abs | Function::Root) && self.is_abs(arguments));
        let bracket = self.needs_brackets(next, Place::Factor);
        let dot = digits || bars || (symbol && bracket);
        before.push(Piece::Text(if dot { r" \cdot " } else { " " }));
    }

    fn power(&self, base: Id, exponent: Id, stack: &mut Vec<Piece<'a>>) {
        let is_e = matches!(self.arena.view(base), View::Constant(Constant::E));
        if let (Some(q), false) = (self.arena.as_number(exponent), is_e) {
            let integer = self.arena.as_number(base).is_some_and(Rational::is_integer);
            if *q == Rational::MINUS_ONE && !integer {
                stack.push(Piece::Text("}"));
                stack.push(Piece::Node(base, Place::Whole));
                stack.push(Piece::Text(r"\frac{1}{"));
                return;
            }
            if *q == Rational::HALF {
                stack.push(Piece::Text("}"));
                stack.push(Piece::Node(base, Place::Whole));
                stack.push(Piece::Text(r"\sqrt{"));
                return;
            }
            if let Some(call) = self.function_power(base, q) {
                stack.extend(call);
                return;
            }
        }
        stack.push(Piece::Text("}"));
        match self.arena.as_number(exponent) {
            Some(q) => stack.push(Piece::Owned(q.to_string())),
            None => stack.push(Piece::Node(exponent, Place::Whole)),
        }
        stack.push(Piece::Text("^{"));
        stack.push(Piece::Node(base, Place::Base));
    }

    /// \sin^{2}: a function to an integer power above 1.
    fn function_power(&self, base: Id, exponent: &Rational) -> Option<Vec<Piece<'a>>> {
        let View::Call(function, arguments) = self.arena.view(base) else {
            return None;
        };
        let raised = exponent.to_i64().is_some_and(|n| n >= 2)
            && !matches!(function, Function::Abs | Function::Root);
        raised.then(|| {
            let mut stack = Vec::new();
            self.call(function, arguments, &format!("^{{{exponent}}}"), &mut stack);
            stack
        })
    }

    fn call(
        &self,
        function: Function,
        arguments: &'a [Id],
        exponent: &str,
        stack: &mut Vec<Piece<'a>>,
    ) {
        match function {
            Function::Abs => {
                stack.push(Piece::Text(r"\right|"));
                stack.push(Piece::Node(arguments[0], Place::Whole));
                stack.push(Piece::Text(r"\left|"));
            }
            Function::Root => {
                stack.push(Piece::Text("}"));
                stack.push(Piece::Node(arguments[0], Place::Whole));
                stack.push(Piece::Text("]{"));
                stack.push(Piece::Node(arguments[1], Place::Whole));
                stack.push(Piece::Text(r"\sqrt["));
            }
            _ => {
                let bars = self.is_abs(arguments);
                stack.push(Piece::Text(if bars { "" } else { r"\right)" }));
                for (index, &argument) in arguments.iter().enumerate().rev() {
                    stack.push(Piece::Node(argument, Place::Whole));
                    if index > 0 {
                        stack.push(Piece::Text(", "));
                    }
                }
                stack.push(Piece::Text(if bars { "" } else { r"\left(" }));
                stack.push(Piece::Owned(exponent.to_owned()));
                stack.push(Piece::Text(function.entry().latex));
            }
        }
    }
}

fn number(q: &Rational) -> String {
    if q.is_integer() {
        return q.to_string();
    }
    let sign = if q.is_negative() { "-" } else { "" };
    let q = q.abs();
    format!("{sign}\\frac{{{}}}{{{}}}", q.numerator(), q.denominator())
}

/// A letter with a subscript, a Greek name with one, or a word in upright letters.
fn symbol_name(name: &str) -> String {
    let (stem, subscript) = match name.split_once('_') {
        Some((stem, subscript)) => (stem, Some(subscript)),
        None => (name, None),
    };
    let stem = if stem.len() == 1 {
        stem.to_owned()
    } else if GREEK.contains(&stem) {
        format!("\\{stem}")
    } else {
        format!("\\mathrm{{{stem}}}")
    };
    match subscript {
        Some(subscript) => format!("{stem}_{{{}}}", subscript.replace('_', r"\_")),
        None => stem,
    }
}

/// Greek names that are commands of LaTeX.
const GREEK: &[&str] = &[
    "alpha",
    "beta",
    "gamma",
    "delta",
    "epsilon",
    "zeta",
    "eta",
    "theta",
    "iota",
    "kappa",
    "lambda",
    "mu",
    "nu",
    "xi",
    "rho",
    "sigma",
    "tau",
    "upsilon",
    "phi",
    "chi",
    "psi",
    "omega",
    "Gamma",
    "Delta",
    "Theta",
    "Lambda",
    "Xi",
    "Sigma",
    "Upsilon",
    "Phi",
    "Psi",
    "Omega",
    "varepsilon",
    "vartheta",
    "varphi",
];
