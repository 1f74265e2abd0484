use std::hash::BuildHasher;

use foldhash::fast::RandomState;
use hashbrown::HashTable;

use super::{Constant, Function};
use crate::number::Rational;

/// A node of an [`Arena`]. Equal expressions of one arena have equal ids, and the children of a
/// node have smaller ids than the node.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Id(u32);

impl Id {
    /// Position in the arena, for side tables.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A symbol of an [`Arena`]: the variable, a parameter or a constant of integration.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct SymbolId(u32);

impl SymbolId {
    /// Position among the arena's symbols.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// What a node is, with its children.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum View<'a> {
    /// An exact rational number.
    Number(&'a Rational),
    /// π, e or i.
    Constant(Constant),
    /// The variable, a parameter or a constant of integration.
    Symbol(SymbolId),
    /// A sum of two or more terms. There is no difference node: a − b is a + (−1)·b.
    Sum(&'a [Id]),
    /// A product of two or more factors. There is no quotient node: a/b is a·b^(−1).
    Product(&'a [Id]),
    /// Base and exponent, the principal power. `exp(u)` is e^u and `sqrt(u)` is u^(1/2).
    Power(Id, Id),
    /// A function of the table with its arguments.
    Call(Function, &'a [Id]),
}

#[derive(Clone, Copy)]
enum Node {
    Number(u32),
    Constant(Constant),
    Symbol(SymbolId),
    Sum(Span),
    Product(Span),
    Power(Id, Id),
    Call(Function, Span),
}

#[derive(Clone, Copy)]
struct Span {
    start: u32,
    length: u32,
}

#[derive(Clone, Default)]
struct Store {
    nodes: Vec<Node>,
    children: Vec<Id>,
    numbers: Vec<Rational>,
}

impl Store {
    fn slice(&self, span: Span) -> &[Id] {
        &self.children[span.start as usize..(span.start + span.length) as usize]
    }

    fn view(&self, id: Id) -> View<'_> {
        match self.nodes[id.index()] {
            Node::Number(n) => View::Number(&self.numbers[n as usize]),
            Node::Constant(c) => View::Constant(c),
            Node::Symbol(s) => View::Symbol(s),
            Node::Sum(span) => View::Sum(self.slice(span)),
            Node::Product(span) => View::Product(self.slice(span)),
            Node::Power(base, exponent) => View::Power(base, exponent),
            Node::Call(f, span) => View::Call(f, self.slice(span)),
        }
    }

    fn push(&mut self, ids: &[Id]) -> Span {
        let start = self.children.len() as u32;
        self.children.extend_from_slice(ids);
        Span {
            start,
            length: ids.len() as u32,
        }
    }
}

/// A store of expressions in which each distinct one stands once.
///
/// The constructors intern what they are given without simplifying it: what the arena holds is
/// what was written, and the natural domain is a property of that. Canonical forms are made by
/// [`crate::simplify`].
#[derive(Clone, Default)]
pub struct Arena {
    store: Store,
    symbols: Vec<Box<str>>,
    index: HashTable<Id>,
    hasher: RandomState,
}

impl Arena {
    /// An empty arena.
    pub fn new() -> Self {
        Self::default()
    }

    /// How many distinct nodes there are.
    pub fn len(&self) -> usize {
        self.store.nodes.len()
    }

    /// Whether no node has been made yet.
    pub fn is_empty(&self) -> bool {
        self.store.nodes.is_empty()
    }

    /// Forgets all nodes and symbols but keeps the memory.
    pub fn clear(&mut self) {
        self.store.nodes.clear();
        self.store.children.clear();
        self.store.numbers.clear();
        self.symbols.clear();
        self.index.clear();
    }

    /// What the node is.
    pub fn view(&self, id: Id) -> View<'_> {
        self.store.view(id)
    }

    /// The children of a node, in order.
    pub fn children(&self, id: Id) -> Children<'_> {
        match self.store.nodes[id.index()] {
            Node::Number(_) | Node::Constant(_) | Node::Symbol(_) => Children::Slice(&[]),
            Node::Sum(span) | Node::Product(span) | Node::Call(_, span) => {
                Children::Slice(self.store.slice(span))
            }
            Node::Power(base, exponent) => Children::Pair([base, exponent]),
        }
    }

    fn intern(&mut self, view: View<'_>) -> Id {
        let hash = hash_view(&self.hasher, view);
        if let Some(&id) = self.index.find(hash, |&id| self.store.view(id) == view) {
            return id;
        }
        let store = &mut self.store;
        let node = match view {
            View::Number(q) => {
                store.numbers.push(q.clone());
                Node::Number((store.numbers.len() - 1) as u32)
            }
            View::Constant(c) => Node::Constant(c),
            View::Symbol(s) => Node::Symbol(s),
            View::Sum(terms) => Node::Sum(store.push(terms)),
            View::Product(factors) => Node::Product(store.push(factors)),
            View::Power(base, exponent) => Node::Power(base, exponent),
            View::Call(f, arguments) => Node::Call(f, store.push(arguments)),
        };
        let id = Id(store.nodes.len() as u32);
        store.nodes.push(node);
        let Self {
            store,
            index,
            hasher,
            ..
        } = self;
        index.insert_unique(hash, id, |&id| hash_view(hasher, store.view(id)));
        id
    }

    /// A rational number.
    pub fn number(&mut self, q: &Rational) -> Id {
        self.intern(View::Number(q))
    }

    /// A machine integer.
    pub fn integer(&mut self, n: i64) -> Id {
        self.number(&Rational::from(n))
    }

    /// π, e or i.
    pub fn constant(&mut self, c: Constant) -> Id {
        self.intern(View::Constant(c))
    }

    /// The symbol of a name.
    pub fn symbol(&mut self, name: &str) -> Id {
        let position = self
            .symbols
            .iter()
            .position(|s| &**s == name)
            .unwrap_or_else(|| {
                self.symbols.push(name.into());
                self.symbols.len() - 1
            });
        self.intern(View::Symbol(SymbolId(position as u32)))
    }

    /// The symbol of a name, if it occurs in the arena.
    pub fn find_symbol(&self, name: &str) -> Option<SymbolId> {
        self.symbols
            .iter()
            .position(|s| &**s == name)
            .map(|p| SymbolId(p as u32))
    }

    /// The name of a symbol.
    pub fn name(&self, symbol: SymbolId) -> &str {
        &self.symbols[symbol.index()]
    }

    /// The name of the symbol at a position.
    pub fn symbol_name(&self, position: usize) -> &str {
        &self.symbols[position]
    }

    /// How many symbols there are.
    pub fn symbol_count(&self) -> usize {
        self.symbols.len()
    }

    /// A sum as written; one term is itself, none is 0.
    pub fn sum(&mut self, terms: &[Id]) -> Id {
        match terms {
            [] => self.integer(0),
            [one] => *one,
            _ => self.intern(View::Sum(terms)),
        }
    }

    /// A product as written; one factor is itself, none is 1.
    pub fn product(&mut self, factors: &[Id]) -> Id {
        match factors {
            [] => self.integer(1),
            [one] => *one,
            _ => self.intern(View::Product(factors)),
        }
    }

    /// The principal power.
    pub fn power(&mut self, base: Id, exponent: Id) -> Id {
        self.intern(View::Power(base, exponent))
    }

    /// A function of the table.
    pub fn call(&mut self, function: Function, arguments: &[Id]) -> Id {
        self.intern(View::Call(function, arguments))
    }

    /// −a: a number is negated, anything else is multiplied by −1.
    pub fn neg(&mut self, a: Id) -> Id {
        if let View::Number(q) = self.view(a) {
            let q = -q;
            return self.number(&q);
        }
        let minus_one = self.integer(-1);
        self.product(&[minus_one, a])
    }

    /// a − b.
    pub fn sub(&mut self, a: Id, b: Id) -> Id {
        let b = self.neg(b);
        self.sum(&[a, b])
    }

    /// 1/a as a^(−1), also for numbers: whether a is zero is a question of the domain.
    pub fn recip(&mut self, a: Id) -> Id {
        let minus_one = self.integer(-1);
        self.power(a, minus_one)
    }

    /// a/b: a quotient of two numbers is a number (unless b is 0), anything else a·b^(−1).
    pub fn div(&mut self, a: Id, b: Id) -> Id {
        if let (View::Number(p), View::Number(q)) = (self.view(a), self.view(b))
            && let Some(q) = p.checked_div(q)
        {
            return self.number(&q);
        }
        let b = self.recip(b);
        self.product(&[a, b])
    }

    /// The principal square root.
    pub fn sqrt(&mut self, a: Id) -> Id {
        let half = self.number(&Rational::HALF);
        self.power(a, half)
    }

    /// e^a.
    pub fn exp(&mut self, a: Id) -> Id {
        let e = self.constant(Constant::E);
        self.power(e, a)
    }

    /// The number, if the node is one.
    pub fn as_number(&self, id: Id) -> Option<&Rational> {
        match self.view(id) {
            View::Number(q) => Some(q),
            _ => None,
        }
    }

    /// All nodes that `roots` are made of, children before parents.
    pub fn reachable(&self, roots: &[Id]) -> Vec<Id> {
        let Some(top) = roots.iter().max() else {
            return Vec::new();
        };
        let mut seen = vec![false; top.index() + 1];
        for root in roots {
            seen[root.index()] = true;
        }
        for index in (0..seen.len()).rev() {
            if seen[index] {
                for child in self.children(Id(index as u32)).as_slice() {
                    seen[child.index()] = true;
                }
            }
        }
        (0..seen.len())
            .filter(|&i| seen[i])
            .map(|i| Id(i as u32))
            .collect()
    }

    /// For every node of the arena, whether it contains the symbol.
    pub fn depends_on(&self, symbol: SymbolId) -> Vec<bool> {
        let mut depends = Vec::with_capacity(self.store.nodes.len());
        for index in 0..self.store.nodes.len() {
            let id = Id(index as u32);
            let here = match self.view(id) {
                View::Symbol(s) => s == symbol,
                _ => self
                    .children(id)
                    .as_slice()
                    .iter()
                    .any(|c: &Id| depends[c.index()]),
            };
            depends.push(here);
        }
        depends
    }

    /// The symbols that occur in an expression, in the order in which the arena met them.
    pub fn symbols_of(&self, root: Id) -> Vec<SymbolId> {
        let mut symbols: Vec<SymbolId> = self
            .reachable(&[root])
            .into_iter()
            .filter_map(|id| match self.view(id) {
                View::Symbol(s) => Some(s),
                _ => None,
            })
            .collect();
        symbols.sort_unstable();
        symbols
    }
}

fn hash_view(hasher: &RandomState, view: View<'_>) -> u64 {
    hasher.hash_one(view)
}

/// The children of a node, borrowed.
pub enum Children<'a> {
    /// Children that stand in the arena.
    Slice(&'a [Id]),
    /// Base and exponent.
    Pair([Id; 2]),
}

impl Children<'_> {
    /// The children in order.
    pub fn as_slice(&self) -> &[Id] {
        match self {
            Self::Slice(ids) => ids,
            Self::Pair(ids) => ids,
        }
    }
}
