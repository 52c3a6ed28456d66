"""The highest rung: a smallest change that makes an answer right, or the construction that leads to a right one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from viva.core.drawing import Drawing
from viva.core.rungs import Clue, Ladder
from viva.core.text.escape import clip
from viva.core.texts import Say
from viva.core.where import Replacement, State, Transition, Where
from viva.engines.automata import DFA, Add, Edge, Edit, Flip, Machine, MoveStart, Redirect, apply, name_states
from viva.engines.automata.constructions import Construction, made_deterministic, refinement
from viva.engines.automata.diagram import Marks, draw
from viva.engines.automata.machine import free_name
from viva.engines.automata.regex import show
from viva.engines.automata.repair.nfa_edits import AddEdge, GuessEdit, RemoveEdge, apply_to_machine
from viva.subjects.automata.diagnosis import Diagnosis
from viva.subjects.automata.judge import place_of
from viva.subjects.automata.model import Answer, Task
from viva.subjects.automata.places import ends, place_of_edit, place_of_guess

_MOST_ROWS = 64


def fix(answer: Answer, why: Diagnosis, say: Say) -> Clue | None:
    """A smallest change of what was handed in, if one is known."""
    if why.guess is not None and answer.machine is not None:
        _, where = place_of_guess(answer.machine, why.guess[0], say)
        return _guessed(answer.machine, why.guess, where, say)
    if why.expression is not None:
        return Clue(say("fix_expression", expression=show(why.expression)))
    edits = why.mending.edits if why.mending else None
    if edits is None or not why.is_own or answer.deterministic is None:
        return None
    place = place_of_edit(answer, edits[0], say)
    return _edited(answer, edits, place[1] if place else None, say)


def _edited(answer: Answer, edits: Sequence[Edit], where: Where | None, say: Say) -> Clue:
    """Edits of the automaton as drawn, which is deterministic."""
    assert answer.deterministic is not None
    mended, names = apply(answer.deterministic, tuple(edits)), list(answer.names)
    for edit in edits:
        if isinstance(edit, Add):
            names.append(free_name("new", names))
    lines = [say("fix", count=len(edits)), *(f"- {_edit(edit, names, mended, answer, say)}" for edit in edits)]
    drawing = _drawn(answer, edits, name_states(mended, names), mended.alphabet, say)
    changes = tuple(_replacement(edit, names, mended, answer) for edit in edits)
    return Clue("\n".join(lines), where=where, drawing=drawing, changes=changes)


def _replacement(edit: Edit, names: Sequence[str], mended: DFA, answer: Answer) -> Replacement:
    match edit:
        case Add(state=state):
            return Replacement(None, State(names[state]))
        case MoveStart(before=before, target=target):
            return Replacement(State(names[before]), State(names[target]))
        case Flip(state=state):
            return Replacement(State(names[state]), State(names[state]))
        case Redirect(state=state, letter=letter, before=before, target=target):
            label = mended.alphabet[letter]
            is_drawn = before >= len(answer.names) or answer.has_drawn(before)
            old = Transition(names[state], label, names[before]) if is_drawn else None
            return Replacement(old, Transition(names[state], label, names[target]))


def _drawn(answer: Answer, edits: Sequence[Edit], mended: Machine, letters: tuple[str, ...], say: Say) -> Drawing:
    """The mended automaton; the trap that completes it stays out as it did, unless an edit is about it."""
    moves = [edit for edit in edits if isinstance(edit, Redirect)]
    about = {*_changed(edits), *(state for edit in moves for state in (edit.state, edit.target))}
    hidden = {state for state in range(len(answer.names)) if not answer.has_drawn(state)} - about
    number = {old: new for new, old in enumerate(state for state in range(len(mended.names)) if state not in hidden)}
    edges = [edge for edge in mended.edges if edge.source in number and edge.target in number]
    shown = Machine(
        names=tuple(mended.names[old] for old in number),
        alphabet=mended.alphabet,
        starts=tuple(number[state] for state in mended.starts),
        accepting=frozenset(number[state] for state in mended.accepting if state in number),
        edges=tuple(Edge(number[edge.source], edge.label, number[edge.target]) for edge in edges),
    )
    marks = Marks(
        good_states=[number[state] for state in _changed(edits)],
        good_edges=[(number[edit.state], letters[edit.letter], number[edit.target]) for edit in moves],
    )
    return draw(shown, say("drawing_fix"), marks)


def _changed(edits: Sequence[Edit | GuessEdit]) -> Iterator[int]:
    """The states that come, begin or change whether they accept."""
    for edit in edits:
        match edit:
            case Flip(state=state) | Add(state=state) | MoveStart(target=state):
                yield state


def _edit(edit: Edit, names: Sequence[str], mended: DFA, answer: Answer, say: Say) -> str:
    match edit:
        case Add(state=state):
            return say("edit_add", state=clip(names[state]))
        case MoveStart(before=before, target=target):
            return say("edit_start", target=clip(names[target]), before=clip(names[before]))
        case Flip(state=state, accepting=accepting):
            return say("edit_accept" if accepting else "edit_reject", state=clip(names[state]))
        case Redirect(state=state, letter=letter, before=before, target=target):
            key = "edit_redirect" if before >= len(answer.names) or answer.has_drawn(before) else "edit_add_move"
            return say(
                key,
                letter=mended.alphabet[letter],
                state=clip(names[state]),
                before=clip(names[before]),
                target=clip(names[target]),
            )


def _guessed(machine: Machine, edits: tuple[GuessEdit, ...], where: Where, say: Say) -> Clue:
    """Edits of an NFA as it was drawn."""
    lines = [say("fix", count=len(edits)), *(f"- {_guess(machine, edit, say)}" for edit in edits)]
    marks = Marks(
        good_states=[*_changed(edits)],
        good_edges=[
            (edit.edge.source, edit.edge.label, edit.edge.target) for edit in edits if isinstance(edit, AddEdge)
        ],
    )
    drawing = draw(apply_to_machine(machine, edits), say("drawing_fix"), marks)
    changes = tuple(_guessed_replacement(machine, edit) for edit in edits)
    return Clue("\n".join(lines), where=where, drawing=drawing, changes=changes)


def _guessed_replacement(machine: Machine, edit: GuessEdit) -> Replacement:
    match edit:
        case Flip(state=state):
            return Replacement(State(machine.names[state]), State(machine.names[state]))
        case MoveStart(before=before, target=target):
            return Replacement(State(machine.names[before]), State(machine.names[target]))
        case RemoveEdge(edge=edge):
            return Replacement(place_of(edge, machine))
        case AddEdge(edge=edge):
            return Replacement(None, place_of(edge, machine))


def _guess(machine: Machine, edit: GuessEdit, say: Say) -> str:
    match edit:
        case Flip(state=state, accepting=accepting):
            return say("edit_accept" if accepting else "edit_reject", state=clip(machine.names[state]))
        case MoveStart(before=before, target=target):
            return say("edit_start", target=clip(machine.names[target]), before=clip(machine.names[before]))
        case RemoveEdge(edge=edge):
            return say("edit_remove_move", **ends(machine, edge))
        case AddEdge(edge=edge):
            return say("edit_add_move", **ends(machine, edge))


def construction(wanted: Construction, what: str, say: Say) -> Ladder:
    """A construction step by step: each state as it is met, and where each letter leads from it."""
    heading = say(f"steps_{what}")
    drawing = draw(name_states(wanted.result, wanted.names), heading)
    return Ladder(f"steps_{what}", fix=Clue("\n".join([heading, *_rows(wanted, say)]), drawing=drawing))


def _rows(wanted: Construction, say: Say) -> list[str]:
    result, names = wanted.result, wanted.names
    lines = []
    for state, row in enumerate(result.moves[:_MOST_ROWS]):
        moves = ", ".join(f"{letter}: {names[target]}" for letter, target in zip(result.alphabet, row, strict=True))
        key = "step_row_accepting" if state in result.accepting else "step_row"
        lines.append(say(key, state=names[state], moves=moves))
    if len(result.moves) > _MOST_ROWS:
        lines.append(say("step_more", count=len(result.moves) - _MOST_ROWS))
    return lines


def refined(task: Task, say: Say) -> Ladder:
    """How the states of the given automaton are told apart, letter by letter."""
    given = made_deterministic(task.given[0], task.alphabet)
    heading = say("steps_refine")
    lines = [heading]
    for length, partition in enumerate(refinement(given.result, given.names, _MOST_ROWS)):
        groups = "  ".join("{" + ",".join(group) + "}" for group in partition)
        lines.append(say("step_refine", length=length, groups=groups))
    drawing = draw(name_states(task.asked), heading)
    return Ladder("steps_refine", fix=Clue("\n".join(lines), drawing=drawing))
