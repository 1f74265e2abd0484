//! LaTeX to the tokens of the plain language.
//!
//! A lexer cuts the text and gives every command its meaning; an expander puts braces, commands
//! and their arguments together. Nothing is dropped but what prints nothing (spaces, sizes,
//! styles, colours), and that only by name: an unknown command is refused.

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
