"""The value that is expected at the place that a repair changes: what the expression there would have to give."""

from __future__ import annotations

from viva.engines.calls import Case, Trial
from viva.engines.calls.trying import angels
from viva.engines.repair.model import Repair

_SHORT = 20


def value_at(trial: Trial, repair: Repair, case: Case) -> str | None:
    """The value that the one expression that a repair changes would have to have in a failing test; None where none is
    known, where the repair says as much, or where it is long."""
    piece = repair.changes[0].pieces[0]
    alone = len(repair.changes) == 1 and len(repair.changes[0].pieces) == 1
    if not alone or piece.begin == piece.end or case.expected is None:
        return None
    found = angels(trial, [(piece.begin, piece.end)], [case])
    value = found[0].values[0] if found else None
    return None if value is None or len(value) > _SHORT or value in piece.new else value
