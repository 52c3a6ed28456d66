"""Any number of values in a row: lists, tuples of any length, text, bytes. Each item costs 1 more than its own size."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator
from itertools import accumulate, chain
from typing import Any

from viva.engines.enumeration.space import KEPT, KEPT_SIZES, Code, Space, Value
from viva.engines.enumeration.spaces.choice import Choice
from viva.engines.enumeration.writing import write_value


class Row(Space):
    """What the sequences share: a head and a tail, glued together. `nothing` is the empty row and `one` makes a row
    of one item; within a size, smaller heads come first, and each head is followed by all its tails."""

    nothing: Any

    def __init__(self, name: str, item: Space) -> None:
        super().__init__(name, [item])
        self.forget()

    def forget(self) -> None:
        self._tables: dict[int, list[int]] = {}

    @property
    def item(self) -> Space:
        return self.parts[0]

    def one(self, item: Any) -> Any:
        raise NotImplementedError

    def count(self, n: int) -> int:
        return 1 if n == 0 else sum(self.item.card(k) * self.card(n - 1 - k) for k in range(n))

    def rows(self, n: int, made: bool) -> Iterator[Any]:
        """The rows of codes of size n, or of values if `made`."""
        if n == 0:
            return iter((self.nothing,))
        return chain.from_iterable(
            map(self.one(head).__add__, self.tails(n - 1 - k, made))
            for k in range(n)
            if self.card(n - 1 - k)
            for head in self.item.part(k, made)
        )

    def tails(self, n: int, made: bool) -> Iterable[Any]:
        return self.part(n, made)

    def walk(self, n: int) -> Iterator[Code]:
        return self.rows(n, False)

    def _table(self, n: int) -> list[int]:
        """How many rows of size n have a head of size 0, up to 1, up to 2, …"""
        table = self._tables.get(n)
        if table is None:
            table = list(accumulate(self.item.card(k) * self.card(n - 1 - k) for k in range(n)))
            self._tables[n] = table
        return table

    def places(self, n: int, i: int) -> Iterator[tuple[int, int]]:
        """Size and index of each item of the i-th row of size n."""
        while n:
            table = self._table(n)
            k = bisect_right(table, i)
            if k:
                i -= table[k - 1]
            tails = self.card(n - 1 - k)
            head, i = divmod(i, tails)
            yield k, head
            n -= k + 1

    def rank_of(self, places: list[tuple[int, int]]) -> tuple[int, int]:
        n = index = 0
        for k, head in reversed(places):
            tails = self.card(n)
            n += k + 1
            index += head * tails + (self._table(n)[k - 1] if k else 0)
        return n, index

    def least_of(self, leasts: dict[Space, int | None]) -> int | None:  # noqa: ARG002
        return 0

    def limit_of(self, limits: dict[Space, int | None]) -> int | None:
        return None if self.item in limits else 0


class Items(Row):
    """Lists and tuples. The code is the tuple of the codes of the items."""

    nothing = ()

    def __init__(
        self, name: str, item: Space, make: Callable[[Iterable[Value]], Value], source: Callable[[list[str]], str]
    ) -> None:
        super().__init__(name, item)
        self.frozen = make is tuple
        self.make = make
        self.write = source

    def one(self, item: Any) -> Any:
        return (item,)

    def tails(self, n: int, made: bool) -> Iterable[Any]:
        """Rows of values are kept here as tuples: `part` would keep what is made of them, which may be changeable."""
        if not made:
            return self.part(n, False)
        kept = self._kept.get((n, True))
        if kept is not None:
            return kept
        if self.card(n) > KEPT or n > KEPT_SIZES:
            return self.rows(n, True)
        return self._kept.setdefault((n, True), tuple(self.rows(n, True)))

    def part(self, n: int, made: bool) -> Iterable[Any]:
        return self.tails(n, True) if made else super().part(n, False)

    def values(self, n: int) -> Iterator[Value]:
        self._settle()
        if self.item.shared:
            return iter(self.tails(n, True)) if self.make is tuple else (self.make(row) for row in self.rows(n, True))
        return (self.build(code) for code in self.walk(n))

    def at(self, n: int, i: int) -> Code:
        at = self.item.at
        return tuple([at(k, head) for k, head in self.places(n, i)])

    def rank(self, code: Code) -> tuple[int, int] | None:
        places = [self.item.rank(inner) for inner in code]
        known = [place for place in places if place is not None]
        return self.rank_of(known) if len(known) == len(places) else None

    def build(self, code: Code) -> Value:
        return self.make(code) if self.item.plain else self.make([self.item.build(inner) for inner in code])

    def source(self, code: Code) -> str:
        return self.write([self.item.source(inner) for inner in code])

    def weigh(self, code: Code) -> int | None:
        return self.weigh_inside(len(code), code)

    def inside(self, code: Code) -> Iterator[tuple[Space, Code]]:
        return ((self.item, inner) for inner in code)

    def smaller(self, code: Code) -> Iterator[Code]:
        yield from _shorter(code)
        for number, inner in enumerate(code):
            for less in self.item.smaller(inner):
                yield (*code[:number], less, *code[number + 1 :])


# The letters a reader meets first: plain ones, then what programs trip over. All others follow by number.
_FIRST_LETTERS = "ab 0A\n1Z9z.-_ \"'\\,/:;é\t\0ßñ中😀٣İı"
_SURROGATES = range(0xD800, 0xE000)


class Letters(Choice):
    """All characters of Unicode, except halves of pairs. The code is the character itself."""

    plain = True

    def __init__(self, letters: str | None = None) -> None:
        first = _FIRST_LETTERS if letters is None else letters
        super().__init__("letter", "".join(dict.fromkeys(first)))
        self._order = {letter: place for place, letter in enumerate(self.members)}
        self._all = letters is None
        self._codes = sorted(map(ord, self.members))
        self._size = len(self.members) if letters is not None else 0x110000 - len(_SURROGATES)

    def _range(self, n: int) -> tuple[int, int]:
        start = 0 if n == 0 else 1 << (n - 1)
        return min(start, self._size), min(1 << n, self._size)

    def letter(self, place: int) -> str:
        if place < len(self.members):
            return str(self.members[place])
        # The place counts all characters but the first ones and the surrogates.
        code = place - len(self.members)
        for skipped in self._codes:
            code += skipped <= code
        return chr(code + len(_SURROGATES) if code >= _SURROGATES.start else code)

    def place(self, letter: str) -> int | None:
        known = self._order.get(letter)
        code = ord(letter)
        if known is not None:
            return known
        if not self._all or code in _SURROGATES:
            return None
        below = sum(1 for skipped in self._codes if skipped < code)
        return code - (len(_SURROGATES) if code >= _SURROGATES.stop else 0) - below + len(self.members)

    def walk(self, n: int) -> Iterator[Code]:
        return map(self.letter, range(*self._range(n)))

    def values(self, n: int) -> Iterator[Value]:
        return self.walk(n)

    def at(self, n: int, i: int) -> Code:
        return self.letter(self._range(n)[0] + i)

    def rank(self, code: Code) -> tuple[int, int] | None:
        place = self.place(code)
        return None if place is None else super().rank(place)

    def build(self, code: Code) -> Value:
        return code

    def source(self, code: Code) -> str:
        return repr(code)

    def smaller(self, code: Code) -> Iterator[Code]:
        place = self.place(code)
        before = 8 if place is None else min(place, 8)
        return iter(self.members[:before])

    def limit_of(self, limits: dict[Space, int | None]) -> int | None:  # noqa: ARG002
        return (self._size - 1).bit_length()


class Texts(Row):
    """Texts. The code is the text itself."""

    plain = True
    nothing: str | bytes = ""

    def __init__(self, name: str = "str", letters: Letters | None = None) -> None:
        super().__init__(name, letters or Letters())

    def one(self, item: Any) -> Any:
        return item

    def at(self, n: int, i: int) -> Code:
        at = self.item.at
        return "".join([at(k, head) for k, head in self.places(n, i)])

    def rank(self, code: Code) -> tuple[int, int] | None:
        places = [self.item.rank(letter) for letter in code]
        known = [place for place in places if place is not None]
        return self.rank_of(known) if len(known) == len(places) else None

    def weigh(self, code: Code) -> int | None:
        places = [self.item.rank(self.letter_code(item)) for item in code]
        known = [place[0] + 1 for place in places if place is not None]
        return sum(known) if len(known) == len(places) else None

    def letter_code(self, item: Any) -> Code:
        return item

    def build(self, code: Code) -> Value:
        return code

    def source(self, code: Code) -> str:
        return write_value(code)

    def smaller(self, code: Code) -> Iterator[Code]:
        yield from _shorter(code)
        for number, letter in enumerate(code):
            for less in self.item.smaller(letter):
                yield code[:number] + less + code[number + 1 :]


# 0, a letter, the last byte, a line feed, the first that is no letter of ASCII; then all others.
_FIRST_BYTES = bytes([0, 97, 255, 10, 128, 32, 48, 127])
_BYTES = bytes(dict.fromkeys([*_FIRST_BYTES, *range(256)]))


class Bytes(Texts):
    """Bytes. The code is the bytes themselves."""

    nothing = b""

    def __init__(self, name: str = "bytes") -> None:
        Row.__init__(self, name, Choice("byte", _BYTES))

    def one(self, item: Any) -> Any:
        return _BYTES[item : item + 1]

    def at(self, n: int, i: int) -> Code:
        at = self.item.at
        return bytes([_BYTES[at(k, head)] for k, head in self.places(n, i)])

    def letter_code(self, item: Any) -> Code:
        return _BYTES.index(item)

    def rank(self, code: Code) -> tuple[int, int] | None:
        places = [self.item.rank(_BYTES.index(byte)) for byte in code]
        return self.rank_of([place for place in places if place is not None])

    def smaller(self, code: Code) -> Iterator[Code]:
        yield from _shorter(code)
        for number, byte in enumerate(code):
            for less in _BYTES[: min(_BYTES.index(byte), 4)]:
                yield code[:number] + bytes([less]) + code[number + 1 :]


def _shorter(row: Any) -> Iterator[Any]:
    """Rows with a stretch left out, long stretches first."""
    length = stretch = len(row)
    while stretch:
        for start in range(0, length - stretch + 1, stretch):
            yield row[:start] + row[start + stretch :]
        if stretch == 1:
            return
        stretch = max(stretch // 2, 1)
