use std::collections::BTreeMap;

/// What the verifier cannot do yet, from `gaps.tsv`: id → kind of gap.
///
/// Two kinds are honest and may be listed: `undecided` where a verdict is prescribed, and
/// `sampled` where a proof of all pieces is. A wrong verdict is never listed.
pub struct Gaps(BTreeMap<String, String>);

impl Gaps {
    /// The gaps of the rows with ids of this prefix.
    pub fn of(prefix: &str) -> Self {
        let lines = include_str!("gaps.tsv")
            .lines()
            .filter(|line| !line.starts_with('#'));
        let fields = lines.map(|line| line.split('\t').collect::<Vec<_>>());
        Self(
            fields
                .filter(|fields| fields[0].starts_with(prefix))
                .map(|fields| {
                    assert_eq!(fields.len(), 3, "a gap is id, kind, reason: {fields:?}");
                    assert!(["undecided", "sampled"].contains(&fields[1]), "{fields:?}");
                    (fields[0].to_owned(), fields[1].to_owned())
                })
                .collect(),
        )
    }

    /// Compares the gaps found with those listed.
    pub fn check(&self, found: &BTreeMap<String, String>, lines: &BTreeMap<String, String>) {
        let mut wrong = Vec::new();
        for (id, kind) in found {
            if self.0.get(id) != Some(kind) {
                wrong.push(format!("not listed as {kind}: {}", lines[id]));
            }
        }
        for (id, kind) in &self.0 {
            if found.get(id) != Some(kind) {
                wrong.push(format!("no longer {kind}, strike it from gaps.tsv: {id}"));
            }
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }
}
