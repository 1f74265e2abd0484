"""Check seeds.jsonl (or another file of the same form): F' = f at real points, by mpmath at 40+ digits.

usage: check_seeds.py [FILE] [--verbose]

The parser below reads barrow's plain syntax; evaluation is forward differentiation (value, derivative)
in mpmath with principal branches, and a flag that is set when any subexpression is not real. A numerical
derivative (mpmath.diff) cross-checks the dual numbers at two points of each row.
"""
import json
import random
import re
import sys
from fractions import Fraction

import mpmath as mp
from mpmath import mpf, mpc

DPS = 40
TOL = mpf(10) ** -25


class Undefined(Exception):
    pass


# ---------------------------------------------------------------- parser
TOKEN = re.compile(r"\s*(?:(\d+\.\d+|\d+)|([A-Za-z_][A-Za-z_0-9]*)|(\*\*|[-+*/^(),]))")
ALIAS = {"ln": "log", "arcsin": "asin", "arccos": "acos", "arctan": "atan", "arccot": "acot", "arcsec": "asec",
         "arccsc": "acsc", "arcsinh": "asinh", "arccosh": "acosh", "arctanh": "atanh", "arsinh": "asinh",
         "arcosh": "acosh", "artanh": "atanh", "sgn": "sign"}
FUNCS = set("sin cos tan cot sec csc sinh cosh tanh coth sech csch asin acos atan acot asec acsc asinh acosh atanh "
            "acoth asech acsch exp log sqrt cbrt abs sign erf erfc erfi Si Ci Ei li Shi Chi root polylog".split())
GREEK = set("alpha beta gamma delta epsilon theta lambda mu nu omega phi psi rho sigma tau const constant".split())


def tokens(s):
    out, i = [], 0
    s = s.rstrip()
    while i < len(s):
        m = TOKEN.match(s, i)
        if not m:
            raise SyntaxError("cannot read %r" % s[i:])
        i = m.end()
        if m.group(1):
            out.append(("num", Fraction(m.group(1))))
        elif m.group(2):
            w = m.group(2)
            w = ALIAS.get(w, w)
            if w in FUNCS:
                out.append(("fn", w))
            elif len(w) == 1 or w in GREEK or w == "pi" or re.fullmatch(r"[A-Za-z]_?\d+", w):
                out.append(("id", w))
            else:
                raise SyntaxError("unknown word " + w)
        else:
            out.append(("op", "^" if m.group(3) == "**" else m.group(3)))
    return out + [("end", "")]


class Parser:
    def __init__(self, s):
        self.t, self.i = tokens(s), 0

    def op(self, c):
        if self.t[self.i] == ("op", c):
            self.i += 1
            return True
        return False

    def parse(self):
        e = self.sum()
        if self.t[self.i][0] != "end":
            raise SyntaxError("left over: %r" % (self.t[self.i],))
        return e

    def sum(self):
        e = self.product()
        while True:
            if self.op("+"):
                e = ("+", e, self.product())
            elif self.op("-"):
                e = ("-", e, self.product())
            else:
                return e

    def product(self):
        e = self.unary()
        divided = False
        while True:
            if self.op("*"):
                e, divided = ("*", e, self.unary()), False
            elif self.op("/"):
                e, divided = ("/", e, self.unary()), True
            elif self.t[self.i][0] in ("num", "id", "fn") or self.t[self.i] == ("op", "("):
                if divided:
                    raise SyntaxError("ambiguous: implicit product after a division")
                e = ("*", e, self.power())
            else:
                return e

    def unary(self):
        if self.op("-"):
            return ("neg", self.unary())
        if self.op("+"):
            return self.unary()
        return self.power()

    def power(self):
        b = self.atom()
        if self.op("^"):
            return ("^", b, self.unary())
        return b

    def atom(self):
        k, v = self.t[self.i]
        self.i += 1
        if k == "num":
            return ("num", v)
        if k == "id":
            return ("id", v)
        if k == "fn":
            if not self.op("("):
                raise SyntaxError("function without parenthesis: " + v)
            args = [self.sum()]
            while self.op(","):
                args.append(self.sum())
            if not self.op(")"):
                raise SyntaxError("missing )")
            return ("fn", v, args)
        if (k, v) == ("op", "("):
            e = self.sum()
            if not self.op(")"):
                raise SyntaxError("missing )")
            return e
        raise SyntaxError("unexpected %r" % (v,))


