use num_bigint::BigInt;
use num_rational::BigRational;

use super::guard::Guard;
use super::inverse::{call, positive, power};
use super::zeros::Zero;
use crate::enclosure::natural::{Mode, Natural, Region, evaluate, rational};
use crate::enclosure::{Big, Real};
use crate::expr::{Arena, Constant, Id, SymbolId, View};
use crate::number::Rational;

/// Bits of the roots' enclosures.
pub(super) const PRECISION: u32 = 1024;
/// Values that are looked for at the same time.
const TARGETS: usize = 16;
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

    /// Whether the node is affine.
    pub(super) fn is_affine(&self, node: Id) -> bool {
        self.forms[node.index()].is_some()
    }

    /// The zeros of the guard; of a circular function u those of sin 2u nearest to 0, among which
    /// are its own. `None` where it is neither affine nor made of an affine function by functions
    /// that can be inverted.
    pub(super) fn zeros(&self, arena: &Arena, guard: Guard) -> Option<Vec<Zero>> {
        if !guard.periodic {
            let target = Big::from_integer(-guard.offset, PRECISION);
            return self.solve(arena, guard.argument, vec![target]);
        }
        let (_, value) = self.forms[guard.argument.index()].as_ref()?;
        let quarter = Big::pi(PRECISION).scale(-1);
        let nearest = value.div(&quarter)?.mid_f64();
        if nearest.abs() > 1e9 {
            return None;
        }
        let targets = (-NEAR..=NEAR)
            .map(|k| quarter.mul(&Big::from_integer(nearest as i64 + k, PRECISION)))
            .collect();
        self.solve(arena, guard.argument, targets)
    }

    /// Where the node takes one of these values.
    fn solve(&self, arena: &Arena, mut node: Id, mut targets: Vec<Big>) -> Option<Vec<Zero>> {
        loop {
            if let Some((slope, value)) = &self.forms[node.index()] {
                let zero = |target: &Big| {
                    let root = target.sub(value).div(slope)?;
                    Some((exact(root.lower()?.parts())?, exact(root.upper()?.parts())?))
                };
                return targets.iter().map(zero).collect();
            }
            (node, targets) = self.inward(arena, node, &targets)?;
            if targets.len() > TARGETS {
                return None;
            }
        }
    }

    /// The one child on which the node depends, and the values of it at which the node takes one
    /// of the targets.
    fn inward(&self, arena: &Arena, node: Id, targets: &[Big]) -> Option<(Id, Vec<Big>)> {
        let constant = |id: &Id| match &self.forms[id.index()] {
            Some((slope, value)) if slope.is_point_zero() => Some(value),
            _ => None,
        };
        let alone = |parts: &[Id]| {
            let mut varying = parts.iter().filter(|id| constant(id).is_none());
            varying.next().copied().filter(|_| varying.next().is_none())
        };
        let each = |inverse: &dyn Fn(&Big) -> Option<Vec<Big>>| -> Option<Vec<Big>> {
            let values: Option<Vec<Vec<Big>>> = targets.iter().map(inverse).collect();
            Some(values?.concat())
        };
        Some(match arena.view(node) {
            View::Sum(terms) => {
                let shift = terms
                    .iter()
                    .filter_map(constant)
                    .fold(Big::zero(PRECISION), |sum, c| sum.add(c));
                (alone(terms)?, each(&|t| Some(vec![t.sub(&shift)]))?)
            }
            View::Product(factors) => {
                let scale = factors
                    .iter()
                    .filter_map(constant)
                    .fold(Big::one(PRECISION), |product, c| product.mul(c));
                (alone(factors)?, each(&|t| Some(vec![t.div(&scale)?]))?)
            }
            View::Power(base, exponent)
                if matches!(arena.view(base), View::Constant(Constant::E)) =>
            {
                (exponent, each(&positive(|t| Some(vec![t.ln()?])))?)
            }
            View::Power(base, exponent) => {
                let q = arena.as_number(exponent)?;
                (base, each(&|t| power(t, q))?)
            }
            View::Call(f, arguments) => {
                let degree = arguments.get(1).and_then(|&n| arena.as_number(n));
                (arguments[0], each(&|t| call(f, t, degree))?)
            }
            View::Number(_) | View::Constant(_) | View::Symbol(_) => return None,
        })
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
