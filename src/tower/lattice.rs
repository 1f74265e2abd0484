//! Constants in the lattice of generators: their logarithms, and what they are combinations of.

use super::anchor::Anchor;
use super::constants::{Combination, Generator, Obstacle, add_scaled, factor};
use super::echelon::{Echelon, Relation};
use super::entries::Entry;
use super::grid::{Column, element};
use super::logarithm::ConstantLog;
use super::state::Tower;
use super::stop::{Abstention, Stop};
use crate::expr::Constant;
use crate::field::reconstruct;
use crate::number::Rational;

impl<A: Anchor> Tower<'_, A> {
    /// The logarithm of a constant. The second part is `None` when it is the principal one;
    /// otherwise it is right up to a multiple of 2πi/m that may differ from row to row (empty: by
    /// whole turns only).
    pub(super) fn constant_log(
        &mut self,
        w: Column,
        exact: Option<&Rational>,
        principal: A::Value,
    ) -> Result<ConstantLog, Stop> {
        if self.e.is_some_and(|e| self.grid.agree(e, w)) {
            return Ok((vec![(Generator::One, Rational::ONE)], None));
        }
        if let Some(q) = exact.cloned().or_else(|| self.as_rational(w)) {
            let mut form = self.log_rational(&q.abs())?;
            if q.is_negative() {
                form.push((Generator::HalfTurn, Rational::ONE));
            }
            return Ok((form, None));
        }
        if w == self.pi {
            return Ok((vec![(Generator::LogPi, Rational::ONE)], None));
        }
        if let Some((turns, part)) = self.as_root_of_unity(w) {
            let form = if turns.is_zero() {
                Vec::new()
            } else {
                vec![(Generator::HalfTurn, turns)]
            };
            return Ok((form, part));
        }
        if let Some(related) = self.related_log(w)? {
            return Ok(related);
        }
        let free = self.free_size();
        self.others.push(Entry {
            log: None,
            exp: Some(w),
            base: None,
            root: None,
            powers: Vec::new(),
            principal: true,
            size: free,
            z: principal,
        });
        Ok((
            vec![(Generator::Other(self.others.len() - 1), Rational::ONE)],
            None,
        ))
    }

    /// The logarithm of a constant that is a rational number or root of unity times another
    /// constant or its inverse, as conjugates are: (5 − √5)(5 + √5) = 20.
    pub(super) fn related_log(&mut self, w: Column) -> Result<Option<ConstantLog>, Stop> {
        for index in 0..self.others.len() {
            let Some(other) = self.others[index].exp else {
                continue;
            };
            if self.grid.agree(other, w) {
                let part = (!self.others[index].principal).then(Vec::new);
                return Ok(Some((vec![(Generator::Other(index), Rational::ONE)], part)));
            }
            let inverse = self.grid.invert(other);
            for (factor, sign) in [(other, -1), (inverse, 1)] {
                let rest = self.grid.mul(w, factor);
                let (mut form, part) = if let Some(q) = self.as_rational(rest) {
                    let half_turns = Rational::from(i64::from(q.is_negative()));
                    let mut form = self.log_rational(&q.abs())?;
                    add_scaled(
                        &mut form,
                        &[(Generator::HalfTurn, half_turns)],
                        &Rational::ONE,
                    );
                    (form, Vec::new())
                } else if let Some((turns, part)) = self.as_root_of_unity(rest) {
                    let mut form = Combination::new();
                    add_scaled(&mut form, &[(Generator::HalfTurn, turns)], &Rational::ONE);
                    (form, part.unwrap_or_default())
                } else {
                    continue;
                };
                form.push((Generator::Other(index), Rational::from(sign)));
                return Ok(Some((form, Some(part))));
            }
        }
        Ok(None)
    }

    pub(super) fn as_rational(&self, w: Column) -> Option<Rational> {
        let mut found: Option<Rational> = None;
        for (index, prime) in self.grid.primes().iter().enumerate() {
            let mut expected = None;
            for row in self.grid.block(index).filter(|&row| self.grid.live(row)) {
                let value = self.grid.get(w)[row];
                if let Some(e) = expected {
                    if e != value {
                        return None;
                    }
                    continue;
                }
                let q = match &found {
                    Some(q) => q.clone(),
                    None => reconstruct(prime, value)?,
                };
                if element(prime, &q)? != value {
                    return None;
                }
                expected = Some(value);
                found = Some(q);
            }
        }
        found
    }

    /// w = e^(iπ·turns) if it is a root of unity of the field in every row, and the rows' own
    /// multiples of 2πi/m where they differ.
    pub(super) fn as_root_of_unity(&self, w: Column) -> Option<(Rational, Option<Vec<u64>>)> {
        let m = self.grid.m();
        let rows: Vec<usize> = (0..self.grid.rows())
            .filter(|&row| self.grid.live(row))
            .collect();
        let all = |n: u64| {
            rows.iter().all(|&row| {
                let p = self.grid.prime_of(row);
                p.pow(self.grid.get(w)[row], n) == p.one()
            })
        };
        if !all(m) {
            return None;
        }
        let order = (1..=720u64)
            .filter(|n| m.is_multiple_of(*n))
            .find(|&n| all(n))?;
        let mut part = vec![0; self.grid.rows()];
        for &row in &rows {
            let p = self.grid.prime_of(row);
            let step = p.root_of_unity(
                (u128::from(m / order) * u128::from(self.grid.unit(row)) % u128::from(m)) as u64,
            );
            let mut z = p.one();
            let value = self.grid.get(w)[row];
            let k = (0..order).find(|_| {
                let here = z == value;
                z = p.mul(z, step);
                here
            })?;
            part[row] = k * (m / order);
        }
        let first = part[*rows.first()?];
        if rows.iter().all(|&row| part[row] == first) {
            // Principal: −π < argument ≤ π.
            let k = first as i64;
            let k = if 2 * k > m as i64 { k - m as i64 } else { k };
            return Some((Rational::new(2 * k, m as i64)?, None));
        }
        Some((Rational::ZERO, Some(part)))
    }

    pub(super) fn log_rational(&mut self, q: &Rational) -> Result<Combination, Stop> {
        let mut form = Combination::new();
        for (n, sign) in [(q.numerator(), 1), (q.denominator(), -1)] {
            match factor(&n, &mut self.atoms, &self.hints.factors) {
                Ok(powers) => {
                    for (atom, e) in powers {
                        add_scaled(
                            &mut form,
                            &[(Generator::LogAtom(atom), Rational::from(sign * e))],
                            &Rational::ONE,
                        );
                    }
                }
                Err(Obstacle::Factor(common)) => {
                    self.hints.factors.push(common);
                    return Err(Stop::Again);
                }
                Err(Obstacle::Large) => return Err(Abstention::Height.into()),
            }
        }
        self.atom_logs.resize(self.atoms.len(), None);
        self.atom_roots.resize(self.atoms.len(), None);
        Ok(form)
    }

    /// The value of a generator.
    pub(super) fn generator_value(&mut self, generator: Generator) -> Column {
        match generator {
            Generator::One => self.one,
            Generator::HalfTurn => self.half_turn(),
            Generator::LogPi => *self.log_pi.get_or_insert_with(|| self.grid.random()),
            Generator::LogAtom(i) => *self.atom_logs[i].get_or_insert_with(|| self.grid.random()),
            Generator::Branch(i) => self.branches[i].column,
            Generator::Other(i) => *self.others[i].log.get_or_insert_with(|| self.grid.random()),
        }
    }

    pub(super) fn generator_enclosure(&mut self, generator: Generator) -> A::Value {
        match generator {
            // Free branch integers occur without an anchor only, where there is nothing to enclose.
            Generator::One | Generator::Branch(_) => self.anchor.rational(&Rational::ONE),
            Generator::HalfTurn => {
                let pi = self.anchor.constant(Constant::Pi);
                let i = self.anchor.constant(Constant::I);
                self.anchor.mul(pi, i)
            }
            Generator::LogPi => {
                let pi = self.anchor.constant(Constant::Pi);
                self.anchor.log(pi).unwrap_or(pi)
            }
            Generator::LogAtom(i) => {
                let n = Rational::from(self.atoms[i].clone());
                let n = self.anchor.rational(&n);
                self.anchor.log(n).unwrap_or(n)
            }
            Generator::Other(i) => self.others[i].z,
        }
    }

    /// A constant as a combination of generators.
    pub(super) fn constant_form(
        &mut self,
        k: Column,
        exact: Option<&Rational>,
        z: A::Value,
    ) -> Result<Combination, Stop> {
        if self.grid.is_zero(k) {
            return Ok(Vec::new());
        }
        if let Some(q) = exact {
            return Ok(vec![(Generator::One, q.clone())]);
        }
        let mut generators = vec![Generator::One, Generator::HalfTurn, Generator::LogPi];
        generators.extend((0..self.atoms.len()).map(Generator::LogAtom));
        generators.extend((0..self.branches.len()).map(Generator::Branch));
        generators.extend((0..self.others.len()).map(Generator::Other));
        let needed = generators.len() + 5;
        if self.grid.least_live() < needed {
            return Err(self.more_rows(needed));
        }
        let mut lattice = Echelon::default();
        for &generator in &generators {
            let value = self.generator_value(generator);
            lattice.push(&self.grid, value);
        }
        self.relations += 1;
        match lattice.solve(&self.grid, k) {
            Relation::Combination(c) => {
                Ok(c.into_iter().map(|(i, r)| (generators[i], r)).collect())
            }
            Relation::Inconsistent => Err(Abstention::Relation.into()),
            Relation::None => {
                let free = self.free_size();
                self.others.push(Entry {
                    log: Some(k),
                    exp: None,
                    base: None,
                    root: None,
                    powers: Vec::new(),
                    principal: false,
                    size: free,
                    z,
                });
                Ok(vec![(
                    Generator::Other(self.others.len() - 1),
                    Rational::ONE,
                )])
            }
        }
    }
}
