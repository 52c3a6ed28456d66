"""Which concepts a student needs for a formula: what variants have to keep."""

from __future__ import annotations

from collections import Counter

from viva.engines.logic.formula import (
    All,
    Begins,
    Beside,
    Binary,
    Compare,
    Constant,
    Count,
    CountModulo,
    Ends,
    First,
    FirstOccurrence,
    Formula,
    IsEmpty,
    Last,
    LastOccurrence,
    LetterAt,
    LetterThroughout,
    Member,
    Node,
    Not,
    Occurrences,
    Quantified,
    Shifted,
    parts,
)
from viva.engines.logic.shapes import contained

_QUANTIFIERS = {"0": "letter quantifier", "1": "position quantifier", "2": "set quantifier"}


def concepts(formula: Formula) -> Counter[str]:
    """How often each concept is used. Beginning with, ending with and containing a string, and a letter at a fixed
    place, are one concept, a pattern; `and` and `or` are one; so are `->` and `<->`."""
    found: Counter[str] = Counter()
    todo: list[Node] = [formula]
    while todo:
        node = todo.pop()
        below = parts(node)
        match node:
            case Begins() | Ends():
                found["pattern"] += 1
            case LetterAt(_, First() | Last() | Shifted(First() | Last())):
                found["pattern"] += 1
                below = ()
            case Count() if contained(node) is not None:
                found["pattern"] += 1
                below = ()
            case Count(Occurrences() | All()):
                found["count"] += 1
                below = ()
            case CountModulo(Occurrences() | All()):
                found["remainder"] += 1
                below = ()
            case Binary(connective):
                found["combination" if connective in ("and", "or") else "implication"] += 1
            case Quantified(quantifier):
                found[_QUANTIFIERS[quantifier[-1]]] += 1
            case _:
                name = _NAMES.get(type(node))
                if name is not None:
                    found[name] += 1
        todo += below
    return found


_NAMES: dict[type[Node], str] = {
    Not: "negation",
    Constant: "constant",
    IsEmpty: "empty word",
    LetterAt: "letter at a position",
    LetterThroughout: "letter throughout a set",
    Compare: "order",
    Member: "membership",
    Count: "count",
    CountModulo: "remainder",
    Shifted: "offset",
    FirstOccurrence: "occurrence",
    LastOccurrence: "occurrence",
    Beside: "side",
    Occurrences: "occurrences",
}
