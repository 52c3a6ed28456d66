"""What has to be the same besides a number near enough: arguments, and what a teacher's own equality says."""

import pytest

from viva.core.fault import Fault
from viva.engines.calls import Case, Comparison, Judge
from viva.languages import python
from viva.languages.heap import read
from viva.languages.outcome import Outcome
from viva.languages.values import write


def _outcome(value: object, arguments: object = None) -> Outcome:
    left = None if arguments is None else read(write(arguments))
    return Outcome(read(write(value)), None, arguments=left)


def _kind(comparison: Comparison, expected: Outcome, outcome: Outcome) -> str | None:
    failure = Judge(comparison, python.calls).failure(Case(([1, 2],), expected, frozenset(), 0), outcome)
    return None if failure is None else failure.kind


@pytest.mark.parametrize(
    ("expected", "actual", "kind"),
    [
        (None, None, None),
        ([[2, 1]], [[2, 1]], None),
        ([[2, 1]], [[1, 2]], "arguments"),
        ([[2, 1]], None, "arguments"),
        (None, [[2, 1]], "arguments"),
    ],
)
def test_arguments_are_the_same_where_both_left_them_so_or_neither_is_known(
    expected: object, actual: object, kind: str | None
) -> None:
    assert _kind(Comparison(arguments=True), _outcome(3, expected), _outcome(3, actual)) == kind
    assert _kind(Comparison(), _outcome(3, expected), _outcome(3, actual)) is None


def test_an_equality_of_the_teachers_sees_what_is_inside_of_the_values() -> None:
    same = Comparison(equality="def equal(expected, actual):\n    return sorted(expected) == sorted(actual)\n")
    assert _kind(same, _outcome([2, 1]), _outcome([1, 2])) is None
    assert _kind(same, _outcome([2, 1]), _outcome([1, 3])) is not None


def test_a_value_that_an_equality_cannot_use_is_wrong_and_one_that_cannot_use_its_own_is_a_fault() -> None:
    same = Comparison(
        equality="def equal(expected, actual):\n    return expected.bit_length() == actual.bit_length()\n"
    )
    assert _kind(same, _outcome(5), _outcome("five")) is not None
    with pytest.raises(Fault):
        _kind(same, _outcome("five"), _outcome("four"))


@pytest.mark.parametrize("digits", [20, 400, 5_000])
def test_whole_numbers_are_compared_exactly_however_large_they_are(digits: int) -> None:
    judge = Judge(Comparison(), python.calls, without_rounding=lambda _: True)
    case = Case(([1, 2],), _outcome(10**digits), frozenset(), 0)
    assert judge.failure(case, _outcome(10**digits)) is None
    assert judge.failure(case, _outcome(10**digits + 1)) is not None
