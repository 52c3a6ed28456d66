"""Whether a program that does not end came back to a state: said only where nothing that can be reached has changed."""

import pytest

from viva.languages.outcome import Outcome
from viva.languages.program import Program
from viva.languages.python.calls import call
from viva.languages.python.runs import prepare
from viva.sandbox import Limits, Sandbox

# Programs that never end, and whose state comes back.
FOREVER = {
    "while True: pass": """\
def f(n):
    while True:
        pass
""",
    "attr same": """\
class A:
    pass
def f(n):
    a = A()
    a.k = 0
    while a.k < 100000:
        a.k = 0
""",
    "inner while in for": """\
def f(n):
    for x in [1]*100000:
        while True:
            x = x
""",
    "rec same": """\
def f(n):
    return f(n)
""",
    "rec mutual": """\
def f(n):
    return g(n)
def g(n):
    return f(n)
""",
    "rec negative two": """\
def f(n):
    return 0 if n == 0 else f(-n)
""",
    "binary search": """\
def f(n):
    xs = [1,2,3]
    lo, hi = 0, 2
    while lo < hi:
        mid = (lo + hi) // 2
        if xs[mid] < n:
            lo = mid
        else:
            hi = mid - 1
    return lo
""",
    "nested rounds": """\
def f(n):
    a = 0
    while True:
        for i in range(300):
            a = i
""",
    "deque": """\
from collections import deque
def f(n):
    q = deque([1,2,3])
    while q:
        q.append(q.popleft())
""",
    "helper": """\
def g(x):
    return x
def f(n):
    i = 0
    while i < 10:
        g(i); g(i)
""",
    "set": """\
def f(n):
    s = set()
    while True:
        s.add(1)
""",
    "dataclass": """\
from dataclasses import dataclass
@dataclass
class P:
    x: int = 0
def f(n):
    p = P()
    while p.x < 10:
        p.x = 3
""",
    "linked": """\
class N:
    def __init__(self, v, n=None):
        self.v = v; self.n = n
def f(n):
    a = N(1); b = N(2, a); a.n = b
    while a.v != 7:
        a = a.n
""",
}

# Programs in which something changes that the variables do not show: each would end, or may.
CHANGING = {
    "append": """\
def f(n):
    xs = []
    while len(xs) < 10**9:
        xs.append(1)
""",
    "append small": """\
def f(n):
    xs = [[]]
    while len(xs[0]) < 100000:
        xs[0].append(1)
    return 1
""",
    "attr": """\
class A:
    pass
def f(n):
    a = A()
    a.k = 0
    while a.k < 100000:
        a.k += 1
""",
    "global": """\
k = 0
def f(n):
    global k
    while k < 100000:
        k += 1
""",
    "closure": """\
def f(n):
    k = 0
    def g():
        nonlocal k
        k += 1
        return k
    while g() < 100000:
        pass
""",
    "iterator": """\
def f(n):
    it = iter(range(100000))
    x = 0
    while x is not None:
        x = 0 if next(it, None) is not None else None
""",
    "generator": """\
def g():
    for i in range(100000):
        yield 1
def f(n):
    return sum(g())
""",
    "gen while": """\
def g():
    k = 0
    while k < 100000:
        k += 1
        yield 1
def f(n):
    for x in g():
        x = None
""",
    "hidden for": """\
def f(n):
    for x in [1]*100000:
        t = 0
        while t < 3:
            t += 1
        t = 0
""",
    "map": """\
def g(x):
    while x:
        x -= 1
    return x
def f(n):
    return list(map(g, [1]*100000))
""",
    "random": """\
import random
def f(n):
    x = 1
    while x:
        x = int(random.random() > 0.00001)
""",
    "time": """\
def f(n):
    x = 1
    while x:
        import time
        x = int(time.time() < 10**10)
        del time
""",
    "default": """\
def f(n, k=[0]):
    while k[0] < 100000:
        k[0] += 1
""",
    "function attr": """\
def f(n):
    while f.k < 100000:
        f.k += 1
f.k = 0
""",
    "class attr": """\
class A:
    k = 0
def f(n):
    while A.k < 100000:
        A.k += 1
""",
    "lru": """\
import functools
@functools.lru_cache
def g(x):
    return x
def f(n):
    while g.cache_info().hits < 100000:
        g(1)
""",
    "rec global": """\
k = 0
def f(n):
    global k
    k += 1
    if k > 5000:
        return 1
    return f(n)
""",
    "rec list": """\
def f(n, xs=[]):
    xs.append(1)
    if len(xs) > 5000:
        return 1
    return f(n)
""",
    "rec down": """\
def f(n):
    return f(n - 1)
""",
    "slots": """\
class A:
    __slots__ = ('k',)
def f(n):
    a = A()
    a.k = 0
    while a.k < 100000:
        a.k += 1
""",
    "list subclass": """\
class A(list):
    pass
def f(n):
    a = A()
    while len(a) < 100000:
        a.append(1)
""",
    "fib": """\
def f(n):
    return fib(40)
def fib(n):
    return n if n < 2 else fib(n-1) + fib(n-2)
""",
    "hanoi": """\
def h(n, a, b, c):
    if n == 0:
        return 0
    return h(n-1, a, c, b) + 1 + h(n-1, c, b, a)
def f(n):
    return h(30, 'a', 'b', 'c')
""",
}


def looked_at(sandbox: Sandbox, text: str, steps: int) -> Outcome:
    program = prepare(sandbox, text.encode())
    assert isinstance(program, Program)
    [outcome] = call(sandbox, program, "f", [[4]], steps=steps, last=2000, limits=Limits())
    return outcome


@pytest.mark.parametrize("name", FOREVER)
def test_a_state_that_came_back_is_seen(sandbox: Sandbox, name: str) -> None:
    assert looked_at(sandbox, FOREVER[name], 1 if name.startswith("rec") else 500).came_back


@pytest.mark.parametrize("name", CHANGING)
def test_a_state_has_all_that_can_be_reached_and_what_cannot_be_seen_is_not_told(sandbox: Sandbox, name: str) -> None:
    outcome = looked_at(sandbox, CHANGING[name], 1 if name.startswith("rec") else 500)
    assert not outcome.came_back
    assert outcome.last or outcome.problem is None or outcome.problem.reason == "recursion_limit"
