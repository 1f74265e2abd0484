//! Pairs per second on a textbook mix: the rows of one or more JSON Lines files under fresh affine
//! changes of the variable, every second pair a mutant that is wrong by construction.
//!
//! ```text
//! cargo bench --bench throughput -- data/seeds.jsonl schaum.jsonl.gz --pairs 100000 --threads 2
//! ```
//!
//! Without files it takes `data/seeds.jsonl`. A row is read in SymPy's dialect unless its `source`
//! is `own`. All pairs are distinct, and the texts are made before the clock starts, so that what is
//! measured is a caller's whole cost: text in, verdict out.
#![allow(
    clippy::case_sensitive_file_extension_comparisons,
    clippy::too_many_lines
)]

use std::collections::{BTreeMap, HashSet};
use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use barrow::expr::{Arena, Id, Notation, View};
use barrow::number::Rational;
use barrow::syntax::Dialect;
use barrow::verify::{Question, VerdictKind, Verifier};
use rand_chacha::ChaCha12Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use rayon::prelude::*;
use serde_json::Value;

struct Options {
    files: Vec<String>,
    pairs: usize,
    threads: usize,
    /// How many of the slowest pairs and of the rows with surprising verdicts to show.
    show: usize,
    /// How often to go again over the nine tenths of the pairs that took least, for a profile of
    /// the ordinary case.
    again: usize,
}

fn options() -> Result<Options, String> {
    let mut options = Options {
        files: Vec::new(),
        pairs: 100_000,
        threads: 2,
        show: 5,
        again: 0,
    };
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        let target = match argument.as_str() {
            "--bench" => continue,
            "--pairs" => &mut options.pairs,
            "--threads" => &mut options.threads,
            "--show" => &mut options.show,
            "--again" => &mut options.again,
            file => {
                options.files.push(file.to_owned());
                continue;
            }
        };
        let number = arguments.next().and_then(|n| n.parse().ok());
        *target = number.ok_or_else(|| format!("{argument} takes a number"))?;
    }
    if options.files.is_empty() {
        options.files.push("data/seeds.jsonl".to_owned());
    }
    Ok(options)
}

/// A published pair, read.
struct Row {
    id: String,
    arena: Arena,
    integrand: Id,
    antiderivative: Id,
    variable: String,
    dialect: Dialect,
}

/// A question with what is known of it.
struct Pair {
    row: usize,
    right: bool,
    question: Question,
}

fn rows(file: &str, refused: &mut usize) -> Result<Vec<Row>, String> {
    let open = File::open(file).map_err(|e| format!("{file}: {e}"))?;
    #[cfg(feature = "cli")]
    let reader: Box<dyn Read> = if file.ends_with(".gz") {
        Box::new(flate2::read::GzDecoder::new(open))
    } else {
        Box::new(open)
    };
    #[cfg(not(feature = "cli"))]
    let reader: Box<dyn Read> = Box::new(open);
    let verifier = Verifier::default();
    let mut rows = Vec::new();
    for line in BufReader::new(reader).lines() {
        let line = line.map_err(|e| format!("{file}: {e}"))?;
        let record: Value = serde_json::from_str(&line).map_err(|e| format!("{file}: {e}"))?;
        let text = |name: &str| record[name].as_str().unwrap_or_default().to_owned();
        if !matches!(record["verdict"].as_str(), None | Some("agrees")) {
            continue;
        }
        let dialect = if text("source") == "own" {
            Dialect::Default
        } else {
            Dialect::Sympy
        };
        let mut question = Question::new(text("integrand"), text("antiderivative"));
        question.variable = text("variable");
        question.dialect = Some(dialect);
        let Ok(read) = verifier.read(&question) else {
            *refused += 1;
            continue;
        };
        rows.push(Row {
            id: text("id"),
            arena: read.arena,
            integrand: read.integrand,
            antiderivative: read.antiderivative,
            variable: question.variable,
            dialect,
        });
    }
    Ok(rows)
}

