use std::io::{self, Read as _, Write};
use std::ops::Range;

use barrow::decide::Field;
use barrow::error::{Error, Stage};
use barrow::expr::{Arena, Id};
use barrow::syntax::{
    self, Choice, Dialect, Limits, Notes, Reading, Role, Syntax, find_answer, find_question,
};
use barrow::verify::{SyntaxName, invalid};
use clap::Args;
use serde_json::{Value, json};

use super::INPUT_OUTPUT;
use super::policy::{CHOICES, DIALECTS, SYNTAXES, named};
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
  barrow read --syntax answer 'So the answer is $\\boxed{x^2/2 + C}$.'
  barrow read --syntax answer --integrand 'Find $\\int \\frac{dt}{t}$.'
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

/// Where an expression stands in the text, and what is to be read.
struct Found {
    /// What is read: the bytes of the span, perhaps without a differential.
    text: String,
    span: Range<usize>,
    syntax: Syntax,
    variable: String,
    /// By what it was found, for people and for programs.
    place: Option<(&'static str, Value)>,
}

/// An expression that was read.
struct Shown {
    found: Found,
    arena: Arena,
    id: Id,
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

    fn read(&self) -> Result<Shown, Error> {
        let found = self.find()?;
        let (mut arena, mut notes, mut own) = (Arena::new(), Notes::default(), Notes::default());
        arena.symbol(&found.variable);
        let reading = Reading {
            role: if self.integrand {
                Role::Integrand
            } else {
                Role::Antiderivative
            },
            syntax: found.syntax,
            variable: found.variable.clone(),
            known: Vec::new(),
            dialect: self.dialect,
            limits: Limits::default(),
        };
        let start = found.span.start;
        let id = syntax::read_with_notes(&found.text, &reading, &mut arena, &mut own)
            .map_err(|error| error.moved(start))?;
        notes.append_moved(own, start);
        Ok(Shown {
            found,
            arena,
            id,
            notes,
        })
    }

    fn find(&self) -> Result<Found, Error> {
        let named = self.variable.as_deref().map(|name| {
            syntax::symbol_name(name).ok_or_else(|| {
                Error::new(Stage::Symbol, format!("`{name}` is no name of a variable"))
            })
        });
        let named = named.transpose()?;
        let limits = Limits::default();
        match (self.syntax, self.integrand) {
            (SyntaxName::Answer, true) => {
                let posed = find_question(&self.text, &limits)?;
                let own = posed.variable.map(|(name, _)| name);
                Ok(Found {
                    text: posed.text,
                    span: posed.span,
                    syntax: posed.syntax,
                    variable: named.or(own).unwrap_or_else(|| "x".into()),
                    place: Some((posed.wording.name(), json!(posed.wording))),
                })
            }
            (SyntaxName::Answer, false) => {
                let answer = find_answer(&self.text, self.choice, named.as_deref(), &limits)?;
                let own = answer.integral.and_then(|posed| posed.variable);
                let own = own.map(|(name, _)| name);
                Ok(Found {
                    text: self.text[answer.span.clone()].to_owned(),
                    span: answer.span,
                    syntax: answer.syntax,
                    variable: named.or(own).unwrap_or_else(|| "x".into()),
                    place: Some((answer.place.name(), json!(answer.place))),
                })
            }
            _ => Ok(Found {
                text: self.text.clone(),
                span: 0..self.text.len(),
                syntax: self.syntax.of(&self.text),
                variable: named.unwrap_or_else(|| "x".into()),
                place: None,
            }),
        }
    }

    fn print_error(&self, error: &Error, out: &mut dyn Write) -> io::Result<()> {
        let stage = json!(error.stage);
        writeln!(out, "Invalid ({}):", stage.as_str().unwrap_or_default())?;
        for line in error.caret(&self.text).lines() {
            writeln!(out, "  {line}")?;
        }
        if self.syntax == SyntaxName::Auto && syntax::is_prose(&self.text) {
            writeln!(
                out,
                "  An answer or a question in prose is read with --syntax answer."
            )?;
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
    fn syntax(&self) -> &'static str {
        match self.found.syntax {
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
        let span = &self.found.span;
        if let Some((place, _)) = &self.found.place {
            row(
                "taken",
                &format!("{place}, bytes {} to {}", span.start, span.end),
            )?;
            row("text", &whole[span.clone()])?;
        }
        row("syntax", self.syntax())?;
        row("variable", &self.found.variable)?;
        row(
            "plain",
            &self.arena.plain(self.id).limit(LENGTH).to_string(),
        )?;
        row(
            "LaTeX",
            &self.arena.latex(self.id).limit(LENGTH).to_string(),
        )?;
        let tree = Tree {
            arena: &self.arena,
            root: self.id,
        };
        row("tree", &tree.to_string())?;
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
        let tree = Tree {
            arena: &self.arena,
            root: self.id,
        };
        let record = json!({
            "place": self.found.place.as_ref().map(|(_, place)| place),
            "span": [self.found.span.start, self.found.span.end],
            "syntax": self.syntax(),
            "variable": self.found.variable,
            "plain": self.arena.plain(self.id).limit(LENGTH).to_string(),
            "latex": self.arena.latex(self.id).limit(LENGTH).to_string(),
            "tree": tree.to_string(),
            "notes": notes,
        });
        writeln!(out, "{record}")
    }
}
