use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs::File;
use std::io::{self, BufRead, BufReader, ErrorKind, Read, Seek, SeekFrom, Write};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use serde_json::Value;
use sha2::{Digest, Sha256};

use super::lines::{Line, Text};
use super::statistics::{Counted, Statistics};

/// Records and time after which a checkpoint is due, whichever is reached first.
const RECORDS: u64 = 256;
const TIME: Duration = Duration::from_secs(1);

/// What a run keeps so that a later one can go on after it was killed: its records, and a log.
///
/// The log's first line is what all records depend on. Each further line is a checkpoint: how many
/// records there are, their bytes, and digests of them and of the lines they answer. What follows
/// the last checkpoint that holds, torn or damaged, is cut off and decided again.
#[derive(Debug)]
pub struct Journal {
    /// The records, as they would be written without a journal.
    pub records: File,
    /// The log.
    pub log: File,
}

/// What all records of a run depend on, by name.
pub(super) type Run = BTreeMap<String, Value>;

#[derive(Clone, PartialEq, Default, Serialize, Deserialize)]
struct Checkpoint {
    records: u64,
    bytes: u64,
    /// Digests, in hexadecimal digits.
    input: String,
    output: String,
}

/// The part of a journal that holds.
struct Kept {
    checkpoint: Checkpoint,
    /// Where its line in the log ends.
    end: u64,
    output: Sha256,
    statistics: Statistics,
}

impl Journal {
    /// Goes on after the last checkpoint that holds, or starts anew where there is none. The lines
    /// that are answered already are taken from `lines`.
    pub(super) fn open(
        mut self,
        run: &Run,
        lines: &mut impl Iterator<Item = Line>,
    ) -> io::Result<(File, Log, Statistics)> {
        let mut kept = self.kept(run)?;
        kept.statistics.keep();
        cut(&mut self.log, kept.end)?;
        cut(&mut self.records, kept.checkpoint.bytes)?;
        if kept.end == 0 {
            write_line(&mut self.log, run)?;
        }
        let mut input = Sha256::new();
        for _ in 0..kept.checkpoint.records {
            let Some(line) = lines.next() else { break };
            input.update(digest(&line?));
        }
        if kept.checkpoint.records > 0 && digits(&input) != kept.checkpoint.input {
            return Err(refused(&format!(
                "the first {} lines of the input are not those that it answered",
                kept.checkpoint.records
            )));
        }
        let log = Log {
            file: self.log,
            input,
            output: kept.output,
            records: kept.checkpoint.records,
            bytes: kept.checkpoint.bytes,
            last: (kept.checkpoint.records, Instant::now()),
        };
        Ok((self.records, log, kept.statistics))
    }

    fn kept(&mut self, run: &Run) -> io::Result<Kept> {
        let mut kept = Kept {
            checkpoint: Checkpoint::default(),
            end: 0,
            output: Sha256::new(),
            statistics: Statistics::new(),
        };
        self.log.rewind()?;
        self.records.rewind()?;
        let mut log = BufReader::new(&self.log);
        let mut records = BufReader::with_capacity(1 << 16, &self.records);
        let Some(line) = whole_line(&mut log, u64::MAX)? else {
            return Ok(kept);
        };
        compare(&line, run)?;
        let mut end = line.len() as u64;
        kept.end = end;
        let (mut found, mut output) = (Checkpoint::default(), kept.output.clone());
        let mut statistics = kept.statistics.clone();
        while let Some(line) = whole_line(&mut log, u64::MAX)? {
            end += line.len() as u64;
            let Ok(checkpoint) = serde_json::from_slice::<Checkpoint>(&line) else {
                break;
            };
            while found.bytes < checkpoint.bytes {
                let rest = checkpoint.bytes - found.bytes;
                let Some(record) = whole_line(&mut records, rest)? else {
                    return Ok(kept);
                };
                found.bytes += record.len() as u64;
                output.update(&record);
                // The header is no record.
                if let Ok(counted) = serde_json::from_slice::<Counted>(&record) {
                    found.records += 1;
                    statistics.add(&counted);
                }
            }
            found.input.clone_from(&checkpoint.input);
            found.output = digits(&output);
            if found != checkpoint {
                break;
            }
            kept = Kept {
                checkpoint,
                end,
                output: output.clone(),
                statistics: statistics.clone(),
            };
        }
        Ok(kept)
    }
}

