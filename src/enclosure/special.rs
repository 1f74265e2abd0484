//! The trait of the special functions, and their machine-interval versions.

use super::big::Big;
use super::big_real::fixed_constant;
use super::complex::Complex;
use super::interval::Interval;
use super::real::Real;
use super::{error_integral, exponential_integral, special_plane};

/// Error functions and exponential, trigonometric and hyperbolic integrals.
///
/// Conventions are those of DLMF chapters 6 and 7. On the real line Ei is the principal value, and
/// `Ci(x) = Ci(|x|)` for negative x (the real part of the principal branch). The contract is that
/// of [`Real`]. The functions of a complex rectangle return `None` when it touches a cut (the
/// negative real axis, for Ci, Chi and Ei), when it is not bounded, or when it is too large for
/// the power series; a real rectangle gives what the real function gives.
pub trait Special: Real {
    /// Euler's constant γ.
    fn euler_gamma(prec: u32) -> Self;
    /// The error function `2/√π ∫₀ˣ e^(-t²) dt`.
    #[must_use]
    fn erf(&self) -> Self;
    /// The complementary error function `1 − erf x`, of good relative accuracy.
    #[must_use]
    fn erfc(&self) -> Self;
    /// The imaginary error function `2/√π ∫₀ˣ e^(t²) dt`.
    #[must_use]
    fn erfi(&self) -> Self;
    /// The sine integral `∫₀ˣ sin t/t dt`.
    #[must_use]
    fn si(&self) -> Self;
    /// The cosine integral `γ + ln|x| + ∫₀ˣ (cos t − 1)/t dt`; `None` when 0 is inside.
    fn ci(&self) -> Option<Self>;
    /// The exponential integral, the principal value of `∫ e^t/t dt` from −∞ to x; `None` when 0
    /// is inside.
    fn ei(&self) -> Option<Self>;
    /// The logarithmic integral `Ei(ln x)`; `None` unless `lo > 0` and 1 is outside.
    fn li(&self) -> Option<Self>;
    /// The hyperbolic sine integral `∫₀ˣ sinh t/t dt`.
    #[must_use]
    fn shi(&self) -> Self;
    /// The hyperbolic cosine integral `γ + ln x + ∫₀ˣ (cosh t − 1)/t dt`; `None` unless `lo > 0`.
    fn chi(&self) -> Option<Self>;

    /// The error function of a rectangle.
    fn complex_erf(z: &Complex<Self>) -> Option<Complex<Self>>;
    /// `1 − erf z`, of good absolute accuracy only.
    fn complex_erfc(z: &Complex<Self>) -> Option<Complex<Self>> {
        if z.is_real() {
            return Some(Complex::real(z.re.erfc()));
        }
        Some(Complex::from_integer(1, z.precision()).sub(&Self::complex_erf(z)?))
    }
    /// The imaginary error function `−i erf(iz)` of a rectangle.
    fn complex_erfi(z: &Complex<Self>) -> Option<Complex<Self>> {
        if z.is_real() {
            return Some(Complex::real(z.re.erfi()));
        }
        Some(Self::complex_erf(&z.times_i())?.times_i().neg())
    }
    /// The sine integral of a rectangle.
    fn complex_si(z: &Complex<Self>) -> Option<Complex<Self>>;
    /// The hyperbolic sine integral `−i Si(iz)` of a rectangle.
    fn complex_shi(z: &Complex<Self>) -> Option<Complex<Self>> {
        if z.is_real() {
            return Some(Complex::real(z.re.shi()));
        }
        Some(Self::complex_si(&z.times_i())?.times_i().neg())
    }
    /// The cosine integral of a rectangle off the cut.
    fn complex_ci(z: &Complex<Self>) -> Option<Complex<Self>>;
    /// The hyperbolic cosine integral of a rectangle off the cut.
    fn complex_chi(z: &Complex<Self>) -> Option<Complex<Self>>;
    /// The exponential integral of a rectangle off the cut: `γ + log z + Σ zⁿ/(n n!)`.
    fn complex_ei(z: &Complex<Self>) -> Option<Complex<Self>>;
}

