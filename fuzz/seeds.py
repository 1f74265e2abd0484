#!/usr/bin/env python3
"""Fills fuzz/corpus with starting inputs made from rows of data files.

    fuzz/seeds.py data/seeds.jsonl [MORE.jsonl[.gz] ...]

Every n-th row is taken, about 200 in all; LaTeX and prose start from their test cases; the two targets of trees get fixed random programs.
"""

import gzip
import json
import pathlib
import random
import sys

WANTED = 200


def rows(name):
    opened = gzip.open if name.endswith(".gz") else open
    with opened(name, "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def main():
    corpus = pathlib.Path(__file__).parent / "corpus"
    for target in ("parse", "latex", "answer", "verify", "layers_agree", "roundtrip"):
        (corpus / target).mkdir(parents=True, exist_ok=True)
    every = [row for name in sys.argv[1:] or ["data/seeds.jsonl"] for row in rows(name)]
    for i, row in enumerate(every[:: max(1, len(every) // WANTED)]):
        f, answer = row["integrand"], row["antiderivative"]
        (corpus / "parse" / f"row-{i:03}").write_text(answer, encoding="utf-8")
        (corpus / "verify" / f"row-{i:03}").write_text(f"{f}\n{answer}", encoding="utf-8")
    cases = pathlib.Path(__file__).parent.parent / "tests/syntax/latex.tsv"
    for i, line in enumerate(cases.read_text(encoding="utf-8").splitlines()):
        if not line.startswith("# "):
            (corpus / "latex" / f"case-{i:03}").write_text(line.split("\t")[1], encoding="utf-8")
    for name in ("answers", "questions"):
        cases = pathlib.Path(__file__).parent.parent / f"tests/syntax/{name}.tsv"
        for i, line in enumerate(cases.read_text(encoding="utf-8").splitlines()):
            if not line.startswith("# "):
                text = line.split("\t")[1].translate({ord("⏎"): "\n", ord("⟦"): "", ord("⟧"): ""})
                (corpus / "answer" / f"{name}-{i:03}").write_text(text, encoding="utf-8")
    generator = random.Random(1)
    for i in range(64):
        program = generator.randbytes(generator.randrange(4, 26))
        (corpus / "layers_agree" / f"program-{i:02}").write_bytes(program)
        (corpus / "roundtrip" / f"program-{i:02}").write_bytes(program)


if __name__ == "__main__":
    main()
