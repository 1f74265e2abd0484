use std::collections::BTreeMap;
use std::fmt;

use serde::Serialize;

use super::finding::{Audited, Finding};
use super::group::{Advantages, Groups};
use super::kind::Kind;

/// Examples kept of each kind.
const EXAMPLES: usize = 3;
/// Characters of a text that are shown.
const LENGTH: usize = 300;

/// The result of an audit.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// Lines in all.
    pub rollouts: u64,
    /// A stored score of this or more is a pass.
    pub pass: f64,
    /// Stored scores that the verdict agrees with.
    pub agrees: u64,
    /// Passes for wrong responses, among the passes that are decided.
    pub false_rewards: Part,
    /// Fails for right responses, among the fails that are decided.
    pub false_rejections: Part,
    /// Responses that are neither shown to be right nor to be wrong.
    pub undecided: u64,
    /// Lines without a readable question, response or score.
    pub unread: u64,
    /// The line and the message of the first that are unread.
    pub unread_examples: Vec<(u64, String)>,
    /// What the corrections do to the advantages, where rollouts have groups.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub advantages: Option<Advantages>,
    #[serde(skip)]
    groups: Groups,
}

/// False rewards, or false rejections.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Part {
    /// How many.
    pub count: u64,
    /// Of how many.
    pub of: u64,
    /// The one divided by the other; 0 of none.
    pub share: f64,
    /// By kind, the most frequent first.
    pub kinds: Vec<KindReport>,
    #[serde(skip)]
    by_kind: BTreeMap<Kind, KindReport>,
}

/// What was found of one kind.
#[derive(Clone, Debug, Serialize)]
pub struct KindReport {
    /// The kind.
    pub kind: Kind,
    /// What it is.
    pub what: &'static str,
    /// How many.
    pub count: u64,
    /// Among all false rewards, or all false rejections.
    pub share: f64,
    /// The first.
    pub examples: Vec<Example>,
}

/// A rollout, shortened.
#[derive(Clone, Debug, Serialize)]
pub struct Example {
    /// Its line.
    pub line: u64,
    /// The question.
    pub question: String,
    /// The response; of a long one the end, where answers stand.
    pub response: String,
    /// The stored score.
    pub score: f64,
    /// The witness, the proof or the message, in words.
    pub why: String,
}

impl Report {
    pub(super) fn new(pass: f64) -> Self {
        Self {
            rollouts: 0,
            pass,
            agrees: 0,
            false_rewards: Part::default(),
            false_rejections: Part::default(),
            undecided: 0,
            unread: 0,
            unread_examples: Vec::new(),
            advantages: None,
            groups: Groups::default(),
        }
    }

    pub(super) fn add(&mut self, audited: Audited) {
        self.rollouts += 1;
        let passed = audited.score.is_some_and(|score| score >= self.pass);
        let part = if passed {
            &mut self.false_rewards
        } else {
            &mut self.false_rejections
        };
        match audited.finding {
            Finding::Agrees => {
                self.agrees += 1;
                part.of += 1;
            }
            Finding::FalseReward | Finding::FalseRejection => {
                part.of += 1;
                part.add(&audited);
            }
            Finding::Undecided => self.undecided += 1,
            Finding::Unread => {
                self.unread += 1;
                if self.unread_examples.len() < EXAMPLES {
                    let said = audited.verdict.as_ref().and_then(|v| v.message.clone());
                    let message = audited.message.clone().or(said).unwrap_or_default();
                    self.unread_examples.push((audited.line, message));
                }
            }
        }
        let reward = audited.reward();
        if let (Some(group), Some(score), Some(reward)) = (audited.group, audited.score, reward) {
            self.groups.add(group, score, reward);
        }
    }

    pub(super) fn finish(&mut self) {
        self.false_rewards.finish();
        self.false_rejections.finish();
        self.advantages = self.groups.advantages();
    }
}

