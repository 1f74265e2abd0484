//! How the time of a verdict grows: with the size of the expressions, with the number of functions
//! in them, with how deep they are nested, with the size of a batch, and with the text that is read.
//!
//! ```text
//! cargo bench --bench scaling              prints all, rewrites docs/scaling.md and its plots
//! cargo bench --bench scaling -- "log(x"   prints the families whose name begins so
//! ```

mod family;
mod plot;
#[path = "../textbook/mod.rs"]
mod textbook;

use std::error::Error;
use std::fmt::Write;
use std::path::Path;
use std::time::Instant;

use barrow::batch::Batch;
use barrow::syntax::Limits;
use barrow::verify::{Question, Verifier};
use family::{FAMILIES, Family, Measure};
use plot::{Curve, draw, duration};

/// A question under the default budget may take this long, in seconds.
const BOUND: f64 = 0.25;
/// A family is given up at a question that takes this long.
const PATIENCE: f64 = 4.0;
const PLOTS: &str = "docs/scaling";
const TEXT: &str = "docs/scaling.md";
const MARKS: [&str; 2] = [
    "<!-- tables: written by `cargo bench --bench scaling` -->",
    "<!-- end of the tables -->",
];

fn main() -> Result<(), Box<dyn Error>> {
    let chosen = std::env::args().skip(1).find(|a| a != "--bench");
    let begins = |family: &&Family| chosen.as_ref().is_none_or(|c| family.name.starts_with(c));
    let mut tables = String::new();
    for (measure, file, title, size) in [
        (Measure::Nodes, "size", "A verdict, by size", "nodes"),
        (
            Measure::Kernels,
            "kernels",
            "A verdict, by functions",
            "functions",
        ),
        (
            Measure::Depth,
            "nesting",
            "A verdict, by nesting",
            "nesting",
        ),
    ] {
        let mut curves = Vec::new();
        let families = FAMILIES.iter().filter(|family| family.measure == measure);
        writeln!(tables, "### {title}\n\n![](scaling/{file}.svg)\n\n{HEAD}")?;
        for family in families.filter(begins) {
            let colour = curves.len() / 2;
            curves.extend(measured(family, colour, &mut tables)?);
        }
        writeln!(tables)?;
        if chosen.is_none() {
            plot(file, title, size, &curves)?;
        }
    }
    if chosen.is_some() {
        return Ok(());
    }
    for (file, title, size, curves) in [
        ("batch", "A batch of the textbook mix", "pairs", batches()?),
        ("reading", "Reading a text", "bytes", readings()),
    ] {
        writeln!(tables, "### {title}\n\n![](scaling/{file}.svg)\n")?;
        writeln!(
            tables,
            "| | from | to | time there | exponent |\n|---|---|---|---|---|"
        )?;
        for curve in &curves {
            let (Some(first), Some(last)) = (curve.points.first(), curve.points.last()) else {
                continue;
            };
            let exponent = exponent(curve);
            let (from, to, time) = (first.0, last.0, duration(last.1));
            writeln!(
                tables,
                "| {} | {from} | {to} | {time} | {exponent} |",
                curve.name
            )?;
        }
        writeln!(tables)?;
        plot(file, title, size, &curves)?;
    }
    print!("{tables}");
    let old = std::fs::read_to_string(TEXT)?;
    let parts = old.split_once(MARKS[0]).zip(old.split_once(MARKS[1]));
    let ((before, _), (_, after)) = parts.ok_or("the marks of the tables are missing")?;
    let [begin, end] = MARKS;
    std::fs::write(
        TEXT,
        format!("{before}{begin}\n\n{}\n\n{end}{after}", tables.trim()),
    )?;
    Ok(())
}

fn plot(file: &str, title: &str, size: &str, curves: &[Curve]) -> Result<(), Box<dyn Error>> {
    let path = Path::new(PLOTS).join(format!("{file}.svg"));
    draw(&path, title, size, curves)
}

