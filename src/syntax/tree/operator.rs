//! What follows an operand: operators, implicit products, and what closes a level.

use super::super::item::Lexeme;
use super::super::token::Bracket;
use super::super::{Error, Syntax, form};
use super::group::Shape;
use super::{Builder, Held, Kind, Level, Next, Operator};
use crate::error::Stage;
use crate::expr::{Constant, Id, View};

impl Builder<'_> {
    pub(super) fn several<T>(&self) -> Result<T, Error> {
        Err(self.error(Stage::Form, form::SEVERAL))
    }

    /// Reads what follows an operand.
    pub(super) fn operator(&mut self) -> Result<Next, Error> {
        let item = self.item();
        if let Kind::Bare(head, exponent) = self.kind()
            && self.ends_run(item.lexeme)?
        {
            let opener = self.level().opener;
            if item.lexeme == Lexeme::Divide {
                self.note_quotient(opener);
            }
            let argument = self.end_sum();
            self.levels.pop();
            let value = self.apply(head, exponent, &[argument], opener)?;
            // The power of an argument without brackets was read with it.
            self.atom(value, Shape::Bare)?;
            return Ok(Next::Operator);
        }
        match item.lexeme {
            Lexeme::Plus | Lexeme::Minus => {
                self.end_term();
                self.level().negative = item.lexeme == Lexeme::Minus;
                self.position += 1;
                Ok(Next::Operand)
            }
            Lexeme::Times | Lexeme::Divide => {
                self.level().operator = match item.lexeme {
                    Lexeme::Divide => Operator::Divide,
                    _ => Operator::Times,
                };
                self.position += 1;
                Ok(Next::Operand)
            }
            // 2^{x} 3^{-x}: what is raised cannot be taken for one number with what follows it.
            Lexeme::Number(_)
                if self.peek(1) == Lexeme::Caret
                    && (self.follows_exponent() || self.follows_bare_exponent()) =>
            {
                self.implicit_product()
            }
            Lexeme::Number(_) => self.syntax(
                "a number after another operand needs an operator: write * for a product, ^ for a \
                 power",
            ),
            Lexeme::Open(bracket) => {
                self.check_raised(bracket)?;
                self.check_opening(bracket)?;
                self.implicit_product()
            }
            Lexeme::Symbol(..)
            | Lexeme::Constant(_)
            | Lexeme::Head(_)
            | Lexeme::Frame(_)
            | Lexeme::Radical(_) => self.implicit_product(),
            Lexeme::Bar => self.bar(),
            Lexeme::Comma => self.comma(),
            Lexeme::Close(bracket) => self.close(bracket),
            Lexeme::Part => self.part(),
            Lexeme::Superscript(_) | Lexeme::Caret | Lexeme::Degrees => {
                self.syntax("a power stands after no operand; write brackets around its base")
            }
            Lexeme::End => self.end(),
        }
    }

    /// Whether a bare argument ends before this lexeme.
    fn ends_run(&mut self, next: Lexeme) -> Result<bool, Error> {
        if self.level().held == Held::Function {
            return Ok(true);
        }
        match next {
            Lexeme::Plus
            | Lexeme::Minus
            | Lexeme::Times
            | Lexeme::Divide
            | Lexeme::Comma
            | Lexeme::Part
            | Lexeme::Close(_)
            | Lexeme::End
            | Lexeme::Head(_) => Ok(true),
            Lexeme::Bar if matches!(self.enclosing().kind, Kind::Bars) => Ok(true),
            Lexeme::Number(_) | Lexeme::Superscript(_) | Lexeme::Caret | Lexeme::Degrees => {
                Ok(false)
            }
            Lexeme::Constant(id)
                if self.level().held == Held::Symbols && self.is_exponential(id) =>
            {
                self.note_exponential();
                Ok(true)
            }
            Lexeme::Symbol(..) | Lexeme::Constant(_) | Lexeme::Radical(_) => {
                self.check_closed().map(|()| false)
            }
            Lexeme::Bar | Lexeme::Open(Bracket::Bars) | Lexeme::Frame(_)
                if self.level().held == Held::Numbers =>
            {
                Ok(false)
            }
            Lexeme::Bar | Lexeme::Open(_) | Lexeme::Frame(_) => self.syntax(
                "brackets, bars, fractions and roots after an argument without brackets can be \
                 read in two ways; write sin(x)*(x+1) or sin(x*(x+1))",
            ),
        }
    }

    /// Whether an exponent in braces ends just here.
    fn follows_exponent(&self) -> bool {
        let mut depth = 0;
        for at in (0..self.position).rev() {
            match self.items[at].lexeme {
                Lexeme::Close(Bracket::Group) => depth += 1,
                Lexeme::Open(Bracket::Group) => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                return self.items[at].lexeme == Lexeme::Open(Bracket::Group)
                    && at > 0
                    && self.items[at - 1].lexeme == Lexeme::Caret;
            }
        }
        false
    }

    /// Whether an exponent without braces ends before the space in front: `x^2 3^x` is printed as the
    /// product. In the plain language the exponent could go on.
    fn follows_bare_exponent(&mut self) -> bool {
        let (Some(exponent), Some(caret)) = (
            self.position.checked_sub(1).map(|at| self.items[at]),
            self.position.checked_sub(2).map(|at| self.items[at]),
        ) else {
            return false;
        };
        let span = exponent.start..self.item().end;
        let single = matches!(
            exponent.lexeme,
            Lexeme::Number(_) | Lexeme::Symbol(..) | Lexeme::Constant(_)
        );
        let ends = self.syntax == Syntax::Latex
            && single
            && caret.lexeme == Lexeme::Caret
            && exponent.end < self.item().start;
        if ends {
            self.notes.push(span, || {
                "the number is read as a factor after the exponent, as LaTeX prints it; braces \
                 around both would make it part of the exponent"
                    .into()
            });
        }
        ends
    }

    /// Whether the constant that comes next is e and is raised: a function, however it is written.
    fn is_exponential(&self, id: Id) -> bool {
        matches!(self.arena.view(id), View::Constant(Constant::E))
            && matches!(self.peek(1), Lexeme::Caret | Lexeme::Superscript(_))
    }

    /// Refuses a factor after an argument that looks closed: bars, a fraction or a root that
    /// holds the variable.
    fn check_closed(&mut self) -> Result<(), Error> {
        let variable_at = self.variable_at;
        let bars = matches!(
            self.items[self.position - 1].lexeme,
            Lexeme::Bar | Lexeme::Close(Bracket::Bars)
        );
        let level = self.level();
        let frame = level.shape == Shape::Frame && variable_at >= Some(level.opener);
        if bars || frame {
            return self.syntax(
                "a factor after bars, a fraction or a root in an argument without brackets can be \
                 read in two ways; write ln|x|*x or ln(|x|*x)",
            );
        }
        Ok(())
    }

    /// The innermost level that is no bare argument.
    fn enclosing(&mut self) -> &mut Level {
        let index = self
            .levels
            .iter()
            .rposition(|level| !matches!(level.kind, Kind::Bare(..)))
            .unwrap_or(0);
        &mut self.levels[index]
    }

    fn implicit_product(&mut self) -> Result<Next, Error> {
        if self.item().line_break {
            return Err(self.error(
                Stage::Form,
                "a second line or column starts here; one expression is accepted, with an operator \
                 where a line ends",
            ));
        }
        self.note_product();
        self.level().operator = Operator::Times;
        Ok(Next::Operand)
    }

    fn bar(&mut self) -> Result<Next, Error> {
        if self.kind() != Kind::Bars {
            let after_bar = self.items[self.position - 1].lexeme == Lexeme::Bar;
            if self.enclosing().bars && !after_bar {
                return self.syntax(
                    "the bars can be paired in several ways; write abs(x) for the inner ones, or \
                     `*` between factors",
                );
            }
            return self.implicit_product();
        }
        let content = self.end_sum();
        self.levels.pop();
        self.position += 1;
        self.enclosing().bars = true;
        let value = self.arena.call(crate::expr::Function::Abs, &[content]);
        self.after(value, Shape::Atom)
    }

    fn comma(&mut self) -> Result<Next, Error> {
        if !matches!(self.kind(), Kind::Call(..)) {
            return self.several();
        }
        Ok(self.next_sum())
    }

    /// Ends the sum of one part of a level; the next one begins.
    fn next_sum(&mut self) -> Next {
        let value = self.end_sum();
        self.values.push(value);
        let end = self.values.len();
        let level = self.level();
        level.terms = end;
        level.factors = end;
        self.position += 1;
        Next::Operand
    }

    fn close(&mut self, bracket: Bracket) -> Result<Next, Error> {
        let kind = self.kind();
        let opener = self.level().opener;
        let opened = match (kind, self.items[opener].lexeme) {
            (Kind::Text, _) => {
                return self.syntax(format!(
                    "`{}` closes nothing; remove it, or open a bracket before it",
                    bracket.closing()
                ));
            }
            (_, Lexeme::Open(opened)) => opened,
            _ => {
                return self.syntax(format!(
                    "a bar is still open where `{}` closes a bracket; close it with |",
                    bracket.closing()
                ));
            }
        };
        if bracket != opened {
            return self.syntax(format!(
                "`{}` was opened and `{}` closes it; `{}` is expected",
                opened.opening(),
                bracket.closing(),
                opened.closing()
            ));
        }
        let group = (bracket == Bracket::Group).then(|| self.content());
        let value = self.end_sum();
        self.levels.pop();
        match kind {
            Kind::Call(head, exponent, from) => {
                self.values.push(value);
                let arguments = self.values.split_off(from);
                let value = self.apply(head, exponent, &arguments, opener)?;
                let shape = match group {
                    Some(group) => self.check_argument(group, opener)?,
                    None => Shape::Call,
                };
                self.position += 1;
                self.after(value, shape)
            }
            Kind::Frame(frame, from) => {
                self.values.push(value);
                let parts = self.values.split_off(from);
                let value = self.frame(frame, &parts, opener)?;
                self.position += 1;
                self.after(value, Shape::Frame)
            }
            Kind::Exponent(head) => {
                self.position += 1;
                self.argument(head, Some(value))?;
                Ok(Next::Operand)
            }
            Kind::Bracket(Bracket::Bars) => {
                self.position += 1;
                let value = self.arena.call(crate::expr::Function::Abs, &[value]);
                self.after(value, Shape::Atom)
            }
            Kind::Text | Kind::Bracket(_) | Kind::Bars | Kind::Bare(..) => {
                let shape = match group {
                    Some(group) => self.check_group(group, opener)?,
                    None => Shape::Bracketed,
                };
                self.position += 1;
                self.after(value, shape)
            }
        }
    }

    fn end(&mut self) -> Result<Next, Error> {
        if self.kind() == Kind::Text {
            return Ok(Next::Done(self.end_sum()));
        }
        let opener = self.level().opener;
        let bracket = match self.items[opener].lexeme {
            Lexeme::Open(bracket) => bracket,
            _ => Bracket::Bars,
        };
        Err(Error::at(
            Stage::Syntax,
            format!(
                "`{}` is never closed; `{}` is expected",
                bracket.opening(),
                bracket.closing()
            ),
            self.items[opener].span(),
        ))
    }

    /// The end of one part of a frame.
    fn part(&mut self) -> Result<Next, Error> {
        if !matches!(self.kind(), Kind::Frame(..)) {
            return self.syntax("a bracket is still open where the braces around it end");
        }
        Ok(self.next_sum())
    }

    fn after(&mut self, value: Id, shape: Shape) -> Result<Next, Error> {
        Ok(if self.atom(value, shape)? {
            Next::Operand
        } else {
            Next::Operator
        })
    }
}
