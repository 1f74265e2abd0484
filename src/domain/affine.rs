use num_bigint::BigInt;
use num_rational::BigRational;

use super::guard::Guard;
use super::zeros::Zero;
use crate::enclosure::natural::{Mode, Natural, Region, evaluate, rational};
use crate::enclosure::{Big, Real};
use crate::expr::{Arena, Id, SymbolId, View};
use crate::number::Rational;

/// Bits of the roots' enclosures.
const PRECISION: u32 = 1024;
/// Quarter turns looked at to each side.
const NEAR: i64 = 2;

/// Roots of guards that are affine in the variable with any real constants as coefficients, such
/// as x − √2 or π·x − 3.
pub(super) struct Affine {
    /// slope·x + value, by node.
    forms: Vec<Option<(Big, Big)>>,
}

impl Affine {
    pub(super) fn new(
        arena: &Arena,
        nodes: &[Id],
        variable: SymbolId,
        symbols: &[Rational],
    ) -> Self {
        let boxes: Vec<Big> = symbols.iter().map(|q| rational(q, PRECISION)).collect();
        let region = Region {
            symbols: &boxes,
            variable,
            precision: PRECISION,
        };
        let depends = arena.depends_on(variable);
        let fixed: Vec<Id> = nodes
            .iter()
            .copied()
            .filter(|id| !depends[id.index()])
            .collect();
        let constants = evaluate(arena, &fixed, &region, Mode::Strict);
        let zero = || Big::zero(PRECISION);
        let mut forms: Vec<Option<(Big, Big)>> =
            vec![None; nodes.last().map_or(0, |id| id.index() + 1)];
        for &id in nodes {
            let get = |id: &Id| forms[id.index()].clone();
            let form = if depends[id.index()] {
                match arena.view(id) {
                    View::Symbol(_) => Some((Big::one(PRECISION), zero())),
                    View::Sum(terms) => terms.iter().try_fold((zero(), zero()), |(a, b), t| {
                        let (c, d) = get(t)?;
                        Some((a.add(&c), b.add(&d)))
                    }),
                    View::Product(factors) => {
                        factors
                            .iter()
                            .try_fold((zero(), Big::one(PRECISION)), |(a, b), f| {
                                let (c, d) = get(f)?;
                                let one_depends = a.is_point_zero() || c.is_point_zero();
                                one_depends.then(|| (a.mul(&d).add(&b.mul(&c)), b.mul(&d)))
                            })
                    }
                    _ => None,
                }
            } else {
                match &constants[id.index()] {
                    Natural::Real { value, .. } => Some((zero(), value.clone())),
                    Natural::Nowhere | Natural::Unknown => None,
                }
            };
            forms[id.index()] = form;
        }
        Self { forms }
    }

    /// The one zero of the guard; of a circular function u those of sin 2u nearest to 0, among
    /// which are its own. None where the guard is not affine.
    pub(super) fn zeros(&self, guard: Guard) -> Vec<Zero> {
        let Some((slope, value)) = &self.forms[guard.argument.index()] else {
            return Vec::new();
        };
        let zero = |shift: &Big| {
            let root = shift.sub(value).div(slope)?;
            Some((exact(root.lower()?.parts())?, exact(root.upper()?.parts())?))
        };
        if !guard.periodic {
            return zero(&Big::from_integer(-guard.offset, PRECISION))
                .into_iter()
                .collect();
        }
        let quarter = Big::pi(PRECISION).scale(-1);
        let nearest = value.div(&quarter).map_or(0.0, |k| k.mid_f64());
        if nearest.abs() > 1e9 {
            return Vec::new();
        }
        (-NEAR..=NEAR)
            .filter_map(|k| zero(&quarter.mul(&Big::from_integer(nearest as i64 + k, PRECISION))))
            .collect()
    }
}

/// mantissa·2^exponent.
fn exact((mantissa, exponent): (&BigInt, i64)) -> Option<BigRational> {
    if exponent.unsigned_abs() > 1 << 14 {
        return None;
    }
    let power = BigInt::from(1) << exponent.unsigned_abs();
    Some(if exponent < 0 {
        BigRational::new(mantissa.clone(), power)
    } else {
        BigRational::from_integer(mantissa * power)
    })
}
