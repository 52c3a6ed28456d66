"""Random functions of values of many kinds: texts, tuples, sets, dictionaries, rows, None beside a number."""

# ruff: noqa: E501
from __future__ import annotations

import random
import re

from viva.engines.shapes import Either, Fixed, Many, Plain, Shape, Table

INT, TEXT, BOOL = Plain("int"), Plain("str"), Plain("bool")
NAMES: dict[str, Shape] = {
    "n": INT, "b": BOOL, "t": TEXT, "m": Either((INT, Plain("none"))), "xs": Many("list", INT), "d": Table(INT, INT),
    "rows": Many("list", Many("list", INT)), "s": Many("set", INT), "p": Fixed((INT, INT)), "q": Many("tuple", INT),
    "ts": Many("list", TEXT), "ps": Many("list", Fixed((INT, BOOL))), "e": Table(TEXT, INT),
}  # fmt: skip
_LETTER = r"\b[NTXILDEZPQMWKRVGYCU]\b"
_HELPERS = """
from collections import Counter, defaultdict
from functools import reduce
from itertools import accumulate, chain
def twice(v):
    return v + v

def noted(zs, v):
    zs.append(v)
    return v

def found(zs, v=0):
    for place, z in enumerate(zs):
        if z == v:
            return place
    return None

def letters(u):
    if u == '':
        return u
    return letters(u[1:]) + u[0]

def kept(zs):
    if len(zs) <= 1:
        return zs
    return [zs[-1]] + kept(zs[:-1])

def total(zs):
    if not zs:
        return False
    return zs[0] + total(zs[1:])

def depth(k):
    if k < 2:
        return k
    return depth(k - 1) + depth(k - 2)

def largest(k, zs):
    for z in zs:
        while z > k:
            k += 2
            if k == 3:
                break
        else:
            continue
        k -= 1
    return k

def pair(k, u):
    if k > 1:
        return k, u
    return 0, 'x'

def product(k):
    if k <= 0:
        return 1
    return k * product(k - 1)

def every(zs):
    if not zs:
        return True
    return zs[0] > 0 and every(zs[1:])

def some(zs, v):
    if not zs:
        return False
    return zs[0] == v or some(zs[1:], v)

def counted(zs, v):
    if zs == []:
        return 0
    if zs[0] == v:
        r = 1 + counted(zs[1:], v)
        return r
    return counted(zs[1:], v)

def bound(k):
    if k > 3:
        w = k
    if k <= 0:
        return w
    return bound(k - 3)

def inner(rs, v):
    for r in rs:
        for x in r:
            if x == v:
                return r
            if x > LIMIT:
                break
    return []

LIMIT = 2
TABLE = {1: 2, 3: 4}

def given(zs, k):
    for z in zs:
        if z > k:
            yield z
        else:
            yield -z

def counting(k):
    i = 0
    while i < k:
        yield i
        i += 1

def kind(v):
    match v:
        case 0 | 1:
            return 'few'
        case x if x < 0:
            return 'none'
        case _:
            return 'many'

def ends(zs):
    match zs:
        case []:
            return 0
        case [x]:
            return x
        case [x, *rest, y]:
            return x + y + len(rest)
"""


