//! The textbook mix: rows with a published antiderivative, and right and wrong answers made of them.
#![allow(
    dead_code,
    reason = "each program that shares this module uses a part of it"
)]

use std::collections::HashSet;
use std::fs::File;
use std::io::{BufRead, BufReader, Read};

use barrow::expr::{Arena, Id, Notation, View};
use barrow::number::Rational;
use barrow::syntax::Dialect;
use barrow::verify::{Question, Verifier};
use rand_chacha::ChaCha12Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use serde_json::Value;

/// A published pair, read.
pub struct Row {
    pub id: String,
    arena: Arena,
    integrand: Id,
    antiderivative: Id,
    pub variable: String,
    dialect: Dialect,
}

impl Row {
    /// The published antiderivative.
    pub fn published(&self, notation: Notation) -> String {
        self.arena.print(self.antiderivative, notation).to_string()
    }
}

/// A question with what is known of it.
pub struct Pair {
    /// Index of the row it is made of.
    pub row: usize,
    /// Whether the answer is right; if not, it is wrong wherever f is not 0.
    pub right: bool,
    pub question: Question,
}

/// The rows of a file whose published antiderivative is right, as far as they can be read.
pub fn rows(file: &str, refused: &mut usize) -> Result<Vec<Row>, String> {
    let open = File::open(file).map_err(|e| format!("{file}: {e}"))?;
    #[cfg(feature = "cli")]
    let reader: Box<dyn Read> = if std::path::Path::new(file)
        .extension()
        .is_some_and(|e| e == "gz")
    {
        Box::new(flate2::read::GzDecoder::new(open))
    } else {
        Box::new(open)
    };
    #[cfg(not(feature = "cli"))]
    let reader: Box<dyn Read> = Box::new(open);
    let verifier = Verifier::default();
    let mut rows = Vec::new();
    for line in BufReader::new(reader).lines() {
        let line = line.map_err(|e| format!("{file}: {e}"))?;
        let record: Value = serde_json::from_str(&line).map_err(|e| format!("{file}: {e}"))?;
        let text = |name: &str| record[name].as_str().unwrap_or_default().to_owned();
        if !matches!(record["verdict"].as_str(), None | Some("agrees")) {
            continue;
        }
        let dialect = if text("source") == "own" {
            Dialect::Default
        } else {
            Dialect::Sympy
        };
        let mut question = Question::new(text("integrand"), text("antiderivative"));
        question.variable = text("variable");
        question.dialect = Some(dialect);
        let Ok(read) = verifier.read(&question) else {
            *refused += 1;
            continue;
        };
        rows.push(Row {
            id: text("id"),
            arena: read.arena,
            integrand: read.integrand,
            antiderivative: read.antiderivative,
            variable: question.variable,
            dialect,
        });
    }
    Ok(rows)
}

/// Pairs without end under fresh affine changes of the variable, right and wrong in turn; equal
/// ones are rare.
pub fn endless(rows: &[Row]) -> impl Iterator<Item = Pair> {
    let mut maker = Maker::new(7);
    (0..).map(move |attempt| {
        let row = attempt / 2 % rows.len();
        let change = maker.change();
        maker.pair(row, &rows[row], &change, attempt % 2 == 0, false)
    })
}

/// Distinct ones of them.
pub fn pairs(rows: &[Row], wanted: usize) -> Vec<Pair> {
    let mut seen = HashSet::new();
    let distinct = |pair: &Pair| {
        let question = &pair.question;
        seen.insert((question.integrand.clone(), question.antiderivative.clone()))
    };
    endless(rows)
        .take(wanted * 20)
        .filter(distinct)
        .take(wanted)
        .collect()
}

/// A right and a wrong answer to each row, in the row's own variable.
pub fn published(rows: &[Row]) -> Vec<Pair> {
    let mut maker = Maker::new(11);
    let mut pairs = Vec::with_capacity(2 * rows.len());
    for (index, row) in rows.iter().enumerate() {
        for right in [true, false] {
            pairs.push(maker.pair(index, row, &Change::none(), right, true));
        }
    }
    pairs
}

/// `groups` integrands with `answers` different answers each, half of them right; and as many
/// pairs of the same kind of which each has an integrand of its own.
pub fn groups(rows: &[Row], groups: usize, answers: usize) -> (Vec<Vec<Pair>>, Vec<Pair>) {
    let mut maker = Maker::new(13);
    let mut grouped = Vec::with_capacity(groups);
    let mut unrelated = Vec::with_capacity(groups * answers);
    for index in 0..groups {
        // Spread over all rows, or few groups would be of the first techniques alone.
        let row = index * rows.len() / groups.min(rows.len()) % rows.len();
        let change = maker.change();
        let mut group: Vec<Pair> = Vec::with_capacity(answers);
        for attempt in 0..answers * 50 {
            if group.len() == answers {
                break;
            }
            let pair = maker.pair(row, &rows[row], &change, attempt % 2 == 0, true);
            let text = &pair.question.antiderivative;
            if group.iter().all(|p| p.question.antiderivative != *text) {
                let change = maker.change();
                unrelated.push(maker.pair(row, &rows[row], &change, attempt % 2 == 0, true));
                group.push(pair);
            }
        }
        grouped.push(group);
    }
    (grouped, unrelated)
}

/// x becomes factor·x + shift.
struct Change {
    factor: Rational,
    shift: Rational,
}

