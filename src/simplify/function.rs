//! Canonical functions: one row of rules for each function of the table.
//!
//! | column | identity | holds because |
//! |---|---|---|
//! | parity | f(−u) = −f(u) or f(u); acos(−u) = π − acos u | the Taylor series; asin, atan, asinh, atanh also on their cuts, by their formulas in log |
//! | imaginary | f(i·u) = c·g(u), as sin(iu) = i·sinh u | DLMF 4.28; for inverses and erf, Si their defining formulas |
//! | undoes | f(g(u)) = u | g is a right inverse on every branch |
//! | definition | sec = 1/cos, acot u = atan(1/u), erfc = 1 − erf, li u = Ei(log u) | the function table defines them so |
//! | values | f at the points where it is elementary | DLMF 4.17, 4.23, 4.37 |
//!
//! Beside the table:
//! - log(c·w) = log c + log w for a positive constant c; log(uᵃ) = a·log u for a rational a with
//!   |a| < 1, or any rational a if u is a positive constant; log of a rational is split into
//!   primes; log(−1) = iπ. Not log(eᵘ) = u nor log(ab) = log a + log b.
//! - |u|, sign u and the real root: see `magnitude.rs`.

use super::angle::{is_pole_of_tangent, multiple_of_pi};
use super::factor::factor;
use super::{MAX_DEPTH, Simplifier};
use crate::expr::{Arena, Constant, Function, Id, View};
use crate::number::Rational;

/// An exact value or argument.
#[derive(Clone, Copy, Debug)]
pub(super) enum Exact {
    /// n/d·√k.
    Root(i64, i64, i64),
    /// n/d·π.
    Pi(i64, i64),
    /// n/d·iπ.
    ImaginaryPi(i64, i64),
}

use Exact::{ImaginaryPi, Pi, Root};

const ZERO: Exact = Root(0, 1, 1);
const ONE: Exact = Root(1, 1, 1);

#[derive(Clone, Copy)]
enum Parity {
    None,
    Even,
    Odd,
    /// f(−u) = π − f(u).
    Reflected,
}

/// A factor i or 1.
#[derive(Clone, Copy)]
enum Unit {
    I,
    One,
}

#[derive(Clone, Copy)]
enum Definition {
    Own,
    /// 1/g(u).
    Reciprocal(Function),
    /// g(1/u).
    OfReciprocal(Function),
    /// 1 − g(u).
    Complement(Function),
    /// g(log u).
    OfLogarithm(Function),
}

/// The numbers at which a function has no value. Functions defined through others need no entry:
/// they become a power of 0 or an entry of the other.
#[derive(Clone, Copy)]
enum Poles {
    None,
    /// 0.
    Zero,
    /// 1 and −1.
    Units,
    /// Odd multiples of π/2.
    Quarters,
}

/// The rules of one function.
struct Row {
    parity: Parity,
    imaginary: Option<(Unit, Function)>,
    undoes: Option<Function>,
    definition: Definition,
    values: &'static [(Exact, Exact)],
    poles: Poles,
}

impl Row {
    const PLAIN: Self = Self {
        parity: Parity::None,
        imaginary: None,
        undoes: None,
        definition: Definition::Own,
        values: &[],
        poles: Poles::None,
    };

    const fn defined(definition: Definition) -> Self {
        Self {
            definition,
            ..Self::PLAIN
        }
    }

    const fn new(parity: Parity) -> Self {
        Self {
            parity,
            ..Self::PLAIN
        }
    }

    const fn imaginary(mut self, unit: Unit, function: Function) -> Self {
        self.imaginary = Some((unit, function));
        self
    }

    const fn undoes(mut self, function: Function) -> Self {
        self.undoes = Some(function);
        self
    }

    const fn poles(mut self, poles: Poles) -> Self {
        self.poles = poles;
        self
    }

    const fn values(mut self, values: &'static [(Exact, Exact)]) -> Self {
        self.values = values;
        self
    }
}

const AT_ZERO: &[(Exact, Exact)] = &[(ZERO, ZERO)];

