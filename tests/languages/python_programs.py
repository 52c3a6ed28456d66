"""Small programs that together use every kind of statement and expression of Python 3.11; each prints what it does."""

PROGRAMS = {
    "module with docstring and future": '''"""A docstring."""
from __future__ import annotations
print(__doc__, annotations.compiler_flag > 0)
def f(x: int | Undefined = 3) -> Nothing: return x
print(f(), f.__annotations__, "annotations" in globals())
''',
    "globals stay the submission's": """
x = 1
def f(): return sorted(locals()), sorted(k for k in globals() if not k.startswith("__"))
print(f())
print(sorted(vars()), dir() == sorted(globals()))
""",
    "assignments": """
a = b = 1; c, (d, *e) = 2, (3, 4, 5); [f, g] = "xy"
a += 2; b -= 1; x = [1, 2, 3]; x[0] += 5; x[1:] = [7]; x[-1] *= 2
class O: pass
o = O(); o.v = 1; o.v **= 3; o.w: int = 4; y: int; z: int = 9
d = {}; d["k"], o.q = 1, 2
del x[0], o.v
print(a, b, c, d, e, f, g, x, vars(o), z, __annotations__)
m = n = [1]; m is n and print("same"); (p := 5); print(p, (q := p + 1))
""",
    "walrus in conditions and comprehensions": """
data = [1, 2, 3, 4]
if (n := len(data)) > 3: print(n)
print([y for x in data if (y := x * 2) > 4], y)
while (k := data.pop()) > 2: print(k)
print(any((hit := v) > 1 for v in [0, 2, 5]), hit)
""",
    "operators": """
print(7 // 2, 7 % 3, 2 ** 10, -7 // 2, ~5, +3, -(-3), 1 << 4, 256 >> 2, 6 & 3, 6 | 3, 6 ^ 3, 7 / 2)
print(1 < 2 < 3, 1 < 3 < 2, 1 == 1.0 != 2, 3 in [1, 3], 4 not in (1, 2), None is None, [] is not [])
print(1 <= 2 >= 3, not 0, not [1], 1 and 2, 0 and 2, 0 or "x", "" or 0 or [] or "last", 1 and 0 or 3, not (1 and 0))
""",
    "truth is asked for as often as before": """
class Loud:
    def __init__(self, name, truth): self.name, self.truth = name, truth
    def __bool__(self): print("?", self.name); return self.truth
    def __repr__(self): return self.name
t, f = Loud("t", True), Loud("f", False)
print(t and f, f and t, t or f, f or t, not t, not f)
print("a" if t else "b", "a" if f else "b", "a" if t and f or t else "b")
if f: pass
elif t or f: print("elif")
while t and f: pass
print([x for x in (t, f) if x if not f], list(filter(None, [t, f])))
assert t, "never shown"
try: assert f or f, "shown"
except AssertionError as e: print(repr(e))
x = t and (f or t); print(x)
match 3:
    case 3 if f: print("no")
    case n if t and n: print("yes")
""",
    "comparisons are asked for as often as before": """
class C:
    def __init__(self, v): self.v = v
    def __lt__(self, o): print(self.v, "<", o.v); return C(self.v < o.v)
    def __bool__(self): print("bool", self.v); return bool(self.v)
print((C(1) < C(2) < C(3)).v, (C(2) < C(1) < C(3)).v, bool(C(1) < C(0)))
""",
    "loops with break, continue and else": """
for i in range(5):
    if i == 1: continue
    if i == 3: break
    print(i)
else: print("not here")
for i in []: pass
else: print("empty")
n = 3
while n:
    n -= 1
    if n == 1: continue
else: print("done", n)
while True:
    n += 1
    if n > 5: break
else: print("never")
for a, (b, *c) in [(1, (2, 3, 4))]: print(a, b, c)
for x[0] in [[1]] if (x := [0]) else []: print(x)
""",
    "functions": """
def f(a, /, b, c=3, *d, e, g=5, **h):
    "its docstring"
    return a, b, c, d, e, g, h
print(f(1, 2, e=4), f(1, *[2, 3, 4], **{"e": 5, "z": 6}), f.__doc__, f.__defaults__, f.__kwdefaults__)
def only_doc(): "nothing else"
print(only_doc(), only_doc.__doc__)
def counter():
    n = 0
    def up(by=1):
        nonlocal n
        n += by
        return n
    return up
c = counter(); c(); print(c(5))
total = 0
def add(x):
    global total
    total += x
add(3); print(total)
print((lambda x, *y, k=2: (x, y, k))(1, 2, 3), (lambda: (yield))().send(None), list(map(lambda v: v * v, range(4))))
def fact(n): return 1 if n < 2 else n * fact(n - 1)
print(fact(20), f.__name__, f.__qualname__, fact.__code__.co_varnames)
""",
    "decorators": """
def trace(f):
    print("deco", f.__name__)
    def inner(*a, **k): return ("traced", f(*a, **k))
    return inner
def factory(n):
    print("factory", n)
    return lambda f: f
@trace
@factory(3)
def g(x): return x
print(g(1))
@trace
class K: "doc"
print(type(K()[1]).__name__)
""",
    "classes": """
class A:
    "doc"
    x = 1
    y = [i for i in range(3)]
    for z in range(2): pass
    if x: w = x + z
    __private = 7
    def get(self): return self.__private, __class__.__name__
    @property
    def p(self): return self.x
    @classmethod
    def c(cls): return cls.__name__
    @staticmethod
    def s(): return "s"
class B(A, metaclass=type):
    def __init__(self): super().__init__(); self.v = super().p
    def get(self): return super().get() + (super(B, self).x,)
    def __getattr__(self, name): return name.upper()
print(B().get(), B().v, B.c(), B().s(), B().foo, A.__doc__, A.w, A.y, [k for k in vars(A) if not k.startswith("__")])
""",
    "namespaces made by __prepare__": """
from collections import defaultdict
class Meta(type):
    @classmethod
    def __prepare__(m, name, bases): return defaultdict(lambda: "default")
    def __new__(m, name, bases, ns):
        print(sorted(k for k in ns if not k.startswith("__")))
        return type.__new__(m, name, bases, dict(ns))
class C(metaclass=Meta):
    a = missing
    b = [v for v in (1, 2)]
    c = 3 if a else 4
print(C.a, C.c)
import enum
class Colour(enum.Enum):
    RED = 1
    BLUE = RED + 1 if RED else 0
    def __str__(self): return self.name.lower()
print(list(Colour), str(Colour.BLUE))
""",
    "generators": """
def g(n):
    try:
        while n:
            got = yield n
            if got: print("got", got)
            n -= 1
        return "end"
    finally: print("closed")
def d(): r = yield from g(2); print("r", r); yield 9
it = d(); print(next(it), it.send("hello"), list(it))
x = g(3); next(x); x.close()
print(list(a for b in ([1, 2], [3]) for a in b if a != 2), {*(c for c in "aab")} == {"a", "b"})
print(sum(i for i in range(10) if i % 2))
e = (i for i in [1]); print(next(e, 0), next(e, 0))
""",
    "comprehensions": """
print([x * y for x in range(3) if x for y in range(x) if y or x], {x % 3 for x in range(9)})
print({k: v for k, v in zip("ab", (1, 2))})
print([[y for y in range(x)] for x in range(3)], [f() for f in [lambda: i for i in range(3)]])
print([a for a, *b in [(1, 2)]], [x for x in [1, 2, 3] if x > 1 if x < 3], [(x := y) for y in (1, 2)])
class S:
    n = 3
    r = [i for i in range(n)]
print(S.r)
""",
    "exceptions": """
def f(k):
    try:
        if k == 0: raise ValueError("v", 1)
        if k == 1: return "r"
        if k == 2: {}["x"]
        if k == 3: raise KeyboardInterrupt
        x = 1 / (k - 4)
    except (ValueError, KeyError) as e: print("caught", repr(e)); return "e"
    except ZeroDivisionError: raise RuntimeError("again") from None
    except: print("bare"); raise
    else: print("else")
    finally: print("finally", k)
    return "after"
for k in range(6):
    try: print(f(k))
    except BaseException as e: print(type(e).__name__, e, e.__cause__, e.__suppress_context__)
try: raise OSError from ValueError("why")
except OSError as e: print(repr(e.__cause__))
try:
    try: 1 / 0
    finally: [][1]
except IndexError as e: print(type(e.__context__).__name__)
def g():
    for i in range(3):
        try: continue
        finally: print("f", i)
    try: return 1
    finally: return 2
print(g())
""",
    "exception groups": """
try: raise ExceptionGroup("g", [ValueError(1), TypeError(2), OSError(3)])
except* ValueError as e: print("V", e.exceptions)
except* (TypeError, OSError) as e: print("T", e.exceptions)
else: print("no")
finally: print("f")
""",
    "with": """
class M:
    def __init__(self, n, eat=False): self.n, self.eat = n, eat
    def __enter__(self): print("in", self.n); return self.n
    def __exit__(self, *e): print("out", self.n, e[0] and e[0].__name__); return self.eat
with M(1) as a, M(2) as b: print(a, b)
with (M(3, True), M(4) as (c)): print(c); 1 / 0
with M([5]) as [d]: print(d)
""",
    "match": """
from dataclasses import dataclass
@dataclass
class P: x: int; y: int = 0
def f(v):
    match v:
        case 0 | 1: return "small"
        case -5: return "minus"
        case "a" "b": return "ab"
        case True: return "true"
        case None: return "none"
        case [1, x, *rest] if x > 2: return x, rest
        case (a, b): return "pair", a, b
        case {"k": k, **others}: return k, others
        case P(x=0, y=yy): return "P0", yy
        case P(xx, int(yy)) as p: return xx, yy, p
        case str() | bytes(): return "text"
        case float(n) if n != n: return "nan"
    return "nothing"
for v in (0, 1, -5, "ab", None, [1, 5, 6, 7], [1, 2], {"k": 1, "z": 2}, P(0, 3), P(4, 5)): print(f(v))
for v in (b"x", 2.5, {}, float("nan")): print(f(v))
match 5:
    case _: print("any")
match (1, 2):
    case a, b: print(a, b)
""",
    "async": """
import asyncio
class A:
    def __init__(self): self.n = 0
    def __aiter__(self): return self
    async def __anext__(self):
        self.n += 1
        if self.n > 3: raise StopAsyncIteration
        return self.n
    async def __aenter__(self): return "in"
    async def __aexit__(self, *e): print("out")
async def g():
    for i in range(2): yield i; await asyncio.sleep(0)
async def main():
    async for x in A(): print(x)
    else: print("else")
    async with A() as a: print(a)
    print([x async for x in A() if x != 2], {x async for x in g()}, [await asyncio.sleep(0, i) for i in range(2)])
    print(await asyncio.gather(*(asyncio.sleep(0, i) for i in range(3))))
asyncio.run(main())
""",
    "f-strings": """
x, w, d = 3.14159, 10, {"a": 1}
print(f"{x:.2f}|{x:{w}.{2}f}|{x!r:>{w}}|{d['a']}|{{}}|{x=}|{'n' if x else 'm'}|{(lambda v: v)(2)}" "tail" f"{w}")
""",
    "subscripts and slices": """
class S:
    def __getitem__(self, k): return k
s = S(); a = [1, 2, 3, 4]
print(s[1], s[1:2], s[::2], s[1:2, 3], s[..., 1:], s[(1, 2)], s[*a, 5], a[1:][0], a[-1], a[::-1], a[a[0]])
a[1:3] = [9]; del a[0:1]; print(a)
""",
    "calls see the frame they are made in": """
def f(a):
    b = 2
    exec("b = 3"); e = eval("a + b")
    return sorted(locals()), sorted(vars()), e, dir()
print(f(1))
import sys
def g(): return sys._getframe().f_code.co_name, sys._getframe(1).f_code.co_name
def h(): return g()
print(h(), (lambda: h())())
print(*[1, 2], *(3,), sep="-", **{"end": "!\\n"})
""",
    "constants keep their identity": """
def f(): return (1, 2, "x"), "abc" "def", -1, 2 ** 3
print(f()[0] is f()[0], f()[1] is f()[1], 1_000 == 1000, 0x1F, 1e3, 2j, b"x", ..., True, None)
""",
    "imports and other statements": """
import os.path as p, math
from collections import OrderedDict as O, namedtuple
def star():
    pass; global zz; zz = 1
star(); print(p.join("a", "b"), math.pi > 3, O(a=1), zz)
T = namedtuple("T", "x y"); print(T(1, 2)._replace(x=5))
if 0: unreachable
if __debug__: print("debug")
lambda: (yield)
"a string on its own"; 5; ...
""",
    "an exception that gets out": """
def f(n):
    if n == 0:
        return [1, 2][
            n + 5]
    return f(n - 1)
print("before")
f(3)
""",
    "exit": """
import sys
print("bye")
try: sys.exit(3)
finally: print("last words")
""",
    "recursion limit": """
def f(n): return f(n + 1)
try: f(0)
except RecursionError as e: print(type(e).__name__)
""",
    "print with a raising operand": """
def boom(): raise ValueError("b")
for e in ("1 + boom()", "[boom() for _ in 'a']", "0 or boom()"):
    try: print(eval(e))
    except ValueError: print("x")
try: print(1 and boom() and 3)
except ValueError: print("caught")
""",
}

NEWER = {
    "type parameters": """
class Box[T]:
    def __init__(self, v: T): self.v = v
    def map[U](self, f) -> "Box[U]": return Box(f(self.v))
def first[T: (int, str)](xs: list[T]) -> T: return xs[0]
type Pair[A] = tuple[A, A]
print(Box(3).map(lambda x: x + 1).v, first([1, 2]), Pair.__value__, Box.__type_params__, [y for y in [first("a")]])
print(f"{'a' if True else "b"} {", ".join(f"{i}" for i in range(3))}")
""",
}
