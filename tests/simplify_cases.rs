//! Canonical forms by example: expressions that must become one, that must stay apart, that must
//! stay as they are, and sizes that must cost nothing.
#![allow(clippy::unwrap_used)]

mod complex;

use barrow::expr::{Arena, Constant, Function, Id};
use barrow::number::Rational;
use barrow::simplify::{add, call, canonical, mul, pow, structural_hash};
use complex::print;

/// A reader for the cases: operators, numbers, names and calls, and no checks.
struct Reader<'a> {
    arena: &'a mut Arena,
    text: &'a [u8],
    at: usize,
}

impl Reader<'_> {
    fn peek(&mut self) -> u8 {
        while self.text.get(self.at) == Some(&b' ') {
            self.at += 1;
        }
        self.text.get(self.at).copied().unwrap_or(0)
    }

    fn eat(&mut self, c: u8) -> bool {
        let found = self.peek() == c;
        self.at += usize::from(found);
        found
    }

    fn sum(&mut self) -> Id {
        let mut terms = Vec::new();
        let minus = self.eat(b'-');
        let first = self.product();
        terms.push(if minus { self.arena.neg(first) } else { first });
        loop {
            if self.eat(b'+') {
                let term = self.product();
                terms.push(term);
            } else if self.eat(b'-') {
                let term = self.product();
                terms.push(self.arena.neg(term));
            } else {
                return self.arena.sum(&terms);
            }
        }
    }

    fn product(&mut self) -> Id {
        let mut factors = vec![self.power()];
        loop {
            if self.eat(b'*') {
                let factor = self.power();
                factors.push(factor);
            } else if self.eat(b'/') {
                let factor = self.power();
                factors.push(self.arena.recip(factor));
            } else {
                return self.arena.product(&factors);
            }
        }
    }

    fn power(&mut self) -> Id {
        let base = self.atom();
        if !self.eat(b'^') {
            return base;
        }
        let minus = self.eat(b'-');
        let exponent = self.power();
        let exponent = if minus {
            self.arena.neg(exponent)
        } else {
            exponent
        };
        self.arena.power(base, exponent)
    }

    fn atom(&mut self) -> Id {
        if self.eat(b'(') {
            let inner = self.sum();
            assert!(self.eat(b')'));
            return inner;
        }
        self.peek();
        let start = self.at;
        while self
            .text
            .get(self.at)
            .is_some_and(u8::is_ascii_alphanumeric)
        {
            self.at += 1;
        }
        let word = std::str::from_utf8(&self.text[start..self.at]).unwrap();
        if let Ok(n) = word.parse() {
            return self.arena.integer(n);
        }
        match word {
            "pi" => self.arena.constant(Constant::Pi),
            "e" => self.arena.constant(Constant::E),
            "i" => self.arena.constant(Constant::I),
            _ if self.peek() == b'(' => {
                self.at += 1;
                let mut arguments = vec![self.sum()];
                while self.eat(b',') {
                    let argument = self.sum();
                    arguments.push(argument);
                }
                assert!(self.eat(b')'));
                match word {
                    "sqrt" => self.arena.sqrt(arguments[0]),
                    _ => self.arena.call(Function::find(word).unwrap(), &arguments),
                }
            }
            _ => self.arena.symbol(word),
        }
    }
}

fn read(arena: &mut Arena, text: &str) -> Id {
    let text = text.as_bytes();
    let mut reader = Reader { arena, text, at: 0 };
    let id = reader.sum();
    assert_eq!(reader.peek(), 0, "{}", String::from_utf8_lossy(text));
    id
}

/// `left = right` or `left != right`, one a line.
const CASES: &str = include_str!("simplify.cases");

#[test]
fn cases_hold() {
    for line in CASES
        .lines()
        .filter(|l| !l.is_empty() && !l.starts_with('#'))
    {
        let mut arena = Arena::new();
        let (left, right, same) = match line.split_once("!=") {
            Some((left, right)) => (left, right, false),
            None => line.split_once('=').map(|(l, r)| (l, r, true)).unwrap(),
        };
        let (left, right) = (read(&mut arena, left), read(&mut arena, right));
        let (left, right) = (canonical(&mut arena, left), canonical(&mut arena, right));
        let forms = (print(&arena, left), print(&arena, right));
        assert_eq!(left == right, same, "{line}: {} and {}", forms.0, forms.1);
        assert_eq!(
            structural_hash(&arena, left) == structural_hash(&arena, right),
            same
        );
    }
}

