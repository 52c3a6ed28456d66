"""Which inputs are tried: none outside of the declared types and `requires`, and such as tell alike functions apart."""

import tomllib
from dataclasses import replace
from pathlib import Path

import pytest

from tests.examining import Examiner, told, witness

from .conftest import SEARCHED, exercise

GUARDED = {
    "list[range(1, 7)]": "all(1 <= y <= 6 for y in x)",
    "range(1000000, 9000000)": "1000000 <= x < 9000000",
    "tuple[range(-9, -3), range(1, 3)]": "-9 <= x[0] < -3 and 1 <= x[1] < 3",
    "dict[Literal['a', 'b'], list[range(5, 9)]]": "all(k in 'ab' and all(5 <= y < 9 for y in v) for k, v in x.items())",
    "list[tuple[range(2, 90), bool]] | range(3, 5)": "x in (3, 4) if type(x) is int else all(1 < y[0] < 90 for y in x)",
}


@pytest.mark.some(2)
@pytest.mark.parametrize("kind", GUARDED)
def test_no_input_is_outside_of_the_declared_types(examine: Examiner, kind: str) -> None:
    """The submission is right on every value of the type and on no other."""
    made = exercise("def f(x, n: int) -> bool:\n    return n > 3\n", settings=f'types = {{ x = "{kind}" }}\n')
    report = examine(made, f"def f(x, n):\n    assert {GUARDED[kind]}\n    return 3 < n\n")
    assert report.verdict.right, witness(report)


def test_a_property_does_not_blame_the_function_for_what_requires_excludes(examine: Examiner) -> None:
    made = exercise(
        "def f(n: int) -> int:\n    return n - 1\n",
        settings='requires = "requires.py"\nproperties = "properties.py"\n',
        requires="def requires(n):\n    return n > 0\n",
        properties="def goes_down(f, n: int):\n    return f(n + 3) < n + 3\n",
    )
    assert examine(made, "def f(n):\n    assert n > 0\n    return n - 1\n").verdict.right


def test_arguments_share_no_parts(examine: Examiner) -> None:
    """Whoever changes the rows of a table one by one is right, though equal rows are many."""
    made = exercise("def f(rows: list[list[int]]) -> list[list[int]]:\n    return [[2 * x for x in r] for r in rows]\n")
    program = (
        "def f(rows):\n    for r in rows:\n        for i in range(len(r)):\n            r[i] *= 2\n    return rows\n"
    )
    assert examine(made, program).verdict.right


PAIRS = tomllib.loads(Path("bench/functions/subtle.toml").read_text("utf-8"))
TOLD_APART = ["casefold", "isqrt", "long_union", "left_out"]


@pytest.mark.some(2)
@pytest.mark.parametrize("name", TOLD_APART)
def test_functions_that_look_alike_are_told_apart(examine: Examiner, name: str) -> None:
    """The whole table takes minutes: `bench/subtle.py`."""
    pair = PAIRS[name]
    premise = {"requires": pair["requires"]} if "requires" in pair else {}
    settings = SEARCHED + ('requires = "requires.py"\n' if premise else "")
    made = exercise(pair["reference"], settings=settings, **premise)
    assert [examine(made, program).verdict for program in pair["wrong"][:2]] == ["refuted"] * len(pair["wrong"][:2])
    for program in pair.get("right", [])[:1]:
        assert examine(made, program).verdict.right


def test_whoever_is_more_exact_than_the_reference_is_not_wrong(examine: Examiner) -> None:
    by_float = "import math\ndef f(n: int) -> int:\n    return int(math.sqrt(n))\n"
    exact = "import math\ndef f(n):\n    return math.isqrt(n)\n"
    assert examine(by_float, exact).verdict.right
    assert examine(exact.replace("(n)", "(n: int) -> int", 1), by_float).verdict == "refuted"


def test_the_steps_of_the_search_are_set_by_the_exercise_and_told(examine: Examiner) -> None:
    reference = "def f(a: int, b: int, c: int) -> int:\n    return a * b + c\n"
    program = "def f(a, b, c):\n    while b < 0:\n        a, b = -a, -b\n    return c + sum(a for _ in range(b))\n"
    teacher = replace(examine, rung=None)  # details are the teacher's
    few = teacher(exercise(reference, settings="search = 30\n"), program)
    many = teacher(exercise(reference, settings=SEARCHED), program)
    steps = few.evidence.details["search_steps"], many.evidence.details["search_steps"]
    assert 0 < steps[0] <= 20 < steps[1] <= 300  # type: ignore[operator]
    assert f"{many.evidence.details['search_steps']} steps of search, of 300" in str(many.evidence.covered)


def test_a_branch_that_no_test_takes_is_searched_for(examine: Examiner) -> None:
    reference = "def f(n: int) -> int:\n    return n * 2\n"
    program = """def f(n):
    if n > 1000:
        if n % 17 == 4:
            if n % 19 == 5:
                return 0
    return n * 2
"""
    found = witness(examine(exercise(reference, settings=SEARCHED), program)).fields["input"]
    assert isinstance(found, list)
    [n] = found
    assert isinstance(n, int)
    assert (n % 17, n % 19) == (4, 5)


DIGITS = "def f(s: str) -> bool:\n    return s != '' and all(c in '0123456789' for c in s)\n"
CODE = "import re\n\n\ndef f(s: str) -> bool:\n    return re.fullmatch('[A-Z]{2}-[0-9]{3}', s) is not None\n"


@pytest.mark.some(3)
@pytest.mark.parametrize(
    ("reference", "answer", "shown"),
    [
        (DIGITS, "re.match('[0-9]+$', s) is not None", "\\n"),
        (DIGITS, "re.fullmatch('[0-9]+', s.strip()) is not None", ""),
        (DIGITS, "re.fullmatch(r'\\d+', s) is not None", ""),
        (DIGITS, "s.isdecimal()", ""),
        (CODE, "re.match('[A-Z]{2}-[0-9]{3}$', s) is not None", "\\n"),
        (CODE, "re.fullmatch(r'[A-Z]{2}-\\d{3}', s) is not None", ""),
        (CODE, "re.fullmatch('[A-Z]{2}-[0-9]{3}', s, re.IGNORECASE) is not None", ""),
    ],
)
def test_what_is_nearly_accepted_is_tried(examine: Examiner, reference: str, answer: str, shown: str) -> None:
    report = examine(exercise(reference, settings=SEARCHED), f"import re\n\n\ndef f(s):\n    return {answer}\n")
    assert report.reason == "wrong", answer
    assert shown in repr(witness(report)), witness(report)


def test_an_overflow_where_the_reference_answers_is_wrong(examine: Examiner) -> None:
    half = "def f(n: int) -> int:\n    return max(0, (n + 1) // 2)\n"
    report = examine(exercise(half), "def f(n):\n    return len(range(0, n, 2))\n")
    assert (report.reason, "too large for a built-in function" in told(report, "hint").text) == ("crash", True)
    # That there is no room for so long a list says nothing.
    assert examine(exercise(half), "def f(n):\n    return len([0] * max(0, n + 1)) // 2\n").verdict.right
