//! Published antiderivatives: none that agrees numerically is refuted, and enough are proved.

use std::collections::BTreeMap;

use barrow::decide::{Domain, Policy};
use barrow::error::Stage;
use barrow::syntax::Dialect;
use barrow::verify::{Verdict, VerdictKind, Verifier};
use rayon::prelude::*;

use crate::row::{Row, describe, rows};

/// The rows whose published verdict is `agrees`, and what is said of them.
fn answered(file: &str, domain: Domain) -> Vec<(Row, Verdict)> {
    let mut rows = rows(file);
    rows.retain(|row| row.published == "agrees");
    for row in &mut rows {
        let imaginary = row.has_imaginary_unit();
        row.question.domain = Some(if imaginary { Domain::Complex } else { domain });
    }
    let verifier = Verifier::new(Policy::default()).dialect(Dialect::Sympy);
    let answer = |row: Row| {
        let verdict = verifier.verify(&row.question);
        (row, verdict)
    };
    rows.into_par_iter().map(answer).collect()
}

/// Bessel functions and the like are no words of the language, and only that is said of them.
fn is_unknown_function((row, verdict): &(Row, Verdict)) -> bool {
    row.class == "special" && verdict.stage == Some(Stage::Symbol)
}

/// Rows that are refused where every piece counts, from `every_different.jsonl`: id → verdict.
fn refused_everywhere() -> BTreeMap<String, VerdictKind> {
    include_str!("every_different.jsonl")
        .lines()
        .map(|line| {
            let row: serde_json::Value = serde_json::from_str(line).unwrap();
            let kind = serde_json::from_value(row["verdict"].clone()).unwrap();
            (row["id"].as_str().unwrap().to_owned(), kind)
        })
        .collect()
}

/// At least `floor` of the rows are equal, and none is refused but those that are real nowhere.
/// Floors only rise.
fn check(file: &str, domain: Domain, floor: usize) {
    let answered = answered(file, domain);
    let refused = refused_everywhere();
    let nowhere = |row: &Row| {
        domain != Domain::Complex && refused.get(&row.id) == Some(&VerdictKind::Invalid)
    };
    let mut wrong = Vec::new();
    let mut undecided = Vec::new();
    let (mut equal, mut unknown) = (0, 0);
    for pair in &answered {
        let (row, verdict) = pair;
        match verdict.verdict {
            VerdictKind::Equal => equal += 1,
            VerdictKind::Undecided => undecided.push(describe(row, verdict)),
            VerdictKind::Invalid if is_unknown_function(pair) => unknown += 1,
            VerdictKind::Invalid if nowhere(row) => {}
            VerdictKind::Different | VerdictKind::Invalid => wrong.push(describe(row, verdict)),
        }
    }
    println!(
        "{file}: {equal} of {} equal, {unknown} with unknown functions",
        answered.len()
    );
    assert!(wrong.is_empty(), "{file}: refused\n{}", wrong.join("\n"));
    assert!(
        equal >= floor,
        "{file}: {equal} equal, at least {floor} wanted\n{}",
        undecided.join("\n")
    );
}

#[test]
fn rubi() {
    check("samples/rubi.jsonl", Domain::Complex, 289);
}

#[test]
fn rubi_with_parameters() {
    check("samples/rubi_parameters.jsonl", Domain::Complex, 298);
}

#[test]
fn blake() {
    check("samples/blake.jsonl", Domain::Complex, 97);
}

#[test]
fn sympy() {
    check("samples/sympy.jsonl", Domain::Some, 276);
}

#[test]
fn schaum() {
    check("samples/schaum.jsonl", Domain::Some, 332);
}

/// Tables are written for positive x: where every piece counts, exactly the listed rows are wrong.
/// `tools/recheck_witness.py` shows by other means that they are.
#[test]
fn every_piece_counts() {
    let mut found = BTreeMap::new();
    for file in ["samples/sympy.jsonl", "samples/schaum.jsonl"] {
        for pair in answered(file, Domain::Every) {
            let refused = matches!(
                pair.1.verdict,
                VerdictKind::Different | VerdictKind::Invalid
            );
            if refused && !is_unknown_function(&pair) {
                found.insert(pair.0.id, pair.1.verdict);
            }
        }
    }
    assert_eq!(found, refused_everywhere());
}