/// Makes pairs from rows.
struct Maker {
    generator: ChaCha12Rng,
}

impl Maker {
    fn below(&mut self, n: u64) -> i64 {
        (self.generator.next_u64() % n) as i64
    }

    fn rational(&mut self, numerator: u64, denominator: u64) -> Rational {
        let sign = 1 - 2 * self.below(2);
        let p = sign * (1 + self.below(numerator));
        let q = 1 + self.below(denominator);
        Rational::new(p, q).unwrap_or(Rational::ONE)
    }

    /// f(a·x + b) and F(a·x + b)/a; or, for a mutant, one of the slips people make.
    fn pair(&mut self, row: usize, source: &Row, right: bool) -> Pair {
        let a = self.rational(12, 5);
        let b = if self.below(3) == 0 {
            Rational::ZERO
        } else {
            self.rational(20, 6)
        };
        let mut arena = Arena::new();
        let x = arena.symbol(&source.variable);
        let inner = {
            let factor = arena.number(&a);
            let product = if a.is_one() {
                x
            } else {
                arena.product(&[factor, x])
            };
            let shift = arena.number(&b);
            if b.is_zero() {
                product
            } else {
                arena.sum(&[product, shift])
            }
        };
        let roots = [source.integrand, source.antiderivative];
        let [f, big_f] = substitute(&source.arena, roots, &source.variable, inner, &mut arena);
        let inverse = a.recip().unwrap_or(Rational::ONE);
        let answer = if right {
            scale(&mut arena, &inverse, big_f)
        } else {
            self.slip(&mut arena, x, &a, big_f)
        };
        let notation = match source.dialect {
            Dialect::Default => Notation::Plain,
            _ => Notation::Sympy,
        };
        let print = |id| arena.print(id, notation).to_string();
        let mut question = Question::new(print(f), print(answer));
        question.variable.clone_from(&source.variable);
        question.dialect = Some(source.dialect);
        Pair {
            row,
            right,
            question,
        }
    }

    /// An antiderivative that is wrong whatever F is, provided that f is not 0.
    fn slip(&mut self, arena: &mut Arena, x: Id, a: &Rational, big_f: Id) -> Id {
        let inverse = a.recip().unwrap_or(Rational::ONE);
        match self.below(4) {
            // The inner derivative forgotten.
            0 if !a.is_one() => big_f,
            // A sign.
            0 | 1 => scale(arena, &-&inverse, big_f),
            // A constant factor.
            2 => {
                let n = 2 + self.below(40);
                let near = Rational::new(n + 1, n).unwrap_or(Rational::ONE);
                scale(arena, &(&inverse * &near), big_f)
            }
            // A term too many.
            _ => {
                let answer = scale(arena, &inverse, big_f);
                let c = self.rational(9, 9);
                let extra = scale(arena, &c, x);
                arena.sum(&[answer, extra])
            }
        }
    }
}

fn scale(arena: &mut Arena, factor: &Rational, id: Id) -> Id {
    if factor.is_one() {
        return id;
    }
    let factor = arena.number(factor);
    arena.product(&[factor, id])
}

/// Both roots in another arena, with `inner` for the variable.
fn substitute(from: &Arena, roots: [Id; 2], variable: &str, inner: Id, to: &mut Arena) -> [Id; 2] {
    let nodes = from.reachable(&roots);
    let mut image = vec![inner; nodes.last().map_or(0, |id| id.index() + 1)];
    for id in nodes {
        let children = |ids: &[Id]| -> Vec<Id> { ids.iter().map(|c| image[c.index()]).collect() };
        image[id.index()] = match from.view(id) {
            View::Number(q) => to.number(q),
            View::Constant(c) => to.constant(c),
            View::Symbol(s) if from.name(s) == variable => inner,
            View::Symbol(s) => to.symbol(from.name(s)),
            View::Sum(terms) => to.sum(&children(terms)),
            View::Product(factors) => to.product(&children(factors)),
            View::Power(base, exponent) => to.power(image[base.index()], image[exponent.index()]),
            View::Call(function, arguments) => to.call(function, &children(arguments)),
        };
    }
    roots.map(|root| image[root.index()])
}

