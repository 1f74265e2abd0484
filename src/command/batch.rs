use std::io::{self, Write};
use std::path::{Path, PathBuf};

use barrow::batch::{self, Layout, Statistics, Summary};
use barrow::verify::VerdictKind;
use clap::Args;

use super::columns::ColumnOptions;
use super::kept::Kept;
use super::output::{Output, write_file, written};
use super::policy::PolicyOptions;
use super::progress::Progress;
use super::source::{Sources, has_extension};
use super::{INPUT_OUTPUT, WRONG_USAGE, table};

/// Each line or row is an object with the fields `integrand` and `antiderivative`, and optionally
/// `id`, `variable`, `syntax`, `dialect`, `domain` and `assumptions`, which take precedence over the
/// options. Each gives one record, a blank or unreadable line an `invalid` one. A line is answered
/// as soon as it is decided, so the command also serves as a long-lived child process.
#[derive(Args)]
#[command(after_help = "\
Examples:
  barrow batch pairs.jsonl -o verdicts.jsonl --resume
  barrow batch rollouts.parquet --layout verl -o verdicts.parquet
  barrow batch *.jsonl.gz --domain complex --dialect sympy --summary-json summary.json > verdicts.jsonl
  echo '{\"integrand\": \"cos(x)\", \"antiderivative\": \"sin(x)\"}' | barrow batch

Exit codes: 0 every record was written, 1 a verdict of --fail-on occurred, 64 wrong usage,
74 an input or output failed.")]
pub struct Batch {
    /// JSON Lines, also compressed by gzip or zstd, or Parquet; the standard input, which is JSON
    /// Lines, without any, and for -
    files: Vec<PathBuf>,

    /// Where the records go, as Parquet if the name ends in .parquet; the file appears when it is
    /// complete, and until then the records are in OUT.partial [default: the standard output]
    #[arg(short, long, value_name = "OUT")]
    output: Option<PathBuf>,

    /// Go on where a run that was killed or failed has left OUT.partial; start if there is none
    #[arg(long, requires = "output")]
    resume: bool,

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

    #[command(flatten)]
    columns: ColumnOptions,
}

impl Batch {
    /// Decides the input; the result is the exit code.
    pub fn run(mut self, out: &mut dyn Write, err: &mut dyn Write) -> u8 {
        let (columns, prose) = self.columns.columns(Layout::RECORDS);
        if prose {
            self.policy = self.policy.in_prose();
        }
        let Some(verifier) = self.policy.verifier(err) else {
            return WRONG_USAGE;
        };
        let mut batch = batch::Batch::new(verifier)
            .columns(columns)
            .header(self.header)
            .with_input(self.with_input)
            .flush_when_idle(self.output.is_none());
        if let Some(jobs) = self.jobs {
            batch = batch.jobs(jobs.into());
        }
        let summary = Sources::new(self.files.clone()).and_then(|sources| {
            if self.resume && sources.total.is_none() {
                return Ok(None);
            }
            self.decide(&batch, &sources, out).map(Some)
        });
        let summary = match summary {
            Ok(Some(summary)) => summary,
            Ok(None) => {
                let message = "--resume reads the input from its start again, so it must be files";
                let _ = writeln!(err, "error: {message}");
                return WRONG_USAGE;
            }
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

    fn decide(
        &self,
        batch: &batch::Batch,
        sources: &Sources,
        out: &mut dyn Write,
    ) -> io::Result<Summary> {
        let progress = Progress::new(sources, self.output.is_none());
        let observe = |statistics: &Statistics| progress.observe(statistics);
        let statistics = match &self.output {
            None => batch.run(sources.open(), out, observe)?,
            Some(path) => self.decide_into(path, batch, sources, observe)?,
        };
        progress.finish();
        let summary = statistics.summary();
        if let Some(path) = &self.summary_json {
            write_file(
                path,
                format_args!("{}\n", serde_json::to_string_pretty(&summary)?),
            )?;
        }
        Ok(summary)
    }

    /// Into a file. Where the input can be read a second time, what is decided is kept until the
    /// file is complete.
    fn decide_into(
        &self,
        path: &Path,
        batch: &batch::Batch,
        sources: &Sources,
        observe: impl FnMut(&Statistics),
    ) -> io::Result<Statistics> {
        let is_table = has_extension(path, "parquet");
        if is_table {
            table::check()?;
        }
        let kept = match sources.total {
            Some(_) => Kept::open(path, self.resume)?,
            None => None,
        };
        let Some(kept) = kept else {
            return if is_table {
                table::written(path, Output::new(path), |output| {
                    batch.run(sources.open(), output, observe)
                })
            } else {
                written(path, |output| batch.run(sources.open(), output, observe))
            };
        };
        let statistics = match batch.resume(sources.open(), kept.journal()?, observe) {
            Ok(statistics) => statistics,
            Err(error) => return Err(kept.blame(error)),
        };
        if is_table {
            // The index of a table is at its end, so it cannot grow over several runs.
            table::written(path, kept.table(), |output| {
                io::copy(&mut kept.records()?, output).map(drop)
            })?;
            kept.forget()?;
        } else {
            kept.finish()?;
        }
        Ok(statistics)
    }
}
