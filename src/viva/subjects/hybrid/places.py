"""Where to look: the equation or transition that one change would mend, or else the mode in which it goes wrong."""

from __future__ import annotations

from viva.core.rungs import Clue
from viva.core.texts import Say
from viva.core.where import State, Transition, Where
from viva.engines.hybrid import Change, System
from viva.engines.hybrid.diagram import Marks, draw
from viva.engines.hybrid.expressions import show_condition
from viva.engines.hybrid.repairing import OF_TRANSITIONS
from viva.subjects.hybrid.diagnosis import Cause, Diagnosis


def places(why: Diagnosis, say: Say) -> Clue:
    if why.mended is None and why.cause is not None and why.cause.kind != "late":
        taken = (why.cause.automaton, why.cause.number)
        step = step_of(why.system, why.cause)
        text = say("place_reset" if why.cause.kind == "value" else "place_limit", variable=why.first.output, **step)
        where: Where = transition_at(why.system, *taken)
        marks = Marks(bad_transitions=[taken])
    elif why.mended is None:
        mode = ", ".join(why.system.mode_names(why.first.actual_modes))
        text = say("place_mode", mode=mode, output=why.first.output)
        marks = Marks(bad_modes=list(enumerate(why.first.actual_modes)))
        where = State(mode)
    else:
        change = why.mended[0]
        where = where_of(why.system, change)
        text = say(f"place_{change.kind}", **slots(why.system, change))
        marks = Marks(**{f"bad_{kind}": both for kind, both in places_of(change).items()})
    return Clue(text, where, drawing=draw(why.system, say("drawing_place"), marks))


def where_of(system: System, change: Change) -> Where:
    automaton = system.automata[change.automaton]
    if change.kind in OF_TRANSITIONS:
        return transition_at(system, change.automaton, change.number)
    if change.kind in ("start", "value"):
        return State(automaton.modes[automaton.initial].name)
    return State(automaton.modes[change.number].name)


def transition_at(system: System, automaton: int, number: int) -> Transition:
    modes, each = system.automata[automaton].modes, system.automata[automaton].transitions[number]
    line = system.lines.get(("transition", automaton, number))
    return Transition(modes[each.source].name, show_condition(each.guard, system.names), modes[each.target].name, line)


def places_of(change: Change) -> dict[str, list[tuple[int, int]]]:
    """The `modes` or `transitions` that a change is made to, by automaton and number."""
    both = [(change.automaton, change.number)]
    if change.other is not None:
        both.append((change.automaton, change.other))
    if change.kind in OF_TRANSITIONS:
        return {"transitions": both}
    return {"modes": both} if change.kind != "value" else {}


def step_of(system: System, cause: Cause) -> dict[str, str]:
    """Where the transition leads from and to that was taken too early, or sets a wrong value."""
    automaton = system.automata[cause.automaton]
    if cause.kind == "late":
        return {}
    each = automaton.transitions[cause.number]
    return {"source": automaton.modes[each.source].name, "target": automaton.modes[each.target].name}


def name_of(system: System, change: Change) -> str:
    where = where_of(system, change)
    return (
        f"{where.source} to {where.target}"
        if isinstance(where, Transition)
        else where.name
        if isinstance(where, State)
        else ""
    )


def slots(system: System, change: Change) -> dict[str, str]:
    """What sentences about a change may name."""
    automaton = system.automata[change.automaton]
    found = {"variable": "" if change.variable is None else system.variables[change.variable]}
    if change.kind in OF_TRANSITIONS:
        for key, number in (("", change.number), ("other_", change.other)):
            if number is not None:
                each = automaton.transitions[number]
                found[f"{key}source"] = automaton.modes[each.source].name
                found[f"{key}target"] = automaton.modes[each.target].name
    elif change.kind != "value":
        found["mode"] = automaton.modes[change.number].name
        if change.other is not None:
            found["other"] = automaton.modes[change.other].name
    return found
