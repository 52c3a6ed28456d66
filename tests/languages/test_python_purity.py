# ruff: noqa: E501 - a line is a program
"""What could make one call say nothing about the next is seen: in the source, or while it runs."""

import ast

import pytest

from viva.languages.inside.vivabox.python.reading.purity import impure, pure_functions
from viva.languages.inside.vivabox.python.running.keeping import Keeping

PURE = {
    "texts of numbers": "def g(n):\n    return n\n\n\ndef f(b):\n    return f'{g(b)}' + '%s' % g(b) + str([g(b)]) + '{}'.format(sum(map(g, [b])))\n",
    "an instance with a text": "class C:\n    def __repr__(self):\n        return 'C'\n\n\ndef f(b):\n    return len(f'{C()}')\n",
    "a program of its own": "def f(b):\n    return b\n\n\nif __name__ == '__main__':\n    print(f(1))\n",
    "arithmetic": "def f(n):\n    return n * n % 7",
    "a variable named like a builtin": "def f(id):\n    hash = id + 1\n    return hash",
    "a function of its own named like a builtin": "def hash(x):\n    return x\ndef f(n):\n    return hash(n)",
    "modules that compute": "import math\nfrom itertools import product\ndef f(n):\n    return math.isqrt(n)",
    "a table": "DAYS = [31, 28, 31]\ndef f(n):\n    return DAYS[n % 3]",
    "a dispatch table": "OPS = {'+': lambda a, b: a + b, 'm': max}\ndef f(o, n):\n    return OPS[o](n, 1)",
    "a class of its own": (
        "class P:\n    def __init__(self, x):\n        self.x = x\n    def double(self):\n        return 2 * self.x\n"
        "def f(n):\n    return P(n).double()"
    ),
    "a data class": (
        "from dataclasses import dataclass, field\n@dataclass\nclass P:\n    x: int = 0\n"
        "    items: list = field(default_factory=list)\ndef f(n):\n    return P(n).x"
    ),
    "a named tuple": (
        "from typing import NamedTuple\nclass P(NamedTuple):\n    x: int\n    y: int = 3\ndef f(n):\n    return P(n).x"
    ),
    "an enumeration": "from enum import Enum\nclass C(Enum):\n A = 1\n B = 2\ndef f(n):\n return C.A.value + n",
    "an abstract class": "from abc import ABC\nclass C(ABC):\n    k = 1\ndef f(n):\n    return C.k + n",
    "a pattern": "import re\nP = re.compile('a+')\ndef f(n):\n    return bool(P.match('a' * n))",
    "a nested counter": (
        "def f(n):\n    count = 0\n    def step():\n        nonlocal count\n        count += 1\n"
        "    for _ in range(n):\n        step()\n    return count"
    ),
    "comparison with None": "def f(n):\n    return 1 if n is None else 2",
    "the type of a value": "def f(n):\n    return type(n) is int",
    "how many are different": "def f(n):\n    return len(set(str(n)))",
    "what was seen": "def f(n):\n    seen = set()\n    seen.add(n)\n    return n in seen and 3 not in seen",
    "a set put in order": "def f(n):\n    s = set(str(n)) | {'1'}\n    return sorted(s)",
    "how many a helper found": "def g(n):\n    return set(str(n))\ndef f(n):\n    return len(g(n))",
    "a set as the answer": "def f(n):\n    return {x for x in set(str(n))}",
    "a default": "def f(n, k=[1, 2]):\n    return n + k[0]",
    "a module that nobody asks": "import os\nimport random as r\nfrom time import time\ndef f(n):\n    return n",
    "the largest number": "import sys\ndef f(n):\n    return min(n, sys.maxsize)",
    "a member of an enumeration": (
        "from enum import Enum\nclass C(Enum):\n    A = 1\n    B = 2\ndef f(n):\n    return (C.A if n else C.B) is C.A"
    ),
    "a main part": "def f(n):\n    return n\nif __name__ == '__main__':\n    import random\n    print(f(3))",
}

