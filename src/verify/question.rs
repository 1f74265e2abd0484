use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::decide::{Assumption, Domain};
use crate::syntax::{Dialect, Syntax};

/// How texts are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SyntaxName {
    /// Each told from its text, by [`Syntax::of`]; one that is no expression and has the signs of
    /// prose is read as [`SyntaxName::Answer`] says.
    #[default]
    Auto,
    /// What people type and computer algebra systems print.
    Plain,
    /// LaTeX.
    Latex,
    /// The antiderivative stands in a response in prose ([`syntax::find_answer`]), the integrand
    /// alone or in a question in prose ([`syntax::find_question`]).
    ///
    /// [`syntax::find_answer`]: crate::syntax::find_answer
    /// [`syntax::find_question`]: crate::syntax::find_question
    Answer,
}

impl SyntaxName {
    /// The language of an expression.
    pub fn of(self, text: &str) -> Syntax {
        match self {
            Self::Auto | Self::Answer => Syntax::of(text),
            Self::Plain => Syntax::Plain,
            Self::Latex => Syntax::Latex,
        }
    }
}

/// A proposed antiderivative: one line of input.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Question {
    /// Anything, handed back with the verdict.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<serde_json::Value>,
    /// f as text.
    pub integrand: String,
    /// F as text.
    pub antiderivative: String,
    /// The variable of integration; x gives way to that of a question in prose.
    #[serde(
        default = "default_variable",
        skip_serializing_if = "is_default_variable"
    )]
    pub variable: String,
    /// How the texts are written; the verifier's own setting where absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub syntax: Option<SyntaxName>,
    /// Which letters are constants; the verifier's own setting where absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dialect: Option<Dialect>,
    /// Where the sides are compared; the verifier's own setting where absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub domain: Option<Domain>,
    /// What is assumed of parameters beyond the verifier's own settings.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub assumptions: BTreeMap<String, Assumption>,
}

fn default_variable() -> String {
    "x".into()
}

fn is_default_variable(variable: &str) -> bool {
    variable == "x"
}

impl Question {
    /// A question in x with the verifier's settings.
    pub fn new(integrand: impl Into<String>, antiderivative: impl Into<String>) -> Self {
        Self {
            id: None,
            integrand: integrand.into(),
            antiderivative: antiderivative.into(),
            variable: default_variable(),
            syntax: None,
            dialect: None,
            domain: None,
            assumptions: BTreeMap::new(),
        }
    }
}
