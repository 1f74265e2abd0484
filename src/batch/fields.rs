use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;
use std::str;

use serde::Deserializer;
use serde::de::{Error, IgnoredAny, MapAccess, Visitor};
use serde_json::value::RawValue;
use serde_json::{Map, Value};

use super::lines::Text;

/// The fields of a record that have no meaning here, as they were written.
pub(crate) type Input = BTreeMap<String, Box<RawValue>>;

/// Which fields of a record are looked at.
#[derive(Clone, Default, Debug)]
pub(crate) struct Wanted {
    /// That of the identifier, which is kept as it is written.
    id: String,
    /// Columns without which no record has a meaning.
    needed: Vec<String>,
    /// All other columns.
    others: Vec<String>,
    /// Whether all other fields are kept as they are.
    pub keep_unknown: bool,
}

/// How a column names a field.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Use {
    /// It is within it.
    Root,
    Whole,
}

impl Wanted {
    pub fn new(id: &str, needed: &[&str], others: &[&str]) -> Self {
        let owned = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect();
        Self {
            id: id.into(),
            needed: owned(needed),
            others: owned(others),
            keep_unknown: false,
        }
    }

    /// The first needed column that none of some fields can hold.
    #[cfg_attr(not(feature = "parquet"), expect(dead_code))]
    pub fn missing(&self, fields: &[&str]) -> Option<&str> {
        let lacks = |column: &&String| !fields.iter().any(|field| names(column, field).is_some());
        self.needed.iter().find(lacks).map(String::as_str)
    }

    /// Whether a field is looked at at all.
    #[cfg_attr(not(feature = "parquet"), expect(dead_code))]
    pub fn has(&self, field: &str) -> bool {
        self.keep_unknown || names(&self.id, field).is_some() || self.role(field).is_some()
    }

    /// How the columns other than the identifier name a field.
    fn role(&self, field: &str) -> Option<Use> {
        let columns = self.needed.iter().chain(&self.others);
        columns.filter_map(|column| names(column, field)).max()
    }
}

fn names(column: &str, field: &str) -> Option<Use> {
    match column.strip_prefix(field) {
        Some("") => Some(Use::Whole),
        Some(rest) if rest.starts_with('.') => Some(Use::Root),
        _ => None,
    }
}

/// The wanted fields of a record.
#[derive(Default)]
pub(crate) struct Fields {
    id: Option<Box<RawValue>>,
    known: BTreeMap<String, Value>,
    pub unknown: Input,
}

impl Fields {
    /// Reads a record. What could be read before an error stays.
    pub fn read(&mut self, text: &Text, wanted: &Wanted) -> Result<(), String> {
        let unit = text.unit;
        let bytes = text.bytes.as_ref().map_err(|limit| {
            format!("the {unit} is longer than {limit} bytes; longer ones are not read")
        })?;
        let line = str::from_utf8(bytes)
            .map_err(|e| format!("the {unit} is not UTF-8 from byte {} on", e.valid_up_to()))?;
        if line.trim_ascii().is_empty() {
            return Err(format!("the {unit} is empty; a JSON object is accepted"));
        }
        let mut json = serde_json::Deserializer::from_str(line);
        let reader = Reader {
            fields: self,
            wanted,
        };
        json.deserialize_map(reader)
            .and_then(|()| json.end())
            .map_err(|e| {
                // The position within the line; its number stands in the record.
                let text = e.to_string();
                let what = text.split(" at line 1 column").next().unwrap_or(&text);
                match e.classify() {
                    serde_json::error::Category::Data => {
                        format!("the {unit} is no record: {what}")
                    }
                    _ => format!("the {unit} is not JSON: {what} at column {}", e.column()),
                }
            })
    }

    /// The identifier as it was written. A number that no machine number holds becomes text.
    pub fn id(&self, wanted: &Wanted) -> Result<Option<Value>, String> {
        let Some(text) = self.id.as_ref().map(|id| id.get()) else {
            let nested = self.find(&wanted.id).map(Cow::into_owned);
            return Ok(nested.filter(|id| !id.is_null()));
        };
        let is_number = text.starts_with(|c: char| c == '-' || c.is_ascii_digit());
        let is_integer = is_number && !text.contains(['.', 'e', 'E']);
        match serde_json::from_str(text) {
            Ok(Value::Null) => Ok(None),
            Ok(Value::Number(n)) if is_integer && n.is_f64() => Ok(Some(text.into())),
            Ok(value) => Ok(Some(value)),
            Err(_) if is_number => Ok(Some(text.into())),
            Err(_) => Err(format!("the field `{}` is nested too deeply", wanted.id)),
        }
    }

