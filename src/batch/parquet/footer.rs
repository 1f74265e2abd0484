//! A look into the footer of a file before the library reads it: the library follows the nesting of
//! the schema by recursion, and no panic handler catches an overflow of the stack.

use std::fs::File;
use std::io::{self, ErrorKind, Read, Seek, SeekFrom};

/// Levels of a schema that are read.
const DEPTH: usize = 64;
/// Levels of the footer itself; the format has fewer than ten.
const FOOTER_DEPTH: usize = 32;

/// Refuses a file whose schema is nested too deeply, or whose footer is none.
pub(super) fn check(file: &mut File) -> io::Result<()> {
    let damaged = |what| io::Error::new(ErrorKind::InvalidData, what);
    let size = file.seek(SeekFrom::End(0))?;
    let Some(end) = size.checked_sub(8) else {
        return Err(damaged("the file is too short for Parquet"));
    };
    let mut tail = [0; 8];
    file.seek(SeekFrom::Start(end))?;
    file.read_exact(&mut tail)?;
    let [a, b, c, d, magic @ ..] = tail;
    let length = u64::from(u32::from_le_bytes([a, b, c, d]));
    if &magic != b"PAR1" || length > end {
        return Err(damaged(
            "the file does not end as Parquet does: it is cut off, or is none",
        ));
    }
    file.seek(SeekFrom::Start(end - length))?;
    let mut footer = Vec::new();
    file.take(length).read_to_end(&mut footer)?;
    file.rewind()?;
    let mut schema = Schema::default();
    let mut thrift = Thrift(&footer);
    let read = thrift.fields(|thrift, id, kind| match (id, kind) {
        (2, LIST) => thrift.list(|thrift, kind| schema.element(thrift, kind)),
        _ => thrift.skip(kind, FOOTER_DEPTH),
    });
    if schema.is_too_deep {
        return Err(damaged(
            "the columns of the Parquet file are nested too deeply",
        ));
    }
    read.ok_or_else(|| damaged("the footer of the Parquet file is damaged"))
}

/// Follows the elements of a schema, which stand in depth-first order.
#[derive(Default)]
struct Schema {
    /// How many children of each open group are still to come.
    open: Vec<u64>,
    is_too_deep: bool,
}

impl Schema {
    fn element(&mut self, thrift: &mut Thrift, kind: u8) -> Option<()> {
        if kind != STRUCT {
            return None;
        }
        let mut children = 0;
        thrift.fields(|thrift, id, kind| {
            if id == 5 && INTEGERS.contains(&kind) {
                // A number in zigzag order.
                let n = thrift.varint()?;
                children = if n % 2 == 0 { n / 2 } else { 0 };
                Some(())
            } else {
                thrift.skip(kind, FOOTER_DEPTH)
            }
        })?;
        if let Some(rest) = self.open.last_mut() {
            *rest -= 1;
        }
        if children > 0 {
            self.open.push(children);
        }
        while self.open.last() == Some(&0) {
            self.open.pop();
        }
        self.is_too_deep |= self.open.len() > DEPTH;
        (!self.is_too_deep).then_some(())
    }
}

/// Types of Thrift's compact protocol.
const INTEGERS: std::ops::RangeInclusive<u8> = 4..=6;
const DOUBLE: u8 = 7;
const BINARY: u8 = 8;
const LIST: u8 = 9;
const SET: u8 = 10;
const MAP: u8 = 11;
const STRUCT: u8 = 12;

/// Bytes in Thrift's compact protocol. `None` is the end, or what the protocol does not have.
struct Thrift<'a>(&'a [u8]);

impl Thrift<'_> {
    fn byte(&mut self) -> Option<u8> {
        let (first, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(*first)
    }

    fn varint(&mut self) -> Option<u64> {
        let mut value = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            value |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Some(value);
            }
        }
        None
    }

    fn pass(&mut self, count: u64) -> Option<()> {
        self.0 = self.0.get(usize::try_from(count).ok()?..)?;
        Some(())
    }

    /// The fields of a struct, by number and type.
    fn fields(&mut self, mut field: impl FnMut(&mut Self, u64, u8) -> Option<()>) -> Option<()> {
        let mut id = 0_u64;
        loop {
            let head = self.byte()?;
            if head == 0 {
                return Some(());
            }
            id = match head >> 4 {
                0 => self.varint()? / 2,
                step => id + u64::from(step),
            };
            field(self, id, head & 15)?;
        }
    }

    fn list(&mut self, mut element: impl FnMut(&mut Self, u8) -> Option<()>) -> Option<()> {
        let head = self.byte()?;
        let count = match head >> 4 {
            15 => self.varint()?,
            count => count.into(),
        };
        (0..count).try_for_each(|_| element(self, head & 15))
    }

    /// Passes over a value; of nested ones `depth` levels.
    fn skip(&mut self, kind: u8, depth: usize) -> Option<()> {
        let depth = depth.checked_sub(1)?;
        match kind {
            // True and false are in the type of a field, and take a byte in a list.
            1 | 2 => Some(()),
            3 => self.pass(1),
            kind if INTEGERS.contains(&kind) => self.varint().map(drop),
            DOUBLE => self.pass(8),
            BINARY => {
                let length = self.varint()?;
                self.pass(length)
            }
            LIST | SET => self.list(|thrift, kind| match kind {
                1 | 2 => thrift.pass(1),
                _ => thrift.skip(kind, depth),
            }),
            MAP => {
                let count = self.varint()?;
                if count == 0 {
                    return Some(());
                }
                let kinds = self.byte()?;
                (0..count).try_for_each(|_| {
                    self.skip(kinds >> 4, depth)?;
                    self.skip(kinds & 15, depth)
                })
            }
            STRUCT => self.fields(|thrift, _, kind| thrift.skip(kind, depth)),
            _ => None,
        }
    }
}
