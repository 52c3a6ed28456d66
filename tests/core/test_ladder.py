from pathlib import Path

import pytest

from viva.core.exercise import read_manifest
from viva.core.fault import Fault
from viva.core.ladder import Policy, Rung
from viva.core.source import Source

ALL = tuple(Rung)


def policy_of(feedback: str) -> Policy:
    text = f'subject = "echo"\n[echo]\n[feedback]\n{feedback}\n'
    return read_manifest(Source("x", {"exercise.toml": text.encode()})).feedback


def test_without_a_policy_students_climb_by_two_rungs_and_are_never_handed_the_fix() -> None:
    climbed = [policy_of("").rungs(attempt) for attempt in (1, 2, 3, 99)]
    assert climbed == [ALL[:2], ALL[:4], ALL[:5], ALL[:5]]
    assert ALL[5:] == (Rung.FIX,)


@pytest.mark.parametrize("feedback", ["", 'ladder = ["verdict"]', 'ladder = ["hint", "fix"]\nper_attempt = 1'])
def test_a_teacher_sees_every_rung_whatever_the_ladder(feedback: str) -> None:
    assert policy_of(feedback).rungs(None) == ALL


def test_a_ladder_of_ones_own_is_climbed_by_two_rungs_too() -> None:
    policy = policy_of('ladder = ["verdict", "hint", "place", "fix"]')
    assert [policy.rungs(attempt)[-1] for attempt in (1, 2)] == [Rung.HINT, Rung.FIX]


def test_each_attempt_shows_as_many_rungs_more_as_the_policy_says() -> None:
    policy = policy_of("per_attempt = 3")
    assert [len(policy.rungs(attempt)) for attempt in (1, 2, 3)] == [3, 5, 5]


def test_rungs_outside_the_ladder_are_never_shown() -> None:
    policy = policy_of('ladder = ["hint", "example"]\nper_attempt = 1')
    assert policy.rungs(1) == (Rung.VERDICT, Rung.HINT)
    assert policy.rungs(9) == (Rung.VERDICT, Rung.HINT, Rung.EXAMPLE)


def test_a_highest_rung_cuts_but_never_the_verdict() -> None:
    assert Policy().rungs(None, Rung.HINT) == (Rung.VERDICT, Rung.HINT)
    assert policy_of('ladder = ["fix"]').rungs(1, Rung.HINT) == (Rung.VERDICT,)


def test_points_are_lost_only_for_what_earlier_attempts_were_shown() -> None:
    policy = policy_of("per_attempt = 2\ncost = { hint = 1, example = 2.5 }")
    assert [policy.penalty(attempt) for attempt in (None, 1, 2, 3)] == [0, 0, 1, 3.5]


@pytest.mark.parametrize(
    "feedback",
    [
        'ladder = ["example", "hint"]',
        'ladder = ["hint", "hint"]',
        'ladder = ["hnit"]',
        "per_attempt = 0",
        "cost = { hint = -1 }",
        "cost = { hnit = 1 }",
        "attempts = 3",
    ],
)
def test_a_policy_that_makes_no_sense_is_a_fault_with_its_line(feedback: str) -> None:
    with pytest.raises(Fault) as caught:
        policy_of(feedback)
    assert caught.value.line is not None
    assert caught.value.file == "exercise.toml"


def test_an_exercise_can_be_written_back_as_a_folder(tmp_path: Path, exercise: Path) -> None:
    source = Source.from_folder(exercise)
    source.write(tmp_path / "copy")
    assert Source.from_folder(tmp_path / "copy").files == source.files


def test_the_language_of_an_exercise_is_one_that_viva_speaks() -> None:
    assert policy_of('language = "de"').locale == "de"
    assert policy_of("").locale == ""
    with pytest.raises(Fault, match="klingon"):
        policy_of('language = "klingon"')
