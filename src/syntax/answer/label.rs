use std::ops::Range;

use super::super::prose::neighbour;
use super::super::prose::region::{Regions, Shape};
use super::{Candidate, Place, content};
use crate::error::Error;

/// What a label may begin with, in lower case.
const OPENINGS: &[&str] = &[
    "therefore, ",
    "thus, ",
    "so, ",
    "hence, ",
    "therefore ",
    "thus ",
    "so ",
    "hence ",
    "the ",
    "my ",
];

/// What names an answer, in lower case.
const NAMES: &[&str] = &["final answer", "answer", "ans"];

/// What follows a label.
struct Label {
    content: Range<usize>,
    /// Whether it ends in a colon or stands alone on its line; else a formula must follow.
    is_strong: bool,
}

/// Whether a line of the text begins with a label.
pub(in crate::syntax) fn is_in(text: &str) -> bool {
    let mut at = 0;
    text.split_inclusive('\n').any(|line| {
        let span = at..at + line.trim_end_matches('\n').len();
        at += line.len();
        label(text, span).is_some()
    })
}

/// The answers after labels.
pub(super) fn find(
    text: &str,
    part: Range<usize>,
    regions: &Regions,
) -> Result<Vec<Candidate>, Error> {
    let mut found = Vec::new();
    let mut at = part.start;
    while at < part.end {
        let end = line_end(text, at, &part);
        let inside = regions
            .around(&(at..at))
            .filter(|region| region.shape != Shape::Inline);
        let label = match inside {
            Some(_) => None,
            None => label(text, at..end),
        };
        let Some(label) = label else {
            at = end + 1;
            continue;
        };
        let mut content = label.content;
        if text[content.clone()]
            .trim_matches(['*', '_', ' ', '\t', '\r'])
            .is_empty()
        {
            let rest = &text[end..part.end];
            let start = end + (rest.len() - rest.trim_start().len());
            content = start..line_end(text, start, &part);
        }
        // A formula that begins on the line may end below it.
        if let Some(last) = regions.within(&content).last() {
            content.end = content.end.max(last.outer.end);
            content.end = line_end(text, content.end, &part);
        }
        at = content.end.max(end) + 1;
        let start = text[content.clone()].trim_start_matches([' ', '*', '_']);
        let start = content.end - start.len();
        let follows = regions.within(&(start..start + 1)).len() == 1;
        if label.is_strong || follows {
            neighbour::check_below(text, &part, content.end)?;
            found.push(content::read(text, content, regions, Place::Label)?);
        }
    }
    Ok(found)
}

fn line_end(text: &str, at: usize, part: &Range<usize>) -> usize {
    let at = at.min(part.end);
    text[at..part.end]
        .find('\n')
        .map_or(part.end, |length| at + length)
}

/// The label at the start of a line.
fn label(text: &str, line: Range<usize>) -> Option<Label> {
    let written = &text[line.clone()];
    let start = written.trim_start_matches(['#', '*', '_', '>', ' ', '\t']);
    let lower = start.to_ascii_lowercase();
    let mut rest = lower.as_str();
    while let Some(more) = OPENINGS
        .iter()
        .find_map(|opening| rest.strip_prefix(opening))
    {
        rest = more;
    }
    let mut rest = NAMES.iter().find_map(|name| rest.strip_prefix(name))?;
    let decoration = ['*', '_', ' ', '\t'];
    rest = rest.trim_start_matches(decoration);
    let verb = rest
        .strip_prefix("is ")
        .or_else(|| rest.strip_prefix("is:"));
    if verb.is_some() {
        rest = rest[2..].trim_start_matches(decoration);
    }
    let colon = [":", "："]
        .iter()
        .find_map(|colon| rest.strip_prefix(colon));
    let alone = rest.trim_end().is_empty() && verb.is_none();
    if colon.is_none() && verb.is_none() && !alone {
        return None;
    }
    let rest = colon.unwrap_or(rest);
    // Bold type that the label closes.
    let opened = written[..written.len() - start.len()].contains("**");
    let rest = match rest.trim_start().strip_prefix("**") {
        Some(more) if opened => more,
        _ => rest,
    };
    Some(Label {
        content: line.end - rest.len()..line.end,
        is_strong: colon.is_some() || alone,
    })
}
