//! What must hold for every input, as functions of bytes. The fuzz targets and
//! `tests/regressions.rs` share this file.

#![allow(dead_code, reason = "each fuzz target uses one of the functions")]

use barrow::calculus::derivative;
use barrow::decide::{Answer, Assumption, Domain, Evidence, Field, Policy, Problem, decide};
use barrow::enclosure::natural::{Mode, Natural, Region, evaluate, rational};
use barrow::enclosure::{Interval, Real};
use barrow::expr::{Arena, Constant, Function, Id, Notation};
use barrow::number::Rational;
use barrow::simplify::canonical;
use barrow::syntax::{self, Choice, Dialect, Limits, Notes, Reading, Role, Syntax};
use barrow::verify::{Question, Verdict, VerdictKind, Verifier};

/// Any text is read or refused with an error that points into it, and what is read prints and
/// reads back as the same node.
pub fn parse(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    for (dialect, notation) in [
        (Dialect::Default, Notation::Plain),
        (Dialect::Sympy, Notation::Sympy),
    ] {
        for role in [Role::Integrand, Role::Antiderivative] {
            let mut arena = Arena::new();
            let reading = Reading {
                role,
                dialect,
                ..Reading::integrand()
            };
            match syntax::read(&text, &reading, &mut arena) {
                Ok(id) => reads_back(&mut arena, id, notation),
                Err(error) => {
                    assert!(!error.message.is_empty());
                    check_span(error.span.as_ref().map(|s| [s.start, s.end]), &text);
                    let _ = error.caret(&text);
                }
            }
        }
    }
}

/// Any LaTeX is read or refused with an error that points into it; what is read is printed as LaTeX
/// that reads back as the same node; and what is put into the text is refused
/// or found again in the expression.
pub fn latex(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    for role in [Role::Integrand, Role::Antiderivative] {
        let mut arena = Arena::new();
        arena.symbol("x");
        let reading = Reading {
            role,
            syntax: Syntax::Latex,
            ..Reading::integrand()
        };
        let mut notes = Notes::default();
        match syntax::read_with_notes(&text, &reading, &mut arena, &mut notes) {
            Ok(id) => {
                latex_reads_back(&mut arena, id);
                nothing_is_dropped(&text, bytes, &reading);
            }
            Err(error) => {
                assert!(!error.message.is_empty());
                check_span(error.span.as_ref().map(|s| [s.start, s.end]), &text);
                let _ = error.caret(&text);
            }
        }
        for note in notes.list() {
            assert!(text.get(note.span.clone()).is_some(), "{note:?} of {text}");
        }
    }
}

/// Whatever is found in prose stands in the text, and so does every error.
pub fn answer(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let limits = Limits::default();
    for choice in [Choice::Only, Choice::First, Choice::Last] {
        match syntax::find_answer(&text, choice, Some("x"), &limits) {
            Ok(found) => {
                assert!(
                    text.get(found.span.clone()).is_some(),
                    "{found:?} of {text}"
                );
                let reading = Reading {
                    syntax: found.syntax,
                    ..Reading::antiderivative(Vec::new())
                };
                let (mut arena, mut notes) = (Arena::new(), Notes::default());
                if let Err(error) = found.check_words_alone(&text) {
                    check_span(error.span.map(|s| [s.start, s.end]), &text);
                }
                match found.read(&text, &reading, &mut arena, &mut notes) {
                    Ok(members) => {
                        assert!((1..=limits.members).contains(&members.len()), "{text}");
                        for member in members {
                            assert!(text.get(member.span).is_some(), "{text}");
                        }
                    }
                    Err(error) => check_span(error.span.map(|s| [s.start, s.end]), &text),
                }
                for note in notes.list() {
                    assert!(text.get(note.span.clone()).is_some(), "{note:?} of {text}");
                }
            }
            Err(error) => {
                assert!(!error.message.is_empty());
                let _ = error.caret(&text);
                check_span(error.span.map(|s| [s.start, s.end]), &text);
            }
        }
    }
    match syntax::find_question(&text, &limits) {
        Ok(posed) => {
            assert!(
                text.get(posed.span.clone()).is_some(),
                "{posed:?} of {text}"
            );
            assert_eq!(posed.text.len(), posed.span.len(), "{posed:?} of {text}");
            if let Err(error) = posed.check_words_alone(&text) {
                check_span(error.span.map(|s| [s.start, s.end]), &text);
            }
            if let Some((_, span)) = posed.variable {
                assert!(text.get(span).is_some(), "{text}");
            }
        }
        Err(error) => check_span(error.span.map(|s| [s.start, s.end]), &text),
    }
}

