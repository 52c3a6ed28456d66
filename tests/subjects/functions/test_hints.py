# ruff: noqa: E501  a program that is handed in reads best on one line
"""What is told of a failure is true, of inputs that nobody has looked at too, and as much as is known."""

import copy
import random
from collections.abc import Callable

import pytest

from tests.examining import Examiner, told, witness
from viva.engines.calls import Failure, Trial
from viva.engines.calls.failures.overview import Overview
from viva.languages import python
from viva.subjects.functions import explain

from .conftest import exercise

TOTAL = "def f(xs: list[int]) -> int:\n    t = 0\n    for x in xs:\n        t += x\n    return t\n"
EVENS = "def f(xs: list[int]) -> list[int]:\n    return [x for x in xs if x % 2 == 0]\n"
UPPER = "def f(s: str) -> str:\n    return s.upper()\n"
HALF = "def f(n: int) -> int:\n    return n // 2\n"


@pytest.mark.some(3)
@pytest.mark.parametrize(
    ("reference", "program", "said"),
    [
        (TOTAL, "def f(xs):\n    total = 0\n    for x in xs:\n        totl += x\n    return total\n", ["`totl` is used before it has a value"]),
        (TOTAL, "def f(xs):\n    total = sum(xs)\n    return totl\n", ["`totl` is not defined. Is it spelt right?", "in every test"]),
        (TOTAL, "def f(xs):\n    print(sum(xs))\n", ["prints its result but does not return it"]),
        (TOTAL, "def f(xs):\n    t = 0\n    for x in xs:\n        t += x\n        return t\n    return t\n", ["inside of a loop", "leaves the loop in its first round"]),
        (TOTAL, "def f(xs):\n    t = 0\n    for x in xs:\n        t = 0\n        t += x\n    return t\n", ["`t` starts over in every round"]),
        (TOTAL, "def f(xs):\n    return 7\n", ["the same value whatever it is given"]),
        (TOTAL, "def f(xs):\n    return str(sum(xs))\n", ["the right value, but as a text", "in every test"]),
        (TOTAL, "def f(xs):\n    return sum(xs) + 1\n", ["one too large", "in every test"]),
        (EVENS, "def f(xs):\n    for x in xs:\n        if x % 2:\n            xs.remove(x)\n    return xs\n", ["also something that does not belong there", "`xs` is changed while a loop goes through it"]),
        (EVENS, "def f(xs):\n    return [x for x in xs if x % 2 == 0].sort()\n", ["`.sort()` changes the list and returns `None`"]),
        (EVENS, "def f(xs):\n    return xs\n", ["returns what it was given, unchanged", "an odd number"]),
        (EVENS, "def f(xs):\n    return [x for x in xs if x % 2 == 0][::-1]\n", ["backwards"]),
        (UPPER, "def f(s):\n    s.upper()\n    return s\n", ["returns what it was given", "`.upper(...)` is worked out and thrown away"]),
        (UPPER, "def f(s):\n    return s.title()\n", ["right except for capital and small letters"]),
        (UPPER, "def f(s):\n    return s.upper().strip()\n", ["right except for spaces", "begins or ends with a space"]),
        (HALF, "def f(n):\n    return n / 2\n", ["a number with decimals", "`/` always gives", "is odd"]),
    ],
)  # fmt: skip
def test_every_usual_mistake_has_a_hint(examine: Examiner, reference: str, program: str, said: list[str]) -> None:
    hint = told(examine(reference, program), "hint").text
    for words in said:
        assert words in hint
    assert not any(letter.isdigit() for letter in hint)


@pytest.mark.thorough
def test_the_example_is_of_the_commonest_kind_and_not_the_empty_list_that_is_another_fault(examine: Examiner) -> None:
    reference = "def f(xs: list[int]) -> int:\n    best = 0\n    for x in xs:\n        if x > best:\n            best = x\n    return best\n"
    report = examine(reference, "def f(xs):\n    return max(xs) + 1\n")
    assert witness(report).fields["input"] != [[]]
    assert "stops with `ValueError`" in told(report, "pattern").text  # the empty list is told as another kind
    assert "fail in another way" in told(report, "hint").text


