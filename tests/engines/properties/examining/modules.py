# ruff: noqa: E501 - a line is a program
"""Modules made by machine: each has one thing that computes or that reaches beyond, and one way to it.

A *deed* is a function `deed(b)` that answers True for either argument; a *way* is how the property comes to it. A pure
module may also hold deeds that are impure, as long as nobody comes to them.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

PURE = {
    "a text of its own": (
        "class Box:\n    def __repr__(self): return 'Box'\ndef deed(b):\n    return f'{Box()}' == str(Box()) == repr(Box())"
    ),
    "a box without a text": "class Box: pass\ndef deed(b):\n    box = Box()\n    box.b = b\n    return box.b == b",
    "a data class in a function": (
        "from dataclasses import dataclass\ndef deed(b):\n    @dataclass\n    class Box:\n        b: bool\n"
        "    return repr(Box(b)).endswith(f'Box(b={b})')"
    ),
    "is a member": (
        "import enum\nclass Suit(enum.Enum):\n    A = 1\n    B = 2\n"
        "def deed(b):\n    suit = Suit(1 + b)\n    return (suit is Suit.B) is b and (suit is not Suit.A) == b"
    ),
    "is a class": "def deed(b):\n    return type(b) is bool and b.__class__ is type(b)",
    "is none": "def deed(b):\n    return ({True: 1}.get(b) is None) is not b",
    "is missing": "NONE = object()\ndef deed(b):\n    return ({True: 1}.get(b, NONE) is NONE) is not b",
    "arithmetic": "def deed(b):\n    return int(b) ** 2 == int(b)",
    "a table": "TABLE = {False: 'no', True: 'yes'}\ndef deed(b):\n    return len(TABLE[b]) > 1",
    "a local list": "def deed(b):\n    seen = []\n    seen.append(b)\n    return seen == [b]",
    "a nested counter": (
        "def deed(b):\n    count = 0\n    def step():\n        nonlocal count\n        count += 1\n"
        "    step()\n    return count == 1"
    ),
    "a generator": "def deed(b):\n    def each():\n        yield b\n        yield not b\n    return sum(each()) == 1",
    "a cached function": (
        "from functools import lru_cache\n@lru_cache\ndef deed(b):\n    return isinstance(b, bool)"
    ),
    "a cached table": (
        "from functools import cache\n@cache\ndef table():\n    return {True: 1, False: 2}\n"
        "def deed(b):\n    return table()[b] > 0"
    ),
    "a cached property": (
        "from functools import cached_property\nclass Box:\n    def __init__(self, b): self.b = b\n"
        "    @cached_property\n    def both(self): return [self.b, not self.b]\n"
        "def deed(b):\n    return Box(b).both[0] == b"
    ),
    "a wrapper that computes": (
        "from functools import wraps\ndef twice(f):\n    @wraps(f)\n    def inner(b):\n        return f(f(b)) == b\n"
        "    return inner\n@twice\ndef deed(b):\n    return not b"
    ),
    "an enumeration": (
        "from enum import Enum\nclass Light(Enum):\n    RED = 1\n    GREEN = 2\n"
        "def deed(b):\n    return (Light.RED if b else Light.GREEN) in Light"
    ),
    "flags": (
        "from enum import Flag, auto\nclass Right(Flag):\n    READ = auto()\n    WRITE = auto()\n    RUN = auto()\n"
        "def deed(b):\n    return (Right.READ | Right.WRITE if b else Right.WRITE | Right.RUN) & Right.WRITE == Right.WRITE"
    ),
    "a data class": (
        "from dataclasses import dataclass, field, replace\n@dataclass(frozen=True)\nclass Switch:\n    on: bool\n"
        "    marks: tuple = ()\ndef deed(b):\n    return replace(Switch(b), on=not b).on != b"
    ),
    "mathematics": "import math\ndef deed(b):\n    return math.sqrt(int(b)) == int(b)",
    "a pattern": "import re\nWORD = re.compile('[a-z]+')\ndef deed(b):\n    return bool(WORD.match(str(b).lower()))",
    "a pattern of the moment": "import re\ndef deed(b):\n    return re.sub('e', '', str(b)) in ('Fals', 'Tru')",
    "a path": "import os\ndef deed(b):\n    return os.path.join('a', str(b)).startswith('a')",
    "the largest number": "import sys\ndef deed(b):\n    return sys.maxsize > b",
    "a log that is off": (
        "import logging\nlog = logging.getLogger('deeds')\ndef deed(b):\n    log.debug('asked for %s', b)\n    return True"
    ),
    "JSON": "import json\ndef deed(b):\n    return json.loads(json.dumps({'b': b})) == {'b': b}",
    "dates": "import datetime\ndef deed(b):\n    return datetime.date(2020, 1, 1 + b).year == 2020",
    "decimals": "from decimal import Decimal\ndef deed(b):\n    return Decimal('0.1') * 10 == 1",
    "fractions": "from fractions import Fraction\ndef deed(b):\n    return Fraction(int(b), 3) * 3 == b",
    "products": "import itertools\ndef deed(b):\n    return len(list(itertools.product([b], repeat=2))) == 1",
    "folds": "import functools, operator\ndef deed(b):\n    return functools.reduce(operator.add, [b, 1]) >= 1",
    "sorting": "def deed(b):\n    return sorted([b, not b], key=lambda x: -x) == [True, False]",
    "sets": "def deed(b):\n    return b in {b} and len({b, not b}) == 2",
    "a counter": "from collections import Counter\ndef deed(b):\n    return Counter([b, b])[b] == 2",
    "the hash of a number": "def deed(b):\n    return hash(b) == int(b)",
    "the law of hashes": (
        "class Name:\n    def __init__(self, text): self.text = text\n"
        "    def __eq__(self, other): return self.text == other.text\n    def __hash__(self): return hash((self.text, 1))\n"
        "def deed(b):\n    return hash(Name(str(b))) == hash(Name(str(b)))"
    ),
    "a set of numbers": "def deed(b):\n    return [x for x in {1, 2, 3}][0] == 1 or b == b",
    "a set of texts that is sorted": "def deed(b):\n    return sorted({'a', 'b'}) == ['a', 'b'] and 'a' in {'a', 'b'}",
    "sets of letters that are compared": "def deed(b):\n    return set(str(b)) == set(str(b)) and len(set('aab')) == 2",
    "an abstract class": (
        "from abc import ABC, abstractmethod\nclass Shape(ABC):\n    @abstractmethod\n    def area(self): ...\n"
        "class Square(Shape):\n    def area(self): return 4\ndef deed(b):\n    return isinstance(Square(), Shape)"
    ),
    "dispatch by type": (
        "from functools import singledispatch\n@singledispatch\ndef kind(x): return 'other'\n"
        "@kind.register\ndef _(x: bool): return 'truth'\ndef deed(b):\n    return kind(b) == 'truth'"
    ),
    "attributes by name": "class Box:\n    size = 3\ndef deed(b):\n    return getattr(Box(), 'size') == 3",
    "what would take the time": "import time\ndef deed(b, clock=time.time):\n    return b == b",
    "what would draw": (
        "import random\nclass Dice:\n    def __init__(self, sides): self.sides = sides\n"
        "    def roll(self): return random.randrange(self.sides)\ndef deed(b):\n    return Dice(6).sides == 6"
    ),
    "a branch never taken": (
        "import time\ndef deed(b):\n    if b is None:\n        return time.time() > 0\n    return True"
    ),
    "a context": (
        "from contextlib import contextmanager, suppress\n@contextmanager\ndef held():\n    yield 3\n"
        "def deed(b):\n    with held() as x, suppress(KeyError):\n        return x == 3"
    ),
    "text": "import string, textwrap\ndef deed(b):\n    return textwrap.fill(string.digits) == '0123456789'",
    "tables of texts": "import csv\ndef deed(b):\n    return list(csv.reader(['a,b'])) == [['a', 'b']]",
    "the days of a month": "import calendar\ndef deed(b):\n    return calendar.monthrange(2024, 2)[1] == 29",
    "printing": "def deed(b):\n    print(b)\n    return True",
    "an exception": "def deed(b):\n    try:\n        return 1 // 0\n    except ZeroDivisionError as e:\n        return bool(e.args)",
    "copies": "import copy\ndef deed(b):\n    return copy.deepcopy([[b]]) == [[b]]",
    "a lock": "import contextlib\nfrom threading import Lock\nlock = Lock()\ndef deed(b):\n    with lock:\n        return True",
    "texts of numbers": "def half(n):\n    return n // 2\ndef deed(b):\n    return f'{half(4 + b)}' == '%d' % half(4) == str(2)",
    "texts of what is gone through": "def deed(b):\n    return f'{sum(n % 2 for n in [1, 2])}' == '{}'.format(len(list(map(str, [b]))))",
    "the version": "import sys\ndef deed(b):\n    return sys.version_info >= (3, 11) and sys.maxsize > 0",
}  # fmt: skip

IMPURE = {
    "an object in a text": "def deed(b):\n    return len(f'{object()}') > 9",
    "an object in a template": "def deed(b):\n    return len('{}'.format(object())) > 9",
    "an object behind a percent sign": "def deed(b):\n    return len('%s' % (object(),)) > 9",
    "an object as a text": "def deed(b):\n    one = object()\n    return len(str(one)) > 9",
    "an object in a list in a text": "def deed(b):\n    some = [b, object()]\n    return len(f'{some}') > 9",
    "an object that is returned": "def one():\n    return object()\ndef deed(b):\n    return len(f'{one()}') > 9",
    "a function in a text": "def one():\n    return 1\ndef deed(b):\n    return len(f'{one}') > 9",
    "what is for debugging": "def deed(b):\n    return __debug__",
    "what describes it": "def deed(b):\n    'A deed.'\n    return deed.__doc__ is not None",
    "what is left out": "def deed(b):\n    if __debug__:\n        return True\n    return b",
    "how deep recursion may go": "import sys\ndef deed(b):\n    return sys.getrecursionlimit() >= 1000",
    "the limit of digits": "import sys\ndef deed(b):\n    return sys.get_int_max_str_digits() >= 0",
    "a counter behind wraps": (
        "from functools import wraps\ndef few(f):\n    left = 50\n    @wraps(f)\n    def inner(*a):\n"
        "        nonlocal left\n        left -= 1\n        return left >= 0\n    return inner\n@few\ndef deed(b): return b"
    ),
    "a list that is cached": (
        "from functools import lru_cache\n@lru_cache\ndef row(n): return [0] * n\n"
        "def deed(b):\n    row(2).append(b)\n    return len(row(2)) < 50"
    ),
    "a table that is cached": (
        "from functools import cache\n@cache\ndef table(): return {}\n"
        "def deed(b):\n    table()[len(table())] = b\n    return len(table()) < 50"
    ),
    "a cached property that is changed": (
        "from functools import cached_property\nclass Box:\n    @cached_property\n    def seen(self): return []\n"
        "BOX = Box()\ndef deed(b):\n    BOX.seen.append(b)\n    return len(BOX.seen) < 50"
    ),
    "the environment": "import os\ndef deed(b):\n    return os.environ.get('NO_SUCH_NAME') is None",
    "the environment by another name": "from os import environ as e\ndef deed(b):\n    return 'NO_SUCH_NAME' not in e",
    "a variable of the environment": "import os\ndef deed(b):\n    return os.getenv('NO_SUCH_NAME') is None",
    "arguments": "import sys\ndef deed(b):\n    return len(sys.argv) >= 0",
    "arguments by name": "from sys import argv\ndef deed(b):\n    return len(argv) >= 0",
    "modules": "import sys\ndef deed(b):\n    return 'no_such_module' not in sys.modules",
    "modules by reflection": "import sys\ndef deed(b):\n    return 'no_such_module' not in getattr(sys, 'mod' + 'ules')",
    "the folder": "import os\ndef deed(b):\n    return os.getcwd() != ''",
    "a file": "import os\ndef deed(b):\n    return not os.path.exists('no-such-file')",
    "a file by its path": "from pathlib import Path\ndef deed(b):\n    return not Path('no-such-file').exists()",
    "the time": "import time\ndef deed(b):\n    return time.time() > 0",
    "the time in a table": (
        "import time, operator\nASK = {'now': time.time}\ndef deed(b):\n    return max(map(operator.call, ASK.values())) > 0"
    ),
    "the time in part": "import functools, time\nlater = functools.partial(time.time)\ndef deed(b):\n    return later() > 0",
    "the time of a default": (
        "import time, operator\ndef deed(b, clock=time.time):\n    return max(map(operator.call, [clock])) > 0"
    ),
    "a default that asks": (
        "import time\nfrom collections import defaultdict\nTIMES = defaultdict(time.time)\n"
        "def deed(b):\n    return TIMES.__missing__(b) > 0"
    ),
    "today": "import datetime\ndef deed(b):\n    return datetime.date.today().year > 2000",
    "chance": "import random\ndef deed(b):\n    return random.random() < 2",
    "a generator of chance": "import random\nrng = random.Random()\ndef deed(b):\n    return rng.randrange(9) < 9",
    "a new name": "import uuid\ndef deed(b):\n    return len(str(uuid.uuid4())) == 36",
    "an address by repr": "class Box: pass\ndef deed(b):\n    return len(repr(Box())) > 3",
    "an address by str": "class Box: pass\ndef deed(b):\n    return str(Box()) != ''",
    "an address by format": "class Box: pass\ndef deed(b):\n    return len(format(Box())) > 3",
    "an address in an f-string": "class Box: pass\nbox = Box()\ndef deed(b):\n    return len(f'{box}') > 3",
    "an address in a list": "class Box: pass\ndef deed(b):\n    return len(str([Box(), b])) > 3",
    "an address by percent": "class Box: pass\ndef deed(b):\n    return len('%s' % Box()) > 3",
    "an address of a class in a function": "def deed(b):\n    class Box: pass\n    return len(f'{Box()}') > 3",
    "an address of an object": "def deed(b):\n    return repr(object()).startswith('<')",
    "an address of a function": "def deed(b):\n    return f'{(lambda: b)}'.startswith('<')",
    "an address by a method": "def deed(b):\n    return len(object().__repr__()) > 3",
    "a tuple and another": "def deed(b):\n    return tuple([b, b]) is not (b, b)",
    "a number and another": "BIG = 100000\ndef deed(b):\n    n = int('100000')\n    return n is not BIG",
    "two boxes": "class Box: pass\ndef deed(b):\n    x, y = Box(), Box()\n    return x is not y",
    "a number for None": "def deed(b):\n    return all(x is not y for x, y in [(None, 1), (1000, int('1000'))])",
    "is by name": "import operator\ndef deed(b):\n    return not operator.is_((b,), [b])",
    "identity": "def deed(b):\n    return id(b) > 0",
    "the hash of a text": "def deed(b):\n    return hash(str(b)) % 2 in (0, 1)",
    "unequal hashes": "def deed(b):\n    return hash('a') != hash('b')",
    "a global": "calls = 0\ndef deed(b):\n    global calls\n    calls += 1\n    return calls < 50",
    "a global that is new": "def deed(b):\n    global last\n    last = b\n    return last == b",
    "a list": "seen = []\ndef deed(b):\n    seen.append(b)\n    return len(seen) < 50",
    "a default": "def deed(b, seen=[]):\n    seen.append(b)\n    return len(seen) < 50",
    "an attribute of a function": "def deed(b):\n    deed.n = getattr(deed, 'n', 0) + 1\n    return deed.n < 50",
    "an attribute of a class": (
        "class Box:\n    made = 0\n    def __init__(self): type(self).made += 1\n"
        "def deed(b):\n    Box()\n    return Box.made < 50"
    ),
    "an attribute of a member": (
        "from enum import Enum\nclass Light(Enum):\n    RED = 1\nLight.RED.n = 0\n"
        "def deed(b):\n    Light.RED.n += 1\n    return Light.RED.n < 50"
    ),
    "a closure": (
        "def make():\n    seen = []\n    def inner(b):\n        seen.append(b)\n        return len(seen) < 50\n"
        "    return inner\ndeed = make()"
    ),
    "an instance that is called": (
        "class Few:\n    left = 50\n    def __call__(self, b):\n        self.left -= 1\n        return self.left >= 0\n"
        "deed = Few()"
    ),
    "an iterator": "import itertools\ncounter = itertools.count()\ndef deed(b):\n    return next(counter) < 50",
    "a generator": (
        "def numbers():\n    n = 0\n    while True:\n        yield n\n        n += 1\n"
        "each = numbers()\ndef deed(b):\n    return next(each) < 50"
    ),
    "a method of a list": "put = [].append\ndef deed(b):\n    put(b)\n    return len(put.__self__) < 50",
    "a thread's own": "import threading\nown = threading.local()\ndef deed(b):\n    own.x = b\n    return True",
    "the order of what `repr` writes": "def deed(b):\n    return list(set(map(repr, [b, 3])))[0] != 9",
    "the order of what `ascii` writes": "def deed(b):\n    return list(set(map(ascii, [b, 3])))[0] != 9",
    "the order of what `str` writes": "def deed(b):\n    return list(set(map(str, [b, 3])))[0] != 9",
    "the order of what `hex` writes": "def deed(b):\n    return list(set(map(hex, [b, 3])))[0] != 9",
    "a function that is returned and written": (
        "def doing():\n    return lambda: 0\ndef deed(b):\n    return f'{doing()}' != 'x'"
    ),
    "an iterator that is returned and written": (
        "def through(b):\n    return iter([b])\ndef deed(b):\n    return '%s' % through(b) != 'x'"
    ),
    "an iterator over numbers": "numbers = iter(range(99))\ndef deed(b):\n    return next(numbers) < 50",
    "a place in an array": (
        "import array\nplaces = array.array('i', [0])\ndef deed(b):\n    places[0] += 1\n    return places[0] < 50"
    ),
    "what a hash is written as": "def deed(b):\n    return str(hash(str(b))) != ''",
    "a hash that is compared": "def deed(b):\n    return hash(str(b)) < 2**64",
    "a hash as a condition": "def deed(b):\n    return not hash(str(b)) or True",
    "a context variable": (
        "from contextvars import ContextVar\nvar = ContextVar('var', default=0)\n"
        "def deed(b):\n    var.set(var.get() + 1)\n    return var.get() < 50"
    ),
    "the precision of decimals": (
        "import decimal\ndef deed(b):\n    decimal.getcontext().prec += 1\n    return decimal.getcontext().prec < 90"
    ),
    "a module that is changed": (
        "import math\ndef deed(b):\n    math.n = getattr(math, 'n', 0) + 1\n    return math.n < 50"
    ),
    "a class of a library that is changed": (
        "from collections import Counter\ndef deed(b):\n    Counter.n = b\n    return True"
    ),
    "a list of a library": "import string, operator\ndef deed(b):\n    operator.__all__.append('x')\n    return True",
    "the first day of the week": (
        "import calendar\ndef deed(b):\n    calendar.setfirstweekday(int(b))\n    return calendar.firstweekday() == b"
    ),
    "the namespace": "n = 0\ndef deed(b):\n    globals()['n'] += 1\n    return n < 50",
    "the limit of recursion": (
        "import sys\ndef deed(b):\n    sys.setrecursionlimit(sys.getrecursionlimit() + 1)\n    return True"
    ),
    "a weak reference": (
        "import weakref\nclass Box: pass\nbox = Box()\nto = weakref.ref(box)\ndef deed(b):\n    return to() is not None"
    ),
    "a frame": "import sys\ndef deed(b):\n    return sys._getframe().f_back is not None",
    "a function that is replaced": (
        "def answer(): return True\ndef deed(b):\n    global answer\n    was = answer\n    answer = lambda: was()\n"
        "    return answer()"
    ),
    "code that is read": "seen = []\ndef deed(b):\n    exec('seen.append(1)')\n    return len(seen) < 50",
    "a level of a log": (
        "import logging\nlog = logging.getLogger('deeds')\ndef deed(b):\n    log.setLevel(log.level + 1)\n"
        "    return log.level < 90"
    ),
    "a log by its name": (
        "import logging\ndef deed(b):\n    log = logging.getLogger('deeds')\n    log.setLevel(log.level + 1)\n    return log.level < 90"
    ),
    "what logs disable": (
        "import logging\ndef deed(b):\n    logging.disable(logging.root.manager.disable + 1)\n    return True"
    ),
    "the size of a field": (
        "import csv\ndef deed(b):\n    csv.field_size_limit(csv.field_size_limit() + 1)\n    return True"
    ),
    "a dialect": (
        "import csv\ndef deed(b):\n    csv.register_dialect(f'z{len(csv.list_dialects())}')\n    return True"
    ),
    "a kind of number": (
        "import numbers\ndef deed(b):\n    numbers.Number.register(type('T', (), {}))\n    return True"
    ),
    "the sizes of shortened texts": (
        "import reprlib\ndef deed(b):\n    reprlib.aRepr.maxlist = reprlib.aRepr.maxlist + 1\n    return True"
    ),
    "the translations": (
        "import gettext\ndef deed(b):\n    gettext.textdomain('a' + gettext.textdomain())\n    return True"
    ),
    "the collector": "import gc\ndef deed(b):\n    return gc.collect() >= 0",
    "a builtin that is added": (
        "import builtins\ndef deed(b):\n    builtins.deeds = getattr(builtins, 'deeds', 0) + 1\n    return True"
    ),
    "the size of an object": "import sys\ndef deed(b):\n    return sys.getsizeof([]) > 0",
    "a name built on the way": (
        "import time, operator\nfrom time import time as now\nimport sys\n"
        "def deed(b):\n    me = __import__(__name__)\n    return max(map(operator.call, [getattr(me, 'n' + 'ow')])) > 0"
    ),
    "the first of a set": "def deed(b):\n    return next(iter({'x', 'y'})) in 'xy'",
    "a list of a set": "def deed(b):\n    return list({'x', 'y'})[0] in 'xy'",
    "going through a set": "def deed(b):\n    for x in {'x', 'y'}:\n        return x in 'xy'",
    "letters of a text as a set": "def deed(b):\n    return list(set(str(b)))[0] in 'TrueFalse'",
    "what a line imports and asks": "def deed(b):\n    import sys; return len(sys.argv) >= 0",
    "a module imported inside": "def deed(b):\n    import platform; return platform.system() != ''",
    "subclasses": (
        "class Base: pass\ndef deed(b):\n    type('K', (Base,), {})\n    return len(Base.__subclasses__()) < 50"
    ),
    "the order of an ordered table": (
        "from collections import OrderedDict\nD = OrderedDict(a=1, b=2, c=3)\n"
        "def deed(b):\n    D.move_to_end(next(iter(D)))\n    return True"
    ),
    "the words of a function": "def told(): pass\ndef deed(b):\n    told.__doc__ = str(told.__doc__) + 'x'\n    return True",
    "its annotations": "def told(): pass\ndef deed(b):\n    told.__annotations__[str(b)] = 1\n    return True",
    "a hash by its method": "def deed(b):\n    return str(b).__hash__() % 2 < 2",
    "a hash of a type": "def deed(b):\n    return str.__hash__('a') % 2 < 2",
    "where the machine stands": (
        "import datetime\ndef deed(b):\n    return datetime.datetime.fromtimestamp(0).year in (1969, 1970)"
    ),
    "where the file lies": "def deed(b):\n    return __file__.endswith('.py')",
    "how deep the stack is": (
        "def deep(n): return 0 if n == 0 else 1 + deep(n - 1)\ndef deed(b):\n    try:\n        return deep(900) > 0\n"
        "    except RecursionError:\n        return True"
    ),
    "the frame of a mistake": (
        "def deed(b):\n    try:\n        1 // 0\n    except ZeroDivisionError as e:\n"
        "        return e.__traceback__.tb_frame.f_back is not None"
    ),
    "which system it is": "import platform\ndef deed(b):\n    return platform.system() != ''",
}  # fmt: skip

WAYS = {
    "called": "def prop_way(b: bool) -> bool:\n    return {deed}(b)",
    "twice": "def prop_way(b: bool) -> bool:\n    return {deed}(b) and {deed}(not b)",
    "asserted": "def prop_way(b: bool) -> None:\n    assert {deed}(b)",
    "through map": "def prop_way(b: bool) -> bool:\n    return all(map({deed}, [b, not b]))",
    "in a comprehension": "def prop_way(b: bool) -> bool:\n    return all({deed}(x) for x in [b, not b])",
    "by a method": (
        "class Doing:\n    def __init__(self, b): self.b = b\n    def do(self): return {deed}(self.b)\n"
        "def prop_way(b: bool) -> bool:\n    return Doing(b).do()"
    ),
    "by a property of a class": (
        "class Doing:\n    def __init__(self, b): self.b = b\n    @property\n    def done(self): return {deed}(self.b)\n"
        "def prop_way(b: bool) -> bool:\n    return Doing(b).done"
    ),
    "by an operator": (
        "class Doing:\n    def __init__(self, b): self.b = b\n    def __eq__(self, other): return {deed}(self.b)\n"
        "def prop_way(b: bool) -> bool:\n    return Doing(b) == Doing(b)"
    ),
    "in the class of the argument": (
        "import dataclasses\n@dataclasses.dataclass\nclass Made:\n    b: bool\n    def __post_init__(self):\n"
        "        assert {deed}(self.b)\ndef prop_way(m: Made) -> bool:\n    return m.b in (True, False)"
    ),
    "under exists": "def prop_way(b: bool):\n    return exists([b], lambda x: {deed}(x))",
    "under for_all": "def prop_way(b: bool):\n    return for_all([b, not b], lambda x: {deed}(x))",
    "put off": "def prop_way(b: bool):\n    return implies(True, lambda: {deed}(b))",
    "in part": (
        "import functools as ft\npart = ft.partial(lambda f, b: f(b), {deed})\n"
        "def prop_way(b: bool) -> bool:\n    return part(b)"
    ),
    "from a table": "DEEDS = {{'it': {deed}}}\ndef prop_way(b: bool) -> bool:\n    return DEEDS['it'](b)",
}
_TESTING = "from viva.properties import exists, for_all, implies\n"


@dataclass(frozen=True)
class Made:
    """A module: its files by name (the first is tested), and what it is made of."""

    files: dict[str, str]
    pure: bool
    parts: tuple[str, ...]


def made(seed: int) -> Made:
    """One of the modules there are."""
    chance = random.Random(seed)
    pure = chance.random() < 0.5
    deed = chance.choice(sorted(PURE if pure else IMPURE))
    way = chance.choice(sorted(WAYS))
    own = f"deeds_{seed}"
    source = (PURE if pure else IMPURE)[deed]
    elsewhere = chance.random() < 0.5
    beside = ""
    if chance.random() < 0.6:  # what nobody comes to
        other = chance.choice(sorted(IMPURE))
        beside = "\n\n" + "\n".join(f"    {line}" for line in IMPURE[other].splitlines())
        beside = f"\n\ndef never():{beside}\n    return deed\n"
        if " as now" in beside or "global" in beside:
            beside = ""
    if elsewhere:
        call = chance.choice([f"{own}.deed", "deed"])
        line = f"import {own}\n" if call.startswith(own) else f"from {own} import deed\n"
        return Made(
            {f"test_{seed}.py": _TESTING + line + WAYS[way].format(deed=call) + "\n", f"{own}.py": source + beside + "\n"},
            pure, (deed, way, call),
        )  # fmt: skip
    return Made(
        {f"test_{seed}.py": f"{_TESTING}{source}{beside}\n\n{WAYS[way].format(deed='deed')}\n"}, pure, (deed, way)
    )
