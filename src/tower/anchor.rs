use crate::expr::{Constant, Function, SymbolId};
use crate::number::Rational;

/// A branch integer or sign.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Choice {
    /// Any: what is proved holds for every choice.
    Free,
    /// What it is at the anchor and around it.
    Known(i64),
}

/// Where branches are read off: nowhere (all at once), or at a point where every value has a
/// rigorous enclosure.
///
/// Methods return `None` when the enclosure cannot tell: it touches a branch cut or a pole.
pub trait Anchor {
    /// An enclosure of a value, or nothing.
    type Value: Clone;
    /// A rational number.
    fn rational(&self, q: &Rational) -> Self::Value;
    /// π, e or i.
    fn constant(&self, c: Constant) -> Self::Value;
    /// The value of a symbol at the anchor.
    fn symbol(&self, s: SymbolId) -> Self::Value;
    /// Sum.
    fn add(&self, a: &Self::Value, b: &Self::Value) -> Self::Value;
    /// Product.
    fn mul(&self, a: &Self::Value, b: &Self::Value) -> Self::Value;
    /// Reciprocal.
    fn recip(&self, a: &Self::Value) -> Option<Self::Value>;
    /// Exponential.
    fn exp(&self, a: &Self::Value) -> Self::Value;
    /// Principal logarithm.
    fn log(&self, a: &Self::Value) -> Option<Self::Value>;
    /// Principal power.
    fn power(&self, a: &Self::Value, q: &Rational) -> Option<Self::Value>;
    /// A function of the table.
    fn call(&self, f: Function, arguments: &[Self::Value]) -> Option<Self::Value>;
    /// The integer k with `a` = `b` + 2πik, both differing by such a multiple.
    fn turns(&self, a: &Self::Value, b: &Self::Value) -> Option<Choice>;
    /// The sign of a real value, 1 or −1.
    fn sign(&self, a: &Self::Value) -> Option<Choice>;
}

/// No anchor: every branch integer and every sign is free.
#[derive(Clone, Copy, Debug)]
pub struct AllBranches;

impl Anchor for AllBranches {
    type Value = ();
    fn rational(&self, _: &Rational) {}
    fn constant(&self, _: Constant) {}
    fn symbol(&self, _: SymbolId) {}
    fn add(&self, (): &(), (): &()) {}
    fn mul(&self, (): &(), (): &()) {}
    fn recip(&self, (): &()) -> Option<()> {
        Some(())
    }
    fn exp(&self, (): &()) {}
    fn log(&self, (): &()) -> Option<()> {
        Some(())
    }
    fn power(&self, (): &(), _: &Rational) -> Option<()> {
        Some(())
    }
    fn call(&self, _: Function, _: &[()]) -> Option<()> {
        Some(())
    }
    fn turns(&self, (): &(), (): &()) -> Option<Choice> {
        Some(Choice::Free)
    }
    fn sign(&self, (): &()) -> Option<Choice> {
        Some(Choice::Free)
    }
}