def test_a_bound_is_told_where_it_was_seen_and_only_in_the_pattern(examine: Examiner) -> None:
    reference = "def f(n: int) -> int:\n    return n * 2\n"
    report = examine(reference, "def f(n):\n    return n * 2 if n < 37 else 0\n")
    assert "exactly when the number is at least 37" in told(report, "pattern").text
    assert "37" not in told(report, "hint").text and "above a certain limit" in told(report, "hint").text


@pytest.mark.parametrize(
    ("program", "lies"),
    [
        # A run of ten or more letters is written with two digits: that such texts read the same backwards is an accident.
        ("def f(s):\n    out, i = '', 0\n    while i < len(s):\n        j = i\n        while j < len(s) and s[j] == s[i]:\n            j += 1\n        out += s[i] + str(j - i)[0]\n        i = j\n    return out\n", "backwards"),
    ],
)  # fmt: skip
def test_an_accident_is_not_told_as_the_pattern(examine: Examiner, program: str, lies: str) -> None:
    reference = program.replace("str(j - i)[0]", "str(j - i)").replace("f(s)", "f(s: str) -> str")
    report = examine(reference, program)
    assert lies not in told(report, "hint").text and lies not in told(report, "pattern").text


def test_what_is_judged_is_what_is_shown(examine: Examiner) -> None:
    asked = exercise("def f(xs: list[int]) -> None:\n    xs.append(1)\n", settings="arguments = true\n")
    shown = told(examine(asked, "def f(xs):\n    xs.append(2)\n"), "example").comparison
    assert shown is not None and shown.rows[0][1:] == ("[[1]]", "[[2]]")
    asked = exercise("def f(n: int) -> None:\n    print('a')\n", settings="output = true\n")
    shown = told(examine(asked, "def f(n):\n    print('b')\n"), "example").comparison
    assert shown is not None and [cell.strip() for cell in shown.rows[0][1:]] == ["a", "b"]
    shown = told(
        examine("def f(n: int) -> bool:\n    return n > 0\n", "def f(n):\n    return str(n > 0)\n"), "example"
    ).comparison
    assert shown is not None and shown.rows[0][1:] in (("True", "'True'"), ("False", "'False'"))


@pytest.mark.thorough
def test_other_mistakes_have_other_signatures_and_equal_ones_the_same(examine: Examiner) -> None:
    def signature(program: str) -> str | None:
        return told(examine(TOTAL, program), "hint").signature

    more, again = (
        signature("def f(xs):\n    return sum(xs) + 1\n"),
        signature("def f(ys):\n    t = 1\n    for y in ys:\n        t = t + y\n    return t\n"),
    )
    less, first = signature("def f(xs):\n    return sum(xs) - 1\n"), signature("def f(xs):\n    return sum(xs[1:])\n")
    empty, full = (
        signature("def f(xs):\n    return sum(xs) if xs else 1\n"),
        signature("def f(xs):\n    return sum(xs) + 1 if xs else 0\n"),
    )
    assert more == again
    assert len({more, less, first, empty, full}) == 5


# A law: whatever fault there is in whatever function, what is told of it holds for inputs made by someone else.

FUNCTIONS: list[tuple[str, tuple[str, ...]]] = [
    ("def f(xs: list[int]) -> int:\n    best = xs[0]\n    for x in xs:\n        if x > best:\n            best = x\n    return best\n", ("list",)),
    ("def f(xs: list[int], k: int) -> int:\n    n = 0\n    for x in xs:\n        if x >= k:\n            n += 1\n    return n\n", ("list", "int")),
    ("def f(a: list[int], b: list[int]) -> list[int]:\n    out = []\n    for x in a:\n        if x in b and x not in out:\n            out.append(x)\n    return out\n", ("list", "list")),
    ("def f(s: str) -> int:\n    n = 0\n    inside = False\n    for c in s:\n        if c == ' ':\n            inside = False\n        elif not inside:\n            inside = True\n            n += 1\n    return n\n", ("text",)),
    ("def f(n: int) -> str:\n    if n < 0:\n        return 'none'\n    if n >= 90:\n        return 'A'\n    if n >= 50:\n        return 'B'\n    return 'F'\n", ("int",)),
]  # fmt: skip
FAULTS = 1  # tried of each
INPUTS = 800
LENIENT = 0.2  # others make other inputs than we do


