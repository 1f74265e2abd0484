//! What each command means.

use std::sync::LazyLock;

use foldhash::fast::FixedState;
use hashbrown::HashMap;

use super::super::head::Head;
use super::super::names;
use super::super::token::{Bracket, Frame, Kind};
use super::Error;
use crate::error::Stage;

/// The fonts, by what may stand in them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Font {
    /// A name of a function.
    Operator,
    /// Words.
    Text,
    /// Words, or any expression of single letters.
    Letters,
}

/// A delimiter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Delimiter {
    Open(Bracket),
    Close(Bracket),
    /// A bar that does not say which side it is on.
    Bar,
}

/// What a command does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Meaning {
    /// Prints nothing.
    Blank,
    /// Ends a line or a column, or sets statements apart: no implicit product reaches over it.
    Line,
    /// A function, a Greek letter, π: the name after the backslash.
    Name,
    /// The same, of a function, which needs braces where an argument is expected.
    Function,
    /// A sign of the plain language.
    Sign(Kind<'static>),
    Frame(Frame),
    Over,
    Left,
    LeftNull,
    Right,
    RightNull,
    /// `\big`, with the side that it gives a bar.
    Size(Option<Side>),
    Delimiter(Delimiter),
    Font(Font),
    /// `\rm`: the letters that follow are upright.
    Upright,
    /// `\hat`, over one letter.
    Accent,
    Colour,
    /// A space whose width is its argument.
    Width,
    Box,
    /// `\begin` and `\end`.
    Begin,
    End,
    Ring,
    /// `\(`, `\)`, `\[`, `\]`.
    Mode,
}

/// The side of an expression on which a delimiter stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Side {
    Left,
    Right,
}

/// A line of the table of refusals: commands, the stage, and what is said about them.
type Refusal = (&'static [&'static str], Stage, &'static str);

pub(super) struct Command;

/// The table: what each command that is no name means.
const MEANINGS: &[(Meaning, &[&str])] = &[
    (
        Meaning::Blank,
        &[
            ",",
            ";",
            ":",
            "!",
            ">",
            " ",
            "\n",
            "\t",
            "/",
            "enspace",
            "enskip",
            "thinspace",
            "medspace",
            "thickspace",
            "negthinspace",
            "displaystyle",
            "textstyle",
            "scriptstyle",
            "scriptscriptstyle",
            "limits",
            "nolimits",
            "allowbreak",
            "nobreak",
            "relax",
            "it",
            "bf",
        ],
    ),
    (Meaning::Line, &["\\", "newline", "cr", "quad", "qquad"]),
    (
        Meaning::Sign(Kind::Times),
        &["cdot", "times", "ast", "cdotp", "bullet"],
    ),
    (Meaning::Sign(Kind::Divide), &["div", "slash"]),
    (
        Meaning::Frame(Frame::Fraction),
        &["frac", "dfrac", "tfrac", "cfrac"],
    ),
    (Meaning::Frame(Frame::Root), &["sqrt"]),
    (Meaning::Over, &["over"]),
    (Meaning::Left, &["left"]),
    (Meaning::LeftNull, &["left."]),
    (Meaning::Right, &["right"]),
    (Meaning::RightNull, &["right."]),
    (Meaning::Size(None), &["big", "Big", "bigg", "Bigg"]),
    (
        Meaning::Size(Some(Side::Left)),
        &["bigl", "Bigl", "biggl", "Biggl"],
    ),
    (
        Meaning::Size(Some(Side::Right)),
        &["bigr", "Bigr", "biggr", "Biggr"],
    ),
    (
        Meaning::Delimiter(Delimiter::Open(Bracket::Curly)),
        &["{", "lbrace"],
    ),
    (
        Meaning::Delimiter(Delimiter::Close(Bracket::Curly)),
        &["}", "rbrace"],
    ),
    (
        Meaning::Delimiter(Delimiter::Open(Bracket::Square)),
        &["lbrack"],
    ),
    (
        Meaning::Delimiter(Delimiter::Close(Bracket::Square)),
        &["rbrack"],
    ),
    (
        Meaning::Delimiter(Delimiter::Open(Bracket::Round)),
        &["lparen"],
    ),
    (
        Meaning::Delimiter(Delimiter::Close(Bracket::Round)),
        &["rparen"],
    ),
    (
        Meaning::Delimiter(Delimiter::Open(Bracket::Bars)),
        &["lvert"],
    ),
    (
        Meaning::Delimiter(Delimiter::Close(Bracket::Bars)),
        &["rvert"],
    ),
    (Meaning::Delimiter(Delimiter::Bar), &["vert", "mid"]),
    (Meaning::Font(Font::Operator), &["operatorname"]),
    (
        Meaning::Font(Font::Text),
        &[
            "text",
            "textrm",
            "textnormal",
            "textit",
            "textbf",
            "textup",
            "mbox",
        ],
    ),
    (
        Meaning::Font(Font::Letters),
        &[
            "mathrm",
            "mathit",
            "mathbf",
            "mathsf",
            "mathtt",
            "mathcal",
            "mathnormal",
            "boldsymbol",
            "bm",
        ],
    ),
    (Meaning::Upright, &["rm"]),
    (Meaning::Accent, &["hat", "widehat", "tilde", "widetilde"]),
    (Meaning::Colour, &["color", "textcolor"]),
    (Meaning::Width, &["hspace"]),
    (Meaning::Box, &["boxed"]),
    (Meaning::Begin, &["begin"]),
    (Meaning::End, &["end"]),
    (Meaning::Ring, &["circ", "degree"]),
    (Meaning::Mode, &["(", ")", "[", "]"]),
];

