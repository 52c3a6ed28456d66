"""Where to look: the instruction that breaks what is stated, the line that states it, or the loop that says too
little."""

from __future__ import annotations

from viva.core.rungs import Clue
from viva.core.texts import Say
from viva.core.where import Instruction, Passage
from viva.engines.x86.comparing import Failure
from viva.engines.x86.program import Program
from viva.subjects.assembly.diagnosis import Diagnosis, to_blame


def places(why: Diagnosis, file: str, say: Say) -> Clue:
    one, program = why.one, why.proof.theory.program
    replay, line = one.replay, one.key.annotation
    own = line is not None and one.key.what != "ensures"
    at_first = own and one.key.what == "entry"  # it never held: no instruction is to blame for that
    if not at_first and replay is not None and replay.breaking is not None and replay.breaking < len(replay.steps):
        step = replay.steps[replay.breaking].instruction
        told = say(
            "place_breaking" if own else "place_breaking_property",
            instruction=step.text,
            place=program.named(step.address),
            source=say("place_line", line=step.line) if step.line else "",
            line=line.line if line else 0,
        )
        return Clue(told, Instruction(hex(step.address), step.line))
    if own and line is not None:
        return Clue(say("place_annotation", line=line.line), Passage(file, line.line))
    loops = (why.missing_loop, one.cut, one.key.place)
    at = next(each for each in loops if each is not None)
    told = say("place_loop", label=program.named(at), line=program.lines.get(at, 0))
    return Clue(told, Instruction(hex(at), program.lines.get(at)))


def place_of_failure(found: Failure, program: Program, say: Say) -> Clue | None:
    """The step to blame for what a program does wrong; None where it is not known."""
    blamed = to_blame(found)
    if blamed is None:
        return None
    name, step = blamed
    last = step.instruction
    source = say("place_line", line=last.line) if last.line else ""
    slots = {"instruction": last.text, "place": program.named(last.address), "source": source}
    told = say("place_writes", name=name, **slots) if name else say("place_last", **slots)
    return Clue(told, Instruction(hex(last.address), last.line))
