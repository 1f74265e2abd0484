//! Text to expressions.
//!
//! [`read`] takes what people type and what computer algebra systems print, or LaTeX
//! ([`Syntax`]). It simplifies nothing: the tree has the sums, products and brackets of the text,
//! since the natural domain is that of the expression as written.
//!
//! ```text
//! plain text ──plain.rs──▶ tokens ┐
//! LaTeX ──latex/lexer.rs──▶ marks ──▶ tokens ┴─▶ items (words have meanings) ──▶ expression
//! ```
//!
//! Nothing is skipped or guessed: a text that is not understood as a whole is an [`Error`]. A text
//! that could have been meant otherwise leaves a [`Note`]. `docs/reading.md` lists the readings of
//! both languages side by side.
//!
//! # How it is read
//!
//! - `+ - * / ^ **`, brackets `( ) [ ] { }`, and implicit products with the rank of `*`:
//!   `1/2x` is (1/2)·x, `e^2x` is e²·x. A number after another operand needs a sign.
//! - `-x^2` is −(x²), powers group to the right, `2^-3*4` is (2^(−3))·4.
//! - `a/b` is a·b^(−1), except that a quotient of two integers at the start of a product is one
//!   number and `1/b` is b^(−1). A sign before a product is its factor −1 or the sign of its first
//!   number: `-2*x*y` is (−2)·x·y, `a - x*y` is a + (−1)·x·y.
//! - A function without brackets takes the run of numbers, symbols, |…| and root signs that
//!   follows, with their powers; the run ends at an operator, a closing bracket, the next
//!   function or, after a symbol, a power of e. `sin x e^x` is sin(x)·eˣ. `sin 2x cos x` is sin(2x)·cos(x), `sin x^2` is sin(x²), `sin x/2` is sin(x)/2,
//!   `sin -x` is sin(−x), `ln sin x` is ln(sin(x)), `ln|x|^2` is ln(|x|²). A bracket after such a
//!   run, `sin x(x+1)`, is refused. With brackets `sin(x)^2` is (sin x)².
//! - `sin^2 x` and `sin²(x)` are (sin x)²; `sin^-1 x` is asin(x), for the twelve trigonometric and
//!   hyperbolic functions.
//! - `√` takes the one atom after it: `√2x` is (√2)·x; `√x^2` is refused.
//! - `|` after an operand closes the nearest open bar, elsewhere it opens one: `|x+|y||`. Where a
//!   product without a sign would make that a guess (`|x|y|z|`), it is refused.
//! - `1e-3`, `.5` are exact; `2e^x` is 2·e^x, since no digit follows the `e`.
//! - `cbrt(x)`, `root(x, 3)` are the real root, `root(x, 4)` is x^(1/4); `log(x, b)`, `log_b(x)`,
//!   `log2(x)`, `log10(x)` are quotients of natural logarithms; `ln` is natural, and so is `log`
//!   unless [`Logarithm`] says otherwise.
//! - No product reaches over the end of a line.
//!
//! # LaTeX
//!
//! LaTeX is read as it is printed. `\frac12` takes single digits, as LaTeX does, and `x^12` is
//! refused; `x^2 3^x` is a product. Environments that print nothing may stand around the whole. Braces print nothing: free ones are accepted where brackets in their place would
//! change nothing, so `2{x+1}` is refused. In an argument without brackets a fraction or a root
//! comes first or after numbers, `\sin\frac12x`; elsewhere it is refused. Letters side by side multiply, unless they are
//! a function; in an integrand up to three may be new parameters. `\left`, `\right` and directed bars
//! pair as written. Commands that print nothing are read through by name; others that are not in
//! the table are refused.
//!
//! # Prose
//!
//! [`find_answer`] and [`find_question`] find the one part of a response or a question that is the
//! expression; [`Answer::read`] and [`read`] read it. They are asked for by name, or tried on a text
//! that is no expression and has the signs of prose ([`is_prose`]).
//!
//! # Symbols
//!
//! The variable and the symbols that the caller knows come first, then constants, functions, and
//! single letters, letters with digits or a subscript, Greek names, `const`, `constant`. In the
//! default dialect a run of letters may be a product of known symbols, constants and functions
//! (`xe^x`, `xlnx`, `sin2x`) where it can be cut in exactly one way.
//! A bracket after the variable or a known symbol is a product. After a symbol that occurs in the
//! antiderivative alone it would be the argument of an unknown function and is refused. In an
//! integrand whose symbols are not yet known single letters multiply, except f, g, h, D, F, G, H
//! and a letter before the variable alone: `a(x+1)` is a product, `a(x)` and `f(x+1)` are refused.
//! In SymPy's dialect, which never leaves a product sign out, letters before brackets are refused.

mod answer;
mod dialect;
mod form;
mod head;
mod item;
mod latex;
mod letters;
mod limits;
mod literal;
mod names;
mod note;
mod plain;
mod prose;
mod question;
mod spelling;
mod symbols;
mod token;
mod tree;

pub use answer::{Answer, Chain, Choice, Member, Place, find_answer};
pub use dialect::{Dialect, Logarithm};
pub use limits::Limits;
pub use note::{Note, Notes};
pub use prose::sign::{is_marked, is_prose};
pub use question::{Posed, Wording, find_question};

