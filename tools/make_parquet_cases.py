#!/usr/bin/env python3
"""Writes the Parquet files of tests/command_line/parquet/: the ways in which writers store text and nest it.

usage: tools/make_parquet_cases.py tests/command_line/parquet

Every file has a column `expect` with the verdict of its row. Needs pyarrow.
"""
import pathlib
import sys

import pyarrow as pa
import pyarrow.parquet as pq

# Integrand, antiderivative, verdict.
ROWS = [
    ("cos(x)", "sin(x)", "equal"),
    (None, "x", "invalid"),
    ("cos(x)", None, "invalid"),
    (None, None, "invalid"),
    ("α·x", "α·x²/2 + C", "equal"),
    ("", "x", "invalid"),
    ("cos(x)", "cos(x)", "different"),
    ("cos(x", "sin(x)", "invalid"),
]
F, G, EXPECT = (list(column) for column in zip(*ROWS))


def flat(of_text, integrand=F, antiderivative=G, expect=EXPECT):
    """The rows in columns of the records' names."""
    text = lambda values: pa.array(values, pa.string()).cast(of_text)
    return {"id": pa.array(range(len(expect))), "integrand": text(integrand), "antiderivative": text(antiderivative),
            "expect": pa.array(expect)}


def nested(truth, info, responses):
    """verl's columns."""
    return {"reward_model": truth, "extra_info": info, "responses": responses, "expect": pa.array(EXPECT)}


TRUTH = pa.array([None if f is None else {"ground_truth": f} for f in F], pa.struct([("ground_truth", pa.string())]))
INFO = pa.array([None if n == 1 else {"index": n, "variable": None if n == 4 else "x"} for n in range(len(ROWS))],
                pa.struct([("index", pa.int32()), ("variable", pa.string())]))
JSON_INFO = pa.array([None if n == 1 else '{"index": %d, "variable": "x"}' % n for n in range(len(ROWS))])
CHAT = pa.array([None if g is None else [{"role": "user", "content": "?"}, {"role": "assistant", "content": g}]
                 for g in G], pa.list_(pa.struct([("role", pa.string()), ("content", pa.string())])))

INVALID = ["invalid"] * 2
FILES = {
    "string": (flat(pa.string()), "none"),
    "large_string": (flat(pa.large_string()), "snappy"),
    "string_view": (flat(pa.string_view()), "gzip"),
    "binary": (flat(pa.binary()), "lz4"),
    "no_text": ({**flat(pa.string(), expect=INVALID * 4), "antiderivative": pa.array(range(8))}, "zstd"),
    "empty": (flat(pa.string(), [], [], []), "zstd"),
    "verl": (nested(TRUTH, INFO, pa.array([None if g is None else [g] for g in G])), "zstd"),
    "verl_json": (nested(TRUTH, JSON_INFO, pa.array(G)), "snappy"),
    "verl_chat": (nested(TRUTH, INFO, CHAT), "snappy"),
    "verl_samples": (nested(TRUTH, INFO, pa.array([[g, g] for g in G])) | {"expect": pa.array(INVALID * 4)}, "zstd"),
}


def main():
    out = pathlib.Path(sys.argv[1])
    out.mkdir(exist_ok=True)
    for name, (columns, compression) in FILES.items():
        if name in ("no_text", "empty"):
            columns["expect"] = columns["expect"].cast(pa.string())
        # Pages and row groups of three rows, so that all are crossed.
        pq.write_table(pa.table(columns), out / f"{name}.parquet", compression=compression, row_group_size=3)
    dictionary = flat(pa.string())
    for column in ("integrand", "antiderivative"):
        dictionary[column] = dictionary[column].dictionary_encode()
    pq.write_table(pa.table(dictionary), out / "dictionary.parquet", row_group_size=3)


if __name__ == "__main__":
    main()
