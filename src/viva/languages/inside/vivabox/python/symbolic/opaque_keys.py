"""Keys of nodes that have no value yet: they know how they compare, and what was calculated with them.

A key that a number was added to is a key still: difference bounds know all about it. Anything else that is calculated
is a term, which is only written down: whether a path can be gone on which terms compare so is found out later.
"""

from typing import Any, Protocol

_LARGEST = 40
_FAR = 1 << 20


class Unsupported(BaseException):
    """The run does with a key or a field what these values cannot follow."""


class Deciding(Protocol):
    """Who decides how keys and terms compare."""

    three_way: bool

    def compared(self, one: Any, other: object, sign: str) -> Any: ...


class _Compared:  # noqa: PLW1641 what has no value has no hash: it says so below
    """What keys and terms have in common. `written` is a key `["key", number, offset]`, a number, or a sign with what
    it joins."""

    __slots__ = ()
    paths: Deciding

    def written(self) -> list[Any]:
        raise NotImplementedError

    def __lt__(self, other: object) -> Any:
        return self.paths.compared(self, other, "<")

    def __le__(self, other: object) -> Any:
        return self.paths.compared(self, other, "<=")

    def __gt__(self, other: object) -> Any:
        return self.paths.compared(self, other, ">")

    def __ge__(self, other: object) -> Any:
        return self.paths.compared(self, other, ">=")

    def __eq__(self, other: object) -> Any:
        return self.paths.compared(self, other, "==")

    def __ne__(self, other: object) -> Any:
        return self.paths.compared(self, other, "!=")

    def __bool__(self) -> bool:
        return bool(self.paths.compared(self, 0, "!="))

    def __add__(self, other: object) -> Any:
        return self._joined("+", self, other)

    __radd__ = __add__

    def __sub__(self, other: object) -> Any:
        return self._joined("-", self, other)

    def __rsub__(self, other: object) -> Any:
        return self._joined("-", other, self)

    def __mul__(self, other: object) -> Any:
        return self._joined("*", self, other)

    __rmul__ = __mul__

    def __neg__(self) -> Any:
        return self._joined("-", 0, self)

    def __mod__(self, other: object) -> Any:
        return self._divided("%", other)

    def __floordiv__(self, other: object) -> Any:
        return self._divided("//", other)

    def _divided(self, sign: str, other: object) -> Any:
        if type(other) is not int or other < 1:
            raise Unsupported
        return self._joined(sign, self, other)

    def _joined(self, sign: str, one: object, two: object) -> "Term":
        if self.paths.three_way:
            raise Unsupported
        return Term(self.paths, [sign, operand(one), operand(two)])

    def _refuse(self, *_: object) -> Any:
        raise Unsupported

    __hash__ = __int__ = __index__ = __float__ = __truediv__ = __pow__ = __abs__ = _refuse
    __str__ = __repr__ = __format__ = __iter__ = __len__ = __getitem__ = _refuse


class Key(_Compared):
    """A key, and what was added to it."""

    __slots__ = ("number", "offset", "paths")

    def __init__(self, paths: Any, number: int, offset: int = 0) -> None:
        self.paths, self.number, self.offset = paths, number, offset

    def written(self) -> list[Any]:
        return ["key", self.number, self.offset]

    def __add__(self, other: object) -> Any:
        return self._moved(other, 1) if type(other) is int else super().__add__(other)

    __radd__ = __add__

    def __sub__(self, other: object) -> Any:
        return self._moved(other, -1) if type(other) is int else super().__sub__(other)

    def _moved(self, other: int, sign: int) -> "Key":
        if self.paths.three_way or abs(other) > _FAR:
            raise Unsupported
        return Key(self.paths, self.number, self.offset + sign * other)


class Term(_Compared):
    """What was calculated with keys."""

    __slots__ = ("paths", "tree")

    def __init__(self, paths: Any, tree: list[Any]) -> None:
        if _parts(tree) > _LARGEST:
            raise Unsupported
        self.paths, self.tree = paths, tree

    def written(self) -> list[Any]:
        return self.tree


def operand(value: object) -> Any:
    """As it is written in a term."""
    if isinstance(value, _Compared):
        return value.written()
    if type(value) in (int, bool) and abs(value) <= _FAR:  # type: ignore[arg-type]  # it is a number
        return int(value)  # type: ignore[call-overload]
    raise Unsupported


def keys_in(tree: Any) -> list[int]:
    if not isinstance(tree, list):
        return []
    return [tree[1]] if tree[0] == "key" else [number for part in tree[1:] for number in keys_in(part)]


def _parts(tree: Any) -> int:
    return 1 + sum(_parts(part) for part in tree[1:]) if isinstance(tree, list) and tree[0] != "key" else 1
