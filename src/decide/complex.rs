//! As analytic functions, at generic points of the complex plane.

use super::nature::is_meromorphic;
use super::probe::Outcome;
use super::session::Session;
use super::spot::Spot;
use super::trail::Step;
use super::verdict::{Answer, Coverage, Evidence, Reason, Witness};
use crate::enclosure::natural::rational;
use crate::enclosure::{Big, Complex, Interval, Special};
use crate::number::Rational;
use crate::tower::Abstention;

/// Points compared, half of them in each half-plane.
const POINTS: usize = 8;
/// Points compared beyond these before the sides are said to differ.
const MORE_POINTS: usize = 24;
/// Precisions in bits beyond that of doubles.
const LADDER: [u32; 3] = [128, 512, 2048];

/// A point off the real line: the variable's real part with its box, and an imaginary part for
/// each symbol that has one.
struct Place {
    spot: Spot,
    imaginary: Vec<Rational>,
}

impl Session<'_> {
    /// Decides by comparing analytic functions at generic complex points.
    pub(super) fn decide_in_plane(&mut self) -> Answer {
        let places: Vec<Place> = (0..POINTS).map(|i| self.place(i % 2 == 1)).collect();
        let (mut witnesses, mut agreeing, mut alike) = (Vec::new(), Vec::new(), false);
        for place in &places {
            let outcome = self.compare_in_plane(place, 53);
            self.see(&outcome);
            match outcome {
                Outcome::Differ { witness, .. } => witnesses.push(witness),
                Outcome::Agree { not_opposite, .. } => agreeing.push((place, not_opposite)),
                Outcome::Outside | Outcome::Unknown => {}
            }
        }
        self.trail.push(Step::Screen {
            agree: agreeing.len(),
            differ: witnesses.len(),
            other: POINTS - agreeing.len() - witnesses.len(),
        });
        // A point at which both sides are defined shows that the identity is about something.
        if !agreeing.is_empty()
            && let Some(answer) = self.prove(&agreeing)
        {
            return answer;
        }
        for (place, _) in &agreeing {
            match self.closer(place) {
                Some(witness) => witnesses.push(witness),
                None => alike = true,
            }
        }
        // More than half of the points are more than those of one half-plane, and nowhere do the
        // sides seem to agree.
        if witnesses.len() > POINTS / 2 && !alike {
            // Where branches switch, the regions of agreement may be small. Nowhere else is there any.
            let arena = self.problem.arena;
            let cuts = !self.probe.nodes.iter().all(|&id| is_meromorphic(arena, id));
            for i in 0..if cuts { MORE_POINTS } else { 0 } {
                let place = self.place(i % 2 == 1);
                let outcome = self.compare_in_plane(&place, 53);
                self.see(&outcome);
                if let Outcome::Agree { not_opposite, .. } = outcome
                    && self.closer(&place).is_none()
                {
                    return self
                        .prove(&[(&place, not_opposite)])
                        .unwrap_or_else(|| self.undecided(Reason::NoProof));
                }
            }
            return Answer::Different { witnesses };
        }
        if self.digits.is_some() && self.policy.accept_numeric {
            return self.equal(Evidence::Numeric, None, Coverage::Sampled, None);
        }
        let reason = if self.digits.is_none() && witnesses.is_empty() {
            Reason::Domain
        } else {
            Reason::NoProof
        };
        self.undecided(reason)
    }

    /// On all branches first, then with branches as at the points, of each of which it is known
    /// whether F′ ≠ −f there.
    fn prove(&mut self, agreeing: &[(&Place, bool)]) -> Option<Answer> {
        let result = self.prover().all_branches();
        self.trail.push(Step::AllBranches(result));
        match result {
            Ok(proof) if proof.vanishes() => {
                let bits = Some(proof.error_bits);
                return Some(self.equal(Evidence::Identity, bits, Coverage::Full, None));
            }
            Ok(_) => {}
            Err(reason) => self.detail = Some(reason.name()),
        }
        for (i, &(place, not_opposite)) in agreeing.iter().enumerate() {
            for precision in [53, 192] {
                if !self.spend(precision, 4) {
                    break;
                }
                let result = if precision == 53 {
                    let symbols = self.symbols::<Interval>(place, precision);
                    self.prover().at(&symbols, precision)
                } else {
                    let symbols = self.symbols::<Big>(place, precision);
                    self.prover().at(&symbols, precision)
                };
                match result {
                    Ok(proof) if proof.shows(not_opposite) => {
                        let bits = Some(proof.error_bits);
                        self.trail.push(Step::Points {
                            tried: i + 1,
                            proved: true,
                        });
                        return Some(self.equal(Evidence::Identity, bits, Coverage::Sampled, None));
                    }
                    Ok(_) => break,
                    Err(reason) => {
                        self.detail = Some(reason.name());
                        // Only an enclosure that could not tell may do so with more bits.
                        if reason != Abstention::Branch {
                            break;
                        }
                    }
                }
            }
        }
        self.trail.push(Step::Points {
            tried: agreeing.len(),
            proved: false,
        });
        None
    }

    /// A generic point of the upper or the lower half-plane; complex parameters have imaginary
    /// parts of their own.
    fn place(&mut self, below: bool) -> Place {
        let mut symbols = self.sampler.point();
        // Near the origin, where e^(−40x) can be told from 0.
        symbols[self.problem.variable.index()] = &self.sampler.fraction() * &Rational::from(3);
        let sign = if below {
            Rational::MINUS_ONE
        } else {
            Rational::ONE
        };
        let imaginary = symbols
            .iter()
            .map(|_| &sign * &self.sampler.imaginary())
            .collect();
        Place {
            spot: Spot {
                symbols,
                radius: 44,
                slack: None,
            },
            imaginary,
        }
    }

    fn symbols<R: Special>(&self, place: &Place, precision: u32) -> Vec<Complex<R>> {
        let variable = self.problem.variable.index();
        let parts = place.spot.region::<R>(self.problem.variable, precision);
        parts
            .into_iter()
            .enumerate()
            .map(|(s, re)| {
                if s == variable || self.sampler.is_complex(s) {
                    Complex::new(re, rational(&place.imaginary[s], precision))
                } else {
                    Complex::real(re)
                }
            })
            .collect()
    }

    fn compare_in_plane(&self, place: &Place, precision: u32) -> Outcome {
        if precision == 53 {
            let symbols = self.symbols::<Interval>(place, precision);
            self.probe
                .compare_analytic(&place.spot, &symbols, None, precision)
        } else {
            let symbols = self.symbols::<Big>(place, precision);
            self.probe
                .compare_analytic(&place.spot, &symbols, None, precision)
        }
    }

    /// Compares with rising precision; a witness, if the sides turn out to differ.
    fn closer(&mut self, place: &Place) -> Option<Witness> {
        for precision in LADDER {
            if !self.spend(precision, 4) {
                return None;
            }
            let spot = Spot {
                radius: u64::from(precision) * 3 / 4,
                ..place.spot.clone()
            };
            let place = Place {
                spot,
                imaginary: place.imaginary.clone(),
            };
            match self.compare_in_plane(&place, precision) {
                Outcome::Differ { witness, .. } => return Some(witness),
                Outcome::Agree { digits, .. } => {
                    self.digits = Some(self.digits.map_or(digits, |d| d.max(digits)));
                }
                Outcome::Outside | Outcome::Unknown => {}
            }
        }
        None
    }
}
