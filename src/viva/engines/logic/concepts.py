"""Which concepts a student needs for a formula: what variants have to keep."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection

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
    free_variables,
    parts,
)
from viva.engines.logic.shapes import consecutive, contained_string

_QUANTIFIERS = {"0": "letter quantifier", "1": "position quantifier", "2": "set quantifier"}


def concepts(formula: Formula) -> Counter[str]:
    """How often each concept is used. Beginning with, ending with and containing a string (also as consecutive letters
    at some position), and a letter at a fixed place, are one concept, a pattern; `and` and `or` are one; so are
    `->` and `<->`. What is asked of a guessed letter and of nothing else is one concept, whatever it is."""
    found: Counter[str] = Counter()
    guessed: set[str] = set()
    todo: list[Node] = [formula]
    while todo:
        node = todo.pop()
        below = parts(node)
        match node:
            case _ if is_about_a_letter(node, guessed):
                found["condition on a guessed letter"] += 1
                below = ()
            case Begins() | Ends():
                found["pattern"] += 1
            case LetterAt(_, First() | Last() | Shifted(First() | Last())):
                found["pattern"] += 1
                below = ()
            case Count() if contained_string(node) is not None:
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
            case Quantified() if consecutive(node) is not None:
                found["pattern"] += 1
                below = ()
            case Quantified(quantifier, variable):
                found[_QUANTIFIERS[quantifier[-1]]] += 1
                if quantifier[-1] == "0":
                    guessed.add(variable)
            case _:
                name = _NAMES.get(type(node))
                if name is not None:
                    found[name] += 1
        todo += below
    return found


def is_about_a_letter(node: Node, guessed: Collection[str]) -> bool:
    """Whether a condition speaks of one guessed letter and of no other variable."""
    if not isinstance(node, Formula) or isinstance(node, Binary):
        return False
    free = free_variables(node)
    return len(free) == 1 and not free.isdisjoint(guessed)


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
