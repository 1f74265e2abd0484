use super::anchor::Anchor;
use super::grid::Column;
use super::logarithm;
use super::prover::{Identity, MAX_ROWS, Proof, Residual};
use super::state::Tower;
use super::stop::{Abstention, Stop};
use super::value::{Bound, Value};
use crate::expr::Id;
use crate::field::{Prime, pool_bits};

/// Cells that may be filled at the same time.
const RUN_CELLS: usize = 2 << 20;
/// Samples that each combination of hidden signs must have on average.
const PER_SIGN: f64 = 64.0;

impl<A: Anchor> Tower<'_, A> {
    /// Evaluates the nodes that have no value yet, and what is to be registered before them.
    pub(super) fn evaluate(
        &mut self,
        nodes: &[Id],
        values: &mut Vec<Option<Value<A::Value>>>,
    ) -> Result<(), Stop> {
        let count = nodes.last().map_or(0, |id| id.index() + 1);
        values.resize(count.max(values.len()), None);
        let kernels = self.hints.kernels.clone();
        // What the kernels are made of comes first; children still come before their parents.
        let first = self.arena.reachable(&kernels);
        for id in first.into_iter().chain(nodes.iter().copied()) {
            if values[id.index()].is_some() {
                continue;
            }
            let value = self.node(id, values)?;
            self.compact();
            if self.grid.kept() > RUN_CELLS {
                return Err(Abstention::Size.into());
            }
            self.evaluated.push((value.v, id));
            if kernels.contains(&id) {
                self.log_of_value(&value)?;
            }
            values[id.index()] = Some(value);
        }
        Ok(())
    }

    /// Evaluates both sides, whose nodes these are, and looks whether they agree. Some of the nodes
    /// may have their values.
    pub(super) fn test(
        &mut self,
        identity: &Identity<'_>,
        nodes: &[Id],
        mut values: Vec<Option<Value<A::Value>>>,
        error_bits: f64,
    ) -> Result<Proof, Stop> {
        self.evaluate(nodes, &mut values)?;
        let (Some(f), Some(big_f)) = (
            &values[identity.integrand.index()],
            &values[identity.antiderivative.index()],
        ) else {
            return Err(Abstention::Size.into());
        };
        let vanishes = match big_f.d {
            Some(d) => self.grid.agree(d, f.v),
            None => self.grid.is_zero(f.v),
        };
        let mut size = big_f.slope.add(f.size);
        let mut proof = Proof {
            residual: if vanishes {
                Residual::Zero
            } else {
                Residual::Unknown
            },
            error_bits: 0.0,
            entries: self.entries.len(),
            samples: self.grid.live_count(),
            signs: self.sign_degree,
        };
        if !vanishes {
            if !self.hidden.is_empty() && self.too_few_rows() {
                // What is hidden cannot be named, and the samples that disagree may be those of
                // another sign.
                return Err(self.more_rows(self.echelon.len() + 5));
            }
            if self.hints.kernels.len() < logarithm::KERNELS && self.name_hidden(nodes, &values) {
                return Err(Stop::Again);
            }
            if self.hidden.is_empty() || !self.squares_agree(big_f.d, f.v) {
                return Ok(proof);
            }
            proof.residual = Residual::ZeroUpToSign;
            size = size.power(2.0);
        }
        let reached = self.error_bits(size, error_bits)?;
        self.enough_samples(&proof)?;
        if reached < error_bits {
            return Err(Stop::Again);
        }
        Ok(Proof {
            error_bits: reached,
            ..proof
        })
    }

    /// Takes dead rows out.
    fn compact(&mut self) {
        let Some(kept) = self.grid.compact() else {
            return;
        };
        for branch in &mut self.branches {
            for by_row in [&mut branch.whole, &mut branch.part] {
                *by_row = kept.iter().map(|&row| by_row[row]).collect();
            }
        }
        self.echelon.rebuild(&self.grid);
    }

    /// Whether F′² = f², where a derivative and f are given.
    fn squares_agree(&mut self, slope: Option<Column>, f: Column) -> bool {
        slope.is_some_and(|d| {
            let [left, right] = [d, f].map(|a| self.grid.mul(a, a));
            self.grid.agree(left, right)
        })
    }

    /// Whether a relation could be found by chance, since so few rows are left of some prime.
    pub(super) fn too_few_rows(&self) -> bool {
        self.grid.least_live() < self.echelon.len() + 5
    }

    /// Hidden signs: every combination must have been met.
    fn enough_samples(&mut self, proof: &Proof) -> Result<(), Stop> {
        // With few rows more seems hidden than is.
        if self.too_few_rows() {
            return Err(self.more_rows(self.echelon.len() + 5));
        }
        let wanted = PER_SIGN * proof.signs;
        if wanted > MAX_ROWS as f64 {
            return Err(Abstention::Signs.into());
        }
        if proof.signs > 1.0 && (proof.samples as f64) < wanted {
            let per_prime = wanted / self.grid.primes().len() as f64;
            return Err(self.more_rows(per_prime.ceil() as usize));
        }
        Ok(())
    }

    /// What the primes reach together; where that is too little, how many are wanted is noted.
    ///
    /// One prime: a non-zero residual of degree D vanishes at a sample with probability D/p, and
    /// at every sample only if the prime divides all its coefficients, of which at most H/60 of the
    /// pool do. Each relation found has the same bound.
    fn error_bits(&mut self, size: Bound, error_bits: f64) -> Result<f64, Stop> {
        let primes = self.grid.primes();
        let least = primes.iter().map(Prime::p).min().unwrap_or(1) as f64;
        let pool = pool_bits(self.grid.m()).exp2();
        let one = size.degree / least + size.height / (60.0 * pool);
        let each = -one.log2() - f64::from(self.relations + 1).log2();
        if each.is_nan() || each < 8.0 {
            return Err(Abstention::Height.into());
        }
        let reached = each * primes.len() as f64;
        if reached < error_bits {
            self.hints.primes = (error_bits / each).ceil() as usize;
        }
        Ok(reached)
    }
}
