use std::fmt;
use std::io::{self, BufRead, BufReader, Read};
use std::sync::Arc;

use super::fields::Wanted;

/// Something records are read from.
pub struct Source {
    name: Option<Arc<str>>,
    content: Content,
}

enum Content {
    Lines(Box<dyn Read + Send>),
    #[cfg(feature = "parquet")]
    Rows(OpenRows),
}

/// Opens a table of which some columns are wanted.
#[cfg(feature = "parquet")]
type OpenRows = Box<dyn FnOnce(&Wanted) -> io::Result<Rows> + Send>;

/// The rows of a table, each as a JSON object.
#[cfg(feature = "parquet")]
pub(super) type Rows = Box<dyn Iterator<Item = io::Result<Vec<u8>>> + Send>;

impl Source {
    /// Lines from a reader.
    pub fn new(reader: impl Read + Send + 'static) -> Self {
        Self {
            name: None,
            content: Content::Lines(Box::new(reader)),
        }
    }

    /// The rows of a Parquet file, which is opened when its turn comes. `passed` is told of how many
    /// bytes of the file a row stands for.
    #[cfg(feature = "parquet")]
    pub fn parquet(file: std::fs::File, passed: impl FnMut(u64) + Send + 'static) -> Self {
        let open = move |wanted: &Wanted| super::parquet::rows(file, wanted, passed);
        Self {
            name: None,
            content: Content::Rows(Box::new(open)),
        }
    }

    /// With a name that messages give beside the number of a line.
    #[must_use]
    pub fn named(mut self, name: &str) -> Self {
        self.name = Some(name.into());
        self
    }
}

impl fmt::Debug for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Source")
            .field("name", &self.name)
            .finish_non_exhaustive()
    }
}

/// One line, or one row.
#[derive(Debug)]
pub(crate) struct Text {
    /// Without its end; `None` when it is longer than the limit, which is given.
    pub bytes: Result<Vec<u8>, usize>,
    /// From 1 in its source.
    pub number: u64,
    /// Of the source.
    pub source: Option<Arc<str>>,
    /// What it is called in messages.
    pub unit: &'static str,
}

/// A line, or why reading ended.
pub(crate) type Line = io::Result<Text>;

/// How much memory a line takes.
pub(crate) fn weight(line: &Line) -> usize {
    line.as_ref()
        .map_or(0, |text| text.bytes.as_ref().map_or(0, Vec::len))
}

/// The lines of several sources, one after the other. Ends after an error.
pub(crate) struct Lines<S> {
    sources: S,
    open: Option<Open>,
    limit: usize,
    #[cfg_attr(not(feature = "parquet"), expect(dead_code))]
    wanted: Wanted,
    failed: bool,
}

struct Open {
    reader: Reader,
    name: Option<Arc<str>>,
    number: u64,
}

enum Reader {
    Lines(BufReader<Box<dyn Read + Send>>),
    #[cfg(feature = "parquet")]
    Rows(Rows),
}

impl<S: Iterator<Item = io::Result<Source>>> Lines<S> {
    /// Lines of at most so many bytes. Of a table only the wanted columns are read.
    pub fn new(sources: S, limit: usize, wanted: Wanted) -> Self {
        Self {
            sources,
            open: None,
            limit,
            wanted,
            failed: false,
        }
    }

    fn read(&mut self) -> io::Result<Option<Text>> {
        loop {
            if let Some(open) = &mut self.open {
                let text = open.text(self.limit);
                if let Some(text) = text.map_err(|e| blame(open.name.as_deref(), e))? {
                    return Ok(Some(text));
                }
                self.open = None;
            }
            let Some(source) = self.sources.next() else {
                return Ok(None);
            };
            let Source { name, content } = source?;
            let reader = match content {
                Content::Lines(reader) => Reader::Lines(BufReader::with_capacity(1 << 16, reader)),
                #[cfg(feature = "parquet")]
                Content::Rows(open) => {
                    Reader::Rows(open(&self.wanted).map_err(|e| blame(name.as_deref(), e))?)
                }
            };
            self.open = Some(Open {
                reader,
                name,
                number: 0,
            });
        }
    }
}

