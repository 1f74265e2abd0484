//! Evaluation in the complex numbers with principal branches, with derivatives by the variable.

use super::complex::Complex;
use super::natural::{rational, value as real_value};
use super::real::Real;
use super::special::Special;
use crate::expr::{Arena, Constant, Function, Id, SymbolId, View};
use crate::number::Rational;

/// A box of complex assignments.
pub struct Box<'a, R: Real> {
    /// Indexed by symbol.
    pub symbols: &'a [Complex<R>],
    /// The symbol by which to differentiate.
    pub variable: SymbolId,
    /// Working precision in bits.
    pub precision: u32,
}

/// A value and its derivative by the variable.
#[derive(Clone, Debug)]
pub struct Jet<R: Real> {
    /// Encloses the values over the box.
    pub value: Complex<R>,
    /// Encloses the derivative.
    pub slope: Complex<R>,
}

/// Evaluates the nodes, which stand children first; the result is indexed by node. `None` where an
/// enclosure touches a branch cut or a pole.
///
/// Along the real line (an imaginary part that is exactly zero) the logarithm of a negative number
/// is log|u| + iπ exactly, and |·| and sign of a real are what they are.
pub fn evaluate<R: Special>(
    arena: &Arena,
    nodes: &[Id],
    region: &Box<'_, R>,
) -> Vec<Option<Jet<R>>> {
    let mut values: Vec<Option<Jet<R>>> = vec![None; nodes.last().map_or(0, |id| id.index() + 1)];
    for &id in nodes {
        values[id.index()] = node(arena, id, &values, region);
    }
    values
}

fn node<R: Special>(
    arena: &Arena,
    id: Id,
    values: &[Option<Jet<R>>],
    region: &Box<'_, R>,
) -> Option<Jet<R>> {
    let p = region.precision;
    let zero = || Complex::from_integer(0, p);
    let get = |id: Id| values[id.index()].as_ref();
    let constant = |value| {
        Some(Jet {
            value,
            slope: zero(),
        })
    };
    match arena.view(id) {
        View::Number(q) => constant(Complex::real(rational(q, p))),
        View::Constant(c) => constant(self::constant(c, p)),
        View::Symbol(s) => {
            let slope = Complex::from_integer(i64::from(s == region.variable), p);
            Some(Jet {
                value: region.symbols[s.index()].clone(),
                slope,
            })
        }
        View::Sum(terms) => terms.iter().try_fold(
            Jet {
                value: zero(),
                slope: zero(),
            },
            |sum, &t| {
                let t = get(t)?;
                Some(Jet {
                    value: sum.value.add(&t.value),
                    slope: sum.slope.add(&t.slope),
                })
            },
        ),
        View::Product(factors) => {
            let one = Jet {
                value: Complex::from_integer(1, p),
                slope: zero(),
            };
            factors.iter().try_fold(one, |product, &f| {
                let f = get(f)?;
                let slope = product
                    .slope
                    .mul(&f.value)
                    .add(&product.value.mul(&f.slope));
                Some(Jet {
                    value: product.value.mul(&f.value),
                    slope,
                })
            })
        }
        View::Power(base, exponent) => {
            let e = get(exponent)?;
            if matches!(arena.view(base), View::Constant(Constant::E)) {
                let value = e.value.exp();
                return Some(Jet {
                    slope: value.mul(&e.slope),
                    value,
                });
            }
            let b = get(base)?;
            if let Some(q) = arena.as_number(exponent) {
                if q.is_zero() {
                    return if b.value.contains_zero() {
                        None
                    } else {
                        constant(Complex::from_integer(1, p))
                    };
                }
                let value = power(&b.value, q)?;
                if b.slope.is_point_zero() {
                    return constant(value);
                }
                let below = match q.to_i64().filter(|n| *n > i64::MIN) {
                    Some(n) => b.value.powi(n - 1)?,
                    None => value.div(&b.value)?,
                };
                let slope = below.mul_real(&rational(q, p)).mul(&b.slope);
                return Some(Jet { value, slope });
            }
            let log = b.value.log()?;
            let value = log.mul(&e.value).exp();
            let inner = e.slope.mul(&log).add(&e.value.mul(&b.slope.div(&b.value)?));
            Some(Jet {
                slope: value.mul(&inner),
                value,
            })
        }
        View::Call(f, arguments) => {
            let u = get(arguments[0])?;
            let n = arguments
                .get(1)
                .and_then(|&n| arena.as_number(n))
                .and_then(Rational::to_i64);
            let value = call(f, &u.value, n)?;
            if u.slope.is_point_zero() {
                return constant(value);
            }
            let slope = derivative(f, &u.value, &value, n)?.mul(&u.slope);
            Some(Jet { value, slope })
        }
    }
}

