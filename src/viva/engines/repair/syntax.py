"""A text that is no program: the smallest change that makes it one, and a right one if there is such a change."""

from __future__ import annotations

from collections.abc import Sequence

from viva.core.terms import Meter
from viva.engines.calls import Case, Compiled, Judge, Oracle, Trial
from viva.engines.repair.measuring import distance, words
from viva.engines.repair.model import Checked, Repair
from viva.languages.edits import put_in
from viva.languages.program import NoProgram

_TRIED = 12
_TESTS = 60


def complete_program(
    submission: Compiled, problem: NoProgram, oracle: Oracle, judge: Judge, cases: Sequence[Case], *, meter: Meter
) -> Repair | None:
    """Of the smallest changes that make a program of the text the one with which most tests come out right: the first
    of these. None where there is none that defines the function."""
    if submission.language.mends is None:
        return None
    text = problem.text
    best: tuple[int, Repair] | None = None
    for change in submission.language.mends.completions(submission.sandbox, text, _TRIED):
        after = put_in(text, change.pieces)
        changed = submission.edited(after.encode())
        program = changed.program()
        if isinstance(program, NoProgram) or meter.exhausted:
            continue
        if not any(function.name == submission.function for function in program.functions):
            continue
        trial = Trial(changed, program, oracle, judge, meter)
        some = cases if best is None else cases[:_TESTS]
        right = sum(failure is None for _, _, failure in trial.failures(some))
        size, there = distance(text, after), max(1, len(words(text)))
        whole = right == len(cases)
        checked = Checked("tested", right if whole else 0)
        if best is None or min(right, _TESTS) > best[0]:
            best = min(right, _TESTS), Repair(text, (change,), "syntax", size, size / there, checked)
        if whole:
            break
    return best[1] if best else None
