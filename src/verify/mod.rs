//! Questions and verdicts: F′ = f?

mod question;
mod verdict;
mod verifier;

pub use question::{Question, SyntaxName};
pub use verdict::{Verdict, VerdictKind};
pub use verifier::{Read, Verifier, invalid};
