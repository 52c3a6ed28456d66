"""The rung `place`: the states and transitions to look at, marked in the drawing, or the part of an expression."""

from __future__ import annotations

from collections.abc import Sequence

from viva.core.drawing import Drawing
from viva.core.rungs import Clue
from viva.core.text.escape import clip
from viva.core.texts import Say
from viva.core.where import State, Transition, Where
from viva.engines.automata import Edge, Edit, Flip, Machine, MoveStart, Redirect, Regex
from viva.engines.automata.diagram import Marks, draw
from viva.engines.automata.regex import show
from viva.engines.automata.repair.nfa_edits import AddEdge, GuessEdit, RemoveEdge
from viva.subjects.automata.diagnosis import Diagnosis
from viva.subjects.automata.judge import ACCEPTED, Judgement, place_of
from viva.subjects.automata.model import Answer


def places(answer: Answer, judgement: Judgement, why: Diagnosis, say: Say) -> list[Clue]:
    if why.guess is not None and answer.machine is not None:
        return _of_guesses(answer.machine, why.guess, say)
    if why.expression is not None and answer.expression is not None:
        return [_of_expression(answer.expression, why.expression, say)]
    edits = why.mending.edits if why.mending and why.is_own else None
    if edits is None or answer.machine is None:
        return _of_run(answer, judgement, say)
    return _of_edits(answer, judgement, edits, say)


def _of_edits(answer: Answer, judgement: Judgement, edits: Sequence[Edit], say: Say) -> list[Clue]:
    """Of a deterministic automaton as it was drawn; first what the word of the example comes through, since one edit at
    least is there: otherwise the word would end where it did."""
    assert answer.deterministic is not None
    letters = answer.deterministic.alphabet
    word, _ = judgement.wrong[0]
    visited = answer.deterministic.run(word)
    steps = set(zip(visited, word, strict=False))

    def is_passed(edit: Edit) -> bool:
        match edit:
            case Redirect(state=state, letter=letter):
                return (state, letters[letter]) in steps
            case Flip(state=state):
                return state == visited[-1]
            case _:
                return isinstance(edit, MoveStart)

    told = [place for edit in sorted(edits, key=is_passed, reverse=True) if (place := place_of_edit(answer, edit, say))]
    return _pointed_at(told, _marked(answer, edits, say))


def _of_guesses(machine: Machine, edits: Sequence[GuessEdit], say: Say) -> list[Clue]:
    """Of an NFA as it was drawn."""
    told = [place_of_guess(machine, edit, say) for edit in edits]
    return _pointed_at(list(dict.fromkeys(told)), _marked_guess(machine, edits, say))


def _pointed_at(told: list[tuple[str, Where]], drawing: Drawing) -> list[Clue]:
    """The first carries the drawing, in which all of them are marked."""
    return [Clue(text, where, drawing=None if number else drawing) for number, (text, where) in enumerate(told)]


def place_of_edit(answer: Answer, edit: Edit, say: Say) -> tuple[str, Where] | None:
    names = answer.names
    match edit:
        case Redirect(state=state, letter=letter, before=before) if state < len(names):
            label, name = answer.automaton.alphabet[letter], names[state]
            if not answer.has_drawn(before):
                return say("place_missing", state=clip(name), letter=label), State(name)
            told = say("place_redirect", state=clip(name), letter=label, target=clip(names[before]))
            return told, Transition(name, label, names[before])
        case Flip(state=state) if state < len(names):
            return say("place_flip", state=clip(names[state])), State(names[state])
        case MoveStart(before=before):
            return say("place_start", state=clip(names[before])), State(names[before])
        case _:
            return None


def place_of_guess(machine: Machine, edit: GuessEdit, say: Say) -> tuple[str, Where]:
    """Of a transition that is missing only the state is told: the letter and the target are the fix."""
    match edit:
        case Flip(state=state):
            return say("place_flip", state=clip(machine.names[state])), State(machine.names[state])
        case MoveStart(before=before):
            return say("place_start", state=clip(machine.names[before])), State(machine.names[before])
        case RemoveEdge(edge=edge):
            return say("place_redirect", **ends(machine, edge)), place_of(edge, machine)
        case AddEdge(edge=edge):
            name = machine.names[edge.source]
            return say("place_add_edge", state=clip(name)), State(name)


def ends(machine: Machine, edge: Edge) -> dict[str, str]:
    return {
        "state": clip(machine.names[edge.source]),
        "letter": edge.shown_label,
        "target": clip(machine.names[edge.target]),
    }


def _of_expression(before: Regex, after: Regex, say: Say) -> Clue:
    """The part of the expression that changes, with the character on either side."""
    old, new = show(before), show(after)
    start = _alike(old, new)
    end = _alike(old[start:][::-1], new[start:][::-1])
    part = _whole(old, max(0, start - 1), min(len(old), len(old) - end + 1))
    text = say("place_expression", expression=clip(old, 120), part=clip(part or old, 60))
    return Clue(text)


def _whole(text: str, begin: int, end: int) -> str:
    """The part from `begin` to `end`, widened until each bracket in it has its other one."""
    while begin > 0 and text[begin:end].count(")") > text[begin:end].count("("):
        begin -= 1
    while end < len(text) and text[begin:end].count("(") > text[begin:end].count(")"):
        end += 1
    return text[begin:end]


def _alike(one: str, other: str) -> int:
    """How many characters two texts begin with alike."""
    pairs = zip(one, other, strict=False)
    return next((index for index, (a, b) in enumerate(pairs) if a != b), min(len(one), len(other)))


def _of_run(answer: Answer, judgement: Judgement, say: Say) -> list[Clue]:
    """Where the shortest wrong word ends, if no edits tell more."""
    if not answer.is_deterministic or answer.deterministic is None:
        return []
    word, way = judgement.wrong[0]
    state = answer.deterministic.run(word)[-1]
    key = "place_end_accepting" if way == ACCEPTED else "place_end_rejecting"
    name = answer.names[state]
    return [Clue(say(key, state=clip(name)), State(name))]


def _marked(answer: Answer, edits: Sequence[Edit], say: Say) -> Drawing:
    """The automaton as it was drawn, without the trap that completes it."""
    assert answer.deterministic is not None
    assert answer.machine is not None
    letters = answer.deterministic.alphabet
    moves = [edit for edit in edits if isinstance(edit, Redirect) and edit.state < len(answer.names)]
    edges = [(edit.state, letters[edit.letter], edit.before) for edit in moves if answer.has_drawn(edit.before)]
    states = [edit.state for edit in moves if not answer.has_drawn(edit.before)]
    states += [edit.state for edit in edits if isinstance(edit, Flip)]
    states += [edit.before for edit in edits if isinstance(edit, MoveStart)]
    drawn = [state for state in states if answer.has_drawn(state)]
    return draw(answer.machine, say("drawing_place"), Marks(bad_states=drawn, bad_edges=edges))


def _marked_guess(machine: Machine, edits: Sequence[GuessEdit], say: Say) -> Drawing:
    removed = [(edit.edge.source, edit.edge.label, edit.edge.target) for edit in edits if isinstance(edit, RemoveEdge)]
    states = {edit.state for edit in edits if isinstance(edit, Flip)}
    states |= {edit.before for edit in edits if isinstance(edit, MoveStart)}
    states |= {edit.edge.source for edit in edits if isinstance(edit, AddEdge)}
    return draw(machine, say("drawing_place"), Marks(bad_states=sorted(states), bad_edges=removed))
