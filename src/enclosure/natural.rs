//! Evaluation on the natural real domain, with derivatives by the variable (forward mode).

use super::real::Real;
use super::special::Special;
use crate::expr::{Arena, Constant, Function, Id, SymbolId, View};
use crate::number::Rational;

/// What is known of a subexpression on a box of assignments.
#[derive(Clone, Debug)]
pub enum Natural<R> {
    /// Real and finite all over the box, as is everything it is made of.
    Real {
        /// Encloses its values.
        value: R,
        /// Encloses its derivative by the variable (all of ℝ where it may not exist).
        slope: R,
    },
    /// Not real or not finite anywhere in the box.
    Nowhere,
    /// Neither could be shown.
    Unknown,
}

/// Where to evaluate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    /// Everything must be shown to be real, and no |·| or sign may switch inside the box.
    Strict,
    /// Values are enclosed where they are real; only [`Natural::Nowhere`] is a statement about the
    /// domain.
    Range,
}

/// A box: for every symbol of the arena an enclosure, and the variable.
pub struct Region<'a, R> {
    /// Indexed by symbol.
    pub symbols: &'a [R],
    /// The symbol by which to differentiate.
    pub variable: SymbolId,
    /// Working precision in bits.
    pub precision: u32,
}

/// Evaluates the nodes, which stand children first; the result is indexed by node.
pub fn evaluate<R: Special>(
    arena: &Arena,
    nodes: &[Id],
    region: &Region<'_, R>,
    mode: Mode,
) -> Vec<Natural<R>> {
    let mut values = Vec::new();
    evaluate_more(arena, nodes, region, mode, &mut values);
    values
}

/// Evaluates further nodes over the same box: the values of those below them are known.
pub fn evaluate_more<R: Special>(
    arena: &Arena,
    nodes: &[Id],
    region: &Region<'_, R>,
    mode: Mode,
    values: &mut Vec<Natural<R>>,
) {
    let count = nodes.last().map_or(0, |id| id.index() + 1);
    values.resize(count.max(values.len()), Natural::Unknown);
    for &id in nodes {
        values[id.index()] = node(arena, id, values, region, mode);
    }
}

/// Evaluates the nodes where the variable is in x and the other symbols have these values; to the
/// precision of x.
pub fn evaluate_over<R: Special>(
    arena: &Arena,
    nodes: &[Id],
    (variable, x): (SymbolId, R),
    symbols: &[Rational],
    mode: Mode,
) -> Vec<Natural<R>> {
    let precision = x.precision();
    let mut boxes: Vec<R> = symbols.iter().map(|q| rational(q, precision)).collect();
    boxes[variable.index()] = x;
    let region = Region {
        symbols: &boxes,
        variable,
        precision,
    };
    evaluate(arena, nodes, &region, mode)
}

type Pair<R> = Option<(R, R)>;

fn node<R: Special>(
    arena: &Arena,
    id: Id,
    values: &[Natural<R>],
    region: &Region<'_, R>,
    mode: Mode,
) -> Natural<R> {
    let p = region.precision;
    let zero = || R::zero(p);
    let children = arena.children(id);
    let mut unknown = false;
    for child in children.as_slice() {
        match values[child.index()] {
            Natural::Nowhere => return Natural::Nowhere,
            Natural::Unknown => unknown = true,
            Natural::Real { .. } => {}
        }
    }
    if unknown {
        return Natural::Unknown;
    }
    let get = |id: Id| match &values[id.index()] {
        Natural::Real { value, slope } => Some((value.clone(), slope.clone())),
        _ => None,
    };
    let pair: Result<Pair<R>, ()> = match arena.view(id) {
        View::Number(q) => Ok(Some((rational(q, p), zero()))),
        View::Constant(Constant::Pi) => Ok(Some((R::pi(p), zero()))),
        View::Constant(Constant::E) => Ok(Some((R::e(p), zero()))),
        View::Constant(Constant::I) => Err(()),
        View::Symbol(s) => {
            let slope = if s == region.variable {
                R::one(p)
            } else {
                zero()
            };
            Ok(Some((region.symbols[s.index()].clone(), slope)))
        }
        View::Sum(terms) => Ok(terms.iter().try_fold((zero(), zero()), |(v, d), &t| {
            let (tv, td) = get(t)?;
            Some((v.add(&tv), d.add(&td)))
        })),
        View::Product(factors) => Ok(factors.iter().try_fold((R::one(p), zero()), |(v, d), &f| {
            let (fv, fd) = get(f)?;
            Some((v.mul(&fv), d.mul(&fv).add(&v.mul(&fd))))
        })),
        View::Power(base, exponent) => match (get(base), get(exponent)) {
            (Some(b), Some(e)) => {
                if matches!(arena.view(base), View::Constant(Constant::E)) {
                    let v = e.0.exp();
                    Ok(Some((v.clone(), v.mul(&e.1))))
                } else if let Some(q) = arena.as_number(exponent) {
                    number_power(&b, q, mode)
                } else {
                    Ok(general_power(&b, &e, mode))
                }
            }
            _ => Ok(None),
        },
        View::Call(f, arguments) => match get(arguments[0]) {
            Some(u) => {
                let n = arguments
                    .get(1)
                    .and_then(|&n| arena.as_number(n))
                    .and_then(Rational::to_i64);
                call(f, &u, n, mode)
            }
            None => Ok(None),
        },
    };
    match pair {
        Ok(Some((value, slope))) => Natural::Real { value, slope },
        Ok(None) => Natural::Unknown,
        Err(()) => Natural::Nowhere,
    }
}

