"""Texts with an inner structure (expressions, dates, lists of tokens, calls of a little language), made from texts that
are known to be such: parts of one kind in the place of each other, joined and lengthened.

Nobody says what the structure is. Numbers, words, signs and blanks are told apart, and what comes of exchanging them is
only proposed: whoever asks keeps those that are answered.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence

from viva.engines.shapes.shape import Many, Plain, Row, Shape

_TOKEN = re.compile(r"\d+|[^\W\d_]+|\s+|.", re.DOTALL)
_NUMBERS = ("0", "1", "2", "3", "7", "9", "10", "12", "13", "29", "31", "99", "100", "123", "205", "1000", "4321")
_LONGEST = 120
_FOLDING = ("ß", "É", "ñ")
_SIGNS = 12
_TIMES = 6  # so many are drawn for one that is wanted, because many come out alike


def structured_rows(
    shapes: Sequence[Shape], examples: Sequence[Row], spoken: Sequence[str], seed: int, most: int
) -> list[Row]:
    """Up to `most` inputs: in an example, one text is another one of its structure. `spoken` are texts that the
    programs mention: words and signs among them may stand where others do. The same for the same seed."""
    chance = random.Random(seed)
    full = [row for row in examples if len(row) == len(shapes)]
    places = [place for place, shape in enumerate(shapes) if _has_texts(shape)]
    known = [text for row in full for place in places for text in _texts(row[place]) if len(text) > 1]
    if not known:
        return []
    parts = _Parts(known, spoken, chance)
    found: dict[str, Row] = {}
    for _ in range(_TIMES * most):
        row, place = chance.choice(full), chance.choice(places)
        value = _changed(row[place], parts, chance)
        made = (*row[:place], value, *row[place + 1 :])
        found.setdefault(repr(made), made)
        if len(found) >= most:
            break
    return list(found.values())


class _Parts:
    """The numbers, words and signs that were met, and how to make a text of another."""

    def __init__(self, known: Sequence[str], spoken: Sequence[str], chance: random.Random) -> None:
        self.known, self.chance = list(dict.fromkeys(known)), chance
        short = [text for text in spoken if len(text) <= _LONGEST]
        tokens: list[str] = [token for text in (*self.known, *short) for token in _TOKEN.findall(text)]
        self.words: list[str] = list(dict.fromkeys(token for token in tokens if token.isalpha()))
        self.signs: list[str] = list(
            dict.fromkeys(token for token in tokens if not token.isalnum() and not token.isspace())
        )[:_SIGNS]
        self.joints = list(dict.fromkeys(joint for text in self.known for joint in _joints(text)))

    def changed(self, text: str) -> str:
        chance = self.chance
        for _ in range(chance.choice((1, 1, 2, 3))):
            tokens: list[str] = _TOKEN.findall(text)
            way = chance.random()
            if way < 0.25 and self.joints:
                text = text + chance.choice(self.joints) + chance.choice(self.known)
            elif way < 0.35 and self.joints and len(tokens) > 2:
                cut = chance.randrange(1, len(tokens))
                text = "".join(tokens[:cut]) + chance.choice(self.joints) + "".join(tokens[cut:])
            elif tokens:
                place = chance.randrange(len(tokens))
                tokens[place] = self.other(tokens[place])
                text = "".join(tokens)
        return text[:_LONGEST]

    def other(self, token: str) -> str:
        chance = self.chance
        if token.isdigit():
            return chance.choice(("", "", "", "-")) + chance.choice((*_NUMBERS, str(chance.randint(0, 40)), token * 2))
        if token.isalpha():
            changed = (token.upper(), token.capitalize(), token[::-1], token + token[-1], token[1:], token + token)
            return chance.choice((*self.words, *changed, token + chance.choice(_FOLDING)))
        # Other blanks, or none, are what a reader may well be strict or lenient about.
        return token if token.isspace() else chance.choice((*self.signs, token))


def _joints(text: str) -> Iterator[str]:
    """What stands between two words or numbers."""
    yield from (found[0] for found in re.finditer(r"(?<=\w)\W{1,3}(?=\w)", text))


def _has_texts(shape: Shape) -> bool:
    match shape:
        case Plain("str"):
            return True
        case Many("list" | "tuple", element):
            return _has_texts(element)
    return False


def _texts(value: object) -> list[str]:
    match value:
        case str():
            return [value]
        case list() | tuple():
            return [text for item in value for text in _texts(item)]
    return []


def _changed(value: object, parts: _Parts, chance: random.Random) -> object:
    """With one of its texts changed; of several, one may come again, or go."""
    match value:
        case str():
            return parts.changed(value)
        case list() | tuple() if value:
            items = list(value)
            place = chance.randrange(len(items))
            way = chance.random()
            if way < 0.6:
                items[place] = _changed(items[place], parts, chance)
            elif way < 0.8:
                items.insert(place, chance.choice(items))
            else:
                items += items[: chance.randrange(len(items) + 1)]
            return items if isinstance(value, list) else tuple(items)
    return value
