use num_bigint::BigInt;
use num_integer::Integer;

use super::grid::Column;
use super::value::Bound;
use crate::expr::{Arena, Function, Id, View};
use crate::field::MAX_M;
use crate::number::Rational;

/// An independent element of the tower, seen from both sides of exp.
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
pub(super) struct Special {
    pub function: Function,
    pub argument: Column,
    pub value: Column,
}

/// A free branch integer: in each row 2πi·turns, turns = `whole` + `part`/m.
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
/// Rows for each prime, where no row dies.
const ROWS: usize = 14;

/// Degrees of roots that one run found it needs and the next is given, and other things to be
/// known in advance.
#[derive(Clone, Default)]
pub(super) struct Hints {
    /// The order of the group of roots of unity.
    pub m: u64,
    pub rows: usize,
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
        for &id in nodes {
            let degree = match arena.view(id) {
                View::Power(_, q) => arena.as_number(q).and_then(small_denominator),
                View::Call(Function::Root, arguments) => arguments
                    .get(1)
                    .and_then(|&n| arena.as_number(n)?.to_i64()?.try_into().ok()),
                _ => None,
            };
            let order = m.lcm(&degree.filter(|&d| 0 < d && d <= MAX_DEGREE).unwrap_or(1));
            if order <= MAX_M {
                m = order;
            }
        }
        Self {
            m,
            rows: ROWS,
            primes: 2,
            ..Self::default()
        }
    }

    /// Forgets how many rows a run wanted that came to nothing.
    pub(super) fn fewer_rows(&mut self) {
        self.rows = ROWS;
    }
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