/// A journal that is being written.
pub(super) struct Log {
    file: File,
    input: Sha256,
    output: Sha256,
    records: u64,
    bytes: u64,
    /// What the last checkpoint has, and when it was written.
    last: (u64, Instant),
}

impl Log {
    /// Whether nothing was written yet, not even a header.
    pub fn is_new(&self) -> bool {
        self.bytes == 0
    }

    /// Counts what was written: a record with the digest of its line, or a header.
    pub fn add(&mut self, output: &[u8], line: Option<&[u8; 32]>) {
        self.output.update(output);
        self.bytes += output.len() as u64;
        if let Some(line) = line {
            self.input.update(line);
            self.records += 1;
        }
    }

    pub fn is_due(&self) -> bool {
        self.records - self.last.0 >= RECORDS || self.last.1.elapsed() >= TIME
    }

    /// Writes a checkpoint. All records must have reached their file before.
    pub fn write(&mut self) -> io::Result<()> {
        let checkpoint = Checkpoint {
            records: self.records,
            bytes: self.bytes,
            input: digits(&self.input),
            output: digits(&self.output),
        };
        write_line(&mut self.file, &checkpoint)?;
        self.last = (self.records, Instant::now());
        Ok(())
    }
}

/// Of a line, its source and its number included, since a record may name them.
pub(super) fn digest(text: &Text) -> [u8; 32] {
    let mut hash = Sha256::new();
    let name = text.source.as_deref().unwrap_or_default();
    hash.update((name.len() as u64).to_le_bytes());
    hash.update(name);
    hash.update(text.number.to_le_bytes());
    // What is too long is answered without looking into it.
    if let Ok(bytes) = &text.bytes {
        hash.update(b"line");
        hash.update(bytes);
    }
    hash.finalize().into()
}

/// Refuses a journal whose first line is not of this run.
fn compare(line: &[u8], run: &Run) -> io::Result<()> {
    let kept: Run = serde_json::from_slice(line)
        .map_err(|e| refused(&format!("its log is no log of a batch: {e}")))?;
    let differs = |name: &&String| kept.get(*name) != run.get(*name);
    let Some(name) = kept.keys().chain(run.keys()).find(differs) else {
        return Ok(());
    };
    let of = |run: &Run| run.get(name).unwrap_or(&Value::Null).to_string();
    let (was, is) = (of(&kept), of(run));
    Err(refused(&format!(
        "its `{name}` is {was}, that of this run is {is}"
    )))
}

fn refused(why: &str) -> io::Error {
    let message = format!("what is left of another run cannot be resumed: {why}");
    io::Error::new(ErrorKind::InvalidInput, message)
}

/// The next line with its end, if it has one and that is among so many bytes.
fn whole_line(reader: &mut impl BufRead, most: u64) -> io::Result<Option<Vec<u8>>> {
    let mut line = Vec::new();
    reader.take(most).read_until(b'\n', &mut line)?;
    Ok((line.last() == Some(&b'\n')).then_some(line))
}

/// In one piece, so that only a crash of the machine can tear it.
fn write_line(file: &mut File, value: &impl Serialize) -> io::Result<()> {
    let mut line = serde_json::to_vec(value)?;
    line.push(b'\n');
    file.write_all(&line)
}

fn cut(file: &mut File, length: u64) -> io::Result<()> {
    file.set_len(length)?;
    file.seek(SeekFrom::Start(length)).map(drop)
}

/// Of a digest so far.
fn digits(hash: &Sha256) -> String {
    hex(&hash.clone().finalize())
}

pub(super) fn hex(bytes: &[u8]) -> String {
    bytes
        .iter()
        .fold(String::with_capacity(64), |mut text, byte| {
            // Writing to a string cannot fail.
            let _ = write!(text, "{byte:02x}");
            text
        })
}
