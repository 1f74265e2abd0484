use std::collections::BTreeMap;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::columns::Columns;
use super::fields::{Fields, Input, Wanted, kind};
use super::lines::Text;
use crate::decide::{Assumption, Field};
use crate::error::{Error, Stage};
use crate::syntax;
use crate::verify::{Question, Verdict, invalid};

/// A line that is a question.
pub(super) struct Record {
    pub question: Question,
    pub input: Input,
}

/// A line that is none.
pub(super) struct Refused {
    pub verdict: Verdict,
    pub input: Input,
}

/// The fields that are settings of a record.
const SETTINGS: [&str; 4] = ["syntax", "dialect", "domain", "assumptions"];

/// How questions are read from records.
#[derive(Clone, Debug)]
pub(crate) struct Form {
    pub columns: Columns,
    pub wanted: Wanted,
}

impl Form {
    /// Of questions that stand in these columns. Further ones are looked at too.
    pub fn new(columns: Columns, further: &[&str]) -> Self {
        let needed = [columns.integrand.as_str(), &columns.antiderivative];
        let mut others = further.to_vec();
        others.extend(columns.variable.as_deref());
        if columns.settings {
            others.extend(SETTINGS);
        }
        Self {
            wanted: Wanted::new(&columns.id, &needed, &others),
            columns,
        }
    }

    /// The question of a record.
    pub fn question(&self, fields: &Fields) -> Result<Question, String> {
        let columns = &self.columns;
        let needed = |column: &str| {
            if fields.find(column).is_some() {
                return fields.text(column);
            }
            let [f, antiderivative] = [&columns.integrand, &columns.antiderivative];
            Err(format!(
                "the field `{column}` is missing; `{f}` and `{antiderivative}` are needed"
            ))
        };
        let mut question = Question::new(
            needed(&columns.integrand)?,
            needed(&columns.antiderivative)?,
        );
        question.id = fields.id(&self.wanted)?;
        if let Some(column) = &columns.variable
            && !(columns.variable_is_optional && fields.optional(column).is_none())
        {
            question.variable = fields.text(column)?;
        }
        if columns.settings {
            let [syntax, dialect, domain, assumptions] = SETTINGS;
            question.syntax = setting(fields, syntax)?;
            question.dialect = setting(fields, dialect)?;
            question.domain = setting(fields, domain)?;
            if let Some(value) = fields.optional(assumptions) {
                question.assumptions = all_assumptions(&value)?;
            }
        }
        Ok(question)
    }

    /// Reads a line.
    pub(super) fn read(&self, text: &Text) -> Result<Record, Box<Refused>> {
        let mut fields = Fields::default();
        let question = fields
            .read(text, &self.wanted)
            .and_then(|()| self.question(&fields));
        let input = std::mem::take(&mut fields.unknown);
        match question {
            Ok(question) => Ok(Record { question, input }),
            Err(message) => {
                let message = match &text.source {
                    Some(source) => format!("{message} ({source}, {} {})", text.unit, text.number),
                    None => message,
                };
                let verdict = Verdict {
                    id: fields.id(&self.wanted).unwrap_or_default(),
                    line: Some(text.number),
                    ..invalid(Field::Record, Error::new(Stage::Record, message))
                };
                Err(Box::new(Refused { verdict, input }))
            }
        }
    }
}

/// The verdict as a line, without its end.
pub(super) fn write(verdict: &Verdict, input: &Input) -> Vec<u8> {
    #[derive(Serialize)]
    struct Line<'a> {
        #[serde(flatten)]
        verdict: &'a Verdict,
        input: &'a Input,
    }
    let line = if input.is_empty() {
        serde_json::to_vec(verdict)
    } else {
        serde_json::to_vec(&Line { verdict, input })
    };
    // Every map of a verdict has text as keys and every number is finite, so nothing can fail.
    line.unwrap_or_default()
}

fn setting<T: DeserializeOwned>(fields: &Fields, name: &str) -> Result<Option<T>, String> {
    fields
        .optional(name)
        .map(|value| choice(&format!("the field `{name}`"), &value))
        .transpose()
}

fn all_assumptions(value: &Value) -> Result<BTreeMap<String, Assumption>, String> {
    let Value::Object(map) = value else {
        let wanted = "an object such as {\"a\": \"real\"}";
        return Err(format!(
            "the field `assumptions` is {}; accepted is {wanted}",
            kind(value)
        ));
    };
    let mut assumptions = BTreeMap::new();
    for (name, value) in map {
        let symbol = syntax::symbol_name(name)
            .ok_or_else(|| format!("`{name}` in `assumptions` is no name of a parameter"))?;
        let assumption = choice(&format!("the assumption about `{name}`"), value)?;
        if assumptions.insert(symbol, assumption).is_some() {
            return Err(format!("`assumptions` has the parameter `{name}` twice"));
        }
    }
    Ok(assumptions)
}

fn choice<T: DeserializeOwned>(what: &str, value: &Value) -> Result<T, String> {
    if !value.is_string() {
        return Err(format!("{what} is {}; text is accepted", kind(value)));
    }
    // "unknown variant `a`, expected one of `b`, `c`"
    serde_json::from_value(value.clone()).map_err(|e| {
        let accepted = e.to_string();
        let accepted = accepted.split("expected ").last().unwrap_or_default();
        format!("{what} is {value}; accepted is {accepted}")
    })
}
