//! Streams of questions: JSON Lines in, JSON Lines out, order kept, bounded memory, all cores.
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

mod header;
mod lines;
mod ordered;
mod record;
mod statistics;

use std::io::{self, BufWriter, Write};
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::thread::available_parallelism;
use std::time::Instant;

pub use header::{Header, Settings};
pub use lines::Source;
pub use ordered::WORKER;
pub use statistics::{Statistics, Summary};

use crate::verify::{Question, Verdict, Verifier};
pub(crate) use lines::{Line, Lines, Text, weight};
pub(crate) use ordered::Ordered;
use record::Record;
use statistics::Counted;

/// Bytes of a line beyond which it is refused: both texts at their limit with every byte escaped,
/// and as much again for other fields.
const LINE_LIMIT: usize = 1 << 20;

/// Decides streams of questions with one verifier.
#[derive(Clone, Debug)]
pub struct Batch {
    verifier: Arc<Verifier>,
    jobs: usize,
    line_limit: usize,
    header: bool,
    with_input: bool,
    flush_when_idle: bool,
}

impl Batch {
    /// On all cores, without a header, flushing whenever no record is ready to be written.
    pub fn new(verifier: Verifier) -> Self {
        Self {
            verifier: Arc::new(verifier),
            jobs: available_parallelism().map_or(1, NonZeroUsize::get),
            line_limit: LINE_LIMIT,
            header: false,
            with_input: false,
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
        self.with_input = with_input;
        self
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
        mut observe: impl FnMut(&Statistics),
    ) -> io::Result<Statistics>
    where
        S: IntoIterator<Item = io::Result<Source>>,
        S::IntoIter: Send + 'static,
        W: Write,
    {
        let mut writer = BufWriter::with_capacity(1 << 16, writer);
        let mut statistics = Statistics::new();
        if self.header {
            serde_json::to_writer(&mut writer, &Header::new(&self.verifier))?;
            writer.write_all(b"\n")?;
        }
        let batch = self.clone();
        let lines = Lines::new(sources.into_iter(), self.line_limit);
        let mut outputs = Ordered::new(lines, self.jobs, weight, move |line: Line| {
            line.map(|text| batch.answer(&text))
        })?;
        loop {
            if !outputs.is_ready() {
                statistics.stop();
                observe(&statistics);
                if self.flush_when_idle {
                    writer.flush()?;
                }
            }
            let Some(output) = outputs.next() else { break };
            let output = output?;
            writer.write_all(&output.line)?;
            statistics.add(&output.counted);
        }
        writer.flush()?;
        statistics.stop();
        observe(&statistics);
        Ok(statistics)
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

    /// The record of one line.
    fn answer(&self, text: &Text) -> Output {
        let start = Instant::now();
        let (verdict, input) = match record::read(text, self.with_input) {
            Ok(Record { question, input }) => (self.verifier.verify(&question), input),
            Err(refused) => (refused.verdict, refused.input),
        };
        let mut line = record::write(&verdict, &input);
        line.push(b'\n');
        let counted = Counted::new(&verdict, start.elapsed());
        Output { line, counted }
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
}
