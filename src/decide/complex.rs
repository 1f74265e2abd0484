use super::Problem;
use super::policy::Policy;
use super::probe::{Outcome, Probe, Spot};
use super::sample::Sampler;
use super::verdict::{Answer, Coverage, Evidence, Reason};
use crate::enclosure::natural::rational;
use crate::enclosure::{Big, Complex, Interval, Special};
use crate::number::Rational;
use crate::tower::{Abstention, AllBranches, At, Identity, Primes, prove};

/// Points compared, half of them in each half-plane.
const POINTS: usize = 8;
/// Precisions in bits.
const LADDER: [u32; 4] = [53, 128, 512, 2048];

/// Decides by comparing analytic functions at generic complex points.
pub(super) fn decide(problem: &Problem<'_>, policy: &Policy) -> Answer {
    let probe = Probe::new(problem);
    let mut sampler = Sampler::new(problem);
    let positive = problem.positive();
    let identity = Identity {
        arena: problem.arena,
        integrand: problem.integrand,
        antiderivative: problem.antiderivative,
        variable: problem.variable,
        positive: &positive,
    };
    let mut budget = policy.budget;
    let mut spend = |precision: u32| {
        let words = u64::from(precision.div_ceil(64));
        let cost = probe.cost * words * words * 4;
        budget = budget.checked_sub(cost).unwrap_or(0);
        budget > 0
    };
    // The lower half-plane mirrors the upper one.
    let spots: Vec<(Spot, Vec<Rational>)> = (0..POINTS)
        .map(|i| {
            let symbols = sampler.point();
            let sign = if i % 2 == 0 { Rational::ONE } else { Rational::MINUS_ONE };
            let imaginary = symbols.iter().map(|_| &sign * &sampler.imaginary()).collect();
            (Spot { symbols, radius: 44, slack: None }, imaginary)
        })
        .collect();
    let mut primes = Primes::new(sampler.seed());
    let mut all_branches = None;
    let mut detail = None;
    let (mut witnesses, mut agreeing, mut digits, mut unknown) = (Vec::new(), Vec::new(), None::<u32>, 0);
    for (spot, imaginary) in &spots {
        match compare(&probe, &sampler, spot, imaginary, 53) {
            Outcome::Differ { witness, .. } => witnesses.push(witness),
            Outcome::Agree { digits: here, .. } => {
                digits = Some(digits.map_or(here, |d| d.min(here)));
                agreeing.push((spot, imaginary));
                if all_branches.is_none() {
                    all_branches = Some(prove(&identity, &AllBranches, &mut primes, policy.error_bits));
                    match &all_branches {
                        Some(Ok(proof)) if proof.vanishes => {
                            return equal(policy, proof.error_bits, Coverage::Full);
                        }
                        Some(Err(reason)) => detail = Some(reason.name()),
                        _ => {}
                    }
                }
            }
            Outcome::Outside | Outcome::Unknown => unknown += 1,
        }
    }
    for (spot, imaginary) in &agreeing {
        for precision in [53, 192] {
            if !spend(precision) {
                break;
            }
            let result = if precision == 53 {
                prove_at::<Interval>(&probe, &identity, &sampler, &mut primes, (spot, imaginary), precision, policy)
            } else {
                prove_at::<Big>(&probe, &identity, &sampler, &mut primes, (spot, imaginary), precision, policy)
            };
            match result {
                Ok(proof) if proof.vanishes => return equal(policy, proof.error_bits, Coverage::Sampled),
                Ok(_) => break,
                Err(reason) => {
                    detail = Some(reason.name());
                    if reason != Abstention::Branch {
                        break;
                    }
                }
            }
        }
    }
    // Nothing was proved: look closer where the sides seemed to agree.
    let mut open = unknown;
    for (spot, imaginary) in &agreeing {
        let differ = LADDER[1..].iter().find_map(|&precision| {
            if !spend(precision) {
                return None;
            }
            let spot = Spot { radius: u64::from(precision) * 3 / 4, ..(*spot).clone() };
            match compare(&probe, &sampler, &spot, imaginary, precision) {
                Outcome::Differ { witness, .. } => Some(witness),
                Outcome::Agree { digits: here, .. } => {
                    digits = Some(digits.map_or(here, |d| d.max(here)));
                    None
                }
                _ => None,
            }
        });
        match differ {
            Some(witness) => witnesses.push(witness),
            None => open += 1,
        }
    }
    let upper_and_lower = witnesses.len() >= POINTS / 2 + 1;
    if upper_and_lower && open == unknown {
        return Answer::Different { witnesses };
    }
    if digits.is_some() && policy.accept_numeric {
        return Answer::Equal { evidence: Evidence::Numeric, error_bits: None, coverage: Coverage::Sampled, pieces: None };
    }
    let reason = if digits.is_none() && witnesses.is_empty() { Reason::Domain } else { Reason::NoProof };
    Answer::Undecided { reason, digits: digits.unwrap_or(0), points: agreeing.len() as u32, detail }
}

fn equal(policy: &Policy, error_bits: f64, coverage: Coverage) -> Answer {
    if coverage == Coverage::Sampled && policy.require_certified {
        return Answer::Undecided { reason: Reason::NotCertified, digits: 0, points: 0, detail: None };
    }
    Answer::Equal { evidence: Evidence::Identity, error_bits: Some(error_bits), coverage, pieces: None }
}

fn symbols<R: Special>(probe: &Probe<'_>, sampler: &Sampler<'_>, spot: &Spot, imaginary: &[Rational], precision: u32) -> Vec<Complex<R>> {
    let variable = probe.problem.variable.index();
    probe
        .region::<R>(spot, precision)
        .into_iter()
        .enumerate()
        .map(|(s, re)| {
            if s == variable || sampler.is_complex(s) {
                Complex::new(re, rational(&imaginary[s], precision))
            } else {
                Complex::real(re)
            }
        })
        .collect()
}

fn compare(probe: &Probe<'_>, sampler: &Sampler<'_>, spot: &Spot, imaginary: &[Rational], precision: u32) -> Outcome {
    if precision == 53 {
        let symbols = symbols::<Interval>(probe, sampler, spot, imaginary, precision);
        probe.compare_analytic(spot, &symbols, None, precision)
    } else {
        let symbols = symbols::<Big>(probe, sampler, spot, imaginary, precision);
        probe.compare_analytic(spot, &symbols, None, precision)
    }
}

fn prove_at<R: Special>(
    probe: &Probe<'_>,
    identity: &Identity<'_>,
    sampler: &Sampler<'_>,
    primes: &mut Primes,
    (spot, imaginary): (&Spot, &[Rational]),
    precision: u32,
    policy: &Policy,
) -> Result<crate::tower::Proof, Abstention> {
    let symbols = symbols::<R>(probe, sampler, spot, imaginary, precision);
    let anchor = At { symbols: &symbols, precision };
    prove(identity, &anchor, primes, policy.error_bits)
}
