//! Published antiderivatives: none that agrees numerically is refuted, and enough are proved.

use barrow::decide::{Domain, Policy};
use barrow::syntax::Dialect;
use barrow::verify::{VerdictKind, Verifier};
use rayon::prelude::*;

use crate::row::{describe, rows};

/// At least `floor` of the `agreeing` rows whose published verdict is `agrees` are equal.
/// Floors only rise.
fn check(file: &str, domain: Domain, agreeing: usize, floor: usize) {
    let mut rows = rows(file);
    rows.retain(|row| row.published == "agrees");
    assert_eq!(rows.len(), agreeing, "{file}");
    for row in &mut rows {
        let imaginary = row.has_imaginary_unit();
        row.question.domain = Some(if imaginary { Domain::Complex } else { domain });
    }
    let verifier = Verifier::new(Policy::default()).dialect(Dialect::Sympy);
    let answered: Vec<_> = rows
        .par_iter()
        .map(|row| (row, verifier.verify(&row.question)))
        .collect();
    let lines = |wanted: &[VerdictKind]| -> Vec<String> {
        let listed = answered
            .iter()
            .filter(|(_, verdict)| wanted.contains(&verdict.verdict));
        listed
            .map(|(row, verdict)| describe(row, verdict))
            .collect()
    };
    let wrong = lines(&[VerdictKind::Different, VerdictKind::Invalid]);
    assert!(wrong.is_empty(), "{file}: refused\n{}", wrong.join("\n"));
    let equal = lines(&[VerdictKind::Equal]).len();
    println!("{file}: {equal} of {agreeing} equal");
    assert!(
        equal >= floor,
        "{file}: {equal} equal, at least {floor} wanted\n{}",
        lines(&[VerdictKind::Undecided]).join("\n")
    );
}

#[test]
fn rubi() {
    check("samples/rubi.jsonl", Domain::Complex, 300, 0);
}

#[test]
fn rubi_with_parameters() {
    check("samples/rubi_parameters.jsonl", Domain::Complex, 300, 0);
}

#[test]
fn blake() {
    check("samples/blake.jsonl", Domain::Complex, 100, 0);
}

#[test]
fn sympy() {
    check("samples/sympy.jsonl", Domain::Some, 301, 0);
}

#[test]
fn schaum() {
    check("samples/schaum.jsonl", Domain::Some, 333, 0);
}
