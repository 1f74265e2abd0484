//! Laws of the canonical form, on random expressions and on a table of cases.
#![allow(clippy::unwrap_used)]

mod complex;

use std::collections::HashMap;

use barrow::expr::{Arena, Constant, Function, Id};
use barrow::number::Rational;
use barrow::simplify::{canonical, structural_hash};
use complex::{C, evaluate, print};
use proptest::prelude::*;

/// An expression outside any arena.
#[derive(Clone, Debug)]
enum Tree {
    Number(i64, i64),
    Constant(Constant),
    Symbol(&'static str),
    Sum(Vec<Tree>),
    Product(Vec<Tree>),
    Power(Box<Tree>, Box<Tree>),
    Call(Function, Box<Tree>),
    Root(Box<Tree>, i64),
}

impl Tree {
    /// Builds the tree; `turn` rotates the operands of sums and products.
    fn build(&self, arena: &mut Arena, turn: usize) -> Id {
        let rotated = |list: &[Tree], arena: &mut Arena| -> Vec<Id> {
            let mut ids: Vec<Id> = list.iter().map(|t| t.build(arena, turn)).collect();
            if turn > 0 {
                ids.reverse();
                let n = ids.len();
                ids.rotate_left(turn % n);
            }
            ids
        };
        match self {
            Tree::Number(n, d) => arena.number(&Rational::new(*n, *d).unwrap()),
            Tree::Constant(c) => arena.constant(*c),
            Tree::Symbol(s) => arena.symbol(s),
            Tree::Sum(list) => {
                let ids = rotated(list, arena);
                arena.sum(&ids)
            }
            Tree::Product(list) => {
                let ids = rotated(list, arena);
                arena.product(&ids)
            }
            Tree::Power(a, b) => {
                let (b, a) = if turn > 0 {
                    let b = b.build(arena, turn);
                    (b, a.build(arena, turn))
                } else {
                    let a = a.build(arena, turn);
                    (b.build(arena, turn), a)
                };
                arena.power(a, b)
            }
            Tree::Call(f, a) => {
                let a = a.build(arena, turn);
                arena.call(*f, &[a])
            }
            Tree::Root(a, n) => {
                let a = a.build(arena, turn);
                let n = arena.integer(*n);
                arena.call(Function::Root, &[a, n])
            }
        }
    }
}

fn unary() -> impl Strategy<Value = Function> {
    let all: Vec<Function> = Function::TABLE
        .iter()
        .filter(|e| e.arity == 1)
        .map(|e| e.function)
        .collect();
    prop::sample::select(all)
}

/// Expressions over everything there is.
fn general() -> impl Strategy<Value = Tree> {
    let leaf = prop_oneof![
        3 => number(),
        1 => prop::sample::select(vec![Constant::Pi, Constant::E, Constant::I]).prop_map(Tree::Constant),
        4 => prop::sample::select(vec!["x", "a", "y"]).prop_map(Tree::Symbol),
    ];
    leaf.prop_recursive(7, 160, 2, |inner| {
        let list = || prop::collection::vec(inner.clone(), 2..4);
        prop_oneof![
            4 => list().prop_map(Tree::Sum),
            4 => list().prop_map(Tree::Product),
            2 => (inner.clone(), inner.clone()).prop_map(|(a, b)| Tree::Power(a.into(), b.into())),
            3 => (inner.clone(), number()).prop_map(|(a, n)| Tree::Power(a.into(), n.into())),
            1 => inner.clone().prop_map(|a| Tree::Power(Tree::Constant(Constant::E).into(), a.into())),
            3 => (unary(), inner.clone()).prop_map(|(f, a)| Tree::Call(f, a.into())),
            1 => (inner, prop::sample::select(vec![3_i64, 5])).prop_map(|(a, n)| Tree::Root(a.into(), n)),
        ]
    })
}

/// Few symbols and many powers, so that rules meet.
fn algebraic() -> impl Strategy<Value = Tree> {
    let leaf = prop_oneof![
        2 => number(),
        1 => Just(Tree::Constant(Constant::I)),
        3 => Just(Tree::Symbol("x")),
    ];
    leaf.prop_recursive(8, 160, 2, |inner| {
        let list = || prop::collection::vec(inner.clone(), 2..4);
        let few = [Function::Log, Function::Abs, Function::Sign, Function::Sin, Function::Asin];
        prop_oneof![
            3 => list().prop_map(Tree::Sum),
            3 => list().prop_map(Tree::Product),
            4 => (inner.clone(), number()).prop_map(|(a, n)| Tree::Power(a.into(), n.into())),
            1 => (number(), inner.clone()).prop_map(|(n, a)| Tree::Power(n.into(), a.into())),
            1 => inner.clone().prop_map(|a| Tree::Power(Tree::Constant(Constant::E).into(), a.into())),
            1 => (prop::sample::select(few.to_vec()), inner.clone()).prop_map(|(f, a)| Tree::Call(f, a.into())),
            1 => (inner, Just(3_i64)).prop_map(|(a, n)| Tree::Root(a.into(), n)),
        ]
    })
}

fn number() -> impl Strategy<Value = Tree> {
    (-4_i64..=6, prop::sample::select(vec![1_i64, 1, 2, 2, 3, 4]))
        .prop_map(|(n, d)| Tree::Number(n, d))
}

fn tree() -> impl Strategy<Value = Tree> {
    prop_oneof![general(), algebraic()]
}

/// Points off the axes, and real ones.
fn points() -> Vec<HashMap<String, C>> {
    let names = ["x", "a", "y"];
    let values = [
        [C(0.7, 0.4), C(-1.3, 0.9), C(0.31, -0.77)],
        [C(-0.62, -1.1), C(0.53, 0.27), C(-1.7, 0.21)],
        [C(1.234, 0.0), C(0.571, 0.0), C(2.113, 0.0)],
        [C(-0.834, 0.0), C(1.371, 0.0), C(-2.513, 0.0)],
        [C(0.347, 0.0), C(-0.571, 0.0), C(-0.713, 0.0)],
    ];
    values
        .iter()
        .map(|row| names.iter().map(|n| (*n).to_string()).zip(*row).collect())
        .collect()
}

/// At least 2,000 cases; `PROPTEST_CASES` asks for more.
fn cases() -> ProptestConfig {
    let config = ProptestConfig::default();
    ProptestConfig {
        cases: config.cases.max(2_000),
        ..config
    }
}

proptest! {
    #![proptest_config(cases())]

    #[test]
    fn keeps_the_value(tree in tree()) {
        let mut arena = Arena::new();
        let raw = tree.build(&mut arena, 0);
        let form = canonical(&mut arena, raw);
        for point in points() {
            let (Some((a, m)), Some((b, n))) =
                (evaluate(&arena, raw, &point), evaluate(&arena, form, &point)) else { continue };
            let scale = m.max(n);
            if scale < 1e4 {
                prop_assert!((a - b).abs() < 1e-7 * scale,
                    "{} became {}: {a:?} and {b:?} at {point:?}", print(&arena, raw), print(&arena, form));
            }
        }
    }

    #[test]
    fn is_idempotent(tree in tree()) {
        let mut arena = Arena::new();
        let raw = tree.build(&mut arena, 0);
        let form = canonical(&mut arena, raw);
        let again = canonical(&mut arena, form);
        prop_assert_eq!(print(&arena, form), print(&arena, again), "from {}", print(&arena, raw));
    }

    #[test]
    fn ignores_the_order_of_operands_and_nodes(tree in tree(), turn in 1_usize..4) {
        let mut first = Arena::new();
        let raw = tree.build(&mut first, 0);
        let a = canonical(&mut first, raw);
        let mut second = Arena::new();
        for name in ["y", "zeta", "x", "a"] {
            let s = second.symbol(name);
            second.sqrt(s);
        }
        let other = tree.build(&mut second, turn);
        let b = canonical(&mut second, other);
        prop_assert_eq!(print(&first, a), print(&second, b), "from {}", print(&first, raw));
        prop_assert_eq!(structural_hash(&first, a), structural_hash(&second, b));
    }

    #[test]
    fn stays_small(tree in tree()) {
        let mut arena = Arena::new();
        let raw = tree.build(&mut arena, 0);
        let before = arena.reachable(&[raw]).len();
        let form = canonical(&mut arena, raw);
        let after = arena.reachable(&[form]).len();
        prop_assert!(after <= 4 * before + 16, "{} became {}", print(&arena, raw), print(&arena, form));
    }
}
