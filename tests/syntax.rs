//! The language: what is read and how, what is refused and where, and that printing undoes
//! reading. Cases are lines of `tests/syntax/*.tsv`.

mod agreement;

use barrow::error::{Error, Stage};
use barrow::expr::{Arena, Constant, Function, Id};
use barrow::number::Rational;
use barrow::simplify::canonical;
use barrow::syntax::{self, Dialect, Notes, Reading, Syntax};
use proptest::prelude::*;

use agreement::agreements;

/// The reading of a case: F with the parameters a and b, or f; with s in SymPy's dialect.
fn reading(mode: &str) -> Reading {
    let mut reading = if mode.contains('f') {
        Reading::integrand()
    } else {
        Reading::antiderivative(vec!["a".into(), "b".into()])
    };
    if mode.contains('s') {
        reading.dialect = Dialect::Sympy;
    }
    if mode.contains('L') {
        reading.syntax = Syntax::Latex;
    }
    reading
}

/// The lines of a file of cases as mode, text and the rest; `⏎` stands for a line break, `⇥` for a
/// tabulator.
fn cases(file: &str) -> impl Iterator<Item = (&str, String, &str)> {
    file.lines()
        .filter(|line| !line.starts_with("# ") && !line.is_empty())
        .map(|line| {
            let mut fields = line.splitn(3, '\t');
            let mut next = || fields.next().expect("three fields");
            let (mode, text) = (next(), next().replace('⏎', "\n").replace('⇥', "\t"));
            (mode, text, next())
        })
}

fn again(text: &str, dialect: Dialect, arena: &mut Arena) -> Result<Id, Error> {
    let reading = Reading {
        dialect,
        ..Reading::antiderivative(vec!["a".into(), "b".into(), "x".into()])
    };
    syntax::read(text, &reading, arena)
}

#[test]
fn accepted() {
    let mut count = 0;
    for (mode, text, printed) in cases(include_str!("syntax/plain.tsv")) {
        let mut arena = Arena::new();
        let id = syntax::read(&text, &reading(mode), &mut arena)
            .unwrap_or_else(|error| panic!("{text:?}: {}", error.caret(&text)));
        let shown = if mode.contains('s') {
            arena.sympy(id)
        } else {
            arena.plain(id)
        };
        assert_eq!(shown.to_string(), printed, "{text:?}");
        for (text, dialect) in [
            (arena.plain(id).to_string(), Dialect::Default),
            (arena.sympy(id).to_string(), Dialect::Sympy),
        ] {
            let other = mode.contains('s') != (dialect == Dialect::Sympy);
            // e, E, i and I are not the same in the other dialect unless they are known.
            let ambiguous = arena
                .symbols_of(id)
                .iter()
                .any(|&s| ["e", "E", "i", "I"].contains(&arena.name(s)));
            if !(other && ambiguous) {
                assert_eq!(again(&text, dialect, &mut arena), Ok(id), "{text:?}");
            }
        }
        count += 1;
    }
    assert!(count >= 150, "{count} cases");
}

#[test]
fn refused() {
    let mut count = 0;
    for (mode, text, expected) in cases(include_str!("syntax/refused.tsv")) {
        let mut arena = Arena::new();
        let error = match syntax::read(&text, &reading(mode), &mut arena) {
            Err(error) => error,
            Ok(id) => panic!("{text:?} was read as {}", arena.plain(id)),
        };
        let span = error.span.clone().expect("every error has a span");
        let found = format!("{:?} {}..{}", error.stage, span.start, span.end);
        assert_eq!(found, expected, "{text:?}: {}", error.message);
        assert!(text.is_char_boundary(span.start) && text.is_char_boundary(span.end));
        assert!(!error.message.is_empty() && !error.caret(&text).is_empty());
        count += 1;
    }
    assert!(count >= 80, "{count} cases");
}

