//! Mutants of right answers: none is accepted, nearly all are refuted.

use std::collections::BTreeMap;

use barrow::decide::{Domain, Policy};
use barrow::syntax::Dialect;
use barrow::verify::{Question, VerdictKind, Verifier};
use rand_chacha::ChaCha12Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use rayon::prelude::*;

use crate::mutation::{ALL, Mutation};
use crate::opinion::Opinion;
use crate::row::{Row, rows};
use crate::tree::Tree;

/// A file and how its rows are asked.
struct Source {
    file: &'static str,
    dialect: Dialect,
    domain: Domain,
}

const SOURCES: [Source; 6] = [
    Source {
        file: "seeds.jsonl",
        dialect: Dialect::Default,
        domain: Domain::Every,
    },
    Source {
        file: "samples/rubi.jsonl",
        dialect: Dialect::Sympy,
        domain: Domain::Complex,
    },
    Source {
        file: "samples/rubi_parameters.jsonl",
        dialect: Dialect::Sympy,
        domain: Domain::Complex,
    },
    Source {
        file: "samples/blake.jsonl",
        dialect: Dialect::Sympy,
        domain: Domain::Complex,
    },
    Source {
        file: "samples/sympy.jsonl",
        dialect: Dialect::Sympy,
        domain: Domain::Every,
    },
    Source {
        file: "samples/schaum.jsonl",
        dialect: Dialect::Sympy,
        domain: Domain::Every,
    },
];

struct Mutant {
    mutation: Mutation,
    question: Question,
}

/// A mutant of a row, if the second opinion can judge it.
fn mutant(
    row: &Row,
    source: &Source,
    mutation: Mutation,
    generator: &mut ChaCha12Rng,
) -> Option<Mutant> {
    let variable = &row.question.variable;
    let integrand = Tree::read(&row.question.integrand)?;
    let right = Tree::read(&row.question.antiderivative)?;
    let sympy = source.dialect == Dialect::Sympy;
    let domain = if sympy && row.has_imaginary_unit() {
        Domain::Complex
    } else {
        source.domain
    };
    let complex = domain == Domain::Complex;
    let opinion = Opinion::new(
        integrand.clone(),
        &right,
        variable,
        sympy,
        complex,
        generator.next_u64(),
    );
    if !opinion.is_right(&right) {
        return None;
    }
    let wrong = mutation.apply(&right, variable, &opinion, generator)?;
    let mut question = Question::new(integrand.to_string(), wrong.to_string());
    question.variable.clone_from(variable);
    question.dialect = Some(source.dialect);
    question.domain = Some(domain);
    Some(Mutant { mutation, question })
}

fn mutants(count: usize, seed: u64) -> Vec<Mutant> {
    let mut generator = ChaCha12Rng::seed_from_u64(seed);
    let sources: Vec<(Source, Vec<Row>)> = SOURCES
        .into_iter()
        .map(|source| {
            let rows = rows(source.file)
                .into_iter()
                .filter(|row| row.published.is_empty() || row.published == "agrees");
            let rows = rows.collect();
            (source, rows)
        })
        .collect();
    let mut mutants = Vec::with_capacity(count);
    while mutants.len() < count {
        let (source, rows) = &sources[generator.next_u64() as usize % sources.len()];
        let row = &rows[generator.next_u64() as usize % rows.len()];
        let mutation = ALL[generator.next_u64() as usize % ALL.len()];
        mutants.extend(mutant(row, source, mutation, &mut generator));
    }
    mutants
}

fn check(count: usize, seed: u64) {
    let mutants = mutants(count, seed);
    let verifier = Verifier::new(Policy::default());
    let kinds: Vec<_> = mutants
        .par_iter()
        .map(|m| verifier.verify(&m.question))
        .collect();
    let mut by_mutation: BTreeMap<Mutation, [usize; 2]> = BTreeMap::new();
    let (mut accepted, mut open, mut refuted) = (Vec::new(), Vec::new(), 0);
    for (mutant, verdict) in mutants.iter().zip(&kinds) {
        let line = format!(
            "{:?} {:?} {:?} {:?}: {} | {}",
            mutant.mutation,
            verdict.verdict,
            verdict.reason,
            verdict.message,
            mutant.question.integrand,
            mutant.question.antiderivative
        );
        let counts = by_mutation.entry(mutant.mutation).or_default();
        counts[1] += 1;
        match verdict.verdict {
            VerdictKind::Equal => accepted.push(line),
            VerdictKind::Different => {
                counts[0] += 1;
                refuted += 1;
            }
            VerdictKind::Undecided | VerdictKind::Invalid => open.push(line),
        }
    }
    println!("{refuted} of {count} mutants refuted; by mutation {by_mutation:?}");
    assert!(accepted.is_empty(), "accepted:\n{}", accepted.join("\n"));
    assert!(
        100 * refuted >= 97 * count,
        "{refuted} of {count} refuted\n{}",
        open.join("\n")
    );
}

#[test]
fn no_mutant_is_equal() {
    check(300, 1);
}

#[test]
#[ignore = "2,000 mutants, run with --ignored"]
fn no_mutant_of_two_thousand_is_equal() {
    check(2000, 2);
}
