"""The value that is expected at the place that a repair changes: what the expression there would have to give."""

from __future__ import annotations

import re

from viva.engines.calls import Case, Trial
from viva.engines.calls.failures.trying import angels
from viva.engines.repair.model import Repair

_SHORT = 20
_ASKS = re.compile(r"[<>!=]=|[<>]|\b(in|not|and|or|is)\b")


def value_at(trial: Trial, repair: Repair, case: Case) -> str | None:
    """The value that the one expression that a repair changes would have to have in a failing test; None where none is
    known, where the repair says as much, or where it is long."""
    piece = repair.changes[0].pieces[0]
    alone = len(repair.changes) == 1 and len(repair.changes[0].pieces) == 1
    if not alone or piece.begin == piece.end or case.expected is None:
        return None
    found = angels(trial, [(piece.begin, piece.end)], [case])
    value = found[0].values[0] if found else None
    if value is None or len(value) > _SHORT or value in piece.new:
        return None
    return value if _speaks(trial, trial.program.text[piece.begin : piece.end], value, case) else None


def _speaks(trial: Trial, there: str, value: str, case: Case) -> bool:
    """Whether a value that would do says something: an empty text does for every empty row, and True for one."""
    if value in ("True", "False"):  # only of what asks something; a number that counts as true is no answer
        return bool(_ASKS.search(there))
    expected = case.expected.value if case.expected else None
    if expected is not None and value == trial.submission.calls.show(expected, _SHORT + 1):
        return True
    return value.lstrip("-").isdigit()
