use std::ops::Range;

use pest::Parser;

use super::Error;
use crate::error::Stage;

// pest_derive writes public items without documentation.
#[allow(missing_docs, clippy::pedantic)]
mod grammar {
    #[derive(pest_derive::Parser)]
    #[grammar = "../grammar/plain.pest"]
    pub(super) struct Plain;
}

use grammar::{Plain, Rule};

/// What a token is, before words have a meaning.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Number,
    Word,
    Superscript,
    Foreign,
    Plus,
    Minus,
    Times,
    Divide,
    Caret,
    Open(u8),
    Close(u8),
    Bar,
    Comma,
    Equals,
    Radical(u8),
}

/// A token with the bytes where it stands.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token {
    pub kind: Kind,
    pub start: usize,
    pub end: usize,
    /// Whether a line ends between the token before and this one.
    pub line_break: bool,
}

impl Token {
    pub fn span(&self) -> Range<usize> {
        self.start..self.end
    }

    pub fn text<'t>(&self, text: &'t str) -> &'t str {
        &text[self.start..self.end]
    }
}

/// Cuts a text into tokens.
pub(super) fn tokens(text: &str) -> Result<Vec<Token>, Error> {
    let pairs = Plain::parse(Rule::text, text).map_err(|error| {
        // The grammar accepts every text; this is for a change of it that no longer does.
        let at = match error.location {
            pest::error::InputLocation::Pos(at) | pest::error::InputLocation::Span((at, _)) => at,
        };
        Error::at(
            Stage::Syntax,
            "no number, symbol, function or operator starts here",
            at..at,
        )
    })?;
    let mut tokens: Vec<Token> = Vec::with_capacity(text.len() / 2 + 1);
    let mut previous = 0;
    for pair in pairs.flat_map(pest::iterators::Pair::into_inner) {
        let span = pair.as_span();
        let (start, end) = (span.start(), span.end());
        let kind = match pair.as_rule() {
            Rule::token => kind(&text[start..end]),
            Rule::foreign => Kind::Foreign,
            _ => continue,
        };
        if kind == Kind::Times
            && start == previous
            && text[..end].ends_with("**")
            && let Some(last) = tokens.last_mut()
            && last.kind == Kind::Times
        {
            last.kind = Kind::Caret;
            last.end = end;
            previous = end;
            continue;
        }
        let line_break = start > previous && text[previous..start].contains(['\n', '\r']);
        tokens.push(Token {
            kind,
            start,
            end,
            line_break,
        });
        previous = end;
    }
    Ok(tokens)
}

/// The kind of a token, by its first character.
fn kind(token: &str) -> Kind {
    let first = token.as_bytes()[0];
    match first {
        b'a'..=b'z' | b'A'..=b'Z' | b'_' => Kind::Word,
        b'0'..=b'9' | b'.' => Kind::Number,
        b'+' => Kind::Plus,
        b'-' => Kind::Minus,
        b'*' => Kind::Times,
        b'/' => Kind::Divide,
        b'^' => Kind::Caret,
        b'(' | b'[' | b'{' => Kind::Open(first),
        b')' | b']' | b'}' => Kind::Close(first),
        b'|' => Kind::Bar,
        b',' => Kind::Comma,
        b'=' => Kind::Equals,
        b'\\' => Kind::Foreign,
        _ => wide_kind(token),
    }
}

/// The kind of a token that starts outside ASCII.
fn wide_kind(token: &str) -> Kind {
    match token {
        "−" | "–" => Kind::Minus,
        "·" | "×" | "∙" | "⋅" => Kind::Times,
        "÷" | "∕" | "⁄" => Kind::Divide,
        "√" => Kind::Radical(2),
        "∛" => Kind::Radical(3),
        "∜" => Kind::Radical(4),
        _ if token.starts_with(|c| ('Α'..='ϵ').contains(&c)) => Kind::Word,
        _ => Kind::Superscript,
    }
}