/// π, e or i.
pub fn constant<R: Real>(c: Constant, precision: u32) -> Complex<R> {
    match c {
        Constant::Pi => Complex::real(R::pi(precision)),
        Constant::E => Complex::real(R::e(precision)),
        Constant::I => Complex::i(precision),
    }
}

/// The principal power.
pub fn power<R: Real>(b: &Complex<R>, q: &Rational) -> Option<Complex<R>> {
    if let Some(n) = q.to_i64() {
        return b.powi(n);
    }
    if q.is_integer() {
        // Integer powers have no cut; far from it the logarithm serves.
        return Some(b.log()?.mul_real(&rational(q, b.precision())).exp());
    }
    if b.is_point_zero() {
        return (!q.is_negative()).then(|| b.clone());
    }
    if let Some((n, d)) = q.small()
        && let Ok(d) = u32::try_from(d)
        && d <= 64
    {
        return if d == 2 {
            b.sqrt()?.powi(n)
        } else {
            b.pow_ratio(n, d)
        };
    }
    Some(b.log()?.mul_real(&rational(q, b.precision())).exp())
}

fn one<R: Real>(u: &Complex<R>) -> Complex<R> {
    Complex::from_integer(1, u.precision())
}

/// A function of the table by its principal formula (DLMF chapter 4).
pub fn call<R: Special>(f: Function, u: &Complex<R>, n: Option<i64>) -> Option<Complex<R>> {
    let asin = |u: &Complex<R>| {
        let root = one(u).sub(&u.square()).sqrt()?;
        Some(u.times_i().add(&root).log()?.times_i().neg())
    };
    let acos = |u: &Complex<R>| {
        let quarter = Complex::real(R::pi(u.precision()).scale(-1));
        Some(quarter.sub(&asin(u)?))
    };
    let atan = |u: &Complex<R>| {
        let iu = u.times_i();
        let difference = one(u).sub(&iu).log()?.sub(&one(u).add(&iu).log()?);
        Some(difference.times_i().scale(-1))
    };
    let asinh = |u: &Complex<R>| u.add(&u.square().add(&one(u)).sqrt()?).log();
    let acosh = |u: &Complex<R>| {
        let root = u.sub(&one(u)).sqrt()?.mul(&u.add(&one(u)).sqrt()?);
        u.add(&root).log()
    };
    let atanh = |u: &Complex<R>| Some(one(u).add(u).log()?.sub(&one(u).sub(u).log()?).scale(-1));
    match f {
        // A real value is taken where there is one: it is tighter, and exactly real.
        _ if u.is_real()
            && let Some(v) = real_value(f, &u.re, n) =>
        {
            Some(Complex::real(v))
        }
        Function::Log => u.log(),
        Function::Sin => Some(u.sin()),
        Function::Cos => Some(u.cos()),
        Function::Tan => u.tan(),
        Function::Cot => u.cos().div(&u.sin()),
        Function::Sec => u.cos().recip(),
        Function::Csc => u.sin().recip(),
        Function::Asin => asin(u),
        Function::Acos => acos(u),
        Function::Atan => atan(u),
        Function::Acot => atan(&u.recip()?),
        Function::Asec => acos(&u.recip()?),
        Function::Acsc => asin(&u.recip()?),
        Function::Sinh => Some(u.sinh()),
        Function::Cosh => Some(u.cosh()),
        Function::Tanh => u.tanh(),
        Function::Coth => u.tanh()?.recip(),
        Function::Sech => u.cosh().recip(),
        Function::Csch => u.sinh().recip(),
        Function::Asinh => asinh(u),
        Function::Acosh => acosh(u),
        Function::Atanh => atanh(u),
        Function::Acoth => atanh(&u.recip()?),
        Function::Asech => acosh(&u.recip()?),
        Function::Acsch => asinh(&u.recip()?),
        Function::Erf => R::complex_erf(u),
        Function::Erfc => R::complex_erfc(u),
        Function::Erfi => R::complex_erfi(u),
        Function::Si => R::complex_si(u),
        Function::Ci => R::complex_ci(u),
        Function::Shi => R::complex_shi(u),
        Function::Chi => R::complex_chi(u),
        Function::Ei => R::complex_ei(u),
        Function::Li => R::complex_ei(&u.log()?),
        // Functions of a real argument.
        Function::Abs | Function::Sign | Function::Root => None,
    }
}

