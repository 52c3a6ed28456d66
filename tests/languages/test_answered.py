"""What the teacher's programs have answered is not asked again, and is never taken for the answer to something else."""

from pathlib import Path
from typing import Any

import pytest

import viva
from viva.languages.answered import ANSWERED, Answered, key_of_batch
from viva.languages.heap import Heap, read
from viva.languages.outcome import Outcome
from viva.languages.problem import Problem
from viva.languages.values import write
from viva.sandbox import Conversation, Sandbox

REFERENCE = "def count(xs: list[int]) -> int:\n    n = 0\n    for x in xs:\n        n += x > 2\n    return n\n"
RIGHT = "def count(xs):\n    return len([x for x in xs if 2 < x])\n"


def write_heap(value: object) -> Heap:
    return read(write(value))


def outcomes(number: int, reason: str | None = None) -> list[Outcome]:
    return [Outcome(None, Problem(reason) if reason else None, steps=place) for place in range(number)]


def test_no_two_inputs_that_a_program_could_tell_apart_have_one_key() -> None:
    told_apart: list[tuple[object, ...]] = [
        (1,), (True,), (1.0,), (0.0,), (-0.0,), ("1",), (b"1",), ([1],), ((1,),), ({1},), ({1: 2},), ({1: 2, 3: 4},),
        ({3: 4, 1: 2},), (None,), (1, 2), ([1, 2],), (float("nan"),), (2**70,), ([[], []],), ([[]], []),
    ]  # fmt: skip
    keys = [key_of_batch(("python",), [each], []) for each in told_apart]
    assert None not in keys
    assert len(set(keys)) == len(told_apart)


def test_the_order_of_questions_and_the_conditions_are_part_of_what_is_asked() -> None:
    batches = [[(1,), (2,)], [(2,), (1,)], [(1,)], [(1,), (2,), (2,)]]
    keys = {key_of_batch(("python", b"x"), batch, [steps]) for batch in batches for steps in (1, 2)}
    keys.add(key_of_batch(("python", b"y"), batches[0], [1]))
    assert len(keys) == 2 * len(batches) + 1


def test_equal_values_have_one_key_however_they_came_about() -> None:
    shared = [1, 2]
    one, two = key_of_batch((), [([shared, shared],)], []), key_of_batch((), [([[1, 2], [1, 2]],)], [])
    assert one == two is not None


def test_values_of_other_classes_have_none() -> None:
    assert key_of_batch((), [(Path("x"),)], []) is None


@pytest.mark.parametrize("reason", ["time_limit", "memory_limit", "killed", "protocol_error"])
def test_what_the_machine_has_ended_is_asked_again(reason: str) -> None:
    answered = Answered()
    list(answered.asking(b"key", 3, iter([*outcomes(2), *outcomes(1, reason)])))
    assert answered.get(b"key") is None


def test_what_was_not_heard_to_its_end_is_asked_again() -> None:
    answered = Answered()
    next(answered.asking(b"key", 3, iter(outcomes(3))))
    list(answered.asking(b"other", 3, iter(outcomes(2))))
    assert answered.get(b"key") is None and answered.get(b"other") is None


def test_no_more_is_kept_than_there_is_room_for_and_what_was_not_asked_for_longest_goes() -> None:
    answered = Answered(most=10)
    for name in (b"a", b"b"):
        answered.keep(name, outcomes(4))
    assert answered.get(b"a") is not None
    answered.keep(b"c", outcomes(4))
    assert [answered.get(name) is not None for name in (b"a", b"b", b"c")] == [True, False, True]
    answered.keep(b"many", outcomes(11))
    answered.keep(b"large", [Outcome(write_heap(list(range(20))), None)])
    assert answered.parts == 8
    answered.clear()
    assert answered.parts == 0


def test_a_later_check_asks_the_reference_less_and_says_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "count"
    folder.mkdir()
    (folder / "reference.py").write_text(REFERENCE)
    (folder / "exercise.toml").write_text(
        'subject = "functions"\n[functions]\nreference = "reference.py"\nfunction = "count"\n'
    )
    exercise, runs = viva.read(folder), list[str]()
    converse = Sandbox.converse

    def counted(self: Sandbox, entry: str, *rest: Any, **more: Any) -> Conversation:
        runs.append(entry)
        return converse(self, entry, *rest, **more)

    monkeypatch.setattr(Sandbox, "converse", counted)
    submission = tmp_path / "count.py"
    submission.write_text(RIGHT)

    def checked() -> tuple[object, int]:
        runs.clear()
        report = viva.check(exercise, submission).to_json()
        return {key: value for key, value in report.items() if key != "seconds"}, len(runs)

    ANSWERED.clear()
    first, again = checked(), checked()
    ANSWERED.clear()
    asked_anew = checked()
    assert first[0] == again[0] == asked_anew[0]
    assert again[1] < asked_anew[1]
