//! What computer algebra systems print, in their dialects, and what `log` means to people.
#![allow(clippy::unwrap_used)]

use barrow::decide::{Domain, Policy};
use barrow::error::Stage;
use barrow::expr::Arena;
use barrow::syntax::{self, Dialect, Logarithm, Reading, Syntax};
use barrow::verify::{Question, VerdictKind, Verifier};

fn dialect(name: &str) -> Dialect {
    serde_json::from_value(name.into()).unwrap()
}

fn rows(file: &str) -> impl Iterator<Item = [&str; 3]> {
    file.lines()
        .filter(|line| !line.starts_with("# "))
        .map(|line| line.split('\t').collect::<Vec<_>>().try_into().unwrap())
}

/// Texts and how they are read; `!` for those that are refused.
#[test]
fn cases() {
    for [name, text, plain] in rows(include_str!("syntax/dialects.tsv")) {
        let reading = Reading {
            dialect: dialect(name),
            ..Reading::antiderivative(vec!["a".into(), "b".into()])
        };
        let mut arena = Arena::new();
        match syntax::read(text, &reading, &mut arena) {
            Ok(id) => assert_eq!(arena.plain(id).to_string(), plain, "{name}: {text}"),
            Err(error) => assert_eq!(plain, "!", "{name}: {text}: {}", error.caret(text)),
        }
    }
}

/// Functions that systems answer with and that are not in the table.
const NOT_IN_THE_TABLE: &[&str] = &["gamma_incomplete"];

/// Answers that systems gave to thirty integrals and two with parameters, as they printed them:
/// all are read, and all are right.
#[test]
fn answers_are_read() {
    let policy = Policy {
        domain: Domain::Some,
        ..Policy::default()
    };
    let verifier = Verifier::new(policy);
    let mut count = 0;
    for [name, integrand, answer] in rows(include_str!("syntax/cas.tsv")) {
        let mut question = Question::new(integrand, answer);
        question.dialect = Some(dialect(name));
        let verdict = verifier.verify(&question);
        if NOT_IN_THE_TABLE.iter().any(|f| answer.contains(f)) {
            assert_eq!(verdict.stage, Some(Stage::Symbol), "{name}: {answer}");
            continue;
        }
        assert_eq!(
            verdict.verdict,
            VerdictKind::Equal,
            "{name}: {integrand} | {answer}: {verdict:?}"
        );
        count += 1;
    }
    assert!(count >= 90);
}

/// `log` without a base, under both settings.
#[test]
fn logarithms() {
    let ten = "log(x)/log(10)";
    let cases = [
        (Syntax::Plain, "log(x)", ten),
        (Syntax::Plain, "log x", ten),
        (Syntax::Plain, "xlogx", "x*(log(x)/log(10))"),
        (Syntax::Plain, "log^2 x", "(log(x)/log(10))^2"),
        (Syntax::Plain, "log|x|", "log(abs(x))/log(10)"),
        (Syntax::Plain, "log(x, 2)", "log(x)/log(2)"),
        (Syntax::Plain, "log_2(x)", "log(x)/log(2)"),
        (Syntax::Plain, "ln(x)", "log(x)"),
        (Syntax::Plain, "Log(x)", "log(x)"),
        (Syntax::Latex, r"\log x", ten),
        (Syntax::Latex, r"\log\left|x\right|", "log(abs(x))/log(10)"),
        (Syntax::Latex, r"\operatorname{log}(x)", ten),
        (Syntax::Latex, r"\log_{10} x", ten),
        (Syntax::Latex, r"\log_2 x", "log(x)/log(2)"),
        (Syntax::Latex, r"\ln x", "log(x)"),
    ];
    for (syntax, text, expected) in cases {
        let reading = Reading {
            syntax,
            logarithm: Logarithm::Ten,
            ..Reading::antiderivative(Vec::new())
        };
        let mut arena = Arena::new();
        let id = syntax::read(text, &reading, &mut arena).unwrap_or_else(|e| panic!("{e:?}"));
        assert_eq!(arena.plain(id).to_string(), expected, "{text}");
    }
    for dialect in [Dialect::Sympy, Dialect::Maxima, Dialect::Mathematica] {
        let reading = Reading {
            logarithm: Logarithm::Ten,
            dialect,
            ..Reading::integrand()
        };
        let mut arena = Arena::new();
        let id = syntax::read("log(x)", &reading, &mut arena).expect("an expression");
        assert_eq!(arena.plain(id).to_string(), "log(x)");
    }
}
