#!/usr/bin/env bash
# Measures barrow and its peers on one labelled mix, prints one table and writes it to benches/RESULTS.md.
# Needs a Rust toolchain and Python 3.11; the peers come from PyPI into a virtual environment under target/.
set -euo pipefail
cd "$(dirname "$0")/../.."

target=${CARGO_TARGET_DIR:-target}
work=$target/peers
mkdir -p "$work"
[ -x "$work/venv/bin/python" ] || python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check -r benches/peers/requirements.txt
cargo build --release --bin barrow --example mix

# Rows that are wrong for x < 0, though published, are no right answers.
"$target/release/examples/mix" data/seeds.jsonl data/samples/schaum.jsonl --published --pairs "${PAIRS:-400}" \
  --without tests/corpus/every_different.jsonl \
  --adversarial data/adversarial.jsonl --adversarial data/attacks.jsonl --step "${STEP:-5}" > "$work/mix.jsonl"
"$work/venv/bin/python" benches/peers/table.py "$work" "$target/release/barrow" benches/RESULTS.md
