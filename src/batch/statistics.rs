use std::collections::BTreeMap;
use std::fmt;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use crate::decide::{Coverage, Evidence, Reason};
use crate::error::Stage;
use crate::verify::{Verdict, VerdictKind};

const KINDS: [VerdictKind; 4] = [
    VerdictKind::Equal,
    VerdictKind::Different,
    VerdictKind::Undecided,
    VerdictKind::Invalid,
];

/// Counts of the records of a batch, and how long one took.
#[derive(Clone, Debug)]
pub struct Statistics {
    start: Instant,
    last: Instant,
    records: u64,
    /// How many of them are of an earlier run.
    kept: u64,
    verdicts: Counts<VerdictKind>,
    evidence: Counts<Evidence>,
    coverage: Counts<Coverage>,
    reasons: Counts<Reason>,
    stages: Counts<Stage>,
    latency: Latency,
}

/// What is counted of one record.
#[derive(Deserialize)]
pub(super) struct Counted {
    verdict: VerdictKind,
    evidence: Option<Evidence>,
    coverage: Option<Coverage>,
    reason: Option<Reason>,
    stage: Option<Stage>,
    /// Unknown of a record of an earlier run.
    #[serde(skip)]
    time: Option<Duration>,
}

impl Counted {
    pub fn new(verdict: &Verdict, time: Duration) -> Self {
        Self {
            verdict: verdict.verdict,
            evidence: verdict.evidence,
            coverage: verdict.coverage,
            reason: verdict.reason,
            stage: verdict.stage,
            time: Some(time),
        }
    }
}

/// What [`Statistics`] come to, as a record.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Summary {
    /// How many records were written, a header apart.
    pub records: u64,
    /// How many of them were decided by an earlier run. They count wherever no time is meant.
    #[serde(default)]
    pub kept: u64,
    /// How many of each verdict.
    pub verdicts: BTreeMap<String, u64>,
    /// How many `equal` of each evidence.
    pub evidence: BTreeMap<String, u64>,
    /// How many `equal` of each coverage.
    pub coverage: BTreeMap<String, u64>,
    /// How many `undecided` of each reason.
    pub reasons: BTreeMap<String, u64>,
    /// How many `invalid` of each stage.
    pub stages: BTreeMap<String, u64>,
    /// From the start to the last record.
    pub seconds: f64,
    /// Records decided by this run over seconds.
    pub pairs_per_second: f64,
    /// Half of the pairs took at most this long, each on one core, in milliseconds.
    pub median_ms: f64,
    /// 99 of 100 pairs took at most this long.
    pub p99_ms: f64,
    /// The longest took this long.
    pub longest_ms: f64,
}

impl Statistics {
    pub(super) fn new() -> Self {
        let start = Instant::now();
        Self {
            start,
            last: start,
            records: 0,
            kept: 0,
            verdicts: Counts::default(),
            evidence: Counts::default(),
            coverage: Counts::default(),
            reasons: Counts::default(),
            stages: Counts::default(),
            latency: Latency::default(),
        }
    }

    pub(super) fn add(&mut self, counted: &Counted) {
        self.records += 1;
        self.verdicts.add(Some(counted.verdict));
        self.evidence.add(counted.evidence);
        self.coverage.add(counted.coverage);
        self.reasons.add(counted.reason);
        self.stages.add(counted.stage);
        if let Some(time) = counted.time {
            self.latency.add(time);
        }
    }

    /// Says that all records so far are of an earlier run.
    pub(super) fn keep(&mut self) {
        self.kept = self.records;
    }

    pub(super) fn stop(&mut self) {
        self.last = Instant::now();
    }

    /// How many records there are.
    pub fn records(&self) -> u64 {
        self.records
    }

    /// How many of them were decided by this run.
    pub fn decided(&self) -> u64 {
        self.records - self.kept
    }

    /// How many have this verdict.
    pub fn count(&self, kind: VerdictKind) -> u64 {
        self.verdicts.get(kind)
    }

    /// All counts, and the figures of time.
    pub fn summary(&self) -> Summary {
        let seconds = self.last.duration_since(self.start).as_secs_f64();
        let mut verdicts: BTreeMap<_, _> = KINDS.into_iter().map(|kind| (name(&kind), 0)).collect();
        verdicts.extend(self.verdicts.by_name());
        let milliseconds = |time: Duration| time.as_secs_f64() * 1e3;
        Summary {
            records: self.records,
            kept: self.kept,
            verdicts,
            evidence: self.evidence.by_name(),
            coverage: self.coverage.by_name(),
            reasons: self.reasons.by_name(),
            stages: self.stages.by_name(),
            seconds,
            pairs_per_second: if seconds > 0.0 {
                self.decided() as f64 / seconds
            } else {
                0.0
            },
            median_ms: milliseconds(self.latency.quantile(0.5)),
            p99_ms: milliseconds(self.latency.quantile(0.99)),
            longest_ms: milliseconds(self.latency.longest),
        }
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plural = if self.records == 1 { "" } else { "s" };
        write!(f, "{} record{plural}", self.records)?;
        if self.kept > 0 {
            write!(f, ", {} of them of an earlier run; the others", self.kept)?;
        }
        writeln!(
            f,
            " in {:.2} s, {:.0} a second",
            self.seconds, self.pairs_per_second
        )?;
        let parts: [&[&BTreeMap<String, u64>]; 4] = [
            &[&self.evidence, &self.coverage],
            &[],
            &[&self.reasons],
            &[&self.stages],
        ];
        for (kind, parts) in KINDS.into_iter().zip(parts) {
            let kind = name(&kind);
            let count = self.verdicts.get(&kind).copied().unwrap_or(0);
            write!(f, "{kind:>10} {count}")?;
            for counts in parts.iter().filter(|counts| !counts.is_empty()) {
                let list: Vec<String> = counts
                    .iter()
                    .map(|(name, n)| format!("{name} {n}"))
                    .collect();
                write!(f, "  ({})", list.join(", "))?;
            }
            writeln!(f)?;
        }
        write!(
            f,
            "one pair: median {:.3} ms, 99 of 100 within {:.3} ms, longest {:.3} ms",
            self.median_ms, self.p99_ms, self.longest_ms
        )
    }
}