def parse(s):
    return Parser(s).parse()


def symbols(n, out=None):
    out = set() if out is None else out
    if n[0] == "id":
        out.add(n[1])
    else:
        for c in n[1:]:
            if isinstance(c, tuple):
                symbols(c, out)
            elif isinstance(c, list):
                for d in c:
                    symbols(d, out)
    return out


def rational(n):
    """The exact value of a numeric tree without functions, or None."""
    k = n[0]
    if k == "num":
        return n[1]
    if k == "neg":
        a = rational(n[1])
        return None if a is None else -a
    if k in "+-*/^" and len(k) == 1:
        a, b = rational(n[1]), rational(n[2])
        if a is None or b is None:
            return None
        if k == "+":
            return a + b
        if k == "-":
            return a - b
        if k == "*":
            return a * b
        if k == "/":
            return a / b if b else None
        if b.denominator == 1 and abs(b) < 20000:
            return a ** int(b) if a or b > 0 else None
    return None


# ---------------------------------------------------------------- evaluation
class Eval:
    def __init__(self, env, var):
        self.env, self.var, self.nonreal = env, var, False

    def real(self, v):
        return not isinstance(v, mpc)

    def mark(self, v):
        if isinstance(v, mpc):
            self.nonreal = True
        return v

    def __call__(self, n):
        v, d = self.go(n)
        for z in (v, d):
            if mp.isnan(z) or mp.isinf(z):
                raise Undefined
        self.mark(v)
        return v, d

    def go(self, n):
        k = n[0]
        if k == "num":
            return mpf(n[1].numerator) / n[1].denominator, mpf(0)
        if k == "id":
            s = n[1]
            if s == "pi":
                return +mp.pi, mpf(0)
            if s == "e" and "e" not in self.env:
                return +mp.e, mpf(0)
            if s == "i" and "i" not in self.env:
                return mpc(0, 1), mpf(0)
            return self.env[s], mpf(1 if s == self.var else 0)
        if k == "neg":
            v, d = self(n[1])
            return -v, -d
        if k == "^":
            return self.power(n)
        if k == "fn":
            return self.function(n[1], n[2])
        a, da = self(n[1])
        b, db = self(n[2])
        if k == "+":
            return a + b, da + db
        if k == "-":
            return a - b, da - db
        if k == "*":
            return a * b, da * b + a * db
        if b == 0:
            raise Undefined
        return a / b, (da * b - a * db) / (b * b)

    def power(self, n):
        b, db = self(n[1])
        q = rational(n[2])
        if q is not None:
            if q.denominator == 1:
                q = int(q)
                if b == 0 and q <= 0:
                    raise Undefined
                if q == 0:
                    return mpf(1), mpf(0)
                p = b ** (q - 1) if b != 0 or q > 1 else mpf(1)
                return p * b, q * p * db
            if b == 0:
                raise Undefined
            e = mpf(q.numerator) / q.denominator
            v = mp.power(b if b == abs(b) and self.real(b) else mpc(b), e)
            return v, e * v / b * db
        w, dw = self(n[2])
        if b == 0:
            raise Undefined
        if self.real(b) and b > 0:
            lg = mp.log(b)
        else:
            lg = mp.log(mpc(b))
            self.nonreal = True
        if abs(w * lg) > mpf(10) ** 30:
            raise Undefined
        v = mp.exp(w * lg)
        return v, v * (dw * lg + w * db / b)

    def function(self, f, args):
        if f == "root":
            k = rational(args[1])
            assert k.denominator == 1
            k = int(k)
            v, d = self(args[0])
            return self.oddroot(v, d, k)
        if f == "polylog":
            s = int(rational(args[0]))
            v, d = self(args[1])
            if v == 0:
                raise Undefined
            if self.real(v) and v > 1:
                self.nonreal = True
            w = mp.polylog(s, v)
            dv = mp.polylog(s - 1, v) / v * d if s > 2 else -mp.log(1 - v) / v * d
            return w, dv
        u, d = self(args[0])
        if abs(u) > mpf(10) ** 30 and f in ("exp", "sin", "cos", "tan", "sinh", "cosh", "tanh", "sec", "csc", "cot",
                                            "sech", "csch", "coth", "Ei", "Si", "Ci", "erf", "erfi", "erfc"):
            raise Undefined
        if f in ("acot", "acoth", "asec", "acsc", "asech", "acsch"):
            if u == 0:
                raise Undefined
            u, d = 1 / u, -d / (u * u)
            self.mark(u)
            f = {"acot": "atan", "acoth": "atanh", "asec": "acos", "acsc": "asin", "asech": "acosh", "acsch": "asinh"}[f]
        R = self.real(u)
        if f == "exp":
            v = mp.exp(u)
            return v, v * d
        if f == "log":
            if u == 0:
                raise Undefined
            return (mp.log(u) if R and u > 0 else mp.log(mpc(u))), d / u
        if f == "sqrt":
            if u == 0:
                if d == 0:
                    return mpf(0), mpf(0)
                raise Undefined
            v = mp.sqrt(u) if R and u > 0 else mp.sqrt(mpc(u))
            return v, d / (2 * v)
        if f == "cbrt":
            return self.oddroot(u, d, 3)
        if f == "abs":
            if u == 0:
                if d == 0:
                    return mpf(0), mpf(0)
                raise Undefined
            if R:
                return (u, d) if u > 0 else (-u, -d)
            return abs(u), mp.re(mp.conj(u) * d) / abs(u)
        if f == "sign":
            if u == 0:
                if d == 0:
                    return mpf(0), mpf(0)
                raise Undefined
            if R:
                return (mpf(1) if u > 0 else mpf(-1)), mpf(0)
            raise Undefined
        if f in ("sin", "cos", "sinh", "cosh"):
            v = getattr(mp, f)(u)
            w = {"sin": mp.cos, "cos": lambda z: -mp.sin(z), "sinh": mp.cosh, "cosh": mp.sinh}[f](u)
            return v, w * d
        if f in ("tan", "cot", "sec", "csc"):
            s, c = mp.sin(u), mp.cos(u)
            if (c if f in ("tan", "sec") else s) == 0:
                raise Undefined
            return {"tan": (s / c, d / c ** 2), "sec": (1 / c, s / c ** 2 * d), "cot": (c / s, -d / s ** 2) if s else 0,
                    "csc": (1 / s, -c / s ** 2 * d) if s else 0}[f]
        if f in ("tanh", "coth", "sech", "csch"):
            s, c = mp.sinh(u), mp.cosh(u)
            if (c if f in ("tanh", "sech") else s) == 0:
                raise Undefined
            return {"tanh": (s / c, d / c ** 2), "sech": (1 / c, -s / c ** 2 * d),
                    "coth": (c / s, -d / s ** 2) if s else 0, "csch": (1 / s, -c / s ** 2 * d) if s else 0}[f]
        if f in ("asin", "acos"):
            z = 1 - u * u
            if z == 0:
                if d == 0:
                    return getattr(mp, f)(u), mpf(0)
                raise Undefined
            r = mp.sqrt(1 - u) * mp.sqrt(1 + u)
            if R and abs(u) > 1:
                u, r = mpc(u), mp.sqrt(mpc(1 - u)) * mp.sqrt(mpc(1 + u))
            return getattr(mp, f)(u), (d / r if f == "asin" else -d / r)
        if f == "atan":
            if u * u == -1:
                raise Undefined
            return mp.atan(u), d / (1 + u * u)
        if f == "asinh":
            return mp.asinh(u), d / mp.sqrt(1 + u * u)
        if f == "acosh":
            if u * u == 1:
                if d == 0 and u == 1:
                    return mpf(0), mpf(0)
                raise Undefined
            r = mp.sqrt(mpc(u - 1)) * mp.sqrt(mpc(u + 1)) if not (R and u > 1) else mp.sqrt(u * u - 1)
            return mp.acosh(u if R and u > 1 else mpc(u)), d / r
        if f == "atanh":
            if u * u == 1:
                raise Undefined
            return mp.atanh(u if R and abs(u) < 1 else mpc(u)), d / (1 - u * u)
        if f == "erf":
            return mp.erf(u), 2 / mp.sqrt(mp.pi) * mp.exp(-u * u) * d
        if f == "erfc":
            return mp.erfc(u), -2 / mp.sqrt(mp.pi) * mp.exp(-u * u) * d
        if f == "erfi":
            return mp.erfi(u), 2 / mp.sqrt(mp.pi) * mp.exp(u * u) * d
        if f == "Si":
            return mp.si(u), (mp.sin(u) / u if u else mpf(1)) * d
        if f == "Shi":
            return mp.shi(u), (mp.sinh(u) / u if u else mpf(1)) * d
        if u == 0:
            raise Undefined
        if f == "Ci":  # real on negative reals by convention
            return mp.re(mp.ci(u)) if R else mp.ci(u), mp.cos(u) / u * d
        if f == "Chi":
            return mp.re(mp.chi(u)) if R else mp.chi(u), mp.cosh(u) / u * d
        if f == "Ei":
            return mp.re(mp.ei(u)) if R else mp.ei(u), mp.exp(u) / u * d
        if f == "li":
            if u == 1:
                raise Undefined
            if R and u < 0:
                self.nonreal = True
            L = mp.log(u) if R and u > 0 else mp.log(mpc(u))
            return (mp.li(u) if R and u > 0 else mp.ei(L)), d / L
        raise SyntaxError(f)

    def oddroot(self, v, d, k):
        assert k % 2
        if v == 0:
            if d == 0:
                return mpf(0), mpf(0)
            raise Undefined
        if self.real(v):
            r = mp.root(v, k) if v > 0 else -mp.root(-v, k)
        else:
            r = mp.exp(mp.log(v) / k)
        return r, d * r / (k * v)


