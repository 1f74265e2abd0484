#!/usr/bin/env python3
"""Makes data/samples/ from the full corpora: the same rows every time.

usage: tools/sample_corpora.py CORPORA [OUT]

CORPORA is a folder with rubi.jsonl.gz, blake.jsonl.gz, sympy_tests.jsonl.gz and axiom_schaum.jsonl.gz (data/README.md
says where they come from). Rows are ordered by the SHA-256 of their id and the first ones are taken, so a sample is
random with respect to the mathematics, and a larger one contains the smaller. SymPy's and Schaum's rows are all taken.
Only rows with elementary sides and the verdict `agrees` are eligible for a sample of Rubi or Blake.
"""
import gzip
import hashlib
import json
import pathlib
import sys

KEPT = ["id", "integrand", "antiderivative", "variable", "parameters", "class", "verdict", "source", "commit", "licence"]

# name of the sample, corpus, class (None: any, whatever the verdict), rows (None: all)
SAMPLES = [
    ("rubi", "rubi", "elementary_no_params", 300),
    ("rubi_parameters", "rubi", "elementary_params", 300),
    ("blake", "blake", "elementary", 100),
    ("sympy", "sympy_tests", None, None),
    ("schaum", "axiom_schaum", None, None),
]


def rows(path):
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def sample(corpus, wanted_class, count):
    if wanted_class is not None:
        corpus = [r for r in corpus if r["class"].startswith(wanted_class) and r["verdict"] == "agrees"]
    if count is not None:
        corpus = sorted(corpus, key=lambda r: hashlib.sha256(r["id"].encode()).digest())[:count]
    return [{k: r[k] for k in KEPT if k in r} for r in corpus]


def main():
    corpora = pathlib.Path(sys.argv[1])
    out = pathlib.Path(sys.argv[2] if len(sys.argv) > 2 else "data/samples")
    out.mkdir(parents=True, exist_ok=True)
    for name, corpus, wanted_class, count in SAMPLES:
        chosen = sample(rows(corpora / f"{corpus}.jsonl.gz"), wanted_class, count)
        with open(out / f"{name}.jsonl", "w", encoding="utf-8") as file:
            file.writelines(json.dumps(r, ensure_ascii=False) + "\n" for r in chosen)
        print(f"{name}: {len(chosen)} rows")


if __name__ == "__main__":
    main()
