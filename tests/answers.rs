//! Answers and questions in prose: which part of a text is read. Cases are lines of
//! `tests/syntax/answers.tsv` and `tests/syntax/questions.tsv`.

use std::ops::Range;

use barrow::error::Error;
use barrow::expr::{Arena, Id};
use barrow::simplify::canonical;
use barrow::syntax::{
    self, Choice, Limits, Notes, Reading, Role, Syntax, find_answer, find_question,
};

/// The lines of a file of cases: first field, text, the others.
fn cases(file: &str) -> impl Iterator<Item = (&str, String, &str)> {
    file.lines()
        .filter(|line| !line.starts_with("# ") && !line.is_empty())
        .map(|line| {
            let mut fields = line.splitn(3, '\t');
            let mut next = || {
                fields
                    .next()
                    .unwrap_or_else(|| panic!("three fields: {line}"))
            };
            let (mode, text) = (next(), next().replace('⏎', "\n").replace('⇥', "\t"));
            (mode, text, next())
        })
}

/// The text without the signs around the bytes that are meant, and those bytes.
fn unmarked(marked: &str) -> (String, Option<Range<usize>>) {
    let span = marked.find('⟦').map(|start| {
        let end = marked.find('⟧').expect("the end of a span") - '⟦'.len_utf8();
        start..end
    });
    (marked.replace(['⟦', '⟧'], ""), span)
}

fn plain(text: &str, variable: &str, arena: &mut Arena) -> Id {
    let reading = Reading {
        variable: variable.into(),
        ..Reading::antiderivative(vec!["a".into(), "b".into()])
    };
    let id = syntax::read(text, &reading, arena).unwrap_or_else(|e| panic!("{}", e.caret(text)));
    canonical(arena, id)
}

/// The answer of a response as an expression, or as the members of a chain.
fn answer(text: &str, choice: Choice, arena: &mut Arena) -> Result<Vec<Id>, Error> {
    let found = find_answer(text, choice, Some("x"), &Limits::default())?;
    assert!(text.get(found.span.clone()).is_some(), "{text}: {found:?}");
    let reading = Reading {
        syntax: found.syntax,
        ..Reading::antiderivative(vec!["a".into(), "b".into()])
    };
    let members = found.read(text, &reading, arena, &mut Notes::default())?;
    for member in &members {
        assert!(text.get(member.span.clone()).is_some(), "{text}");
    }
    Ok(members.into_iter().map(|member| member.id).collect())
}

fn question(text: &str, arena: &mut Arena) -> Result<(Id, String), Error> {
    let posed = find_question(text, &Limits::default())?;
    assert_eq!(posed.text.len(), posed.span.len(), "{text}: {posed:?}");
    let variable = posed.variable.map_or_else(
        || "x".into(),
        |(name, span)| {
            assert!(text.get(span).is_some(), "{text}");
            name
        },
    );
    let reading = Reading {
        role: Role::Integrand,
        syntax: posed.syntax,
        variable: variable.clone(),
        ..Reading::integrand()
    };
    let id = syntax::read(&posed.text, &reading, arena)
        .map_err(|error| error.moved(posed.span.start))?;
    Ok((id, variable))
}

/// The members of a chain as a person writes them.
fn printed(ids: &[Id], arena: &Arena) -> String {
    let texts: Vec<String> = ids.iter().map(|id| arena.plain(*id).to_string()).collect();
    texts.join(" = ")
}

/// Compares what was read with the field of a case.
fn check(
    marked: &str,
    expected: &str,
    variable: &str,
    read: impl Fn(&str, &mut Arena) -> Result<Vec<Id>, Error>,
) -> Result<(), String> {
    let (text, span) = unmarked(marked);
    let mut arena = Arena::new();
    let found = read(&text, &mut arena);
    match (found, expected.strip_prefix('!')) {
        (Ok(ids), None) => {
            let wanted: Vec<Id> = expected
                .split(" = ")
                .map(|member| plain(member, variable, &mut arena))
                .collect();
            let found: Vec<Id> = ids.iter().map(|id| canonical(&mut arena, *id)).collect();
            if found == wanted {
                return Ok(());
            }
            let found = printed(&ids, &arena);
            Err(format!("{text:?} is read as {found}, not {expected}"))
        }
        (Ok(ids), Some(_)) => Err(format!("{text:?} is read as {}", printed(&ids, &arena))),
        (Err(error), None) => Err(format!("{text:?}: {}", error.caret(&text))),
        (Err(error), Some(stage)) => {
            assert!(!error.message.is_empty() && !error.caret(&text).is_empty());
            let found = format!("{:?} {:?}", error.stage, error.span).to_lowercase();
            let wanted = format!("{stage} {span:?}").to_lowercase();
            if found == wanted {
                return Ok(());
            }
            Err(format!("{wanted}, not {found}: {}", error.caret(&text)))
        }
    }
}

