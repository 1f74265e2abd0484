use std::ops::Range;

/// A remark on a text that could have been meant otherwise than it is read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Note {
    /// How it was read, and how the other meaning is written.
    pub message: String,
    /// The bytes of the text that are meant.
    pub span: Range<usize>,
}

/// Remarks beyond this number are counted and not kept.
const MOST: usize = 8;

/// The remarks on one text.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Notes {
    list: Vec<Note>,
    more: usize,
}

impl Notes {
    /// The remarks, in the order in which their places were read; eight at most.
    pub fn list(&self) -> &[Note] {
        &self.list
    }

    /// How many further remarks there were.
    pub fn more(&self) -> usize {
        self.more
    }

    /// Adds a remark. Its message is only made when it is kept.
    pub(super) fn push(&mut self, span: Range<usize>, message: impl FnOnce() -> String) {
        if self.list.len() == MOST {
            self.more += 1;
            return;
        }
        self.list.push(Note {
            message: message(),
            span,
        });
    }

    /// Adds the remarks on a part of the text that starts at this byte.
    pub fn append_moved(&mut self, part: Notes, start: usize) {
        self.more += part.more;
        for note in part.list {
            self.push(note.span.start + start..note.span.end + start, || {
                note.message
            });
        }
    }
}
