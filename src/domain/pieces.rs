use num_rational::BigRational;

use super::guard::guards;
use super::zeros::{Zero, Zeros};
use crate::enclosure::Interval;
use crate::enclosure::natural::{Mode, Natural, evaluate_over, rational};
use crate::expr::{Arena, Id, SymbolId};
use crate::number::Rational;

/// The pieces of the real line, for fixed values of the parameters.
pub struct Pieces {
    /// A point inside each piece, from left to right.
    pub samples: Vec<BigRational>,
    /// The roots between them, one fewer than the samples.
    pub roots: Vec<Zero>,
    /// Whether all roots of all guards are among them: nothing switches inside a piece.
    pub complete: bool,
}

/// Splits the line at the roots of all guards. `symbols` holds each parameter's value, by symbol.
pub fn pieces(arena: &Arena, nodes: &[Id], variable: SymbolId, symbols: &[Rational]) -> Pieces {
    let depends = arena.depends_on(variable);
    let (endless, guards): (Vec<_>, Vec<_>) = guards(arena, nodes)
        .into_iter()
        .filter(|guard| depends[guard.argument.index()])
        .partition(|guard| guard.periodic);
    let mut zeros = Zeros::of(arena, &guards, variable, symbols);
    let (roots, samples, complete) = zeros.split();
    let complete = complete
        && endless.is_empty()
        && (zeros.inverted.is_empty()
            || samples
                .iter()
                .all(|sample| are_real(arena, nodes, &zeros.inverted, variable, symbols, sample)));
    Pieces {
        samples,
        roots,
        complete,
    }
}

/// Whether these nodes are proved to be real at a point.
fn are_real(
    arena: &Arena,
    nodes: &[Id],
    wanted: &[Id],
    variable: SymbolId,
    symbols: &[Rational],
    sample: &BigRational,
) -> bool {
    let x: Interval = rational(&Rational::from(sample.clone()), 53);
    let values = evaluate_over(arena, nodes, (variable, x), symbols, Mode::Strict);
    wanted
        .iter()
        .all(|id| matches!(values[id.index()], Natural::Real { .. }))
}
