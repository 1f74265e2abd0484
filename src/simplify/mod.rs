//! A canonical form: flattened, sorted, collected, with exact numbers folded.
//!
//! Equal canonical forms have equal values wherever the original is defined, up to isolated
//! points: only identities that hold on every branch are applied, each named with its reason at
//! the head of the file that applies it. Nothing is ever expanded, so equal values may well have
//! different forms; to tell is the business of the layers above.
//!
//! An identity may drop an operand (0·u, u − u, u⁰). The domain of an expression is therefore a
//! property of what was written, never of its canonical form. Operands that are visibly undefined
//! everywhere (1/0, 0⁰, log 0) are kept.
//!
//! The result does not depend on the order in which operands were written or nodes were built.
//! Work and size stay within a constant factor of the input: [`Simplifier`] has an allowance of
//! operands that may be copied into a longer list, and beyond it nested sums and products stay
//! nested. What exceeds such a limit is left correct but not unique.
//!
//! ```
//! use barrow::{expr::Arena, simplify::canonical};
//! let mut arena = Arena::new();
//! let x = arena.symbol("x");
//! let one = arena.integer(1);
//! let two = arena.integer(2);
//! let sum = arena.sum(&[one, x]);
//! let a = arena.product(&[sum, two]);
//! let twice = arena.product(&[two, x]);
//! let b = arena.sum(&[twice, two]);
//! assert_eq!(canonical(&mut arena, a), canonical(&mut arena, b));
//! ```

mod angle;
mod factor;
mod function;
mod magnitude;
mod order;
mod power;
mod product;
mod sum;

use foldhash::fast::RandomState;
use hashbrown::HashMap;

pub use self::order::structural_hash;

use self::order::{Key, Keys};
use crate::expr::{Arena, Constant, Function, Id, View};
use crate::number::Rational;

/// Powers, products and sums of numbers are folded up to this many bits; beyond, 9^9^9 stays.
const NUMBER_BITS: u64 = 4_096;

/// How deep the constructors may call one another before they leave an expression as it is.
const MAX_DEPTH: u32 = 48;

/// Operands that may be copied by flattening, apart from what the size of the input adds.
const ALLOWANCE: usize = 65_536;

/// The canonical form of an expression.
pub fn canonical(arena: &mut Arena, id: Id) -> Id {
    Simplifier::new(arena).canonical(id)
}

/// The canonical sum of canonical terms.
pub fn add(arena: &mut Arena, terms: &[Id]) -> Id {
    Simplifier::new(arena).add(terms)
}

/// The canonical product of canonical factors.
pub fn mul(arena: &mut Arena, factors: &[Id]) -> Id {
    Simplifier::new(arena).mul(factors)
}

/// The canonical power of a canonical base and exponent.
pub fn pow(arena: &mut Arena, base: Id, exponent: Id) -> Id {
    Simplifier::new(arena).pow(base, exponent)
}

/// The canonical form of a function of canonical arguments.
pub fn call(arena: &mut Arena, function: Function, arguments: &[Id]) -> Id {
    Simplifier::new(arena).call(function, arguments)
}

/// Smart constructors over one arena, with the tables that they share.
///
/// Make one where several expressions of the same arena are simplified: the free functions of
/// this module build the tables anew for each call.
pub struct Simplifier<'a> {
    pub(crate) arena: &'a mut Arena,
    keys: Keys,
    forms: HashMap<Id, Id, RandomState>,
    negatives: HashMap<Id, Id, RandomState>,
    allowance: usize,
    depth: u32,
}

/// Combines numbers in pairs, so that few operations have large operands; stops where a result
/// could be too large.
fn fold_numbers(numbers: &mut Vec<Rational>, operation: impl Fn(&Rational, &Rational) -> Rational) {
    loop {
        let before = numbers.len();
        let mut folded: Vec<Rational> = Vec::with_capacity(before.div_ceil(2));
        let mut rest = std::mem::take(numbers).into_iter();
        while let Some(a) = rest.next() {
            let Some(b) = rest.next() else {
                folded.push(a);
                break;
            };
            if a.height_bits() + b.height_bits() <= NUMBER_BITS {
                folded.push(operation(&a, &b));
            } else {
                folded.extend([a, b]);
            }
        }
        *numbers = folded;
        if numbers.len() == before {
            return;
        }
    }
}

