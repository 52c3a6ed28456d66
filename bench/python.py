"""What the hooks of the Python adapter cost, beside the plain code, and how fast submissions are run."""

import ast
import platform
from collections.abc import Iterator
from dataclasses import replace

from measure import Row, few, fewer, timed

from viva.languages.inside.vivabox.python.hooks.instrument import instrument
from viva.languages.inside.vivabox.python.hooks.ticks import Ticks
from viva.languages.program import Program
from viva.languages.python.calls import call
from viva.languages.python.runs import prepare, run_console, warm_sandbox
from viva.languages.sites import Hooks

SOURCE = """
def bubble(n):
    xs = [(i * 7919) % n for i in range(n)]
    for i in range(len(xs)):
        for j in range(len(xs) - 1 - i):
            if xs[j] > xs[j + 1]:
                xs[j], xs[j + 1] = xs[j + 1], xs[j]
    return xs

def primes(n):
    found = []
    for k in range(2, n):
        if all(k % p for p in found if p * p <= k):
            found.append(k)
    return found

def fibonacci(n):
    return n if n < 2 else fibonacci(n - 1) + fibonacci(n - 2)

def words(n):
    counts = {}
    for i in range(n):
        word = "w" + str(i % 97)
        if word in counts and counts[word] is not None:
            counts[word] += 1
        else:
            counts[word] = 1
    return sorted(counts.items())

def collatz(n):
    longest = 0
    for start in range(1, n):
        k, steps = start, 0
        while k != 1:
            k = k // 2 if k % 2 == 0 else 3 * k + 1
            steps += 1
        longest = max(longest, steps)
    return longest

def work():
    bubble(300), primes(3000), fibonacci(21), words(20000), collatz(2000)
"""
HOOKS = {
    "no hooks": Hooks(steps=False),
    "steps": Hooks(),
    "branches": Hooks(steps=False, branches=True),
    "steps and branches": Hooks(branches=True),
    "steps, branches, calls": Hooks(branches=True, calls=True),
    "expressions": Hooks(steps=False, expressions=True),
    "all hooks": Hooks(True, True, True, True),
}


def versions() -> dict[str, str]:
    return {"implementation": platform.python_implementation()}


def rows() -> Iterator[Row]:
    plain = None
    for number, (what, hooks) in enumerate(few(HOOKS.items(), 2)):
        row = _hooked(what, hooks, f"bench{number}")
        plain = plain or row.cpu_ms
        goal = " (goal: at most 2)" if what in ("branches", "steps") else ""
        yield replace(row, goal=f"{row.cpu_ms / plain:.2f} of plain{goal}")
    with warm_sandbox() as sandbox:
        console = prepare(sandbox, b"print(int(input()) + int(input()))")
        function = prepare(sandbox, b"def f(x): return x + 1")
        assert isinstance(console, Program) and isinstance(function, Program)
        texts, runs = [SOURCE.encode()] * fewer(100), ["12"] * fewer(500)
        calls = [[number] for number in range(fewer(20_000))]
        yield timed("compile a short program", len(texts), lambda: [prepare(sandbox, text) for text in texts])
        yield timed(
            "console runs of two reads", len(runs), lambda: [run_console(sandbox, console, run) for run in runs]
        )
        yield timed(
            "calls in shared processes", len(calls), lambda: list(call(sandbox, function, "f", calls)), "> 5000/s"
        )


def _hooked(what: str, hooks: Hooks, unit: str, repetitions: int = fewer(10)) -> Row:
    tree, plan = instrument(ast.parse(SOURCE), hooks, unit)
    Ticks(plan.counters, len(plan.sites), unit).install()
    namespace: dict[str, object] = {}
    exec(compile(tree, "bench", "exec"), namespace)
    work = namespace["work"]
    assert callable(work)
    work()
    return min((timed(what, 1, work) for _ in range(repetitions)), key=lambda row: row.cpu_ms)
