//! The tower test: is F′ = f an identity?
//!
//! Both sides are evaluated in finite fields at random samples, every exponential and logarithm
//! being expressed by the ones before it where linear algebra on their derivatives says so (the
//! Risch structure theorem, computed modulo primes). What vanishes with the remaining, independent
//! elements taken at random vanishes for the functions themselves, which are one special case.
//!
//! The test only ever proves equality. A relation that it does not see makes it miss a proof; to
//! accept wrongly it would have to draw primes or samples at which a non-zero expression vanishes,
//! and the bound of that probability is part of the answer.

mod anchor;
mod at;
mod constants;
mod echelon;
mod entries;
mod grid;
mod hidden;
mod lattice;
mod logarithm;
mod rewrite;
mod root;
mod state;
mod stop;
mod value;

use rand_chacha::ChaCha12Rng;
use rand_chacha::rand_core::SeedableRng;

pub use anchor::{AllBranches, Anchor, Choice};
pub use at::At;
pub use stop::Abstention;

use crate::expr::{Arena, Id, SymbolId};
use crate::field::{Prime, draw, pool_bits};
use entries::Hints;
use grid::Grid;
use num_integer::Integer;
use state::Tower;
use stop::Stop;
use value::Value;

/// The order of the roots of unity at hand at first.
const M: u64 = 16 * 9 * 5 * 7 * 11;
/// Cells that one run may fill.
const RUN_CELLS: usize = 3 << 20;
/// Cells that may be filled for one question, runs and pieces together.
const CELLS: usize = 6 << 20;
/// Rows in all.
const MAX_ROWS: usize = 1 << 14;
/// Samples that each combination of hidden signs must have on average.
const PER_SIGN: f64 = 64.0;
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

/// What a run found.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Proof {
    /// Whether F′ − f vanishes. `false` is no refutation: a relation may be missing.
    pub vanishes: bool,
    /// −log₂ of a bound of the probability that `vanishes` is wrong.
    pub error_bits: f64,
    /// How many independent elements there were.
    pub entries: usize,
    /// How many samples took part.
    pub samples: usize,
    /// How many combinations of hidden or free signs the samples cover.
    pub signs: f64,
}

/// The primes drawn for one question, kept from one run to the next where they fit, and the work
/// that may still be done for it.
pub struct Primes {
    generator: ChaCha12Rng,
    drawn: Vec<Prime>,
    /// Whether a run found that one of them will not do.
    stale: bool,
    cells: usize,
}

impl Primes {
    /// Draws with this seed, which nobody may be able to foresee.
    pub fn new(seed: [u8; 32]) -> Self {
        Self {
            generator: ChaCha12Rng::from_seed(seed),
            drawn: Vec::new(),
            stale: false,
            cells: CELLS,
        }
    }

    /// As many primes as the hints ask for, with the roots they ask for.
    fn take(&mut self, hints: &Hints) -> Option<Vec<Prime>> {
        let fits = |p: &Prime| {
            p.m() == hints.m
                && hints.residues.iter().all(|(n, degree)| {
                    let r = n.mod_floor(&p.p().into());
                    let r = p.from_u64(u64::try_from(r).unwrap_or(0));
                    r != 0 && p.m().is_multiple_of(*degree) && p.is_power(r, *degree)
                })
        };
        if std::mem::take(&mut self.stale) {
            self.drawn.clear();
        }
        self.drawn.retain(fits);
        while self.drawn.len() < hints.primes {
            let prime = draw(hints.m, &mut self.generator, 4096, fits)?;
            self.drawn.push(prime);
        }
        Some(self.drawn[..hints.primes].to_vec())
    }
}

/// Tests the identity, with branches as at the anchor, to at least `error_bits`.
pub fn prove<A: Anchor>(
    identity: &Identity<'_>,
    anchor: &A,
    primes: &mut Primes,
    error_bits: f64,
) -> Result<Proof, Abstention> {
    let mut hints = Hints {
        m: M,
        rows: 14,
        primes: 3,
        ..Hints::default()
    };
    for _ in 0..RUNS {
        if primes.cells == 0 {
            break;
        }
        match run(identity, anchor, primes, &mut hints, error_bits) {
            Ok(proof) => return Ok(proof),
            Err(Stop::Abstain(reason)) => return Err(reason),
            Err(Stop::Again) if hints.rows * hints.primes > MAX_ROWS => {
                return Err(Abstention::Size);
            }
            Err(Stop::Again) => {}
            Err(Stop::Redraw) => primes.stale = true,
        }
    }
    Err(Abstention::Size)
}