fn latex_reads_back(arena: &mut Arena, id: Id) {
    let names: Vec<String> = (0..arena.symbol_count())
        .map(|s| arena.symbol_name(s).to_owned())
        .collect();
    // Names of two letters and more than one subscript are printed as no reader would take them.
    let odd = |name: &String| name.len() > 1 && !name.bytes().all(|b| b.is_ascii_lowercase());
    if names.iter().any(odd) {
        return;
    }
    let Some(printed) = arena.latex(id).limit(4_000).complete() else {
        return;
    };
    let reading = Reading {
        syntax: Syntax::Latex,
        ..Reading::antiderivative(names.into_iter().filter(|name| name != "x").collect())
    };
    match syntax::read(&printed, &reading, arena) {
        Ok(back) => assert!(id == back, "{printed} is read as {}", arena.plain(back)),
        Err(error) => assert!(
            error.stage == barrow::error::Stage::Limit,
            "{}",
            error.caret(&printed)
        ),
    }
}

/// A letter that the text does not have, put where its bytes say.
fn nothing_is_dropped(text: &str, bytes: &[u8], reading: &Reading) {
    let typographic = ["color", "space", "\\\\["];
    if text.len() > 200 || text.contains('z') || typographic.iter().any(|t| text.contains(t)) {
        return;
    }
    let sum = bytes.iter().map(|b| usize::from(*b)).sum::<usize>();
    let at = (0..=sum % (text.len() + 1))
        .rev()
        .find(|at| text.is_char_boundary(*at))
        .unwrap_or(0);
    for extra in ["z", "+z", "z+", "{z}", "^z", "_z", "\\zeta "] {
        let changed = format!("{}{extra}{}", &text[..at], &text[at..]);
        let mut arena = Arena::new();
        if let Ok(id) = syntax::read(&changed, reading, &mut arena) {
            let found = arena
                .symbols_of(id)
                .iter()
                .any(|s| arena.name(*s).contains('z'));
            assert!(found, "{changed} is read as {}", arena.plain(id));
        }
    }
}

/// Two texts, cut at the first line feed, get a verdict that has what its kind must carry.
pub fn verify(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let (f, big_f) = text.split_once('\n').unwrap_or((&text, "x"));
    let question = Question::new(f, big_f);
    for domain in [Domain::Every, Domain::Complex] {
        let policy = Policy {
            domain,
            budget: 5_000,
            ..Policy::default()
        };
        let verdict = Verifier::new(policy).verify(&question);
        check_verdict(&verdict, &question);
        let json = serde_json::to_string(&verdict).expect("a verdict is JSON");
        let back: Verdict = serde_json::from_str(&json).expect("its JSON is a verdict");
        assert_eq!(verdict, back);
    }
}

