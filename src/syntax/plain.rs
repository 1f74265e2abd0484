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
    let mut tokens = Vec::with_capacity(text.len() / 2 + 1);
    let mut previous = 0;
    for pair in pairs.flat_map(pest::iterators::Pair::into_inner) {
        let rule = pair.as_rule();
        let span = pair.as_span();
        let (start, end) = (span.start(), span.end());
        let kind = match rule {
            Rule::number => Kind::Number,
            Rule::word => Kind::Word,
            Rule::superscript => Kind::Superscript,
            Rule::mark => mark(&text[start..end]),
            Rule::foreign => Kind::Foreign,
            _ => continue,
        };
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

fn mark(sign: &str) -> Kind {
    match sign {
        "+" => Kind::Plus,
        "-" | "−" | "–" => Kind::Minus,
        "*" | "·" | "×" | "∙" | "⋅" => Kind::Times,
        "/" | "÷" | "∕" | "⁄" => Kind::Divide,
        "^" | "**" => Kind::Caret,
        "(" | "[" | "{" => Kind::Open(sign.as_bytes()[0]),
        ")" | "]" | "}" => Kind::Close(sign.as_bytes()[0]),
        "|" => Kind::Bar,
        "," => Kind::Comma,
        "=" => Kind::Equals,
        "√" => Kind::Radical(2),
        "∛" => Kind::Radical(3),
        "∜" => Kind::Radical(4),
        _ => Kind::Foreign,
    }
}
