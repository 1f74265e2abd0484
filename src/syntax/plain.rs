use logos::Logos;

use super::names;
use super::token::{Bracket, Kind, Token};

/// The words and signs of the plain language. The brackets and operators between them are put
/// together in `tree/`.
#[derive(Logos, Clone, Copy, Debug)]
// Spaces of all widths, and line breaks (over which no implicit product reaches).
#[logos(skip r"[ \t-\r\u{A0}\u{2002}-\u{200A}\u{202F}\u{205F}]+")]
// 𝑥, ℎ, 𝜋: a letter as mathematics is set.
#[logos(subpattern italic = r"[\u{1D434}-\u{1D454}\u{1D456}-\u{1D467}\u{210E}\u{1D6FC}-\u{1D714}]")]
#[logos(subpattern greek = r"[\u{3B1}-\u{3C9}\u{391}-\u{3A9}\u{3D1}\u{3D5}\u{3F5}]")]
// An index: ₁, _1, _{12}.
#[logos(subpattern lowered = r"[\u{2080}-\u{2089}]|_(\{[a-zA-Z0-9]+\}|[a-zA-Z0-9]*)")]
#[logos(subpattern exponent = r"[eE][+-]?[0-9]+")]
enum Plain {
    // ASCII operators, brackets, the bar, the comma, the equals sign, and the backslash, which is
    // refused; ** is two tokens side by side.
    #[regex(r"[(-\-/\[-\^{-}=]")]
    // x, x1, c_1, a_{12}, C₁, sin, xsinx: what a word means is decided in symbols.rs.
    #[regex(r"([a-zA-Z_]|(?&italic))([a-zA-Z0-9]|(?&italic))*(?&lowered)*")]
    // α, β1, γ_1: each Greek letter is a word of its own, so that 2πx is 2*π*x.
    #[regex(r"(?&greek)[0-9]*(?&lowered)*")]
    // %e, %pi: a constant of Maxima and FriCAS.
    #[regex(r"%[a-z]+")]
    // 2, 2., 2.5, .5, 1e-3: an exponent only where its digits follow, so that 2e^x is 2*e^x.
    #[regex(r"([0-9]+(\.[0-9]*)?|\.[0-9]+)(?&exponent)?")]
    // Operators and roots outside ASCII: − – · × ⋅ ∙ √ ∛ ∜ ÷ ∕ ⁄.
    #[regex(r"[\u{2212}\u{2013}\u{B7}\u{D7}\u{22C5}\u{2219}-\u{221C}\u{F7}\u{2215}\u{2044}]")]
    // x², x⁻¹, eˣ, xⁿ: a power.
    #[regex(
        r"[\u{207A}\u{207B}]?([\u{B2}\u{B3}\u{B9}\u{2070}\u{2074}-\u{2079}]+|\u{207F}|\u{2E3})"
    )]
    Token,
}

/// Cuts a text into tokens. The first character that belongs to no expression is a token too; what
/// follows it is not looked at.
pub(super) fn tokens(text: &str) -> Vec<Token<'_>> {
    let mut tokens: Vec<Token<'_>> = Vec::with_capacity(text.len() / 2 + 1);
    let mut previous = 0;
    for (token, span) in Plain::lexer(text).spanned() {
        let (start, mut end) = (span.start, span.end);
        let kind = match token {
            Ok(Plain::Token) => kind(&text[span]),
            Err(()) => {
                end = start + text[start..].chars().next().map_or(0, char::len_utf8);
                Kind::Foreign
            }
        };
        if kind == Kind::Times
            && start == previous
            && text[..end].ends_with("**")
            && let Some(last) = tokens.last_mut()
            && last.kind == Kind::Times
        {
            last.kind = Kind::Caret;
            last.end = end;
            previous = end;
            continue;
        }
        let line_break = start > previous && text[previous..start].contains(['\n', '\r']);
        tokens.push(Token {
            kind,
            start,
            end,
            line_break,
        });
        if token.is_err() {
            break;
        }
        previous = end;
    }
    tokens
}

/// The kind of a token, by its first character.
fn kind(token: &str) -> Kind<'_> {
    let first = token.as_bytes()[0];
    match first {
        b'a'..=b'z' | b'A'..=b'Z' | b'_' | b'%' => Kind::Word(token),
        b'0'..=b'9' | b'.' => Kind::Number,
        b'+' => Kind::Plus,
        b'-' => Kind::Minus,
        b'*' => Kind::Times,
        b'/' => Kind::Divide,
        b'^' => Kind::Caret,
        b'(' => Kind::Open(Bracket::Round),
        b'[' => Kind::Open(Bracket::Square),
        b'{' => Kind::Open(Bracket::Curly),
        b')' => Kind::Close(Bracket::Round),
        b']' => Kind::Close(Bracket::Square),
        b'}' => Kind::Close(Bracket::Curly),
        b'|' => Kind::Bar,
        b',' => Kind::Comma,
        b'=' => Kind::Equals,
        b'\\' => Kind::Foreign,
        _ => wide_kind(token),
    }
}

/// The kind of a token that starts outside ASCII.
pub(super) fn wide_kind(token: &str) -> Kind<'_> {
    match token {
        "−" | "–" => Kind::Minus,
        "·" | "×" | "∙" | "⋅" => Kind::Times,
        "÷" | "∕" | "⁄" => Kind::Divide,
        "√" => Kind::Radical(2),
        "∛" => Kind::Radical(3),
        "∜" => Kind::Radical(4),
        _ if token.starts_with(|c| ('Α'..='ϵ').contains(&c) || names::upright(c).is_some()) => {
            Kind::Word(token)
        }
        _ => Kind::Superscript,
    }
}
