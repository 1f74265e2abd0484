use num_bigint::BigInt;
use num_integer::Integer;

use super::grid::Column;
use super::value::Bound;
use crate::expr::{Arena, Function, Id, View};
use crate::field::MAX_M;
use crate::number::Rational;

/// An independent element of the tower, seen from both sides of exp.
#[derive(Clone)]
pub(super) struct Entry<Z> {
    /// The logarithm L, an independent random column until something fixes it.
    pub log: Option<Column>,
    /// The exponential E = exp L.
    pub exp: Option<Column>,
    /// b with E = bᵐ, from which roots of every degree dividing m follow.
    pub base: Option<Column>,
    /// The degree of the root taken, and the root.
    pub root: Option<(u64, Column)>,
    /// Powers with a large exponent or denominator, each a free element: (part of the exponent,
    /// column).
    pub powers: Vec<(Rational, Column)>,
    /// Whether L is the principal logarithm of E. Where E was made of L it need not be.
    pub principal: bool,
    /// Bounds of E.
    pub size: Bound,
    /// L at the anchor.
    pub z: Z,
}

/// A value of a special function.
#[derive(Clone)]
pub(super) struct Special {
    pub function: Function,
    pub argument: Column,
    pub value: Column,
}

/// A free branch integer: in each row 2πi·turns, turns = `whole` + `part`/m.
#[derive(Clone)]
pub(super) struct Branch {
    pub whole: Vec<u64>,
    pub part: Vec<u64>,
    pub column: Column,
    /// The least common denominator with which it has been exponentiated.
    pub degree: u64,
}

/// The order of the roots of unity at hand at first: for i, √2, √3 and roots of degree 4 and 3.
const M: u64 = 16 * 3;
/// Larger degrees of roots in a text are left to the run that meets them.
const MAX_DEGREE: u64 = 64;
/// Rows of each prime that should be alive at the end: enough for a handful of relations.
const LIVE: usize = 9;
/// Roots expected to cost rows are counted up to this product of their degrees.
const MAX_LOST: u64 = 16;
/// With roots of unity of these orders at hand, the square roots of these primes, and the nested
/// roots made of them, are sums of such.
const GAUSS: [u64; 4] = [5, 7, 11, 13];

/// Degrees of roots that one run found it needs and the next is given, and other things to be
/// known in advance.
#[derive(Clone, Default)]
pub(super) struct Hints {
    /// The order of the group of roots of unity.
    pub m: u64,
    pub rows: usize,
    /// What a run starts with when nothing is known.
    least_rows: usize,
    pub primes: usize,
    /// Per entry, per constant and per atom: the degree of root that will be needed.
    pub entries: Vec<u64>,
    pub others: Vec<u64>,
    pub atoms: Vec<u64>,
    /// (n, d): primes are drawn such that n has a d-th root.
    pub residues: Vec<(BigInt, u64)>,
    /// Nodes whose logarithms are registered before all others.
    pub kernels: Vec<Id>,
    /// Factors of integers to divide out.
    pub factors: Vec<BigInt>,
}

impl Hints {
    /// What the nodes tell before the first run.
    pub(super) fn of(arena: &Arena, nodes: &[Id]) -> Self {
        let mut m = M;
        let mut radicands: Vec<(Id, u64)> = Vec::new();
        let count = nodes.last().map_or(0, |id| id.index() + 1);
        let mut varies = vec![false; count];
        for &id in nodes {
            varies[id.index()] = matches!(arena.view(id), View::Symbol(_))
                || arena
                    .children(id)
                    .as_slice()
                    .iter()
                    .any(|c| varies[c.index()]);
            let degree = match arena.view(id) {
                View::Power(base, q) => {
                    let degree = arena.as_number(q).and_then(small_denominator);
                    degree.map(|degree| (base, degree))
                }
                View::Call(Function::Root, arguments) => arguments
                    .get(1)
                    .and_then(|&n| arena.as_number(n)?.to_i64()?.try_into().ok())
                    .map(|degree| (arguments[0], degree)),
                _ => None,
            };
            let Some((base, degree)) = degree.filter(|(_, d)| (2..=MAX_DEGREE).contains(d)) else {
                continue;
            };
            let mut order = m.lcm(&degree);
            if let Some((n, d)) = arena.as_number(base).and_then(Rational::small)
                && degree.is_multiple_of(2)
            {
                for l in GAUSS {
                    if n % l as i64 == 0 || d % l as i64 == 0 {
                        order = order.lcm(&l);
                    }
                }
            }
            if order <= MAX_M {
                m = order;
            }
            // Symbols and their powers have roots of every degree, a constant in all rows or none.
            let costs = matches!(
                arena.view(base),
                View::Sum(_) | View::Product(_) | View::Call(..)
            );
            if costs && varies[base.index()] {
                match radicands.iter_mut().find(|(u, _)| *u == base) {
                    Some((_, d)) => *d = d.lcm(&degree),
                    None => radicands.push((base, degree)),
                }
            }
        }
        let lost = radicands
            .iter()
            .fold(1, |lost: u64, (_, d)| lost.saturating_mul(*d))
            .min(MAX_LOST);
        let least_rows = rows_for(LIVE, lost as f64);
        Self {
            m,
            rows: least_rows,
            least_rows,
            primes: 2,
            ..Self::default()
        }
    }

    /// Starts with as many rows as others do.
    pub(super) fn start_with_rows_of(&mut self, other: &Self) {
        self.least_rows = other.least_rows;
    }

    /// Forgets how many rows a run wanted that came to nothing.
    pub(super) fn fewer_rows(&mut self) {
        self.rows = self.least_rows;
    }
}

/// Rows of which this many are alive at the end, but for a deviation of two sigmas, when one in
/// `lost` is.
pub(super) fn rows_for(live: usize, lost: f64) -> usize {
    let live = live as f64;
    let margin = if lost > 1.0 { 2.0 * live.sqrt() } else { 4.0 };
    ((live + margin) * lost).ceil() as usize
}

/// The degree noted at a position, 1 where none is.
pub(super) fn degree_at(degrees: &[u64], position: usize) -> u64 {
    degrees.get(position).copied().unwrap_or(1)
}

/// Notes that a position needs degree `degree` too.
pub(super) fn raise(degrees: &mut Vec<u64>, position: usize, degree: u64) {
    if degrees.len() <= position {
        degrees.resize(position + 1, 1);
    }
    degrees[position] = num_integer::lcm(degrees[position], degree);
}

/// The denominator as a machine integer, if it is small.
pub(super) fn small_denominator(q: &Rational) -> Option<u64> {
    match q.small() {
        Some((_, d)) => Some(d as u64),
        None => u64::try_from(q.denominator()).ok(),
    }
}