/// Distinct pairs, right and wrong in turn.
fn pairs(rows: &[Row], wanted: usize) -> Vec<Pair> {
    let mut maker = Maker {
        generator: ChaCha12Rng::from_seed([7; 32]),
    };
    let mut seen = HashSet::new();
    let mut pairs = Vec::with_capacity(wanted);
    for attempt in 0..wanted * 20 {
        if pairs.len() == wanted {
            break;
        }
        let row = attempt / 2 % rows.len();
        let pair = maker.pair(row, &rows[row], attempt % 2 == 0);
        let key = (
            pair.question.integrand.clone(),
            pair.question.antiderivative.clone(),
        );
        if seen.insert(key) {
            pairs.push(pair);
        }
    }
    pairs
}

/// Seconds of processor time that this process has used, where the system tells.
fn processor_time() -> Option<f64> {
    let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
    let mut fields = stat.rsplit_once(')')?.1.split_whitespace();
    let user: f64 = fields.nth(11)?.parse().ok()?;
    let system: f64 = fields.next()?.parse().ok()?;
    Some((user + system) / 100.0)
}

fn report(options: &Options, rows: &[Row], pairs: &[Pair], results: &[(VerdictKind, Duration)]) {
    let kinds = [
        VerdictKind::Equal,
        VerdictKind::Different,
        VerdictKind::Undecided,
        VerdictKind::Invalid,
    ];
    println!(
        "{:8} {:>9} {:>9} {:>9} {:>9}",
        "", "equal", "different", "undecided", "invalid"
    );
    for (name, right) in [("right", true), ("mutants", false)] {
        let count = |kind| {
            let of_kind = |(pair, result): &(&Pair, &(VerdictKind, Duration))| {
                pair.right == right && result.0 == kind
            };
            pairs.iter().zip(results).filter(of_kind).count()
        };
        let [e, d, u, i] = kinds.map(count);
        println!("{name:8} {e:>9} {d:>9} {u:>9} {i:>9}");
    }
    for kind in kinds {
        let mut times: Vec<f64> = results
            .iter()
            .filter(|result| result.0 == kind)
            .map(|result| result.1.as_secs_f64() * 1e6)
            .collect();
        if times.is_empty() {
            continue;
        }
        times.sort_unstable_by(f64::total_cmp);
        println!(
            "{kind:?}: mean {:.0} µs, median {:.0}",
            times.iter().sum::<f64>() / times.len() as f64,
            times[times.len() / 2]
        );
    }
    let mut order: Vec<usize> = (0..results.len()).collect();
    order.sort_by_key(|&i| results[i].1);
    let micros = |i: usize| results[i].1.as_secs_f64() * 1e6;
    let total: f64 = order.iter().map(|&i| micros(i)).sum();
    let at = |part: f64| micros(order[((order.len() - 1) as f64 * part) as usize]);
    println!(
        "one pair: mean {:.0} µs, median {:.0}, p90 {:.0}, p99 {:.0}, p99.9 {:.0}, slowest {:.0}",
        total / order.len() as f64,
        at(0.5),
        at(0.9),
        at(0.99),
        at(0.999),
        at(1.0)
    );
    for &i in order.iter().rev().take(options.show) {
        let (pair, (verdict, _)) = (&pairs[i], &results[i]);
        let question = &pair.question;
        println!(
            "slow: {:.0} µs {verdict:?} {}: {} | {} | {}",
            micros(i),
            rows[pair.row].id,
            question.variable,
            question.integrand,
            question.antiderivative
        );
    }
    let mut by_row: BTreeMap<(usize, bool, VerdictKind), (usize, usize)> = BTreeMap::new();
    let mut shares = vec![0.0; rows.len()];
    for (i, (pair, (verdict, _))) in pairs.iter().zip(results).enumerate() {
        shares[pair.row] += micros(i);
        let expected = if pair.right {
            VerdictKind::Equal
        } else {
            VerdictKind::Different
        };
        if *verdict != expected {
            by_row
                .entry((pair.row, pair.right, *verdict))
                .or_insert((0, i))
                .0 += 1;
        }
    }
    let mut dear: Vec<usize> = (0..rows.len()).collect();
    dear.sort_by(|&a, &b| shares[b].total_cmp(&shares[a]));
    for &row in dear.iter().take(options.show) {
        println!(
            "dear: {:.1} % of the time on {}",
            100.0 * shares[row] / total,
            rows[row].id
        );
    }
    let mut surprises: Vec<_> = by_row.into_iter().collect();
    // A wrong verdict first, then by number.
    surprises.sort_by_key(|((_, right, verdict), (count, _))| {
        let wrong = (*right && *verdict == VerdictKind::Different)
            || (!*right && *verdict == VerdictKind::Equal);
        (!wrong, std::cmp::Reverse(*count))
    });
    for ((row, right, verdict), (count, example)) in surprises.iter().take(options.show * 4) {
        let question = &pairs[*example].question;
        println!(
            "{}: {count} {verdict:?} of {}: {} | {}",
            if *right { "right" } else { "mutant" },
            rows[*row].id,
            question.integrand,
            question.antiderivative
        );
    }
}

