//! Every case through every layer alone: a layer may abstain, but no two may contradict each other.

use barrow::calculus::derivative;
use barrow::decide::{Assumption, Domain, Policy};
use barrow::enclosure::analytic::{self, Box as ComplexBox};
use barrow::enclosure::natural::{self, Mode, Natural, Region, rational};
use barrow::enclosure::{Big, Complex, Real};
use barrow::expr::{Arena, Id, SymbolId};
use barrow::number::Rational;
use barrow::simplify::canonical;
use barrow::tower::{Identity, Prover};
use barrow::verify::{Read, VerdictKind, Verifier};
use rayon::prelude::*;

use crate::row::{Row, rows};

const PRECISION: u32 = 256;
/// Enough for the first probes, seldom for more.
const SMALL_BUDGET: u64 = 1_000;
/// The width of the box around a point is 2^(1 − RADIUS).
const RADIUS: u32 = 100;

/// What the enclosures say at one point.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Enclosed {
    /// They are disjoint; on the real line both sides are natural there.
    Differ,
    Meet,
    Unknown,
}

/// A question with every symbol's sign, taken apart for the layers.
pub struct Case {
    read: Read,
    variable: SymbolId,
    positive: Vec<bool>,
    /// Per symbol, whether the question assumes that it is below zero.
    negative: Vec<bool>,
}

impl Case {
    /// `None` for a question that is no question.
    pub fn new(row: &Row) -> Option<Self> {
        let mut read = Verifier::default().read(&row.question).ok()?;
        read.arena.symbol(&row.question.variable);
        let variable = read.arena.find_symbol(&row.question.variable)?;
        let parameters = read.arena.symbols_of(read.integrand);
        let positive = (0..read.arena.symbol_count())
            .map(|s| {
                let assumed = row.question.assumptions.get(read.arena.symbol_name(s));
                let in_integrand = parameters.iter().any(|p| p.index() == s);
                s != variable.index()
                    && assumed.map_or(in_integrand, |a| *a == Assumption::Positive)
            })
            .collect();
        let assumed_negative = |s| {
            let assumed = row.question.assumptions.get(read.arena.symbol_name(s));
            assumed == Some(&Assumption::Negative)
        };
        let negative = (0..read.arena.symbol_count())
            .map(assumed_negative)
            .collect();
        Some(Self {
            read,
            variable,
            positive,
            negative,
        })
    }

    fn identity(&self) -> Identity<'_> {
        Identity {
            arena: &self.read.arena,
            integrand: self.read.integrand,
            antiderivative: self.read.antiderivative,
            variable: self.variable,
            positive: &self.positive,
        }
    }

    fn nodes(&self) -> Vec<Id> {
        self.read
            .arena
            .reachable(&[self.read.integrand, self.read.antiderivative])
    }

    /// The structural layer: one canonical form.
    pub fn structural(&self) -> bool {
        let mut arena: Arena = self.read.arena.clone();
        let slope = derivative(&mut arena, self.read.antiderivative, self.variable);
        canonical(&mut arena, slope) == canonical(&mut arena, self.read.integrand)
    }

    /// The identity layer on all branches.
    pub fn all_branches(&self, seed: u8) -> bool {
        Prover::new(self.identity(), [seed; 32], 80.0)
            .all_branches()
            .is_ok_and(|proof| proof.vanishes())
    }

    /// The identity layer with branches as at a point.
    fn anchored(&self, point: &[Complex<Big>], seed: u8) -> bool {
        Prover::new(self.identity(), [seed; 32], 80.0)
            .at(point, PRECISION)
            .is_ok_and(|proof| proof.vanishes())
    }

    /// A small box: x and the parameters at simple, generic numbers.
    fn point(&self, k: i64, imaginary: bool) -> Vec<Complex<Big>> {
        let q = |n: i64, d: i64| Rational::new(n, d).unwrap();
        let width = rational::<Big>(&q(1, 1), PRECISION).scale(-(RADIUS as i32));
        (0..self.read.arena.symbol_count())
            .map(|s| {
                if s == self.variable.index() {
                    let size = [
                        q(377, 1009),
                        q(-601, 997),
                        q(1733, 1013),
                        q(-2711, 1019),
                        q(7127, 991),
                        q(61, 983),
                    ];
                    let x = rational::<Big>(&size[k as usize % size.len()], PRECISION);
                    let x = x.sub(&width).hull(&x.add(&width));
                    let im = if imaginary {
                        rational(&q(if k % 2 == 0 { 331 } else { -419 }, 1021), PRECISION)
                    } else {
                        Big::zero(PRECISION)
                    };
                    Complex::new(x, im)
                } else {
                    let size: Big = rational(&q(701 + 431 * (s as i64 + k), 1031), PRECISION);
                    Complex::real(if self.negative[s] { size.neg() } else { size })
                }
            })
            .collect()
    }

    fn enclosed_real(&self, point: &[Complex<Big>]) -> Enclosed {
        let symbols: Vec<Big> = point.iter().map(|z| z.re.clone()).collect();
        let region = Region {
            symbols: &symbols,
            variable: self.variable,
            precision: PRECISION,
        };
        let values = natural::evaluate(&self.read.arena, &self.nodes(), &region, Mode::Strict);
        match (
            &values[self.read.integrand.index()],
            &values[self.read.antiderivative.index()],
        ) {
            (Natural::Real { value, .. }, Natural::Real { slope, .. }) => {
                if value.is_less(slope) || slope.is_less(value) {
                    Enclosed::Differ
                } else {
                    Enclosed::Meet
                }
            }
            _ => Enclosed::Unknown,
        }
    }

    fn enclosed_complex(&self, point: &[Complex<Big>]) -> Enclosed {
        let region = ComplexBox {
            symbols: point,
            variable: self.variable,
            precision: PRECISION,
        };
        let values = analytic::evaluate(&self.read.arena, &self.nodes(), &region);
        match (
            &values[self.read.integrand.index()],
            &values[self.read.antiderivative.index()],
        ) {
            (Some(f), Some(big_f)) if f.value.disjoint(&big_f.slope) => Enclosed::Differ,
            (Some(_), Some(_)) => Enclosed::Meet,
            _ => Enclosed::Unknown,
        }
    }
}

