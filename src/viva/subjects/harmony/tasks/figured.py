"""Realise a figured bass in four parts. The rules are those of `viva.engines.music.voice_leading`, the figures those of
`viva.engines.music.figured_bass`; the bass must be the one that is given."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from viva.core.drawing import Drawing
from viva.core.exercise import Exercise
from viva.core.kinds import Asked
from viva.core.report import Report, Witness
from viva.core.source import Source
from viva.core.submission import Submission
from viva.core.table import Table
from viva.core.terms import Terms
from viva.engines.music import Interval, Key
from viva.engines.music.figured_bass import Figured, harmonise, read_figured
from viva.engines.music.keys import read_key
from viva.engines.music.part_writing import Wanted, write_parts
from viva.subjects.harmony import draw as drawing
from viva.subjects.harmony.examine import examine_parts, fields, proofread_parts, state_task
from viva.subjects.harmony.model import Question, difficulty
from viva.subjects.harmony.notation import read_setting, read_task
from viva.subjects.harmony.tasks.voices import STEPS, FourParts, rules_left_out, solve
from viva.subjects.harmony.vary import in_keys

__all__ = ["check", "draw", "read", "solve", "vary"]


def read(settings: Table, source: Source) -> Asked:
    task = read_task(settings, source, "figured")
    key, items = task.key, task.given
    assert key is not None
    figured = [read_setting(settings, "given", read_figured, item) for item in items]
    questions = tuple(
        Question(item, (item,), (each.bass,), at // 4 + 1, str(at % 4 + 1))
        for at, (item, each) in enumerate(zip(items, figured, strict=True))
    )
    asked = chords(figured, key)
    without = rules_left_out(settings)
    parts = FourParts(task.what, items, questions, key, clef="bass", wanted=asked, without=without)
    return Asked(parts, difficulty(questions), partial(state_task, "figured"), partial(fields, questions, key))


def chords(figured: Sequence[Figured], key: Key) -> tuple[Wanted, ...]:
    after = (*figured[1:], None)
    return tuple(harmonise(each, key, then) for each, then in zip(figured, after, strict=True))


def proofread(exercise: Exercise, submission: Submission, terms: Terms) -> None:
    proofread_parts(exercise, submission, terms, exercise.task_as(FourParts).wanted)


def check(exercise: Exercise, submission: Submission, terms: Terms) -> Report:
    task = exercise.task_as(FourParts)
    return examine_parts(exercise, submission, terms, task.wanted, task.rules)


def draw(exercise: Exercise, thing: Submission | Witness | None) -> Drawing:
    """The bass with its figures, or the parts that were handed in."""
    if isinstance(thing, Submission):
        task = exercise.task_as(FourParts)
        return drawing.draw_parts(exercise, thing, task.wanted, task.rules)
    return drawing.draw(exercise, thing)


def vary(exercise: Exercise, seed: int) -> Iterator[Source]:
    """The same figures on another bass: in another key with as many accidentals, in another order."""
    task = exercise.task_as(FourParts)
    assert task.key is not None
    for source in in_keys(partial(_moved, task.key), "figured", exercise, seed):
        table = source.manifest().table("harmony")
        figured = [read_figured(item) for item in table.strings("given")]
        if write_parts(chords(figured, read_key(table.string("key"))), task.rules, STEPS) is not None:
            yield source


def _moved(key: Key, item: str, way: Interval, other: Key) -> str:
    return str(read_figured(item).moved(way, key, other))
