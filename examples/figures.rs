//! Runs corpora and prints one table row for each file: how many rows got which verdict, how far
//! the proofs reach, and how fast. The figures in the README come from here.
//!
//! ```text
//! cargo run --release --example figures -- --domain some --dialect sympy data/samples/schaum.jsonl
//! ```

use std::fs::File;
use std::io::{BufRead, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use barrow::decide::{Coverage, Domain, Policy};
use barrow::syntax::Dialect;
use barrow::verify::{Question, Verdict, VerdictKind, Verifier};
use clap::{Parser, ValueEnum};
use rayon::prelude::*;
use serde_json::{Value, json};

#[derive(Clone, Copy, ValueEnum)]
enum DomainName {
    Every,
    Some,
    Complex,
}

#[derive(Clone, Copy, ValueEnum)]
enum DialectName {
    Default,
    Sympy,
}

/// Counts the verdicts on corpora with published antiderivatives.
#[derive(Parser)]
struct Options {
    /// JSON Lines, `.gz` too.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Where the two sides are compared.
    #[arg(long, value_enum, default_value = "every")]
    domain: DomainName,
    /// How letters are read.
    #[arg(long, value_enum, default_value = "default")]
    dialect: DialectName,
    /// Rows in which the imaginary unit occurs are compared as analytic functions.
    #[arg(long)]
    complex_where_i: bool,
    /// Only rows whose class begins so.
    #[arg(long, default_value = "")]
    class: String,
    /// Only rows whose published verdict is this (rows without one are always taken).
    #[arg(long, default_value = "agrees")]
    published: String,
    /// Only every n-th row.
    #[arg(long, default_value_t = 1)]
    step: usize,
    /// Writes the rows with these verdicts to the file of `--list-to`.
    #[arg(long, value_delimiter = ',')]
    list: Vec<String>,
    /// Where the listed rows go.
    #[arg(long, default_value = "/dev/stdout")]
    list_to: PathBuf,
}

struct Answered {
    question: Question,
    verdict: Verdict,
    time: Duration,
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let options = Options::parse();
    let mut listed = Vec::new();
    println!(
        "| corpus | rows | equal | | different | undecided | invalid | full | partial | sampled | pairs/s | median | p99 | slowest |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|---|---|---|---|");
    for file in &options.files {
        let answered = run(file, &options)?;
        for row in answered
            .0
            .iter()
            .filter(|row| options.list.iter().any(|name| *name == kind(&row.verdict)))
        {
            listed.push(record(row));
        }
        print_row(file, &answered.0, answered.1);
    }
    if !options.list.is_empty() {
        let mut out = BufWriter::new(File::create(&options.list_to)?);
        for record in listed {
            writeln!(out, "{record}")?;
        }
        out.flush()?;
    }
    Ok(())
}

/// Verifies the rows of one file on all cores; also the time that took.
fn run(
    file: &Path,
    options: &Options,
) -> Result<(Vec<Answered>, Duration), Box<dyn std::error::Error>> {
    let opened = File::open(file)?;
    let reader: Box<dyn Read> = if file.extension().is_some_and(|e| e == "gz") {
        Box::new(flate2::read::MultiGzDecoder::new(opened))
    } else {
        Box::new(opened)
    };
    let mut questions = Vec::new();
    for line in BufReader::new(reader).lines() {
        let row: Value = serde_json::from_str(&line?)?;
        let text = |key: &str| row[key].as_str().unwrap_or("");
        let published = row["verdict"]
            .as_str()
            .is_none_or(|v| v == options.published);
        if published && text("class").starts_with(&options.class) && text("syntax") != "latex" {
            let mut question: Question = serde_json::from_value(row)?;
            if options.complex_where_i && has_imaginary_unit(&question, options.dialect) {
                question.domain = Some(Domain::Complex);
            }
            questions.push(question);
        }
    }
    let domain = match options.domain {
        DomainName::Every => Domain::Every,
        DomainName::Some => Domain::Some,
        DomainName::Complex => Domain::Complex,
    };
    let dialect = match options.dialect {
        DialectName::Default => Dialect::default(),
        DialectName::Sympy => Dialect::Sympy,
    };
    let verifier = Verifier::new(Policy {
        domain,
        ..Policy::default()
    })
    .dialect(dialect);
    let begin = Instant::now();
    let answered = questions
        .into_par_iter()
        .enumerate()
        .filter(|(i, _)| i % options.step == 0)
        .map(|(_, question)| {
            let begin = Instant::now();
            let verdict = verifier.verify(&question);
            Answered {
                question,
                verdict,
                time: begin.elapsed(),
            }
        })
        .collect();
    Ok((answered, begin.elapsed()))
}

fn has_imaginary_unit(question: &Question, dialect: DialectName) -> bool {
    let unit = if matches!(dialect, DialectName::Sympy) {
        "I"
    } else {
        "i"
    };
    [&question.integrand, &question.antiderivative]
        .iter()
        .any(|text| {
            text.split(|c: char| !c.is_alphanumeric() && c != '_')
                .any(|word| word == unit)
        })
}

fn kind(verdict: &Verdict) -> &'static str {
    match verdict.verdict {
        VerdictKind::Equal => "equal",
        VerdictKind::Different => "different",
        VerdictKind::Undecided => "undecided",
        VerdictKind::Invalid => "invalid",
    }
}

/// The question and what was said of it, as one line.
fn record(row: &Answered) -> Value {
    let mut record = json!({
        "id": row.question.id,
        "integrand": row.question.integrand,
        "antiderivative": row.question.antiderivative,
    });
    if row.question.variable != "x" {
        record["variable"] = json!(row.question.variable);
    }
    if let Ok(Value::Object(verdict)) = serde_json::to_value(&row.verdict) {
        for (key, value) in verdict {
            record[key] = value;
        }
    }
    record
}

fn print_row(file: &Path, answered: &[Answered], elapsed: Duration) {
    let count = |kind| {
        answered
            .iter()
            .filter(|row| row.verdict.verdict == kind)
            .count()
    };
    let covered = |coverage| {
        answered
            .iter()
            .filter(|row| row.verdict.coverage == Some(coverage))
            .count()
    };
    let mut times: Vec<Duration> = answered.iter().map(|row| row.time).collect();
    times.sort_unstable();
    let quantile = |q: f64| {
        times
            .get((times.len() as f64 * q) as usize)
            .or(times.last())
            .copied()
            .unwrap_or_default()
    };
    let rows = answered.len();
    let equal = count(VerdictKind::Equal);
    println!(
        "| {} | {rows} | {equal} | {:.2} % | {} | {} | {} | {} | {} | {} | {:.0} | {:.2?} | {:.2?} | {:.1?} |",
        file.file_name().unwrap_or_default().to_string_lossy(),
        100.0 * equal as f64 / rows.max(1) as f64,
        count(VerdictKind::Different),
        count(VerdictKind::Undecided),
        count(VerdictKind::Invalid),
        covered(Coverage::Full),
        covered(Coverage::Partial),
        covered(Coverage::Sampled),
        rows as f64 / elapsed.as_secs_f64().max(1e-9),
        quantile(0.5),
        quantile(0.99),
        quantile(1.0),
    );
}
