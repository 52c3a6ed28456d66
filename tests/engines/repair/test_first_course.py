"""Ordinary mistakes in questions of a first course are mended where they are, with little; nothing idle comes in."""

import pytest

from tests.engines.repair.first_course import QUESTIONS, Asked, Attempt
from tests.engines.repair.test_repair import held_out, nothing_early, wrong_program
from viva.engines.calls import Searcher, sandbox_of
from viva.engines.repair import Repair, Search, diff, lines
from viva.languages import python

_QUICK = {("vowels", 2), ("counts", 1), ("reverse digits", 1), ("merge", 0), ("helpers", 1), ("gcd", 0)}
"""Two mistakes at once, an argument that is missing, operands the other way round, a twin that is missing, two
functions that are wrong, and two steps that should be one: the others are thorough."""


def _all() -> list[object]:
    return [
        pytest.param(
            asked, attempt, id=f"{asked.name} {number}",
            marks=() if (asked.name, number) in _QUICK else pytest.mark.thorough,
        )
        for asked in QUESTIONS
        for number, attempt in enumerate(asked.attempts)
    ]  # fmt: skip


@pytest.mark.some(2)
@pytest.mark.parametrize(("asked", "attempt"), _all())
def test_a_mistake_of_a_beginner_is_mended_where_it_is(asked: Asked, attempt: Attempt) -> None:
    with wrong_program(asked.reference, attempt.text, requires=asked.requires) as found:
        assert found is not None
        wrong, trial = found
        repair = Search(wrong).repair()
        assert repair is not None
        held_out(trial, repair, Searcher(trial.question, trial.oracle.programs).random(60, 4321))
    assert repair.way != "whole", diff(repair)
    assert set(lines(repair)) <= set(attempt.lines), diff(repair)
    assert repair.size <= attempt.most, diff(repair)
    nothing_early(repair)
    nothing_idle(repair)


def nothing_idle(repair: Repair) -> None:
    """Neither an assignment of a variable to itself, nor a statement that is never reached, came in."""
    with sandbox_of(python) as sandbox:
        before, after = (
            [each.name for each in python.reads.survey(sandbox, text.encode()).habits]
            for text in (repair.before, repair.after)
        )
    for idle in ("self_assignment", "unreachable"):
        assert after.count(idle) <= before.count(idle), diff(repair)


def test_what_would_only_be_assigned_to_itself_is_gone() -> None:
    reference = "def f(xs: list[int]) -> int:\n    count = 0\n    for x in xs:\n        count += 1\n    return count\n"
    wrong = (
        "def f(xs):\n    count = 0\n    other = 7\n    for x in xs:\n        count += 1\n    count = other\n"
        "    return count\n"
    )
    with wrong_program(reference, wrong) as found:
        assert found is not None
        repair = Search(found[0]).repair()
    assert repair is not None
    nothing_idle(repair)
