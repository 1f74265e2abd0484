use std::io::{self, IsTerminal, Write};
use std::time::Instant;

use barrow::verify::{Question, Verdict, VerdictKind};
use clap::Args;

use super::explanation::Explanation;
use super::policy::PolicyOptions;
use super::{INPUT_OUTPUT, WRONG_USAGE};

/// Parameters of the integrand are taken positive; letters that occur in the antiderivative alone
/// are constants of integration.
#[derive(Args)]
#[command(after_help = "\
Examples:
  barrow verify 'x*cos(x)' 'x*sin(x) + cos(x) + C'
  barrow verify 'sin(x)' '-cos(x)'
  barrow verify '1/(t^2 - a^2)' 'ln|(t-a)/(t+a)|/(2a)' --var t --assume a=real
  barrow verify '1/sqrt(x)' '2*sqrt(x)' --json

An expression that could be an option, such as -h, is written after `--`.

Exit codes: 0 equal, 1 different, 2 undecided, 3 invalid, 64 wrong usage.")]
pub struct Verify {
    /// The integrand f
    #[arg(allow_hyphen_values = true)]
    integrand: String,

    /// The proposed antiderivative F
    #[arg(allow_hyphen_values = true)]
    antiderivative: String,

    /// The variable of integration
    #[arg(long = "var", value_name = "NAME", default_value = "x")]
    variable: String,

    /// Print the record that `barrow batch` would write
    #[arg(long)]
    json: bool,

    /// Say which layers were tried and what they found, with which settings, and how long it took
    #[arg(long, conflicts_with = "json")]
    explain: bool,

    #[command(flatten)]
    policy: PolicyOptions,
}

impl Verify {
    /// Decides and prints; the result is the exit code.
    pub fn run(self, out: &mut dyn Write, err: &mut dyn Write) -> u8 {
        let Some(verifier) = self.policy.verifier(err) else {
            return WRONG_USAGE;
        };
        let mut question = Question::new(self.integrand, self.antiderivative);
        question.variable = self.variable;
        let start = Instant::now();
        let (verdict, trail) = verifier.explain(&question);
        let time = start.elapsed();
        let printed = if self.json {
            print_json(&verdict, out)
        } else {
            let explanation = Explanation {
                verifier: &verifier,
                question: &question,
                verdict: &verdict,
                trail: self.explain.then_some(&trail[..]),
                time,
                colour: io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none(),
            };
            write!(out, "{explanation}")
        };
        if printed.and_then(|()| out.flush()).is_err() {
            return INPUT_OUTPUT;
        }
        match verdict.verdict {
            VerdictKind::Equal => 0,
            VerdictKind::Different => 1,
            VerdictKind::Undecided => 2,
            VerdictKind::Invalid => 3,
        }
    }
}

fn print_json(verdict: &Verdict, out: &mut dyn Write) -> io::Result<()> {
    let mut line = serde_json::to_vec(verdict)?;
    line.push(b'\n');
    out.write_all(&line)
}
