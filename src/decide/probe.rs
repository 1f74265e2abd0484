use num_bigint::BigInt;

use super::Problem;
use super::common::{Common, Look};
use super::imaginary::Value;
use super::spot::{Spot, ends};
use super::verdict::Witness;
use crate::enclosure::analytic::{self, Box as ComplexBox};
use crate::enclosure::natural::{self, Mode, Natural, Region};
use crate::enclosure::{Complex, Special};
use crate::expr::{Arena, Function, Id, View};
use crate::number::Rational;

/// How many nodes a special function counts for.
const SPECIAL_COST: usize = 400;

/// What a comparison at one point shows.
pub(super) enum Outcome {
    /// f is not real here.
    Outside,
    /// The enclosures cannot tell.
    Unknown,
    /// Both sides are defined all over the box and differ.
    Differ {
        /// Where, and by which enclosures.
        witness: Witness,
        /// Whether F is naturally real here.
        natural: bool,
    },
    /// Both sides are defined all over the box and their enclosures meet.
    Agree {
        /// How many decimal digits agree.
        digits: u32,
        /// Whether F′ ≠ −f, all over the box.
        not_opposite: bool,
        /// Whether F is naturally real here.
        natural: bool,
    },
}

/// The nodes of a problem, and facts about them.
pub(super) struct Probe<'a> {
    pub problem: &'a Problem<'a>,
    /// All nodes of both sides, children first.
    pub nodes: Vec<Id>,
    /// What one evaluation in doubles costs, about one for each node.
    pub cost: u64,
    common: &'a Common<'a>,
}

impl<'a> Probe<'a> {
    pub(super) fn new(problem: &'a Problem<'a>, common: &'a Common<'a>) -> Self {
        let arena = problem.arena;
        let nodes = arena.reachable(&[problem.integrand, problem.antiderivative]);
        let special = nodes.iter().filter(|&&id| is_special(arena, id)).count();
        let cost = (nodes.len() + SPECIAL_COST * special) as u64;
        Self {
            problem,
            nodes,
            cost,
            common,
        }
    }

    /// Compares on the real line.
    pub(super) fn compare<R: Special>(&self, spot: &Spot, precision: u32) -> Outcome {
        let Problem {
            arena, variable, ..
        } = *self.problem;
        let symbols = spot.region::<R>(variable, precision);
        let region = Region {
            symbols: &symbols,
            variable,
            precision,
        };
        let values = natural::evaluate(arena, &self.nodes, &region, Mode::Strict);
        self.outcome(spot, &region, &values)
    }

    /// Compares where f has been looked at.
    pub(super) fn compare_at(&self, look: Look) -> Outcome {
        let Problem {
            arena, variable, ..
        } = *self.problem;
        let region = Region {
            symbols: &look.symbols,
            variable,
            precision: 53,
        };
        let mut values = look.values;
        let nodes = self.common.without_f(&self.nodes);
        natural::evaluate_more(arena, &nodes, &region, Mode::Strict, &mut values);
        self.outcome(&look.spot, &region, &values)
    }

    fn outcome<R: Special>(
        &self,
        spot: &Spot,
        region: &Region<'_, R>,
        values: &[Natural<R>],
    ) -> Outcome {
        let (problem, precision) = (self.problem, region.precision);
        let complex =
            || -> Vec<Complex<R>> { region.symbols.iter().cloned().map(Complex::real).collect() };
        let f = match (&self.common.imaginary, &values[problem.integrand.index()]) {
            (None, Natural::Nowhere) => return Outcome::Outside,
            (None, Natural::Unknown) => return Outcome::Unknown,
            (None, Natural::Real { value, .. }) => value.clone(),
            (Some(imaginary), _) => match imaginary.value(problem, values, &complex(), precision) {
                Value::Real(value) => value,
                Value::Outside => return Outcome::Outside,
                Value::Unknown => return Outcome::Unknown,
            },
        };
        match &values[problem.antiderivative.index()] {
            Natural::Unknown => Outcome::Unknown,
            Natural::Real { slope, .. } => {
                self.judge(spot, &Complex::real(slope.clone()), &Complex::real(f), true)
            }
            Natural::Nowhere => self.compare_analytic(spot, &complex(), Some(f), precision),
        }
    }

