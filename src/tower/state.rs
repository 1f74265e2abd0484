use num_bigint::BigInt;

use super::anchor::Anchor;
use super::constants::Generator;
use super::echelon::Echelon;
use super::entries::{Branch, Entry, Hints, Special, rows_for};
use super::grid::{Column, Grid};
use super::logarithm::Form;
use super::prover::Identity;
use super::stop::{Abstention, Stop};
use super::value::{Bound, Value};
use crate::expr::{Arena, Constant, Id, SymbolId, View};
use crate::number::Rational;

/// Numbers of at most this many bits are computed with exactly.
const EXACT_BITS: u64 = 16_384;

/// One run of the test: the samples, and the independent elements met so far.
#[derive(Clone)]
pub(super) struct Tower<'a, A: Anchor> {
    pub arena: &'a Arena,
    pub anchor: A,
    pub grid: Grid,
    pub hints: Hints,
    pub variable: SymbolId,
    /// Per symbol, whether it is assumed positive.
    pub positive: &'a [bool],
    pub entries: Vec<Entry<A::Value>>,
    pub echelon: Echelon,
    /// The nodes evaluated so far.
    pub evaluated: Vec<(Column, Id)>,
    /// The slope of each entry's logarithm.
    pub slopes: Vec<Column>,
    /// Pairwise coprime integers, their logarithms and their roots.
    pub atoms: Vec<BigInt>,
    pub atom_logs: Vec<Option<Column>>,
    pub atom_roots: Vec<Option<Column>>,
    /// Constants outside the lattice, each with both sides of exp.
    pub others: Vec<Entry<A::Value>>,
    pub branches: Vec<Branch>,
    /// Entries that look like powers of something that is not named.
    pub hidden: Vec<usize>,
    /// Values and their logarithms: the same value has the same logarithm.
    pub logs: Vec<(Column, Form)>,
    /// Real arguments and the signs given to them.
    pub signs: Vec<(Column, Column)>,
    pub specials: Vec<Special>,
    /// Columns that are m-th powers by construction, with their roots: the variable, the
    /// parameters, π.
    pub bases: Vec<(Column, Column)>,
    pub pi: Column,
    pub log_pi: Option<Column>,
    pub e_base: Option<Column>,
    pub e: Option<Column>,
    pub one: Column,
    /// How many rows there were, on average, for each that is alive.
    pub lost: f64,
    /// How many combinations of hidden signs there may be.
    pub sign_degree: f64,
    /// How many relations were looked for.
    pub relations: u32,
}

impl<'a, A: Anchor> Tower<'a, A> {
    pub(super) fn new(identity: &Identity<'a>, anchor: A, mut grid: Grid, hints: Hints) -> Self {
        let one = grid.make(|_, _, p| p.one());
        let pi_base = grid.random();
        let m = grid.m() as i64;
        let pi = grid.power(pi_base, m);
        Self {
            arena: identity.arena,
            anchor,
            grid,
            hints,
            variable: identity.variable,
            positive: identity.positive,
            entries: Vec::new(),
            echelon: Echelon::default(),
            slopes: Vec::new(),
            evaluated: Vec::new(),
            atoms: Vec::new(),
            atom_logs: Vec::new(),
            atom_roots: Vec::new(),
            others: Vec::new(),
            branches: Vec::new(),
            hidden: Vec::new(),
            logs: Vec::new(),
            signs: Vec::new(),
            specials: Vec::new(),
            bases: vec![(pi, pi_base)],
            pi,
            log_pi: None,
            e_base: None,
            e: None,
            one,
            lost: 1.0,
            sign_degree: 1.0,
            relations: 0,
        }
    }

    /// Runs again with so many rows that of each prime this many may be expected to stay alive.
    pub(super) fn more_rows(&mut self, live: usize) -> Stop {
        let rows = rows_for(live, self.lost);
        self.hints.rows = rows.max(self.hints.rows * 3 / 2);
        Stop::Again
    }

    /// Runs again in a field with roots of unity of this order.
    pub(super) fn need_order(&mut self, order: u64) -> Stop {
        let m = num_integer::lcm(u128::from(self.hints.m), u128::from(order));
        if m > u128::from(crate::field::MAX_M) {
            return Abstention::Order.into();
        }
        self.hints.m = m as u64;
        Stop::Again
    }

    pub(super) fn constant_value(
        v: Column,
        exact: Option<Rational>,
        size: Bound,
        z: A::Value,
    ) -> Value<A::Value> {
        Value {
            v,
            d: None,
            g: None,
            exact,
            size,
            slope: Bound::ZERO,
            z,
        }
    }

