"""Structures in a line of text, both ways: `1 → 2 → 3` for lists, `2(1, 3(-, 4))` for trees, `(empty)` for nothing;
`#2` is the second node once more, in `1 → 2 → 3 → #2`.

What people write is read kindly: `->` and commas between the nodes of a list, `_` or `None` for no node, spaces
anywhere. `read(show(v), names)` has the same nodes and keys as `v`, for all structures that are lists or trees.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from viva.core.records import dataclass
from viva.engines.heaps.layout import spoken
from viva.engines.heaps.view import NO_KEY, Cell, View
from viva.languages.heap import Slot

LONGEST = 2_000
_DEEPEST = 40
_LARGEST_BITS = 200
_EMPTY = ("(empty)", "empty", "∅", "")
_NOTHING = ("-", "_", "None", "none", "null", "nil")
_WORDS = re.compile(
    r"""\s*(?:(?P<arrow>→|->)|(?P<mark>[(),\[\]])|(?P<again>\#\d+)|(?P<quoted>"[^"]*"|'[^']*')|(?P<number>-?\d+(?:\.\d+)?)"""
    r"""|(?P<nothing>-|_(?!\w))|(?P<word>[^\W\d]\w*)|(?P<other>\S))"""
)
_PLAIN = re.compile(r"[^\W\d_]\w*")
_TAKEN = (*_NOTHING, *_EMPTY, "True", "False")
_MOST_DIGITS = 60

Nested = tuple[object, ...] | None
"""A structure as its key and what hangs on it."""


class Unclear(ValueError):
    """`kind` says what is wrong at `column`: `long`, `deep`, `key` (none where one should be), `close` (a bracket is
    not closed), `more` (something after the end), `children` (not as many as there are links) or `sign`."""

    def __init__(self, kind: str, column: int = 1) -> None:
        super().__init__(kind)
        self.kind = kind
        self.column = column


@dataclass(frozen=True, slots=True)
class _Word:
    kind: str
    text: str
    column: int


def read(text: str, names: Sequence[str], entry: str = "") -> View:
    """A structure with these links. Raises Unclear."""
    if len(text) > LONGEST:
        raise Unclear("long")
    if text.strip().lower() in _EMPTY:
        return View(tuple(names), (), (), ((entry, None),))
    reader = _StructureReader(_words(text), len(names))
    root = reader.row() if len(names) == 1 else reader.node(0)
    reader.end()
    return View(tuple(names), (), tuple(reader.cells), ((entry, root),))


def _words(text: str) -> list[_Word]:
    found = []
    for match in _WORDS.finditer(text):
        kind = match.lastgroup or "other"
        if kind == "other":
            raise Unclear("sign", match.start(kind) + 1)
        found.append(_Word(kind, match.group(kind), match.start(kind) + 1))
    return found


class _StructureReader:
    def __init__(self, words: Sequence[_Word], links: int) -> None:
        self.words = words
        self.links = links
        self.at = 0
        self.cells: list[Cell] = []

    @property
    def now(self) -> _Word | None:
        return self.words[self.at] if self.at < len(self.words) else None

    @property
    def column(self) -> int:
        last = self.words[-1] if self.words else None
        return self.now.column if self.now else last.column + len(last.text) if last else 1

    def takes(self, *texts: str) -> bool:
        taken = self.now is not None and self.now.text in texts and self.now.kind != "quoted"
        self.at += taken
        return taken

    def end(self) -> None:
        if self.now is not None:
            raise Unclear("more", self.column)

    def key(self) -> Slot:
        word = self.now
        if word is None or word.kind not in ("quoted", "number", "word"):
            raise Unclear("key", self.column)
        self.at += 1
        return _value(word)

    def again(self, known: int) -> int | None:
        """The number of a node that was written already."""
        word = self.now
        if word is None or word.kind != "again":
            return None
        number = int(word.text[1:6])
        if not 1 <= number <= known:
            raise Unclear("key", self.column)
        self.at += 1
        return number - 1

    def row(self) -> int | None:
        bracket = self.takes("[")
        keys: list[Slot] = []
        again: int | None = None
        while not (bracket and self.now is not None and self.now.text == "]"):
            if self.takes(*_NOTHING):
                break
            again = self.again(len(keys))
            if again is not None:
                break
            keys.append(self.key())
            if not self.takes("→", "->", ","):
                break
        if bracket and not self.takes("]"):
            raise Unclear("close", self.column)
        self.cells = [Cell(key, (number + 1 if number + 1 < len(keys) else again,)) for number, key in enumerate(keys)]
        return 0 if keys else None

    def node(self, depth: int) -> int | None:
        if depth > _DEEPEST:
            raise Unclear("deep", self.column)
        if self.now is not None and self.now.text in (",", ")") and depth:
            return None
        if self.takes(*_NOTHING):
            return None
        again = self.again(len(self.cells))
        if again is not None:
            return again
        key = self.key()
        number = len(self.cells)
        self.cells.append(Cell(key, (None,) * self.links))
        if self.takes("("):
            begun = self.column
            links = [self.node(depth + 1)]
            while self.takes(","):
                links.append(self.node(depth + 1))
            if not self.takes(")"):
                raise Unclear("close", self.column)
            if len(links) != self.links:
                raise Unclear("children", begun)
            self.cells[number] = Cell(key, tuple(links))
        return number


def _value(word: _Word) -> Slot:
    if word.kind == "quoted":
        return word.text[1:-1]
    if word.kind == "number":
        if len(word.text) > _MOST_DIGITS:
            raise Unclear("long", word.column)
        return float(word.text) if "." in word.text else int(word.text)
    return {"True": True, "False": False}.get(word.text, word.text)


def nest(of: View) -> tuple[Nested, ...]:
    """The same for structures that look the same; one for each place where it begins, as far as it was not seen yet."""
    found = []
    shown: set[int] = set()
    for _, entry in of.entries:
        if entry is None or entry not in shown:
            shown |= set(of.walk(entry))
            found.append(_nested(of, entry, frozenset()))
    return tuple(found)


def _nested(of: View, cell: int | None, path: frozenset[int]) -> Nested:
    if cell is None:
        return None
    if cell in path or len(path) > _DEEPEST:
        return ("…",)
    here = of.cells[cell]
    return (_plain(here.key), *(_nested(of, link, path | {cell}) for link in here.links))


def _plain(key: Slot) -> object:
    """As Python's `==` has it, but for texts and numbers that look alike."""
    if isinstance(key, float) and key.is_integer():
        return int(key)
    return ("text", key) if isinstance(key, str) else int(key) if isinstance(key, bool) else key


def label(key: Slot) -> str:
    if isinstance(key, int) and key.bit_length() > _LARGEST_BITS:
        return "…"
    return "·" if key is None or key == NO_KEY else key if isinstance(key, str) else repr(key)


def show(of: View) -> str:
    """A structure in a line: `1 → 2 → 3`, or `2(1, 3)`."""
    parts = []
    shown: set[int] = set()
    for name, entry in of.entries:
        if entry is not None and entry in shown:
            continue
        shown |= set(of.walk(entry))
        text = _row(of, entry) if len(of.names) == 1 else _branching(of, entry, {}, 0)
        parts.append(f"{spoken(name)}: {text}" if len(of.entries) > 1 and name else text)
    return "; ".join(parts)


def _row(of: View, cell: int | None) -> str:
    found: list[str] = []
    seen: dict[int, int] = {}
    while cell is not None:
        if cell in seen:
            found.append(f"#{seen[cell]}")
            break
        seen[cell] = len(seen) + 1
        found.append(_written(of.cells[cell].key))
        cell = of.cells[cell].links[0]
    return " → ".join(found) if found else "(empty)"


def _branching(of: View, cell: int | None, seen: dict[int, int], depth: int) -> str:
    if cell is None:
        return "-" if depth else "(empty)"
    here = of.cells[cell]
    if cell in seen:
        return f"#{seen[cell]}"
    if depth > _DEEPEST:
        return "…"
    seen[cell] = len(seen) + 1
    if all(link is None for link in here.links):
        return _written(here.key)
    inner = ", ".join(_branching(of, link, seen, depth + 1) for link in here.links)
    return f"{_written(here.key)}({inner})"


def _written(key: Slot) -> str:
    """A text in quotes where it would read as something else."""
    if not isinstance(key, str) or key == NO_KEY or (_PLAIN.fullmatch(key) and key not in _TAKEN):
        return label(key)
    return f'"{key}"' if "'" in key else f"'{key}'"
