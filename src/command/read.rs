use std::io::{self, Read as _, Write};
use std::ops::Range;

use barrow::decide::Field;
use barrow::error::{Error, Stage};
use barrow::expr::{Arena, Id};
use barrow::syntax::{
    self, Choice, Dialect, Limits, Logarithm, Member, Notes, Reading, Role, Syntax, find_answer,
    find_question,
};
use barrow::verify::{SyntaxName, invalid};
use clap::Args;
use serde_json::{Value, json};

use super::INPUT_OUTPUT;
use super::policy::{CHOICES, DIALECTS, LOGARITHMS, SYNTAXES, named};
use super::tree::Tree;

/// Bytes of an expression beyond which it is cut.
const LENGTH: usize = 4_000;

/// The text is an antiderivative, or a response that holds one; with --integrand an integrand, or
/// a question that holds one.
#[derive(Args)]
#[command(after_help = "\
Examples:
  barrow read '\\frac12 x^2 + C'
  barrow read 'sin 2x cos x'
  barrow read 'So the answer is $\\boxed{x^2/2 + C}$.'
  barrow read --integrand 'Find $\\int \\frac{dt}{t}$.'
  barrow read --syntax answer - < response.txt

Exit codes: 0 it is read, 3 invalid, 64 wrong usage, 74 the input cannot be read.")]
pub struct Read {
    /// The text, or `-` for the standard input
    #[arg(allow_hyphen_values = true)]
    text: String,

    /// How the text is written; `answer`: in prose
    #[arg(long, default_value = "auto", value_parser = named::<SyntaxName>(SYNTAXES))]
    syntax: SyntaxName,

    /// Which answer of a response in prose counts
    #[arg(long, default_value = "only", value_parser = named::<Choice>(CHOICES))]
    choice: Choice,

    /// Which letters are constants
    #[arg(long, default_value = "default", value_parser = named::<Dialect>(DIALECTS))]
    dialect: Dialect,

    /// What log without a base is in the default dialect
    #[arg(long = "log", default_value = "natural", value_parser = named::<Logarithm>(LOGARITHMS))]
    logarithm: Logarithm,

    /// The variable of integration [default: that of the question, else x]
    #[arg(long = "var", value_name = "NAME")]
    variable: Option<String>,

    /// Read an integrand or a question
    #[arg(long)]
    integrand: bool,

    /// Print a JSON object
    #[arg(long)]
    json: bool,
}

/// A text that was read.
struct Shown {
    /// The bytes that were read.
    span: Range<usize>,
    syntax: Syntax,
    variable: String,
    /// In prose: by what they were found, for people and for programs.
    place: Option<(&'static str, Value)>,
    arena: Arena,
    /// The expression, or all members of a chain.
    members: Vec<Member>,
    notes: Notes,
}

impl Read {
    /// Reads and prints; the result is the exit code.
    pub fn run(mut self, out: &mut dyn Write) -> u8 {
        if self.text == "-" {
            let mut bytes = Vec::new();
            let most = Limits::default().response as u64 + 1;
            if io::stdin()
                .lock()
                .take(most)
                .read_to_end(&mut bytes)
                .is_err()
            {
                return INPUT_OUTPUT;
            }
            match String::from_utf8(bytes) {
                Ok(text) => self.text = text,
                Err(_) => return INPUT_OUTPUT,
            }
        }
        let (printed, code) = match self.read() {
            Ok(shown) if self.json => (shown.json(out), 0),
            Ok(shown) => (shown.print(&self.text, out), 0),
            Err(error) if self.json => (self.json_error(error, out), 3),
            Err(error) => (self.print_error(&error, out), 3),
        };
        if printed.and_then(|()| out.flush()).is_err() {
            return INPUT_OUTPUT;
        }
        code
    }

    /// Reads the text, as prose where it is no expression and has the signs of prose.
    fn read(&self) -> Result<Shown, Error> {
        let role = self.role();
        let as_expression = match self.read_as(self.syntax) {
            Err(error) if self.syntax == SyntaxName::Auto && syntax::is_prose(&self.text, role) => {
                error
            }
            found => return found,
        };
        self.read_as(SyntaxName::Answer).map_err(|error| {
            if syntax::is_marked(&self.text, role) {
                error
            } else {
                as_expression
            }
        })
    }

    fn role(&self) -> Role {
        if self.integrand {
            Role::Integrand
        } else {
            Role::Antiderivative
        }
    }

