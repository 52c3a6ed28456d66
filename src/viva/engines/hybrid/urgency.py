"""The same system for tools in which a transition may wait: every invariant ends where a guard begins.

Here a transition is taken as soon as its guard holds. Elsewhere it may be put off for as long as the invariant lasts,
so the invariant of a mode has to exclude all that lies beyond its guards. That says the same only where such an
invariant exists and every transition arrives inside of the next one; what cannot be said so is refused, never bent.
"""

from __future__ import annotations

from dataclasses import replace

from viva.core.text.reading import Misread
from viva.engines.hybrid.expressions import show_condition
from viva.engines.hybrid.model import ONE, Affine, Automaton, Case, Condition, Constraint, System, Transition, both
from viva.engines.hybrid.polyhedra import Polyhedron, Row

_REMEDY = "hand it in as text or JSON"


def with_ending_invariants(given: System) -> System:
    """Raises Misread for what no invariants can say."""
    _refuse_shared(given)
    automata = tuple(_ending(given, automaton) for automaton in given.automata)
    made = replace(given, automata=automata)
    for automaton in made.automata:
        _refuse_beginning(made, automaton)
        for each in automaton.transitions:
            _refuse_passing(made, automaton, each)
    return made


def _ending(given: System, automaton: Automaton) -> Automaton:
    kept = tuple(each for each in automaton.transitions if each.target != each.source or _changes(each))
    modes = []
    for number, mode in enumerate(automaton.modes):
        invariant = mode.invariant
        if len(invariant) > 1:
            raise Misread(f"the invariant of the mode {mode.name} has alternatives", remedy=_REMEDY)
        for each in kept:
            if each.source == number:
                for case in each.guard:
                    invariant = both(invariant, _beyond(given, mode.name, case))
        modes.append(replace(mode, invariant=invariant))
    return replace(automaton, modes=tuple(modes), transitions=kept)


def _changes(each: Transition) -> bool:
    return any(value != Affine(((index, ONE),)) for index, value in each.reset)


def _beyond(given: System, mode: str, case: Case) -> Condition:
    """Where the guard does not hold yet, with its limit."""
    if len(case.constraints) != 1 or case.constraints[0].equal:
        guard = show_condition((case,), given.names)
        raise Misread(f"no invariant of the mode {mode} ends just where its guard {guard} begins", remedy=_REMEDY)
    return (Case((Constraint(case.constraints[0].left.times(-ONE)),)),)


def _refuse_shared(given: System) -> None:
    """Where automata go together or work on the same variables, one after the other is not the same as both at once."""
    labels: dict[str, int] = {}
    for number, automaton in enumerate(given.automata):
        for label in {each.label for each in automaton.transitions if each.label}:
            if labels.setdefault(label, number) != number:
                raise Misread(f"several automata wait for each other at {label}", remedy=_REMEDY)
    for number, automaton in enumerate(given.automata):
        written = {index for each in automaton.transitions for index, _ in each.reset}
        others = [each for other, each in enumerate(given.automata) if other != number]
        touched = written & {index for other in others for index in _mentioned(other)}
        if touched:
            name = given.variables[min(touched)]
            raise Misread(f"transitions of one automaton set {name}, which another one uses", remedy=_REMEDY)


def _mentioned(automaton: Automaton) -> set[int]:
    conditions = [mode.invariant for mode in automaton.modes] + [each.guard for each in automaton.transitions]
    found = {
        index
        for condition in conditions
        for case in condition
        for row in case.constraints
        for index, _ in row.left.terms
    }
    for each in automaton.transitions:
        found |= {index for index, _ in each.reset} | {index for _, value in each.reset for index, _ in value.terms}
    return found


def _refuse_beginning(given: System, automaton: Automaton) -> None:
    names = range(len(given.variables))
    start = Polyhedron(len(given.variables))
    for index, span in zip(names, given.initial, strict=True):
        across = Affine(((index, ONE),))
        start = start.where(
            Row(across.plus(Affine((), -span.low))), Row(across.times(-ONE).plus(Affine((), span.high)))
        )
    mode = automaton.modes[automaton.initial]
    if not all(start.where(Row(row.times(-ONE), True)).is_empty for row in _rows(mode.invariant)):
        raise Misread(f"a guard of the first mode {mode.name} holds from the beginning", remedy=_REMEDY)


def _refuse_passing(given: System, automaton: Automaton, each: Transition) -> None:
    """A transition that arrives beyond a guard goes straight on, and elsewhere is not possible at all."""
    source, target = automaton.modes[each.source], automaton.modes[each.target]
    here = Polyhedron(len(given.variables), tuple(map(Row, _rows(source.invariant))))
    for case in each.guard:
        leaving = here.where(*map(Row, _rows((case,))))
        for row in _rows(target.invariant):
            if not leaving.where(Row(row.after(dict(each.reset)).times(-ONE), True)).is_empty:
                names = f"{source.name} to {target.name}"
                raise Misread(f"the transition {names} may arrive where it has to go on at once", remedy=_REMEDY)


def _rows(condition: Condition) -> list[Affine]:
    """What must not be negative; the condition has one case."""
    rows = [row for case in condition for row in case.constraints]
    return [left for row in rows for left in ((row.left, row.left.times(-ONE)) if row.equal else (row.left,))]
