//! Every row with a prescribed verdict gets it.

use std::collections::BTreeMap;

use barrow::decide::Coverage;
use barrow::verify::VerdictKind;
use rayon::prelude::*;

use crate::gaps::Gaps;
use crate::row::{Row, describe, rows};

/// How a verdict falls short of what is prescribed.
enum Shortfall {
    Gap(&'static str),
    Wrong,
}

fn shortfall(
    row: &Row,
    expect: &[VerdictKind],
    verdict: &barrow::verify::Verdict,
) -> Option<Shortfall> {
    if !expect.contains(&verdict.verdict) {
        let honest = verdict.verdict == VerdictKind::Undecided;
        return Some(if honest {
            Shortfall::Gap("undecided")
        } else {
            Shortfall::Wrong
        });
    }
    if verdict.verdict != VerdictKind::Equal
        || row.coverage.is_none()
        || row.coverage == verdict.coverage
    {
        return None;
    }
    Some(if verdict.coverage == Some(Coverage::Sampled) {
        Shortfall::Gap("sampled")
    } else {
        Shortfall::Wrong
    })
}

fn check(prefix: &str, rows: &[Row], expect: impl Fn(&Row) -> Vec<VerdictKind> + Sync) {
    let answered: Vec<_> = rows.par_iter().map(|row| (row, row.verdict())).collect();
    let (mut gaps, mut lines, mut wrong) = (BTreeMap::new(), BTreeMap::new(), Vec::new());
    for (row, verdict) in &answered {
        let line = describe(row, verdict);
        match shortfall(row, &expect(row), verdict) {
            Some(Shortfall::Gap(kind)) => {
                gaps.insert(row.id.clone(), kind.to_owned());
            }
            Some(Shortfall::Wrong) => wrong.push(line.clone()),
            None => {}
        }
        lines.insert(row.id.clone(), line);
    }
    assert!(wrong.is_empty(), "wrong verdicts:\n{}", wrong.join("\n"));
    Gaps::of(prefix).check(&gaps, &lines);
}

#[test]
fn seeds_are_equal() {
    let seeds = rows("seeds.jsonl");
    assert!(seeds.len() >= 300);
    check("own-", &seeds, |_| vec![VerdictKind::Equal]);
}

#[test]
fn adversarial_rows_get_what_is_right() {
    check("pub-", &rows("adversarial.jsonl"), |row| row.expect.clone());
}

/// Six of the published answers are wrong, and say so in their notes.
#[test]
fn published_latex_gets_what_is_right() {
    let rows = rows("vhg_seeds.jsonl");
    assert_eq!(rows.len(), 165);
    check("vhg-", &rows, |row| row.expect.clone());
}

#[test]
fn attacks_get_what_is_right() {
    check("atk-", &rows("attacks.jsonl"), |row| row.expect.clone());
}