#[rustfmt::skip]
const ASIN: &[(Exact, Exact)] = &[
    (ZERO, ZERO), (Root(1, 2, 1), Pi(1, 6)), (Root(1, 2, 2), Pi(1, 4)), (Root(1, 2, 3), Pi(1, 3)), (ONE, Pi(1, 2)),
];

#[rustfmt::skip]
const ACOS: &[(Exact, Exact)] = &[
    (ZERO, Pi(1, 2)), (Root(1, 2, 1), Pi(1, 3)), (Root(1, 2, 2), Pi(1, 4)), (Root(1, 2, 3), Pi(1, 6)), (ONE, ZERO),
];

const ATAN: &[(Exact, Exact)] = &[
    (ZERO, ZERO),
    (Root(1, 3, 3), Pi(1, 6)),
    (ONE, Pi(1, 4)),
    (Root(1, 1, 3), Pi(1, 3)),
];

const ACOSH: &[(Exact, Exact)] = &[
    (ZERO, ImaginaryPi(1, 2)),
    (ONE, ZERO),
    (Root(-1, 1, 1), ImaginaryPi(1, 1)),
];

#[rustfmt::skip]
const fn row(function: Function) -> Row {
    use Definition::{Complement, OfLogarithm, OfReciprocal, Reciprocal};
    use Function as F;
    use Parity::{Even, Odd, Reflected};
    match function {
        F::Abs | F::Sign | F::Root => Row::PLAIN,
        F::Log | F::Ci | F::Chi | F::Ei => Row::PLAIN.poles(Poles::Zero),
        F::Sin => Row::new(Odd).imaginary(Unit::I, F::Sinh).undoes(F::Asin),
        F::Cos => Row::new(Even).imaginary(Unit::One, F::Cosh).undoes(F::Acos),
        F::Tan => Row::new(Odd).imaginary(Unit::I, F::Tanh).undoes(F::Atan).poles(Poles::Quarters),
        F::Cot => Row::defined(Reciprocal(F::Tan)),
        F::Sec => Row::defined(Reciprocal(F::Cos)),
        F::Csc => Row::defined(Reciprocal(F::Sin)),
        F::Asin => Row::new(Odd).imaginary(Unit::I, F::Asinh).values(ASIN),
        F::Acos => Row::new(Reflected).values(ACOS),
        F::Atan => Row::new(Odd).imaginary(Unit::I, F::Atanh).values(ATAN),
        F::Acot => Row::defined(OfReciprocal(F::Atan)),
        F::Asec => Row::defined(OfReciprocal(F::Acos)),
        F::Acsc => Row::defined(OfReciprocal(F::Asin)),
        F::Sinh => Row::new(Odd).imaginary(Unit::I, F::Sin).undoes(F::Asinh).values(AT_ZERO),
        F::Cosh => Row::new(Even).imaginary(Unit::One, F::Cos).undoes(F::Acosh).values(&[(ZERO, ONE)]),
        F::Tanh => Row::new(Odd).imaginary(Unit::I, F::Tan).undoes(F::Atanh).values(AT_ZERO),
        F::Coth => Row::defined(Reciprocal(F::Tanh)),
        F::Sech => Row::defined(Reciprocal(F::Cosh)),
        F::Csch => Row::defined(Reciprocal(F::Sinh)),
        F::Asinh => Row::new(Odd).imaginary(Unit::I, F::Asin).values(AT_ZERO),
        F::Acosh => Row::PLAIN.values(ACOSH),
        F::Atanh => Row::new(Odd).imaginary(Unit::I, F::Atan).values(AT_ZERO).poles(Poles::Units),
        F::Acoth => Row::defined(OfReciprocal(F::Atanh)),
        F::Asech => Row::defined(OfReciprocal(F::Acosh)),
        F::Acsch => Row::defined(OfReciprocal(F::Asinh)),
        F::Erf => Row::new(Odd).imaginary(Unit::I, F::Erfi).values(AT_ZERO),
        F::Erfc => Row::defined(Complement(F::Erf)),
        F::Erfi => Row::new(Odd).imaginary(Unit::I, F::Erf).values(AT_ZERO),
        F::Si => Row::new(Odd).imaginary(Unit::I, F::Shi).values(AT_ZERO),
        F::Shi => Row::new(Odd).imaginary(Unit::I, F::Si).values(AT_ZERO),
        F::Li => Row::defined(OfLogarithm(F::Ei)),
    }
}

