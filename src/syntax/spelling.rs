use super::head::Head;
use super::names;

/// The known name nearest to a word: at most one edit for a short word, two for a longer one.
pub(super) fn suggestion(word: &str) -> Option<&'static str> {
    let length = word.chars().count();
    if !(3..=24).contains(&length) {
        return None;
    }
    let allowed = if length < 5 { 1 } else { 2 };
    Head::names()
        .chain(names::words())
        .chain(["pi"])
        .filter(|name| name.len() > 1 && !name.ends_with(|c: char| c.is_ascii_digit()))
        .map(|name| (distance(word, name), name))
        .filter(|&(distance, name)| distance <= allowed && distance < name.len())
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, name)| name)
}

/// Edits (insert, delete, replace) that turn one word into the other; a change of case is none.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, ca) in a.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, cb) in b.iter().enumerate() {
            let replaced = diagonal + usize::from(!ca.eq_ignore_ascii_case(cb));
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}