const HEAD: &str = "| | largest | nodes | right: verdict | time | exponent | wrong: verdict | time | exponent | slowest with texts of at most 64 KiB |\n|---|---|---|---|---|---|---|---|---|---|";

/// A verdict for each size up to the largest, right and wrong; also its row of the table.
fn measured(
    family: &Family,
    colour: usize,
    tables: &mut String,
) -> Result<[Curve; 2], Box<dyn Error>> {
    // Longer texts than are allowed, that as many nodes as are allowed can be written.
    let allowed_text = Limits::default().text;
    let limits = Limits {
        text: 1 << 24,
        ..Limits::default()
    };
    let verifier = Verifier::default().limits(limits);
    let mut curves = ["", ", wrong"].map(|suffix| Curve {
        name: format!("{}{suffix}", family.name),
        points: Vec::new(),
        thin: !suffix.is_empty(),
        colour,
    });
    let mut last = (0, 0, [String::new(), String::new()]);
    let mut slowest: (f64, String) = (0.0, String::new());
    for size in sizes(family.largest, family.measure == Measure::Nodes) {
        let [f, right] = (family.make)(size);
        let wrong = format!("{right} + x/1000");
        let mut nodes = 0;
        let mut longest: f64 = 0.0;
        let mut verdicts = [String::new(), String::new()];
        for (index, big_f) in [right, wrong].into_iter().enumerate() {
            let question = Question::new(f.clone(), big_f);
            let read = verifier.read(&question);
            let Ok(read) = read.map_err(|(_, error)| verdicts[index] = error.to_string()) else {
                continue;
            };
            nodes = read
                .arena
                .reachable(&[read.integrand, read.antiderivative])
                .len();
            let verdict = verifier.verify(&question);
            let name = |value: serde_json::Value| value.as_str().unwrap_or_default().to_owned();
            let reason = verdict
                .reason
                .map(|reason| format!(" ({})", name(serde_json::json!(reason))));
            let kind = name(serde_json::json!(verdict.verdict));
            verdicts[index] = format!("{kind}{}", reason.unwrap_or_default());
            let seconds = least(|| {
                std::hint::black_box(verifier.verify(&question));
            });
            let x = if family.measure == Measure::Nodes {
                nodes
            } else {
                size
            };
            curves[index].points.push((x as f64, seconds));
            longest = longest.max(seconds);
            let texts = [&question.integrand, &question.antiderivative];
            let allowed = texts.iter().all(|text| text.len() <= allowed_text);
            if allowed && seconds > slowest.0 {
                slowest = (seconds, format!("{} at {size}", duration(seconds)));
            }
            let over = match (seconds > BOUND, allowed) {
                (false, _) => "",
                (true, true) => "  !",
                (true, false) => "  (texts beyond the limit)",
            };
            println!(
                "{:24} {size:>7} {nodes:>7} nodes {:>9} bytes {:>11} {}{over}",
                curves[index].name,
                f.len(),
                duration(seconds),
                verdicts[index]
            );
        }
        if nodes == 0 {
            println!("{:24} {size:>7} {}", family.name, verdicts[0]);
            break;
        }
        last = (size, nodes, verdicts);
        if longest > PATIENCE {
            break;
        }
    }
    let (size, nodes, [right, wrong]) = last;
    let at_last = |curve: &Curve| curve.points.last().map_or(0.0, |point| point.1);
    writeln!(
        tables,
        "| {} | {size} | {nodes} | {right} | {} | {} | {wrong} | {} | {} | {} |",
        family.name,
        duration(at_last(&curves[0])),
        exponent(&curves[0]),
        duration(at_last(&curves[1])),
        exponent(&curves[1]),
        slowest.1,
    )?;
    Ok(curves)
}

fn exponent(curve: &Curve) -> String {
    curve.exponent().map_or("—".into(), |e| format!("{e:.2}"))
}

