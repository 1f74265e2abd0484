use std::fmt;

/// Why the tower test gives no answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Abstention {
    /// A divisor or the argument of a logarithm vanishes in some sample.
    ZeroDivisor,
    /// Too many hidden signs for the samples that are affordable.
    Signs,
    /// Too many independent elements or roots.
    Size,
    /// A bound of degree or height is too large for the error that is allowed.
    Height,
    /// A root of an order that the field does not hold.
    Order,
    /// At the anchor an enclosure touches a branch cut.
    Branch,
    /// The primes disagree.
    Relation,
    /// A function that has no tower form here.
    Function,
}

impl Abstention {
    /// A word for records.
    pub fn name(self) -> &'static str {
        match self {
            Self::ZeroDivisor => "zero_divisor",
            Self::Signs => "signs",
            Self::Size => "size",
            Self::Height => "height",
            Self::Order => "order",
            Self::Branch => "branch",
            Self::Relation => "relation",
            Self::Function => "function",
        }
    }
}

impl fmt::Display for Abstention {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// How a run ends early.
#[derive(Clone, Copy, Debug)]
pub(super) enum Stop {
    Abstain(Abstention),
    /// Run again: the hints say with what.
    Again,
    /// Run again with other primes: one of these divides what it must not.
    Redraw,
    /// Run again with another prime in the place of this one.
    Replace(u64),
}

impl From<Abstention> for Stop {
    fn from(a: Abstention) -> Self {
        Self::Abstain(a)
    }
}
