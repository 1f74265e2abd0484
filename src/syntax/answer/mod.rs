//! The answer that a response in prose gives.
//!
//! [`find_answer`] gives the bytes of the one expression that is the answer, or says why there is
//! none. It never joins, mends or chooses by meaning: an answer is where it is marked, in the order
//! of the table [`Place`]; what stands beside it must not belong to the same formula; texts that
//! hide or restyle what is seen are refused as a whole.

mod boxed;
mod chain;
mod content;
pub(super) mod label;
mod place;
mod statement;
mod tagged;
mod unmarked;

pub use chain::Member;
pub use place::{Chain, Choice, Place};

use std::ops::Range;

use super::prose::region::Regions;
use super::prose::{hidden, neighbour, normalised, turn};
use super::question::Posed;
use super::{Limits, Syntax};
use crate::error::{Error, Stage};

/// An expression in a response.
#[derive(Clone, PartialEq, Debug)]
pub struct Answer {
    /// The bytes of the response that are the expression.
    pub span: Range<usize>,
    /// Its language.
    pub syntax: Syntax,
    /// By what it is known to be the answer.
    pub place: Place,
    /// The bytes of what stands before the integral in `F(x) = \int x\,dx = x^2/2`. Whoever reads
    /// the answer must see that it is a name.
    pub name: Option<Range<usize>>,
    /// The integral that it is said to be equal to, as in `\int x\,dx = x^2/2`. Whoever believes
    /// the answer must see that it is the integral in question.
    pub integral: Option<Posed>,
}

/// What may be the answer.
#[derive(Clone, Debug)]
struct Candidate {
    span: Range<usize>,
    /// With the signs that mark it.
    outer: Range<usize>,
    syntax: Syntax,
    place: Place,
}

impl Candidate {
    fn text<'t>(&self, text: &'t str) -> &'t str {
        &text[self.span.clone()]
    }
}

/// Finds the answer in a response. `variable` is that of the question, where it is known: a box
/// may be followed by `+ C` unless it is C.
///
/// # Errors
/// With the stage `extract`, and the bytes of the response that are meant.
pub fn find_answer(
    text: &str,
    choice: Choice,
    variable: Option<&str>,
    limits: &Limits,
) -> Result<Answer, Error> {
    Limits::check_length(text, limits.response)?;
    let part = turn::spoken(text)?;
    hidden::check(text, part.clone())?;
    let regions = Regions::of(text, part.clone());
    let boxes = boxed::find(text, part.clone())?;
    let tags = tagged::find(text, part.clone())?;
    let found = if boxes.is_empty() {
        let marked = if tags.is_empty() {
            label::find(text, part.clone(), &regions)?
        } else {
            let content = |tag: &tagged::Tag| {
                let found = content::read(text, tag.inner.clone(), &regions, Place::Tag)?;
                let outer = tag.outer.clone();
                Ok(Candidate { outer, ..found })
            };
            tags.iter().map(content).collect::<Result<Vec<_>, _>>()?
        };
        if marked.is_empty() {
            unmarked::find(text, part.clone(), &regions, choice)?
        } else {
            choose(text, marked, choice)?
        }
    } else {
        let beside = |found: &Candidate| {
            let around = regions.around(&found.outer);
            neighbour::check(text, &part, &found.outer, around, variable)
        };
        let found = choose(text, boxes.clone(), choice)?;
        if choice == Choice::Only {
            boxes.iter().try_for_each(beside)?;
        }
        beside(&found)?;
        if choice == Choice::Only {
            tagged::agree(text, &tags, &found)?;
        }
        found
    };
    statement::answer(text, &found)
}

/// Answers of one kind beyond which a response is refused: each is compared with what stands
/// around it.
const MOST: usize = 100;

/// The one that is meant.
fn choose(text: &str, mut found: Vec<Candidate>, choice: Choice) -> Result<Candidate, Error> {
    if choice == Choice::Only
        && let Some(other) = other(text, &found)
    {
        return Err(Error::at(
            Stage::Extract,
            format!(
                "this is not the answer given before, and one is accepted; each is marked by {}",
                other.place.name()
            ),
            other.outer.clone(),
        ));
    }
    if let Some(next) = found.get(MOST) {
        return Err(Error::at(
            Stage::Extract,
            format!("there are more than {MOST} answers; one is accepted"),
            next.outer.clone(),
        ));
    }
    let last = found.len() - 1;
    Ok(found.swap_remove(if choice == Choice::First { 0 } else { last }))
}

/// The first that is not the same text as those before.
fn other<'c>(text: &str, found: &'c [Candidate]) -> Option<&'c Candidate> {
    let (first, rest) = found.split_first()?;
    let wanted = normalised(first.text(text));
    rest.iter()
        .find(|candidate| normalised(candidate.text(text)) != wanted)
}
