use num_traits::Signed;

use super::nature::{branches_are_real, contains_i, is_division_by_zero, nowhere_nodes};
use super::policy::{Domain, Policy};
use super::probe::{Outcome, Probe, Spot};
use super::sample::Sampler;
use super::tally::{Piece, Tally};
use super::verdict::{Answer, Coverage, Evidence, Field, Reason, Witness};
use super::{Problem, exact};
use crate::domain::{Pieces, guards, pieces};
use crate::enclosure::{Big, Complex, Interval, Special};
use crate::expr::Id;
use crate::number::Rational;
use crate::tower::Prover;

/// Points of the first screen.
const SCREEN: usize = 4;
/// Points tried in search of one at which both sides are defined.
const SEARCH: usize = 48;
/// Points looked at where the proof does not reach everywhere.
const LOOKS: usize = 96;
/// Pieces looked at.
const MAX_PIECES: usize = 64;
/// Draws of the parameters, each with pieces of its own.
const DRAWS: usize = 3;
/// Precisions of enclosures, in bits; the first is that of doubles.
const LADDER: [u32; 5] = [53, 128, 512, 2048, 4096];
/// How many of them every piece is looked at with; the rest is for the few that stay open.
const FIRST: usize = 3;
/// Open pieces that are looked at with the highest precisions.
const LAST_LOOKS: usize = 4;

struct Session<'a> {
    problem: &'a Problem<'a>,
    policy: &'a Policy,
    probe: Probe<'a>,
    sampler: Sampler<'a>,
    prover: Prover<'a>,
    budget: u64,
    digits: Option<u32>,
    points: u32,
    detail: Option<&'static str>,
    /// Whether the sides were seen to differ somewhere.
    contradicted: bool,
}

pub(super) fn decide(problem: &Problem<'_>, policy: &Policy) -> Answer {
    let positive = problem.positive();
    let mut sampler = Sampler::new(problem);
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
        points: 0,
        detail: None,
        contradicted: false,
    };
    session.decide()
}

