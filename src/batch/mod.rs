//! Streams of questions: JSON Lines or Parquet in, JSON Lines out, order kept, bounded memory, all
//! cores. With a [`Journal`], a run that was killed can be continued.
//!
//! A thread reads lines as they come, as many threads as wanted decide questions, and the calling
//! thread writes the records in the order of the lines. What was read and not yet written is
//! bounded in lines and in bytes, so the size of the input does not matter. Nothing waits for more
//! input: a question that has arrived is answered and flushed, so a batch also serves as a
//! long-lived child process.
//!
//! Every line gives one record, a blank one too. A line that is no question gives an `invalid`
//! record with its number; it never ends the batch. The records depend on the lines, the verifier and nothing else.
//!
//! ```
//! use barrow::batch::{Batch, Source};
//! use barrow::verify::{Verifier, VerdictKind};
//!
//! let lines = r#"{"id": 1, "integrand": "cos(x)", "antiderivative": "sin(x)"}
//! {"id": 2, "integrand": "cos(x)", "antiderivative": "cos(x)"}
//! no question
//! "#;
//! let mut out = Vec::new();
//! let source = Source::new(lines.as_bytes());
//! let statistics = Batch::new(Verifier::default()).run([Ok(source)], &mut out, |_| {})?;
//! assert_eq!(statistics.records(), 3);
//! assert_eq!(statistics.count(VerdictKind::Invalid), 1);
//! assert_eq!(out.iter().filter(|b| **b == b'\n').count(), 3);
//! # Ok::<(), std::io::Error>(())
//! ```

mod columns;
mod fields;
mod header;
mod journal;
mod lines;
mod ordered;
#[cfg(feature = "parquet")]
mod parquet;
mod record;
mod statistics;

use std::io::{self, BufWriter, Write};
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::thread::available_parallelism;
use std::time::Instant;

use serde_json::Value;
use sha2::{Digest, Sha256};

pub use self::columns::{Columns, Layout};
pub use self::header::{Header, Settings};
pub use self::journal::Journal;
pub use self::lines::Source;
#[cfg(feature = "parquet")]
pub use self::parquet::Table;
pub use self::statistics::{Statistics, Summary};

pub(crate) use self::fields::Fields;
use self::journal::{Log, Run, digest};
pub(crate) use self::lines::{Line, Lines, Text, weight};
pub(crate) use self::ordered::Ordered;
pub(crate) use self::record::Form;
use self::record::Record;
use self::statistics::Counted;
use crate::verify::{Question, Verdict, Verifier};

/// Bytes of a line beyond which it is refused: both texts at their limit with every byte escaped,
/// and as much again for other fields.
const LINE_LIMIT: usize = 1 << 20;

/// Decides streams of questions with one verifier.
#[derive(Clone, Debug)]
pub struct Batch {
    verifier: Arc<Verifier>,
    form: Arc<Form>,
    jobs: usize,
    line_limit: usize,
    header: bool,
    flush_when_idle: bool,
}

impl Batch {
    /// On all cores, without a header, flushing whenever no record is ready to be written.
    pub fn new(verifier: Verifier) -> Self {
        Self {
            verifier: Arc::new(verifier),
            form: Arc::new(Form::new(Columns::default(), &[])),
            jobs: available_parallelism().map_or(1, NonZeroUsize::get),
            line_limit: LINE_LIMIT,
            header: false,
            flush_when_idle: true,
        }
    }

    /// On so many threads, at least one. The records do not depend on it.
    #[must_use]
    pub fn jobs(mut self, jobs: usize) -> Self {
        self.jobs = jobs.max(1);
        self
    }

    /// Refuses lines of more bytes than this.
    #[must_use]
    pub fn line_limit(mut self, bytes: usize) -> Self {
        self.line_limit = bytes;
        self
    }

    /// Writes a [`Header`] before the records. It holds the key.
    #[must_use]
    pub fn header(mut self, header: bool) -> Self {
        self.header = header;
        self
    }

    /// Hands the fields of a line that have no meaning here back in the field `input`.
    #[must_use]
    pub fn with_input(mut self, with_input: bool) -> Self {
        Arc::make_mut(&mut self.form).wanted.keep_unknown = with_input;
        self
    }

    /// Takes the parts of a question from these columns.
    #[must_use]
    pub fn columns(mut self, columns: Columns) -> Self {
        let keep_unknown = self.form.wanted.keep_unknown;
        self.form = Arc::new(Form::new(columns, &[]));
        self.with_input(keep_unknown)
    }

    /// Whether what was written is flushed whenever no further record is ready. Without it records
    /// arrive when the buffer is full, which suits a file.
    #[must_use]
    pub fn flush_when_idle(mut self, flush: bool) -> Self {
        self.flush_when_idle = flush;
        self
    }

    /// Decides all lines of some sources and writes their records in order. `observe` sees the
    /// statistics whenever records were written.
    ///
    /// # Errors
    /// When a source cannot be read, after the records of all lines before; when the writer fails,
    /// without waiting for a source that has nothing to say; when no thread can be started.
    pub fn run<S, W>(
        &self,
        sources: S,
        writer: W,
        observe: impl FnMut(&Statistics),
    ) -> io::Result<Statistics>
    where
        S: IntoIterator<Item = io::Result<Source>>,
        S::IntoIter: Send + 'static,
        W: Write,
    {
        let lines = self.lines(sources);
        self.decide(lines, writer, None, Statistics::new(), observe)
    }