use crate::error::{Error, Stage};
use crate::expr::{Arena, Id};

/// Which side of the question a text is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// f: its symbols are not known beforehand.
    Integrand,
    /// F: symbols that f does not have are constants of integration.
    Antiderivative,
}

/// The language of a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Syntax {
    /// What people type and computer algebra systems print.
    #[default]
    Plain,
    /// LaTeX.
    Latex,
}

impl Syntax {
    /// The language of a text that names none: LaTeX if it has a backslash, a dollar sign or
    /// braces after `^` or `_`, otherwise plain.
    pub fn of(text: &str) -> Self {
        let bytes = text.as_bytes();
        let script = |pair: &[u8]| matches!(pair, [b'^' | b'_', b'{']);
        if bytes.iter().any(|b| matches!(b, b'\\' | b'$')) || bytes.windows(2).any(script) {
            Self::Latex
        } else {
            Self::Plain
        }
    }
}

/// How a text is to be read.
#[derive(Clone, Debug)]
pub struct Reading {
    /// The side of the question.
    pub role: Role,
    /// The language of the text.
    pub syntax: Syntax,
    /// The variable of integration.
    pub variable: String,
    /// Symbols that are known to occur: those of f when F is read.
    pub known: Vec<String>,
    /// Which letters are constants.
    pub dialect: Dialect,
    /// What `log` without a base means to people; what a computer algebra system prints has its own
    /// meaning.
    pub logarithm: Logarithm,
    /// How large the text may be.
    pub limits: Limits,
}

impl Reading {
    /// An integrand in x, in the default dialect and limits.
    pub fn integrand() -> Self {
        Self {
            role: Role::Integrand,
            syntax: Syntax::Plain,
            variable: "x".into(),
            known: Vec::new(),
            dialect: Dialect::Default,
            logarithm: Logarithm::Natural,
            limits: Limits::default(),
        }
    }

    /// An antiderivative of an integrand in x with these symbols, in the default dialect and
    /// limits.
    pub fn antiderivative(known: Vec<String>) -> Self {
        Self {
            role: Role::Antiderivative,
            known,
            ..Self::integrand()
        }
    }
}

/// Reads a text as an expression of the arena, without simplifying anything.
///
/// # Errors
/// With the stage, a message that says what would be accepted, and the bytes of `text` that are
/// meant. Nodes that were made before the error stay in the arena.
pub fn read(text: &str, reading: &Reading, arena: &mut Arena) -> Result<Id, Error> {
    read_with_notes(text, reading, arena, &mut Notes::default())
}

/// Reads a text as [`read`] does, and adds remarks on what could have been meant otherwise.
///
/// # Errors
/// As [`read`].
pub fn read_with_notes(
    text: &str,
    reading: &Reading,
    arena: &mut Arena,
    notes: &mut Notes,
) -> Result<Id, Error> {
    let tokens = tokens(text, reading, notes)?;
    expression(text, &tokens, reading, arena, notes)
}

/// The expression of the tokens of a text.
fn expression(
    text: &str,
    tokens: &[token::Token<'_>],
    reading: &Reading,
    arena: &mut Arena,
    notes: &mut Notes,
) -> Result<Id, Error> {
    let vocabulary = symbols::Vocabulary::new(reading);
    let body = form::strip_name(tokens, reading)?;
    if body.is_empty() {
        return Err(Error::at(
            Stage::Form,
            "the text is empty; an expression is accepted",
            text.len()..text.len(),
        ));
    }
    let items = vocabulary.items(text, body, arena, notes)?;
    tree::build(text, &items, &vocabulary, arena, notes)
}

/// The tokens of a text within the limits, before words have a meaning.
fn tokens<'t>(
    text: &'t str,
    reading: &Reading,
    notes: &mut Notes,
) -> Result<Vec<token::Token<'t>>, Error> {
    reading.limits.check(text)?;
    match reading.syntax {
        Syntax::Plain => Ok(plain::tokens(text)),
        Syntax::Latex => latex::tokens(text, notes),
    }
}

/// Reads some bytes of a text as an expression. Remarks and errors are about the whole text.
///
/// # Errors
/// As [`read`].
pub fn read_part(
    text: &str,
    span: std::ops::Range<usize>,
    reading: &Reading,
    arena: &mut Arena,
    notes: &mut Notes,
) -> Result<Id, Error> {
    let start = span.start;
    let mut own = Notes::default();
    let id = read_with_notes(&text[span], reading, arena, &mut own)
        .map_err(|error| error.moved(start))?;
    notes.append_moved(own, start);
    Ok(id)
}

/// The spelling under which a symbol is stored: `α` and `\alpha` are `alpha`, `a_{12}` is `a_12`. `None` when
/// the text is no single name.
pub fn symbol_name(text: &str) -> Option<String> {
    let text = text.trim();
    let text = text.strip_prefix('\\').unwrap_or(text);
    if text.contains('\\') {
        return None;
    }
    let name = names::normalise(text);
    let mut letters = name.chars();
    let first = letters.next()?;
    ((first.is_ascii_alphabetic() || first == '_')
        && letters.all(|c| c.is_ascii_alphanumeric() || c == '_')
        && name.len() <= 64)
        .then(|| name.into_owned())
}
