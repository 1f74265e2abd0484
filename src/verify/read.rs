use super::question::{Question, SyntaxName};
use super::verifier::Verifier;
use crate::decide::{Assumption, Field};
use crate::error::{Error, Stage};
use crate::expr::{Arena, Id};
use crate::simplify::canonical;
use crate::syntax::{
    self, Answer, Chain, Member, Notes, Place, Posed, Reading, Role, Wording, find_answer,
    find_question,
};

/// A question that was read.
pub struct Read {
    /// Both sides as written.
    pub arena: Arena,
    /// f.
    pub integrand: Id,
    /// F; of a chain A = B = C the last member.
    pub antiderivative: Id,
    /// What is to be decided: F alone, or every member of a chain.
    pub members: Vec<Member>,
    /// The variable of integration, as it is stored.
    pub variable: String,
    /// Remarks on how the texts were read.
    pub notes: Vec<String>,
}

/// The integrand of a question that was read, in an arena for any answer.
#[derive(Clone)]
pub(super) struct ReadIntegrand {
    pub arena: Arena,
    pub id: Id,
    /// The variable of integration, as it is stored.
    pub variable: String,
    pub notes: Vec<String>,
    /// How an answer is read.
    reading: Reading,
}

impl ReadIntegrand {
    /// As a question without an answer.
    pub(super) fn alone(self) -> Read {
        Read {
            antiderivative: self.id,
            arena: self.arena,
            integrand: self.id,
            members: Vec::new(),
            variable: self.variable,
            notes: self.notes,
        }
    }
}

impl Verifier {
    /// Reads both sides of a question. A side whose language is to be told from its text and that is
    /// no expression is read as prose where it has the signs of prose.
    pub fn read(&self, question: &Question) -> Result<Read, (Field, Error)> {
        let integrand = self.read_integrand(question)?;
        self.read_answer(question, &question.antiderivative, integrand)
    }

    pub(super) fn read_integrand(
        &self,
        question: &Question,
    ) -> Result<ReadIntegrand, (Field, Error)> {
        let syntax = question.syntax.unwrap_or(self.syntax);
        let text = &question.integrand;
        let (mut read, is_prose) = as_either(syntax, text, Role::Integrand, |own| {
            self.read_integrand_as(question, syntax, own)
        })?;
        if is_prose {
            let note = "integrand: read as a question in prose";
            read.notes.push(note.to_owned());
        }
        Ok(read)
    }

    fn read_integrand_as(
        &self,
        question: &Question,
        told: SyntaxName,
        syntax: SyntaxName,
    ) -> Result<ReadIntegrand, (Field, Error)> {
        let wrong = |error| (Field::Integrand, error);
        let text = &question.integrand;
        let posed = posed(text, syntax, self).map_err(wrong)?;
        if told == SyntaxName::Auto && syntax == SyntaxName::Answer {
            posed.check_words_alone(text).map_err(wrong)?;
        }
        let (variable, mut notes) = self.variable(question, &posed)?;
        let mut arena = Arena::new();
        arena.symbol(&variable);
        let mut reading = Reading {
            role: Role::Integrand,
            syntax: posed.syntax,
            variable: variable.clone(),
            known: Vec::new(),
            dialect: question.dialect.unwrap_or(self.dialect),
            logarithm: self.logarithm,
            limits: self.limits.clone(),
        };
        let mut remarks = Notes::default();
        let id = part(&posed, &reading, &mut arena, &mut remarks).map_err(wrong)?;
        notes.extend(described(Field::Integrand, &remarks));
        reading.known = arena
            .symbols_of(id)
            .into_iter()
            .map(|s| arena.name(s).to_owned())
            .filter(|name| *name != variable)
            .collect();
        Ok(ReadIntegrand {
            arena,
            id,
            variable,
            notes,
            reading,
        })
    }

    /// Reads an answer, into the arena of the integrand.
    pub(super) fn read_answer(
        &self,
        question: &Question,
        text: &str,
        mut integrand: ReadIntegrand,
    ) -> Result<Read, (Field, Error)> {
        let syntax = question.syntax.unwrap_or(self.syntax);
        let ((members, mut notes), is_prose) =
            as_either(syntax, text, Role::Antiderivative, |own| {
                self.read_answer_as(text, syntax, own, &mut integrand)
                    .map_err(|error| (Field::Antiderivative, error))
            })?;
        if is_prose {
            notes.push("antiderivative: read as a response in prose".to_owned());
        }
        let Some(last) = members.last() else {
            let error = Error::new(Stage::Extract, "there is no answer");
            return Err((Field::Antiderivative, error));
        };
        notes.splice(0..0, integrand.notes);
        Ok(Read {
            antiderivative: last.id,
            arena: integrand.arena,
            integrand: integrand.id,
            members,
            variable: integrand.variable,
            notes,
        })
    }

    /// The members of an answer, one if it is no chain, and remarks.
    fn read_answer_as(
        &self,
        text: &str,
        told: SyntaxName,
        syntax: SyntaxName,
        integrand: &mut ReadIntegrand,
    ) -> Result<(Vec<Member>, Vec<String>), Error> {
        let ReadIntegrand { arena, reading, .. } = integrand;
        let given = given(text, syntax, self, &reading.variable)?;
        if told == SyntaxName::Auto && syntax == SyntaxName::Answer {
            given.check_words_alone(text)?;
        }
        if let Some(stated) = &given.integral {
            let own = Reading {
                role: Role::Integrand,
                ..reading.clone()
            };
            same_integral(stated, integrand.id, &own, arena)?;
        }
        reading.role = Role::Antiderivative;
        reading.syntax = given.syntax;
        let mut remarks = Notes::default();
        let mut members = if syntax == SyntaxName::Answer {
            given.read(text, reading, arena, &mut remarks)?
        } else {
            let span = given.span.clone();
            let id = syntax::read_part(text, span.clone(), reading, arena, &mut remarks)?;
            vec![Member { id, span }]
        };
        let mut notes: Vec<String> = described(Field::Antiderivative, &remarks).collect();
        if !given.place.is_marked() {
            let (start, end) = (given.span.start, given.span.end);
            let name = given.place.name();
            notes.push(format!(
                "antiderivative, bytes {start} to {end}: {name} is taken, for nothing is marked as the answer"
            ));
        }
        if self.chain == Chain::Last && members.len() > 1 {
            let count = members.len();
            members.drain(..count - 1);
            let span = &members[0].span;
            notes.push(format!(
                "antiderivative, bytes {} to {}: the last of the {count} members of the chain counts",
                span.start, span.end
            ));
        }
        Ok((members, notes))
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

/// Reads a side as it is said to be written; one whose language is to be told from its text and that
/// is no expression as prose, if it has the signs of prose. Also whether it was read so.
fn as_either<T>(
    syntax: SyntaxName,
    text: &str,
    role: Role,
    mut read: impl FnMut(SyntaxName) -> Result<T, (Field, Error)>,
) -> Result<(T, bool), (Field, Error)> {
    let no_expression = match read(syntax) {
        Ok(side) => return Ok((side, false)),
        Err(wrong) => wrong,
    };
    if no_expression.0 == Field::Record
        || syntax != SyntaxName::Auto
        || !syntax::is_prose(text, role)
    {
        return Err(no_expression);
    }
    read(SyntaxName::Answer)
        .map(|side| (side, true))
        .map_err(|no_prose| {
            // Where nothing is marked, what is wrong with the expression says more.
            if no_prose.0 == Field::Record || syntax::is_marked(text, role) {
                no_prose
            } else {
                no_expression
            }
        })
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
        name: None,
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
