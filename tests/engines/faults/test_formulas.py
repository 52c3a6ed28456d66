"""The formulas against their definitions, and rankings that are honest about ties."""

from dataclasses import dataclass
from itertools import product
from math import isclose, sqrt

import pytest

from tests.engines.faults.inspecting import cost
from viva.core.terms import ENGLISH
from viva.engines.faults import (
    Counts,
    Mutation,
    Place,
    Run,
    Spectrum,
    localise,
    mutation_scores,
    ochiai,
    place_clue,
    rank,
    separating,
    sources,
    weights,
)

SMALL = [Counts(*numbers) for numbers in product(range(4), repeat=4)]


@pytest.mark.parametrize("counts", SMALL[::7])
def test_the_formula_is_the_standard_one(counts: Counts) -> None:
    ef, ep, nf = counts.failed, counts.passed, counts.missed_failed
    assert isclose(ochiai(counts), ef / sqrt((ef + nf) * (ef + ep)) if ef else 0)


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
    assert localise(runs, (scores,)).top(1) == ("a",)
    assert localise(runs).top(1) == ("c",)


def test_runs_that_all_go_one_way_rank_nothing_and_leave_the_order_to_what_breaks_ties() -> None:
    runs = spectrum((False, "abc"), (True, "abc"))
    assert not localise(runs, runs=False).separated
    assert localise(runs, further=({"b": 1.0},), runs=False).top(3) == ("b", "a", "c")


@dataclass(frozen=True)
class One:
    line: int
    reads: frozenset[str] = frozenset()
    writes: frozenset[str] = frozenset()
    inside: int = 0
    gives: str = ""
    function: str = "f"


def test_a_value_comes_from_what_wrote_its_parts_and_from_what_decided_about_that() -> None:
    names = frozenset
    flow = [
        One(1, writes=names({"a"})),
        One(2, writes=names({"b"})),
        One(3, reads=names({"c"})),
        One(4, reads=names({"a"}), writes=names({"d"}), inside=3),
        One(5, reads=names({"b"}), writes=names({"b"})),
        One(6, reads=names({"d"}), gives="result"),
        One(7, reads=names({"d"}), writes=names({"d"}), function="g"),
    ]
    assert sources(flow, range(1, 8), 6) == {6: 0, 4: 1, 3: 2, 1: 2}
    assert sources(flow, (1, 2, 3, 5, 6), 6) == {6: 0}


@pytest.mark.parametrize(
    ("place", "text"),
    [
        (Place("mended", 4), "Look at line 4: a small change there makes every test pass."),
        (Place("mended", 4, (9, 7)), "makes every test pass. So would one in lines 7 and 9."),
        (Place("crash", 4, (2,), "Index\x1bError"), "Line 4 stops with `Index"),
        (Place("runs", 4, (1, 2, 3)), "Then look at lines 1, 2 and 3."),
        (Place("unknown", None, (1, 2)), "No single line stands out. The failing tests run lines 1 and 2."),
    ],
)
def test_a_place_is_told_in_a_sentence(place: Place, text: str) -> None:
    said = place_clue(place, None, ENGLISH).text
    assert text in said
    assert "\x1b" not in said
