//! Formulas and code set apart from running text.

use std::ops::Range;

/// How a part of a text is set apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::syntax) enum Shape {
    /// A formula on lines of its own.
    Display,
    /// A formula within a line.
    Inline,
    /// Code on lines of its own.
    Fence,
    /// Code within a line.
    Code,
}

/// How far the closing sign is looked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Reach {
    Text,
    Paragraph,
    Line,
}

/// The signs around formulas and code; where one begins with another, the longer stands first.
const SIGNS: &[(&str, &str, Shape, Reach)] = &[
    ("```", "```", Shape::Fence, Reach::Text),
    ("`", "`", Shape::Code, Reach::Line),
    ("$$", "$$", Shape::Display, Reach::Text),
    ("$", "$", Shape::Inline, Reach::Paragraph),
    ("\\[", "\\]", Shape::Display, Reach::Text),
    ("\\(", "\\)", Shape::Inline, Reach::Text),
    (
        "\\begin{equation}",
        "\\end{equation}",
        Shape::Display,
        Reach::Text,
    ),
    (
        "\\begin{equation*}",
        "\\end{equation*}",
        Shape::Display,
        Reach::Text,
    ),
    (
        "\\begin{align}",
        "\\end{align}",
        Shape::Display,
        Reach::Text,
    ),
    (
        "\\begin{align*}",
        "\\end{align*}",
        Shape::Display,
        Reach::Text,
    ),
    (
        "\\begin{gather*}",
        "\\end{gather*}",
        Shape::Display,
        Reach::Text,
    ),
];

/// A formula or code.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in crate::syntax) struct Region {
    pub shape: Shape,
    /// With the signs around it.
    pub outer: Range<usize>,
    pub inner: Range<usize>,
    /// What the first line of a fence says of its language.
    pub language: Range<usize>,
}

/// The formulas and code of a text.
pub(in crate::syntax) struct Regions {
    pub list: Vec<Region>,
    /// The first sign that is never closed.
    pub unclosed: Option<Range<usize>>,
}

impl Regions {
    /// One pass over the bytes of a text.
    pub fn of(text: &str, range: Range<usize>) -> Self {
        let bytes = text.as_bytes();
        let mut regions = Self {
            list: Vec::new(),
            unclosed: None,
        };
        // Signs that are closed nowhere in the rest of the text.
        let mut dead = [false; SIGNS.len()];
        let mut at = range.start;
        while at < range.end {
            if !matches!(bytes[at], b'`' | b'$' | b'\\') {
                at += 1;
                continue;
            }
            let rest = &text[at..range.end];
            let Some(which) = SIGNS.iter().position(|(open, ..)| rest.starts_with(open)) else {
                at += 1 + rest[1..].chars().next().map_or(0, char::len_utf8);
                continue;
            };
            let (open, close, shape, reach) = SIGNS[which];
            let start = at + open.len();
            let found = (!dead[which])
                .then(|| closing(text, start..range.end, close, reach))
                .flatten();
            let Some(end) = found else {
                dead[which] |= reach == Reach::Text;
                regions.unclosed.get_or_insert(at..start);
                at = start;
                continue;
            };
            at = end + close.len();
            regions
                .list
                .push(region(text, shape, start..end, open, close));
        }
        regions
    }

    /// Those that start within some bytes.
    pub fn within(&self, range: &Range<usize>) -> &[Region] {
        let from = self.list.partition_point(|r| r.outer.start < range.start);
        let to = self.list.partition_point(|r| r.outer.start < range.end);
        &self.list[from..to.max(from)]
    }

    /// The one in which some bytes lie.
    pub fn around(&self, range: &Range<usize>) -> Option<&Region> {
        let after = self.list.partition_point(|r| r.inner.start <= range.start);
        self.list[..after]
            .last()
            .filter(|region| range.end <= region.inner.end)
    }
}

fn region(text: &str, shape: Shape, inner: Range<usize>, open: &str, close: &str) -> Region {
    let outer = inner.start - open.len()..inner.end + close.len();
    let first = text[inner.clone()].find('\n');
    let split = match (shape, first) {
        (Shape::Fence, Some(line)) => inner.start + line,
        _ => inner.start,
    };
    Region {
        shape,
        outer,
        inner: split..inner.end,
        language: inner.start..split,
    }
}

fn closing(text: &str, range: Range<usize>, close: &str, reach: Reach) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut at = range.start;
    while at < range.end {
        if bytes[at] == close.as_bytes()[0] && text[at..range.end].starts_with(close) {
            return Some(at);
        }
        match bytes[at] {
            b'\\' if close != "```" && close != "`" => {
                at += 1 + text[at + 1..range.end]
                    .chars()
                    .next()
                    .map_or(0, char::len_utf8);
                continue;
            }
            b'\n' => {
                let next = text[at + 1..range.end].trim_start_matches([' ', '\t', '\r']);
                if reach == Reach::Line || reach == Reach::Paragraph && next.starts_with('\n') {
                    return None;
                }
            }
            _ => {}
        }
        at += 1;
    }
    None
}