/// Whether a function has no value at this argument, as far as the form shows.
pub(super) fn singular(arena: &Arena, function: Function, arguments: &[Id]) -> bool {
    let number = || arena.as_number(arguments[0]);
    match row(function).poles {
        Poles::None => false,
        Poles::Zero => number().is_some_and(Rational::is_zero),
        Poles::Units => number().is_some_and(|q| q.abs().is_one()),
        Poles::Quarters => {
            multiple_of_pi(arena, arguments[0]).is_some_and(|q| is_pole_of_tangent(&q))
        }
    }
}

pub(super) fn negative_if(simplifier: &mut Simplifier<'_>, negative: bool, id: Id) -> Id {
    if negative { simplifier.neg(id) } else { id }
}

impl Simplifier<'_> {
    /// A function of canonical arguments.
    pub fn call(&mut self, function: Function, arguments: &[Id]) -> Id {
        if self.depth >= MAX_DEPTH {
            return self.arena.call(function, arguments);
        }
        self.depth += 1;
        let value = match (function, arguments) {
            (Function::Log, &[u]) => self.log(u),
            (Function::Abs, &[u]) => self.abs(u),
            (Function::Sign, &[u]) => self.sign(u),
            (Function::Root, &[u, n]) => self.root(u, n),
            (_, &[u]) => self.by_table(function, u),
            _ => self.arena.call(function, arguments),
        };
        self.depth -= 1;
        value
    }

    fn by_table(&mut self, function: Function, u: Id) -> Id {
        let row = row(function);
        match row.definition {
            Definition::Own => {}
            Definition::Reciprocal(g) => {
                if function == Function::Cot
                    && let Some(q) = multiple_of_pi(self.arena, u)
                {
                    return self.at_angle_of_cotangent(&q);
                }
                let value = self.call(g, &[u]);
                return self.recip(value);
            }
            Definition::OfReciprocal(g) => {
                let inverse = self.recip(u);
                return self.call(g, &[inverse]);
            }
            Definition::Complement(g) => {
                let value = self.call(g, &[u]);
                let (one, negative) = (self.one(), self.neg(value));
                return self.add(&[one, negative]);
            }
            Definition::OfLogarithm(g) => {
                let logarithm = self.call(Function::Log, &[u]);
                return self.call(g, &[logarithm]);
            }
        }
        if singular(self.arena, function, &[u]) {
            return self.arena.call(function, &[u]);
        }
        let circular = matches!(function, Function::Sin | Function::Cos | Function::Tan);
        if circular && let Some(q) = multiple_of_pi(self.arena, u) {
            return self.at_angle(function, &q);
        }
        if let Some(value) = self.tabulated(row.values, u) {
            return value;
        }
        if self.leads_negative(u)
            && let Some(value) = self.reflected(function, row.parity, u)
        {
            return value;
        }
        if circular && let Some(value) = self.shifted(function, u) {
            return value;
        }
        if let Some((unit, g)) = row.imaginary
            && let Some(w) = self.divided_by_i(u)
        {
            let value = self.call(g, &[w]);
            return match unit {
                Unit::One => value,
                Unit::I => {
                    let i = self.arena.constant(Constant::I);
                    self.mul(&[i, value])
                }
            };
        }
        match self.arena.view(u) {
            View::Call(g, &[w]) if Some(g) == row.undoes => w,
            _ => self.arena.call(function, &[u]),
        }
    }

    /// cot qπ = tan(1/2 − q)π, which has the value 0 where tan qπ has none.
    fn at_angle_of_cotangent(&mut self, q: &Rational) -> Id {
        let q = &Rational::HALF - q;
        if !is_pole_of_tangent(&q) {
            return self.at_angle(Function::Tan, &q);
        }
        let zero = self.number(&Rational::ZERO);
        self.recip(zero)
    }

    fn reflected(&mut self, function: Function, parity: Parity, u: Id) -> Option<Id> {
        if let Parity::None = parity {
            return None;
        }
        let u = self.neg(u);
        let value = self.call(function, &[u]);
        Some(match parity {
            Parity::None | Parity::Even => value,
            Parity::Odd => self.neg(value),
            Parity::Reflected => {
                let (pi, negative) = (self.arena.constant(Constant::Pi), self.neg(value));
                self.add(&[pi, negative])
            }
        })
    }

    fn tabulated(&mut self, values: &[(Exact, Exact)], u: Id) -> Option<Id> {
        let arena = &*self.arena;
        let whole = |id| arena.as_number(id)?.to_i64();
        let root = |id| match arena.view(id) {
            View::Power(k, q) if arena.as_number(q) == Some(&Rational::HALF) => whole(k),
            _ => None,
        };
        let (n, d, k) = match arena.view(u) {
            View::Number(q) => q.small().map(|(n, d)| (n, d, 1))?,
            View::Power(..) => (1, 1, root(u)?),
            View::Product(&[q, w]) => {
                let (n, d) = arena.as_number(q)?.small()?;
                (n, d, root(w)?)
            }
            _ => return None,
        };
        let matches = |point: &Exact| matches!(*point, Root(a, b, c) if (a, b, c) == (n, d, k));
        let &(_, value) = values.iter().find(|(point, _)| matches(point))?;
        Some(self.exact(value))
    }

    /// An exact value as an expression.
    pub(super) fn exact(&mut self, value: Exact) -> Id {
        let (n, d, units) = match value {
            Root(n, d, k) => {
                let k = self.arena.integer(k);
                let half = self.number(&Rational::HALF);
                (n, d, vec![self.pow(k, half)])
            }
            Pi(n, d) => (n, d, vec![self.arena.constant(Constant::Pi)]),
            ImaginaryPi(n, d) => {
                let units = [Constant::Pi, Constant::I];
                (n, d, units.map(|c| self.arena.constant(c)).to_vec())
            }
        };
        let coefficient = Rational::new(n, d).unwrap_or(Rational::ZERO);
        let mut factors = vec![self.number(&coefficient)];
        factors.extend(units);
        self.mul(&factors)
    }

    /// w when u = i·w.
    fn divided_by_i(&mut self, u: Id) -> Option<Id> {
        let is_i = |id: &Id| self.arena.view(*id) == View::Constant(Constant::I);
        match self.arena.view(u) {
            View::Constant(Constant::I) => Some(self.one()),
            View::Product(factors) => {
                let position = factors.iter().position(is_i)?;
                let mut rest = factors.to_vec();
                rest.remove(position);
                Some(self.mul(&rest))
            }
            _ => None,
        }
    }

    fn log(&mut self, u: Id) -> Id {
        match self.arena.view(u) {
            View::Number(q) if !q.is_zero() => {
                let q = q.clone();
                self.log_of_number(&q)
            }
            View::Constant(Constant::E) => self.one(),
            View::Constant(Constant::I) => self.exact(ImaginaryPi(1, 2)),
            View::Power(base, exponent) if self.has_principal_logarithm(base, exponent) => {
                let logarithm = self.call(Function::Log, &[base]);
                self.mul(&[exponent, logarithm])
            }
            View::Product(factors) => {
                let factors = factors.to_vec();
                let (positive, rest) = self.positive_factors(&factors);
                if positive.is_empty() {
                    return self.arena.call(Function::Log, &[u]);
                }
                let rest = self.mul(&rest);
                let mut terms = vec![self.call(Function::Log, &[rest])];
                for factor in positive {
                    terms.push(self.call(Function::Log, &[factor]));
                }
                self.add(&terms)
            }
            _ => self.arena.call(Function::Log, &[u]),
        }
    }

    fn log_of_number(&mut self, q: &Rational) -> Id {
        let mut terms = Vec::new();
        if q.is_negative() {
            terms.push(self.exact(ImaginaryPi(1, 1)));
        }
        for (p, exponent) in factor(&q.abs()) {
            let p = self.number(&p);
            let logarithm = self.arena.call(Function::Log, &[p]);
            let exponent = self.arena.integer(exponent);
            terms.push(self.mul(&[exponent, logarithm]));
        }
        self.add(&terms)
    }
}
