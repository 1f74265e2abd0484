//! What holds for every input: the same verdict every time, under every key, and no panic.

use std::time::Instant;

use barrow::decide::Policy;
use barrow::verify::{Question, VerdictKind, Verifier};
use rand_chacha::ChaCha12Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use rayon::prelude::*;

use crate::row::{Row, rows};

#[test]
fn a_verdict_is_the_same_on_every_thread_and_in_every_order() {
    let questions: Vec<Row> = rows("seeds.jsonl")
        .into_iter()
        .chain(rows("attacks.jsonl"))
        .step_by(5)
        .collect();
    let alone: Vec<_> = questions.iter().map(Row::verdict).collect();
    let together: Vec<_> = questions.par_iter().rev().map(Row::verdict).collect();
    for (first, again) in alone.iter().zip(together.iter().rev()) {
        assert_eq!(first, again);
    }
}

#[test]
fn another_key_gives_the_same_kind_of_verdict() {
    let seeds = rows("seeds.jsonl");
    let changed: Vec<String> = seeds
        .par_iter()
        .flat_map_iter(|row| {
            let kind = row.verdict().verdict;
            [[1; 32], [255; 32]].into_iter().filter_map(move |key| {
                let other = Verifier::new(Policy {
                    key,
                    ..Policy::default()
                })
                .verify(&row.question);
                (other.verdict != kind)
                    .then(|| format!("{}: {kind:?}, key {}: {:?}", row.id, key[0], other.verdict))
            })
        })
        .collect();
    assert!(changed.is_empty(), "{}", changed.join("\n"));
}

#[test]
fn answers_together_get_the_verdicts_they_get_alone() {
    let all: Vec<Row> = rows("seeds.jsonl")
        .into_iter()
        .chain(rows("attacks.jsonl"))
        .collect();
    let changed: Vec<String> = all
        .par_iter()
        .flat_map_iter(|row| {
            let verifier = Verifier::default();
            let right = &row.question.antiderivative;
            let variable = &row.question.variable;
            let texts = [
                format!("{right} + K"),
                format!("{right} + {variable}^2"),
                "sin(".to_owned(),
                right.clone(),
                format!("({right}) - 1/7"),
                right.clone(),
            ];
            let together = verifier.verify_each(&row.question, &texts);
            assert_eq!(together[3], together[5]);
            let alone = texts.map(|antiderivative| {
                verifier.verify(&Question {
                    antiderivative,
                    ..row.question.clone()
                })
            });
            let pairs = together.into_iter().zip(alone).enumerate();
            pairs.filter_map(|(i, (together, alone))| {
                let same = together.verdict == alone.verdict
                    && together.message == alone.message
                    && together.notes == alone.notes;
                (!same).then(|| format!("{} {i}: {together:?}, alone {alone:?}", row.id))
            })
        })
        .collect();
    assert!(changed.is_empty(), "{}", changed.join("\n"));
}

/// Bytes, words of the language in any order, and answers with a few bytes changed.
fn noise(generator: &mut ChaCha12Rng, seeds: &[Row]) -> String {
    const WORDS: &[&str] = &[
        "x", "a", "e", "i", "pi", "2", "0", "1/3", "+", "-", "*", "/", "^", "**", "(", ")", "|",
        ",", "=", " ", "sin", "log", "sqrt", "root", "atan", "acosh", "erf", "Ei", "sign", "oo",
        "√", "²", "10^30", "1e99", "'", "\\frac", "{", "}",
    ];
    let below = |generator: &mut ChaCha12Rng, n: usize| generator.next_u64() as usize % n;
    let length = 1 + below(generator, 40);
    match below(generator, 3) {
        0 => {
            let mut bytes = vec![0; length];
            generator.fill_bytes(&mut bytes);
            String::from_utf8_lossy(&bytes).into_owned()
        }
        1 => (0..length)
            .map(|_| WORDS[below(generator, WORDS.len())])
            .collect(),
        _ => {
            let row = &seeds[below(generator, seeds.len())];
            let mut characters: Vec<char> = row.question.antiderivative.chars().collect();
            for _ in 0..=below(generator, 3) {
                let place = below(generator, characters.len());
                let word = WORDS[below(generator, WORDS.len())];
                characters.splice(place..=place, word.chars());
            }
            characters.into_iter().collect()
        }
    }
}

#[test]
fn no_input_panics() {
    let seeds = rows("seeds.jsonl");
    let mut generator = ChaCha12Rng::from_seed([3; 32]);
    let questions: Vec<Question> = (0..600)
        .map(|i| {
            let right = &seeds[i % seeds.len()].question;
            let noise = noise(&mut generator, &seeds);
            if i % 2 == 0 {
                Question {
                    antiderivative: noise,
                    ..right.clone()
                }
            } else {
                Question {
                    integrand: noise,
                    ..right.clone()
                }
            }
        })
        .collect();
    let verifier = Verifier::default();
    let verdicts: Vec<_> = questions
        .par_iter()
        .map(|q| verifier.verify(q).verdict)
        .collect();
    let invalid = verdicts
        .iter()
        .filter(|kind| **kind == VerdictKind::Invalid)
        .count();
    println!("{invalid} of {} invalid", verdicts.len());
}

/// Each ends at once; how soon is printed (`--nocapture`), since a shared machine promises nothing.
#[test]
fn hostile_inputs_end() {
    let inputs = [
        ("brackets", "(".repeat(20_000)),
        (
            "pairs of brackets",
            format!("{}x{}", "(".repeat(20_000), ")".repeat(20_000)),
        ),
        ("minus signs", format!("{}x", "-".repeat(20_000))),
        ("powers", format!("x{}", "^1".repeat(20_000))),
        ("bars", "|".repeat(20_000)),
        ("roots", "√".repeat(20_000)),
        ("functions", format!("{}x", "sin ".repeat(10_000))),
        ("tower of nines", "9**9**9**9".to_owned()),
        ("digits", "7".repeat(10_000_000)),
        ("sum", format!("x{}", "+x".repeat(30_000))),
        ("divisions", format!("x{}", "/x".repeat(30_000))),
        ("huge exponent", "x^(10^(10^(10^10)))".to_owned()),
        (
            "iterated exponential",
            "exp(exp(exp(exp(exp(exp(exp(x)))))))".to_owned(),
        ),
        (
            "iterated sine of a huge number",
            "sin(sin(10^(10^9)*x))".to_owned(),
        ),
    ];
    let verifier = Verifier::default();
    for (name, text) in &inputs {
        for question in [
            Question::new("x", text.as_str()),
            Question::new(text.as_str(), "x"),
        ] {
            let begin = Instant::now();
            let verdict = verifier.verify(&question);
            println!("{name}: {:?} in {:.1?}", verdict.verdict, begin.elapsed());
            assert_ne!(verdict.verdict, VerdictKind::Equal, "{name}");
        }
    }
}
