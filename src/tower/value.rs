use super::grid::Column;
use crate::number::Rational;

/// Saturating bounds of a rational function of the tower's generators: its degree and log₂ of
/// the sum of the absolute values of its integer coefficients, numerator and denominator.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bound {
    pub degree: f64,
    pub height: f64,
}

impl Bound {
    pub(super) const ZERO: Self = Self {
        degree: 0.0,
        height: 0.0,
    };
    /// A generator.
    pub(super) const GENERATOR: Self = Self {
        degree: 1.0,
        height: 1.0,
    };

    pub(super) fn rational(q: &Rational) -> Self {
        Self {
            degree: 0.0,
            height: q.height_bits() as f64,
        }
    }

    /// Of a/b + c/d = (a·d + c·b)/(b·d).
    pub(super) fn add(self, other: Self) -> Self {
        Self {
            degree: self.degree + other.degree,
            height: self.height + other.height + 1.0,
        }
    }

    pub(super) fn mul(self, other: Self) -> Self {
        Self {
            degree: self.degree + other.degree,
            height: self.height + other.height,
        }
    }

    pub(super) fn power(self, n: f64) -> Self {
        Self {
            degree: self.degree * n.abs(),
            height: self.height * n.abs(),
        }
    }
}

/// The value of a subexpression in every row.
#[derive(Clone)]
pub(super) struct Value<Z> {
    /// Itself.
    pub v: Column,
    /// Its derivative by the variable; `None` for zero.
    pub d: Option<Column>,
    /// Its derivative in a random direction over the variable and all parameters; `None` for
    /// zero, and then it is a constant.
    pub g: Option<Column>,
    /// The number that it is, where it is one by construction.
    pub exact: Option<Rational>,
    /// Bounds of `v`.
    pub size: Bound,
    /// Bounds of `d` and `g`.
    pub slope: Bound,
    /// Its enclosure at the anchor.
    pub z: Z,
}
