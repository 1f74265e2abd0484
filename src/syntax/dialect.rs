use serde::{Deserialize, Serialize};

use super::head::Head;
use crate::expr::{Constant, Function};

/// Which letters are constants, and what names mean: who printed the text.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Dialect {
    /// As people write: `e` is Euler's number, `i` the imaginary unit; `E` and `I` are symbols.
    #[default]
    Default,
    /// As `SymPy` prints: `E` is Euler's number, `I` the imaginary unit; `e` and `i` are symbols.
    Sympy,
    /// As Maxima prints: `%e`, `%i`, `%pi`.
    Maxima,
    /// As giac and Xcas print: `e`, `i`.
    Giac,
    /// As `FriCAS` and Axiom print: `%e`, `%i`, `%pi`; the arccotangent takes values in (0, π).
    Fricas,
    /// As Mathematica prints in `InputForm`: `E`, `I`; `Log[b, x]` has its base first.
    Mathematica,
    /// As Maple prints: `I`, and `exp(1)`; the arccotangent takes values in (0, π).
    Maple,
}

/// The base of a `log` without one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Logarithm {
    /// e, as `ln`.
    #[default]
    Natural,
    /// 10.
    Ten,
}

/// What sets a dialect apart.
struct Names {
    dialect: Dialect,
    constants: &'static [(&'static str, Constant)],
    /// Names that mean something else than in the table of functions, or are missing there.
    heads: &'static [(&'static str, Head)],
}

const PERCENT: &[(&str, Constant)] = &[
    ("%e", Constant::E),
    ("%i", Constant::I),
    ("%pi", Constant::Pi),
];
const UPPER: &[(&str, Constant)] = &[("E", Constant::E), ("I", Constant::I)];
const LOWER: &[(&str, Constant)] = &[("e", Constant::E), ("i", Constant::I)];

/// The dialects, in the order of their variants.
const TABLE: &[Names] = &[
    Names {
        dialect: Dialect::Default,
        constants: LOWER,
        heads: &[],
    },
    Names {
        dialect: Dialect::Sympy,
        constants: UPPER,
        heads: &[],
    },
    Names {
        dialect: Dialect::Maxima,
        constants: PERCENT,
        heads: &[
            ("expintegral_ei", Head::Table(Function::Ei)),
            ("expintegral_li", Head::Table(Function::Li)),
            ("expintegral_si", Head::Table(Function::Si)),
            ("expintegral_ci", Head::Table(Function::Ci)),
            ("expintegral_shi", Head::Table(Function::Shi)),
            ("expintegral_chi", Head::Table(Function::Chi)),
        ],
    },
    Names {
        dialect: Dialect::Giac,
        constants: LOWER,
        heads: &[("surd", Head::Table(Function::Root))],
    },
    Names {
        dialect: Dialect::Fricas,
        constants: PERCENT,
        heads: &[("acot", Head::UpperArccot)],
    },
    Names {
        dialect: Dialect::Mathematica,
        constants: UPPER,
        heads: &[
            ("Log", Head::LogBaseFirst),
            ("CubeRoot", Head::Cbrt),
            ("Surd", Head::Table(Function::Root)),
        ],
    },
    Names {
        dialect: Dialect::Maple,
        constants: &[("I", Constant::I)],
        heads: &[("arccot", Head::UpperArccot)],
    },
];

impl Dialect {
    fn names(self) -> &'static Names {
        debug_assert!(TABLE[self as usize].dialect == self);
        &TABLE[self as usize]
    }

    /// The constant of a name.
    pub(super) fn constant(self, name: &str) -> Option<Constant> {
        let own = self.names().constants.iter().find(|(n, _)| *n == name);
        match (own, name) {
            (Some(&(_, constant)), _) => Some(constant),
            (None, "pi" | "Pi" | "PI") => Some(Constant::Pi),
            (None, _) => None,
        }
    }

    /// The function of a name.
    pub(super) fn head(self, name: &str) -> Option<Head> {
        let own = self.names().heads.iter().find(|(n, _)| *n == name);
        own.map(|&(_, head)| head).or_else(|| Head::find(name))
    }

    /// Whether the name is a constant that is printed as a function of nothing: `pi()`.
    pub(super) fn calls(self, name: &str) -> bool {
        self == Self::Fricas && name == "pi"
    }

    /// Whether a run of letters may be a product: people leave signs out, programs do not.
    pub(super) fn cuts_words(self) -> bool {
        self == Self::Default
    }
}
