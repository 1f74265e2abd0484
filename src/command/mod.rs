//! What the command line can do.

mod audit;
mod batch;
mod columns;
mod explanation;
mod kept;
mod output;
mod policy;
mod progress;
mod read;
mod source;
mod table;
mod tree;
mod verify;

use std::io::Write;

use clap::Subcommand;

/// Exit code of wrong usage.
pub const WRONG_USAGE: u8 = 64;
/// Exit code of an input or output that failed.
pub const INPUT_OUTPUT: u8 = 74;

#[derive(Subcommand)]
pub enum Command {
    /// Decide one question: is the derivative of ANTIDERIVATIVE equal to INTEGRAND?
    Verify(verify::Verify),
    /// Show how one text is read: an antiderivative, an integrand, a response or question in prose.
    Read(read::Read),
    /// Score stored rollouts again: which scores were wrong, and by what kind of mistake.
    Audit(audit::Audit),
    /// Decide many questions: JSON Lines or Parquet in, one record for each out, in the same order.
    Batch(batch::Batch),
}

impl Command {
    /// Runs the command; the result is the exit code.
    pub fn run(self, out: &mut dyn Write, err: &mut dyn Write) -> u8 {
        match self {
            Self::Verify(verify) => verify.run(out, err),
            Self::Read(read) => read.run(out),
            Self::Batch(batch) => batch.run(out, err),
            Self::Audit(audit) => audit.run(out, err),
        }
    }
}
