use std::collections::BTreeMap;
use std::fmt;
use std::str;

use serde::de::{DeserializeOwned, IgnoredAny, MapAccess, Visitor};
use serde::{Deserializer, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;

use super::lines::Text;
use crate::decide::{Assumption, Field};
use crate::error::{Error, Stage};
use crate::syntax;
use crate::verify::{Question, Verdict, invalid};

/// The fields of a line that have no meaning here, as they were written.
pub(super) type Input = BTreeMap<String, Box<RawValue>>;

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

/// Reads a line. Unknown fields are kept only if they are wanted.
pub(super) fn read(text: &Text, keep_unknown: bool) -> Result<Record, Box<Refused>> {
    let mut fields = Fields {
        keep_unknown,
        ..Fields::default()
    };
    let question = parse(text, &mut fields).and_then(|()| fields.question());
    let input = std::mem::take(&mut fields.unknown);
    match question {
        Ok(question) => Ok(Record { question, input }),
        Err(message) => {
            let message = match &text.source {
                Some(source) => format!("{message} ({source}, line {})", text.number),
                None => message,
            };
            let verdict = Verdict {
                id: fields.id().unwrap_or_default(),
                line: Some(text.number),
                ..invalid(Field::Record, Error::new(Stage::Record, message))
            };
            Err(Box::new(Refused { verdict, input }))
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

fn parse(text: &Text, fields: &mut Fields) -> Result<(), String> {
    let bytes = text.bytes.as_ref().map_err(|limit| {
        format!("the line is longer than {limit} bytes; longer ones are not read")
    })?;
    let line = str::from_utf8(bytes)
        .map_err(|e| format!("the line is not UTF-8 from byte {} on", e.valid_up_to()))?;
    if line.trim_ascii().is_empty() {
        return Err("the line is empty; a JSON object is accepted".into());
    }
    let mut json = serde_json::Deserializer::from_str(line);
    json.deserialize_map(fields)
        .and_then(|()| json.end())
        .map_err(|e| {
            // The position within the line; its number stands in the record.
            let text = e.to_string();
            let what = text.split(" at line 1 column").next().unwrap_or(&text);
            match e.classify() {
                serde_json::error::Category::Data => format!("the line is no record: {what}"),
                _ => format!("the line is not JSON: {what} at column {}", e.column()),
            }
        })
}

/// The fields of a line, not yet looked into.
#[derive(Default)]
struct Fields {
    id: Option<Box<RawValue>>,
    known: BTreeMap<&'static str, Value>,
    unknown: Input,
    keep_unknown: bool,
}

const KNOWN: [&str; 7] = [
    "integrand",
    "antiderivative",
    "variable",
    "syntax",
    "dialect",
    "domain",
    "assumptions",
];

impl<'de> Visitor<'de> for &mut Fields {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object with the fields `integrand` and `antiderivative`")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        // A field that stands twice has no one value, so neither is believed.
        let twice = |name: &str| {
            serde::de::Error::custom(format_args!("the field `{name}` stands there twice"))
        };
        while let Some(name) = map.next_key::<String>()? {
            if name == "id" {
                if self.id.replace(map.next_value()?).is_some() {
                    return Err(twice("id"));
                }
            } else if let Some(known) = KNOWN.into_iter().find(|known| *known == name) {
                if self.known.insert(known, map.next_value()?).is_some() {
                    return Err(twice(known));
                }
            } else if self.keep_unknown {
                self.unknown.insert(name, map.next_value()?);
            } else {
                map.next_value::<IgnoredAny>()?;
            }
        }
        Ok(())
    }
}

impl Fields {
    /// The identifier as it was written. A number that no machine number holds becomes text.
    fn id(&self) -> Result<Option<Value>, String> {
        let Some(text) = self.id.as_ref().map(|id| id.get()) else {
            return Ok(None);
        };
        let is_number = text.starts_with(|c: char| c == '-' || c.is_ascii_digit());
        let is_integer = is_number && !text.contains(['.', 'e', 'E']);
        match serde_json::from_str(text) {
            Ok(Value::Null) => Ok(None),
            Ok(Value::Number(n)) if is_integer && n.is_f64() => Ok(Some(text.into())),
            Ok(value) => Ok(Some(value)),
            Err(_) if is_number => Ok(Some(text.into())),
            Err(_) => Err("the field `id` is nested too deeply".into()),
        }
    }

    fn question(&self) -> Result<Question, String> {
        let mut question = Question::new(self.text("integrand")?, self.text("antiderivative")?);
        question.id = self.id()?;
        if let Some(variable) = self.optional("variable") {
            question.variable = text("variable", variable)?;
        }
        question.syntax = self.choice("syntax")?;
        question.dialect = self.choice("dialect")?;
        question.domain = self.choice("domain")?;
        question.assumptions = self.assumptions()?;
        Ok(question)
    }

    /// `null` means the same as an absent field.
    fn optional(&self, name: &str) -> Option<&Value> {
        self.known.get(name).filter(|value| !value.is_null())
    }

    fn text(&self, name: &str) -> Result<String, String> {
        let value = self.known.get(name).ok_or_else(|| {
            format!("the field `{name}` is missing; `integrand` and `antiderivative` are needed")
        })?;
        text(name, value)
    }

    fn choice<T: DeserializeOwned>(&self, name: &str) -> Result<Option<T>, String> {
        self.optional(name)
            .map(|value| choice(&format!("the field `{name}`"), value))
            .transpose()
    }

    fn assumptions(&self) -> Result<BTreeMap<String, Assumption>, String> {
        let Some(value) = self.optional("assumptions") else {
            return Ok(BTreeMap::new());
        };
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
}

fn text(name: &str, value: &Value) -> Result<String, String> {
    match value {
        Value::String(text) => Ok(text.clone()),
        _ => Err(format!(
            "the field `{name}` is {}; text is accepted",
            kind(value)
        )),
    }
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

fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "true or false",
        Value::Number(_) => "a number",
        Value::String(_) => "text",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    }
}
