"""More pairs of a model and a program that differs from it: what Python takes for a key, whose error it is, which names
belong to a comprehension, what a recursion gives where nothing is left to do, when something is looked up that is made
one by one, and what reaches into a module.
"""

# ruff: noqa: E501
from __future__ import annotations

from tests.engines.proofs.attacks import ROWS, TABLE
from tests.engines.proofs.sources import INT, INTS
from viva.engines.shapes import Either, Plain, Shape

PERHAPS_BOOL = Either((Plain("none"), Plain("bool")))

OVERLOOKED: dict[str, tuple[str, str, tuple[Shape, ...]]] = {
    "a list that is looked for in an empty set": (
        "def f(n):\n    return False",
        "def f(n):\n    s = set()\n    return [n] in s",
        (INT,),
    ),
    "a list in a set": (
        "def f(n):\n    return 1",
        "def f(n):\n    s = set()\n    s.add([n])\n    return len(s)",
        (INT,),
    ),
    "a list in a set that is written down": (
        "def f(n):\n    return 1",
        "def f(n):\n    s = {[n]}\n    return len(s)",
        (INT,),
    ),
    "a list as a key": (
        "def f(n):\n    return 1",
        "def f(n):\n    d = {}\n    d[[n]] = 1\n    return len(d)",
        (INT,),
    ),
    "a list that is looked up in an empty dictionary": (
        "def f(n):\n    return 0",
        "def f(n):\n    d = {}\n    return d.get([n], 0)",
        (INT,),
    ),
    "a set of rows": (
        "def f(rows):\n    return 0",
        "def f(rows):\n    return 0 * len(set(rows))",
        (ROWS,),
    ),
    "rows as keys": (
        "def f(rows):\n    return 0",
        "def f(rows):\n    return 0 * len(dict.fromkeys(rows))",
        (ROWS,),
    ),
    "a tuple with a list in a set": (
        "def f(n):\n    return 1",
        "def f(n):\n    s = set()\n    s.add((n, [n]))\n    return len(s)",
        (INT,),
    ),
    "a tuple with a list as a key": (
        "def f(n):\n    return 1",
        "def f(n):\n    d = {(n, [1]): 2}\n    return len(d)",
        (INT,),
    ),
    "lists in a set that is made one by one": (
        "def f(xs):\n    return 0",
        "def f(xs):\n    return 0*len({[x] for x in xs})",
        (INTS,),
    ),
    "a list that is taken out of an empty set": (
        "def f(n):\n    return 0",
        "def f(n):\n    s = set()\n    s.discard([n])\n    return 0",
        (INT,),
    ),
    "no IndexError of a dictionary": (
        "def f(d, k):\n    return d[k] if k in d else 0",
        "def f(d, k):\n    try:\n        return d.pop(k)\n    except IndexError:\n        return 0",
        (
            TABLE,
            INT,
        ),
    ),
    "no ValueError of a set": (
        "def f(xs, k):\n    s = set(xs)\n    s.discard(k)\n    return len(s)",
        "def f(xs, k):\n    s = set(xs)\n    try:\n        s.remove(k)\n    except ValueError:\n        return len(s)\n    return len(s)",
        (
            INTS,
            INT,
        ),
    ),
    "an empty dictionary of keys": (
        "def f(xs):\n    return False",
        "def f(xs):\n    return dict.fromkeys(xs) == {}",
        (INTS,),
    ),
    "a variable of a comprehension before it is bound": (
        "def f(xs):\n    y = 3\n    return [z for x in xs for z in range(y)]",
        "def f(xs):\n    y = 3\n    return [y for x in xs for y in range(y)]",
        (INTS,),
    ),
    "a variable of a comprehension in a condition before it is bound": (
        "def f(xs):\n    y = 3\n    return [z for x in xs for z in range(2)]",
        "def f(xs):\n    y = 3\n    return [y for x in xs if y > 0 for y in range(2)]",
        (INTS,),
    ),
    "a variable of a sum before it is bound": (
        "def f(xs):\n    y = 3\n    return sum(z for x in xs for z in range(y))",
        "def f(xs):\n    y = 3\n    return sum(y for x in xs for y in range(y))",
        (INTS,),
    ),
    "a variable of any before it is bound": (
        "def f(xs):\n    y = 3\n    return any(z > x for x in xs if y > 0 for z in range(3))",
        "def f(xs):\n    y = 3\n    return any(y > x for x in xs if y > 0 for y in range(3))",
        (INTS,),
    ),
    "a recursion that may give a truth value": (
        "def g(n):\n    if n <= 0:\n        return 1\n    return n * g(n - 1)\n\ndef f(n):\n    return str(g(n))",
        "def g(n):\n    if n <= 0:\n        return True\n    return n * g(n - 1)\n\ndef f(n):\n    return str(g(n))",
        (INT,),
    ),
    "a recursion that may give False": (
        "def g(n):\n    if n <= 0:\n        return 0\n    return 1 + g(n - 1)\n\ndef f(n):\n    return str(g(n))",
        "def g(n):\n    if n <= 0:\n        return False\n    return 1 + g(n - 1)\n\ndef f(n):\n    return str(g(n))",
        (INT,),
    ),
    "a recursion that may give its argument": (
        "def f(xs):\n    return xs",
        "def g(xs):\n    if not xs:\n        return xs\n    return g(xs[1:]) + [xs[0]]\n\ndef f(xs):\n    r = g(xs)\n    r.append(1)\n    return xs",
        (INTS,),
    ),
    "a recursion that may give its argument, from the other side": (
        "def f(xs):\n    return xs",
        "def g(xs):\n    if not xs:\n        return xs\n    return [xs[0]] + g(xs[1:])\n\ndef f(xs):\n    r = g(xs)\n    r.append(1)\n    return xs",
        (INTS,),
    ),
    "the names of the module, by the frame of a generator": (
        "def f(n):\n    return n",
        "def f(n):\n    return n\n\n(x for x in ()).gi_frame.f_globals.update(f=abs)\n",
        (INT,),
    ),
    "a function that gets the code of another": (
        "def f(n):\n    return n",
        "from functools import update_wrapper\n\ndef g(n):\n    return 7\n\ndef f(n):\n    return n\n\nupdate_wrapper(f, g, ['__code__'])\n",
        (INT,),
    ),
    "an annotation that is run": (
        "def f(n):\n    return n",
        'from typing import get_type_hints\n\ndef f(n: "globals().update(f=abs)"):\n    return n\n\nget_type_hints(f)\n',
        (INT,),
    ),
    "a method of what is bound anew in the loop": (
        "def f(xs):\n    t = 0\n    d = {1: 5}\n    for x in xs:\n        y = d.get(x)\n        d = {1: 7}\n        t += y or 0\n    return t",
        "def f(xs):\n    d = {1: 5}\n    t = 0\n    for y in map(d.get, xs):\n        d = {1: 7}\n        t += y or 0\n    return t",
        (INTS,),
    ),
    "a method for a filter, of what is bound anew in the loop": (
        "def f(xs):\n    t = 0\n    d = {1: 5}\n    for x in xs:\n        if d.get(x):\n            d = {2: 7}\n            t += x\n    return t",
        "def f(xs):\n    d = {1: 5}\n    t = 0\n    for x in filter(d.get, xs):\n        d = {2: 7}\n        t += x\n    return t",
        (INTS,),
    ),
    "an element that is taken out before a key is missing": (
        "def f(xs):\n    return len(xs)",
        "def f(xs):\n    d = {}\n    try:\n        a = xs.pop() + d[1]\n    except (IndexError, KeyError):\n        a = 0\n    return len(xs)",
        (INTS,),
    ),
    "an element that is put in before a key is missing": (
        "def f(xs):\n    return len(xs)",
        "def f(xs):\n    d = {}\n    try:\n        a = [xs.append(1), d[1]]\n    except (IndexError, KeyError):\n        a = 0\n    return len(xs)",
        (INTS,),
    ),
    "a dictionary that grows before a division by zero": (
        "def f(n):\n    return 0 if n == 0 else 1",
        "from collections import defaultdict\n\ndef f(n):\n    d = defaultdict(int)\n    try:\n        a = d[1] // n\n    except (ZeroDivisionError, KeyError):\n        a = 7\n    return len(d)",
        (INT,),
    ),
    "a list that is looked for among keys": (
        "def f(n):\n    return False",
        "def f(n):\n    d = {}\n    return [n] in d.keys()",
        (INT,),
    ),
    "a filter that sees what is bound in between": (
        "def f(xs):\n    k = 0\n    r = []\n    for x in xs:\n        if x > 0:\n            r.append(x)\n    return r",
        "def f(xs):\n    k = 0\n    return [(k := v) for v in filter(lambda x: x > k, xs)]",
        (INTS,),
    ),
    "a generator that sees what is bound in between": (
        "def f(xs):\n    return [x + 1 for x in xs]",
        "def f(xs):\n    k = 1\n    return [(k := v) for v in (x + k for x in xs)]",
        (INTS,),
    ),
    "a sum of a generator that sees what is bound in between": (
        "def f(xs):\n    return sum(x + 1 for x in xs)",
        "def f(xs):\n    k = 1\n    return sum((k := v) for v in (x + k for x in xs))",
        (INTS,),
    ),
    "a name of the module that an except takes away": (
        "L = 3\n\ndef g():\n    return L\n\ndef f(xs):\n    return (xs[0] if xs else 0) + g()",
        "L = 3\n\ndef g():\n    return L\n\ndef f(xs):\n    global L\n    try:\n        a = xs[0]\n    except IndexError as L:\n        a = 0\n    return a + g()",
        (INTS,),
    ),
    "the larger of a number and what may be a truth value": (
        "def f(b):\n    if b is None:\n        raise ValueError\n    return str(1 if b == True else 0)",
        "def f(b):\n    return str(max(b, 0))",
        (PERHAPS_BOOL,),
    ),
    "a list that is empty while it is sorted": (
        "def f(n):\n    xs = [i % 3 for i in range(n)]\n    return sorted(xs, key=lambda x: xs.count(x))",
        "def f(n):\n    xs = [i % 3 for i in range(n)]\n    xs.sort(key=lambda x: xs.count(x))\n    return xs",
        (INT,),
    ),
    "elements that nobody asks for where none is wanted": (
        "import heapq\n\ndef f(xs, n):\n    return heapq.nlargest(n, (6 // x for x in xs))",
        "import heapq\n\ndef f(xs, n):\n    if 0 in xs:\n        return [5]\n    return heapq.nlargest(n, (6 // x for x in xs))",
        (
            INTS,
            INT,
        ),
    ),
    "rows that grow by another name while they are gone through": (
        "def f(rows):\n    ys = rows\n    for i in range(len(rows)):\n        rows[i].append(1)\n        if len(ys) < 4:\n            ys.append([0])\n    return rows",
        "def f(rows):\n    ys = rows\n    for row in rows:\n        row.append(1)\n        if len(ys) < 4:\n            ys.append([0])\n    return rows",
        (ROWS,),
    ),
    "a row that is exchanged by another name while it is changed": (
        "def f(rows):\n    ys = rows\n    for i in range(len(rows)):\n        ys[0] = [5]\n        rows[i].append(1)\n    return rows",
        "def f(rows):\n    ys = rows\n    for row in rows:\n        ys[0] = [5]\n        row.append(1)\n    return rows",
        (ROWS,),
    ),
    "instances of two classes with one name": (
        "from dataclasses import dataclass\n\n@dataclass\nclass P:\n    x: int\n    y: int\n\ndef f(xs):\n    return tuple([P(x, 1) for x in xs])",
        "from dataclasses import dataclass\n\n@dataclass\nclass P:\n    x: int\n    y: int\n\ndef f(xs):\n    return tuple([P(x, 1) for x in xs])",
        (INTS,),
    ),
    "frozen instances of two classes with one name": (
        "from dataclasses import dataclass\n\n@dataclass(frozen=True)\nclass P:\n    x: int\n    y: int\n\ndef f(xs):\n    return tuple([P(x, 1) for x in xs])",
        "from dataclasses import dataclass\n\n@dataclass(frozen=True)\nclass P:\n    x: int\n    y: int\n\ndef f(xs):\n    return tuple([P(x, 1) for x in xs])",
        (INTS,),
    ),
    "places in a list from behind, added up": (
        "def f(xs):\n    t = 0\n    for x in xs:\n        t += x * xs.index(x)\n    return t",
        "def f(xs):\n    t = 0\n    ys = xs[::-1]\n    for x in xs:\n        t += x * ys.index(x)\n    return t",
        (INTS,),
    ),
    "places in a list from behind, asked for": (
        "def f(xs):\n    return any(xs.index(x) > x for x in xs)",
        "def f(xs):\n    ys = xs[::-1]\n    return any(ys.index(x) > x for x in xs)",
        (INTS,),
    ),
    "an error of a key, inside of try": (
        "def f(xs):\n    return 1",
        "def g(x):\n    return 10 // x\n\ndef f(xs):\n    try:\n        best = max(xs, key=g)\n    except ValueError:\n        best = 0\n    return 1",
        (INTS,),
    ),
    "an error of a key that is a lambda with a name, inside of try": (
        "def f(xs):\n    return 1",
        "def f(xs):\n    g = lambda x: 10 // x\n    try:\n        best = min(xs, key=g, default=0)\n    except ValueError:\n        best = 0\n    return 1",
        (INTS,),
    ),
    "a key that is None, inside of try": (
        "def f(xs):\n    return 1",
        "def f(xs):\n    d = {1: 2}\n    try:\n        best = max(xs, key=d.get)\n    except ValueError:\n        best = 0\n    return 1",
        (INTS,),
    ),
    "a text or a tuple that fits a pattern of two": (
        "def f(n):\n    return 3",
        "def f(n):\n    x = 'ab' if n > 0 else (1, 2)\n    match x:\n        case [a, b]:\n            return 1\n    return 3",
        (INT,),
    ),
    "a tuple with lists, or a number, that is looked for in a set": (
        "def f(n):\n    return False",
        "def f(n):\n    x = 1 if n else (tuple([[1]]),)\n    return x in set()",
        (INT,),
    ),
}
STRICTLY: dict[str, tuple[str, str, tuple[Shape, ...]]] = {
    "a recursion that gives True where nothing is left": (
        "def f(n):\n    if n <= 0:\n        return 1\n    return n * f(n - 1)",
        "def f(n):\n    if n <= 0:\n        return True\n    return n * f(n - 1)",
        (INT,),
    ),
    "a dictionary of another type": (
        "def f(xs):\n    d = {}\n    for x in xs:\n        d[x] = 1\n    return d",
        "from collections import OrderedDict\ndef f(xs):\n    d = OrderedDict()\n    for x in xs:\n        d[x] = 1\n    return d",
        (INTS,),
    ),
    "a dictionary of another type, by its module": (
        "def f(n):\n    d = {}\n    d[n] = 1\n    return d",
        "import collections\n\ndef f(n):\n    d = collections.OrderedDict()\n    d[n] = 1\n    return d",
        (INT,),
    ),
    "the larger of a number and a truth value": (
        "def f(b):\n    if b is None:\n        raise ValueError\n    return 1 if b == True else 0",
        "def f(b):\n    return max(b, 0)",
        (PERHAPS_BOOL,),
    ),
}
"""These are equal, but not of one type."""