impl Part {
    fn add(&mut self, audited: &Audited) {
        self.count += 1;
        let Some(kind) = audited.kind else { return };
        let report = self.by_kind.entry(kind).or_insert_with(|| KindReport {
            kind,
            what: kind.sentence(),
            count: 0,
            share: 0.0,
            examples: Vec::new(),
        });
        report.count += 1;
        if report.examples.len() < EXAMPLES {
            report.examples.extend(Example::of(audited));
        }
    }

    fn finish(&mut self) {
        self.share = share(self.count, self.of);
        self.kinds = std::mem::take(&mut self.by_kind).into_values().collect();
        self.kinds.sort_by_key(|kind| std::cmp::Reverse(kind.count));
        for kind in &mut self.kinds {
            kind.share = share(kind.count, self.count);
        }
    }
}

fn share(part: u64, whole: u64) -> f64 {
    if whole == 0 {
        0.0
    } else {
        part as f64 / whole as f64
    }
}

impl Example {
    fn of(audited: &Audited) -> Option<Self> {
        let question = audited.question.as_ref()?;
        Some(Self {
            line: audited.line,
            question: start(&question.integrand),
            response: end(&question.antiderivative),
            score: audited.score?,
            why: why(audited),
        })
    }
}

/// Why the stored score is wrong.
fn why(audited: &Audited) -> String {
    let Some(verdict) = &audited.verdict else {
        return String::new();
    };
    if let Some(witness) = &verdict.witness {
        let variable = audited.question.as_ref().map_or("x", |q| &q.variable);
        let [place, slope, f] = witness.words(variable);
        return format!("{place}: F' is in {slope}, f is in {f}");
    }
    if let Some(message) = &verdict.message {
        return message.clone();
    }
    match (verdict.evidence, verdict.error_bits) {
        (Some(_), Some(bits)) => {
            format!("F' = f is proved as an identity; wrong with a probability below 2^-{bits}")
        }
        (Some(_), None) => "F' = f is proved exactly".into(),
        (None, _) => String::new(),
    }
}

fn start(text: &str) -> String {
    match text.char_indices().nth(LENGTH) {
        Some((cut, _)) => format!("{}…", &text[..cut]),
        None => text.to_owned(),
    }
}

fn end(text: &str) -> String {
    match text.char_indices().rev().nth(LENGTH) {
        Some((cut, c)) => format!("…{}", &text[cut + c.len_utf8()..]),
        None => text.to_owned(),
    }
}

/// For a person at a terminal.
impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{} rollouts: {} scores are right, {} undecided, {} unread",
            self.rollouts, self.agrees, self.undecided, self.unread
        )?;
        for (title, part) in [
            ("false rewards", &self.false_rewards),
            ("false rejections", &self.false_rejections),
        ] {
            let percent = 100.0 * part.share;
            writeln!(
                f,
                "\n{title}: {} of {} ({percent:.1} %)",
                part.count, part.of
            )?;
            for kind in &part.kinds {
                let percent = 100.0 * kind.share;
                let name = kind.kind.name();
                writeln!(
                    f,
                    "{:>8}  {percent:5.1} %  {name:<13} {}",
                    kind.count, kind.what
                )?;
                for example in &kind.examples {
                    writeln!(
                        f,
                        "{:18} line {}: {}",
                        "",
                        example.line,
                        one_line(&example.question)
                    )?;
                    writeln!(f, "{:20} {}", "", one_line(&example.response))?;
                    writeln!(f, "{:20} {}", "", one_line(&example.why))?;
                }
            }
        }
        if let Some(a) = &self.advantages {
            writeln!(
                f,
                "\nadvantages: {} of {} rollouts in {} groups have another sign, {} groups are touched; groups without any signal: {} before, {} after",
                a.changed, a.rollouts, a.groups, a.groups_changed, a.silent_before, a.silent_after
            )?;
        }
        for (line, message) in &self.unread_examples {
            writeln!(f, "\nunread: line {line}: {message}")?;
        }
        Ok(())
    }
}

fn one_line(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    start(&words.join(" "))
}
