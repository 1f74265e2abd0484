use std::fmt;
use std::time::Duration;

use barrow::calculus::derivative;
use barrow::decide::{Coverage, Domain, Evidence, Field, Reason, Step, Witness};
use barrow::error::{Error, Stage};
use barrow::simplify::canonical;
use barrow::verify::{Question, Verdict, VerdictKind, Verifier};
use serde::Serialize;

/// Bytes of an expression beyond which it is cut.
const LENGTH: usize = 400;

/// A verdict in words.
pub struct Explanation<'a> {
    pub verifier: &'a Verifier,
    pub question: &'a Question,
    pub verdict: &'a Verdict,
    /// The layers that were tried, where how the question was decided is to be said.
    pub trail: Option<&'a [Step]>,
    /// How long deciding took.
    pub time: Duration,
    pub colour: bool,
}

impl fmt::Display for Explanation<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let verdict = self.verdict;
        self.headline(f)?;
        match verdict.verdict {
            VerdictKind::Invalid => self.invalid(f)?,
            VerdictKind::Equal => {
                self.sides(f)?;
                self.proof(f)?;
            }
            VerdictKind::Different => {
                self.sides(f)?;
                let witnesses = verdict.witness.iter().chain(&verdict.further_witnesses);
                for witness in witnesses {
                    self.witness(f, witness)?;
                }
            }
            VerdictKind::Undecided => {
                self.sides(f)?;
                self.gap(f)?;
            }
        }
        if !verdict.jumps.is_empty() {
            row(
                f,
                "jumps",
                &format!(
                    "F jumps at {} = {}",
                    self.variable(),
                    verdict.jumps.join(", ")
                ),
            )?;
        }
        for note in &verdict.notes {
            row(f, "note", note)?;
        }
        if let Some(trail) = self.trail {
            for step in trail {
                row(f, step.layer(), &step.to_string())?;
            }
            self.settings(f)?;
        }
        Ok(())
    }
}

/// A line with its name before it; further lines are indented as far.
fn row(f: &mut fmt::Formatter<'_>, name: &str, text: &str) -> fmt::Result {
    for (i, line) in text.lines().enumerate() {
        let name = if i == 0 { name } else { "" };
        writeln!(f, "  {name:<9} {line}")?;
    }
    Ok(())
}

impl Explanation<'_> {
    fn headline(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let verdict = self.verdict;
        let (colour, sentence) = match verdict.verdict {
            VerdictKind::Equal => ("32", equal(verdict, self.domain()).to_owned()),
            VerdictKind::Different => ("31", "Different: F' is not f.".to_owned()),
            VerdictKind::Undecided => {
                let why = verdict.reason.map_or("nothing could be shown", reason);
                ("33", format!("Undecided: {why}."))
            }
            VerdictKind::Invalid => ("35", format!("Invalid: {}.", fault(verdict))),
        };
        if self.colour {
            writeln!(f, "\x1b[1;{colour}m{sentence}\x1b[0m")
        } else {
            writeln!(f, "{sentence}")
        }
    }

    /// The variable of integration, which a question in prose may name.
    fn variable(&self) -> String {
        let read = self.verifier.read(self.question);
        read.map_or_else(|_| self.question.variable.clone(), |read| read.variable)
    }

    fn domain(&self) -> Domain {
        self.question
            .domain
            .unwrap_or(self.verifier.policy().domain)
    }

    /// What is wrong, with carets under it.
    fn invalid(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let verdict = self.verdict;
        let text = match verdict.field {
            Some(Field::Integrand) => &self.question.integrand,
            Some(Field::Antiderivative) => &self.question.antiderivative,
            Some(Field::Record) | None => &self.question.variable,
        };
        let error = Error {
            stage: verdict.stage.unwrap_or(Stage::Record),
            message: verdict.message.clone().unwrap_or_default(),
            span: verdict.span.map(|[start, end]| start..end),
        };
        for line in error.caret(text).lines() {
            writeln!(f, "  {line}")?;
        }
        Ok(())
    }

    /// f as read and F′ as computed.
    fn sides(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Ok(mut read) = self.verifier.read(self.question) else {
            return Ok(());
        };
        row(
            f,
            "f",
            &read.arena.plain(read.integrand).limit(LENGTH).to_string(),
        )?;
        let variable = read.arena.find_symbol(&read.variable);
        for member in &read.members {
            row(
                f,
                "F",
                &read.arena.plain(member.id).limit(LENGTH).to_string(),
            )?;
            if let Some(variable) = variable {
                let slope = derivative(&mut read.arena, member.id, variable);
                let slope = canonical(&mut read.arena, slope);
                row(f, "F'", &read.arena.plain(slope).limit(LENGTH).to_string())?;
            }
        }
        Ok(())
    }

    fn proof(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let verdict = self.verdict;
        if let Some(evidence) = verdict.evidence {
            let how = match evidence {
                Evidence::Structural => "F' simplifies to f".into(),
                Evidence::Rational => "both are the same rational function, exactly".into(),
                Evidence::Identity => match verdict.error_bits {
                    Some(bits) => format!(
                        "an identity, tested in finite fields; wrong with a probability below 2^-{bits}"
                    ),
                    None => "an identity, tested in finite fields".into(),
                },
                Evidence::Numeric => "numerical agreement only, no proof".into(),
            };
            row(f, "shown by", &how)?;
        }
        let (Some(coverage), domain) = (verdict.coverage, self.domain()) else {
            return Ok(());
        };
        let reach = match (domain, coverage) {
            (Domain::Complex, _) => "a region of the complex plane",
            (_, Coverage::Full) => "the whole domain of f",
            (Domain::Some, Coverage::Partial) => {
                "part of the domain of f; elsewhere F' is another function or F is not real"
            }
            (Domain::Every, Coverage::Partial) => {
                "part of the domain of f; elsewhere F is not real"
            }
            (_, Coverage::Sampled) => {
                "the pieces of f's domain that were met; the rest was sampled"
            }
        };
        let pieces = match verdict.pieces {
            Some([proved, 0]) => format!(" ({} proved)", plural(proved, "piece")),
            Some([proved, open]) => {
                format!(" ({} proved, {open} not covered)", plural(proved, "piece"))
            }
            None => String::new(),
        };
        row(f, "covers", &format!("{reach}{pieces}"))
    }

    fn witness(&self, f: &mut fmt::Formatter<'_>, witness: &Witness) -> fmt::Result {
        let [place, slope, integrand] = witness.words(&self.variable());
        row(f, "where", &place)?;
        row(f, "F' is in", &slope)?;
        row(f, "f is in", &integrand)
    }

    fn gap(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let verdict = self.verdict;
        if let (Some(digits), Some(points)) = (verdict.digits, verdict.points.filter(|n| *n > 0)) {
            let digits = plural(digits as usize, "digit");
            let points = plural(points as usize, "point");
            row(f, "agreement", &format!("at least {digits} at {points}"))?;
        }
        if let Some(detail) = &verdict.detail {
            row(f, "no proof", detail)?;
        }
        Ok(())
    }

    fn settings(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let policy = self.verifier.policy();
        let domain = match self.domain() {
            Domain::Every => "every piece of the real domain of f on which F is real",
            Domain::Some => "one piece of the real domain of f is enough",
            Domain::Complex => "as complex functions, principal branches",
        };
        row(f, "compared", domain)?;
        let assumptions = self.verifier.default_assumptions();
        if !assumptions.is_empty() {
            let list: Vec<String> = assumptions
                .iter()
                .map(|(name, what)| format!("{name} {}", spelling(what)))
                .collect();
            row(f, "assumed", &list.join(", "))?;
        }
        row(f, "dialect", &spelling(&self.verifier.default_dialect()))?;
        row(f, "log", &spelling(&self.verifier.default_logarithm()))?;
        row(f, "chain", &spelling(&self.verifier.default_chain()))?;
        let bound = format!("an identity needs an error below 2^-{}", policy.error_bits);
        row(f, "certainty", &bound)?;
        row(f, "budget", &format!("{} operations", policy.budget))?;
        let key = if policy.key == [0; 32] {
            "the default of zeros"
        } else {
            "given"
        };
        row(f, "key", key)?;
        row(
            f,
            "time",
            &format!("{:.3} ms", self.time.as_secs_f64() * 1e3),
        )
    }
}

