# ruff: noqa: E501  a program that is handed in reads best on one line
"""What the programs themselves compare is told of the failing inputs, where nothing plainer tells them apart."""

import pytest

from tests.examining import Examiner, told

TRIANGLE = """def f(a: range(1, 40), b: range(1, 40), c: range(1, 40)) -> str:
    if a + b <= c or b + c <= a or a + c <= b:
        return "none"
    if a == b == c:
        return "all"
    if a == b or b == c or a == c:
        return "two"
    return "no"
"""
PRICE = """def f(n: range(0, 40), unit: range(0, 40)) -> int:
    return n * unit - 10 if n * unit >= 100 else n * unit
"""
WINDOW = """def f(xs: list[int], start: int, size: int) -> bool:
    return 0 <= start and 0 <= size and start + size <= len(xs)
"""


@pytest.mark.some(3)
@pytest.mark.parametrize(
    ("reference", "old", "new", "pattern"),
    [
        (TRIANGLE, " or b + c <= a or a + c <= b", "", "exactly when `a` is at least `b` plus `c`, or `b` is at least `a` plus `c`"),
        (TRIANGLE, "    if a + b <= c or b + c <= a or a + c <= b:\n        return \"none\"\n", "", "exactly when one of `a`, `b`, `c` is at least as large as the others together"),
        (TRIANGLE, "<=", "<", "exactly when one of `a`, `b`, `c` is exactly as large as the others together"),
        (TRIANGLE, "    if a == b or b == c or a == c:\n        return \"two\"\n", "", "not all of `a`, `b`, `c`, but some of them are equal"),
        (PRICE, ">=", ">", "exactly when `n` times `unit` is equal to 100"),
        (WINDOW, "size <= len", "size < len", "the length of `xs` is equal to `start` plus `size`"),
    ],
)  # fmt: skip
def test_a_comparison_of_the_programs_is_told(
    examine: Examiner, reference: str, old: str, new: str, pattern: str
) -> None:
    assert old in reference
    body = reference.replace(old, new)
    report = examine(reference, body)
    assert pattern in told(report, "pattern").text
    assert not any(letter.isdigit() for letter in told(report, "hint").text)


def test_what_is_told_holds_for_every_small_input(examine: Examiner) -> None:
    """The condition that is told, worked out by hand on a grid."""
    report = examine(TRIANGLE, TRIANGLE.replace(" or b + c <= a or a + c <= b", ""))
    names: dict[str, object] = {}
    exec(TRIANGLE, names)
    exec(TRIANGLE.replace("def f", "def g").replace(" or b + c <= a or a + c <= b", ""), names)
    right, wrong = names["f"], names["g"]
    assert callable(right) and callable(wrong)
    assert "exactly when" in told(report, "pattern").text
    for a in range(1, 9):
        for b in range(1, 9):
            for c in range(1, 9):
                assert (right(a, b, c) != wrong(a, b, c)) == (a >= b + c or b >= a + c)


@pytest.mark.parametrize(
    ("reference", "program"),
    [
        ("def f(n: int) -> int:\n    return abs(n)\n", "def f(n):\n    return -n if n < -50_000 else n\n"),
        (
            "def f(xs: list[int]) -> int:\n    return max(xs, default=0)\n",
            "def f(xs):\n    return max([0, *xs]) if len(xs) < 20 else max(xs)\n",
        ),
        (
            "def f(s: str) -> str:\n    return s.upper()\n",
            "def f(s):\n    return s if len(s) < 30 else s.upper()\n",
        ),
    ],
)
def test_what_holds_without_exception_holds_at_the_rim_of_the_domain(
    examine: Examiner, reference: str, program: str
) -> None:
    """No such exception is among small and usual inputs."""
    told_of = [finding.text for finding in examine(reference, program).findings]
    assert told_of and not any("exactly when" in text for text in told_of), told_of


QUADRATIC = """def f(a: int, b: int, c: int) -> int:
    if a == 0:
        raise ValueError
    d = b * b - 4 * a * c
    return 0 if d < 0 else 1 if d == 0 else 2
"""


@pytest.mark.parametrize(
    ("reference", "program"),
    [
        (QUADRATIC, "def f(a, b, c):\n    return 2\n"),
        (QUADRATIC, "def f(a, b, c):\n    return 2 if c < 0 else 0\n"),
        pytest.param(WINDOW, "def f(xs, start, size):\n    return True\n", marks=pytest.mark.thorough),
        pytest.param(PRICE, "def f(n, unit):\n    return n\n", marks=pytest.mark.thorough),
        pytest.param(TRIANGLE, "def f(a, b, c):\n    return 'all' if a == b == c else 'two' if a == b or b == c or a == c else 'no'\n", marks=pytest.mark.thorough),
        pytest.param("def f(n: range(0, 200)) -> bool:\n    return n % 7 == 0\n", "def f(n):\n    return True\n", marks=pytest.mark.thorough),
        pytest.param("def f(n: int, m: int) -> bool:\n    return m != 0 and n % m == 0\n", "def f(n, m):\n    return m != 0\n", marks=pytest.mark.thorough),
    ],
)  # fmt: skip
def test_no_arithmetic_of_the_reference_that_the_submission_lacks_stands_in_a_hint(
    examine: Examiner, reference: str, program: str
) -> None:
    hint = told(examine(reference, program), "hint").text
    assert not any(
        word in hint for word in ("plus", "minus", "times", "divi", "remainder", "together", "certain number")
    )


def test_arithmetic_that_the_submission_has_too_is_asked_about(examine: Examiner) -> None:
    hint = told(examine(PRICE, PRICE.replace(">=", ">").replace("100", "90")), "hint").text
    assert "`n` times `unit`" in hint