    pub(super) fn rational(&mut self, q: &Rational) -> Result<Value<A::Value>, Stop> {
        let v = if q.is_one() {
            Some(self.one)
        } else {
            self.grid.rational(q)
        };
        // A random prime divides the denominator: other primes will not.
        let v = v.ok_or(Stop::Redraw)?;
        let z = self.anchor.rational(q);
        Ok(Self::constant_value(
            v,
            Some(q.clone()),
            Bound::rational(q),
            z,
        ))
    }

    pub(super) fn integer(&mut self, n: i64) -> Result<Value<A::Value>, Stop> {
        self.rational(&Rational::from(n))
    }

    pub(super) fn constant(&mut self, c: Constant) -> Result<Value<A::Value>, Stop> {
        let v = match c {
            Constant::Pi => self.pi,
            Constant::I => self.grid.root_of_unity(self.grid.m() / 4),
            Constant::E => {
                let e = self.generator_power(Generator::One, &Rational::ONE)?;
                self.e = Some(e);
                e
            }
        };
        let z = self.anchor.constant(c);
        Ok(Self::constant_value(v, None, Bound::GENERATOR, z))
    }

    pub(super) fn symbol(&mut self, s: SymbolId) -> Value<A::Value> {
        let base = self.grid.random();
        let m = self.grid.m() as i64;
        let v = self.grid.power(base, m);
        self.bases.push((v, base));
        let (d, g) = if s == self.variable {
            // The random direction goes one step in the variable: its length is of no account.
            (Some(self.one), Some(self.one))
        } else {
            (None, Some(self.grid.random()))
        };
        // The rows hold b with x = bᵐ, so a polynomial in x of degree n has degree n·m in b.
        let size = Bound {
            degree: m as f64,
            height: 1.0,
        };
        Value {
            v,
            d,
            g,
            exact: None,
            size,
            slope: Bound::GENERATOR,
            z: self.anchor.symbol(s),
        }
    }

    pub(super) fn add(
        &mut self,
        a: &Value<A::Value>,
        b: &Value<A::Value>,
    ) -> Result<Value<A::Value>, Stop> {
        if let (Some(p), Some(q)) = (&a.exact, &b.exact) {
            let sum = p + q;
            if sum.height_bits() <= EXACT_BITS {
                return self.rational(&sum);
            }
        }
        let v = self.grid.add(a.v, b.v);
        let d = self.add_slopes(a.d, b.d);
        let g = if a.g == a.d && b.g == b.d {
            d
        } else {
            self.add_slopes(a.g, b.g)
        };
        let z = self.anchor.add(a.z, b.z);
        Ok(Value {
            v,
            d,
            g,
            exact: None,
            size: a.size.add(b.size),
            slope: a.slope.add(b.slope),
            z,
        })
    }

    fn add_slopes(&mut self, a: Option<Column>, b: Option<Column>) -> Option<Column> {
        match (a, b) {
            (Some(a), Some(b)) => Some(self.grid.add(a, b)),
            (one, None) | (None, one) => one,
        }
    }

    pub(super) fn sub(
        &mut self,
        a: &Value<A::Value>,
        b: &Value<A::Value>,
    ) -> Result<Value<A::Value>, Stop> {
        let minus_b = self.scale(b, &Rational::MINUS_ONE)?;
        self.add(a, &minus_b)
    }

    pub(super) fn scale(
        &mut self,
        a: &Value<A::Value>,
        q: &Rational,
    ) -> Result<Value<A::Value>, Stop> {
        let q = self.rational(q)?;
        self.mul(a, &q)
    }

    pub(super) fn mul(
        &mut self,
        a: &Value<A::Value>,
        b: &Value<A::Value>,
    ) -> Result<Value<A::Value>, Stop> {
        match (&a.exact, &b.exact) {
            (Some(p), Some(q)) => {
                let product = p * q;
                if product.height_bits() <= EXACT_BITS {
                    return self.rational(&product);
                }
            }
            (Some(p), None) if p.is_one() => return Ok(b.clone()),
            (None, Some(q)) if q.is_one() => return Ok(a.clone()),
            _ => {}
        }
        let v = self.grid.mul(a.v, b.v);
        let d = self.mul_slopes(a.v, a.d, b.v, b.d);
        let g = if a.g == a.d && b.g == b.d {
            d
        } else {
            self.mul_slopes(a.v, a.g, b.v, b.g)
        };
        let z = self.anchor.mul(a.z, b.z);
        let slope = match (a.g, b.g) {
            (None, None) => Bound::ZERO,
            (Some(_), None) => a.slope.mul(b.size),
            (None, Some(_)) => a.size.mul(b.slope),
            (Some(_), Some(_)) => a.slope.mul(b.size).add(a.size.mul(b.slope)),
        };
        Ok(Value {
            v,
            d,
            g,
            exact: None,
            size: a.size.mul(b.size),
            slope,
            z,
        })
    }

