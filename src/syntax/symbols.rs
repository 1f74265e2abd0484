//! What a word means.

use std::borrow::Cow;

use super::head::Head;
use super::item::{Follow, Item, Lexeme};
use super::plain::{Kind, Token};
use super::{Dialect, Error, Reading, Role, form, literal, names, spelling};
use crate::error::Stage;
use crate::expr::{Arena, Constant, Id};

/// Longer words are refused unread; no product of letters is that long.
const LONGEST_WORD: usize = 32;

/// Letters that name functions rather than parameters.
const FUNCTION_LETTERS: &[&str] = &["f", "g", "h", "D", "F", "G", "H"];

/// The meaning of every word, for one reading.
pub(super) struct Vocabulary<'r> {
    reading: &'r Reading,
    variable: Cow<'r, str>,
}

/// A piece of a word that is a product without signs.
#[derive(Clone, Copy)]
enum Piece<'r> {
    Symbol(&'r str),
    Constant(Constant),
    Head(Head),
}

impl<'r> Vocabulary<'r> {
    pub fn new(reading: &'r Reading) -> Self {
        Self {
            reading,
            variable: names::normalise(&reading.variable),
        }
    }

    pub fn variable(&self) -> &str {
        &self.variable
    }

    /// Gives every token its meaning.
    pub fn items(
        &self,
        text: &str,
        tokens: &[Token],
        arena: &mut Arena,
    ) -> Result<Vec<Item>, Error> {
        form::check(text, tokens, |name| self.is_given(name))?;
        let mut items = Vec::with_capacity(tokens.len() + 1);
        let mut digits = self.reading.limits.text;
        let mut symbols = arena.symbol_count();
        let most = symbols + self.reading.limits.symbols;
        for &token in tokens {
            let lexeme = match token.kind {
                Kind::Number => {
                    let value = literal::rational(
                        token.text(text),
                        token.span(),
                        &self.reading.limits,
                        &mut digits,
                    )?;
                    Lexeme::Number(arena.number(&value))
                }
                Kind::Word => {
                    self.word(text, token, arena, &mut items)?;
                    if arena.symbol_count() > symbols {
                        symbols = arena.symbol_count();
                        if symbols > most {
                            return Err(Error::at(
                                Stage::Limit,
                                format!(
                                    "there are more than {} different symbols",
                                    self.reading.limits.symbols
                                ),
                                token.span(),
                            ));
                        }
                    }
                    continue;
                }
                Kind::Superscript => {
                    Lexeme::Superscript(self.superscript(text, token, arena, &mut digits)?)
                }
                // Refused before.
                Kind::Foreign | Kind::Equals => continue,
                Kind::Plus => Lexeme::Plus,
                Kind::Minus => Lexeme::Minus,
                Kind::Times => Lexeme::Times,
                Kind::Divide => Lexeme::Divide,
                Kind::Caret => Lexeme::Caret,
                Kind::Open(bracket) => Lexeme::Open(bracket),
                Kind::Close(bracket) => Lexeme::Close(bracket),
                Kind::Bar => Lexeme::Bar,
                Kind::Comma => Lexeme::Comma,
                Kind::Radical(degree) => Lexeme::Radical(degree),
            };
            items.push(item(lexeme, token));
        }
        items.push(Item {
            lexeme: Lexeme::End,
            start: text.len(),
            end: text.len(),
            line_break: false,
        });
        Ok(items)
    }

    fn word(
        &self,
        text: &str,
        token: Token,
        arena: &mut Arena,
        items: &mut Vec<Item>,
    ) -> Result<(), Error> {
        let written = token.text(text);
        let name = names::normalise(written);
        if let Some(lexeme) = self.known(&name, arena) {
            items.push(item(lexeme, token));
            return Ok(());
        }
        if let Some(lexeme) = self.logarithm(&name, arena) {
            items.push(item(lexeme, token));
            return Ok(());
        }
        if names::is_symbol(&name) {
            let follow = self.follow(&name, written, token)?;
            items.push(item(Lexeme::Symbol(arena.symbol(&name), follow), token));
            return Ok(());
        }
        if let Some(error) = self.differential(&name, token) {
            return Err(error);
        }
        // sin2x is sin(2x), but atan2(y, x) and log1p(x) are other functions.
        let function = names::stem(&name).len() > 1
            && name.ends_with(|c: char| c.is_ascii_digit())
            && text[token.end..].trim_start().starts_with('(');
        if self.reading.dialect == Dialect::Default && name == written && !function {
            return self.product(written, token, arena, items);
        }
        Err(unknown(written, token, false))
    }

    /// Names that have one meaning whatever follows: known symbols, constants, functions.
    fn known(&self, name: &str, arena: &mut Arena) -> Option<Lexeme> {
        if self.is_given(name) {
            return Some(Lexeme::Symbol(arena.symbol(name), Follow::Product));
        }
        if let Some(constant) = self.constant(name) {
            return Some(Lexeme::Constant(arena.constant(constant)));
        }
        if name.len() == 1 {
            return None;
        }
        Head::find(name).map(Lexeme::Head)
    }

