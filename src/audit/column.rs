use serde_json::Value;

/// Where a rollout's parts are found. A name with dots, `reward_model.ground_truth`, leads into
/// nested objects, unless a field has that very name.
#[derive(Clone, Debug)]
pub struct Columns {
    /// The question: the integrand, or a text that asks for its integral.
    pub question: String,
    /// The response: a text, or a list of chat messages, of which the last one's content is taken.
    pub response: String,
    /// The score that the response got.
    pub score: String,
    /// The variable of integration, where a column names it; else x, or what the question says.
    pub variable: Option<String>,
    /// What rollouts of one prompt have in common, where groups are to be looked at.
    pub group: Option<String>,
}

impl Default for Columns {
    fn default() -> Self {
        Self {
            question: "question".into(),
            response: "response".into(),
            score: "score".into(),
            variable: None,
            group: None,
        }
    }
}

/// The value of a column.
pub(super) fn find<'a>(row: &'a Value, column: &str) -> Option<&'a Value> {
    row.get(column).or_else(|| {
        column
            .split('.')
            .try_fold(row, |value, name| value.get(name))
    })
}

/// A column that holds a text, or messages with one.
pub(super) fn text(row: &Value, column: &str) -> Result<String, String> {
    let value = find(row, column).ok_or_else(|| format!("there is no column `{column}`"))?;
    let content = match value {
        Value::Array(messages) => messages.last().and_then(|m| m.get("content")),
        _ => Some(value),
    };
    content
        .and_then(Value::as_str)
        .map(str::to_owned)
        .ok_or_else(|| {
            format!("the column `{column}` is neither a text nor a list of messages with `content`")
        })
}

/// A column that holds a number; true is 1, false is 0, and a text may spell a number.
pub(super) fn number(row: &Value, column: &str) -> Result<f64, String> {
    let value = find(row, column).ok_or_else(|| format!("there is no column `{column}`"))?;
    let number = match value {
        Value::Bool(yes) => Some(f64::from(u8::from(*yes))),
        Value::Number(n) => n.as_f64(),
        Value::String(text) => text.trim().parse().ok(),
        Value::Null | Value::Array(_) | Value::Object(_) => None,
    };
    number
        .filter(|n| n.is_finite())
        .ok_or_else(|| format!("the column `{column}` is no number"))
}
