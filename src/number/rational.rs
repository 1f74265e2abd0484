use std::cmp::Ordering;
use std::fmt;

use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Signed, ToPrimitive, Zero};

/// An exact rational number in lowest terms with a positive denominator.
///
/// Numerators and denominators that fit in 64 bits are stored inline; the representation is
/// unique, so derived equality and hashing are equality of numbers.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Rational(Repr);

#[derive(Clone, PartialEq, Eq, Hash)]
enum Repr {
    Small(i64, i64),
    Big(Box<BigRational>),
}

impl Rational {
    /// Zero.
    pub const ZERO: Self = Self(Repr::Small(0, 1));
    /// One.
    pub const ONE: Self = Self(Repr::Small(1, 1));
    /// Minus one.
    pub const MINUS_ONE: Self = Self(Repr::Small(-1, 1));
    /// One half.
    pub const HALF: Self = Self(Repr::Small(1, 2));

    /// The quotient of two machine integers; `None` when the denominator is zero.
    pub fn new(numerator: i64, denominator: i64) -> Option<Self> {
        (denominator != 0).then(|| Self::from_i128(i128::from(numerator), i128::from(denominator)))
    }

    /// The quotient of two big integers; `None` when the denominator is zero.
    pub fn from_big(numerator: BigInt, denominator: BigInt) -> Option<Self> {
        (!denominator.is_zero()).then(|| Self::from(BigRational::new(numerator, denominator)))
    }

    fn from_i128(mut n: i128, mut d: i128) -> Self {
        let g = n.gcd(&d);
        if g > 1 {
            n /= g;
            d /= g;
        }
        if d < 0 {
            n = -n;
            d = -d;
        }
        match (i64::try_from(n), i64::try_from(d)) {
            (Ok(n), Ok(d)) => Self(Repr::Small(n, d)),
            _ => Self(Repr::Big(Box::new(BigRational::new_raw(
                n.into(),
                d.into(),
            )))),
        }
    }

    /// The number as a big rational.
    pub fn to_big(&self) -> BigRational {
        match &self.0 {
            Repr::Small(n, d) => BigRational::new_raw((*n).into(), (*d).into()),
            Repr::Big(q) => (**q).clone(),
        }
    }

    /// Numerator, carrying the sign.
    pub fn numerator(&self) -> BigInt {
        match &self.0 {
            Repr::Small(n, _) => (*n).into(),
            Repr::Big(q) => q.numer().clone(),
        }
    }

    /// Denominator, positive.
    pub fn denominator(&self) -> BigInt {
        match &self.0 {
            Repr::Small(_, d) => (*d).into(),
            Repr::Big(q) => q.denom().clone(),
        }
    }

    /// Numerator and denominator when both fit in 64 bits.
    pub fn small(&self) -> Option<(i64, i64)> {
        match self.0 {
            Repr::Small(n, d) => Some((n, d)),
            Repr::Big(_) => None,
        }
    }

    /// The value when it is an integer of 64 bits.
    pub fn to_i64(&self) -> Option<i64> {
        match self.0 {
            Repr::Small(n, 1) => Some(n),
            _ => None,
        }
    }

    /// The nearest double, or an infinity when out of range.
    pub fn to_f64(&self) -> f64 {
        match &self.0 {
            Repr::Small(n, d) => *n as f64 / *d as f64,
            Repr::Big(q) => q.to_f64().unwrap_or(f64::NAN),
        }
    }

    /// Whether the denominator is one.
    pub fn is_integer(&self) -> bool {
        match &self.0 {
            Repr::Small(_, d) => *d == 1,
            Repr::Big(q) => q.denom().is_one(),
        }
    }

    /// Whether this is zero.
    pub fn is_zero(&self) -> bool {
        self.0 == Repr::Small(0, 1)
    }

    /// Whether this is one.
    pub fn is_one(&self) -> bool {
        self.0 == Repr::Small(1, 1)
    }

    /// Whether this is below zero.
    pub fn is_negative(&self) -> bool {
        match &self.0 {
            Repr::Small(n, _) => *n < 0,
            Repr::Big(q) => q.is_negative(),
        }
    }

    /// An upper bound of log₂ of the height, max(|numerator|, denominator).
    pub fn height_bits(&self) -> u64 {
        match &self.0 {
            Repr::Small(n, d) => {
                u64::from(64 - n.unsigned_abs().max(d.unsigned_abs()).leading_zeros())
            }
            Repr::Big(q) => q.numer().bits().max(q.denom().bits()),
        }
    }

    /// Absolute value.
    #[must_use]
    pub fn abs(&self) -> Self {
        if self.is_negative() {
            -self
        } else {
            self.clone()
        }
    }

