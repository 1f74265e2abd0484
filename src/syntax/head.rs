use std::sync::LazyLock;

use foldhash::fast::FixedState;
use hashbrown::HashMap;

use super::token::Frame;
use crate::expr::{Arena, Constant, Function, Id, View};
use crate::number::Rational;

/// What may stand before an argument: a function of the table, or a name for a power, a root or
/// a logarithm to a base.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Head {
    Table(Function),
    Exp,
    Sqrt,
    Cbrt,
    Pow,
    LogTo(Id),
    /// `log2` and `log10`.
    LogOf(u8),
    /// The logarithm to the base 10, or one to a base that is the second of two arguments.
    LogTen,
    /// The natural logarithm, or one to a base that is the first of two arguments.
    LogBaseFirst,
    /// π/2 − arctan u, the arccotangent with values in (0, π).
    UpperArccot,
}

const EXTRA: &[(&str, Head)] = &[
    ("exp", Head::Exp),
    ("Exp", Head::Exp),
    ("sqrt", Head::Sqrt),
    ("Sqrt", Head::Sqrt),
    ("cbrt", Head::Cbrt),
    ("pow", Head::Pow),
    ("Pow", Head::Pow),
    ("real_root", Head::Table(Function::Root)),
    ("log2", Head::LogOf(2)),
    ("log10", Head::LogOf(10)),
];

static NAMES: LazyLock<HashMap<&'static str, Head, FixedState>> = LazyLock::new(|| {
    let table = Function::TABLE.iter().flat_map(|entry| {
        std::iter::once(entry.name)
            .chain(entry.aliases.iter().copied())
            .map(|name| (name, Head::Table(entry.function)))
    });
    table.chain(EXTRA.iter().copied()).collect()
});

impl Head {
    /// The function of a name.
    pub fn find(name: &str) -> Option<Self> {
        NAMES.get(name).copied()
    }

    /// All names of functions, in a fixed order.
    pub fn names() -> impl Iterator<Item = &'static str> {
        Function::TABLE
            .iter()
            .flat_map(|entry| std::iter::once(entry.name).chain(entry.aliases.iter().copied()))
            .chain(EXTRA.iter().map(|&(name, _)| name))
    }

    /// Whether an argument can follow without brackets.
    pub fn takes_one(self) -> bool {
        match self {
            Self::Table(f) => f.arity() == 1,
            Self::Exp
            | Self::Sqrt
            | Self::Cbrt
            | Self::LogTo(_)
            | Self::LogOf(_)
            | Self::LogTen
            | Self::LogBaseFirst
            | Self::UpperArccot => true,
            Self::Pow => false,
        }
    }

    /// What the exponent −1 before the argument names: `sin^-1` is `asin`.
    pub fn inverse(self) -> Option<Self> {
        use Function as F;
        let Self::Table(f) = self else { return None };
        let inverse = match f {
            F::Sin => F::Asin,
            F::Cos => F::Acos,
            F::Tan => F::Atan,
            F::Cot => F::Acot,
            F::Sec => F::Asec,
            F::Csc => F::Acsc,
            F::Sinh => F::Asinh,
            F::Cosh => F::Acosh,
            F::Tanh => F::Atanh,
            F::Coth => F::Acoth,
            F::Sech => F::Asech,
            F::Csch => F::Acsch,
            F::Log
            | F::Abs
            | F::Sign
            | F::Root
            | F::Asin
            | F::Acos
            | F::Atan
            | F::Acot
            | F::Asec
            | F::Acsc
            | F::Asinh
            | F::Acosh
            | F::Atanh
            | F::Acoth
            | F::Asech
            | F::Acsch
            | F::Erf
            | F::Erfc
            | F::Erfi
            | F::Si
            | F::Ci
            | F::Shi
            | F::Chi
            | F::Ei
            | F::Li => return None,
        };
        Some(Self::Table(inverse))
    }

    /// The function of its arguments, or what is wrong with them.
    pub fn apply(self, arguments: &[Id], arena: &mut Arena) -> Result<Id, String> {
        match (self, arguments) {
            (Self::Table(Function::Root), &[radicand, degree]) => root(radicand, degree, arena),
            (Self::Table(Function::Log) | Self::LogTen, &[u, base]) | (Self::LogTo(base), &[u]) => {
                Ok(logarithm(u, base, arena))
            }
            (Self::Table(f), _) if arguments.len() == f.arity() => Ok(arena.call(f, arguments)),
            (Self::Exp, &[u]) => Ok(arena.exp(u)),
            (Self::Sqrt, &[u]) => Ok(arena.sqrt(u)),
            (Self::Cbrt, &[u]) => {
                let three = arena.integer(3);
                Ok(arena.call(Function::Root, &[u, three]))
            }
            (Self::LogBaseFirst, &[u]) => Ok(arena.call(Function::Log, &[u])),
            (Self::LogBaseFirst, &[base, u]) => Ok(logarithm(u, base, arena)),
            (Self::UpperArccot, &[u]) => {
                let pi = arena.constant(Constant::Pi);
                let half = arena.number(&Rational::HALF);
                let quarter_turn = arena.product(&[half, pi]);
                let arctan = arena.call(Function::Atan, &[u]);
                Ok(arena.sub(quarter_turn, arctan))
            }
            (Self::Pow, &[base, exponent]) => Ok(arena.power(base, exponent)),
            (Self::LogOf(base), &[u]) => {
                let base = arena.integer(i64::from(base));
                Ok(logarithm(u, base, arena))
            }
            (Self::LogTen, &[u]) => {
                let ten = arena.integer(10);
                Ok(logarithm(u, ten, arena))
            }
            _ => Err(format!(
                "takes {}, not {}",
                self.arguments(),
                arguments.len()
            )),
        }
    }

    fn arguments(self) -> &'static str {
        match self {
            Self::Table(Function::Log) | Self::LogTen => {
                "one argument, or two with the base as second"
            }
            Self::LogBaseFirst => "one argument, or two with the base as first",
            Self::Table(Function::Root) => "two arguments, root(x, 3)",
            Self::Pow => "two arguments",
            _ => "one argument",
        }
    }
}

