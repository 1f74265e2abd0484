use std::path::PathBuf;

use barrow::decide::{Coverage, Policy};
use barrow::verify::{Question, Verdict, VerdictKind, Verifier};
use serde_json::Value;

/// A line of a file in `data/`.
pub struct Row {
    pub id: String,
    pub question: Question,
    /// The right verdicts; empty in files that prescribe none.
    pub expect: Vec<VerdictKind>,
    pub coverage: Option<Coverage>,
    pub require_certified: bool,
    /// What the published numeric check said.
    pub published: String,
    /// `elementary_no_params`, `elementary_params` or `special`; empty for own rows.
    pub class: String,
}

/// The rows of a file in `data/`.
pub fn rows(file: &str) -> Vec<Row> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("data")
        .join(file);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    text.lines()
        .map(|line| row(&serde_json::from_str(line).unwrap()))
        .collect()
}

fn row(value: &Value) -> Row {
    let text = |key: &str| value[key].as_str().unwrap_or("").to_owned();
    Row {
        id: text("id"),
        question: serde_json::from_value(value.clone()).unwrap(),
        expect: text("expect")
            .split('|')
            .filter(|name| !name.is_empty())
            .map(kind)
            .collect(),
        coverage: value
            .get("coverage")
            .map(|c| serde_json::from_value(c.clone()).unwrap()),
        require_certified: value["require_certified"] == true,
        published: text("verdict"),
        class: text("class"),
    }
}

fn kind(name: &str) -> VerdictKind {
    serde_json::from_value(Value::from(name)).unwrap()
}

impl Row {
    /// A pair that is wrong on all of the real line.
    pub fn wrong(
        id: String,
        integrand: impl Into<String>,
        antiderivative: impl Into<String>,
    ) -> Self {
        Self {
            id,
            question: Question::new(integrand, antiderivative),
            expect: vec![VerdictKind::Different],
            coverage: None,
            require_certified: false,
            published: String::new(),
            class: String::new(),
        }
    }

    /// The verdict under the policy that the row is meant for.
    pub fn verdict(&self) -> Verdict {
        self.verdict_under(Policy {
            require_certified: self.require_certified,
            ..Policy::default()
        })
    }

    /// The verdict under another policy.
    pub fn verdict_under(&self, policy: Policy) -> Verdict {
        Verifier::new(policy).verify(&self.question)
    }

    /// Whether i occurs, in SymPy's spelling.
    pub fn has_imaginary_unit(&self) -> bool {
        [&self.question.integrand, &self.question.antiderivative]
            .iter()
            .any(|text| {
                text.split(|c: char| !c.is_alphanumeric() && c != '_')
                    .any(|word| word == "I")
            })
    }
}

/// The row and its verdict in one line, for messages.
pub fn describe(row: &Row, verdict: &Verdict) -> String {
    format!(
        "{} [{:?} {} {:?} {:?} {:?}] {} | {}",
        row.id,
        verdict.verdict,
        verdict.coverage.map_or(String::new(), |c| format!("{c:?}")),
        verdict.reason,
        verdict.detail,
        verdict.message,
        row.question.integrand,
        row.question.antiderivative
    )
}
