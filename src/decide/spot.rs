//! Where the sides are compared: boxes of the variable, and one in each piece.

use num_bigint::BigInt;
use num_traits::Signed;

use super::nature::contains_i;
use super::policy::Assumption;
use super::session::Session;
use crate::domain::{Pieces, are_similar, pieces};
use crate::enclosure::Special;
use crate::enclosure::natural::rational;
use crate::expr::SymbolId;
use crate::number::Rational;

/// Pieces looked at.
const MAX_PIECES: usize = 64;
/// Precisions of enclosures, in bits; the first is that of doubles.
pub(super) const LADDER: [u32; 5] = [53, 128, 512, 2048, 4096];

/// A value of x with the half-width of the box around it.
#[derive(Clone, Debug)]
pub(super) struct Spot {
    /// Values of all symbols, by symbol.
    pub symbols: Vec<Rational>,
    /// The box of the variable is x ± 2^−radius.
    pub radius: u64,
    /// x ± 2^−slack stays in the piece, where that is known.
    pub slack: Option<u64>,
}

impl Spot {
    /// A sampled point, with the box for doubles.
    pub(super) fn of(symbols: Vec<Rational>, variable: SymbolId) -> Self {
        Self {
            radius: radius(&symbols[variable.index()], 53),
            symbols,
            slack: None,
        }
    }

    /// Encloses each symbol; the variable's box has positive width.
    pub(super) fn region<R: Special>(&self, variable: SymbolId, precision: u32) -> Vec<R> {
        let mut symbols: Vec<R> = self
            .symbols
            .iter()
            .map(|q| rational(q, precision))
            .collect();
        let variable = variable.index();
        let [low, high] = ends(&self.symbols[variable], self.radius);
        symbols[variable] = rational::<R>(&low, precision).hull(&rational(&high, precision));
        symbols
    }
}

/// x ± 2^−radius.
pub(super) fn ends(x: &Rational, radius: u64) -> [Rational; 2] {
    let r =
        Rational::from_big(BigInt::from(1), BigInt::from(1) << radius).unwrap_or(Rational::ZERO);
    [x - &r, x + &r]
}

impl Session<'_> {
    pub(super) fn pieces(&mut self) -> Pieces {
        let symbols = self.sampler.point();
        self.pieces_at(&symbols)
    }

    pub(super) fn pieces_at(&self, symbols: &[Rational]) -> Pieces {
        let mut pieces = pieces(
            self.problem.arena,
            &self.probe.nodes,
            self.problem.variable,
            symbols,
        );
        pieces.complete &= pieces.samples.len() <= MAX_PIECES;
        if contains_i(self.problem.arena, &self.probe.nodes) {
            // The logarithms of complex values may cross a cut anywhere.
            pieces.complete = false;
        }
        pieces
    }

    pub(super) fn spots(&mut self, pieces: &Pieces) -> Vec<Spot> {
        let symbols = self.sampler.point();
        self.spots_at(pieces, &symbols)
    }

    /// One spot in each piece, its box well inside.
    pub(super) fn spots_at(&self, pieces: &Pieces, symbols: &[Rational]) -> Vec<Spot> {
        let variable = self.problem.variable.index();
        let mut spots = Vec::new();
        for (i, sample) in pieces.samples.iter().enumerate().take(MAX_PIECES) {
            let mut symbols = symbols.to_vec();
            let left = i
                .checked_sub(1)
                .and_then(|i| pieces.roots.get(i))
                .map(|r| sample - &r.1);
            let right = pieces.roots.get(i).map(|r| &r.0 - sample);
            let gap = left.into_iter().chain(right).map(|g| g.abs()).min();
            let gap = gap.map_or(0, |g| {
                (g.denom().bits() + 1).saturating_sub(g.numer().bits())
            });
            symbols[variable] = Rational::from(sample.clone());
            let radius = radius(&symbols[variable], 53).max(gap + 8);
            spots.push(Spot {
                symbols,
                radius,
                slack: Some(gap + 1),
            });
        }
        spots
    }

    /// Whether other values of the parameters may give other pieces.
    pub(super) fn pieces_vary(&self) -> bool {
        let problem = self.problem;
        let has_sign = |s: SymbolId| {
            matches!(
                problem.assumptions[s.index()],
                Assumption::Positive | Assumption::Negative
            )
        };
        !are_similar(problem.arena, &self.probe.nodes, problem.variable, has_sign)
    }

    /// Another point of the same piece.
    pub(super) fn moved(&mut self, spot: &Spot, slack: u64) -> Spot {
        let step = Rational::from_big(1.into(), BigInt::from(1) << slack).unwrap_or(Rational::ZERO);
        let variable = self.problem.variable.index();
        let mut symbols = spot.symbols.clone();
        symbols[variable] = &symbols[variable] + &(&step * &self.sampler.fraction());
        Spot {
            symbols,
            radius: spot.radius.max(slack + 40),
            slack: None,
        }
    }
}

/// The box around x at a precision: narrow enough that the enclosures are nearly those of a point.
pub(super) fn radius(x: &Rational, precision: u32) -> u64 {
    // x ± 2^−radius keeps about ten bits of the precision for the width.
    let magnitude = x.numerator().bits() as i64 - x.denominator().bits() as i64;
    (i64::from(precision) - 10 - magnitude.max(-20)).max(8) as u64
}

/// The precision at which a box of this radius can be told from a point.
pub(super) fn bits(radius: u64) -> u32 {
    u32::try_from(radius).unwrap_or(u32::MAX).saturating_sub(10)
}

/// The radius wanted at a higher precision.
pub(super) fn small_radius(precision: u32) -> u64 {
    if precision == 53 {
        0
    } else {
        u64::from(precision) * 3 / 4
    }
}
