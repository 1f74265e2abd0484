use serde::{Deserialize, Serialize};

/// Where the two sides are compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Domain {
    /// On every piece of f's natural real domain on which F is naturally real too.
    #[default]
    Every,
    /// One agreeing piece is enough.
    Some,
    /// As analytic functions at generic complex points, principal branches.
    Complex,
}

/// What is assumed of a parameter.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Assumption {
    /// Above zero, and generic.
    #[default]
    Positive,
    /// Below zero.
    Negative,
    /// Any real number.
    Real,
    /// An integer.
    Integer,
    /// Any complex number.
    Complex,
}

/// How a question is to be decided.
#[derive(Clone, Debug)]
pub struct Policy {
    /// Where the two sides are compared.
    pub domain: Domain,
    /// The secret that keeps samples and primes from being foreseen.
    pub key: [u8; 32],
    /// Operations allowed for one question: about one per node of the expression and 64 bits of
    /// precision, and as many more as functions of high precision take.
    pub budget: u64,
    /// The least `error_bits` of an identity.
    pub error_bits: f64,
    /// Whether numerical agreement alone may give `equal`.
    pub accept_numeric: bool,
    /// Whether an `equal` whose coverage is only sampled is to be `undecided`.
    pub require_certified: bool,
}

impl Default for Policy {
    fn default() -> Self {
        Self {
            domain: Domain::Every,
            key: [0; 32],
            budget: 200_000,
            error_bits: 80.0,
            accept_numeric: false,
            require_certified: false,
        }
    }
}
