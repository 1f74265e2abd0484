/// A named constant.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Constant {
    /// π.
    Pi,
    /// Euler's number.
    E,
    /// The imaginary unit.
    I,
}

/// One line of the function table.
pub struct Entry {
    /// The function.
    pub function: Function,
    /// Its name in the plain syntax and in SymPy's.
    pub name: &'static str,
    /// Other spellings that are read.
    pub aliases: &'static [&'static str],
    /// How LaTeX writes it.
    pub latex: &'static str,
    /// Number of arguments.
    pub arity: usize,
    /// Where it is real and finite for a real argument u.
    pub domain: Domain,
}

/// The natural real domain of a function of one argument u.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Domain {
    /// Every real u.
    Reals,
    /// u > 0.
    Positive,
    /// u ≠ 0.
    NonZero,
    /// u > 0 and u ≠ 1.
    PositiveNotOne,
    /// cos u ≠ 0.
    CosineNonZero,
    /// sin u ≠ 0.
    SineNonZero,
    /// −1 ≤ u ≤ 1.
    UnitInterval,
    /// −1 < u < 1.
    OpenUnitInterval,
    /// |u| ≥ 1.
    OutsideUnitInterval,
    /// |u| > 1.
    OpenOutsideUnitInterval,
    /// u ≥ 1.
    AtLeastOne,
    /// 0 < u ≤ 1.
    HalfOpenUnit,
}

macro_rules! functions {
    ($($(#[$doc:meta])* $variant:ident $name:literal [$($alias:literal),*] $latex:literal $arity:literal $domain:ident;)*) => {
        /// A function of the table. Matches on it have no `_` arm, so that the compiler names
        /// every place a new function needs.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        pub enum Function { $($(#[$doc])* $variant,)* }

        impl Function {
            /// The table, in the order of the variants.
            pub const TABLE: &'static [Entry] = &[$(Entry {
                function: Function::$variant,
                name: $name,
                aliases: &[$($alias),*],
                latex: $latex,
                arity: $arity,
                domain: Domain::$domain,
            },)*];
        }
    };
}