/// For a random F its own derivative is never `different`, F + c·x never `equal`; and evaluation
/// with slopes agrees with evaluation of the derivative. With `SHOW` in the environment the
/// questions are printed first, for those that take too long.
pub fn layers_agree(bytes: &[u8]) {
    let Some((&[mode, number], program)) = bytes.split_first_chunk::<2>() else {
        return;
    };
    let mut arena = Arena::new();
    let x = arena.symbol("x");
    let Some(variable) = arena.find_symbol("x") else {
        return;
    };
    let domain = [Domain::Every, Domain::Some, Domain::Complex][usize::from(mode) % 3];
    let decoder = Decoder::new(&mut arena, domain != Domain::Complex);
    let big_f = decoder.run(&program[..program.len().min(24)]);
    let raw = derivative(&mut arena, big_f, variable);
    let f = if mode & 64 == 0 {
        raw
    } else {
        canonical(&mut arena, raw)
    };
    slopes_agree(&arena, big_f, raw);
    let assumptions: Vec<Assumption> = (0..arena.symbol_count())
        .map(|s| {
            if s == variable.index() || arena.symbol_name(s) == "C" {
                Assumption::Real
            } else {
                Assumption::Positive
            }
        })
        .collect();
    let policy = Policy {
        domain,
        budget: 5_000,
        ..Policy::default()
    };
    let ask = |arena: &Arena, antiderivative| {
        let problem = Problem {
            arena,
            integrand: f,
            antiderivative,
            variable,
            assumptions: &assumptions,
            seed: [number; 32],
        };
        if std::env::var_os("SHOW").is_some() {
            eprintln!(
                "{domain:?}: {} | {}",
                arena.plain(f),
                arena.plain(antiderivative)
            );
        }
        let answer = decide(&problem, &policy);
        let show = format!(
            "{domain:?}: {} | {}: {answer:?}",
            arena.plain(f),
            arena.plain(antiderivative)
        );
        (answer, show)
    };
    let (answer, show) = ask(&arena, big_f);
    assert!(
        !matches!(answer, Answer::Different { .. }),
        "a derivative is refuted: {show}"
    );
    let c = Rational::new(i64::from(number) + 1, 64).unwrap_or(Rational::ONE);
    let c = arena.number(&c);
    let extra = arena.product(&[c, x]);
    let mutant = arena.sum(&[big_f, extra]);
    let (answer, show) = ask(&arena, mutant);
    assert!(
        !matches!(answer, Answer::Equal { .. }),
        "a mutant is proved: {show}"
    );
}

/// A random tree is what its printed texts read back as; its canonical form is canonical and has
/// the same values.
pub fn roundtrip(bytes: &[u8]) {
    let mut arena = Arena::new();
    arena.symbol("x");
    let mut decoder = Decoder::new(&mut arena, true);
    decoder.odd_names = true;
    let id = decoder.run(&bytes[..bytes.len().min(64)]);
    reads_back(&mut arena, id, Notation::Plain);
    // Nothing tells a symbol E from Euler's number in SymPy's notation.
    if ["E", "I"]
        .iter()
        .all(|name| arena.find_symbol(name).is_none())
    {
        reads_back(&mut arena, id, Notation::Sympy);
    }
    let _ = arena.latex(id).to_string();
    let form = canonical(&mut arena, id);
    let again = canonical(&mut arena, form);
    assert_eq!(
        form,
        again,
        "{} is canonically {}, which is canonically {}",
        arena.plain(id),
        arena.plain(form),
        arena.plain(again)
    );
    values_agree(&arena, id, form);
}

fn reads_back(arena: &mut Arena, id: Id, notation: Notation) {
    let Some(text) = arena.print(id, notation).complete() else {
        return;
    };
    let known: Vec<String> = (0..arena.symbol_count())
        .map(|s| arena.symbol_name(s).to_owned())
        .filter(|name| name != "x")
        .collect();
    let reading = Reading {
        dialect: match notation {
            Notation::Sympy => Dialect::Sympy,
            _ => Dialect::Default,
        },
        ..Reading::antiderivative(known)
    };
    match syntax::read(&text, &reading, arena) {
        Ok(back) => assert!(
            id == back,
            "{text} is read as {}",
            arena.print(back, notation)
        ),
        // What is printed may be longer or deeper than what was read.
        Err(error) => assert!(
            error.stage == barrow::error::Stage::Limit,
            "{}",
            error.caret(&text)
        ),
    }
}

fn check_span(span: Option<[usize; 2]>, text: &str) {
    if let Some([start, end]) = span {
        assert!(
            start <= end && end <= text.len(),
            "{start}..{end} in {text:?}"
        );
    }
}

