use std::fmt;

use serde::{Deserialize, Serialize};

/// Where the parts of a question or a stored rollout stand in a record: a line of JSON Lines or a
/// row of a table. A name with dots, `reward_model.ground_truth`, leads into nested objects, also
/// into a text that is one as JSON, unless a field has that very name.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Columns {
    /// What identifies the record.
    pub id: String,
    /// f, or a text that asks for its integral.
    pub integrand: String,
    /// F, or the response that holds it. As the integrand a text, or a list of chat messages, of
    /// which the last one's content is taken, or a list of one text.
    pub antiderivative: String,
    /// The variable of integration; without such a column x, or what the question says.
    pub variable: Option<String>,
    /// Whether the variable may be absent, and is x then.
    pub variable_is_optional: bool,
    /// The score that the response got.
    pub score: String,
    /// What rollouts of one prompt have in common, where groups are to be looked at.
    pub group: Option<String>,
    /// Whether the fields `syntax`, `dialect`, `domain` and `assumptions` are settings of the
    /// record. Elsewhere they may mean anything.
    pub settings: bool,
}

impl Columns {
    /// Whether these are the columns of this library's own records.
    pub fn is_default(&self) -> bool {
        *self == Self::default()
    }
}

impl Default for Columns {
    fn default() -> Self {
        Layout::RECORDS.columns()
    }
}

/// A way in which records are commonly laid out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Layout {
    /// Its name.
    pub name: &'static str,
    /// Whether the texts are prose: responses, and questions.
    pub prose: bool,
    id: &'static str,
    integrand: &'static str,
    antiderivative: &'static str,
    variable: Option<&'static str>,
    group: Option<&'static str>,
    settings: bool,
}

impl Layout {
    /// Of this library's own records.
    pub const RECORDS: Self = Self {
        name: "records",
        prose: false,
        id: "id",
        integrand: "integrand",
        antiderivative: "antiderivative",
        variable: Some("variable"),
        group: None,
        settings: true,
    };

    /// Of stored rollouts.
    pub const ROLLOUTS: Self = Self {
        name: "rollouts",
        prose: true,
        id: "id",
        integrand: "question",
        antiderivative: "response",
        variable: None,
        group: None,
        settings: false,
    };

    /// All there are: those of this library; verl's data set with the responses that its
    /// `main_generation` adds; and the dumps of its rollouts (`rollout_data_dir`).
    pub const ALL: &'static [Self] = &[
        Self::RECORDS,
        Self::ROLLOUTS,
        Self {
            name: "verl",
            prose: true,
            id: "extra_info.index",
            integrand: "reward_model.ground_truth",
            antiderivative: "responses",
            variable: Some("extra_info.variable"),
            group: None,
            settings: false,
        },
        Self {
            name: "verl-dump",
            prose: true,
            id: "id",
            integrand: "gts",
            antiderivative: "output",
            variable: None,
            group: Some("input"),
            settings: false,
        },
    ];

    /// The columns of this layout.
    pub fn columns(&self) -> Columns {
        Columns {
            id: self.id.into(),
            integrand: self.integrand.into(),
            antiderivative: self.antiderivative.into(),
            variable: self.variable.map(Into::into),
            variable_is_optional: true,
            score: "score".into(),
            group: self.group.map(Into::into),
            settings: self.settings,
        }
    }
}

/// The columns, for a person.
impl fmt::Display for Layout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "f in {}, F in {}", self.integrand, self.antiderivative)?;
        for (what, column) in [("variable", self.variable), ("group", self.group)] {
            if let Some(column) = column {
                write!(f, ", {what} in {column}")?;
            }
        }
        write!(f, ", id in {}", self.id)
    }
}
