"""Reading a TOML table with faults a teacher can act on: file, line, what was found, what was expected."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import field
from datetime import date
from typing import TypeVar

from viva.core.fault import Fault
from viva.core.records import dataclass

Toml = Mapping[str, object]
Value = TypeVar("Value")


def read_toml(text: str, file: str) -> Table:
    """The top table of a TOML text."""
    try:
        return Table(tomllib.loads(text), text, file)
    except tomllib.TOMLDecodeError as problem:
        place = re.search(r"\(at line (\d+), column (\d+)\)", str(problem))
        line, column = (int(place[1]), int(place[2])) if place else (max(1, text.count("\n")), None)
        message = re.sub(r" \(at .*\)$", "", str(problem))
        raise Fault(f"this is not valid TOML: {message}", file, line, column) from None


def closest(word: str, words: Sequence[str]) -> str | None:
    """The one of the words that is like it, if any is."""
    import difflib  # noqa: PLC0415 only for who has made a mistake

    return next(iter(difflib.get_close_matches(word, words, n=1)), None)


def nearest(word: str, words: Sequence[str]) -> str | None:
    """ "did you mean …?", if one of the words is like it."""
    close = closest(word, words)
    return None if close is None else f"did you mean {close!r}?"


def suggestion(word: str, words: Sequence[str]) -> str:
    """ "did you mean …?", or the list of what there is."""
    return nearest(word, words) or f"there is {', '.join(words)}"


@dataclass(slots=True)
class Table:
    """One table; remembers which keys were asked for, so that `finish` can name the ones nobody knows. Of a list of
    tables `row` says which one it is."""

    values: Toml
    text: str
    file: str
    name: str | None = None
    row: int = 0
    _known: list[str] = field(default_factory=list)

    def table(self, key: str) -> Table:
        value: Toml = self._take(key, dict, "a table", {})
        return Table(value, self.text, self.file, key)

    def tables(self, key: str) -> tuple[Table, ...]:
        rows: Sequence[object] = self._take(key, list, "a list of tables", [])
        if not all(isinstance(row, dict) for row in rows):
            raise self.fault(key, "must be a list of tables")
        return tuple(
            Table(row, self.text, self.file, key, number) for number, row in enumerate(rows) if isinstance(row, dict)
        )

    def string(self, key: str, default: str | None = None) -> str:
        return self._take(key, str, "a text in quotes", default)

    def strings(self, key: str, default: Sequence[str] | None = None) -> tuple[str, ...]:
        items: Sequence[object] = self._take(key, list, "a list of texts", None if default is None else list(default))
        if not all(isinstance(item, str) for item in items):
            raise self.fault(key, "must be a list of texts")
        return tuple(str(item) for item in items)

    def integer(self, key: str, default: int | None = None) -> int:
        return self._take(key, int, "a whole number", default)

    def number(self, key: str, default: float | None = None) -> float:
        if isinstance(self.values.get(key), int):
            return float(self.integer(key))
        return self._take(key, float, "a number", default)

    def flag(self, key: str, default: bool) -> bool:
        return self._take(key, bool, "true or false", default)

    def date(self, key: str) -> date | None:
        """A date, or a date with a time."""
        self._known.append(key)
        return self._take(key, date, "a date", None) if key in self.values else None

    def choice(self, key: str, choices: Sequence[str], default: str | None = None) -> str:
        value = self.string(key, default)
        if value not in choices:
            raise self.fault(key, f"cannot be {value!r}", suggestion(value, choices))
        return value

    def value(self, key: str) -> object:
        """A value of whatever kind, for the caller to look at; None if there is none."""
        self._known.append(key)
        return self.values.get(key)

    def has(self, key: str) -> bool:
        return key in self.values

    def finish(self) -> None:
        """A fault for the first key that nobody asked for."""
        for key in self.values:
            if key not in self._known:
                raise self.fault(key, "is not a key Viva knows here", suggestion(key, self._known))

    def misspelt(self) -> Fault | None:
        """The fault for a key that nobody asked for and that is like one that was asked for and is not there.

        What is wrong elsewhere, such as a function that no file defines, may only follow from it.
        """
        absent = [known for known in self._known if known not in self.values]
        for key in self.values:
            if key not in self._known and (meant := nearest(key, absent)):
                return self.fault(key, "is not a key Viva knows here", meant)
        return None

    def fault(self, key: str, problem: str, remedy: str | None = None) -> Fault:
        where = f"`{key}` in [{self.name}]" if self.name else f"`{key}`"
        return Fault(f"{where} {problem}", self.file, self._line(key), remedy=remedy)

    def _take(self, key: str, kind: type[Value], expected: str, default: Value | None) -> Value:
        self._known.append(key)
        if key not in self.values:
            if default is None:
                raise self.fault(key, "is missing", f"it is {expected}")
            return default
        value = self.values[key]
        if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
            raise self.fault(key, f"must be {expected}")
        return value

    def _line(self, key: str) -> int | None:
        """The line of the key inside its own table, or of the table's header, as far as plain TOML layout shows it."""
        header = re.compile(r"^\s*\[+\s*([^\]]+?)\s*\]+")
        entry = re.compile(rf"""^\s*(?:{re.escape(key)}|"{re.escape(key)}"|'{re.escape(key)}')\s*[.=]""")
        inside: str | None = None
        home: int | None = None
        before = 0
        for number, line in enumerate(self.text.splitlines(), 1):
            if opened := header.match(line):
                inside = opened[1]
                if self.name is not None and inside == self.name:
                    inside = inside if before == self.row else ""
                    before += 1
                if inside == self.name or (self.name is None and inside == key):
                    home = number
            elif inside == self.name and entry.match(line):
                return number
        return home