/// Contradictions between the layers on a row.
fn contradictions(row: &Row) -> Vec<String> {
    let Some(case) = Case::new(row) else {
        return Vec::new();
    };
    let mut found = Vec::new();
    let mut claim = |wrong: bool, what: String| {
        if wrong {
            found.push(format!(
                "{}: {what}: {} | {}",
                row.id, row.question.integrand, row.question.antiderivative
            ));
        }
    };
    let structural = case.structural();
    let all_branches = case.all_branches(7);
    let verdict = row.verdict();
    let domain = row.question.domain.unwrap_or_default();
    let refuted = verdict.verdict == VerdictKind::Different;
    claim(refuted && structural, "structural and `different`".into());
    claim(
        refuted && all_branches,
        "all branches and `different`".into(),
    );
    let starved = row.verdict_under(Policy {
        budget: SMALL_BUDGET,
        require_certified: row.require_certified,
        ..Policy::default()
    });
    let opposite = [verdict.verdict, starved.verdict];
    claim(
        opposite.contains(&VerdictKind::Equal) && opposite.contains(&VerdictKind::Different),
        "another verdict with a small budget".into(),
    );
    let imaginary_only = domain == Domain::Complex;
    for k in 0..5 {
        for imaginary in [false, true] {
            if imaginary_only && !imaginary {
                continue;
            }
            let point = case.point(k, imaginary);
            let enclosed = if imaginary {
                case.enclosed_complex(&point)
            } else {
                case.enclosed_real(&point)
            };
            if enclosed == Enclosed::Differ {
                claim(
                    structural,
                    format!("structural, but enclosures differ at point {k} {imaginary}"),
                );
                claim(
                    all_branches,
                    format!("all branches, but enclosures differ at point {k} {imaginary}"),
                );
                claim(
                    case.anchored(&point, 9),
                    format!("proved where enclosures differ, point {k} {imaginary}"),
                );
                let everywhere =
                    verdict.verdict == VerdictKind::Equal && domain == Domain::Every && !imaginary;
                claim(
                    everywhere,
                    format!("`equal`, but enclosures differ at point {k}"),
                );
            } else if k < 2 && case.anchored(&point, 9) {
                // Proved in a piece: no layer may refute the whole for all pieces.
                let refuted_somewhere = refuted && domain != Domain::Every;
                claim(
                    refuted_somewhere,
                    format!("proved at point {k} {imaginary}, and `different`"),
                );
            }
        }
    }
    found
}

fn check(rows: &[Row]) {
    let found: Vec<String> = rows.par_iter().flat_map(contradictions).collect();
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn agree_on_seeds() {
    check(&rows("seeds.jsonl"));
}

#[test]
fn agree_on_adversarial_rows() {
    check(&rows("adversarial.jsonl"));
}

#[test]
fn agree_on_attacks() {
    check(&rows("attacks.jsonl"));
}

#[test]
fn agree_on_samples() {
    let mut chosen = Vec::new();
    for file in ["rubi", "rubi_parameters", "blake", "sympy", "schaum"] {
        for mut row in rows(&format!("samples/{file}.jsonl"))
            .into_iter()
            .step_by(6)
        {
            row.question.dialect = Some(barrow::syntax::Dialect::Sympy);
            row.question.domain = Some(Domain::Complex);
            chosen.push(row);
        }
    }
    check(&chosen);
}

/// No layer that can say `equal` says it, alone, of a pair that is wrong.
#[test]
fn the_identity_test_alone_accepts_no_wrong_pair() {
    let mut all = rows("attacks.jsonl");
    all.extend(rows("adversarial.jsonl"));
    let wrong = all
        .iter()
        .filter(|row| row.expect.first() == Some(&VerdictKind::Different));
    let accepted: Vec<&str> = wrong
        .par_bridge()
        .filter(|row| {
            Case::new(row)
                .is_some_and(|case| (0..3).any(|seed| case.all_branches(seed)) || case.structural())
        })
        .map(|row| row.id.as_str())
        .collect();
    assert!(accepted.is_empty(), "{accepted:?}");
}