impl Change {
    fn none() -> Self {
        Self {
            factor: Rational::ONE,
            shift: Rational::ZERO,
        }
    }

    fn apply(&self, arena: &mut Arena, x: Id) -> Id {
        let product = scale(arena, &self.factor, x);
        if self.shift.is_zero() {
            return product;
        }
        let shift = arena.number(&self.shift);
        arena.sum(&[product, shift])
    }
}

/// Makes pairs from rows.
struct Maker {
    generator: ChaCha12Rng,
}

impl Maker {
    fn new(seed: u8) -> Self {
        Self {
            generator: ChaCha12Rng::from_seed([seed; 32]),
        }
    }

    fn below(&mut self, n: u64) -> i64 {
        (self.generator.next_u64() % n) as i64
    }

    fn rational(&mut self, numerator: u64, denominator: u64) -> Rational {
        let sign = 1 - 2 * self.below(2);
        let p = sign * (1 + self.below(numerator));
        let q = 1 + self.below(denominator);
        Rational::new(p, q).unwrap_or(Rational::ONE)
    }

    fn change(&mut self) -> Change {
        Change {
            factor: self.rational(12, 5),
            shift: if self.below(3) == 0 {
                Rational::ZERO
            } else {
                self.rational(20, 6)
            },
        }
    }

    /// f(a·x + b) and F(a·x + b)/a, `dressed` as different people would write it; or, for a
    /// mutant, one of the slips people make.
    fn pair(
        &mut self,
        row: usize,
        source: &Row,
        change: &Change,
        right: bool,
        dressed: bool,
    ) -> Pair {
        let mut arena = Arena::new();
        let x = arena.symbol(&source.variable);
        let inner = change.apply(&mut arena, x);
        let roots = [source.integrand, source.antiderivative];
        let [f, big_f] = substitute(&source.arena, roots, &source.variable, inner, &mut arena);
        let inverse = change.factor.recip().unwrap_or(Rational::ONE);
        let mut answer = if right {
            scale(&mut arena, &inverse, big_f)
        } else {
            self.slip(&mut arena, x, &change.factor, big_f)
        };
        if dressed {
            answer = self.dress(&mut arena, answer);
        }
        let notation = match source.dialect {
            Dialect::Default => Notation::Plain,
            _ => Notation::Sympy,
        };
        let print = |id| arena.print(id, notation).to_string();
        let mut question = Question::new(print(f), print(answer));
        question.variable.clone_from(&source.variable);
        question.dialect = Some(source.dialect);
        Pair {
            row,
            right,
            question,
        }
    }

    /// The same up to a constant: as it is, with a number or a letter added, or in two parts.
    fn dress(&mut self, arena: &mut Arena, answer: Id) -> Id {
        match self.below(4) {
            0 => answer,
            1 => {
                let constant = arena.symbol("C");
                arena.sum(&[answer, constant])
            }
            2 => {
                let constant = self.rational(40, 9);
                let constant = arena.number(&constant);
                arena.sum(&[answer, constant])
            }
            _ => {
                let part = self.rational(9, 9);
                if part.is_one() {
                    return answer;
                }
                let rest = &Rational::ONE - &part;
                let parts = [scale(arena, &part, answer), scale(arena, &rest, answer)];
                arena.sum(&parts)
            }
        }
    }

    /// An antiderivative that is wrong whatever F is, provided that f is not 0.
    fn slip(&mut self, arena: &mut Arena, x: Id, a: &Rational, big_f: Id) -> Id {
        let inverse = a.recip().unwrap_or(Rational::ONE);
        match self.below(4) {
            // The inner derivative forgotten.
            0 if !a.is_one() => big_f,
            // A sign.
            0 | 1 => scale(arena, &-&inverse, big_f),
            // A constant factor.
            2 => {
                let n = 2 + self.below(40);
                let near = Rational::new(n + 1, n).unwrap_or(Rational::ONE);
                scale(arena, &(&inverse * &near), big_f)
            }
            // A term too many.
            _ => {
                let answer = scale(arena, &inverse, big_f);
                let c = self.rational(9, 9);
                let extra = scale(arena, &c, x);
                arena.sum(&[answer, extra])
            }
        }
    }
}

fn scale(arena: &mut Arena, factor: &Rational, id: Id) -> Id {
    if factor.is_one() {
        return id;
    }
    let factor = arena.number(factor);
    arena.product(&[factor, id])
}

/// Both roots in another arena, with `inner` for the variable.
fn substitute(from: &Arena, roots: [Id; 2], variable: &str, inner: Id, to: &mut Arena) -> [Id; 2] {
    let nodes = from.reachable(&roots);
    let mut image = vec![inner; nodes.last().map_or(0, |id| id.index() + 1)];
    for id in nodes {
        let children = |ids: &[Id]| -> Vec<Id> { ids.iter().map(|c| image[c.index()]).collect() };
        image[id.index()] = match from.view(id) {
            View::Number(q) => to.number(q),
            View::Constant(c) => to.constant(c),
            View::Symbol(s) if from.name(s) == variable => inner,
            View::Symbol(s) => to.symbol(from.name(s)),
            View::Sum(terms) => to.sum(&children(terms)),
            View::Product(factors) => to.product(&children(factors)),
            View::Power(base, exponent) => to.power(image[base.index()], image[exponent.index()]),
            View::Call(function, arguments) => to.call(function, &children(arguments)),
        };
    }
    roots.map(|root| image[root.index()])
}
