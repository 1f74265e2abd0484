//! When no point is found at which both sides are defined.

use super::nature::{is_division_by_zero, nowhere_nodes};
use super::probe::Outcome;
use super::session::Session;
use super::spot::{LADDER, bits};
use super::verdict::{Answer, Field, Reason};
use crate::domain::Pieces;

impl Session<'_> {
    /// No point was found: `invalid` where emptiness can be proved.
    pub(super) fn nowhere(&mut self, pieces: Option<&Pieces>) -> Answer {
        let problem = self.problem;
        if !nowhere_nodes(problem, problem.integrand).is_empty()
            || pieces.is_some_and(|p| p.complete && self.outside_all(p))
        {
            return Answer::Invalid {
                field: Field::Integrand,
                message: "the integrand is real on no open set of real numbers".into(),
            };
        }
        self.undecided(Reason::Domain)
    }

    /// F contains a term that is real nowhere and that cancels. A constant may be complex, though:
    /// its value is used.
    pub(super) fn antiderivative_nowhere(&self) -> Option<Answer> {
        let problem = self.problem;
        let nowhere = nowhere_nodes(problem, problem.antiderivative);
        let depends = problem.arena.depends_on(problem.variable);
        if let Some(&id) = nowhere
            .iter()
            .find(|id| is_division_by_zero(problem.arena, **id))
        {
            return Some(Answer::Invalid {
                field: Field::Antiderivative,
                message: format!(
                    "the antiderivative contains {}, which is undefined",
                    problem.arena.plain(id)
                ),
            });
        }
        if !nowhere.iter().any(|id| depends[id.index()]) {
            return None;
        }
        // A name is put in its place: where that is gone from the canonical form, the value was
        // not used. Values that are used may be complex.
        let mut arena = problem.arena.clone();
        let name = arena.symbol("_");
        let unused = arena.find_symbol("_")?;
        let named = arena.substitute(problem.antiderivative, |_, id| {
            (depends[id.index()] && nowhere.contains(&id)).then_some(name)
        });
        let canonical = crate::simplify::canonical(&mut arena, named);
        if arena.symbols_of(canonical).contains(&unused) {
            return None;
        }
        Some(Answer::Invalid {
            field: Field::Antiderivative,
            message: "the antiderivative contains a term that is real nowhere and whose value is not used".into(),
        })
    }

    fn outside_all(&mut self, pieces: &Pieces) -> bool {
        !self.pieces_vary()
            && self.spots(pieces).iter().all(|spot| {
                LADDER.iter().any(|&precision| {
                    bits(spot.radius) <= precision
                        && self.spend(precision, 1)
                        && matches!(self.compare(spot, precision), Outcome::Outside)
                })
            })
    }
}