/// The rational as an enclosure.
pub fn rational<R: Real>(q: &Rational, precision: u32) -> R {
    match q.to_i64() {
        Some(n) => R::from_integer(n, precision),
        None => R::from_ratio(&q.numerator(), &q.denominator(), precision),
    }
}

fn number_power<R: Real>((b, db): &(R, R), q: &Rational, mode: Mode) -> Result<Pair<R>, ()> {
    let p = b.precision();
    if q.is_integer() {
        if q.is_zero() {
            // 0⁰ lies outside every natural domain.
            return if b.is_point_zero() {
                Err(())
            } else if b.contains_zero() && mode == Mode::Strict {
                Ok(None)
            } else {
                Ok(Some((R::one(p), R::zero(p))))
            };
        }
        // One less must fit too, for the derivative.
        let Some(n) = q.to_i64().filter(|n| *n > i64::MIN) else {
            return big_integer_power(b, db, q);
        };
        if n < 0 && b.contains_zero() {
            return if b.is_point_zero() {
                Err(())
            } else if mode == Mode::Range {
                Ok(Some((R::whole(p), R::whole(p))))
            } else {
                Ok(None)
            };
        }
        let v = b.powi(n);
        let below = b.powi(n - 1);
        return Ok(v.zip(below).map(|(v, below)| {
            let slope = R::from_integer(n, p).mul(&below).mul(db);
            (v, slope)
        }));
    }
    // The principal power with a fractional exponent is real for b ≥ 0 only.
    if b.is_negative() || (b.is_point_zero() && q.is_negative()) {
        return Err(());
    }
    if !b.is_nonnegative() || (q.is_negative() && !b.is_positive()) {
        return Ok(match mode {
            Mode::Range if !q.is_negative() => {
                // Powers of the non-negative part.
                Some((nonnegative_part(b).abs(), R::whole(p)))
                    .map(|(u, s)| (positive_power(&u, q).unwrap_or_else(|| R::whole(p)), s))
            }
            Mode::Range => Some((R::whole(p), R::whole(p))),
            Mode::Strict => None,
        });
    }
    let Some(v) = positive_power(b, q) else {
        return Ok(None);
    };
    let slope = if db.is_point_zero() {
        R::zero(p)
    } else {
        match v.div(b) {
            Some(ratio) => rational::<R>(q, p).mul(&ratio).mul(db),
            None => R::whole(p),
        }
    };
    Ok(Some((v, slope)))
}

/// b ∩ [0, ∞), which is not empty here.
fn nonnegative_part<R: Real>(b: &R) -> R {
    // max(b, 0) = (b + |b|)/2, whose enclosure is computed without dependency loss at the upper end.
    b.intersect(&b.abs()).unwrap_or_else(|| b.abs())
}

/// b^q for b ≥ 0.
fn positive_power<R: Real>(b: &R, q: &Rational) -> Option<R> {
    if let Some((n, d)) = q.small()
        && let Ok(degree) = u32::try_from(d)
        && d <= 64
    {
        let root = if degree == 2 {
            b.sqrt()
        } else {
            b.root(degree)
        };
        return root?.powi(n);
    }
    let log = b.ln()?;
    Some(log.mul(&rational(q, b.precision())).exp())
}

/// An integer power whose exponent does not fit in 64 bits, by the logarithm of |b|.
fn big_integer_power<R: Real>(b: &R, db: &R, q: &Rational) -> Result<Pair<R>, ()> {
    if b.is_point_zero() && q.is_negative() {
        return Err(());
    }
    let even = num_integer::Integer::is_even(&q.numerator());
    let exponent = rational::<R>(q, b.precision());
    Ok(b.abs().ln().and_then(|log| {
        let magnitude = log.mul(&exponent).exp();
        let v = if b.is_negative() && !even {
            magnitude.neg()
        } else {
            magnitude
        };
        let slope = exponent.mul(&v.div(b)?).mul(db);
        Some((v, slope))
    }))
}

