//! Pairs per second on a textbook mix: the rows of one or more JSON Lines files under fresh affine
//! changes of the variable, every second pair a mutant that is wrong by construction.
//!
//! ```text
//! cargo bench --bench throughput -- data/seeds.jsonl schaum.jsonl.gz --pairs 100000 --threads 2
//! ```
//!
//! With `--groups N` the rate per answer of N groups of 64 answers to one integrand is compared to
//! that of pairs that have nothing in common.
//!
//! Without files it takes `data/seeds.jsonl`. A row is read in SymPy's dialect unless its `source`
//! is `own`. All pairs are distinct, and the texts are made before the clock starts, so that what is
//! measured is a caller's whole cost: text in, verdict out.
#![allow(clippy::too_many_lines)]

mod textbook;

use std::collections::BTreeMap;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use barrow::verify::{VerdictKind, Verifier};
use rayon::prelude::*;
use textbook::{Pair, Row};

struct Options {
    files: Vec<String>,
    pairs: usize,
    threads: usize,
    /// How many of the slowest pairs and of the rows with surprising verdicts to show.
    show: usize,
    /// How often to go again over the nine tenths of the pairs that took least, for a profile of
    /// the ordinary case.
    again: usize,
    /// Groups of 64 answers to one integrand to measure instead, 0 for none.
    groups: usize,
}

fn options() -> Result<Options, String> {
    let mut options = Options {
        files: Vec::new(),
        pairs: 100_000,
        threads: 2,
        show: 5,
        again: 0,
        groups: 0,
    };
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        let target = match argument.as_str() {
            "--bench" => continue,
            "--pairs" => &mut options.pairs,
            "--threads" => &mut options.threads,
            "--show" => &mut options.show,
            "--again" => &mut options.again,
            "--groups" => &mut options.groups,
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

/// How many answers stand against one integrand in a group.
const ANSWERS: usize = 64;

/// Answers a second on one thread: groups of answers to one integrand, and pairs of the same kind
/// that have nothing in common.
fn groups(rows: &[Row], groups: usize) {
    let (grouped, unrelated) = textbook::groups(rows, groups, ANSWERS);
    let verifier = Verifier::default();
    let apart = |pairs: &[Pair]| -> Vec<VerdictKind> {
        let one = |pair: &Pair| verifier.verify(&pair.question).verdict;
        pairs.iter().map(one).collect()
    };
    let together = |pairs: &[Pair]| -> Vec<VerdictKind> {
        let texts: Vec<&str> = pairs
            .iter()
            .map(|pair| pair.question.antiderivative.as_str())
            .collect();
        let verdicts = verifier.verify_each(&pairs[0].question, &texts);
        verdicts.iter().map(|verdict| verdict.verdict).collect()
    };
    let mut wrong = 0;
    let mut rate =
        |name: &str, sets: &[Vec<Pair>], verdicts: &dyn Fn(&[Pair]) -> Vec<VerdictKind>| {
            let start = Instant::now();
            let found: Vec<Vec<VerdictKind>> = sets.iter().map(|set| verdicts(set)).collect();
            let seconds = start.elapsed().as_secs_f64();
            let answers: usize = sets.iter().map(Vec::len).sum();
            let is_wrong = |(pair, verdict): (&Pair, &VerdictKind)| match verdict {
                VerdictKind::Equal => !pair.right,
                VerdictKind::Different => pair.right,
                VerdictKind::Undecided | VerdictKind::Invalid => false,
            };
            wrong += sets
                .iter()
                .flatten()
                .zip(found.iter().flatten())
                .filter(|&item| is_wrong(item))
                .count();
            let rate = answers as f64 / seconds;
            println!("{name:36} {answers:>8} answers {rate:>9.0} a second");
            rate
        };
    let alone = rate("unrelated pairs", &[unrelated], &apart);
    let single = rate("groups, one by one", &grouped, &apart);
    let each = rate("groups: one integrand, 64 answers", &grouped, &together);
    println!(
        "ratio {:.2} to unrelated pairs, {:.2} to one by one; {wrong} wrong verdicts",
        each / alone,
        each / single
    );
}

fn run() -> Result<(), String> {
    let options = options()?;
    let (mut all, mut refused) = (Vec::new(), 0);
    for file in &options.files {
        all.extend(textbook::rows(file, &mut refused)?);
    }
    if all.is_empty() {
        return Err("no row could be read".to_owned());
    }
    if options.groups > 0 {
        groups(&all, options.groups);
        return Ok(());
    }
    let pairs = textbook::pairs(&all, options.pairs);
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