/// 1, 2, 5, 10, … or from 10 on.
fn sizes(largest: usize, from_ten: bool) -> Vec<usize> {
    let mut sizes: Vec<usize> = (0..6)
        .flat_map(|power| [1, 2, 5].map(|digit| digit * 10_usize.pow(power)))
        .filter(|&size| size < largest && (size >= 10 || !from_ten))
        .collect();
    sizes.push(largest);
    sizes
}

/// The least of the times that fit into a twentieth of a second, of five at least if they are short:
/// what else runs on the machine only adds.
fn least(run: impl Fn()) -> f64 {
    let start = Instant::now();
    let mut least = f64::INFINITY;
    for runs in 0.. {
        let spent = start.elapsed().as_secs_f64();
        if spent > 1.0 || (spent > 0.05 && runs >= 5) {
            break;
        }
        let one = Instant::now();
        run();
        least = least.min(one.elapsed().as_secs_f64());
    }
    least
}

fn batches() -> Result<Vec<Curve>, Box<dyn Error>> {
    let rows = textbook::rows("data/seeds.jsonl", &mut 0)?;
    let questions: Vec<Question> = textbook::endless(&rows)
        .take(100_000)
        .map(|pair| pair.question)
        .collect();
    let mut curves = Vec::new();
    for jobs in [1, 2] {
        let batch = Batch::new(Verifier::default()).jobs(jobs);
        let mut points = Vec::new();
        for size in sizes(questions.len(), false) {
            // Few pairs are chosen from all over the mix, and often: a verdict differs from the
            // next by more than the size of a batch.
            let repeated = (1000 / size).max(1);
            let mut total = 0.0;
            for run in 0..repeated {
                let skipped = run * questions.len() / repeated;
                let chosen = questions.iter().cycle().skip(skipped).take(size).cloned();
                let chosen: Vec<Question> = chosen.collect();
                let start = Instant::now();
                for verdict in batch.verdicts(chosen)? {
                    std::hint::black_box(verdict);
                }
                total += start.elapsed().as_secs_f64();
            }
            let seconds = total / repeated as f64;
            println!(
                "batch, {jobs} jobs {size:>7} pairs {:>11}",
                duration(seconds)
            );
            points.push((size as f64, seconds));
        }
        curves.push(Curve {
            name: format!("{jobs} thread{}", if jobs > 1 { "s" } else { "" }),
            points,
            thin: false,
            colour: jobs,
        });
    }
    Ok(curves)
}

/// Texts of at most 64 KiB.
fn readings() -> Vec<Curve> {
    const PARTS: [(&str, &str, &str); 4] = [
        ("plain", "3*x^2*sin(2*x)", " + "),
        ("plain, unsigned", "3x^2 sin 2x", " - "),
        ("LaTeX", r"\frac{3x^{2}}{2}\sin\left(2x\right)", " + "),
        ("brackets", "((((((((((x))))))))))", "*"),
    ];
    let verifier = Verifier::default();
    let mut curves = Vec::new();
    for (colour, (name, part, with)) in PARTS.into_iter().enumerate() {
        let mut points = Vec::new();
        for size in sizes(64 * 1024, false) {
            let count = (size + with.len()) / (part.len() + with.len());
            if count == 0 {
                continue;
            }
            let text = vec![part; count].join(with);
            let bytes = text.len();
            let question = Question::new("1", text);
            if let Err((_, error)) = verifier.read(&question) {
                println!("reading, {name}: {bytes} bytes: {error}");
                continue;
            }
            let seconds = least(|| {
                std::hint::black_box(verifier.read(&question).is_ok());
            });
            println!("reading, {name} {bytes:>7} bytes {:>11}", duration(seconds));
            points.push((bytes as f64, seconds));
        }
        curves.push(Curve {
            name: name.into(),
            points,
            thin: false,
            colour,
        });
    }
    curves
}
