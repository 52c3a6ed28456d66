"""The smallest change that was found, in words and as a picture."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from viva.core.rungs import Clue
from viva.core.text.escape import clip
from viva.core.texts import Say
from viva.core.where import Replacement
from viva.engines.machines.actions import show_actions
from viva.engines.machines.comparing.edits import Edit, Mending, apply, single
from viva.engines.machines.diagram import Marks, label
from viva.engines.machines.expressions import show
from viva.engines.machines.model import Transition
from viva.subjects.machines import draw
from viva.subjects.machines.model import Answer
from viva.subjects.machines.places import state_at, transition_at


def fix(answer: Answer, mending: Mending, say: Say) -> Clue | None:
    if not mending.edits:
        return None
    lines = [say("fix", count=len(mending.edits)), *(f"- {_edit(edit, say)}" for edit in mending.edits)]
    system = answer.system
    for edit in mending.edits:
        system = apply(system, edit)
    marks = Marks(
        good_arcs=[(edit.path, edit.after) for edit in mending.edits if edit.after is not None],
        good_states=[(edit.path, edit.state) for edit in mending.edits if edit.kind == "initial"],
    )
    changes = tuple(_replacement(edit, answer) for edit in changed_once(mending.edits))
    return Clue("\n".join(lines), drawing=draw.machine(system, say("drawing_fix"), marks), changes=changes)


def changed_once(edits: Sequence[Edit]) -> list[Edit]:
    """Several edits of one transition as one."""
    found: list[Edit] = []
    for edit in edits:
        for number, each in enumerate(found):
            if edit.before is not None and (each.path, each.after) == (edit.path, edit.before):
                found[number] = replace(edit, before=each.before)
                break
        else:
            found.append(edit)
    return [edit for edit in found if edit.kind == "initial" or edit.before != edit.after]


def _replacement(edit: Edit, answer: Answer) -> Replacement:
    if edit.kind == "initial":
        before = single(answer.system.machine, edit.path).initial.name
        return Replacement(state_at(edit.path, before), state_at(edit.path, edit.state))
    old, new = (None if step is None else transition_at(edit.path, step) for step in (edit.before, edit.after))
    if new is not None and edit.after is not None:
        new = replace(new, label=label(edit.after), line=None)
    return Replacement(old, new)


def _edit(edit: Edit, say: Say) -> str:
    before, after = edit.before, edit.after
    if before is None:
        if after is None:
            return say("edit_initial", state=clip(edit.state))
        return say("edit_add", **_slots(after))
    if after is None:
        return say("edit_remove", **_slots(before))
    flag = edit.kind in ("history", "preemptive") and getattr(after, edit.kind)
    key = f"edit_{edit.kind}" + ("_on" if flag else "_off" if edit.kind in ("history", "preemptive") else "")
    if edit.kind == "output" and "-" in (_slots(before)["actions"], _slots(after)["actions"]):
        key = "edit_output_new" if _slots(before)["actions"] == "-" else "edit_output_gone"
    new = {f"new_{name}": value for name, value in _slots(after).items()}
    return say(key, **_slots(before), **new, none=say("nothing"))


def _slots(step: Transition) -> dict[str, str]:
    return {
        "source": clip(step.source),
        "target": clip(step.target),
        "guard": clip(show(step.guard), 80),
        "actions": clip(show_actions(step.actions), 80) or "-",
    }
