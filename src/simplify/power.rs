//! Canonical powers. x^a is the principal power e^(a·log x), with |Im log x| ≤ π.
//!
//! | identity | holds because |
//! |---|---|
//! | u⁰ = 1, u¹ = u, 1ᵘ = 1 | u⁰ and 1ᵘ only for u that is not visibly undefined; 0⁰ stays |
//! | (a·b)ⁿ = aⁿ·bⁿ, (uᵃ)ⁿ = uⁿᵃ | n is an integer: both are products of n equal factors |
//! | (c·w)ᵘ = cᵘ·wᵘ | c is a positive constant, so log(c·w) = log c + log w |
//! | (uᵃ)ᵇ = uᵃᵇ for −1 < a < 1, a rational | then Im(a·log u) lies in (−π, π), so log(uᵃ) = a·log u |
//! | (cᵃ)ᵇ = cᵃᵇ | c is a positive constant and a rational, so cᵃ has a real logarithm |
//! | e^(a·log v) = vᵃ, for any a | the definition of the power |
//! | iᵘ = (−1)^(u/2), e^(iπq) = (−1)^q | log i = iπ/2, log(−1) = iπ |
//! | (−c)ᵘ = (−1)ᵘ·cᵘ | c is a positive number, so log(−c) = log c + iπ |
//! | (−1)^(n+u) = ±(−1)ᵘ, (−1)^(1/2) = i | n is an integer |
//! | (Π pᵉ)ᵘ = Π p^(eu) | positive numbers have real logarithms; trial division only |
//! | p^(n+u) = pⁿ·pᵘ with 0 ≤ u < 1 | as above; so 12^(1/2) = 2·3^(1/2), 2^(−1/2) = 2^(1/2)/2 |
//! | w^(n+u) = wⁿ·wᵘ | w a product or a power, n an integer |
//! | (b − a)ⁿ = (−1)ⁿ·(a − b)ⁿ | n is an integer |
//! | root(u, n)^(an+r) = uᵃ·root(u, n)ʳ | the definition of the real root |
//!
//! Not applied, as they fail on half of the plane or line: (x²)^(1/2) = x, (a·b)^(1/2) =
//! a^(1/2)·b^(1/2), (1/x)^(1/2) = x^(−1/2), (eᵘ)^v = e^(uv).

use num_integer::Integer;

use super::factor::factor;
use super::product::is_odd;
use super::sum::Term;
use super::{MAX_DEPTH, NUMBER_BITS, Simplifier};
use crate::expr::{Constant, Function, Id, View};
use crate::number::Rational;

