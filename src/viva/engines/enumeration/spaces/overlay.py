"""The same shapes over chosen constants: where the constants of a program and the corners of its types meet.

An overlay lists codes of the space it lies over, so `build`, `source` and `rank` are asked of that space. It only says
which codes, and in which order: those whose numbers and texts come from a pool.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Sequence
from itertools import chain

from viva.core.records import dataclass
from viva.engines.enumeration.space import Code, Space, Value, bits
from viva.engines.enumeration.spaces.mapped import Mapped
from viva.engines.enumeration.spaces.numbers import CORNERS, Floats, Integers
from viva.engines.enumeration.spaces.sequences import Bytes, Items, Texts
from viva.engines.enumeration.writing import write_value

_SMALL = (0, 1, -1, 2, 3, -2, 10, 5, 7, 4)
_LARGE = (
    100, 255, 256, 1000, 2**31 - 1, 2**31, 2**32, -(2**31), 2**63 - 1, 2**63, 10**9, 12, 60, 365, 64, 127, 128, -128,
    1024, 65535, 65536, 2**53, 2**53 + 1, 10**18, -(10**9), 99, 101, 13, 17, 31, 2**54 - 1,
    2**64 - 1, 2**62 - 1, 2**64, 2**32 - 1,
    -(2**63), 10**16 - 1, 9999, 12345, 2**100, -(2**63) - 1, 720, 1900, 2000,
)  # fmt: skip
_TEXTS = (
    "", "a", "A", "0", " ", "ab", "aa", "\n", "aA", "1", "-1", "é", "e\u0301", "ß", "İ", "  ", "a b", "😀", "\0", "中",
    ".", ",", "a,b", "0x1", "00", "1.5", "1e5", "nan", "None", "null", "'", '"', "\\", "%", "{}", "<", "&", "/", "..",
    "\t", "\r\n", "_", "-", "racecar", "Ω", "ﬁ", "٣", "²", "\u200b", "\ufeff", "z" * 40, "ABC", "abc", "(", "()", ")(",
)  # fmt: skip
_BYTES = (b"", b"\0", b"a", b"\xff", b"\n", b"\x80", b"ab", b"\0\0", b"\xff\xff", b"\r\n", b"\xc3\xa9", b"A")
_WHOLE_FLOATS = (1.0, -1.0, 0.5, 2.0, -0.5, 1.5, 10.0, 100.0, 1e6, 0.2, 0.3, 0.7, 2.5, 3.0, 1e15, 1e17, 0.01, 1e-5)
_FIRST_FLOATS = (
    0.0, float("nan"), 1.0, float("inf"), 1.7976931348623157e308, -0.0, 0.1, -1.0, float("-inf"), 5e-324,
    -1.7976931348623157e308, 2.0**53, 0.5, 1e16, 1 / 3,
)  # fmt: skip
_LONGEST_ROW = 300


@dataclass(frozen=True, slots=True)
class Pool:
    """Constants by type, those found in a program first. `lengths` are how many items a row might need."""

    integers: tuple[int, ...] = ()
    floats: tuple[float, ...] = ()
    texts: tuple[str, ...] = ()
    bytes: tuple[bytes, ...] = ()
    lengths: tuple[int, ...] = ()


class Constants(Space):
    """Given codes of another space, spread over sizes like a choice."""

    def __init__(self, name: str, codes: Sequence[Code]) -> None:
        super().__init__(name)
        self.codes = tuple(codes)

    def _range(self, n: int) -> tuple[int, int]:
        start = 0 if n == 0 else 1 << (n - 1)
        return min(start, len(self.codes)), min(1 << n, len(self.codes))

    def count(self, n: int) -> int:
        start, stop = self._range(n)
        return stop - start

    def walk(self, n: int) -> Iterator[Code]:
        return iter(self.codes[slice(*self._range(n))])

    def at(self, n: int, i: int) -> Code:
        return self.codes[self._range(n)[0] + i]

    def least_of(self, leasts: dict[Space, int | None]) -> int | None:  # noqa: ARG002
        return 0 if self.codes else None

    def limit_of(self, limits: dict[Space, int | None]) -> int | None:  # noqa: ARG002
        return bits(len(self.codes) - 1)


class Joined(Space):
    """Codes of one and the same space, from several overlays of it."""

    def alternatives(self) -> Sequence[Space]:
        return self.parts

    def count(self, n: int) -> int:
        return sum(part.card(n) for part in self.parts)

    def walk(self, n: int) -> Iterator[Code]:
        return chain.from_iterable(part.walk(n) for part in self.parts)

    def at(self, n: int, i: int) -> Code:
        for part in self.parts:
            if i < part.card(n):
                return part.at(n, i)
            i -= part.card(n)
        raise IndexError(i)

    def least_of(self, leasts: dict[Space, int | None]) -> int | None:
        return min((least for part in self.parts if (least := leasts[part]) is not None), default=None)

    def limit_of(self, limits: dict[Space, int | None]) -> int | None:
        known = [limits[part] for part in self.parts if part in limits]
        return None if None in known else max(limit for limit in known if limit is not None)


def overlay(space: Space, pool: Pool) -> Space | None:
    """The space over the constants of the pool; None where it has neither numbers nor texts nor rows."""
    replaced: dict[Space, Space] = {}
    changed: list[Space] = []
    over = _over(space, pool, replaced, changed)
    return over if changed and over.inhabited else None


def _over(space: Space, pool: Pool, replaced: dict[Space, Space], changed: list[Space]) -> Space:
    if space in replaced:
        return replaced[space]
    leaf = _constants(space, pool)
    if leaf is not None:
        changed.append(space)
        replaced[space] = leaf
        return leaf
    if not space.parts:
        return space
    copy = space.copied()
    if not isinstance(space, Items) or not pool.lengths:
        replaced[space] = copy
        copy.parts = [_over(part, pool, replaced, changed) for part in space.parts]
        return copy
    changed.append(space)
    joined = Joined(space.name, [copy])
    replaced[space] = joined
    copy.parts = [_over(part, pool, replaced, changed) for part in space.parts]
    joined.parts.append(Constants(space.name, list(_long_rows(space, copy.parts[0], pool.lengths))))
    return joined


def _constants(space: Space, pool: Pool) -> Space | None:
    match space:
        case Integers():
            values: Sequence[Value] = [*_mixed(pool.integers, _SMALL), *_near(space), *_LARGE]
            return Constants(space.name, _unique(value for value in values if space.holds(value)))
        case Floats():
            values = [*_mixed(pool.floats, _FIRST_FLOATS), *_FIRST_FLOATS, *CORNERS, *_WHOLE_FLOATS]
            values += [float(value) for value in pool.integers if abs(value) < 2**53]
            return Constants(space.name, _unique(value for value in values if space.holds(value)))
        case Bytes():
            return Constants(space.name, _unique([*_mixed(pool.bytes, _BYTES[:4]), *_BYTES]))
        case Texts():
            texts = [*_mixed(pool.texts, _TEXTS[:6]), *_TEXTS, *("a" * length for length in pool.lengths)]
            return Constants(space.name, _unique(text for text in texts if space.rank(text) is not None))
        case Mapped(name="date"):
            return Constants(space.name, _unique(_days()))
        case _:
            return None


def _near(space: Integers) -> list[int]:
    """The ends of a bounded range, and the numbers next to them."""
    ends = [end for end in (space.lo, space.hi) if end is not None]
    return [value for end in ends for value in (end, end + 1, end - 1)]


def _days() -> Iterator[int]:
    first = datetime.date(2000, 1, 1)
    for year, month, day in (
        (2000, 2, 29), (2024, 2, 29), (1999, 12, 31), (1900, 2, 28), (2100, 3, 1), (2001, 2, 28), (1970, 1, 1),
        (9999, 12, 31), (1, 1, 1), (2023, 12, 31), (2000, 1, 31), (2038, 1, 19), (2000, 4, 30), (1582, 10, 15),
    ):  # fmt: skip
        yield (datetime.date(year, month, day) - first).days


def _mixed(found: Sequence[Value], small: Sequence[Value]) -> list[Value]:
    """Those found in turn with small ones, so that a pair of both comes early."""
    mixed: list[Value] = []
    for place in range(max(len(found), len(small))):
        mixed += found[place : place + 1]
        mixed += small[place : place + 1]
    return mixed


def _unique(values: Iterator[Value] | Sequence[Value]) -> list[Value]:
    return list({(type(value), write_value(value)): value for value in values}.values())


def _long_rows(space: Items, items: Space, lengths: Sequence[int]) -> Iterator[Code]:
    """Rows as long as a number in the program says: all alike, and as different as they come."""
    base = space.item
    if base.least is None or items.least is None:
        return
    alike = base.at(base.least, 0)
    different: list[Code] = []
    for n in base.sizes():
        if len(different) >= _LONGEST_ROW or n > base.least + 12:
            break
        different += [base.at(n, i) for i in range(min(base.card(n), _LONGEST_ROW))]
    constants = [items.at(n, i) for n in range(4) for i in range(min(items.card(n), 4))]
    for length in lengths:
        if 2 < length <= _LONGEST_ROW:
            yield (alike,) * length
            yield from ((item,) * length for item in constants[:8])
            if len(different) >= length:
                yield tuple(different[:length])
                yield tuple(reversed(different[:length]))
