"""Which values a teacher has in mind where the type says more: a formula is right though it is rewritten, which nan,
infinities and floats beyond their precision would tell apart. And where an exercise is about plain text only, nothing
is asked about letters that nobody spoke of.
"""

from __future__ import annotations

import math
from collections.abc import Iterable

from viva.engines.shapes.making import inner_values, is_instance
from viva.engines.shapes.shape import Row

_LARGEST = 1e12


def spoken_letters(texts: Iterable[str]) -> frozenset[str]:
    """Letters beyond printable ASCII that somebody speaks of."""
    text = "".join(texts)
    spoken = {letter for letter in text if not _is_plain(letter) and letter not in "\n\t"}
    if "\\n" in text:
        spoken.add("\n")
    if "\\t" in text:
        spoken.add("\t")
    return frozenset(spoken)


def usual(arguments: Row, letters: frozenset[str] | None) -> bool:
    """Whether all floats among the arguments are of the usual kind, and all texts of printable ASCII and `letters`;
    of any letters, where these are None."""
    met: set[int] = set()
    todo: list[object] = list(arguments)
    while todo:
        item = todo.pop()
        match item:
            case str():
                if letters is not None and not all(_is_plain(letter) or letter in letters for letter in item):
                    return False
            case float():
                if not math.isfinite(item) or abs(item) > _LARGEST:
                    return False
            case _ if not is_instance(item) or id(item) not in met:
                met |= {id(item)} if is_instance(item) else set()
                todo += [part for part in inner_values(item) if type(part) is not int]
    return True


def _is_plain(letter: str) -> bool:
    return " " <= letter <= "~"
