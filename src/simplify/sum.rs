//! Canonical sums.
//!
//! A canonical sum is a list of terms c·body with distinct bodies, sorted by body, the plain
//! number last. It is primitive: its coefficients are integers without a common divisor, and the
//! positive content stands before it in a product, so that 2x + 2 and 2·(x + 1) are one
//! expression. The identities are those of a vector space over ℚ and hold everywhere:
//!
//! - (a + b) + c = a + b + c, and c·(a + b) = ca + cb for a number c when this stands in a sum;
//! - ca + da = (c + d)a; a coefficient of zero removes its term, unless that is undefined;
//! - Σ cᵢaᵢ = g·Σ (cᵢ/g)aᵢ where g is the content.

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed};

use super::{NUMBER_BITS, Simplifier, fold_numbers};
use crate::expr::{Arena, Id, View};
use crate::number::Rational;

/// Contents are taken while the common denominator has at most this many bits.
const CONTENT_BITS: u64 = 4_096;

/// coefficient·body; a term without a body is a number.
#[derive(Clone)]
pub(super) struct Term {
    pub coefficient: Rational,
    pub body: Option<Id>,
}

impl Simplifier<'_> {
    /// The sum of canonical terms.
    pub fn add(&mut self, terms: &[Id]) -> Id {
        if let [one] = terms {
            return *one;
        }
        let mut list = Vec::with_capacity(terms.len());
        for &term in terms {
            self.collect_terms(term, &mut list);
        }
        self.combine(list)
    }

    /// The terms of a canonical expression seen as a linear combination.
    pub(super) fn terms_of(&mut self, id: Id) -> Vec<Term> {
        let mut list = Vec::new();
        self.collect_terms(id, &mut list);
        list
    }

    fn collect_terms(&mut self, id: Id, list: &mut Vec<Term>) {
        let Term { coefficient, body } = split(self.arena, id);
        if let Some(sum) = body
            && let View::Sum(terms) = self.arena.view(sum)
        {
            let terms = terms.to_vec();
            if self.allow(terms.len()) && self.fits(&coefficient, &terms) {
                for term in terms {
                    let mut term = split(self.arena, term);
                    if !coefficient.is_one() {
                        term.coefficient = &term.coefficient * &coefficient;
                    }
                    list.push(term);
                }
                return;
            }
        }
        list.push(Term { coefficient, body });
    }

    fn fits(&self, scale: &Rational, terms: &[Id]) -> bool {
        let bits = NUMBER_BITS.saturating_sub(scale.height_bits());
        scale.is_one()
            || terms
                .iter()
                .filter_map(|&t| coefficient(self.arena, t))
                .all(|q| q.height_bits() <= bits)
    }

    /// The sum of terms in any order.
    pub(super) fn combine(&mut self, mut list: Vec<Term>) -> Id {
        list.sort_by(|a, b| {
            (a.body.cmp(&b.body)).then_with(|| match a.body {
                None => a.coefficient.cmp(&b.coefficient),
                Some(_) => std::cmp::Ordering::Equal,
            })
        });
        let mut terms: Vec<Term> = Vec::with_capacity(list.len());
        for group in list.chunk_by(|a, b| a.body == b.body) {
            if let [single] = group {
                terms.push(single.clone());
                continue;
            }
            let mut coefficients = group.iter().map(|t| t.coefficient.clone()).collect();
            fold_numbers(&mut coefficients, |a, b| a + b);
            let body = group[0].body;
            let term = |coefficient| Term { coefficient, body };
            terms.extend(coefficients.into_iter().map(term));
        }
        terms.retain(|t| {
            !t.coefficient.is_zero()
                || t.body
                    .is_some_and(|b| self.keys.get(self.arena, b).undefined)
        });
        self.sort_terms(&mut terms);
        match terms.as_slice() {
            [] => self.number(&Rational::ZERO),
            [one] => {
                let one = one.clone();
                self.term(&one)
            }
            _ => self.primitive(terms),
        }
    }

    fn sort_terms(&mut self, terms: &mut [Term]) {
        let arena = &*self.arena;
        let keys = &mut self.keys;
        terms.sort_by_cached_key(|t| TermOrder(t.body.map(|b| keys.get(arena, b))));
    }

    /// A sum of two or more sorted terms, divided by its content.
    fn primitive(&mut self, mut terms: Vec<Term>) -> Id {
        let numbers = terms.iter().filter(|t| t.body.is_none()).count();
        let content = if numbers > 1 {
            // Numbers too large to be added: too large for common denominators as well.
            Rational::ONE
        } else {
            content(&terms)
        };
        if let Some(inverse) = content.recip()
            && !content.is_one()
        {
            for term in &mut terms {
                term.coefficient = &term.coefficient * &inverse;
            }
        }
        let ids: Vec<Id> = terms.iter().map(|t| self.term(t)).collect();
        let sum = self.arena.sum(&ids);
        if content.is_one() {
            return sum;
        }
        let content = self.number(&content);
        self.arena.product(&[content, sum])
    }

    /// coefficient·body as a node.
    fn term(&mut self, term: &Term) -> Id {
        let Some(body) = term.body else {
            return self.number(&term.coefficient);
        };
        if term.coefficient.is_one() {
            return body;
        }
        let mut factors = vec![self.number(&term.coefficient)];
        match self.arena.view(body) {
            View::Product(rest) => factors.extend_from_slice(rest),
            _ => factors.push(body),
        }
        self.arena.product(&factors)
    }

    /// −s for a canonical sum s: the signs of its terms, which keep their order.
    pub(super) fn negated_sum(&mut self, sum: Id) -> Id {
        if let Some(&negative) = self.negatives.get(&sum) {
            return negative;
        }
        let View::Sum(terms) = self.arena.view(sum) else {
            return sum;
        };
        let mut ids = terms.to_vec();
        for id in &mut ids {
            let mut term = split(self.arena, *id);
            term.coefficient = -&term.coefficient;
            *id = self.term(&term);
        }
        let negative = self.arena.sum(&ids);
        self.negatives.insert(sum, negative);
        self.negatives.insert(negative, sum);
        negative
    }

    /// Whether an expression is written with a minus sign: the sign of its leading coefficient.
    pub(super) fn leads_negative(&self, id: Id) -> bool {
        let negative = |id| coefficient(self.arena, id).is_some_and(Rational::is_negative);
        match self.arena.view(id) {
            View::Sum(terms) => negative(terms[0]),
            View::Product([_, sum]) if !negative(id) => match self.arena.view(*sum) {
                View::Sum(terms) => coefficient(self.arena, id).is_some() && negative(terms[0]),
                _ => false,
            },
            _ => negative(id),
        }
    }
}

