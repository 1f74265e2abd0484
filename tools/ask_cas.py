#!/usr/bin/env python3
"""Asks installed computer algebra systems for integrals and prints their answers, one a line.

usage: tools/ask_cas.py > tests/syntax/cas.tsv

A line is: dialect, integrand as that system is asked, answer as it prints it. What is not installed is left out, and said.
Needs Maxima (Debian: maxima, maxima-share), FriCAS (Debian: fricas) and giac (PyPI: giacpy), each where wanted.
"""
import re
import shutil
import subprocess
import sys

INTEGRANDS = """\
x^3-2*x+1/x
1/(x^2+4)
1/(x^2-5)
1/(x^3+1)
x/(x^4+1)
(x^2+1)/(x^3-x)
x*exp(x)
x^2*exp(-3*x)
exp(2*x)*cos(3*x)
exp(-x^2)
exp(x)/x
log(x)
x^2*log(x)^2
1/(x*log(x))
sin(x)^2
sin(x)*cos(2*x)
tan(x)
1/(2+cos(x))
x*sin(x)
sin(x)/x
atan(x)
x*asin(x)
acot(x)
1/sqrt(1-x^2)
sqrt(x^2+1)
x/sqrt(2*x+3)
1/(x*sqrt(x+1))
sinh(x)*cosh(x)
tanh(x)
1/(1+exp(x))
a*x^2/(x^2+a^2)
cos(a*x+b)""".split("\n")


def run(command, text):
    return subprocess.run(command, input=text, capture_output=True, text=True, timeout=300).stdout


def maxima():
    """One string an answer; the sign of a parameter is known to be positive, as barrow takes it."""
    asked = "".join(f'print("ANSWER", string(integrate({f}, x)))$\n' for f in INTEGRANDS)
    out = run(["maxima", "--very-quiet"], f"display2d:false$ linel:100000$ assume(a>0, b>0)$\n{asked}")
    return [answer.strip() for answer in re.findall(r"ANSWER (.*)", out)]


def fricas():
    lines = "".join(f"output concat(\"ANSWER \", unparse((integrate({f}, x))::InputForm))\n" for f in INTEGRANDS)
    out = run(["fricas", "-nosman"], f")set message prompt none\n)set output length 245\n{lines})quit\n")
    answers = re.split(r"ANSWER ", out)[1:]
    # A long answer is broken over lines.
    return [re.sub(r"\s*\n\s*", "", answer.split("Type: Void")[0]).strip() for answer in answers]


def giac():
    from giacpy import giac as evaluate
    return [str(evaluate(f"integrate({f}, x)")).replace("\n", "") for f in INTEGRANDS]


def main():
    for name, ask in (("maxima", maxima), ("fricas", fricas), ("giac", giac)):
        try:
            if name != "giac" and not shutil.which(name):
                raise FileNotFoundError(name)
            answers = ask()
        except (ImportError, FileNotFoundError) as missing:
            print(f"{name} is left out: {missing}", file=sys.stderr)
            continue
        if len(answers) != len(INTEGRANDS):
            sys.exit(f"{name} gave {len(answers)} answers to {len(INTEGRANDS)} questions")
        for integrand, answer in zip(INTEGRANDS, answers):
            print(name, integrand, answer, sep="\t")


if __name__ == "__main__":
    main()
