"""What the text alone says about where to look, before anything is run: cues that break ties, and nothing more.

A name that nothing gives a value, a value that nothing looks at, a way through a function that gives nothing back
though others do, a variable with the name of a function that is called.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Literal

from viva.core.records import dataclass
from viva.engines.faults.slicing import Statement

Kind = Literal["unbound", "unused", "no_return", "shadowed"]


@dataclass(frozen=True, slots=True)
class Cue:
    kind: Kind
    line: int
    name: str = ""


def cues(flow: Sequence[Statement], parameters: Collection[str], known: Collection[str]) -> list[Cue]:
    """`flow` is that of a program, `parameters` are those of all its functions, and `known` the names that are there
    without being given a value, those of functions among them."""
    found: list[Cue] = []
    for function in dict.fromkeys(one.function for one in flow):
        mine = [one for one in flow if one.function == function]
        written = {name for one in mine for name in one.writes}
        read = {name for one in mine for name in one.reads}
        bound = {name for one in flow for name in one.writes} | {*parameters, *known, *(one.function for one in flow)}
        for one in mine:
            found += [Cue("unbound", one.line, name) for name in sorted(one.reads - bound)]
            found += [Cue("unused", one.line, name) for name in sorted(one.writes - read)]
            found += [Cue("shadowed", one.line, name) for name in sorted(one.writes & set(known) & read & written)]
        gives = [one for one in mine if one.gives in ("result", "name")]
        outer = [one for one in mine if not one.inside]
        if gives and outer and outer[-1].gives not in ("result", "name", "nothing", "test"):
            found.append(Cue("no_return", mine[-1].line))
    return found


_COUNTS: dict[Kind, float] = {"unbound": 1.0, "no_return": 1.0, "unused": 0.5, "shadowed": 0.25}  # many shadow safely


def cue_scores(found: Sequence[Cue]) -> dict[int, float]:
    """For each line that a cue points at how much that says, to be ranked beside others."""
    scores: dict[int, float] = {}
    for cue in found:
        scores[cue.line] = max(scores.get(cue.line, 0.0), _COUNTS[cue.kind])
    return scores
