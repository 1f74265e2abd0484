use std::ops::Range;

use logos::Logos;

use super::super::names;
use super::super::plain::wide_kind;
use super::super::token::{Kind, Token};
use super::command::{Command, Meaning};
use super::{Error, form};
use crate::error::Stage;

/// The words and signs of LaTeX.
#[derive(Logos, Clone, Copy, Debug)]
// Spaces of all widths, and line breaks (over which no implicit product reaches).
#[logos(skip r"[ \t-\r\u{A0}\u{2002}-\u{200A}\u{202F}\u{205F}]+")]
enum Latex {
    // Letters side by side: a product, or a function without its backslash.
    #[regex("[a-zA-Z]+")]
    // ( ) * + , - / [ ] ^ _ { | } ~ = & $
    #[regex(r"[(-\-/\[\]-_{-~=&$]")]
    // \sin, \\, \\[2pt], \, and the two delimiters that print nothing.
    #[regex(r"\\(left\.|right\.|[a-zA-Z]+|\\(\[[0-9]+(pt|em|ex|mm|cm)\])?|(?s:.))?")]
    // 2, 2., 2.5, .5. LaTeX has no exponents: 2e3 is printed as the product 2e3.
    #[regex(r"[0-9]+(\.[0-9]*)?|\.[0-9]+")]
    // Operators and roots outside ASCII, and degrees: − – · × ⋅ ∙ √ ∛ ∜ ÷ ∕ ⁄ °.
    #[regex(r"[\u{2212}\u{2013}\u{B7}\u{D7}\u{22C5}\u{2219}-\u{221C}\u{F7}\u{2215}\u{2044}\u{B0}]")]
    // α: each Greek letter is a word of its own.
    #[regex(r"[\u{3B1}-\u{3C9}\u{391}-\u{3A9}\u{3D1}\u{3D5}\u{3F5}]")]
    // 𝑥, ℎ, 𝜋: letters as mathematics is set.
    #[regex(r"[\u{1D434}-\u{1D454}\u{1D456}-\u{1D467}\u{210E}\u{1D6FC}-\u{1D714}]+")]
    // x², x⁻¹, eˣ, xⁿ: a power.
    #[regex(
        r"[\u{207A}\u{207B}]?([\u{B2}\u{B3}\u{B9}\u{2070}\u{2074}-\u{2079}]+|\u{207F}|\u{2E3})"
    )]
    Token,
}

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
    let mut marks = Vec::with_capacity(text.len() / 2 + 1);
    let (mut previous, mut line_break) = (0, false);
    for (token, span) in Latex::lexer(text).spanned() {
        let (start, end) = (span.start, span.end);
        line_break |= start > previous && text[previous..start].contains(['\n', '\r']);
        previous = end;
        if token.is_err() {
            let token = Token {
                kind: Kind::Foreign,
                start,
                end: start + text[start..].chars().next().map_or(0, char::len_utf8),
                line_break,
            };
            return Err(form::character(text, token));
        }
        let sort = sort(text, span)?;
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
