#!/usr/bin/env python3
"""Streams the textbook mix through `barrow batch`, and reports rate, memory and the slowest pair.

usage: benches/stream.py [LINES]        (1,000,000 without a number)

The lines are made while they are read (`examples/mix.rs`), so that no memory but barrow's grows with them; making them
takes a few per cent of the time. Peak memory is that of the process of barrow.
"""
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
DATA = ["data/seeds.jsonl", "data/samples/schaum.jsonl"]


def main():
    lines = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000
    os.chdir(ROOT)
    subprocess.run(["cargo", "build", "--release", "--quiet", "--bin", "barrow", "--example", "mix"], check=True)
    release = Path(os.environ.get("CARGO_TARGET_DIR", "target")) / "release"
    with tempfile.TemporaryDirectory() as directory:
        summary = Path(directory) / "summary.json"
        mix = subprocess.Popen([release / "examples" / "mix", *DATA, "--pairs", str(lines)], stdout=subprocess.PIPE)
        start = time.perf_counter()
        batch = subprocess.Popen([release / "barrow", "batch", "--summary-json", summary], stdin=mix.stdout,
                                 stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        mix.stdout.close()
        # wait4 tells the memory and the processor time of this one process.
        _, status, usage = os.wait4(batch.pid, 0)
        batch.returncode = os.waitstatus_to_exitcode(status)
        seconds = time.perf_counter() - start
        if mix.wait() or batch.returncode:
            raise SystemExit(f"mix ended with {mix.returncode}, barrow with {batch.returncode}")
        found = json.loads(summary.read_text())
    if found["records"] != lines:
        raise SystemExit(f"{found['records']} records of {lines}")
    processor = usage.ru_utime + usage.ru_stime
    # Linux counts kilobytes, macOS bytes.
    peak = usage.ru_maxrss / (1024 if sys.platform != "darwin" else 1024 * 1024)
    print(f"{lines:,} lines in {seconds:,.1f} s: {lines / seconds:,.0f} a second on {os.cpu_count()} cores, "
          f"{lines / processor:,.0f} a second of barrow's processor time")
    print(f"peak memory {peak:.1f} MB; median {found['median_ms']:.3f} ms, p99 {found['p99_ms']:.2f} ms, "
          f"slowest {found['longest_ms']:.1f} ms")
    print(", ".join(f"{name} {count:,}" for name, count in found["verdicts"].items()))


if __name__ == "__main__":
    main()
