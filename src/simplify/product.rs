//! Canonical products.
//!
//! A canonical product is a number, if not 1, followed by powers of distinct bases in order. A
//! sum in it with an integer exponent has a positive leading coefficient. The identities:
//!
//! - (a·b)·c = a·b·c and numbers are multiplied;
//! - xᵃ·xᵇ = xᵃ⁺ᵇ for any a and b, as both are e^((a+b)·log x) for the principal logarithm;
//!   this also takes eᵃ·eᵇ together, and i·i by i = (−1)^(1/2);
//! - 0·u = 0 unless u is undefined;
//! - c·(a + b) = |c|·(±a ± b) for a number c, and (b − a)ⁿ = (−1)ⁿ·(a − b)ⁿ for an integer n. Where
//!   (b − a)^q with q no integer stands in the product, this goes the other way, so that
//!   (1 − x)·(1 − x)^(1/2) is (1 − x)^(3/2).

use std::collections::BTreeMap;

use num_integer::Integer;

use super::factor::factor;
use super::{NUMBER_BITS, Simplifier, fold_numbers};
use crate::expr::{Constant, Id, View};
use crate::number::Rational;

/// Merging powers can give factors with bases that merge again; this many times at most.
const ROUNDS: usize = 8;

/// A factor as a power.
struct Factor {
    base: Id,
    exponent: Id,
    id: Id,
}