/// Commands that are known and belong to no expression.
const REFUSALS: &[Refusal] = &[
    (
        &["int", "iint", "iiint", "oint", "intop"],
        Stage::Form,
        "is an unevaluated integral; one finished expression is accepted",
    ),
    (
        &[
            "lim", "limsup", "liminf", "sum", "prod", "coprod", "partial", "nabla", "bigcup",
            "bigcap",
        ],
        Stage::Form,
        "is left to be evaluated; one finished expression is accepted",
    ),
    (
        &["infty"],
        Stage::Form,
        "is no finite value; a finite expression is accepted",
    ),
    (
        &["pm", "mp"],
        Stage::Form,
        "means two answers; one expression is accepted",
    ),
    (
        &[
            "le",
            "leq",
            "ge",
            "geq",
            "lt",
            "gt",
            "ne",
            "neq",
            "equiv",
            "approx",
            "sim",
            "simeq",
            "cong",
            "propto",
            "to",
            "rightarrow",
            "Rightarrow",
            "implies",
            "iff",
            "Leftrightarrow",
            "longrightarrow",
            "mapsto",
            "in",
            "notin",
            "forall",
            "exists",
            "colon",
            "therefore",
            "because",
            "coloneqq",
            "leqslant",
            "geqslant",
            "ll",
            "gg",
            "models",
            "vdash",
        ],
        Stage::Form,
        "states a relation; one expression is accepted",
    ),
    (
        &["lor", "land", "vee", "wedge", "cup", "cap", "neg", "lnot"],
        Stage::Form,
        "stands between several answers or conditions; one expression is accepted",
    ),
    (
        &["ldots", "dots", "cdots", "dotsb", "dotsc", "vdots", "ddots"],
        Stage::Form,
        "leaves something out; the whole expression is accepted",
    ),
    (
        &["prime", "dot", "ddot"],
        Stage::Form,
        "is a derivative, and derivatives are not evaluated",
    ),
    (
        &["cases", "matrix", "pmatrix", "substack", "tag", "label"],
        Stage::Form,
        "is a construction that is not read; one expression is accepted",
    ),
    (
        &[
            "phantom",
            "hphantom",
            "vphantom",
            "cancel",
            "bcancel",
            "xcancel",
            "sout",
            "not",
            "def",
            "newcommand",
            "let",
        ],
        Stage::Form,
        "hides or changes what is printed and is not read",
    ),
    (
        &[
            "lfloor", "rfloor", "lceil", "rceil", "Vert", "lVert", "rVert", "|", "langle",
            "rangle", "binom", "choose",
        ],
        Stage::Symbol,
        "is a function that is not known here",
    ),
    (
        &[
            "Pi", "pow", "Pow", "root", "surd", "Im", "Re", "arg", "max", "min", "det", "gcd",
        ],
        Stage::Symbol,
        "is not read; a Greek letter, a function, or \\pi for the number is accepted",
    ),
    (
        &[
            "bar",
            "overline",
            "vec",
            "check",
            "breve",
            "underline",
            "mathbb",
        ],
        Stage::Symbol,
        "is no accent that is read, since it has a meaning elsewhere; a letter, perhaps with a \
         subscript, \\hat or \\tilde, is accepted",
    ),
    (
        &["middle", "above", "atop", "overset", "underset", "stackrel"],
        Stage::Syntax,
        "is not read; \\frac, \\left( and \\right) are",
    ),
    (
        &["%"],
        Stage::Syntax,
        "is no operator here; + - \\cdot and \\frac are",
    ),
];

enum Entry {
    Means(Meaning),
    Refused(Stage, &'static str),
}

static TABLE: LazyLock<HashMap<&'static str, Entry, FixedState>> = LazyLock::new(|| {
    let refused = REFUSALS.iter().flat_map(|&(names, stage, what)| {
        names.iter().map(move |&n| (n, Entry::Refused(stage, what)))
    });
    let meanings = MEANINGS
        .iter()
        .flat_map(|&(meaning, names)| names.iter().map(move |&n| (n, Entry::Means(meaning))));
    refused.chain(meanings).collect()
});

impl Command {
    /// What a command means, which is written with its backslash at this byte.
    pub fn meaning(written: &str, start: usize) -> Result<Meaning, Error> {
        let mut name = &written[1..];
        // \\[2pt]
        if name.starts_with('\\') {
            name = "\\";
        }
        let span = start..start + written.len();
        match TABLE.get(name) {
            Some(Entry::Means(meaning)) => return Ok(*meaning),
            Some(Entry::Refused(stage, what)) => {
                return Err(Error::at(*stage, format!("`{written}` {what}"), span));
            }
            None => {}
        }
        if Head::find(name).is_some() {
            return Ok(Meaning::Function);
        }
        if name == "pi" || names::is_greek(name) && name != "eps" {
            return Ok(Meaning::Name);
        }
        Err(Error::at(
            Stage::Symbol,
            if written.len() == 1 {
                "a backslash ends the text; a command is accepted".to_owned()
            } else {
                format!("`{}` is no known command", written.escape_debug())
            },
            span,
        ))
    }
}