impl Simplifier<'_> {
    /// The principal power of a canonical base and exponent.
    pub fn pow(&mut self, base: Id, exponent: Id) -> Id {
        if self.depth >= MAX_DEPTH {
            return self.arena.power(base, exponent);
        }
        self.depth += 1;
        let power = self.power(base, exponent);
        self.depth -= 1;
        power
    }

    fn power(&mut self, mut base: Id, mut exponent: Id) -> Id {
        loop {
            let number = self.arena.as_number(exponent);
            if number.is_some_and(Rational::is_one) {
                return base;
            }
            let zero = number.is_some_and(Rational::is_zero);
            let integer = number.is_some_and(Rational::is_integer);
            match self.arena.view(base) {
                View::Number(q) => {
                    let q = q.clone();
                    return self.number_power(&q, base, exponent);
                }
                _ if zero => {
                    return if self.undefined(base) {
                        self.arena.power(base, exponent)
                    } else {
                        self.one()
                    };
                }
                View::Constant(Constant::E) => return self.exponential(exponent),
                View::Constant(Constant::I) => {
                    let half = self.number(&Rational::HALF);
                    exponent = self.mul(&[half, exponent]);
                    base = self.minus_one();
                }
                View::Power(b, e) => {
                    if !integer && !self.has_principal_logarithm(b, e) {
                        return self.split_power(base, exponent);
                    }
                    exponent = self.mul(&[e, exponent]);
                    base = b;
                }
                View::Product(factors) => {
                    let factors = factors.to_vec();
                    return if integer {
                        self.distribute(&factors, exponent)
                    } else {
                        self.product_power(&factors, base, exponent)
                    };
                }
                View::Sum(_) => {
                    return if integer && self.leads_negative(base) {
                        self.negated_power(base, exponent)
                    } else {
                        self.arena.power(base, exponent)
                    };
                }
                View::Call(Function::Root, &[u, n]) => {
                    return self.root_power(u, n, base, exponent);
                }
                View::Constant(Constant::Pi) | View::Symbol(_) | View::Call(..) => {
                    return self.arena.power(base, exponent);
                }
            }
        }
    }

    /// Whether log(bᵉ) = e·log b.
    pub(super) fn has_principal_logarithm(&self, base: Id, exponent: Id) -> bool {
        self.arena
            .as_number(exponent)
            .is_some_and(|e| e.abs() < Rational::ONE || self.positive_constant(base))
    }

    fn distribute(&mut self, factors: &[Id], exponent: Id) -> Id {
        let powers: Vec<Id> = factors.iter().map(|&f| self.pow(f, exponent)).collect();
        self.mul(&powers)
    }

    /// (a·b·…)ᵘ with an exponent that is no integer.
    fn product_power(&mut self, factors: &[Id], base: Id, exponent: Id) -> Id {
        let (positive, rest) = self.positive_factors(factors);
        if positive.is_empty() {
            return self.split_power(base, exponent);
        }
        let rest = self.mul(&rest);
        let mut powers: Vec<Id> = positive.iter().map(|&f| self.pow(f, exponent)).collect();
        powers.push(self.pow(rest, exponent));
        self.mul(&powers)
    }

    /// Parts the positive constants from the other factors; −c is parted into c and −1.
    pub(super) fn positive_factors(&mut self, factors: &[Id]) -> (Vec<Id>, Vec<Id>) {
        let (mut positive, mut rest) = (Vec::new(), Vec::new());
        for &factor in factors {
            if self.positive_constant(factor) {
                positive.push(factor);
                continue;
            }
            match self.arena.as_number(factor) {
                Some(q) if q.is_negative() && *q != Rational::MINUS_ONE => {
                    let magnitude = q.abs();
                    positive.push(self.number(&magnitude));
                    rest.push(self.minus_one());
                }
                _ => rest.push(factor),
            }
        }
        (positive, rest)
    }

    /// w^(n+u) = wⁿ·wᵘ, so that the exponent of a product or power is between 0 and 1.
    fn split_power(&mut self, base: Id, exponent: Id) -> Id {
        let (n, rest) = self.split_integer(exponent);
        if n.is_zero() {
            return self.arena.power(base, exponent);
        }
        let n = self.number(&n);
        let whole = self.pow(base, n);
        let part = self.arena.power(base, rest);
        self.mul(&[whole, part])
    }

    /// The exponent as an integer plus the rest, whose plain number is at least 0 and below 1.
    fn split_integer(&mut self, exponent: Id) -> (Rational, Id) {
        let mut terms = match self.arena.view(exponent) {
            View::Number(_) | View::Sum(_) | View::Product(_) => self.terms_of(exponent),
            View::Constant(_) | View::Symbol(_) | View::Power(..) | View::Call(..) => Vec::new(),
        };
        let mut whole = Rational::ZERO;
        for term in terms.iter_mut().filter(|t| t.body.is_none()) {
            whole = Rational::from(term.coefficient.floor());
            term.coefficient = &term.coefficient - &whole;
        }
        if whole.is_zero() {
            return (whole, exponent);
        }
        let rest = self.combine(terms);
        (whole, rest)
    }

    /// (b − a)ⁿ for an integer n.
    fn negated_power(&mut self, base: Id, exponent: Id) -> Id {
        let odd = self.arena.as_number(exponent).is_some_and(is_odd);
        let base = self.negated_sum(base);
        let power = self.arena.power(base, exponent);
        if odd { self.neg(power) } else { power }
    }

    fn root_power(&mut self, u: Id, n: Id, base: Id, exponent: Id) -> Id {
        let whole = |id| {
            let q = self.arena.as_number(id)?;
            q.is_integer().then(|| q.numerator())
        };
        if let (Some(k), Some(n)) = (whole(exponent), whole(n))
            && n.is_odd()
            && n > 1.into()
        {
            let (a, r) = k.div_mod_floor(&n);
            let (a, r) = (Rational::from(a), Rational::from(r));
            if !a.is_zero() {
                let a = self.number(&a);
                let r = self.number(&r);
                let powers = [self.pow(u, a), self.pow(base, r)];
                return self.mul(&powers);
            }
        }
        self.arena.power(base, exponent)
    }

    /// A power of a number.
    fn number_power(&mut self, q: &Rational, base: Id, exponent: Id) -> Id {
        let number = self.arena.as_number(exponent).cloned();
        if q.is_zero() {
            let positive = number.is_some_and(|e| !e.is_zero() && !e.is_negative());
            return if positive {
                base
            } else {
                self.arena.power(base, exponent)
            };
        }
        if q.is_one() {
            return if self.undefined(exponent) {
                self.arena.power(base, exponent)
            } else {
                base
            };
        }
        if let Some(folded) = number
            .and_then(|e| e.to_i64())
            .and_then(|n| q.checked_pow(n, NUMBER_BITS))
        {
            return self.number(&folded);
        }
        if *q == Rational::MINUS_ONE {
            return self.minus_one_power(exponent);
        }
        let parts = factor(&q.abs());
        if let [(p, 1)] = parts.as_slice()
            && !q.is_negative()
        {
            return self.prime_power(p, exponent);
        }
        let mut powers = Vec::with_capacity(parts.len() + 1);
        if q.is_negative() {
            powers.push(self.minus_one_power(exponent));
        }
        for (p, e) in parts {
            let e = self.arena.integer(e);
            let exponent = self.mul(&[e, exponent]);
            powers.push(self.prime_power(&p, exponent));
        }
        self.mul(&powers)
    }

    /// (−1)ᵘ.
    fn minus_one_power(&mut self, exponent: Id) -> Id {
        let (whole, rest) = self.split_integer(exponent);
        let negative = is_odd(&whole);
        let number = self.arena.as_number(rest);
        let power = if number.is_some_and(Rational::is_zero) {
            self.one()
        } else if number.is_some_and(|q| *q == Rational::HALF) {
            self.arena.constant(Constant::I)
        } else {
            let base = self.minus_one();
            self.arena.power(base, rest)
        };
        if negative { self.neg(power) } else { power }
    }

    /// pᵘ for a positive number that trial division does not split.
    fn prime_power(&mut self, p: &Rational, exponent: Id) -> Id {
        let base = self.number(p);
        let (whole, rest) = self.split_integer(exponent);
        let Some(folded) = whole.to_i64().and_then(|n| p.checked_pow(n, NUMBER_BITS)) else {
            return self.arena.power(base, exponent);
        };
        let number = self.arena.as_number(rest);
        if number.is_some_and(Rational::is_zero) {
            return self.number(&folded);
        }
        let power = self.arena.power(base, rest);
        if folded.is_one() {
            return power;
        }
        let folded = self.number(&folded);
        self.mul(&[folded, power])
    }

    /// eᵘ, with logarithms and multiples of iπ taken out of u.
    fn exponential(&mut self, exponent: Id) -> Id {
        let (mut powers, mut rest) = (Vec::new(), Vec::new());
        for term in self.terms_of(exponent) {
            match self.logarithm_of_power(&term) {
                Some((base, exponent)) => powers.push(self.pow(base, exponent)),
                None => rest.push(term),
            }
        }
        let e = self.arena.constant(Constant::E);
        if powers.is_empty() {
            return self.arena.power(e, exponent);
        }
        let rest = self.combine(rest);
        let rest = match self.arena.as_number(rest) {
            Some(q) if q.is_zero() => self.one(),
            Some(q) if q.is_one() => e,
            _ => self.arena.power(e, rest),
        };
        powers.push(rest);
        self.mul(&powers)
    }

    /// v and a when the term is a·log v, with a single logarithm in it, or a·iπ with a rational.
    fn logarithm_of_power(&mut self, term: &Term) -> Option<(Id, Id)> {
        let body = term.body?;
        let factors = match self.arena.view(body) {
            View::Product(factors) => factors.to_vec(),
            _ => vec![body],
        };
        let constant = |id| match self.arena.view(id) {
            View::Constant(c) => Some(c),
            _ => None,
        };
        if let [a, b] = factors.as_slice() {
            let pair = [constant(*a), constant(*b)];
            if pair.contains(&Some(Constant::Pi)) && pair.contains(&Some(Constant::I)) {
                let exponent = self.number(&term.coefficient);
                return Some((self.minus_one(), exponent));
            }
        }
        let logarithm = |id: &Id| match self.arena.view(*id) {
            View::Call(Function::Log, &[v]) => Some(v),
            _ => None,
        };
        let mut found = factors
            .iter()
            .enumerate()
            .filter_map(|(k, id)| Some((k, logarithm(id)?)));
        let (position, v) = found.next()?;
        if found.next().is_some() {
            return None;
        }
        let mut others = factors;
        others[position] = self.number(&term.coefficient);
        Some((v, self.mul(&others)))
    }
}