/// How often each of a few values occurred.
#[derive(Clone, Debug)]
struct Counts<T>(Vec<(T, u64)>);

impl<T> Default for Counts<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T: Copy + PartialEq + Serialize> Counts<T> {
    fn add(&mut self, value: Option<T>) {
        let Some(value) = value else { return };
        match self.0.iter_mut().find(|(known, _)| *known == value) {
            Some((_, count)) => *count += 1,
            None => self.0.push((value, 1)),
        }
    }

    fn get(&self, value: T) -> u64 {
        self.0
            .iter()
            .find(|(known, _)| *known == value)
            .map_or(0, |(_, count)| *count)
    }

    fn by_name(&self) -> BTreeMap<String, u64> {
        self.0
            .iter()
            .map(|(value, count)| (name(value), *count))
            .collect()
    }
}

/// As records spell the value.
fn name<T: Serialize>(value: &T) -> String {
    match serde_json::to_value(value) {
        Ok(serde_json::Value::String(name)) => name,
        _ => String::new(),
    }
}

/// A histogram of durations, each bucket a sixteenth of a factor of two wide, so that quantiles are
/// right to 6 % whatever their size.
#[derive(Clone, Debug)]
struct Latency {
    buckets: Vec<u64>,
    longest: Duration,
}

/// Buckets for each factor of two, a power of two.
const FINE: u64 = 16;

impl Default for Latency {
    fn default() -> Self {
        Self {
            buckets: vec![0; 64 * FINE as usize],
            longest: Duration::ZERO,
        }
    }
}

impl Latency {
    fn add(&mut self, time: Duration) {
        let nanoseconds = u64::try_from(time.as_nanos()).unwrap_or(u64::MAX);
        self.buckets[Self::bucket(nanoseconds)] += 1;
        self.longest = self.longest.max(time);
    }

    fn bucket(n: u64) -> usize {
        if n < FINE {
            return n as usize;
        }
        // n = 2^exponent·(1 + fraction/FINE), the fraction rounded down.
        let exponent = u64::from(n.ilog2());
        let fraction = (n >> (exponent - u64::from(FINE.ilog2()))) - FINE;
        ((exponent - u64::from(FINE.ilog2()) + 1) * FINE + fraction) as usize
    }

    /// The largest number in a bucket.
    fn end(bucket: usize) -> u64 {
        let bucket = bucket as u64;
        if bucket < FINE {
            return bucket;
        }
        let (shift, fraction) = (bucket / FINE - 1, bucket % FINE);
        ((u128::from(FINE + fraction + 1) << shift) - 1) as u64
    }

    fn quantile(&self, q: f64) -> Duration {
        let total: u64 = self.buckets.iter().sum();
        let rank = ((total as f64 * q).ceil() as u64).max(1);
        let mut seen = 0;
        let found = self.buckets.iter().position(|count| {
            seen += count;
            seen >= rank
        });
        let end = found.map_or(0, Self::end);
        Duration::from_nanos(end).min(self.longest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn buckets_are_narrow_and_in_order() {
        let mut last = 0;
        for n in (0..5000).chain((13..64).map(|k| 1 << k)).chain([u64::MAX]) {
            let bucket = Latency::bucket(n);
            assert!(bucket >= last, "{n}");
            last = bucket;
            let end = Latency::end(bucket);
            assert!(end >= n && end - n <= n / FINE, "{n} {end}");
        }
    }

    #[test]
    fn quantiles() {
        let mut latency = Latency::default();
        assert_eq!(latency.quantile(0.5), Duration::ZERO);
        for n in 1..=1000 {
            latency.add(Duration::from_micros(n));
        }
        let near = |q: f64, expected: f64| {
            let found = latency.quantile(q).as_secs_f64() * 1e6;
            assert!((found / expected - 1.0).abs() < 0.07, "{found} {expected}");
        };
        near(0.5, 500.0);
        near(0.99, 990.0);
        assert_eq!(latency.quantile(1.0), Duration::from_millis(1));
    }
}
