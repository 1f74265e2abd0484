//! Real functions turned around.

use super::affine::PRECISION;
use crate::enclosure::natural::rational;
use crate::enclosure::{Big, Real};
use crate::expr::Function;
use crate::number::Rational;

/// An inverse that has values for positive arguments alone.
pub(super) fn positive(
    inverse: impl Fn(&Big) -> Option<Vec<Big>>,
) -> impl Fn(&Big) -> Option<Vec<Big>> {
    move |t| {
        if t.is_positive() {
            inverse(t)
        } else if t.is_negative() || t.is_point_zero() {
            Some(Vec::new())
        } else {
            None
        }
    }
}

/// Where u^q = t, u^q being the principal power.
pub(super) fn power(t: &Big, q: &Rational) -> Option<Vec<Big>> {
    if t.is_point_zero() {
        return Some(if q.is_negative() {
            Vec::new()
        } else {
            vec![t.clone()]
        });
    }
    let exponent = rational::<Big>(&q.recip()?, PRECISION);
    let root = |t: &Big| Some(t.ln()?.mul(&exponent).exp());
    let odd = q.is_integer() && q.to_i64()?.rem_euclid(2) == 1;
    if t.is_positive() {
        let u = root(t)?;
        Some(if q.is_integer() && !odd {
            vec![u.neg(), u]
        } else {
            vec![u]
        })
    } else if t.is_negative() {
        Some(if odd {
            vec![root(&t.neg())?.neg()]
        } else {
            Vec::new()
        })
    } else {
        None
    }
}

/// Where f(u) = t for a real u, of functions that take each value at most twice.
pub(super) fn call(f: Function, t: &Big, degree: Option<&Rational>) -> Option<Vec<Big>> {
    let one = |u: Big| Some(vec![u]);
    let within = |bound: &Big| t.abs().is_less(bound);
    let half_turn = Big::pi(PRECISION);
    let quarter_turn = half_turn.scale(-1);
    match f {
        Function::Log => one(t.exp()),
        Function::Abs if t.is_point_zero() => one(t.clone()),
        Function::Abs => positive(|t| Some(vec![t.clone(), t.neg()]))(t),
        Function::Root => one(t.powi(degree?.to_i64()?)?),
        Function::Asin if within(&quarter_turn) => one(t.sin()),
        Function::Atan if within(&quarter_turn) => one(t.tan()?),
        Function::Acos if t.is_positive() && t.is_less(&half_turn) => one(t.cos()),
        Function::Sinh => one(t.asinh()),
        Function::Asinh => one(t.sinh()),
        Function::Tanh if within(&Big::one(PRECISION)) => one(t.atanh()?),
        Function::Atanh => one(t.tanh()),
        Function::Acosh if t.is_positive() => one(t.cosh()),
        // Beyond the range of the principal value, of two or more values, or not turned around here.
        Function::Asin
        | Function::Acos
        | Function::Atan
        | Function::Acosh
        | Function::Tanh
        | Function::Sign
        | Function::Sin
        | Function::Cos
        | Function::Tan
        | Function::Cot
        | Function::Sec
        | Function::Csc
        | Function::Acot
        | Function::Asec
        | Function::Acsc
        | Function::Cosh
        | Function::Coth
        | Function::Sech
        | Function::Csch
        | Function::Acoth
        | Function::Asech
        | Function::Acsch
        | Function::Erf
        | Function::Erfc
        | Function::Erfi
        | Function::Si
        | Function::Ci
        | Function::Shi
        | Function::Chi
        | Function::Ei
        | Function::Li => None,
    }
}