/// The number that is, or that leads, a term.
fn coefficient(arena: &Arena, id: Id) -> Option<&Rational> {
    match arena.view(id) {
        View::Number(q) => Some(q),
        View::Product(factors) => arena.as_number(factors[0]),
        _ => None,
    }
}

/// Splits the leading number off.
pub(super) fn split(arena: &mut Arena, id: Id) -> Term {
    match arena.view(id) {
        View::Number(q) => Term {
            coefficient: q.clone(),
            body: None,
        },
        View::Product([first, rest @ ..]) if arena.as_number(*first).is_some() => {
            let coefficient = arena.as_number(*first).cloned().unwrap_or(Rational::ONE);
            let rest = rest.to_vec();
            Term {
                coefficient,
                body: Some(arena.product(&rest)),
            }
        }
        _ => Term {
            coefficient: Rational::ONE,
            body: Some(id),
        },
    }
}

/// The positive g for which Σ (cᵢ/g)aᵢ has integer coefficients without a common divisor.
fn content(terms: &[Term]) -> Rational {
    let coefficients = || {
        terms
            .iter()
            .map(|t| &t.coefficient)
            .filter(|c| !c.is_zero())
    };
    if coefficients().any(|c| c.abs().is_one()) && coefficients().all(Rational::is_integer) {
        return Rational::ONE;
    }
    small_content(coefficients()).unwrap_or_else(|| {
        // The ratios to the leading coefficient do not change when the sum is scaled, so neither
        // does the decision whether their common denominator is too large.
        let Some(lead) = coefficients().next().map(Rational::abs) else {
            return Rational::ONE;
        };
        let mut common = BigInt::one();
        for ratio in coefficients().filter_map(|c| c.checked_div(&lead)) {
            common = common.lcm(&ratio.denominator());
            if common.bits() > CONTENT_BITS {
                return lead;
            }
        }
        lead.checked_div(&Rational::from(common.abs()))
            .unwrap_or(Rational::ONE)
    })
}

fn small_content<'a>(coefficients: impl Iterator<Item = &'a Rational>) -> Option<Rational> {
    let (mut numerator, mut denominator) = (0_i64, 1_i64);
    for c in coefficients {
        let (n, d) = c.small()?;
        numerator = numerator.gcd(&n.checked_abs()?);
        let step = d / denominator.gcd(&d);
        denominator = denominator.checked_mul(step)?;
    }
    Rational::new(numerator, denominator).filter(|q| !q.is_zero())
}

/// Terms by their body, plain numbers last.
struct TermOrder(Option<super::Key>);

impl PartialEq for TermOrder {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for TermOrder {}

impl PartialOrd for TermOrder {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for TermOrder {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        match (&self.0, &other.0) {
            (Some(a), Some(b)) => a.compare_terms(b),
            (a, b) => b.is_some().cmp(&a.is_some()),
        }
    }
}
