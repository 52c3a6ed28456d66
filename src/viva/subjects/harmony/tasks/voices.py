"""Write a progression in four parts. The rules are those of `viva.engines.music.voice_leading`."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from viva.core.drawing import Drawing
from viva.core.exercise import Exercise
from viva.core.kinds import Asked
from viva.core.records import dataclass
from viva.core.report import Report, Witness
from viva.core.source import Source
from viva.core.submission import Submission
from viva.core.table import Table, suggestion
from viva.core.terms import Terms
from viva.engines.music import read_key, read_numeral
from viva.engines.music.part_writing import Wanted, wanted_chord, write_parts
from viva.engines.music.voice_leading import NAMES, RULES, Rule
from viva.subjects.harmony import draw as drawing
from viva.subjects.harmony.examine import examine_parts, fields, proofread_parts, state_task
from viva.subjects.harmony.model import Question, Task, difficulty
from viva.subjects.harmony.notation import read_setting, read_task
from viva.subjects.harmony.solve import model_parts
from viva.subjects.harmony.vary import numerals

STEPS = 3000  # of the search for parts to a variant; where they are hard to find another variant is better


@dataclass(frozen=True, slots=True)
class FourParts(Task):
    """`without` are the rules that the exercise does not ask for."""

    wanted: tuple[Wanted, ...] = ()
    without: tuple[str, ...] = ()

    @property
    def rules(self) -> tuple[Rule, ...]:
        return tuple(rule for rule in RULES if rule.name not in self.without)


def read(settings: Table, source: Source) -> Asked:
    task = read_task(settings, source, "voices", words=True)
    key, items = task.key, task.given
    assert key is not None
    without = rules_left_out(settings)
    asked = tuple(wanted_chord(read_setting(settings, "given", read_numeral, item), key) for item in items)
    questions = tuple(
        Question(item, (item,), (), at // 4 + 1, str(at % 4 + 1), asked="numeral") for at, item in enumerate(items)
    )
    parts = FourParts(task.what, items, questions, key, wanted=asked, without=without)
    hard = difficulty(questions) + abs(key.fifths) / 100
    return Asked(parts, hard, partial(state_task, "voices"), partial(fields, questions, key))


def rules_left_out(settings: Table) -> tuple[str, ...]:
    without = settings.strings("without", ())
    for name in without:
        if name not in NAMES:
            raise settings.fault("without", f"has no rule {name!r}", suggestion(name, NAMES))
    return without


def proofread(exercise: Exercise, submission: Submission, terms: Terms) -> None:
    proofread_parts(exercise, submission, terms, exercise.task_as(FourParts).wanted)


def check(exercise: Exercise, submission: Submission, terms: Terms) -> Report:
    task = exercise.task_as(FourParts)
    return examine_parts(exercise, submission, terms, task.wanted, task.rules)


def solve(exercise: Exercise) -> Submission:
    task = exercise.task_as(FourParts)
    answer = model_parts(task.wanted, task.rules, exercise.feedback.locale)
    if answer is None:
        table = exercise.source.manifest().table("harmony")
        problem = "has no four parts that keep all rules, as far as was looked"
        raise table.fault("given", problem, "change it, or leave out a rule")
    return answer


def draw(exercise: Exercise, thing: Submission | Witness | None) -> Drawing:
    """The parts that were handed in, or staves to write into with the numerals below."""
    if isinstance(thing, Submission):
        task = exercise.task_as(FourParts)
        return drawing.draw_parts(exercise, thing, task.wanted, task.rules)
    return drawing.empty_staves(exercise)


def vary(exercise: Exercise, seed: int) -> Iterator[Source]:
    """The same chords in another order or key, where four parts keep all rules."""
    rules = exercise.task_as(FourParts).rules
    for source in numerals(exercise, seed):
        table = source.manifest().table("harmony")
        key = read_key(table.string("key"))
        if (
            write_parts([wanted_chord(read_numeral(name), key) for name in table.strings("given")], rules, STEPS)
            is not None
        ):
            yield source
