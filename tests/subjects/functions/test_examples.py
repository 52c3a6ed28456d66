"""What is wrong with an exercise is told to the teacher, with the place and what to do; it is never a grade."""

import pytest

from tests.examining import Examiner
from tests.subjects.functions.conftest import exercise
from viva.core.fault import Fault

PLUS = "def f(a: int, b: int) -> int:\n    return a + b\n"


@pytest.mark.parametrize(
    ("reference", "settings", "line", "parts"),
    [
        (
            "def is_anagram(a: str) -> bool:\n    return a == a[::-1]\n",
            "",
            3,
            ["'isanagram'", "'is_anagram'", "same name"],
        ),
        ("def isanagarm(a: str) -> bool:\n    return a == a[::-1]\n", "", 3, ["'isanagarm'"]),
    ],
)
def test_a_name_that_is_nearly_that_of_the_reference_is_a_slip(
    reference: str, settings: str, line: int, parts: list[str]
) -> None:
    with pytest.raises(Fault) as raised:
        exercise(reference, "isanagram", settings)
    assert raised.value.line == line
    assert all(part in str(raised.value) for part in parts)


def test_a_reference_may_have_a_name_of_its_own() -> None:
    assert exercise("def solution(n: int) -> int:\n    return n\n", "largest") is not None


@pytest.mark.parametrize(
    ("reference", "settings", "part"),
    [
        (PLUS, 'examples = ["f(1)"]\n', "the parameters are (a, b)"),
        (PLUS, 'examples = ["f(1, 2, 3)"]\n', "the parameters are (a, b)"),
        (PLUS, "examples = [[1, 2], [1, 'x']]\n", "'x' is not of the type of 'b'"),
        (PLUS, 'examples = ["f(a=1, c=2)"]\n', "which is no call"),
        (PLUS, 'examples = ["f(1, "]\n', "which is no call"),
        (PLUS, 'types = { a = "range(5, 5)" }\n', "its range is empty"),
        (PLUS, 'types = { a = "list[range(9, 2)]" }\n', "its range is empty"),
        (
            "def f(a, b):\n    return g(a) == g(b)\ndef g(x):\n    return sorted(x)\n",
            "",
            "the type of the parameter 'a'",
        ),
        ("def f(xs):\n    return sorted(xs)\n", "", "the type of the parameter 'xs'"),
        ("def f(d):\n    return d.get(1)\n", "", "the type of the parameter 'd'"),
    ],
)
def test_what_can_be_seen_without_running_is_told_when_the_exercise_is_read(
    reference: str, settings: str, part: str
) -> None:
    with pytest.raises(Fault) as raised:
        exercise(reference, settings=settings)
    assert part in str(raised.value) and raised.value.file and raised.value.remedy


@pytest.mark.parametrize(
    ("reference", "settings"),
    [
        (PLUS, 'examples = ["f(b=2, a=1)", "1, 2"]\n'),
        ("def f(a: int, b: int = 3) -> int:\n    return a + b\n", 'examples = ["f(1)"]\n'),
        ("def f(x: float, p: tuple[int, int]) -> float:\n    return x\n", "examples = [[1, [2, 3]]]\n"),
        ("def f(n):\n    return n % 2\n", ""),
        ("def f(s):\n    return s.upper()\n", ""),
    ],
)
def test_examples_may_be_written_as_people_write_them(reference: str, settings: str) -> None:
    assert exercise(reference, settings=settings) is not None


@pytest.mark.parametrize(
    ("reference", "settings", "files", "parts"),
    [
        (
            'def f(n: int) -> int:\n    """Halves.\n\n    >>> f(4)\n    3\n    """\n    return n // 2\n',
            "",
            {},
            ["reference.py:4", "shows 3", "gives 2"],
        ),
        (
            "def f(n: int) -> int:\n    return 10 // n\n",
            'examples = ["f(0)"]\n',
            {},
            ["exercise.toml", "f(0)", "raises ZeroDivisionError"],
        ),
        (
            "def f(n: int) -> int:\n    return n\n",
            'examples = ["f(-1)"]\nrequires = "requires.py"\n',
            {"requires": "def requires(n):\n    return n > 0\n"},
            ["f(-1)", "`requires` excludes it"],
        ),
        ("def f(n: int) -> int:\n    return n + missing\n", "", {}, ["no input was found", "annotate"]),
    ],
)
def test_a_reference_that_contradicts_its_examples_is_a_fault_when_it_first_runs(
    examine: Examiner, reference: str, settings: str, files: dict[str, str], parts: list[str]
) -> None:
    asked = exercise(reference, settings=settings, **files)
    with pytest.raises(Fault) as raised:
        examine(asked, "def f(n):\n    return n\n")
    assert all(part in str(raised.value) for part in parts), str(raised.value)


def test_documentation_that_holds_is_no_fault(examine: Examiner) -> None:
    raising = "    >>> f(-1)\n    Traceback (most recent call last):\n    ValueError\n"
    shown = f">>> f(4)\n    2\n{raising}    >>> f(1) * 2\n    9\n"
    reference = (
        f'def f(n: int) -> float:\n    """Halves.\n\n    {shown}    """\n    if n < 0:\n        raise ValueError\n'
        "    return n / 2\n"
    )
    assert examine(exercise(reference), "def f(n):\n    return n * 0.5\n").verdict.right


@pytest.mark.parametrize("shown", [">>> f(4)\n    4", ">>> f(4)  # doctest: +ELLIPSIS\n    ...", ">>> f(4)\n    ..."])
def test_documentation_that_shows_more_than_the_answer_is_no_fault(examine: Examiner, shown: str) -> None:
    reference = f'def f(n: int) -> None:\n    """\n    {shown}\n    """\n    print(n)\n'
    assert examine(exercise(reference), "def f(n):\n    pass\n").verdict.right
