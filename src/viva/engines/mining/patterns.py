"""Texts for the regular expressions of a program: such that match, and such that almost do.

Symbolic runs give up their terms at a regular expression, and random texts do not match one: samples of it are tried
instead.
"""

from __future__ import annotations

import itertools
import re
import warnings
from collections.abc import Iterator, Sequence
from re import _constants as codes  # type: ignore[attr-defined]
from re import _parser as parser  # type: ignore[attr-defined]
from typing import Any

LONGEST = 40
VARIANTS = 6
_MOST_REPEATS = 12
_SHORTEST = 3  # a shorter text is seldom meant as a pattern
_LONGEST_MATCH = 200
_MOST_MATCHED_REPEATS = 100

_LOOKS_LIKE_ONE = re.compile(r"[\\\[(+*?^$|{]")
_DIGITS = re.compile(r"[0-9]+")
_CATEGORIES = {"DIGIT": "7", "SPACE": " ", "WORD": "w", "NOT_DIGIT": "d", "NOT_SPACE": "s", "NOT_WORD": "-"}


def samples(text: str) -> list[str]:
    """Texts that match a constant that can be read as a regular expression, or almost; none for any other."""
    if not _SHORTEST <= len(text) <= LONGEST * 2:
        return []
    return _samples(text, LONGEST, _MOST_REPEATS)


def with_numbers(texts: Sequence[str], integers: Sequence[int]) -> Iterator[str]:
    """The texts with other numbers in them: everywhere 0 or 1, and in each place those that the sources speak of and
    their neighbours, with as many digits as stood there."""
    near = [other for number in integers for other in (number, number - 1, number + 1)]
    for text, plain in itertools.product(texts, "01"):
        low = _DIGITS.sub(lambda place: plain.zfill(len(place[0])), text)  # noqa: B023 called at once
        yield low
        for place in _DIGITS.finditer(low):
            wide = len(place[0])
            for number in dict.fromkeys((*near, 10**wide - 1)):
                if 0 <= number < 10**wide:
                    yield low[: place.start()] + str(number).zfill(wide) + low[place.end() :]


def matching(pattern: str) -> list[str]:
    """A few texts that match the pattern, checked; none where it is no pattern or an involved one."""
    found = _samples(pattern, _LONGEST_MATCH, _MOST_MATCHED_REPEATS)
    try:
        compiled = re.compile(pattern)
    except (re.error, RecursionError, OverflowError):
        return []
    return [text for text in found if compiled.search(text)]


def _samples(pattern: str, longest: int, repeats: int) -> list[str]:
    if not _LOOKS_LIKE_ONE.search(pattern):
        return []
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # what is no pattern may look like one of a future Python
        try:
            tree = parser.parse(pattern)
            found = [_Sample(variant, longest, repeats).text(tree) for variant in range(VARIANTS)]
        except (re.error, RecursionError, OverflowError, ValueError, KeyError, IndexError):
            return []
    return list(dict.fromkeys(sample for sample in found if len(sample) <= longest))


class _Sample:
    """Variants: as few repetitions as possible, one more, one less, then other alternatives."""

    def __init__(self, variant: int, longest: int, repeats: int) -> None:
        self.variant = variant
        self.longest = longest
        self.repeats = repeats
        self.groups: dict[int | None, str] = {}

    def text(self, tree: Any) -> str:
        made = ""
        for part in self.parts(tree):
            made += part
            if len(made) > self.longest:
                break
        return made

    def parts(self, tree: Any) -> Iterator[str]:
        variant = self.variant
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
                case codes.MAX_REPEAT | codes.MIN_REPEAT | codes.POSSESSIVE_REPEAT:
                    low, high, inner = argument
                    times = max(0, low + (0, 1, -1)[variant % 3])
                    yield from (self.text(inner) for _ in range(min(times, int(high) + 1, self.repeats)))
                case codes.SUBPATTERN:
                    self.groups[argument[0]] = self.text(argument[-1])
                    yield self.groups[argument[0]]
                case codes.GROUPREF:
                    yield self.groups.get(argument, "")
                case codes.BRANCH:
                    options = argument[1]
                    yield self.text(options[variant % len(options)])


def _member(options: Sequence[Any], variant: int) -> str:
    """A character of a class like [a-z_]; of one that begins with ^ the first that is not named in it."""
    if options[0][0] is codes.NEGATE:
        named = [_member([option], 0) for option in options[1:]]
        return next((letter for letter in "~ab0 -" if letter not in named), "é")
    operator, argument = options[variant % len(options)]
    if operator is codes.RANGE:
        return chr(argument[1] if variant % 2 else argument[0])
    return (
        _CATEGORIES.get(str(argument).removeprefix("CATEGORY_"), "?") if operator is codes.CATEGORY else chr(argument)
    )
