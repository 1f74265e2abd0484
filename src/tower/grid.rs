use rand_chacha::ChaCha12Rng;
use rand_chacha::rand_core::Rng;

use crate::field::{Prime, prime_powers};
use crate::number::Rational;

/// A column of the grid: one field element per row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Column(u32);

/// The samples. Each row is one random assignment modulo one prime; at first an equal number of
/// rows belongs to each prime. Rows in which a root does not exist die and are ignored from then
/// on.
#[derive(Clone)]
pub(super) struct Grid {
    primes: Vec<Prime>,
    /// Where the rows of each prime end.
    ends: Vec<usize>,
    data: Vec<u64>,
    /// Elements that had been computed when dead rows were last taken out, and are gone.
    gone: usize,
    live: Vec<bool>,
    /// By column, whether it depends on a free sign, a free branch integer or the root of a hidden
    /// power: then it is a different function on each component of the samples.
    branched: Vec<bool>,
    /// The automorphism ζ ↦ ζᵃ of the roots of unity that each row applies.
    units: Vec<u64>,
    pub(super) generator: ChaCha12Rng,
}

impl Grid {
    pub(super) fn new(primes: Vec<Prime>, per_prime: usize, mut generator: ChaCha12Rng) -> Self {
        let rows = primes.len() * per_prime;
        let m = primes[0].m();
        let units = random_units(m, rows, &mut generator);
        Self {
            ends: (1..=primes.len()).map(|i| i * per_prime).collect(),
            primes,
            data: Vec::new(),
            gone: 0,
            branched: Vec::new(),
            live: vec![true; rows],
            units,
            generator,
        }
    }

    pub(super) fn m(&self) -> u64 {
        self.primes[0].m()
    }

    pub(super) fn primes(&self) -> &[Prime] {
        &self.primes
    }

    pub(super) fn rows(&self) -> usize {
        self.live.len()
    }

    /// How many elements have been computed.
    pub(super) fn computed(&self) -> usize {
        self.data.len() + self.gone
    }

    /// How many elements are kept.
    pub(super) fn kept(&self) -> usize {
        self.data.len()
    }

    pub(super) fn live(&self, row: usize) -> bool {
        self.live[row]
    }

    pub(super) fn live_count(&self) -> usize {
        self.live.iter().filter(|&&l| l).count()
    }

    /// The smallest number of live rows under any one prime.
    pub(super) fn least_live(&self) -> usize {
        (0..self.primes.len())
            .map(|i| self.live[self.block(i)].iter().filter(|&&l| l).count())
            .min()
            .unwrap_or(0)
    }

    pub(super) fn kill(&mut self, row: usize) {
        self.live[row] = false;
    }

    pub(super) fn block(&self, index: usize) -> std::ops::Range<usize> {
        let start = index.checked_sub(1).map_or(0, |before| self.ends[before]);
        start..self.ends[index]
    }

    /// Which prime's row it is.
    pub(super) fn block_of(&self, row: usize) -> usize {
        self.ends.iter().take_while(|&&end| end <= row).count()
    }

    pub(super) fn prime_of(&self, row: usize) -> &Prime {
        &self.primes[self.block_of(row)]
    }

    /// Takes the dead rows out where they are at least half; the rows that stay are told, by their
    /// old numbers. What is kept by row elsewhere is to follow.
    pub(super) fn compact(&mut self) -> Option<Vec<usize>> {
        let kept: Vec<usize> = (0..self.rows()).filter(|&row| self.live[row]).collect();
        if kept.is_empty() || 2 * kept.len() > self.rows() {
            return None;
        }
        let (rows, before) = (self.rows(), self.data.len());
        let mut to = 0;
        for start in (0..before).step_by(rows) {
            for &row in &kept {
                self.data[to] = self.data[start + row];
                to += 1;
            }
        }
        self.data.truncate(to);
        self.gone += before - to;
        self.units = kept.iter().map(|&row| self.units[row]).collect();
        for end in &mut self.ends {
            *end = kept.partition_point(|row| row < end);
        }
        self.live = vec![true; kept.len()];
        Some(kept)
    }

    pub(super) fn unit(&self, row: usize) -> u64 {
        self.units[row]
    }

    pub(super) fn get(&self, column: Column) -> &[u64] {
        let start = column.0 as usize * self.rows();
        &self.data[start..start + self.rows()]
    }

    /// The column that is about to be computed from others.
    fn column_of(&mut self, parts: &[Column]) -> Column {
        let branched = parts.iter().any(|part| self.is_branched(*part));
        self.branched.push(branched);
        Column((self.branched.len() - 1) as u32)
    }

