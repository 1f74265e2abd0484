use foldhash::fast::RandomState;
use hashbrown::HashMap;

use crate::expr::{Arena, Constant, Function, Id, SymbolId, View};
use crate::number::Rational;
use crate::simplify::Simplifier;

/// A product with more factors than this that depend on the variable is differentiated with
/// shared partial products, so that the result stays linear in their number.
const FLAT_FACTORS: usize = 12;

/// The derivative with respect to a variable, in canonical form.
///
/// Every other symbol is a constant. The derivative is the complex one for functions that have
/// it, with principal branches; |u|′ = sign(u)·u′ and sign′ = 0 are those along the real line.
/// It holds wherever the expression is differentiable, up to isolated points; where that is, is
/// the business of the domain of what was written.
///
/// ```
/// use barrow::{calculus::derivative, expr::Arena};
/// let mut arena = Arena::new();
/// let x = arena.symbol("x");
/// let three = arena.integer(3);
/// let cube = arena.power(x, three);
/// let variable = arena.find_symbol("x").unwrap();
/// let slope = derivative(&mut arena, cube, variable);
/// let two = arena.integer(2);
/// let square = arena.power(x, two);
/// assert_eq!(slope, arena.product(&[three, square]));
/// ```
pub fn derivative(arena: &mut Arena, id: Id, variable: SymbolId) -> Id {
    let nodes = arena.reachable(&[id]);
    let mut pass = Pass {
        simplifier: Simplifier::new(arena),
        slopes: HashMap::default(),
    };
    pass.simplifier.grant(nodes.len());
    for node in nodes {
        pass.simplifier.canonical_node(node);
        if let Some(slope) = pass.differentiate(node, variable) {
            pass.slopes.insert(node, slope);
        }
    }
    match pass.slopes.get(&id) {
        Some(&slope) => slope,
        None => arena.integer(0),
    }
}

struct Pass<'a> {
    simplifier: Simplifier<'a>,
    /// The derivatives that are not zero.
    slopes: HashMap<Id, Id, RandomState>,
}

