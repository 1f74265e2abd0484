//! What is no answer: unevaluated integrals, several answers, text that is no expression.

use super::token::{Bracket, Kind, Token};
use super::{Error, Reading, Role, names};
use crate::error::Stage;

/// Words that make a text no answer, with what they are.
const WORDS: &[(&[&str], &str)] = &[
    (
        &[
            "Integral",
            "integral",
            "integrate",
            "Integrate",
            "Int",
            "int",
            "Unintegrable",
        ],
        "an unevaluated integral",
    ),
    (
        &["Derivative", "derivative", "diff", "Diff"],
        "an unevaluated derivative",
    ),
    (&["Limit", "limit", "lim"], "an unevaluated limit"),
    (
        &["Sum", "sum", "summation", "Product", "product"],
        "an unevaluated sum or product",
    ),
    (
        &[
            "oo",
            "zoo",
            "inf",
            "Inf",
            "infinity",
            "Infinity",
            "infty",
            "ComplexInfinity",
        ],
        "no finite value",
    ),
    (
        &[
            "nan",
            "NaN",
            "NAN",
            "undefined",
            "Undefined",
            "Indeterminate",
            "None",
            "null",
        ],
        "no value",
    ),
    (
        &[
            "or", "and", "Or", "And", "OR", "AND", "where", "with", "if", "for",
        ],
        "a word between several answers or conditions",
    ),
    (
        &[
            "Piecewise",
            "piecewise",
            "RootSum",
            "RootOf",
            "Subs",
            "hyper",
            "meijerg",
        ],
        "a construction that is not read",
    ),
    (
        &["doit", "subs", "lambda_", "eval", "exec", "import"],
        "a command",
    ),
];

/// Refuses what shows already in the tokens: foreign characters, a comma outside brackets, words
/// that make the text no answer. `given` tells the symbols that the caller knows.
pub(super) fn check(
    text: &str,
    tokens: &[Token<'_>],
    given: impl Fn(&str) -> bool,
) -> Result<(), Error> {
    let mut depth = 0_usize;
    for &token in tokens {
        match token.kind {
            Kind::Foreign => return Err(character(text, token)),
            Kind::Open(_) => depth += 1,
            Kind::Close(_) => depth = depth.saturating_sub(1),
            Kind::Comma if depth == 0 => {
                return Err(Error::at(Stage::Form, SEVERAL, token.span()));
            }
            Kind::Word(written) | Kind::Name(written) if written.len() > 1 => {
                if let Some(error) = word(written, token)
                    && !given(written)
                {
                    return Err(error);
                }
            }
            _ => {}
        }
    }
    Ok(())
}

/// What is said about a comma outside the arguments of a function.
pub(super) const SEVERAL: &str = "a comma outside the arguments of a function separates several \
                                  answers; one expression is accepted";

/// The error for a word that makes the text no answer, if it is one.
fn word(word: &str, token: Token<'_>) -> Option<Error> {
    if !(2..=16).contains(&word.len()) {
        return None;
    }
    let (_, what) = WORDS.iter().find(|(words, _)| words.contains(&word))?;
    Some(Error::at(
        Stage::Form,
        format!("`{word}` is {what}; one finished expression is accepted"),
        token.span(),
    ))
}

/// The error for a character that no expression contains.
pub(super) fn character(text: &str, token: Token<'_>) -> Error {
    let sign = token.text(text);
    let rest = &text[token.end..];
    let (stage, message) = match sign {
        "\\" | "$" => (
            Stage::Syntax,
            "LaTeX is not read as plain text; write sqrt(x)/2, or ask for the syntax `latex`"
                .into(),
        ),
        "∫" => (
            Stage::Form,
            "an unevaluated integral is no answer; one finished expression is accepted".into(),
        ),
        "∑" | "∏" | "∂" => (
            Stage::Form,
            format!("`{sign}` is left to be evaluated; one finished expression is accepted"),
        ),
        "∞" => (
            Stage::Form,
            "infinity is no expression of the variable; a finite expression is accepted".into(),
        ),
        ";" => (
            Stage::Form,
            "`;` separates several answers; one expression is accepted".into(),
        ),
        "." if rest.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') => (
            Stage::Form,
            "commands such as `.doit()` are not carried out; one finished expression is accepted"
                .into(),
        ),
        "." => (
            Stage::Form,
            "a full stop belongs to no expression; numbers are written 0.5 or .5".into(),
        ),
        "'" | "\"" | "`" | "’" | "“" | "”" | "′" => (
            Stage::Form,
            "quotes and primes belong to no expression; derivatives are not evaluated".into(),
        ),
        "<" | ">" | "≤" | "≥" | "≠" | "≈" | "≡" | ":" | "→" => (
            Stage::Form,
            format!("`{sign}` states a relation; one expression is accepted"),
        ),
        "±" | "∓" => (
            Stage::Form,
            format!("`{sign}` means two answers; one expression is accepted"),
        ),
        "&" | "#" | "?" | "@" | "~" => (
            Stage::Form,
            format!("`{sign}` belongs to no expression; one expression is accepted"),
        ),
        "!" => (
            Stage::Syntax,
            "factorials are not read; write the number out".into(),
        ),
        "%" => (
            Stage::Syntax,
            "`%` is no operator here; + - * / ^ are".into(),
        ),
        _ => (
            Stage::Syntax,
            format!(
                "the character {} belongs to no expression; numbers, symbols, functions, \
                 brackets and + - * / ^ are accepted",
                quoted(sign)
            ),
        ),
    };
    Error::at(stage, message, token.span())
}

