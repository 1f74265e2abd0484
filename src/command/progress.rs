use std::io::{self, IsTerminal};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use barrow::batch::Statistics;
use indicatif::{HumanCount, ProgressBar, ProgressStyle};

use super::source::Sources;

/// On a terminal: how much of the files was read or how many records were written, how many are
/// decided a second, and how long it takes.
pub struct Progress {
    bar: ProgressBar,
    start: Instant,
    /// Bytes read so far, where it is known of how many.
    bytes: Option<Arc<AtomicU64>>,
}

impl Progress {
    /// Of a batch that reads these sources, and writes to the standard output or not.
    pub fn new(sources: &Sources, to_output: bool) -> Self {
        Self {
            bar: bar(sources.total, to_output),
            start: Instant::now(),
            bytes: sources.total.map(|_| Arc::clone(&sources.progress)),
        }
    }

    pub fn observe(&self, statistics: &Statistics) {
        if self.bar.is_hidden() {
            return;
        }
        let seconds = self.start.elapsed().as_secs_f64();
        let rate = HumanCount((statistics.decided() as f64 / seconds.max(1e-3)) as u64);
        let records = HumanCount(statistics.records());
        self.bar.set_message(format!("{records} records, {rate}/s"));
        match &self.bytes {
            Some(bytes) => self.bar.set_position(bytes.load(Ordering::Relaxed)),
            None => self.bar.set_position(statistics.records()),
        }
    }

    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

fn bar(total: Option<u64>, to_output: bool) -> ProgressBar {
    // What else is seen on the same terminal would tear it.
    let is_torn =
        (to_output && io::stdout().is_terminal()) || (total.is_none() && io::stdin().is_terminal());
    if is_torn || !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let (bar, template) = match total {
        Some(total) => (
            ProgressBar::new(total),
            "{wide_bar} {percent}% of {total_bytes}  {msg}, {eta} left",
        ),
        None => (ProgressBar::new_spinner(), "{spinner} {msg}  {elapsed}"),
    };
    match ProgressStyle::with_template(template) {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}
