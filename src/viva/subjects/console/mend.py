"""The smallest change of a program that makes it pass, for the simple slips: by search, with the suite as judge."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from viva.engines.dialogues.model import AnyText, Spec, Text, Write, parts
from viva.engines.dialogues.suites.cases import Suite
from viva.engines.dialogues.suites.values import pool
from viva.languages.edits import Mended
from viva.languages.program import Program
from viva.sandbox import Limits
from viva.subjects.console.judge import Failure, judge, lines, observe, place
from viva.subjects.console.trial import LIMITED_SECONDS, OUTPUT, Trial

_WORD = re.compile(r"\w+|[^\w\s]+")
_STEPS = 20_000
_SECONDS = 0.4
_SLOW = 2
_SCREENED = 300
_TRIED = 8
_CONSTANTS = 6


def smallest_mend(spec: Spec, tests: Suite, failure: Failure, trial: Trial) -> Mended | None:
    """A changed program that passes all tests, of those that were tried the one with the least that is new."""
    texts = [item.value for part in parts(spec) if isinstance(part, Write) for item in _texts(part)]
    source = trial.program.text.encode()
    numbers = pool(spec).numbers[:_CONSTANTS]
    candidates = trial.language.mended(trial.sandbox, source, numbers, texts[:_CONSTANTS], _SCREENED)
    line = place(failure) or 0
    candidates.sort(key=lambda one: (abs(one.line - line), len(one.new)))
    known = {str(number) for number in (*pool(spec).numbers, 0, 1)}
    hopeful = _screened(candidates, failure, trial)
    hopeful.sort(key=lambda one: (_novelty(one, known), abs(one.line - line)))
    limited = trial.limited
    for one in hopeful[:_TRIED]:
        if trial.meter.exhausted or limited >= LIMITED_SECONDS:
            return None
        again = replace(trial, program=one.program, passed={}, limited=limited)
        if all(found is None for _, found in again.failures(tests.tests)):
            return one
        limited = again.limited
    return None


def _screened(candidates: Sequence[Mended], failure: Failure, trial: Trial) -> list[Mended]:
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
    ran = trial.language.run_console_often(trial.sandbox, runs(), steps=_STEPS, output=OUTPUT, limits=limits)
    for one, transcript in zip(candidates, ran, strict=False):
        slow += transcript.ended == "time_limit"
        trial.meter.charge(min(transcript.steps or 1, _STEPS), transcript.cpu_seconds)
        if judge(case, observe(transcript, case.inputs, trial.rules.batch), trial.rules) is None:
            found.append(one)
    return found


def _novelty(one: Mended, known: set[str]) -> tuple[int, int, int]:
    """Numbers that nobody named, how much is in the new piece that was not in the old one, and its length."""
    old, new = (set(_WORD.findall(piece)) for piece in (one.old, one.new))
    return sum(word.isdigit() and word not in known for word in new - old), len(new - old), len(one.new)


def _texts(write: Write) -> list[Text]:
    items = [item for alternative in write.alternatives for item in alternative]
    return [item for item in items if isinstance(item, Text) and not isinstance(item, AnyText)]
