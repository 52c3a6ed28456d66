"""What of Python is translated: it means what CPython does, right pairs are proved, others that look alike are not."""

from __future__ import annotations

import pytest

from tests.engines.proofs.differing import differ
from tests.engines.proofs.habits import HABITS
from tests.engines.proofs.meaning import disagreement
from tests.engines.proofs.mixed import function
from tests.engines.proofs.python_sources import SOURCES
from tests.engines.proofs.sources import program
from tests.engines.proofs.tricks import REFUSED, TRICKS
from viva.engines.proofs import Proved, Unknown, prove
from viva.engines.proofs.query import Exhausted
from viva.engines.proofs.terms import TooLarge
from viva.engines.shapes import parse_shape
from viva.engines.syntax.tree import Uncovered


@pytest.mark.some(50)
@pytest.mark.parametrize("name", SOURCES)
def test_a_program_means_what_cpython_does(name: str) -> None:
    types, source = SOURCES[name]
    assert not disagreement(source, list(map(parse_shape, types)))


@pytest.mark.some(10)
@pytest.mark.parametrize("name", HABITS)
def test_another_habit_is_proved_and_a_mistake_in_it_is_not(name: str) -> None:
    types, model, other, (right, wrong) = HABITS[name]
    shapes = list(map(parse_shape, types))
    assert right in other
    assert isinstance(prove(program(model), program(other), shapes), Proved)
    mistaken = other.replace(right, wrong)
    assert differ(model, mistaken, shapes)
    assert not isinstance(prove(program(model), program(mistaken), shapes), Proved)


@pytest.mark.some(25)
@pytest.mark.parametrize("name", TRICKS)
def test_what_only_looks_alike_is_not_proved(name: str) -> None:
    types, model, other = TRICKS[name]
    shapes = list(map(parse_shape, types))
    assert differ(model, other, shapes)
    assert not isinstance(prove(program(model), program(other), shapes), Proved)


@pytest.mark.some(25)
@pytest.mark.parametrize("name", REFUSED)
def test_what_is_not_followed_is_refused_with_its_line(name: str) -> None:
    types, source, line = REFUSED[name]
    found = prove(program(source), program(source), list(map(parse_shape, types)))
    assert isinstance(found, Unknown)
    assert (found.word, found.line) == ("uncovered", line)


MIXED = tuple(map(parse_shape, ("list[int]", "int", "list[list[int]]")))


def agreeing(seeds: range) -> int:
    """How many random programs are covered; each of them means what CPython does."""
    covered = 0
    for seed in seeds:
        source = function(seed)
        try:
            found = disagreement(source, MIXED, inputs=12)
        except (Uncovered, TooLarge, Exhausted):
            continue
        assert not found, f"{source}\n{found}"
        covered += 1
    return covered


def test_random_mixtures_mean_what_cpython_does() -> None:
    assert agreeing(range(190, 202)) > 3


@pytest.mark.thorough
@pytest.mark.parametrize("start", range(0, 400, 50))
def test_many_random_mixtures_mean_what_cpython_does(start: int) -> None:
    assert agreeing(range(start, start + 50)) > 10
