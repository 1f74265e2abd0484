//! Elementary functions of complex rectangles.

use super::complex::Complex;
use super::real::Real;

impl<R: Real> Complex<R> {
    /// Exponential.
    #[must_use]
    pub fn exp(&self) -> Self {
        let r = self.re.exp();
        if self.is_real() {
            return Self {
                re: r,
                im: self.im.clone(),
            };
        }
        let (c, s) = self.im.cos_sin();
        Self {
            re: r.mul(&c),
            im: r.mul(&s),
        }
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
        let (x, y) = if self.re.contains_zero() {
            (&self.im, &self.re)
        } else {
            (&self.re, &self.im)
        };
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
        Some(Self {
            re: self.log_abs()?,
            im: self.arg()?,
        })
    }

    /// The principal square root, its real part >= 0. `None` as for [`Self::log`], but a real
    /// interval `>= 0` may contain 0, and a real interval `<= 0` gives an imaginary root.
    pub fn sqrt(&self) -> Option<Self> {
        if self.is_real() {
            if self.re.is_nonnegative() {
                return Some(Self {
                    re: self.re.sqrt()?,
                    im: self.im.clone(),
                });
            }
            let negated = self.re.neg();
            return negated.is_nonnegative().then_some(()).and_then(|()| {
                Some(Self {
                    re: self.im.clone(),
                    im: negated.sqrt()?,
                })
            });
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
                Some((re, v)) => Some(Self {
                    re,
                    im: if self.im.is_negative() { v.neg() } else { v },
                }),
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
            return Some(Self {
                re: self.re.root(q)?.powi(p)?,
                im: self.im.clone(),
            });
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
    #[must_use]
    pub fn sin(&self) -> Self {
        if self.is_real() {
            return Self {
                re: self.re.sin(),
                im: self.im.clone(),
            };
        }
        let (c, s) = self.re.cos_sin();
        Self {
            re: s.mul(&self.im.cosh()),
            im: c.mul(&self.im.sinh()),
        }
    }

    /// Cosine: `cos x cosh y − i sin x sinh y`.
    #[must_use]
    pub fn cos(&self) -> Self {
        if self.is_real() {
            return Self {
                re: self.re.cos(),
                im: self.im.clone(),
            };
        }
        let (c, s) = self.re.cos_sin();
        Self {
            re: c.mul(&self.im.cosh()),
            im: s.mul(&self.im.sinh()).neg(),
        }
    }

    /// Tangent; `None` when a pole may lie inside.
    ///
    /// `tan(x + iy) = (sin 2x · s + i tanh 2y)/(1 + cos 2x · s)` with `s = 1/cosh 2y`, whose terms
    /// stay bounded.
    pub fn tan(&self) -> Option<Self> {
        if self.is_real() {
            return Some(Self {
                re: self.re.tan()?,
                im: self.im.clone(),
            });
        }
        let (x, y) = (self.re.scale(1), self.im.scale(1));
        let s = y.cosh().recip()?;
        let (cos, sin) = x.cos_sin();
        let d = R::one(self.precision()).add(&cos.mul(&s));
        if !d.is_positive() {
            return None;
        }
        Some(Self {
            re: sin.mul(&s).div(&d)?,
            im: y.tanh().div(&d)?,
        })
    }

    /// Hyperbolic sine: `−i sin(iz)`.
    #[must_use]
    pub fn sinh(&self) -> Self {
        if self.is_real() {
            return Self {
                re: self.re.sinh(),
                im: self.im.clone(),
            };
        }
        let (c, s) = self.im.cos_sin();
        Self {
            re: self.re.sinh().mul(&c),
            im: self.re.cosh().mul(&s),
        }
    }

    /// Hyperbolic cosine: `cos(iz)`.
    #[must_use]
    pub fn cosh(&self) -> Self {
        if self.is_real() {
            return Self {
                re: self.re.cosh(),
                im: self.im.clone(),
            };
        }
        let (c, s) = self.im.cos_sin();
        Self {
            re: self.re.cosh().mul(&c),
            im: self.re.sinh().mul(&s),
        }
    }

    /// Hyperbolic tangent: `−i tan(iz)`; `None` when a pole may lie inside.
    pub fn tanh(&self) -> Option<Self> {
        if self.is_real() {
            return Some(Self {
                re: self.re.tanh(),
                im: self.im.clone(),
            });
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
