"""Pairs that look alike and differ, and programs that must be refused: one each for what Python has to trip over."""

# ruff: noqa: E501
from __future__ import annotations

TRICKS: dict[str, tuple[tuple[str, ...], str, str]] = {
    "a function called in a comprehension means its own variable": (
        ("list[int]", "int"),
        "def f(xs, k):\n    return [x + x for x in xs]",
        "def f(xs, k):\n    def shift(x):\n        return x + k\n    return [shift(k) for k in xs]",
    ),
    "a function called in a lambda means its own variable": (
        ("list[int]", "int"),
        "def f(xs, k):\n    return [x + x for x in xs]",
        "def f(xs, k):\n    def shift(x):\n        return x + k\n    return list(map(lambda k: shift(k), xs))",
    ),
    "a function called in a sum means its own variable": (
        ("list[int]", "int"),
        "def f(xs, k):\n    return sum(x + x for x in xs)",
        "def f(xs, k):\n    def shift(x):\n        return x + k\n    return sum(shift(k) for k in xs)",
    ),
    "a lambda sees what its variable is when it is called": (
        ("list[int]", "int"),
        "def f(xs, k):\n    return [x + k for x in xs]",
        "def f(xs, k):\n    add = lambda x: x + k\n    k = k + 1\n    return list(map(add, xs))",
    ),
    "a generator is empty the second time": (
        ("list[int]",),
        "def f(xs):\n    return sum(xs) + sum(xs)",
        "def f(xs):\n    g = (x for x in xs)\n    return sum(g) + sum(g)",
    ),
    "a generator in a loop is empty in the second round": (
        ("list[int]", "int"),
        "def f(xs, n):\n    t = 0\n    for i in range(n):\n        t += sum(xs)\n    return t",
        "def f(xs, n):\n    t = 0\n    g = (x for x in xs)\n    for i in range(n):\n        t += sum(g)\n    return t",
    ),
    "a generator has a second name": (
        ("list[int]",),
        "def f(xs):\n    return sum(xs) + sum(xs)",
        "def f(xs):\n    g = (x for x in xs)\n    h = g\n    return sum(g) + sum(h)",
    ),
    "a generator looks late at its variables": (
        ("list[int]", "int"),
        "def f(xs, n):\n    return sum(x + n for x in xs)",
        "def f(xs, n):\n    g = (x + n for x in xs)\n    n = n + 1\n    return sum(g)",
    ),
    "a generator looks early at what it goes through": (
        ("list[int]",),
        "def f(xs):\n    return 5",
        "def f(xs):\n    g = (x for x in xs)\n    xs = [5]\n    return sum(g)",
    ),
    "a slice is taken when the generator is made": (
        ("list[int]",),
        "def f(xs):\n    y = xs.pop()\n    return y + sum(x for x in xs[1:])",
        "def f(xs):\n    g = (x for x in xs[1:])\n    return xs.pop() + sum(g)",
    ),
    "a generator that is left is not run to its end": (
        ("list[int]",),
        "def f(xs):\n    return len(xs)",
        "def g(xs, seen):\n    for x in xs:\n        seen.append(x)\n        yield x\n\ndef f(xs):\n    seen = []\n    for x in g(xs, seen):\n        if x > 2:\n            break\n    return len(seen)",
    ),
    "what comes after yield comes after the body": (
        ("list[int]",),
        "def f(xs):\n    r = []\n    for x in xs:\n        r.append(x)\n        r.append(0)\n    return r",
        "def g(xs, r):\n    for x in xs:\n        yield x\n        r.append(0)\n\ndef f(xs):\n    r = []\n    for x in g(xs, r):\n        if x > 2:\n            continue\n        r.append(x)\n    return r",
    ),
    "any leaves the rest of a generator alone": (
        ("list[int]",),
        "def f(xs):\n    any(x > 2 for x in xs)\n    return len(xs)",
        "def g(xs, seen):\n    for x in xs:\n        seen.append(x)\n        yield x > 2\n\ndef f(xs):\n    seen = []\n    any(g(xs, seen))\n    return len(seen)",
    ),
    "a generator whose name hides a function that it calls": (
        ("list[int]",),
        "def f(xs):\n    return [x + 1 for x in xs]",
        "def up(x):\n    return x + 1\n\ndef g(xs):\n    for x in xs:\n        yield up(x)\n\ndef f(xs):\n    r = []\n    for up in g(xs):\n        r.append(up + 1)\n    return r",
    ),
    "a test that binds a name has bound it when it says no": (
        ("int",),
        "def f(n):\n    while n > 0:\n        n -= 2\n    return n",
        "def f(n):\n    while (m := n) > 0:\n        n -= 2\n    return m + 1 if m == 0 else n",
    ),
    "what `:=` binds in a comprehension is bound after it": (
        ("list[int]",),
        "def f(xs):\n    y = 0\n    r = [x for x in xs]\n    return y",
        "def f(xs):\n    y = 0\n    r = [(y := x) for x in xs]\n    return y",
    ),
    "what `:=` binds where `any` stops": (
        ("list[int]",),
        "def f(xs):\n    y = 0\n    for x in xs:\n        y = x\n    return y",
        "def f(xs):\n    y = 0\n    any((y := x) > 2 for x in xs)\n    return y",
    ),
    "a comparison that stops does not bind": (
        ("int", "int"),
        "def f(a, b):\n    y = b + 1\n    return y",
        "def f(a, b):\n    y = 0\n    if a < 3 < (y := b + 1):\n        pass\n    return y",
    ),
    "a case binds though its guard says no": (
        ("int",),
        "def f(n):\n    x = 0\n    return x",
        "def f(n):\n    x = 0\n    match n:\n        case x if x > 100:\n            return 0\n    return x",
    ),
    "a text is no sequence for a pattern": (
        ("str",),
        "def f(s):\n    return len(s) == 2",
        "def f(s):\n    match s:\n        case [a, b]:\n            return True\n    return False",
    ),
    "True fits 1, and 1 is not True": (
        ("list[int]",),
        "def f(xs):\n    match len(xs):\n        case 1:\n            return 1\n    return 0",
        "def f(xs):\n    match len(xs) > 0:\n        case 1:\n            return 1\n    return 0",
    ),
    "a name in a pattern is no comparison": (
        ("int", "int"),
        "def f(a, b):\n    return 1 if a == b else 0",
        "def f(a, b):\n    match a:\n        case b:\n            return 1\n    return 0",
    ),
    "a Counter has no entry for what was only asked for": (
        ("str",),
        "from collections import defaultdict\ndef f(s):\n    d = defaultdict(int)\n    for c in s:\n        d[c] += 1\n    d['q']\n    return len(d)",
        "from collections import Counter\ndef f(s):\n    d = Counter(s)\n    d['q']\n    return len(d)",
    ),
    "get does not enter anything": (
        ("str",),
        "from collections import defaultdict\ndef f(s):\n    d = defaultdict(int)\n    for c in s:\n        d[c]\n    return len(d)",
        "from collections import defaultdict\ndef f(s):\n    d = defaultdict(int)\n    for c in s:\n        d.get(c)\n    return len(d)",
    ),
    "another Counter": (
        ("str",),
        "from collections import Counter\ndef f(s):\n    return Counter(s)",
        "def Counter(s):\n    return {}\n\ndef f(s):\n    return Counter(s)",
    ),
    "a digit that is no number": (
        ("str",),
        "def f(s):\n    return sum(1 for c in s if c.isdigit())",
        "def f(s):\n    return sum(1 for c in s if c.isdigit() and int(c) >= 0)",
    ),
    "a letter whose capital is two": (
        ("str",),
        "def f(s):\n    return len(s)",
        "def f(s):\n    t = ''\n    for c in s:\n        t += c.upper()\n    return len(t)",
    ),
    "split at spaces or at gaps": (
        ("str",),
        "def f(s):\n    return s.split()",
        "def f(s):\n    return s.split(' ')",
    ),
    "a slice backwards stops before its end": (
        ("list[int]", "int"),
        "def f(xs, n):\n    return xs[n::-1]",
        "def f(xs, n):\n    return xs[n:-1:-1]",
    ),
    "backwards from before the first": (
        ("list[int]", "int"),
        "def f(xs, n):\n    return xs[n::-1]",
        "def f(xs, n):\n    return xs[:n + 1][::-1]",
    ),
    "a negative number of times": (
        ("list[int]", "int"),
        "def f(xs, n):\n    return len(xs * n)",
        "def f(xs, n):\n    return len(xs) * n",
    ),
    "tuples are compared from the left": (
        ("int", "int", "int", "int"),
        "def f(a, b, c, d):\n    return (a, b) < (c, d)",
        "def f(a, b, c, d):\n    return a < c and b < d",
    ),
    "a star takes what is left, which may be nothing, but not less": (
        ("list[int]",),
        "def f(xs):\n    return len(xs) - 2 if len(xs) > 1 else 0",
        "def f(xs):\n    a, *b, c = xs\n    return len(b)",
    ),
    "a constant of the module that is changed": (
        ("int",),
        "def f(n):\n    return 1",
        "SEEN = []\ndef f(n):\n    SEEN.append(n)\n    return len(SEEN)",
    ),
    "a constant of the module that a call has changed": (
        ("int",),
        "def f(n):\n    return 0",
        "SEEN = []\ndef g(n):\n    SEEN.append(n)\n\ng(1)\ndef f(n):\n    return len(SEEN)",
    ),
    "a constant of the module with a second name": (
        ("int",),
        "def f(n):\n    return 0",
        "SEEN = []\ndef f(n):\n    mine = SEEN\n    mine += [n]\n    return len(SEEN) - 1",
    ),
    "an entry that is there is not entered anew": (
        ("list[str]",),
        "def f(ws):\n    d = {}\n    for w in ws:\n        d[w] = 1\n    return d",
        "def f(ws):\n    d = {}\n    for w in ws:\n        try:\n            d[w] += 1\n        except KeyError:\n            d[w] = 1\n    return d",
    ),
    "an error of another kind in an assignment": (
        ("list[int]", "int"),
        "def f(xs, n):\n    return 0 if n == 0 else 7 // n",
        "def f(xs, n):\n    x = 7\n    try:\n        x //= n\n    except IndexError:\n        return 0\n    return x",
    ),
    "reduce has nothing to begin with": (
        ("list[int]",),
        "def f(xs):\n    t = 0\n    for x in xs:\n        t += x\n    return t",
        "from functools import reduce\ndef f(xs):\n    return reduce(lambda a, b: a + b, xs)",
    ),
    "chain and changes": (
        ("list[int]",),
        "def f(xs):\n    return len(xs) * 2",
        "from itertools import chain\ndef f(xs):\n    n = 0\n    for x in chain(xs, xs):\n        n += 1\n        if n == 1:\n            xs.append(0)\n    return n",
    ),
    "columns end with the shortest row": (
        ("list[list[int]]",),
        "def f(rows):\n    return len(rows[0]) if rows else 0",
        "def f(rows):\n    return len(list(zip(*rows)))",
    ),
    "the first of several that are largest": (
        ("dict[str, int]",),
        "def f(d):\n    best = ''\n    n = -100\n    for k in d:\n        if d[k] >= n:\n            best, n = k, d[k]\n    return best if d else ''",
        "def f(d):\n    return max(d, key=d.get) if d else ''",
    ),
    "two names of one instance": (
        ("int",),
        "def f(n):\n    return n",
        "from dataclasses import dataclass\n@dataclass\nclass P:\n    x: int\n    y: int = 3\ndef f(n):\n    p = P(n)\n    q = p\n    q.x += 1\n    return p.x",
    ),
    "an instance that a method changes": (
        ("int",),
        "def f(n):\n    return n + n + 1",
        "from dataclasses import dataclass\n@dataclass\nclass P:\n    x: int\n    y: int = 3\n    def up(self):\n        self.x += 1\n        return self.x\n\ndef f(n):\n    p = P(n)\n    return p.up() + p.x",
    ),
    "instances of two classes are not equal": (
        ("int",),
        "def f(n):\n    return True",
        "from dataclasses import dataclass\n@dataclass\nclass P:\n    x: int\n    y: int = 3\n@dataclass\nclass Q:\n    x: int\n    y: int = 3\n\ndef f(n):\n    return P(n) == Q(n)",
    ),
    "a default of a field": (
        ("int",),
        "def f(n):\n    return n + 2",
        "from dataclasses import dataclass\n@dataclass\nclass P:\n    x: int\n    y: int = 3\ndef f(n):\n    p = P(n)\n    return p.x + p.y",
    ),
    "an instance in a list": (
        ("list[int]",),
        "from dataclasses import dataclass\n@dataclass\nclass P:\n    x: int\n    y: int = 3\ndef f(xs):\n    return [x for x in xs]",
        "from dataclasses import dataclass\n@dataclass\nclass P:\n    x: int\n    y: int = 3\ndef f(xs):\n    ps = [P(x) for x in xs]\n    for p in ps:\n        p.x += 1\n    return [p.x for p in ps]",
    ),
    "fields in the order of the class": (
        ("int", "int"),
        "def f(a, b):\n    return a - b",
        "from dataclasses import dataclass\n@dataclass\nclass P:\n    x: int\n    y: int = 3\ndef f(a, b):\n    p = P(y=a, x=b)\n    return p.x - p.y",
    ),
    "a table whose rows are one": (
        ("int",),
        "def f(n):\n    g = [[0], [0]]\n    g[0][0] = 5\n    return g",
        "def f(n):\n    g = [[0]] * 2\n    g[0][0] = 5\n    return g",
    ),
    "a row under another name": (
        ("list[list[int]]",),
        "def f(g):\n    return sum(g[0])",
        "def f(g):\n    r = g[0]\n    g[0].append(1)\n    return sum(r)",
    ),
    "a row that is made longer for every key": (
        ("list[int]",),
        "def f(xs):\n    d = {}\n    for x in xs:\n        d[x] = d.get(x, []) + [x]\n    return d",
        "def f(xs):\n    d = {}\n    e = []\n    for x in xs:\n        d[x] = e\n        e += [x]\n    return d",
    ),
    "a row that grows while it is gone through": (
        ("list[list[int]]",),
        "def f(g):\n    n = 0\n    for x in g[0]:\n        n += 1\n    return n",
        "def f(g):\n    n = 0\n    for x in g[0]:\n        n += 1\n        if n < 3:\n            g[0].append(x)\n    return n",
    ),
    "of two dictionaries the second says the value": (
        ("dict[str, int]", "dict[str, int]"),
        "def f(a, b):\n    return {**b, **a}",
        "def f(a, b):\n    a.update(b)\n    return a",
    ),
    "a copy of a dictionary is another one": (
        ("dict[str, int]",),
        "def f(d):\n    e = d\n    e['q'] = 1\n    return len(d)",
        "def f(d):\n    e = dict(d)\n    e['q'] = 1\n    return len(d)",
    ),
    "a Counter adds up what it is updated with": (
        ("str",),
        "from collections import Counter\ndef f(s):\n    c = Counter(s)\n    return c",
        "from collections import Counter\ndef f(s):\n    c = Counter(s)\n    c.update(Counter(s))\n    return c",
    ),
    "another form of a number": (
        ("int",),
        "def f(n):\n    return f'{n:02d}'",
        "def f(n):\n    return f'{n:03d}'",
    ),
    "subset the wrong way round": (
        ("list[int]", "list[int]"),
        "def f(a, b):\n    return set(a).issubset(b)",
        "def f(a, b):\n    return set(a).issuperset(b)",
    ),
    "a second name that a loop gives to a list": (
        ("list[int]",),
        "def f(xs):\n    return [1] if xs else [2]",
        "def f(xs):\n    p = [1]\n    q = [2]\n    for t in xs:\n        q = p\n    p.append(5)\n    return q",
    ),
    "a second name that some rounds give to a list": (
        ("list[int]",),
        "def f(xs):\n    p = []\n    q = []\n    for t in xs:\n        p = p + [t]\n        if t == 1:\n            q = p\n    return q",
        "def f(xs):\n    p = []\n    q = []\n    for t in xs:\n        p.append(t)\n        if t == 1:\n            q = p\n    return q",
    ),
    "a second name that a loop gives to an instance": (
        ("list[int]",),
        "def f(xs):\n    return 1",
        "from dataclasses import dataclass\n@dataclass\nclass P:\n    x: int\n\ndef f(xs):\n    p = P(1)\n    q = P(1)\n    for t in xs:\n        q = p\n    p.x = 5\n    return q.x",
    ),
}

