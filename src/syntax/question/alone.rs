//! Whether an integral stands among nothing but words.

use std::ops::Range;

use super::super::prose::region::Regions;
use super::super::prose::trimmed;
use super::super::prose::wording::is_wording;
use super::super::symbol_name;
use super::{Posed, Wording, integral};
use crate::error::{Error, Stage};

/// What stands in questions as a word and may be mathematics elsewhere.
const LETTERS: &[&str] = &["a", "A", "I", "w", "r", "t", "integrate", "Integrate"];

impl Posed {
    /// Refuses an integral beside which more than words stands, and names of variables as formulas.
    /// A text that is not said to be a question may be an expression gone wrong, and of that nothing
    /// is dropped.
    ///
    /// # Errors
    /// With the stage `extract`, and the bytes that are no words.
    pub fn check_words_alone(&self, text: &str) -> Result<(), Error> {
        if matches!(self.wording, Wording::Tags | Wording::Expression) {
            return Ok(());
        }
        let regions = Regions::of(text, 0..text.len());
        let around = regions.around(&self.span);
        let mut start = 0;
        for region in &regions.list {
            let is_own = around.is_some_and(|own| own.outer == region.outer);
            let is_name = symbol_name(&text[region.inner.clone()]).is_some();
            if is_own {
                self.check_gap(text, region.inner.start..self.span.start)?;
                self.check_gap(text, self.span.end..region.inner.end)?;
            } else if !is_name {
                return Err(beside(region.outer.clone()));
            }
            self.check_gaps(text, start..region.outer.start)?;
            start = region.outer.end;
        }
        self.check_gaps(text, start..text.len())
    }

    /// What stands between formulas, perhaps with the integral in it.
    fn check_gaps(&self, text: &str, gap: Range<usize>) -> Result<(), Error> {
        if gap.start <= self.span.start && self.span.end <= gap.end {
            self.check_gap(text, gap.start..self.span.start)?;
            return self.check_gap(text, self.span.end..gap.end);
        }
        self.check_gap(text, gap)
    }

    fn check_gap(&self, text: &str, gap: Range<usize>) -> Result<(), Error> {
        let mut words = text[gap.clone()].trim_matches([' ', '\n', '\t', '\r', '=', '?']);
        if self.wording == Wording::Integral && gap.end == self.span.start {
            words = integral::before_sign(words);
        }
        let variable = self.variable.as_ref().map(|(name, _)| name.as_str());
        let letters: Vec<&str> = LETTERS.iter().copied().chain(variable).collect();
        if words.chars().all(|c| "$,.;:".contains(c)) || is_wording(words, &letters) {
            return Ok(());
        }
        Err(beside(trimmed(text, gap)))
    }
}

fn beside(span: Range<usize>) -> Error {
    Error::at(
        Stage::Extract,
        "beside the integral stands more than words; the integral alone is accepted, and the syntax \
         `answer` for a question in prose",
        span,
    )
}
