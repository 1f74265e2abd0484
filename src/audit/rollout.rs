use serde_json::Value;

use crate::batch::{Columns, Fields, Form, Text};
use crate::verify::Question;

/// A stored rollout.
pub(super) struct Rollout {
    pub question: Question,
    pub score: f64,
    /// Of the prompt, where wanted.
    pub group: Option<String>,
}

/// How rollouts are read from records.
pub(super) fn form(columns: Columns) -> Form {
    let Columns { score, group, .. } = columns.clone();
    let mut further = vec![score.as_str()];
    further.extend(group.as_deref());
    Form::new(columns, &further)
}

impl Rollout {
    /// Reads a line; what is wrong with it otherwise.
    pub(super) fn read(line: &Text, form: &Form) -> Result<Self, String> {
        let mut fields = Fields::default();
        fields.read(line, &form.wanted)?;
        let group = match &form.columns.group {
            Some(column) => Some(match fields.needed(column)?.into_owned() {
                Value::String(text) => text,
                value => value.to_string(),
            }),
            None => None,
        };
        Ok(Self {
            question: form.question(&fields)?,
            score: fields.number(&form.columns.score)?,
            group,
        })
    }
}
