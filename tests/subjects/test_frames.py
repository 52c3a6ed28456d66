"""What happens in time, of the wrong examples that ship with Viva: it fits the example, and tells nothing besides."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from tests.stills import picture_at
from viva.core.drawing import Frames
from viva.core.exercise import Exercise
from viva.core.json import Json
from viva.core.ladder import Rung
from viva.core.report import Witness
from viva.core.submission import Submission
from viva.core.terms import Terms
from viva.core.where import Passage
from viva.engines.automata import complement
from viva.services.checking import check, check_path, handed_in
from viva.services.registry import read_exercise
from viva.services.stepping import frames_of_witness, witness_told

EXERCISES = Path(__file__).parents[2] / "exercises"
SAMPLES = {  # an example of each subject, with words that some step says
    "assembly/fill-with-zero/examples/wrong/not-inductive.inv": "`incl %eax`",
    "automata/ends-in-00/examples/wrong/begins.txt": "from `q1` to `q2`",
    "console/average/examples/wrong/as-int.py": "it reads `0.0`",
    "functions/safe-root/examples/wrong/one-too-far.py": "It should be",
    "hybrid/room/examples/wrong/forgot-loss.hybrid": "in mode on",
    "labs/keep-a-level/examples/wrong/always-on.py": "can no longer be met",
    "machines/every-fourth/examples/wrong/cascade-delayed.machine.txt": "It should give ring",
    "structures/duplicates-left/examples/wrong/from-the-right.py": "`smallest`",
}
WRONG = sorted(
    str(path.relative_to(EXERCISES))
    for path in EXERCISES.glob("*/*/examples/wrong/*")
    if not path.name.endswith(".expect.toml")
)


@cache
def seen(name: str) -> tuple[Exercise, Submission, Witness, Frames | None]:
    subject, exercise = read_exercise(EXERCISES / name.partition("/examples/")[0])
    report = check_path(subject, exercise, EXERCISES / name, Terms())
    witness, submission = witness_told(report), handed_in(EXERCISES / name)
    if witness is None or not isinstance(submission, Submission):
        pytest.skip("no example was told")
    return exercise, submission, witness, frames_of_witness(subject, exercise, submission, witness)


def hold(frames: Frames) -> None:
    """What holds of all frames: sentences, and pictures that are whole."""
    assert frames.title
    for number, still in enumerate(frames.stills):
        assert still.text.strip()
        assert still.text.isprintable()
        assert len(still.shown) == len(frames.panes)
        for svg in picture_at(frames, number):
            ElementTree.fromstring(svg)
    for place, pane in enumerate(frames.panes):
        assert {part for still in frames.stills for part in still.shown[place]} == set(range(len(pane.parts)))
    assert Frames.from_json(frames.to_json()) == frames


@pytest.mark.parametrize("name", SAMPLES)
def test_the_run_of_an_example_can_be_stepped_through(name: str) -> None:
    _, _, _, frames = seen(name)
    assert frames is not None
    assert len(frames.stills) > 1
    assert any(SAMPLES[name] in still.text for still in frames.stills)
    hold(frames)


@pytest.mark.parametrize("name", SAMPLES)
def test_the_sentences_are_said_in_german_too(name: str) -> None:
    exercise, submission, witness, english = seen(name)
    subject, _ = read_exercise(EXERCISES / name.partition("/examples/")[0])
    german = frames_of_witness(subject, exercise, submission, witness, Terms(locale="de"))
    assert english is not None
    assert german is not None
    pairs = zip(english.stills, german.stills, strict=True)
    assert all(one.text != other.text and one.shown == other.shown for one, other in pairs if "`" not in one.text[:1])


@pytest.mark.thorough
@pytest.mark.parametrize("name", WRONG)
def test_every_example_that_ships_has_frames_that_hold_or_none(name: str) -> None:
    *_, frames = seen(name)
    if frames is not None:
        hold(frames)


@pytest.mark.parametrize(
    "name", ["automata/ends-in-00/examples/wrong/begins.txt", "console/average/examples/wrong/as-int.py"]
)
@pytest.mark.parametrize("attempt", [1, 2, 3])
def test_there_is_nothing_to_step_through_before_the_example_is_earned(name: str, attempt: int) -> None:
    subject, exercise = read_exercise(EXERCISES / name.partition("/examples/")[0])
    report = check(subject, exercise, handed_in(EXERCISES / name), Terms(attempt=attempt))
    earned = Rung.EXAMPLE in exercise.feedback.rungs(attempt, None)
    assert (witness_told(report) is not None) == earned


def another_language(task: Any) -> object:
    return replace(task, language=replace(task.language, minimal=complement(task.asked)))


def without_reference(task: Any) -> object:
    return replace(task, reference=None)


def other_text(task: Any) -> object:
    return replace(task, reference="raise SystemExit\n")


def other_system(task: Any) -> object:
    return replace(task, summary=None, threshold=task.threshold * 100)


def other_spec(task: Any) -> object:
    return replace(task, spec=None)


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("automata/ends-in-00/examples/wrong/begins.txt", another_language),
        ("machines/every-fourth/examples/wrong/cascade-delayed.machine.txt", without_reference),
        ("labs/keep-a-level/examples/wrong/always-on.py", other_text),
        ("hybrid/room/examples/wrong/forgot-loss.hybrid", other_system),
        ("console/average/examples/wrong/as-int.py", other_spec),
    ],
)
def test_the_frames_are_made_of_submission_and_witness_and_not_of_the_model_answer(
    name: str, change: Callable[[Any], object]
) -> None:
    exercise, submission, witness, frames = seen(name)
    subject, _ = read_exercise(EXERCISES / name.partition("/examples/")[0])
    other = replace(exercise, task=change(exercise.task))
    assert frames is not None
    assert frames_of_witness(subject, other, submission, witness) == frames


def test_a_witness_of_somebody_elses_making_breaks_nothing() -> None:
    subject, exercise = read_exercise(EXERCISES / "automata/ends-in-00")
    submission = handed_in(EXERCISES / "automata/ends-in-00/examples/wrong/begins.txt")
    assert isinstance(submission, Submission)
    strange: list[dict[str, Json]] = [{}, {"word": 3}, {"word": "xyz"}, {"inputs": [[]]}]
    for fields in strange:
        assert frames_of_witness(subject, exercise, submission, Witness("word", fields)) is None


def test_a_sentence_holds_no_slot_that_was_left_open() -> None:
    for name in SAMPLES:
        *_, frames = seen(name)
        assert frames is not None
        assert not any(re.search(r"\{\w+\}", still.text) for still in frames.stills if "console" not in name)


def test_a_call_of_a_structure_says_at_which_lines_it_was() -> None:
    """Of the methods in which it is; others have nothing to say."""
    *_, frames = seen("structures/duplicates-left/examples/wrong/from-the-right.py")
    assert frames is not None
    assert 24 in frames.reached and 34 in frames.reached and {40, 45} < {*frames.missed}
    insert = range(5, 21)
    assert not {*insert} & {*frames.reached, *frames.missed}
    at = {place.line for still in frames.stills for place in still.places if isinstance(place, Passage)}
    assert at <= {*frames.reached, 22, 38}, "and where nothing is evaluated: the head of the method, and a bare return"