impl Simplifier<'_> {
    /// The product of canonical factors.
    pub fn mul(&mut self, factors: &[Id]) -> Id {
        if let [one] = factors {
            return *one;
        }
        let mut numbers = Vec::new();
        let mut pending = factors.to_vec();
        let mut ids = Vec::new();
        for _ in 0..ROUNDS {
            let mut list = Vec::with_capacity(pending.len());
            while let Some(id) = pending.pop() {
                self.expand(id, &mut pending, &mut numbers, &mut list);
            }
            self.factor_excess(&mut numbers, &mut list);
            self.orient(&mut list, &mut numbers);
            list.sort_by_key(|f| f.base);
            ids.clear();
            let mut settled = true;
            for group in list.chunk_by(|a, b| a.base == b.base) {
                let id = if let [single] = group {
                    single.id
                } else {
                    let exponents: Vec<Id> = group.iter().map(|f| f.exponent).collect();
                    let exponent = self.add(&exponents);
                    let power = self.pow(group[0].base, exponent);
                    settled &= self.is_power_of(power, group[0].base);
                    power
                };
                ids.push(id);
            }
            if settled {
                break;
            }
            std::mem::swap(&mut ids, &mut pending);
        }
        ids.append(&mut pending);
        self.assemble(numbers, ids)
    }

    /// Sorts one factor: a number, factors to look at in turn, or a power.
    fn expand(
        &mut self,
        id: Id,
        pending: &mut Vec<Id>,
        numbers: &mut Vec<Rational>,
        list: &mut Vec<Factor>,
    ) {
        let (mut id, mut base, mut exponent) = (id, id, None);
        match self.arena.view(id) {
            View::Number(q) => {
                if !q.is_one() {
                    let q = q.clone();
                    numbers.push(q);
                }
                return;
            }
            View::Product(factors) => {
                let length = factors.len();
                if let Some(rest) = self.allowance.checked_sub(length) {
                    self.allowance = rest;
                    pending.extend_from_slice(factors);
                    return;
                }
            }
            View::Power(b, e) => {
                base = b;
                exponent = Some(e);
            }
            View::Constant(Constant::I) => {
                base = self.minus_one();
                exponent = Some(self.number(&Rational::HALF));
            }
            View::Sum(_) => {
                if self.leads_negative(id) {
                    numbers.push(Rational::MINUS_ONE);
                    id = self.negated_sum(id);
                    base = id;
                }
            }
            View::Constant(_) | View::Symbol(_) | View::Call(..) => {}
        }
        let exponent = exponent.unwrap_or_else(|| self.one());
        list.push(Factor { base, exponent, id });
    }

    /// Where the numbers are too large to be multiplied, turns them into powers of primes.
    fn factor_excess(&mut self, numbers: &mut Vec<Rational>, list: &mut Vec<Factor>) {
        let bits = |numbers: &[Rational]| numbers.iter().map(Rational::height_bits).sum::<u64>();
        if bits(numbers) <= NUMBER_BITS || numbers.iter().any(Rational::is_zero) {
            return;
        }
        let mut primes: BTreeMap<Rational, i64> = BTreeMap::new();
        let mut negative = false;
        for q in numbers.drain(..) {
            negative ^= q.is_negative();
            for (p, exponent) in factor(&q.abs()) {
                *primes.entry(p).or_default() += exponent;
            }
        }
        let fold = |(p, &e): (&Rational, &i64)| p.checked_pow(e, NUMBER_BITS);
        let mut folded: Vec<Rational> = primes.iter().filter_map(fold).collect();
        if bits(&folded) <= NUMBER_BITS {
            primes.retain(|p, e| fold((p, e)).is_none());
            numbers.append(&mut folded);
        }
        if negative {
            numbers.push(Rational::MINUS_ONE);
        }
        for (p, e) in primes.into_iter().filter(|&(_, e)| e != 0) {
            let (base, exponent) = (self.number(&p), self.arena.integer(e));
            let id = if e == 1 {
                base
            } else {
                self.arena.power(base, exponent)
            };
            list.push(Factor { base, exponent, id });
        }
    }

    /// Writes integer powers of a − b as powers of b − a where the latter has another power.
    fn orient(&mut self, list: &mut [Factor], numbers: &mut Vec<Rational>) {
        let mut negative: Vec<Id> = Vec::new();
        for factor in list.iter() {
            let is_sum = matches!(self.arena.view(factor.base), View::Sum(_));
            if is_sum && self.leads_negative(factor.base) {
                negative.push(factor.base);
            }
        }
        negative.sort_unstable();
        negative.dedup();
        for base in negative {
            let opposite = self.negated_sum(base);
            let whole = |f: &Factor| self.arena.as_number(f.exponent).filter(|q| q.is_integer());
            let facing = || list.iter().filter(|f| f.base == opposite);
            if !facing().all(|f| whole(f).is_some()) {
                continue;
            }
            let odd = facing().filter_map(whole).filter(|q| is_odd(q)).count();
            if odd % 2 == 1 {
                numbers.push(Rational::MINUS_ONE);
            }
            for factor in list.iter_mut().filter(|f| f.base == opposite) {
                factor.base = base;
            }
        }
    }

    /// Whether a merged power needs no further look.
    fn is_power_of(&self, id: Id, base: Id) -> bool {
        match self.arena.view(id) {
            View::Power(b, _) => b == base,
            View::Sum(_) => id == base && !self.leads_negative(id),
            View::Constant(Constant::I) => self.arena.as_number(base).is_some(),
            View::Number(_) | View::Product(_) => false,
            View::Constant(_) | View::Symbol(_) | View::Call(..) => id == base,
        }
    }

    fn assemble(&mut self, mut numbers: Vec<Rational>, mut ids: Vec<Id>) -> Id {
        let mut coefficient = if numbers.iter().any(Rational::is_zero) {
            if !ids.iter().any(|&id| self.undefined(id)) {
                return self.number(&Rational::ZERO);
            }
            Rational::ZERO
        } else {
            fold_numbers(&mut numbers, |a, b| a * b);
            let mut numbers = numbers.into_iter();
            let first = numbers.next().unwrap_or(Rational::ONE);
            for q in numbers {
                let id = self.number(&q);
                ids.push(id);
            }
            first
        };
        if let [sum] = ids.as_slice()
            && coefficient.is_negative()
            && matches!(self.arena.view(*sum), View::Sum(_))
        {
            ids[0] = self.negated_sum(*sum);
            coefficient = -&coefficient;
        }
        let arena = &*self.arena;
        let keys = &mut self.keys;
        if ids.len() > 1 {
            ids.sort_by(|&a, &b| {
                let (a, b) = (keys.get(arena, a), keys.get(arena, b));
                a.compare_factors(&b)
            });
        }
        if !coefficient.is_one() || ids.is_empty() {
            let coefficient = self.number(&coefficient);
            ids.insert(0, coefficient);
        }
        self.arena.product(&ids)
    }
}

/// Whether an integer is odd.
pub(super) fn is_odd(q: &Rational) -> bool {
    match q.to_i64() {
        Some(n) => n % 2 != 0,
        None => q.numerator().is_odd(),
    }
}
