"""Places and fixes for answers that guess: an NFA as it was drawn, and a regular expression."""

from __future__ import annotations

from viva.core.drawing import Drawing
from viva.core.ladder import Rung
from viva.core.report import Finding
from viva.core.texts import catalogue
from viva.core.where import State, Transition, Where
from viva.engines.automata import Edge, Flip, Machine, Regex
from viva.engines.automata.diagram import Marks, draw
from viva.engines.automata.machine import clipped
from viva.engines.automata.nfa_edits import AddEdge, GuessEdit, RemoveEdge, apply_to_machine
from viva.engines.automata.regex import show

_TEXTS = catalogue(__package__)


def places(machine: Machine, edits: tuple[GuessEdit, ...], signature: str) -> list[Finding]:
    """One for each edit; the first carries the drawing with all of them marked."""
    removed = [_key(edit.edge) for edit in edits if isinstance(edit, RemoveEdge)]
    states = [edit.state for edit in edits if isinstance(edit, Flip)]
    states += [edit.edge.source for edit in edits if isinstance(edit, AddEdge)]
    marks = Marks(bad_states=sorted(set(states)), bad_edges=removed)
    drawing: Drawing | None = draw(machine, _TEXTS.say("drawing_place"), marks)
    found = []
    for text, where in dict.fromkeys(_place(machine, edit) for edit in edits):
        found.append(Finding(text, rung=Rung.PLACE, signature=signature, where=where, drawing=drawing))
        drawing = None
    return found


def _place(machine: Machine, edit: GuessEdit) -> tuple[str, Where]:
    """Of a transition that is missing only the state is told: the letter and the target are the fix."""
    match edit:
        case Flip(state=state):
            return _TEXTS.say("place_flip", state=clipped(machine.names[state])), State(machine.names[state])
        case RemoveEdge(edge=edge):
            where = Transition(machine.names[edge.source], edge.shown_label, machine.names[edge.target])
            return _TEXTS.say("place_redirect", **_ends(machine, edge)), where
        case AddEdge(edge=edge):
            name = machine.names[edge.source]
            return _TEXTS.say("place_add_edge", state=clipped(name)), State(name)


def fix(machine: Machine, edits: tuple[GuessEdit, ...], signature: str) -> Finding:
    lines = [_TEXTS.say("fix", count=len(edits)), *(f"- {_said(machine, edit)}" for edit in edits)]
    marks = Marks(
        good_states=[edit.state for edit in edits if isinstance(edit, Flip)],
        good_edges=[_key(edit.edge) for edit in edits if isinstance(edit, AddEdge)],
    )
    drawing = draw(apply_to_machine(machine, edits), _TEXTS.say("drawing_fix"), marks)
    where = _place(machine, edits[0])[1]
    return Finding("\n".join(lines), rung=Rung.FIX, signature=signature, where=where, drawing=drawing)


def _said(machine: Machine, edit: GuessEdit) -> str:
    match edit:
        case Flip(state=state, accepting=accepting):
            return _TEXTS.say("edit_accept" if accepting else "edit_reject", state=clipped(machine.names[state]))
        case RemoveEdge(edge=edge):
            return _TEXTS.say("edit_remove_move", **_ends(machine, edge))
        case AddEdge(edge=edge):
            return _TEXTS.say("edit_add_move", **_ends(machine, edge))


def _ends(machine: Machine, edge: Edge) -> dict[str, str]:
    return {
        "state": clipped(machine.names[edge.source]),
        "letter": edge.shown_label,
        "target": clipped(machine.names[edge.target]),
    }


def _key(edge: Edge) -> tuple[int, str, int]:
    return edge.source, edge.label, edge.target


def place_in_expression(before: Regex, after: Regex, signature: str) -> Finding:
    """The part of the expression that changes, with the character on either side."""
    old, new = show(before), show(after)
    start = _alike(old, new)
    end = _alike(old[start:][::-1], new[start:][::-1])
    part = old[max(0, start - 1) : len(old) - end + 1]
    text = _TEXTS.say("place_expression", expression=clipped(old, 120), part=clipped(part or old, 60))
    return Finding(text, rung=Rung.PLACE, signature=signature)


def _alike(one: str, other: str) -> int:
    """How many characters two texts begin with alike."""
    pairs = zip(one, other, strict=False)
    return next((index for index, (a, b) in enumerate(pairs) if a != b), min(len(one), len(other)))


def fix_of_expression(after: Regex, signature: str) -> Finding:
    return Finding(_TEXTS.say("fix_expression", expression=show(after)), rung=Rung.FIX, signature=signature)
