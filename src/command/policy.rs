use std::collections::BTreeMap;
use std::env;
use std::io::Write;

use barrow::decide::{Assumption, Domain, Policy};
use barrow::syntax::{self, Chain, Choice, Dialect, Logarithm};
use barrow::verify::{SyntaxName, Verifier};
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use serde::de::DeserializeOwned;

/// The environment variable that holds a key.
const KEY: &str = "BARROW_KEY";

/// The names of dialects.
pub const DIALECTS: &[&str] = &[
    "default",
    "sympy",
    "maxima",
    "giac",
    "fricas",
    "mathematica",
    "maple",
];
/// The names of ways to write texts.
pub const SYNTAXES: &[&str] = &["auto", "plain", "latex", "answer"];
/// The names of choices among several answers.
pub const CHOICES: &[&str] = &["only", "first", "last"];
/// The names of ways to take a chain.
pub const CHAINS: &[&str] = &["every", "last"];
/// The names of bases of a `log` without one.
pub const LOGARITHMS: &[&str] = &["natural", "ten"];

/// How questions are read and decided.
#[derive(Args)]
pub struct PolicyOptions {
    /// How the texts are written; `auto`: each is told by itself; `answer`: the antiderivative in a
    /// response in prose, the integrand alone or in a question in prose
    #[arg(long, default_value = "auto", value_parser = named::<SyntaxName>(SYNTAXES))]
    syntax: SyntaxName,

    /// Which answer of a response in prose counts: all must be the same text, or the first or last
    /// of several
    #[arg(long, default_value = "only", value_parser = named::<Choice>(CHOICES))]
    choice: Choice,

    /// Which members of an answer A = B = C in prose count: every one must be right, or the last
    #[arg(long, default_value = "every", value_parser = named::<Chain>(CHAINS))]
    chain: Chain,

    /// Who wrote the texts: a person, or a computer algebra system with constants of its own
    #[arg(long, default_value = "default", value_parser = named::<Dialect>(DIALECTS))]
    dialect: Dialect,

    /// What log without a base is in the default dialect; ln is always natural
    #[arg(long = "log", default_value = "natural", value_parser = named::<Logarithm>(LOGARITHMS))]
    logarithm: Logarithm,

    /// Where both sides must agree: on every piece of the integrand's real domain, on some piece,
    /// or as complex functions
    #[arg(long, default_value = "every", value_parser = named::<Domain>(&["every", "some", "complex"]))]
    domain: Domain,

    /// What to assume of a parameter, as in a=real; may be repeated. One of positive (as without
    /// it), negative, real, integer, complex
    #[arg(long = "assume", value_name = "NAME=WHAT", value_parser = assumption)]
    assumptions: Vec<(String, Assumption)>,

    /// Operations allowed for one question
    #[arg(long, value_name = "N", default_value_t = Policy::default().budget)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..))]
    budget: u64,

    /// Let numerical agreement alone give `equal`, with evidence `numeric`
    #[arg(long)]
    accept_numeric: bool,

    /// Call an `equal` whose coverage is only sampled `undecided`
    #[arg(long)]
    require_certified: bool,

    /// The secret from which sample points and primes are drawn, 64 hexadecimal digits
    /// [default: the environment variable `BARROW_KEY`, else all zeros]
    #[arg(long, value_name = "HEX", value_parser = key)]
    key: Option<Key>,
}

#[derive(Clone)]
struct Key([u8; 32]);

impl PolicyOptions {
    /// With texts that name no language read as responses and questions in prose.
    pub fn in_prose(mut self) -> Self {
        if self.syntax == SyntaxName::Auto {
            self.syntax = SyntaxName::Answer;
        }
        self
    }

    /// The verifier that they describe. `None`, and a message, when the environment is wrong.
    pub fn verifier(&self, err: &mut dyn Write) -> Option<Verifier> {
        let report = |message| {
            // Nothing is left to tell when the standard error is closed.
            let _ = writeln!(err, "error: {message}");
        };
        let key = self.key().map_err(report).ok()?;
        let policy = Policy {
            domain: self.domain,
            key,
            budget: self.budget,
            accept_numeric: self.accept_numeric,
            require_certified: self.require_certified,
            ..Policy::default()
        };
        let assumptions: BTreeMap<String, Assumption> = self.assumptions.iter().cloned().collect();
        let verifier = Verifier::new(policy)
            .dialect(self.dialect)
            .syntax(self.syntax)
            .choice(self.choice)
            .chain(self.chain)
            .logarithm(self.logarithm)
            .assumptions(assumptions);
        Some(verifier)
    }

    fn key(&self) -> Result<[u8; 32], String> {
        let key = match (&self.key, env::var_os(KEY)) {
            (Some(key), _) => key.0,
            (None, None) => [0; 32],
            (None, Some(text)) => {
                let text = text.to_string_lossy();
                key(&text)
                    .map_err(|e| format!("the environment variable {KEY}: {e}"))?
                    .0
            }
        };
        Ok(key)
    }
}

/// A parser for the names that records use.
pub fn named<T>(names: &'static [&'static str]) -> impl TypedValueParser<Value = T>
where
    T: DeserializeOwned + Clone + Send + Sync + 'static,
{
    PossibleValuesParser::new(names)
        .try_map(|name| serde_json::from_value(serde_json::Value::String(name)))
}

fn assumption(text: &str) -> Result<(String, Assumption), String> {
    let (name, what) = text
        .split_once('=')
        .ok_or("a name, `=` and what to assume are accepted")?;
    let name = syntax::symbol_name(name).ok_or_else(|| format!("`{name}` is no parameter"))?;
    let what = serde_json::from_value(what.into())
        .map_err(|_| "positive, negative, real, integer or complex may be assumed")?;
    Ok((name, what))
}

fn key(text: &str) -> Result<Key, String> {
    let digits: Option<Vec<u8>> = text
        .chars()
        .map(|c| c.to_digit(16).map(|digit| digit as u8))
        .collect();
    let digits = digits
        .filter(|digits| digits.len() == 64)
        .ok_or("a key is 64 hexadecimal digits")?;
    let mut key = [0; 32];
    for (byte, pair) in key.iter_mut().zip(digits.chunks(2)) {
        *byte = pair[0] << 4 | pair[1];
    }
    Ok(Key(key))
}
