//! Runs of letters that are products.

use super::head::Head;
use super::item::{Follow, Item, Lexeme};
use super::symbols::{Vocabulary, item, unknown};
use super::token::Token;
use super::{Error, Role, Syntax, literal};
use crate::error::Stage;
use crate::expr::{Arena, Constant};

/// Longer words are refused unread; no product of letters is that long.
const LONGEST_WORD: usize = 32;

/// Longer runs of letters that nothing announced are words rather than products of parameters.
const LONGEST_PRODUCT: usize = 3;

/// A piece of a word that is a product without signs.
#[derive(Clone, Copy)]
enum Piece<'r> {
    Symbol(&'r str),
    Constant(Constant),
    Head(Head),
}

impl Vocabulary<'_> {
    /// A run of letters that is a product of known symbols, constants and functions, if it can
    /// be cut in exactly one way. Digits may stand after a function: `sin2x`.
    pub(super) fn product(
        &self,
        word: &str,
        token: Token<'_>,
        arena: &mut Arena,
        items: &mut Vec<Item>,
    ) -> Result<(), Error> {
        if word.len() > LONGEST_WORD {
            return Err(Error::at(
                Stage::Symbol,
                format!(
                    "a word of {} letters is no symbol; a product needs `*` between its factors",
                    word.len()
                ),
                token.span(),
            ));
        }
        // The cuts below are made between bytes.
        if !word.is_ascii() {
            return Err(unknown(word, token, false));
        }
        let length = word.len();
        // From the back: in how many ways the rest can be cut (two stands for more), and how.
        let mut ways = vec![0_u8; length + 1];
        let mut first: Vec<Option<(Piece<'_>, usize, usize)>> = vec![None; length + 1];
        ways[length] = 1;
        for start in (0..length).rev() {
            for stop in start + 1..=length {
                let Some(piece) = self.piece(&word[start..stop]) else {
                    continue;
                };
                let mut next = stop;
                if matches!(piece, Piece::Head(_)) {
                    let rest = &word[stop..];
                    next +=
                        rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
                }
                // `sine` is a misspelt name rather than sin(e).
                let misspelt = stop - start > 2
                    && matches!(piece, Piece::Head(_))
                    && matches!(first[stop], Some((Piece::Constant(_), end, _)) if end == stop + 1);
                if ways[next] > 0 && !misspelt {
                    ways[start] = (ways[start] + ways[next]).min(2);
                    first[start] = Some((piece, stop, next));
                }
            }
        }
        if ways[0] == 0 && self.are_symbols(word) {
            return self.symbols(word, token, arena, items);
        }
        if ways[0] != 1 {
            return Err(unknown(word, token, ways[0] > 1));
        }
        let pieces = items.len();
        let mut at = 0;
        while let Some((piece, stop, next)) = first[at] {
            let lexeme = match piece {
                Piece::Symbol(name) => Lexeme::Symbol(arena.symbol(name), Follow::Product),
                Piece::Constant(constant) => Lexeme::Constant(arena.constant(constant)),
                Piece::Head(head) => Lexeme::Head(head),
            };
            let mut put = |lexeme, from: usize, to: usize| {
                items.push(Item {
                    lexeme,
                    start: token.start + from,
                    end: token.start + to,
                    line_break: from == 0 && token.line_break,
                });
            };
            put(lexeme, at, stop);
            if next > stop {
                let digits = &word[stop..next];
                if &word[at..stop] == "log" && matches!(digits, "2" | "10") {
                    return Err(unknown(word, token, true));
                }
                let value = literal::rational(
                    digits,
                    token.start + stop..token.start + next,
                    &self.reading.limits,
                    &mut usize::MAX.clone(),
                )?;
                put(Lexeme::Number(arena.number(&value)), stop, next);
            }
            at = next;
        }
        if items.len() > pieces + 1 && binds_one(&items[..pieces]) {
            return Err(unknown(word, token, true));
        }
        Ok(())
    }

    fn piece(&self, part: &str) -> Option<Piece<'_>> {
        if part == self.variable() {
            return Some(Piece::Symbol(self.variable()));
        }
        if let Some(name) = self.reading.known.iter().find(|k| *k == part) {
            return Some(Piece::Symbol(name));
        }
        if let Some(constant) = self.constant(part) {
            return Some(Piece::Constant(constant));
        }
        // Two-letter names are too easily two symbols.
        if part.len() < 3 && part != "ln" || part.bytes().any(|b| b.is_ascii_digit()) {
            return None;
        }
        self.head(part).map(Piece::Head)
    }

    /// Whether LaTeX means a product of parameters of f: its letters are symbols one by one.
    fn are_symbols(&self, word: &str) -> bool {
        self.reading.syntax == Syntax::Latex
            && self.reading.role == Role::Integrand
            && word.len() <= LONGEST_PRODUCT
            && word.bytes().all(|b| b.is_ascii_alphabetic())
    }

    fn symbols(
        &self,
        word: &str,
        token: Token<'_>,
        arena: &mut Arena,
        items: &mut Vec<Item>,
    ) -> Result<(), Error> {
        if binds_one(items) {
            return Err(unknown(word, token, true));
        }
        for (at, _) in word.char_indices() {
            let name = &word[at..=at];
            let letter = Token {
                start: token.start + at,
                end: token.start + at + 1,
                line_break: at == 0 && token.line_break,
                ..token
            };
            let lexeme = match self.known(name, arena) {
                Some(lexeme) => lexeme,
                None => Lexeme::Symbol(arena.symbol(name), self.follow(name, name, letter)?),
            };
            items.push(item(lexeme, letter));
        }
        Ok(())
    }
}

/// Whether what was read last takes one factor only, so that a word of several would be torn
/// apart: `e^ix`, `1/xy`, `√xy`.
fn binds_one(items: &[Item]) -> bool {
    items
        .iter()
        .rev()
        .find(|item| !matches!(item.lexeme, Lexeme::Plus | Lexeme::Minus))
        .is_some_and(|item| {
            matches!(
                item.lexeme,
                Lexeme::Caret | Lexeme::Divide | Lexeme::Radical(_)
            )
        })
}
