use std::fmt;

use crate::tower::{Abstention, Proof};

/// What one layer of the ladder found. The trail of a decision lists them as they were tried.
#[derive(Clone, PartialEq, Debug)]
pub enum Step {
    /// Points compared in double precision.
    Screen {
        /// Where the enclosures of both sides meet.
        agree: usize,
        /// Where they do not.
        differ: usize,
        /// Where f is not real, or nothing could be told.
        other: usize,
    },
    /// The exact comparison of rational functions; `None` where the sides are none.
    Rational(Option<bool>),
    /// The finite-field test on all branches at once.
    AllBranches(Result<Proof, Abstention>),
    /// Whether the derivative simplifies to f.
    Structural(bool),
    /// The finite-field test with the branches of one point after the other.
    Points {
        /// Points tried.
        tried: usize,
        /// Whether one of them gave the proof.
        proved: bool,
    },
    /// The pieces of the real line.
    Pieces {
        /// Where the identity is proved.
        proved: usize,
        /// Where the sides differ.
        refuted: usize,
        /// Where they differ but F is not real.
        uncovered: usize,
        /// Where f is not real.
        outside: usize,
        /// Where nothing could be shown.
        open: usize,
        /// Whether these are all pieces.
        complete: bool,
    },
}

impl Step {
    /// The name of the layer.
    pub fn layer(&self) -> &'static str {
        match self {
            Self::Screen { .. } => "screen",
            Self::Rational(_) => "rational",
            Self::AllBranches(_) => "identity",
            Self::Structural(_) => "simplify",
            Self::Points { .. } => "points",
            Self::Pieces { .. } => "pieces",
        }
    }
}

/// In words, without the layer's name.
impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Screen {
                agree,
                differ,
                other,
            } => {
                write!(
                    f,
                    "in doubles the sides agree at {agree} points and differ at {differ}"
                )?;
                if *other > 0 {
                    write!(f, "; at {other} nothing could be told")?;
                }
                Ok(())
            }
            Self::Rational(None) => f.write_str("the sides are no rational functions"),
            Self::Rational(Some(true)) => f.write_str("F' and f are one rational function"),
            Self::Rational(Some(false)) => f.write_str("F' and f are different rational functions"),
            Self::AllBranches(Ok(proof)) => {
                let not = if proof.vanishes() {
                    "vanishes"
                } else {
                    "does not vanish"
                };
                let s = if proof.entries == 1 { "" } else { "s" };
                write!(
                    f,
                    "F' - f {not} on all branches: {} independent element{s}, {} samples",
                    proof.entries, proof.samples
                )
            }
            Self::AllBranches(Err(reason)) => write!(f, "no answer on all branches: {reason}"),
            Self::Structural(true) => f.write_str("F' simplifies to f"),
            Self::Structural(false) => f.write_str("F' does not simplify to f"),
            Self::Points { tried, proved } => {
                let end = if *proved {
                    "the last proves it"
                } else {
                    "none proves it"
                };
                write!(f, "branches as at {tried} points: {end}")
            }
            Self::Pieces {
                proved,
                refuted,
                uncovered,
                outside,
                open,
                complete,
            } => {
                let all = if *complete {
                    "all pieces"
                } else {
                    "pieces met"
                };
                write!(
                    f,
                    "{all}: {proved} proved, {refuted} refuted, {uncovered} not covered, {outside} outside f's domain, {open} open"
                )
            }
        }
    }
}
