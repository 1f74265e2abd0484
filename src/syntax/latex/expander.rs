//! Braces, commands and their arguments, put together with a stack of its own: nothing recurses.

mod argument;
mod delimiter;
mod environment;
mod font;
mod word;

use super::super::note::Notes;
use super::super::token::{Bracket, Frame, Kind, Token};
use super::Error;
use super::command::{Delimiter, Meaning};
use super::lexer::{self, Mark, Sort};
use crate::error::Stage;

/// What an open brace, or an argument without braces, is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Part {
    /// Nothing: a group that stands by itself.
    Free,
    Script,
    Numerator,
    Denominator,
    Degree,
    Radicand,
    /// The whole text in a box.
    Box,
    /// Between `\left` and `\right`; none where both print nothing.
    Delimited(Option<Bracket>),
}

/// What ends it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Closer {
    Brace,
    Square,
    Right,
    /// The next command with its arguments.
    Single,
}

/// Something that is not closed yet.
#[derive(Clone, Copy, Debug)]
struct Open {
    part: Part,
    closer: Closer,
    opener: Mark,
    over: Over,
}

/// Whether a group is a fraction with `\over`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Over {
    No,
    Above,
    Below,
}

struct Expander<'t, 'm> {
    text: &'t str,
    marks: &'m [Mark],
    notes: &'m mut Notes,
    at: usize,
    /// Bytes of the mark at hand that an argument of one digit or letter has taken.
    taken: usize,
    tokens: Vec<Token<'t>>,
    open: Vec<Open>,
    /// Whether the last thing opened is an argument without braces that has not begun.
    awaits: bool,
    /// For each mark, whether it is a brace with `\over` directly inside.
    over: Vec<bool>,
}

/// The tokens of the plain language that the marks stand for.
pub(super) fn expand<'t>(
    text: &'t str,
    marks: &[Mark],
    notes: &mut Notes,
) -> Result<Vec<Token<'t>>, Error> {
    let marks = environment::without(text, without_mode(text, marks))?;
    let mut expander = Expander {
        text,
        marks,
        notes,
        at: 0,
        taken: 0,
        tokens: Vec::with_capacity(marks.len() + marks.len() / 4),
        open: Vec::new(),
        awaits: false,
        over: overs(marks)?,
    };
    while let Some(mark) = expander.mark() {
        expander.unit(mark)?;
    }
    match expander.open.last() {
        None => Ok(expander.tokens),
        Some(open) => Err(unclosed(text, open)),
    }
}

fn unclosed(text: &str, open: &Open) -> Error {
    let written = &text[open.opener.span()];
    let expected = match open.closer {
        Closer::Brace => "}",
        Closer::Square => "]",
        Closer::Right => "\\right",
        Closer::Single => "an argument",
    };
    Error::at(
        Stage::Syntax,
        format!("`{written}` is never closed; `{expected}` is expected"),
        open.opener.span(),
    )
}

/// The marks without the signs around all of them that switch to mathematics.
fn without_mode<'m>(text: &str, marks: &'m [Mark]) -> &'m [Mark] {
    let written = |mark: &Mark| &text[mark.span()];
    let mut inner = marks;
    for _ in 0..2 {
        inner = match inner {
            [first, middle @ .., last]
                if matches!(
                    (written(first), written(last)),
                    ("$", "$") | ("\\(", "\\)") | ("\\[", "\\]")
                ) =>
            {
                middle
            }
            _ => break,
        };
        if !inner.first().is_some_and(|mark| mark.is(b'$')) {
            break;
        }
    }
    inner
}

/// For each mark, whether it is a brace with `\over` directly inside. Empty if none is.
fn overs(marks: &[Mark]) -> Result<Vec<bool>, Error> {
    let is_over = |mark: &Mark| mark.sort == Sort::Command(Meaning::Over);
    if !marks.iter().any(is_over) {
        return Ok(Vec::new());
    }
    let mut over = vec![false; marks.len()];
    let mut braces = Vec::new();
    for (at, mark) in marks.iter().enumerate() {
        if mark.is(b'{') {
            braces.push(at);
        } else if mark.is(b'}') {
            braces.pop();
        } else if is_over(mark) {
            match braces.last() {
                Some(&brace) if !over[brace] => over[brace] = true,
                _ => return Err(lone_over(mark)),
            }
        }
    }
    Ok(over)
}

