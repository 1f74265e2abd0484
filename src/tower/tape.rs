use super::anchor::Choice;
use crate::enclosure::analytic;
use crate::enclosure::natural::rational;
use crate::enclosure::{Complex, Real, Special};
use crate::expr::{Constant, Function, SymbolId};
use crate::number::Rational;

/// A value of a tape: the number of the step that makes it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Term(u32);

/// How a value is made of earlier ones.
#[derive(Clone, Debug)]
pub(super) enum Step {
    Rational(Rational),
    Constant(Constant),
    Symbol(SymbolId),
    Add(Term, Term),
    Mul(Term, Term),
    Recip(Term),
    Exp(Term),
    Log(Term),
    Power(Term, Rational),
    Call(Function, Term, Option<i64>),
}

impl Step {
    /// Its enclosure at a point; `None` when that touches a branch cut or a pole.
    pub(super) fn value<R: Special>(
        &self,
        values: &[Complex<R>],
        symbols: &[Complex<R>],
        precision: u32,
    ) -> Option<Complex<R>> {
        let at = |term: &Term| &values[term.0 as usize];
        match self {
            Self::Rational(q) => Some(Complex::real(rational(q, precision))),
            Self::Constant(c) => Some(analytic::constant(*c, precision)),
            Self::Symbol(s) => Some(symbols[s.index()].clone()),
            Self::Add(a, b) => Some(at(a).add(at(b))),
            Self::Mul(a, b) => Some(at(a).mul(at(b))),
            Self::Recip(a) => at(a).recip(),
            Self::Exp(a) => Some(at(a).exp()),
            Self::Log(a) => at(a).log(),
            Self::Power(a, q) => analytic::power(at(a), q),
            Self::Call(f, a, n) => analytic::call(*f, at(a), *n),
        }
    }
}

/// What a run asked of its anchor, and what it was told. A run depends on the anchor through the
/// answers alone; so where another point gives the same answers, it would find the same.
#[derive(Clone, Debug, Default)]
pub(super) struct Tape {
    steps: Vec<Step>,
    turns: Vec<(Term, Term, i64)>,
    signs: Vec<(Term, i64)>,
}

impl Tape {
    pub(super) fn push(&mut self, step: Step) -> Term {
        self.steps.push(step);
        Term((self.steps.len() - 1) as u32)
    }

    pub(super) fn ask_turns<R: Special>(
        &mut self,
        a: Term,
        b: Term,
        values: &[Complex<R>],
        precision: u32,
    ) -> Option<Choice> {
        let k = turns(&values[a.0 as usize], &values[b.0 as usize], precision)?;
        self.turns.push((a, b, k));
        Some(Choice::Known(k))
    }

    pub(super) fn ask_sign<R: Real>(&mut self, a: Term, values: &[Complex<R>]) -> Option<Choice> {
        let s = sign(&values[a.0 as usize])?;
        self.signs.push((a, s));
        Some(Choice::Known(s))
    }

    /// Whether every answer is the same at a point.
    pub(super) fn holds_at<R: Special>(&self, symbols: &[Complex<R>], precision: u32) -> bool {
        if self.turns.is_empty() && self.signs.is_empty() {
            return true;
        }
        let mut values = Vec::with_capacity(self.steps.len());
        for step in &self.steps {
            match step.value(&values, symbols, precision) {
                Some(value) => values.push(value),
                None => return false,
            }
        }
        self.turns.iter().all(|(a, b, k)| {
            turns(&values[a.0 as usize], &values[b.0 as usize], precision) == Some(*k)
        }) && self
            .signs
            .iter()
            .all(|(a, s)| sign(&values[a.0 as usize]) == Some(*s))
    }
}

/// The integer k with a = b + 2πik.
fn turns<R: Special>(a: &Complex<R>, b: &Complex<R>, precision: u32) -> Option<i64> {
    let difference = a.sub(b);
    if !difference.re.contains_zero() {
        return None;
    }
    let turns = difference.im.div(&R::pi(precision).scale(1))?;
    i64::try_from(turns.nearest_integer_if_unique()?).ok()
}

/// The sign of a real value.
fn sign<R: Real>(a: &Complex<R>) -> Option<i64> {
    if !a.is_real() {
        None
    } else if a.re.is_positive() {
        Some(1)
    } else if a.re.is_negative() {
        Some(-1)
    } else {
        None
    }
}
