//! The shapes and spellings of symbols: subscripts, Greek letters, the few words.

use std::borrow::Cow;

const GREEK: &[&str] = &[
    "alpha",
    "beta",
    "gamma",
    "delta",
    "epsilon",
    "zeta",
    "eta",
    "theta",
    "iota",
    "kappa",
    "lambda",
    "mu",
    "nu",
    "xi",
    "omicron",
    "rho",
    "sigma",
    "tau",
    "upsilon",
    "phi",
    "chi",
    "psi",
    "omega",
    "Alpha",
    "Beta",
    "Gamma",
    "Delta",
    "Theta",
    "Lambda",
    "Xi",
    "Sigma",
    "Upsilon",
    "Phi",
    "Psi",
    "Omega",
    "varepsilon",
    "vartheta",
    "varphi",
    "eps",
];

const WORDS: &[&str] = &[
    "const", "constant", "Const", "Constant", "CONST", "CONSTANT",
];

fn greek(letter: char) -> Option<&'static str> {
    Some(match letter {
        'α' => "alpha",
        'β' => "beta",
        'γ' => "gamma",
        'δ' => "delta",
        'ε' => "epsilon",
        'ζ' => "zeta",
        'η' => "eta",
        'θ' => "theta",
        'ι' => "iota",
        'κ' => "kappa",
        'λ' => "lambda",
        'μ' => "mu",
        'ν' => "nu",
        'ξ' => "xi",
        'ο' => "omicron",
        'π' => "pi",
        'ρ' => "rho",
        'σ' | 'ς' => "sigma",
        'τ' => "tau",
        'υ' => "upsilon",
        'φ' => "phi",
        'χ' => "chi",
        'ψ' => "psi",
        'ω' => "omega",
        'ϵ' => "varepsilon",
        'ϑ' => "vartheta",
        'ϕ' => "varphi",
        'Α' => "Alpha",
        'Β' => "Beta",
        'Γ' => "Gamma",
        'Δ' => "Delta",
        'Θ' => "Theta",
        'Λ' => "Lambda",
        'Ξ' => "Xi",
        'Σ' => "Sigma",
        'Υ' => "Upsilon",
        'Φ' => "Phi",
        'Ψ' => "Psi",
        'Ω' => "Omega",
        _ => return None,
    })
}

/// The letter that an italic letter of mathematics depicts: 𝑥 is x, ℎ is h, 𝛼 is α.
pub(super) fn upright(letter: char) -> Option<char> {
    let from = |base: char, first: u32| char::from_u32(base as u32 + (letter as u32 - first));
    match letter {
        '\u{1D434}'..='\u{1D44D}' => from('A', 0x1D434),
        '\u{1D44E}'..='\u{1D454}' | '\u{1D456}'..='\u{1D467}' => from('a', 0x1D44E),
        '\u{210E}' => Some('h'),
        '\u{1D6FC}'..='\u{1D714}' => from('α', 0x1D6FC),
        _ => None,
    }
}

/// Accents as LaTeX names them, with what they add to the name of a letter.
const ACCENTS: &[(&str, &str)] = &[
    ("hat", "_hat"),
    ("widehat", "_hat"),
    ("tilde", "_tilde"),
    ("widetilde", "_tilde"),
];

/// The letter and the rest of the name of `hat{C}`, `tilde C`, `hat\alpha`.
pub(super) fn accented(word: &str) -> Option<(&str, &'static str)> {
    ACCENTS.iter().find_map(|(accent, suffix)| {
        let letter = word.strip_prefix(accent)?;
        let between = |c: char| c.is_whitespace() || matches!(c, '{' | '}' | '\\');
        letter
            .starts_with(between)
            .then(|| (letter.trim_matches(between), *suffix))
    })
}

/// The spelling under which a symbol is stored: `α` is `alpha`, `a_{12}` and `a₁₂` are `a_12`,
/// `\alpha` is `alpha`, and `hat{C}` is `C_hat`.
pub(super) fn normalise(word: &str) -> Cow<'_, str> {
    if word.is_ascii() && !word.contains(['{', '}', '\\', ' ', '\t', '\n', '\r']) {
        return Cow::Borrowed(word);
    }
    if let Some((letter, suffix)) = accented(word) {
        return Cow::Owned([letter, suffix].concat());
    }
    let mut name = String::with_capacity(word.len());
    let mut lowered = false;
    for c in word.chars() {
        match c {
            '{' | '}' | '\\' => {}
            '₀'..='₉' => {
                if !lowered {
                    name.push('_');
                }
                lowered = true;
                name.push(char::from(b'0' + (c as u32 - '₀' as u32) as u8));
            }
            _ => {
                let c = upright(c).unwrap_or(c);
                match greek(c) {
                    Some(spelled) => name.push_str(spelled),
                    None => name.push(c),
                }
            }
        }
    }
    Cow::Owned(name)
}

/// The name without its subscript or digits.
pub(super) fn stem(name: &str) -> &str {
    let end = name
        .find(|c: char| c == '_' || c.is_ascii_digit())
        .unwrap_or(name.len());
    &name[..end]
}

/// Whether it is the name of a Greek letter.
pub(super) fn is_greek(name: &str) -> bool {
    GREEK.contains(&name)
}

/// Whether the name may be a symbol that nothing else announces: a letter or a Greek name, with
/// or without digits and a subscript, or one of the few words.
pub(super) fn is_symbol(name: &str) -> bool {
    let stem = stem(name);
    let letter = stem.len() == 1 && stem.as_bytes()[0].is_ascii_alphabetic();
    if !letter && !GREEK.contains(&stem) {
        return WORDS.contains(&name);
    }
    let rest = name[stem.len()..].trim_start_matches(|c: char| c.is_ascii_digit());
    match rest.strip_prefix('_') {
        None => rest.is_empty(),
        Some(subscript) => {
            (1..=16).contains(&subscript.len())
                && subscript.bytes().all(|b| b.is_ascii_alphanumeric())
        }
    }
}

/// All words that are symbols by themselves, for suggestions.
pub(super) fn words() -> impl Iterator<Item = &'static str> {
    GREEK.iter().chain(&WORDS[..2]).copied()
}
