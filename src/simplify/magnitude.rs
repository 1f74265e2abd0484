//! Absolute value, sign and the real root.
//!
//! - |u·v| = |u|·|v|, |uᵠ| = |u|ᵠ for rational q, ||u|| = |u|, |sign u| = 1; and
//!   sign(uv) = sign u·sign v, sign(uⁿ) = (sign u)ⁿ for an integer n, sign|u| = 1. With
//!   sign u = u/|u| they hold for complex u ≠ 0 as well.
//! - root(c·u, n) = root(c, n)·root(u, n) for a rational c.
//! - sign(−u) = −sign u, root(−u, n) = −root(u, n) for odd n.
//!
//! Not applied, as they fail for complex u: |u|² = u², sign(u)² = 1.

use num_integer::Integer;

use super::Simplifier;
use super::function::negative_if;
use super::sum::{Term, split};
use crate::expr::{Constant, Function, Id, View};
use crate::number::Rational;

impl Simplifier<'_> {
    pub(super) fn abs(&mut self, u: Id) -> Id {
        if self.positive_constant(u) {
            return u;
        }
        match self.arena.view(u) {
            View::Number(q) => {
                let q = q.abs();
                self.number(&q)
            }
            View::Constant(Constant::I) => self.one(),
            View::Call(Function::Abs, _) => u,
            View::Call(Function::Sign, _) if !self.keys.get(self.arena, u).undefined => self.one(),
            View::Power(base, exponent) if self.arena.as_number(exponent).is_some() => {
                let magnitude = self.call(Function::Abs, &[base]);
                self.pow(magnitude, exponent)
            }
            View::Product(factors) => {
                let factors = factors.to_vec();
                self.multiplicative(Function::Abs, &factors)
            }
            View::Sum(_) if self.leads_negative(u) => {
                let u = self.negated_sum(u);
                self.arena.call(Function::Abs, &[u])
            }
            _ => self.arena.call(Function::Abs, &[u]),
        }
    }

    pub(super) fn sign(&mut self, u: Id) -> Id {
        if self.positive_constant(u) {
            return self.one();
        }
        match self.arena.view(u) {
            View::Number(q) => {
                let sign = i64::from(!q.is_zero()) - 2 * i64::from(q.is_negative());
                self.arena.integer(sign)
            }
            View::Call(Function::Sign, _) => u,
            View::Call(Function::Abs, _) if !self.keys.get(self.arena, u).undefined => self.one(),
            View::Power(base, exponent)
                if self
                    .arena
                    .as_number(exponent)
                    .is_some_and(Rational::is_integer) =>
            {
                let sign = self.call(Function::Sign, &[base]);
                self.pow(sign, exponent)
            }
            View::Product(factors) => {
                let factors = factors.to_vec();
                self.multiplicative(Function::Sign, &factors)
            }
            View::Sum(_) if self.leads_negative(u) => {
                let u = self.negated_sum(u);
                let sign = self.arena.call(Function::Sign, &[u]);
                self.neg(sign)
            }
            _ => self.arena.call(Function::Sign, &[u]),
        }
    }

    fn multiplicative(&mut self, function: Function, factors: &[Id]) -> Id {
        let values: Vec<Id> = factors.iter().map(|&f| self.call(function, &[f])).collect();
        self.mul(&values)
    }

    pub(super) fn root(&mut self, u: Id, n: Id) -> Id {
        let degree = self.arena.as_number(n);
        let odd = |q: &&Rational| q.is_integer() && !q.is_negative() && q.numerator().is_odd();
        let Some(part) = degree.filter(odd).and_then(Rational::recip) else {
            return self.arena.call(Function::Root, &[u, n]);
        };
        if part.is_one() {
            return u;
        }
        let Term { coefficient, body } = split(self.arena, u);
        let mut negative = coefficient.is_negative();
        let magnitude = coefficient.abs();
        let (magnitude, part) = (self.number(&magnitude), self.number(&part));
        let mut value = if coefficient.is_zero() {
            magnitude
        } else {
            self.pow(magnitude, part)
        };
        if let Some(mut body) = body {
            if self.leads_negative(body) {
                negative = !negative;
                body = self.neg(body);
            }
            let root = self.arena.call(Function::Root, &[body, n]);
            value = self.mul(&[value, root]);
        }
        negative_if(self, negative, value)
    }
}