fn check_verdict(verdict: &Verdict, question: &Question) {
    let is = |kind| verdict.verdict == kind;
    assert_eq!(verdict.evidence.is_some(), is(VerdictKind::Equal));
    assert_eq!(verdict.coverage.is_some(), is(VerdictKind::Equal));
    assert_eq!(verdict.witness.is_some(), is(VerdictKind::Different));
    assert_eq!(verdict.reason.is_some(), is(VerdictKind::Undecided));
    assert_eq!(verdict.stage.is_some(), is(VerdictKind::Invalid));
    assert_eq!(verdict.field.is_some(), is(VerdictKind::Invalid));
    assert_eq!(verdict.message.is_some(), is(VerdictKind::Invalid));
    if verdict.evidence == Some(Evidence::Identity) {
        assert!(verdict.error_bits.is_some_and(|bits| bits >= 80));
    }
    if let Some(witness) = &verdict.witness {
        assert_ne!(witness.interval[0], witness.interval[1]);
        assert_ne!(witness.derivative, witness.integrand);
    }
    match verdict.field {
        Some(Field::Integrand) => check_span(verdict.span, &question.integrand),
        Some(Field::Antiderivative) => check_span(verdict.span, &question.antiderivative),
        Some(Field::Record) | None => {}
    }
}

/// Boxes of the symbols: the variable at some ordinary points, the others at positive ones.
fn boxes(arena: &Arena) -> Vec<Vec<Interval>> {
    let point = |n: i64, d: i64| {
        let q = Rational::new(n, d).unwrap_or(Rational::ONE);
        let r = Rational::new(1, 1 << 30).unwrap_or(Rational::ONE);
        rational::<Interval>(&(&q - &r), 53).hull(&rational(&(&q + &r), 53))
    };
    [(5, 13), (-17, 11), (41, 9), (-3, 19), (1, 1000)]
        .into_iter()
        .map(|(n, d)| {
            (0..arena.symbol_count() as i64)
                .map(|s| {
                    if s == 0 {
                        point(n, d)
                    } else {
                        point(7 + 3 * s, 5 + s)
                    }
                })
                .collect()
        })
        .collect()
}

/// Evaluates strictly in every box.
fn evaluated(arena: &Arena, roots: [Id; 2]) -> Vec<[Natural<Interval>; 2]> {
    let Some(variable) = arena.find_symbol("x") else {
        return Vec::new();
    };
    let nodes = arena.reachable(&roots);
    boxes(arena)
        .iter()
        .map(|symbols| {
            let region = Region {
                symbols,
                variable,
                precision: 53,
            };
            let values = evaluate(arena, &nodes, &region, Mode::Strict);
            roots.map(|root| values[root.index()].clone())
        })
        .collect()
}

fn slopes_agree(arena: &Arena, id: Id, derivative: Id) {
    for [whole, rate] in evaluated(arena, [id, derivative]) {
        if let (Natural::Real { slope, .. }, Natural::Real { value, .. }) = (&whole, &rate) {
            assert!(
                slope.intersects(value),
                "{}: slope {slope:?}, derivative {} = {value:?}",
                arena.plain(id),
                arena.plain(derivative)
            );
        }
    }
}

fn values_agree(arena: &Arena, id: Id, form: Id) {
    for [written, folded] in evaluated(arena, [id, form]) {
        let Natural::Real { value: a, slope: s } = &written else {
            continue;
        };
        let same = match &folded {
            Natural::Real { value: b, slope: t } => a.intersects(b) && s.intersects(t),
            Natural::Nowhere => false,
            Natural::Unknown => true,
        };
        assert!(
            same,
            "{} = {written:?}, canonically {} = {folded:?}",
            arena.plain(id),
            arena.plain(form)
        );
    }
}

trait Intersects {
    fn intersects(&self, other: &Self) -> bool;
}

