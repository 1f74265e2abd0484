use super::anchor::{AllBranches, Anchor};
use super::at::At;
use super::entries::Hints;
use super::grid::Grid;
use super::primes::Primes;
use super::state::Tower;
use super::stop::{Abstention, Stop};
use super::tape::Tape;
use crate::enclosure::{Complex, Special};
use crate::expr::{Arena, Id, SymbolId};

/// Cells that may be filled for one question, runs and pieces together.
const CELLS: usize = 6 << 20;
/// Rows in all.
pub(super) const MAX_ROWS: usize = 1 << 14;
/// Runs before giving up.
const RUNS: usize = 24;

/// An identity to be tested.
pub struct Identity<'a> {
    /// The arena of both expressions.
    pub arena: &'a Arena,
    /// f.
    pub integrand: Id,
    /// F.
    pub antiderivative: Id,
    /// x.
    pub variable: SymbolId,
    /// Per symbol, whether it is assumed positive.
    pub positive: &'a [bool],
}

/// What is shown of F′ − f.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Residual {
    /// It vanishes.
    Zero,
    /// F′² − f² vanishes, and which of the two signs it is hangs on a hidden one: F′ = f wherever
    /// both are analytic and F′ ≠ −f at some point.
    ZeroUpToSign,
    /// Nothing. It does not vanish on the samples, but a relation may be missing.
    Unknown,
}

/// What a run found.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Proof {
    /// What is shown of F′ − f.
    pub residual: Residual,
    /// −log₂ of a bound of the probability that this is wrong.
    pub error_bits: f64,
    /// How many independent elements there were.
    pub entries: usize,
    /// How many samples took part.
    pub samples: usize,
    /// How many combinations of hidden or free signs the samples cover.
    pub signs: f64,
}

impl Proof {
    /// Whether F′ = f is shown.
    pub fn vanishes(&self) -> bool {
        self.residual == Residual::Zero
    }

    /// The same around a point at which both are analytic, where it is known whether F′ ≠ −f there.
    pub fn shows(&self, not_opposite: bool) -> bool {
        self.vanishes() || (not_opposite && self.residual == Residual::ZeroUpToSign)
    }
}

/// Proves one identity, on all branches or with those of a point. What one run has learnt (the
/// roots that are needed, the primes that have them, what it found for which branches) is there
/// for the next.
pub struct Prover<'a> {
    identity: Identity<'a>,
    error_bits: f64,
    /// Both sides, children first.
    nodes: Vec<Id>,
    primes: Primes,
    hints: Hints,
    /// Cells that may still be filled.
    cells: usize,
    /// What was found, and the branches that it was found for.
    found: Vec<(Tape, Result<Proof, Abstention>)>,
}

impl<'a> Prover<'a> {
    /// A prover to at least `error_bits`, drawing with a seed that nobody may be able to foresee.
    pub fn new(identity: Identity<'a>, seed: [u8; 32], error_bits: f64) -> Self {
        let arena = identity.arena;
        let nodes = arena.reachable(&[identity.integrand, identity.antiderivative]);
        let hints = Hints::of(arena, &nodes);
        Self {
            identity,
            error_bits,
            nodes,
            primes: Primes::new(seed),
            hints,
            cells: CELLS,
            found: Vec::new(),
        }
    }

    /// Tests the identity on all branches at once.
    ///
    /// # Errors
    /// When the test does not apply, or takes more than is affordable.
    pub fn all_branches(&mut self) -> Result<Proof, Abstention> {
        let mut anchor = AllBranches::default();
        let result = self.prove(&mut anchor);
        if !anchor.asked {
            self.found.push((Tape::default(), result));
        }
        result
    }

    /// Tests the identity with branches as they are all over a small box that has this enclosure
    /// of each symbol, by symbol.
    ///
    /// # Errors
    /// When the test does not apply, takes more than is affordable, or when the box is too wide for
    /// the branches to be seen ([`Abstention::Branch`]).
    pub fn at<R: Special>(
        &mut self,
        symbols: &[Complex<R>],
        precision: u32,
    ) -> Result<Proof, Abstention> {
        let known = |(tape, _): &&(Tape, _)| tape.holds_at(symbols, precision);
        if let Some((_, result)) = self.found.iter().find(known) {
            return *result;
        }
        let mut anchor = At::new(symbols, precision);
        let result = self.prove(&mut anchor);
        if result != Err(Abstention::Branch) {
            self.found.push((anchor.tape, result));
        }
        result
    }

    fn prove<A: Anchor>(&mut self, anchor: &mut A) -> Result<Proof, Abstention> {
        for _ in 0..RUNS {
            if self.cells == 0 {
                break;
            }
            match self.run(anchor) {
                Ok(proof) => return Ok(proof),
                Err(Stop::Abstain(reason)) => {
                    self.hints.fewer_rows();
                    return Err(reason);
                }
                Err(Stop::Again) if self.hints.rows * self.hints.primes > MAX_ROWS => break,
                Err(Stop::Again) => {}
                Err(Stop::Redraw) => self.primes.discard(),
                Err(Stop::Replace(p)) => self.primes.drop(p),
            }
        }
        self.hints.fewer_rows();
        Err(Abstention::Size)
    }

    fn run<A: Anchor>(&mut self, anchor: &mut A) -> Result<Proof, Stop> {
        anchor.start();
        let drawn = self.primes.take(&self.hints).ok_or(Abstention::Order)?;
        let grid = Grid::new(drawn, self.hints.rows, self.primes.generator());
        let mut tower = Tower::new(&self.identity, anchor, grid, &mut self.hints);
        let result = tower.test(&self.identity, &self.nodes, self.error_bits);
        self.cells = self.cells.saturating_sub(tower.grid.computed());
        result
    }
}
