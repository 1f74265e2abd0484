use super::Problem;
use super::common::Common;
use super::policy::{Domain, Policy};
use super::probe::{Outcome, Probe};
use super::sample::Sampler;
use super::trail::Step;
use super::verdict::{Answer, Reason};
use crate::tower::Prover;

/// Points looked at where the proof does not reach everywhere.
pub(super) const LOOKS: usize = 96;

/// The decision of one problem, while it is going on.
pub(super) struct Session<'a> {
    pub problem: &'a Problem<'a>,
    pub policy: &'a Policy,
    pub common: &'a Common<'a>,
    positive: &'a [bool],
    pub probe: Probe<'a>,
    pub sampler: Sampler<'a>,
    prover: Option<Prover<'a>>,
    pub budget: u64,
    /// The fewest decimal digits that agreed anywhere.
    pub digits: Option<u32>,
    /// How many points agreed.
    pub points: u32,
    /// Why the identity layer abstained last.
    pub detail: Option<&'static str>,
    /// Whether the sides were seen to differ somewhere.
    pub contradicted: bool,
    /// The layers tried so far.
    pub trail: Vec<Step>,
}

impl<'a> Session<'a> {
    pub(super) fn new(
        problem: &'a Problem<'a>,
        policy: &'a Policy,
        positive: &'a [bool],
        common: &'a Common<'a>,
    ) -> Self {
        Self {
            problem,
            policy,
            common,
            positive,
            probe: Probe::new(problem, common),
            sampler: common.sampler.of(problem),
            prover: None,
            budget: policy.budget,
            digits: None,
            points: 0,
            detail: None,
            contradicted: false,
            trail: Vec::new(),
        }
    }

    pub(super) fn decide(mut self) -> (Answer, Vec<Step>) {
        let answer = match self.policy.domain {
            Domain::Complex => self.decide_in_plane(),
            Domain::Every | Domain::Some => self.decide_on_line(),
        };
        (answer, self.trail)
    }

    /// The prover, which few wrong answers need.
    pub(super) fn prover(&mut self) -> &mut Prover<'a> {
        self.prover.get_or_insert_with(|| {
            let identity = self.problem.identity(self.positive);
            let seed = self.sampler.seed();
            Prover::new(identity, seed, self.policy.error_bits).on(self.common.base.as_ref())
        })
    }

    /// Takes so many evaluations of this precision from the budget; whether there was enough. High
    /// precisions leave enough for a look at many points in doubles.
    pub(super) fn spend(&mut self, precision: u32, times: u64) -> bool {
        let words = u64::from(precision.div_ceil(64));
        let cost = self.probe.cost * words * words * times;
        let kept = if precision > 53 {
            self.probe.cost * LOOKS as u64
        } else {
            0
        };
        let enough = self.budget >= cost + kept;
        if enough {
            self.budget -= cost;
        }
        enough
    }

    /// Notes what a comparison showed.
    pub(super) fn see(&mut self, outcome: &Outcome) {
        match outcome {
            Outcome::Differ { .. } => self.contradicted = true,
            Outcome::Agree { digits, .. } => {
                self.points += 1;
                self.digits = Some(self.digits.map_or(*digits, |d| d.min(*digits)));
            }
            Outcome::Outside | Outcome::Unknown => {}
        }
    }

    pub(super) fn undecided(&self, reason: Reason) -> Answer {
        Answer::Undecided {
            reason,
            digits: self.digits.unwrap_or(0),
            points: self.points,
            detail: self.detail,
        }
    }
}