    /// Does what [`run`](Self::run) does, and keeps a journal; goes on where the run before, which
    /// was killed or failed, has left one. In the end the records are the bytes that `run` writes.
    ///
    /// # Errors
    /// As of `run`, and when the journal is of another batch or of other lines; it says which.
    pub fn resume<S>(
        &self,
        sources: S,
        journal: Journal,
        observe: impl FnMut(&Statistics),
    ) -> io::Result<Statistics>
    where
        S: IntoIterator<Item = io::Result<Source>>,
        S::IntoIter: Send + 'static,
    {
        let mut lines = self.lines(sources);
        let (records, log, statistics) = journal.open(&self.settings()?, &mut lines)?;
        self.decide(lines, records, Some(log), statistics, observe)
    }

    fn lines<S>(&self, sources: S) -> Lines<S::IntoIter>
    where
        S: IntoIterator<Item = io::Result<Source>>,
    {
        let wanted = self.form.wanted.clone();
        Lines::new(sources.into_iter(), self.line_limit, wanted)
    }

    /// What all records depend on. The key is not told.
    fn settings(&self) -> io::Result<Run> {
        let Header { mut header } = Header::new(&self.verifier, &self.form.columns);
        let digest = Sha256::digest(header.key.as_bytes());
        header.key = journal::hex(&digest);
        let header = serde_json::to_value(header)?;
        let mut run: Run = serde_json::from_value(header)?;
        for (name, value) in [
            ("line_limit", Value::from(self.line_limit)),
            ("header", self.header.into()),
            ("with_input", self.form.wanted.keep_unknown.into()),
        ] {
            run.insert(name.into(), value);
        }
        Ok(run)
    }

    fn decide<S, W>(
        &self,
        lines: Lines<S>,
        writer: W,
        mut log: Option<Log>,
        mut statistics: Statistics,
        mut observe: impl FnMut(&Statistics),
    ) -> io::Result<Statistics>
    where
        S: Iterator<Item = io::Result<Source>> + Send + 'static,
        W: Write,
    {
        let mut writer = BufWriter::with_capacity(1 << 16, writer);
        if self.header && log.as_ref().is_none_or(Log::is_new) {
            let header = Header::new(&self.verifier, &self.form.columns);
            let mut line = serde_json::to_vec(&header)?;
            line.push(b'\n');
            writer.write_all(&line)?;
            if let Some(log) = &mut log {
                log.add(&line, None);
            }
        }
        let batch = self.clone();
        let is_logged = log.is_some();
        let mut outputs = Ordered::new(lines, self.jobs, weight, move |line: Line| {
            line.map(|text| batch.answer(&text, is_logged))
        })?;
        let failure = loop {
            if !outputs.is_ready() {
                statistics.stop();
                observe(&statistics);
                if self.flush_when_idle {
                    writer.flush()?;
                }
            }
            match outputs.next() {
                None => break None,
                Some(Err(error)) => break Some(error),
                Some(Ok(output)) => {
                    writer.write_all(&output.line)?;
                    statistics.add(&output.counted);
                    if let Some(log) = &mut log {
                        log.add(&output.line, output.digest.as_ref());
                        if log.is_due() {
                            writer.flush()?;
                            log.write()?;
                        }
                    }
                }
            }
        };
        writer.flush()?;
        if let Some(log) = &mut log {
            log.write()?;
        }
        statistics.stop();
        observe(&statistics);
        failure.map_or(Ok(statistics), Err)
    }

    /// The verdicts on some questions, in their order. Questions are taken from the iterator on
    /// another thread, some thousands ahead of the verdicts that were asked for.
    ///
    /// ```
    /// use barrow::batch::Batch;
    /// use barrow::verify::{Question, VerdictKind, Verifier};
    ///
    /// let questions = (1..100).map(|n| Question::new(format!("x^{n}"), format!("x^{}/{}", n + 1, n + 1)));
    /// let mut verdicts = Batch::new(Verifier::default()).verdicts(questions)?;
    /// assert!(verdicts.all(|v| v.verdict == VerdictKind::Equal));
    /// # Ok::<(), std::io::Error>(())
    /// ```
    ///
    /// # Errors
    /// When no thread can be started.
    pub fn verdicts<I>(&self, questions: I) -> io::Result<Verdicts>
    where
        I: IntoIterator<Item = Question>,
        I::IntoIter: Send + 'static,
    {
        let verifier = Arc::clone(&self.verifier);
        let weight = |q: &Question| q.integrand.len() + q.antiderivative.len();
        let decide = move |question: Question| verifier.verify(&question);
        Ordered::new(questions.into_iter(), self.jobs, weight, decide).map(Verdicts)
    }

    /// The record of one line, with the digest of the line where that is wanted.
    fn answer(&self, text: &Text, with_digest: bool) -> Output {
        let start = Instant::now();
        let (verdict, input) = match self.form.read(text) {
            Ok(Record { question, input }) => (self.verifier.verify(&question), input),
            Err(refused) => (refused.verdict, refused.input),
        };
        let mut line = record::write(&verdict, &input);
        line.push(b'\n');
        Output {
            counted: Counted::new(&verdict, start.elapsed()),
            line,
            digest: with_digest.then(|| digest(text)),
        }
    }
}

/// The verdicts on a stream of questions; see [`Batch::verdicts`].
pub struct Verdicts(Ordered<Question, Verdict>);

impl Iterator for Verdicts {
    type Item = Verdict;

    fn next(&mut self) -> Option<Verdict> {
        self.0.next()
    }
}

/// What a line came to.
struct Output {
    line: Vec<u8>,
    counted: Counted,
    digest: Option<[u8; 32]>,
}