fn equal(verdict: &Verdict, domain: Domain) -> &'static str {
    match (verdict.evidence, domain, verdict.coverage) {
        (Some(Evidence::Numeric), ..) => {
            "Equal, as accepted without proof: F' agrees with f numerically."
        }
        (_, Domain::Complex, _) => "Equal: F' = f, as complex functions.",
        (_, _, Some(Coverage::Full)) => "Equal: F' = f on all of f's domain.",
        (_, Domain::Some, Some(Coverage::Partial)) => {
            "Equal: F' = f on part of f's domain, which is enough here."
        }
        (_, Domain::Every, Some(Coverage::Partial)) => {
            "Equal: F' = f on part of f's domain, and nothing contradicts it."
        }
        (_, _, Some(Coverage::Sampled) | None) => "Equal: F' = f wherever it was compared.",
    }
}

fn reason(reason: Reason) -> &'static str {
    match reason {
        Reason::Domain => "no point was found at which both sides are defined",
        Reason::DisagreesOffReal => {
            "F seems to be real nowhere on f's domain, and its complex values disagree"
        }
        Reason::Pieces => "some pieces of f's domain are proved, others neither proved nor refuted",
        Reason::NoProof => "both sides agree numerically, but no proof was found",
        Reason::Budget => "the budget is used up",
        Reason::NotCertified => {
            "the proof covers only the pieces that were sampled, and certainty is required"
        }
        Reason::Internal => "the verifier failed",
    }
}

fn fault(verdict: &Verdict) -> String {
    let field = match verdict.field {
        Some(Field::Integrand) => "the integrand",
        Some(Field::Antiderivative) => "the antiderivative",
        Some(Field::Record) | None => "the question",
    };
    let what = match verdict.stage {
        Some(Stage::Record) | None => "is not well-formed",
        Some(Stage::Extract) => "has no single answer",
        Some(Stage::Syntax) => "is no expression",
        Some(Stage::Symbol) => "has a name that is not known",
        Some(Stage::Form) => "has not the form of an answer",
        Some(Stage::Domain) => "is defined nowhere",
        Some(Stage::Limit) => "is too large",
    };
    format!("{field} {what}")
}

fn plural(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

/// As records spell the value.
fn spelling<T: Serialize>(value: &T) -> String {
    let value = serde_json::to_value(value).unwrap_or_default();
    value.as_str().unwrap_or_default().to_owned()
}
