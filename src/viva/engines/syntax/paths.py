"""How many ways lead through a function that has no loops."""

from __future__ import annotations

from collections.abc import Sequence

from viva.engines.syntax.definitions import functions_of
from viva.engines.syntax.tree import Node


def paths_through(tree: Node, function: str) -> int:
    """The ways from the beginning of a function to a `return`, to what it raises, or to its end; those inside of
    expressions and of other functions are not counted."""
    found = functions_of(tree).get(function)
    return 1 if found is None else sum(_through(found.nodes("body")))


def _through(statements: Sequence[Node]) -> tuple[int, int]:
    """How many ways come out behind the statements, and how many end in them."""
    going, ended = 1, 0
    for each in statements:
        match each.kind:
            case "Return" | "Raise":
                return 0, ended + going
            case "Assert":
                ended += going
            case "If" | "Match":
                sides = list(map(_through, _sides(each)))
                ended += going * sum(ends for _, ends in sides)
                going *= sum(goes for goes, _ in sides)
    return going, ended


def _sides(branching: Node) -> list[list[Node]]:
    if branching.kind == "If":
        return [branching.nodes("body"), branching.nodes("orelse")]
    cases = branching.nodes("cases")
    last = cases[-1]
    taken = last.node("pattern").kind == "MatchAs" and last.node("pattern").optional("pattern") is None
    return [*(each.nodes("body") for each in cases), *([] if taken and last.optional("guard") is None else [[]])]
