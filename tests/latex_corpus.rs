//! LaTeX of whole corpora: what barrow prints is read back as the same node, and what SymPy
//! prints is read as the expression that its plain text is.

mod agreement;

use std::fs;
use std::io::Read as _;
use std::path::Path;

use barrow::expr::{Arena, Constant, Function, Id, View};
use barrow::number::Rational;
use barrow::simplify::canonical;
use barrow::syntax::{self, Dialect, Reading, Syntax};
use flate2::read::GzDecoder;
use serde_json::Value;

use agreement::agreements;

/// Symbols that LaTeX cannot tell from constants.
const CONSTANTS: &[&str] = &["e", "i"];

/// Reads a text whose symbols are all known, or tells what is wrong.
fn read(text: &str, syntax: Syntax, dialect: Dialect, arena: &mut Arena) -> Result<Id, String> {
    let known = (0..arena.symbol_count())
        .map(|s| arena.symbol_name(s).to_owned())
        .filter(|name| name != "x")
        .collect();
    let reading = Reading {
        syntax,
        dialect,
        ..Reading::antiderivative(known)
    };
    syntax::read(text, &reading, arena).map_err(|error| error.caret(text))
}

/// Reads plain text as an integrand: its symbols are not known.
fn plain(text: &str, dialect: Dialect, arena: &mut Arena) -> Option<Id> {
    let reading = Reading {
        dialect,
        ..Reading::integrand()
    };
    let id = syntax::read(text, &reading, arena).ok()?;
    (0..arena.symbol_count())
        .all(|s| !CONSTANTS.contains(&arena.symbol_name(s)))
        .then_some(id)
}

/// Whether two expressions have one canonical form.
fn same(a: Id, b: Id, arena: &mut Arena) -> bool {
    canonical(arena, a) == canonical(arena, b)
}

/// The expression with a real root for every power 1/n with an odd n: SymPy prints both with the
/// root sign, which is that of the real root.
fn with_roots(root: Id, arena: &mut Arena) -> Id {
    let mut made = vec![root; arena.len()];
    for id in arena.reachable(&[root]) {
        let children = arena.children(id);
        let children: Vec<Id> = children
            .as_slice()
            .iter()
            .map(|c| made[c.index()])
            .collect();
        made[id.index()] = match arena.view(id) {
            View::Number(_) | View::Constant(_) | View::Symbol(_) => id,
            View::Sum(_) => arena.sum(&children),
            View::Product(_) => arena.product(&children),
            View::Call(function, _) => arena.call(function, &children),
            View::Power(base, exponent) if arena.view(base) != View::Constant(Constant::E) => {
                let odd = arena.as_number(exponent).cloned().filter(|q| {
                    let n = q.denominator();
                    q.abs().numerator() == 1.into() && n > 2.into() && n.bit(0)
                });
                match odd {
                    None => arena.power(children[0], children[1]),
                    Some(q) => {
                        let degree = arena.number(&Rational::from(q.denominator()));
                        let real = arena.call(Function::Root, &[children[0], degree]);
                        if q.is_negative() {
                            arena.recip(real)
                        } else {
                            real
                        }
                    }
                }
            }
            View::Power(..) => arena.power(children[0], children[1]),
        };
    }
    made[root.index()]
}

fn printed_back(text: &str, dialect: Dialect) -> Option<Result<(), String>> {
    let mut arena = Arena::new();
    arena.symbol("x");
    let id = plain(text, dialect, &mut arena)?;
    let latex = arena.latex(id).to_string();
    let back = match read(&latex, Syntax::Latex, Dialect::Default, &mut arena) {
        Ok(back) => back,
        Err(error) => return Some(Err(error)),
    };
    Some(if id == back {
        Ok(())
    } else {
        let back = arena.plain(back);
        Err(format!("{text}\n  {latex}\n  is read as {back}"))
    })
}