WRITTEN = {
    "the text of a function": "def f(b):\n    return len(f'{f}')\n",
    "the text of a lambda": "def f(b):\n    g = lambda: 0\n    return len(str([g]))\n",
    "the text of what is gone through": "def f(b):\n    return '%s' % (map(int, b),)\n",
    "the text of an instance": "class C:\n    pass\n\n\ndef f(b):\n    c = C()\n    return len(repr(c))\n",
    "texts of instances": "class C:\n    pass\n\n\ndef f(b):\n    return len(' '.join(map(str, [C()])))\n",
    "the text of one of two": "class C:\n    pass\n\n\ndef f(b):\n    return len(f'{1 if b else C()}')\n",
    "the text of a table": "class C:\n    pass\n\n\ndef f(b):\n    return len(str({1: C()}))\n",
    "the limit of recursion, caught": "def g():\n    g()\n\n\ndef f(b):\n    try:\n        g()\n    except RecursionError:\n        return b\n",
    "what is for debugging": "def f(b):\n    return __debug__\n",
    "under which name it runs": "def f(b):\n    return __name__ == 'g'\n",
    "time": "import time\ndef f(n):\n    return n if time.time() > 0 else 0",
    "chance": "from random import random\ndef f(n):\n    return n + int(random())",
    "a module by another": "import statistics\ndef f(n):\n    return statistics.random.random()",
    "a module by a name of one's own": "import os as o\ndef f(n):\n    return o.getpid()",
    "the union of sets": "def f(n):\n    for x in {str(n)}.union('ab'):\n        return x",
    "the process": "import os\ndef f(n):\n    return os.getpid()",
    "an import inside": "def f(n):\n    import sys\n    return sys.path",
    "what runs where a main part does not": "if __name__ != '__main__':\n    import os\ndef f(n):\n    return os.sep",
    "beside a main part": "if __name__ == '__main__':\n    pass\nelse:\n    import os\ndef f(n):\n    return os.sep",
    "identity": "def f(n):\n    return id(n) % 2",
    "a module that does something": "import this\ndef f(n):\n    return n",
    "a private name of a library": "import re\ndef f(n):\n    return len(re._cache)",
    "a method put into a class": "class A:\n    pass\ndef f(n):\n    A.__len__ = lambda self: n\n    return n",
    "arguments of the command": "import sys\ndef f(n):\n    return sys.maxsize if sys.argv else n",
    "a module handed on": "import sys\ndef f(n):\n    return [sys]",
    "a class that is called like an enumeration": (
        "from enum import Enum\nclass C(Enum):\n    A = 1\nC = type('C', (), {'A': 5})\ndef f(n):\n    return n is C.A"
    ),
    "what an enumeration does not have": (
        "from enum import Enum\nclass C(Enum):\n    A = 1\ndef f(n):\n    return n is C.mro"
    ),
    "a hash": "def f(n):\n    return hash(str(n))",
    "is": "def f(n):\n    return n + 1 is n + 1",
    "the order of a set": "def f(n):\n    return list(set(str(n)))",
    "going through a set": "def f(n):\n    s = {str(n), 'a'}\n    for x in s:\n        return x",
    "going through the set of a helper": (
        "def g(n):\n    return set(str(n))\ndef f(n):\n    for x in g(n):\n        return x"
    ),
    "a list of the set of a method": (
        "class A:\n    def g(self, n):\n        return {str(n), 'b'}\ndef f(n):\n    return list(A().g(n))"
    ),
    "a set in a table": "T = {'a': {'x', 'y'}}\ndef f(n):\n    return [x for x in T['a']]",
    "the first of a set": "def f(n):\n    s = set(str(n))\n    return s.pop()",
    "the namespace": "def f(n):\n    globals()['x'] = n\n    return n",
    "an attribute by its name": "def f(n):\n    setattr(f, 'x', n)\n    return n",
    "the attributes": "def f(n):\n    f.__dict__['x'] = n\n    return n",
    "the frame": "def f(n):\n try:\n  1 / 0\n except Exception as e:\n  return e.__traceback__.tb_frame",
    "a frame of a generator": "def f(n):\n    g = (x for x in [1])\n    return g.gi_frame",
    "builtins": "def f(n):\n    return __builtins__",
    "a format": "def f(n):\n    return '{0.__class__}'.format(n)",
    "a cache": "from functools import lru_cache\n@lru_cache\ndef f(n):\n    return n",
    "a module changed": "import math\ndef f(n):\n    math.x = n\n    return n",
    "a module renamed": "import math\ndef f(n):\n    m = math\n    m.x = n\n    return n",
    "a class of a library changed": "from collections import Counter\ndef f(n):\n    Counter.x = n\n    return n",
    "all of a module": "from math import *\ndef f(n):\n    return n",
    "a finaliser": "class A:\n    def __del__(self):\n        pass\ndef f(n):\n    A()\n    return n",
    "the name of the function": "def f(n):\n    f.__name__ = str(n)\n    return n",
    "the annotations": "def f(n: int):\n    f.__annotations__['k'] = n\n    return n",
    "a list of a library": "import operator\ndef f(n):\n    operator.__all__.append(n)\n    return n",
    "a table of a library": "import copy\ndef f(n):\n    copy.dispatch_table[n] = n\n    return n",
    "a class made abstract": "from abc import ABC\nclass A(ABC):\n pass\ndef f(n):\n A.register(int)\n return n",
    "eval": "def f(n):\n    return eval('n')",
    "a file": "def f(n):\n    return len(open('/tmp/x').read())",
}

