"""Where to look: what the fix changes, or else what the machine did in the last reaction."""

from __future__ import annotations

from collections.abc import Sequence

from viva.core.rungs import Clue
from viva.core.text.escape import clip
from viva.core.texts import Say
from viva.core.where import State, Transition, Where
from viva.engines.machines.comparing.edits import Edit
from viva.engines.machines.expressions import show
from viva.engines.machines.model import Transition as Step
from viva.engines.machines.running.behaviour import Reaction
from viva.subjects.machines import draw
from viva.subjects.machines.diagnosis import Diagnosis
from viva.subjects.machines.model import Answer


def places(answer: Answer, why: Diagnosis, say: Say) -> Clue:
    edit = why.mending.edits[0] if why.mending.edits else None
    expected, actual = why.expected[-1], why.actual[-1]
    told, where = _edited_place(edit, say) if edit else _taken_place(expected, actual, say)
    return Clue(told, where, drawing=draw.mark(answer, edit, actual, say))


def _edited_place(edit: Edit, say: Say) -> tuple[str, Where]:
    step = edit.before
    if step is not None:
        return say("place_transition", **_slots(step)), transition_at(edit.path, step)
    if edit.after is not None:
        return say("place_missing", state=clip(edit.after.source)), state_at(edit.path, edit.after.source)
    return say("place_initial", state=clip(edit.state)), state_at(edit.path, edit.state)


def _taken_place(expected: Reaction, actual: Reaction, say: Say) -> tuple[str, Where]:
    wrong = {
        name for name in (*expected.outputs, *actual.outputs) if expected.outputs.get(name) != actual.outputs.get(name)
    }
    writing = [step for step in actual.taken if any(action.name in wrong for action in step.transition.actions)]
    taken = (writing or list(actual.taken))[-1:]
    if taken:
        step = taken[0].transition
        return say("place_taken", **_slots(step)), transition_at(taken[0].path, step)
    path, state = actual.before[-1]
    return say("place_stays", state=clip(state)), state_at(path, state)


def breaking_place(last: Reaction, say: Say) -> Clue:
    """What the machine did in the reaction with which a requirement is broken."""
    if last.taken:
        path, step = last.taken[-1].path, last.taken[-1].transition
        return Clue(say("place_breaks", **_slots(step)), transition_at(path, step))
    path, state = last.before[-1]
    return Clue(say("place_breaks_stays", state=clip(state)), state_at(path, state))


def state_at(path: Sequence[str], name: str) -> State:
    """A state, with the names of parts and of states around it."""
    return State(".".join((*path, name)))


def transition_at(path: Sequence[str], step: Step) -> Transition:
    source, target = (state_at(path, name).name for name in (step.source, step.target))
    return Transition(source, show(step.guard), target, step.line or None)


def _slots(step: Step) -> dict[str, str]:
    return {"source": clip(step.source), "target": clip(step.target), "guard": clip(show(step.guard), 60)}
