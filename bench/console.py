"""How many seeded faults the suites of console exercises find, beside the paper's random method, and how long it takes.

Each exercise has a right program and changes of its text, each of which makes it wrong. The paper's method draws values
from -10 to 10 (naturals from 0 to 10), 100 tests. "Start-up" rows run the command line anew each time.
"""

# ruff: noqa: E501 the faults are a table

import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from measure import Row, few, timed

from viva.core.exercise import Exercise
from viva.core.ladder import Rung
from viva.core.source import Source
from viva.core.submission import Submission
from viva.core.terms import Budget, Terms
from viva.core.verdict import Verdict
from viva.engines.dialogues.model import Naturals, OneOf, Range, Spec, Strings, Value, ValueSet
from viva.engines.dialogues.rules import Rules
from viva.engines.dialogues.semantics import Diverges, begin, give
from viva.engines.dialogues.suites.cases import Case
from viva.engines.dialogues.suites.suite import suite
from viva.engines.dialogues.terms import Undefined
from viva.engines.dialogues.trial import Trial
from viva.languages import python
from viva.languages.program import Program
from viva.languages.python.runs import prepare, warm_sandbox
from viva.services.checking import check
from viva.subjects.console.model import Task
from viva.subjects.console.subject import Console

TERMS = Terms(budget=Budget(seconds=120.0), rung=Rung.EXAMPLE)
HANGMAN = (
    "( [>g]^{0..9} ( 0 <in(1, g_A) and in(3, g_A) and in(5, g_A) and in(7, g_A) and in(9, g_A)> E )"
    " ( 0 <len(g_A) >= 10> E ) )->E"
    ' ( [{"lost"} >] <in(1, g_A) and in(3, g_A) and in(5, g_A) and in(7, g_A) and in(9, g_A)> [{"won"} >] )'
)


@dataclass(frozen=True, slots=True)
class Seeded:
    """A specification, a right program, and changes of its text that make it wrong."""

    name: str
    spec: str
    right: str
    changes: tuple[tuple[str, str], ...]


