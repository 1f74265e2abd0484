use pest::Parser;

use super::token::{Bracket, Kind, Token};
use super::{Error, names};
use crate::error::Stage;

// pest_derive writes public items without documentation.
#[allow(missing_docs, clippy::pedantic)]
mod grammar {
    #[derive(pest_derive::Parser)]
    #[grammar = "../grammar/plain.pest"]
    pub(super) struct Plain;
}

use grammar::{Plain, Rule};

/// Cuts a text into tokens.
pub(super) fn tokens(text: &str) -> Result<Vec<Token<'_>>, Error> {
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
    let mut tokens: Vec<Token<'_>> = Vec::with_capacity(text.len() / 2 + 1);
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
fn kind(token: &str) -> Kind<'_> {
    let first = token.as_bytes()[0];
    match first {
        b'a'..=b'z' | b'A'..=b'Z' | b'_' | b'%' => Kind::Word(token),
        b'0'..=b'9' | b'.' => Kind::Number,
        b'+' => Kind::Plus,
        b'-' => Kind::Minus,
        b'*' => Kind::Times,
        b'/' => Kind::Divide,
        b'^' => Kind::Caret,
        b'(' => Kind::Open(Bracket::Round),
        b'[' => Kind::Open(Bracket::Square),
        b'{' => Kind::Open(Bracket::Curly),
        b')' => Kind::Close(Bracket::Round),
        b']' => Kind::Close(Bracket::Square),
        b'}' => Kind::Close(Bracket::Curly),
        b'|' => Kind::Bar,
        b',' => Kind::Comma,
        b'=' => Kind::Equals,
        b'\\' => Kind::Foreign,
        _ => wide_kind(token),
    }
}

/// The kind of a token that starts outside ASCII.
pub(super) fn wide_kind(token: &str) -> Kind<'_> {
    match token {
        "−" | "–" => Kind::Minus,
        "·" | "×" | "∙" | "⋅" => Kind::Times,
        "÷" | "∕" | "⁄" => Kind::Divide,
        "√" => Kind::Radical(2),
        "∛" => Kind::Radical(3),
        "∜" => Kind::Radical(4),
        _ if token.starts_with(|c| ('Α'..='ϵ').contains(&c) || names::upright(c).is_some()) => {
            Kind::Word(token)
        }
        _ => Kind::Superscript,
    }
}
