"""Harder and easier ones, in every subject: what is promised of them, and what is said where there are none."""

import itertools
import time
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import cast

import pytest

from viva.core.exercise import Exercise, Wish
from viva.core.subject import Subject, TellsDifficulty
from viva.core.terms import LOCALES, Terms
from viva.services.checking import check
from viva.services.registry import read_exercise
from viva.services.shipped import list_shipped
from viva.services.varying.levels import neighbour, wished_variants
from viva.services.varying.variants import NoVariants

EXERCISES = Path(__file__).parents[3] / "exercises"
HARDER = ("automata/ends-in-00", "console/average", "harmony/intervals", "hybrid/two-tanks", "machines/every-fourth")
EASIER = ("automata/exactly-two", "console/average", "harmony/signatures", "hybrid/two-tanks", "machines/every-fourth")
SUBJECTS = sorted({each.subject for each in list_shipped()})


@pytest.mark.parametrize(
    ("name", "wish"),
    [
        *((name, "harder") for name in HARDER),
        *((name, "easier") for name in EASIER),
        ("structures/list-change", "harder"),
    ],
)
def test_a_harder_one_is_harder_by_its_subjects_measure_and_has_a_right_answer(name: str, wish: Wish) -> None:
    subject, exercise = read_exercise(EXERCISES / name)
    found = [variant for _, variant in islice(wished_variants(subject, exercise, 0, wish), 2)]
    assert found
    for variant in found:
        assert variant.difficulty is not None and exercise.difficulty is not None
        assert (variant.difficulty > exercise.difficulty) == (wish == "harder")
        assert variant.difficulty != exercise.difficulty
        assert subject.read(variant.source).difficulty == variant.difficulty
    assert check(subject, found[0], subject.solve(found[0]), Terms()).verdict.right


@pytest.mark.thorough
@pytest.mark.parametrize("wish", ["harder", "easier"])
def test_an_arena_is_harder_where_the_reference_is_slower_or_has_less_to_spare(wish: Wish) -> None:
    subject, exercise = read_exercise(EXERCISES / "labs" / "keep-a-level")
    found = [variant.difficulty for _, variant in islice(wished_variants(subject, exercise, 0, wish), 2)]
    assert found
    assert exercise.difficulty is not None
    assert all(each is not None and (each > exercise.difficulty) == (wish == "harder") for each in found)


@pytest.mark.parametrize("name", SUBJECTS)
def test_every_subject_says_what_harder_and_easier_mean(name: str) -> None:
    subject, _ = read_exercise(next(each.folder for each in list_shipped(name)))
    assert isinstance(subject, TellsDifficulty)
    for locale in LOCALES:
        assert subject.tell_difficulty("harder", locale) != subject.tell_difficulty("easier", locale)


@pytest.mark.parametrize("name", SUBJECTS)
def test_in_every_subject_some_exercise_has_a_harder_neighbour(name: str) -> None:
    for each in list_shipped(name):
        subject, exercise = read_exercise(each.folder)
        found = neighbour(subject, exercise, each.folder.parent.iterdir(), "harder")
        if found is None:
            continue
        folder, other = found
        assert folder != each.folder and other.kind == exercise.kind
        assert other.difficulty is not None and exercise.difficulty is not None
        assert other.difficulty > exercise.difficulty
        return
    pytest.fail("no exercise of this subject is harder than another")


def test_how_long_is_looked_is_counted_and_not_timed(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a slow machine the same seed gives the same exercises."""
    _, exercise = read_exercise(EXERCISES / "automata" / "ends-in-00")
    made = 0

    class Slow:
        def vary(self, asked: Exercise, seed: int) -> Iterator[Exercise]:
            nonlocal made
            for number in range(1, 1000):
                made += 1
                yield replace(asked, difficulty=9.0 if number == 39 else 0.0)

    hour = itertools.count(step=3600.0)
    monkeypatch.setattr(time, "monotonic", lambda: next(hour))
    found = list(wished_variants(cast(Subject, Slow()), replace(exercise, difficulty=5.0), 0, "harder"))
    assert [number for number, _ in found] == [39]
    assert made == 39 + 40


def test_that_there_are_no_variants_is_said_as_such() -> None:
    subject, exercise = read_exercise(EXERCISES / "functions" / "leap-year")
    with pytest.raises(NoVariants):
        next(wished_variants(subject, exercise, 0))
