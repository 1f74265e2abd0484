//! A total order of expressions that does not depend on when or where they were built.
//!
//! Each node gets a [`Key`]: a 128-bit fingerprint of its structure and a small summary by which
//! people would sort (degree, kind, name). Terms of a sum come by falling degree, factors of a
//! product as numbers, constants, symbols, functions, sums. The fingerprint only breaks ties, so
//! two expressions that collide cost a canonical form its uniqueness, never its value.

use std::cmp::Ordering;

use super::function::singular;
use crate::expr::{Arena, Constant, Id, View};
use crate::number::Rational;

/// What sorting and dropping need to know about a node.
#[derive(Clone, Copy)]
pub(super) struct Key {
    /// Fingerprint of the structure.
    pub hash: u128,
    name: u64,
    weight: i32,
    rank: u8,
    /// Whether a subexpression has no value anywhere, such as 1/0 or log 0. Such an operand is
    /// never dropped: 0·(1/0) is not 0.
    pub undefined: bool,
}

impl Key {
    /// What no node has.
    const UNKNOWN: Self = Self {
        hash: 0,
        name: 0,
        weight: 0,
        rank: u8::MAX,
        undefined: false,
    };

    /// Order of terms: falling degree first.
    pub(super) fn compare_terms(&self, other: &Self) -> Ordering {
        (other.weight.cmp(&self.weight))
            .then(self.rank.cmp(&other.rank))
            .then(self.name.cmp(&other.name))
            .then(self.hash.cmp(&other.hash))
    }

    /// Order of factors.
    pub(super) fn compare_factors(&self, other: &Self) -> Ordering {
        (self.rank.cmp(&other.rank))
            .then(self.name.cmp(&other.name))
            .then(other.weight.cmp(&self.weight))
            .then(self.hash.cmp(&other.hash))
    }
}

/// The degree of a symbol. Highly divisible, so that the usual fractional degrees are exact.
const DEGREE: i32 = 60;

/// Keys of the nodes of one arena, computed when first asked for.
#[derive(Default)]
pub(super) struct Keys {
    keys: Vec<Option<Key>>,
    pending: Vec<Id>,
}

impl Keys {
    /// The key of a node.
    pub(super) fn get(&mut self, arena: &Arena, id: Id) -> Key {
        if self.keys.len() < arena.len() {
            self.keys.resize(arena.len(), None);
        }
        if let Some(key) = self.keys[id.index()] {
            return key;
        }
        self.pending.push(id);
        let mut last = None;
        while let Some(&top) = self.pending.last() {
            let known = self.pending.len();
            let missing = |c: &&Id| self.keys[c.index()].is_none();
            let children = arena.children(top);
            self.pending
                .extend(children.as_slice().iter().filter(missing));
            if self.pending.len() > known {
                continue;
            }
            let key = key(arena, top, &self.keys);
            self.keys[top.index()] = Some(key);
            last = Some(key);
            self.pending.pop();
        }
        last.unwrap_or(Key::UNKNOWN)
    }
}

/// A 128-bit hash of the structure of an expression: kinds, numbers, names and children, in
/// order. It is the same in every arena, process and version of the enumerations.
///
/// It has no key: use it to recognise what was seen before, not where an adversary gains from a
/// collision. Of [`super::canonical`] forms it identifies expressions that differ in spelling.
pub fn structural_hash(arena: &Arena, id: Id) -> u128 {
    let mut hashes = vec![0; id.index() + 1];
    for node in arena.reachable(&[id]) {
        hashes[node.index()] = hash(arena, node, |child| hashes[child.index()]);
    }
    hashes[id.index()]
}