// The exponential is the power e^u and the square root the power u^(1/2); they need no row.
functions! {
    /// Natural logarithm, principal branch.
    Log "log" ["ln", "Log", "Ln", "LN"] r"\ln" 1 Positive;
    /// |u|.
    Abs "abs" ["Abs", "fabs"] r"\operatorname{abs}" 1 Reals;
    /// −1, 0 or 1.
    Sign "sign" ["sgn", "Sign", "signum"] r"\operatorname{sgn}" 1 Reals;
    /// `root(u, n)`, n odd and literal: the real n-th root.
    Root "root" ["surd"] r"\sqrt" 2 Reals;
    /// Sine.
    Sin "sin" ["Sin", "sen"] r"\sin" 1 Reals;
    /// Cosine.
    Cos "cos" ["Cos"] r"\cos" 1 Reals;
    /// Tangent.
    Tan "tan" ["Tan", "tg"] r"\tan" 1 CosineNonZero;
    /// Cotangent.
    Cot "cot" ["Cot", "ctg", "cotg", "cotan"] r"\cot" 1 SineNonZero;
    /// Secant.
    Sec "sec" ["Sec"] r"\sec" 1 CosineNonZero;
    /// Cosecant.
    Csc "csc" ["Csc", "cosec"] r"\csc" 1 SineNonZero;
    /// Arcsine.
    Asin "asin" ["arcsin", "ArcSin", "arsin"] r"\arcsin" 1 UnitInterval;
    /// Arccosine.
    Acos "acos" ["arccos", "ArcCos", "arcos"] r"\arccos" 1 UnitInterval;
    /// Arctangent.
    Atan "atan" ["arctan", "ArcTan", "arctg", "artan"] r"\arctan" 1 Reals;
    /// Arccotangent, atan(1/u): odd, with a jump at 0.
    Acot "acot" ["arccot", "ArcCot", "arcctg", "arcot"] r"\operatorname{arccot}" 1 NonZero;
    /// Arcsecant, acos(1/u).
    Asec "asec" ["arcsec", "ArcSec"] r"\operatorname{arcsec}" 1 OutsideUnitInterval;
    /// Arccosecant, asin(1/u).
    Acsc "acsc" ["arccsc", "ArcCsc", "arccosec", "acosec"] r"\operatorname{arccsc}" 1 OutsideUnitInterval;
    /// Hyperbolic sine.
    Sinh "sinh" ["Sinh", "sh"] r"\sinh" 1 Reals;
    /// Hyperbolic cosine.
    Cosh "cosh" ["Cosh", "ch"] r"\cosh" 1 Reals;
    /// Hyperbolic tangent.
    Tanh "tanh" ["Tanh", "th"] r"\tanh" 1 Reals;
    /// Hyperbolic cotangent.
    Coth "coth" ["Coth", "cth"] r"\coth" 1 NonZero;
    /// Hyperbolic secant.
    Sech "sech" ["Sech"] r"\operatorname{sech}" 1 Reals;
    /// Hyperbolic cosecant.
    Csch "csch" ["Csch", "cosech"] r"\operatorname{csch}" 1 NonZero;
    /// Inverse hyperbolic sine.
    Asinh "asinh" ["arsinh", "arcsinh", "ArcSinh", "argsinh", "arsh"] r"\operatorname{arsinh}" 1 Reals;
    /// Inverse hyperbolic cosine.
    Acosh "acosh" ["arcosh", "arccosh", "ArcCosh", "argcosh", "arch"] r"\operatorname{arcosh}" 1 AtLeastOne;
    /// Inverse hyperbolic tangent.
    Atanh "atanh" ["artanh", "arctanh", "ArcTanh", "argtanh", "arth"] r"\operatorname{artanh}" 1 OpenUnitInterval;
    /// Inverse hyperbolic cotangent, atanh(1/u).
    Acoth "acoth" ["arcoth", "arccoth", "ArcCoth", "argcoth", "arcth"] r"\operatorname{arcoth}" 1 OpenOutsideUnitInterval;
    /// Inverse hyperbolic secant, acosh(1/u).
    Asech "asech" ["arsech", "arcsech", "ArcSech", "argsech"] r"\operatorname{arsech}" 1 HalfOpenUnit;
    /// Inverse hyperbolic cosecant, asinh(1/u).
    Acsch "acsch" ["arcsch", "arccsch", "ArcCsch", "argcsch"] r"\operatorname{arcsch}" 1 NonZero;
    /// Error function, (2/√π)∫₀ᵘ e^(−t²) dt.
    Erf "erf" ["Erf"] r"\operatorname{erf}" 1 Reals;
    /// Complementary error function, 1 − erf u.
    Erfc "erfc" ["Erfc"] r"\operatorname{erfc}" 1 Reals;
    /// Imaginary error function, −i·erf(iu).
    Erfi "erfi" ["Erfi"] r"\operatorname{erfi}" 1 Reals;
    /// Sine integral, ∫₀ᵘ sin t/t dt.
    Si "Si" ["SinIntegral", "sinint"] r"\operatorname{Si}" 1 Reals;
    /// Cosine integral, γ + log u + ∫₀ᵘ (cos t − 1)/t dt.
    Ci "Ci" ["CosIntegral", "cosint"] r"\operatorname{Ci}" 1 NonZero;
    /// Hyperbolic sine integral, ∫₀ᵘ sinh t/t dt.
    Shi "Shi" ["SinhIntegral", "sinhint"] r"\operatorname{Shi}" 1 Reals;
    /// Hyperbolic cosine integral, γ + log u + ∫₀ᵘ (cosh t − 1)/t dt.
    Chi "Chi" ["CoshIntegral", "coshint"] r"\operatorname{Chi}" 1 NonZero;
    /// Exponential integral, the principal value of ∫₋∞ᵘ eᵗ/t dt.
    Ei "Ei" ["ExpIntegralEi", "ei"] r"\operatorname{Ei}" 1 NonZero;
    /// Logarithmic integral, Ei(log u).
    Li "li" ["LogIntegral", "logint"] r"\operatorname{li}" 1 PositiveNotOne;
}

impl Function {
    /// The function's line of the table.
    pub fn entry(self) -> &'static Entry {
        &Self::TABLE[self as usize]
    }

    /// Its name in the plain syntax.
    pub fn name(self) -> &'static str {
        self.entry().name
    }

    /// Number of arguments.
    pub fn arity(self) -> usize {
        self.entry().arity
    }

    /// The function of a name or alias.
    pub fn find(name: &str) -> Option<Self> {
        Self::TABLE
            .iter()
            .find(|entry| entry.name == name || entry.aliases.contains(&name))
            .map(|entry| entry.function)
    }
}
