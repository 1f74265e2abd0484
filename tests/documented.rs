//! Every row of the tables of `docs/reading.md` is read as it says.

use barrow::expr::Arena;
use barrow::syntax::{self, Notes, Reading, Syntax};

/// The cells of the rows whose second to last cell says how a text is read.
fn rows() -> impl Iterator<Item = Vec<String>> {
    include_str!("../docs/reading.md")
        .lines()
        .filter(|line| line.starts_with("| `"))
        .map(|line| {
            line.trim_matches('|')
                .replace("\\|", "\u{0}")
                .split('|')
                .map(|cell| cell.trim().trim_matches('`').replace('\u{0}', "|"))
                .collect()
        })
}

fn check(text: &str, syntax: Syntax, expected: &str, noted: bool) {
    let (mut arena, mut notes) = (Arena::new(), Notes::default());
    let reading = Reading {
        syntax,
        ..Reading::antiderivative(vec!["a".into(), "b".into()])
    };
    let found = match syntax::read_with_notes(text, &reading, &mut arena, &mut notes) {
        Ok(id) => arena.plain(id).to_string(),
        Err(_) => "refused".into(),
    };
    assert_eq!(found, expected, "{text}");
    if expected != "refused" {
        assert_eq!(!notes.list().is_empty(), noted, "{text}: {notes:?}");
    }
}

#[test]
fn tables() {
    let mut count = 0;
    for row in rows() {
        let (texts, rest) = row.split_at(row.len() - 2);
        let noted = rest[1] == "yes";
        check(&texts[0], Syntax::Latex, &rest[0], noted);
        if let Some(plain) = texts.get(1) {
            check(plain, Syntax::Plain, &rest[0], noted);
        }
        count += 1;
    }
    assert!(count >= 60, "{count} rows");
}