/// How many expressions of a file are read back, after all of them were checked.
fn printed_back_from(path: &Path) -> usize {
    let dialect = match path.parent().and_then(Path::file_name) {
        Some(name) if name == "data" => Dialect::Default,
        _ => Dialect::Sympy,
    };
    let file = fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let rows = file
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).expect("a row"))
        .filter(|row| row["syntax"] != "latex");
    let (mut count, mut wrong) = (0, Vec::new());
    for row in rows {
        for side in ["integrand", "antiderivative"] {
            let text = row[side].as_str().unwrap_or_default();
            match printed_back(text, dialect) {
                Some(Ok(())) => count += 1,
                Some(Err(error)) => wrong.push(error),
                None => {}
            }
        }
    }
    assert!(
        wrong.is_empty(),
        "{} of {}:\n{}",
        wrong.len(),
        path.display(),
        wrong[..wrong.len().min(20)].join("\n")
    );
    count
}

#[test]
fn printed_latex_is_read_back() {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("data");
    let files = [
        "seeds.jsonl",
        "attacks.jsonl",
        "adversarial.jsonl",
        "samples/rubi.jsonl",
        "samples/rubi_parameters.jsonl",
        "samples/blake.jsonl",
        "samples/sympy.jsonl",
        "samples/schaum.jsonl",
    ];
    let count: usize = files.iter().map(|f| printed_back_from(&data.join(f))).sum();
    println!("{count} expressions");
    assert!(count >= 3_500, "{count} expressions");
    let pairs = sympy();
    let mut count = 0;
    for (text, _) in pairs.lines().skip(1).filter_map(|l| l.split_once('\t')) {
        match printed_back(text, Dialect::Sympy) {
            Some(Ok(())) => count += 1,
            Some(Err(error)) => panic!("{error}"),
            None => {}
        }
    }
    assert!(count >= 5_000, "{count} expressions");
}

/// Expressions as `SymPy` prints them, plainly and in LaTeX.
fn sympy() -> String {
    let bytes: &[u8] = include_bytes!("../data/sympy_latex.tsv.gz");
    let mut text = String::new();
    GzDecoder::new(bytes)
        .read_to_string(&mut text)
        .expect("a compressed text");
    text
}

/// Further rows: the files of JSON Lines that `CORPORA` names, separated by colons.
#[test]
#[ignore = "needs corpora that are not shipped"]
fn printed_latex_of_full_corpora_is_read_back() {
    let files = std::env::var("CORPORA").expect("CORPORA names files");
    let count: usize = files
        .split(':')
        .map(|file| printed_back_from(Path::new(file)))
        .sum();
    println!("{count} expressions");
    assert!(count >= 5_000, "{count} expressions");
}

#[test]
fn latex_of_sympy_is_read() {
    assert!(pairs_agree(&sympy()) >= 5_000);
}

/// Further pairs: the file that `PAIRS` names, made by `tools/sympy_latex.py`.
#[test]
#[ignore = "needs corpora that are not shipped"]
fn latex_of_sympy_of_full_corpora_is_read() {
    let file = std::env::var("PAIRS").expect("PAIRS names a file");
    pairs_agree(&fs::read_to_string(file).expect("a file of pairs"));
}

/// How many pairs there are, after all of them were checked.
fn pairs_agree(pairs: &str) -> usize {
    let (mut count, mut wrong, mut unknown) = (0, Vec::new(), 0);
    for line in pairs.lines().skip(1) {
        let (text, latex) = line.split_once('\t').expect("two fields");
        let mut arena = Arena::new();
        arena.symbol("x");
        let Some(id) = plain(text, Dialect::Sympy, &mut arena) else {
            unknown += 1;
            continue;
        };
        count += 1;
        let id = with_roots(id, &mut arena);
        match read(latex, Syntax::Latex, Dialect::Default, &mut arena) {
            Ok(back) if same(id, back, &mut arena) || agreements(&arena, id, back) >= Some(3) => {}
            Ok(back) => wrong.push(format!(
                "{text}\n  {latex}\n  is read as {}",
                arena.plain(back)
            )),
            Err(error) => wrong.push(format!("{text}\n  {error}")),
        }
    }
    println!("{count} expressions, {unknown} with unknown functions");
    println!("{} wrong:\n{}", wrong.len(), wrong.join("\n"));
    assert!(
        wrong.len() * 200 <= count,
        "{} of {count} are wrong, more than one in 200",
        wrong.len()
    );
    count
}
