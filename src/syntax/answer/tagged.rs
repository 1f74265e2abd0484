use std::ops::Range;

use super::super::prose::normalised;
use super::Candidate;
use crate::error::{Error, Stage};

/// The tags around an answer, in lower case.
const TAGS: &[(&str, &str)] = &[
    ("<answer>", "</answer>"),
    ("<final_answer>", "</final_answer>"),
];

/// A pair of tags.
pub(super) struct Tag {
    pub outer: Range<usize>,
    pub inner: Range<usize>,
}

/// The tagged parts of a text, in order.
pub(super) fn find(text: &str, range: Range<usize>) -> Result<Vec<Tag>, Error> {
    let lower = text[range.clone()].to_ascii_lowercase();
    let mut tags = Vec::new();
    for (open, close) in TAGS {
        let mut at = 0;
        while let Some(start) = lower[at..].find(open).map(|found| at + found) {
            let inner = start + open.len();
            let end = lower[inner..].find(close).map(|length| inner + length);
            let again = lower[inner..end.unwrap_or(lower.len())].contains(open);
            let Some(end) = end.filter(|_| !again) else {
                return Err(Error::at(
                    Stage::Extract,
                    format!(
                        "`{open}` is not closed before the text ends or it opens again; `{close}` closes it"
                    ),
                    range.start + start..range.start + inner,
                ));
            };
            at = end + close.len();
            tags.push(Tag {
                outer: range.start + start..range.start + at,
                inner: range.start + inner..range.start + end,
            });
        }
        if let Some(stray) = lower[at..].find(close) {
            let start = range.start + at + stray;
            return Err(Error::at(
                Stage::Extract,
                format!("`{close}` closes nothing; `{open}` opens it"),
                start..start + close.len(),
            ));
        }
    }
    tags.sort_by_key(|tag| tag.outer.start);
    Ok(tags)
}

/// Refuses tags that hold something else than the box.
pub(super) fn agree(text: &str, tags: &[Tag], boxed: &Candidate) -> Result<(), Error> {
    let wanted = normalised(boxed.text(text));
    let differs = |tag: &&Tag| {
        let inner = &text[tag.inner.clone()];
        let holds = inner.contains(&text[boxed.outer.clone()]);
        let bare = normalised(inner);
        !holds && bare.trim_matches('$').trim_end_matches('.') != wanted
    };
    match tags.iter().find(differs) {
        None => Ok(()),
        Some(tag) => Err(Error::at(
            Stage::Extract,
            "the tags and the box give different answers; one is accepted",
            tag.outer.clone(),
        )),
    }
}
