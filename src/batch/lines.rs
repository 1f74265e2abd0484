use std::fmt;
use std::io::{self, BufRead, BufReader, Read};
use std::sync::Arc;

/// Something lines are read from.
pub struct Source {
    name: Option<Arc<str>>,
    reader: Box<dyn Read + Send>,
}

impl Source {
    /// Lines from a reader.
    pub fn new(reader: impl Read + Send + 'static) -> Self {
        Self {
            name: None,
            reader: Box::new(reader),
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

/// One line.
#[derive(Debug)]
pub(crate) struct Text {
    /// Without its end; `None` when it is longer than the limit, which is given.
    pub bytes: Result<Vec<u8>, usize>,
    /// From 1 in its source.
    pub number: u64,
    /// Of the source.
    pub source: Option<Arc<str>>,
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
    failed: bool,
}

struct Open {
    reader: BufReader<Box<dyn Read + Send>>,
    name: Option<Arc<str>>,
    number: u64,
}

impl<S: Iterator<Item = io::Result<Source>>> Lines<S> {
    pub fn new(sources: S, limit: usize) -> Self {
        Self {
            sources,
            open: None,
            limit,
            failed: false,
        }
    }

    fn read(&mut self) -> io::Result<Option<Text>> {
        loop {
            if let Some(open) = &mut self.open {
                if let Some(text) = open.line(self.limit)? {
                    return Ok(Some(text));
                }
                self.open = None;
            }
            let Some(source) = self.sources.next() else {
                return Ok(None);
            };
            let Source { name, reader } = source?;
            self.open = Some(Open {
                reader: BufReader::with_capacity(1 << 16, reader),
                name,
                number: 0,
            });
        }
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
    fn line(&mut self, limit: usize) -> io::Result<Option<Text>> {
        let mut bytes = Vec::new();
        // The end of a line takes two bytes at most.
        let most = (limit as u64).saturating_add(2);
        self.reader
            .by_ref()
            .take(most)
            .read_until(b'\n', &mut bytes)
            .map_err(|e| self.blame(e))?;
        if bytes.is_empty() {
            return Ok(None);
        }
        self.number += 1;
        let ended = bytes.last() == Some(&b'\n');
        if ended {
            bytes.pop();
        }
        if bytes.last() == Some(&b'\r') {
            bytes.pop();
        }
        if self.number == 1 && bytes.starts_with(b"\xEF\xBB\xBF") {
            bytes.drain(..3);
        }
        let too_long = bytes.len() > limit;
        if too_long && !ended {
            self.reader.skip_until(b'\n').map_err(|e| self.blame(e))?;
        }
        let bytes = if too_long { Err(limit) } else { Ok(bytes) };
        Ok(Some(Text {
            bytes,
            number: self.number,
            source: self.name.clone(),
        }))
    }

    /// The error with the name of the source.
    fn blame(&self, error: io::Error) -> io::Error {
        match &self.name {
            Some(name) => io::Error::new(error.kind(), format!("{name}: {error}")),
            None => error,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &'static [u8], limit: usize) -> Vec<Result<Vec<u8>, usize>> {
        Lines::new([Ok(Source::new(text))].into_iter(), limit)
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
