//! Questions and verdicts: F′ = f?

mod case;
mod chain;
mod question;
mod read;
mod verdict;
mod verifier;

pub use question::{Question, SyntaxName};
pub use read::Read;
pub use verdict::{Verdict, VerdictKind};
pub use verifier::{Verifier, invalid};
