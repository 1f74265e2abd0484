//! What a word means.

use std::borrow::Cow;

use super::head::Head;
use super::item::{Follow, Item, Lexeme};
use super::note::Notes;
use super::token::{Bracket, Kind, Token};
use super::{Dialect, Error, Logarithm, Reading, Role, Syntax, form, literal, names, spelling};
use crate::error::Stage;
use crate::expr::{Arena, Constant, Id};

/// Letters that name functions rather than parameters.
const FUNCTION_LETTERS: &[&str] = &["f", "g", "h", "D", "F", "G", "H"];

/// The meaning of every word, for one reading.
pub(super) struct Vocabulary<'r> {
    pub(super) reading: &'r Reading,
    variable: Cow<'r, str>,
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
        tokens: &[Token<'_>],
        arena: &mut Arena,
        notes: &mut Notes,
    ) -> Result<Vec<Item>, Error> {
        form::check(text, tokens, |name| self.is_given(name))?;
        let mut items = Vec::with_capacity(tokens.len() + 1);
        let mut digits = self.reading.limits.text;
        let mut symbols = arena.symbol_count();
        let most = symbols + self.reading.limits.symbols;
        let mut read = 0;
        for (at, &token) in tokens.iter().enumerate() {
            if at < read {
                continue;
            }
            if self.reading.syntax == Syntax::Latex {
                self.check_differential(tokens, at, notes)?;
            }
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
                Kind::Word(word) | Kind::Name(word) => {
                    self.word(word, text, token, arena, &mut items)?;
                    if self.reading.dialect.calls(word) && is_empty_call(&tokens[at + 1..]) {
                        read = at + 3;
                    }
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
                Kind::Degrees => Lexeme::Degrees,
                Kind::Frame(frame) => Lexeme::Frame(frame),
                Kind::Part => Lexeme::Part,
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
        written: &str,
        text: &str,
        token: Token<'_>,
        arena: &mut Arena,
        items: &mut Vec<Item>,
    ) -> Result<(), Error> {
        let name = names::normalise(written);
        if names::accented(written).is_some_and(|(letter, _)| letter == self.variable) {
            return Err(Error::at(
                Stage::Symbol,
                format!(
                    "an accent over the variable `{}` can make another symbol of it or not; the \
                     letter alone is accepted",
                    self.variable
                ),
                token.span(),
            ));
        }
        let run = matches!(token.kind, Kind::Word(_));
        if run && self.is_torn(&name) {
            return Err(unknown(written, token, true));
        }
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
        if run && self.reading.dialect.cuts_words() && name == written && !function {
            return self.product(written, token, arena, items);
        }
        Err(unknown(written, token, false))
    }

    /// Names that have one meaning whatever follows: known symbols, constants, functions.
    pub(super) fn known(&self, name: &str, arena: &mut Arena) -> Option<Lexeme> {
        if self.is_given(name) {
            return Some(Lexeme::Symbol(arena.symbol(name), Follow::Product));
        }
        if let Some(constant) = self.constant(name) {
            return Some(Lexeme::Constant(arena.constant(constant)));
        }
        if name.len() == 1 {
            return None;
        }
        self.head(name).map(Lexeme::Head)
    }

    /// The function of a name.
    pub(super) fn head(&self, name: &str) -> Option<Head> {
        let is_ten = self.reading.logarithm == Logarithm::Ten
            && self.reading.dialect == Dialect::Default
            && name == "log";
        if is_ten {
            return Some(Head::LogTen);
        }
        self.reading.dialect.head(name)
    }

    pub(super) fn is_given(&self, name: &str) -> bool {
        name == self.variable || self.reading.known.iter().any(|k| k == name)
    }

    pub(super) fn constant(&self, name: &str) -> Option<Constant> {
        self.reading.dialect.constant(name)
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
    pub(super) fn follow(
        &self,
        name: &str,
        written: &str,
        token: Token<'_>,
    ) -> Result<Follow, Error> {
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
            self.reading.dialect.cuts_words() && letter && !FUNCTION_LETTERS.contains(&name);
        Ok(if product {
            Follow::Guarded
        } else {
            Follow::Function
        })
    }

    /// Letters of LaTeX that name something when they stand together in the plain language, but
    /// are printed as the product that their factors make: `xi`, `sh`.
    fn is_torn(&self, name: &str) -> bool {
        self.reading.syntax == Syntax::Latex
            && name.len() > 1
            && (names::is_greek(name)
                || name == "pi" && self.is_given("p")
                || matches!(name, "arc" | "arg" | "ar" | "co")
                || name.len() == 2 && name != "ln" && Head::find(name).is_some())
    }

    /// Refuses what is a differential only by what stands around it: `d\theta`, and `d x` with a
    /// space at the end of a product. Elsewhere `d x` is a product, with a remark.
    fn check_differential(
        &self,
        tokens: &[Token<'_>],
        at: usize,
        notes: &mut Notes,
    ) -> Result<(), Error> {
        let token = tokens[at];
        let (Some(name), [rest @ .., d]) = (token.word(), &tokens[..at]) else {
            return Ok(());
        };
        let Kind::Word(word) = d.kind else {
            return Ok(());
        };
        if !names::normalise(word).ends_with('d')
            || self.is_given("d")
            || Head::find(word).is_some()
        {
            return Ok(());
        }
        let name = names::normalise(name);
        let greek = matches!(token.kind, Kind::Name(_)) && names::is_greek(&name);
        let factor = matches!(
            rest.last().map(|token| token.kind),
            Some(Kind::Number | Kind::Word(_) | Kind::Name(_) | Kind::Close(_) | Kind::Bar)
        );
        let joined = greek && d.end == token.start;
        let last = name == self.variable && at + 1 == tokens.len();
        if joined || last && (factor || word.len() > 1) {
            return Err(Error::at(
                Stage::Form,
                "this may be a differential; the expression alone is accepted, with \\cdot where a \
                 product is meant",
                d.end - 1..token.end,
            ));
        }
        if name == self.variable {
            notes.push(d.end - 1..token.end, || {
                format!("`d` is read as a factor of {name}, not as a differential")
            });
        }
        Ok(())
    }

    /// `dx`, unless d is a known symbol; in LaTeX, where letters multiply, also `xdx` and `du`.
    fn differential(&self, name: &str, token: Token<'_>) -> Option<Error> {
        let of = match (self.reading.syntax, token.kind) {
            (Syntax::Latex, Kind::Word(_)) => {
                let from = name.len().checked_sub(2)?;
                name.get(from..)?.strip_prefix('d').map(|_| ())
            }
            _ => (name.strip_prefix('d')? == self.variable).then_some(()),
        };
        (of.is_some() && !self.is_given("d")).then(|| {
            let last = &name[name.len().saturating_sub(2)..];
            let (name, start) = match self.reading.syntax {
                // Letters outside ASCII are longer than what they depict.
                Syntax::Latex if token.end - token.start == name.len() => {
                    (last, token.end - last.len())
                }
                Syntax::Latex => (last, token.start),
                Syntax::Plain => (name, token.start),
            };
            Error::at(
                Stage::Form,
                format!("`{name}` is a differential; the expression alone is accepted"),
                start..token.end,
            )
        })
    }

    fn superscript(
        &self,
        text: &str,
        token: Token<'_>,
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

/// Whether a pair of brackets with nothing between them comes next.
fn is_empty_call(tokens: &[Token<'_>]) -> bool {
    matches!(
        tokens,
        [a, b, ..] if a.kind == Kind::Open(Bracket::Round) && b.kind == Kind::Close(Bracket::Round)
    )
}

pub(super) fn unknown(word: &str, token: Token<'_>, several: bool) -> Error {
    let message = if word.starts_with('%') {
        format!("`{word}` is no constant here; the dialects maxima and fricas have %e, %i and %pi")
    } else if several {
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

pub(super) fn item(lexeme: Lexeme, token: Token<'_>) -> Item {
    Item {
        lexeme,
        start: token.start,
        end: token.end,
        line_break: token.line_break,
    }
}