    /// The value of a column; that of `null` is a value.
    pub fn find(&self, column: &str) -> Option<Cow<'_, Value>> {
        if let Some(value) = self.known.get(column) {
            return Some(Cow::Borrowed(value));
        }
        let (root, path) = column.split_once('.')?;
        let root = Cow::Borrowed(self.known.get(root)?);
        path.split('.').try_fold(root, inner)
    }

    /// The value of a column, and `null` means the same as an absent field.
    pub fn optional(&self, column: &str) -> Option<Cow<'_, Value>> {
        self.find(column).filter(|value| !value.is_null())
    }

    /// A column that must be there.
    pub fn needed(&self, column: &str) -> Result<Cow<'_, Value>, String> {
        self.find(column)
            .ok_or_else(|| format!("the field `{column}` is missing"))
    }

    /// A column that holds a text, or messages with one.
    pub fn text(&self, column: &str) -> Result<String, String> {
        self.needed(column).and_then(|value| text(column, &value))
    }

    /// A column that holds a number; true is 1, false is 0, and a text may spell a number.
    pub fn number(&self, column: &str) -> Result<f64, String> {
        let value = self.needed(column)?;
        let number = match &*value {
            Value::Bool(yes) => Some(f64::from(u8::from(*yes))),
            Value::Number(n) => n.as_f64(),
            Value::String(text) => text.trim().parse().ok(),
            Value::Null | Value::Array(_) | Value::Object(_) => None,
        };
        number.filter(|n| n.is_finite()).ok_or_else(|| {
            format!(
                "the field `{column}` is {}; a number is accepted",
                kind(&value)
            )
        })
    }
}

/// A field of an object, or of a text that is one as JSON.
fn inner<'a>(value: Cow<'a, Value>, name: &str) -> Option<Cow<'a, Value>> {
    match value {
        Cow::Borrowed(Value::String(text)) => within(text, name),
        Cow::Borrowed(value) => value.get(name).map(Cow::Borrowed),
        Cow::Owned(Value::String(text)) => within(&text, name),
        Cow::Owned(mut value) => value.as_object_mut()?.remove(name).map(Cow::Owned),
    }
}

fn within<'a>(text: &str, name: &str) -> Option<Cow<'a, Value>> {
    let mut object: Map<String, Value> = serde_json::from_str(text).ok()?;
    object.remove(name).map(Cow::Owned)
}

/// A text, the content of the last of several messages, or the only one of a list of texts.
pub(crate) fn text(column: &str, value: &Value) -> Result<String, String> {
    let found = match value {
        Value::Array(list) => match &list[..] {
            [Value::String(text)] => Some(text.as_str()),
            [Value::String(_), ..] => {
                let count = list.len();
                return Err(format!(
                    "the field `{column}` is a list of {count} texts; one is accepted"
                ));
            }
            [.., last] => last.get("content").and_then(Value::as_str),
            [] => None,
        },
        _ => value.as_str(),
    };
    found.map(str::to_owned).ok_or_else(|| {
        let what = "text is accepted, or a list of messages with `content`";
        format!("the field `{column}` is {}; {what}", kind(value))
    })
}

/// What a value is, in words.
pub(crate) fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "true or false",
        Value::Number(_) => "a number",
        Value::String(_) => "text",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    }
}

struct Reader<'a> {
    fields: &'a mut Fields,
    wanted: &'a Wanted,
}

impl<'de> Visitor<'de> for Reader<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object with the fields ")?;
        for (n, column) in self.wanted.needed.iter().enumerate() {
            write!(f, "{}`{column}`", if n == 0 { "" } else { " and " })?;
        }
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let Self { fields, wanted } = self;
        // A field that stands twice has no one value, so neither is believed.
        let twice =
            |name: &str| Error::custom(format_args!("the field `{name}` stands there twice"));
        while let Some(name) = map.next_key::<String>()? {
            let role = wanted.role(&name);
            let is_id = name == wanted.id;
            // Most fields have one meaning or none, and need no copy.
            if let (Some(Use::Whole), false) = (role, is_id) {
                if fields.known.contains_key(&name) {
                    return Err(twice(&name));
                }
                let value = map.next_value()?;
                fields.known.insert(name, value);
                continue;
            }
            let within = role.is_some() || names(&wanted.id, &name) == Some(Use::Root);
            let keep = wanted.keep_unknown && !is_id;
            if !(is_id || within || keep) {
                map.next_value::<IgnoredAny>()?;
                continue;
            }
            let raw: Box<RawValue> = map.next_value()?;
            if within {
                let value = serde_json::from_str(raw.get()).map_err(|e| {
                    Error::custom(format_args!("the field `{name}` cannot be read: {e}"))
                })?;
                if fields.known.insert(name.clone(), value).is_some() {
                    return Err(twice(&name));
                }
            }
            if is_id {
                if fields.id.replace(raw).is_some() {
                    return Err(twice(&name));
                }
            } else if keep {
                fields.unknown.insert(name, raw);
            }
        }
        Ok(())
    }
}