impl Pass<'_> {
    fn differentiate(&mut self, node: Id, variable: SymbolId) -> Option<Id> {
        let slope = match self.simplifier.arena().view(node) {
            View::Number(_) | View::Constant(_) => return None,
            View::Symbol(s) => {
                if s != variable {
                    return None;
                }
                self.simplifier.arena.integer(1)
            }
            View::Sum(terms) => {
                let slopes: Vec<Id> = terms.iter().filter_map(|t| self.slope(*t)).collect();
                self.simplifier.add(&slopes)
            }
            View::Product(factors) => {
                let factors = factors.to_vec();
                self.product(&factors)
            }
            View::Power(base, exponent) => self.power(base, exponent)?,
            View::Call(function, arguments) => {
                // Of the functions with two arguments, root has a literal number as the second.
                let (u, second) = (arguments[0], arguments.get(1).copied());
                let inner = self.slope(u)?;
                let (u, second) = (self.form(u), second.map(|n| self.form(n)));
                let outer = self.outer(function, u, second)?;
                self.simplifier.mul(&[outer, inner])
            }
        };
        let zero = self.simplifier.arena().as_number(slope);
        (!zero.is_some_and(Rational::is_zero)).then_some(slope)
    }

    fn slope(&self, node: Id) -> Option<Id> {
        self.slopes.get(&node).copied()
    }

    fn form(&self, node: Id) -> Id {
        self.simplifier.form(node)
    }

    /// (c·u₁⋯uₙ)′ = c·Σ u₁⋯uₖ′⋯uₙ. Not p·Σ uₖ′/uₖ, which has no value where a factor is 0.
    fn product(&mut self, factors: &[Id]) -> Id {
        let mut constant = Vec::new();
        let mut varying = Vec::new();
        for &factor in factors {
            match self.slope(factor) {
                Some(slope) => varying.push((self.form(factor), slope)),
                None => constant.push(self.form(factor)),
            }
        }
        let terms = if varying.len() > FLAT_FACTORS {
            self.shared_terms(&varying)
        } else {
            (0..varying.len())
                .map(|k| {
                    let factor = |(j, &(u, slope))| if j == k { slope } else { u };
                    let term: Vec<Id> = varying.iter().enumerate().map(factor).collect();
                    self.simplifier.mul(&term)
                })
                .collect()
        };
        constant.push(self.simplifier.add(&terms));
        self.simplifier.mul(&constant)
    }

    /// The terms (u₁⋯uₖ₋₁)·uₖ′·(uₖ₊₁⋯uₙ) with the products in parentheses built once.
    fn shared_terms(&mut self, varying: &[(Id, Id)]) -> Vec<Id> {
        let arena = &mut *self.simplifier.arena;
        let mut suffixes = vec![None];
        for &(u, _) in varying.iter().skip(1).rev() {
            let next = match suffixes.last() {
                Some(&Some(after)) => arena.product(&[u, after]),
                _ => u,
            };
            suffixes.push(Some(next));
        }
        let mut before: Option<Id> = None;
        let mut terms = Vec::with_capacity(varying.len());
        for &(u, slope) in varying {
            let after = suffixes.pop().flatten();
            let term: Vec<Id> = [before, Some(slope), after].into_iter().flatten().collect();
            terms.push(arena.product(&term));
            before = Some(match before {
                Some(before) => arena.product(&[before, u]),
                None => u,
            });
        }
        terms
    }

    /// (uᵛ)′ = v·u^(v−1)·u′ + uᵛ·log u·v′.
    fn power(&mut self, base: Id, exponent: Id) -> Option<Id> {
        let (base_slope, exponent_slope) = (self.slope(base), self.slope(exponent));
        let (u, v) = (self.form(base), self.form(exponent));
        let by_base = base_slope.map(|slope| {
            let minus_one = self.simplifier.arena.integer(-1);
            let lower = self.simplifier.add(&[v, minus_one]);
            let lower = self.simplifier.pow(u, lower);
            self.simplifier.mul(&[v, lower, slope])
        });
        let by_exponent = exponent_slope.map(|slope| {
            let power = self.simplifier.pow(u, v);
            let logarithm = self.simplifier.call(Function::Log, &[u]);
            self.simplifier.mul(&[power, logarithm, slope])
        });
        match (by_base, by_exponent) {
            (Some(a), Some(b)) => Some(self.simplifier.add(&[a, b])),
            (a, b) => a.or(b),
        }
    }

    /// f′(u); none where it is zero. Sources are sections of the DLMF (dlmf.nist.gov).
    fn outer(&mut self, function: Function, u: Id, second: Option<Id>) -> Option<Id> {
        use Function as F;
        let s = &mut Formulas(&mut self.simplifier);
        Some(match function {
            F::Log => s.power(u, -1, 1),
            F::Abs => s.call(F::Sign, u),
            F::Sign => return None,
            // The real root r with rⁿ = u has n·rⁿ⁻¹·r′ = u′, hence r′ = r·u′/(n·u).
            F::Root => {
                let n = second?;
                let root = s.0.call(F::Root, &[u, n]);
                let (by_n, by_u) = (s.0.recip(n), s.power(u, -1, 1));
                s.times(&[root, by_n, by_u])
            }

            // 4.20
            F::Sin => s.call(F::Cos, u),
            F::Cos => s.negative_call(F::Sin, u),
            F::Tan => s.call_power(F::Cos, u, -2),
            F::Cot => {
                let square = s.call_power(F::Sin, u, -2);
                s.negative(square)
            }
            F::Sec => {
                let (a, b) = (s.call(F::Sec, u), s.call(F::Tan, u));
                s.times(&[a, b])
            }
            F::Csc => {
                let (a, b) = (s.negative_call(F::Csc, u), s.call(F::Cot, u));
                s.times(&[a, b])
            }

            // 4.24(ii); those of 1/u by the chain rule, which is right on every branch where
            // ±1/(u·√(u² − 1)) is right on one.
            F::Asin => s.quadratic(u, (1, -1), (-1, 2)),
            F::Acos => {
                let slope = s.quadratic(u, (1, -1), (-1, 2));
                s.negative(slope)
            }
            F::Atan => s.quadratic(u, (1, 1), (-1, 1)),
            F::Acot => {
                let slope = s.quadratic(u, (1, 1), (-1, 1));
                s.negative(slope)
            }
            F::Asec => s.of_reciprocal(u, |s, w| {
                let slope = s.quadratic(w, (1, -1), (-1, 2));
                s.negative(slope)
            }),
            F::Acsc => s.of_reciprocal(u, |s, w| s.quadratic(w, (1, -1), (-1, 2))),

            // 4.34
            F::Sinh => s.call(F::Cosh, u),
            F::Cosh => s.call(F::Sinh, u),
            F::Tanh => s.call_power(F::Cosh, u, -2),
            F::Coth => {
                let square = s.call_power(F::Sinh, u, -2);
                s.negative(square)
            }
            F::Sech => {
                let (a, b) = (s.negative_call(F::Sech, u), s.call(F::Tanh, u));
                s.times(&[a, b])
            }
            F::Csch => {
                let (a, b) = (s.negative_call(F::Csch, u), s.call(F::Coth, u));
                s.times(&[a, b])
            }

            // 4.38(ii)
            F::Asinh => s.quadratic(u, (1, 1), (-1, 2)),
            F::Acosh => s.acosh(u),
            F::Atanh | F::Acoth => s.quadratic(u, (1, -1), (-1, 1)),
            F::Asech => s.of_reciprocal(u, Formulas::acosh),
            F::Acsch => s.of_reciprocal(u, |s, w| s.quadratic(w, (1, 1), (-1, 2))),

            // 7.2.1, 7.2.2; erfi u = −i·erf(iu)
            F::Erf => s.gaussian(u, -1, 2),
            F::Erfc => s.gaussian(u, -1, -2),
            F::Erfi => s.gaussian(u, 1, 2),

            // 6.2.9, 6.2.13, 6.2.15, 6.2.16, 6.2.5, 6.2.8
            F::Si => s.over(F::Sin, u),
            F::Ci => s.over(F::Cos, u),
            F::Shi => s.over(F::Sinh, u),
            F::Chi => s.over(F::Cosh, u),
            F::Ei => {
                let e = s.0.arena.constant(Constant::E);
                let (a, b) = (s.0.pow(e, u), s.power(u, -1, 1));
                s.times(&[a, b])
            }
            F::Li => s.call_power(F::Log, u, -1),
        })
    }
}

