#!/usr/bin/env python3
"""Re-checks witnesses without barrow: on the witness interval F' and f are what the record says, and differ.

usage: tools/recheck_witness.py FILE

FILE holds records of `different` rows as `examples/figures.rs --list different` writes them (question and witness in one
line). At the ends and the middle of each interval F' and f are evaluated by mpmath at 60 digits: F' by exact forward
differentiation (data/check_seeds.py) and by mpmath.diff. Both must be real, lie in the enclosures of the record, and differ.
Rows without a witness (`invalid`) are shown to have no real value of f at any of 200 points. Exit code 1 when a row fails.
"""
import json
import pathlib
import random
import sys
from fractions import Fraction

import mpmath as mp

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "data"))
import check_seeds  # noqa: E402

DIGITS = 60


def real(text):
    """A decimal or fraction, exactly enough."""
    q = Fraction(text)
    return mp.mpf(q.numerator) / q.denominator


def check_witness(row, variable):
    """None, or what is wrong."""
    witness = row["witness"]
    f, big_f = check_seeds.parse(row["integrand"]), check_seeds.parse(row["antiderivative"])
    env = {name: real(value) for name, value in witness["parameters"]}
    low, high = (real(end) for end in witness["interval"])
    for x in (low, (low + high) / 2, high):
        env[variable] = x
        value, _, f_real = check_seeds.evaluate(f, env, variable)
        _, slope, big_f_real = check_seeds.evaluate(big_f, env, variable)
        if not (f_real and big_f_real):
            return f"not real at {x}"
        numeric = mp.diff(lambda t: check_seeds.evaluate(big_f, {**env, variable: t}, variable)[0], x)
        if abs(numeric - slope) > mp.mpf(10) ** -20 * (1 + abs(slope)):
            return f"two derivatives disagree: {slope}, {numeric}"
        for found, bounds in ((slope, witness["derivative"]), (value, witness["integrand"])):
            if not real(bounds[0]) <= found <= real(bounds[1]):
                return f"{mp.nstr(found, 20)} is not in {bounds}"
        if abs(slope - value) < mp.mpf(10) ** -30 * max(abs(slope), abs(value)):
            return f"both are {mp.nstr(value, 20)}"
    return None


def check_nowhere(row, variable):
    """None, or a point at which f is real."""
    f = check_seeds.parse(row["integrand"])
    rng = random.Random(1)
    for _ in range(200):
        env = {name: mp.mpf(rng.uniform(0.2, 4)) for name in check_seeds.symbols(f)}
        env[variable] = mp.mpf(rng.uniform(-1, 1)) * 10 ** rng.randrange(-2, 4)
        try:
            _, _, is_real = check_seeds.evaluate(f, env, variable)
        except check_seeds.Undefined:
            continue
        if is_real:
            return f"f is real at {env}"
    return None


def main():
    mp.mp.dps = DIGITS
    failed = 0
    rows = [json.loads(line) for line in open(sys.argv[1], encoding="utf-8")]
    for row in rows:
        check = check_witness if row["verdict"] == "different" else check_nowhere
        wrong = check(row, row.get("variable", "x"))
        if wrong:
            failed += 1
            print(f"{row['id']}: {wrong}")
    print(f"{len(rows)} rows, {failed} failing")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
