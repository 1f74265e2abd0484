//! What is computed once for f, whichever F is asked about.

use super::Problem;
use super::imaginary::Imaginary;
use super::sample::Sampler;
use super::spot::Spot;
use crate::enclosure::Interval;
use crate::enclosure::natural::{Mode, Natural, Region, evaluate, rational};
use crate::expr::Id;
use crate::number::Rational;
use crate::tower::Base;

/// f's part of the decision of F′ = f for any F. No answer has an influence on the verdict of
/// another but through the seed, which is mixed from all of them.
pub(super) struct Common<'a> {
    problem: &'a Problem<'a>,
    /// The nodes of f.
    nodes: Vec<Id>,
    /// Where i occurs in f its values decide, not its spelling.
    pub imaginary: Option<Imaginary>,
    /// Where every answer's own samples start.
    pub sampler: Sampler<'a>,
    /// The points of the first screen, if several answers share them.
    looks: Vec<Look>,
    /// Where the tower has arrived after f, if several answers go on from there.
    pub base: Option<Base<'a>>,
}

/// A point of the first screen, and f there in doubles.
#[derive(Clone)]
pub(super) struct Look {
    pub spot: Spot,
    /// Encloses each symbol; the variable's box has positive width.
    pub symbols: Vec<Interval>,
    /// By node, those of f.
    pub values: Vec<Natural<Interval>>,
}

impl<'a> Common<'a> {
    /// For one answer.
    pub(super) fn new(problem: &'a Problem<'a>) -> Self {
        Self {
            problem,
            nodes: problem.arena.reachable(&[problem.integrand]),
            imaginary: Imaginary::of(problem),
            sampler: Sampler::new(problem),
            looks: Vec::new(),
            base: None,
        }
    }

    /// For several answers, which share samples: so many points of the screen, and the tower's. The
    /// problem's own F counts for nothing.
    pub(super) fn shared(problem: &'a Problem<'a>, positive: &'a [bool], screen: usize) -> Self {
        let mut common = Self::new(problem);
        let seed = common.sampler.seed();
        common.base = Base::new(problem.identity(positive), seed);
        for _ in 0..screen {
            let symbols = common.sampler.point();
            common.looks.push(common.look_at(symbols));
        }
        common
    }

    /// A point of the first screen, drawn here where it is not shared. Symbols that F alone has get
    /// their values here.
    pub(super) fn look(&self, index: usize, sampler: &mut Sampler<'_>) -> Look {
        let Some(look) = self.looks.get(index) else {
            return self.look_at(sampler.point());
        };
        let mut look = look.clone();
        let more = sampler.further_symbols(look.symbols.len());
        look.symbols
            .extend(more.iter().map(|q| rational::<Interval>(q, 53)));
        look.spot.symbols.extend(more);
        look
    }

    fn look_at(&self, symbols: Vec<Rational>) -> Look {
        let Problem {
            arena, variable, ..
        } = *self.problem;
        let spot = Spot::of(symbols, variable);
        let symbols = spot.region(variable, 53);
        let region = Region {
            symbols: &symbols,
            variable,
            precision: 53,
        };
        let values = evaluate(arena, &self.nodes, &region, Mode::Strict);
        Look {
            spot,
            symbols,
            values,
        }
    }

    /// The nodes among these that are none of f; both stand in order.
    pub(super) fn without_f(&self, nodes: &[Id]) -> Vec<Id> {
        let is_of_f = |id: &Id| self.nodes.binary_search(id).is_ok();
        nodes.iter().copied().filter(|id| !is_of_f(id)).collect()
    }
}
