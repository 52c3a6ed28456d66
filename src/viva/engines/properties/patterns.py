"""Texts that a regular expression of the program matches: short ones, found by walking through the pattern."""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterator
from re import _constants as parts  # type: ignore[attr-defined]
from re import _parser as parser  # type: ignore[attr-defined]
from typing import Any

_SIGNS = set("\\[](){}*+?^$|")
_MOST_REPEATED = 100


def matching(pattern: str) -> Iterator[str]:
    """A few texts that match the pattern, checked; none where it is no pattern or an involved one."""
    if not _SIGNS & set(pattern):
        return
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            tree, compiled = parser.parse(pattern), re.compile(pattern)
        except (re.error, RecursionError, OverflowError):
            return
    for extra in (0, 1):
        try:
            text = _text(tree, extra, {})
        except (NotImplementedError, KeyError):
            return
        if compiled.search(text):
            yield text


def _text(tree: Any, extra: int, groups: dict[int, str]) -> str:
    return "".join(_one(kind, value, extra, groups) for kind, value in tree)


def _one(kind: Any, value: Any, extra: int, groups: dict[int, str]) -> str:
    match kind:
        case parts.LITERAL:
            return chr(value)
        case parts.NOT_LITERAL:
            return "a" if value != ord("a") else "b"
        case parts.ANY:
            return "a"
        case parts.IN:
            return _member(value, extra)
        case parts.MAX_REPEAT | parts.MIN_REPEAT | parts.POSSESSIVE_REPEAT:
            least, most, inner = value
            times = min(least + extra, int(most), _MOST_REPEATED)
            return "".join(_text(inner, extra, groups) for _ in range(times))
        case parts.SUBPATTERN:
            number, _, _, inner = value
            text = _text(inner, extra, groups)
            groups[number] = text
            return text
        case parts.GROUPREF:
            return groups[value]
        case parts.BRANCH:
            return _text(value[1][min(extra, len(value[1]) - 1)], extra, groups)
        case parts.AT | parts.ASSERT | parts.ASSERT_NOT:
            return ""
        case _:
            raise NotImplementedError(kind)


def _member(items: Any, extra: int) -> str:
    """A character of a class like [a-z_]; of one that begins with ^ the first letter that is not in it."""
    if items[0][0] is parts.NEGATE:
        taken = [_member([item], 0) for item in items[1:]]
        return next(letter for letter in "ab0 -é" if letter not in taken)
    kind, value = items[min(extra, len(items) - 1)]
    match kind:
        case parts.LITERAL:
            return chr(value)
        case parts.RANGE:
            return chr(value[0])
        case parts.CATEGORY:
            return _CATEGORIES[value]
        case _:
            raise NotImplementedError(kind)


_CATEGORIES = {
    parts.CATEGORY_DIGIT: "0",
    parts.CATEGORY_NOT_DIGIT: "a",
    parts.CATEGORY_SPACE: " ",
    parts.CATEGORY_NOT_SPACE: "a",
    parts.CATEGORY_WORD: "a",
    parts.CATEGORY_NOT_WORD: "-",
}
