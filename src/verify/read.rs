use super::question::{Question, SyntaxName};
use super::verifier::Verifier;
use crate::decide::{Assumption, Field};
use crate::error::{Error, Stage};
use crate::expr::{Arena, Id};
use crate::simplify::canonical;
use crate::syntax::{
    self, Answer, Notes, Place, Posed, Reading, Role, Wording, find_answer, find_question,
};

/// A question that was read.
pub struct Read {
    /// Both sides as written.
    pub arena: Arena,
    /// f.
    pub integrand: Id,
    /// F.
    pub antiderivative: Id,
    /// The variable of integration, as it is stored.
    pub variable: String,
    /// Remarks on how the texts were read.
    pub notes: Vec<String>,
}

impl Verifier {
    /// Reads both sides of a question.
    pub fn read(&self, question: &Question) -> Result<Read, (Field, Error)> {
        let syntax = question.syntax.unwrap_or(self.syntax);
        let integrand = |error| {
            (
                Field::Integrand,
                advised(error, syntax, &question.integrand),
            )
        };
        let answer = |error| {
            (
                Field::Antiderivative,
                advised(error, syntax, &question.antiderivative),
            )
        };
        let posed = posed(&question.integrand, syntax, self).map_err(integrand)?;
        let (variable, mut notes) = self.variable(question, &posed)?;
        let mut arena = Arena::new();
        arena.symbol(&variable);
        let mut reading = Reading {
            role: Role::Integrand,
            syntax: posed.syntax,
            variable: variable.clone(),
            known: Vec::new(),
            dialect: question.dialect.unwrap_or(self.dialect),
            limits: self.limits.clone(),
        };
        let mut remarks = Notes::default();
        let f = part(&posed, &reading, &mut arena, &mut remarks).map_err(integrand)?;
        notes.extend(described(Field::Integrand, &remarks));
        reading.known = arena
            .symbols_of(f)
            .into_iter()
            .map(|s| arena.name(s).to_owned())
            .filter(|name| *name != variable)
            .collect();
        let text = &question.antiderivative;
        let given = given(text, syntax, self, &variable).map_err(answer)?;
        if let Some(stated) = &given.integral {
            same_integral(stated, f, &reading, &mut arena).map_err(answer)?;
        }
        reading.role = Role::Antiderivative;
        reading.syntax = given.syntax;
        let mut remarks = Notes::default();
        let span = given.span.clone();
        let big_f =
            syntax::read_part(text, span, &reading, &mut arena, &mut remarks).map_err(answer)?;
        notes.extend(described(Field::Antiderivative, &remarks));
        if !given.place.is_marked() {
            let (start, end) = (given.span.start, given.span.end);
            let name = given.place.name();
            notes.push(format!(
                "antiderivative, bytes {start} to {end}: {name} is taken, for nothing is marked as the answer"
            ));
        }
        Ok(Read {
            arena,
            integrand: f,
            antiderivative: big_f,
            variable,
            notes,
        })
    }

    /// The variable of integration: that of the question in prose where the record names none or
    /// x, which is what an absent name means.
    fn variable(
        &self,
        question: &Question,
        posed: &Posed,
    ) -> Result<(String, Vec<String>), (Field, Error)> {
        let named = syntax::symbol_name(&question.variable).ok_or_else(|| {
            let message =
                "the variable must be a single letter, a letter with a subscript, or a Greek name";
            (Field::Record, Error::new(Stage::Symbol, message))
        })?;
        let mut notes = Vec::new();
        let variable = match &posed.variable {
            Some((own, _)) if *own != named && named == "x" => {
                notes.push(format!("integrand: the question integrates in `{own}`"));
                own.clone()
            }
            Some((own, span)) if *own != named => {
                let message = format!(
                    "the question integrates in `{own}` and the record in `{named}`; one variable is accepted"
                );
                let error = Error::at(Stage::Extract, message, span.clone());
                return Err((Field::Integrand, error));
            }
            _ => named,
        };
        let stated = question
            .assumptions
            .get(&variable)
            .or_else(|| self.assumptions.get(&variable));
        // A proof for x > 0 alone would look like one for all x.
        if let Some(Assumption::Positive | Assumption::Negative | Assumption::Integer) = stated {
            let message =
                format!("only `real` or `complex` may be assumed of the variable `{variable}`");
            return Err((Field::Record, Error::new(Stage::Record, message)));
        }
        Ok((variable, notes))
    }
}

/// The integrand of a question in prose, or the text as an expression.
fn posed(text: &str, syntax: SyntaxName, verifier: &Verifier) -> Result<Posed, Error> {
    if syntax == SyntaxName::Answer {
        return find_question(text, &verifier.limits);
    }
    Ok(Posed {
        text: text.to_owned(),
        span: 0..text.len(),
        syntax: syntax.of(text),
        variable: None,
        original: None,
        wording: Wording::Expression,
    })
}

/// The answer of a response in prose, or the text as an expression.
fn given(
    text: &str,
    syntax: SyntaxName,
    verifier: &Verifier,
    variable: &str,
) -> Result<Answer, Error> {
    if syntax == SyntaxName::Answer {
        return find_answer(text, verifier.choice, Some(variable), &verifier.limits);
    }
    Ok(Answer {
        span: 0..text.len(),
        syntax: syntax.of(text),
        place: Place::Whole,
        integral: None,
    })
}

/// Reads the integrand of a question.
fn part(
    posed: &Posed,
    reading: &Reading,
    arena: &mut Arena,
    notes: &mut Notes,
) -> Result<Id, Error> {
    let start = posed.span.start;
    let mut own = Notes::default();
    let id = syntax::read_with_notes(&posed.text, reading, arena, &mut own)
        .map_err(|error| error.moved(start))?;
    notes.append_moved(own, start);
    Ok(id)
}

/// Refuses `\int g dx = F` where g is not f.
fn same_integral(stated: &Posed, f: Id, reading: &Reading, arena: &mut Arena) -> Result<(), Error> {
    let own = Reading {
        syntax: stated.syntax,
        ..reading.clone()
    };
    let g = part(stated, &own, arena, &mut Notes::default())?;
    let is_variable = stated
        .variable
        .as_ref()
        .is_none_or(|(name, _)| *name == reading.variable);
    if is_variable && canonical(arena, f) == canonical(arena, g) {
        return Ok(());
    }
    Err(Error::at(
        Stage::Form,
        "the integral before the equals sign is not written as the one in question; the answer \
         alone is accepted",
        stated.span.clone(),
    ))
}

/// Says where a response in prose is read, when a text that is refused looks like one.
fn advised(mut error: Error, syntax: SyntaxName, text: &str) -> Error {
    let is_wanted = syntax == SyntaxName::Auto && error.stage != Stage::Limit;
    if is_wanted && syntax::is_prose(text) {
        error.message += "; an answer or a question in prose is read with the syntax `answer`";
    }
    error
}

/// The remarks on one side, as the record has them.
fn described(field: Field, notes: &Notes) -> impl Iterator<Item = String> {
    let side = match field {
        Field::Record => "record",
        Field::Integrand => "integrand",
        Field::Antiderivative => "antiderivative",
    };
    let kept = notes.list().iter().map(move |note| {
        let (start, end) = (note.span.start, note.span.end);
        format!("{side}, bytes {start} to {end}: {}", note.message)
    });
    let more = (notes.more() > 0).then(|| format!("{side}: {} further remarks", notes.more()));
    kept.chain(more)
}
