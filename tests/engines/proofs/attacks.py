"""Pairs of a model and a program that differs from it, each by one thing that Python does and a proof may overlook."""

# ruff: noqa: E501
from __future__ import annotations

from tests.engines.proofs.sources import INT, INTS, TEXT
from viva.engines.shapes import Many, Plain, Shape, Table

BOOL = Plain("bool")
ROWS = Many("list", INTS)
TABLE = Table(INT, INT)

ATTACKS: dict[str, tuple[str, str, tuple[Shape, ...]]] = {
    "any stops when it knows": (
        "def f(xs):\n    return list(xs)",
        "def f(xs):\n    seen = []\n    any(seen.append(x) or x > 2 for x in xs)\n    return seen",
        (INTS,),
    ),
    "what is not made to be shown": (
        "def f(xs):\n    return list(xs)",
        "def f(xs):\n    ys = list(xs)\n    print(ys.pop() for x in xs)\n    print(map(ys.append, xs))\n    ys += xs\n    return ys[len(xs):] if ys[:len(xs)] == xs and not xs else ys",
        (INTS,),
    ),
    "an error of what is not made to be shown": (
        "def f(xs):\n    print(6 // x for x in xs)\n    return len(xs)",
        "def f(xs):\n    return len(xs) if 0 not in xs else 0",
        (INTS,),
    ),
    "an error of a generator that is only shown": (
        "def f(xs):\n    def g():\n        for x in xs:\n            yield 6 // x\n    print(g())\n    return len(xs)",
        "def f(xs):\n    return len(xs) if 0 not in xs else 0",
        (INTS,),
    ),
    "an error of what is not shown because of its name": (
        "def print(x):\n    return 6 // len(x)\n\ndef f(xs):\n    return len(xs)",
        "def print(x):\n    return 6 // len(x)\n\ndef f(xs):\n    print(xs)\n    return len(xs)",
        (INTS,),
    ),
    "an error of an argument by name of print": (
        "def f(xs):\n    return len(xs)",
        "def f(xs):\n    print(xs, sep=3)\n    return len(xs)",
        (INTS,),
    ),
    "an error of an instance that is shown": (
        "from dataclasses import dataclass\n\n\n@dataclass\nclass P:\n    n: int\n\n    def __repr__(self):\n        return str(6 // self.n)\n\n\ndef f(xs):\n    return len(xs)",
        "from dataclasses import dataclass\n\n\n@dataclass\nclass P:\n    n: int\n\n    def __repr__(self):\n        return str(6 // self.n)\n\n\ndef f(xs):\n    print([P(len(xs))])\n    return len(xs)",
        (INTS,),
    ),
    "an error that any never comes to": (
        "def f(rows):\n    return any(6 // x > 0 for r in rows for x in r)",
        "def f(rows):\n    for r in rows:\n        for x in r:\n            if x == 0:\n                return False\n    return any(6 // x > 0 for r in rows for x in r)",
        (ROWS,),
    ),
    "an error of a map that any never comes to": (
        "def f(xs):\n    return any(map(lambda x: 6 // x > 0, xs))",
        "def f(xs):\n    if 0 in xs:\n        return False\n    return any(map(lambda x: 6 // x > 0, xs))",
        (INTS,),
    ),
    "an error of a generator that any never comes to": (
        "def f(xs):\n    return any(y > 0 for y in (6 // x for x in xs))",
        "def f(xs):\n    if 0 in xs:\n        return False\n    return any(y > 0 for y in (6 // x for x in xs))",
        (INTS,),
    ),
    "an error of a filter that any never comes to": (
        "def f(xs):\n    return any(y > 0 for y in filter(lambda x: 6 // x != 9, xs))",
        "def f(xs):\n    if 0 in xs:\n        return False\n    return any(y > 0 for y in filter(lambda x: 6 // x != 9, xs))",
        (INTS,),
    ),
    "the element that zip takes too many": (
        "def f(xs, ys):\n    t = 0\n    for a, b in zip(xs, ys):\n        t += 6 // a + b\n    return t",
        "def f(xs, ys):\n    t = 0\n    for a, b in zip(map(lambda x: 6 // x, xs), ys):\n        t += a + b\n    return t",
        (INTS, INTS),
    ),
    "elements that zip never takes": (
        "def f(xs, ys):\n    return [a + b for a, b in zip((6 // x for x in xs), ys)]",
        "def f(xs, ys):\n    return [] if 0 in xs else [a + b for a, b in zip([6 // x for x in xs], ys)]",
        (INTS, INTS),
    ),
    "a function defined in a branch": (
        "def f(x):\n    return x - 1",
        "def f(x):\n    if x > 0:\n        def g(y):\n            return y + 1\n    else:\n        def g(y):\n            return y - 1\n    return g(x)",
        (INT,),
    ),
    "a function defined twice": (
        "def f(x):\n    return x - 1",
        "def f(x):\n    def g(y):\n        return y + 1\n    a = g(x)\n    def g(y):\n        return y - 1\n    return g(a) - 1 if x > 3 else x - 1 + g(0) + 2",
        (INT,),
    ),
    "a TypeError where a KeyError is caught": (
        "def f(d, k):\n    return d[k] + 1 if k in d else 0",
        "def f(d, k):\n    try:\n        return d.get(k, None) + 1\n    except KeyError:\n        return 0",
        (TABLE, INT),
    ),
    "an index that is evaluated once": (
        "def f(xs):\n    if len(xs) < 2:\n        raise ValueError\n    y = xs[-1] * 2\n    return xs[:-2] + [y]",
        "def f(xs):\n    if len(xs) < 2:\n        raise ValueError\n    xs[len(xs) - 1] += xs.pop()\n    return xs",
        (INTS,),
    ),
    "a list that changes with its index": (
        "def f(xs):\n    if len(xs) != 2 or xs[1] != 1:\n        return 0\n    return 1",
        "def f(xs):\n    if len(xs) != 2 or xs[1] != 1:\n        return 0\n    return xs[xs.pop()]",
        (INTS,),
    ),
    "a list that changes with its slice": (
        "def f(xs):\n    return xs[len(xs) - 1:] and len(xs[0:xs[-1]])",
        "def f(xs):\n    return xs[len(xs) - 1:] and len(xs[0:xs.pop()])",
        (INTS,),
    ),
    "a list that changes with the place of an assignment": (
        "def f(xs):\n    if len(xs) < 2 or xs[-1] != 0:\n        raise ValueError\n    return [3] + xs[1:]",
        "def f(xs):\n    if len(xs) < 2 or xs[-1] != 0:\n        raise ValueError\n    xs[xs.pop()] = 3\n    return xs",
        (INTS,),
    ),
    "a list that changes with the place of del": (
        "def f(xs):\n    if len(xs) < 2 or xs[-1] != 0:\n        raise ValueError\n    return xs[1:]",
        "def f(xs):\n    if len(xs) < 2 or xs[-1] != 0:\n        raise ValueError\n    del xs[xs.pop()]\n    return xs",
        (INTS,),
    ),
    "a list that changes with the order of sort": (
        "def f(xs):\n    if len(xs) < 1:\n        return []\n    return sorted(xs, reverse=xs[-1] > 0)",
        "def f(xs):\n    if len(xs) < 1:\n        return []\n    xs.sort(reverse=xs.pop() > 0)\n    return xs",
        (INTS,),
    ),
    "a list that changes with the order of sorted": (
        "def f(xs):\n    if len(xs) < 1:\n        return []\n    return sorted(xs, reverse=xs[-1] > 0)",
        "def f(xs):\n    if len(xs) < 1:\n        return []\n    return sorted(xs, reverse=xs.pop() > 0)",
        (INTS,),
    ),
    "a list that changes with what it is zipped with": (
        "def f(xs):\n    t = 0\n    if xs:\n        for a, b in zip(xs, [xs[-1]]):\n            t += a + b\n    return t",
        "def f(xs):\n    t = 0\n    if xs:\n        for a, b in zip(xs, [xs.pop()]):\n            t += a + b\n    return t",
        (INTS,),
    ),
    "a list that changes with the start of enumerate": (
        "def f(xs):\n    t = 0\n    if xs:\n        for a, b in enumerate(xs, xs[-1]):\n            t += a\n    return t",
        "def f(xs):\n    t = 0\n    if xs:\n        for a, b in enumerate(xs, xs.pop()):\n            t += a\n    return t",
        (INTS,),
    ),
    "a list that changes with the start of sum": (
        "def f(xs):\n    return sum(xs) if xs else 0",
        "def f(xs):\n    return sum(xs[:], xs.pop()) if xs else 0",
        (INTS,),
    ),
    "the larger of two truth values": (
        "def f(b):\n    return str(int(b))",
        "def f(b):\n    return str(max(b, False))",
        (BOOL,),
    ),
    "a sum that begins with a truth value": (
        "def f(b):\n    return str(int(b))",
        "def f(b):\n    return str(sum([], b))",
        (BOOL,),
    ),
    "a truth value as a text": (
        "def f(b):\n    return str(int(b))",
        "def f(b):\n    return str(b)",
        (BOOL,),
    ),
    "plus before a truth value": (
        "def f(b):\n    return str(b)",
        "def f(b):\n    return str(+b)",
        (BOOL,),
    ),
    "a number for a truth value": (
        "def f(b):\n    return str(b)",
        "def f(b):\n    return str(b and 1)",
        (BOOL,),
    ),
    "a key that notes what it is asked for": (
        "def n(x, log):\n    log.append(x)\n    return x\n\ndef f(xs):\n    log = []\n    b = xs[0]\n    for x in xs:\n        log.append(x)\n        log.append(b)\n        if x > b:\n            b = x\n    return log",
        "def n(x, log):\n    log.append(x)\n    return x\n\ndef f(xs):\n    log = []\n    max(xs, key=lambda x: n(x, log))\n    return log",
        (INTS,),
    ),
    "a dictionary that grows while it is walked": (
        "def f(d):\n    return len(d)",
        "def f(d):\n    n = 0\n    for k, v in d.items():\n        d[k + 1] = v\n        n += 1\n    return n",
        (TABLE,),
    ),
    "keys before and after a change": (
        "def f(d):\n    d[1] = 2\n    return len(list(d.keys()))",
        "def f(d):\n    a = list(d.keys())\n    d[1] = 2\n    return len(a)",
        (TABLE,),
    ),
    "one list for two parameters": (
        "def f(xs):\n    return len(xs)",
        "def g(a, b):\n    a.append(1)\n    return len(b)\n\ndef f(xs):\n    return g(xs, xs)",
        (INTS,),
    ),
    "rows that are one list": (
        "def f(n):\n    return [[0], [0]]",
        "def f(n):\n    a = [[0]] * 2\n    a[0].append(1)\n    return a",
        (INT,),
    ),
    "a change behind or": (
        "def f(xs):\n    return 0 < len(xs) < 5",
        "def f(xs):\n    return 0 < len(xs) and len(xs) < 5 or xs.pop() > 1000000 or False",
        (INTS,),
    ),
    "a chained comparison": (
        "def f(a, b):\n    return (a < b) < 3",
        "def f(a, b):\n    return a < b < 3",
        (INT, INT),
    ),
    "None for zero": (
        "def f(n):\n    return n is None",
        "def f(n):\n    return n == 0",
        (INT,),
    ),
    "a negative step with bounds": (
        "def f(xs):\n    return xs[::-1]",
        "def f(xs):\n    return xs[-1:0:-1]",
        (INTS,),
    ),
    "insert before the last": (
        "def f(xs):\n    return xs + [1]",
        "def f(xs):\n    xs.insert(-1, 1)\n    return xs",
        (INTS,),
    ),
    "the first letter of an empty text": (
        "def f(t):\n    return t[0:1]",
        "def f(t):\n    return t[0]",
        (TEXT,),
    ),
    "letters up to the last": (
        "def f(t):\n    return [c for c in t if c <= 'z']",
        "def f(t):\n    return [c for c in t if c < 'z']",
        (TEXT,),
    ),
    "a range with a step": (
        "def f(n):\n    return [i for i in range(0, n, 2)]",
        "def f(n):\n    return [2 * i for i in range(n // 2)]",
        (INT,),
    ),
    "a range that counts down": (
        "def f(n):\n    return [i for i in range(n, 0, -2)]",
        "def f(n):\n    return [i for i in range(n, -1, -2)]",
        (INT,),
    ),
    "else of a while": (
        "def f(n):\n    return n",
        "def f(n):\n    i = 0\n    while i < n:\n        i += 1\n        if i == 3:\n            break\n    else:\n        return n\n    return n + 1",
        (INT,),
    ),
    "the variable of a loop after it": (
        "def f(xs):\n    return len(xs) - 1 if xs else 0",
        "def f(xs):\n    i = 0\n    for i in range(len(xs) - 1):\n        pass\n    return i",
        (INTS,),
    ),
    "a variable of a list comprehension": (
        "def f(xs):\n    i = 7\n    ys = [i for i in xs]\n    return i",
        "def f(xs):\n    i = 7\n    for i in xs:\n        pass\n    return i",
        (INTS,),
    ),
    "a function that sees later values": (
        "def f(xs):\n    return [x + 1 for x in xs]",
        "def f(xs):\n    k = 1\n    g = lambda x: x + k\n    k = 2\n    return [g(x) for x in xs]",
        (INTS,),
    ),
    "an inner function that sees later values": (
        "def f(xs):\n    return [x + 1 for x in xs]",
        "def f(xs):\n    k = 1\n    def g(x):\n        return x + k\n    k = 2\n    return [g(x) for x in xs]",
        (INTS,),
    ),
    "nonlocal": (
        "def f(xs):\n    return 0",
        "def f(xs):\n    k = 0\n    def g():\n        nonlocal k\n        k += 1\n    for x in xs:\n        g()\n    return k",
        (INTS,),
    ),
    "an argument with a star": (
        "def f(xs):\n    return len(xs)",
        "def g(*a):\n    return len(a)\n\ndef f(xs):\n    return g(xs)",
        (INTS,),
    ),
    "a name that is bound in an expression": (
        "def f(xs):\n    return 0",
        "def f(xs):\n    y = 0\n    [y := x for x in xs]\n    return y",
        (INTS,),
    ),
    "a power of a negative number": (
        "def f(n):\n    return n * n",
        "def f(n):\n    return n ** 2 if n >= 0 else -n ** 2",
        (INT,),
    ),
    "tuples for lists in a list": (
        "def f(xs):\n    return [(x,) for x in xs]",
        "def f(xs):\n    return [[x] for x in xs]",
        (INTS,),
    ),
    "True for 1 as a key": (
        "def f(n):\n    d = {1: 5}\n    return d.get(n, 0)",
        "def f(n):\n    d = {1: 5}\n    d[True] = 6\n    return d.get(n, 0)",
        (INT,),
    ),
    "an index that skips after a removal": (
        "def f(xs):\n    return [x for x in xs if x != 0]",
        "def f(xs):\n    i = 0\n    while i < len(xs):\n        if xs[i] == 0:\n            xs.pop(i)\n        i += 1\n    return xs",
        (INTS,),
    ),
    "a range that keeps its length": (
        "def f(xs):\n    return []",
        "def f(xs):\n    for i in range(len(xs)):\n        xs.pop(0)\n        if i > 1:\n            break\n    return xs",
        (INTS,),
    ),
    "finally": (
        "def f(n):\n    return n",
        "def f(n):\n    try:\n        return n\n    finally:\n        return 0",
        (INT,),
    ),
    "else of a try": (
        "def f(xs):\n    return 1",
        "def f(xs):\n    try:\n        xs[0]\n    except IndexError:\n        return 1\n    else:\n        return 2",
        (INTS,),
    ),
    "an exception with another meaning": (
        "def f(xs):\n    return xs[0] if xs else 0",
        "class IndexError(Exception):\n    pass\n\ndef f(xs):\n    try:\n        return xs[0]\n    except IndexError:\n        return 0",
        (INTS,),
    ),
    "another exception": (
        "def f(xs):\n    return xs[0] if xs else 0",
        "def f(xs):\n    try:\n        return xs[0]\n    except KeyError:\n        return 0",
        (INTS,),
    ),
    "the order of a dictionary": (
        "def f(xs):\n    d = {}\n    for x in xs:\n        d[x] = 1\n    return list(d)",
        "def f(xs):\n    d = {}\n    for x in reversed(xs):\n        d[x] = 1\n    return list(d)[::-1]",
        (INTS,),
    ),
    "the text of a negative number": (
        "def f(n):\n    return str(n)",
        "def f(n):\n    return str(abs(n))",
        (INT,),
    ),
    "letters in order": (
        "def f(t):\n    return t",
        "def f(t):\n    return ''.join(sorted(t))",
        (TEXT,),
    ),
    "sort gives None": (
        "def f(xs):\n    return sorted(xs)",
        "def f(xs):\n    return xs.sort()",
        (INTS,),
    ),
    "reverse gives None": (
        "def f(xs):\n    return xs[::-1]",
        "def f(xs):\n    return xs.reverse()",
        (INTS,),
    ),
    "a sum of truth values": (
        "def f(n):\n    return (n > 0) + (n > 1)",
        "def f(n):\n    return n > 0 or n > 1",
        (INT,),
    ),
    "a huge range": (
        "def f(n):\n    return n",
        "def f(n):\n    t = 0\n    for i in range(10**17):\n        t += 1\n    return n + (t == 10**17)",
        (INT,),
    ),
    "a while that overshoots": (
        "def f(n):\n    return 0",
        "def f(n):\n    while n > 0:\n        n -= 2\n    return n",
        (INT,),
    ),
    "an iterator that is zipped with itself": (
        "def f(xs):\n    return [(a, b) for a, b in zip(xs, xs)]",
        "def f(xs):\n    g = iter(xs)\n    return [(a, b) for a, b in zip(g, g)]",
        (INTS,),
    ),
    "a map that is used twice": (
        "def f(xs):\n    return sum(xs) + max(xs)",
        "def f(xs):\n    m = map(abs, xs)\n    return sum(m) + max(m)",
        (INTS,),
    ),
    "a filter that is returned": (
        "def f(xs):\n    return [x for x in xs if x > 0]",
        "def f(xs):\n    return filter(lambda x: x > 0, xs)",
        (INTS,),
    ),
    "the order of a set in a comprehension": (
        "def f(xs):\n    s = set(xs)\n    return [x for x in xs if x in s]",
        "def f(xs):\n    return [x for x in set(xs)]",
        (INTS,),
    ),
    "a name that is deleted": (
        "def f(n):\n    return n",
        "def f(n):\n    m = n\n    if n == 3:\n        del m\n    return m",
        (INT,),
    ),
    "an argument that a helper binds anew": (
        "def f(xs):\n    return xs + [1]",
        "def g(ys):\n    ys = ys + [1]\n\ndef f(xs):\n    g(xs)\n    return xs",
        (INTS,),
    ),
    "`+=` on a list with two names": (
        "def f(xs):\n    return len(xs)",
        "def f(xs):\n    ys = xs\n    ys += [1]\n    return len(xs)",
        (INTS,),
    ),
    "`+` on a list with two names": (
        "def f(xs):\n    return len(xs) + 1",
        "def f(xs):\n    ys = xs\n    ys = ys + [1]\n    return len(xs)",
        (INTS,),
    ),
    "a copy by a slice": (
        "def f(xs):\n    return len(xs) + 1",
        "def f(xs):\n    ys = xs[:]\n    ys.append(1)\n    return len(xs)",
        (INTS,),
    ),
    "True among numbers": (
        "def f(xs):\n    return xs.count(1)",
        "def f(xs):\n    return xs.count(True) + (1 if 5 in xs else 0)",
        (INTS,),
    ),
    "the smaller of two, but for one number": (
        "def f(a, b):\n    return min(a, b)",
        "def f(a, b):\n    return a if a < b + 1 else b if b != 7 else 8",
        (INT, INT),
    ),
    "division by zero": (
        "def f(a, b):\n    return a",
        "def f(a, b):\n    return (a // b) * b + a % b",
        (INT, INT),
    ),
    "division by a negative number": (
        "def f(a, b):\n    if b == 0:\n        return 0\n    return a // b",
        "def f(a, b):\n    if b == 0:\n        return 0\n    return -(a // -b)",
        (INT, INT),
    ),
    "a cache": (
        "def f(n):\n    return n",
        "import functools\n\n@functools.lru_cache\ndef f(n):\n    return n + 0 * len(str(n)) if n != 4 else 5",
        (INT,),
    ),
    "an annotation that does something": (
        "def f(n):\n    return n",
        "def f(n: print(3)):\n    return n + 1 - 1 if n != 12 else 0",
        (INT,),
    ),
    "a definition under a condition": (
        "def f(n):\n    return n",
        "def f(n):\n    return n\n\nif __name__ != '__main__':\n    def f(n):\n        return 0",
        (INT,),
    ),
    "a class with an equality of its own": (
        "def f(n):\n    return n == n",
        "class E(int):\n    def __eq__(self, o):\n        return False\n\ndef f(n):\n    return E(n) == E(n)",
        (INT,),
    ),
    "a text that is counted": (
        "def f(t):\n    return t.count('a')",
        "def f(t):\n    return t.count('aa') + t.count('a')",
        (TEXT,),
    ),
    "the length of a text in capitals": (
        "def f(t):\n    return len(t)",
        "def f(t):\n    return len(t.upper())",
        (TEXT,),
    ),
    "the length of a letter in capitals": (
        "def f(t):\n    return len(t)",
        "def f(t):\n    n = 0\n    for c in t:\n        n += len(c.upper())\n    return n",
        (TEXT,),
    ),
    "a recursion whose lists change below it": (
        "def f(xs, n):\n    t = 0\n    m = len(xs)\n    while n > 0:\n        m += 1\n        t += m\n        n -= 1\n    return t",
        "def f(xs, n):\n    if n <= 0:\n        return 0\n    xs.append(n)\n    return f(xs, n - 1) + len(xs)",
        (INTS, INT),
    ),
    "a recursion inside of a loop": (
        "def f(n):\n    return n",
        "def f(n):\n    for i in range(3):\n        if n > 0:\n            return f(n - 1)\n    return n",
        (INT,),
    ),
    "a parameter with the name of the function": (
        "def f(n):\n    return 0",
        "def f(f):\n    if f <= 0:\n        return 0\n    return f(f - 1)",
        (INT,),
    ),
    "a map backwards": (
        "def f(xs):\n    return [abs(x) for x in xs[::-1]]",
        "def f(xs):\n    return [x for x in reversed(map(abs, xs))]",
        (INTS,),
    ),
    "an enumerate backwards": (
        "def f(xs):\n    return [x for x in xs[::-1]]",
        "def f(xs):\n    return [x for i, x in reversed(enumerate(xs))]",
        (INTS,),
    ),
    "a zip backwards": (
        "def f(xs):\n    return [x for x in xs[::-1]]",
        "def f(xs):\n    return [x for i, x in reversed(zip(xs, xs))]",
        (INTS,),
    ),
    "a generator backwards": (
        "def f(xs):\n    return [x for x in xs[::-1]]",
        "def f(xs):\n    return [x for x in reversed(x for x in xs)]",
        (INTS,),
    ),
    "a filter backwards": (
        "def f(xs):\n    return [x for x in xs[::-1] if x > 0]",
        "def f(xs):\n    return [x for x in reversed(filter(lambda v: v > 0, xs))]",
        (INTS,),
    ),
    "a list that grows and is bound anew while it is walked": (
        "def f(xs):\n    return len(xs)",
        "def f(xs):\n    n = 0\n    for x in xs:\n        n += 1\n        if n == 1:\n            xs.append(1)\n        xs = [5]\n    return n",
        (INTS,),
    ),
    "a list that a helper gives back out of a loop": (
        "def f(xs):\n    return len(xs)",
        "def g(xs):\n    for x in xs:\n        return xs\n    return []\n\ndef f(xs):\n    ys = g(xs)\n    ys.append(1)\n    return len(xs)",
        (INTS,),
    ),
    "a list that a recursion gives back": (
        "def f(xs, n):\n    return len(xs)",
        "def g(xs, n):\n    if n <= 0:\n        return xs\n    return g(xs, n - 1)\n\ndef f(xs, n):\n    ys = g(xs, n)\n    ys.append(1)\n    return len(xs)",
        (INTS, INT),
    ),
    "a tuple with a list, returned out of a loop": (
        "def f(xs):\n    return (list(xs), 0)",
        "def f(xs):\n    r = []\n    for x in xs:\n        r.append(x)\n        if x == 3:\n            return (r, 0)\n    return (r, 0)",
        (INTS,),
    ),
    "a condition that notes what it is asked": (
        "def f(xs):\n    sum(1 for x in xs)\n    return list(xs)",
        "def f(xs):\n    log = []\n    sum(1 for x in xs if x > 0 if log.append(x) is None)\n    return log",
        (INTS,),
    ),
    "all stops when it knows": (
        "def f(xs):\n    return [x + 0 for x in xs]",
        "def f(xs):\n    seen = []\n    all(seen.append(x) is None and x > 2 for x in xs)\n    return seen",
        (INTS,),
    ),
    "arguments of max that change a list": (
        "def f(xs):\n    return max(len(xs), 0)",
        "def f(xs):\n    if not xs:\n        return 0\n    return max(len(xs), xs.pop() * 0 + len(xs) + 1)-0 if xs != [2] else 0",
        (INTS,),
    ),
    "an unset name where an IndexError is caught": (
        "def f(n):\n    return 0 if n < 0 else n",
        "def f(n):\n    if n >= 0:\n        m = n\n    try:\n        return m\n    except IndexError:\n        return 0",
        (INT,),
    ),
    "None where a ZeroDivisionError is caught": (
        "def f(d, k):\n    return 6 // d[k] if k in d and d[k] != 0 else 0",
        "def f(d, k):\n    try:\n        return 6 // d.get(k, None)\n    except ZeroDivisionError:\n        return 0",
        (TABLE, INT),
    ),
    "a dictionary with two names": (
        "def f(d):\n    return len(d)",
        "def f(d):\n    e = d\n    e[100] = 1\n    return len(d)",
        (TABLE,),
    ),
    "one list twice in a tuple": (
        "def f(xs):\n    return len(xs)",
        "def f(xs):\n    t = (xs, xs)\n    t[0].append(1)\n    return len(t[1])",
        (INTS,),
    ),
    "two names that part in a loop": (
        "def f(n):\n    return 2",
        "def f(n):\n    a = [1]\n    b = a\n    for i in range(n):\n        b = [7]\n    a.append(5)\n    return len(b)",
        (INT,),
    ),
    "`+=` on a text with two names": (
        "def f(t):\n    return t + 'x'",
        "def f(t):\n    u = t\n    u += 'x'\n    return t",
        (TEXT,),
    ),
    "a condition that changes a list": (
        "def f(xs):\n    return len(xs)",
        "def f(xs):\n    if xs and xs.pop() > 5 or not xs:\n        pass\n    return len(xs) + 1",
        (INTS,),
    ),
    "a choice that changes a list": (
        "def f(xs):\n    return len(xs)",
        "def f(xs):\n    y = xs.pop() if len(xs) > 2 else 0\n    return len(xs)",
        (INTS,),
    ),
    "a slice that is assigned": (
        "def f(xs):\n    return xs[::-1]",
        "def f(xs):\n    ys = xs\n    xs[:] = xs[::-1]\n    return ys[::-1]",
        (INTS,),
    ),
    "a list that is added to itself": (
        "def f(xs):\n    return xs",
        "def f(xs):\n    xs.extend(xs)\n    return xs",
        (INTS,),
    ),
    "the order of assignments": (
        "def f(xs):\n    if len(xs) < 2:\n        return xs\n    i = 0\n    xs[0], i = xs[1], 1\n    return xs",
        "def f(xs):\n    if len(xs) < 2:\n        return xs\n    i = 0\n    i, xs[i] = 1, xs[1]\n    return xs",
        (INTS,),
    ),
    "the last place for the first": (
        "def f(xs):\n    return xs.index(3) if 3 in xs else -1",
        "def f(xs):\n    r = -1\n    for i in range(len(xs)):\n        if xs[i] == 3:\n            r = i\n    return r",
        (INTS,),
    ),
    "a constant that is hidden": (
        "def f(n):\n    return n + 1",
        "K = 1\n\ndef f(n):\n    if n == 5:\n        K = 2\n    return n + K",
        (INT,),
    ),
    "an exception that is unknown": (
        "def f(xs):\n    return xs[0] if xs else 0",
        "def f(xs):\n    try:\n        return xs[0]\n    except (IndexError, NoSuch):\n        return 0",
        (INTS,),
    ),
    "two statements in a try": (
        "def f(xs):\n    return 0",
        "def f(xs):\n    n = 0\n    try:\n        n = 1\n        xs[0]\n    except IndexError:\n        n = 0\n    return 0 if not xs else n",
        (INTS,),
    ),
    "an error in a loop": (
        "def f(xs):\n    for x in xs:\n        if x < 0:\n            return 0\n    return 1",
        "def f(xs):\n    for x in xs:\n        if x < 0:\n            raise ValueError\n    return 1",
        (INTS,),
    ),
    "numbers for truth values": (
        "def f(xs):\n    return [x > 0 for x in xs]",
        "def f(xs):\n    return [1 if x > 0 else 2 for x in xs]",
        (INTS,),
    ),
    "zero for nothing": (
        "def f(d, k):\n    return d.get(k, 5)",
        "def f(d, k):\n    return d.get(k, 0) or 5",
        (TABLE, INT),
    ),
    "a map of Nones": (
        "def f(xs):\n    return 0",
        "def f(xs):\n    return len(list(map(lambda x: None, xs)))",
        (INTS,),
    ),
    "a start of sum that changes with the list": (
        "def f(xs):\n    return xs[-1] + len(xs) if xs else 0",
        "def f(xs):\n    return sum([xs.pop()], len(xs)) if xs else 0",
        (INTS,),
    ),
}