    /// Reciprocal; `None` for zero.
    pub fn recip(&self) -> Option<Self> {
        match &self.0 {
            Repr::Small(0, _) => None,
            Repr::Small(n, d) => Some(Self::from_i128((*d).into(), (*n).into())),
            Repr::Big(q) => Some(Self::from(q.recip())),
        }
    }

    /// Quotient; `None` when dividing by zero.
    pub fn checked_div(&self, other: &Self) -> Option<Self> {
        other.recip().map(|r| self * &r)
    }

    /// Integer power; `None` for 0 to a power ≤ 0 and when the result would exceed `max_bits`.
    pub fn checked_pow(&self, exponent: i64, max_bits: u64) -> Option<Self> {
        if self.is_zero() {
            return (exponent > 0).then_some(Self::ZERO);
        }
        let magnitude = exponent.unsigned_abs();
        if self.is_one() || magnitude == 0 {
            return Some(Self::ONE);
        }
        if self.abs().is_one() {
            return Some(if magnitude.is_multiple_of(2) {
                Self::ONE
            } else {
                Self::MINUS_ONE
            });
        }
        if self.height_bits().saturating_mul(magnitude) > max_bits {
            return None;
        }
        let power = num_traits::pow(self.to_big(), usize::try_from(magnitude).ok()?);
        let power = Self::from(power);
        if exponent < 0 {
            power.recip()
        } else {
            Some(power)
        }
    }

    /// The largest integer not above the number.
    pub fn floor(&self) -> BigInt {
        self.to_big().floor().to_integer()
    }

    /// The exact n-th root (the real one; of a non-negative number when n is even), if rational.
    pub fn exact_root(&self, n: u32) -> Option<Self> {
        if n == 0 || (self.is_negative() && n.is_multiple_of(2)) {
            return None;
        }
        let root = |z: &BigInt| {
            let r = z.nth_root(n);
            (&num_traits::pow(r.clone(), n as usize) == z).then_some(r)
        };
        Self::from_big(root(&self.numerator())?, root(&self.denominator())?)
    }
}

impl From<i64> for Rational {
    fn from(n: i64) -> Self {
        Self(Repr::Small(n, 1))
    }
}

impl From<BigInt> for Rational {
    fn from(n: BigInt) -> Self {
        Self::from(BigRational::from_integer(n))
    }
}

impl From<BigRational> for Rational {
    fn from(q: BigRational) -> Self {
        match (q.numer().to_i64(), q.denom().to_i64()) {
            (Some(n), Some(d)) => Self(Repr::Small(n, d)),
            _ => Self(Repr::Big(Box::new(q))),
        }
    }
}

macro_rules! operator {
    ($trait:ident, $method:ident, $a:ident, $b:ident, $c:ident, $d:ident, $small:expr) => {
        impl std::ops::$trait for &Rational {
            type Output = Rational;
            fn $method(self, other: Self) -> Rational {
                if let (Repr::Small($a, $b), Repr::Small($c, $d)) = (&self.0, &other.0) {
                    let ($a, $b, $c, $d) = (
                        i128::from(*$a),
                        i128::from(*$b),
                        i128::from(*$c),
                        i128::from(*$d),
                    );
                    if let Some((n, d)) = $small {
                        return Rational::from_i128(n, d);
                    }
                }
                Rational::from(self.to_big().$method(other.to_big()))
            }
        }
    };
}

// Products of two 64-bit numbers fit in 128 bits, but i64::MIN·i64::MIN summed twice does not.
operator!(
    Add,
    add,
    a,
    b,
    c,
    d,
    (a * d).checked_add(c * b).map(|n| (n, b * d))
);
operator!(
    Sub,
    sub,
    a,
    b,
    c,
    d,
    (a * d).checked_sub(c * b).map(|n| (n, b * d))
);
operator!(Mul, mul, a, b, c, d, Some((a * c, b * d)));

impl std::ops::Neg for &Rational {
    type Output = Rational;
    fn neg(self) -> Rational {
        &Rational::ZERO - self
    }
}

impl Ord for Rational {
    fn cmp(&self, other: &Self) -> Ordering {
        match (&self.0, &other.0) {
            (Repr::Small(a, b), Repr::Small(c, d)) => {
                (i128::from(*a) * i128::from(*d)).cmp(&(i128::from(*c) * i128::from(*b)))
            }
            // BigRational compares by continued fractions, recursing once for every quotient.
            _ => (self.numerator() * other.denominator())
                .cmp(&(other.numerator() * self.denominator())),
        }
    }
}

impl PartialOrd for Rational {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Rational {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Repr::Small(n, 1) => write!(f, "{n}"),
            Repr::Small(n, d) => write!(f, "{n}/{d}"),
            Repr::Big(q) => write!(f, "{q}"),
        }
    }
}

impl fmt::Debug for Rational {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
