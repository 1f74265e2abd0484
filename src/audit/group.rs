use std::collections::HashMap;

use serde::Serialize;

/// What the scores do to the advantages of GRPO: in a group of rollouts of one prompt, a score
/// minus the group's mean. Rollouts that are not decided are left out of their group.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize)]
pub struct Advantages {
    /// Groups of at least two decided rollouts.
    pub groups: usize,
    /// Their rollouts.
    pub rollouts: usize,
    /// Rollouts whose advantage has another sign under the verdicts: the push goes the other way,
    /// or there is one where there was none.
    pub changed: usize,
    /// Groups in which any did.
    pub groups_changed: usize,
    /// Groups without any advantage under the stored scores.
    pub silent_before: usize,
    /// And under the verdicts.
    pub silent_after: usize,
}

/// Stored scores and rewards, by group.
#[derive(Clone, Default, Debug)]
pub(super) struct Groups(HashMap<String, Vec<(f64, f64)>>);

impl Groups {
    pub(super) fn add(&mut self, group: String, score: f64, reward: bool) {
        let scores = (score, f64::from(u8::from(reward)));
        self.0.entry(group).or_default().push(scores);
    }

    pub(super) fn advantages(&self) -> Option<Advantages> {
        if self.0.is_empty() {
            return None;
        }
        let mut sum = Advantages::default();
        for scores in self.0.values().filter(|scores| scores.len() > 1) {
            let before = signs(scores.iter().map(|s| s.0));
            let after = signs(scores.iter().map(|s| s.1));
            let changed = before.iter().zip(&after).filter(|(a, b)| a != b).count();
            sum.groups += 1;
            sum.rollouts += scores.len();
            sum.changed += changed;
            sum.groups_changed += usize::from(changed > 0);
            sum.silent_before += usize::from(before.iter().all(|s| *s == 0));
            sum.silent_after += usize::from(after.iter().all(|s| *s == 0));
        }
        Some(sum)
    }
}

/// The signs of the scores minus their mean.
fn signs(scores: impl Iterator<Item = f64> + Clone) -> Vec<i8> {
    let (count, sum) = scores
        .clone()
        .fold((0.0, 0.0), |(n, sum), s| (n + 1.0, sum + s));
    let mean: f64 = sum / count;
    scores
        .map(|s| {
            let advantage = s - mean;
            // Rounding of the mean is no advantage.
            if advantage.abs() <= 1e-9 * mean.abs().max(1.0) {
                0
            } else if advantage > 0.0 {
                1
            } else {
                -1
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn advantages_are_counted() {
        let mut groups = Groups::default();
        for (group, score, reward) in [
            // The second was rewarded falsely: its push turns around; the others' grow.
            ("a", 1.0, true),
            ("a", 1.0, false),
            ("a", 0.0, false),
            // No signal before, one after.
            ("b", 0.0, true),
            ("b", 0.0, false),
            // The same.
            ("c", 1.0, true),
            ("c", 0.0, false),
            // Alone.
            ("d", 1.0, false),
        ] {
            groups.add(group.into(), score, reward);
        }
        let expected = Advantages {
            groups: 3,
            rollouts: 7,
            changed: 3,
            groups_changed: 2,
            silent_before: 1,
            silent_after: 0,
        };
        assert_eq!(groups.advantages(), Some(expected));
        assert_eq!(Groups::default().advantages(), None);
    }
}