REFUSED: dict[str, tuple[tuple[str, ...], str, int]] = {
    "a generator that is used twice": (
        ("list[int]",),
        "def f(xs):\n    g = (x for x in xs)\n    return sum(g) + sum(g)",
        2,
    ),
    "a generator that is returned": (("list[int]",), "def f(xs):\n    return (x for x in xs)", 2),
    "a function that yields, as a result": (("list[int]",), "def f(xs):\n    yield 1", 1),
    "a generator that is passed on": (
        ("list[int]",),
        "def total(g):\n    return sum(g) + sum(g)\n\ndef f(xs):\n    return total(x for x in xs)",
        5,
    ),
    "state of the module": (("int",), "COUNT = 0\ndef f(n):\n    global COUNT\n    COUNT += 1\n    return COUNT", 2),
    "a class pattern": (
        ("int",),
        "def f(n):\n    match n:\n        case int():\n            return 1\n    return 0",
        3,
    ),
    "a power that may be a fraction": (("int",), "def f(n):\n    return 2 ** n", 2),
    "next": (("list[int]",), "def f(xs):\n    g = iter(xs)\n    return next(g)", 2),
    "a row with a name": (
        ("list[list[int]]",),
        "def f(g):\n    r = g[0]\n    g[0][0] = 5\n    return r",
        3,
    ),
    "a row that is there twice": (
        ("list[int]",),
        "def f(xs):\n    r = [1]\n    g = [r, r]\n    g[0][0] = 5\n    return g",
        4,
    ),
    "a row in two lists": (
        ("list[int]",),
        "def f(xs):\n    r = [1]\n    g = []\n    g.append(r)\n    h = [r]\n    g[0][0] = 5\n    return h",
        6,
    ),
    "a copy of a table with the same rows": (
        ("list[list[int]]",),
        "def f(g):\n    h = g[:]\n    g[0][0] = 5\n    return h",
        3,
    ),
    "a longer table with the same rows": (
        ("list[list[int]]",),
        "def f(g):\n    h = g + [[1]]\n    h[0][0] = 5\n    return g",
        3,
    ),
    "a row that still has its name": (
        ("int",),
        "def f(n):\n    row = [0]\n    g = [row]\n    g[0][0] = 5\n    return row",
        4,
    ),
    "a row in a tuple": (
        ("list[list[int]]",),
        "def f(g):\n    t = (g[0], 1)\n    g[0][0] = 5\n    return t",
        3,
    ),
    "a row that is gone through": (
        ("list[list[int]]",),
        "def f(g):\n    n = 0\n    for x in g[0]:\n        n += x\n        g[0][1] = 5\n    return n",
        5,
    ),
    "a row that is gone through by number": (
        ("list[list[int]]",),
        "def f(g):\n    n = 0\n    for i, x in enumerate(g[0]):\n        n += x\n        g[0][1] = 5\n    return n",
        5,
    ),
    "rows that are gone through": (
        ("list[list[int]]",),
        "def f(g):\n    n = 0\n    for row in g:\n        g[0][0] = 5\n        n += len(row)\n    return n, g",
        4,
    ),
    "a row that an expression holds": (
        ("list[list[int]]",),
        "def ch(g):\n    g[0][0] = 9\n    return [1]\ndef f(g):\n    return g[0] + ch(g)",
        2,
    ),
    "a row that a tuple will have": (
        ("list[list[int]]",),
        "def ch(g):\n    g[0][0] = 9\n    return 1\ndef f(g):\n    t = (g[0], ch(g))\n    return t",
        2,
    ),
    "a row that has a name after the loop": (
        ("list[list[int]]",),
        "def f(g):\n    row = [3]\n    for row in g:\n        row.append(1)\n    return row",
        4,
    ),
    "the last row, after the loop": (
        ("list[list[int]]",),
        "def f(g):\n    for row in g:\n        row.append(1)\n    row.append(5)\n    return g",
        4,
    ),
    "a row that a function inside changes": (
        ("list[list[int]]",),
        "def f(g):\n    def ch():\n        g[0][0] = 4\n    for row in g:\n        ch()\n        row[0] += 1\n    return g",
        3,
    ),
    "rows that are moved": (
        ("list[list[int]]",),
        "def f(g):\n    h = []\n    for row in g:\n        h.append(row)\n    h[0][0] = 5\n    return g",
        5,
    ),
    "a row that is taken out": (
        ("list[list[int]]",),
        "def f(g):\n    r = g.pop(0)\n    r.append(1)\n    g[0].append(2)\n    return r, g",
        3,
    ),
    "rows that change places": (
        ("list[list[int]]",),
        "def f(g):\n    g[0], g[1] = g[1], g[0]\n    g[0][0] = 7\n    return g",
        3,
    ),
    "one list for all keys": (
        ("list[int]",),
        "def f(xs):\n    e = []\n    d = {}\n    for x in xs:\n        d.setdefault(x, e).append(x)\n    return d",
        5,
    ),
    "a list that may not be in the dictionary": (
        ("dict[str,list[int]]", "str"),
        "def f(d, s):\n    d.get(s, []).append(1)\n    return d",
        2,
    ),
    "one row several times": (
        ("int",),
        "def f(n):\n    g = [[0]] * 3\n    g[0][0] = 5\n    return g",
        2,
    ),
    "instances: alias if": (
        ("int",),
        "from dataclasses import dataclass, replace\n@dataclass\nclass P:\n    x: int\n    y: int = 3\n    def move(self, d):\n        self.x += d\n        return self.x\n    def total(self):\n        return self.x + self.y\ndef f(a):\n    p = P(a)\n    q = P(a)\n    r = p if a > 1 else q\n    r.x = 5\n    return p.x, q.x",
        15,
    ),
    "instances: loop rebind": (
        ("list[int]",),
        "from dataclasses import dataclass, replace\n@dataclass\nclass P:\n    x: int\n    y: int = 3\n    def move(self, d):\n        self.x += d\n        return self.x\n    def total(self):\n        return self.x + self.y\ndef f(xs):\n    p = P(0, 0)\n    q = p\n    for x in xs:\n        p.x += x\n        p = P(x)\n    return p.x, q.x",
        15,
    ),
    "instances: list alias": (
        ("list[int]",),
        "from dataclasses import dataclass, replace\n@dataclass\nclass P:\n    x: int\n    y: int = 3\n    def move(self, d):\n        self.x += d\n        return self.x\n    def total(self):\n        return self.x + self.y\ndef f(xs):\n    p = P(1)\n    ps = [p, p]\n    ps[0].x = 7\n    return ps[1].x",
        14,
    ),
    "instances: list alias 2": (
        ("list[int]",),
        "from dataclasses import dataclass, replace\n@dataclass\nclass P:\n    x: int\n    y: int = 3\n    def move(self, d):\n        self.x += d\n        return self.x\n    def total(self):\n        return self.x + self.y\ndef f(xs):\n    p = P(1)\n    ps = [p]\n    p.x = 7\n    return ps[0].x",
        14,
    ),
    "instances: list alias 3": (
        ("list[int]",),
        "from dataclasses import dataclass, replace\n@dataclass\nclass P:\n    x: int\n    y: int = 3\n    def move(self, d):\n        self.x += d\n        return self.x\n    def total(self):\n        return self.x + self.y\ndef f(xs):\n    ps = [P(x) for x in xs]\n    qs = ps[:]\n    ps[0].x = 7\n    return qs[0].x",
        14,
    ),
    "instances: list alias 4": (
        ("list[int]",),
        "from dataclasses import dataclass, replace\n@dataclass\nclass P:\n    x: int\n    y: int = 3\n    def move(self, d):\n        self.x += d\n        return self.x\n    def total(self):\n        return self.x + self.y\ndef f(xs):\n    ps = [P(x) for x in xs]\n    q = ps[0]\n    ps[0].x = 7\n    return q.x",
        14,
    ),
    "instances: frozen assign": (
        ("int",),
        "import dataclasses\n@dataclasses.dataclass(frozen=True)\nclass P:\n    x: int\n    name: str = 'a'\ndef f(a):\n    p = P(a)\n    p.x = 3\n    return p.x",
        8,
    ),
    "instances: len": (
        ("int",),
        "from dataclasses import dataclass, replace\n@dataclass\nclass P:\n    x: int\n    y: int = 3\n    def move(self, d):\n        self.x += d\n        return self.x\n    def total(self):\n        return self.x + self.y\ndef f(a):\n    return len(P(a))",
        12,
    ),
    "instances: iter": (
        ("int",),
        "from dataclasses import dataclass, replace\n@dataclass\nclass P:\n    x: int\n    y: int = 3\n    def move(self, d):\n        self.x += d\n        return self.x\n    def total(self):\n        return self.x + self.y\ndef f(a):\n    return [x for x in P(a)]",
        12,
    ),
    "instances: unknown field": (
        ("int",),
        "from dataclasses import dataclass, replace\n@dataclass\nclass P:\n    x: int\n    y: int = 3\n    def move(self, d):\n        self.x += d\n        return self.x\n    def total(self):\n        return self.x + self.y\ndef f(a):\n    p = P(a)\n    p.z = 3\n    return p.z",
        13,
    ),
    "instances: post init": (
        ("int",),
        "from dataclasses import dataclass\n@dataclass\nclass P:\n    x: int\n    def __post_init__(self):\n        self.x += 1\ndef f(a):\n    return P(a).x",
        5,
    ),
    "instances: plain class": (
        ("int",),
        "class P:\n    def __init__(self, x):\n        self.x = x\ndef f(a):\n    return P(a).x",
        1,
    ),
    "instances: base": (
        ("int",),
        "from dataclasses import dataclass\nclass B:\n    pass\n@dataclass\nclass P(B):\n    x: int\ndef f(a):\n    return P(a).x",
        2,
    ),
    "instances: own dataclass": (
        ("int",),
        "def dataclass(c):\n    return abs\n@dataclass\nclass P:\n    x: int\ndef f(a):\n    return P(a).x",
        4,
    ),
    "instances: classvar": (
        ("int",),
        "from dataclasses import dataclass\nfrom typing import ClassVar\n@dataclass\nclass P:\n    n: ClassVar[int] = 2\n    x: int = 3\ndef f(a):\n    return P(a).x",
        5,
    ),
    "instances: fstring": (
        ("int",),
        "from dataclasses import dataclass, replace\n@dataclass\nclass P:\n    x: int\n    y: int = 3\n    def move(self, d):\n        self.x += d\n        return self.x\n    def total(self):\n        return self.x + self.y\ndef f(a):\n    return f'{P(a)}'",
        12,
    ),
    "instances: list field": (
        ("list[int]",),
        "from dataclasses import dataclass\n@dataclass\nclass P:\n    items: list[int]\ndef f(xs):\n    p = P(xs)\n    xs.append(3)\n    return p.items",
        7,
    ),
    "attack: rec gen": (
        ("list[int]",),
        "def g(xs):\n    if xs:\n        yield xs[0]\n        for y in g(xs[1:]):\n            yield y\ndef f(xs):\n    t = 0\n    for y in g(xs):\n        t += y\n    return t",
        1,
    ),
    "attack: rec gen from": (
        ("list[int]",),
        "def g(xs):\n    if xs:\n        yield xs[0]\n        yield from g(xs[1:])\ndef f(xs):\n    return list(g(xs))",
        4,
    ),
    "attack: gen shadow": (
        ("list[int]",),
        "x = 5\ndef g(xs):\n    for y in xs:\n        yield y + x\ndef f(xs):\n    x = 100\n    t = 0\n    for y in g(xs):\n        t += y\n    return t + x",
        8,
    ),
    "attack: shadow sum": (
        ("list[int]",),
        "def sum(xs):\n    return 1\ndef f(xs):\n    return sum(x for x in xs)",
        4,
    ),
    "attack: shadow range": (
        ("list[list[int]]",),
        "def range(n):\n    return [0]\ndef f(g):\n    for row in g:\n        row.append(1)\n    return g",
        5,
    ),
    "attack: nested break": (
        ("list[int]", "list[int]"),
        "def f(a, b):\n    r = []\n    for p in (x * y for x in a for y in b):\n        if p > 4:\n            break\n        r.append(p)\n    return r",
        3,
    ),
    "attack: row via helper": (
        ("list[list[int]]",),
        "def grow(row):\n    row.append(1)\ndef f(g):\n    for row in g:\n        grow(row)\n    return g",
        2,
    ),
    "attack: row via helper 2": (
        ("list[list[int]]",),
        "def grow(row):\n    row.append(1)\ndef f(g):\n    grow(g[0])\n    return g",
        2,
    ),
    "attack: obj in loop list": (
        ("list[int]",),
        "from dataclasses import dataclass\n@dataclass\nclass P:\n    x: int = 1\ndef f(xs):\n    p = P()\n    out = []\n    for x in xs:\n        p.x += x\n        out.append(p)\n    return [q.x for q in out]",
        9,
    ),
    "attack: obj loop alias": (
        ("list[int]",),
        "from dataclasses import dataclass\n@dataclass\nclass P:\n    x: int = 1\ndef f(xs):\n    p = P()\n    q = P()\n    for x in xs:\n        p.x += x\n        q = p\n    q.x += 100\n    return p.x",
        9,
    ),
    "attack: try dd": (
        ("str",),
        "from collections import defaultdict\n"
        "def f(s):\n"
        "    d = defaultdict(int)\n"
        "    try:\n"
        "        x = d[s]\n"
        "    except KeyError:\n"
        "        return -1\n"
        "    return len(d)\n",
        5,
    ),
}
