"""Where a function goes wrong, for the rung `place`: one line, why it is named, and where to look after it."""

from __future__ import annotations

from dataclasses import replace

from viva.core.report import Finding
from viva.core.texts import catalogue
from viva.core.where import Passage
from viva.engines.calls import Endless, Failure, Suspects, Trial, Voice
from viva.engines.edits import edit_of
from viva.engines.faults import Place, told
from viva.engines.repair import Repair, kind_of, lines, value_at

_FEW = 4


def place(
    trial: Trial,
    failure: Failure,
    suspects: Suspects | None,
    endless: Endless | None,
    *,
    repair: Repair | None,
    locale: str,
) -> Finding | None:
    """Lines were said inside of the box, so they are only shown if the file has them."""
    file, last = str(trial.submission.file), trial.program.text.count("\n") + 1
    found = _mended(suspects, repair) or _place(failure, suspects, endless)
    if found is None or (found.line is not None and not 1 <= found.line <= last):
        return None
    where = None if found.line is None else _piece(file, found.line, repair) or _where(file, found.line, suspects)
    finding = told(found, where, locale)
    if repair is None or found.kind not in ("mended", "together") or found.line not in lines(repair):
        return finding
    say = catalogue("viva.engines.repair", locale).say
    kind = kind_of(repair)
    if kind is not None:
        finding = replace(finding, text=f"{finding.text} {say(f'kind_{kind}')}")
    if found.kind == "mended" and failure.outcome.problem is None:
        value = value_at(trial, repair, failure.case)
        if value is not None:
            voice = Voice(catalogue(__package__, locale).say, trial.submission.language)
            call = voice.call(trial.question.function, failure.case.arguments)
            there = say("place_there", call=call, value=value)
            return replace(finding, text=f"{finding.text} {there}")
    return finding


def _mended(suspects: Suspects | None, repair: Repair | None) -> Place | None:
    """Where a repair changes something, if that is in few places and nothing else was seen to be wrong."""
    if repair is None or not repair.is_small or (suspects is not None and suspects.sure):
        return None
    first, *others = lines(repair)
    if len(others) >= _FEW:
        return None
    return Place("together" if others else "mended", first, tuple(others))


def _piece(file: str, line: int, repair: Repair | None) -> Passage | None:
    """The expression or statement that a repair changes in a line, where it changes one."""
    for change in repair.changes if repair else ():
        edit = edit_of(repair.before, change) if repair else None
        if edit and edit.line == edit.end_line == line and edit.old.strip():
            return Passage(file, line, edit.column, line, edit.end_column)
    return None


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