    /// Compares in complex arithmetic; `integrand` where f is known to be real.
    pub(super) fn compare_analytic<R: Special>(
        &self,
        spot: &Spot,
        symbols: &[Complex<R>],
        integrand: Option<R>,
        precision: u32,
    ) -> Outcome {
        let problem = self.problem;
        let region = ComplexBox {
            symbols,
            variable: problem.variable,
            precision,
        };
        let values = analytic::evaluate(problem.arena, &self.nodes, &region);
        let f = match integrand {
            Some(f) => Complex::real(f),
            None => match &values[problem.integrand.index()] {
                None => return Outcome::Unknown,
                Some(f) => f.value.clone(),
            },
        };
        match &values[problem.antiderivative.index()] {
            Some(big_f) => self.judge(spot, &big_f.slope, &f, false),
            None => Outcome::Unknown,
        }
    }

    fn judge<R: Special>(
        &self,
        spot: &Spot,
        slope: &Complex<R>,
        f: &Complex<R>,
        natural: bool,
    ) -> Outcome {
        if slope.disjoint(f) {
            return Outcome::Differ {
                witness: self.witness(spot, slope, f),
                natural,
            };
        }
        if !slope.is_bounded() || !f.is_bounded() {
            return Outcome::Unknown;
        }
        let difference = slope.sub(f);
        let width = difference
            .re
            .magnitude_log2()
            .max(difference.im.magnitude_log2());
        let size =
            f.re.magnitude_log2()
                .max(f.im.magnitude_log2())
                .max(slope.re.magnitude_log2());
        let bits = if width == f64::NEG_INFINITY {
            1000.0
        } else {
            (size - width).max(0.0)
        };
        Outcome::Agree {
            digits: (bits * std::f64::consts::LOG10_2) as u32,
            not_opposite: slope.disjoint(&f.neg()),
            natural,
        }
    }

    fn witness<R: Special>(&self, spot: &Spot, slope: &Complex<R>, f: &Complex<R>) -> Witness {
        let problem = self.problem;
        let variable = problem.variable.index();
        let [low, high] = ends(&spot.symbols[variable], spot.radius);
        let symbols = self
            .nodes
            .iter()
            .filter_map(|&id| match problem.arena.view(id) {
                View::Symbol(s) if s != problem.variable => Some(s.index()),
                _ => None,
            });
        let parameters = symbols
            .map(|s| {
                (
                    problem.arena.symbol_name(s).to_owned(),
                    spot.symbols[s].to_string(),
                )
            })
            .collect();
        // Enough digits to tell the two apart, and no more.
        let print = |z: &Complex<R>, digits: usize| {
            let [re, im] = [&z.re, &z.im].map(|part| part.to_decimal(digits));
            if z.is_real() {
                [re.0, re.1]
            } else {
                [
                    format!("{} + {}*i", re.0, im.0),
                    format!("{} + {}*i", re.1, im.1),
                ]
            }
        };
        let needed = {
            let bits = slope.re.magnitude_log2().max(f.re.magnitude_log2())
                - slope.sub(f).re.magnitude_log2();
            if bits.is_finite() {
                (bits.max(0.0) * std::f64::consts::LOG10_2) as usize + 6
            } else {
                12
            }
        };
        Witness {
            interval: [low, high].map(|q| decimal(&q)),
            parameters,
            derivative: print(slope, needed.max(12)),
            integrand: print(f, needed.max(12)),
        }
    }
}

/// Whether the node is a function that is summed as a series.
fn is_special(arena: &Arena, id: Id) -> bool {
    matches!(
        arena.view(id),
        View::Call(
            Function::Erf
                | Function::Erfc
                | Function::Erfi
                | Function::Si
                | Function::Ci
                | Function::Shi
                | Function::Chi
                | Function::Ei
                | Function::Li,
            _
        )
    )
}

/// A dyadic or decimal fraction exactly, if it is not too long; otherwise the fraction.
fn decimal(q: &Rational) -> String {
    let denominator = q.denominator();
    let twos = denominator.trailing_zeros().unwrap_or(0);
    if twos <= 200 && denominator == BigInt::from(1) << twos {
        let scaled = q.numerator() * num_traits::pow(BigInt::from(5), twos as usize);
        let negative = q.is_negative();
        let mut digits = scaled.magnitude().to_string();
        let places = twos as usize;
        if digits.len() <= places {
            digits = format!("{}{digits}", "0".repeat(places + 1 - digits.len()));
        }
        let point = digits.len() - places;
        let fraction = digits[point..].trim_end_matches('0');
        let sign = if negative { "-" } else { "" };
        return if fraction.is_empty() {
            format!("{sign}{}", &digits[..point])
        } else {
            format!("{sign}{}.{fraction}", &digits[..point])
        };
    }
    q.to_string()
}
