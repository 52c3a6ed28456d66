"""Which values a teacher has in mind where the type says more: a formula is right though it is rewritten, which nan,
infinities, floats beyond their precision and floats next to each other would tell apart. And where an exercise is about
plain text only, nothing is asked about letters that nobody spoke of.
"""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Iterable

from viva.engines.shapes.making import inner_values, is_instance
from viva.engines.shapes.shape import Row

REACH = (1e-9, 1e12)
"""How small and how large floats are, beside 0, unless examples show others."""
_DIGITS = 12
_NEXT = 1e-14  # relative: what is nearer than that to a number of few digits is what a rounding left of it


def spoken_letters(texts: Iterable[str]) -> frozenset[str]:
    """Letters beyond printable ASCII that somebody speaks of."""
    text = "".join(texts)
    spoken = {letter for letter in text if not _is_plain(letter) and letter not in "\n\t"}
    if "\\n" in text:
        spoken.add("\n")
    if "\\t" in text:
        spoken.add("\t")
    return frozenset(spoken)


def reach_of(examples: Iterable[Row]) -> tuple[float, float]:
    """How small and how large floats may be where these examples are shown."""
    smallest, largest = REACH
    todo: list[object] = [value for row in examples for value in row]
    while todo:
        item = todo.pop()
        if isinstance(item, float) and item and math.isfinite(item):
            smallest, largest = min(smallest, abs(item)), max(largest, abs(item))
        elif isinstance(item, list | tuple | set | frozenset | dict):
            todo += inner_values(item)
    return smallest, largest


def usual(arguments: Row, letters: frozenset[str] | None, reach: tuple[float, float] = REACH) -> bool:
    """Whether all floats among the arguments are of the usual kind and within `reach`, and all texts of printable ASCII
    and `letters`; of any letters, where these are None."""
    met: set[int] = set()
    todo: list[object] = list(arguments)
    while todo:
        item = todo.pop()
        match item:
            case str() if not item.isascii() and any(map(_is_title, item)):
                return False
            case str():
                if letters is not None and not all(_is_plain(letter) or letter in letters for letter in item):
                    return False
            case float():
                if item and not (reach[0] <= abs(item) <= reach[1] and _is_written(item)):
                    return False
            case _ if not is_instance(item) or id(item) not in met:
                met |= {id(item)} if is_instance(item) else set()
                todo += [part for part in inner_values(item) if type(part) is not int]
    return True


def _is_written(number: float) -> bool:
    """Whether it is not what a rounding left of a number of few digits: `0.30000000000000004` is nobody's input."""
    near = float(f"{number:.{_DIGITS}g}")
    return near == number or abs(near - number) > _NEXT * abs(number)


def _is_title(letter: str) -> bool:
    """Whether it is neither a capital nor a small letter, but one of the few that are both: nobody thinks of `ǅ`."""
    return unicodedata.category(letter) == "Lt"


def _is_plain(letter: str) -> bool:
    return " " <= letter <= "~"
