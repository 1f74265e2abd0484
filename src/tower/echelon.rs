use super::grid::{Column, Grid};
use crate::field::{Prime, reconstruct};
use crate::number::Rational;

/// What linear algebra says about a column and the columns before it.
pub(super) enum Relation {
    /// Not a combination, or one whose coefficients are no small rationals.
    None,
    /// The coefficients of the columns it is made of, the same under every prime.
    Combination(Vec<(usize, Rational)>),
    /// The primes disagree.
    Inconsistent,
}

/// A growing list of columns, kept reduced so that a combination of them is found in linear
/// time: Gauss–Jordan elimination modulo each prime, with rows of the grid as equations. All live
/// rows take part, so a relation that is found holds in every one of them.
#[derive(Clone, Default)]
pub(super) struct Echelon {
    columns: Vec<Column>,
    blocks: Vec<Block>,
    /// Columns that depend on others by coefficients that are no small rationals; they take
    /// part in no relation but an exact repetition.
    loose: Vec<(usize, Column)>,
    count: usize,
}

#[derive(Clone, Default)]
struct Block {
    /// The row in which each basis vector is 1 and all later ones are 0.
    pivots: Vec<usize>,
    basis: Vec<Vec<u64>>,
    /// Each basis vector as a combination of the columns.
    combinations: Vec<Vec<u64>>,
    /// Position of each column among all that were pushed.
    names: Vec<usize>,
}

impl Echelon {
    /// How many columns were pushed.
    pub(super) fn len(&self) -> usize {
        self.count
    }

    /// Expresses the column by those pushed before, if it can be.
    pub(super) fn solve(&mut self, grid: &Grid, column: Column) -> Relation {
        if let Some((name, _)) = self.loose.iter().find(|(_, c)| grid.agree(*c, column)) {
            return Relation::Combination(vec![(*name, Rational::ONE)]);
        }
        if self
            .blocks
            .iter()
            .any(|b| b.pivots.iter().any(|&row| !grid.live(row)))
        {
            self.rebuild(grid);
        }
        let mut found: Option<Option<Vec<(usize, Rational)>>> = None;
        for (index, prime) in grid.primes().iter().enumerate() {
            let solved = match self.blocks.get(index) {
                None => grid
                    .block(index)
                    .all(|row| !grid.live(row) || grid.get(column)[row] == 0)
                    .then(Vec::new),
                Some(block) => block.solve(grid, index, prime, column),
            };
            match &found {
                None => found = Some(solved),
                Some(before) if *before == solved => {}
                // A relation under one prime alone is an accident of that prime.
                Some(_) => return Relation::Inconsistent,
            }
        }
        match found.flatten() {
            Some(combination) => Relation::Combination(combination),
            None => Relation::None,
        }
    }

    /// Appends a column.
    pub(super) fn push(&mut self, grid: &Grid, column: Column) {
        let name = self.count;
        self.count += 1;
        if self.append(grid, name, column) {
            self.columns.push(column);
        } else {
            self.loose.push((name, column));
        }
    }

    fn append(&mut self, grid: &Grid, name: usize, column: Column) -> bool {
        if self.blocks.is_empty() {
            self.blocks
                .extend(grid.primes().iter().map(|_| Block::default()));
        }
        let mut next = Vec::with_capacity(self.blocks.len());
        for (index, prime) in grid.primes().iter().enumerate() {
            match self.blocks[index].reduce_new(grid, index, prime, column) {
                Some(vector) => next.push(vector),
                None => return false,
            }
        }
        for (block, (pivot, vector, combination)) in self.blocks.iter_mut().zip(next) {
            block.pivots.push(pivot);
            block.basis.push(vector);
            block.combinations.push(combination);
            block.names.push(name);
        }
        true
    }

    /// Starts again after pivot rows have died, or rows were taken out.
    pub(super) fn rebuild(&mut self, grid: &Grid) {
        let names: Vec<usize> = self
            .blocks
            .first()
            .map(|b| b.names.clone())
            .unwrap_or_default();
        let columns = std::mem::take(&mut self.columns);
        self.blocks.clear();
        for (name, column) in names.into_iter().zip(columns) {
            if self.append(grid, name, column) {
                self.columns.push(column);
            } else {
                self.loose.push((name, column));
            }
        }
    }
}

impl Block {
    /// Subtracts basis vectors until the column is zero in all pivot rows; gives the rest and the
    /// multiples.
    fn reduce(
        &self,
        grid: &Grid,
        index: usize,
        prime: &Prime,
        column: Column,
    ) -> (Vec<u64>, Vec<u64>) {
        let range = grid.block(index);
        let mut rest = grid.get(column)[range.clone()].to_vec();
        let mut multiples = Vec::with_capacity(self.pivots.len());
        for (pivot, vector) in self.pivots.iter().zip(&self.basis) {
            let t = rest[pivot - range.start];
            if t != 0 {
                let minus_t = prime.neg(t);
                for (r, &b) in rest.iter_mut().zip(vector) {
                    *r = prime.add(*r, prime.mul(minus_t, b));
                }
            }
            multiples.push(t);
        }
        (rest, multiples)
    }

    fn coefficients(&self, prime: &Prime, multiples: &[u64]) -> Vec<u64> {
        let mut coefficients = vec![0; self.pivots.len()];
        for (&t, combination) in multiples.iter().zip(&self.combinations) {
            if t != 0 {
                for (c, &k) in coefficients.iter_mut().zip(combination) {
                    *c = prime.add(*c, prime.mul(t, k));
                }
            }
        }
        coefficients
    }

    fn solve(
        &self,
        grid: &Grid,
        index: usize,
        prime: &Prime,
        column: Column,
    ) -> Option<Vec<(usize, Rational)>> {
        let (rest, multiples) = self.reduce(grid, index, prime, column);
        let zero = grid
            .block(index)
            .zip(&rest)
            .all(|(row, &r)| !grid.live(row) || r == 0);
        if !zero {
            return None;
        }
        let mut combination = Vec::new();
        for (&name, c) in self.names.iter().zip(self.coefficients(prime, &multiples)) {
            if c != 0 {
                combination.push((name, reconstruct(prime, c)?));
            }
        }
        Some(combination)
    }

    fn reduce_new(
        &self,
        grid: &Grid,
        index: usize,
        prime: &Prime,
        column: Column,
    ) -> Option<(usize, Vec<u64>, Vec<u64>)> {
        let (mut rest, multiples) = self.reduce(grid, index, prime, column);
        let (position, row) = grid
            .block(index)
            .enumerate()
            .find(|&(i, row)| grid.live(row) && rest[i] != 0)?;
        let inverse = prime.inv(rest[position]);
        for r in &mut rest {
            *r = prime.mul(*r, inverse);
        }
        let mut combination = self.coefficients(prime, &multiples);
        for c in &mut combination {
            *c = prime.mul(prime.neg(*c), inverse);
        }
        combination.push(inverse);
        Some((row, rest, combination))
    }
}