def evaluate(tree, env, var):
    """(value, derivative, naturally real?)"""
    ev = Eval(env, var)
    try:
        v, d = ev(tree)
    except (ZeroDivisionError, OverflowError, ValueError, mp.libmp.NoConvergence):
        raise Undefined
    return v, d, not ev.nonreal


# ---------------------------------------------------------------- points
def points(rng):
    scales = ["0.0013", "0.021", "0.14", "0.31", "0.47", "0.62", "0.83", "0.97", "1.09", "1.37", "1.71", "2.3", "2.9",
              "3.6", "4.7", "6.4", "9.2", "17.3", "61", "417", "3900"]
    out = []
    for s in scales:
        for sg in (1, -1):
            out.append(sg * mpf(s) * (1 + mpf(rng.randrange(1, 10 ** 12)) / 10 ** 12 / 10))
    return out


def check(row, extra_points=()):
    """-> (ok, failed, complex_agree, complex_disagree, undefinedF, details)"""
    var = row.get("variable", "x")
    f, F = parse(row["integrand"]), parse(row["antiderivative"])
    syms = (symbols(f) | symbols(F)) - {var, "pi", "e", "i"}
    rng = random.Random(row["integrand"] + row["antiderivative"])
    ok = bad = cagree = cdis = undef = 0
    details = []
    more = [mpf(rng.randrange(-6 * 10 ** 9, 6 * 10 ** 9)) / 10 ** (9 - j % 2) for j in range(200)]  # for narrow domains
    for n, x in enumerate(list(extra_points) + points(rng) + more):
        if n >= len(extra_points) + 42 and ok + bad >= 35:
            break
        params = {s: Fraction(rng.randrange(300, 4000), 1009) for s in sorted(syms)}

        def at(dps):
            mp.mp.dps = dps
            env = {s: mpf(q.numerator) / q.denominator for s, q in params.items()}
            env[var] = x
            try:
                fv, _, fr = evaluate(f, env, var)
            except Undefined:
                return None
            if not fr:
                return None
            try:
                _, d, Fr = evaluate(F, env, var)
            except Undefined:
                return "undef", fv, None
            scale = max(abs(fv), abs(d))
            good = abs(d - fv) <= TOL * scale or (scale == 0)
            return ("ok" if good else "bad") + ("" if Fr else "C"), fv, d

        r = at(DPS + 20)
        if r and (r[0].startswith("bad") or r[0] == "undef"):
            for dps in (150, 600, 2500, 12000) if abs(x) > 100 else (150,):
                r = at(dps)
                if not r or r[0].startswith("ok"):
                    break
        mp.mp.dps = DPS
        if r is None:
            continue
        k = r[0]
        if k == "ok":
            ok += 1
        elif k == "bad":
            bad += 1
            details.append("x=%s f=%s F'=%s" % (mp.nstr(x, 8), mp.nstr(+r[1], 12), mp.nstr(+r[2], 12)))
        elif k == "okC":
            cagree += 1
        elif k == "badC":
            cdis += 1
            details.append("complex: x=%s f=%s F'=%s" % (mp.nstr(x, 8), mp.nstr(+r[1], 12), mp.nstr(+r[2], 12)))
        else:
            undef += 1
            details.append("F undefined at x=%s" % mp.nstr(x, 8))
    return ok, bad, cagree, cdis, undef, details


