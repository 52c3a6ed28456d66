"""Inputs beyond the suite: keys that tell inputs apart, and a second look at what is proved."""

from dataclasses import dataclass, replace

from tests.engines.calls.test_calls import question, suite_for, trial
from viva.engines.calls.inputs.concolic import look_again
from viva.engines.calls.inputs.suite import distinct, key_of
from viva.engines.calls.testing import tested as testing
from viva.languages.sites import Hooks

TOTAL = "def total(xs):\n    return sum(xs)\n"


@dataclass
class Point:
    x: int


def test_inputs_have_one_key_where_they_are_the_same_values_and_different_ones_where_not() -> None:
    shared = [1]
    assert key_of(([shared, shared],)) == key_of(([[1], [1]],))
    assert key_of(({8, 0, 16},)) == key_of(({16, 8, 0},))
    assert key_of((Point(1),)) == key_of((Point(1),))
    values = [
        1,
        True,
        1.0,
        "1",
        b"1",
        [1],
        (1,),
        {1},
        frozenset({1}),
        None,
        0.0,
        -0.0,
        2**70,
        {1: 1},
        Point(1),
        Point(2),
    ]
    assert len(distinct([(value,) for value in values] * 2)) == len(values)


def looked_again(submission: str) -> tuple[testing.Tested, int]:
    with trial(question(TOTAL, "total", xs="list[int]"), submission) as (on_trial, searcher):
        program = on_trial.submission.trusted(Hooks(branches=True))
        watched = replace(on_trial, program=program)
        tested = testing.Tested()
        tested.add(watched, suite_for(watched, searcher).cases)
        assert not tested.settled
        return tested, look_again(watched, searcher, tested, 1).runs


def test_a_wrong_proof_would_show_by_constants_and_branches_of_the_submission() -> None:
    tested, _ = looked_again("def total(xs):\n    if xs == [4711]:\n        return 0\n    return sum(xs)\n")
    assert tested.failures
    tested, runs = looked_again(
        "def total(xs):\n    if len(xs) == 2 and xs[0] * 3 - xs[1] == 4 * 1177:\n        return 0\n    return sum(xs)\n"
    )
    assert tested.failures and runs


def test_no_path_is_searched_again_where_tests_took_all_branches() -> None:
    tested, runs = looked_again("def total(xs):\n    t = 0\n    for x in xs:\n        t += x\n    return t\n")
    assert not tested.failures and runs == 0
