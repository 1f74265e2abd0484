use super::anchor::{Anchor, Choice};
use super::tape::{Step, Tape, Term};
use crate::enclosure::{Complex, Real, Special};
use crate::expr::{Constant, Function, SymbolId};
use crate::number::Rational;

/// A point (a small box) at which branches are read off. What is asked is kept, so that another
/// point can be asked the same.
pub(super) struct At<'a, R: Real> {
    /// Encloses every symbol's value, by symbol.
    symbols: &'a [Complex<R>],
    /// Working precision in bits.
    precision: u32,
    values: Vec<Complex<R>>,
    pub tape: Tape,
}

impl<'a, R: Special> At<'a, R> {
    pub(super) fn new(symbols: &'a [Complex<R>], precision: u32) -> Self {
        Self {
            symbols,
            precision,
            values: Vec::new(),
            tape: Tape::default(),
        }
    }

    fn try_take(&mut self, step: Step) -> Option<Term> {
        let value = step.value(&self.values, self.symbols, self.precision)?;
        self.values.push(value);
        Some(self.tape.push(step))
    }

    /// Takes a step that has a value everywhere.
    fn take(&mut self, step: Step) -> Term {
        let whole = || Complex::whole(self.precision);
        let value = step.value(&self.values, self.symbols, self.precision);
        self.values.push(value.unwrap_or_else(whole));
        self.tape.push(step)
    }
}

impl<R: Special> Anchor for At<'_, R> {
    type Value = Term;

    fn start(&mut self) {
        self.values.clear();
        self.tape = Tape::default();
    }

    fn rational(&mut self, q: &Rational) -> Term {
        self.take(Step::Rational(q.clone()))
    }

    fn constant(&mut self, c: Constant) -> Term {
        self.take(Step::Constant(c))
    }

    fn symbol(&mut self, s: SymbolId) -> Term {
        self.take(Step::Symbol(s))
    }

    fn add(&mut self, a: Term, b: Term) -> Term {
        self.take(Step::Add(a, b))
    }

    fn mul(&mut self, a: Term, b: Term) -> Term {
        self.take(Step::Mul(a, b))
    }

    fn recip(&mut self, a: Term) -> Option<Term> {
        self.try_take(Step::Recip(a))
    }

    fn exp(&mut self, a: Term) -> Term {
        self.take(Step::Exp(a))
    }

    fn log(&mut self, a: Term) -> Option<Term> {
        self.try_take(Step::Log(a))
    }

    fn power(&mut self, a: Term, q: &Rational) -> Option<Term> {
        self.try_take(Step::Power(a, q.clone()))
    }

    fn call(&mut self, f: Function, a: Term, n: Option<i64>) -> Option<Term> {
        self.try_take(Step::Call(f, a, n))
    }

    fn turns(&mut self, a: Term, b: Term) -> Option<Choice> {
        self.tape.ask_turns(a, b, &self.values, self.precision)
    }

    fn sign(&mut self, a: Term) -> Option<Choice> {
        self.tape.ask_sign(a, &self.values)
    }
}