def strange_value(kind: str, chance: random.Random) -> object:
    """Made without Viva's engines."""
    match kind:
        case "int":
            return chance.choice([chance.randint(-5, 12), chance.randint(-50, 130), chance.randint(-999, 999)])
        case "list":
            return [strange_value("int", chance) for _ in range(chance.choice([0, 1, 2, 3, 3, 4, 5, 7, 10]))]
    return "".join(
        chance.choice("aabcAB  1.") * chance.choice([1, 1, 2]) for _ in range(chance.choice([0, 1, 2, 3, 5, 8]))
    )


def answer(function: Callable[..., object], arguments: list[object]) -> object:
    try:
        return function(*copy.deepcopy(arguments))
    except Exception as problem:  # noqa: BLE001 a fault may raise anything
        return type(problem)


def loaded(source: str) -> Callable[..., object]:
    names: dict[str, Callable[..., object]] = {}
    exec(compile(source, "submission.py", "exec", dont_inherit=True), names)
    return names["f"]


@pytest.mark.some(2)
@pytest.mark.parametrize("number", range(len(FUNCTIONS)))
def test_what_is_told_of_random_faults_holds_for_inputs_of_someone_else(
    examine: Examiner, number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[tuple[Overview, Failure]] = []
    tell = explain.findings

    def remembered(trial: Trial, failure: Failure, found: Overview, *rest: object, **more: object) -> object:
        seen.append((found, failure))
        return tell(trial, failure, found, *rest, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(explain, "findings", remembered)
    source, kinds = FUNCTIONS[number]
    chance = random.Random(number)
    with python.runs.warm_sandbox() as sandbox:
        edits = [one for one in python.mends.edited(sandbox, source.encode()) if one.edit.line > 1]
    for one in chance.sample(edits, FAULTS):
        seen.clear()
        report = examine(source, one.program.text)
        if report.verdict != "refuted":
            continue
        found, failure = seen[0]
        right, wrong = loaded(source), loaded(one.program.text)
        rows = [[strange_value(kind, chance) for kind in kinds] for _ in range(INPUTS)]
        rows = [row for row in rows if not isinstance(answer(right, row), type)]
        fails = [answer(right, row) != answer(wrong, row) for row in rows]
        bad = [row for row, failing in zip(rows, fails, strict=True) if failing]
        good = [row for row, failing in zip(rows, fails, strict=True) if not failing]
        assert not (found.everywhere and good), told(report, "pattern").text
        if found.condition is not None:
            assert found.condition.holds(failure.case.arguments)
            missed = [row for row in bad if not found.condition.holds(tuple(row))]
            caught = [row for row in good if found.condition.holds(tuple(row))]
            few = {"exactly": (0.02, 0.02), "mostly": (LENIENT, LENIENT), "only": (0.02, LENIENT)}[
                found.condition.strength
            ]
            assert len(missed) <= few[0] * len(bad), (told(report, "pattern").text, missed[:3])
            assert len(caught) <= few[1] * len(good), (told(report, "pattern").text, caught[:3])


NEVER_REACHED = [
    # The loop that returns at once is in a branch that no failing run is in.
    ("def f(xs: list[int]) -> int:\n    return sum(xs)\n", "def f(xs):\n    if len(xs) > 50:\n        for x in xs:\n            return x\n    return sum(xs) + (1 if xs else 0)\n", "inside of a loop"),
    # The list that is changed while it is walked is changed for inputs that are right.
    ("def f(xs: list[int]) -> list[int]:\n    return [x for x in xs if x != 1000]\n", "def f(xs):\n    for x in xs:\n        if x == 1000:\n            xs.remove(x)\n    return xs + [0]\n", "while a loop goes through it"),
    ("def f(xs: list[int]) -> int:\n    return len(xs)\n", "def f(xs):\n    if not xs:\n        for i in range(len(xs) - 1):\n            pass\n    return max(len(xs) - 1, 0)\n", "leaves out one position"),
]  # fmt: skip


@pytest.mark.some(1)
@pytest.mark.parametrize(("reference", "program", "slip"), NEVER_REACHED)
def test_a_slip_is_told_only_if_the_failing_runs_came_to_it(
    examine: Examiner, reference: str, program: str, slip: str
) -> None:
    assert slip not in told(examine(reference, program), "hint").text
