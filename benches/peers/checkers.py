"""The peers, each as its users call it.

usage: checkers.py NAME     reads lines of the mix, answers each with one line: outcome, seconds, remark

Outcomes: `accept`, `reject`, `unread` (the text is not understood), `failed` (an exception while deciding). Whoever starts
this process also stops it when a pair takes too long.
"""
import contextlib
import json
import re
import sys
import time


class Unread(Exception):
    """The checker does not understand the text."""


def sympy_sides(row):
    """Both sides and x, read by SymPy: x real, parameters positive, which helps it most."""
    import sympy
    from sympy.parsing.sympy_parser import parse_expr

    names = {name: sympy.Symbol(name, positive=True) for name in row["forms"]["symbols"]}
    names["x"] = sympy.Symbol("x", real=True)
    try:
        f, F = (parse_expr(text, dict(names)) for text in row["forms"]["sympy"])
        if not (isinstance(f, sympy.Expr) and isinstance(F, sympy.Expr)):
            raise Unread("no expression")
    except Exception as error:
        raise Unread(str(error)) from error
    return f, F, names["x"]


def simplify(row):
    """`simplify(diff(F, x) - f) == 0`."""
    import sympy

    f, F, x = sympy_sides(row)
    return sympy.simplify(sympy.diff(F, x) - f) == 0


def eighty_points(row):
    """F' - f is 0 as written, or agrees at 80 fixed points to 20 digits, 8 of them usable.

    The rule by which VHG's verifier decides, from its description; not that verifier itself."""
    import sympy

    f, F, x = sympy_sides(row)
    derivative = sympy.diff(F, x)
    if derivative - f == 0:
        return True
    # The rule knows no parameters; they get values that no identity depends on.
    others = sorted((derivative.free_symbols | f.free_symbols) - {x}, key=str)
    values = {symbol: sympy.sqrt(sympy.prime(i + 4)) for i, symbol in enumerate(others)}
    usable = 0
    near = sympy.Rational(1, 100000)
    for i in range(0, 1000, 50):
        for point in (i + near, -i - near, 1 / (i + 1 + near), -1 / (i + 1 + near)):
            at = {**values, x: point}
            a, b = (side.evalf(50, subs=at) for side in (derivative, f))
            if not (a.is_real and b.is_real and a.is_finite and b.is_finite):
                continue
            usable += 1
            if abs(a - b) > sympy.Float("1e-20") * max(abs(a), abs(b)):
                return False
    if usable < 8:
        raise ValueError(f"{usable} usable points")
    return True


def math_verify_parse(latex):
    import math_verify

    parsed = math_verify.parse(f"${latex}$")
    if not parsed or isinstance(parsed[0], str):
        raise Unread(latex)
    return parsed


def math_verify_derivative(row):
    """F', by SymPy, against f, both read from LaTeX."""
    import math_verify
    import sympy

    f, F = (math_verify_parse(text) for text in row["forms"]["latex"])
    if not isinstance(F[0], sympy.Expr):
        raise Unread("no expression")
    xs = [symbol for symbol in F[0].free_symbols | getattr(f[0], "free_symbols", set()) if symbol.name == "x"]
    return math_verify.verify(f, sympy.diff(F[0], xs[0] if xs else sympy.Symbol("x")))


def math_verify_answer(row):
    """The answer against the published antiderivative, as a final answer is compared."""
    import math_verify

    gold = math_verify_parse(row["forms"]["published"]["latex"])
    return math_verify.verify(gold, math_verify_parse(row["forms"]["latex"][1]))


def alkahest(row):
    """The reward of its own environment for integrals: 1.0 and 0.9 accept."""
    import alkahest
    from alkahest.rl.envs.integration.verifier import IntegrationVerifier

    # It knows neither constant by name.
    f, F = (re.sub(r"\bpi\b", "(4*atan(1))", re.sub(r"\be\b", "exp(1)", re.sub(r"\be\^x\b", "exp(x)", text)))
            for text in row["forms"]["plain"])
    pool = alkahest.ExprPool()
    x = pool.symbol("x")
    try:
        f, _ = alkahest.parse(f, pool, {"x": x}), alkahest.parse(F, pool, {"x": x})
    except Exception as error:
        raise Unread(str(error)) from error
    return IntegrationVerifier().verify(F, {"is_elementary": True, "f_expr": f, "pool": pool}) > 0.5


CHECKERS = {
    "SymPy simplify": simplify,
    "SymPy, 80 fixed points": eighty_points,
    "Math-Verify, F' against f": math_verify_derivative,
    "Math-Verify, answer against F": math_verify_answer,
    "alkahest": alkahest,
}
# What can only be asked where a published antiderivative is known.
NEEDS_PUBLISHED = {"Math-Verify, answer against F"}


def answer(checker, row):
    start = time.perf_counter()
    try:
        outcome, remark = ("accept" if checker(row) else "reject"), ""
    except Unread as error:
        outcome, remark = "unread", str(error)
    except Exception as error:
        outcome, remark = "failed", f"{type(error).__name__}: {error}"
    return outcome, time.perf_counter() - start, remark[:200]


def main():
    out = sys.stdout
    checker = CHECKERS[sys.argv[1]]
    with contextlib.redirect_stdout(sys.stderr):
        # What is loaded on first use is not the cost of a pair.
        warm = {"plain": ["x*cos(x)", "x*sin(x) + cos(x)"], "sympy": ["x*cos(x)", "x*sin(x) + cos(x)"],
                "latex": [r"x \cos x", r"x \sin x + \cos x"], "symbols": ["x"],
                "published": {"latex": r"\cos x + x \sin x"}}
        answer(checker, {"forms": warm})
        print(json.dumps("ready"), file=out, flush=True)
        for line in sys.stdin:
            print(json.dumps(answer(checker, json.loads(line))), file=out, flush=True)


if __name__ == "__main__":
    main()
