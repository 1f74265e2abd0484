//! What a model says in its turn: the text without special tokens and without reasoning.

use std::ops::Range;

use super::trimmed;
use crate::error::{Error, Stage};

/// What chat templates put before an answer, in lower case.
const STARTS: &[&str] = &[
    "<|im_start|>assistant",
    "<|start_header_id|>assistant<|end_header_id|>",
    "<|start|>assistant<|channel|>final<|message|>",
    "<|channel|>final<|message|>",
    "<|start|>assistant",
    "<start_of_turn>model",
    "<|begin_of_solution|>",
    "<|begin_of_text|>",
    "<|assistant|>",
    "<｜begin▁of▁sentence｜>",
    "<｜assistant｜>",
    "[/inst]",
    "<bos>",
    "<s>",
];

/// What they put after it.
const ENDS: &[&str] = &[
    "<|im_end|>",
    "<|eot_id|>",
    "<|eom_id|>",
    "<|end_of_text|>",
    "<|endoftext|>",
    "<|end_of_turn|>",
    "<|end_of_solution|>",
    "<|return|>",
    "<|end|>",
    "<|pad|>",
    "<end_of_turn>",
    "<｜end▁of▁sentence｜>",
    "<eos>",
    "<pad>",
    "</s>",
];

/// What opens another turn.
const OTHERS: &[&str] = &[
    "<|im_start|>",
    "<|start_header_id|>",
    "<|start|>",
    "<|channel|>",
    "<|user|>",
    "<start_of_turn>",
    "[inst]",
];

/// What stands around reasoning.
const THOUGHTS: &[(&str, &str)] = &[
    ("<think>", "</think>"),
    ("<thinking>", "</thinking>"),
    ("<thought>", "</thought>"),
    ("<reasoning>", "</reasoning>"),
    ("<scratchpad>", "</scratchpad>"),
    ("<seed:think>", "</seed:think>"),
    ("<|begin_of_thought|>", "<|end_of_thought|>"),
    ("<|channel|>analysis<|message|>", "<|end|>"),
    ("[think]", "[/think]"),
    ("◁think▷", "◁/think▷"),
];

/// Whether a text in lower case has a token of a turn or a tag of reasoning.
pub(in crate::syntax) fn has_token(lower: &str) -> bool {
    let mut tokens = STARTS.iter().chain(ENDS).chain(OTHERS);
    tokens.any(|token| lower.contains(token))
        || THOUGHTS
            .iter()
            .any(|(open, close)| lower.contains(open) || lower.contains(close))
}

/// The bytes of a response in which an answer is looked for.
pub(in crate::syntax) fn spoken(text: &str) -> Result<Range<usize>, Error> {
    // The offsets of the text are those of its copy.
    let lower = text.to_ascii_lowercase();
    let mut range = without_starts(&lower, without_ends(&lower, 0..text.len()));
    if let Some((tag, close)) = first_thought(&lower, range.clone()) {
        range.start = match close {
            // The prompt has opened it.
            None => tag.end,
            Some(_) if tag.start > range.start => {
                let message = "text stands before the reasoning; an answer follows it";
                return Err(Error::at(Stage::Extract, message, range.start..tag.start));
            }
            Some(close) => {
                let Some(at) = lower[tag.end..range.end].find(close) else {
                    let message = format!(
                        "the reasoning is never ended, so there is no answer; `{close}` ends it"
                    );
                    return Err(Error::at(Stage::Extract, message, tag));
                };
                tag.end + at + close.len()
            }
        };
        range = without_starts(&lower, range);
        if let Some((tag, _)) = first_thought(&lower, range.clone()) {
            let message = "reasoning begins or ends again after it ended; one answer follows it";
            return Err(Error::at(Stage::Extract, message, tag));
        }
    }
    let tokens = STARTS.iter().chain(ENDS).chain(OTHERS);
    let first = tokens
        .filter_map(|token| Some((lower[range.clone()].find(token)?, *token)))
        .min();
    if let Some((at, token)) = first {
        let start = range.start + at;
        return Err(Error::at(
            Stage::Extract,
            format!("text follows `{token}`, which ends or begins a turn; one turn is read"),
            start..start + token.len(),
        ));
    }
    if range.is_empty() {
        let message = "there is no text in which an answer could stand";
        return Err(Error::at(Stage::Extract, message, range));
    }
    Ok(range)
}

/// The first tag of reasoning; with what closes it if it opens.
fn first_thought(lower: &str, range: Range<usize>) -> Option<(Range<usize>, Option<&'static str>)> {
    let found = |tag: &str| {
        let start = range.start + lower[range.clone()].find(tag)?;
        Some(start..start + tag.len())
    };
    THOUGHTS
        .iter()
        .flat_map(|&(open, close)| {
            let opened = found(open).map(|tag| (tag, Some(close)));
            // What ends a turn of this family ends its reasoning as well, and alone is no tag of it.
            let closed = found(close).filter(|_| !ENDS.contains(&close));
            [opened, closed.map(|tag| (tag, None))]
        })
        .flatten()
        .min_by_key(|(tag, _)| tag.start)
}

fn without_starts(lower: &str, mut range: Range<usize>) -> Range<usize> {
    loop {
        range = trimmed(lower, range);
        let inner = &lower[range.clone()];
        match STARTS.iter().find(|token| inner.starts_with(*token)) {
            Some(token) => range.start += token.len(),
            None => return range,
        }
    }
}

fn without_ends(lower: &str, mut range: Range<usize>) -> Range<usize> {
    loop {
        range = trimmed(lower, range);
        let inner = &lower[range.clone()];
        match ENDS.iter().find(|token| inner.ends_with(*token)) {
            Some(token) => range.end -= token.len(),
            None => return range,
        }
    }
}
