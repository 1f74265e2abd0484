use std::ops::Range;

/// A pair of brackets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Bracket {
    Round,
    Square,
    Curly,
    /// Bars of which each says whether it opens or closes: `\left|`, `\rvert`.
    Bars,
    /// Braces of LaTeX, which are not printed.
    Group,
}

impl Bracket {
    /// How it is opened, for messages.
    pub fn opening(self) -> &'static str {
        match self {
            Self::Round => "(",
            Self::Square => "[",
            Self::Curly | Self::Group => "{",
            Self::Bars => "|",
        }
    }

    /// How it is closed, for messages.
    pub fn closing(self) -> &'static str {
        match self {
            Self::Round => ")",
            Self::Square => "]",
            Self::Curly | Self::Group => "}",
            Self::Bars => "|",
        }
    }
}

/// What sets its parts apart by its shape: each part is a group of its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Frame {
    /// Numerator and denominator.
    Fraction,
    /// A radicand.
    Root,
    /// The degree of a root, then its radicand.
    RootOf,
}

/// What a token is, before words have a meaning.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind<'t> {
    Number,
    /// Letters, perhaps with digits and a subscript: one name or a product.
    Word(&'t str),
    /// One name, never a product: `\sin`, `\mathrm{erf}`.
    Name(&'t str),
    Superscript,
    /// ° or `^\circ`: the operand before is an angle in degrees.
    Degrees,
    Foreign,
    Plus,
    Minus,
    Times,
    Divide,
    Caret,
    Open(Bracket),
    Close(Bracket),
    Bar,
    Comma,
    Equals,
    Radical(u8),
    /// Opens a frame; a group with its parts follows.
    Frame(Frame),
    /// Between the parts of a frame.
    Part,
}

/// A token with the bytes where it stands.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token<'t> {
    pub kind: Kind<'t>,
    pub start: usize,
    pub end: usize,
    /// Whether a line ends between the token before and this one.
    pub line_break: bool,
}

impl<'t> Token<'t> {
    pub fn span(&self) -> Range<usize> {
        self.start..self.end
    }

    pub fn text(&self, text: &'t str) -> &'t str {
        &text[self.start..self.end]
    }

    /// The letters of a word or a name.
    pub fn word(&self) -> Option<&'t str> {
        match self.kind {
            Kind::Word(word) | Kind::Name(word) => Some(word),
            _ => None,
        }
    }
}
