//! Runs that are killed and continued.

use std::fs;
use std::process::Stdio;
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::batch::gz;
use crate::program::{Directory, line, mixture, program, run, run_with};

/// Moments of the first half of a run, from Knuth's linear congruences.
struct Moments {
    state: u64,
    /// How long the run takes when nothing kills it.
    whole: Duration,
}

impl Moments {
    fn next(&mut self) -> Duration {
        self.state = self
            .state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        self.whole
            .mul_f64((self.state >> 33) as f64 / 2f64.powi(32))
    }
}

/// Distinct questions that take a while.
fn questions(count: usize) -> String {
    let question = |id: usize| match id % 50 {
        0 => "no question\n".into(),
        n if n % 3 == 0 => line(
            id,
            &format!("cos({id}*x)"),
            &format!("sin({id}*x)/{id} + x/{id}"),
        ),
        n => line(
            id,
            &format!("(x^{n} + {id})*exp(x)*sqrt(x^2 + {id})"),
            &format!("exp(x)*asinh(x/{id}) + {id}"),
        ),
    };
    (0..count).map(question).collect()
}

/// Kills a command at several moments, continues it each time, and lets it end; how often it was
/// killed.
fn killed(arguments: &[&str], moments: &mut Moments) -> usize {
    for kills in 0..=6 {
        let mut child = program()
            .args(arguments)
            .args((kills > 0).then_some("--resume"))
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts");
        if kills < 6 {
            sleep(moments.next());
            // SIGKILL: the program cannot do anything about it.
            child.kill().expect("it runs, or has ended");
        }
        let status = child.wait().expect("the program ends");
        if let Some(code) = status.code() {
            assert_eq!(code, 0);
            return kills;
        }
    }
    unreachable!("the last one is not killed")
}

#[test]
fn killed_runs_end_as_if_they_had_not_been() {
    let directory = Directory::new();
    let text = questions(4000);
    let [half, rest] = [&text[..text.len() / 2], &text[text.len() / 2..]];
    let plain = directory.write("a.jsonl", half.as_bytes());
    let gzip = directory.write("b.jsonl.gz", &gz(rest));
    let zstd = zstd::encode_all(half.as_bytes(), 1).expect("memory");
    let zstd = directory.write("c.jsonl.zst", &zstd);
    let mut state = 20_261_203;
    let mut kills = 0;
    for inputs in [vec![&plain], vec![&gzip, &plain, &zstd]] {
        let inputs: Vec<&str> = inputs.into_iter().map(String::as_str).collect();
        let command = [&["batch"], &inputs[..], &["--header", "--with-input", "-o"]].concat();
        let [whole, resumed, summary] =
            ["whole.jsonl", "resumed.jsonl", "summary.json"].map(|name| directory.path(name));
        let start = Instant::now();
        let expected = run(&[&command[..], &[&whole]].concat());
        let mut moments = Moments {
            state,
            whole: start.elapsed(),
        };
        assert_eq!(expected.code, 0, "{}", expected.err);
        let again = [&command[..], &[&resumed, "--summary-json", &summary]].concat();
        kills += killed(&again, &mut moments);
        state = moments.state;
        let read = |path: &str| fs::read(path).expect("a file");
        assert!(read(&whole) == read(&resumed), "{inputs:?}");
        // Nothing stays, and all records count.
        let left = directory
            .names()
            .into_iter()
            .filter(|name| name.contains("partial"));
        assert_eq!(left.count(), 0);
        let summary: Value = serde_json::from_slice(&read(&summary)).expect("JSON");
        let lines = fs::read_to_string(&whole).expect("a file");
        assert_eq!(summary["records"], lines.lines().count() - 1);
        let sum: u64 = ["equal", "different", "undecided", "invalid"]
            .iter()
            .filter_map(|kind| summary["verdicts"][kind].as_u64())
            .sum();
        assert_eq!(summary["records"], sum);
    }
    assert!(kills > 0);
}

/// A run that has left records behind, since its input is damaged at the end.
struct Interrupted {
    directory: Directory,
    input: String,
    out: String,
    /// The whole input, and what is right for it.
    text: String,
    expected: String,
}

impl Interrupted {
    fn new() -> Self {
        let directory = Directory::new();
        let text = mixture(3000);
        let mut bytes = gz(&text);
        bytes.truncate(bytes.len() - 12);
        let input = directory.write("in.jsonl.gz", &bytes);
        let out = directory.path("out.jsonl");
        let failed = run(&["batch", &input, "-o", &out]);
        assert_eq!(failed.code, 74, "{}", failed.err);
        assert!(
            failed.err.contains("--resume goes on from there"),
            "{}",
            failed.err
        );
        let expected = run_with(&["batch"], text.as_bytes()).out;
        Self {
            directory,
            input,
            out,
            text,
            expected,
        }
    }

    fn partial(&self) -> String {
        format!("{}.partial", self.out)
    }

    fn log(&self) -> String {
        format!("{}.partial.log", self.out)
    }

    /// Gives the input its end.
    fn mend(&self) {
        fs::write(&self.input, gz(&self.text)).expect("a file");
    }

    fn resume(&self, further: &[&str]) -> crate::program::Run {
        run(&[
            &["batch", &self.input, "-o", &self.out, "--resume"],
            further,
        ]
        .concat())
    }

