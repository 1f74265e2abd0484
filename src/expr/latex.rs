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
    /// The power of a base with the exponent's sign turned.
    Inverse(Id, Rational, Place),
}

/// Writes an expression; quotients of all kinds are fractions, so that the text says the same
/// value but not always the same tree.
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
            Piece::Inverse(base, exponent, place) => {
                latex.inverse(base, &exponent, place, &mut stack);
            }
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

/// A product as a fraction.
struct Fraction<'a> {
    negative: bool,
    above: Vec<Piece<'a>>,
    below: Vec<Piece<'a>>,
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

    /// A product: its factors with negative exponents and its denominators are below the bar.
    fn product(&self, factors: &'a [Id], signed: bool, stack: &mut Vec<Piece<'a>>) {
        let mut fraction = Fraction {
            negative: false,
            above: Vec::new(),
            below: Vec::new(),
        };
        let mut above: Vec<Id> = Vec::new();
        let mut below: Vec<(Id, Rational)> = Vec::new();
        for (index, &factor) in factors.iter().enumerate() {
            match self.arena.view(factor) {
                View::Number(q) if index == 0 => {
                    fraction.negative = q.is_negative();
                    let q = q.abs();
                    let (p, d) = (q.numerator(), q.denominator());
                    if p != 1.into() {
                        fraction.above.push(Piece::Owned(p.to_string()));
                    }
                    if d != 1.into() {
                        fraction.below.push(Piece::Owned(d.to_string()));
                    }
                }
                View::Power(base, exponent) => match self.arena.as_number(exponent) {
                    Some(q) if q.is_negative() => below.push((base, -q)),
                    _ => above.push(factor),
                },
                _ => above.push(factor),
            }
        }
        let alone = above.len() + fraction.above.len() == 1;
        let place = if alone && (!below.is_empty() || !fraction.below.is_empty()) {
            Place::Whole
        } else {
            Place::Factor
        };
        for id in above {
            self.join(id, &mut fraction.above);
            fraction.above.push(Piece::Node(id, place));
        }
        let place = if below.len() + fraction.below.len() == 1 {
            Place::Whole
        } else {
            Place::Factor
        };
        for (base, exponent) in below {
            self.join(base, &mut fraction.below);
            fraction.below.push(Piece::Inverse(base, exponent, place));
        }
        if fraction.above.is_empty() {
            fraction.above.push(Piece::Text("1"));
        }
        let quotient = !fraction.below.is_empty();
        if quotient {
            stack.push(Piece::Text("}"));
            stack.extend(fraction.below.into_iter().rev());
            stack.push(Piece::Text("}{"));
        }
        stack.extend(fraction.above.into_iter().rev());
        if quotient {
            stack.push(Piece::Text(r"\frac{"));
        }
        if fraction.negative && signed {
            stack.push(Piece::Text("-"));
        }
    }

    /// What stands between two factors: a dot where the second could be read as the end of the
    /// first number, or as its argument, or as the rest of it.
    fn join(&self, next: Id, before: &mut Vec<Piece<'a>>) {
        let Some(last) = before.last() else { return };
        let digits = match self.arena.view(next) {
            View::Number(_) => true,
            View::Power(base, _) => self.arena.as_number(base).is_some(),
            _ => false,
        };
        let base = match last {
            Piece::Node(id, _) => match self.arena.view(*id) {
                View::Power(base, _) => Some(self.arena.view(base)),
                view => Some(view),
            },
            Piece::Inverse(id, ..) => Some(self.arena.view(*id)),
            Piece::Text(_) | Piece::Owned(_) | Piece::Unsigned(_) => None,
        };
        let symbol = matches!(base, Some(View::Symbol(_)));
        let bars = matches!(base, Some(View::Call(function, arguments))
            if !matches!(function, Function::Abs | Function::Root) && self.is_abs(arguments));
        let bracket = self.needs_brackets(next, Place::Factor);
        let dot = digits || bars || (symbol && bracket);
        before.push(Piece::Text(if dot { r" \cdot " } else { " " }));
    }

    /// base^exponent with a positive exponent, as it stands below the bar.
    fn inverse(&self, base: Id, exponent: &Rational, place: Place, stack: &mut Vec<Piece<'a>>) {
        if exponent.is_one() {
            stack.push(Piece::Node(base, place));
        } else if *exponent == Rational::HALF {
            stack.push(Piece::Text("}"));
            stack.push(Piece::Node(base, Place::Whole));
            stack.push(Piece::Text(r"\sqrt{"));
        } else if let Some(call) = self.function_power(base, exponent) {
            stack.extend(call);
        } else {
            stack.push(Piece::Text("}"));
            stack.push(Piece::Owned(exponent.to_string()));
            stack.push(Piece::Text("^{"));
            stack.push(Piece::Node(base, Place::Base));
        }
    }

    fn power(&self, base: Id, exponent: Id, stack: &mut Vec<Piece<'a>>) {
        let is_e = matches!(self.arena.view(base), View::Constant(Constant::E));
        if let (Some(q), false) = (self.arena.as_number(exponent), is_e) {
            if q.is_negative() {
                stack.push(Piece::Text("}"));
                stack.push(Piece::Inverse(base, -q, Place::Whole));
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
