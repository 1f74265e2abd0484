//! A plain complex evaluator in doubles, and a printer, for tests.
//!
//! Values near a branch cut, but not exactly on it, are refused: rounding decides their side.
#![allow(dead_code)]

use std::collections::HashMap;
use std::ops::{Add, Div, Mul, Neg, Sub};

use barrow::expr::{Arena, Constant, Function, Id, View};

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct C(pub f64, pub f64);

pub const I: C = C(0.0, 1.0);
pub const ONE: C = C(1.0, 0.0);

impl Add for C {
    type Output = C;
    fn add(self, o: C) -> C {
        C(self.0 + o.0, self.1 + o.1)
    }
}
impl Sub for C {
    type Output = C;
    fn sub(self, o: C) -> C {
        C(self.0 - o.0, self.1 - o.1)
    }
}
impl Neg for C {
    type Output = C;
    fn neg(self) -> C {
        C(-self.0, -self.1)
    }
}
impl Mul for C {
    type Output = C;
    fn mul(self, o: C) -> C {
        C(self.0 * o.0 - self.1 * o.1, self.0 * o.1 + self.1 * o.0)
    }
}
impl Div for C {
    type Output = C;
    fn div(self, o: C) -> C {
        let n = o.0 * o.0 + o.1 * o.1;
        let p = self * C(o.0, -o.1);
        C(p.0 / n, p.1 / n)
    }
}

impl C {
    pub fn abs(self) -> f64 {
        self.0.hypot(self.1)
    }
    fn finite(self) -> Option<C> {
        (self.0.is_finite() && self.1.is_finite()).then_some(self)
    }
    fn scale(self, k: f64) -> C {
        C(self.0 * k, self.1 * k)
    }
    pub fn exp(self) -> C {
        let r = self.0.exp();
        if self.1 == 0.0 {
            return C(r, 0.0);
        }
        C(r * self.1.cos(), r * self.1.sin())
    }
    fn log(self) -> Option<C> {
        if self.abs() < 1e-7 || (self.0 < 0.0 && self.1 != 0.0 && self.1.abs() < 1e-6 * self.abs())
        {
            return None;
        }
        let im = if self.1 == 0.0 { 0.0 } else { self.1 };
        Some(C(self.abs().ln(), im.atan2(self.0)))
    }
    fn pow(self, e: C) -> Option<C> {
        if e.1 == 0.0 && e.0.fract() == 0.0 && e.0.abs() < 64.0 {
            let mut r = ONE;
            for _ in 0..e.0.abs() as i32 {
                r = r * self;
            }
            return if e.0 < 0.0 {
                (self.abs() > 1e-7).then(|| ONE / r)
            } else if e.0 == 0.0 && self.abs() < 1e-7 {
                None
            } else {
                Some(r)
            };
        }
        if self.1 == 0.0 && self.0 > 1e-7 && e.1 == 0.0 {
            return Some(C(self.0.powf(e.0), 0.0));
        }
        Some((e * self.log()?).exp())
    }
    fn sqrt(self) -> Option<C> {
        if self == C(0.0, 0.0) {
            return Some(self);
        }
        self.pow(C(0.5, 0.0))
    }
}

/// Σ terms of a power series in z, starting from the first, by a ratio of consecutive terms; `None`
/// where they cancel so far that fewer than ten digits are right.
fn series(
    mut term: C,
    mut weight: impl FnMut(usize) -> f64,
    ratio: impl Fn(usize) -> C,
) -> Option<C> {
    let mut sum = term.scale(weight(0));
    let mut largest = sum.abs();
    for k in 1..200 {
        term = term * ratio(k);
        sum = sum + term.scale(weight(k));
        largest = largest.max(term.abs());
        if term.abs() < 1e-18 * (1.0 + sum.abs()) {
            break;
        }
    }
    (largest < 1e6 * (1.0 + sum.abs())).then_some(sum)
}

fn erf(z: C) -> Option<C> {
    let s = series(
        z,
        |k| 1.0 / (2 * k + 1) as f64,
        |k| (-(z * z)).scale(1.0 / k as f64),
    )?;
    Some(s.scale(2.0 / std::f64::consts::PI.sqrt()))
}

/// ∫₀ᶻ sinh(st)/(st) dt with s² = sign.
fn shi(z: C, sign: f64) -> Option<C> {
    series(
        z,
        |k| 1.0 / (2 * k + 1) as f64,
        |k| (z * z).scale(sign / ((2 * k) * (2 * k + 1)) as f64),
    )
}

/// Σ_{k≥1} sign^k z^(2k)/(2k·(2k)!).
fn chi(z: C, sign: f64) -> Option<C> {
    series(
        ONE,
        |k| if k == 0 { 0.0 } else { 1.0 / (2 * k) as f64 },
        |k| (z * z).scale(sign / ((2 * k) * (2 * k - 1)) as f64),
    )
}

fn ei(z: C) -> Option<C> {
    series(
        ONE,
        |k| if k == 0 { 0.0 } else { 1.0 / k as f64 },
        |k| z.scale(1.0 / k as f64),
    )
}

const GAMMA: C = C(0.577_215_664_901_532_9, 0.0);

fn log_convention(z: C) -> Option<C> {
    // Ci, Chi, Ei on the negative axis are real.
    if z.1 == 0.0 {
        C(z.0.abs(), 0.0).log()
    } else {
        z.log()
    }
}