impl<'a> Simplifier<'a> {
    /// Constructors over an arena.
    pub fn new(arena: &'a mut Arena) -> Self {
        Self {
            arena,
            keys: Keys::default(),
            forms: HashMap::default(),
            negatives: HashMap::default(),
            allowance: ALLOWANCE,
            depth: 0,
        }
    }

    /// The arena.
    pub fn arena(&self) -> &Arena {
        self.arena
    }

    /// The canonical form of an expression; forms of shared subexpressions are remembered.
    pub fn canonical(&mut self, id: Id) -> Id {
        if let Some(&form) = self.forms.get(&id) {
            return form;
        }
        let nodes = self.arena.reachable(&[id]);
        self.grant(nodes.len());
        for node in nodes {
            self.canonical_node(node);
        }
        self.form(id)
    }

    /// Sets the allowance for a pass over this many nodes.
    pub(crate) fn grant(&mut self, nodes: usize) {
        self.allowance = ALLOWANCE.saturating_add(nodes.saturating_mul(16));
    }

    /// The canonical form of a node whose children's forms are known.
    pub(crate) fn canonical_node(&mut self, node: Id) -> Id {
        if let Some(&form) = self.forms.get(&node) {
            return form;
        }
        let form = match self.arena.view(node) {
            View::Number(_) | View::Constant(_) | View::Symbol(_) => node,
            View::Sum(terms) => {
                let terms: Vec<Id> = terms.iter().map(|&t| self.form(t)).collect();
                self.add(&terms)
            }
            View::Product(factors) => {
                let factors: Vec<Id> = factors.iter().map(|&f| self.form(f)).collect();
                self.mul(&factors)
            }
            View::Power(base, exponent) => {
                let (base, exponent) = (self.form(base), self.form(exponent));
                self.pow(base, exponent)
            }
            View::Call(function, arguments) => {
                let arguments: Vec<Id> = arguments.iter().map(|&a| self.form(a)).collect();
                self.call(function, &arguments)
            }
        };
        self.forms.insert(node, form);
        form
    }

    /// The known canonical form of a node, or the node.
    pub(crate) fn form(&self, id: Id) -> Id {
        self.forms.get(&id).copied().unwrap_or(id)
    }

    fn key(&mut self, id: Id) -> Key {
        self.keys.get(self.arena, id)
    }

    /// Whether a subexpression is visibly undefined everywhere.
    fn undefined(&mut self, id: Id) -> bool {
        self.key(id).undefined
    }

    /// Takes a flattening of this length out of the allowance, if it still covers it.
    fn allow(&mut self, length: usize) -> bool {
        let Some(rest) = self.allowance.checked_sub(length) else {
            return false;
        };
        self.allowance = rest;
        true
    }

    fn number(&mut self, q: &Rational) -> Id {
        self.arena.number(q)
    }

    fn one(&mut self) -> Id {
        self.arena.integer(1)
    }

    fn minus_one(&mut self) -> Id {
        self.arena.integer(-1)
    }

    /// −a.
    pub fn neg(&mut self, a: Id) -> Id {
        let minus_one = self.minus_one();
        self.mul(&[minus_one, a])
    }

    /// 1/a.
    pub fn recip(&mut self, a: Id) -> Id {
        let minus_one = self.minus_one();
        self.pow(a, minus_one)
    }

    /// Whether the value is a positive real constant by its form: a positive number, π, e, or a
    /// rational power of one of these.
    fn positive_constant(&self, id: Id) -> bool {
        let atom = |id| match self.arena.view(id) {
            View::Number(q) => !q.is_negative() && !q.is_zero(),
            View::Constant(c) => matches!(c, Constant::Pi | Constant::E),
            _ => false,
        };
        match self.arena.view(id) {
            View::Power(base, exponent) => atom(base) && self.arena.as_number(exponent).is_some(),
            _ => atom(id),
        }
    }
}
