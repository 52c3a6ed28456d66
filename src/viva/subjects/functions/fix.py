"""The smallest edit that makes a submission right, for the simple slips: proposed in the box, judged outside."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from viva.engines.calls import Case, Suspects, Trial
from viva.engines.edits import applied, smallest
from viva.languages.edits import Edit
from viva.languages.program import NoProgram

_KNOWN = ("0", "1")


def smallest_fix(trial: Trial, suspects: Suspects, cases: Sequence[Case]) -> Edit | None:
    """Of the edits that mended every run that was looked at, the one with the least that is new and with which all
    cases come out right."""

    def right(edit: Edit) -> bool | None:
        return None if trial.meter.exhausted else _is_right(trial, edit, cases)

    line = suspects.lines.ranked[0].element
    return smallest(suspects.mends, lambda edit: edit, line, list, right, known=_KNOWN)


def _is_right(trial: Trial, edit: Edit, cases: Sequence[Case]) -> bool:
    """Run anew, in the same way as the submission was."""
    changed = trial.submission.edited(applied(trial.program.text, edit).encode())
    program = changed.program()
    if isinstance(program, NoProgram):
        return False
    right = 0
    for _, _, failure in replace(trial, submission=changed, program=program).failures(cases):
        if failure:
            return False
        right += 1
    return right == len(cases)
