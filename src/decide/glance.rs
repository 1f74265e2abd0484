//! A glance in plain double precision, which proves nothing: it tells where a rigorous comparison
//! is worth its time.

use super::Problem;
use crate::calculus::derivative;
use crate::expr::{Arena, Constant, Function, Id, View};
use crate::number::Rational;

/// Sides that differ by less, relatively, are taken for equal.
const TOLERANCE: f64 = 1e-12;

/// Both sides, F differentiated, ready to be evaluated at many points.
pub(super) struct Glance {
    arena: Arena,
    nodes: Vec<Id>,
    integrand: Id,
    slope: Id,
}

impl Glance {
    /// `None` where a function has no cheap value, or i occurs.
    pub(super) fn new(problem: &Problem<'_>) -> Option<Self> {
        let mut arena = problem.arena.clone();
        let slope = derivative(&mut arena, problem.antiderivative, problem.variable);
        let nodes = arena.reachable(&[problem.integrand, slope]);
        let cheap = |id: &Id| match arena.view(*id) {
            View::Call(f, _) => call(f, 0.5, Some(1.0)).is_some(),
            View::Constant(Constant::I) => false,
            _ => true,
        };
        nodes.iter().all(cheap).then_some(Self {
            arena,
            nodes,
            integrand: problem.integrand,
            slope,
        })
    }

    /// Whether the sides seem to differ where the symbols have these values. Where one of them is
    /// not real or not finite nothing is seen.
    pub(super) fn differs(&self, symbols: &[Rational]) -> bool {
        let symbols: Vec<f64> = symbols.iter().map(Rational::to_f64).collect();
        let mut values = vec![f64::NAN; self.nodes.last().map_or(0, |id| id.index() + 1)];
        for &id in &self.nodes {
            values[id.index()] = self.value(id, &values, &symbols);
        }
        let [f, slope] = [self.integrand, self.slope].map(|id| values[id.index()]);
        (f - slope).abs() > TOLERANCE * f.abs().max(slope.abs())
    }

    fn value(&self, id: Id, values: &[f64], symbols: &[f64]) -> f64 {
        let at = |id: &Id| values[id.index()];
        match self.arena.view(id) {
            View::Number(q) => q.to_f64(),
            View::Constant(Constant::Pi) => std::f64::consts::PI,
            View::Constant(Constant::E) => std::f64::consts::E,
            View::Constant(Constant::I) => f64::NAN,
            View::Symbol(s) => symbols[s.index()],
            View::Sum(terms) => terms.iter().map(at).sum(),
            View::Product(factors) => factors.iter().map(at).product(),
            View::Power(base, exponent) => match self.arena.as_number(exponent) {
                Some(q) => match q.to_i64() {
                    Some(-1) => 1.0 / at(&base),
                    Some(2) => at(&base) * at(&base),
                    None if q == &Rational::HALF => at(&base).sqrt(),
                    _ => libm::pow(at(&base), at(&exponent)),
                },
                None if matches!(self.arena.view(base), View::Constant(Constant::E)) => {
                    libm::exp(at(&exponent))
                }
                None => libm::pow(at(&base), at(&exponent)),
            },
            View::Call(f, arguments) => {
                call(f, at(&arguments[0]), arguments.get(1).map(at)).unwrap_or(f64::NAN)
            }
        }
    }
}

fn call(f: Function, u: f64, second: Option<f64>) -> Option<f64> {
    Some(match f {
        Function::Log => libm::log(u),
        Function::Abs => u.abs(),
        Function::Sign => u.signum(),
        Function::Root => libm::pow(u.abs(), 1.0 / second.unwrap_or(1.0)).copysign(u),
        Function::Sin => libm::sin(u),
        Function::Cos => libm::cos(u),
        Function::Tan => libm::tan(u),
        Function::Cot => 1.0 / libm::tan(u),
        Function::Sec => 1.0 / libm::cos(u),
        Function::Csc => 1.0 / libm::sin(u),
        Function::Asin => libm::asin(u),
        Function::Acos => libm::acos(u),
        Function::Atan => libm::atan(u),
        Function::Acot => libm::atan(1.0 / u),
        Function::Asec => libm::acos(1.0 / u),
        Function::Acsc => libm::asin(1.0 / u),
        Function::Sinh => libm::sinh(u),
        Function::Cosh => libm::cosh(u),
        Function::Tanh => libm::tanh(u),
        Function::Coth => 1.0 / libm::tanh(u),
        Function::Sech => 1.0 / libm::cosh(u),
        Function::Csch => 1.0 / libm::sinh(u),
        Function::Asinh => libm::asinh(u),
        Function::Acosh => libm::acosh(u),
        Function::Atanh => libm::atanh(u),
        Function::Acoth => libm::atanh(1.0 / u),
        Function::Asech => libm::acosh(1.0 / u),
        Function::Acsch => libm::asinh(1.0 / u),
        Function::Erf => libm::erf(u),
        Function::Erfc => libm::erfc(u),
        Function::Erfi
        | Function::Si
        | Function::Ci
        | Function::Shi
        | Function::Chi
        | Function::Ei
        | Function::Li => return None,
    })
}
