//! Writes questions with known verdicts as JSON Lines, for measurements.
//!
//! ```text
//! cargo run --release --example mix -- data/seeds.jsonl --pairs 1000000 | barrow batch > verdicts.jsonl
//! ```
//!
//! Each line is a record for `barrow batch` with two more fields: `kind` (`right`, `mutant`,
//! `adversarial`) and `expect`, the verdicts that are right, joined by `|`. With `--published` the
//! rows stand in their own variable, and each line carries `forms`: both sides, and the published
//! antiderivative, as other checkers read them.
#[path = "../benches/textbook/mod.rs"]
mod textbook;

use std::collections::HashSet;
use std::error::Error;
use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};

use barrow::expr::Notation;
use barrow::verify::{Question, Verifier};
use clap::Parser;
use serde_json::{Value, json};
use textbook::{Pair, Row};

/// Writes questions with known verdicts.
#[derive(Parser)]
struct Options {
    /// Rows with published antiderivatives, JSON Lines, `.gz` too.
    #[arg(required = true)]
    files: Vec<String>,
    /// How many pairs are made of them, half of them wrong.
    #[arg(long, default_value_t = 1000)]
    pairs: usize,
    /// Without a change of the variable, and with the forms other checkers read.
    #[arg(long)]
    published: bool,
    /// Rows that are left out, by their `id`.
    #[arg(long)]
    without: Vec<PathBuf>,
    /// Rows that carry `expect` themselves.
    #[arg(long)]
    adversarial: Vec<PathBuf>,
    /// Only every n-th of those.
    #[arg(long, default_value_t = 1)]
    step: usize,
}

fn main() -> Result<(), Box<dyn Error>> {
    let options = Options::parse();
    let mut out = BufWriter::with_capacity(1 << 16, io::stdout().lock());
    match write(&options, &mut out).and_then(|()| Ok(out.flush()?)) {
        // Whoever reads may have seen enough.
        Err(error)
            if error
                .downcast_ref::<io::Error>()
                .is_some_and(|e| e.kind() == io::ErrorKind::BrokenPipe) =>
        {
            Ok(())
        }
        other => other,
    }
}

fn write(options: &Options, out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    let mut left_out = HashSet::new();
    for file in &options.without {
        let ids = lines(file)?;
        left_out.extend(ids.iter().map(|row| row["id"].to_string()));
    }
    let (mut rows, mut refused) = (Vec::new(), 0);
    for file in &options.files {
        rows.extend(textbook::rows(file, &mut refused)?);
    }
    rows.retain(|row| !left_out.contains(&json!(row.id).to_string()));
    if rows.is_empty() {
        return Err("no row could be read".into());
    }
    if options.published {
        // The checkers this is written for take x.
        rows.retain(|row| row.variable == "x");
        let pairs = textbook::published(&rows);
        for pair in spread(&pairs, options.pairs) {
            let row = &rows[pair.row];
            let mut record = record(row, pair);
            record["forms"] = forms(&pair.question);
            record["forms"]["published"] = json!({
                "latex": row.published(Notation::Latex),
                "sympy": row.published(Notation::Sympy),
            });
            writeln!(out, "{record}")?;
        }
    } else {
        for pair in textbook::endless(&rows).take(options.pairs) {
            writeln!(out, "{}", record(&rows[pair.row], &pair))?;
        }
    }
    for file in &options.adversarial {
        for mut row in lines(file)?.into_iter().step_by(options.step) {
            // What other checkers cannot be told.
            let settings = [
                "variable",
                "dialect",
                "domain",
                "assumptions",
                "require_certified",
            ];
            if settings.iter().any(|name| !row[name].is_null()) {
                continue;
            }
            let question: Question = serde_json::from_value(row.clone())?;
            row["kind"] = json!("adversarial");
            row["forms"] = forms(&question);
            writeln!(out, "{row}")?;
        }
    }
    Ok(())
}

fn lines(file: &Path) -> Result<Vec<Value>, Box<dyn Error>> {
    let named = |e: &dyn std::fmt::Display| format!("{}: {e}", file.display());
    let open = File::open(file).map_err(|e| named(&e))?;
    BufReader::new(open)
        .lines()
        .map(|line| Ok(serde_json::from_str(&line?).map_err(|e| named(&e))?))
        .collect()
}

/// So many of the pairs, from all over the list, the two of a row together.
fn spread(pairs: &[Pair], wanted: usize) -> impl Iterator<Item = &Pair> {
    let rows = pairs.len() / 2;
    let wanted = (wanted / 2).min(rows);
    (0..wanted).flat_map(move |i| {
        let first = 2 * (i * rows / wanted);
        &pairs[first..first + 2]
    })
}

fn record(row: &Row, pair: &Pair) -> Value {
    let mut record = json!(pair.question);
    record["id"] = json!(row.id);
    let (kind, expect) = if pair.right {
        ("right", "equal")
    } else {
        ("mutant", "different")
    };
    record["kind"] = json!(kind);
    record["expect"] = json!(expect);
    record
}

/// Both sides in three notations with their symbols; as they are written where they cannot be read.
fn forms(question: &Question) -> Value {
    let Ok(read) = Verifier::default().read(question) else {
        let texts = json!([question.integrand, question.antiderivative]);
        return json!({"plain": texts, "sympy": texts, "latex": texts, "symbols": []});
    };
    let sides = [read.integrand, read.antiderivative];
    let print = |notation| sides.map(|side| read.arena.print(side, notation).to_string());
    let mut symbols: Vec<&str> = sides
        .iter()
        .flat_map(|&side| read.arena.symbols_of(side))
        .map(|symbol| read.arena.name(symbol))
        .collect();
    symbols.sort_unstable();
    symbols.dedup();
    json!({
        "plain": print(Notation::Plain),
        "sympy": print(Notation::Sympy),
        "latex": print(Notation::Latex),
        "symbols": symbols,
    })
}
