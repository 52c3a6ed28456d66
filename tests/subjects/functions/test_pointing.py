"""A hint is about what mends the program, a place is on the way of the example, and both point at one thing."""

import re

import pytest

from tests.examining import Examiner, told
from tests.subjects.functions.conftest import exercise
from viva.core.verdict import Verdict
from viva.core.where import Passage

RUN = """\
def longest_run(xs: list[int]) -> int:
    best = 0
    count = 0
    for i in range(len(xs)):
        if i > 0 and xs[i] == xs[i - 1]:
            count += 1
        else:
            count = 1
        best = max(best, count)
    return best
"""
NO_RESET = """\
def longest_run(xs):
    if not xs:
        return 0
    best = 1
    count = 1
    for i in range(1, len(xs)):
        if xs[i] == xs[i - 1]:
            count += 1
            best = max(best, count)
    return best
"""
COUNT = "def f(xs: list[int], k: int) -> int:\n    return sum(x > k for x in xs)\n"
# A wrong program, the variable that its hint is about, and the line that is to blame.
WRONG = [
    ("def f(xs, k):\n    n = 1\n    for x in xs:\n        if x > k:\n            n += 1\n    return n\n", "n", 2),
    ("def f(xs, k):\n    n = 0\n    for x in xs:\n        if x > k:\n            n += 2\n    return n\n", "n", 5),
    ("def f(xs, k):\n    n = 0\n    for x in xs[1:]:\n        if x > k:\n            n += 1\n    return n\n", None, 3),
    ("def f(xs, k):\n    n = 0\n    for x in xs:\n        if x >= k:\n            n += 1\n    return n\n", None, 4),
]


def test_a_missing_reset_is_asked_about_by_its_name(examine_whole: Examiner) -> None:
    report = examine_whole(exercise(RUN, "longest_run"), NO_RESET)
    hint, place = told(report, "hint").text, told(report, "place").text
    assert "`count`" in hint and "special case" not in hint and "condition" not in hint + place


@pytest.mark.some(2)
@pytest.mark.parametrize(("program", "name", "line"), WRONG)
def test_hint_and_place_point_at_one_thing(examine_whole: Examiner, program: str, name: str | None, line: int) -> None:
    report = examine_whole(exercise(COUNT), program)
    hint, place = told(report, "hint"), told(report, "place")
    assert isinstance(place.where, Passage) and place.where.line == line
    assert name is None or f"`{name}`" in hint.text
    assert ("condition" in hint.text) <= ("if" in program.split("\n")[line - 1])
    named = set(re.findall(r"`(\w+)`", hint.text)) & {"n", "x", "xs", "k"}
    assert not named or named & set(re.findall(r"\w+", program.split("\n")[line - 1]))


def test_a_fix_is_right_by_the_check_itself_and_keeps_truth_values(examine_whole: Examiner) -> None:
    reference = "def f(day: int, days: list[int]) -> bool:\n    return days.count(day) == 1\n"
    wrong = """\
def f(day, days):
    sign = 1
    for one in days:
        if day == one:
            sign = sign * -1
            if sign == 1:
                return False
    return True
"""
    report = examine_whole(exercise(reference), wrong)
    assert report.verdict is Verdict.REFUTED
    for finding in report.findings:
        if finding.rung == "fix":
            assert finding.witness is not None
            fixed = _applied(wrong, str(finding.witness.fields["diff"]))
            assert examine_whole(exercise(reference), fixed).verdict.right
            names: dict[str, object] = {}
            exec(fixed, names)
            assert names["f"](1, [1, 2]) is True  # type: ignore[operator]


def _applied(text: str, diff: str) -> str:
    """A unified diff put into the text, by a reader of its own."""
    old, new, place = text.split("\n"), list[str](), 0
    for line in diff.split("\n"):
        if line.startswith("@@"):
            begin = int(line.split()[1].split(",")[0][1:]) - 1
            new += old[place:begin]
            place = begin
        elif line.startswith("-"):
            assert old[place] == line[1:]
            place += 1
        elif line.startswith("+"):
            new.append(line[1:])
        else:
            new.append(old[place])
            place += 1
    return "\n".join([*new, *old[place:]])
