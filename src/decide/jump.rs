//! Where F jumps though f does not.

use num_bigint::BigInt;

use super::Problem;
use crate::domain::{Zero, guards, zeros};
use crate::enclosure::natural::{Mode, Natural, evaluate_over, rational};
use crate::enclosure::{Big, Interval, Real};
use crate::expr::Id;
use crate::number::Rational;

/// Zeros of guards that are looked at.
const LOOKS: usize = 16;
/// Bits of the enclosures.
const PRECISION: u32 = 53;
/// F is compared 2^−this to the left and to the right.
const NEAR: usize = 16;

/// Points at which F is proved to jump, for these values of the parameters: f is bounded around
/// them, and F changes by more than the mean value theorem allows. F′ = f on all pieces of f's
/// domain is taken for granted.
///
/// Such a point is no defect of an indefinite integral. Only zeros of guards of F that are no
/// guards of f, and that no parameter moves, are looked at.
pub(super) fn jumps(problem: &Problem<'_>, symbols: &[Rational]) -> Vec<String> {
    let arena = problem.arena;
    let integrand = arena.reachable(&[problem.integrand]);
    let antiderivative = arena.reachable(&[problem.antiderivative]);
    let known = guards(arena, &integrand);
    let mut own = guards(arena, &antiderivative);
    own.retain(|guard| !known.contains(guard));
    own.retain(|guard| arena.symbols_of(guard.argument) == [problem.variable]);
    if own.is_empty() {
        return Vec::new();
    }
    let value = |root: Id, nodes: &[Id], x: Interval| {
        let mut values = evaluate_over(arena, nodes, (problem.variable, x), symbols, Mode::Strict);
        match values.swap_remove(root.index()) {
            Natural::Real { value, .. } => Some(value),
            Natural::Nowhere | Natural::Unknown => None,
        }
    };
    let is_jump = |(low, high): &Zero| {
        let step = Rational::from_big(1.into(), BigInt::from(1) << NEAR)?;
        let [low, high] = [low, high].map(|end| Rational::from(end.clone()));
        let [left, right] =
            [&low - &step, &high + &step].map(|x| rational::<Interval>(&x, PRECISION));
        let f = value(problem.integrand, &integrand, left.hull(&right))?;
        let before = value(problem.antiderivative, &antiderivative, left)?;
        let after = value(problem.antiderivative, &antiderivative, right)?;
        let allowed = f.abs().mul(&right.sub(&left));
        allowed.is_less(&after.sub(&before).abs()).then(|| {
            if low == high {
                low.to_string()
            } else {
                rational::<Big>(&low, 128).digits(16)
            }
        })
    };
    zeros(arena, &own, problem.variable, symbols)
        .iter()
        .take(LOOKS)
        .filter_map(is_jump)
        .collect()
}
