"""The line to blame: the right one, and for a reason that is true."""

import pytest

from tests.examining import Examiner, told
from viva.core.where import Passage

KEEP = """def f(xs: list[int]) -> list[int]:
    result = []
    for x in xs:
        if x > 3:
            result.append(x)
    return result
"""
AREA = """def f(width: int, height: int, border: int) -> int:
    inner = width * height
    outer = (width + 2 * border) * (height + 2 * border)
    return outer - inner
"""


@pytest.mark.some(1)
@pytest.mark.parametrize(
    ("old", "new", "line", "said"),
    [
        ("return result", "return result.reverse()", 6, "gives back nothing (`None`)"),
        ("    return result", "    print(result)", 6, "prints a value, and the function returns nothing"),
        ("    return result", "        return result", 6, "a small change there makes every test pass"),
        ("    result = []\n    for x in xs:\n", "    for x in xs:\n        result = []\n", 3, None),
        ("result.append(x)", "result = result.append(x)", 5, "A small change there makes every test pass"),
        ("    result = []", "    result = None", 2, "a small change there makes every test pass"),
        ("            result.append(x)", "            result.append(xs[x])", 5, "stops with `IndexError`"),
        ("    return result", "    result[0] + 1", 6, None),
    ],
)
def test_the_line_of_a_usual_mistake_is_named(
    examine_whole: Examiner, old: str, new: str, line: int, said: str | None
) -> None:
    assert old in KEEP
    place = told(examine_whole(KEEP, KEEP.replace(old, new)), "place")
    assert isinstance(place.where, Passage) and place.where.line == line, place.text
    assert said is None or said in place.text


def test_straight_code_is_not_ranked_by_what_every_run_passes_through(examine_whole: Examiner) -> None:
    place = told(examine_whole(AREA, AREA.replace("outer - inner", "inner * 7 + outer + 1000003")), "place")
    assert isinstance(place.where, Passage) and place.where.line == 4


def test_a_change_is_said_to_mend_only_if_the_whole_suite_passes_with_it(examine_whole: Examiner) -> None:
    """Turning the comparison mends all but the numbers that only the reference names."""
    reference = "def f(n: int) -> bool:\n    return n > 10 and n not in (77_777, 88_888)\n"
    report = examine_whole(reference, "def f(n):\n    if n < 10:\n        return True\n    return False\n")
    assert "every test" not in told(report, "place").text or "77777" in told(report, "fix").text


PAIRS = """def f(xs: list[int], total: int) -> int:
    count = 0
    for i in range(len(xs)):
        for j in range(i + 1, len(xs)):
            if xs[i] + xs[j] == total:
                count += 1
    return count
"""


@pytest.mark.parametrize("begin", ["", "i, "])
def test_a_value_that_would_do_is_told_only_if_it_says_something(examine_whole: Examiner, begin: str) -> None:
    """An empty text would do for an empty range, and True for 1."""
    report = examine_whole(PAIRS, PAIRS.replace("range(i + 1, ", f"range({begin}"))
    place = told(report, "place").text
    assert "line 4" in place
    assert "''" not in place
    assert "`True`" not in place


@pytest.mark.thorough
def test_of_a_program_that_never_ends_no_change_is_said_to_mend_every_test(examine_whole: Examiner) -> None:
    """Few tests are run of it, so that quick trials mend all of these."""
    right = "def f(xs: list[int], k: int) -> list[int]:\n    return sorted(xs, reverse=True)[:k] if k > 0 else []\n"
    endless = (
        "def f(xs, k):\n    found = []\n    while xs:\n        largest = xs[0]\n        for x in xs:\n"
        "            if x > largest:\n                largest = x\n        found.append(x)\n    return found[:k - 1]\n"
    )
    report = examine_whole(right, endless)
    if not any(finding.rung == "fix" for finding in report.findings):
        assert "every test" not in told(report, "place").text
