"""Where a function goes wrong, for the rung `place`: one line, why it is named, and where to look after it."""

from __future__ import annotations

from viva.core.report import Finding
from viva.core.where import Passage
from viva.engines.calls import Endless, Failure, Suspects, Trial
from viva.engines.faults import Place, told

_FEW = 4


def place(
    trial: Trial, failure: Failure, suspects: Suspects | None, endless: Endless | None, locale: str
) -> Finding | None:
    """Lines were said inside of the box, so they are only shown if the file has them."""
    file, last = str(trial.submission.file), trial.program.text.count("\n") + 1
    found = _place(failure, suspects, endless)
    if found is None or (found.line is not None and not 1 <= found.line <= last):
        return None
    where = None if found.line is None else _where(file, found.line, suspects)
    return told(found, where, locale)


def _place(failure: Failure, suspects: Suspects | None, endless: Endless | None) -> Place | None:
    problem = failure.outcome.problem
    if suspects and suspects.ground in ("nothing", "printed", "no_return"):
        return Place(suspects.ground, suspects.first)
    if suspects and suspects.ground == "mended":
        return Place("mended", suspects.first, suspects.mended[1:])
    if endless:
        return Place("loop", endless.line)
    if problem and problem.line and problem.reason != "crash":
        return Place("stopped", problem.line)
    if suspects is None:
        return Place("crash", problem.line, error=problem.kind) if problem and problem.line else None
    ranked = suspects.lines.top(_FEW)
    match suspects.ground:
        case "crash" if problem and problem.line == suspects.first:
            return Place("crash", suspects.first, suspects.origins[:_FEW], problem.kind)
        case "value" | "made":
            return Place(suspects.ground, suspects.first, suspects.origins[:_FEW])
        case "partly" | "runs":
            return Place(suspects.ground, suspects.first, ranked[1:])
    if suspects.lines.separated and ranked[1:]:
        return Place("weak", suspects.first, ranked[1:])
    return Place("unknown", ranked[0] if len(suspects.lines.ranked) == 1 else None, ranked)


def _where(file: str, line: int, suspects: Suspects | None) -> Passage:
    """The most suspect expression of the line, if one stands out."""
    for item in suspects.expressions.ranked[:3] if suspects else ():
        first, column, end_line, end_column = item.element
        if first == line and end_line == line:
            return Passage(file, line, column, end_line, end_column)
    return Passage(file, line)