fn run<A: Anchor>(
    identity: &Identity<'_>,
    anchor: &A,
    primes: &mut Primes,
    hints: &mut Hints,
    error_bits: f64,
) -> Result<Proof, Stop> {
    let arena = identity.arena;
    let nodes = arena.reachable(&[identity.integrand, identity.antiderivative]);
    let drawn = primes.take(hints).ok_or(Abstention::Order)?;
    let grid = Grid::new(
        drawn,
        hints.rows,
        ChaCha12Rng::from_rng(&mut primes.generator),
    );
    let mut tower = Tower::new(
        arena,
        anchor,
        grid,
        hints,
        identity.variable,
        identity.positive,
    );
    let result = test(&mut tower, identity, &nodes, error_bits);
    primes.cells = primes.cells.saturating_sub(tower.grid.cells());
    result
}

/// Evaluates both sides and looks whether they agree.
fn test<A: Anchor>(
    tower: &mut Tower<'_, A>,
    identity: &Identity<'_>,
    nodes: &[Id],
    error_bits: f64,
) -> Result<Proof, Stop> {
    let arena = identity.arena;
    let mut values: Vec<Option<Value<A::Value>>> =
        vec![None; nodes.last().map_or(0, |id| id.index() + 1)];
    let kernels = tower.hints.kernels.clone();
    // What the kernels are made of comes first; children still come before their parents.
    for id in arena
        .reachable(&kernels)
        .into_iter()
        .chain(nodes.iter().copied())
    {
        if values[id.index()].is_some() {
            continue;
        }
        let value = tower.node(id, &values)?;
        if tower.grid.cells() > RUN_CELLS {
            return Err(Abstention::Size.into());
        }
        tower.evaluated.push((value.v, id));
        if kernels.contains(&id) {
            tower.log_of_value(&value)?;
        }
        values[id.index()] = Some(value);
    }
    let (Some(f), Some(big_f)) = (
        &values[identity.integrand.index()],
        &values[identity.antiderivative.index()],
    ) else {
        return Err(Abstention::Size.into());
    };
    let zero = tower.grid.make(|_, _, _| 0);
    let residual = tower.grid.sub(big_f.d.unwrap_or(zero), f.v);
    let vanishes = tower.grid.is_zero(residual);
    let samples = tower.grid.live_count();
    let least = tower.grid.least_live();
    let signs = tower.sign_degree;
    let proof = Proof {
        vanishes,
        error_bits: 0.0,
        entries: tower.entries.len(),
        samples,
        signs,
    };
    if !vanishes {
        if tower.hints.kernels.len() < logarithm::KERNELS && tower.name_hidden(nodes, &values) {
            return Err(Stop::Again);
        }
        return Ok(proof);
    }
    // Hidden signs: every combination must have been met.
    let wanted = PER_SIGN * signs;
    if wanted > MAX_ROWS as f64 {
        return Err(Abstention::Signs.into());
    }
    if least < tower.echelon.len() + 5 || (signs > 1.0 && (samples as f64) < wanted) {
        let lost = (tower.grid.rows() as f64 / samples.max(1) as f64).max(1.0);
        let per_prime = (wanted * lost * 1.25 / tower.grid.primes().len() as f64).ceil() as usize;
        return Err(tower.more_rows(per_prime));
    }
    // One prime: a non-zero residual of degree D vanishes at a sample with probability D/p, and
    // at every sample only if the prime divides all its coefficients, of which at most H/60 of the
    // pool do. Each relation found has the same bound.
    let size = big_f.slope.add(f.size);
    let p = tower.grid.primes().iter().map(Prime::p).min().unwrap_or(1) as f64;
    let pool = pool_bits(tower.grid.m()).exp2();
    let one = size.degree / p + size.height / (60.0 * pool);
    let each = -one.log2() - f64::from(tower.relations + 1).log2();
    if each.is_nan() || each < 8.0 {
        return Err(Abstention::Height.into());
    }
    let primes = tower.grid.primes().len();
    let reached = each * primes as f64;
    if reached < error_bits {
        tower.hints.primes = (error_bits / each).ceil() as usize;
        return Err(Stop::Again);
    }
    Ok(Proof {
        error_bits: reached,
        ..proof
    })
}