#[test]
fn latex() {
    let mut wrong = Vec::new();
    let mut count = 0;
    for (mode, text, plain) in cases(include_str!("syntax/latex.tsv")) {
        let (mut arena, mut notes) = (Arena::new(), Notes::default());
        let reading = reading(&format!("L{mode}"));
        count += 1;
        match syntax::read_with_notes(&text, &reading, &mut arena, &mut notes) {
            Ok(id) if arena.plain(id).to_string() != plain => {
                wrong.push(format!(
                    "{text} is read as {}, not {plain}",
                    arena.plain(id)
                ));
            }
            Ok(_) if notes.list().is_empty() == mode.contains('n') => {
                wrong.push(format!("{text}: {:?}", notes.list()));
            }
            Ok(_) => {
                for note in notes.list() {
                    assert!(text.get(note.span.clone()).is_some(), "{text}: {note:?}");
                }
            }
            Err(error) => wrong.push(error.caret(&text)),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(count >= 400, "{count} cases");
}

#[test]
fn latex_refused() {
    let mut wrong = Vec::new();
    let mut count = 0;
    for (mode, marked, stage) in cases(include_str!("syntax/latex_refused.tsv")) {
        let start = marked.find('⟦').expect("the start of a span");
        let end = marked.find('⟧').expect("its end") - '⟦'.len_utf8();
        let text = marked.replace(['⟦', '⟧'], "");
        let mut arena = Arena::new();
        count += 1;
        match syntax::read(&text, &reading(&format!("L{mode}")), &mut arena) {
            Ok(id) => wrong.push(format!("{text} is read as {}", arena.plain(id))),
            Err(error) => {
                let found = format!("{:?} {:?}", error.stage, error.span);
                let expected = format!("{stage} {:?}", Some(start..end));
                if found != expected {
                    wrong.push(format!("{expected}, not {found}: {}", error.caret(&text)));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(count >= 150, "{count} cases");
}

/// Whatever is put into a text where, it is refused or found again in the expression.
#[test]
fn nothing_is_dropped() {
    let names = ["\\color", "\\textcolor", "\\hspace"];
    let texts = cases(include_str!("syntax/latex.tsv"))
        .filter(|(_, text, _)| !names.iter().any(|name| text.contains(name)));
    let mut accepted = 0;
    for (mode, text, _) in texts {
        let mut reading = reading(&format!("L{mode}"));
        reading.known.push("z".into());
        for (at, _) in text.char_indices().chain([(text.len(), ' ')]) {
            for extra in [
                "z", "+z", "z+", " z ", "{z}", "(z)", "\\cdot z", "^z", "_z", ",z", "\\zeta", "&z",
                "\\\\z",
            ] {
                let changed = format!("{}{extra}{}", &text[..at], &text[at..]);
                let mut arena = Arena::new();
                let Ok(id) = syntax::read(&changed, &reading, &mut arena) else {
                    continue;
                };
                accepted += 1;
                let names = arena.symbols_of(id);
                assert!(
                    names.iter().any(|&s| arena.name(s).contains('z')),
                    "{changed} is read as {}",
                    arena.plain(id)
                );
            }
        }
    }
    assert!(accepted > 20_000, "{accepted} texts");
}

#[test]
fn latex_printed() {
    for (mode, text, printed) in cases(include_str!("syntax/latex_printed.tsv")) {
        let mut arena = Arena::new();
        let id = syntax::read(&text, &reading(mode), &mut arena).expect(&text);
        assert_eq!(arena.latex(id).to_string(), printed, "{text:?}");
        let reading = Reading {
            syntax: Syntax::Latex,
            ..reading(mode)
        };
        let back = syntax::read(printed, &reading, &mut arena).expect(printed);
        assert_eq!(back, id, "{printed} is read as {}", arena.plain(back));
    }
}

#[test]
fn the_language_is_told_from_the_text() {
    for text in ["\\sin x", "x^{2}", "C_{1}", "$x$", "e^{x}+1"] {
        assert_eq!(Syntax::of(text), Syntax::Latex, "{text}");
    }
    for text in ["sin x", "x^2", "{x+1}^2", "sin{x}", "x_1", "E**(2*x)", ""] {
        assert_eq!(Syntax::of(text), Syntax::Plain, "{text}");
    }
}

/// Reads on a thread with a small stack.
fn hostile(text: String) -> Result<(), Error> {
    hostile_in("F", text)
}

fn hostile_in(mode: &'static str, text: String) -> Result<(), Error> {
    let run = move || {
        let mut arena = Arena::new();
        syntax::read(&text, &reading(mode), &mut arena).map(|_| ())
    };
    std::thread::Builder::new()
        .stack_size(512 * 1024)
        .spawn(run)
        .expect("a thread")
        .join()
        .expect("no panic")
}

#[test]
fn hostile_texts_are_refused() {
    let stage = |text: String| hostile(text).map_err(|error| error.stage);
    assert_eq!(stage("7".repeat(10 << 20)), Err(Stage::Limit));
    assert_eq!(stage("7".repeat(60_000)), Err(Stage::Limit));
    assert_eq!(stage("(".repeat(20_000)), Err(Stage::Limit));
    assert_eq!(stage("{[(".repeat(20_000)), Err(Stage::Limit));
    assert_eq!(stage("-".repeat(20_000)), Err(Stage::Limit));
    assert_eq!(stage("^1".repeat(20_000)), Err(Stage::Syntax));
    assert_eq!(stage("1^".repeat(20_000) + "1"), Err(Stage::Limit));
    assert_eq!(stage("1^-".repeat(20_000) + "1"), Err(Stage::Limit));
    assert_eq!(stage("sin ".repeat(16_000) + "x"), Err(Stage::Limit));
    assert_eq!(stage("sin^sin ".repeat(8_000) + "x"), Err(Stage::Syntax));
    assert_eq!(stage("√".repeat(20_000) + "x"), Err(Stage::Limit));
    assert_eq!(stage("|".repeat(20_000)), Err(Stage::Limit));
    assert_eq!(stage("|x+".repeat(20_000)), Err(Stage::Limit));
    assert_eq!(stage("x".repeat(60_000)), Err(Stage::Symbol));
    assert_eq!(stage("1e4000+".repeat(9_000) + "1"), Err(Stage::Limit));
    assert_eq!(stage("1e999999999".into()), Err(Stage::Limit));
    assert_eq!(stage("1e-999999999".into()), Err(Stage::Limit));
    let letters: Vec<String> = (0..9_000).map(|k| format!("c_{k}")).collect();
    assert_eq!(stage(letters.join("+")), Err(Stage::Limit));
    assert_eq!(
        stage("ab".repeat(30) + "c" + &" ab".repeat(9_000)),
        Err(Stage::Symbol)
    );
    assert_eq!(stage(")".repeat(20_000)), Err(Stage::Syntax));
    assert_eq!(
        stage("\u{0}\u{1}\u{fffd}".repeat(9_000)),
        Err(Stage::Syntax)
    );
}

#[test]
fn hostile_latex_is_refused() {
    let stage = |text: &str, times: usize, end: &str| {
        hostile_in("LF", text.repeat(times) + end).map_err(|error| error.stage)
    };
    assert_eq!(stage("7", 60_000, ""), Err(Stage::Limit));
    assert_eq!(stage("\\frac12", 10_000, ""), Err(Stage::Limit));
    assert_eq!(stage("{", 60_000, ""), Err(Stage::Limit));
    assert_eq!(stage("\\left(", 10_000, ""), Err(Stage::Limit));
    assert_eq!(stage("\\left|", 10_000, ""), Err(Stage::Syntax));
    assert_eq!(stage("\\left|x+", 7_000, "x"), Err(Stage::Syntax));
    assert_eq!(stage("\\frac", 10_000, ""), Err(Stage::Syntax));
    assert_eq!(stage("\\frac", 10_000, "12"), Err(Stage::Syntax));
    assert_eq!(stage("\\sqrt", 10_000, "2"), Err(Stage::Limit));
    assert_eq!(stage("x^\\sqrt ", 8_000, "2"), Err(Stage::Syntax));
    assert_eq!(stage("x^{", 250, "x"), Err(Stage::Syntax));
    assert_eq!(stage("x^\\frac ", 8_000, "12"), Err(Stage::Syntax));
    assert_eq!(stage("\\sqrt[", 9_000, ""), Err(Stage::Limit));
    assert_eq!(stage("\\sin ", 12_000, "x"), Err(Stage::Limit));
    assert_eq!(stage("\\mathrm", 9_000, " x"), Err(Stage::Syntax));
    assert_eq!(stage("\\mathrm{", 250, "x"), Err(Stage::Syntax));
    assert_eq!(stage("\\over", 9_000, ""), Err(Stage::Syntax));
    assert_eq!(stage("{x\\over ", 255, "x"), Err(Stage::Syntax));
    assert_eq!(stage("|", 60_000, ""), Err(Stage::Limit));
    assert_eq!(stage("\\lvert x+", 6_000, ""), Err(Stage::Limit));
    assert_eq!(stage("$", 60_000, ""), Err(Stage::Syntax));
    assert_eq!(stage("\\(", 30_000, ""), Err(Stage::Limit));
    assert_eq!(stage("\\", 60_000, ""), Err(Stage::Form));
    assert_eq!(stage("x_", 30_000, ""), Err(Stage::Syntax));
    assert_eq!(stage("^", 60_000, ""), Err(Stage::Syntax));
    assert_eq!(stage("}", 60_000, ""), Err(Stage::Syntax));
    assert_eq!(stage("\\right)", 9_000, ""), Err(Stage::Syntax));
    assert_eq!(stage("\u{0}\u{1}\u{fffd}", 9_000, ""), Err(Stage::Syntax));
    assert_eq!(stage("\\boxed{", 250, ""), Err(Stage::Form));
}

#[test]
fn long_latex_is_read() {
    let read = |text: &str, times: usize, end: &str| hostile_in("LF", text.repeat(times) + end);
    assert_eq!(read("\\frac{x}{2}+", 5_000, "1"), Ok(()));
    assert_eq!(read("\\sin x \\cdot ", 4_000, "1"), Ok(()));
    assert_eq!(read("x y ", 16_000, ""), Ok(()));
    assert_eq!(read("\\sin{x} y ", 5_000, ""), Ok(()));
    assert_eq!(read("\\ln|x| + ", 6_000, "1"), Ok(()));
    assert_eq!(read("e^{x}", 12_000, ""), Ok(()));
    assert_eq!(read("{x \\over y} + ", 4_000, "1"), Ok(()));
    assert_eq!(read("\\mathrm{e}^x", 5_000, ""), Ok(()));
    assert_eq!(read("\\,", 20_000, "x"), Ok(()));
    assert_eq!(read("{", 250, &("x".to_owned() + &"}".repeat(250))), Ok(()));
    let nested = "x^{".repeat(120) + "x" + &"}".repeat(120);
    assert_eq!(hostile_in("LF", nested), Ok(()));
}

#[test]
fn long_texts_are_read() {
    let sum: Vec<String> = (0..10_000).map(|k| format!("{}x", k % 100)).collect();
    assert_eq!(hostile(sum.join("+")), Ok(()));
    assert_eq!(hostile("x*".repeat(20_000) + "x"), Ok(()));
    assert_eq!(
        hostile("1/".to_owned() + &"7/".repeat(20_000) + "7"),
        Ok(())
    );
    assert_eq!(hostile("x ".repeat(20_000)), Ok(()));
    assert_eq!(hostile("ln|x| + ".repeat(5_000) + "1"), Ok(()));
    assert_eq!(hostile("(".repeat(250) + "x" + &")".repeat(250)), Ok(()));
    assert_eq!(hostile("9".repeat(4_096)), Ok(()));
    assert_eq!(hostile("1e4000/3".to_owned()), Ok(()));
}

#[test]
fn output_is_bounded() {
    let mut arena = Arena::new();
    let mut id = arena.symbol("x");
    for _ in 0..200 {
        id = arena.sum(&[id, id]);
    }
    assert_eq!(arena.plain(id).limit(1_000).complete(), None);
    let text = arena.latex(id).limit(1_000).to_string();
    assert!(text.len() <= 1_003 && text.ends_with('…'));
}

#[test]
fn names_of_constants_may_be_known_symbols() {
    let mut arena = Arena::new();
    let reading = Reading::antiderivative(vec!["e".into()]);
    let id = syntax::read("e*exp(x)", &reading, &mut arena).expect("e is known");
    let e = arena.symbol("e");
    let constant = arena.constant(Constant::E);
    assert!(arena.symbols_of(id).len() == 2 && e != constant);
    assert_eq!(arena.plain(id).to_string(), "e*exp(x)");
}

#[test]
fn other_variables() {
    for (variable, text, printed) in [
        ("t", "t sin t", "t*sin(t)"),
        ("θ", "2θcos θ", "2*theta*cos(theta)"),
        ("e", "e^2", "e^2"),
        ("_Dummy_297", "_Dummy_297^2", "_Dummy_297^2"),
        ("y", "y(y+1)", "y*(y + 1)"),
    ] {
        let mut arena = Arena::new();
        let reading = Reading {
            variable: variable.into(),
            ..Reading::antiderivative(Vec::new())
        };
        let id = syntax::read(text, &reading, &mut arena).expect(text);
        assert_eq!(arena.plain(id).to_string(), printed);
    }
    assert_eq!(syntax::symbol_name("θ").as_deref(), Some("theta"));
    assert_eq!(syntax::symbol_name("\\theta").as_deref(), Some("theta"));
    assert_eq!(syntax::symbol_name("x y"), None);
    assert_eq!(syntax::symbol_name("x\\y"), None);
}

/// A tree as the arena's constructors take it.
#[derive(Clone, Debug)]
enum Tree {
    Number(i64, i64),
    Symbol(&'static str),
    Constant(Constant),
    Sum(Vec<Tree>),
    Product(Vec<Tree>),
    Power(Box<Tree>, Box<Tree>),
    Inverse(Box<Tree>),
    Minus(Box<Tree>),
    Call(Function, Box<Tree>),
    Root(Box<Tree>, i64),
}

impl Tree {
    fn build(&self, arena: &mut Arena) -> Id {
        match self {
            Self::Number(p, q) => arena.number(&Rational::new(*p, *q).expect("q is not 0")),
            Self::Symbol(name) => arena.symbol(name),
            Self::Constant(constant) => arena.constant(*constant),
            Self::Sum(terms) => {
                let terms: Vec<Id> = terms.iter().map(|t| t.build(arena)).collect();
                arena.sum(&terms)
            }
            Self::Product(factors) => {
                let factors: Vec<Id> = factors.iter().map(|t| t.build(arena)).collect();
                arena.product(&factors)
            }
            Self::Power(base, exponent) => {
                let (base, exponent) = (base.build(arena), exponent.build(arena));
                arena.power(base, exponent)
            }
            Self::Inverse(base) => {
                let base = base.build(arena);
                arena.recip(base)
            }
            Self::Minus(tree) => {
                let tree = tree.build(arena);
                arena.neg(tree)
            }
            Self::Call(function, argument) => {
                let argument = argument.build(arena);
                arena.call(*function, &[argument])
            }
            Self::Root(radicand, n) => {
                let (radicand, n) = (radicand.build(arena), arena.integer(2 * n + 1));
                arena.call(Function::Root, &[radicand, n])
            }
        }
    }
}

fn tree() -> impl Strategy<Value = Tree> {
    let functions: Vec<Function> = Function::TABLE
        .iter()
        .filter(|entry| entry.arity == 1)
        .map(|entry| entry.function)
        .collect();
    let leaf = prop_oneof![
        3 => (-3_i64..=3, 1_i64..=3).prop_map(|(p, q)| Tree::Number(p, q)),
        3 => prop::sample::select(vec!["x", "a", "b", "c_1", "alpha", "C", "y2", "const"])
            .prop_map(Tree::Symbol),
        1 => prop::sample::select(vec![Constant::Pi, Constant::E, Constant::I])
            .prop_map(Tree::Constant),
    ];
    leaf.prop_recursive(6, 48, 4, move |inner| {
        let boxed = inner.clone().prop_map(Box::new);
        prop_oneof![
            3 => prop::collection::vec(inner.clone(), 2..5).prop_map(Tree::Sum),
            4 => prop::collection::vec(inner, 2..5).prop_map(Tree::Product),
            3 => (boxed.clone(), boxed.clone()).prop_map(|(b, e)| Tree::Power(b, e)),
            3 => boxed.clone().prop_map(Tree::Inverse),
            2 => boxed.clone().prop_map(Tree::Minus),
            2 => (prop::sample::select(functions.clone()), boxed.clone())
                .prop_map(|(f, u)| Tree::Call(f, u)),
            1 => (boxed, 1_i64..3).prop_map(|(u, n)| Tree::Root(u, n)),
        ]
    })
}

/// LaTeX of which `⟨` and `⟩` stand for braces that are not printed.
fn braced() -> impl Strategy<Value = String> {
    let leaf = prop::sample::select(vec!["x", "y", "2", "a", "\\pi ", "x^2", "\\frac{x}{2}"])
        .prop_map(String::from);
    leaf.prop_recursive(5, 24, 3, |inner| {
        let pair = (inner.clone(), inner.clone());
        prop_oneof![
            5 => inner.clone().prop_map(|e| format!("⟨{e}⟩")),
            1 => inner.clone().prop_map(|e| format!("({e})")),
            1 => inner.clone().prop_map(|e| format!("\\left|{e}\\right|")),
            1 => inner.clone().prop_map(|e| format!("-{e}")),
            1 => inner.clone().prop_map(|e| format!("+{e}")),
            1 => inner.clone().prop_map(|e| format!("{e}^2")),
            1 => inner.clone().prop_map(|e| format!("2^{{{e}}}")),
            2 => inner.clone().prop_map(|e| format!("\\sin {e}")),
            1 => inner.clone().prop_map(|e| format!("\\sqrt{{{e}}}")),
            1 => inner.prop_map(|e| format!("\\ln\\left({e}\\right)")),
            3 => pair.clone().prop_map(|(a, b)| format!("{a} {b}")),
            2 => pair.clone().prop_map(|(a, b)| format!("{a}+{b}")),
            2 => pair.clone().prop_map(|(a, b)| format!("{a}-{b}")),
            1 => pair.clone().prop_map(|(a, b)| format!("{a}\\cdot {b}")),
            1 => pair.clone().prop_map(|(a, b)| format!("{a}/{b}")),
            1 => pair.prop_map(|(a, b)| format!("\\frac{{{a}}}{{{b}}}")),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 20_000, failure_persistence: None, ..ProptestConfig::default() })]

    /// What is read with braces that are not printed is what is printed, unless a remark says that
    /// the braces were believed.
    #[test]
    fn braces_print_nothing(text in braced()) {
        let (mut arena, mut notes) = (Arena::new(), Notes::default());
        arena.symbol("x");
        let mut reading = reading("LF");
        reading.known.push("y".into());
        let with = text.replace('⟨', "{").replace('⟩', "}");
        let Ok(id) = syntax::read_with_notes(&with, &reading, &mut arena, &mut notes) else {
            return Ok(());
        };
        let believed = notes.list().iter().any(|note| note.message.contains("braces are read"));
        let without = text.replace(['⟨', '⟩'], "");
        if let (false, Ok(other)) = (believed, syntax::read(&without, &reading, &mut arena)) {
            let same = canonical(&mut arena, id) == canonical(&mut arena, other);
            prop_assert!(
                same || agreements(&arena, id, other).is_some(),
                "{} is read as {}, {} as {}", with, arena.plain(id), without, arena.plain(other)
            );
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn reading_undoes_printing(tree in tree()) {
        let mut arena = Arena::new();
        let id = tree.build(&mut arena);
        let plain = arena.plain(id).to_string();
        prop_assert_eq!(again(&plain, Dialect::Default, &mut arena), Ok(id), "{}", plain);
        let sympy = arena.sympy(id).to_string();
        prop_assert_eq!(again(&sympy, Dialect::Sympy, &mut arena), Ok(id), "{}", sympy);
        let latex = arena.latex(id).complete().expect("no limit is reached");
        let reading = Reading {
            syntax: Syntax::Latex,
            ..Reading::antiderivative(
                ["a", "b", "c_1", "alpha", "C", "y2", "const"].map(String::from).to_vec(),
            )
        };
        let back = syntax::read(&latex, &reading, &mut arena);
        prop_assert!(back.is_ok(), "{}: {:?}", latex, back);
        if let Ok(back) = back {
            arena.symbol("x");
            // Division by zero has no one canonical form.
            let same = canonical(&mut arena, back) == canonical(&mut arena, id);
            prop_assert!(same || agreements(&arena, id, back).is_some(), "{}", latex);
        }
    }

    #[test]
    fn no_text_panics(text in "[xae0-9+*/^()|, .=_{}√²πsinl-]{0,40}") {
        let mut arena = Arena::new();
        let result = syntax::read(&text, &reading("F"), &mut arena);
        if let Ok(id) = result {
            let plain = arena.plain(id).to_string();
            prop_assert_eq!(again(&plain, Dialect::Default, &mut arena), Ok(id), "{}", plain);
        }
    }

    #[test]
    fn no_latex_panics(text in r"(\\[a-z(,|{]|\\(frac|sqrt|left|right|sin|ln|over|mathrm|cdot)|[xyae0-9+*/^()|, .=_{}&$~-]){0,24}") {
        let mut arena = Arena::new();
        let _ = syntax::read(&text, &reading("LF"), &mut arena);
    }

    #[test]
    fn no_unicode_panics(text in "\\PC{0,40}") {
        let mut arena = Arena::new();
        for mode in ["f", "Lf"] {
            if let Err(error) = syntax::read(&text, &reading(mode), &mut arena) {
                prop_assert!(error.caret(&text).len() < 2_000);
            }
        }
    }
}
