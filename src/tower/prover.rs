use super::anchor::{AllBranches, Anchor};
use super::at::At;
use super::entries::Hints;
use super::grid::Grid;
use super::primes::Primes;
use super::state::Tower;
use super::stop::{Abstention, Stop};
use super::tape::Tape;
use super::value::Value;
use crate::enclosure::{Complex, Special};
use crate::expr::{Arena, Id, SymbolId};

/// Cells that may be filled for one question, runs and pieces together.
const CELLS: usize = 6 << 20;
/// Rows in all.
pub(super) const MAX_ROWS: usize = 1 << 14;
/// Runs before giving up.
const RUNS: usize = 24;

/// An identity to be tested.
#[derive(Clone, Copy)]
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

/// What a proof of F′ = f on all branches has in common with one for another F: the samples, and
/// the values of f's subexpressions.
pub struct Base<'a> {
    tower: Tower<'a, AllBranches>,
    values: Vec<Option<Value<()>>>,
}

impl<'a> Base<'a> {
    /// Evaluates f; the seed must be one that nobody can foresee who chooses any F. `None` where f
    /// cannot be evaluated.
    pub fn new(identity: Identity<'a>, seed: [u8; 32]) -> Option<Self> {
        let f = Identity {
            antiderivative: identity.integrand,
            ..identity
        };
        let mut prover = Prover::new(f, seed, 0.0);
        let evaluate = |prover: &Prover<'a>, tower: &mut Tower<'a, AllBranches>| {
            let mut values = Vec::new();
            tower.evaluate(&prover.nodes, &mut values)?;
            Ok(Self {
                tower: tower.clone(),
                values,
            })
        };
        prover.prove(AllBranches::default(), evaluate).0.ok()
    }

    /// Whether the samples are as the hints want them.
    fn fits(&self, hints: &Hints) -> bool {
        self.tower.grid.m().is_multiple_of(hints.m) && self.tower.hints.rows >= hints.rows
    }
}

/// Proves one identity, on all branches or with those of a point. What one run has learnt (the
/// roots that are needed, the primes that have them, what it found for which branches) is there
/// for the next.
pub struct Prover<'a> {
    identity: Identity<'a>,
    base: Option<&'a Base<'a>>,
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
            base: None,
            error_bits,
            nodes,
            primes: Primes::new(seed),
            hints,
            cells: CELLS,
            found: Vec::new(),
        }
    }

    /// Starts where the base ends, if there is one: it must be of the same f, and its arena the start
    /// of this one's.
    #[must_use]
    pub fn on(mut self, base: Option<&'a Base<'a>>) -> Self {
        self.base = base;
        self
    }

    /// Tests the identity on all branches at once.
    ///
    /// # Errors
    /// When the test does not apply, or takes more than is affordable.
    pub fn all_branches(&mut self) -> Result<Proof, Abstention> {
        let (result, anchor) = match self.go_on() {
            (Some(result), anchor) => (result, anchor),
            (None, anchor) => self.prove(anchor, Self::test),
        };
        if !anchor.asked {
            self.found.push((Tape::default(), result));
        }
        result
    }

    /// A first run that starts from the base; nothing where there is none or it is not enough.
    fn go_on(&mut self) -> (Option<Result<Proof, Abstention>>, AllBranches) {
        let Some(base) = self.base.filter(|base| base.fits(&self.hints)) else {
            return (None, AllBranches::default());
        };
        let mut tower = base.tower.clone();
        tower.arena = self.identity.arena;
        tower.positive = self.identity.positive;
        tower.hints.start_with_rows_of(&self.hints);
        let values = base.values.clone();
        let result = tower.test(&self.identity, &self.nodes, values, self.error_bits);
        self.cells = self.cells.saturating_sub(tower.grid.computed());
        self.hints = tower.hints;
        let result = match result {
            Ok(proof) => Some(Ok(proof)),
            Err(Stop::Abstain(reason)) => Some(Err(reason)),
            Err(Stop::Again | Stop::Redraw | Stop::Replace(_)) => None,
        };
        (result, tower.anchor)
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
        let (result, anchor) = self.prove(At::new(symbols, precision), Self::test);
        if result != Err(Abstention::Branch) {
            self.found.push((anchor.tape, result));
        }
        result
    }

    /// Tests until a run comes to an end; also the anchor, which has been asked by the last one.
    fn prove<A: Anchor, T>(
        &mut self,
        mut anchor: A,
        test: impl Fn(&Self, &mut Tower<'a, A>) -> Result<T, Stop>,
    ) -> (Result<T, Abstention>, A) {
        for _ in 0..RUNS {
            if self.cells == 0 {
                break;
            }
            anchor.start();
            let Some(drawn) = self.primes.take(&self.hints) else {
                self.hints.fewer_rows();
                return (Err(Abstention::Order), anchor);
            };
            let grid = Grid::new(drawn, self.hints.rows, self.primes.generator());
            let hints = std::mem::take(&mut self.hints);
            let mut tower = Tower::new(&self.identity, anchor, grid, hints);
            let result = test(self, &mut tower);
            self.cells = self.cells.saturating_sub(tower.grid.computed());
            self.hints = tower.hints;
            anchor = tower.anchor;
            match result {
                Ok(proof) => return (Ok(proof), anchor),
                Err(Stop::Abstain(reason)) => {
                    self.hints.fewer_rows();
                    return (Err(reason), anchor);
                }
                Err(Stop::Again) if self.hints.rows * self.hints.primes > MAX_ROWS => break,
                Err(Stop::Again) => {}
                Err(Stop::Redraw) => self.primes.discard(),
                Err(Stop::Replace(p)) => self.primes.drop(p),
            }
        }
        self.hints.fewer_rows();
        (Err(Abstention::Size), anchor)
    }

    fn test<A: Anchor>(&self, tower: &mut Tower<'a, A>) -> Result<Proof, Stop> {
        tower.test(&self.identity, &self.nodes, Vec::new(), self.error_bits)
    }
}
