"""What symbolic runs give is what plain runs give, and every branch they note holds for the input."""

import itertools

import pytest

from tests.engines.symbolic.programs import program, target
from viva.core.json import Json
from viva.engines.shapes import parse_shape
from viva.engines.symbolic import mine_constants, random_inputs
from viva.engines.symbolic.chance import frame_for
from viva.engines.symbolic.frames import Values
from viva.engines.symbolic.path_terms import Pool, Term, evaluates
from viva.engines.symbolic.trace import Runner
from viva.languages.python.calls import call
from viva.languages.values import revive
from viva.sandbox import Sandbox

INPUTS = 60
PROGRAMS: dict[str, tuple[list[str], str]] = {
    "text methods": (
        ["str", "str"],
        """
def f(a, b):
    return [
        a.upper(), b.lower(), a.title(), a.capitalize(), a.swapcase(), a.strip(), a.split(),
        a.replace('a', 'bb'), a.find('b'), a.count('a'), (a + b)[::-1], a[1:3], a * 2, a.isalpha(),
        a.isdigit(), a.isalnum(), a.isupper(), a.islower(), a.isspace(),
    ]
""",
    ),
    "texts together": (
        ["str", "str"],
        """
def f(a, b):
    return [
        a < b, a == b, a in b, b in a, a.startswith(b), a.endswith(b), b.split('a'), b.partition('a'),
        a.rpartition('b'), a.zfill(4), a.rjust(5, 'x'), a.ljust(5), '-'.join(a), ','.join([a, b]),
        a.rfind('a'), a.lstrip('ab'), a.rstrip('ab'), b.removeprefix('a'), b.removesuffix('c'),
    ]
""",
    ),
    "texts and collections": (
        ["str", "str"],
        """
def f(a, b):
    return [
        sorted(a), set(a) == set(b), len(set(a)), max(a + 'a'), min(b + 'z'),
        a.index('a') if 'a' in a else -1, [ord(c) - 97 for c in a], ''.join((chr(ord(c) + 1) for c in b)),
        {c: a.count(c) for c in a}, list(zip(a, b)), list(enumerate(a)), a.split(None, 1),
        a.split(b or 'q', 1), f'{a}-{b}', '%s' % a, '{}'.format(b), a.center(7, '*'), repr(a), a.encode(),
    ]
""",
    ),
    "integers": (
        ["int", "int"],
        """
def f(a, b):
    return [
        a + b, a - b, a * b, -a, abs(a), a ** 2, a > b, a == b, divmod(a, b) if b else 0,
        a // b if b else 0, a % b if b else 0, a / b if b else 0, min(a, b), max(a, b), str(a),
        f'{a:03d}|{b}', int(str(a)), float(a), round(a / 3), bin(a), a & 1, a >> 1, a | b, ~a, a ^ b,
        pow(a, 2), bool(a), sum([a, b]), [a] * 2, 'x' * (a % 4), (a, b) < (b, a), a if a else b,
        a.bit_length(), hash(a) == hash(a),
    ]
""",
    ),
    "integers in ranges and collections": (
        ["int", "int"],
        """
def f(a, b):
    return [
        list(range(a % 5)), list(range(a % 3, b % 7)), list(range(a % 7, 0, -1)), 3 in range(a % 5),
        a in range(1, 10), a in range(0, 100, 5), a in [1, 2, 3], a in {1, 2, 3}, a in {1: 2, 3: 4},
        [10, 20, 30][a % 3], {1: 'a', 2: 'b'}.get(a, 'z'), 'abcdef'[a % 6], [1, 2, 3, 4][:a % 4],
        isinstance(a, int), type(a) == int, isinstance(a, bool), a is None, str(a)[::-1],
        [int(d) for d in str(abs(a))], len(str(a)), int('1' + str(abs(a))), (a > 0) + (b > 0), not a,
        a and b, a or b, sum((1 for i in range(10) if i < a)), any((i == a for i in range(5))),
        all([a, b]),
    ]
""",
    ),
    "floats": (
        ["float", "float"],
        """
def f(a, b):
    import math
    return [
        a + b, a - b, a * b, a > b, a == b, a / b if b else 0, int(a), round(a), abs(a), math.floor(a),
        math.ceil(a), math.sqrt(abs(a)), a // 1, a % 1, -a, 0.5 * a, a * 2, a < 3, 2 < a, min(a, b),
        max(a, 2), a.is_integer(), str(a), f'{a:.2f}', a ** 2, float(int(a)), sum([a, b]),
        math.isclose(a, b), divmod(a, 2), int(a) // 2, a != b, bool(a), 1.5 < a <= 2.5, math.pi * a,
        math.fabs(a), math.trunc(a),
    ]
""",
    ),
    "lists": (
        ["list[int]", "int"],
        """
def f(xs, n):
    ys = list(xs)
    ys.append(n)
    ys.sort()
    return [
        len(xs), sum(xs), max(xs) if xs else None, sorted(xs, reverse=True), xs[::-1], xs == ys, n in xs,
        xs.count(n), xs.index(n) if n in xs else -1, xs + [n], xs * 2, ys, set(xs) == set(ys),
        [x for x in xs if x > n], [x * 2 for x in xs], xs[:2], xs[-1:], list(reversed(xs)),
        list(map(lambda x: x + 1, xs)), list(filter(None, xs)), any(xs), all(xs), tuple(xs),
        {x: i for i, x in enumerate(xs)}, sum(xs) / len(xs) if xs else 0, min(xs, default=0), len(set(xs)),
        ','.join((str(x) for x in xs)), ','.join(map(str, xs)), not xs, xs == [], xs < ys, bool(xs),
    ]
""",
    ),
    "lists that change": (
        ["list[int]", "int"],
        """
def f(xs, n):
    xs.append(n)
    xs.insert(0, n)
    p = xs.pop()
    xs.extend([1, 2])
    if n in xs:
        xs.remove(n)
    xs.reverse()
    xs[0] = xs[-1]
    del xs[0]
    xs += [3]
    for i in range(len(xs)):
        xs[i] += 1
    a, *b = xs
    try:
        q = xs[n]
    except IndexError:
        q = 'out'
    return [xs, p, a, b, q]
""",
    ),
    "dicts": (
        ["dict[str, int]", "str"],
        """
def f(d, k):
    r = [
        k in d, d.get(k), d.get(k, 0), len(d), sorted(d), sorted(d.values()), sorted(d.items()),
        sum(d.values()), list(d.keys()), bool(d), d == {}, {v: k for k, v in d.items()},
    ]
    d[k] = d.get(k, 0) + 1
    try:
        x = d['abc']
    except KeyError:
        x = -1
    r.append(max(d, key=d.get))
    r.append(x)
    d.setdefault('q', 5)
    d.update({'z': 1})
    d.pop(k, None)
    return r + [d]
""",
    ),
    "words": (
        ["list[str]"],
        """
def f(ws):
    from collections import Counter, defaultdict
    c = Counter(ws)
    d = defaultdict(list)
    for w in ws:
        d[len(w)].append(w)
    return [
        dict(c), dict(d), sorted(ws, key=len), max(ws, key=len) if ws else '', ' '.join(ws),
        [w.upper() for w in ws], Counter(''.join(ws)).most_common(1), sorted(ws, key=str.lower),
        {w[0] for w in ws if w} == {'a'}, list(map(len, ws)), [w for w in ws if w.startswith('a')],
        sorted(set(ws)),
    ]
""",
    ),
    "pairs": (
        ["list[tuple[str,int]]"],
        """
def f(ps):
    d = {}
    for n, v in ps:
        if n not in d or d[n] < v:
            d[n] = v
    best = None
    for n, v in ps:
        if best is None or v > best[1] or (v == best[1] and n < best[0]):
            best = (n, v)
    return [
        d, best, sorted(ps, key=lambda p: (-p[1], p[0])), [n for n, _ in ps], dict(ps),
        max(ps, key=lambda p: p[1], default=None),
    ]
""",
    ),
    "matrices": (
        ["list[list[int]]"],
        """
def f(m):
    return [
        [r[:] for r in m], [sum(r) for r in m], sum((sum(r) for r in m)), list(map(list, zip(*m))),
        all((len(r) == len(m) for r in m)), [x for r in m for x in r],
        max((max(r) for r in m if r), default=0), m == [], m and m[0],
    ]
""",
    ),
    "cases": (
        ["int | None", "bool"],
        """
def f(x, b):
    if x is None:
        return 'none'
    match x:
        case 0:
            return 'zero'
        case 1 | 2:
            return 'few'
        case n if n < 0:
            return 'neg'
        case _:
            return b is True
""",
    ),
    "characters": (
        ["str"],
        """
def f(s):
    stack = []
    m = {'(': ')'}
    out = []
    for i, c in enumerate(s):
        match c:
            case '(':
                stack.append(i)
            case ')' if stack:
                out.append((stack.pop(), i))
            case 'a' | 'b':
                out.append(m.get(c, c))
    try:
        v = int(s)
    except ValueError:
        v = None
    try:
        w = float(s)
    except ValueError:
        w = None
    return [
        out, stack, v, w, s.isidentifier(), s.splitlines(), s.translate({97: 98}), s.expandtabs(),
        s[-1:] + s[:1], s != 'abc', s > 'b', s.casefold(),
    ]
""",
    ),
    "sets": (
        ["set[int]", "int"],
        """
def f(s, n):
    t = set(s)
    t.add(n)
    t.discard(1)
    return [
        n in s, len(s), sorted(s), s | {n}, s & {n}, s - {n}, t == s, sum(s), max(s, default=0), s <= t,
    ]
""",
    ),
    "tuples": (
        ["tuple[int,int]"],
        """
def f(p):
    x, y = p
    d = {(0, 0): 'o', (1, 1): 'd'}
    g = [[0] * 3 for _ in range(3)]
    g[y % 3][x % 3] = 1
    return [
        p in d, d.get(p), p == (1, 2), p < (2, 2), x * y, g, d.get((x, y), 'no'), {p: 1},
        {**d, (x, y): 'n'},
    ]
""",
    ),
    "functions": (
        ["int"],
        """
def f(n):

    def g(k):
        return 1 if k < 2 else k * g(k - 1)

    class C:

        def __init__(self, v):
            self.v = v

        def __eq__(self, o):
            return self.v == o.v

        def __repr__(self):
            return f'C({self.v})'
    memo = {}

    def fib(k):
        if k in memo:
            return memo[k]
        memo[k] = k if k < 2 else fib(k - 1) + fib(k - 2)
        return memo[k]
    it = iter([1, 2, 3])
    nxt = next(it)
    x = 5
    x += n
    c = C(n)
    gen = (i * i for i in range(4) if i != n)
    w = 0
    while w < n and w < 6:
        w += 2
    else:
        w = -w
    return [
        g(n % 6), fib(n % 9), c == C(3), str(c), list(gen), x, nxt, w, *[n, n], {**{'a': n}},
        (lambda q: q + n)(2), [i for i in range(5) if i != n], {i: i for i in [n, 1, 2]}, {n, 1, 2},
    ]
""",
    ),
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_symbolic_runs_are_faithful(sandbox: Sandbox, name: str) -> None:
    types, source = PROGRAMS[name]
    compiled = target(sandbox, source)
    shapes, hints = [parse_shape(text) for text in types], mine_constants([compiled])
    frame, pool = frame_for(shapes, hints), Pool()
    inputs = list(itertools.islice(random_inputs(shapes, hints, 1), INPUTS))
    outcomes = call(sandbox, program(sandbox, source), "f", inputs)
    noted = 0
    with Runner(sandbox, compiled, frame, pool) as runner:
        for arguments, outcome in zip(inputs, outcomes, strict=True):
            values = frame.values(arguments)
            trace = runner.run(values)
            assert trace is not None
            for branch in trace.branches:
                noted += 1
                assert _near(evaluates(branch.term, values), branch.value), (arguments, branch)
            if outcome.value is None:
                assert trace.outcome[0] == "raised", (arguments, trace.outcome)
            else:
                assert trace.outcome[0] == "value", (arguments, trace.outcome)
                told = _told(trace.outcome[1], trace.terms, values)
                assert _near(told, revive(outcome.value)), arguments
    assert noted > 0


def _told(data: Json, terms: tuple[Term, ...], values: Values) -> object:
    match data:
        case ["number", int() as number]:
            return evaluates(terms[number], values)
        case ["is", str() as text]:
            return {"None": None, "True": True, "False": False}[text]
        case ["text", list() as codes]:
            return "".join(chr(evaluates(terms[number], values)) for number in codes)
        case ["list", list() as parts]:
            return [_told(part, terms, values) for part in parts]
        case ["tuple", list() as parts]:
            return tuple(_told(part, terms, values) for part in parts)
        case ["set", list() as parts]:
            return {_told(part, terms, values) for part in parts}
        case ["dict", list() as pairs]:
            return {_told(key, terms, values): _told(value, terms, values) for key, value in pairs}
        case ["opaque"]:
            return ...
    raise AssertionError(data)


def _near(told: object, wanted: object) -> bool:
    """Equal, floats nearly: a term of reals is not rounded at each step. What is opaque is equal to anything."""
    if told is ...:
        return True
    if isinstance(told, list | tuple) and isinstance(wanted, list | tuple):
        return len(told) == len(wanted) and all(map(_near, told, wanted))
    if isinstance(told, float) or isinstance(wanted, float):
        return isinstance(told, int | float) and isinstance(wanted, int | float) and abs(told - wanted) < 1e-9
    return told == wanted
