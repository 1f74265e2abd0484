//! The command line: `barrow verify`, `read`, `audit`, `batch`.

mod command;

use std::io::{self, Write};
use std::process::ExitCode;

use clap::Parser;

use command::{Command, WRONG_USAGE};

/// Proves or refutes that F is an antiderivative of f.
#[derive(Parser)]
#[command(version, arg_required_else_help = true)]
struct CommandLine {
    #[command(subcommand)]
    command: Command,
}

fn main() -> ExitCode {
    barrow::silence_contained_panics();
    let code = match CommandLine::try_parse() {
        Ok(line) => line
            .command
            .run(&mut io::stdout().lock(), &mut io::stderr()),
        Err(error) => {
            // Help and version go to the output and are no error.
            let code = if error.use_stderr() { WRONG_USAGE } else { 0 };
            error.print().map_or(command::INPUT_OUTPUT, |()| code)
        }
    };
    let flushed = io::stdout().flush();
    ExitCode::from(if flushed.is_err() {
        command::INPUT_OUTPUT
    } else {
        code
    })
}
