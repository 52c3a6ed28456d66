"""Lists and dicts of the input, whose length is open until something depends on it; and `range` over a term.

The elements are values with terms, and C code that compares them (`sorted`, `max`, `==`, `count`) notes the branches
by itself. What C code finds by its hash it does not compare; `same_key` notes those comparisons.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from .numbers import SymbolicFloat, SymbolicInt, pin, plain, symbolic, term_of
from .path import Path
from .texts import SymbolicText, equality, pin_position, plain_text

MOST_KEYS = 64


class SymbolicList(list[Any]):  # noqa: PLW1641 no list and no dict has a hash
    path: Path
    open: str | None

    def __bool__(self) -> bool:
        return _truth(self, list.__len__(self))

    def __len__(self) -> int:
        _settle(self, list.__len__(self))
        return list.__len__(self)

    def __eq__(self, other: object) -> Any:
        path, size = self.path, list.__len__(self)
        if self.open is not None and isinstance(other, list) and not (isinstance(other, SymbolicList) and other.open):
            same = path.node("==", length_term(self), path.constant(len(other)))
            if not path.branch(same, size == len(other)):
                return False
            self.open = None
        _settle(self, size)
        return list.__eq__(self, other)

    def __ne__(self, other: object) -> Any:
        equal = self.__eq__(other)
        return NotImplemented if equal is NotImplemented else not equal

    def __getitem__(self, index: Any) -> Any:
        _settle(self, list.__len__(self))
        return item(self, index, list.__getitem__)

    def __contains__(self, value: object) -> bool:
        _settle(self, list.__len__(self))
        return contains(self.path, list(list.__iter__(self)), value)


class SymbolicDict(dict[Any, Any]):
    path: Path
    open: str | None

    def __bool__(self) -> bool:
        return _truth(self, dict.__len__(self))

    def __len__(self) -> int:
        _settle(self, dict.__len__(self))
        return dict.__len__(self)

    def __contains__(self, key: object) -> bool:
        same_key(self.path, self, key)
        return dict.__contains__(self, key)

    def __getitem__(self, key: Any) -> Any:
        same_key(self.path, self, key)
        return dict.__getitem__(self, key)

    def __setitem__(self, key: Any, value: Any) -> None:
        same_key(self.path, self, key)
        dict.__setitem__(self, key, value)

    def get(self, key: Any, default: Any = None) -> Any:
        same_key(self.path, self, key)
        return dict.get(self, key, default)

    def setdefault(self, key: Any, default: Any = None) -> Any:
        same_key(self.path, self, key)
        return dict.setdefault(self, key, default)

    def pop(self, key: Any, *default: Any) -> Any:
        same_key(self.path, self, key)
        return dict.pop(self, key, *default)


Container = SymbolicList | SymbolicDict


def length_term(value: Container) -> int:
    return value.path.variable(f"{value.open}#")


def _truth(value: Container, size: int) -> bool:
    if value.open is None:
        return size > 0
    return value.path.branch(value.path.node(">", length_term(value), value.path.constant(0)), size > 0)


def _settle(value: Container, size: int) -> None:
    if value.open is not None:
        value.path.pin(length_term(value), size)
        value.open = None


def length(value: Container) -> Any:
    size = list.__len__(value) if isinstance(value, SymbolicList) else dict.__len__(value)
    return size if value.open is None else symbolic(value.path, size, length_term(value))


def _settling(cls: Any, name: str) -> Callable[..., Any]:
    inherited = getattr(cls.__mro__[1], name)

    def method(self: Container, *arguments: Any, **named: Any) -> Any:
        _settle(self, cls.__mro__[1].__len__(self))
        return inherited(self, *arguments, **named)

    return method


for _name in ("__iter__", "__reversed__", "__add__", "__iadd__", "__mul__", "__rmul__", "__lt__", "__le__", "__gt__",
              "__ge__", "append", "extend", "insert", "pop", "remove", "sort", "reverse", "clear", "copy", "count",
              "index"):  # fmt: skip
    setattr(SymbolicList, _name, _settling(SymbolicList, _name))
for _name in ("__iter__", "__reversed__", "__eq__", "__ne__", "__or__", "__ior__", "keys", "values", "items", "update",
              "popitem", "copy", "clear"):  # fmt: skip
    setattr(SymbolicDict, _name, _settling(SymbolicDict, _name))


def _set_item(self: SymbolicList, index: Any, value: Any) -> None:
    _settle(self, list.__len__(self))
    list.__setitem__(self, position(self, index), value)


def _delete_item(self: SymbolicList, index: Any) -> None:
    _settle(self, list.__len__(self))
    list.__delitem__(self, position(self, index))


def _delete_key(self: SymbolicDict, key: Any) -> None:
    same_key(self.path, self, key)
    dict.__delitem__(self, key)


setattr(SymbolicList, "__setitem__", _set_item)  # noqa: B010 the types of `list` have more to say here
setattr(SymbolicList, "__delitem__", _delete_item)  # noqa: B010
setattr(SymbolicDict, "__delitem__", _delete_key)  # noqa: B010


def is_symbolic(value: object) -> bool:
    return isinstance(value, SymbolicInt | SymbolicFloat | SymbolicText)


def position(sequence: Any, index: Any) -> Any:
    """An index or a slice, pinned."""
    if isinstance(index, slice):
        return slice(pin(index.start), pin(index.stop), pin(index.step))
    return pin_position(index, len(sequence)) if isinstance(index, SymbolicInt) else index


def item(sequence: Any, index: Any, get: Callable[[Any, Any], Any]) -> Any:
    return get(sequence, position(sequence, index))


def same(path: Path, left: object, right: object) -> int | bool | None:
    """That two scalars are equal, as a term or a truth; None where neither has a term or the kinds differ."""
    if not is_symbolic(left) and not is_symbolic(right):
        return None
    if isinstance(left, str) and isinstance(right, str):
        return equality(path, left, right)
    if isinstance(left, int | float) and isinstance(right, int | float):
        a, b = term_of(path, left), term_of(path, right)
        return None if a is None or b is None else path.compare("==", a, b)
    return None


def contains(path: Path, elements: list[Any], value: object) -> bool:
    """`value in elements`, as one branch where all that is compared are scalars."""
    if not all(isinstance(element, int | float | str | None) for element in [*elements, value]):
        return value in elements
    terms = [same(path, element, value) for element in elements]
    truth = any(_plain(element) == _plain(value) for element in elements)
    known = any(
        term is None and _plain(element) == _plain(value) for term, element in zip(terms, elements, strict=True)
    )
    return truth if known else path.branch(path.any_of(term for term in terms if term is not None), truth)


def _plain(value: Any) -> Any:
    return plain_text(value) if isinstance(value, str) else plain(value)


def key_parts(key: object) -> tuple[Any, ...]:
    return key if isinstance(key, tuple) else (key,)


def has_terms(key: object) -> bool:
    return any(map(is_symbolic, key_parts(key)))


def same_key(path: Path, keys: Iterable[Any], key: object) -> None:
    """Notes which of the keys the key is equal to, or that it is none of them."""
    if isinstance(keys, SymbolicDict):
        _settle(keys, dict.__len__(keys))
        keys = dict.__iter__(keys)
    terms: list[int | bool] = []
    for number, other in enumerate(keys):
        if number == MOST_KEYS:
            path.lose()
            break
        parts, others = key_parts(key), key_parts(other)
        if len(parts) != len(others) or isinstance(key, tuple) != isinstance(other, tuple):
            continue
        compared = [same(path, one, two) for one, two in zip(parts, others, strict=True)]
        equal = [_plain(one) == _plain(two) for one, two in zip(parts, others, strict=True)]
        if any(term is None and not truth for term, truth in zip(compared, equal, strict=True)):
            continue
        term = path.all_of(term for term in compared if term is not None)
        if all(equal):
            if terms or not isinstance(term, bool):
                path.branch(path.any_of([*terms, term]), True)
                path.branch(term, True)
            return
        terms.append(term)
    path.branch(path.any_of(terms), False)


class SymbolicRange:
    """`range` whose bounds have terms. Going through it, each step is a branch; any other use pins the bounds."""

    def __init__(self, path: Path, start: Any, stop: Any, step: Any) -> None:
        self.path = path
        self.bounds = (start, stop, pin(step))

    def __iter__(self) -> Iterator[Any]:
        number, stop, step = self.bounds
        if step == 0:
            raise ValueError("range() arg 3 must not be zero")
        while number < stop if step > 0 else number > stop:
            yield number
            number = number + step

    def pinned(self) -> range:
        return range(*map(pin, self.bounds))

    def __contains__(self, value: object) -> bool:
        start, stop, step = self.bounds
        if isinstance(value, int) and step == 1:
            return bool(start <= value < stop)
        return value in self.pinned()

    def __len__(self) -> int:
        return len(self.pinned())

    def __getitem__(self, index: Any) -> Any:
        return self.pinned()[pin(index)]

    def __reversed__(self) -> Iterator[Any]:
        start, stop, step = self.bounds
        if step == 1:
            return iter(SymbolicRange(self.path, stop - 1, start - 1, -1))
        return reversed(self.pinned())

    def __eq__(self, other: object) -> bool:
        return self.pinned() == other

    def __hash__(self) -> int:
        return hash(self.pinned())


def in_range(path: Path, value: SymbolicInt, numbers: range) -> bool:
    """`value in range(…)` as one branch: Python would compare with each number."""
    term = term_of(path, value)
    assert term is not None
    low, high = (numbers[0], numbers[-1]) if numbers.step > 0 else (numbers[-1], numbers[0])
    parts = [
        path.compare(">=", term, path.constant(low)),
        path.compare("<=", term, path.constant(high)),
    ]
    step = abs(numbers.step)
    if step > 1:
        offset = path.node("%", path.node("-", term, path.constant(low)), path.constant(step))
        parts.append(path.compare("==", offset, path.constant(0)))
    return path.branch(path.all_of(parts), plain(value) in numbers)
