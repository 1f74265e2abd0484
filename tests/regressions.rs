//! Replays what fuzzing found: every file of `fuzz/regressions/LAW` through that law.
#![allow(clippy::unwrap_used)]

#[path = "../fuzz/laws.rs"]
mod laws;

use std::fs;
use std::path::Path;

fn replay(law: &str, check: impl Fn(&[u8])) {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("fuzz/regressions")
        .join(law);
    let mut files: Vec<_> = fs::read_dir(&directory)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.file_name().is_some_and(|name| name != ".gitkeep"))
        .collect();
    files.sort();
    for file in files {
        eprintln!("{}", file.display());
        check(&fs::read(&file).unwrap());
    }
}

#[test]
fn parse() {
    replay("parse", laws::parse);
}

#[test]
fn latex() {
    replay("latex", laws::latex);
}

#[test]
fn answer() {
    replay("answer", laws::answer);
}

#[test]
fn verify() {
    replay("verify", laws::verify);
}

#[test]
fn layers_agree() {
    replay("layers_agree", laws::layers_agree);
}

#[test]
fn roundtrip() {
    replay("roundtrip", laws::roundtrip);
}