/// The error with the name of the source.
fn blame(name: Option<&str>, error: io::Error) -> io::Error {
    match name {
        Some(name) => io::Error::new(error.kind(), format!("{name}: {error}")),
        None => error,
    }
}

impl<S: Iterator<Item = io::Result<Source>>> Iterator for Lines<S> {
    type Item = Line;

    fn next(&mut self) -> Option<Line> {
        if self.failed {
            return None;
        }
        let line = self.read().transpose();
        self.failed = matches!(line, Some(Err(_)));
        line
    }
}

impl Open {
    fn text(&mut self, limit: usize) -> io::Result<Option<Text>> {
        let (bytes, unit) = match &mut self.reader {
            Reader::Lines(reader) => (line(reader, limit, self.number == 0)?, "line"),
            #[cfg(feature = "parquet")]
            Reader::Rows(rows) => {
                let fits = |row: Vec<u8>| {
                    if row.len() > limit {
                        Err(limit)
                    } else {
                        Ok(row)
                    }
                };
                (rows.next().transpose()?.map(fits), "row")
            }
        };
        let Some(bytes) = bytes else { return Ok(None) };
        self.number += 1;
        Ok(Some(Text {
            bytes,
            number: self.number,
            source: self.name.clone(),
            unit,
        }))
    }
}

/// The next line, or the limit where it is longer.
fn line(
    reader: &mut impl BufRead,
    limit: usize,
    first: bool,
) -> io::Result<Option<Result<Vec<u8>, usize>>> {
    let mut bytes = Vec::new();
    // The end of a line takes two bytes at most.
    let most = (limit as u64).saturating_add(2);
    reader.by_ref().take(most).read_until(b'\n', &mut bytes)?;
    if bytes.is_empty() {
        return Ok(None);
    }
    let ended = bytes.last() == Some(&b'\n');
    if ended {
        bytes.pop();
    }
    if bytes.last() == Some(&b'\r') {
        bytes.pop();
    }
    if first && bytes.starts_with(b"\xEF\xBB\xBF") {
        bytes.drain(..3);
    }
    let too_long = bytes.len() > limit;
    if too_long && !ended {
        reader.skip_until(b'\n')?;
    }
    Ok(Some(if too_long { Err(limit) } else { Ok(bytes) }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &'static [u8], limit: usize) -> Vec<Result<Vec<u8>, usize>> {
        Lines::new(
            [Ok(Source::new(text))].into_iter(),
            limit,
            Wanted::default(),
        )
        .map(|line| line.expect("memory can be read").bytes)
        .collect()
    }

    #[test]
    fn lines_are_cut() {
        assert_eq!(lines(b"", 9), []);
        assert_eq!(lines(b"\n", 9), [Ok(vec![])]);
        assert_eq!(
            lines(b"a\n\nb", 9),
            [Ok(b"a".to_vec()), Ok(vec![]), Ok(b"b".to_vec())]
        );
        assert_eq!(
            lines(b"\xEF\xBB\xBFa\r\nb\r\n", 9),
            [Ok(b"a".to_vec()), Ok(b"b".to_vec())]
        );
    }

    #[test]
    fn long_lines_are_passed_over() {
        let fits = Ok(b"1234".to_vec());
        assert_eq!(
            lines(b"1234\n12345\n1234567890\r\n1234\r\n1234", 4),
            [fits.clone(), Err(4), Err(4), fits.clone(), fits]
        );
        assert_eq!(lines(b"12345", 4), [Err(4)]);
        assert_eq!(lines(b"123456\n1", 4), [Err(4), Ok(b"1".to_vec())]);
    }
}