impl Session<'_> {
    fn decide(&mut self) -> Answer {
        let mut certified = false;
        for _ in 0..SCREEN {
            match self.try_spot(&mut certified) {
                Some(witness) if self.policy.domain == Domain::Every => {
                    return Answer::Different {
                        witnesses: vec![witness],
                    };
                }
                _ => {}
            }
        }
        match exact::rational(self.problem, &self.probe.nodes) {
            Some(true) => {
                return self.all_branches(Evidence::Rational, None, certified);
            }
            Some(false) => return self.piece_by_piece(certified),
            None => {}
        }
        match self.prover.all_branches() {
            Ok(proof) if proof.vanishes => {
                return self.all_branches(Evidence::Identity, Some(proof.error_bits), certified);
            }
            Ok(_) => {}
            Err(reason) => self.detail = Some(reason.name()),
        }
        if exact::structural(self.problem) {
            return self.all_branches(Evidence::Structural, None, certified);
        }
        self.piece_by_piece(certified)
    }

    /// Compares in double precision at a fresh point.
    fn try_spot(&mut self, certified: &mut bool) -> Option<Witness> {
        let symbols = self.sampler.point();
        let spot = Spot {
            radius: radius(&symbols[self.problem.variable.index()], 53),
            symbols,
            slack: None,
        };
        match self.compare(&spot, 53) {
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

    fn compare(&mut self, spot: &Spot, precision: u32) -> Outcome {
        let outcome = if precision == 53 {
            self.probe.compare::<Interval>(spot, precision)
        } else {
            self.probe.compare::<Big>(spot, precision)
        };
        self.contradicted |= matches!(outcome, Outcome::Differ { .. });
        if let Outcome::Agree { digits, .. } = outcome {
            self.points += 1;
            self.digits = Some(self.digits.map_or(digits, |d| d.min(digits)));
        }
        outcome
    }

    /// Takes what an evaluation costs from the budget.
    fn spend(&mut self, precision: u32) -> bool {
        let words = u64::from(precision.div_ceil(64));
        let cost = self.probe.cost * words * words;
        match self.budget.checked_sub(cost) {
            Some(rest) => {
                self.budget = rest;
                true
            }
            None => false,
        }
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
                if !self.spend(53) {
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
            && branches_are_real(
                self.problem.arena,
                self.problem.integrand,
                &self.probe.nodes,
            ) {
            Coverage::Full
        } else {
            Coverage::Sampled
        };
        self.equal(evidence, error_bits, coverage, None)
    }

    fn equal(
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
            for _ in 0..LOOKS {
                if !self.spend(53) {
                    break;
                }
                if let Some(witness) = self.try_spot(&mut true) {
                    return Answer::Different {
                        witnesses: vec![witness],
                    };
                }
            }
        }
        Answer::Equal {
            evidence,
            error_bits,
            coverage,
            pieces,
        }
    }

    fn undecided(&self, reason: Reason) -> Answer {
        Answer::Undecided {
            reason,
            digits: self.digits.unwrap_or(0),
            points: self.points,
            detail: self.detail,
        }
    }

    /// Whether both sides are proved to be defined at a spot.
    fn inside(&mut self, spot: &Spot) -> bool {
        for precision in LADDER {
            if bits(spot.radius) > precision {
                continue;
            }
            if !self.spend(precision) {
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

    /// No point was found: `invalid` where emptiness can be proved.
    fn nowhere(&mut self, pieces: Option<&Pieces>) -> Answer {
        let problem = self.problem;
        if !nowhere_nodes(problem.arena, problem.integrand, problem).is_empty()
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
    fn antiderivative_nowhere(&self) -> Option<Answer> {
        let problem = self.problem;
        let nowhere = nowhere_nodes(problem.arena, problem.antiderivative, problem);
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
        self.parameters_in_guards().is_none()
            && self.spots(pieces).iter().all(|spot| {
                LADDER.iter().any(|&precision| {
                    bits(spot.radius) <= precision
                        && self.spend(precision)
                        && matches!(self.compare(spot, precision), Outcome::Outside)
                })
            })
    }

    fn pieces(&mut self) -> Pieces {
        let symbols = self.sampler.point();
        self.pieces_at(&symbols)
    }

    fn pieces_at(&self, symbols: &[Rational]) -> Pieces {
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

    fn spots(&mut self, pieces: &Pieces) -> Vec<Spot> {
        let symbols = self.sampler.point();
        self.spots_at(pieces, &symbols)
    }

    /// One spot in each piece, its box well inside.
    fn spots_at(&self, pieces: &Pieces, symbols: &[Rational]) -> Vec<Spot> {
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

    /// A parameter that occurs in a guard together with nothing else that fixes it.
    fn parameters_in_guards(&self) -> Option<Id> {
        let arena = self.problem.arena;
        let guards = guards(arena, &self.probe.nodes);
        let parameters: Vec<Vec<bool>> = (0..arena.symbol_count())
            .filter(|&s| s != self.problem.variable.index())
            .filter_map(|s| arena.find_symbol(arena.symbol_name(s)))
            .map(|s| arena.depends_on(s))
            .collect();
        guards
            .iter()
            .map(|g| g.argument)
            .find(|id| parameters.iter().any(|depends| depends[id.index()]))
    }

    fn piece_by_piece(&mut self, certified: bool) -> Answer {
        if let Some(invalid) = self.antiderivative_nowhere() {
            return invalid;
        }
        let parametric = self.parameters_in_guards().is_some();
        let draws = if parametric { DRAWS } else { 1 };
        let mut spots = Vec::new();
        let mut complete = !parametric;
        let mut last = None;
        for _ in 0..draws {
            let symbols = self.sampler.point();
            let pieces = self.pieces_at(&symbols);
            complete &= pieces.complete;
            spots.extend(self.spots_at(&pieces, &symbols));
            last = Some(pieces);
        }
        if !complete {
            for _ in 0..SCREEN + 2 {
                let symbols = self.sampler.point();
                spots.push(Spot {
                    radius: radius(&symbols[self.problem.variable.index()], 53),
                    symbols,
                    slack: None,
                });
            }
        }
        let mut tally = Tally {
            error_bits: f64::INFINITY,
            ..Tally::default()
        };
        let mut left_open = Vec::new();
        for spot in &spots {
            match self.piece(spot, &LADDER[..FIRST], &mut tally.error_bits) {
                Piece::Open { digits } => {
                    left_open.push(spot);
                    if let Some(digits) = digits {
                        self.digits = Some(self.digits.map_or(digits, |d| d.min(digits)));
                    }
                }
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
                Piece::Open { .. } => {}
                piece => {
                    tally.count(piece);
                    open -= 1;
                }
            }
        }
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
            if open > 0 && complete && self.policy.domain == Domain::Every {
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
            (Piece::Open { .. }, Some(slack)) => {
                let spot = self.moved(spot, slack);
                self.piece_at(&spot, ladder, error_bits)
            }
            (piece, _) => piece,
        }
    }

    /// Another point of the same piece.
    fn moved(&mut self, spot: &Spot, slack: u64) -> Spot {
        let step = Rational::from_big(1.into(), num_bigint::BigInt::from(1) << slack)
            .unwrap_or(Rational::ZERO);
        let variable = self.problem.variable.index();
        let mut symbols = spot.symbols.clone();
        symbols[variable] = &symbols[variable] + &(&step * &self.sampler.fraction());
        Spot {
            symbols,
            radius: spot.radius.max(slack + 40),
            slack: None,
        }
    }

    fn piece_at(&mut self, spot: &Spot, ladder: &[u32], error_bits: &mut f64) -> Piece {
        let mut digits = None;
        let mut tried = false;
        for &precision in ladder {
            if bits(spot.radius) > precision {
                continue;
            }
            if !self.spend(precision) {
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
                    digits: here,
                    natural,
                } => {
                    digits = Some(here);
                    if !tried {
                        let (proved, settled) = if precision == 53 {
                            self.prove_at::<Interval>(&spot, precision, error_bits)
                        } else {
                            self.prove_at::<Big>(&spot, precision, error_bits)
                        };
                        if proved {
                            return Piece::Proved { natural };
                        }
                        // An enclosure that could not tell may do so with more bits.
                        tried = settled || precision > 128;
                    }
                }
            }
        }
        Piece::Open { digits }
    }

    /// The identity with branches as at the spot. The second part says whether more precision
    /// would change nothing.
    fn prove_at<R: Special>(
        &mut self,
        spot: &Spot,
        precision: u32,
        error_bits: &mut f64,
    ) -> (bool, bool) {
        let symbols: Vec<Complex<R>> = self
            .probe
            .region::<R>(spot, precision)
            .into_iter()
            .map(Complex::real)
            .collect();
        match self.prover.at(&symbols, precision) {
            Ok(proof) => {
                if proof.vanishes {
                    *error_bits = error_bits.min(proof.error_bits);
                }
                (proof.vanishes, true)
            }
            Err(reason) => {
                self.detail = Some(reason.name());
                (false, reason != crate::tower::Abstention::Branch)
            }
        }
    }
}

/// The box around x at a precision: narrow enough that the enclosures are nearly those of a point.
fn radius(x: &Rational, precision: u32) -> u64 {
    // x ± 2^−radius keeps about ten bits of the precision for the width.
    let magnitude = x.numerator().bits() as i64 - x.denominator().bits() as i64;
    (i64::from(precision) - 10 - magnitude.max(-20)).max(8) as u64
}

/// The precision at which a box of this radius can be told from a point.
fn bits(radius: u64) -> u32 {
    u32::try_from(radius).unwrap_or(u32::MAX).saturating_sub(10)
}

/// The radius wanted at a higher precision.
fn small_radius(precision: u32) -> u64 {
    if precision == 53 {
        0
    } else {
        u64::from(precision) * 3 / 4
    }
}