#[test]
fn answers() {
    let (mut wrong, mut count) = (Vec::new(), 0);
    for (mode, marked, expected) in cases(include_str!("syntax/answers.tsv")) {
        let choice = match mode {
            "o" => Choice::Only,
            "f" => Choice::First,
            "l" => Choice::Last,
            _ => panic!("{mode} is no choice"),
        };
        wrong.extend(
            check(&marked, expected, "x", |text, arena| {
                answer(text, choice, arena)
            })
            .err(),
        );
        count += 1;
    }
    assert!(
        wrong.is_empty(),
        "{}\n{} wrong",
        wrong.join("\n"),
        wrong.len()
    );
    assert!(count >= 150, "{count} cases");
}

#[test]
fn questions() {
    let (mut wrong, mut count) = (Vec::new(), 0);
    for (variable, marked, expected) in cases(include_str!("syntax/questions.tsv")) {
        let read = |text: &str, arena: &mut Arena| {
            let (id, found) = question(text, arena)?;
            assert_eq!(found, variable, "{text}");
            Ok(vec![id])
        };
        wrong.extend(check(&marked, expected, variable, read).err());
        count += 1;
    }
    assert!(
        wrong.is_empty(),
        "{}\n{} wrong",
        wrong.join("\n"),
        wrong.len()
    );
    assert!(count >= 60, "{count} cases");
}

/// Long texts of one sign, and of signs that open and never close, are read in one pass each.
#[test]
fn long_texts() {
    let mut texts = Vec::new();
    for piece in [
        "{",
        "}",
        "$",
        "$$",
        "\\(",
        "\\[",
        "\\boxed{",
        "\\boxed",
        "\\boxed{x}",
        "\\boxed{x}}",
        "```",
        "`",
        "**",
        "*",
        "\\",
        "\\\\",
        "<answer>",
        "</answer>",
        "<answer>x</answer>",
        "<think>",
        "</think>",
        "Answer:\n",
        "Answer: $",
        "Answer: x\n",
        "\n",
        " ",
        "$x$ ",
        "$\n\n",
        "\\int ",
        "\\int x dx ",
        "\\int \\frac{dx}{x} ",
        "\\frac{",
        "int(",
        "integrate(x, x) ",
        "\\integrand{x}",
        "\\variable{x}",
        "\\original{",
        "the answer is ",
        "dx ",
        "<|im_end|>",
        "\\begin{align}",
        "+ C",
        "\\text{",
        "\\,",
        "é",
        "$x$ **y** `z` ",
        "**x**",
        "Answer: x, ",
        " where ",
        "\u{200b}",
        "`x\n",
        "[",
        "x, ",
        ".",
    ] {
        texts.push(piece.repeat(64 * 1024 / piece.len()));
    }
    for inner in ["{", "\\{", "x", "$", "\\int x "] {
        texts.push(format!("\\boxed{{{}}}", inner.repeat(60_000 / inner.len())));
        texts.push(format!(
            "$\\boxed{{x}}{}$",
            inner.repeat(60_000 / inner.len())
        ));
        texts.push(format!(
            "${}\\boxed{{x}}$",
            inner.repeat(60_000 / inner.len())
        ));
    }
    for piece in [
        "\\boxed{x}. ",
        "∫ x dx. ",
        "$x$. ",
        "**x** ",
        "Answer: $x$. ",
    ] {
        texts.push(piece.repeat(1024 * 1024 / piece.len()));
    }
    texts.push("∫ x dx. ".to_owned() + &"[".repeat(60_000));
    for text in &texts {
        for choice in [Choice::Only, Choice::First, Choice::Last] {
            if let Ok(found) = find_answer(text, choice, None, &Limits::default()) {
                assert!(text.get(found.span).is_some());
            }
        }
        if let Ok(found) = find_question(text, &Limits::default()) {
            assert_eq!(found.text.len(), found.span.len());
        }
    }
}

#[test]
fn a_response_is_bounded() {
    let text = "x".repeat(2 << 20);
    let error = find_answer(&text, Choice::Only, None, &Limits::default()).expect_err("too long");
    assert_eq!(error.stage, barrow::error::Stage::Limit);
}

/// A chain is as long as the limit allows, or refused before its members are read.
#[test]
fn chains_are_bounded() {
    let chain = |count: usize| format!("\\boxed{{F(x) = {}}}", vec!["x"; count].join("="));
    let mut arena = Arena::new();
    let most = Limits::default().members;
    let read = answer(&chain(most), Choice::Only, &mut arena).expect("a chain");
    assert_eq!(read.len(), most);
    for count in [most + 1, most + 2, 10_000] {
        let error = answer(&chain(count), Choice::Only, &mut arena).expect_err("too long");
        assert_eq!(error.stage, barrow::error::Stage::Limit, "{count}");
    }
    let signs = format!("\\boxed{{x{}x}}", "=".repeat(10_000));
    let error = answer(&signs, Choice::Only, &mut arena).expect_err("too long");
    assert_eq!(error.stage, barrow::error::Stage::Limit);
}

