//! Special functions of complex rectangles, by power series at the middle and the mean value form.
//!
//! A rectangle Z is convex, so for a function F analytic on it and a point c of it
//! `F(z) = F(c) + (z − c)∫₀¹ F'(c + t(z − c)) dt`, and the integral lies in any rectangle that
//! contains F'(Z) (an average of points of a convex set). Hence `F(Z) ⊂ F(c) + F'(Z)(Z − c)`.

use super::big::{Big, clamp};
use super::complex::Complex;
use super::dyadic::Direction;
use super::real::Real;
use super::series::{divided, slack};
use super::special::Special;

type Plane = Complex<Big>;

/// Rectangles with `|z|` beyond this are refused.
const LIMIT: f64 = 12.0;
const MOST_TERMS: u64 = 1 << 17;

/// An upper bound of |z|, when Z is bounded and not too large.
fn size(z: &Plane) -> Option<f64> {
    let m = z.abs().upper()?.to_f64(Direction::Up);
    (m <= LIMIT).then_some(m)
}

fn over_integer(z: &Plane, d: u64) -> Plane {
    Complex::new(divided(&z.re, d), divided(&z.im, d))
}

/// The rectangle `[-m, m]²` for the upper end m of `x`.
fn square_box(x: &Big) -> Plane {
    let s = slack(x, true);
    Complex::new(s.clone(), s)
}

/// `Σ_{n>=0} a_n/w(n)`, `a_0 = first`, `a_n = a_(n-1)·y/d(n)`, `d` increasing, `w >= 1`.
///
/// Stops when `|a_n| < 2^-wp` and `d(n+1) >= 2|y|`: the tail is at most `|a_n|`.
fn series(
    first: &Plane,
    y: &Plane,
    wp: u32,
    d: impl Fn(u64) -> u64,
    w: impl Fn(u64) -> u64,
) -> Option<Plane> {
    let reach = y.abs().upper()?.to_f64(Direction::Up) * 2.0;
    let mut term = first.clone();
    let mut sum = over_integer(first, w(0));
    for n in 1..MOST_TERMS {
        term = over_integer(&term.mul(y), d(n));
        sum = sum.add(&over_integer(&term, w(n)));
        // d(n+1) < 2^53 is exact as a machine number.
        if d(n + 1) as f64 >= reach {
            let modulus = term.abs();
            if modulus.upper()?.top() < -i64::from(wp) {
                return Some(sum.add(&square_box(&modulus)));
            }
        }
    }
    None
}

/// The middle of Z as a point at precision `wp`.
fn center(z: &Plane, wp: u32) -> Plane {
    Complex::new(
        Big::from_dyadic(&z.re.middle(), wp),
        Big::from_dyadic(&z.im.middle(), wp),
    )
}

/// `F(Z)` from `value = F(c)`, c the middle of Z at the precision of `value`, and `slope ⊃ F'(Z)`.
fn mean_value(z: &Plane, value: &Plane, slope: impl Fn() -> Option<Plane>) -> Option<Plane> {
    let prec = z.precision();
    let narrow = |v: Plane| Complex::new(v.re.narrowed(prec), v.im.narrowed(prec));
    if z.re.is_point() && z.im.is_point() {
        return Some(narrow(value.clone()));
    }
    let step = z.sub(&center(z, prec));
    Some(narrow(value.add(&slope()?.mul(&step))))
}

/// The error function: `2/√π Σ (-1)^n z^(2n+1)/(n!(2n+1))`, terms up to about `e^(|z|²)`.
pub(super) fn erf(z: &Plane) -> Option<Plane> {
    if z.is_real() {
        return Some(Complex::real(z.re.erf()));
    }
    let m = size(z)?;
    let wp = clamp(z.precision() + 24 + (1.45 * m * m) as u32);
    let c = center(z, wp);
    let factor = Big::from_integer(2, wp).over(&Big::pi(wp).sqrt()?)?;
    let sum = series(&c, &c.square().neg(), wp, |n| n, |n| 2 * n + 1)?;
    mean_value(z, &sum.mul_real(&factor), || {
        Some(z.square().neg().exp().mul_real(&factor))
    })
}

/// The sine integral: `Σ (-1)^n z^(2n+1)/((2n+1)(2n+1)!)`.
pub(super) fn si(z: &Plane) -> Option<Plane> {
    if z.is_real() {
        return Some(Complex::real(z.re.si()));
    }
    let m = size(z)?;
    let wp = clamp(z.precision() + 24 + (1.45 * m) as u32);
    let c = center(z, wp);
    let sum = series(
        &c,
        &c.square().neg(),
        wp,
        |n| 2 * n * (2 * n + 1),
        |n| 2 * n + 1,
    )?;
    mean_value(z, &sum, || {
        // sin z/z = ½∫ e^(izt) dt over [-1, 1], so |sin z/z| <= cosh |Im z|.
        Some(
            z.sin()
                .div(z)
                .unwrap_or_else(|| square_box(&z.im.absolute().cosh())),
        )
    })
}

/// `γ + log z + sum`, for the functions with a logarithm.
fn with_log(c: &Plane, wp: u32, sum: &Plane) -> Option<Plane> {
    let mut value = c.log()?.add(sum);
    value.re = value.re.add(&Big::euler_gamma(wp));
    Some(value)
}

/// `γ + log z + Σ_{n>=1} (∓1)^n z^(2n)/(2n (2n)!)`: Ci for the alternating signs, else Chi.
fn even(z: &Plane, alternating: bool) -> Option<Plane> {
    let m = size(z)?;
    z.log()?; // off the cut
    let wp = clamp(z.precision() + 24 + (1.45 * m) as u32);
    let c = center(z, wp);
    let s = if alternating {
        c.square().neg()
    } else {
        c.square()
    };
    let sum = series(
        &s.scale(-1),
        &s,
        wp,
        |n| (2 * n + 1) * (2 * n + 2),
        |n| 2 * n + 2,
    )?;
    let value = with_log(&c, wp, &sum)?;
    mean_value(z, &value, || {
        if alternating {
            z.cos().div(z)
        } else {
            z.cosh().div(z)
        }
    })
}

/// The cosine integral off the cut.
pub(super) fn ci(z: &Plane) -> Option<Plane> {
    if z.is_real() {
        return z.re.ci().map(Complex::real);
    }
    even(z, true)
}

/// The hyperbolic cosine integral off the cut.
pub(super) fn chi(z: &Plane) -> Option<Plane> {
    if z.is_real() {
        return z.re.chi().map(Complex::real);
    }
    even(z, false)
}

/// The exponential integral off the cut: `γ + log z + Σ_{n>=1} z^n/(n n!)`.
pub(super) fn ei(z: &Plane) -> Option<Plane> {
    if z.is_real() {
        return z.re.ei().map(Complex::real);
    }
    let m = size(z)?;
    z.log()?;
    let wp = clamp(z.precision() + 24 + (2.9 * m) as u32);
    let c = center(z, wp);
    let sum = series(&c, &c, wp, |n| n + 1, |n| n + 1)?;
    let value = with_log(&c, wp, &sum)?;
    mean_value(z, &value, || z.exp().div(z))
}
