use serde::{Serialize, Serializer};

use crate::decide::{Coverage, Witness};
use crate::error::Stage;
use crate::verify::{Question, Verdict};

/// Relative differences below this are what comparisons of numbers take for equal.
const TINY: f64 = 1e-6;

macro_rules! kinds {
    ($($(#[$doc:meta])* $variant:ident $name:literal $sentence:literal;)*) => {
        /// A kind of mistake or exploit.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
        pub enum Kind { $($(#[$doc])* $variant,)* }

        impl Kind {
            /// All, false rewards first.
            pub const ALL: &'static [Self] = &[$(Self::$variant),*];

            /// Its name in records.
            pub fn name(self) -> &'static str {
                match self { $(Self::$variant => $name),* }
            }

            /// What it is, in a sentence.
            pub fn sentence(self) -> &'static str {
                match self { $(Self::$variant => $sentence),* }
            }
        }
    };
}

kinds! {
    /// F′ is another function.
    Wrong "wrong" "F' is another function than f.";
    /// F′ = −f.
    Sign "sign" "F' = -f at the witness: a sign is wrong.";
    /// F′ is near f.
    Tiny "tiny" "F' differs from f by less than a millionth: a term too small for a comparison of numbers.";
    /// Wrong on one piece, right on another.
    OnePiece "one_piece" "F' = f on a part of f's domain, but not where the witness is.";
    /// No answer in the response, or several.
    NoAnswer "no_answer" "The response has no answer, or several that differ.";
    /// Text that is no expression.
    NoExpression "no_expression" "The answer is no expression: what a lenient parser drops or repairs.";
    /// An unknown name.
    UnknownName "unknown_name" "The answer has a function or word that means nothing.";
    /// An unevaluated integral, an equation, nan.
    NoForm "no_form" "The answer is not of the form of one: the question's own integral, an equation, several expressions, nan.";
    /// Defined nowhere.
    Nowhere "nowhere" "The answer is defined nowhere.";
    /// Beyond the limits.
    TooLarge "too_large" "The answer is too large to be read.";
    /// Written with another constant.
    Constant "constant" "Right; the constant of integration has an unusual name.";
    /// Right where F is real.
    Partly "partly" "Right on every piece of f's domain on which F is real.";
    /// ln |x| and the like.
    Absolute "absolute" "Right; the answer has an absolute value.";
    /// LaTeX that is often misread.
    Latex "latex" "Right; the answer is LaTeX.";
    /// An equivalent form.
    OtherForm "other_form" "Right, in another form than the scorer could see.";
}

impl Serialize for Kind {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

/// By what a wrong response was rewarded. `elsewhere` says whether it is right on another piece.
pub(super) fn of_false_reward(verdict: &Verdict, elsewhere: impl FnOnce() -> bool) -> Kind {
    match (verdict.stage, &verdict.witness) {
        (Some(Stage::Extract), _) => Kind::NoAnswer,
        (Some(Stage::Syntax | Stage::Record), _) => Kind::NoExpression,
        (Some(Stage::Symbol), _) => Kind::UnknownName,
        (Some(Stage::Form), _) => Kind::NoForm,
        (Some(Stage::Domain), _) => Kind::Nowhere,
        (Some(Stage::Limit), _) => Kind::TooLarge,
        (None, _) if elsewhere() => Kind::OnePiece,
        (None, Some(witness)) => of_witness(witness),
        (None, None) => Kind::Wrong,
    }
}

fn of_witness(witness: &Witness) -> Kind {
    let real = |ends: &[String; 2]| ends[0].parse::<f64>().ok();
    let (Some(slope), Some(f)) = (real(&witness.derivative), real(&witness.integrand)) else {
        return Kind::Wrong;
    };
    let near = |a: f64, b: f64| (a - b).abs() <= TINY * a.abs().max(b.abs());
    if near(slope, f) {
        Kind::Tiny
    } else if near(slope, -f) {
        Kind::Sign
    } else {
        Kind::Wrong
    }
}

/// What a scorer may have stumbled over in a response that is right.
pub(super) fn of_false_rejection(verdict: &Verdict, question: &Question) -> Kind {
    let text = question.antiderivative.as_str();
    let has = |parts: &[&str]| parts.iter().any(|part| text.contains(part));
    if has(&[
        r"\text{C",
        r"\mathcal",
        r"\mathrm{C",
        "onst",
        "c_1",
        "C_1",
        r"\kappa",
    ]) {
        Kind::Constant
    } else if verdict.coverage == Some(Coverage::Partial) {
        Kind::Partly
    } else if has(&["|", "abs(", "Abs(", r"\vert"]) {
        Kind::Absolute
    } else if has(&["\\"]) {
        Kind::Latex
    } else {
        Kind::OtherForm
    }
}
