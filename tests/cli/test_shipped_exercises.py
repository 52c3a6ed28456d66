"""Every exercise that ships keeps its own promises: examples come out as they should, the model answer is right.

And they come out alike each time: in one process they are examined once with nothing kept from before, and then some
of them twice more, in another order. So no report rests on what a process, a cache or the store has seen. Of the
examples of an exercise one of each kind stands for all: `bench/run examples` takes every one, three times, and minutes,
and counts the groups that they are in.
"""

import random
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from tests.examining import TERMS, Viva
from viva.core.exercise import Exercise
from viva.core.json import Json
from viva.core.ladder import Rung
from viva.core.report import Report
from viva.core.subject import Subject
from viva.services.checking import check
from viva.services.examples import Example, examples
from viva.services.registry import read_exercise

ROOT = Path(__file__).parents[2]
PATTERNS = ("exercises/*/*/exercise.toml", "src/viva/subjects/*/template/exercise.toml")
ALL = sorted(file.parent for pattern in PATTERNS for file in ROOT.glob(pattern))
WITHOUT = [] if shutil.which("ghc") else [one for one in ALL if '["haskell"]' in (one / "exercise.toml").read_text()]
SHIPPED = [folder for folder in ALL if folder not in WITHOUT]
SUBJECTS = sorted(folder.name for folder in (ROOT / "exercises").iterdir())
EXERCISES = 1
"""Of a subject so many are taken where not all of them are asked for."""
AGAIN = 40
"""Of so many examples one is examined again, and another one in the last round."""

Asked = tuple[Subject, Exercise, Example]


def handed_in(subject_name: str, most: int) -> list[Asked]:
    """What is to be examined for a subject: of each exercise the model answer, a right example and a wrong one."""
    found: list[Asked] = []
    folders = [folder for folder in SHIPPED if subject_name in (folder.parent.name, folder.parent.parent.name)]
    for folder in random.Random(subject_name).sample(folders, min(len(folders), most)):
        subject, exercise = read_exercise(folder)
        model = Example("the model answer", right=True, submission=subject.solve(exercise), expected={})
        known = examples(exercise)
        chance = random.Random(exercise.name)
        chosen = [chance.choice([each for each in known if each.right == right]) for right in (True, False)]
        found += [(subject, exercise, example) for example in (model, *chosen)]
    return found


def _highest(example: Example) -> Rung:
    """The rung of what is expected: looking for places takes long, and for a fix as long as all the rest."""
    if "text" in example.expected:
        return Rung.FIX
    return Rung.PLACE if "where" in example.expected else Rung.EXAMPLE


def _without_times(report: Report) -> Report:
    return replace(report, seconds=0.0, parts=tuple(map(_without_times, report.parts)))


@pytest.mark.needs_ghc
def test_no_exercise_is_left_out() -> None:
    """Without GHC those in Haskell are: then this test is counted among what was left out."""
    assert not WITHOUT


@pytest.mark.parametrize("most", [EXERCISES, pytest.param(len(SHIPPED), marks=pytest.mark.thorough)])
@pytest.mark.parametrize("subject_name", SUBJECTS)
def test_examples_come_out_as_they_should_and_alike_in_any_order(
    subject_name: str, most: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    asked = handed_in(subject_name, most)
    seen: dict[tuple[str, str], Json] = {}
    orders = [random.Random(number).sample(asked, len(asked)) for number in range(3)]
    for number, order in enumerate((orders[0], orders[1][::AGAIN], orders[2][::AGAIN])):
        for subject, exercise, example in order:
            terms = replace(TERMS, rung=_highest(example))
            report = check(subject, exercise, example.submission, terms)
            name = (exercise.name, example.path)
            assert example.disagreement(report) is None, name
            told = _without_times(report).to_json()
            assert seen.setdefault(name, told) == told, (name, number)


@pytest.mark.parametrize("folder", SHIPPED, ids=lambda folder: str(folder.relative_to(ROOT)))
def test_every_exercise_has_a_statement_and_examples_of_both_kinds(folder: Path) -> None:
    _, exercise = read_exercise(folder)
    assert exercise.statement.strip()
    assert {example.right for example in examples(exercise)} == {True, False}


def test_the_command_line_says_that_an_exercise_keeps_its_promises(viva: Viva) -> None:
    call = viva(
        "test-exercise", ROOT / "exercises" / "automata" / sorted((ROOT / "exercises/automata").iterdir())[0].name
    )
    assert call.status == 0, call.out
    assert "The exercise keeps every promise." in call.out