fn general_power<R: Real>((b, db): &(R, R), (e, de): &(R, R), mode: Mode) -> Pair<R> {
    let p = b.precision();
    let Some(log) = b.ln() else {
        // A negative base is left open: the exponent might be an integer in disguise.
        return (mode == Mode::Range).then(|| (R::whole(p), R::whole(p)));
    };
    let v = log.mul(e).exp();
    let slope = db
        .div(b)
        .map(|ratio| v.mul(&de.mul(&log).add(&e.mul(&ratio))));
    slope.map(|slope| (v, slope))
}

/// The interval [low, high] of integers.
fn span<R: Real>(low: i64, high: i64, p: u32) -> R {
    R::from_integer(low, p).hull(&R::from_integer(high, p))
}

fn call<R: Special>(
    f: Function,
    (u, du): &(R, R),
    n: Option<i64>,
    mode: Mode,
) -> Result<Pair<R>, ()> {
    let p = u.precision();
    let one = || R::one(p);
    // Decided on the domain first.
    if nowhere(f, u) {
        return Err(());
    }
    let value = value(f, u, n);
    let Some(v) = value else {
        return Ok((mode == Mode::Range).then(|| (range(f, p), R::whole(p))));
    };
    if mode == Mode::Strict && switches(f, u) {
        return Ok(None);
    }
    if du.is_point_zero() {
        return Ok(Some((v, R::zero(p))));
    }
    let square = |a: &R| a.square();
    // f′(u); DLMF chapters 4, 6 and 7.
    let factor: Option<R> = match f {
        Function::Log => u.recip(),
        Function::Abs => sign_of(u),
        Function::Sign => Some(R::zero(p)),
        Function::Root => n.and_then(|n| v.div(&u.mul(&R::from_integer(n, p)))),
        Function::Sin => Some(u.cos()),
        Function::Cos => Some(u.sin().neg()),
        Function::Tan => Some(one().add(&square(&v))),
        Function::Cot => Some(one().add(&square(&v)).neg()),
        Function::Sec => u.tan().map(|t| v.mul(&t)),
        Function::Csc => {
            let (s, c) = (u.sin(), u.cos());
            c.div(&s).map(|cot| v.mul(&cot).neg())
        }
        Function::Asin => one().sub(&square(u)).sqrt().and_then(|r| r.recip()),
        Function::Acos => one()
            .sub(&square(u))
            .sqrt()
            .and_then(|r| r.recip())
            .map(|r| r.neg()),
        Function::Atan => one().add(&square(u)).recip(),
        Function::Acot => one().add(&square(u)).recip().map(|r| r.neg()),
        // 1/(|u|·√(u² − 1)).
        Function::Asec => square(u)
            .sub(&one())
            .sqrt()
            .and_then(|r| r.mul(&u.abs()).recip()),
        Function::Acsc => square(u)
            .sub(&one())
            .sqrt()
            .and_then(|r| r.mul(&u.abs()).recip())
            .map(|r| r.neg()),
        Function::Sinh => Some(u.cosh()),
        Function::Cosh => Some(u.sinh()),
        Function::Tanh | Function::Coth => Some(one().sub(&square(&v))),
        Function::Sech => Some(v.mul(&u.tanh()).neg()),
        Function::Csch => u.tanh().recip().map(|coth| v.mul(&coth).neg()),
        Function::Asinh => square(u).add(&one()).sqrt().and_then(|r| r.recip()),
        Function::Acosh => square(u).sub(&one()).sqrt().and_then(|r| r.recip()),
        Function::Atanh | Function::Acoth => one().sub(&square(u)).recip(),
        // −1/(u·√(1 − u²)).
        Function::Asech => one()
            .sub(&square(u))
            .sqrt()
            .and_then(|r| r.mul(u).recip())
            .map(|r| r.neg()),
        // −1/(|u|·√(1 + u²)).
        Function::Acsch => one()
            .add(&square(u))
            .sqrt()
            .and_then(|r| r.mul(&u.abs()).recip())
            .map(|r| r.neg()),
        Function::Erf => gaussian(u, true),
        Function::Erfc => gaussian(u, true).map(|g| g.neg()),
        Function::Erfi => gaussian(u, false),
        Function::Si => u.sin().div(u),
        Function::Ci => u.cos().div(u),
        Function::Shi => u.sinh().div(u),
        Function::Chi => u.cosh().div(u),
        Function::Ei => u.exp().div(u),
        Function::Li => u.ln().and_then(|log| log.recip()),
    };
    // Where the derivative could not be enclosed, nothing is claimed of it.
    let slope = factor.map_or_else(|| R::whole(p), |factor| factor.mul(du));
    Ok(Some((v, slope)))
}