/// log(u)/log(base).
fn logarithm(u: Id, base: Id, arena: &mut Arena) -> Id {
    let above = arena.call(Function::Log, &[u]);
    let below = arena.call(Function::Log, &[base]);
    arena.div(above, below)
}

/// The real root of an odd degree, the principal power 1/n of an even one.
fn root(radicand: Id, degree: Id, arena: &mut Arena) -> Result<Id, String> {
    let n = arena.as_number(degree).and_then(Rational::to_i64);
    match n {
        Some(n) if n >= 2 && n % 2 == 1 => Ok(arena.call(Function::Root, &[radicand, degree])),
        Some(n) if n >= 2 => {
            let exponent = Rational::new(1, n).unwrap_or(Rational::ONE);
            let exponent = arena.number(&exponent);
            Ok(arena.power(radicand, exponent))
        }
        _ => Err("needs an integer of at least 2, written out, as its degree: root(x, 3)".into()),
    }
}

/// A root sign before its radicand.
pub(super) fn radical(degree: u8, radicand: Id, arena: &mut Arena) -> Id {
    let degree = arena.integer(i64::from(degree));
    root(radicand, degree, arena).unwrap_or(radicand)
}

impl Frame {
    /// What a frame with these parts means, or what is wrong with them.
    pub fn apply(self, parts: &[Id], arena: &mut Arena) -> Result<Id, String> {
        match (self, parts) {
            (Self::Fraction, &[above, below]) => Ok(quotient(above, below, arena)),
            (Self::Root, &[radicand]) => Ok(arena.sqrt(radicand)),
            // Of a degree without a value, the principal power: it is not known to be odd.
            (Self::RootOf, &[degree, radicand]) if arena.as_number(degree).is_none() => {
                let exponent = arena.recip(degree);
                Ok(arena.power(radicand, exponent))
            }
            (Self::RootOf, &[degree, radicand]) => root(radicand, degree, arena),
            _ => Err("has the wrong number of parts".into()),
        }
    }
}

/// above/below as the plain language reads it, with the factors of a product side by side: a
/// fraction bar groups them already.
fn quotient(above: Id, below: Id, arena: &mut Arena) -> Id {
    let integer = |id| arena.as_number(id).is_some_and(Rational::is_integer);
    let zero = arena.as_number(below).is_some_and(Rational::is_zero);
    if integer(above) && integer(below) && !zero {
        return arena.div(above, below);
    }
    let one = arena.as_number(above).is_some_and(Rational::is_one);
    let mut factors = match arena.view(above) {
        View::Product(factors) => factors.to_vec(),
        _ if one => Vec::new(),
        _ => vec![above],
    };
    factors.push(arena.recip(below));
    arena.product(&factors)
}