fn quoted(sign: &str) -> String {
    sign.chars()
        .map(|c| {
            if c.is_control() || c.is_whitespace() || !c.is_alphanumeric() && !c.is_ascii() {
                format!("U+{:04X}", c as u32)
            } else {
                format!("`{c}`")
            }
        })
        .collect()
}

/// Takes `F(x) =`, `F =` or `y =` off the front, and refuses every other equation. For an
/// integrand the names are f and y.
pub(super) fn strip_name<'t>(
    tokens: &'t [Token<'t>],
    reading: &Reading,
) -> Result<&'t [Token<'t>], Error> {
    let mut signs = tokens
        .iter()
        .enumerate()
        .filter(|(_, t)| t.kind == Kind::Equals);
    let Some((at, equals)) = signs.next() else {
        return Ok(tokens);
    };
    let named = is_name(&tokens[..at], reading);
    match (named, signs.next()) {
        (true, None) => Ok(&tokens[at + 1..]),
        (_, second) => {
            let function = function(reading);
            let at = second.filter(|_| named).map_or(equals, |(_, sign)| sign);
            Err(Error::at(
                Stage::Form,
                format!(
                    "an equation is no answer; one expression is accepted, or {function}({}) = \
                     or y = before it",
                    reading.variable
                ),
                at.span(),
            ))
        }
    }
}

/// The name of the function on this side of the question.
fn function(reading: &Reading) -> &'static str {
    match reading.role {
        Role::Integrand => "f",
        Role::Antiderivative => "F",
    }
}

/// Whether the tokens are the name of this side of the question: F, F(x) or y.
pub(super) fn is_name(tokens: &[Token<'_>], reading: &Reading) -> bool {
    let variable = names::normalise(&reading.variable);
    let word = |t: &Token<'_>| t.word().map(|word| names::normalise(word).into_owned());
    let name_ok = |t: &Token<'_>| {
        word(t).is_some_and(|name| {
            (name == function(reading) || name == "y")
                && name != variable
                && !reading.known.contains(&name)
        })
    };
    match tokens {
        [name] => name_ok(name),
        [name, open, argument, close] => {
            name_ok(name)
                && open.kind == Kind::Open(Bracket::Round)
                && word(argument).is_some_and(|a| a == variable)
                && close.kind == Kind::Close(Bracket::Round)
        }
        _ => false,
    }
}
