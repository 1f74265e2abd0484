//! Words: what is language and not mathematics.

use super::super::head::Head;
use super::super::names;

/// Words in which mathematics is written, beside functions and Greek letters.
const MATHEMATICS: &[&str] = &[
    "pi",
    "const",
    "constant",
    "frac",
    "cdot",
    "times",
    "over",
    "int",
    "integrate",
    "oo",
    "inf",
    "nan",
];

/// Whether a run of letters is a word of a language.
pub(in crate::syntax) fn is_word(word: &str) -> bool {
    let long = word.chars().count() >= 2 || !word.is_ascii();
    long && Head::find(word).is_none()
        && Head::find(&word.to_ascii_lowercase()).is_none()
        && !names::is_greek(word)
        && !MATHEMATICS.contains(&word)
}

/// Whether a text is nothing but language: words, and these letters, with the signs between them.
pub(in crate::syntax) fn is_wording(text: &str, letters: &[&str]) -> bool {
    let signs = |c: char| {
        c.is_whitespace()
            || matches!(c, ',' | '.' | ':' | ';' | '"' | '\'' | '?' | '*' | '#')
            || matches!(c, '’' | '“' | '”' | '，' | '。' | '：' | '；' | '、')
    };
    text.split(signs)
        .filter(|word| !word.is_empty())
        .all(|word| {
            letters.contains(&word)
                || word
                    .split('-')
                    .all(|part| is_word(part) && part.chars().all(char::is_alphabetic))
        })
}

/// Whether two words of a language stand side by side: no expression has that.
pub(in crate::syntax) fn is_prose(text: &str) -> bool {
    let mut previous = false;
    for word in text.split_whitespace() {
        let bare =
            word.trim_matches(|c: char| matches!(c, ',' | '.' | ':' | ';' | '*' | '"' | '?' | '!'));
        let is = bare.chars().all(char::is_alphabetic)
            && (is_word(bare) && !is_run_of_symbols(bare) || previous && matches!(bare, "a" | "I"));
        if is && previous {
            return true;
        }
        previous = is || matches!(bare, "I" | "A");
    }
    false
}

/// Short runs such as `xy` and `dx` may be products or differentials.
fn is_run_of_symbols(word: &str) -> bool {
    word.len() == 2
        && !matches!(
            word,
            "is" | "of"
                | "to"
                | "we"
                | "in"
                | "it"
                | "by"
                | "so"
                | "an"
                | "We"
                | "So"
                | "By"
                | "It"
                | "my"
                | "My"
                | "as"
                | "at"
        )
}
