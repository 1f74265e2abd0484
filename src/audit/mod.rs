//! What a scorer that is in use gets wrong: stored rollouts are scored again.
//!
//! A rollout is a line with a question, a response and the score that the response got. It is a
//! *false reward* when the score is a pass and the response is proved wrong or is no answer, a
//! *false rejection* when the score is a fail and the response is proved right. What stays
//! undecided counts as neither. Nothing of the training has to change for this.

mod finding;
mod group;
mod kind;
mod page;
mod report;
mod rollout;

use std::io::{self, BufWriter, Write};
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::thread::available_parallelism;

pub use crate::batch::Columns;
pub use finding::{Audited, Finding};
pub use group::Advantages;
pub use kind::Kind;
pub use page::Page;
pub use report::{Example, KindReport, Part, Report};

use crate::batch::{Form, Line, Lines, Ordered, Source, Text, weight};
use crate::decide::Domain;
use crate::verify::{Question, Verdict, VerdictKind, Verifier};
use rollout::Rollout;

/// Bytes of a line beyond which it is not read: a response may be long.
const LINE_LIMIT: usize = 16 << 20;

/// Scores stored rollouts again.
#[derive(Clone, Debug)]
pub struct Audit {
    verifier: Arc<Verifier>,
    /// The same, content with one piece of the domain.
    lenient: Arc<Verifier>,
    form: Arc<Form>,
    pass: f64,
    jobs: usize,
}

impl Audit {
    /// With a verifier; a stored score of `pass` or more is a pass.
    pub fn new(verifier: Verifier, columns: Columns, pass: f64) -> Self {
        let mut policy = verifier.policy().clone();
        policy.domain = Domain::Some;
        Self {
            lenient: Arc::new(verifier.clone().with_policy(policy)),
            verifier: Arc::new(verifier),
            form: Arc::new(rollout::form(columns)),
            pass,
            jobs: available_parallelism().map_or(1, NonZeroUsize::get),
        }
    }

    /// On so many threads, at least one. The findings do not depend on it.
    #[must_use]
    pub fn jobs(mut self, jobs: usize) -> Self {
        self.jobs = jobs.max(1);
        self
    }

    /// Audits all lines of some sources and writes one record for each, in their order.
    ///
    /// # Errors
    /// When a source cannot be read or the writer fails.
    pub fn run<S, W>(&self, sources: S, writer: W) -> io::Result<Report>
    where
        S: IntoIterator<Item = io::Result<Source>>,
        S::IntoIter: Send + 'static,
        W: Write,
    {
        let mut writer = BufWriter::with_capacity(1 << 16, writer);
        let mut report = Report::new(self.pass);
        let audit = self.clone();
        let lines = Lines::new(sources.into_iter(), LINE_LIMIT, self.form.wanted.clone());
        let audited = Ordered::new(lines, self.jobs, weight, move |line: Line| {
            line.map(|text| audit.line(&text))
        })?;
        for audited in audited {
            let audited = audited?;
            serde_json::to_writer(&mut writer, &audited)?;
            writer.write_all(b"\n")?;
            report.add(audited);
        }
        writer.flush()?;
        report.finish();
        Ok(report)
    }

    fn line(&self, text: &Text) -> Audited {
        match Rollout::read(text, &self.form) {
            Ok(rollout) => self.rollout(rollout, text.number),
            Err(message) => Audited::unread(text.number, message),
        }
    }

    fn rollout(&self, rollout: Rollout, line: u64) -> Audited {
        let verdict = self.verifier.verify(&rollout.question);
        let finding = Finding::of(&verdict, rollout.score >= self.pass);
        let kind = match finding {
            Finding::FalseReward => Some(kind::of_false_reward(&verdict, || {
                self.holds_somewhere(&rollout.question, &verdict)
            })),
            Finding::FalseRejection => Some(kind::of_false_rejection(&verdict, &rollout.question)),
            Finding::Agrees | Finding::Undecided | Finding::Unread => None,
        };
        Audited::new(line, rollout, finding, kind, verdict)
    }

    /// Whether an answer that is wrong on some piece is right on another.
    fn holds_somewhere(&self, question: &Question, verdict: &Verdict) -> bool {
        verdict.verdict == VerdictKind::Different
            && self.lenient.verify(question).verdict == VerdictKind::Equal
    }
}