    /// Resumes; how many records were kept.
    fn completed(&self) -> u64 {
        let summary = self.directory.path("summary.json");
        let run = self.resume(&["--summary-json", &summary]);
        assert_eq!(run.code, 0, "{}", run.err);
        assert!(fs::read_to_string(&self.out).expect("a file") == self.expected);
        let summary = fs::read_to_string(summary).expect("a file");
        let summary: Value = serde_json::from_str(&summary).expect("JSON");
        assert_eq!(summary["records"], 3000);
        assert_eq!(summary["verdicts"]["equal"], 1500);
        summary["kept"].as_u64().expect("a number")
    }
}

/// How a crash may leave the two files; how many records can still be kept at least.
#[test]
fn what_is_torn_or_damaged_is_decided_again() {
    type Damage = fn(&mut Vec<u8>, &mut Vec<u8>);
    let cases: &[(&str, Damage, u64)] = &[
        ("nothing", |_, _| {}, 2000),
        (
            "a torn record",
            |records, _| records.extend(b"{\"id\":7,\"verd"),
            2000,
        ),
        (
            "records without a checkpoint",
            |records, _| records.extend(b"{\"verdict\":\"equal\"}\n"),
            2000,
        ),
        (
            "a torn checkpoint",
            |_, log| log.extend(b"{\"records\":30"),
            2000,
        ),
        (
            "a lost record",
            |records, _| records.truncate(records.len() - 3),
            1000,
        ),
        (
            "a block of zeros",
            |records, _| {
                let n = records.len();
                records[n - 4096..].fill(0);
            },
            1000,
        ),
        ("a changed record", |records, _| records[1] ^= 1, 0),
        ("no records", |records, _| records.clear(), 0),
        ("no log", |_, log| log.clear(), 0),
        ("a torn log", |_, log| log.truncate(20), 0),
    ];
    for (name, damage, least) in cases {
        let interrupted = Interrupted::new();
        let paths = [interrupted.partial(), interrupted.log()];
        let [mut records, mut log] = paths.clone().map(|path| fs::read(path).expect("a file"));
        damage(&mut records, &mut log);
        for (path, bytes) in paths.iter().zip([records, log]) {
            fs::write(path, bytes).expect("a file");
        }
        interrupted.mend();
        let kept = interrupted.completed();
        assert!(kept >= *least, "{name}: {kept}");
        assert_eq!(kept == 0, *least == 0, "{name}: {kept}");
    }
}

#[test]
fn another_run_is_not_resumed() {
    let key = "ab".repeat(32);
    for (further, named) in [
        (
            &["--domain", "some"][..],
            "its `domain` is \"every\", that of this run is \"some\"",
        ),
        (&["--key", &key], "`key`"),
        (&["--header"], "`header`"),
        (&["--with-input"], "`with_input`"),
        (&["--integrand-column", "f"], "`columns`"),
        (&["--assume", "a=real"], "`assumptions`"),
        (&["--budget", "7"], "`budget`"),
    ] {
        let interrupted = Interrupted::new();
        let before = fs::read(interrupted.partial()).expect("a file");
        let refused = interrupted.resume(further);
        assert_eq!(refused.code, 74);
        assert!(refused.err.contains(named), "{}", refused.err);
        assert!(!refused.err.contains(&key), "{}", refused.err);
        // It can still be resumed as it was.
        assert!(before == fs::read(interrupted.partial()).expect("a file"));
        interrupted.mend();
        assert!(interrupted.completed() > 0);
    }
}

#[test]
fn another_input_is_not_resumed() {
    let interrupted = Interrupted::new();
    let refused = |text: &str| {
        fs::write(&interrupted.input, gz(text)).expect("a file");
        let run = interrupted.resume(&[]);
        assert_eq!(run.code, 74);
        assert!(
            run.err.contains("lines of the input are not those"),
            "{}",
            run.err
        );
    };
    refused(&interrupted.text.replacen("cos", "sin", 1));
    refused(&mixture(100));
    refused("");
    // What comes later may be another.
    interrupted.mend();
    assert!(interrupted.completed() > 0);
}

#[test]
fn without_the_option_it_starts_anew() {
    let interrupted = Interrupted::new();
    interrupted.mend();
    let run = run(&[
        "batch",
        &interrupted.input,
        "-o",
        &interrupted.out,
        "--domain",
        "some",
    ]);
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(run.err.starts_with("3000 records in"), "{}", run.err);
    assert_eq!(interrupted.directory.names(), ["in.jsonl.gz", "out.jsonl"]);
    // With it too, where nothing is left.
    assert_eq!(interrupted.completed(), 0);
}

#[test]
fn what_cannot_be_resumed() {
    let directory = Directory::new();
    let out = directory.path("out.jsonl");
    for arguments in [
        &["batch", "--resume"][..],
        &["batch", "-", "--resume", "-o", &out],
    ] {
        let run = run_with(arguments, b"");
        assert_eq!(run.code, 64, "{}", run.err);
    }
    assert_eq!(directory.names(), [""; 0]);
}

/// Records as a table: what is kept is lines, so it can be resumed as well.
#[cfg(feature = "parquet")]
#[test]
fn a_table_is_resumed() {
    let directory = Directory::new();
    let input = directory.write("in.jsonl", questions(2000).as_bytes());
    let [whole, resumed] = ["whole.parquet", "resumed.parquet"].map(|name| directory.path(name));
    let start = Instant::now();
    assert_eq!(run(&["batch", &input, "-o", &whole]).code, 0);
    let mut moments = Moments {
        state: 7,
        whole: start.elapsed(),
    };
    killed(&["batch", &input, "-o", &resumed], &mut moments);
    assert!(fs::read(&whole).expect("a file") == fs::read(&resumed).expect("a file"));
    assert_eq!(
        directory.names(),
        ["in.jsonl", "resumed.parquet", "whole.parquet"]
    );
}