fn run() -> Result<(), String> {
    let options = options()?;
    let (mut all, mut refused) = (Vec::new(), 0);
    for file in &options.files {
        all.extend(rows(file, &mut refused)?);
    }
    if all.is_empty() {
        return Err("no row could be read".to_owned());
    }
    let pairs = pairs(&all, options.pairs);
    let bytes: usize = pairs
        .iter()
        .map(|p| p.question.integrand.len() + p.question.antiderivative.len())
        .sum();
    println!(
        "{} rows ({refused} not readable), {} distinct pairs, {:.0} bytes a pair, {} threads",
        all.len(),
        pairs.len(),
        bytes as f64 / pairs.len() as f64,
        options.threads
    );
    let verifier = Verifier::default();
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(options.threads)
        .build()
        .map_err(|e| e.to_string())?;
    let before = processor_time();
    let start = Instant::now();
    let results: Vec<(VerdictKind, Duration)> = pool.install(|| {
        let one = |pair: &Pair| {
            let start = Instant::now();
            (verifier.verify(&pair.question).verdict, start.elapsed())
        };
        pairs.par_iter().map(one).collect()
    });
    let wall = start.elapsed().as_secs_f64();
    println!("{:.0} pairs/s", pairs.len() as f64 / wall);
    if let (Some(before), Some(after)) = (before, processor_time()) {
        // On a busy machine this is the figure to compare.
        let each = pairs.len() as f64 / (after - before);
        println!("{each:.0} pairs per second of processor time");
    }
    report(&options, &all, &pairs, &results);
    if options.again > 0 {
        let mut times: Vec<Duration> = results.iter().map(|r| r.1).collect();
        times.sort_unstable();
        let bound = times[times.len() * 9 / 10];
        let ordinary: Vec<&Pair> = pairs
            .iter()
            .zip(&results)
            .filter_map(|(pair, result)| (result.1 < bound).then_some(pair))
            .collect();
        let before = processor_time();
        for _ in 0..options.again {
            pool.install(|| {
                ordinary.par_iter().for_each(|pair| {
                    std::hint::black_box(verifier.verify(&pair.question));
                });
            });
        }
        if let (Some(before), Some(after)) = (before, processor_time()) {
            let each = (ordinary.len() * options.again) as f64 / (after - before);
            println!("ordinary pairs: {each:.0} per second of processor time");
        }
    }
    Ok(())
}

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}
