//! The verdict on A = B = C.

use std::ops::Range;

use super::verdict::{Verdict, VerdictKind};
use crate::decide::{Coverage, Evidence};

/// One verdict on a chain of so many members, of those on its different members with their bytes:
/// the first that is `different`, else the first `invalid`, else the first `undecided`. If all are
/// `equal`, so is the chain, with the weakest proof among theirs.
pub(super) fn joined(verdicts: Vec<(Range<usize>, Verdict)>, count: usize) -> Verdict {
    let place = |kind: VerdictKind| verdicts.iter().position(|(_, v)| v.verdict == kind);
    let decisive = [
        VerdictKind::Different,
        VerdictKind::Invalid,
        VerdictKind::Undecided,
    ]
    .into_iter()
    .find_map(place);
    let mut verdicts = verdicts.into_iter();
    if let Some((span, mut verdict)) = decisive.and_then(|at| verdicts.nth(at)) {
        verdict.notes.push(format!(
            "antiderivative, bytes {} to {}: this member of the chain of {count} decides",
            span.start, span.end
        ));
        return verdict;
    }
    let weakest = verdicts
        .map(|(_, verdict)| verdict)
        .reduce(weaker)
        .unwrap_or_else(|| Verdict::bare(VerdictKind::Undecided));
    let note = format!("antiderivative: each of the {count} members of the chain is right");
    Verdict {
        notes: vec![note],
        ..weakest
    }
}

/// What two proofs show together.
fn weaker(a: Verdict, b: Verdict) -> Verdict {
    let jumps = a.jumps.iter().chain(&b.jumps).cloned();
    let mut jumps: Vec<String> = jumps.collect();
    jumps.sort();
    jumps.dedup();
    let evidence = a.evidence.max(b.evidence);
    let bits = a.error_bits.into_iter().chain(b.error_bits);
    let error_bits = bits.min().filter(|_| evidence == Some(Evidence::Identity));
    let narrower = if reach(&b) > reach(&a) { b } else { a };
    Verdict {
        evidence,
        error_bits,
        jumps,
        ..narrower
    }
}

/// How much of f's domain is left unproved, for comparison.
fn reach(verdict: &Verdict) -> (Option<Coverage>, usize) {
    (verdict.coverage, verdict.pieces.map_or(0, |[_, open]| open))
}
