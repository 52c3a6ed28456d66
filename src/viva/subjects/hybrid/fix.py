"""The smallest change that makes the answer right, as the search found it."""

from __future__ import annotations

from fractions import Fraction
from typing import cast

from viva.core.rungs import Clue
from viva.core.texts import Say
from viva.engines.hybrid import Change, System
from viva.engines.hybrid.diagram import Marks, draw
from viva.engines.hybrid.expressions import show_affine, show_condition, show_number
from viva.engines.hybrid.model import Affine, Condition
from viva.subjects.hybrid.diagnosis import Diagnosis
from viva.subjects.hybrid.places import places_of, slots, where_of


def fix(why: Diagnosis, say: Say) -> Clue | None:
    if why.mended is None:
        return None
    change, mended = why.mended
    text = say(_key(change), **slots(why.system, change), **_texts(why.system, change))
    marks = Marks(**{f"good_{kind}": both for kind, both in places_of(change).items()})
    if change.kind in ("start", "superfluous"):  # the mode in which it begins now; of what is gone nothing can be shown
        start = (change.automaton, mended.automata[change.automaton].initial)
        marks = Marks(good_modes=[start] if change.kind == "start" else [])
    return Clue(text, where_of(why.system, change), drawing=draw(mended, say("drawing_fix"), marks))


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
