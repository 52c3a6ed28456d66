"""`proved` is said of what was counted and of what cannot be called otherwise: everything else is `passed`."""

from collections.abc import Callable

import pytest

from tests.examining import Examiner, made
from tests.subjects.functions.conftest import exercise
from viva.core.exercise import Exercise
from viva.core.fault import Fault
from viva.core.verdict import Verdict
from viva.subjects.functions.subject import Functions

Check = Callable[[Exercise | str, str], Verdict]

SMALL = "def f(n):\n    return n * n % 7\n"


def _asked(reference: str, types: str = 'n = "range(40)"', rest: str = "") -> Exercise:
    manifest = f'[functions]\nreference = "reference.py"\nfunction = "f"\ntypes = {{ {types} }}\n{rest}'
    return made(Functions(), manifest, {"reference.py": reference})


@pytest.fixture
def verdict() -> Check:
    return Examiner(Functions(), _asked).verdict


@pytest.mark.parametrize(
    "answer",
    [
        "def f(n):\n    return pow(n, 2, 7)\n",
        "import math\ndef f(x):\n    return int(math.pow(x, 2)) % 7\n",
        "TABLE = [n * n % 7 for n in range(7)]\ndef f(n):\n    return TABLE[n % 7]\n",
        "def f(n, extra=0):\n    return (n * n + extra) % 7\n",
        "class P:\n    def __init__(self, n):\n        self.n = n\ndef f(n):\n    return P(n).n ** 2 % 7\n",
    ],
)
def test_a_finite_domain_that_was_walked_whole_is_proved(verdict: Check, answer: str) -> None:
    assert verdict(SMALL, answer) is Verdict.PROVED


@pytest.mark.parametrize(
    "answer",
    [
        "seen = []\ndef f(n):\n    seen.append(n)\n    return n * n % 7 if len(seen) < 10**6 else 0\n",
        "def f(n, seen=[]):\n    seen.append(n)\n    return n * n % 7 if len(seen) < 10**6 else 0\n",
        "def f(n):\n    f.calls = getattr(f, 'calls', 0) + 1\n    return n * n % 7 if f.calls < 10**6 else 0\n",
        "import itertools\nc = itertools.count()\ndef f(n):\n    return n * n % 7 if next(c) < 10**6 else 0\n",
        "import time\ndef f(n):\n    return n * n % 7 if time.time() < 1e11 else 0\n",
        "def f(n):\n    return n * n % 7 if ''.join({'a', 'b'}) else 0\n",
    ],
)
def test_a_finite_domain_proves_nothing_where_something_is_kept_or_asked_for(verdict: Check, answer: str) -> None:
    assert verdict(SMALL, answer) is Verdict.PASSED


def test_the_evidence_says_why_nothing_is_proved() -> None:
    report = Examiner(Functions(), _asked)(
        SMALL, "import time\ndef f(n):\n    return n * n % 7 if time.time() else 0\n"
    )
    assert "`time` is imported" in report.evidence.covered


def test_arguments_that_only_the_submission_changes_leave_no_proof(verdict: Check) -> None:
    types = 'p = "tuple[bool, bool]", k = "bool"'
    asked = _asked("def f(p, k):\n    return p[0]\n", types)
    assert verdict(asked, "def f(p, k):\n    return p[0]\n") is Verdict.PROVED


@pytest.mark.some(4)
@pytest.mark.parametrize("types", ['n = "range(9)", k = "range(4)"', 'n = "int", k = "int"'])
@pytest.mark.parametrize(
    ("reference", "answer", "expected"),
    [
        ("def f(n, k=2):\n    return n + k\n", "def f(n, k=2):\n    return k + n\n", Verdict.PROVED),
        ("def f(n, k=2):\n    return n + k\n", "def f(x, y=2):\n    return y + x\n", Verdict.PROVED),
        ("def f(n, k):\n    return n - k\n", "def f(n, k=7):\n    return n - k\n", Verdict.PROVED),
        ("def f(n, k):\n    return n - k\n", "def f(k, n):\n    return k - n\n", Verdict.PASSED),
    ],
)
def test_calls_with_defaults_and_by_name_are_part_of_the_proof(
    verdict: Check, types: str, reference: str, answer: str, expected: Verdict
) -> None:
    assert verdict(_asked(reference, types), answer) is expected


@pytest.mark.some(3)
@pytest.mark.parametrize("types", ['n = "range(9)", k = "range(4)"', 'n = "int", k = "int"'])
@pytest.mark.parametrize(
    "answer",
    ["def f(n, k=3):\n    return n + k\n", "def f(n, k):\n    return n + k\n", "def f(*both):\n    return sum(both)\n"],
)
def test_another_default_or_none_is_never_proved(verdict: Check, types: str, answer: str) -> None:
    assert verdict(_asked("def f(n, k=2):\n    return n + k\n", types), answer) is not Verdict.PROVED


