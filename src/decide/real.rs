//! On the real line: all branches first, then piece by piece.

use super::exact;
use super::glance::Glance;
use super::jump::jumps;
use super::nature::branches_are_real;
use super::policy::Domain;
use super::probe::Outcome;
use super::session::{LOOKS, Session};
use super::spot::{LADDER, Spot, bits, small_radius};
use super::trail::Step;
use super::verdict::{Answer, Coverage, Evidence, Reason, Witness};
use crate::enclosure::{Big, Interval};
use crate::number::Rational;

/// Points of the first screen.
pub(super) const SCREEN: usize = 4;
/// Points of it that may agree; a wrong answer that agrees at so many does so at more.
const AGREE: usize = 2;
/// Points tried in search of one at which both sides are defined, or of a witness.
const SEARCH: usize = 48;

impl Session<'_> {
    pub(super) fn decide_on_line(&mut self) -> Answer {
        let mut certified = false;
        if let Some(witness) = self.screen(&mut certified)
            && self.policy.domain == Domain::Every
        {
            return Answer::Different {
                witnesses: vec![witness],
            };
        }
        let rational = exact::rational(self.problem, &self.probe.nodes);
        self.trail.push(Step::Rational(rational));
        match rational {
            Some(true) => return self.all_branches(Evidence::Rational, None, certified),
            Some(false) => return self.piece_by_piece(certified),
            None => {}
        }
        let result = self.prover().all_branches();
        self.trail.push(Step::AllBranches(result));
        match result {
            Ok(proof) if proof.vanishes() => {
                return self.all_branches(Evidence::Identity, Some(proof.error_bits), certified);
            }
            Ok(_) => {}
            Err(reason) => self.detail = Some(reason.name()),
        }
        let structural = exact::structural(self.problem);
        self.trail.push(Step::Structural(structural));
        if structural {
            return self.all_branches(Evidence::Structural, None, certified);
        }
        self.piece_by_piece(certified)
    }

    /// A first look in double precision, which most wrong answers do not survive.
    fn screen(&mut self, certified: &mut bool) -> Option<Witness> {
        let (mut agree, mut other, mut witness) = (0, 0, None);
        while witness.is_none() && agree < AGREE && agree + other < SCREEN {
            let points = self.points;
            let look = self.common.look(agree + other, &mut self.sampler);
            let outcome = self.probe.compare_at(look);
            self.see(&outcome);
            witness = natural_witness(outcome, certified);
            if self.points > points {
                agree += 1;
            } else if witness.is_none() {
                other += 1;
            }
        }
        self.trail.push(Step::Screen {
            agree,
            differ: usize::from(witness.is_some()),
            other,
        });
        witness
    }

    /// Looks for a point where F is real and the sides differ.
    pub(super) fn search(&mut self) -> Option<Witness> {
        for _ in 0..SEARCH {
            if !self.spend(53, 1) {
                break;
            }
            if let Some(witness) = self.try_spot(&mut true) {
                return Some(witness);
            }
        }
        None
    }

    /// Compares in double precision at a fresh point.
    fn try_spot(&mut self, certified: &mut bool) -> Option<Witness> {
        let symbols = self.sampler.point();
        self.try_point(symbols, certified)
    }

    fn try_point(&mut self, symbols: Vec<Rational>, certified: &mut bool) -> Option<Witness> {
        let spot = Spot::of(symbols, self.problem.variable);
        let outcome = self.compare(&spot, 53);
        natural_witness(outcome, certified)
    }

    pub(super) fn compare(&mut self, spot: &Spot, precision: u32) -> Outcome {
        let outcome = if precision == 53 {
            self.probe.compare::<Interval>(spot, precision)
        } else {
            self.probe.compare::<Big>(spot, precision)
        };
        self.see(&outcome);
        outcome
    }

    /// The identity holds on all branches: it remains to be shown that it is not about nothing.
    fn all_branches(
        &mut self,
        evidence: Evidence,
        error_bits: Option<f64>,
        mut certified: bool,
    ) -> Answer {
        let mut counted = None;
        if !certified {
            for _ in 0..SEARCH {
                if !self.spend(53, 1) {
                    break;
                }
                self.try_spot(&mut certified);
                if certified {
                    break;
                }
            }
        }
        if !certified {
            let pieces = self.pieces();
            for spot in self.spots(&pieces) {
                if self.inside(&spot) {
                    certified = true;
                    break;
                }
            }
            counted = Some(pieces);
        }
        if let Some(invalid) = self.antiderivative_nowhere() {
            return invalid;
        }
        if !certified {
            return self.nowhere(counted.as_ref());
        }
        if self.contradicted {
            // |·| or sign of a complex value, or a defect: the pieces tell.
            return self.piece_by_piece(certified);
        }
        // What the simplifier dropped may be undefined on some piece.
        let coverage = if evidence != Evidence::Structural
            && branches_are_real(self.problem, &self.probe.nodes)
        {
            Coverage::Full
        } else {
            Coverage::Sampled
        };
        self.equal(evidence, error_bits, coverage, None)
    }

    pub(super) fn equal(
        &mut self,
        evidence: Evidence,
        error_bits: Option<f64>,
        coverage: Coverage,
        pieces: Option<[usize; 2]>,
    ) -> Answer {
        if coverage == Coverage::Sampled && self.policy.require_certified {
            return self.undecided(Reason::NotCertified);
        }
        if coverage == Coverage::Sampled && self.policy.domain == Domain::Every {
            // What is not covered by the proof is at least looked at.
            let glance = Glance::new(self.problem);
            for _ in 0..LOOKS {
                if !self.spend(53, 1) {
                    return self.undecided(Reason::Budget);
                }
                let symbols = self.sampler.point();
                if glance
                    .as_ref()
                    .is_some_and(|glance| !glance.differs(&symbols))
                {
                    continue;
                }
                if let Some(witness) = self.try_point(symbols, &mut true) {
                    return Answer::Different {
                        witnesses: vec![witness],
                    };
                }
            }
        }
        // Where F′ is f on both sides of a point, F can change by little there if it is continuous.
        let jumps = if coverage == Coverage::Full && self.policy.domain != Domain::Complex {
            let symbols = self.sampler.point();
            jumps(self.problem, &symbols)
        } else {
            Vec::new()
        };
        Answer::Equal {
            evidence,
            error_bits,
            coverage,
            pieces,
            jumps,
        }
    }

    /// Whether both sides are proved to be defined at a spot.
    fn inside(&mut self, spot: &Spot) -> bool {
        for precision in LADDER {
            if bits(spot.radius) > precision {
                continue;
            }
            if !self.spend(precision, 1) {
                return false;
            }
            match self.compare(
                &Spot {
                    radius: spot.radius.max(small_radius(precision)),
                    ..spot.clone()
                },
                precision,
            ) {
                Outcome::Agree { .. } | Outcome::Differ { .. } => return true,
                Outcome::Outside => return false,
                Outcome::Unknown => {}
            }
        }
        false
    }
}

/// The witness of a difference where F is real; also whether both sides are certified to be defined.
fn natural_witness(outcome: Outcome, certified: &mut bool) -> Option<Witness> {
    match outcome {
        Outcome::Differ {
            witness,
            natural: true,
        } => Some(witness),
        Outcome::Agree { .. } | Outcome::Differ { natural: false, .. } => {
            *certified = true;
            None
        }
        Outcome::Outside | Outcome::Unknown => None,
    }
}
