"""The smallest change of a program that makes it pass, for the simple slips: by search, with the suite as judge."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from viva.core.rungs import Clue
from viva.engines.dialogues.model import AnyText, Spec, Text, Write, parts
from viva.engines.dialogues.suites.cases import Suite
from viva.engines.dialogues.suites.values import pool
from viva.engines.dialogues.trials.judging import Failure, judge, lines, observe, place
from viva.engines.dialogues.trials.trial import OUTPUT, Trial
from viva.engines.edits import edit_clue, smallest
from viva.languages.edits import Edit, Edited
from viva.languages.program import Program
from viva.sandbox import Limits

_STEPS = 20_000
_SECONDS = 0.4
_SLOW = 2
_SCREENED = 300
_CONSTANTS = 6


def fix(edit: Edit | None, text: str, file: str, locale: str) -> Clue | None:
    """The change of the program's `text`, if one was found."""
    return edit_clue(edit, text, file, locale) if edit else None


def smallest_fix(spec: Spec, tests: Suite, failure: Failure, trial: Trial) -> Edit | None:
    """The edit of a program that passes all tests, of those that were tried the one with the least that is new; None
    too where the language proposes none."""
    mends = trial.language.mends
    if mends is None:
        return None
    texts = [item.value for part in parts(spec) if isinstance(part, Write) for item in _texts(part)]
    source = trial.program.text.encode()
    numbers = pool(spec).numbers
    burnt = replace(trial)

    def right(one: Edited) -> bool | None:
        if burnt.tired:
            return None
        again = replace(burnt, program=one.program, passed={}, took={})
        passes = all(found is None for _, found in again.failures(tests.tests))
        burnt.limited, burnt.burnt = again.limited, again.burnt
        return passes

    found = smallest(
        mends.edited(trial.sandbox, source, numbers[:_CONSTANTS], texts[:_CONSTANTS], _SCREENED),
        lambda one: one.edit,
        place(failure) or 0,
        lambda near: _screened(near, failure, trial),
        right,
        known={str(number) for number in (*numbers, 0, 1)},
    )
    return found.edit if found else None


def _screened(candidates: Sequence[Edited], failure: Failure, trial: Trial) -> list[Edited]:
    """Those that do what is right on the failing test. A change may make a program endless; after some that do, no
    more are tried."""
    case = failure.case
    slow = 0

    def runs() -> Iterator[tuple[Program, list[str]]]:
        for one in candidates:
            if trial.meter.exhausted or slow >= _SLOW:
                return
            yield one.program, lines(case.inputs)

    found = []
    limits = Limits(cpu_seconds=_SECONDS, wall_seconds=10 * _SECONDS, memory=trial.meter.budget.memory)
    ran = trial.language.runs.run_console_often(trial.sandbox, runs(), steps=_STEPS, output=OUTPUT, limits=limits)
    for one, transcript in zip(candidates, ran, strict=False):
        slow += transcript.ended == "time_limit"
        trial.meter.charge(min(transcript.steps or 1, _STEPS), transcript.cpu_seconds)
        if judge(case, observe(transcript, case.inputs, trial.rules.batch), trial.rules) is None:
            found.append(one)
    return found


def _texts(write: Write) -> list[Text]:
    items = [item for alternative in write.alternatives for item in alternative]
    return [item for item in items if isinstance(item, Text) and not isinstance(item, AnyText)]
