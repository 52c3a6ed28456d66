"""Which values a teacher has in mind: nothing is asked about letters, signs and numbers that nobody spoke of.

A function that is right for plain text is right, though `"ß".upper()` has two letters; and a formula is right though
it is rewritten, which nan, infinities and numbers beyond the precision of floats would tell apart.
"""

from __future__ import annotations

import math

from viva.subjects.functions.model import Arguments, Task

_LARGEST = 1e12


def letters(task: Task) -> frozenset[str]:
    """Letters beyond printable ASCII that the teacher's files contain."""
    sources = (task.reference, task.requires, task.properties, repr(task.examples), repr(task.shapes))
    text = "".join(source or "" for source in sources)
    spoken = {letter for letter in text if not _is_plain(letter) and letter not in "\n\t"}
    if "\\n" in text:
        spoken.add("\n")
    if "\\t" in text:
        spoken.add("\t")
    return frozenset(spoken)


def usual(arguments: Arguments, spoken: frozenset[str]) -> bool:
    """Whether all texts and numbers among the arguments are of the usual kind."""
    todo: list[object] = list(arguments)
    while todo:
        item = todo.pop()
        match item:
            case str():
                if not all(_is_plain(letter) or letter in spoken for letter in item):
                    return False
            case float():
                if not math.isfinite(item) or abs(item) > _LARGEST:
                    return False
            case list() | tuple() | set() | frozenset():
                todo += item
            case dict():
                todo += [*item.keys(), *item.values()]
            case _ if hasattr(item, "__dict__"):
                todo += vars(item).values()
    return True


def _is_plain(letter: str) -> bool:
    return " " <= letter <= "~"
