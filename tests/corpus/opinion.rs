//! A second opinion: F′ and f in complex double precision, by forward differentiation, from the
//! texts, with another reader and another library of functions than the crate's.
//!
//! It proves nothing; it shows that a mutant is wrong before the verifier is asked. A mutant counts
//! as wrong when F′ and f differ by more than 10⁻⁴ of their size at *every* point where both can
//! be evaluated (at least [`LEAST`]), while for the pair it was made from they differ by less than
//! 10⁻⁷ at half of the same points or more: the points are well conditioned, and there is no
//! region left in which the mutant could be right by another branch.

use std::collections::BTreeMap;

use num_complex::Complex64;
use rand_chacha::ChaCha12Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use crate::tree::Tree;

/// Points at which both sides must be defined.
pub const LEAST: usize = 10;
const POINTS: usize = 40;

#[derive(Clone, Copy, Debug)]
struct Jet {
    v: Complex64,
    d: Complex64,
}

/// Values of all symbols.
type Point = BTreeMap<String, Complex64>;

fn real(x: f64) -> Complex64 {
    Complex64::new(x, 0.0)
}

/// The logarithm, which for a negative real lies on the upper side of the cut.
fn log(u: Complex64) -> Complex64 {
    if u.im == 0.0 && u.re < 0.0 {
        Complex64::new((-u.re).ln(), std::f64::consts::PI)
    } else {
        u.ln()
    }
}

fn power(b: Complex64, q: Complex64) -> Complex64 {
    if q.im == 0.0 && q.re.fract() == 0.0 && q.re.abs() < 200.0 {
        b.powi(q.re as i32)
    } else if b.im == 0.0 && b.re > 0.0 && q.im == 0.0 {
        real(b.re.powf(q.re))
    } else {
        (log(b) * q).exp()
    }
}

fn sqrt(u: Complex64) -> Complex64 {
    power(u, real(0.5))
}

/// Evaluates with the derivative by `variable`; `None` where that fails or overflows.
fn evaluate(tree: &Tree, point: &Point, variable: &str, sympy: bool) -> Option<Jet> {
    let zero = real(0.0);
    let at = |tree| evaluate(tree, point, variable, sympy);
    let jet = match tree {
        Tree::Number(text) => Jet {
            v: real(text.parse().ok()?),
            d: zero,
        },
        Tree::Symbol(name) => match (name.as_str(), sympy) {
            ("pi", _) => Jet {
                v: real(std::f64::consts::PI),
                d: zero,
            },
            ("e", false) | ("E", true) => Jet {
                v: real(std::f64::consts::E),
                d: zero,
            },
            ("i", false) | ("I", true) => Jet {
                v: Complex64::i(),
                d: zero,
            },
            _ => Jet {
                v: *point.get(name)?,
                d: if name == variable { real(1.0) } else { zero },
            },
        },
        Tree::Negative(a) => {
            let a = at(a)?;
            Jet { v: -a.v, d: -a.d }
        }
        Tree::Binary(operator, a, b) => {
            let (a, b) = (at(a)?, at(b)?);
            match operator {
                '+' => Jet {
                    v: a.v + b.v,
                    d: a.d + b.d,
                },
                '-' => Jet {
                    v: a.v - b.v,
                    d: a.d - b.d,
                },
                '*' => Jet {
                    v: a.v * b.v,
                    d: a.d * b.v + a.v * b.d,
                },
                '/' => Jet {
                    v: a.v / b.v,
                    d: (a.d * b.v - a.v * b.d) / (b.v * b.v),
                },
                _ if b.d == zero => Jet {
                    v: power(a.v, b.v),
                    d: b.v * power(a.v, b.v - 1.0) * a.d,
                },
                _ => {
                    let v = power(a.v, b.v);
                    Jet {
                        v,
                        d: v * (b.d * log(a.v) + b.v * a.d / a.v),
                    }
                }
            }
        }
        Tree::Call(name, arguments) => {
            let u = at(&arguments[0])?;
            if let Some(base) = arguments.get(1) {
                let base = at(base)?;
                if name != "log" || base.d != zero {
                    return None;
                }
                return Some(Jet {
                    v: log(u.v) / log(base.v),
                    d: u.d / u.v / log(base.v),
                });
            }
            let (v, slope) = call(name, u.v)?;
            Jet { v, d: slope * u.d }
        }
    };
    let finite = |z: Complex64| z.re.is_finite() && z.im.is_finite() && z.norm() < 1e100;
    (finite(jet.v) && finite(jet.d)).then_some(jet)
}