KEPT = {
    "a global": "count = 0\ndef f(n):\n    global count\n    count += 1\n    return n",
    "a list at the top": "seen = []\ndef f(n):\n    seen.append(n)\n    return n",
    "a default": "def f(n, seen=[]):\n    seen.append(n)\n    return n",
    "a default by name": "def f(n, *, seen={}):\n    seen[n] = 1\n    return n",
    "an attribute of the function": "def f(n):\n    f.last = n\n    return n",
    "an attribute of a class": "class A:\n    last = 0\ndef f(n):\n    A.last = n\n    return n",
    "a list of a class": "class A:\n    seen = []\ndef f(n):\n    A.seen.append(n)\n    return n",
    "a closure": "def make():\n seen = []\n def f(n):\n  seen.append(n)\n  return n\n return f\nf = make()",
    "a cell": ("def make():\n k = 0\n def f(n):\n  nonlocal k\n  k += 1\n  return n\n return f\nf = make()"),
    "an instance": (
        "class A:\n def __init__(self):\n  self.k = 0\n def f(self, n):\n  self.k += 1\n  return n\nf = A().f"
    ),
    "an iterator": "import itertools\ncounter = itertools.count()\ndef f(n):\n    next(counter)\n    return n",
    "a generator": "def g():\n    while True:\n        yield 1\nit = g()\ndef f(n):\n    next(it)\n    return n",
    "a method of a list": "push = [].append\ndef f(n):\n    push(n)\n    return n",
    "a function that is replaced": "def g(n):\n return n\ndef f(n):\n global g\n g = lambda n: n\n return n",
    "deep inside": "box = {'a': ([1, {'b': []}],)}\ndef f(n):\n    box['a'][0][1]['b'].append(n)\n    return n",
    "a nan that stays and a list that does not": "x = float('nan')\ny = []\ndef f(n):\n    y.append(x)\n    return n",
    "a class that was made": (
        "from dataclasses import make_dataclass\nC = make_dataclass('C', ['x'])\n"
        "def f(n):\n    C.last = n\n    return n"
    ),
    "an attribute that is private by its name": "class A:\n    _seen = []\ndef f(n):\n    A._seen.append(n)\n    return n",
    "an attribute whose name ends with a line": "class A:\n    seen_ = []\ndef f(n):\n    A.seen_.append(n)\n    return n",
    "an operator of a class": (
        "class A:\n    def __call__(self):\n        return 1\ndef other(self):\n    return 2\n"
        "def f(n):\n    A.__call__ = other\n    return n"
    ),
    "an attribute of a class that no text names": (
        "C = type('C', (), {7: []})\ndef f(n):\n    C.__dict__[7].append(n)\n    return n"
    ),
    "a class by type": "C = type('C', (), {'seen': []})\ndef f(n):\n    C.seen.append(n)\n    return n",
    "a deque": "from collections import deque\nd = deque()\ndef f(n):\n    d.append(n)\n    return n",
    "a counting dict": "from collections import defaultdict\nd = defaultdict(int)\ndef f(n):\n d[n] += 1\n return n",
    "a decorator": (
        "def cached(g):\n memo = {}\n def inner(n):\n  memo[n] = g(n)\n  return memo[n]\n return inner\n"
        "@cached\ndef f(n):\n    return n"
    ),
}


