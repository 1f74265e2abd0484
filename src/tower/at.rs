use super::anchor::{Anchor, Choice};
use crate::enclosure::analytic;
use crate::enclosure::natural::rational;
use crate::enclosure::{Complex, Real, Special};
use crate::expr::{Constant, Function, SymbolId};
use crate::number::Rational;

/// A point (a small box) at which branches are read off.
pub struct At<'a, R: Real> {
    /// Encloses every symbol's value, by symbol.
    pub symbols: &'a [Complex<R>],
    /// Working precision in bits.
    pub precision: u32,
}

impl<R: Special> Anchor for At<'_, R> {
    type Value = Complex<R>;

    fn rational(&self, q: &Rational) -> Complex<R> {
        Complex::real(rational(q, self.precision))
    }

    fn constant(&self, c: Constant) -> Complex<R> {
        analytic::constant(c, self.precision)
    }

    fn symbol(&self, s: SymbolId) -> Complex<R> {
        self.symbols[s.index()].clone()
    }

    fn add(&self, a: &Complex<R>, b: &Complex<R>) -> Complex<R> {
        a.add(b)
    }

    fn mul(&self, a: &Complex<R>, b: &Complex<R>) -> Complex<R> {
        a.mul(b)
    }

    fn recip(&self, a: &Complex<R>) -> Option<Complex<R>> {
        a.recip()
    }

    fn exp(&self, a: &Complex<R>) -> Complex<R> {
        a.exp()
    }

    fn log(&self, a: &Complex<R>) -> Option<Complex<R>> {
        a.log()
    }

    fn power(&self, a: &Complex<R>, q: &Rational) -> Option<Complex<R>> {
        analytic::power(a, q)
    }

    fn call(&self, f: Function, arguments: &[Complex<R>]) -> Option<Complex<R>> {
        // The degree of a root is odd and small, or the node has no value.
        let n = arguments
            .get(1)
            .and_then(|n| n.re.nearest_integer_if_unique())
            .and_then(|n| i64::try_from(n).ok());
        analytic::call(f, arguments.first()?, n)
    }

    fn turns(&self, a: &Complex<R>, b: &Complex<R>) -> Option<Choice> {
        let difference = a.sub(b);
        if !difference.re.contains_zero() {
            return None;
        }
        let turns = difference.im.div(&R::pi(self.precision).scale(1))?;
        let k = turns.nearest_integer_if_unique()?;
        i64::try_from(k).ok().map(Choice::Known)
    }

    fn sign(&self, a: &Complex<R>) -> Option<Choice> {
        if !a.is_real() {
            None
        } else if a.re.is_positive() {
            Some(Choice::Known(1))
        } else if a.re.is_negative() {
            Some(Choice::Known(-1))
        } else {
            None
        }
    }
}
