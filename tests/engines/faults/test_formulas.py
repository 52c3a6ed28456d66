"""The formulas against their definitions, and rankings that are honest about ties."""

from fractions import Fraction
from itertools import product
from math import isclose, sqrt

import pytest

from viva.engines.faults import (
    Counts,
    Mutation,
    Run,
    Spectrum,
    cost,
    jaccard,
    localise,
    mutation_scores,
    ochiai,
    rank,
    separating,
    tarantula,
    weights,
)

SMALL = [Counts(*numbers) for numbers in product(range(4), repeat=4)]


@pytest.mark.parametrize("counts", SMALL[::7])
def test_the_formulas_are_the_standard_ones(counts: Counts) -> None:
    ef, ep, nf, np = (
        int(number) for number in (counts.failed, counts.passed, counts.missed_failed, counts.missed_passed)
    )
    share = Fraction(ef, ef + nf) if ef + nf else Fraction(0)
    other = Fraction(ep, ep + np) if ep + np else Fraction(0)
    assert isclose(tarantula(counts), share / (share + other) if share + other else 0)
    assert isclose(ochiai(counts), ef / sqrt((ef + nf) * (ef + ep)) if ef else 0)
    assert isclose(jaccard(counts), ef / (ef + nf + ep) if ef else 0)


def spectrum(*rows: tuple[bool, str]) -> Spectrum[str]:
    return Spectrum.of("abcd", [Run(passed, frozenset(covered)) for passed, covered in rows])


def test_what_only_failing_runs_cover_comes_first_and_what_none_covers_not_at_all() -> None:
    ranking = rank(spectrum((False, "abc"), (True, "ab"), (True, "ad")))
    assert ranking.top(3) == ("c", "b", "a")
    assert ranking.separated and len(ranking.ranked) == 3


def test_a_ranking_says_when_nothing_tells_the_elements_apart() -> None:
    ranking = rank(spectrum((False, "abc"), (True, "abc")))
    assert not ranking.separated
    assert ranking.best == ("a", "b", "c")


def test_ties_cost_what_it_takes_to_inspect_them() -> None:
    ranking = rank(spectrum((False, "abc"), (True, "a")))
    assert cost(ranking, "b", 4) == 0.5
    assert cost(ranking, "a", 4) == 0.75
    assert cost(ranking, "d", 4) == 1.0


def test_near_passing_runs_weigh_more() -> None:
    near, far = weights(spectrum((False, "abc"), (True, "ab"), (True, "d")))
    assert near > far > 0


def test_separating_inputs_split_groups_and_no_more_are_taken_than_needed() -> None:
    so_far = spectrum((False, "abc"))
    candidates = [
        ("same", Run(True, frozenset("abc"))),
        ("splits", Run(True, frozenset("a"))),
        ("rest", Run(True, frozenset("ab"))),
    ]
    assert [name for name, _ in separating(so_far, candidates, 5)] == ["splits", "rest"]
    before, after = so_far.groups(), Spectrum.of("abcd", [*so_far.runs, *(run for _, run in candidates)]).groups()
    assert max(map(len, before)) == 3 and max(map(len, after)) == 1


def test_a_change_that_mends_everything_beats_any_spectrum() -> None:
    runs = spectrum((False, "abc"), (True, "ab"))
    scores = mutation_scores([Mutation("a", 1.0, 0.0), Mutation("c", 1.0, 0.5), Mutation("b", 0.5, 0.0)])
    assert scores["a"] == 1.0 > scores["b"] > scores["c"] > 0
    assert localise(runs, scores).top(1) == ("a",)
    assert localise(runs).top(1) == ("c",)