/// f′(u), given v = f(u). |·|, sign and root are functions of a real argument here.
fn derivative<R: Special>(
    f: Function,
    u: &Complex<R>,
    v: &Complex<R>,
    n: Option<i64>,
) -> Option<Complex<R>> {
    let p = u.precision();
    // 1/√(1 − u²), 1/√(1 + u²) and 1/(√(u − 1)·√(u + 1)), as the principal formulas have them.
    let asin = |u: &Complex<R>| one(u).sub(&u.square()).sqrt()?.recip();
    let asinh = |u: &Complex<R>| one(u).add(&u.square()).sqrt()?.recip();
    let acosh = |u: &Complex<R>| u.sub(&one(u)).sqrt()?.mul(&u.add(&one(u)).sqrt()?).recip();
    let chain = |g: &dyn Fn(&Complex<R>) -> Option<Complex<R>>| {
        let w = u.recip()?;
        Some(g(&w)?.mul(&w.square()).neg())
    };
    match f {
        Function::Log => u.recip(),
        Function::Abs => {
            if u.re.is_positive() {
                Some(one(u))
            } else if u.re.is_negative() {
                Some(one(u).neg())
            } else {
                None
            }
        }
        Function::Sign => (!u.re.contains_zero()).then(|| Complex::from_integer(0, p)),
        Function::Root if !u.is_real() || u.re.contains_zero() => None,
        Function::Root => v.div(&u.mul(&Complex::from_integer(n?, p))),
        Function::Sin => Some(u.cos()),
        Function::Cos => Some(u.sin().neg()),
        Function::Tan => Some(one(u).add(&v.square())),
        Function::Cot => Some(one(u).add(&v.square()).neg()),
        Function::Sec => Some(v.mul(&u.tan()?)),
        Function::Csc => Some(v.mul(&u.cos().div(&u.sin())?).neg()),
        Function::Asin => asin(u),
        Function::Acos => Some(asin(u)?.neg()),
        Function::Atan => one(u).add(&u.square()).recip(),
        Function::Acot => Some(one(u).add(&u.square()).recip()?.neg()),
        Function::Asec => chain(&|w| Some(asin(w)?.neg())),
        Function::Acsc => chain(&asin),
        Function::Sinh => Some(u.cosh()),
        Function::Cosh => Some(u.sinh()),
        Function::Tanh | Function::Coth => Some(one(u).sub(&v.square())),
        Function::Sech => Some(v.mul(&u.tanh()?).neg()),
        Function::Csch => Some(v.mul(&u.tanh()?.recip()?).neg()),
        Function::Asinh => asinh(u),
        Function::Acosh => acosh(u),
        Function::Atanh | Function::Acoth => one(u).sub(&u.square()).recip(),
        Function::Asech => chain(&acosh),
        Function::Acsch => chain(&asinh),
        Function::Erf | Function::Erfc | Function::Erfi => {
            let square = u.square();
            let exponent = if f == Function::Erfi {
                square
            } else {
                square.neg()
            };
            let c = R::from_integer(2, p).div(&R::pi(p).sqrt()?)?;
            let slope = exponent.exp().mul_real(&c);
            Some(if f == Function::Erfc {
                slope.neg()
            } else {
                slope
            })
        }
        Function::Si => u.sin().div(u),
        Function::Ci => u.cos().div(u),
        Function::Shi => u.sinh().div(u),
        Function::Chi => u.cosh().div(u),
        Function::Ei => u.exp().div(u),
        Function::Li => u.log()?.recip(),
    }
}
