//! Rectangles in the complex plane.

use super::real::Real;

/// The set of all `x + iy` with `x` in `re` and `y` in `im`.
///
/// As for [`Real`], each operation returns a rectangle that contains the image of every point of
/// the arguments, or `None` when the arguments could not be shown to lie inside the domain.
/// A number is *real* when `im` is exactly `[0, 0]`; real arguments give real results wherever the
/// function is real.
#[derive(Clone, Debug)]
pub struct Complex<R: Real> {
    /// The real parts.
    pub re: R,
    /// The imaginary parts.
    pub im: R,
}

impl<R: Real> Complex<R> {
    /// The rectangle `re × im`.
    pub fn new(re: R, im: R) -> Self {
        Self { re, im }
    }

    /// A real interval.
    pub fn real(re: R) -> Self {
        let im = R::zero(re.precision());
        Self { re, im }
    }

    /// The integer `value`.
    pub fn from_integer(value: i64, prec: u32) -> Self {
        Self::real(R::from_integer(value, prec))
    }

    /// The imaginary unit.
    pub fn i(prec: u32) -> Self {
        Self { re: R::zero(prec), im: R::one(prec) }
    }

    /// The whole plane.
    pub fn whole(prec: u32) -> Self {
        Self { re: R::whole(prec), im: R::whole(prec) }
    }

    /// The greater of the precisions of the two parts.
    pub fn precision(&self) -> u32 {
        self.re.precision().max(self.im.precision())
    }

    /// Is the imaginary part exactly zero?
    pub fn is_real(&self) -> bool {
        self.im.is_point_zero()
    }

    /// Is 0 inside?
    pub fn contains_zero(&self) -> bool {
        self.re.contains_zero() && self.im.contains_zero()
    }

    /// Is it exactly 0?
    pub fn is_point_zero(&self) -> bool {
        self.re.is_point_zero() && self.im.is_point_zero()
    }

    /// Have the two no number in common?
    pub fn disjoint(&self, other: &Self) -> bool {
        self.re.disjoint(&other.re) || self.im.disjoint(&other.im)
    }

    /// Is `self` a subset of `other`?
    pub fn is_inside(&self, other: &Self) -> bool {
        self.re.is_inside(&other.re) && self.im.is_inside(&other.im)
    }

    /// Are all four end points finite?
    pub fn is_bounded(&self) -> bool {
        self.re.is_bounded() && self.im.is_bounded()
    }

    /// The smallest rectangle that contains both.
    pub fn hull(&self, other: &Self) -> Self {
        Self { re: self.re.hull(&other.re), im: self.im.hull(&other.im) }
    }

    /// The common part; `None` when there is none.
    pub fn intersect(&self, other: &Self) -> Option<Self> {
        Some(Self { re: self.re.intersect(&other.re)?, im: self.im.intersect(&other.im)? })
    }

    /// An enclosure of one point near the middle.
    pub fn midpoint(&self) -> Self {
        Self { re: self.re.midpoint(), im: self.im.midpoint() }
    }

    /// The complex conjugate.
    pub fn conj(&self) -> Self {
        Self { re: self.re.clone(), im: self.im.neg() }
    }

    /// Negation.
    #[must_use]
    pub fn neg(&self) -> Self {
        Self { re: self.re.neg(), im: self.im.neg() }
    }

    /// `i·z`.
    pub fn times_i(&self) -> Self {
        Self { re: self.im.neg(), im: self.re.clone() }
    }

    /// Sum.
    #[must_use]
    pub fn add(&self, other: &Self) -> Self {
        Self { re: self.re.add(&other.re), im: self.im.add(&other.im) }
    }

    /// Difference.
    #[must_use]
    pub fn sub(&self, other: &Self) -> Self {
        Self { re: self.re.sub(&other.re), im: self.im.sub(&other.im) }
    }

    /// Product.
    #[must_use]
    pub fn mul(&self, other: &Self) -> Self {
        if other.is_real() {
            return self.mul_real(&other.re);
        }
        if self.is_real() {
            return other.mul_real(&self.re);
        }
        Self {
            re: self.re.mul(&other.re).sub(&self.im.mul(&other.im)),
            im: self.re.mul(&other.im).add(&self.im.mul(&other.re)),
        }
    }

    /// Product with a real interval.
    pub fn mul_real(&self, x: &R) -> Self {
        Self { re: self.re.mul(x), im: self.im.mul(x) }
    }

    /// `self · 2^k`.
    pub fn scale(&self, k: i32) -> Self {
        Self { re: self.re.scale(k), im: self.im.scale(k) }
    }

    /// The square.
    pub fn square(&self) -> Self {
        Self { re: self.re.square().sub(&self.im.square()), im: self.re.mul(&self.im).scale(1) }
    }

    /// `|z|²`.
    pub fn norm(&self) -> R {
        self.re.square().add(&self.im.square())
    }

