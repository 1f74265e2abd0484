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
        Self {
            re: R::zero(prec),
            im: R::one(prec),
        }
    }

    /// The whole plane.
    pub fn whole(prec: u32) -> Self {
        Self {
            re: R::whole(prec),
            im: R::whole(prec),
        }
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
    #[must_use]
    pub fn hull(&self, other: &Self) -> Self {
        Self {
            re: self.re.hull(&other.re),
            im: self.im.hull(&other.im),
        }
    }

    /// The common part; `None` when there is none.
    pub fn intersect(&self, other: &Self) -> Option<Self> {
        Some(Self {
            re: self.re.intersect(&other.re)?,
            im: self.im.intersect(&other.im)?,
        })
    }

    /// An enclosure of one point near the middle.
    #[must_use]
    pub fn midpoint(&self) -> Self {
        Self {
            re: self.re.midpoint(),
            im: self.im.midpoint(),
        }
    }

    /// The complex conjugate.
    #[must_use]
    pub fn conj(&self) -> Self {
        Self {
            re: self.re.clone(),
            im: self.im.neg(),
        }
    }

    /// Negation.
    #[must_use]
    pub fn neg(&self) -> Self {
        Self {
            re: self.re.neg(),
            im: self.im.neg(),
        }
    }

    /// `i·z`.
    #[must_use]
    pub fn times_i(&self) -> Self {
        Self {
            re: self.im.neg(),
            im: self.re.clone(),
        }
    }

    /// Sum.
    #[must_use]
    pub fn add(&self, other: &Self) -> Self {
        Self {
            re: self.re.add(&other.re),
            im: self.im.add(&other.im),
        }
    }

    /// Difference.
    #[must_use]
    pub fn sub(&self, other: &Self) -> Self {
        Self {
            re: self.re.sub(&other.re),
            im: self.im.sub(&other.im),
        }
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
    #[must_use]
    pub fn mul_real(&self, x: &R) -> Self {
        Self {
            re: self.re.mul(x),
            im: self.im.mul(x),
        }
    }

    /// `self · 2^k`.
    #[must_use]
    pub fn scale(&self, k: i32) -> Self {
        Self {
            re: self.re.scale(k),
            im: self.im.scale(k),
        }
    }

    /// The square.
    #[must_use]
    pub fn square(&self) -> Self {
        Self {
            re: self.re.square().sub(&self.im.square()),
            im: self.re.mul(&self.im).scale(1),
        }
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
        self.norm().sqrt().unwrap_or_else(|| {
            self.re
                .abs()
                .add(&self.im.abs())
                .hull(&R::zero(self.precision()))
        })
    }

    /// Reciprocal; `None` when 0 is inside.
    pub fn recip(&self) -> Option<Self> {
        if self.is_real() {
            return Some(Self {
                re: self.re.recip()?,
                im: self.im.clone(),
            });
        }
        if self.re.is_point_zero() {
            return Some(Self {
                re: self.re.clone(),
                im: self.im.recip()?.neg(),
            });
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
            return Some(Self {
                re: t.div(&d)?,
                im: d.recip()?.neg(),
            });
        }
        let t = self.im.div(&self.re)?;
        let d = self.re.mul(&one.add(&t.square()));
        Some(Self {
            re: d.recip()?,
            im: t.div(&d)?.neg(),
        })
    }

    /// Quotient; `None` when the divisor contains 0.
    pub fn div(&self, other: &Self) -> Option<Self> {
        if other.is_real() {
            return Some(Self {
                re: self.re.div(&other.re)?,
                im: self.im.div(&other.re)?,
            });
        }
        Some(self.mul(&other.recip()?))
    }

    /// Integer power; `None` when the exponent is negative and 0 is inside.
    pub fn powi(&self, n: i64) -> Option<Self> {
        if self.is_real() {
            return Some(Self {
                re: self.re.powi(n)?,
                im: self.im.clone(),
            });
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
}
