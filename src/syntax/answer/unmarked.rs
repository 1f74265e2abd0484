//! An answer that nothing marks.

use std::ops::Range;

use super::super::prose::neighbour;
use super::super::prose::region::{Regions, Shape};
use super::super::prose::wording::is_wording;
use super::super::prose::{trimmed, turn};
use super::{Answer, Candidate, Choice, Place, choose, content, other};
use crate::error::{Error, Stage};

/// The one formula of a text, or the first or last of the first kind that occurs.
pub(super) fn find(
    text: &str,
    part: Range<usize>,
    regions: &Regions,
    choice: Choice,
) -> Result<Candidate, Error> {
    if let Some(span) = &regions.unclosed {
        let message = "a formula begins here and never ends; the answer in \\boxed{…} is accepted";
        return Err(Error::at(Stage::Extract, message, span.clone()));
    }
    let mut found: Vec<Candidate> = regions
        .list
        .iter()
        .map(|region| {
            let place = match region.shape {
                Shape::Display => Place::Display,
                Shape::Inline => Place::Inline,
                Shape::Fence | Shape::Code => Place::Code,
            };
            content::candidate(text, region, place)
        })
        .collect();
    found.extend(bold(text, part.clone(), regions));
    if found.is_empty() {
        return whole(text, part);
    }
    if choice == Choice::Only {
        if let Some(other) = other(text, &found) {
            return Err(Error::at(
                Stage::Extract,
                "there are several formulas and none is marked as the answer; \\boxed{…} marks it",
                other.outer.clone(),
            ));
        }
    } else {
        let first = found.iter().map(|candidate| candidate.place).min();
        found.retain(|candidate| Some(candidate.place) == first);
    }
    let all = found.clone();
    let found = choose(text, found, choice)?;
    if choice == Choice::Only {
        for candidate in &all {
            neighbour::check(text, &part, &candidate.outer, None, None)?;
        }
    }

    let outer = found.outer.clone();
    if found.span.is_empty() {
        return Err(Error::at(Stage::Extract, "the formula is empty", outer));
    }
    neighbour::check(text, &part, &outer, None, None)?;
    Ok(found)
}

/// Bold parts that are no words, outside formulas.
fn bold(text: &str, part: Range<usize>, regions: &Regions) -> Vec<Candidate> {
    let mut found = Vec::new();
    let mut at = part.start;
    while let Some(open) = text[at..part.end].find("**").map(|o| at + o) {
        at = open + 2;
        let end = text[at..part.end]
            .find(['\n', '*'])
            .map_or(part.end, |e| at + e);
        if !text[end..part.end].starts_with("**") {
            continue;
        }
        let begins = !text[part.start..open].ends_with(|c: char| c.is_alphanumeric() || c == ')');
        let outer = open..end + 2;
        let inner = &text[at..end];
        let fits = begins && inner.trim() == inner && !inner.is_empty();
        let in_formula = regions.around(&outer).is_some() || !regions.within(&outer).is_empty();
        if fits {
            at = outer.end;
            let is_heading = inner.ends_with(':') || is_wording(inner, &["a", "I", "A"]);
            if !in_formula && !is_heading {
                found.extend(
                    content::bare(text, outer.start + 2..end, Place::Bold)
                        .map(|candidate| Candidate { outer, ..candidate }),
                );
            }
        }
    }
    found
}

/// The whole text, where it is one line of mathematics.
fn whole(text: &str, part: Range<usize>) -> Result<Candidate, Error> {
    let part = trimmed(text, part);
    if text[part.clone()].contains('\n') {
        return Err(Error::at(
            Stage::Extract,
            "nothing is marked as the answer; \\boxed{…} marks it",
            part,
        ));
    }
    content::bare(text, part, Place::Whole)
}

impl Answer {
    /// Refuses an answer that nothing marks where more than words stands outside the formulas of the
    /// text, and anything outside an expression that is the whole. A text that is not said to be a
    /// response may be an expression gone wrong, and of that nothing is dropped.
    ///
    /// # Errors
    /// With the stage `extract`, and the bytes that are no words.
    pub fn check_words_alone(&self, text: &str) -> Result<(), Error> {
        if matches!(self.place, Place::Box | Place::Tag | Place::Label) {
            return Ok(());
        }
        let part = turn::spoken(text)?;
        let regions = Regions::of(text, part.clone());
        let mut formulas: Vec<Range<usize>> = regions
            .list
            .into_iter()
            .map(|region| region.outer)
            .collect();
        if formulas.is_empty() {
            formulas.push(self.span.clone());
        }
        let starts = std::iter::once(part.start).chain(formulas.iter().map(|f| f.end));
        let ends = formulas.iter().map(|f| f.start).chain([part.end]);
        for gap in starts.zip(ends).map(|(start, end)| start..end) {
            let gap = trimmed(text, gap);
            let is_dropped = self.place == Place::Whole && !gap.is_empty();
            if is_dropped || !is_wording(&text[gap.clone()], content::LETTERS) {
                return Err(content::beside(gap));
            }
        }
        Ok(())
    }
}
