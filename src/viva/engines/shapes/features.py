"""What can be asked of a value: whether it is empty, negative, sorted, a single node … Each feature has a key, by which
others find words for it, and holds no literal of any value.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise

from viva.engines.shapes.making import Record, inner_values, is_instance
from viva.engines.shapes.shape import Either, Fixed, Instance, Many, Plain, Shape, Table, inner_shapes

_FLAT = 2  # levels of a structure above which it is deep


@dataclass(frozen=True, slots=True)
class Feature:
    """A question about one value, or about two."""

    key: str
    test: Callable[..., bool]

    def holds(self, *values: object) -> bool:
        """Of values that are not of the shape it does not hold."""
        try:
            return bool(self.test(*values))
        except (TypeError, ValueError, IndexError, AttributeError):
            return False


def features(shape: Shape) -> list[Feature]:
    """The features of values of a shape, the plainest first."""
    return [Feature(key, test) for key, test in _of(shape)]


def relations(first: Shape, second: Shape) -> list[Feature]:
    """The features of two values together."""
    return [Feature(key, test) for key, test in _of_two(first, second)]


def noun(shape: Shape) -> str:
    """What a value of the shape is called: `number`, `text`, `list`, `set`, `tuple`, `bool`, `dict`, `argument`."""
    match shape:
        case Plain("int" | "float"):
            return "number"
        case Plain("str"):
            return "text"
        case Many("list" | "set" | "tuple" as kind) | Plain("bool" as kind):
            return kind
        case Table():
            return "dict"
    return "argument"


def nodes(value: object, names: frozenset[str]) -> int:
    """How many instances of classes with these names the value holds, itself included."""
    return len(_levels(value, names))


def depth(value: object, names: frozenset[str]) -> int:
    """How many of them there are at most one below the other."""
    return max(_levels(value, names).values(), default=0)


def _levels(value: object, names: frozenset[str]) -> dict[int, int]:
    """For each instance, by its number in the order they are met, how many are above it, itself included."""
    levels: dict[int, int] = {}
    met: set[int] = set()
    todo = [(value, 0)]
    while todo:
        item, above = todo.pop()
        if is_instance(item):
            # A record may stand for several instances; what was made is met again only where it holds itself.
            if not isinstance(item, Record) and id(item) in met:
                continue
            met.add(id(item))
            name = item.name if isinstance(item, Record) else type(item).__name__
            if name in names:
                above += 1
                levels[len(levels)] = above
        todo += [(inner, above) for inner in inner_values(item)]
    return levels


def _node_classes(shape: Shape, met: set[str]) -> Iterator[str]:
    """The classes of which structures are built: those that are recursive, and what may stand in their place."""
    if isinstance(shape, Instance):
        if shape.name in met:
            return
        met.add(shape.name)
        if shape.recursive:
            yield shape.name
    inside = [part for _, part in shape.fields] if isinstance(shape, Instance) else list(inner_shapes(shape))
    if isinstance(shape, Either) and any(isinstance(part, Instance) and part.recursive for part in inside):
        yield from (part.name for part in inside if isinstance(part, Instance))
    for part in inside:
        yield from _node_classes(part, met)


One = tuple[str, Callable[..., bool]]


def _of(shape: Shape) -> Iterator[One]:
    match shape:
        case Plain("int"):
            yield ("zero", lambda n: n == 0)
            yield ("negative", lambda n: n < 0)
            yield ("positive", lambda n: n > 0)
            yield ("one", lambda n: n == 1)
            yield ("even", lambda n: n % 2 == 0)
            yield ("odd", lambda n: n % 2 == 1)
            yield ("one_digit", lambda n: 0 <= n <= 9)
            yield ("several_digits", lambda n: n > 9)
            yield ("round", lambda n: n != 0 and n % 10 == 0)
        case Plain("float"):
            yield ("zero", lambda n: n == 0)
            yield ("negative", lambda n: n < 0)
            yield ("positive", lambda n: n > 0)
            yield ("fraction", lambda n: n != int(n))
        case Plain("str"):
            yield from _lengths()
            yield ("blank", lambda s: " " in s)
            yield ("upper", lambda s: any(c.isupper() for c in s))
            yield ("no_lower", lambda s: not any(c.islower() for c in s))
            yield ("digit", lambda s: any(c.isdigit() for c in s))
            yield ("no_letter", lambda s: not any(c.isalpha() for c in s))
            yield ("sign", lambda s: any(not c.isalnum() and not c.isspace() for c in s))
            yield ("letter_twice", lambda s: len(set(s)) < len(s))
            yield ("neighbours_equal", lambda s: any(a == b for a, b in pairwise(s)))
            yield ("palindrome", lambda s: s == s[::-1] and len(s) > 1)
        case Many("list" | "tuple", element):
            yield from _lengths()
            yield from _of_elements(element)
        case Many() | Table():
            yield from _lengths()
        case Fixed(parts) if len(parts) == 2:
            yield ("parts_equal", lambda pair: pair[0] == pair[1])
        case Plain("bool"):
            yield ("true", lambda value: value is True)
            yield ("false", lambda value: value is False)
        case Either() | Instance():
            if isinstance(shape, Either) and Plain("none") in shape.alternatives:
                yield ("none", lambda value: value is None)
            names = frozenset(_node_classes(shape, set()))
            if names:
                yield ("no_node", lambda value: value is not None and nodes(value, names) == 0)
                yield ("one_node", lambda value: nodes(value, names) == 1)
                yield ("several_nodes", lambda value: nodes(value, names) > 1)
                yield ("deep", lambda value: depth(value, names) > _FLAT)
                yield ("chain", lambda value: nodes(value, names) == depth(value, names) > 1)


def _lengths() -> Iterator[One]:
    yield ("empty", lambda items: len(items) == 0)
    yield ("single", lambda items: len(items) == 1)
    yield ("several", lambda items: len(items) > 1)
    yield ("even_length", lambda items: len(items) > 0 and len(items) % 2 == 0)
    yield ("odd_length", lambda items: len(items) % 2 == 1)


def _of_elements(element: Shape) -> Iterator[One]:
    yield ("twice", lambda items: any(item in items[:place] for place, item in enumerate(items)))
    yield ("neighbours_equal", lambda items: any(a == b for a, b in pairwise(items)))
    yield ("all_equal", lambda items: len(items) > 1 and all(item == items[0] for item in items))
    if isinstance(element, Plain) and element.kind in ("int", "float"):
        yield ("all_negative", lambda items: bool(items) and all(item < 0 for item in items))
        yield ("some_negative", lambda items: any(item < 0 for item in items))
        yield ("all_positive", lambda items: bool(items) and all(item > 0 for item in items))
        yield ("some_zero", lambda items: any(item == 0 for item in items))
        yield ("rising", lambda items: len(items) > 1 and all(a <= b for a, b in pairwise(items)))
        yield ("falling", lambda items: len(items) > 1 and all(a >= b for a, b in pairwise(items)))
        yield ("largest_first", lambda items: len(items) > 1 and items[0] == max(items))
        yield ("largest_last", lambda items: len(items) > 1 and items[-1] == max(items))
        yield ("smallest_first", lambda items: len(items) > 1 and items[0] == min(items))
        yield ("smallest_last", lambda items: len(items) > 1 and items[-1] == min(items))
    if isinstance(element, Plain) and element.kind == "str":
        yield ("some_empty", lambda items: any(item == "" for item in items))
    if isinstance(element, Many | Table):
        yield ("some_empty", lambda items: any(len(item) == 0 for item in items))


def _of_two(first: Shape, second: Shape) -> Iterator[One]:
    one, two = noun(first), noun(second)
    if one == two:
        yield ("equal", lambda a, b: a == b)
    if one == two == "number":
        yield ("less", lambda a, b: a < b)
        yield ("greater", lambda a, b: a > b)
        yield ("multiple", lambda a, b: b != 0 and a % b == 0)
    if one == two and one in ("list", "text", "tuple"):
        yield ("shorter", lambda a, b: len(a) < len(b))
        yield ("longer", lambda a, b: len(a) > len(b))
    if one == "list" and two in ("number", "text"):
        yield ("contains", lambda a, b: b in a)
        yield ("lacks", lambda a, b: b not in a)
    if two == "list" and one in ("number", "text"):
        yield ("contained", lambda a, b: a in b)
    if one in ("list", "text") and two == "number":
        yield ("beyond", lambda a, b: b >= len(a))
        yield ("length", lambda a, b: b == len(a))