impl Intersects for Interval {
    fn intersects(&self, other: &Self) -> bool {
        self.lower() <= other.upper() && other.lower() <= self.upper()
    }
}

/// Bytes as a program of a stack machine that builds an expression: every sequence is one.
struct Decoder<'a> {
    arena: &'a mut Arena,
    /// Whether |·|, sign and the real root are wanted.
    branching: bool,
    /// Whether symbols called like constants are wanted.
    odd_names: bool,
    stack: Vec<Id>,
}

impl<'a> Decoder<'a> {
    fn new(arena: &'a mut Arena, branching: bool) -> Self {
        Self {
            arena,
            branching,
            odd_names: false,
            stack: Vec::new(),
        }
    }

    fn run(mut self, program: &[u8]) -> Id {
        for &byte in program {
            let id = self.step(byte);
            self.stack.push(id);
        }
        // What is left over is added up.
        let stack = std::mem::take(&mut self.stack);
        self.arena.sum(&stack)
    }

    fn pop(&mut self) -> Id {
        match self.stack.pop() {
            Some(id) => id,
            None => self.arena.symbol("x"),
        }
    }

    fn step(&mut self, byte: u8) -> Id {
        match byte {
            0..32 => self.arena.symbol("x"),
            32..64 => self.atom(byte - 32),
            64..96 => {
                let n = i64::from(byte) - 80;
                self.arena.integer(n)
            }
            96..112 => {
                let byte = i64::from(byte - 96);
                let q = Rational::new(
                    [-3, -1, 1, 5][byte as usize % 4],
                    [2, 3, 4, 7][byte as usize / 4],
                );
                self.arena.number(&q.unwrap_or(Rational::HALF))
            }
            112..144 => self.operation(byte - 112),
            144.. => {
                let b = self.pop();
                self.function(b, byte - 144)
            }
        }
    }

    fn atom(&mut self, byte: u8) -> Id {
        let odd = ["E", "I", "z", "S", "x_1", "beta", "y2", "c"];
        match byte {
            0..6 => self.arena.symbol("a"),
            6..12 => self.arena.symbol("C"),
            12..16 => self.arena.constant(Constant::Pi),
            16..20 => self.arena.constant(Constant::E),
            20..24 => self.arena.constant(Constant::I),
            _ if self.odd_names => self.arena.symbol(odd[usize::from(byte) % 8]),
            _ => self.arena.symbol("b"),
        }
    }

    fn operation(&mut self, byte: u8) -> Id {
        let b = self.pop();
        match byte {
            0..6 => {
                let a = self.pop();
                self.arena.sum(&[a, b])
            }
            6..9 => {
                let a = self.pop();
                self.arena.sub(a, b)
            }
            9..15 => {
                let a = self.pop();
                self.arena.product(&[a, b])
            }
            15..18 => {
                let a = self.pop();
                self.arena.div(a, b)
            }
            18..22 => {
                let a = self.pop();
                self.arena.power(a, b)
            }
            22..24 => self.arena.sqrt(b),
            24..26 => self.arena.exp(b),
            26 => self.arena.neg(b),
            27 => self.arena.recip(b),
            28 | 29 => {
                let two = self.arena.integer(2);
                self.arena.power(b, two)
            }
            30 => {
                let (a, c) = (self.pop(), self.pop());
                self.arena.product(&[c, a, b])
            }
            _ => {
                let (a, c) = (self.pop(), self.pop());
                self.arena.sum(&[c, a, b])
            }
        }
    }

    fn function(&mut self, argument: Id, byte: u8) -> Id {
        let function = Function::TABLE[usize::from(byte) % Function::TABLE.len()].function;
        match function {
            Function::Abs | Function::Sign | Function::Root if !self.branching => {
                self.arena.call(Function::Sin, &[argument])
            }
            Function::Root => {
                let degree = self.arena.integer([3, 5, 7][usize::from(byte) % 3]);
                self.arena.call(Function::Root, &[argument, degree])
            }
            _ => self.arena.call(function, &[argument]),
        }
    }
}
