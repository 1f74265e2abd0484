use super::Problem;
use super::policy::Policy;
use super::probe::{Outcome, Probe, Spot};
use super::sample::Sampler;
use super::verdict::{Answer, Coverage, Evidence, Reason, Witness};
use crate::enclosure::natural::rational;
use crate::enclosure::{Big, Complex, Interval, Special};
use crate::number::Rational;
use crate::tower::{Abstention, Proof, Prover};

/// Points compared, half of them in each half-plane.
const POINTS: usize = 8;
/// Precisions in bits beyond that of doubles.
const LADDER: [u32; 3] = [128, 512, 2048];

/// A point off the real line: the variable's real part with its box, and an imaginary part for
/// each symbol that has one.
struct Place {
    spot: Spot,
    imaginary: Vec<Rational>,
}

struct Session<'a> {
    problem: &'a Problem<'a>,
    policy: &'a Policy,
    probe: Probe<'a>,
    sampler: Sampler<'a>,
    prover: Prover<'a>,
    budget: u64,
    digits: Option<u32>,
    detail: Option<&'static str>,
}

/// Decides by comparing analytic functions at generic complex points.
pub(super) fn decide(problem: &Problem<'_>, policy: &Policy) -> Answer {
    let mut sampler = Sampler::new(problem);
    let positive = problem.positive();
    let prover = Prover::new(
        problem.identity(&positive),
        sampler.seed(),
        policy.error_bits,
    );
    let mut session = Session {
        problem,
        policy,
        probe: Probe::new(problem),
        sampler,
        prover,
        budget: policy.budget,
        digits: None,
        detail: None,
    };
    session.decide()
}

impl Session<'_> {
    fn decide(&mut self) -> Answer {
        let places: Vec<Place> = (0..POINTS).map(|i| self.place(i % 2 == 1)).collect();
        let (mut witnesses, mut agreeing, mut alike) = (Vec::new(), Vec::new(), false);
        for place in &places {
            match self.compare(place, 53) {
                Outcome::Differ { witness, .. } => witnesses.push(witness),
                Outcome::Agree { digits, .. } => {
                    self.digits = Some(self.digits.map_or(digits, |d| d.min(digits)));
                    agreeing.push(place);
                }
                Outcome::Outside | Outcome::Unknown => {}
            }
        }
        // A point at which both sides are defined shows that the identity is about something.
        if !agreeing.is_empty()
            && let Some(answer) = self.prove(&agreeing)
        {
            return answer;
        }
        for place in &agreeing {
            match self.closer(place) {
                Some(witness) => witnesses.push(witness),
                None => alike = true,
            }
        }
        // More than half of the points are more than those of one half-plane, and nowhere do the
        // sides seem to agree.
        if witnesses.len() > POINTS / 2 && !alike {
            return Answer::Different { witnesses };
        }
        if self.digits.is_some() && self.policy.accept_numeric {
            return self.equal(Evidence::Numeric, None, Coverage::Sampled);
        }
        let reason = if self.digits.is_none() && witnesses.is_empty() {
            Reason::Domain
        } else {
            Reason::NoProof
        };
        self.undecided(reason, agreeing.len() as u32)
    }

    /// On all branches first, then with branches as at the points.
    fn prove(&mut self, agreeing: &[&Place]) -> Option<Answer> {
        match self.prover.all_branches() {
            Ok(proof) if proof.vanishes => {
                return Some(self.equal(
                    Evidence::Identity,
                    Some(proof.error_bits),
                    Coverage::Full,
                ));
            }
            Ok(_) => {}
            Err(reason) => self.detail = Some(reason.name()),
        }
        for place in agreeing {
            for precision in [53, 192] {
                if !self.spend(precision) {
                    break;
                }
                let result = if precision == 53 {
                    self.prove_at::<Interval>(place, precision)
                } else {
                    self.prove_at::<Big>(place, precision)
                };
                match result {
                    Ok(proof) if proof.vanishes => {
                        let bits = Some(proof.error_bits);
                        return Some(self.equal(Evidence::Identity, bits, Coverage::Sampled));
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
        None
    }

    fn prove_at<R: Special>(&mut self, place: &Place, precision: u32) -> Result<Proof, Abstention> {
        let symbols = self.symbols::<R>(place, precision);
        self.prover.at(&symbols, precision)
    }

    fn equal(&self, evidence: Evidence, error_bits: Option<f64>, coverage: Coverage) -> Answer {
        if coverage == Coverage::Sampled && self.policy.require_certified {
            return self.undecided(Reason::NotCertified, 0);
        }
        Answer::Equal {
            evidence,
            error_bits,
            coverage,
            pieces: None,
        }
    }

    fn undecided(&self, reason: Reason, points: u32) -> Answer {
        Answer::Undecided {
            reason,
            digits: self.digits.unwrap_or(0),
            points,
            detail: self.detail,
        }
    }

    /// Takes what a complex evaluation costs from the budget.
    fn spend(&mut self, precision: u32) -> bool {
        let words = u64::from(precision.div_ceil(64));
        self.budget = self
            .budget
            .saturating_sub(self.probe.cost * words * words * 4);
        self.budget > 0
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
        let parts = self.probe.region::<R>(&place.spot, precision);
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

    fn compare(&self, place: &Place, precision: u32) -> Outcome {
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
            if !self.spend(precision) {
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
            match self.compare(&place, precision) {
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
