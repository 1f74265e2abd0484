use std::io::{self, IsTerminal, Write};
use std::panic;
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::thread;

use barrow::batch::{self, Statistics, Summary, WORKER};
use barrow::verify::VerdictKind;
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};

use super::output::{write_file, written};
use super::policy::PolicyOptions;
use super::source::Sources;
use super::{INPUT_OUTPUT, WRONG_USAGE};

/// Each line is an object with the fields `integrand` and `antiderivative`, and optionally `id`,
/// `variable`, `syntax`, `dialect`, `domain` and `assumptions`, which take precedence over the
/// options. Each line gives one record, a blank or unreadable line an `invalid` one. A line is
/// answered as soon as it is decided, so the command also serves as a long-lived child process.
#[derive(Args)]
#[command(after_help = "\
Examples:
  barrow batch pairs.jsonl -o verdicts.jsonl
  barrow batch *.jsonl.gz --domain complex --dialect sympy --summary-json summary.json > verdicts.jsonl
  echo '{\"integrand\": \"cos(x)\", \"antiderivative\": \"sin(x)\"}' | barrow batch

Exit codes: 0 every record was written, 1 a verdict of --fail-on occurred, 64 wrong usage,
74 an input or output failed.")]
pub struct Batch {
    /// JSON Lines, compressed if the name ends in .gz or .zst; the standard input without any, and
    /// for -
    files: Vec<PathBuf>,

    /// Where the records go; the file appears when it is complete [default: the standard output]
    #[arg(short, long, value_name = "OUT")]
    output: Option<PathBuf>,

    /// How many threads decide [default: one for each core]. The records do not depend on it
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: Option<u16>,

    /// Where the counts and times go, as one JSON object
    #[arg(long, value_name = "FILE")]
    summary_json: Option<PathBuf>,

    /// Exit with 1 when one of these verdicts occurs
    #[arg(long, value_name = "VERDICT,…", value_delimiter = ',')]
    #[arg(value_parser = super::policy::named::<VerdictKind>(&["equal", "different", "undecided", "invalid"]))]
    fail_on: Vec<VerdictKind>,

    /// Write a record of the policy, the key and the version first
    #[arg(long)]
    header: bool,

    /// Hand unknown fields of a line back in the field `input`
    #[arg(long)]
    with_input: bool,

    #[command(flatten)]
    policy: PolicyOptions,
}

impl Batch {
    /// Decides the input; the result is the exit code.
    pub fn run(self, out: &mut dyn Write, err: &mut dyn Write) -> u8 {
        let Some(verifier) = self.policy.verifier(err) else {
            return WRONG_USAGE;
        };
        let mut batch = batch::Batch::new(verifier)
            .header(self.header)
            .with_input(self.with_input)
            .flush_when_idle(self.output.is_none());
        if let Some(jobs) = self.jobs {
            batch = batch.jobs(jobs.into());
        }
        // A pair that makes the verifier panic has a record that says so.
        let report = panic::take_hook();
        panic::set_hook(Box::new(move |panic| {
            if thread::current().name() != Some(WORKER) {
                report(panic);
            }
        }));
        let summary = self.decide(&batch, out);
        let summary = match summary {
            Ok(summary) => summary,
            Err(error) => {
                // Whoever closed the pipe wants no more, not even this message.
                if error.kind() != io::ErrorKind::BrokenPipe {
                    let _ = writeln!(err, "error: {error}");
                }
                return INPUT_OUTPUT;
            }
        };
        let _ = writeln!(err, "{summary}");
        let occurs = |kind: &VerdictKind| {
            let name = serde_json::to_value(kind).unwrap_or_default();
            name.as_str()
                .and_then(|name| summary.verdicts.get(name))
                .is_some_and(|count| *count > 0)
        };
        u8::from(self.fail_on.iter().any(occurs))
    }

    fn decide(&self, batch: &batch::Batch, out: &mut dyn Write) -> io::Result<Summary> {
        let sources = Sources::new(self.files.clone())?;
        let bar = bar(&sources, self.output.is_none());
        let mut records = 0;
        let observe = |statistics: &Statistics| {
            let new = statistics.records() - records;
            records += new;
            match sources.total {
                Some(_) => bar.set_position(sources.progress.load(Ordering::Relaxed)),
                None => bar.inc(new),
            }
        };
        let statistics = match &self.output {
            None => batch.run(sources.open(), out, observe)?,
            Some(path) => written(path, |output| batch.run(sources.open(), output, observe))?,
        };
        bar.finish_and_clear();
        let summary = statistics.summary();
        if let Some(path) = &self.summary_json {
            write_file(
                path,
                format_args!("{}\n", serde_json::to_string_pretty(&summary)?),
            )?;
        }
        Ok(summary)
    }
}

/// On a terminal: how much of the files was read, or how many records were written.
fn bar(sources: &Sources, to_output: bool) -> ProgressBar {
    // What else is seen on the same terminal would tear it.
    let is_torn = (to_output && io::stdout().is_terminal())
        || (sources.total.is_none() && io::stdin().is_terminal());
    if is_torn || !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let (bar, template) = match sources.total {
        Some(total) => (
            ProgressBar::new(total),
            "{bar:40} {bytes}/{total_bytes}  {elapsed}, {eta} left",
        ),
        None => (
            ProgressBar::new_spinner(),
            "{spinner} {human_pos} records  {elapsed}",
        ),
    };
    match ProgressStyle::with_template(template) {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}
