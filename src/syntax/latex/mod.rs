//! LaTeX to the tokens of the plain language.
//!
//! A lexer cuts the text and gives every command its meaning; an expander puts braces, commands
//! and their arguments together. Nothing is dropped but what prints nothing (spaces, sizes,
//! styles, colours), and that only by name: an unknown command is refused.
//!
//! What is made of the tokens of `lexer.rs`:
//!
//! ```text
//! text      = dollars? unit* dollars?
//! unit      = group | frame | script | word | number | delimiter | operator
//! group     = "{" unit* "}" | "{" unit* "\over" unit* "}"
//!           | "\left" delimiter unit* "\right" delimiter
//! frame     = ("\frac" | …) argument argument | "\sqrt" ("[" unit* "]")? argument
//! script    = "^" argument
//! argument  = group | one digit | one letter | one command with its arguments
//! word      = (letters | "\sin" | "\alpha" | "\mathrm" argument | …) subscript?
//! subscript = "_" ("{" (letters | number | command) "}" | one digit | one letter)
//! ```

mod command;
mod expander;
mod lexer;

use super::note::Notes;
use super::token::Token;
use super::{Error, form};

/// Cuts a text into tokens.
pub(super) fn tokens<'t>(text: &'t str, notes: &mut Notes) -> Result<Vec<Token<'t>>, Error> {
    let marks = lexer::marks(text)?;
    expander::expand(text, &marks, notes)
}
