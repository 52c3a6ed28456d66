"""Which concepts a student needs for a formula: what variants have to keep."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection

from viva.engines.logic import formula as f
from viva.engines.logic.shapes import consecutive, contained_string

_QUANTIFIERS = {"0": "letter quantifier", "1": "position quantifier", "2": "set quantifier"}


def concepts(formula: f.Formula) -> Counter[str]:
    """How often each concept is used. Beginning with, ending with and containing a string (also as consecutive letters
    at some position), and a letter at a fixed place, are one concept, a pattern; `and` and `or` are one; so are
    `->` and `<->`. What is asked of a guessed letter and of nothing else is one concept, whatever it is."""
    found: Counter[str] = Counter()
    guessed: set[str] = set()
    todo: list[f.Node] = [formula]
    while todo:
        node = todo.pop()
        below = f.parts(node)
        match node:
            case _ if is_about_a_letter(node, guessed):
                found["condition on a guessed letter"] += 1
                below = ()
            case f.Begins() | f.Ends():
                found["pattern"] += 1
            case f.LetterAt(_, f.First() | f.Last() | f.Shifted(f.First() | f.Last())):
                found["pattern"] += 1
                below = ()
            case f.Count() if contained_string(node) is not None:
                found["pattern"] += 1
                below = ()
            case f.Count(f.Occurrences() | f.All()):
                found["count"] += 1
                below = ()
            case f.CountModulo(f.Occurrences() | f.All()):
                found["remainder"] += 1
                below = ()
            case f.Binary(connective):
                found["combination" if connective in ("and", "or") else "implication"] += 1
            case f.Quantified() if consecutive(node) is not None:
                found["pattern"] += 1
                below = ()
            case f.Quantified(quantifier, variable):
                found[_QUANTIFIERS[quantifier[-1]]] += 1
                if quantifier[-1] == "0":
                    guessed.add(variable)
            case _:
                name = _NAMES.get(type(node))
                if name is not None:
                    found[name] += 1
        todo += below
    return found


def is_about_a_letter(node: f.Node, guessed: Collection[str]) -> bool:
    """Whether a condition speaks of one guessed letter and of no other variable."""
    if not isinstance(node, f.Formula) or isinstance(node, f.Binary):
        return False
    free = f.free_variables(node)
    return len(free) == 1 and not free.isdisjoint(guessed)


_NAMES: dict[type[f.Node], str] = {
    f.Not: "negation",
    f.Constant: "constant",
    f.IsEmpty: "empty word",
    f.LetterAt: "letter at a position",
    f.LetterThroughout: "letter throughout a set",
    f.Compare: "order",
    f.Member: "membership",
    f.Count: "count",
    f.CountModulo: "remainder",
    f.Shifted: "offset",
    f.FirstOccurrence: "occurrence",
    f.LastOccurrence: "occurrence",
    f.Beside: "side",
    f.Occurrences: "occurrences",
}