    /// `|z|`.
    pub fn abs(&self) -> R {
        if self.is_real() {
            return self.re.abs();
        }
        if self.re.is_point_zero() {
            return self.im.abs();
        }
        // `norm` is nonnegative, but its rounded lower end may not show it.
        self.norm().sqrt().unwrap_or_else(|| self.re.abs().add(&self.im.abs()).hull(&R::zero(self.precision())))
    }

    /// Reciprocal; `None` when 0 is inside.
    pub fn recip(&self) -> Option<Self> {
        if self.is_real() {
            return Some(Self { re: self.re.recip()?, im: self.im.clone() });
        }
        if self.re.is_point_zero() {
            return Some(Self { re: self.re.clone(), im: self.im.recip()?.neg() });
        }
        if self.contains_zero() {
            return None;
        }
        // 1/z = (x − iy)/(x² + y²).
        let norm = self.norm();
        if let (Some(re), Some(im)) = (self.re.div(&norm), self.im.div(&norm)) {
            return Some(Self { re, im: im.neg() });
        }
        // The norm underflowed: divide by the part that is not 0 first, with t = y/x:
        // 1/z = (1 − it)/(x(1 + t²)).
        let one = R::one(self.precision());
        if self.re.contains_zero() {
            let t = self.re.div(&self.im)?;
            let d = self.im.mul(&one.add(&t.square()));
            return Some(Self { re: t.div(&d)?, im: d.recip()?.neg() });
        }
        let t = self.im.div(&self.re)?;
        let d = self.re.mul(&one.add(&t.square()));
        Some(Self { re: d.recip()?, im: t.div(&d)?.neg() })
    }

    /// Quotient; `None` when the divisor contains 0.
    pub fn div(&self, other: &Self) -> Option<Self> {
        if other.is_real() {
            return Some(Self { re: self.re.div(&other.re)?, im: self.im.div(&other.re)? });
        }
        Some(self.mul(&other.recip()?))
    }

    /// Integer power; `None` when the exponent is negative and 0 is inside.
    pub fn powi(&self, n: i64) -> Option<Self> {
        if self.is_real() {
            return Some(Self { re: self.re.powi(n)?, im: self.im.clone() });
        }
        let prec = self.precision();
        let m = n.unsigned_abs();
        let mut result = Self::from_integer(1, prec);
        for i in (0..64 - m.leading_zeros()).rev() {
            result = result.square();
            if m >> i & 1 == 1 {
                result = result.mul(self);
            }
        }
        if n < 0 {
            if self.contains_zero() {
                return None;
            }
            return result.recip();
        }
        Some(result)
    }

    /// Exponential.
    pub fn exp(&self) -> Self {
        let r = self.re.exp();
        if self.is_real() {
            return Self { re: r, im: self.im.clone() };
        }
        Self { re: r.mul(&self.im.cos()), im: r.mul(&self.im.sin()) }
    }

    /// ln|z|; `None` when 0 is inside.
    fn log_abs(&self) -> Option<R> {
        if self.is_real() {
            return self.re.abs().ln();
        }
        if self.re.is_point_zero() {
            return self.im.abs().ln();
        }
        if self.contains_zero() {
            return None;
        }
        if let Some(log) = self.norm().ln() {
            return Some(log.scale(-1));
        }
        // The norm underflowed: ln|x| + ½ ln(1 + (y/x)²) with x the part that is not 0.
        let (x, y) = if self.re.contains_zero() { (&self.im, &self.re) } else { (&self.re, &self.im) };
        let t = R::one(self.precision()).add(&y.div(x)?.square());
        Some(x.abs().ln()?.add(&t.ln()?.scale(-1)))
    }

    /// The principal argument, in `(-π, π]`; `None` when 0 is inside or the cut (the negative real
    /// axis) is touched, except that a negative *real* number has argument π.
    pub fn arg(&self) -> Option<R> {
        self.im.angle(&self.re)
    }

    /// The principal logarithm, its imaginary part in `(-π, π]`.
    ///
    /// `None` when 0 is inside or the cut is touched; but for a negative real number it is
    /// `ln|x| + iπ`.
    pub fn log(&self) -> Option<Self> {
        Some(Self { re: self.log_abs()?, im: self.arg()? })
    }

