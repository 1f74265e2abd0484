use std::ops::Range;

use super::head::Head;
use super::token::{Bracket, Frame};
use crate::expr::Id;

/// What a bracket after a symbol means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Follow {
    /// A product: the variable, the parameters of f, numbers and constants.
    Product,
    /// A product, unless the bracket holds the variable alone: `a(x)`.
    Guarded,
    /// The argument of an unknown function.
    Function,
}

/// A token that has a meaning.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Lexeme {
    Number(Id),
    Constant(Id),
    Symbol(Id, Follow),
    Head(Head),
    /// A superscript, with its exponent.
    Superscript(Id),
    Plus,
    Minus,
    Times,
    Divide,
    Caret,
    Open(Bracket),
    Close(Bracket),
    Bar,
    Comma,
    Radical(u8),
    Degrees,
    Frame(Frame),
    Part,
    End,
}

/// A lexeme with the bytes where it stands.
#[derive(Clone, Copy, Debug)]
pub(super) struct Item {
    pub lexeme: Lexeme,
    pub start: usize,
    pub end: usize,
    /// Whether a line ends between the item before and this one.
    pub line_break: bool,
}

impl Item {
    pub fn span(&self) -> Range<usize> {
        self.start..self.end
    }
}
