//! Hidden powers and signs: naming what is hidden, counting what stays so.

use num_bigint::BigInt;
use num_integer::Integer;

use super::anchor::Anchor;
use super::echelon::{Echelon, Relation};
use super::entries::raise;
use super::logarithm::Values;
use super::state::Tower;
use super::stop::Stop;
use crate::expr::Id;

impl<A: Anchor> Tower<'_, A> {
    /// Names a power that is hidden in an entry: a node whose logarithm, with those of the entries,
    /// makes up the entry's. Found, it is registered first in the next run, so that the entry's
    /// root becomes an expression in it.
    pub(super) fn name_hidden(&mut self, nodes: &[Id], values: &Values<A::Value>) -> bool {
        let found = self.hidden.iter().find_map(|&j| {
            let entry = self.entries[j].exp?;
            let mut others = Echelon::default();
            for (k, &slope) in self.slopes.iter().enumerate() {
                if k != j {
                    others.push(&self.grid, slope);
                }
            }
            let wanted = self.slopes[j];
            // What is made of the entry itself, its root above all, names nothing.
            let mut made = vec![false; values.len()];
            for id in nodes {
                made[id.index()] = values[id.index()]
                    .as_ref()
                    .is_some_and(|value| self.grid.agree(value.v, entry))
                    || self
                        .arena
                        .children(*id)
                        .as_slice()
                        .iter()
                        .any(|c| made[c.index()]);
            }
            nodes
                .iter()
                .copied()
                .filter(|id| !made[id.index()])
                .find(|id| {
                    let Some(value) = &values[id.index()] else {
                        return false;
                    };
                    let Some(g) = value.g else { return false };
                    if self.hints.kernels.contains(id) || self.grid.has_zero(value.v) {
                        return false;
                    }
                    let inverse = self.grid.invert(value.v);
                    let slope = self.grid.mul(g, inverse);
                    if !matches!(others.solve(&self.grid, slope), Relation::None) {
                        return false;
                    }
                    let mut with = others.clone();
                    with.push(&self.grid, slope);
                    // A proper power: n times the node's logarithm with |n| > 1.
                    matches!(with.solve(&self.grid, wanted), Relation::Combination(c)
                    if c.iter().any(|(k, r)| *k + 1 == with.len() && !r.abs().is_one()))
                })
        });
        match found {
            Some(id) => {
                self.hints.kernels.push(id);
                true
            }
            None => false,
        }
    }

    /// Notes that there may be so many times as many combinations of signs.
    pub(super) fn note_degree(&mut self, degree: u64) {
        self.sign_degree *= degree as f64;
    }

    /// Notes that a prime must have a root of an integer, and runs again.
    pub(super) fn need_residue(&mut self, n: &BigInt, degree: u64) -> Stop {
        match self.hints.residues.iter_mut().find(|(k, _)| k == n) {
            Some((_, d)) => *d = d.lcm(&degree),
            None => self.hints.residues.push((n.clone(), degree)),
        }
        Stop::Again
    }

    /// Notes that an atom's root of a higher degree is needed, and runs again.
    pub(super) fn need_atom_degree(&mut self, atom: usize, degree: u64) -> Stop {
        raise(&mut self.hints.atoms, atom, degree);
        Stop::Again
    }
}
