"""Values as Haskell writes them, read as Viva's own: numbers, texts, letters, lists, tuples, truth values."""

from __future__ import annotations

import re
from collections.abc import Sequence

_TOKEN = re.compile(
    r"\s*(?:(?P<number>\d+(?:\.\d+)?(?:[eE][-+]?\d+)?)|(?P<text>\"(?:[^\"\\]|\\.)*\")|(?P<letter>'(?:[^'\\]|\\.[^']{0,4})')"
    r"|(?P<name>[A-Za-z_][\w']*)|(?P<operator>(?!-)[!#$%&*+./<=>?@\\^|~:-]+|->)|(?P<sign>[][(),`-]))"
)
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "0": "\0", '"': '"', "'": "'", "\\": "\\"}
_DEEPEST = 50
_LONGEST_RANGE = 1000


class NoLiteral(ValueError):
    """The text is no plain value."""


class Made(tuple[str, tuple[object, ...]]):
    """A constructor and its arguments."""

    __slots__ = ()


def read_call(text: str) -> tuple[str, list[object]]:
    """A call as Haskell writes it: ``isSublist [3,4] []``. Raises NoLiteral."""
    reader = _Reader(text)
    name = reader.take()
    if not re.fullmatch(r"[a-z_][\w']*", name):
        raise NoLiteral("a call begins with the name of a function")
    found = []
    while reader.next:
        found.append(reader.atom())
    return name, found


def read_arguments(text: str) -> tuple[object, ...]:
    """Arguments as a person types them, with blanks in between; a function is what a constructor without arguments
    would be that has its text for a name. Raises NoLiteral, which is a ValueError."""
    reader = _Reader(text)
    found = []
    while reader.next:
        found.append(reader.argument())
    return tuple(found)


def same_function(one: str, other: str) -> bool:
    """Whether two texts of functions differ in blanks and outer brackets only."""
    try:
        return _without_brackets(one) == _without_brackets(other)
    except NoLiteral:
        return False


def _without_brackets(text: str) -> tuple[str, ...]:
    tokens = tuple(_Reader(text).tokens)
    while tokens[:1] == ("(",) and _partner(tokens, 0) == len(tokens) - 1 and tokens[1:-1]:
        tokens = tokens[1:-1]
    return tokens


def _partner(tokens: Sequence[str], opened: int) -> int:
    """Where the bracket is closed that opens at a place. Raises NoLiteral."""
    depth = 0
    for place in range(opened, len(tokens)):
        depth += (tokens[place] in ("(", "[")) - (tokens[place] in (")", "]"))
        if depth == 0:
            return place
    raise NoLiteral("a bracket is not closed")


def _number(value: object) -> int | float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise NoLiteral("a minus before something that is no number")
    return value


def read_literal(text: str) -> object:
    """Raises NoLiteral."""
    reader = _Reader(text)
    found = reader.value()
    if reader.next:
        raise NoLiteral(f"{reader.next!r} after a value")
    return found


class _Reader:
    def __init__(self, text: str) -> None:
        self.tokens: list[str] = []
        self.begins: list[int] = []
        self.ends: list[int] = []
        place, text = 0, text.rstrip()
        self.text = text
        while place < len(text):
            match = _TOKEN.match(text, place)
            if match is None:
                raise NoLiteral(text[place : place + 20])
            self.tokens.append(match.group().strip())
            place = match.end()
            self.begins.append(place - len(self.tokens[-1]))
            self.ends.append(place)
        self.place = 0
        self.depth = 0

    @property
    def next(self) -> str:
        return self.tokens[self.place] if self.place < len(self.tokens) else ""

    def take(self, wanted: str = "") -> str:
        token = self.next
        if not token or (wanted and token != wanted):
            raise NoLiteral(f"{token or 'the end'!r} where a value was expected")
        self.place += 1
        return token

    def argument(self) -> object:
        """A value in its place among others, with a sign without brackets, too."""
        if self.next == "-":
            self.take()
            return -_number(self.atom())
        begin = self.place
        try:
            return self.atom()
        except NoLiteral:
            first = self.tokens[begin]
            if first != "(" and not re.fullmatch(r"[a-z_][\w']*", first):
                raise
        self.depth = 0
        self.place = 1 + (_partner(self.tokens, begin) if first == "(" else begin)
        return Made((self.text[self.begins[begin] : self.ends[self.place - 1]], ()))

    def value(self) -> object:
        self.depth += 1
        if self.depth > _DEEPEST:
            raise NoLiteral("too deep")
        found = self._value()
        self.depth -= 1
        return found

    def _value(self) -> object:
        if self.next == "-":
            self.take()
            return -_number(self.value())
        if re.fullmatch(r"[A-Z][\w']*", self.next) and self.next not in ("True", "False"):
            name = self.take()
            arguments = []
            while self.next and self.next not in "],)":
                arguments.append(self.atom())
            return Made((name, tuple(arguments)))
        return self.atom()

    def atom(self) -> object:
        token = self.take()
        if token[0].isdigit():
            return int(token) if token.isdigit() else float(token)
        if token[0] == '"':
            return _unescaped(token[1:-1])
        if token[0] == "'":
            return _unescaped(token[1:-1])
        if token in ("True", "False"):
            return token == "True"
        if token == "[":
            return self._items("]")
        if token == "(":
            items = self._items(")")
            return items[0] if len(items) == 1 else tuple(items) if items else None
        if re.fullmatch(r"[A-Z][\w']*", token):
            return Made((token, ()))
        raise NoLiteral(f"{token!r}")

    def _items(self, end: str) -> list[object]:
        found: list[object] = []
        while self.next != end:
            found.append(self.value())
            if end == "]" and self.next == "..":
                self.take()
                return self._range(found, self.value(), end)
            if self.next != end:
                self.take(",")
        self.take(end)
        return found

    def _range(self, begun: list[object], last: object, end: str) -> list[object]:
        """`[1..10]` and `[1,3..9]`."""
        self.take(end)
        first, *more = begun
        second = more[0] if more else None
        if type(first) is not int or type(last) is not int or len(more) > 1 or (more and type(second) is not int):
            raise NoLiteral("a range of whole numbers has two or three of them")
        step = second - first if isinstance(second, int) else 1
        found = range(first, last + (1 if step > 0 else -1), step) if step else ()
        if not step or len(found) > _LONGEST_RANGE:
            raise NoLiteral(f"a range has at most {_LONGEST_RANGE} numbers")
        return list(found)


def _unescaped(text: str) -> str:
    def letter(match: re.Match[str]) -> str:
        word = match.group(1)
        if word.isdigit():
            return chr(int(word)) if int(word) < 0x110000 else ""
        return _ESCAPES.get(word, word)

    return re.sub(r"\\(\d+|.)", letter, text).replace("\\&", "")
