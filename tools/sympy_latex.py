#!/usr/bin/env python3
"""Writes expressions as SymPy prints them: plainly and in LaTeX, one pair a line.

usage: tools/sympy_latex.py N data/samples/{schaum,sympy,rubi,rubi_parameters,blake}.jsonl rubi.jsonl.gz blake.jsonl.gz | gzip -9n > data/sympy_latex.tsv.gz

N pairs, from the samples and then from further rows of the full corpora whose functions are elementary, ordered by the
SHA-256 of their id. Both sides of every row are read by SymPy, which rearranges them as it does, and printed twice. Left out are expressions
that SymPy cannot read within five seconds, that print at more than 400 characters, or that have a symbol which LaTeX
cannot tell from a constant (e, i) or prints under another name (a0 as a_{0}). tests/latex_corpus.rs checks that barrow reads both texts as the same expression.
"""
import gzip
import hashlib
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


def rows(names):
    """The rows of the samples as they stand, then those of compressed files in the order of hashes."""
    for name in names:
        compressed = name.endswith(".gz")
        with (gzip.open if compressed else open)(name, "rt", encoding="utf-8") as lines:
            found = [json.loads(line) for line in lines]
        if compressed:
            found = [row for row in found if row["class"] != "special"]
            found.sort(key=lambda row: hashlib.sha256(str(row["id"]).encode()).digest())
        yield from found


def main():
    signal.signal(signal.SIGALRM, stop)
    known = names()
    most, seen = int(sys.argv[1]), set()
    for row in rows(sys.argv[2:]):
        for side in ("integrand", "antiderivative"):
            if len(row[side]) > LONGEST:
                continue
            made = pair(row[side], known)
            if made is None or made in seen or max(map(len, made)) > LONGEST or "\n" in "".join(made):
                continue
            seen.add(made)
            print("\t".join(made))
            if len(seen) == most:
                return


if __name__ == "__main__":
    print(f"# plain\tLaTeX, as SymPy {sympy.__version__} prints them; made by tools/sympy_latex.py")
    main()
