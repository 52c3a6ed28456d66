"""What kind of mistake it is: outputs that leave their bounds and why, modes that are never reached, other rhythms."""

from __future__ import annotations

from viva.core.rungs import Clue
from viva.core.texts import Say
from viva.engines.hybrid import Summary, System
from viva.engines.hybrid.curves import Number, size
from viva.subjects.hybrid.diagnosis import Diagnosis
from viva.subjects.hybrid.errors import kept
from viva.subjects.hybrid.model import Task
from viva.subjects.hybrid.notation import spoken_number


def pattern(task: Task, why: Diagnosis, say: Say) -> Clue:
    """The sentences, the most telling first; those that the teacher wrote for this mistake come before all others."""
    found = [say("pattern_known", text=row.text) for row in why.known]
    for name in task.outputs:
        if not kept(task, why.system, why.summary, name) and not _goes_on(task, name):
            found.append(_leaves(task, why, name, say))
    unreached = [why.system.automata[number].modes[mode].name for number, mode in why.summary.unreached(why.system)]
    if unreached:
        names = ", ".join(f"`{name}`" for name in unreached[:6])
        found.append(say("pattern_unreached", modes=names, count=len(unreached)))
    if not why.first.ended and not why.first.jumps:
        found.append(_direction(task, why, say))
    if not found or (why.first.jumps and len(found) == len(why.known)):
        found.append(_rhythm(task, why, say))
    return Clue(" ".join(found))


def _goes_on(task: Task, name: str) -> bool:
    """Whether the bounds of an output say nothing: the right one is at its bound when nobody looks any more."""
    pieces = task.summary.pieces if task.summary else ()
    if name not in task.reference.variables or not pieces or pieces[-1].end is None:
        return False
    last, stop, index = pieces[-1], pieces[-1].end, task.reference.position(name)
    ends = last.flow.values(last.start * 0)[index], last.flow.values(stop - last.start)[index]
    low, high = task.bounds[name]
    spans = [each.flow.values(each.start * 0)[index] for each in pieces[:-1]]
    return bool(spans) and ((max(ends) == high > max(spans)) or (min(ends) == low < min(spans)))


def _leaves(task: Task, why: Diagnosis, name: str, say: Say) -> str:
    """Which bound is passed, in which mode, and whether the output goes that way there."""
    low, high = task.bounds[name]
    index = why.system.position(name)
    own = why.summary.bounds[index]
    within = {"low": spoken_number(low, say), "high": spoken_number(high, say)}
    above = own[1] - high > low - own[0]
    for piece in why.summary.pieces:
        assert piece.end is not None
        start, stop = piece.flow.values(piece.start * 0)[index], piece.flow.values(piece.end - piece.start)[index]
        outside = max(start, stop) > high + task.threshold if above else min(start, stop) < low - task.threshold
        if outside:
            mode = ", ".join(why.system.mode_names(piece.modes))
            goes = "rises" if stop > start else "falls" if stop < start else "stays"
            key = f"pattern_{'above' if above else 'below'}_{goes}"
            return say(key, "pattern_leaves", output=name, **within, mode=mode)
    return say("pattern_leaves", output=name, **within, mode="")


def _direction(task: Task, why: Diagnosis, say: Say) -> str:
    """How the output changes where it parts from what is right: too fast, too slowly, or the other way."""
    first = why.first
    own = _slope(why.system, why.summary, first.output, first.start)
    asked = _slope(task.reference, task.summary, first.output, first.start)
    mode = ", ".join(why.system.mode_names(first.actual_modes))
    if own is None or asked is None or own == asked:
        return say("pattern_parts", output=first.output, mode=mode)
    if own * asked < 0:
        return say("pattern_rises" if own > 0 else "pattern_falls", output=first.output, mode=mode)
    if not own:
        return say("pattern_stands", output=first.output, mode=mode)
    if not asked:
        return say("pattern_moves", output=first.output, mode=mode)
    return say("pattern_fast" if size(own) > size(asked) else "pattern_slow", output=first.output, mode=mode)


def _slope(system: System, summary: Summary | None, name: str, time: Number) -> Number | None:
    """How fast an output changes from a moment on."""
    for piece in summary.pieces if summary else ():
        if piece.end is not None and piece.start <= time < piece.end:
            curve, _ = piece.flow.curve(system.position(name), time - piece.start)
            return curve[1] if len(curve) > 1 else 0
    return None


def _rhythm(task: Task, why: Diagnosis, say: Say) -> str:
    own, asked = len(why.summary.jumps), len(task.summary.jumps) if task.summary else 0
    name = why.first.output
    if why.first.ended:
        return say("pattern_ends" if why.first.start else "pattern_ends_at_once")
    if why.first.start == 0:
        return say("pattern_from_start", output=name)
    mode = ", ".join(why.system.mode_names(why.first.actual_modes))
    if why.cause is not None and why.cause.kind == "value":
        return say("pattern_value", output=name, mode=mode)
    if own == asked:
        return say("pattern_times", output=name, mode=mode)
    return say("pattern_more" if own > asked else "pattern_fewer", output=name, mode=mode)
