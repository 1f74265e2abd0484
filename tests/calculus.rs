//! Derivatives: each function against differences, and the size of the result.
#![allow(clippy::unwrap_used)]

mod complex;

use std::collections::HashMap;

use barrow::calculus::derivative;
use barrow::expr::{Arena, Constant, Function, Id};
use barrow::number::Rational;
use barrow::simplify::canonical;
use complex::{C, evaluate, print};

fn at(x: f64) -> HashMap<String, C> {
    [("x", x), ("a", 1.3), ("b", 0.6)]
        .into_iter()
        .map(|(name, value)| (name.to_string(), C(value, 0.0)))
        .collect()
}

/// Central differences with two Richardson steps: the error is of order h⁶.
fn difference(arena: &Arena, id: Id, x: f64) -> Option<C> {
    let h = 2e-3;
    let central = |h: f64| -> Option<C> {
        let (a, _) = evaluate(arena, id, &at(x + h))?;
        let (b, _) = evaluate(arena, id, &at(x - h))?;
        Some((a - b) / C(2.0 * h, 0.0))
    };
    let k = |v: f64| C(v, 0.0);
    let (d1, d2, d4) = (central(h)?, central(h / 2.0)?, central(h / 4.0)?);
    let (e1, e2) = ((k(4.0) * d2 - d1) / k(3.0), (k(4.0) * d4 - d2) / k(3.0));
    Some((k(16.0) * e2 - e1) / k(15.0))
}

fn check(arena: &mut Arena, id: Id, points: &[f64]) -> usize {
    let x = arena.find_symbol("x").unwrap();
    let slope = derivative(arena, id, x);
    let mut checked = 0;
    for &p in points {
        let (Some(expected), Some((found, scale))) =
            (difference(arena, id, p), evaluate(arena, slope, &at(p)))
        else {
            continue;
        };
        assert!(
            (expected - found).abs() < 1e-8 * scale.max(10.0),
            "d/dx {} = {} at {p}: {expected:?} expected, {found:?} found",
            print(arena, id),
            print(arena, slope)
        );
        checked += 1;
    }
    checked
}

const POINTS: &[f64] = &[
    -2.7, -1.6, -0.83, -0.31, 0.17, 0.44, 0.79, 1.37, 1.9, 2.6, 3.3,
];

#[test]
fn every_function_agrees_with_differences() {
    for entry in Function::TABLE {
        let mut arena = Arena::new();
        let x = arena.symbol("x");
        let arguments = if entry.arity == 2 {
            vec![x, arena.integer(3)]
        } else {
            vec![x]
        };
        let id = arena.call(entry.function, &arguments);
        assert!(check(&mut arena, id, POINTS) >= 4, "{}", entry.name);

        // The chain rule: f(x²/2 + 1/5) and f(1/5 − x/3).
        let fifth = arena.number(&Rational::new(1, 5).unwrap());
        let half = arena.number(&Rational::HALF);
        let two = arena.integer(2);
        let square = arena.power(x, two);
        let square = arena.product(&[half, square]);
        let third = arena.number(&Rational::new(-1, 3).unwrap());
        let linear = arena.product(&[third, x]);
        for inner in [square, linear] {
            let mut arguments = arguments.clone();
            arguments[0] = arena.sum(&[inner, fifth]);
            let id = arena.call(entry.function, &arguments);
            assert!(check(&mut arena, id, POINTS) >= 2, "{}", entry.name);
        }
    }
}

#[test]
fn powers_and_products_agree_with_differences() {
    let mut arena = Arena::new();
    let x = arena.symbol("x");
    let a = arena.symbol("a");
    let three = arena.integer(3);
    let e = arena.constant(Constant::E);
    let sine = arena.call(Function::Sin, &[x]);
    let logarithm = arena.call(Function::Log, &[x]);
    let root = arena.sqrt(x);
    let ax = arena.product(&[a, x]);
    let list = [
        arena.power(x, three),
        arena.power(three, x),
        arena.power(a, x),
        arena.power(x, a),
        arena.power(x, x),
        arena.power(x, sine),
        arena.power(sine, x),
        arena.power(e, ax),
        arena.power(a, sine),
        arena.product(&[a, x, sine, logarithm]),
        arena.product(&[x, x, x, sine, sine]),
        arena.product(&[a, a]),
        arena.sum(&[a, ax, root, three]),
        arena.product(&[root, sine, root]),
    ];
    for id in list {
        assert!(check(&mut arena, id, POINTS) >= 4, "{}", print(&arena, id));
    }
    let many: Vec<Id> = (1..20)
        .map(|k| {
            let k = arena.integer(k);
            let kx = arena.product(&[k, x]);
            let cosine = arena.call(Function::Cos, &[kx]);
            arena.sum(&[three, cosine])
        })
        .collect();
    let scaled: Vec<Id> = many
        .into_iter()
        .map(|u| {
            let third = arena.number(&Rational::new(1, 3).unwrap());
            arena.product(&[third, u])
        })
        .collect();
    let id = arena.product(&scaled);
    assert!(check(&mut arena, id, &[0.11, 0.37]) == 2);
}

/// Nodes and operands of an expression.
fn size(arena: &Arena, id: Id) -> (usize, usize) {
    let nodes = arena.reachable(&[id]);
    let operands = nodes
        .iter()
        .map(|&n| arena.children(n).as_slice().len())
        .sum();
    (nodes.len(), operands)
}

#[test]
fn the_derivative_of_a_long_product_is_linear() {
    let mut arena = Arena::new();
    let x = arena.symbol("x");
    let factors: Vec<Id> = (1..=2_000)
        .map(|k| {
            let k = arena.integer(k);
            let sum = arena.sum(&[x, k]);
            arena.call(Function::Sin, &[sum])
        })
        .collect();
    let product = arena.product(&factors);
    let variable = arena.find_symbol("x").unwrap();
    let slope = derivative(&mut arena, product, variable);
    let (nodes, operands) = size(&arena, slope);
    assert!(nodes <= 10 * 2_000, "{nodes} nodes");
    assert!(operands <= 20 * 2_000, "{operands} operands");
}

#[test]
fn the_derivative_of_a_deep_composition_is_linear() {
    let build: [fn(&mut Arena, Id, Id) -> Id; 6] = [
        |arena, _, u| arena.call(Function::Sin, &[u]),
        |arena, x, u| arena.product(&[x, u]),
        |arena, x, u| {
            let sine = arena.call(Function::Sin, &[u]);
            arena.sum(&[x, u, sine])
        },
        |arena, _, u| arena.exp(u),
        |arena, x, u| {
            let sum = arena.sum(&[u, x]);
            let root = arena.sqrt(sum);
            arena.product(&[u, root])
        },
        |arena, x, u| {
            let power = arena.power(u, x);
            arena.sum(&[power, u])
        },
    ];
    for (case, step) in build.into_iter().enumerate() {
        for depth in [1_000, 10_000] {
            let mut arena = Arena::new();
            let x = arena.symbol("x");
            let mut u = x;
            for _ in 0..depth {
                u = step(&mut arena, x, u);
            }
            let variable = arena.find_symbol("x").unwrap();
            let slope = derivative(&mut arena, u, variable);
            let before = size(&arena, u).0;
            let (nodes, operands) = size(&arena, slope);
            assert!(nodes <= 30 * before, "{case}: {nodes} nodes from {before}");
            assert!(
                operands <= 131_072 + 60 * before,
                "{case}: {operands} operands from {before}"
            );
            canonical(&mut arena, slope);
        }
    }
}