#[test]
fn a_constant_beside_a_box_is_no_variable() {
    let text = "$\\boxed{C^2/2} + C$";
    let find = |variable| find_answer(text, Choice::Only, variable, &Limits::default());
    assert!(find(Some("C")).is_err());
    assert!(find(Some("x")).is_ok_and(|found| found.syntax == Syntax::Latex));
}

/// What is put directly beside an answer is refused, or found in the expression.
#[test]
fn nothing_beside_an_answer_is_dropped() {
    let signs = |c: char| c.is_ascii_alphabetic() || " \\{}$()[]*`".contains(c);
    let marks = ["\\boxed", "\\fbox", "\\(", "\\)", "\\[", "\\]"];
    let (mut dropped, mut count) = (Vec::new(), 0);
    for (mode, text, expected) in cases(include_str!("syntax/answers.tsv")) {
        if mode != "o" || expected.starts_with('!') {
            continue;
        }
        let found = find_answer(&text, Choice::Only, Some("x"), &Limits::default()).expect(&text);
        for (at, _) in text.char_indices().chain([(text.len(), ' ')]) {
            let between = if at <= found.span.start {
                &text[at..found.span.start]
            } else if at >= found.span.end {
                &text[found.span.end..at]
            } else {
                ""
            };
            let bare = marks
                .iter()
                .fold(between.to_owned(), |text, mark| text.replace(mark, ""));
            if !between.chars().all(signs) || bare.contains(char::is_alphabetic) {
                continue;
            }
            for extra in [
                "+z", "z+", "-z", "z", " z ", "\\cdot z", "^z", "^{z}", "/z", "_z",
            ] {
                let changed = format!("{}{extra}{}", &text[..at], &text[at..]);
                let mut arena = Arena::new();
                let Ok(ids) = answer(&changed, Choice::Only, &mut arena) else {
                    continue;
                };
                // Letters that lengthen a word.
                let is_word = text[..at].ends_with(char::is_alphabetic) && extra.starts_with('z')
                    || text[at..].starts_with(char::is_alphabetic) && extra.ends_with('z');
                count += 1;
                let has_z = |id: &Id| {
                    let names = arena.symbols_of(*id);
                    names.iter().any(|&s| arena.name(s).contains('z'))
                };
                if !is_word && !ids.iter().any(has_z) {
                    dropped.push(format!("{changed:?} is read as {}", printed(&ids, &arena)));
                }
            }
        }
    }
    assert!(
        dropped.is_empty(),
        "{}\n{} dropped",
        dropped.join("\n"),
        dropped.len()
    );
    assert!(count > 500, "{count} texts");
}

/// Published problems, in the words of several models, are read as they are alone.
#[test]
fn published_problems() {
    let mut count = 0;
    for line in include_str!("../data/vhg_seeds.jsonl").lines() {
        let row: serde_json::Value = serde_json::from_str(line).expect("JSON");
        let field = |name: &str| row[name].as_str().expect("text");
        let (f, big_f, variable) = (
            field("integrand"),
            field("antiderivative"),
            field("variable"),
        );
        let mut arena = Arena::new();
        let reading = Reading {
            syntax: Syntax::Latex,
            variable: variable.into(),
            ..Reading::integrand()
        };
        let alone = syntax::read(f, &reading, &mut arena).map(|id| arena.plain(id).to_string());
        for text in [
            format!("Find $\\int {f} \\, d{variable}$."),
            format!("\\original{{{big_f}}} \\integrand{{{f}}} \\variable{{{variable}}}"),
            format!("Integrate the expression ${f}$ with respect to ${variable}$."),
        ] {
            let found = question(&text, &mut arena);
            match (&alone, found) {
                (Ok(plain), Ok((id, name))) => {
                    assert_eq!(
                        (arena.plain(id).to_string(), &*name),
                        (plain.clone(), variable)
                    );
                    count += 1;
                }
                (alone, found) => assert!(alone.is_err() && found.is_err(), "{text}"),
            }
        }
        let reading = Reading::antiderivative(vec!["a".into(), "b".into()]);
        let reading = Reading {
            syntax: Syntax::Latex,
            ..reading
        };
        let alone = syntax::read(big_f, &reading, &mut arena).map(|id| arena.plain(id).to_string());
        for text in [
            format!("Step by step.\n\n$$\\boxed{{{big_f}}}$$"),
            format!("<think>hmm</think>\n\n**Final Answer:** $\\boxed{{{big_f}}}$<|im_end|>"),
            format!("It is\n\\[\n\\boxed{{{big_f}}}\n\\]\nwhere $C$ is a constant."),
            format!("<answer>\\({big_f}\\)</answer>"),
            format!("Answer: ${big_f}$"),
        ] {
            match (&alone, answer(&text, Choice::Only, &mut arena)) {
                (Ok(plain), Ok(ids)) => {
                    assert_eq!(printed(&ids, &arena), *plain, "{text}");
                    count += 1;
                }
                (alone, found) => assert!(alone.is_err() && found.is_err(), "{text}"),
            }
        }
    }
    assert!(count > 1_000, "{count} texts");
}