    fn is_given(&self, name: &str) -> bool {
        name == self.variable || self.reading.known.iter().any(|k| k == name)
    }

    fn constant(&self, name: &str) -> Option<Constant> {
        match (name, self.reading.dialect) {
            ("pi" | "Pi" | "PI", _) => Some(Constant::Pi),
            ("e", Dialect::Default) | ("E", Dialect::Sympy) => Some(Constant::E),
            ("i", Dialect::Default) | ("I", Dialect::Sympy) => Some(Constant::I),
            _ => None,
        }
    }

    /// `log_2`, `log_b`, `log_e`.
    fn logarithm(&self, name: &str, arena: &mut Arena) -> Option<Lexeme> {
        let base = name.strip_prefix("log_")?;
        if base.bytes().all(|b| b.is_ascii_digit()) && (1..=18).contains(&base.len()) {
            let base = arena.integer(base.parse().ok()?);
            return Some(Lexeme::Head(Head::LogTo(base)));
        }
        let base = match self.known(base, arena) {
            Some(Lexeme::Symbol(id, _) | Lexeme::Constant(id)) => id,
            _ if names::is_symbol(base) => arena.symbol(base),
            _ => return None,
        };
        Some(Lexeme::Head(Head::LogTo(base)))
    }

    /// What a bracket after a symbol means that nothing announced.
    fn follow(&self, name: &str, written: &str, token: Token) -> Result<Follow, Error> {
        if self.reading.role == Role::Antiderivative {
            let digits = name.strip_prefix(&*self.variable);
            if digits.is_some_and(|d| d.bytes().all(|b| b.is_ascii_digit())) {
                return Err(Error::at(
                    Stage::Symbol,
                    format!(
                        "`{written}` is not a symbol of the integrand; write {0}^… for a power and \
                         {0}*… for a product",
                        self.variable
                    ),
                    token.span(),
                ));
            }
            return Ok(Follow::Function);
        }
        let letter = names::stem(name).len() == 1;
        let product =
            self.reading.dialect == Dialect::Default && letter && !FUNCTION_LETTERS.contains(&name);
        Ok(if product {
            Follow::Guarded
        } else {
            Follow::Function
        })
    }

    /// `dx`, unless d is a known symbol.
    fn differential(&self, name: &str, token: Token) -> Option<Error> {
        let of = name.strip_prefix('d')?;
        (of == self.variable && !self.is_given("d")).then(|| {
            Error::at(
                Stage::Form,
                format!("`{name}` is a differential; the expression alone is accepted"),
                token.span(),
            )
        })
    }

    /// A run of letters that is a product of known symbols, constants and functions, if it can
    /// be cut in exactly one way. Digits may stand after a function: `sin2x`.
    fn product(
        &self,
        word: &str,
        token: Token,
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
        if part == self.variable {
            return Some(Piece::Symbol(&self.variable));
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
        Head::find(part).map(Piece::Head)
    }

    fn superscript(
        &self,
        text: &str,
        token: Token,
        arena: &mut Arena,
        budget: &mut usize,
    ) -> Result<Id, Error> {
        let mut negative = false;
        let mut letters = String::new();
        for c in token.text(text).chars() {
            match c {
                '⁻' => negative = true,
                '⁰' => letters.push('0'),
                '¹' => letters.push('1'),
                '²' => letters.push('2'),
                '³' => letters.push('3'),
                '⁴'..='⁹' => letters.push(char::from(b'4' + (c as u32 - '⁴' as u32) as u8)),
                'ⁿ' => letters.push('n'),
                'ˣ' => letters.push('x'),
                _ => {}
            }
        }
        let exponent = if letters.starts_with(|c: char| c.is_ascii_digit()) {
            if letters.len() > self.reading.limits.digits {
                return Err(self.reading.limits.long_number(token.span()));
            }
            let value = literal::rational(&letters, token.span(), &self.reading.limits, budget)?;
            arena.number(&value)
        } else {
            arena.symbol(&letters)
        };
        Ok(if negative {
            arena.neg(exponent)
        } else {
            exponent
        })
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

fn unknown(word: &str, token: Token, several: bool) -> Error {
    let message = if several {
        format!("`{word}` can be read in several ways; write `*` between the factors")
    } else if let Some(name) = spelling::suggestion(word) {
        format!("`{word}` is no known function or symbol; did you mean `{name}`?")
    } else {
        format!(
            "`{word}` is no known function or symbol; symbols are single letters, letters with \
             digits or a subscript, and Greek names, and a product needs `*`"
        )
    };
    Error::at(Stage::Symbol, message, token.span())
}

fn item(lexeme: Lexeme, token: Token) -> Item {
    Item {
        lexeme,
        start: token.start,
        end: token.end,
        line_break: token.line_break,
    }
}