impl Special for Big {
    fn euler_gamma(prec: u32) -> Self {
        fixed_constant(super::constant::euler_gamma, prec)
    }

    fn erf(&self) -> Self {
        error_integral::erf(self)
    }

    fn erfc(&self) -> Self {
        error_integral::erfc(self)
    }

    fn erfi(&self) -> Self {
        error_integral::erfi(self)
    }

    fn si(&self) -> Self {
        exponential_integral::si(self)
    }

    fn ci(&self) -> Option<Self> {
        exponential_integral::ci(self)
    }

    fn ei(&self) -> Option<Self> {
        exponential_integral::ei(self)
    }

    fn li(&self) -> Option<Self> {
        exponential_integral::li(self)
    }

    fn shi(&self) -> Self {
        exponential_integral::shi(self)
    }

    fn chi(&self) -> Option<Self> {
        exponential_integral::chi(self)
    }

    fn complex_erf(z: &Complex<Self>) -> Option<Complex<Self>> {
        special_plane::erf(z)
    }

    fn complex_si(z: &Complex<Self>) -> Option<Complex<Self>> {
        special_plane::si(z)
    }

    fn complex_ci(z: &Complex<Self>) -> Option<Complex<Self>> {
        special_plane::ci(z)
    }

    fn complex_chi(z: &Complex<Self>) -> Option<Complex<Self>> {
        special_plane::chi(z)
    }

    fn complex_ei(z: &Complex<Self>) -> Option<Complex<Self>> {
        special_plane::ei(z)
    }
}

/// The precision of the detours of machine intervals through [`Big`].
const DETOUR: u32 = 64;

fn detour(x: &Interval, f: impl Fn(&Big) -> Big) -> Interval {
    Interval::from_big(&f(&x.to_big(DETOUR)))
}

fn plane_detour(
    z: &Complex<Interval>,
    f: impl Fn(&Complex<Big>) -> Option<Complex<Big>>,
) -> Option<Complex<Interval>> {
    let y = f(&Complex::new(z.re.to_big(DETOUR), z.im.to_big(DETOUR)))?;
    Some(Complex::new(
        Interval::from_big(&y.re),
        Interval::from_big(&y.im),
    ))
}

impl Special for Interval {
    fn euler_gamma(_prec: u32) -> Self {
        Self::from_big(&Big::euler_gamma(DETOUR))
    }

    fn erf(&self) -> Self {
        detour(self, Big::erf)
    }

    fn erfc(&self) -> Self {
        detour(self, Big::erfc)
    }

    fn erfi(&self) -> Self {
        detour(self, Big::erfi)
    }

    fn si(&self) -> Self {
        detour(self, Big::si)
    }

    fn ci(&self) -> Option<Self> {
        self.to_big(DETOUR).ci().map(|y| Self::from_big(&y))
    }

    fn ei(&self) -> Option<Self> {
        self.to_big(DETOUR).ei().map(|y| Self::from_big(&y))
    }

    fn li(&self) -> Option<Self> {
        self.to_big(DETOUR).li().map(|y| Self::from_big(&y))
    }

    fn shi(&self) -> Self {
        detour(self, Big::shi)
    }

    fn chi(&self) -> Option<Self> {
        self.to_big(DETOUR).chi().map(|y| Self::from_big(&y))
    }

    fn complex_erf(z: &Complex<Self>) -> Option<Complex<Self>> {
        plane_detour(z, Big::complex_erf)
    }

    fn complex_si(z: &Complex<Self>) -> Option<Complex<Self>> {
        plane_detour(z, Big::complex_si)
    }

    fn complex_ci(z: &Complex<Self>) -> Option<Complex<Self>> {
        plane_detour(z, Big::complex_ci)
    }

    fn complex_chi(z: &Complex<Self>) -> Option<Complex<Self>> {
        plane_detour(z, Big::complex_chi)
    }

    fn complex_ei(z: &Complex<Self>) -> Option<Complex<Self>> {
        plane_detour(z, Big::complex_ei)
    }
}
