"""Where a function goes wrong, for the rung `place`: what is seen there, where to look, what kind of mistake it is, and
what the place would have to give.

A small repair is the best witness of a place: what it changes comes first, and then what is suspect for other reasons
(`viva.engines.calls.failures.places`).
"""

from __future__ import annotations

from viva.core.records import dataclass
from viva.core.rungs import Clue
from viva.core.texts import catalogue
from viva.core.where import Passage
from viva.engines.calls import Endless, Failure, Trial, Voice, was_cut_off
from viva.engines.calls.failures.places import Suspects, executed_lines
from viva.engines.edits import edit_of
from viva.engines.faults import Place, place_clue
from viva.engines.repair import Repair, kind_of, lines, value_at

_FEW = 4
_SIGNS = ("nothing", "printed", "no_return")


@dataclass(frozen=True, slots=True)
class _Named:
    """`seen` is what is to be seen in a line, and `blamed` where to look: either may be all there is to say."""

    seen: Place | None
    blamed: Place | None

    @property
    def line(self) -> int | None:
        """The line that comes first."""
        first = self.blamed or self.seen
        return first.line if first else None


def places(
    trial: Trial,
    failure: Failure,
    suspects: Suspects | None,
    endless: Endless | None,
    *,
    repair: Repair | None,
    locale: str,
) -> Clue | None:
    """Lines were said inside of the box, so they are only shown if the file has them."""
    file, last = str(trial.submission.file), trial.program.text.count("\n") + 1
    small = repair if repair is not None and repair.is_small and len(lines(repair)) <= _FEW else None
    found = _named(failure, suspects, endless, small, _passed(trial, failure, small))
    if found is None or (found.line is not None and not 1 <= found.line <= last):
        return None
    said = [place_clue(each, None, locale).text for each in (found.seen, found.blamed) if each is not None]
    if small is not None:
        said += _kind(found, small, locale) + _value(trial, failure, small, locale)
    where = None if found.line is None else _where(file, found.line, suspects, small)
    return Clue(" ".join(said), where)


def _named(
    failure: Failure,
    suspects: Suspects | None,
    endless: Endless | None,
    repair: Repair | None,
    passed: frozenset[int],
) -> _Named | None:
    seen = _seen(failure, suspects, endless)
    if repair is None:
        other = _suspected(failure, suspects, endless)
        return _Named(None, other) if other else None
    first, *others = lines(repair)
    added = _added(repair)
    if others:
        blamed = Place("together", first, tuple(others))
    elif added:
        # What is missing was missed on the way of the example.
        here = max((line for line in passed if line <= first), default=first) if added == "after" else first
        blamed = Place(added, here)
    else:
        also = suspects.mended if suspects else ()
        blamed = Place("mended", first, tuple(line for line in also if line != first)[: _FEW - 1])
    if seen is None or seen.line != first or others:
        return _Named(seen, blamed)
    if seen.kind in _SIGNS or added:  # that says what is missing there
        return _Named(seen, None if seen.kind in _SIGNS else blamed)
    return _Named(seen, Place("here", first, blamed.others))


def _passed(trial: Trial, failure: Failure, repair: Repair | None) -> frozenset[int]:
    """The lines that the example passes through, where something is only put in."""
    if repair is None or not _added(repair) or was_cut_off(failure):
        return frozenset()
    runs = executed_lines(trial, [failure.case])
    return runs[0] if runs else frozenset()


def _added(repair: Repair) -> str | None:
    """Whether something is only put in, before a line or after it."""
    pieces = repair.changes[0].pieces
    if len(repair.changes) > 1 or len(pieces) > 1 or repair.before[pieces[0].begin : pieces[0].end].strip():
        return None
    if "\n" not in pieces[0].new:
        return None
    return "after" if pieces[0].new.startswith("\n") else "before"


def _seen(failure: Failure, suspects: Suspects | None, endless: Endless | None) -> Place | None:
    """What is to be seen without any change: where it stops, goes round and round, or gives nothing."""
    problem = failure.outcome.problem
    if suspects and suspects.ground in _SIGNS:
        return Place(suspects.ground, suspects.first)
    if endless:
        return Place("loop", endless.line)
    if problem and problem.line:
        return Place("crash" if problem.reason == "crash" else "stopped", problem.line, error=problem.kind)
    return None


def _suspected(failure: Failure, suspects: Suspects | None, endless: Endless | None) -> Place | None:
    """What there is to say without a small repair."""
    seen, problem = _seen(failure, suspects, endless), failure.outcome.problem
    if suspects and suspects.ground == "mended":  # in quick trials: no such change passed every test
        return Place("partly", suspects.first, tuple(line for line in suspects.mended if line != suspects.first))
    if seen is not None and (suspects is None or seen.kind != "crash"):
        return seen
    if suspects is None:
        return None
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


def _kind(found: _Named, repair: Repair, locale: str) -> list[str]:
    kind = kind_of(repair)
    missing = found.blamed is not None and found.blamed.kind in ("before", "after") and kind == "missing"
    if kind is None or missing:
        return []
    return [catalogue("viva.engines.repair", locale).say(f"kind_{kind}")]


def _value(trial: Trial, failure: Failure, repair: Repair, locale: str) -> list[str]:
    """What the place would have to give in the example."""
    value = value_at(trial, repair, failure.case) if failure.outcome.problem is None else None
    if value is None:
        return []
    voice = Voice(catalogue(__package__, locale).say, trial.submission.calls)
    call = voice.call(trial.question.function, failure.case.arguments)
    return [catalogue("viva.engines.repair", locale).say("place_there", call=call, value=value)]


def _where(file: str, line: int, suspects: Suspects | None, repair: Repair | None) -> Passage:
    """The expression or statement that a repair changes in the line, or else the most suspect one, if one stands
    out."""
    if repair is not None:
        edits = [edit_of(repair.before, change) for change in repair.changes]
        found = (edit for edit in edits if edit.line == edit.end_line == line and edit.old.strip())
        edit = next(found, None)
        return Passage(file, line, edit.column, line, edit.end_column) if edit else Passage(file, line)
    for item in suspects.expressions.ranked[:3] if suspects else ():
        first, column, end_line, end_column = item.element
        if first == line and end_line == line:
            return Passage(file, line, column, end_line, end_column)
    return Passage(file, line)