# N a number, T a test, X a text, I a list, L what is made one by one, D a dictionary, Z a set, P a tuple of two, Q a tuple,
# M a number or None, W what a loop goes through, K a key, R rows, V something about `v`, G a list with a name, Y texts,
# C something about a character `c`, U a place for a value.
_PARTS: dict[str, tuple[str, ...]] = {
    "N": (
        "(N + N)", "(N - N)", "(N * N)", "(N // N)", "(N % N)", "-N", "I[N]", "Q[N]", "R[N][N]", "len(I)", "len(X)", "len(D)", "len(Z)",
        "len(Q)", "sum(L)", "sum(Z)", "sum(I)", "max(I)", "min(Z)", "max(N, N)", "min(N, N, N)", "abs(N)", "int(T)", "D[N]", "D.get(N, N)",
        "E[X]", "e.get(X, N)", "P[0]", "P[1]", "P[-1]", "(N if T else N)", "I.count(N)", "I.index(N)", "X.count('a')", "X.find('a')", "X.index(C)",
        "Q.count(N)", "twice(N)", "largest(N, I)", "noted(G, N)", "G.pop()", "G.pop(N)", "d.pop(N, N)", "divmod(N, N)[0]", "N ** 2",
        "sum(V for v in W for w in W if T)", "sum(v * w for v in I for w in R[0])", "max(I, key=lambda v: V)", "min(ts, key=len) == 'a' and 3 or 4",
        "total(I)", "depth(n % 6)", "product(N)", "counted(I, N)", "bound(N)", "LIMIT", "+N", "int(every(I))", "ends(I)", "sum(given(I, N))", "sum(counting(N))", "reduce(lambda v, w: v + V * w, I, N)", "reduce(lambda v, w: v - w, I)", "max(I, default=N)", "min(L, default=0)", "Counter(I)[N]", "TABLE.get(N, N)", "sum(TABLE.values())", "(w := N) + w", "int(X)", "X.find(X)", "X.count(X)", "N ** abs(N)", "max(I, key=d.get)", "len({v: V for v in I}.keys())", "sum(map(I.count, I))", "ord(X[0])", "(T) + (T)", "sum(x for r in rows for x in r)", "len([0] * N)", "(m or N)", "(m if m else N)",
        "(0 if m is None else m)", "(m + N)", "found(I, N)", "sum(k * w for k, w in D.items())", "sum(1 for u in Y if u == X)",
    ),
    "T": (
        "N < N", "N <= N", "N == N", "N != N", "N < N < N", "N == N >= N", "not T", "(T and T)", "(T or T)", "b", "bool(N)", "bool(I)", "bool(X)",
        "N in I", "N not in I", "N in D", "N in Z", "N in Q", "C in X", "X in Y", "X == X", "X < X", "X >= X", "X in X", "I == I", "Q == Q", "P == P",
        "R == R", "any(V > N for v in W)", "all(V != N for v in W if v)", "any(v > w for v in I for w in I)", "all(R)", "any(I)", "m is None",
        "m is not None", "m == N", "b is True", "b == 1", "X.isdigit()", "X.startswith(X)", "X.endswith('a')", "all(c.isalpha() for c in X)",
        "T == T", "T != T", "found(I, N) is None", "every(I)", "some(I, N)", "N in range(N, N)", "N in range(0, N, 3)", "N in D.keys()", "N in D.values()", "(N, N) < (N, N)", "P <= P", "m in I", "kind(N) == X", "any(v > 1 for v in given(I, N))", "not (T and I)", "[N] == [*I]", "m in D", "M == M", "c == m", "I == []", "I != [N]", "X != ''", "Q == ()", "P == (N, N)", "m", "D", "Z", "P", "(N, X) == pair(N, X)",
        "D == {}", "None == m", "I is None", "Y == ['a', 'b']", "X == 'a'", "all(map(lambda v: V > 0, I))", "N == T",
    ),
    "X": (
        "t", "t", "(X + X)", "X[N]", "X[N:N]", "X[::-1]", "X[N:]", "X[:N]", "str(N)", "str(T)", "f'{N}:{X}'", "f'{T}'", "X.upper()", "X.strip()",
        "X.replace('a', X)", "''.join(Y)", "'-'.join(Y)", "''.join(c for c in X if C != 'a')", "(X * 1)", "'a' * N", "(X if T else X)", "letters(t)",
        "''", "'a'", "'ab'", "max(t)", "ts[N]", "', '.join(str(v) for v in I)", "''.join(sorted(t))", "''.join(reversed(X))", "pair(N, X)[1]",
        "X.lower()", "Y[N]", "kind(N)", "X.zfill(N)", "X.removeprefix(X)", "chr(N)", "X * N", "X[N:N:-1]",
    ),
    "C": ("'a'", "'b'", "t[0]", "X[N]"),
    "Y": ("ts", "[X, X]", "X.split()", "[X for u in ts]", "[u for u in ts if u != X]", "ts[::-1]", "list(e)", "[str(v) for v in I]", "[]"),
    "I": (
        "xs", "xs", "[N, N]", "[]", "(I + I)", "I[N:N]", "I[::-1]", "I[::2]", "I[N:]", "I[:N]", "sorted(I)", "sorted(Z)", "list(L)", "list(q)",
        "list(D)", "list(D.values())", "list(D.keys())", "[V for v in W]", "[V for v in W if T]", "[v + w for v in W for w in I]", "[N] * N",
        "[v for v in I if v not in Z]", "R[N]", "(I if T else I)", "kept(I)", "inner(R, N)", "list(given(I, N))", "[v for v in counting(N)]", "list(accumulate(I))", "list(accumulate(I, lambda v, w: v * w))", "list(chain(I, I, Q))", "list(chain.from_iterable(R))", "[*I, N, *Q]", "I[N:N:-1]", "I[N::-2]", "I * N", "sum(R, [])", "[sum(z) for z in zip(*R)]", "list(Counter(I))", "list(Counter(I).values())", "[(w := V) for v in I]", "[w for v in I if (w := V) > 0]", "[v for v in filter(d.get, I)]", "list(map(abs, given(I, N)))", "[len(u) for u in Y]", "[ord(c) for c in X]", "[k + w for k, w in D.items()]",
        "[v * w for v, w in zip(I, I)]", "[i * v for i, v in enumerate(I)]", "[i for i in range(N)]", "list(range(N, N, 2))", "I.copy()", "sorted(I, reverse=T)",
        "list(map(twice, I))", "list(filter(lambda v: V > 0, I))", "[k for k, w in ps if w]", "[max(r) for r in R if r]", "sorted(set(I))", "[x for r in rows for x in r]",
        "list(dict.fromkeys(I))", "list(P)", "[int(w) for k, w in ps]", "[v for v in range(N, -1, -1)]",
    ),
    "R": ("rows", "rows", "[I, I]", "[I]", "[r for r in R if r]", "[[v] for v in I]", "[[V for v in r] for r in R]", "R[N:N]", "R[::-1]", "(R + R)", "[[] for v in I]"),
    "D": ("d", "d", "{}", "{N: N}", "{N: N, N: N}", "{v: V for v in I}", "{v: N for v in W if T}", "{N: v for v in I}"),
    "E": ("e", "{X: N}", "{u: N for u in Y}", "{X: N, 'a': N}"),
    "Z": ("s", "s", "set()", "{N, N}", "set(I)", "{V for v in W}", "(Z | Z)", "(Z & Z)", "(Z - Z)", "set(L)", "set(D)"),
    "P": ("p", "(N, N)", "divmod(N, N)", "(N, T)", "(P if T else P)", "ps[0]"),
    "Q": ("q", "q", "tuple(I)", "(Q + Q)", "Q[N:N]", "(N,)", "()", "(N, N, N)", "Q[::-1]", "tuple(L)"),
    "M": ("m", "None", "N", "D.get(N)", "found(I, N)", "(N if T else None)", "e.get(X)"),
    "L": ("range(N)", "(V for v in W)", "map(lambda v: V, I)", "filter(None, I)", "reversed(I)", "I", "D", "D.values()", "map(twice, I)", "map(len, R)"),
    "W": ("I", "range(N)", "xs", "reversed(xs)", "Q", "D", "D.keys()", "D.values()", "map(abs, I)", "filter(lambda v: V > 0, I)", "range(N, 0, -1)"),
    "V": ("v", "-v", "6 // v", "v + N", "abs(v)", "v * n", "d.get(v, 0)", "(1 if v in s else v)", "v % 3", "twice(v)", "I[v]", "noted(zs, v)"),
    "G": ("xs", "zs"),
    "K": ("N", "v"),
    "U": ("a", "zs[N]", "d[N]", "xs[N]"),
}  # fmt: skip
_DEEP: dict[str, tuple[str, ...]] = {
    "N": ("a", "n", "0", "1", "2", "-1", "len(xs)"), "T": ("b", "n > 0", "a == n"), "X": ("t", "'a'", "u"), "C": ("'a'",), "Y": ("ts", "['a', 'bc']"),
    "I": ("xs", "zs", "[1, 2]", "[]"), "R": ("rows", "[[1], []]"), "D": ("d", "{1: 2}"), "E": ("e",), "Z": ("s", "{1}"), "P": ("p", "(1, 2)"),
    "Q": ("q", "(1,)"), "M": ("m", "None"), "L": ("range(n)", "xs"), "W": ("xs", "range(3)"), "V": ("v", "v + 1"), "G": ("zs",), "K": ("n",), "U": ("a",),
}  # fmt: skip
_STATEMENTS = (
    "a = N", "a += N", "a -= N", "a *= N", "a //= N", "a %= N", "zs = I", "u = X", "u += X", "c = M", "c = M\nif c is not None:\n    a = c", "U = N", "U += N",
    "d = D", "d[N] = N", "d[N] += 1", "d = D\nd[N] = N", "e[X] = N", "e[X] = e.get(X, 0) + 1", "del d[N]", "s = Z", "s.add(N)", "s.discard(N)", "s.remove(N)",
    "zs.append(N)", "G.extend(I)", "G += I", "G.insert(N, N)", "G.remove(N)", "G.reverse()", "G.sort()", "G.clear()", "del G[N]", "G[:] = I", "zs = G",
    "a, u = pair(N, X)", "a, k = P", "a, n = n, a", "x, y = I\na = x - y", "for k, w in D.items():\n    a += k * w", "for k, w in ps:\n    if w:\n        a += k",
    "if T:\n    a = N\nelif T:\n    zs = I\nelse:\n    u = X", "if T:\n    w = N\na = w", "if T:\n    return a", "if T:\n    raise ValueError", "assert T",
    "for v in W:\n    a += V", "for v in W:\n    if T:\n        break\n    a += V", "for v in W:\n    if T:\n        continue\n    zs.append(V)", "for v in W:\n    if T:\n        return V",
    "for v in W:\n    a = V\nelse:\n    a += 1", "for c in X:\n    if c == C:\n        a += 1\n    u += c", "for r in R:\n    for v in r:\n        a += V\n        if T:\n            break",
    "for u in Y:\n    a += len(u)", "for i, c in enumerate(X):\n    if c in u:\n        a += i", "for v, w in zip(W, I):\n    a += V * w", "for i in range(len(xs) - 1):\n    if xs[i] > xs[i + 1]:\n        xs[i], xs[i + 1] = xs[i + 1], xs[i]",
    "i = 0\nwhile i < N:\n    i += 1\n    a += i\n    if T:\n        break", "i = len(xs)\nwhile i > 0:\n    i -= 1\n    a += xs[i]", "while xs:\n    a += xs.pop()", "while n > 0:\n    a += n % 10\n    n //= 10",
    "i = 0\nwhile True:\n    if i >= len(I):\n        break\n    i += 1\na = i", "while a < n:\n    a += 1\n    zs.append(a)\nelse:\n    a = 0",
    "try:\n    a = N\nexcept (ZeroDivisionError, IndexError, KeyError, ValueError):\n    a = 7", "try:\n    a = I[N]\nexcept IndexError:\n    u = 'i'\nelse:\n    a += 1", "try:\n    a = D[N]\nexcept KeyError:\n    a = 0",
    "try:\n    zs.remove(N)\nexcept ValueError:\n    a = 5", "try:\n    s.remove(N)\nexcept KeyError:\n    a = 5", "try:\n    a = d.pop(N)\nexcept KeyError:\n    a = 5", "try:\n    a = zs.pop(N)\nexcept IndexError:\n    a = 5",
    "try:\n    s.remove(N)\nexcept ValueError:\n    a = 5", "try:\n    a = d.pop(N)\nexcept LookupError:\n    a = 5", "try:\n    return N // N\nexcept ZeroDivisionError:\n    return None",
    "def g(v):\n    return V + a\na = g(N)", "def g(v, w=2):\n    zs.append(v)\n    return v * w\na = g(N) + g(N, w=N)", "def g(v):\n    if v <= 0:\n        return a\n    return g(v - 1)\na = g(N)",
    "[zs.append(V) for v in W if T]", "w: int = N\na = w", "for v in W:\n    w = V\na = w", "for v in W:\n    if T:\n        w = v\n    a += w", "for v in W:\n    if T:\n        w = V\nelse:\n    w = a\na += w",
    "try:\n    return I[N]\nexcept:\n    return 0", "if T:\n    c = N\nelse:\n    c = None", "if c == m:\n    a += 1", "c = M\nif T:\n    c = M", "while a != n:\n    a += 1\n    if a > 9:\n        raise ValueError",
    "i = 0\nwhile i < len(xs) and xs[i] != N:\n    i += 1\na = i", "i = 0\nwhile xs[i] > N:\n    i += 1\na = i", "i = N\nwhile i > 0:\n    i -= 1\n    if T:\n        continue\n    a += i", "i = 0\nwhile i < n:\n    j = i\n    while j > 0:\n        j -= 1\n        a += j\n    i += 1",
    "while True:\n    a += 1\n    if a > N:\n        return zs\n    zs.append(a)", "for r in R:\n    for v in r:\n        if T:\n            return r", "for v in W:\n    zs = [v] + zs\n    if T:\n        return zs", "while zs and T:\n    zs.pop()", "while len(xs) > 1:\n    xs.remove(max(xs))",
    "lo, hi = 0, len(xs)\nwhile lo < hi:\n    mid = (lo + hi) // 2\n    if xs[mid] < N:\n        lo = mid + 1\n    else:\n        hi = mid\na = lo", "ys = zs\nif T:\n    ys = []\nys.append(N)", "ys = xs if T else zs\nys.append(N)", "if T:\n    xs = I\nxs.append(N)", "for v in W:\n    if T:\n        zs = xs\nzs.append(a)",
    "def g(k):\n    if k > N:\n        return xs\n    return zs\ng(N).append(1)", "ys = kept(G)\nys.append(N)", "ys = inner(rows, N)\nys.append(1)", "rows = [xs, zs]\nzs = [N]\nxs = []\nxs.append(1)", "t2 = (xs, N)\nt2[0].append(N)", "xs, zs = zs, xs\nxs.append(N)",
    "a = (lambda v: V)(N)", "for v in given(I, N):\n    a += V\n    zs.append(v)", "for v in given(G, N):\n    if T:\n        continue\n    a += v", "for v in given(I, N):\n    if T:\n        break\n    a += v", "for v in (V for v in W if T):\n    a += v", "for v in filter(lambda v: V > a, W):\n    a += v",
    "k = 1\nfor v in map(lambda v: v * k, I):\n    k += 1\n    a += v", "k = 1\nfor v in (v * k for v in I if v > a):\n    k += 1\n    a += v", "k = 1\nzs = [(k := v + k) for v in I]\na = k", "while (w := N) > a:\n    a += 1", "if (w := N) > 0:\n    a = w", "if T and (w := N) > 0:\n    a = w", "a = w if (w := N) else 0",
    "match I:\n    case [x, y]:\n        a = x - y\n    case [x, *zs] if T:\n        a = x\n    case x:\n        a = len(x)", "match p:\n    case (0, x):\n        a = x\n    case (x, 1):\n        a = -x", "match m:\n    case None:\n        a = 1\n    case x:\n        a = x", "match n:\n    case 1 | 2:\n        a = N\n    case w if T:\n        a = w",
    "h = Counter(I)\nh[N] += N\na = len(h)", "h = defaultdict(int)\nfor v in I:\n    h[V] += 1\na = h[N] + len(h)\nzs = list(h)", "h = defaultdict(list)\nfor v in I:\n    h[v] = h[N] + [v]\na = len(h)", "h = defaultdict(int)\ntry:\n    a = h[N] // N\nexcept (ZeroDivisionError, KeyError):\n    a = len(h)", "x, *zs = I\na = x", "*zs, x, y = I\na = x - y", "G[N:N] = I", "del G[N:N]", "G[N:] = Q",
    "try:\n    G[N] = N\nexcept IndexError:\n    a = 3", "try:\n    G[N] += N // N\nexcept (IndexError, ZeroDivisionError):\n    a = 3", "try:\n    a //= N\nexcept ZeroDivisionError:\n    a = 3", "try:\n    a = int(X)\nexcept ValueError:\n    a = -1", "try:\n    a = G.pop() + {}[N]\nexcept (IndexError, KeyError):\n    a = 2", "g = lambda v: V + a\na = g(N)",
    "k = map(abs, I)\nzs = list(k)", "k = given(I, N)\na = sum(k)", "k = (V for v in I)\nw = a\nfor v in k:\n    w = w + v\na = w", "for y in map(d.get, I):\n    d = {N: N}\n    a += y or 0", "zs = [w for v in I for w in range(v)]", "v = 3\nzs = [v for w in I for v in range(v)]", "v = 2\na = sum(v for w in I for v in range(2) if v < w)", "v = 2\nzs = [v for v in W]\na = v",
    "c = None\nfor v in W:\n    if c is None or V > c:\n        c = V\na = 0 if c is None else c", "last = None\nfor v in W:\n    if v == last:\n        a += 1\n    last = v", "f1, f2 = 0, 1\nfor i in range(N):\n    f1, f2 = f2, f1 + f2\na = f1",
    "d = {}\nfor v in W:\n    d[V] = d.get(V, 0) + 1", "d = {}\nfor i, v in enumerate(I):\n    if v not in d:\n        d[v] = i", "for v in I:\n    d.setdefault(v, N)", "e = {}\nfor c in X:\n    e[c] = e.get(c, 0) + 1", "d = {v: k for k, v in D.items()}",
    "s = set()\nfor v in W:\n    if V in s:\n        a += 1\n    s.add(V)", "r = []\nfor v in W:\n    r.append([V])\nrows = r", "rows = R\nrows.append(I)", "rows.append(xs)\nxs.append(1)", "r = rows[N]\nr.append(1)", "p = P\na = p[0] + p[1]", "q = Q\na = len(q)",
    "q = ()\nfor v in W:\n    q += (V,)", "u = ''\nfor c in X:\n    u = c + u", "u = ''\nfor v in W:\n    u += str(V)", "ts = Y\nts.append(X)", "ps.append((N, T))", "ps = [(v, v > 0) for v in I]", "b = T", "m = M", "a = m", "pass", "b = T or b", "n = N", "n = -n",
)  # fmt: skip
_RESULTS = (
    "a",
    "xs",
    "zs",
    "u",
    "c",
    "d",
    "s",
    "q",
    "p",
    "rows",
    "ts",
    "(a, u)",
    "N",
    "T",
    "X",
    "I",
    "M",
    "R",
    "Q",
    "ps",
    "e",
    "b",
    "list(d.items())",
    "(zs, a)",
    "D",
    "Z",
    "Y",
    "P",
    "None",
)


class Kinds:
    """Writes functions from parts that are nested without regard to sense, but for the kinds of values."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def function(self) -> str:
        lines = [f"def f({', '.join(NAMES)}):", "    a = 0", "    u = t", "    zs = [n]", "    c = None"]
        for _ in range(self.random.randint(1, 4)):
            lines += [f"    {line}" for line in self._filled(self.random.choice(_STATEMENTS), 0).split("\n")]
        lines.append(f"    return {self._filled(self.random.choice(_RESULTS), 0)}")
        return _HELPERS + "\n" + "\n".join(lines)

    def _filled(self, template: str, depth: int) -> str:
        letters = re.findall(_LETTER, template)
        parts = [_DEEP[each] if depth > 1 else _PARTS[each] for each in letters]
        chosen = iter([self._filled(self.random.choice(several), depth + 1) for several in parts])
        return re.sub(_LETTER, lambda _: next(chosen), template)