def test_values_that_are_excluded_are_counted_as_such(verdict: Check) -> None:
    asked = _asked("def f(n):\n    return 10 // n\n")
    assert verdict(asked, "def f(n):\n    return 10 // n if n else 5\n") is Verdict.PROVED


def test_a_domain_on_which_the_reference_does_not_end_is_not_walked_whole(verdict: Check) -> None:
    asked = _asked("def f(n):\n    k = 0\n    while n == 3 or k < n:\n        k += 1\n    return k\n")
    assert verdict(asked, "def f(n):\n    return n\n") is Verdict.PASSED


def test_dictionaries_come_in_more_orders_than_one(verdict: Check) -> None:
    reference = "def f(d):\n    for key, value in d.items():\n        if value:\n            return key\n"
    answer = "def f(d):\n    for key in sorted(d):\n        if d[key]:\n            return key\n"
    types = """d = "dict[Literal['a', 'b'], bool]" """
    assert verdict(_asked(reference, types), answer) is not Verdict.PROVED


@pytest.mark.parametrize("shown", ['examples = ["f(n=3)"]', ""])
def test_names_count_where_the_exercise_calls_by_name(verdict: Check, shown: str) -> None:
    documented = "" if shown else '    """\n    >>> f(n=3)\n    2\n    """\n'
    asked = _asked(f"def f(n):\n{documented}    return n * n % 7\n", rest=f"{shown}\n")
    assert verdict(asked, "def f(n):\n    return n ** 2 % 7\n") is Verdict.PROVED
    assert verdict(asked, "def f(x):\n    return x ** 2 % 7\n") is Verdict.PASSED


def test_a_reference_whose_answers_are_functions_is_a_fault(verdict: Check) -> None:
    """Nobody sees from outside what they do: neither a proof nor a test could tell two of them apart."""
    asked = _asked("def f(n):\n    return lambda: n\n")
    with pytest.raises(Fault, match="the reference gives a function"):
        verdict(asked, "def f(n):\n    return lambda: 0\n")


def test_a_reference_that_keeps_something_proves_nothing(verdict: Check) -> None:
    asked = _asked("seen = []\ndef f(n):\n    seen.append(n)\n    return n\n")
    assert verdict(asked, "def f(n):\n    return n\n") is Verdict.PASSED


def test_answers_that_are_only_near_prove_nothing(verdict: Check) -> None:
    asked = _asked("def f(n):\n    return n / 3\n")
    assert verdict(asked, "def f(n):\n    return n / 3.0\n") is Verdict.PROVED
    assert verdict(asked, "def f(n):\n    return round(n / 3, 12)\n") is Verdict.PASSED


@pytest.mark.some(2)
@pytest.mark.parametrize(
    ("reference", "program"),
    [
        ("def f(xs: list[int]) -> list[int]:\n    return xs + [1]\n", "def f(xs):\n    xs.append(1)\n    return xs\n"),
        (
            "def f(xs: list[int], ys: list[int]) -> list[int]:\n    return xs + ys\n",
            "def f(xs, ys):\n    for y in ys:\n        xs.append(y)\n    return xs\n",
        ),
        ("def f(xs: list[int]) -> list[int]:\n    return [x for x in xs]\n", "def f(xs):\n    return xs\n"),
        (
            "def f(a: bool) -> int:\n    return 1 if a else 0\n",
            "class I(int):\n    def __eq__(self, other):\n        return False\n    __hash__ = int.__hash__\n\n\n"
            "def f(a):\n    return I(1 if a else 0)\n",
        ),
    ],
)
def test_what_is_more_than_its_value_is_not_proved(examine: Examiner, reference: str, program: str) -> None:
    """The argument is the result: who changes the one changes the other. And a number of a class of its own is equal to
    whatever that class says."""
    report = examine(exercise(reference), program)
    assert report.verdict is Verdict.PASSED
    assert "not proved" in report.evidence.covered


def test_a_proof_about_a_recursion_says_that_depth_is_left_out(examine: Examiner) -> None:
    asked = exercise(
        "def f(n: int) -> int:\n    assert n >= 0\n    t = 0\n    for i in range(n):\n        t += i\n    return t\n"
    )
    report = examine(asked, "def f(n):\n    return 0 if n == 0 else f(n - 1) + n - 1\n")
    assert report.evidence.proof is not None and "call itself" in report.evidence.proof.claim
