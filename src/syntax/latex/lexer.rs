use std::ops::Range;

use pest::Parser;

use super::super::names;
use super::super::plain::wide_kind;
use super::super::token::{Kind, Token};
use super::command::{Command, Meaning};
use super::{Error, form};
use crate::error::Stage;

// pest_derive writes public items without documentation.
#[allow(missing_docs, clippy::pedantic)]
mod grammar {
    #[derive(pest_derive::Parser)]
    #[grammar = "../grammar/latex.pest"]
    pub(super) struct Latex;
}

use grammar::{Latex, Rule};

/// What a mark is, before braces and arguments are looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Sort {
    Letters,
    Number,
    /// A sign of ASCII.
    Sign(u8),
    Command(Meaning),
    /// Signs, Greek letters and superscripts outside ASCII.
    Wide,
}

/// A piece of LaTeX with the bytes where it stands.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mark {
    pub sort: Sort,
    pub start: usize,
    pub end: usize,
    /// Whether a line ends between the mark before and this one.
    pub line_break: bool,
}

impl Mark {
    pub fn span(&self) -> Range<usize> {
        self.start..self.end
    }

    pub fn is(&self, sign: u8) -> bool {
        self.sort == Sort::Sign(sign)
    }
}

/// Cuts a text into marks; what prints nothing and has no argument is left out.
pub(super) fn marks(text: &str) -> Result<Vec<Mark>, Error> {
    let pairs = Latex::parse(Rule::text, text).map_err(|_| {
        // The grammar accepts every text; this is for a change of it that no longer does.
        Error::at(Stage::Syntax, "the text is no LaTeX", 0..text.len())
    })?;
    let mut marks = Vec::with_capacity(text.len() / 2 + 1);
    let (mut previous, mut line_break) = (0, false);
    for pair in pairs.flat_map(pest::iterators::Pair::into_inner) {
        let span = pair.as_span();
        let (start, end) = (span.start(), span.end());
        line_break |= start > previous && text[previous..start].contains(['\n', '\r']);
        previous = end;
        let sort = match pair.as_rule() {
            Rule::token => sort(text, start..end)?,
            Rule::foreign => {
                let token = Token {
                    kind: Kind::Foreign,
                    start,
                    end,
                    line_break,
                };
                return Err(form::character(text, token));
            }
            _ => continue,
        };
        match sort {
            Sort::Command(Meaning::Blank) | Sort::Sign(b'~') => continue,
            Sort::Command(Meaning::Line) | Sort::Sign(b'&') => {
                line_break = true;
                continue;
            }
            _ => {}
        }
        marks.push(Mark {
            sort,
            start,
            end,
            line_break,
        });
        line_break = false;
    }
    Ok(marks)
}

fn sort(text: &str, span: Range<usize>) -> Result<Sort, Error> {
    let (written, start) = (&text[span.clone()], span.start);
    Ok(match written.as_bytes()[0] {
        b'a'..=b'z' | b'A'..=b'Z' => {
            check_backslash(text, span)?;
            Sort::Letters
        }
        b'0'..=b'9' | b'.' => Sort::Number,
        b'\\' => Sort::Command(Command::meaning(written, start)?),
        sign if sign.is_ascii() => Sort::Sign(sign),
        _ => Sort::Wide,
    })
}

/// Refuses letters after a control character that make a command with the letter of its escape:
/// `"\tan x"` with one backslash in a JSON string is a tab and `an x`.
fn check_backslash(text: &str, span: Range<usize>) -> Result<(), Error> {
    let before = span.start.checked_sub(1).map(|at| text.as_bytes()[at]);
    let letter = match before {
        Some(b'\t') => 't',
        Some(0x0B) => 'v',
        Some(0x0C) => 'f',
        Some(b'\r') => 'r',
        _ => return Ok(()),
    };
    let command = format!("\\{letter}{}", &text[span.clone()]);
    if Command::meaning(&command, 0).is_err_and(|error| error.stage == Stage::Symbol) {
        return Ok(());
    }
    Err(Error::at(
        Stage::Syntax,
        format!("a control character stands before it; `{command}` has lost its backslash"),
        span,
    ))
}

/// The kind of a mark outside ASCII.
pub(super) fn kind(written: &str) -> Kind<'_> {
    match wide_kind(written) {
        // Italic letters side by side are a word, as those of ASCII are.
        Kind::Word(letters) if letters.starts_with(|c| names::upright(c).is_some()) => {
            Kind::Word(letters)
        }
        Kind::Word(letter) => Kind::Name(letter),
        _ if written == "°" => Kind::Degrees,
        kind => kind,
    }
}