    /// Notes that the column differs from component to component.
    pub(super) fn mark_branched(&mut self, column: Column) {
        self.branched[column.0 as usize] = true;
    }

    pub(super) fn is_branched(&self, column: Column) -> bool {
        self.branched[column.0 as usize]
    }

    /// A column computed row by row, from nothing that is branched.
    pub(super) fn make(&mut self, f: impl FnMut(&Self, usize, &Prime) -> u64) -> Column {
        self.make_of(&[], f)
    }

    /// A column computed row by row from others.
    pub(super) fn make_of(
        &mut self,
        parts: &[Column],
        mut f: impl FnMut(&Self, usize, &Prime) -> u64,
    ) -> Column {
        let column = self.column_of(parts);
        self.data.reserve(self.rows());
        for block in 0..self.primes.len() {
            for row in self.block(block) {
                let value = f(self, row, &self.primes[block]);
                self.data.push(value);
            }
        }
        column
    }

    /// A column of independent random non-zero elements.
    pub(super) fn random(&mut self) -> Column {
        let column = self.column_of(&[]);
        for row in 0..self.rows() {
            let p = self.prime_of(row).p();
            let value = 1 + self.generator.next_u64() % (p - 1);
            self.data.push(value);
        }
        column
    }

    /// Every row to the same signed power.
    pub(super) fn power(&mut self, a: Column, n: i64) -> Column {
        if n == 1 {
            return a;
        }
        let magnitude = n.unsigned_abs();
        let power = self.make_of(&[a], |grid, row, p| p.pow(grid.get(a)[row], magnitude));
        if n < 0 { self.invert(power) } else { power }
    }

    /// 1/a, zero where a is zero.
    pub(super) fn invert(&mut self, a: Column) -> Column {
        let column = self.column_of(&[a]);
        let start = self.data.len();
        self.data.extend_from_within(
            a.0 as usize * self.live.len()..(a.0 as usize + 1) * self.live.len(),
        );
        let mut before = 0;
        for (block, prime) in self.primes.iter().enumerate() {
            let rows = self.ends[block] - before;
            let from = start + before;
            prime.invert_all(&mut self.data[from..from + rows]);
            before += rows;
        }
        column
    }

    pub(super) fn add(&mut self, a: Column, b: Column) -> Column {
        self.zip(a, b, Prime::add)
    }

    pub(super) fn sub(&mut self, a: Column, b: Column) -> Column {
        self.zip(a, b, Prime::sub)
    }

    pub(super) fn mul(&mut self, a: Column, b: Column) -> Column {
        self.zip(a, b, Prime::mul)
    }

    /// a·b + c·d, which is how derivatives of products come.
    pub(super) fn mul_add_mul(&mut self, [a, b, c, d]: [Column; 4]) -> Column {
        let rows = self.rows();
        let column = self.column_of(&[a, b, c, d]);
        self.data.reserve(rows);
        let [a, b, c, d] = [a, b, c, d].map(|c| c.0 as usize * rows);
        for block in 0..self.primes.len() {
            for row in self.block(block) {
                let [x, y, z, w] = [a, b, c, d].map(|start| self.data[start + row]);
                let value = self.primes[block].mul_add_mul(x, y, z, w);
                self.data.push(value);
            }
        }
        column
    }

    fn zip(&mut self, a: Column, b: Column, f: impl Fn(&Prime, u64, u64) -> u64) -> Column {
        let rows = self.rows();
        let column = self.column_of(&[a, b]);
        self.data.reserve(rows);
        let (a, b) = (a.0 as usize * rows, b.0 as usize * rows);
        for block in 0..self.primes.len() {
            for row in self.block(block) {
                let value = f(&self.primes[block], self.data[a + row], self.data[b + row]);
                self.data.push(value);
            }
        }
        column
    }

    /// The same rational in every row; `None` when a prime divides the denominator.
    pub(super) fn rational(&mut self, q: &Rational) -> Option<Column> {
        let mut values = Vec::with_capacity(self.primes.len());
        for prime in &self.primes {
            values.push(element(prime, q)?);
        }
        Some(self.make(|grid, row, _| values[grid.block_of(row)]))
    }

    /// a times the same rational in every row.
    pub(super) fn scale(&mut self, a: Column, q: &Rational) -> Option<Column> {
        if q.is_one() {
            return Some(a);
        }
        let b = self.rational(q)?;
        Some(self.mul(a, b))
    }

