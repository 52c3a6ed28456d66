"""The smallest change that makes the answer right, as the search found it."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import cast

from viva.core.rungs import Clue
from viva.core.texts import Say
from viva.core.where import Replacement, State, Transition
from viva.engines.hybrid import Change, System
from viva.engines.hybrid.diagram import Marks, draw
from viva.engines.hybrid.expressions import show_affine, show_condition, show_number
from viva.engines.hybrid.model import Affine, Condition
from viva.subjects.hybrid.diagnosis import Diagnosis
from viva.subjects.hybrid.places import places_of, slots, transition_at, where_of


def fix(why: Diagnosis, say: Say) -> Clue | None:
    if why.mended is None:
        return None
    change, mended = why.mended
    text = say(_key(change), **slots(why.system, change), **_texts(why.system, change))
    marks = Marks(**{f"good_{kind}": both for kind, both in places_of(change).items()})
    if change.kind in ("start", "superfluous"):  # the mode in which it begins now; of what is gone nothing can be shown
        start = (change.automaton, mended.automata[change.automaton].initial)
        marks = Marks(good_modes=[start] if change.kind == "start" else [])
    drawing = draw(mended, say("drawing_fix"), marks)
    return Clue(text, where_of(why.system, change), drawing=drawing, changes=_replacements(why.system, change, mended))


def _replacements(system: System, change: Change, mended: System) -> tuple[Replacement, ...]:
    if change.kind == "start":
        modes = system.automata[change.automaton].modes
        before, after = (State(modes[cast(int, each)].name) for each in (change.old, change.new))
        return (Replacement(before, after),)
    found = []
    for kind, places in places_of(change).items():
        for place in places:
            if kind == "transitions":
                new = None if change.kind == "superfluous" else _written(mended, *place)
                found.append(Replacement(transition_at(system, *place), new))
            else:
                mode = State(system.automata[place[0]].modes[place[1]].name)
                lines = [line for line in _says(mended, *place) if line not in _says(system, *place)]
                found.append(Replacement(mode, mode, "\n".join(lines)))
    return tuple(found)


def _says(system: System, automaton: int, number: int) -> list[str]:
    mode, names = system.automata[automaton].modes[number], system.names
    return [
        *(f"{names[index]}' = {show_affine(rate, names)}" for index, rate in mode.flow),
        f"stay while {show_condition(mode.invariant, names)}",
    ]


def _written(system: System, automaton: int, number: int) -> Transition:
    """With all that its label says in a picture."""
    each, names = system.automata[automaton].transitions[number], system.names
    resets = ", ".join(f"{names[index]} := {show_affine(value, names)}" for index, value in each.reset)
    place = transition_at(system, automaton, number)
    return replace(place, label=f"{place.label} / {resets}" if resets else place.label, line=None)


def _key(change: Change) -> str:
    if change.kind == "reset":
        return "fix_reset_remove" if change.new is None else "fix_reset_add" if change.old is None else "fix_reset"
    return {"sign": "fix_rate", "direction": "fix_guard", "limit": "fix_guard"}.get(change.kind, f"fix_{change.kind}")


def _texts(system: System, change: Change) -> dict[str, str]:
    names = system.names
    match change.kind:
        case "sign" | "rate" | "reset":
            pair = [
                None if each is None else show_affine(cast(Affine, each), names) for each in (change.old, change.new)
            ]
            return {"old": pair[0] or "", "new": pair[1] or ""}
        case "limit" | "direction" | "swap_guards":
            old, new = (show_condition(cast(Condition, each), names) for each in (change.old, change.new))
            return {"old": old, "new": new}
        case "swap":
            one, two = cast("tuple[Affine, Affine]", change.new)
            return {"new": show_affine(one, names), "other_new": show_affine(two, names)}
        case "target" | "start":
            modes = system.automata[change.automaton].modes
            return {"old": modes[cast(int, change.old)].name, "new": modes[cast(int, change.new)].name}
        case "value":
            return {"old": show_number(cast(Fraction, change.old)), "new": show_number(cast(Fraction, change.new))}
        case _:
            return {}
