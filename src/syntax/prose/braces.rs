use std::ops::Range;

/// Where the brace that opens at a byte is closed: the byte of `}`. Escaped braces are none.
pub(in crate::syntax) fn closing(text: &str, open: usize, end: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    let (mut at, mut depth) = (open, 0_usize);
    while at < end {
        match bytes[at] {
            b'\\' => at += 1,
            b'{' => depth += 1,
            b'}' => {
                depth = depth.checked_sub(1)?;
                if depth == 0 {
                    return Some(at);
                }
            }
            _ => {}
        }
        at += 1;
    }
    None
}

/// The equals signs of some bytes that stand in no braces.
pub(in crate::syntax) fn equals(
    text: &str,
    range: Range<usize>,
) -> impl Iterator<Item = usize> + '_ {
    let (mut depth, mut escaped) = (0_usize, false);
    let bytes = text.as_bytes();
    range.filter(move |&at| {
        if std::mem::take(&mut escaped) {
            return false;
        }
        match bytes[at] {
            b'\\' => escaped = true,
            b'{' => depth += 1,
            b'}' => depth = depth.saturating_sub(1),
            b'=' => return depth == 0,
            _ => {}
        }
        false
    })
}

/// How many more braces are opened than closed; `None` when one is closed that was not opened.
pub(in crate::syntax) fn depth(text: &str) -> Option<usize> {
    let (mut depth, mut escaped) = (0_usize, false);
    for byte in text.bytes() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            b'{' => depth += 1,
            b'}' => depth = depth.checked_sub(1)?,
            _ => {}
        }
    }
    Some(depth)
}

/// The commands of a text as the bytes of backslash and name. `\\` is one command: what follows it
/// is none. A command without letters is its backslash and the character after it.
pub(in crate::syntax) fn commands(
    text: &str,
    range: Range<usize>,
) -> impl Iterator<Item = Range<usize>> + '_ {
    let mut at = range.start;
    std::iter::from_fn(move || {
        let start = at + text[at..range.end].find('\\')?;
        let rest = &text[start + 1..range.end];
        let letters = rest
            .find(|c: char| !c.is_ascii_alphabetic())
            .unwrap_or(rest.len());
        let length = match letters {
            0 => rest.chars().next().map_or(0, char::len_utf8),
            letters => letters,
        };
        at = start + 1 + length;
        Some(start..at)
    })
}