    /// e^(2πi·k/m) in every row, as the row's automorphism sees it.
    pub(super) fn root_of_unity(&mut self, k: u64) -> Column {
        let m = self.m();
        let order = m / num_integer::gcd(k, m);
        // k·a/m = (k·order/m)·a/order turns; m is below 2²², so nothing overflows.
        let step = k / (m / order) % order;
        if order > 64 {
            return self.make(|grid, row, p| {
                p.root_of_unity(step * (grid.units[row] % order) % order * (m / order))
            });
        }
        let tables: Vec<Vec<u64>> = self
            .primes
            .iter()
            .map(|p| {
                let zeta = p.root_of_unity(m / order);
                let mut power = p.one();
                let table = (0..order).map(|_| {
                    let here = power;
                    power = p.mul(power, zeta);
                    here
                });
                table.collect()
            })
            .collect();
        self.make(|grid, row, _| {
            tables[grid.block_of(row)][(step * (grid.units[row] % order) % order) as usize]
        })
    }

    /// The order of the element in a row, if that divides m.
    pub(super) fn order(&self, a: Column, row: usize) -> Option<u64> {
        let (p, a) = (self.prime_of(row), self.get(a)[row]);
        let mut order = p.m();
        if p.pow(a, order) != p.one() {
            return None;
        }
        for l in prime_divisors(order) {
            while order.is_multiple_of(l) && p.pow(a, order / l) == p.one() {
                order /= l;
            }
        }
        Some(order)
    }

    /// A root of degree n of a column, times any root of unity of that order; for rows without one
    /// `missing` is called and the value is 1. n | m.
    pub(super) fn root(&mut self, a: Column, n: u64, mut missing: impl FnMut(usize)) -> Column {
        let extractors: Vec<_> = self.primes.iter().map(|p| p.extractor(n)).collect();
        let rows = self.rows();
        let shifts: Vec<u64> = (0..rows).map(|_| self.generator.next_u64() % n).collect();
        self.make_of(&[a], |grid, row, p| {
            let extractor = extractors[grid.block_of(row)]
                .as_ref()
                .filter(|_| grid.live(row));
            if let Some(root) = extractor.and_then(|e| e.root(p, grid.get(a)[row])) {
                p.mul(root, p.root_of_unity(shifts[row] * (p.m() / n)))
            } else {
                missing(row);
                p.one()
            }
        })
    }

    /// Whether the column vanishes in every live row.
    pub(super) fn is_zero(&self, a: Column) -> bool {
        self.get(a)
            .iter()
            .zip(&self.live)
            .all(|(&v, &live)| !live || v == 0)
    }

    /// Whether the column vanishes in some live row.
    pub(super) fn has_zero(&self, a: Column) -> bool {
        self.get(a)
            .iter()
            .zip(&self.live)
            .any(|(&v, &live)| live && v == 0)
    }

    /// Whether two columns agree in every live row.
    pub(super) fn agree(&self, a: Column, b: Column) -> bool {
        a == b
            || self
                .get(a)
                .iter()
                .zip(self.get(b))
                .zip(&self.live)
                .all(|((x, y), &live)| !live || x == y)
    }
}

/// The prime divisors of n, which has no large ones.
pub(super) fn prime_divisors(n: u64) -> impl Iterator<Item = u64> {
    prime_powers(n).into_iter().map(|(l, _)| l)
}

/// A rational modulo a prime.
pub(super) fn element(prime: &Prime, q: &Rational) -> Option<u64> {
    if let Some((n, d)) = q.small() {
        let n = prime.from_i64(n);
        if d == 1 {
            return Some(n);
        }
        let d = prime.from_i64(d);
        return (d != 0).then(|| prime.mul(n, prime.inv(d)));
    }
    let reduce = |z: num_bigint::BigInt| {
        let r = num_integer::Integer::mod_floor(&z, &prime.p().into());
        prime.from_u64(u64::try_from(r).unwrap_or(0))
    };
    let d = reduce(q.denominator());
    (d != 0).then(|| prime.mul(reduce(q.numerator()), prime.inv(d)))
}

/// Numbers prime to m, each modulo m.
fn random_units(m: u64, count: usize, generator: &mut ChaCha12Rng) -> Vec<u64> {
    // The primes of m once, instead of a greatest common divisor for each.
    let primes: Vec<u64> = prime_divisors(m).collect();
    let mut unit = || loop {
        let a = generator.next_u64() % m;
        if !primes.iter().any(|l| a.is_multiple_of(*l)) {
            return a;
        }
    };
    (0..count).map(|_| unit()).collect()
}