fn lone_over(mark: &Mark) -> Error {
    Error::at(
        Stage::Syntax,
        "`\\over` stands once within braces: {a \\over b}; or write \\frac{a}{b}",
        mark.span(),
    )
}

impl<'t> Expander<'t, '_> {
    fn mark(&self) -> Option<Mark> {
        self.marks.get(self.at).copied()
    }

    fn ahead(&self, ahead: usize) -> Option<Mark> {
        self.marks.get(self.at + ahead).copied()
    }

    fn written(&self, mark: Mark) -> &'t str {
        &self.text[mark.span()]
    }

    fn put(&mut self, kind: Kind<'t>, mark: Mark) {
        self.tokens.push(Token {
            kind,
            start: mark.start,
            end: mark.end,
            line_break: mark.line_break,
        });
    }

    /// The mark at hand as a token.
    fn take(&mut self, kind: Kind<'t>, mark: Mark) {
        self.put(kind, mark);
        self.at += 1;
    }

    fn refuse<T>(mark: Mark, message: impl Into<String>) -> Result<T, Error> {
        Err(Error::at(Stage::Syntax, message, mark.span()))
    }

    fn unit(&mut self, mark: Mark) -> Result<(), Error> {
        match mark.sort {
            Sort::Letters => self.letters(mark)?,
            Sort::Number => self.number(mark)?,
            Sort::Wide => {
                let kind = lexer::kind(self.written(mark));
                self.take(kind, mark);
            }
            Sort::Sign(sign) => self.sign(sign, mark)?,
            Sort::Command(meaning) => self.command(meaning, mark)?,
        }
        self.settle()
    }

    fn sign(&mut self, sign: u8, mark: Mark) -> Result<(), Error> {
        let kind = match sign {
            b'{' => {
                if !self.upright_group(mark)? {
                    self.enter(Part::Free, mark);
                }
                return Ok(());
            }
            b'}' => return self.leave(mark),
            b'^' => return self.script(mark),
            b']' if self
                .open
                .last()
                .is_some_and(|open| open.closer == Closer::Square) =>
            {
                self.at += 1;
                self.open.pop();
                return self.close(Part::Degree, mark);
            }
            b'_' => return self.lone_subscript(mark),
            b'+' => Kind::Plus,
            b'-' => Kind::Minus,
            b'*' => Kind::Times,
            b'/' => Kind::Divide,
            b'(' => Kind::Open(Bracket::Round),
            b'[' => Kind::Open(Bracket::Square),
            b')' => Kind::Close(Bracket::Round),
            b']' => Kind::Close(Bracket::Square),
            b'|' => Kind::Bar,
            b',' => Kind::Comma,
            b'=' => Kind::Equals,
            _ => {
                return Self::refuse(
                    mark,
                    "`$` stands around the whole expression or not at all; one expression is accepted",
                );
            }
        };
        self.take(kind, mark);
        Ok(())
    }

    fn command(&mut self, meaning: Meaning, mark: Mark) -> Result<(), Error> {
        match meaning {
            Meaning::Name | Meaning::Function => self.name(mark),
            Meaning::Sign(kind) => {
                self.take(kind, mark);
                Ok(())
            }
            Meaning::Frame(frame) => self.frame(frame, mark),
            Meaning::Over => self.below(mark),
            Meaning::Left => self.left(mark),
            Meaning::LeftNull => {
                self.take(Kind::Open(Bracket::Group), mark);
                self.push(Part::Delimited(None), Closer::Right, mark, Over::No);
                Ok(())
            }
            Meaning::Right => self.right(mark),
            Meaning::RightNull => {
                self.at += 1;
                self.end_delimited(None, mark)
            }
            Meaning::Size(side) => self.sized(side, mark),
            Meaning::Delimiter(delimiter) => {
                self.take(
                    match delimiter {
                        Delimiter::Open(bracket) => Kind::Open(bracket),
                        Delimiter::Close(bracket) => Kind::Close(bracket),
                        Delimiter::Bar => Kind::Bar,
                    },
                    mark,
                );
                Ok(())
            }
            Meaning::Font(font) => self.font(font, mark),
            Meaning::Upright => self.upright(mark),
            Meaning::Accent => self.accent(mark),
            Meaning::Colour => self.colour(mark),
            Meaning::Width => self.width(mark),
            Meaning::Box => self.boxed(mark),
            Meaning::Begin | Meaning::End => Err(environment::inside(mark)),
            Meaning::Ring => Self::refuse(
                mark,
                "a ring is accepted as the sign of degrees alone, 30^\\circ",
            ),
            Meaning::Mode => Self::refuse(
                mark,
                "it stands around the whole expression or not at all; one expression is accepted",
            ),
            // Left out by the lexer.
            Meaning::Blank | Meaning::Line => {
                self.at += 1;
                Ok(())
            }
        }
    }

    fn push(&mut self, part: Part, closer: Closer, opener: Mark, over: Over) {
        self.open.push(Open {
            part,
            closer,
            opener,
            over,
        });
    }

    /// Enters the braces at hand.
    fn enter(&mut self, part: Part, mark: Mark) {
        let over = self.over.get(self.at).copied().unwrap_or(false);
        self.at += 1;
        if over {
            self.put(Kind::Frame(Frame::Fraction), mark);
            self.put(Kind::Open(Bracket::Group), mark);
        } else if matches!(part, Part::Free | Part::Script) {
            self.put(Kind::Open(Bracket::Group), mark);
        }
        let over = if over { Over::Above } else { Over::No };
        self.push(part, Closer::Brace, mark, over);
    }

    /// `\over`: what follows stands below the bar.
    fn below(&mut self, mark: Mark) -> Result<(), Error> {
        match self.open.last_mut() {
            Some(open) if open.closer == Closer::Brace && open.over == Over::Above => {
                open.over = Over::Below;
                self.take(Kind::Part, mark);
                Ok(())
            }
            _ => Err(lone_over(&mark)),
        }
    }

    /// Leaves the braces that end here.
    fn leave(&mut self, mark: Mark) -> Result<(), Error> {
        let Some(open) = self.open.last().copied() else {
            return Self::refuse(
                mark,
                "`}` closes nothing; remove it, or open a brace before it",
            );
        };
        if open.closer != Closer::Brace {
            return Err(unclosed(self.text, &open));
        }
        self.at += 1;
        self.open.pop();
        if open.over == Over::No {
            return self.close(open.part, mark);
        }
        self.put(Kind::Close(Bracket::Group), mark);
        match open.part {
            Part::Free => Ok(()),
            Part::Script => self.check_script(),
            part => self.close(part, mark),
        }
    }

    /// What follows the end of a part.
    fn close(&mut self, part: Part, mark: Mark) -> Result<(), Error> {
        match part {
            Part::Free | Part::Denominator | Part::Radicand => {
                self.put(Kind::Close(Bracket::Group), mark);
                Ok(())
            }
            Part::Script => {
                self.put(Kind::Close(Bracket::Group), mark);
                self.check_script()
            }
            Part::Numerator => {
                self.put(Kind::Part, mark);
                self.argument(Part::Denominator, mark)
            }
            Part::Degree => {
                self.put(Kind::Part, mark);
                self.argument(Part::Radicand, mark)
            }
            Part::Box if self.at < self.marks.len() => Err(Error::at(
                Stage::Form,
                "something follows the box; one expression is accepted",
                self.marks[self.at].span(),
            )),
            Part::Box | Part::Delimited(_) => Ok(()),
        }
    }

    /// Closes what the command that just ended was the argument of.
    fn settle(&mut self) -> Result<(), Error> {
        while let Some(open) = self.open.last().copied() {
            if open.closer != Closer::Single || std::mem::take(&mut self.awaits) {
                break;
            }
            self.open.pop();
            match open.part {
                // Without braces there is no group around it.
                Part::Script => self.check_script()?,
                part => self.close(part, open.opener)?,
            }
        }
        Ok(())
    }
}
