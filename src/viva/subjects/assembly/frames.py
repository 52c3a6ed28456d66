"""The run of a witness, instruction by instruction: the program, and the registers, flags and bytes of memory."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, cast

from viva.core.drawing import Drawing, Frames
from viva.core.exercise import Exercise
from viva.core.report import Witness
from viva.core.submission import Submission, Unreadable
from viva.core.terms import Terms
from viva.core.texts import Say, catalogue
from viva.core.where import Instruction
from viva.drawing import listing
from viva.drawing.frames import Moment, frames_of
from viva.engines.x86.trace import changes, number
from viva.subjects.assembly.model import Task
from viva.subjects.assembly.notation import PROGRAMS

_FLAGS = ("ZF", "CF", "SF", "OF")
State = dict[str, dict[str, int]]


def frames(exercise: Exercise, submission: Submission, witness: Witness, terms: Terms) -> Frames | None:
    """All of it stands in the witness: nothing is run."""
    start, trace = (cast(Any, witness.fields.get(key)) for key in ("start", "trace"))
    if not isinstance(start, dict) or not isinstance(trace, list):
        return None
    say = catalogue(__package__, terms.locale).say
    try:
        program, is_own = submission.text(PROGRAMS)[1], True
    except Unreadable:  # only annotations were handed in, and no line of theirs runs
        program, is_own = exercise.task_as(Task).text, False
    moments = list(_moments(program, start, trace, say))
    return frames_of(say("frame_title"), moments if is_own else [replace(each, places=()) for each in moments])


def _moments(program: str, start: Mapping[str, Any], trace: list[dict[str, Any]], say: Say) -> Iterator[Moment]:
    """Each instruction before it runs, with what the one before has changed; and the end."""
    spoken = _spoken(start, trace)
    state = {
        part: {name: int(value) for name, value in start[part].items()} for part in ("registers", "flags", "memory")
    }
    places = [step["line"] for step in trace if step["line"] is not None]
    fresh: set[str] = set()
    before = say("frame_start", place=start.get("at", ""))
    for step in trace:
        where = say("frame_next", line=step["line"], instruction=step["instruction"])
        drawn = (_source(program, places, step["line"], say), _table(state, spoken, fresh, say))
        yield Moment(f"{before} {where}", drawn, (Instruction(str(step["address"]), step["line"]),))
        fresh = {name for part in ("registers", "flags", "memory") for name in step[part]}
        for part in ("registers", "flags", "memory"):
            state[part] |= {name: int(value) for name, value in step[part].items()}
        memory = {int(at, 16): byte for at, byte in step["memory"].items()}
        told = changes(step["registers"], step["flags"], memory)
        before = say("frame_changed", changes=told) if told else say("frame_unchanged")
    drawn = (_source(program, places, None, say), _table(state, spoken, fresh, say))
    yield Moment(f"{before} {say('frame_end')}", drawn)


def _spoken(start: Mapping[str, Any], trace: list[dict[str, Any]]) -> set[str]:
    """The registers that the run changes, reads by name, or begins with a value in."""
    written = " ".join(step["instruction"] for step in trace)
    changed = {name for step in trace for name in step["registers"]}
    return {name for name, value in start["registers"].items() if name in changed or name in written or value}


def _source(program: str, places: list[int], line: int | None, say: Say) -> Drawing:
    return listing.draw(say("frame_program"), listing.around(program, places, line))


def _table(state: State, spoken: set[str], fresh: set[str], say: Say) -> Drawing:
    """A row for each; what the last instruction has written is marked."""
    rows = [(name, number(value)) for name, value in state["registers"].items() if name in spoken]
    rows += [(name, str(value)) for name, value in state["flags"].items() if name in _FLAGS]
    memory = sorted(state["memory"].items(), key=lambda each: int(each[0], 16))
    found = [(name, value, name in fresh) for name, value in rows]
    found += [(f"b[{number(int(at, 16))}]", str(byte), at in fresh) for at, byte in memory]
    lines = (
        listing.line(at, [listing.Piece(f"{name:8}"), listing.Piece(value, listing.HERE if new else None)])
        for at, (name, value, new) in enumerate(found, 1)
    )
    return listing.draw(say("frame_state"), tuple(lines))
