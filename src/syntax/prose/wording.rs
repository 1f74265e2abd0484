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

/// Words that change the formula beside which they stand.
const OPERATIONS: &[&str] = &[
    "minus",
    "plus",
    "negative",
    "half",
    "twice",
    "squared",
    "cubed",
    "divided",
    "multiplied",
    "root",
    "inverse",
    "not",
];

/// Words of two letters that are no products.
const SHORT: &[&str] = &[
    "am", "an", "as", "at", "be", "by", "do", "if", "in", "is", "it", "my", "no", "of", "on", "or",
    "so", "to", "up", "us", "we", "el", "es", "la", "le", "un",
];

/// Whether a run of letters is a word that may stand beside a formula without changing it.
/// Of two letters only those words are known that are no products.
pub(in crate::syntax) fn is_word(word: &str) -> bool {
    let lower = word.to_ascii_lowercase();
    is_language(word)
        && (word.len() != 2 || SHORT.contains(&lower.as_str()))
        && !OPERATIONS.contains(&lower.as_str())
}

/// Whether a run of letters belongs to a language and not to mathematics.
fn is_language(word: &str) -> bool {
    let long = word.chars().count() >= 2 || !word.is_ascii();
    let lower = word.to_ascii_lowercase();
    long && Head::find(word).is_none()
        && Head::find(&lower).is_none()
        && !names::is_greek(word)
        && !MATHEMATICS.contains(&lower.as_str())
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
        let signs = |c: char| matches!(c, ',' | '.' | ':' | ';' | '*' | '"' | '?' | '!');
        let bare = word.trim_matches(signs);
        // Other pairs of letters may be products or differentials.
        let pair = bare.len() == 2 && !SHORT.contains(&bare.to_ascii_lowercase().as_str());
        let long = is_language(bare) && !pair && bare.chars().all(char::is_alphabetic);
        if previous && (long || bare == "a") {
            return true;
        }
        previous = long || matches!(bare, "I" | "A");
    }
    false
}
