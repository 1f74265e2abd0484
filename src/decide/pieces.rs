//! Piece by piece: branches as they are at a point of each.

use super::policy::Domain;
use super::probe::Outcome;
use super::session::Session;
use super::spot::{LADDER, Spot, bits, small_radius};
use super::tally::{Piece, Tally};
use super::verdict::{Answer, Coverage, Evidence, Reason};
use crate::domain::Pieces;
use crate::enclosure::{Big, Complex, Interval, Special};
use crate::tower::{Abstention, Proof};

/// Points compared where the pieces are not all known.
const EXTRA: usize = 6;
/// Draws of the parameters, each with pieces of its own.
const DRAWS: usize = 3;
/// How many precisions every piece is looked at with; the rest is for the few that stay open.
const FIRST: usize = 3;
/// Open pieces that are looked at with the highest precisions.
const LAST_LOOKS: usize = 4;

impl Session<'_> {
    pub(super) fn piece_by_piece(&mut self, certified: bool) -> Answer {
        if let Some(invalid) = self.antiderivative_nowhere() {
            return invalid;
        }
        let vary = self.pieces_vary();
        let draws = if vary { DRAWS } else { 1 };
        let mut spots = Vec::new();
        let mut complete = !vary;
        let mut last = None;
        for _ in 0..draws {
            let symbols = self.sampler.point();
            let pieces = self.pieces_at(&symbols);
            complete &= pieces.complete;
            spots.extend(self.spots_at(&pieces, &symbols));
            last = Some(pieces);
        }
        if !complete {
            for _ in 0..EXTRA {
                let symbols = self.sampler.point();
                spots.push(Spot::of(symbols, self.problem.variable));
            }
        }
        let mut tally = Tally {
            error_bits: f64::INFINITY,
            ..Tally::default()
        };
        let mut left_open = Vec::new();
        for spot in &spots {
            match self.piece(spot, &LADDER[..FIRST], &mut tally.error_bits) {
                Piece::Open => left_open.push(spot),
                piece => tally.count(piece),
            }
            if self.is_refuted(&tally)
                || (tally.proved > 0 && self.policy.domain == Domain::Some && !complete)
            {
                break;
            }
        }
        let mut open = left_open.len();
        for spot in left_open.into_iter().take(LAST_LOOKS) {
            if self.is_refuted(&tally) {
                break;
            }
            match self.piece(spot, &LADDER[FIRST..], &mut tally.error_bits) {
                Piece::Open => {}
                piece => {
                    tally.count(piece);
                    open -= 1;
                }
            }
        }
        self.trail.push(tally.step(open, complete));
        if self.is_refuted(&tally) {
            return Answer::Different {
                witnesses: tally.refuted,
            };
        }
        self.judge(tally, open, complete, certified, spots.len(), last)
    }

    /// Under `every` one natural disagreement decides.
    fn is_refuted(&self, tally: &Tally) -> bool {
        self.policy.domain == Domain::Every && !tally.refuted.is_empty()
    }

    /// The answer that the pieces give together.
    fn judge(
        &mut self,
        tally: Tally,
        open: usize,
        complete: bool,
        certified: bool,
        spots: usize,
        last: Option<Pieces>,
    ) -> Answer {
        let Tally {
            proved,
            off_real_proved,
            mut refuted,
            uncovered,
            outside,
            error_bits,
        } = tally;
        if proved > 0 {
            if open > 0 && self.policy.domain == Domain::Every {
                return self.undecided(Reason::Pieces);
            }
            let coverage = if !complete || open > 0 || off_real_proved {
                Coverage::Sampled
            } else if uncovered.is_empty() && refuted.is_empty() {
                Coverage::Full
            } else {
                Coverage::Partial
            };
            let counts = complete.then_some([proved, uncovered.len() + refuted.len()]);
            return self.equal(Evidence::Identity, Some(error_bits), coverage, counts);
        }
        if open == 0 && complete && uncovered.len() + refuted.len() > 0 {
            refuted.extend(uncovered);
            return Answer::Different { witnesses: refuted };
        }
        if outside == spots && !certified {
            let complete = complete.then_some(()).and(last);
            return self.nowhere(complete.as_ref());
        }
        if open == 0 && !uncovered.is_empty() {
            // F may be real on a small part of the line.
            if self.policy.domain == Domain::Every
                && let Some(witness) = self.search()
            {
                return Answer::Different {
                    witnesses: vec![witness],
                };
            }
            return self.undecided(Reason::DisagreesOffReal);
        }
        if self.digits.is_some() && self.policy.accept_numeric {
            return self.equal(Evidence::Numeric, None, Coverage::Sampled, None);
        }
        self.undecided(if self.budget < self.probe.cost {
            Reason::Budget
        } else {
            Reason::NoProof
        })
    }

    /// Decides one piece by its sample. The samples of pieces are simple numbers, at which the
    /// sides may meet by accident; so where that leaves it open, another one is tried.
    fn piece(&mut self, spot: &Spot, ladder: &[u32], error_bits: &mut f64) -> Piece {
        match (self.piece_at(spot, ladder, error_bits), spot.slack) {
            (Piece::Open, Some(slack)) => {
                let spot = self.moved(spot, slack);
                self.piece_at(&spot, ladder, error_bits)
            }
            (piece, _) => piece,
        }
    }

    fn piece_at(&mut self, spot: &Spot, ladder: &[u32], error_bits: &mut f64) -> Piece {
        let mut tried = false;
        for &precision in ladder {
            if bits(spot.radius) > precision {
                continue;
            }
            if !self.spend(precision, 1) {
                break;
            }
            let spot = Spot {
                radius: spot.radius.max(small_radius(precision)),
                ..spot.clone()
            };
            match self.compare(&spot, precision) {
                Outcome::Outside => return Piece::Outside,
                Outcome::Differ {
                    witness,
                    natural: true,
                } => return Piece::Refuted(witness),
                Outcome::Differ {
                    witness,
                    natural: false,
                } => return Piece::Uncovered(witness),
                Outcome::Unknown => {}
                Outcome::Agree {
                    not_opposite,
                    natural,
                    ..
                } => {
                    if !tried {
                        let result = if precision == 53 {
                            self.prove_at::<Interval>(&spot, precision)
                        } else {
                            self.prove_at::<Big>(&spot, precision)
                        };
                        match result {
                            Ok(proof) if proof.shows(not_opposite) => {
                                *error_bits = error_bits.min(proof.error_bits);
                                return Piece::Proved { natural };
                            }
                            Ok(_) => tried = true,
                            Err(reason) => {
                                self.detail = Some(reason.name());
                                // An enclosure that could not tell may do so with more bits.
                                tried = reason != Abstention::Branch || precision > 128;
                            }
                        }
                    }
                }
            }
        }
        Piece::Open
    }

    /// The identity with branches as at the spot.
    fn prove_at<R: Special>(&mut self, spot: &Spot, precision: u32) -> Result<Proof, Abstention> {
        let symbols: Vec<Complex<R>> = spot
            .region::<R>(self.problem.variable, precision)
            .into_iter()
            .map(Complex::real)
            .collect();
        self.prover().at(&symbols, precision)
    }
}
