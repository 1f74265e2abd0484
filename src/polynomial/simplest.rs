//! The simplest rational number in an interval, by continued fractions (a walk down the Stern–Brocot tree).

use num_bigint::BigInt;
use num_traits::{One, Signed, Zero};

use super::Rational;

/// One end of an interval.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Bound {
    /// The end point belongs to the interval.
    Closed(Rational),
    /// The end point does not belong to the interval.
    Open(Rational),
    /// There is no end on this side.
    Unbounded,
}

impl Bound {
    fn map(&self, change: impl Fn(&Rational) -> Rational) -> Self {
        match self {
            Self::Closed(value) => Self::Closed(change(value)),
            Self::Open(value) => Self::Open(change(value)),
            Self::Unbounded => Self::Unbounded,
        }
    }

    /// Whether a number keeps to this bound when it is the lower one.
    fn admits_above(&self, number: &Rational) -> bool {
        match self {
            Self::Closed(value) => number >= value,
            Self::Open(value) => number > value,
            Self::Unbounded => true,
        }
    }

    /// Whether a number keeps to this bound when it is the upper one.
    fn admits_below(&self, number: &Rational) -> bool {
        match self {
            Self::Closed(value) => number <= value,
            Self::Open(value) => number < value,
            Self::Unbounded => true,
        }
    }
}

/// The rational number with the least denominator, and among those the least absolute value, in an interval; none if
/// the interval is empty.
pub fn simplest_rational(low: &Bound, high: &Bound) -> Option<Rational> {
    let zero = Rational::zero();
    match (low.admits_above(&zero), high.admits_below(&zero)) {
        (true, true) => Some(zero),
        (false, true) => simplest_positive(low.clone(), high.clone(), true),
        (true, false) => simplest_positive(low.clone(), high.clone(), false),
        (false, false) => None,
    }
}

/// See [`simplest_rational`], for an interval on one side of zero; `lower_excludes_zero` tells which side.
fn simplest_positive(low: Bound, high: Bound, positive: bool) -> Option<Rational> {
    if !positive {
        let (mirrored_low, mirrored_high) = (high.map(|value| -value), low.map(|value| -value));
        return simplest_positive(mirrored_low, mirrored_high, true).map(|value| -value);
    }
    match (&low, &high) {
        (Bound::Closed(left), Bound::Closed(right)) if left > right => return None,
        (Bound::Open(left) | Bound::Closed(left), Bound::Open(right))
        | (Bound::Open(left), Bound::Closed(right))
            if left >= right =>
        {
            return None;
        }
        _ => {}
    }
    let (mut low, mut high) = (low, high);
    let mut quotients: Vec<BigInt> = Vec::new();
    let last = loop {
        let floor = match &low {
            Bound::Closed(value) | Bound::Open(value) => value.floor(),
            Bound::Unbounded => Rational::zero(),
        };
        let candidate = if low.admits_above(&floor) {
            floor.clone()
        } else {
            &floor + BigInt::one()
        };
        if high.admits_below(&candidate) {
            break candidate;
        }
        // Every number of the interval is floor + 1/y with y > 1 in the interval of the inverted ends.
        let invert = |bound: &Bound| match bound {
            Bound::Closed(value) if *value != floor => Bound::Closed((value - &floor).recip()),
            Bound::Open(value) if *value != floor => Bound::Open((value - &floor).recip()),
            _ => Bound::Unbounded,
        };
        let (next_low, next_high) = (invert(&high), invert(&low));
        quotients.push(floor.to_integer());
        (low, high) = (next_low, next_high);
    };
    let mut value = last;
    for quotient in quotients.iter().rev() {
        debug_assert!(value.is_positive());
        value = value.recip() + quotient;
    }
    Some(value)
}