def cross_check(row, want=2):
    """The dual-number derivative against mpmath.diff, at two moderate points."""
    var = row.get("variable", "x")
    F = parse(row["antiderivative"])
    syms = symbols(F) - {"pi", "e", "i", var}
    done = 0
    for x in ["0.17", "0.37", "1.61", "-0.71", "2.43", "-1.83", "5.2", "0.93", "12.7"]:
        mp.mp.dps = DPS
        env = {s: mpf(2) / 7 + k for k, s in enumerate(sorted(syms))}
        env[var] = mpf(x)
        try:
            _, d, real = evaluate(F, env, var)
            if not real:
                continue

            def g(t):
                e2 = dict(env)
                e2[var] = t
                return evaluate(F, e2, var)[0]
            n = mp.diff(g, env[var])
        except Undefined:
            continue
        if abs(n - d) > mpf(10) ** -15 * max(1, abs(d)):
            return "mpmath.diff %s, dual %s at %s" % (n, d, x)
        done += 1
        if done == want:
            break
    return None if done else "no point for cross check"


def main():
    args = [a for a in sys.argv[1:] if not a.startswith("--")]
    rows = [json.loads(l) for l in open(args[0] if args else "seeds.jsonl")]
    nbad = ncomplex = 0
    seen = set()
    for r in rows:
        if (r["integrand"].replace(" ", ""), r.get("variable")) in seen:
            print("DUPLICATE", r["id"], r["integrand"])
        seen.add((r["integrand"].replace(" ", ""), r.get("variable")))
        try:
            ok, bad, ca, cd, un, det = check(r)
            xc = cross_check(r)
        except SyntaxError as err:
            print("SYNTAX", r["id"], err, r["integrand"], ";;", r["antiderivative"])
            nbad += 1
            continue
        if bad or un or ok < 10 or xc:
            nbad += 1
            print("FAIL", r["id"], r["technique"], "|", r["integrand"], ";;", r["antiderivative"])
            print("    ok %d bad %d complex-agree %d complex-disagree %d undefined %d %s" % (ok, bad, ca, cd, un, xc or ""))
            for d in det[:4]:
                print("     ", d)
        elif ca or cd:
            ncomplex += 1
            print("COMPLEX", r["id"], "|", r["integrand"], ";;", r["antiderivative"],
                  "| real %d, F complex: agree %d, disagree %d" % (ok, ca, cd))
    print("%d rows, %d failing, %d with F complex somewhere where f is real" % (len(rows), nbad, ncomplex))
    return 1 if nbad else 0


if __name__ == "__main__":
    sys.exit(main())