BESIDE = {
    "a helper that draws": "import random\ndef draw():\n    return random.random()\ndef f(n):\n    return n",
    "a class that takes the time": (
        "import time\nclass T:\n    def now(self):\n        return time.time()\ndef f(n):\n    return n"
    ),
    "a helper that calls one that draws": (
        "import random\ndef draw():\n    return random.random()\ndef two():\n    return draw() + draw()\n"
        "def f(n):\n    return n"
    ),
}
REACHED = {
    "by its name": "import random\ndef draw():\n    return random.random()\ndef f(n):\n    return draw()",
    "through another": (
        "import random\ndef draw():\n    return random.random()\ndef two():\n    return draw()\n"
        "def f(n):\n    return two()"
    ),
    "from a table": (
        "import random\ndef draw():\n    return random.random()\nT = {'d': draw}\ndef f(n):\n    return T['d']()"
    ),
    "in a decorator": (
        "import random\ndef odd(g):\n    return lambda n: g(n) + random.random()\n@odd\ndef f(n):\n    return n"
    ),
    "in a method": (
        "import time\nclass T:\n    def now(self):\n        return time.time()\ndef f(n):\n    return T().now()"
    ),
    "by an attribute": (
        "import time\nclass T:\n    def now(self):\n        return time.time()\nclass U(T):\n    pass\n"
        "def f(n):\n    return U().now()"
    ),
    "as a default": ("import time\ndef now():\n    return time.time()\ndef f(n, ask=now):\n    return ask()"),
    "because there are two of the name": ("import time\ndef f(n):\n    return n\ndef f(n):\n    return time.time()"),
}


def _words(source: str) -> list[str]:
    return [str(found[0]) for found in impure(ast.parse(source))]


def _kept(source: str) -> list[str]:
    namespace: dict[str, object] = {"__name__": "submission"}
    exec(source, namespace)
    keeping = Keeping(namespace)
    function = namespace["f"]
    assert callable(function)
    function(*(["+", 3] if "OPS" in source else [3]))
    return keeping.changed()


@pytest.mark.parametrize("source", PURE.values(), ids=PURE)
def test_what_only_computes_is_pure(source: str) -> None:
    assert not _words(source)
    assert not _kept(source)


@pytest.mark.parametrize("source", WRITTEN.values(), ids=WRITTEN)
def test_what_reaches_beyond_is_seen_in_the_source(source: str) -> None:
    assert _words(source)


@pytest.mark.parametrize("source", KEPT.values(), ids=KEPT)
def test_what_is_kept_is_seen_after_the_call(source: str) -> None:
    assert _kept(source)


@pytest.mark.parametrize("source", BESIDE.values(), ids=BESIDE)
def test_what_stands_beside_a_function_and_is_never_called_says_nothing_about_it(source: str) -> None:
    assert _words(source) and "f" in pure_functions(ast.parse(source))


@pytest.mark.parametrize("source", REACHED.values(), ids=REACHED)
def test_what_a_function_can_call_is_looked_at(source: str) -> None:
    assert "f" not in pure_functions(ast.parse(source))
