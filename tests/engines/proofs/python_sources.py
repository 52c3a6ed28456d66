"""Programs for what of Python is translated: each is held against CPython on random inputs."""

# ruff: noqa: E501
from __future__ import annotations

SOURCES: dict[str, tuple[tuple[str, ...], str]] = {
    "slice back": (
        ("list[int]", "int", "int"),
        "def f(xs, a, b):\n    return xs[a:b:-1], xs[a::-2], xs[:b:-1], xs[::-3]\n",
    ),
    "slice text back": (("str", "int", "int"), "def f(s, a, b):\n    return s[a:b:-1] + s[b::-2]\n"),
    "del slice": (("list[int]", "int", "int"), "def f(xs, a, b):\n    del xs[a:b]\n    return xs\n"),
    "put slice": (
        ("list[int]", "list[int]", "int", "int"),
        "def f(xs, ys, a, b):\n    xs[a:b] = ys\n    return xs, len(ys)\n",
    ),
    "put slice self": (("list[int]", "int", "int"), "def f(xs, a, b):\n    xs[a:b] = xs\n    return xs\n"),
    "star": (("list[int]",), "def f(xs):\n    a, *b, c = xs\n    b.append(c)\n    return a, b, xs\n"),
    "star first": (("str",), "def f(s):\n    *a, b = s\n    return a, b\n"),
    "star row": (("int", "int"), "def f(a, b):\n    x, *y = a, b, a + b\n    return x, y\n"),
    "tuples <": (
        ("int", "int", "int"),
        "def f(a, b, c):\n"
        "    return (a, b) < (b, c), (a, b) <= (b, a), (a,) < (a, b), (a, b, c) > (a, b), (a, c) >= (c, a)\n",
    ),
    "in range": (
        ("int", "int", "int"),
        "def f(a, b, c):\n"
        "    return a in range(b), a in range(b, c), a in range(b, c, 2), a in range(b, c, -3), a not in range(c)\n",
    ),
    "in views": (
        ("dict[str,int]", "str", "int"),
        "def f(d, s, n):\n    return s in d.keys(), n in d.values(), n not in d.values()\n",
    ),
    "lists times": (("list[int]", "int"), "def f(xs, n):\n    return xs * n, [1, 2] * n, n * 'ab', (1, 2) * 3\n"),
    "try aug": (
        ("str",),
        "def f(s):\n"
        "    d = {}\n"
        "    for c in s:\n"
        "        try:\n"
        "            d[c] += 1\n"
        "        except KeyError:\n"
        "            d[c] = 1\n"
        "    return d\n",
    ),
    "try aug list": (
        ("list[int]", "int"),
        "def f(xs, n):\n    try:\n        xs[n] += 5\n    except IndexError:\n        return xs + [n]\n    return xs\n",
    ),
    "try aug div": (
        ("list[int]", "int"),
        "def f(xs, n):\n"
        "    x = 7\n"
        "    try:\n"
        "        x //= n\n"
        "    except ZeroDivisionError:\n"
        "        return -1\n"
        "    return x\n",
    ),
    "try int": (
        ("list[str]",),
        "def f(ws):\n"
        "    t = 0\n"
        "    for w in ws:\n"
        "        try:\n"
        "            t += int(w)\n"
        "        except ValueError:\n"
        "            t -= 1\n"
        "    return t\n",
    ),
    "int of text": (("str",), "def f(s):\n    return int(s)\n"),
    "int of char": (
        ("str",),
        "def f(s):\n"
        "    t = 0\n"
        "    for c in s:\n"
        "        if c.isdigit():\n"
        "            t = 10 * t + int(c)\n"
        "    return t\n",
    ),
    "ord": (("str",), "def f(s):\n    return ord(s)\n"),
    "chr": (("int",), "def f(n):\n    return chr(n * 40)\n"),
    "chr up": (("int",), "def f(n):\n    return chr(n * 300000)\n"),
    "max default": (
        ("list[int]", "int"),
        "def f(xs, n):\n    return max(xs, default=n), min((x for x in xs if x > n), default=None)\n",
    ),
    "counter": (
        ("str",),
        "from collections import Counter\n"
        "def f(s):\n"
        "    c = Counter(s)\n"
        "    c['a'] += 2\n"
        "    return c, c['q'], 'q' in c, len(c), c.get('z')\n",
    ),
    "counter gen": (
        ("list[int]",),
        "import collections\n"
        "def f(xs):\n"
        "    c = collections.Counter(x % 3 for x in xs)\n"
        "    return [c[i] for i in range(3)], sum(c.values())\n",
    ),
    "default int": (
        ("str",),
        "from collections import defaultdict\n"
        "def f(s):\n"
        "    d = defaultdict(int)\n"
        "    for c in s:\n"
        "        d[c] += 1\n"
        "    n = d['q'] + d.get('r', 5)\n"
        "    return d, n, len(d), 'r' in d\n",
    ),
    "default lambda": (
        ("str",),
        "from collections import defaultdict\n"
        "def f(s):\n"
        "    d = defaultdict(lambda: 0)\n"
        "    for c in s:\n"
        "        d[c] = d[c] + 1\n"
        "    return d\n",
    ),
    "reduce": (
        ("list[int]",),
        "from functools import reduce\n"
        "def f(xs):\n"
        "    return reduce(lambda a, b: a * 2 - b, xs), reduce(max, xs), reduce(lambda a, b: a + b, xs, 5)\n",
    ),
    "accumulate": (
        ("list[int]",),
        "import itertools\n"
        "def f(xs):\n"
        "    return list(itertools.accumulate(xs)), list(itertools.accumulate(xs, max)), list(itertools.accumulate(xs, lambda a, b: a - b))\n",
    ),
    "chain": (
        ("list[int]", "list[int]"),
        "from itertools import chain\n"
        "def f(a, b):\n"
        "    r = []\n"
        "    for x in chain(a, b, [7]):\n"
        "        if x == 3:\n"
        "            break\n"
        "        r.append(x)\n"
        "    return r, sum(chain(b, a))\n",
    ),
    "chain rows": (
        ("list[list[int]]",),
        "from itertools import chain\ndef f(rows):\n    return list(chain.from_iterable(rows)), sum(rows, [])\n",
    ),
    "zip rows": (("list[list[int]]",), "def f(rows):\n    return list(zip(*rows)), [sum(c) for c in zip(*rows)]\n"),
    "walrus after": (("list[int]",), "def f(xs):\n    y = -1\n    r = [y := x + y for x in xs]\n    return r, y\n"),
    "walrus while": (("int",), "def f(n):\n    t = 0\n    while (n := n - 2) > 0:\n        t += n\n    return t, n\n"),
    "walrus and": (
        ("list[int]",),
        "def f(xs):\n"
        "    y = 0\n"
        "    if xs and (y := xs[0]) > 1 or (y := y + 1) == 1:\n"
        "        return y\n"
        "    return -y\n",
    ),
    "match loop": (
        ("list[int]",),
        "def f(xs):\n"
        "    t = 0\n"
        "    for x in xs:\n"
        "        match x:\n"
        "            case 0:\n"
        "                continue\n"
        "            case 1 | 2:\n"
        "                t += 1\n"
        "            case 5:\n"
        "                break\n"
        "            case n if n < 0:\n"
        "                t -= n\n"
        "    else:\n"
        "        t += 100\n"
        "    return t\n",
    ),
    "match true": (
        ("list[int]",),
        "def f(xs):\n"
        "    match len(xs) > 2:\n"
        "        case True:\n"
        "            return 1\n"
        "        case False:\n"
        "            return 0\n",
    ),
    "match bool int": (
        ("list[int]",),
        "def f(xs):\n"
        "    match len(xs) > 2:\n"
        "        case 1:\n"
        "            return 1\n"
        "        case _:\n"
        "            return 0\n",
    ),
    "generator break": (
        ("list[int]", "int"),
        "def g(n):\n"
        "    i = 0\n"
        "    while True:\n"
        "        i += 1\n"
        "        yield i\n"
        "def f(xs, n):\n"
        "    t = 0\n"
        "    for x in g(n):\n"
        "        if x > 7 or x == n:\n"
        "            break\n"
        "        t += x\n"
        "    return t\n",
    ),
    "generator break 2": (
        ("list[int]", "int"),
        "def g(n):\n"
        "    i = 0\n"
        "    while True:\n"
        "        yield i\n"
        "        i += 1\n"
        "def f(xs, n):\n"
        "    t = 0\n"
        "    for x in g(n):\n"
        "        if x > 7 or x == n:\n"
        "            break\n"
        "        t += x\n"
        "    return t\n",
    ),
    "generator returns": (
        ("list[int]",),
        "def g(xs):\n"
        "    for x in xs:\n"
        "        if x == 3:\n"
        "            return\n"
        "        yield x\n"
        "def f(xs):\n"
        "    return list(g(xs))\n",
    ),
    "generator changes": (
        ("list[int]",),
        "def g(xs):\n"
        "    while xs:\n"
        "        yield xs.pop()\n"
        "def f(xs):\n"
        "    r = []\n"
        "    for x in g(xs):\n"
        "        r.append(x)\n"
        "        if x == 2:\n"
        "            xs.clear()\n"
        "    return r, xs\n",
    ),
    "yield from": (
        ("list[int]", "list[int]"),
        "def g(a, b):\n"
        "    yield from a\n"
        "    yield 0\n"
        "    yield from b\n"
        "def f(a, b):\n"
        "    return list(g(a, b)), [x + 1 for x in g(b, a)]\n",
    ),
    "kept": (
        ("list[int]", "int"),
        "def f(xs, n):\n"
        "    big = filter(lambda x: x > n, xs)\n"
        "    r = []\n"
        "    for x in big:\n"
        "        r.append(x)\n"
        "        n += 1\n"
        "    return r\n",
    ),
    "kept map": (("list[int]", "int"), "def f(xs, n):\n    m = map(lambda x: x + n, xs)\n    return sum(m) + n\n"),
    "filter body": (
        ("list[int]", "int"),
        "def f(xs, n):\n"
        "    t = 0\n"
        "    for x in filter(None, xs):\n"
        "        if x == n:\n"
        "            break\n"
        "        t += x\n"
        "    else:\n"
        "        t += 50\n"
        "    return t\n",
    ),
    "genexp loop": (
        ("list[int]", "list[int]"),
        "def f(a, b):\n"
        "    r = []\n"
        "    for p in ((x, y) for x in a for y in b if x < y):\n"
        "        r.append(p)\n"
        "    return r\n",
    ),
    "genexp loop append": (
        ("list[int]",),
        "def f(xs):\n"
        "    r = []\n"
        "    for x in (x * 2 for x in xs if x not in r):\n"
        "        r.append(x // 2)\n"
        "    return r\n",
    ),
    "lambda name": (
        ("list[int]", "int"),
        "def f(xs, k):\n    add = lambda x: x + k\n    k += 1\n    return [add(k) for k in xs], add(1)\n",
    ),
    "module lambda": (("list[int]",), "sq = lambda x: x * x\ndef f(xs):\n    return list(map(sq, xs)), sq(3)\n"),
    "constants": (
        ("str",),
        "TABLE = {'a': 1, 'b': -2}\n"
        "ROWS = [(1, 'x'), (2, 'y')]\n"
        "LIMIT: int = 2 * 10 - 1\n"
        "def f(s):\n"
        "    t = 0\n"
        "    for c in s:\n"
        "        if c in TABLE:\n"
        "            t += TABLE[c]\n"
        "    for n, w in ROWS:\n"
        "        t += n * LIMIT\n"
        "    return t\n",
    ),
    "split": (
        ("str",),
        "def f(s):\n    return s.split('a'), s.split(), [p.strip() for p in s.split(' ')], s.splitlines()\n",
    ),
    "split empty": (("str", "str"), "def f(s, t):\n    return s.split(t)\n"),
    "finds": (
        ("str", "str"),
        "def f(s, t):\n"
        "    return s.find(t), s.rfind(t), s.count(t), s.find('a'), s.count('a'), s.startswith(t), s.endswith(t)\n",
    ),
    "index text": (("str", "str"), "def f(s, t):\n    return s.index(t)\n"),
    "adjust": (
        ("str", "int"),
        "def f(s, n):\n    return s.zfill(n), s.rjust(n), s.ljust(n, '.'), s.center(n, 'ß'), str(n).zfill(3)\n",
    ),
    "upper": (
        ("str",),
        "def f(s):\n"
        "    r = ''\n"
        "    for c in s:\n"
        "        r += c.upper() if c.islower() else c.lower()\n"
        "    return r, s.upper(), s.title(), s.isdigit()\n",
    ),
    "string": (
        ("str",),
        "import string\ndef f(s):\n    return sum(1 for c in s if c in string.ascii_lowercase or c in string.digits)\n",
    ),
    "stars": (("list[int]", "list[int]"), "def f(a, b):\n    return [*a, 0, *b], [*a]\n"),
    "key get": (("dict[str,int]",), "def f(d):\n    return max(d, key=d.get)\n"),
    "key count": (("list[int]",), "def f(xs):\n    return max(xs, key=xs.count)\n"),
    "str methods": (
        ("list[str]",),
        "def f(ws):\n    return list(map(str.upper, ws)), list(map(len, ws)), list(filter(str.isalpha, ws))\n",
    ),
    "global": (("int",), "LIMIT = 5\ndef f(n):\n    global LIMIT\n    return n < LIMIT\n"),
    "divmod neg": (
        ("int", "int"),
        "def f(a, b):\n    return divmod(a, b), a // b, a % b, -a // b, abs(a), pow(a, 2), round(a)\n",
    ),
    "nested capture": (
        ("list[int]", "int"),
        "def f(xs, k):\n"
        "    def shift(x):\n"
        "        return x + k\n"
        "    return [shift(k) for k in xs], list(map(lambda k: shift(k), xs)), sum(shift(k) for k in xs)\n",
    ),
    "comp shadow": (
        ("list[int]", "int"),
        "def f(xs, x):\n"
        "    ys = [x + 1 for x in xs]\n"
        "    zs = [[x * y for y in xs if y > x] for x in xs]\n"
        "    return ys, zs, x\n",
    ),
    "comp shadow 2": (
        ("list[list[int]]", "int"),
        "def f(xs, x):\n    return [x for x in xs for x in x], [(lambda x: x + 1)(len(x)) for x in xs], x\n",
    ),
    "ann": (
        ("int",),
        "def f(n):\n    x: int\n    if n > 0:\n        x = n\n        return x\n    y: int = 4\n    return y\n",
    ),
    "power": (
        ("int", "int"),
        "def f(a, n):\n    if n < 0:\n        return (0, 0, 0)\n    return a ** n, 2 ** n, a ** 3\n",
    ),
    "walrus": (
        ("list[int]",),
        "def f(xs):\n"
        "    if (n := len(xs)) > 2:\n"
        "        return [n], n\n"
        "    r = [y for x in xs if (y := x * x) > 1]\n"
        "    return r, n\n",
    ),
    "match": (
        ("int", "int"),
        "def f(a, b):\n"
        "    z = 0\n"
        "    match (a, b):\n"
        "        case (0, 0):\n"
        "            return -9\n"
        "        case (0, y) if y > 2:\n"
        "            return y\n"
        "        case (x, 1 | 2) if x > 0:\n"
        "            z = x\n"
        "        case (-1, _):\n"
        "            z = 5\n"
        "        case _:\n"
        "            z = y = 3\n"
        "    return z\n",
    ),
    "match list": (
        ("list[int]",),
        "def f(xs):\n"
        "    match xs:\n"
        "        case []:\n"
        "            return 0, []\n"
        "        case [x]:\n"
        "            return x, []\n"
        "        case [1, *rest, 2]:\n"
        "            return len(rest), rest\n"
        "        case [a, b] if a > b:\n"
        "            return a - b, [b]\n"
        "        case [a, _, *r]:\n"
        "            return a, r\n"
        "    return -1, xs\n",
    ),
    "match text": (
        ("str",),
        "def f(s):\n"
        "    match s:\n"
        "        case 'a' | 'b':\n"
        "            return '1'\n"
        "        case [x, y]:\n"
        "            return '9'\n"
        "        case '' as e:\n"
        "            return e\n"
        "        case other:\n"
        "            return other + '!'\n",
    ),
    "generator": (
        ("list[int]",),
        "def g(xs, n=2):\n"
        "    for x in xs:\n"
        "        if x > n:\n"
        "            yield x\n"
        "        yield n\n"
        "def f(xs):\n"
        "    r = []\n"
        "    for x in g(xs):\n"
        "        r.append(x)\n"
        "    return r, sum(g(xs, 0)), max(g(xs), default=0)\n",
    ),
    "rows put": (
        ("list[list[int]]", "int", "int"),
        "def f(g, i, j):\n    g[i][j] = 7\n    g[0][0] += g[i][j]\n    return g\n",
    ),
    "rows append": (
        ("list[list[int]]", "int"),
        "def f(g, i):\n    g[i].append(i)\n    g[0].extend([1, 2])\n    g[-1].insert(0, 9)\n    return g\n",
    ),
    "rows loop": (
        ("int", "int"),
        "def f(n, m):\n"
        "    g = [[0] * m for _ in range(n)]\n"
        "    for i in range(n):\n"
        "        for j in range(m):\n"
        "            g[i][j] = i * j\n"
        "    return g\n",
    ),
    "rows of": (
        ("list[list[int]]",),
        "def f(g):\n"
        "    for row in g:\n"
        "        for i in range(len(row)):\n"
        "            row[i] *= 2\n"
        "        row.append(0)\n"
        "    return g\n",
    ),
    "rows sort": (
        ("list[list[int]]",),
        "def f(g):\n    for row in g:\n        row.sort()\n        if len(row) > 2:\n            break\n    return g\n",
    ),
    "groups": (
        ("list[str]",),
        "def f(ws):\n"
        "    d = {}\n"
        "    for w in ws:\n"
        "        if len(w) not in d:\n"
        "            d[len(w)] = []\n"
        "        d[len(w)].append(w)\n"
        "    return d\n",
    ),
    "groups set": (
        ("list[str]",),
        "def f(ws):\n    d = {}\n    for w in ws:\n        d.setdefault(len(w), []).append(w)\n    return d\n",
    ),
    "groups default": (
        ("list[int]",),
        "from collections import defaultdict\n"
        "def f(xs):\n"
        "    d = defaultdict(list)\n"
        "    for x in xs:\n"
        "        d[x % 3].append(x)\n"
        "    return d\n",
    ),
    "groups missing": (
        ("list[int]",),
        "def f(xs):\n    d = {0: [0]}\n    for x in xs:\n        d[x % 2].append(x)\n    return d\n",
    ),
    "helper": (
        ("list[list[int]]",),
        "def fill(g, x):\n"
        "    g[0][0] = x\n"
        "    return len(g)\n"
        "def f(g):\n"
        "    n = fill(g, 5)\n"
        "    fill(g, n)\n"
        "    return g\n",
    ),
    "alias row 2": (("list[list[int]]",), "def f(g):\n    g[0][0] = 5\n    r = g[0]\n    return r, g\n"),
    "comp copy": (("list[list[int]]",), "def f(g):\n    h = [row[:] for row in g]\n    h[0][0] = 5\n    return g, h\n"),
    "dict of args": (("dict[str,list[int]]", "str"), "def f(d, s):\n    d[s].append(1)\n    return d\n"),
    "instances: fields": (
        ("int", "int"),
        "from dataclasses import dataclass, replace\n"
        "@dataclass\n"
        "class P:\n"
        "    x: int\n"
        "    y: int = 3\n"
        "    def move(self, d):\n"
        "        self.x += d\n"
        "        return self.x\n"
        "    def total(self):\n"
        "        return self.x + self.y\n"
        "def f(a, b):\n"
        "    p = P(a, b)\n"
        "    p.x = p.y + 1\n"
        "    p.y -= 2\n"
        "    return p.x, p.y, p.total()\n",
    ),
    "instances: by name": (
        ("int", "int"),
        "from dataclasses import dataclass, replace\n"
        "@dataclass\n"
        "class P:\n"
        "    x: int\n"
        "    y: int = 3\n"
        "    def move(self, d):\n"
        "        self.x += d\n"
        "        return self.x\n"
        "    def total(self):\n"
        "        return self.x + self.y\n"
        "def f(a, b):\n"
        "    p = P(y=a, x=b)\n"
        "    q = P(a)\n"
        "    return p.x, q.y, p == q, p != q, P(1, 3) == P(1)\n",
    ),
    "instances: alias": (
        ("int",),
        "from dataclasses import dataclass, replace\n"
        "@dataclass\n"
        "class P:\n"
        "    x: int\n"
        "    y: int = 3\n"
        "    def move(self, d):\n"
        "        self.x += d\n"
        "        return self.x\n"
        "    def total(self):\n"
        "        return self.x + self.y\n"
        "def f(a):\n"
        "    p = P(a)\n"
        "    q = p\n"
        "    q.x = 5\n"
        "    return p.x, p == q\n",
    ),
    "instances: helper": (
        ("int",),
        "from dataclasses import dataclass, replace\n"
        "@dataclass\n"
        "class P:\n"
        "    x: int\n"
        "    y: int = 3\n"
        "    def move(self, d):\n"
        "        self.x += d\n"
        "        return self.x\n"
        "    def total(self):\n"
        "        return self.x + self.y\n"
        "def up(q):\n"
        "    q.x += 1\n"
        "def f(a):\n"
        "    p = P(a)\n"
        "    up(p)\n"
        "    up(p)\n"
        "    return p.x\n",
    ),
    "instances: method flight": (
        ("int",),
        "from dataclasses import dataclass, replace\n"
        "@dataclass\n"
        "class P:\n"
        "    x: int\n"
        "    y: int = 3\n"
        "    def move(self, d):\n"
        "        self.x += d\n"
        "        return self.x\n"
        "    def total(self):\n"
        "        return self.x + self.y\n"
        "def f(a):\n"
        "    p = P(a)\n"
        "    return p.x + p.move(2) * 10 + p.x * 100\n",
    ),
    "instances: method tuple": (
        ("int",),
        "from dataclasses import dataclass, replace\n"
        "@dataclass\n"
        "class P:\n"
        "    x: int\n"
        "    y: int = 3\n"
        "    def move(self, d):\n"
        "        self.x += d\n"
        "        return self.x\n"
        "    def total(self):\n"
        "        return self.x + self.y\n"
        "def f(a):\n"
        "    p = P(a)\n"
        "    t = (p, p.move(2))\n"
        "    return t[0].x\n",
    ),
    "instances: loop": (
        ("list[int]",),
        "from dataclasses import dataclass, replace\n"
        "@dataclass\n"
        "class P:\n"
        "    x: int\n"
        "    y: int = 3\n"
        "    def move(self, d):\n"
        "        self.x += d\n"
        "        return self.x\n"
        "    def total(self):\n"
        "        return self.x + self.y\n"
        "def f(xs):\n"
        "    p = P(0, 0)\n"
        "    for x in xs:\n"
        "        if x > 2:\n"
        "            p.y += x\n"
        "        p.move(x)\n"
        "    return p.x, p.y\n",
    ),
    "instances: list": (
        ("list[int]",),
        "from dataclasses import dataclass, replace\n"
        "@dataclass\n"
        "class P:\n"
        "    x: int\n"
        "    y: int = 3\n"
        "    def move(self, d):\n"
        "        self.x += d\n"
        "        return self.x\n"
        "    def total(self):\n"
        "        return self.x + self.y\n"
        "def f(xs):\n"
        "    ps = [P(x, i) for i, x in enumerate(xs)]\n"
        "    return [p.x * p.y for p in ps], len(ps), sum(p.total() for p in ps)\n",
    ),
    "instances: list change": (
        ("list[int]",),
        "from dataclasses import dataclass, replace\n"
        "@dataclass\n"
        "class P:\n"
        "    x: int\n"
        "    y: int = 3\n"
        "    def move(self, d):\n"
        "        self.x += d\n"
        "        return self.x\n"
        "    def total(self):\n"
        "        return self.x + self.y\n"
        "def f(xs):\n"
        "    ps = [P(x) for x in xs]\n"
        "    for p in ps:\n"
        "        p.x += 1\n"
        "        p.move(p.y)\n"
        "    ps[0].x = 7\n"
        "    return [p.x for p in ps]\n",
    ),
    "instances: list eq": (
        ("list[int]",),
        "from dataclasses import dataclass, replace\n"
        "@dataclass\n"
        "class P:\n"
        "    x: int\n"
        "    y: int = 3\n"
        "    def move(self, d):\n"
        "        self.x += d\n"
        "        return self.x\n"
        "    def total(self):\n"
        "        return self.x + self.y\n"
        "def f(xs):\n"
        "    ps = [P(x) for x in xs]\n"
        "    return P(3) in ps, ps.count(P(1, 3)), ps == [P(1), P(2)]\n",
    ),
    "instances: replace": (
        ("int",),
        "from dataclasses import dataclass, replace\n"
        "@dataclass\n"
        "class P:\n"
        "    x: int\n"
        "    y: int = 3\n"
        "    def move(self, d):\n"
        "        self.x += d\n"
        "        return self.x\n"
        "    def total(self):\n"
        "        return self.x + self.y\n"
        "def f(a):\n"
        "    p = P(a)\n"
        "    q = replace(p, y=a)\n"
        "    q.x = 9\n"
        "    return p.x, p.y, q.x, q.y\n",
    ),
    "instances: frozen": (
        ("int", "str"),
        "import dataclasses\n"
        "@dataclasses.dataclass(frozen=True)\n"
        "class P:\n"
        "    x: int\n"
        "    name: str = 'a'\n"
        "def f(a, s):\n"
        "    p = P(a, s)\n"
        "    q = dataclasses.replace(p, x=2)\n"
        "    return p.x, q.name + p.name, P(1) == P(1, 'a'), P(1, s) == P(a)\n",
    ),
    "instances: frozen list": (
        ("list[int]",),
        "import dataclasses\n"
        "@dataclasses.dataclass(frozen=True)\n"
        "class P:\n"
        "    x: int\n"
        "    name: str = 'a'\n"
        "def f(xs):\n"
        "    ps = [P(x) for x in xs]\n"
        "    qs = ps[1:] + ps\n"
        "    return max(ps, key=lambda p: p.x).x, [q.x for q in qs]\n",
    ),
    "instances: other class": (
        ("int",),
        "from dataclasses import dataclass, replace\n"
        "@dataclass\n"
        "class P:\n"
        "    x: int\n"
        "    y: int = 3\n"
        "    def move(self, d):\n"
        "        self.x += d\n"
        "        return self.x\n"
        "    def total(self):\n"
        "        return self.x + self.y\n"
        "@dataclass\n"
        "class Q:\n"
        "    x: int\n"
        "    y: int = 3\n"
        "def f(a):\n"
        "    return P(a) == Q(a), P(a) == 3, P(a) == (a, 3), P(a) is None\n",
    ),
    "instances: truth": (
        ("int",),
        "from dataclasses import dataclass, replace\n"
        "@dataclass\n"
        "class P:\n"
        "    x: int\n"
        "    y: int = 3\n"
        "    def move(self, d):\n"
        "        self.x += d\n"
        "        return self.x\n"
        "    def total(self):\n"
        "        return self.x + self.y\n"
        "def f(a):\n"
        "    p = P(a)\n"
        "    if p:\n"
        "        return 1\n"
        "    return 0\n",
    ),
    "instances: dict of": (
        ("list[str]",),
        "from dataclasses import dataclass, replace\n"
        "@dataclass\n"
        "class P:\n"
        "    x: int\n"
        "    y: int = 3\n"
        "    def move(self, d):\n"
        "        self.x += d\n"
        "        return self.x\n"
        "    def total(self):\n"
        "        return self.x + self.y\n"
        "def f(ws):\n"
        "    d = {}\n"
        "    for w in ws:\n"
        "        if w not in d:\n"
        "            d[w] = P(0)\n"
        "        d[w].x += 1\n"
        "    return [d[k].x for k in d]\n",
    ),
    "instances: shadow method": (
        ("int",),
        "from dataclasses import dataclass, replace\n"
        "@dataclass\n"
        "class P:\n"
        "    x: int\n"
        "    y: int = 3\n"
        "    def move(self, d):\n"
        "        self.x += d\n"
        "        return self.x\n"
        "    def total(self):\n"
        "        return self.x + self.y\n"
        "def total(n):\n"
        "    return n + 1\n"
        "@dataclass\n"
        "class Q:\n"
        "    x: int\n"
        "    def total(self):\n"
        "        return total(self.x) * 2\n"
        "def f(a):\n"
        "    return Q(a).total()\n",
    ),
    "instances: match": (
        ("int",),
        "from dataclasses import dataclass, replace\n"
        "@dataclass\n"
        "class P:\n"
        "    x: int\n"
        "    y: int = 3\n"
        "    def move(self, d):\n"
        "        self.x += d\n"
        "        return self.x\n"
        "    def total(self):\n"
        "        return self.x + self.y\n"
        "def f(a):\n"
        "    p = P(a)\n"
        "    match p:\n"
        "        case [x, y]:\n"
        "            return 1\n"
        "        case _:\n"
        "            return 0\n",
    ),
    "instances: text field": (
        ("list[str]",),
        "from dataclasses import dataclass\n"
        "@dataclass(slots=True)\n"
        "class P:\n"
        "    x: int\n"
        "    name: str = 'a'\n"
        "def f(ws):\n"
        "    p = P(1, 'x')\n"
        "    for w in ws:\n"
        "        p.name = p.name + w\n"
        "    return p.name\n",
    ),
    "instances: list field 2": (
        ("list[int]",),
        "from dataclasses import dataclass\n"
        "@dataclass\n"
        "class P:\n"
        "    items: list[int]\n"
        "def f(xs):\n"
        "    p = P([1, 2])\n"
        "    p.items = xs\n"
        "    return p.items, len(p.items)\n",
    ),
    "instances: lists copies": (
        ("list[list[int]]",),
        "def f(g):\n    h = list(g)\n    k = g.copy()\n    k.extend(h)\n    h.append([1])\n    return g, h, k\n",
    ),
    "dict copies": (
        ("dict[str,int]", "list[tuple[str,int]]"),
        "def f(d, ps):\n"
        "    e = dict(d)\n"
        "    e['q'] = 1\n"
        "    g = dict(ps)\n"
        "    h = dict((k, len(k)) for k in d)\n"
        "    return d, e, g, h\n",
    ),
    "update": (("dict[str,int]", "dict[str,int]"), "def f(a, b):\n    a.update(b)\n    return a, b\n"),
    "stars of dicts": (("dict[str,int]", "dict[str,int]"), "def f(a, b):\n    return {**a, 'q': 2, **b, 'a': 0}\n"),
    "counter copy": (("str",), "from collections import Counter\ndef f(s):\n    return dict(Counter(s))\n"),
    "sets and lists": (
        ("list[int]", "list[int]"),
        "def f(a, b):\n"
        "    s, t = set(a), set(b)\n"
        "    return len(s.union(b)), len(s.intersection(t)), len(s.difference(b)), s.issubset(t), s.issuperset(b), s == t, s != t\n",
    ),
    "set literal": (("list[int]",), "def f(a):\n    return set(a) == {1, 2}, set(a) == set(), set() == set()\n"),
    "best default": (
        ("list[str]",),
        "def f(ws):\n    return max(ws, key=len, default=''), min(ws, key=len, default='zz')\n",
    ),
    "formats": (("int", "str"), "def f(n, s):\n    return f'{n:02d}|{n:5}|{s:>4}|{s:<3}|{n:x}' + f'{n:^4d}{s}'\n"),
    "map list": (
        ("list[list[int]]",),
        "def f(g):\n    return list(map(sum, g)), list(map(sorted, g)), [list(c) for c in zip(*g)]\n",
    ),
    "setdefault": (("dict[str,int]", "str"), "def f(d, s):\n    x = d.setdefault(s, 4)\n    return x, d\n"),
    "attack: shadow len": (("list[int]",), "def f(xs):\n    len = lambda x: 3\n    return len(xs)\n"),
    "attack: shadow filter": (
        ("list[int]",),
        "def filter(a, b):\n"
        "    return b\n"
        "def f(xs):\n"
        "    r = []\n"
        "    for x in filter(None, xs):\n"
        "        r.append(x)\n"
        "    return r\n",
    ),
    "attack: default": (
        ("list[int]",),
        "def g(xs, n=1):\n    n += len(xs)\n    return n\ndef f(xs):\n    return g(xs) + g(xs)\n",
    ),
    "attack: gen default": (
        ("list[int]",),
        "def g(xs, n=1):\n"
        "    for x in xs:\n"
        "        n += x\n"
        "        yield n\n"
        "def f(xs):\n"
        "    r = []\n"
        "    for x in g(xs):\n"
        "        r.append(x)\n"
        "    for x in g(xs, 5):\n"
        "        r.append(x)\n"
        "    return r\n",
    ),
    "attack: loop var leak": (
        ("list[int]",),
        "def f(xs):\n"
        "    x = 7\n"
        "    y = [x for x in xs]\n"
        "    for x in (z * 2 for z in xs):\n"
        "        pass\n"
        "    return x, y\n",
    ),
    "attack: filter target": (
        ("list[int]",),
        "def f(xs):\n"
        "    x = 7\n"
        "    for x in filter(lambda v: v > 1, xs):\n"
        "        if x > 3:\n"
        "            break\n"
        "    return x\n",
    ),
    "attack: gen target": (
        ("list[int]",),
        "def g(xs):\n"
        "    for x in xs:\n"
        "        if x > 1:\n"
        "            yield x * 2\n"
        "def f(xs):\n"
        "    x = 7\n"
        "    for x in g(xs):\n"
        "        if x > 3:\n"
        "            break\n"
        "    return x\n",
    ),
    "attack: else gen": (
        ("list[int]",),
        "def f(xs):\n"
        "    for x in (z for z in xs if z > 1):\n"
        "        if x == 3:\n"
        "            break\n"
        "    else:\n"
        "        return -1\n"
        "    return x\n",
    ),
    "attack: walrus scope": (
        ("list[int]",),
        "def f(xs):\n    r = [last := x for x in xs]\n    def g():\n        return 1\n    return last if xs else g()\n",
    ),
    "attack: counter alias": (
        ("str",),
        "from collections import Counter\n"
        "def f(s):\n"
        "    a = Counter(s)\n"
        "    b = a\n"
        "    b['x'] = 5\n"
        "    return a['x'], len(a)\n",
    ),
    "attack: dd in cond": (
        ("str",),
        "from collections import defaultdict\n"
        "def f(s):\n"
        "    d = defaultdict(int)\n"
        "    if s and d[s] == 0:\n"
        "        pass\n"
        "    return len(d)\n",
    ),
    "attack: dd ifexp": (
        ("str",),
        "from collections import defaultdict\n"
        "def f(s):\n"
        "    d = defaultdict(int)\n"
        "    x = d['a'] if s else 4\n"
        "    return len(d), x\n",
    ),
    "attack: dd loop": (
        ("list[str]",),
        "from collections import defaultdict\n"
        "def f(ws):\n"
        "    d = defaultdict(int)\n"
        "    for w in ws:\n"
        "        if d[w] == 0:\n"
        "            d[w] = len(w)\n"
        "    return d\n",
    ),
    "attack: obj default shared": (
        ("int",),
        "from dataclasses import dataclass\n"
        "@dataclass\n"
        "class P:\n"
        "    x: int = 1\n"
        "def g(p=None):\n"
        "    return 1\n"
        "def f(n):\n"
        "    p = P()\n"
        "    p.x += n\n"
        "    return P().x + p.x\n",
    ),
    "attack: obj returned": (
        ("list[int]",),
        "from dataclasses import dataclass\n"
        "@dataclass\n"
        "class P:\n"
        "    x: int = 1\n"
        "def same(p):\n"
        "    return p\n"
        "def f(xs):\n"
        "    p = P()\n"
        "    q = same(p)\n"
        "    q.x = 9\n"
        "    return p.x\n",
    ),
    "attack: obj swap": (
        ("int",),
        "from dataclasses import dataclass\n"
        "@dataclass\n"
        "class P:\n"
        "    x: int = 1\n"
        "def f(n):\n"
        "    p, q = P(n), P(n + 1)\n"
        "    p, q = q, p\n"
        "    p.x += 10\n"
        "    return p.x, q.x\n",
    ),
    "attack: slice assign alias": (("list[int]",), "def f(xs):\n    ys = xs\n    ys[1:] = [7]\n    return xs\n"),
    "attack: del alias": (("list[int]",), "def f(xs):\n    ys = xs\n    del ys[:1]\n    return len(xs)\n"),
    "attack: star alias": (("list[int]",), "def f(xs):\n    *a, = xs\n    a.append(1)\n    return len(xs)\n"),
    "attack: tuple cmp mixed": (("int", "str"), "def f(a, s):\n    return (a, s) < (a, s + 'a'), (s, a) >= (s, a)\n"),
    "attack: try keyerror counter": (
        ("str",),
        "from collections import Counter\n"
        "def f(s):\n"
        "    c = Counter(s)\n"
        "    try:\n"
        "        return c['q']\n"
        "    except KeyError:\n"
        "        return -1\n",
    ),
    "several types: int or bool in a loop": (
        ("list[int]", "int"),
        "def f(xs, n):\n"
        "    r = 0\n"
        "    for x in xs:\n"
        "        if x > n:\n"
        "            r = x > 3\n"
        "        else:\n"
        "            r = r + 1\n"
        "    return r\n",
    ),
    "several types: text or number in a loop": (
        ("list[int]",),
        "def f(xs):\n    last = 'none'\n    for x in xs:\n        if x > 0:\n            last = x\n    return last\n",
    ),
    "several types: back and forth": (
        ("list[int]", "int"),
        "def f(xs, n):\n"
        "    last = (0, 1)\n"
        "    for x in xs:\n"
        "        if x > n:\n"
        "            last = x\n"
        "        elif x == n:\n"
        "            last = 'same'\n"
        "        else:\n"
        "            last = (x, n)\n"
        "    return last\n",
    ),
    "several types: returned from a loop": (
        ("list[int]", "int"),
        "def f(xs, n):\n"
        "    for x in xs:\n"
        "        if x == n:\n"
        "            return 'yes'\n"
        "        if x > n:\n"
        "            return x > 3\n"
        "    return 0\n",
    ),
    "several types: None too": (
        ("list[int]", "int"),
        "def f(xs, n):\n"
        "    found = None\n"
        "    for x in xs:\n"
        "        if x == n:\n"
        "            found = 'yes'\n"
        "        if x > n:\n"
        "            found = x\n"
        "    return found\n",
    ),
    "several types: inside of a tuple, and beside None": (
        ("int", "int", "int"),
        "def f(a, b, n):\n"
        "    pair, one, text = (a, 1), b if a > 0 else None, 'b'\n"
        "    for i in range(n % 5):\n"
        "        text = text + 'a'\n"
        "        pair, one = (text, i), text\n"
        "    return (pair, one)\n",
    ),
    "several types: compared": (
        ("int", "bool"),
        "def f(n, b):\n"
        "    r = n if n > 1 else b\n"
        "    s = 'a' if n > 2 else r\n"
        "    return (r == 1, s == 'a', s == r, r != True, not s, r + r, max(r, n), -r, ~r)\n",
    ),
    "several types: counted": (
        ("int", "bool"),
        "def f(n, b):\n"
        "    r = n if n > 1 else b\n"
        "    return (r in (1, 2), r in range(3), sum((r, b)), any((r, b)), all((r, n)), min((b, n)), (n, b, 7)[r] if r < 3 else r, b in [1, 2], round(b), abs(r))\n",
    ),
    "bits": (
        ("int", "bool", "bool"),
        "def f(n, a, b):\n    return (n << 3, n >> 2, ~n, ~a, a & b, a | b, a ^ b, a is b, n is True)\n",
    ),
    "a place in a tuple": (
        ("int", "int"),
        "def f(n, m):\n    return (n, 4, m, 9)[m] + ('a', 'bc')[n > m].count('a')\n",
    ),
}