    fn read_as(&self, syntax: SyntaxName) -> Result<Shown, Error> {
        let named = self.variable.as_deref().map(|name| {
            syntax::symbol_name(name).ok_or_else(|| {
                Error::new(Stage::Symbol, format!("`{name}` is no name of a variable"))
            })
        });
        let named = named.transpose()?;
        let limits = Limits::default();
        let (mut arena, mut notes) = (Arena::new(), Notes::default());
        let mut reading = Reading {
            role: self.role(),
            dialect: self.dialect,
            logarithm: self.logarithm,
            ..Reading::integrand()
        };
        let mut begin = |language: Syntax, own: Option<String>, arena: &mut Arena| {
            reading.syntax = language;
            reading.variable = named.clone().or(own).unwrap_or_else(|| "x".into());
            arena.symbol(&reading.variable);
            reading.clone()
        };
        let (reading, place, span, members) = match (syntax, self.integrand) {
            (SyntaxName::Answer, true) => {
                let posed = find_question(&self.text, &limits)?;
                if self.syntax == SyntaxName::Auto {
                    posed.check_words_alone(&self.text)?;
                }
                let own = posed.variable.map(|(name, _)| name);
                let reading = begin(posed.syntax, own, &mut arena);
                let (start, mut remarks) = (posed.span.start, Notes::default());
                let id = syntax::read_with_notes(&posed.text, &reading, &mut arena, &mut remarks)
                    .map_err(|error| error.moved(start))?;
                notes.append_moved(remarks, start);
                let span = posed.span;
                let member = Member {
                    id,
                    span: span.clone(),
                };
                let place = (posed.wording.name(), json!(posed.wording));
                (reading, Some(place), span, vec![member])
            }
            (SyntaxName::Answer, false) => {
                let answer = find_answer(&self.text, self.choice, named.as_deref(), &limits)?;
                if self.syntax == SyntaxName::Auto {
                    answer.check_words_alone(&self.text)?;
                }
                let stated = answer.integral.as_ref();
                let own = stated.and_then(|posed| posed.variable.as_ref());
                let own = own.map(|(name, _)| name.clone());
                let reading = begin(answer.syntax, own, &mut arena);
                let members = answer.read(&self.text, &reading, &mut arena, &mut notes)?;
                let place = (answer.place.name(), json!(answer.place));
                (reading, Some(place), answer.span, members)
            }
            _ => {
                let reading = begin(syntax.of(&self.text), None, &mut arena);
                let id = syntax::read_with_notes(&self.text, &reading, &mut arena, &mut notes)?;
                let span = 0..self.text.len();
                let member = Member {
                    id,
                    span: span.clone(),
                };
                (reading, None, span, vec![member])
            }
        };
        Ok(Shown {
            span,
            syntax: reading.syntax,
            variable: reading.variable,
            place,
            arena,
            members,
            notes,
        })
    }

    fn print_error(&self, error: &Error, out: &mut dyn Write) -> io::Result<()> {
        let stage = json!(error.stage);
        writeln!(out, "Invalid ({}):", stage.as_str().unwrap_or_default())?;
        for line in error.caret(&self.text).lines() {
            writeln!(out, "  {line}")?;
        }
        Ok(())
    }

    fn json_error(&self, error: Error, out: &mut dyn Write) -> io::Result<()> {
        let field = if self.integrand {
            Field::Integrand
        } else {
            Field::Antiderivative
        };
        let record = serde_json::to_string(&invalid(field, error))?;
        writeln!(out, "{record}")
    }
}

impl Shown {
    fn language(&self) -> &'static str {
        match self.syntax {
            Syntax::Plain => "plain",
            Syntax::Latex => "latex",
        }
    }

    fn print(&self, whole: &str, out: &mut dyn Write) -> io::Result<()> {
        let mut row = |name: &str, text: &str| -> io::Result<()> {
            for (i, line) in text.lines().enumerate() {
                let name = if i == 0 { name } else { "" };
                writeln!(out, "  {name:<9} {line}")?;
            }
            Ok(())
        };
        let span = &self.span;
        if let Some((place, _)) = &self.place {
            row(
                "taken",
                &format!("{place}, bytes {} to {}", span.start, span.end),
            )?;
            row("text", &whole[span.clone()])?;
        }
        row("syntax", self.language())?;
        row("variable", &self.variable)?;
        for member in &self.members {
            let id = member.id;
            row("plain", &self.arena.plain(id).limit(LENGTH).to_string())?;
            row("LaTeX", &self.arena.latex(id).limit(LENGTH).to_string())?;
            row("tree", &self.tree(id))?;
        }
        for note in self.notes.list() {
            let (start, end) = (note.span.start, note.span.end);
            row("note", &format!("bytes {start} to {end}: {}", note.message))?;
        }
        Ok(())
    }

    fn json(&self, out: &mut dyn Write) -> io::Result<()> {
        let notes: Vec<Value> = self
            .notes
            .list()
            .iter()
            .map(|note| json!({"message": note.message, "span": [note.span.start, note.span.end]}))
            .collect();
        let members = self.members.iter().map(|member| {
            json!({
                "span": [member.span.start, member.span.end],
                "plain": self.arena.plain(member.id).limit(LENGTH).to_string(),
                "latex": self.arena.latex(member.id).limit(LENGTH).to_string(),
                "tree": self.tree(member.id),
            })
        });
        let members: Vec<Value> = members.collect();
        let mut record = json!({
            "place": self.place.as_ref().map(|(_, place)| place),
            "syntax": self.language(),
            "variable": self.variable,
            "notes": notes,
        });
        // One expression stands in the record itself, of a chain the last and all members.
        if let (Some(Value::Object(last)), Value::Object(fields)) =
            (members.last().cloned(), &mut record)
        {
            fields.extend(last);
            fields.insert("span".into(), json!([self.span.start, self.span.end]));
            if members.len() > 1 {
                fields.insert("members".into(), members.into());
            }
        }
        writeln!(out, "{record}")
    }

    fn tree(&self, root: Id) -> String {
        Tree {
            arena: &self.arena,
            root,
        }
        .to_string()
    }
}
