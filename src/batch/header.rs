use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::columns::Columns;
use super::journal::hex;
use crate::decide::{Assumption, Domain};
use crate::syntax::{Chain, Choice, Dialect, Logarithm};
use crate::verify::{SyntaxName, Verifier};

/// What the records of a batch depend on besides their lines: the first line where it is asked
/// for, as `{"header": {…}}`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Header {
    /// The settings.
    pub header: Settings,
}

/// The settings of a verifier, as a header has them.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Settings {
    /// Of this library.
    pub version: String,
    /// The key in hexadecimal digits. Who knows it can prepare questions for the samples and primes
    /// of this run, so a header is not for those who set them.
    pub key: String,
    /// Where the two sides are compared, unless a question says otherwise.
    pub domain: Domain,
    /// Which letters are constants, unless a question says otherwise.
    pub dialect: Dialect,
    /// How texts are written, unless a question says otherwise.
    pub syntax: SyntaxName,
    /// Which answer of a response in prose counts.
    pub choice: Choice,
    /// Which members of an answer A = B = C count.
    pub chain: Chain,
    /// What `log` without a base is in the default dialect.
    pub log: Logarithm,
    /// What is assumed of parameters, unless a question says otherwise.
    pub assumptions: BTreeMap<String, Assumption>,
    /// Operations allowed for one question.
    pub budget: u64,
    /// The least `error_bits` of an identity.
    pub error_bits: f64,
    /// Whether numerical agreement alone may give `equal`.
    pub accept_numeric: bool,
    /// Whether an `equal` whose coverage is only sampled is `undecided`.
    pub require_certified: bool,
    /// Where the parts of a question stand; absent where they stand in the fields of that name.
    #[serde(default, skip_serializing_if = "Columns::is_default")]
    pub columns: Columns,
}

impl Header {
    /// The header of what this verifier decides of records in these columns.
    pub fn new(verifier: &Verifier, columns: &Columns) -> Self {
        let policy = verifier.policy();
        Self {
            header: Settings {
                version: env!("CARGO_PKG_VERSION").into(),
                key: hex(&policy.key),
                domain: policy.domain,
                dialect: verifier.default_dialect(),
                syntax: verifier.default_syntax(),
                choice: verifier.default_choice(),
                chain: verifier.default_chain(),
                log: verifier.default_logarithm(),
                assumptions: verifier.default_assumptions().clone(),
                budget: policy.budget,
                error_bits: policy.error_bits,
                accept_numeric: policy.accept_numeric,
                require_certified: policy.require_certified,
                columns: columns.clone(),
            },
        }
    }
}
