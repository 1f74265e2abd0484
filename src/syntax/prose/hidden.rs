//! What makes a text look other than it is written: nothing is read where it occurs.

use std::ops::Range;

use super::braces;
use crate::error::{Error, Stage};

/// Parts of Markdown and HTML that hide, strike out or restyle, in lower case.
const MARKUP: &[&str] = &[
    "<!--",
    "~~",
    "<del",
    "<s>",
    "<strike",
    "<details",
    "<style",
    "<span",
    "<font",
    "<div",
    "<svg",
    "<sub",
    "<sup",
    "[//]:",
    "[comment]:",
    "<script",
    "<template",
    "style=",
];

/// Commands that hide what they hold or give others a new meaning.
const COMMANDS: &[&str] = &[
    "\\def",
    "\\edef",
    "\\gdef",
    "\\xdef",
    "\\let",
    "\\futurelet",
    "\\newcommand",
    "\\renewcommand",
    "\\providecommand",
    "\\DeclareMathOperator",
    "\\DeclareRobustCommand",
    "\\catcode",
    "\\iffalse",
    "\\if",
    "\\csname",
    "\\phantom",
    "\\hphantom",
    "\\vphantom",
    "\\cancel",
    "\\bcancel",
    "\\xcancel",
    "\\cancelto",
    "\\sout",
    "\\rlap",
    "\\llap",
    "\\mathrlap",
    "\\mathllap",
    "\\smash",
    "\\raisebox",
    "\\require",
    "\\unicode",
    "\\style",
    "\\class",
    "\\href",
    "\\begingroup",
];

/// Refuses a text part of which is not seen, or not as it is written.
pub(in crate::syntax) fn check(text: &str, range: Range<usize>) -> Result<(), Error> {
    let part = &text[range.clone()];
    for (at, c) in part.char_indices() {
        let start = range.start + at;
        let span = start..start + c.len_utf8();
        if c == '\u{8}' && part[at + 1..].starts_with("oxed") {
            let message = "`\\boxed` has lost its backslash: a control character stands there";
            return Err(Error::at(Stage::Extract, message, span));
        }
        if is_invisible(c) && !(c == '\r' && part[at + 1..].starts_with('\n')) {
            let message = format!(
                "the character U+{:04X} is not seen, or moves what is; text without it is accepted",
                c as u32
            );
            return Err(Error::at(Stage::Extract, message, span));
        }
    }
    let lower = part.to_ascii_lowercase();
    for markup in MARKUP {
        if let Some(at) = lower.find(markup) {
            return Err(hides(
                text,
                range.start + at..range.start + at + markup.len(),
            ));
        }
    }
    for command in braces::commands(text, range.clone()) {
        if COMMANDS.contains(&&text[command.clone()]) {
            return Err(hides(text, command));
        }
        // \bоxed with a Cyrillic letter looks like a box.
        let rest = &text[command.end..range.end];
        let odd = |c: char| c.is_alphabetic() && !c.is_ascii();
        if command.len() > 1
            && rest.starts_with(odd)
            && rest
                .trim_start_matches(odd)
                .starts_with(|c: char| c.is_ascii_alphabetic())
        {
            let end = command.end + rest.chars().next().map_or(0, char::len_utf8);
            let message = "a letter that is not ASCII stands within the name of a command";
            return Err(Error::at(Stage::Extract, message, command.start..end));
        }
    }
    Ok(())
}

fn hides(text: &str, span: Range<usize>) -> Error {
    let message = format!(
        "`{}` hides text or changes what is seen, so nothing is read; write the answer without it",
        &text[span.clone()]
    );
    Error::at(Stage::Extract, message, span)
}

fn is_invisible(c: char) -> bool {
    matches!(c,
        '\u{AD}' | '\u{34F}' | '\u{61C}' | '\u{115F}' | '\u{1160}' | '\u{3164}' | '\u{FEFF}'
            | '\u{180B}'..='\u{180F}' | '\u{200B}'..='\u{200F}' | '\u{2028}'..='\u{202E}'
            | '\u{2060}'..='\u{206F}' | '\u{FFF9}'..='\u{FFFB}' | '\u{E0000}'..='\u{E0FFF}'
    ) || c.is_control() && c != '\t' && c != '\n'
}
