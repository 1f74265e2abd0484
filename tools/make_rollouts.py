#!/usr/bin/env python3
"""Writes rollouts as a training run would have stored them, scored by SymPy, to be audited.

usage: tools/make_rollouts.py data/seeds.jsonl [ROLLOUTS] > rollouts.jsonl      (2,000 without a number)

Each line: id, uid (of the prompt), question (the integrand in LaTeX), variable, response (prose with a box), score (1.0
when SymPy reads the box and simplifies F' - f to 0 within three seconds, else 0.0), and what an audit has to find out:
truth (right, wrong or no answer, by construction) and made (how the response was made). Ten rollouts share a prompt.
Needs sympy 1.14 and antlr4-python3-runtime 4.11.
"""
import json
import random
import signal
import sys

import sympy
from sympy.parsing.latex import parse_latex
from sympy.parsing.sympy_parser import (
    convert_xor, implicit_multiplication_application, parse_expr, standard_transformations)

STEPS = standard_transformations + (implicit_multiplication_application, convert_xor)
NAMES = {"ln": sympy.log, "arcsin": sympy.asin, "arccos": sympy.acos, "arctan": sympy.atan, "e": sympy.E}
PROSE = [
    "Let us integrate by parts and collect terms.\n\nThe answer is $\\boxed{%s}$.",
    "We substitute and simplify.\n\n\\[\\boxed{%s}\\]",
    "**Solution.** After a short computation we get\n$$\\boxed{%s}$$\n",
    "So the antiderivative is \\(\\boxed{%s}\\), as one checks by differentiating.",
]


def stop(*_):
    raise TimeoutError


def seeds(path):
    """Seeds in one symbol that SymPy reads as their authors meant."""
    for line in open(path, encoding="utf-8"):
        row = json.loads(line)
        x = sympy.Symbol(row["variable"])
        try:
            f, F = (parse_expr(row[side], {**NAMES, str(x): x}, STEPS) for side in ("integrand", "antiderivative"))
            if f.free_symbols != {x} or not F.free_symbols <= {x} or F.has(sympy.Abs, sympy.sign, sympy.I):
                continue
            if all(abs(complex((F.diff(x) - f).subs(x, p).evalf(30))) < 1e-12 for p in (0.31, 0.77)):
                yield row["id"], x, f, F
        except Exception:  # whatever SymPy cannot read is no seed here
            continue


def right(rng, x, f, F):
    made, answer = rng.choice([
        ("published", F), ("constant", F + rng.randint(2, 9)), ("expanded", sympy.expand(F)),
        ("together", sympy.together(F)), ("named constant", None)])
    if answer is None:
        return made, sympy.latex(F) + rng.choice([" + C", r" + \text{C}", " + c_1", r" + \mathrm{const}"])
    return made, sympy.latex(answer) + rng.choice([" + C", "", "+C"])


def wrong(rng, x, f, F):
    for _ in range(20):
        made, answer = rng.choice([
            ("tiny term", F + x / 10**12), ("tiny factor", F * (1 + sympy.Rational(1, 10**9))), ("sign", -F),
            ("factor", 2 * F), ("extra term", F + 1000 * x), ("integrand", f), ("derivative", f.diff(x)),
            ("shifted", F.subs(x, x + 1)), ("zero", sympy.Integer(0))])
        # Wrong by construction, but for chance: e^x is its own derivative.
        values = [(answer.diff(x) - f).subs(x, p).evalf(40) for p in (0.31, 0.77)]
        if all(value.is_Number and abs(value) > 1e-20 for value in values):
            return made, sympy.latex(answer) + rng.choice([" + C", ""])
    return "extra term", sympy.latex(F + 1000 * x)


def cheat(rng, x, f, F):
    latex = sympy.latex
    return rng.choice([
        ("own integral", rf"\int {latex(f)}\,d{x}"), ("two answers", rf"{latex(F)}, {latex(F + x)}"),
        ("unread tail", rf"{latex(F)} \text{{ or }} {latex(-F)}"), ("unknown function", rf"\operatorname{{foo}}({x})"),
        ("nan", r"\text{nan}"), ("empty", ""), ("equation", rf"{latex(F)} = {latex(F + x)}")])


def score(latex, x, f):
    """What a trainer's checker does: read, differentiate, simplify."""
    signal.alarm(3)
    try:
        F = parse_latex(latex).subs(sympy.Symbol("e"), sympy.E).doit()
        return float(sympy.simplify(F.diff(x) - f) == 0)
    except Exception:
        return 0.0
    finally:
        signal.alarm(0)


def main():
    signal.signal(signal.SIGALRM, stop)
    wanted = int(sys.argv[2]) if len(sys.argv) > 2 else 2000
    rng = random.Random(20261203)
    pool = list(seeds(sys.argv[1]))
    rng.shuffle(pool)
    for n in range(wanted):
        uid, x, f, F = pool[n // 10 % len(pool)]
        truth, make = rng.choices([("right", right), ("wrong", wrong), ("none", cheat)], (5, 4, 1))[0]
        made, latex = make(rng, x, f, F)
        print(json.dumps({
            "id": n, "uid": uid, "question": sympy.latex(f), "variable": str(x),
            "response": rng.choice(PROSE) % latex, "score": score(latex, x, f), "truth": truth, "made": made}))


if __name__ == "__main__":
    main()