    /// The principal square root, its real part >= 0. `None` as for [`Self::log`], but a real
    /// interval `>= 0` may contain 0, and a real interval `<= 0` gives an imaginary root.
    pub fn sqrt(&self) -> Option<Self> {
        if self.is_real() {
            if self.re.is_nonnegative() {
                return Some(Self { re: self.re.sqrt()?, im: self.im.clone() });
            }
            let negated = self.re.neg();
            return negated.is_nonnegative().then_some(())
                .and_then(|()| Some(Self { re: self.im.clone(), im: negated.sqrt()? }));
        }
        if !self.re.is_positive() && self.im.contains_zero() {
            return None; // touches the cut
        }
        let by_log = || self.log().map(|l| l.scale(-1).exp());
        let modulus = self.abs();
        // z = (u + iv)²: u = √((|z| + x)/2), v = y/2u; or, from the side of the negative axis,
        // |v| = √((|z| − x)/2) with the sign of y, u = |y|/2|v|. No cancellation in either.
        if self.re.is_nonnegative() {
            let u = modulus.add(&self.re).scale(-1).sqrt();
            return match u.and_then(|u| Some((self.im.div(&u)?.scale(-1), u))) {
                Some((im, re)) => Some(Self { re, im }),
                None => by_log(),
            };
        }
        if self.re.neg().is_nonnegative() {
            let v = modulus.sub(&self.re).scale(-1).sqrt();
            return match v.and_then(|v| Some((self.im.abs().div(&v)?.scale(-1), v))) {
                Some((re, v)) => Some(Self { re, im: if self.im.is_negative() { v.neg() } else { v } }),
                None => by_log(),
            };
        }
        by_log()
    }

    /// The principal power `z^(p/q) = exp((p/q) log z)`, `q > 0`.
    ///
    /// Integer exponents are powers by multiplication; a real nonnegative base has a real result,
    /// also at 0 when the exponent is positive; square roots go through [`Self::sqrt`]. `None` when
    /// `q = 0` or the base contains 0 or touches the cut otherwise.
    pub fn pow_ratio(&self, p: i64, q: u32) -> Option<Self> {
        if q == 0 {
            return None;
        }
        let (p, q) = reduced(p, q);
        if q == 1 {
            return self.powi(p);
        }
        if self.is_real() && self.re.is_nonnegative() && (p > 0 || self.re.is_positive()) {
            return Some(Self { re: self.re.root(q)?.powi(p)?, im: self.im.clone() });
        }
        if q == 2 {
            return self.sqrt()?.powi(p);
        }
        let prec = self.precision();
        let exponent = R::from_integer(p, prec).div(&R::from_integer(i64::from(q), prec))?;
        Some(self.log()?.mul_real(&exponent).exp())
    }

    /// The principal power `z^w = exp(w log z)`.
    pub fn pow(&self, exponent: &Self) -> Option<Self> {
        Some(exponent.mul(&self.log()?).exp())
    }

    /// Sine: `sin x cosh y + i cos x sinh y`.
    pub fn sin(&self) -> Self {
        if self.is_real() {
            return Self { re: self.re.sin(), im: self.im.clone() };
        }
        Self { re: self.re.sin().mul(&self.im.cosh()), im: self.re.cos().mul(&self.im.sinh()) }
    }

    /// Cosine: `cos x cosh y − i sin x sinh y`.
    pub fn cos(&self) -> Self {
        if self.is_real() {
            return Self { re: self.re.cos(), im: self.im.clone() };
        }
        Self { re: self.re.cos().mul(&self.im.cosh()), im: self.re.sin().mul(&self.im.sinh()).neg() }
    }

    /// Tangent; `None` when a pole may lie inside.
    ///
    /// `tan(x + iy) = (sin 2x · s + i tanh 2y)/(1 + cos 2x · s)` with `s = 1/cosh 2y`, whose terms
    /// stay bounded.
    pub fn tan(&self) -> Option<Self> {
        if self.is_real() {
            return Some(Self { re: self.re.tan()?, im: self.im.clone() });
        }
        let (x, y) = (self.re.scale(1), self.im.scale(1));
        let s = y.cosh().recip()?;
        let d = R::one(self.precision()).add(&x.cos().mul(&s));
        if !d.is_positive() {
            return None;
        }
        Some(Self { re: x.sin().mul(&s).div(&d)?, im: y.tanh().div(&d)? })
    }

    /// Hyperbolic sine: `−i sin(iz)`.
    pub fn sinh(&self) -> Self {
        if self.is_real() {
            return Self { re: self.re.sinh(), im: self.im.clone() };
        }
        Self { re: self.re.sinh().mul(&self.im.cos()), im: self.re.cosh().mul(&self.im.sin()) }
    }

    /// Hyperbolic cosine: `cos(iz)`.
    pub fn cosh(&self) -> Self {
        if self.is_real() {
            return Self { re: self.re.cosh(), im: self.im.clone() };
        }
        Self { re: self.re.cosh().mul(&self.im.cos()), im: self.re.sinh().mul(&self.im.sin()) }
    }

    /// Hyperbolic tangent: `−i tan(iz)`; `None` when a pole may lie inside.
    pub fn tanh(&self) -> Option<Self> {
        if self.is_real() {
            return Some(Self { re: self.re.tanh(), im: self.im.clone() });
        }
        Some(self.times_i().tan()?.times_i().neg())
    }
}

/// `p/q` in lowest terms, `q > 0`.
fn reduced(p: i64, q: u32) -> (i64, u32) {
    let (mut a, mut b) = (p.unsigned_abs(), u64::from(q));
    while b != 0 {
        (a, b) = (b, a % b);
    }
    // a divides q, so it fits.
    let divisor = a.max(1) as u32;
    (p / i64::from(divisor), q / divisor)
}