/// The pieces that derivatives are written with.
struct Formulas<'s, 'a>(&'s mut Simplifier<'a>);

impl Formulas<'_, '_> {
    fn times(&mut self, factors: &[Id]) -> Id {
        self.0.mul(factors)
    }

    fn negative(&mut self, u: Id) -> Id {
        self.0.neg(u)
    }

    fn call(&mut self, function: Function, u: Id) -> Id {
        self.0.call(function, &[u])
    }

    fn negative_call(&mut self, function: Function, u: Id) -> Id {
        let value = self.call(function, u);
        self.negative(value)
    }

    /// u^(n/d).
    fn power(&mut self, u: Id, n: i64, d: i64) -> Id {
        let q = Rational::new(n, d).unwrap_or(Rational::ZERO);
        let q = self.0.arena.number(&q);
        self.0.pow(u, q)
    }

    /// f(u)ⁿ.
    fn call_power(&mut self, function: Function, u: Id, n: i64) -> Id {
        let value = self.call(function, u);
        self.power(value, n, 1)
    }

    /// (a + b·u²)^(n/d).
    fn quadratic(&mut self, u: Id, (a, b): (i64, i64), (n, d): (i64, i64)) -> Id {
        let square = self.power(u, 2, 1);
        let (a, b) = (self.0.arena.integer(a), self.0.arena.integer(b));
        let square = self.times(&[b, square]);
        let sum = self.0.add(&[a, square]);
        self.power(sum, n, d)
    }

    /// The derivative −f′(1/u)/u² of f(1/u).
    fn of_reciprocal(&mut self, u: Id, outer: impl FnOnce(&mut Self, Id) -> Id) -> Id {
        let inverse = self.power(u, -1, 1);
        let outer = outer(self, inverse);
        let inner = self.power(u, -2, 1);
        let inner = self.negative(inner);
        self.times(&[outer, inner])
    }

    /// 1/(√(u − 1)·√(u + 1)), on the principal branch everywhere.
    fn acosh(&mut self, u: Id) -> Id {
        let factors = [-1, 1].map(|shift| {
            let shift = self.0.arena.integer(shift);
            let sum = self.0.add(&[u, shift]);
            self.power(sum, -1, 2)
        });
        self.times(&factors)
    }

    /// c/√π·e^(±u²).
    fn gaussian(&mut self, u: Id, sign: i64, c: i64) -> Id {
        let square = self.power(u, 2, 1);
        let sign = self.0.arena.integer(sign);
        let exponent = self.times(&[sign, square]);
        let (e, pi) = (
            self.0.arena.constant(Constant::E),
            self.0.arena.constant(Constant::Pi),
        );
        let exponential = self.0.pow(e, exponent);
        let scale = self.power(pi, -1, 2);
        let c = self.0.arena.integer(c);
        self.times(&[c, scale, exponential])
    }

    /// f(u)/u.
    fn over(&mut self, function: Function, u: Id) -> Id {
        let (value, inverse) = (self.call(function, u), self.power(u, -1, 1));
        self.times(&[value, inverse])
    }
}
