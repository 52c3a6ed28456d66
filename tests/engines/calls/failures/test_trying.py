"""Where a value would do: at the mistake, for every failing test."""

from tests.subjects.functions.conftest import exercise
from viva.core.terms import Budget
from viva.engines.calls import Compiled, Judge, Oracle, Trial, programs_of, sandbox_of
from viva.engines.calls.failures.places import WATCHED
from viva.engines.calls.failures.trying import angels
from viva.engines.faults import Angelic
from viva.languages import python
from viva.languages.program import Program
from viva.subjects.functions.model import Task

REFERENCE = "def f(a: int, b: int) -> int:\n    big = a > b\n    if big:\n        return a\n    return b\n"


def places(wrong: str) -> list[Angelic]:
    question = exercise(REFERENCE).task_as(Task).question
    with programs_of(question) as programs, sandbox_of(python) as sandbox:
        oracle = Oracle(question, programs)
        submission = Compiled(python, sandbox, wrong.encode(), "f", "submission.py")
        program = submission.program(WATCHED)
        assert isinstance(program, Program)
        trial = Trial(
            submission, program, oracle, Judge(question.comparison, python.calls), Budget(seconds=300.0).meter()
        )
        failing = [
            case for case, _, failure in trial.failures(oracle.cases([(3, 1), (1, 3), (5, 4), (0, 9)])) if failure
        ]
        lines = wrong.split("\n")
        starts = [sum(len(line) + 1 for line in lines[:number]) for number in range(len(lines))]
        spans = dict.fromkeys(
            (starts[site.line - 1] + site.column, starts[site.end_line - 1] + site.end_column)
            for site in program.sites
            if site.kind in ("expression", "condition")
        )
        return angels(trial, list(spans), failing)


def test_the_mistaken_condition_has_a_value_for_every_failing_test_and_other_constants_do_not() -> None:
    wrong = REFERENCE.replace("a > b", "a < b")
    found = places(wrong)
    whole = [wrong[place.begin : place.end] for place in found if place.share == 1.0]
    assert "a < b" in whole
    condition = next(place for place in found if wrong[place.begin : place.end] == "a < b")
    assert set(condition.values) == {"True", "False"}


def test_a_right_branch_has_values_only_for_the_tests_that_come_there() -> None:
    wrong = REFERENCE.replace("return a", "return a + 7")
    found = places(wrong)
    last = [place for place in found if wrong[place.begin : place.end] == "b" and place.begin > wrong.index("return b")]
    assert not last  # no failing test comes to `return b`
    assert "a + 7" in [wrong[place.begin : place.end] for place in found if place.share == 1.0]


def test_a_number_is_told_as_a_number_and_a_condition_by_its_truth() -> None:
    for wrong, place, values in (
        ("def f(a, b):\n    big = a\n    if a > b:\n        big = 1\n    return max(big, b)\n", "1", {"3", "5"}),
        ("def f(a, b):\n    if a < b:\n        return a\n    return b\n", "a < b", {"True", "False"}),
    ):
        found = [each for each in places(wrong) if wrong[each.begin : each.end] == place]
        assert {value for each in found for value in each.values} == values


def test_a_place_where_no_value_may_stand_has_none() -> None:
    """An expression that is deleted or bound: nothing with a value there can be compiled."""
    found = places("def f(a, b):\n    rows = [[a], [b]]\n    rows[0][0] += 1\n    del rows[0][0]\n    return a\n")
    assert all(len(place.values) == len(found[0].values) for place in found)
