#!/usr/bin/env python3
"""Writes a Parquet file as verl's `main_generation` does: its data set with the responses.

usage: tools/make_verl.py data/seeds.jsonl OUT.parquet [ROWS]      (440 without a number)

The columns of verl's data sets: data_source, prompt = [{role, content}], ability, reward_model = {style, ground_truth}
(the integrand), extra_info = {index, split, variable}; and responses = [text], score (of a grader that looks for
an answer and nothing else), truth (`right` or `wrong`, by construction). Every third response is wrong. The seeds are
repeated for more rows than there are. Needs pyarrow.
"""
import json
import sys

import pyarrow as pa
import pyarrow.parquet as pq

WRONG = ["{} + {x}/1000", "2*({})", "{} - sin({x})"]


def rows(seeds, start, stop):
    for n in range(start, stop):
        seed = seeds[n % len(seeds)]
        x, f, answer = seed["variable"], seed["integrand"], seed["antiderivative"]
        right = n % 3 != 1
        if not right:
            answer = WRONG[n // 3 % len(WRONG)].format(answer, x=x)
        yield {
            "data_source": "barrow/seeds",
            "prompt": [
                {"role": "system", "content": "Put the final answer in a box."},
                {"role": "user", "content": f"Integrate {f} with respect to {x}."},
            ],
            "ability": "integration",
            "reward_model": {"style": "rule", "ground_truth": f},
            "extra_info": {"index": n, "split": "test", "variable": x},
            "responses": [f"We integrate and collect terms.\n<answer>{answer}</answer>"],
            "score": 1.0,
            "truth": "right" if right else "wrong",
        }


MESSAGE = pa.struct([("role", pa.string()), ("content", pa.string())])
SCHEMA = pa.schema([
    ("data_source", pa.string()),
    ("prompt", pa.list_(MESSAGE)),
    ("ability", pa.string()),
    ("reward_model", pa.struct([("style", pa.string()), ("ground_truth", pa.string())])),
    ("extra_info", pa.struct([("index", pa.int64()), ("split", pa.string()), ("variable", pa.string())])),
    ("responses", pa.list_(pa.string())),
    ("score", pa.float64()),
    ("truth", pa.string()),
])


def main():
    with open(sys.argv[1], encoding="utf-8") as lines:
        seeds = [json.loads(line) for line in lines]
    count = int(sys.argv[3]) if len(sys.argv) > 3 else len(seeds)
    group = max(100, min(count // 4, 50_000))
    with pq.ParquetWriter(sys.argv[2], SCHEMA, compression="zstd") as file:
        for start in range(0, count, group):
            stop = min(start + group, count)
            file.write_table(pa.Table.from_pylist(list(rows(seeds, start, stop)), SCHEMA))


if __name__ == "__main__":
    main()