SEEDED = (
    Seeded(
        "sum of n",
        "[>n]^N ( [>x]^Z <len(x_A) = n_C> E )->E [{sum(x_A)} >]",
        "n = int(input())\nt = 0\nfor i in range(n):\n    t += int(input())\nprint(t)\n",
        (
            ("range(n)", "range(n - 1)"), ("range(n)", "range(1, n)"), ("t = 0", "t = 1"), ("range(n)", "range(min(n, 9))"),
            ("print(t)", "print(t if t < 2**31 else t - 2**32)"), ("print(t)", "print(int(float(t)))"),
            ("t += int(input())", "x = int(input())\n    t += x if x > -32768 else 0"),
        ),
    ),
    Seeded(
        "over the limit",
        '[>x]^Z ( [{"low"} >] <x_C > 4711> [{"high"} >] )',
        "x = int(input())\nif x > 4711:\n    print('high')\nelse:\n    print('low')\n",
        (("> 4711", ">= 4711"), ("> 4711", "> 4712"), ("> 4711", "> 4710"), ("> 4711", "> 0"), ("> 4711", "== 4712"),
         ("> 4711", "> 4711 and x < 2**31")),
    ),
    Seeded(
        "saving",
        "( [>x]^Z <sum(x_A) = 1000000000> E )->E [{len(x_A)} >]",
        "t = n = 0\nwhile t != 1000000000:\n    t += int(input())\n    n += 1\nprint(n)\n",
        (("!= 1000000000", "< 1000000000"), ("n += 1", "n += 1 if n < 3 else 0"), ("print(n)", "print(n + 1)"),
         ("t += int(input())", "t += max(0, int(input()))"), ("t += int(input())", "t += abs(int(input()))")),
    ),
    Seeded(
        "largest",
        "[>n]^{1..1000} ( [>x]^Z <len(x_A) = n_C> E )->E [{max(x_A)} >]",
        "n = int(input())\nxs = [int(input()) for _ in range(n)]\nprint(max(xs))\n",
        (("max(xs)", "max([0] + xs)"), ("max(xs)", "xs[-1]"), ("max(xs)", "xs[0]"), ("max(xs)", "max(xs[1:] or xs)"),
         ("max(xs)", "max(xs[:-1] or xs)"), ("max(xs)", "max(xs, key=abs)"), ("max(xs)", "max([-10**6] + xs)")),
    ),
    Seeded(
        "until zero",
        "( [>x]^Z ( 0 <x_C = 0> E ) )->E [{len(x_A) - 1} >] [{sum(x_A)} >]",
        "t = n = 0\nwhile True:\n    x = int(input())\n    if x == 0:\n        break\n    n += 1\n    t += x\nprint(n)\nprint(t)\n",
        (("x == 0", "x <= 0"), ("n += 1", "n += x > 0"), ("x == 0", "x == 0 or n == 12"), ("x == 0", "x == 0 or x == -32768"),
         ("t += x", "t += x if abs(x) < 2**31 else 0"), ("print(n)\nprint(t)", "print(t)\nprint(n)"), ("x == 0", "x == 0 or t > 40000")),
    ),
    Seeded(
        "palindrome of four",
        '[>a]^Z [>a]^Z [>a]^Z [>a]^Z ( [{"no"} >] <reverse(a_A) = a_A> [{"yes"} >] )',
        "xs = [int(input()) for _ in range(4)]\nprint('yes' if xs[0] == xs[3] and xs[1] == xs[2] else 'no')\n",
        (("xs[0] == xs[3] and xs[1] == xs[2]", "xs[0] == xs[3]"), ("xs[0] == xs[3] and xs[1] == xs[2]", "xs[1] == xs[2]"),
         ("and", "or"), ("xs[0] == xs[3]", "abs(xs[0]) == abs(xs[3])"), ("xs[1] == xs[2]", "abs(xs[1] - xs[2]) < 2")),
    ),
    Seeded(
        "checked input",
        '[>x]^{100..200}@until [{"ok " ++ x_C} >]',
        "x = int(input())\nwhile not 100 <= x <= 200:\n    print('again')\n    x = int(input())\nprint('ok', x)\n",
        (("100 <= x <= 200", "100 < x <= 200"), ("100 <= x <= 200", "100 <= x < 200"), ("100 <= x <= 200", "99 <= x <= 200"),
         ("100 <= x <= 200", "100 <= x <= 201"), ("while not", "if not"), ("100 <= x <= 200", "x >= 100"), ("100 <= x <= 200", "x <= 200"),
         ("100 <= x <= 200", "0 < x <= 200")),
    ),
    Seeded(
        "cash machine",
        '[>a]^N ( [{"no"} >] <mod(a_C, 50) = 0 and a_C <= 1000 and a_C > 0> [{a_C} >] )',
        "a = int(input())\nif a % 50 == 0 and 0 < a <= 1000:\n    print(a)\nelse:\n    print('no')\n",
        (("a <= 1000", "a < 1000"), ("a % 50", "a % 10"), ("a % 50", "a % 100"), ("0 < a", "0 <= a"), ("0 < a <= 1000", "0 < a"),
         ("a <= 1000", "a <= 1050"), ("0 < a", "50 < a")),
    ),
    Seeded(
        "thirteen at the threshold",
        "[>n]^{1..30} ( [>x]^Z <len(x_A) = n_C> E )->E [{count_ge(x_A, 1300)} >]",
        "n = int(input())\nc = 0\nfor _ in range(n):\n    if int(input()) >= 1300:\n        c += 1\nprint(c)\n",
        ((">= 1300", "> 1300"), (">= 1300", ">= 1301"), (">= 1300", ">= 1299"), ("c += 1", "c = 1"), (">= 1300", ">= 130"),
         (">= 1300", "== 1300")),
    ),
    Seeded(
        "high low",
        '[>s]^{1..1000000} ( [>g]^{1..1000000} ( ( [{"higher"} >] <g_C > s_C> [{"lower"} >] ) <g_C = s_C> E ) )->E [{len(g_A)} >]',
        "s = int(input())\nn = 0\nwhile True:\n    g = int(input())\n    n += 1\n    if g == s:\n        break\n"
        "    print('lower' if g > s else 'higher')\nprint(n)\n",
        (("g > s", "g >= s + 2"), ("g > s", "g > s + 999"), ("g == s", "abs(g - s) < 2"), ("print(n)", "print(n - 1)"),
         ("g == s", "g == s or g == 1000000"), ("n += 1", "n = 1"), ("g > s", "g > s or g > 500000")),
    ),
    Seeded(
        "remainder",
        "[>a]^Z [>b]^{2..500} [{mod(a_C, b_C)} >]",
        "a = int(input())\nb = int(input())\nprint(a % b)\n",
        (("a % b", "abs(a) % b"), ("a % b", "int(__import__('math').fmod(a, b))"), ("a % b", "a % min(b, 256)"), ("a % b", "a % b if a else b"),
         ("a % b", "a - a // b * b if a < 2**53 else 0")),
    ),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Faults:
    what: str
    faults: int
    found: int
    found_at_random: int
    refuted_though_right: int
    tests: int
    suite_cpu_s: float
    check_cpu_s: float


def versions() -> dict[str, str]:
    import z3  # noqa: PLC0415

    return {"z3": z3.get_version_string()}


def rows() -> Iterator[Faults | Row]:
    total = [0, 0, 0, 0]
    for one in few(SEEDED):
        row = _measured(one)
        total = [
            before + now
            for before, now in zip(
                total, (row.faults, row.found, row.found_at_random, row.refuted_though_right), strict=True
            )
        ]
        yield row
    yield Faults("all", total[0], total[1], total[2], total[3], 0, 0.0, 0.0)
    yield timed(
        "suite: hangman, secret of 5, 10 guesses",
        1,
        lambda: suite(_exercise(HANGMAN).task_as(Task).spec, 0),
        "under 5 s",
    )
    with tempfile.TemporaryDirectory() as folder:
        yield from _from_the_start(Path(folder))


def _measured(one: Seeded) -> Faults:
    exercise = _exercise(one.spec)
    spec = exercise.task_as(Task).spec
    began = time.process_time()
    tests = suite(spec, 0)
    made = time.process_time()
    wrong = [one.right.replace(old, new) for old, new in one.changes]
    assert all(program != one.right for program in wrong), one.name
    found = sum(_verdict(exercise, program) == Verdict.REFUTED for program in wrong)
    refuted = _verdict(exercise, one.right) not in (Verdict.PASSED, Verdict.PROVED)
    checked = time.process_time()
    lucky = sum(_found_at_random(spec, program) for program in wrong)
    each = (checked - made) / (len(wrong) + 1)
    return Faults(one.name, len(wrong), found, lucky, int(refuted), len(tests.tests), made - began, each)


def _exercise(spec: str) -> Exercise:
    manifest = b'subject = "console"\n[console]\nspec = "spec.sym"\n'
    return Console().read(Source("bench", {"exercise.toml": manifest, "spec.sym": spec.encode()}))


def _verdict(exercise: Exercise, program: str) -> Verdict:
    return check(Console(), exercise, Submission.from_text(program, "submission.py"), TERMS).verdict


def _found_at_random(spec: Spec, source: str) -> bool:
    """The paper's method: 100 random walks."""
    randomness = random.Random(source)
    cases = [case for _ in range(100) if (case := _random_case(spec, randomness))]
    with warm_sandbox() as sandbox:
        program = prepare(sandbox, source.encode())
        assert isinstance(program, Program)
        trial = Trial(python, sandbox, program, TERMS.budget.meter(), Rules())
        return any(failure for _, failure in trial.failures(cases))


def _random_case(spec: Spec, randomness: random.Random) -> Case | None:
    try:
        way = begin(spec)
        while way.asks is not None:
            if len(way.inputs) > 60:
                return None
            longer = give(way, _drawn(way.asks.read.values, randomness))
            if longer is None:
                return None
            way = longer
    except (Undefined, Diverges):
        return None
    return Case(way.general, way.sides)


def _drawn(values: ValueSet, randomness: random.Random) -> Value:
    match values:
        case OneOf(items):
            return randomness.choice(items)
        case Range(low, high) if low <= 10 and high >= -10:
            return randomness.randint(max(low, -10), min(high, 10))
        case Range(low, high):
            return randomness.randint(low, min(high, low + 20))
        case Naturals():
            return randomness.randint(0, 10)
        case Strings():
            return randomness.choice(["a", "b", "ab"])
        case _:
            return randomness.randint(-10, 10)


def _from_the_start(folder: Path) -> Iterator[Row]:
    """The command line, once without and then with the suite on disk."""
    one = SEEDED[0]
    exercise = folder / "exercise"
    _exercise(one.spec).source.write(exercise)
    program = folder / "program.py"
    program.write_text(one.right)
    command = [sys.executable, "-m", "viva.cli.main", "check", str(exercise), str(program), "--json"]
    script = Path(sys.executable).with_name("viva")
    if script.exists():
        command[:3] = [str(script)]
    environment = {**os.environ, "XDG_CACHE_HOME": str(folder / "cache")}

    def often(repetitions: int) -> None:
        for _ in range(repetitions):
            subprocess.run(command, env=environment, stdout=subprocess.DEVNULL, check=True)

    yield timed("start-up, suite and check", 1, lambda: often(1), "under 2 s")
    yield timed("start-up, check with the suite on disk", 5, lambda: often(5), "under 0.3 s")
