use serde_json::Value;

use super::column::{Columns, find, number, text};
use crate::batch::Text;
use crate::verify::Question;

/// A stored rollout.
pub(super) struct Rollout {
    pub question: Question,
    pub score: f64,
    /// Of the prompt, where wanted.
    pub group: Option<String>,
}

impl Rollout {
    /// Reads a line; what is wrong with it otherwise.
    pub(super) fn read(line: &Text, columns: &Columns) -> Result<Self, String> {
        let bytes = line
            .bytes
            .as_ref()
            .map_err(|limit| format!("the line is longer than {limit} bytes"))?;
        let row: Value =
            serde_json::from_slice(bytes).map_err(|e| format!("the line is not JSON: {e}"))?;
        let mut question = Question::new(
            text(&row, &columns.question)?,
            text(&row, &columns.response)?,
        );
        question.id = row.get("id").cloned();
        if let Some(column) = &columns.variable {
            question.variable = text(&row, column)?;
        }
        let group = match &columns.group {
            Some(column) => {
                let value =
                    find(&row, column).ok_or_else(|| format!("there is no column `{column}`"))?;
                Some(
                    value
                        .as_str()
                        .map_or_else(|| value.to_string(), str::to_owned),
                )
            }
            None => None,
        };
        Ok(Self {
            question,
            score: number(&row, &columns.score)?,
            group,
        })
    }
}
