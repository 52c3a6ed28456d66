"""Texts that a regular expression matches as a whole, the shortest first: `Annotated[str, re.compile("[a-z][0-9]")]`.

Of each class of letters some are taken, and of each repetition the first few, so that what is made is never all there
is; every text is held against the expression itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from re import _constants as codes  # type: ignore[attr-defined]
from re import _parser as parser  # type: ignore[attr-defined]
from typing import Any

from viva.core.fault import Fault
from viva.engines.enumeration.space import Space
from viva.engines.enumeration.spaces.choice import Choice
from viva.engines.enumeration.spaces.mapped import Open

_MOST = 500  # texts in all, and for each part of an expression
_MORE = 3  # repetitions beyond those that there must be
_LETTERS = "aZ0 _-éb9.Xß"
_CATEGORIES = {"CATEGORY_DIGIT": "059", "CATEGORY_WORD": "aZ0_é", "CATEGORY_SPACE": " \t"}


def matching_texts(pattern: re.Pattern[str]) -> Space:
    """Some of the texts that match."""
    name = f"text that matches {pattern.pattern!r}"
    try:
        made = _texts(parser.parse(pattern.pattern, pattern.flags & ~re.UNICODE))
        found = [text for text in made if pattern.fullmatch(text)]
    except (KeyError, RecursionError, OverflowError):
        found = []
    if not found:
        raise Fault(
            f"no {name} could be made", remedy="give the argument a space, for instance letters('ab'), or its values"
        )
    return Open(Choice(name, sorted(found, key=lambda text: (len(text), text))))


def _texts(steps: Iterable[Any]) -> list[str]:
    """What a row of steps matches; where there is too much of it, evenly from all of it."""
    found = [""]
    for step in steps:
        found = _some([before + after for before in found for after in _one(step)])
    return found


def _one(step: tuple[Any, Any]) -> list[str]:
    kind, given = step
    match str(kind):
        case "LITERAL":
            return [chr(given)]
        case "NOT_LITERAL":
            return [letter for letter in _LETTERS if letter != chr(given)]
        case "ANY":
            return list(_LETTERS)
        case "IN":
            return _class(given)
        case "AT":
            return [""]
        case "SUBPATTERN":
            return _texts(given[-1])
        case "BRANCH":
            return _some([text for branch in given[1] for text in _texts(branch)])
        case "MAX_REPEAT" | "MIN_REPEAT" | "POSSESSIVE_REPEAT":
            least, most, inner = given
            end = least + _MORE if most is codes.MAXREPEAT else min(most, least + _MORE)
            return _some([text for many in range(least, end + 1) for text in _texts(list(inner) * many)])
    raise KeyError(kind)


def _class(members: Sequence[tuple[Any, Any]]) -> list[str]:
    found: list[str] = []
    for kind, given in members:
        match str(kind):
            case "LITERAL":
                found.append(chr(given))
            case "RANGE":
                low, high = given
                found += [chr(low), chr((low + high) // 2), chr(high)]
            case "CATEGORY":
                found += _CATEGORIES.get(str(given), _LETTERS)
    if str(members[0][0]) == "NEGATE":
        return [letter for letter in _LETTERS if letter not in found] or ["~"]
    return list(dict.fromkeys(found))


def _some(texts: list[str]) -> list[str]:
    kept = list(dict.fromkeys(texts))
    step = -(-len(kept) // _MOST)
    return kept[::step] if step > 1 else kept