    fn mul_slopes(
        &mut self,
        av: Column,
        a: Option<Column>,
        bv: Column,
        b: Option<Column>,
    ) -> Option<Column> {
        match (a, b) {
            (Some(a), Some(b)) => Some(self.grid.mul_add_mul([a, bv, av, b])),
            (Some(a), None) => Some(self.grid.mul(a, bv)),
            (None, Some(b)) => Some(self.grid.mul(av, b)),
            (None, None) => None,
        }
    }

    /// A value v with derivative v′ = f·u′: the chain rule.
    pub(super) fn chain(
        &mut self,
        v: Column,
        size: Bound,
        factor: (Column, Bound),
        u: &Value<A::Value>,
        z: A::Value,
    ) -> Value<A::Value> {
        let d = u.d.map(|d| self.grid.mul(factor.0, d));
        let g = if u.g == u.d {
            d
        } else {
            u.g.map(|g| self.grid.mul(factor.0, g))
        };
        let slope = if u.g.is_some() {
            factor.1.mul(u.slope)
        } else {
            Bound::ZERO
        };
        Value {
            v,
            d,
            g,
            exact: None,
            size,
            slope,
            z,
        }
    }

    /// Refuses a divisor that vanishes anywhere. A true non-zero of degree D vanishes at a
    /// random sample with probability D/p only, so this is a hidden zero, perhaps on some branch.
    pub(super) fn nonzero(&self, a: Column) -> Result<(), Stop> {
        if self.grid.has_zero(a) {
            Err(Abstention::ZeroDivisor.into())
        } else {
            Ok(())
        }
    }

    pub(super) fn recip(&mut self, a: &Value<A::Value>) -> Result<Value<A::Value>, Stop> {
        if let Some(q) = &a.exact {
            let inverse = q.recip().ok_or(Abstention::ZeroDivisor)?;
            return self.rational(&inverse);
        }
        self.nonzero(a.v)?;
        let v = self.grid.invert(a.v);
        let square = self.grid.mul(v, v);
        let factor = self
            .grid
            .scale(square, &Rational::MINUS_ONE)
            .ok_or(Stop::Redraw)?;
        let z = self.anchor.recip(a.z).ok_or(Abstention::Branch)?;
        Ok(self.chain(v, a.size, (factor, a.size.power(2.0)), a, z))
    }

    pub(super) fn div(
        &mut self,
        a: &Value<A::Value>,
        b: &Value<A::Value>,
    ) -> Result<Value<A::Value>, Stop> {
        let b = self.recip(b)?;
        self.mul(a, &b)
    }

    /// A small integer power.
    pub(super) fn integer_power(
        &mut self,
        a: &Value<A::Value>,
        n: i64,
    ) -> Result<Value<A::Value>, Stop> {
        if let Some(q) = &a.exact {
            if q.is_zero() && n <= 0 {
                return Err(Abstention::ZeroDivisor.into());
            }
            if let Some(power) = q.checked_pow(n, EXACT_BITS) {
                return self.rational(&power);
            }
        }
        if n == 0 {
            self.nonzero(a.v)?;
            return self.integer(1);
        }
        if n < 0 {
            let inverse = self.recip(a)?;
            return if n == -1 {
                Ok(inverse)
            } else {
                self.integer_power(&inverse, -n)
            };
        }
        if n == 1 {
            return Ok(a.clone());
        }
        let below = self.grid.power(a.v, n - 1);
        let v = self.grid.mul(below, a.v);
        let n = Rational::from(n);
        let factor = self.grid.scale(below, &n).ok_or(Stop::Redraw)?;
        let size = a.size.power(n.to_f64());
        let z = self.anchor.power(a.z, &n).ok_or(Abstention::Branch)?;
        Ok(self.chain(v, size, (factor, size.mul(Bound::rational(&n))), a, z))
    }

    /// A value that is positive wherever it is real, by its form.
    pub(super) fn is_positive(&self, id: crate::expr::Id) -> bool {
        // One level of each kind is enough for the factors that occur; nothing recurses.
        let simple = |id| match self.arena.view(id) {
            View::Number(q) => !q.is_zero() && !q.is_negative(),
            View::Constant(c) => c != Constant::I,
            View::Symbol(s) => self.positive[s.index()],
            _ => false,
        };
        let power = |id| match self.arena.view(id) {
            View::Power(base, exponent) => {
                simple(base) && (self.arena.as_number(exponent).is_some() || simple(exponent))
            }
            _ => simple(id),
        };
        match self.arena.view(id) {
            View::Sum(parts) | View::Product(parts) => parts.iter().all(|&p| power(p)),
            _ => power(id),
        }
    }
}
