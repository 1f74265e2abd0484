use super::Error;
use crate::error::Stage;

/// How large a text may be. Everything here is counted before any work that it bounds is done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of text.
    pub text: usize,
    /// Bytes of a response in which an answer is looked for.
    pub response: usize,
    /// Brackets, powers, signs and functions inside each other.
    pub nesting: usize,
    /// New nodes of the arena.
    pub nodes: usize,
    /// Digits of one number, counting the zeros that a decimal exponent stands for.
    pub digits: usize,
    /// Different symbols.
    pub symbols: usize,
    /// Members of an answer A = B = C: each is decided.
    pub members: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            text: 64 * 1024,
            response: 1024 * 1024,
            nesting: 256,
            nodes: 100_000,
            digits: 4_096,
            symbols: 256,
            members: 8,
        }
    }
}

impl Limits {
    /// One pass over the bytes of a text, before it is cut into tokens: its length, the depth of
    /// its brackets, the length of its numbers and of its chains of signs. Powers and functions
    /// inside each other are counted as they are opened, before anything is built from them.
    pub(super) fn check(&self, text: &str) -> Result<(), Error> {
        Self::check_length(text, self.text)?;
        let (mut depth, mut digits, mut signs) = (0_usize, 0_usize, 0_usize);
        for (position, byte) in text.bytes().enumerate() {
            if byte.is_ascii_digit() || (byte == b'.' && digits > 0) {
                digits += 1;
                signs = 0;
                if digits > self.digits {
                    let start = position + 1 - digits;
                    return Err(self.long_number(start..position + 1));
                }
                continue;
            }
            digits = 0;
            match byte {
                b'+' | b'-' => {
                    signs += 1;
                    if signs > self.nesting {
                        return Err(self.deep(position..position + 1));
                    }
                    continue;
                }
                b' ' => continue,
                b'(' | b'[' | b'{' => {
                    depth += 1;
                    if depth > self.nesting {
                        return Err(self.deep(position..position + 1));
                    }
                }
                b')' | b']' | b'}' => depth = depth.saturating_sub(1),
                _ => {}
            }
            signs = 0;
        }
        Ok(())
    }

    /// The length of a text in which another is looked for.
    pub(super) fn check_length(text: &str, most: usize) -> Result<(), Error> {
        if text.len() <= most {
            return Ok(());
        }
        let length = text.len();
        Err(Error::at(
            Stage::Limit,
            format!("the text has {length} bytes; at most {most} are read"),
            0..0,
        ))
    }

    pub(super) fn deep(&self, span: std::ops::Range<usize>) -> Error {
        Error::at(
            Stage::Limit,
            format!(
                "brackets, powers, signs and functions stand more than {} deep",
                self.nesting
            ),
            span,
        )
    }

    pub(super) fn long_number(&self, span: std::ops::Range<usize>) -> Error {
        Error::at(
            Stage::Limit,
            format!("a number has more than {} digits", self.digits),
            span,
        )
    }
}
