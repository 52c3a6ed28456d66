"""The kit for notations that are written: the other half of `reading`.

What is written knows how tightly it binds, and stands in brackets only where its place binds tighter. With the bindings
that its reader has, a notation reads back what it wrote:

    >>> BINDINGS = {"+": Binding(1), "-": Binding(1), "*": Binding(2)}
    >>> def written(term: tuple[object, ...] | int) -> Written:
    ...     match term:
    ...         case (left, sign, right):
    ...             return infix(written(left), sign, written(right), BINDINGS[sign])
    ...     return Written(str(term))
    >>> written(((1, "-", 2), "-", (3, "-", (4, "*", 5)))).text
    '1 - 2 - (3 - 4 * 5)'
"""

from __future__ import annotations

from typing import NamedTuple

from viva.core.text.reading import Binding

TIGHTEST = 1000


class Written(NamedTuple):
    """A piece of a text, and how tightly it binds. `followed` is how it is written where something comes after it on
    its right, if that is otherwise: what begins with a quantifier would take it in."""

    text: str
    level: int = TIGHTEST
    followed: str | None = None

    def within(self, level: int) -> str:
        """In a place that binds as tightly as `level`."""
        return f"({self.text})" if self.level < level else self.text

    def before(self, level: int) -> str:
        """The same, where something follows."""
        return self.within(level) if self.level < level or self.followed is None else self.followed


def infix(left: Written, sign: str, right: Written, binding: Binding, *, chained: bool = True) -> Written:
    """Two sides with an operator between; one that is not `chained` needs brackets around another of its level on
    either side."""
    own = binding.level
    first = left.before(own + 1 if binding.to_the_right or not chained else own)
    place = own if binding.to_the_right and chained else own + 1
    followed = None if right.followed is None else f"{first} {sign} {right.before(place)}"
    return Written(f"{first} {sign} {right.within(place)}", own, followed)


def prefix(sign: str, operand: Written, place: int, level: int = TIGHTEST) -> Written:
    """An operator before its operand, which stands in a place of its own."""
    followed = None if operand.followed is None else f"{sign}{operand.before(place)}"
    return Written(f"{sign}{operand.within(place)}", level, followed)
