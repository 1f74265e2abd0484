use crate::expr::{Constant, Function, SymbolId};
use crate::number::Rational;

/// A branch integer or sign.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Choice {
    /// Any: what is proved holds for every choice.
    Free,
    /// What it is at the anchor and around it.
    Known(i64),
}

/// Where branches are read off: nowhere (all at once), or at a point where every value has a
/// rigorous enclosure.
///
/// Methods return `None` when the enclosure cannot tell: it touches a branch cut or a pole.
pub(super) trait Anchor {
    /// An enclosure of a value, or nothing.
    type Value: Copy;
    /// A run starts: what was asked before is forgotten.
    fn start(&mut self);
    /// A rational number.
    fn rational(&mut self, q: &Rational) -> Self::Value;
    /// π, e or i.
    fn constant(&mut self, c: Constant) -> Self::Value;
    /// The value of a symbol at the anchor.
    fn symbol(&mut self, s: SymbolId) -> Self::Value;
    /// Sum.
    fn add(&mut self, a: Self::Value, b: Self::Value) -> Self::Value;
    /// Product.
    fn mul(&mut self, a: Self::Value, b: Self::Value) -> Self::Value;
    /// Reciprocal.
    fn recip(&mut self, a: Self::Value) -> Option<Self::Value>;
    /// Exponential.
    fn exp(&mut self, a: Self::Value) -> Self::Value;
    /// Principal logarithm.
    fn log(&mut self, a: Self::Value) -> Option<Self::Value>;
    /// Principal power.
    fn power(&mut self, a: Self::Value, q: &Rational) -> Option<Self::Value>;
    /// A function of the table, the second argument being the degree of a root.
    fn call(&mut self, f: Function, a: Self::Value, n: Option<i64>) -> Option<Self::Value>;
    /// The integer k with `a` = `b` + 2πik, both differing by such a multiple.
    fn turns(&mut self, a: Self::Value, b: Self::Value) -> Option<Choice>;
    /// The sign of a real value, 1 or −1.
    fn sign(&mut self, a: Self::Value) -> Option<Choice>;
}

/// No anchor: every branch integer and every sign is free.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct AllBranches {
    /// Whether there was any.
    pub asked: bool,
}

impl AllBranches {
    fn free(&mut self) -> Choice {
        self.asked = true;
        Choice::Free
    }
}

impl Anchor for AllBranches {
    type Value = ();
    fn start(&mut self) {
        self.asked = false;
    }
    fn rational(&mut self, _: &Rational) {}
    fn constant(&mut self, _: Constant) {}
    fn symbol(&mut self, _: SymbolId) {}
    fn add(&mut self, (): (), (): ()) {}
    fn mul(&mut self, (): (), (): ()) {}
    fn recip(&mut self, (): ()) -> Option<()> {
        Some(())
    }
    fn exp(&mut self, (): ()) {}
    fn log(&mut self, (): ()) -> Option<()> {
        Some(())
    }
    fn power(&mut self, (): (), _: &Rational) -> Option<()> {
        Some(())
    }
    fn call(&mut self, _: Function, (): (), _: Option<i64>) -> Option<()> {
        Some(())
    }
    fn turns(&mut self, (): (), (): ()) -> Option<Choice> {
        Some(self.free())
    }
    fn sign(&mut self, (): ()) -> Option<Choice> {
        Some(self.free())
    }
}
