"""Texts that match the regular expressions of a source, and texts that almost do.

Symbolic runs give up their terms at a regular expression. Samples of it are seeds for the search instead.
"""

import re
from collections.abc import Iterator, Sequence
from re import _constants as codes  # type: ignore[attr-defined]
from re import _parser as parser  # type: ignore[attr-defined]
from typing import Any

LONGEST = 40
MOST_REPEATS = 12
VARIANTS = 6

_LOOKS_LIKE_ONE = re.compile(r"[\\\[(+*?^$|{]")
_CATEGORIES = {"DIGIT": "7", "SPACE": " ", "WORD": "w", "NOT_DIGIT": "d", "NOT_SPACE": "s", "NOT_WORD": "-"}


def samples(text: str) -> list[str]:
    """Texts for a constant that can be read as a regular expression; none for any other."""
    if not 2 < len(text) <= LONGEST * 2 or not _LOOKS_LIKE_ONE.search(text):
        return []
    try:
        tree = parser.parse(text)
        found = [_sampled(tree, variant) for variant in range(VARIANTS)]
    except (re.error, RecursionError, OverflowError, ValueError, KeyError, IndexError):
        return []
    return list(dict.fromkeys(sample for sample in found if len(sample) <= LONGEST))


def _sampled(tree: Any, variant: int) -> str:
    made = ""
    for part in _parts(tree, variant):
        made += part
        if len(made) > LONGEST:
            break
    return made


def _parts(tree: Any, variant: int) -> Iterator[str]:
    """Variants: as few repetitions as possible, one more, one less, then other alternatives."""
    for operator, argument in tree:
        match operator:
            case codes.LITERAL:
                yield chr(argument)
            case codes.NOT_LITERAL:
                yield chr(argument + 1)
            case codes.ANY:
                yield "x"
            case codes.IN:
                yield _member(argument, variant)
            case codes.MAX_REPEAT | codes.MIN_REPEAT:
                low, high, inner = argument
                times = max(0, low + (0, 1, -1)[variant % 3])
                yield from (_sampled(inner, variant) for _ in range(min(times, int(high) + 1, MOST_REPEATS)))
            case codes.SUBPATTERN:
                yield _sampled(argument[-1], variant)
            case codes.BRANCH:
                options = argument[1]
                yield _sampled(options[variant % len(options)], variant)


def _member(options: Sequence[Any], variant: int) -> str:
    if options[0][0] is codes.NEGATE:
        return "~"
    operator, argument = options[variant % len(options)]
    if operator is codes.RANGE:
        return chr(argument[1] if variant % 2 else argument[0])
    return (
        _CATEGORIES.get(str(argument).removeprefix("CATEGORY_"), "?") if operator is codes.CATEGORY else chr(argument)
    )
