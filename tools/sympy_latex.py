#!/usr/bin/env python3
"""Writes expressions as SymPy prints them: plainly and in LaTeX, one pair a line.

usage: tools/sympy_latex.py data/samples/{schaum,sympy,rubi,rubi_parameters,blake}.jsonl > data/sympy_latex.tsv

Both sides of every row are read by SymPy, which rearranges them as it does, and printed twice. Left out are expressions
that SymPy cannot read within five seconds, that print at more than 400 characters, or that have a symbol which LaTeX
cannot tell from a constant (e, i) or prints under another name (a0 as a_{0}). tests/latex_corpus.rs checks that barrow reads both texts as the same expression.
"""
import json
import signal
import sys

import sympy

LONGEST = 400
LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHJKLMNOPQRSTUVWXYZ"


def names():
    """Names that SymPy would take for something else are symbols here, and functions it lacks are its own."""
    known = {letter: sympy.Symbol(letter) for letter in LETTERS if letter != "E"}
    known.update(real_root=sympy.real_root, Abs=sympy.Abs, beta=sympy.Symbol("beta"), gamma=sympy.Symbol("gamma"))
    known.update(zeta=sympy.Symbol("zeta"))
    return known


def stop(*_):
    raise TimeoutError


def pair(text, known):
    signal.alarm(5)
    try:
        expression = sympy.sympify(text, locals=known)
        if not isinstance(expression, sympy.Expr) or expression.has(sympy.nan, sympy.zoo, sympy.oo):
            return None
        symbols = {str(s) for s in expression.free_symbols}
        if symbols & {"e", "i", "E", "I"} or any(c.isdigit() for name in symbols for c in name):
            return None
        return sympy.sstr(expression), sympy.latex(expression)
    except Exception:  # whatever SymPy raises, the expression is left out
        return None
    finally:
        signal.alarm(0)


def main():
    signal.signal(signal.SIGALRM, stop)
    known = names()
    seen = set()
    for name in sys.argv[1:]:
        with open(name, encoding="utf-8") as lines:
            for line in lines:
                row = json.loads(line)
                for side in ("integrand", "antiderivative"):
                    made = pair(row[side], known)
                    if made is None or made in seen or max(map(len, made)) > LONGEST or "\n" in "".join(made):
                        continue
                    seen.add(made)
                    print("\t".join(made))


if __name__ == "__main__":
    print(f"# plain\tLaTeX, as SymPy {sympy.__version__} prints them; made by tools/sympy_latex.py")
    main()