/// 2/√π·e^(∓u²).
fn gaussian<R: Real>(u: &R, decaying: bool) -> Option<R> {
    let square = u.square();
    let exponent = if decaying { square.neg() } else { square };
    R::from_integer(2, u.precision())
        .div(&R::pi(u.precision()).sqrt()?)
        .map(|c| c.mul(&exponent.exp()))
}

fn sign_of<R: Real>(u: &R) -> Option<R> {
    if u.is_positive() {
        Some(R::one(u.precision()))
    } else if u.is_negative() {
        Some(R::one(u.precision()).neg())
    } else {
        None
    }
}

/// |·|, sign and roots change their branch at 0.
fn switches<R: Real>(f: Function, u: &R) -> bool {
    matches!(f, Function::Abs | Function::Sign | Function::Root)
        && u.contains_zero()
        && !u.is_point_zero()
}

/// Whether no point of the box lies in the function's natural domain.
fn nowhere<R: Real>(f: Function, u: &R) -> bool {
    use crate::expr::Domain;
    let p = u.precision();
    let one = R::one(p);
    let above_one = |u: &R| one.is_less(u);
    let below_minus_one = |u: &R| u.is_less(&one.neg());
    match f.entry().domain {
        Domain::Reals => false,
        Domain::Positive => u.neg().is_nonnegative(),
        Domain::NonZero => u.is_point_zero(),
        Domain::PositiveNotOne => u.neg().is_nonnegative() || u.sub(&one).is_point_zero(),
        Domain::CosineNonZero => u.cos().is_point_zero(),
        Domain::SineNonZero => u.sin().is_point_zero(),
        Domain::UnitInterval | Domain::OpenUnitInterval => above_one(u) || below_minus_one(u),
        Domain::OutsideUnitInterval | Domain::OpenOutsideUnitInterval => u.abs().is_less(&one),
        Domain::AtLeastOne => u.is_less(&one),
        Domain::HalfOpenUnit => u.neg().is_nonnegative() || above_one(u),
    }
}

/// Values of the function anywhere.
fn range<R: Real>(f: Function, p: u32) -> R {
    match f {
        Function::Asin | Function::Acsc => span(-2, 2, p),
        Function::Acos | Function::Asec => span(0, 4, p),
        Function::Acosh | Function::Asech => R::whole(p).abs(),
        _ => R::whole(p),
    }
}

/// Encloses the function, if its argument is shown to lie in the domain.
pub(super) fn value<R: Special>(f: Function, u: &R, n: Option<i64>) -> Option<R> {
    let p = u.precision();
    match f {
        Function::Log => u.ln(),
        Function::Abs => Some(u.abs()),
        Function::Sign => Some(match sign_of(u) {
            Some(s) => s,
            None if u.is_point_zero() => R::zero(p),
            None => span(-1, 1, p),
        }),
        Function::Root => {
            let n = u32::try_from(n?).ok().filter(|n| n % 2 == 1)?;
            if u.is_nonnegative() {
                u.root(n)
            } else if u.neg().is_nonnegative() {
                Some(u.neg().root(n)?.neg())
            } else {
                let r = u.abs().root(n)?;
                Some(r.hull(&r.neg()))
            }
        }
        Function::Sin => Some(u.sin()),
        Function::Cos => Some(u.cos()),
        Function::Tan => u.tan(),
        Function::Cot => u.cos().div(&u.sin()),
        Function::Sec => u.cos().recip(),
        Function::Csc => u.sin().recip(),
        Function::Asin => u.asin(),
        Function::Acos => u.acos(),
        Function::Atan => Some(u.atan()),
        Function::Acot => u.recip().map(|r| r.atan()),
        Function::Asec => u.recip()?.acos(),
        Function::Acsc => u.recip()?.asin(),
        Function::Sinh => Some(u.sinh()),
        Function::Cosh => Some(u.cosh()),
        Function::Tanh => Some(u.tanh()),
        Function::Coth => u.tanh().recip(),
        Function::Sech => u.cosh().recip(),
        Function::Csch => u.sinh().recip(),
        Function::Asinh => Some(u.asinh()),
        Function::Acosh => u.acosh(),
        Function::Atanh => u.atanh(),
        Function::Acoth => u.recip()?.atanh(),
        Function::Asech => u.recip()?.acosh(),
        Function::Acsch => u.recip().map(|r| r.asinh()),
        Function::Erf => Some(u.erf()),
        Function::Erfc => Some(u.erfc()),
        Function::Erfi => Some(u.erfi()),
        Function::Si => Some(u.si()),
        Function::Ci => u.ci(),
        Function::Shi => Some(u.shi()),
        Function::Chi => u.abs().chi(),
        Function::Ei => u.ei(),
        Function::Li => u.li(),
    }
}
