//! Sine, cosine and tangent at multiples of π, and shifts by quarter turns.
//!
//! - Arguments qπ with q rational are brought to the first quadrant, and for denominators 1, 2,
//!   3, 4, 6 the value is written down (DLMF table 4.17.1).
//! - sin(u + π/2) = cos u, cos(u + π/2) = −sin u (DLMF 4.21.1 and .2 with v = π/2), hence
//!   tan(u + π/2) = −1/tan u. They hold for every complex u, the last up to isolated points.

use num_integer::Integer;
use num_traits::ToPrimitive;

use super::Simplifier;
use super::function::{Exact, negative_if};
use crate::expr::{Arena, Constant, Function, Id, View};
use crate::number::Rational;

/// q when the expression is qπ.
pub(super) fn multiple_of_pi(arena: &Arena, id: Id) -> Option<Rational> {
    let is_pi = |id| arena.view(id) == View::Constant(Constant::Pi);
    match arena.view(id) {
        View::Number(q) if q.is_zero() => Some(Rational::ZERO),
        View::Constant(Constant::Pi) => Some(Rational::ONE),
        View::Product(&[q, pi]) if is_pi(pi) => arena.as_number(q).cloned(),
        _ => None,
    }
}

/// Whether tan has a pole at the angle.
pub(super) fn is_pole_of_tangent(q: &Rational) -> bool {
    (q - &Rational::HALF).is_integer()
}

/// q less a multiple of the period, in [0, period).
fn reduce(q: &Rational, period: i64) -> Rational {
    let period = Rational::from(period);
    let turns = q.checked_div(&period).unwrap_or(Rational::ZERO).floor();
    q - &(&Rational::from(turns) * &period)
}

/// The value of the function at q·π in the first quadrant, if it is written with square roots.
fn first_quadrant(function: Function, q: &Rational) -> Option<Exact> {
    let q = if function == Function::Cos {
        &Rational::HALF - q
    } else {
        q.clone()
    };
    let tangent = function == Function::Tan;
    Some(match (q.small()?, tangent) {
        ((0, 1), _) => Exact::Root(0, 1, 1),
        ((1, 6), false) => Exact::Root(1, 2, 1),
        ((1, 4), false) => Exact::Root(1, 2, 2),
        ((1, 3), false) => Exact::Root(1, 2, 3),
        ((1, 2), false) | ((1, 4), true) => Exact::Root(1, 1, 1),
        ((1, 6), true) => Exact::Root(1, 3, 3),
        ((1, 3), true) => Exact::Root(1, 1, 3),
        _ => return None,
    })
}

impl Simplifier<'_> {
    /// sin, cos or tan of q·π.
    pub(super) fn at_angle(&mut self, function: Function, q: &Rational) -> Id {
        let mut negative = false;
        let mut q = match function {
            Function::Tan => reduce(q, 1),
            Function::Cos => {
                let q = reduce(q, 2);
                if q > Rational::ONE {
                    &Rational::from(2) - &q
                } else {
                    q
                }
            }
            _ => {
                let q = reduce(q, 2);
                negative = q >= Rational::ONE;
                if negative { &q - &Rational::ONE } else { q }
            }
        };
        if q > Rational::HALF {
            negative ^= function != Function::Sin;
            q = &Rational::ONE - &q;
        }
        let value = if let Some(value) = first_quadrant(function, &q) {
            self.exact(value)
        } else {
            let pi = self.arena.constant(Constant::Pi);
            let q = self.number(&q);
            let angle = self.mul(&[q, pi]);
            self.arena.call(function, &[angle])
        };
        negative_if(self, negative, value)
    }

    /// sin, cos or tan of a sum with a multiple of π that is no less than a quarter turn or
    /// below zero.
    pub(super) fn shifted(&mut self, function: Function, argument: Id) -> Option<Id> {
        let pi = self.arena.constant(Constant::Pi);
        let mut terms = match self.arena.view(argument) {
            View::Sum(_) | View::Product(_) => self.terms_of(argument),
            _ => return None,
        };
        let turn = terms.iter_mut().find(|t| t.body == Some(pi))?;
        let quarters = (&turn.coefficient * &Rational::from(2)).floor();
        if quarters == 0.into() {
            return None;
        }
        let whole = Rational::from(quarters.clone());
        turn.coefficient = &turn.coefficient - &(&whole * &Rational::HALF);
        let rest = self.combine(terms);
        let quarters = quarters.mod_floor(&4.into()).to_u8().unwrap_or(0);
        let (function, negative, inverted) = match (function, quarters) {
            (Function::Sin, 1) => (Function::Cos, false, false),
            (Function::Sin, 3) => (Function::Cos, true, false),
            (Function::Cos, 1) => (Function::Sin, true, false),
            (Function::Cos, 3) => (Function::Sin, false, false),
            (Function::Tan, 1 | 3) => (Function::Tan, true, true),
            (Function::Tan, _) => (Function::Tan, false, false),
            (other, k) => (other, k == 2, false),
        };
        let mut value = self.call(function, &[rest]);
        if inverted {
            value = self.recip(value);
        }
        Some(negative_if(self, negative, value))
    }
}
