//! By what a text is known to be prose, when it is no expression.

use super::super::Role;
use super::super::answer::label;
use super::super::question::words;
use super::region::Regions;
use super::turn;
use super::wording::{self, is_word};

/// What only an answer in prose has, in lower case.
const ANSWERS: &[&str] = &["\\boxed", "\\fbox", "<answer>", "<final_answer>"];

/// What only a question has.
const QUESTIONS: &[&str] = &["\\int", "∫", "\\integrand"];

/// Whether a text has the signs of prose: of a response that holds an antiderivative, or of a question
/// that holds an integrand. An expression may have some (`\boxed{x}`), so it is tried first; what is
/// no expression may be no answer either, as [`find_answer`] and [`find_question`] know.
///
/// [`find_answer`]: crate::syntax::find_answer
/// [`find_question`]: crate::syntax::find_question
pub fn is_prose(text: &str, role: Role) -> bool {
    wording::is_prose(text) || is_marked(text, role)
}

/// Whether one of these signs says where the expression stands: a box, tags, a label, the tokens of
/// a turn, a formula among words; an integral sign, a word that asks.
pub fn is_marked(text: &str, role: Role) -> bool {
    match role {
        Role::Antiderivative => {
            let lower = text.to_ascii_lowercase();
            ANSWERS.iter().any(|sign| lower.contains(sign))
                || turn::has_token(&lower)
                || label::is_in(text)
                || has_formula_among_words(text)
        }
        Role::Integrand => QUESTIONS.iter().any(|sign| text.contains(sign)) || words::begins(text),
    }
}

fn has_formula_among_words(text: &str) -> bool {
    let regions = Regions::of(text, 0..text.len());
    let mut start = 0;
    let mut outside = regions.list.iter().map(|region| {
        let before = &text[start..region.outer.start];
        start = region.outer.end;
        before
    });
    let has_word = |part: &str| {
        part.split(|c: char| !c.is_alphabetic())
            .any(|word| !word.is_empty() && is_word(word))
    };
    !regions.list.is_empty()
        && (outside.any(has_word)
            || regions
                .list
                .last()
                .is_some_and(|last| has_word(&text[last.outer.end..])))
}