pub fn apply(f: Function, a: &[C]) -> Option<C> {
    use Function as F;
    let z = a[0];
    let of = |f, z| apply(f, &[z]);
    let inverse = |z: C| (z.abs() > 1e-7).then(|| ONE / z);
    let value = match f {
        F::Log => z.log()?,
        F::Abs => C(z.abs(), 0.0),
        F::Sign => inverse(C(z.abs(), 0.0))? * z,
        F::Root => {
            if z.1.abs() > 1e-12 * z.abs() || (z.abs() < 1e-7 && z.abs() > 0.0) {
                return None;
            }
            C(z.0.signum() * z.0.abs().powf(1.0 / a[1].0), 0.0)
        }
        F::Sin => {
            if z.1 == 0.0 {
                return Some(C(z.0.sin(), 0.0));
            }
            C(z.0.sin() * z.1.cosh(), z.0.cos() * z.1.sinh())
        }
        F::Cos => {
            if z.1 == 0.0 {
                return Some(C(z.0.cos(), 0.0));
            }
            C(z.0.cos() * z.1.cosh(), -z.0.sin() * z.1.sinh())
        }
        F::Tan => of(F::Sin, z)? * inverse(of(F::Cos, z)?)?,
        F::Cot => of(F::Cos, z)? * inverse(of(F::Sin, z)?)?,
        F::Sec => inverse(of(F::Cos, z)?)?,
        F::Csc => inverse(of(F::Sin, z)?)?,
        F::Asin => {
            if z.1 == 0.0 && z.0.abs() <= 1.0 {
                return Some(C(z.0.asin(), 0.0));
            }
            -(I * (I * z + (ONE - z * z).sqrt()?).log()?)
        }
        F::Acos => C(std::f64::consts::FRAC_PI_2, 0.0) - of(F::Asin, z)?,
        F::Atan => {
            if z.1 == 0.0 {
                return Some(C(z.0.atan(), 0.0));
            }
            C(0.0, 0.5) * ((ONE - I * z).log()? - (ONE + I * z).log()?)
        }
        F::Acot => of(F::Atan, inverse(z)?)?,
        F::Asec => of(F::Acos, inverse(z)?)?,
        F::Acsc => of(F::Asin, inverse(z)?)?,
        F::Sinh => -(I * of(F::Sin, I * z)?),
        F::Cosh => of(F::Cos, I * z)?,
        F::Tanh => -(I * of(F::Tan, I * z)?),
        F::Coth => inverse(of(F::Tanh, z)?)?,
        F::Sech => inverse(of(F::Cosh, z)?)?,
        F::Csch => inverse(of(F::Sinh, z)?)?,
        F::Asinh => {
            if z.1 == 0.0 {
                return Some(C(z.0.asinh(), 0.0));
            }
            -(I * of(F::Asin, I * z)?)
        }
        F::Acosh => (z + (z - ONE).sqrt()? * (z + ONE).sqrt()?).log()?,
        F::Atanh => {
            let half = C(0.5, 0.0);
            half * ((ONE + z).log()? - (ONE - z).log()?)
        }
        F::Acoth => of(F::Atanh, inverse(z)?)?,
        F::Asech => of(F::Acosh, inverse(z)?)?,
        F::Acsch => of(F::Asinh, inverse(z)?)?,
        _ if z.abs() > 5.0 => return None,
        F::Erf => erf(z)?,
        F::Erfc => ONE - erf(z)?,
        F::Erfi => -(I * erf(I * z)?),
        F::Si => shi(z, -1.0)?,
        F::Shi => shi(z, 1.0)?,
        F::Ci => GAMMA + log_convention(z)? + chi(z, -1.0)?,
        F::Chi => GAMMA + log_convention(z)? + chi(z, 1.0)?,
        F::Ei => GAMMA + log_convention(z)? + ei(z)?,
        F::Li => of(F::Ei, z.log()?)?,
    };
    Some(value)
}

/// The value, and the largest magnitude met on the way.
pub fn evaluate(arena: &Arena, id: Id, symbols: &HashMap<String, C>) -> Option<(C, f64)> {
    let mut values: HashMap<Id, C> = HashMap::new();
    let mut largest: f64 = 1.0;
    for node in arena.reachable(&[id]) {
        let of = |id: &Id| values[id];
        let value = match arena.view(node) {
            View::Number(q) => C(q.to_f64(), 0.0),
            View::Constant(Constant::Pi) => C(std::f64::consts::PI, 0.0),
            View::Constant(Constant::E) => C(std::f64::consts::E, 0.0),
            View::Constant(Constant::I) => I,
            View::Symbol(s) => symbols[arena.name(s)],
            View::Sum(terms) => terms.iter().map(of).fold(C(0.0, 0.0), |a, b| a + b),
            View::Product(factors) => factors.iter().map(of).fold(ONE, |a, b| a * b),
            View::Power(base, e) => of(&base).pow(of(&e))?,
            View::Call(f, arguments) => {
                let arguments: Vec<C> = arguments.iter().map(of).collect();
                apply(f, &arguments)?
            }
        };
        let value = value.finite()?;
        largest = largest.max(value.abs());
        values.insert(node, value);
    }
    Some((values[&id], largest))
}

/// A text that depends on structure alone.
pub fn print(arena: &Arena, id: Id) -> String {
    let list = |ids: &[Id], between: &str| -> String {
        let texts: Vec<String> = ids.iter().map(|&c| print(arena, c)).collect();
        texts.join(between)
    };
    match arena.view(id) {
        View::Number(q) => q.to_string(),
        View::Constant(Constant::Pi) => "pi".into(),
        View::Constant(Constant::E) => "e".into(),
        View::Constant(Constant::I) => "i".into(),
        View::Symbol(s) => arena.name(s).into(),
        View::Sum(terms) => format!("({})", list(terms, " + ")),
        View::Product(factors) => format!("({})", list(factors, "*")),
        View::Power(a, b) => format!("{}^{}", print(arena, a), print(arena, b)),
        View::Call(f, arguments) => format!("{}({})", f.name(), list(arguments, ", ")),
    }
}
