use std::io::{self, Write};
use std::path::PathBuf;

use barrow::audit::{self, Page, Report};
use barrow::batch::Layout;
use clap::Args;

use super::columns::ColumnOptions;
use super::output::{write_file, written};
use super::policy::PolicyOptions;
use super::source::{Sources, has_extension};
use super::{INPUT_OUTPUT, WRONG_USAGE};

/// Each line or row is an object with a question, a response and the score it got. False rewards and
/// false rejections are counted by kind of mistake, with examples, each with a witness, a proof or
/// what is wrong with the text.
#[derive(Args)]
#[command(after_help = "\
Examples:
  barrow audit rollouts.jsonl --score-column reward --html report.html
  barrow audit steps/*.jsonl.gz --question-column reward_model.ground_truth --response-column output \\
      --variable-column extra_info.variable --group-column uid --json report.json -o findings.jsonl

Exit codes: 0 all lines were audited, 64 wrong usage, 74 an input or output failed.")]
pub struct Audit {
    /// JSON Lines, also compressed by gzip or zstd, or Parquet; the standard input, which is JSON
    /// Lines, without any, and for -
    files: Vec<PathBuf>,

    /// The column of the score
    #[arg(long, value_name = "NAME", default_value = "score")]
    score_column: String,

    /// The column that rollouts of one prompt share: what the corrections do to advantages
    #[arg(long, value_name = "NAME")]
    group_column: Option<String>,

    /// The least score that is a pass
    #[arg(
        long,
        value_name = "SCORE",
        default_value_t = 0.5,
        allow_negative_numbers = true
    )]
    pass: f64,

    /// Where a record for each line goes, as JSON Lines
    #[arg(short, long, value_name = "OUT")]
    output: Option<PathBuf>,

    /// Where the report goes as one JSON object
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,

    /// Where the report goes as a page
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,

    /// How many threads decide [default: one for each core]
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: Option<u16>,

    #[command(flatten)]
    policy: PolicyOptions,

    #[command(flatten)]
    columns: ColumnOptions,
}

impl Audit {
    /// Audits the input and prints the report; the result is the exit code.
    pub fn run(mut self, out: &mut dyn Write, err: &mut dyn Write) -> u8 {
        self.policy = self.policy.in_prose();
        let Some(verifier) = self.policy.verifier(err) else {
            return WRONG_USAGE;
        };
        let (mut columns, _) = self.columns.columns(Layout::ROLLOUTS);
        columns.score.clone_from(&self.score_column);
        if self.group_column.is_some() {
            columns.group.clone_from(&self.group_column);
        }
        if let Some(path) = self
            .output
            .as_deref()
            .filter(|path| has_extension(path, "parquet"))
        {
            let _ = writeln!(
                err,
                "error: {}: findings are written as JSON Lines",
                path.display()
            );
            return WRONG_USAGE;
        }
        let mut audit = audit::Audit::new(verifier, columns, self.pass);
        if let Some(jobs) = self.jobs {
            audit = audit.jobs(jobs.into());
        }
        let reported = self.report(&audit).and_then(|report| {
            write!(out, "{report}")?;
            out.flush()
        });
        match reported {
            Ok(()) => 0,
            Err(error) => {
                if error.kind() != io::ErrorKind::BrokenPipe {
                    // Nothing is left to tell when the standard error is closed.
                    let _ = writeln!(err, "error: {error}");
                }
                INPUT_OUTPUT
            }
        }
    }

    fn report(&self, audit: &audit::Audit) -> io::Result<Report> {
        let sources = Sources::new(self.files.clone())?;
        let report = match &self.output {
            None => audit.run(sources.open(), io::sink())?,
            Some(path) => written(path, |output| audit.run(sources.open(), output))?,
        };
        if let Some(path) = &self.json {
            write_file(
                path,
                format_args!("{}\n", serde_json::to_string_pretty(&report)?),
            )?;
        }
        if let Some(path) = &self.html {
            write_file(path, Page(&report))?;
        }
        Ok(report)
    }
}