/// The function and its derivative.
fn call(name: &str, u: Complex64) -> Option<(Complex64, Complex64)> {
    let one = real(1.0);
    let r = u.inv();
    let is_real = u.im == 0.0;
    let within = is_real && u.re.abs() < 1.0;
    Some(match name {
        "exp" => (u.exp(), u.exp()),
        "log" => (log(u), r),
        "sqrt" => (sqrt(u), 0.5 / sqrt(u)),
        "cbrt" if is_real => (real(u.re.cbrt()), real(u.re.cbrt()) / (3.0 * u)),
        "abs" if is_real => (real(u.re.abs()), real(u.re.signum())),
        "sign" if is_real => (real(u.re.signum()), real(0.0)),
        "sin" => (u.sin(), u.cos()),
        "cos" => (u.cos(), -u.sin()),
        "tan" => (u.tan(), u.cos().powi(-2)),
        "cot" => (u.tan().inv(), -u.sin().powi(-2)),
        "sec" => (u.cos().inv(), u.tan() / u.cos()),
        "csc" => (u.sin().inv(), -u.cos() * u.sin().powi(-2)),
        "sinh" => (u.sinh(), u.cosh()),
        "cosh" => (u.cosh(), u.sinh()),
        "tanh" => (u.tanh(), u.cosh().powi(-2)),
        "coth" => (u.tanh().inv(), -u.sinh().powi(-2)),
        "sech" => (u.cosh().inv(), -u.tanh() / u.cosh()),
        "csch" => (u.sinh().inv(), -u.cosh() * u.sinh().powi(-2)),
        "asin" => (
            if within { real(u.re.asin()) } else { u.asin() },
            (sqrt(one - u) * sqrt(one + u)).inv(),
        ),
        "acos" => (
            if within { real(u.re.acos()) } else { u.acos() },
            -(sqrt(one - u) * sqrt(one + u)).inv(),
        ),
        "atan" => (
            if is_real { real(u.re.atan()) } else { u.atan() },
            (one + u * u).inv(),
        ),
        "asinh" => (
            if is_real {
                real(u.re.asinh())
            } else {
                u.asinh()
            },
            sqrt(one + u * u).inv(),
        ),
        "acosh" => {
            let v = if is_real && u.re > 1.0 {
                real(u.re.acosh())
            } else {
                u.acosh()
            };
            (v, (sqrt(u - one) * sqrt(u + one)).inv())
        }
        "atanh" => (
            if within {
                real(u.re.atanh())
            } else {
                u.atanh()
            },
            (one - u * u).inv(),
        ),
        "acot" => of_reciprocal("atan", u)?,
        "asec" => of_reciprocal("acos", u)?,
        "acsc" => of_reciprocal("asin", u)?,
        "acoth" => of_reciprocal("atanh", u)?,
        "asech" => of_reciprocal("acosh", u)?,
        "acsch" => of_reciprocal("asinh", u)?,
        // The special functions are left to the crate's own tests.
        _ => return None,
    })
}

fn of_reciprocal(name: &str, u: Complex64) -> Option<(Complex64, Complex64)> {
    let r = u.inv();
    let (v, slope) = call(name, r)?;
    Some((v, -slope * r * r))
}

/// What is compared, and where.
pub struct Opinion {
    integrand: Tree,
    variable: String,
    sympy: bool,
    points: Vec<Point>,
}

impl Opinion {
    /// Real points, or points in both half-planes.
    pub fn new(
        integrand: Tree,
        antiderivative: &Tree,
        variable: &str,
        sympy: bool,
        complex: bool,
        seed: u64,
    ) -> Self {
        let mut generator = ChaCha12Rng::seed_from_u64(seed);
        let mut between = |low: f64, high: f64| {
            low + (high - low) * (generator.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
        };
        let mut names = integrand.symbols();
        names.extend(antiderivative.symbols());
        let points = (0..POINTS)
            .map(|i| {
                let mut point: Point = names
                    .iter()
                    .map(|name| (name.clone(), real(between(0.3, 3.0))))
                    .collect();
                let size = between(0.05, 1.2) * if i % 3 == 0 { 4.0 } else { 1.0 };
                let x = if i % 4 < 2 { size } else { -size };
                let im = if complex {
                    between(0.1, 1.2) * if i % 2 == 0 { 1.0 } else { -1.0 }
                } else {
                    0.0
                };
                point.insert(variable.to_owned(), Complex64::new(x, im));
                point
            })
            .collect();
        Self {
            integrand,
            variable: variable.to_owned(),
            sympy,
            points,
        }
    }

    /// |F′ − f| in units of the larger of them, where both can be evaluated.
    pub fn differences(&self, antiderivative: &Tree) -> Vec<Option<f64>> {
        let at = |point| {
            let f = evaluate(&self.integrand, point, &self.variable, self.sympy)?.v;
            let slope = evaluate(antiderivative, point, &self.variable, self.sympy)?.d;
            let size = f.norm().max(slope.norm());
            Some(if size == 0.0 {
                0.0
            } else {
                (slope - f).norm() / size
            })
        };
        self.points.iter().map(at).collect()
    }

    /// Whether the pair is right at half of the points or more.
    pub fn is_right(&self, antiderivative: &Tree) -> bool {
        let differences: Vec<f64> = self
            .differences(antiderivative)
            .into_iter()
            .flatten()
            .collect();
        let good = differences.iter().filter(|d| **d < 1e-7).count();
        differences.len() >= LEAST && 2 * good >= differences.len()
    }

    /// Whether the pair is wrong wherever it can be evaluated.
    pub fn is_wrong(&self, antiderivative: &Tree) -> bool {
        let differences: Vec<f64> = self
            .differences(antiderivative)
            .into_iter()
            .flatten()
            .collect();
        differences.len() >= LEAST && differences.iter().all(|d| *d > 1e-4)
    }

    /// Whether a term visibly depends on the variable.
    pub fn varies(&self, term: &Tree) -> bool {
        let slopes = self
            .points
            .iter()
            .filter_map(|p| evaluate(term, p, &self.variable, self.sympy));
        slopes
            .filter(|jet| jet.d.norm() > 1e-6 * jet.v.norm())
            .count()
            >= LEAST
    }
}