#[test]
fn the_undefined_never_becomes_a_number() {
    for text in [
        "0*(1/0)",
        "1/0",
        "1/0 - 1/0",
        "0^(-1)",
        "0^0",
        "0^(x - x)",
        "(1/0)^0",
        "1^(1/0)",
        "log(0)",
        "0*log(x - x)",
        "sign(abs(1/0))",
        "abs(sign(log(0)))",
        "tan(pi/2)",
        "0*tan(3*pi/2)",
        "sec(pi/2)",
        "cot(pi)",
        "csc(0)",
        "coth(0)",
        "acot(0)",
        "acsc(0)",
        "asech(0)",
        "atanh(1)",
        "acoth(1)",
        "acoth(-1)",
        "Ci(0)",
        "Chi(0)",
        "Ei(0)",
        "li(1)",
        "li(0)",
        "0/0",
        "0*(x + 1/(1 - 1))",
        "0^(-1/2)",
    ] {
        let mut arena = Arena::new();
        let raw = read(&mut arena, text);
        let form = canonical(&mut arena, raw);
        let shown = print(&arena, form);
        assert!(arena.as_number(form).is_none(), "{text} became {shown}");
        assert_eq!(canonical(&mut arena, form), form, "{text} became {shown}");
    }
}

#[test]
fn the_constructors_are_public() {
    let mut arena = Arena::new();
    let x = arena.symbol("x");
    let two = arena.integer(2);
    let square = pow(&mut arena, x, two);
    assert_eq!(mul(&mut arena, &[x, x]), square);
    let double = mul(&mut arena, &[two, x]);
    assert_eq!(add(&mut arena, &[x, x]), double);
    let zero = add(&mut arena, &[]);
    let one = mul(&mut arena, &[]);
    assert_eq!(call(&mut arena, Function::Cos, &[zero]), one);
}

/// Builds an expression and its canonical form; how many nodes each has.
fn sizes(build: impl FnOnce(&mut Arena, Id) -> Id) -> (usize, usize) {
    let mut arena = Arena::new();
    let x = arena.symbol("x");
    let raw = build(&mut arena, x);
    let before = arena.reachable(&[raw]).len();
    let form = canonical(&mut arena, raw);
    (before, arena.reachable(&[form]).len())
}

#[test]
fn large_inputs_cost_little() {
    let huge = |arena: &mut Arena| {
        let q = Rational::from(10).checked_pow(30, 1_000).unwrap();
        arena.number(&q)
    };
    sizes(|arena, _| read(arena, "9^9^9"));
    sizes(|arena, _| read(arena, "(2/3)^9^9 * 9^(9^9^9)"));
    sizes(|arena, x| {
        let huge = huge(arena);
        arena.power(x, huge)
    });
    sizes(|arena, _| {
        let huge = huge(arena);
        let i = arena.constant(Constant::I);
        arena.power(i, huge)
    });
    // Repeated squaring by products, and continued fractions with shared nodes.
    sizes(|arena, _| (0..200).fold(arena.integer(3), |u, _| arena.product(&[u, u])));
    sizes(|arena, _| {
        let start = arena.number(&Rational::new(7, 3).unwrap());
        (0..60).fold(start, |u, _| {
            let inverse = arena.recip(u);
            arena.sum(&[u, inverse])
        })
    });
    sizes(|arena, _| {
        let terms: Vec<Id> = (1..2_000)
            .map(|k| arena.number(&Rational::new(1, 2 * k + 1).unwrap()))
            .collect();
        arena.sum(&terms)
    });
    let chain = |step: fn(&mut Arena, Id, Id) -> Id| {
        let (before, after) = sizes(|arena, x| (0..10_000).fold(x, |u, _| step(arena, x, u)));
        assert!(after <= 4 * before, "{after} nodes from {before}");
    };
    chain(|arena, x, u| arena.sum(&[x, u]));
    chain(|arena, x, u| arena.product(&[x, u]));
    chain(|arena, _, u| arena.call(Function::Sin, &[u]));
    chain(|arena, _, u| arena.call(Function::Abs, &[u]));
    chain(|arena, _, u| arena.sqrt(u));
    chain(|arena, _, u| arena.exp(u));
    chain(|arena, _, u| arena.neg(u));
    chain(|arena, x, u| {
        let sine = arena.call(Function::Sin, &[u]);
        arena.sum(&[u, sine, x])
    });
    chain(|arena, x, u| {
        let sine = arena.call(Function::Sin, &[u]);
        arena.product(&[u, sine, x])
    });
    chain(|arena, x, u| {
        let root = arena.sqrt(u);
        let product = arena.product(&[root, x]);
        arena.call(Function::Abs, &[product])
    });
    chain(|arena, x, u| {
        let exponent = arena.number(&Rational::new(3, 2).unwrap());
        let product = arena.product(&[u, x]);
        arena.power(product, exponent)
    });
}