/// The key of a node whose children's keys stand in the table.
fn key(arena: &Arena, id: Id, keys: &[Option<Key>]) -> Key {
    let of = |child: Id| keys[child.index()].as_ref().unwrap_or(&Key::UNKNOWN);
    let (rank, name, weight) = match arena.view(id) {
        View::Number(_) => (0, 0, 0),
        View::Constant(c) => (1, c as u64, 0),
        View::Symbol(s) => (2, prefix(arena.name(s)), DEGREE),
        View::Power(base, exponent) => {
            let base = of(base);
            let weight = arena.as_number(exponent).map_or(0, |q| {
                let degree = f64::from(base.weight) * q.to_f64();
                degree.round().clamp(-1e9, 1e9) as i32
            });
            (base.rank, base.name, weight)
        }
        View::Call(f, _) => (3, prefix(f.name()), 0),
        View::Product(factors) => {
            let weight = factors
                .iter()
                .fold(0_i32, |sum, &f| sum.saturating_add(of(f).weight));
            let lead = factors.iter().find(|&&f| arena.as_number(f).is_none());
            (4, lead.map_or(0, |&f| of(f).name), weight)
        }
        View::Sum(terms) => {
            let weight = terms.iter().map(|&t| of(t).weight).max().unwrap_or(0);
            (5, of(terms[0]).name, weight)
        }
    };
    let undefined = match arena.view(id) {
        View::Power(base, exponent) => {
            let not_positive = |q: &Rational| q.is_zero() || q.is_negative();
            arena.as_number(base).is_some_and(Rational::is_zero)
                && arena.as_number(exponent).is_some_and(not_positive)
        }
        View::Call(f, arguments) => singular(arena, f, arguments),
        _ => false,
    };
    let inherited = arena
        .children(id)
        .as_slice()
        .iter()
        .any(|&c| of(c).undefined);
    Key {
        hash: hash(arena, id, |child| of(child).hash),
        name,
        weight,
        rank,
        undefined: undefined || inherited,
    }
}

/// The first eight bytes of a name, as a number that sorts like it.
fn prefix(name: &str) -> u64 {
    let mut bytes = [0; 8];
    for (to, from) in bytes.iter_mut().zip(name.bytes()) {
        *to = from;
    }
    u64::from_be_bytes(bytes)
}

fn hash(arena: &Arena, id: Id, of: impl Fn(Id) -> u128) -> u128 {
    let mut state = match arena.view(id) {
        View::Number(q) => {
            let mut state = Mixer::new(1);
            if let Some((n, d)) = q.small() {
                state.absorb(n as u64);
                state.absorb(d as u64);
            } else {
                let (sign, digits) = q.numerator().to_u64_digits();
                state.absorb(sign as u64);
                state.absorb(digits.len() as u64);
                let denominator = q.denominator().to_u64_digits().1;
                digits
                    .iter()
                    .chain(&denominator)
                    .for_each(|&w| state.absorb(w));
            }
            state
        }
        View::Constant(c) => Mixer::named(
            2,
            match c {
                Constant::Pi => "pi",
                Constant::E => "e",
                Constant::I => "i",
            },
        ),
        View::Symbol(s) => Mixer::named(3, arena.name(s)),
        View::Sum(_) => Mixer::new(4),
        View::Product(_) => Mixer::new(5),
        View::Power(..) => Mixer::new(6),
        View::Call(f, _) => Mixer::named(7, f.name()),
    };
    let children = arena.children(id);
    state.absorb(children.as_slice().len() as u64);
    for &child in children.as_slice() {
        let hash = of(child);
        state.absorb(hash as u64);
        state.absorb((hash >> 64) as u64);
    }
    state.finish()
}

/// Two lanes of the `SplitMix64` finaliser (Steele, Lea, Flood, OOPSLA 2014).
struct Mixer(u64, u64);

impl Mixer {
    fn new(kind: u64) -> Self {
        Self(scramble(kind), scramble(!kind))
    }

    fn named(kind: u64, name: &str) -> Self {
        let mut state = Self::new(kind);
        state.absorb(name.len() as u64);
        for chunk in name.as_bytes().chunks(8) {
            let mut bytes = [0; 8];
            bytes[..chunk.len()].copy_from_slice(chunk);
            state.absorb(u64::from_le_bytes(bytes));
        }
        state
    }

    fn absorb(&mut self, word: u64) {
        self.0 = scramble(self.0 ^ word);
        self.1 = scramble((self.1 ^ word.rotate_left(32)).wrapping_add(self.0.rotate_left(17)));
    }

    fn finish(self) -> u128 {
        u128::from(scramble(self.0 ^ self.1.rotate_left(29))) << 64 | u128::from(self.1)
    }
}

fn scramble(word: u64) -> u64 {
    let mut z = word.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
