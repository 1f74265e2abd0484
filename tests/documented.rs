//! Every row of the tables of `docs/reading.md` is read as it says.

use barrow::error::Error;
use barrow::expr::Arena;
use barrow::syntax::{
    self, Choice, Limits, Member, Notes, Reading, Syntax, find_answer, find_question,
};

/// The sections of the page, without their headings.
fn sections() -> Vec<(&'static str, &'static str)> {
    include_str!("../docs/reading.md")
        .split("\n## ")
        .map(|section| section.split_once('\n').unwrap_or((section, "")))
        .collect()
}

/// The cells of the rows of tables.
fn rows(section: &str) -> impl Iterator<Item = Vec<String>> {
    section
        .lines()
        .filter(|line| line.starts_with("| ") && line.contains('`') && !line.contains("---"))
        .map(|line| {
            line.trim_matches('|')
                .replace("\\|", "\u{0}")
                .split('|')
                .map(|cell| cell.trim().replace('\u{0}', "|"))
                .collect()
        })
}

/// What stands between the backticks of a cell.
fn code(cell: &str) -> &str {
    match cell
        .strip_prefix("`` ")
        .and_then(|rest| rest.strip_suffix(" ``"))
    {
        Some(code) => code,
        None => cell.trim_matches('`'),
    }
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
    for (heading, section) in sections() {
        if heading.ends_with("in prose") || heading == "Dialects" {
            continue;
        }
        for row in rows(section) {
            let (texts, rest) = row.split_at(row.len() - 2);
            let noted = rest[1] == "yes";
            check(code(&texts[0]), Syntax::Latex, code(&rest[0]), noted);
            if let Some(plain) = texts.get(1) {
                check(code(plain), Syntax::Plain, code(&rest[0]), noted);
            }
            count += 1;
        }
    }
    assert!(count >= 60, "{count} rows");
}

/// How an example of a table is read.
type Reader = fn(&str) -> Result<String, Error>;

fn answer(text: &str) -> Result<String, Error> {
    let found = find_answer(text, Choice::Only, Some("x"), &Limits::default())?;
    let reading = Reading {
        syntax: found.syntax,
        ..Reading::antiderivative(Vec::new())
    };
    let (mut arena, mut notes) = (Arena::new(), Notes::default());
    let members = found.read(text, &reading, &mut arena, &mut notes)?;
    let plain = |member: &Member| arena.plain(member.id).to_string();
    Ok(members.iter().map(plain).collect::<Vec<_>>().join(" = "))
}

fn question(text: &str) -> Result<String, Error> {
    let posed = find_question(text, &Limits::default())?;
    let reading = Reading {
        syntax: posed.syntax,
        ..Reading::integrand()
    };
    let mut arena = Arena::new();
    let id = syntax::read(&posed.text, &reading, &mut arena)?;
    Ok(arena.plain(id).to_string())
}

#[test]
fn prose() {
    let readers: [(&str, Reader, usize); 2] = [
        ("Answers in prose", answer, 30),
        ("Questions in prose", question, 10),
    ];
    for (wanted, read, least) in readers {
        let mut count = 0;
        for (heading, section) in sections() {
            for row in rows(section).filter(|_| heading == wanted) {
                let text = code(&row[1]).replace('⏎', "\n");
                let found = read(&text).unwrap_or_else(|_| "refused".into());
                assert_eq!(found, code(&row[2]), "{text}");
                count += 1;
            }
        }
        assert!(count >= least, "{count} rows of {wanted}");
    }
}
