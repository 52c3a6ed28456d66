"""What can be asked of a value: whether it is empty, negative, sorted, a single node, longer than some bound … Each
feature has a key, by which others find words for it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

from viva.core.records import dataclass
from viva.engines.shapes.making import Record, inner_values, is_instance
from viva.engines.shapes.shape import Either, Fixed, Instance, Many, Plain, Shape, Table, inner_shapes

_SEVERAL = 5  # numbers of which one would say something together
_FLAT = 2  # levels of a structure above which it is deep


@dataclass(frozen=True, slots=True)
class Feature:
    """A question about one value, or about two. `cost` is higher for what seldom matters, such as an odd length; a
    `bound` is the number that the words need."""

    key: str
    test: Callable[..., bool]
    cost: int = 1
    bound: object = None

    def holds(self, *values: object) -> bool:
        """Of values that are not of the shape it does not hold."""
        try:
            return bool(self.test(*values))
        except (TypeError, ValueError, IndexError, AttributeError, OverflowError):
            return False


@dataclass(frozen=True, slots=True)
class Measure:
    """A whole number that is read off a value: how long it is, how large. `large` and `small` are the keys of the
    features "at least so much" and "at most so much"; an empty one has no words."""

    large: str
    small: str
    read: Callable[..., float]

    def of(self, value: object) -> int | None:
        """None for a value that has no such number."""
        try:
            return int(self.read(value))
        except (TypeError, ValueError, IndexError, AttributeError, OverflowError):
            return None

    def at_least(self, bound: int) -> Feature:
        return Feature(self.large, lambda value: (found := self.of(value)) is not None and found >= bound, 2, bound)

    def at_most(self, bound: int) -> Feature:
        return Feature(self.small, lambda value: (found := self.of(value)) is not None and found <= bound, 2, bound)


def features(shape: Shape) -> list[Feature]:
    """The features of values of a shape."""
    return [Feature(key, test, cost) for key, cost, test in _of(shape)]


def relations(first: Shape, second: Shape) -> list[Feature]:
    """The features of two values together."""
    return [Feature(key, test, cost) for key, cost, test in _of_two(first, second)]


def together(count: int) -> list[Feature]:
    """The features of so many numbers together; none of two, of which `relations` knows more, or of very many."""
    return [Feature(key, test, cost) for key, cost, test in _OF_SEVERAL] if 3 <= count <= _SEVERAL else []


def measures(shape: Shape) -> list[Measure]:
    """The numbers that can be read off values of a shape."""
    return [Measure(*item) for item in _measures_of(shape)]


def is_value(wanted: object) -> Feature:
    """Whether it is this very value."""
    return Feature("value", lambda value: type(value) is type(wanted) and value == wanted, 2, wanted)


def divisible(number: int) -> list[Feature]:
    """Whether a whole number is divisible by this one."""
    return [
        Feature("divisible", lambda n: n % number == 0, 2, number),
        Feature("not_divisible", lambda n: n % number != 0, 2, number),
    ]


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


One = tuple[str, int, Callable[..., bool]]
"""A key, what it costs to believe in it, and the test."""

Measured = tuple[str, str, Callable[..., float]]
"""The keys for large and for small values of a number that is read off a value, and how it is read off."""


def _of(shape: Shape) -> Iterator[One]:
    match shape:
        case Plain("int"):
            yield from _of_number()
            yield ("one", 1, lambda n: n == 1)
            yield ("even", 3, lambda n: n % 2 == 0)
            yield ("odd", 3, lambda n: n % 2 == 1)
            yield ("one_digit", 2, lambda n: 0 <= n <= 9)
            yield ("several_digits", 2, lambda n: n > 9)
            yield ("round", 3, lambda n: n != 0 and n % 10 == 0)
        case Plain("float"):
            yield from _of_number()
            yield ("fraction", 2, lambda n: n != int(n))
            yield ("whole", 2, lambda n: n == int(n))
        case Plain("str"):
            yield from _lengths()
            yield from _of_text()
        case Many("list" | "tuple", element):
            yield from _lengths()
            yield from _of_elements(element)
        case Many() | Table():
            yield from _lengths()
        case Fixed(parts) if len(parts) == 2:
            yield ("parts_equal", 2, lambda pair: pair[0] == pair[1])
        case Plain("bool"):
            yield ("true", 1, lambda value: value is True)
            yield ("false", 1, lambda value: value is False)
        case Either() | Instance():
            if isinstance(shape, Either) and Plain("none") in shape.alternatives:
                yield ("none", 1, lambda value: value is None)
            names = frozenset(_node_classes(shape, set()))
            if names:
                yield ("no_node", 1, lambda value: value is not None and nodes(value, names) == 0)
                yield ("one_node", 1, lambda value: nodes(value, names) == 1)
                yield ("several_nodes", 1, lambda value: nodes(value, names) > 1)
                yield ("deep", 2, lambda value: depth(value, names) > _FLAT)
                yield ("chain", 3, lambda value: nodes(value, names) == depth(value, names) > 1)


def _of_number() -> Iterator[One]:
    yield ("zero", 1, lambda n: n == 0)
    yield ("not_zero", 1, lambda n: n < 0 or n > 0)
    yield ("negative", 1, lambda n: n < 0)
    yield ("positive", 1, lambda n: n > 0)
    yield ("not_positive", 2, lambda n: n <= 0)
    yield ("not_negative", 2, lambda n: n >= 0)


def _of_text() -> Iterator[One]:
    yield ("several_words", 1, lambda s: len(s.split()) > 1)
    yield ("blank", 2, lambda s: " " in s)
    yield ("no_blank", 2, lambda s: s != "" and not any(c.isspace() for c in s))
    yield ("outer_blank", 2, lambda s: s != s.strip())
    yield ("upper", 2, lambda s: any(c.isupper() for c in s))
    yield ("no_upper", 3, lambda s: s != "" and not any(c.isupper() for c in s))
    yield ("lower", 2, lambda s: any(c.islower() for c in s))
    yield ("no_lower", 3, lambda s: not any(c.islower() for c in s))
    yield ("letter", 2, lambda s: any(c.isalpha() for c in s))
    yield ("no_letter", 2, lambda s: not any(c.isalpha() for c in s))
    yield ("digit", 2, lambda s: any(c.isdigit() for c in s))
    yield ("no_digit", 3, lambda s: s != "" and not any(c.isdigit() for c in s))
    yield ("sign", 2, lambda s: any(not c.isalnum() and not c.isspace() for c in s))
    yield ("foreign", 2, lambda s: not s.isascii())
    yield ("letter_twice", 2, lambda s: len(set(s)) < len(s))
    yield ("no_letter_twice", 3, lambda s: s != "" and len(set(s)) == len(s))
    yield ("neighbours_equal", 2, lambda s: any(a == b for a, b in pairwise(s)))
    yield ("ends_equal", 3, lambda s: len(s) > 1 and s[0] == s[-1])
    yield ("palindrome", 3, lambda s: s == s[::-1] and len(s) > 1)
    yield ("no_palindrome", 3, lambda s: s != s[::-1])


def _lengths() -> Iterator[One]:
    yield ("empty", 1, lambda items: len(items) == 0)
    yield ("not_empty", 1, lambda items: len(items) > 0)
    yield ("single", 1, lambda items: len(items) == 1)
    yield ("several", 1, lambda items: len(items) > 1)
    yield ("even_length", 3, lambda items: len(items) > 0 and len(items) % 2 == 0)
    yield ("odd_length", 3, lambda items: len(items) % 2 == 1)


def _of_elements(element: Shape) -> Iterator[One]:
    yield ("twice", 2, lambda items: any(item in items[:place] for place, item in enumerate(items)))
    yield ("no_twice", 2, lambda items: bool(items) and all(items.count(item) == 1 for item in items))
    yield ("neighbours_equal", 2, lambda items: any(a == b for a, b in pairwise(items)))
    yield ("twice_apart", 3, lambda items: any(item in items[: max(place - 1, 0)] for place, item in enumerate(items)))
    yield ("all_equal", 2, lambda items: len(items) > 0 and all(item == items[0] for item in items))
    yield ("not_all_equal", 3, lambda items: any(item != items[0] for item in items))
    yield ("ends_equal", 3, lambda items: len(items) > 1 and items[0] == items[-1])
    yield ("first_again", 3, lambda items: items[0] in items[1:])
    yield ("last_again", 3, lambda items: items[-1] in items[:-1])
    if isinstance(element, Plain) and element.kind in ("int", "float"):
        yield ("all_negative", 2, lambda items: bool(items) and all(item < 0 for item in items))
        yield ("some_negative", 2, lambda items: any(item < 0 for item in items))
        yield ("no_negative", 3, lambda items: bool(items) and all(item >= 0 for item in items))
        yield ("all_positive", 2, lambda items: bool(items) and all(item > 0 for item in items))
        yield ("no_positive", 2, lambda items: all(item <= 0 for item in items))
        yield ("some_positive", 2, lambda items: any(item > 0 for item in items))
        yield ("some_zero", 2, lambda items: any(item == 0 for item in items))
        if element.kind == "int":
            yield ("some_even", 3, lambda items: any(item % 2 == 0 for item in items))
            yield ("some_odd", 3, lambda items: any(item % 2 == 1 for item in items))
            yield ("no_even", 3, lambda items: all(item % 2 == 1 for item in items))
            yield ("no_odd", 3, lambda items: all(item % 2 == 0 for item in items))
        yield ("ends_zero", 3, lambda items: items[-1] == 0)
        yield ("starts_zero", 3, lambda items: items[0] == 0)
        yield ("ends_negative", 3, lambda items: items[-1] < 0)
        yield ("starts_negative", 3, lambda items: items[0] < 0)
        yield ("rising", 2, lambda items: len(items) > 1 and all(a <= b for a, b in pairwise(items)))
        yield ("falling", 2, lambda items: len(items) > 1 and all(a >= b for a, b in pairwise(items)))
        yield ("unsorted", 2, lambda items: any(a > b for a, b in pairwise(items)))
        yield ("not_falling", 3, lambda items: any(a < b for a, b in pairwise(items)))
        yield ("largest_twice", 2, lambda items: items.count(max(items)) > 1)
        yield ("smallest_twice", 2, lambda items: items.count(min(items)) > 1)
        yield ("largest_first", 3, lambda items: len(items) > 1 and items[0] == max(items))
        yield ("largest_last", 3, lambda items: len(items) > 1 and items[-1] == max(items))
        yield ("smallest_first", 3, lambda items: len(items) > 1 and items[0] == min(items))
        yield ("smallest_last", 3, lambda items: len(items) > 1 and items[-1] == min(items))
        yield ("largest_not_first", 3, lambda items: items[0] != max(items))
        yield ("largest_not_last", 3, lambda items: items[-1] != max(items))
        yield ("smallest_not_first", 3, lambda items: items[0] != min(items))
        yield ("smallest_not_last", 3, lambda items: items[-1] != min(items))
    if isinstance(element, Plain) and element.kind == "str":
        yield ("some_empty", 2, lambda items: any(item == "" for item in items))
        yield ("some_upper", 2, lambda items: any(c.isupper() for item in items for c in item))
    if isinstance(element, Many | Table):
        yield ("some_empty", 2, lambda items: any(len(item) == 0 for item in items))
        yield ("lengths_differ", 2, lambda items: len({len(item) for item in items}) > 1)


def _of_two(first: Shape, second: Shape) -> Iterator[One]:
    one, two = noun(first), noun(second)
    if one == two:
        yield ("equal", 1, lambda a, b: a == b)
        yield ("different", 2, lambda a, b: a != b)
    if one == two == "number":
        yield ("less", 1, lambda a, b: a < b)
        yield ("greater", 1, lambda a, b: a > b)
        yield ("not_greater", 2, lambda a, b: a <= b)
        yield ("not_less", 2, lambda a, b: a >= b)
        if Plain("float") not in (first, second):
            yield ("multiple", 2, lambda a, b: b != 0 and a % b == 0)
            yield ("no_multiple", 2, lambda a, b: b != 0 and a % b != 0)
        yield ("signs_differ", 3, lambda a, b: a * b < 0)
        yield ("both_negative", 3, lambda a, b: a < 0 and b < 0)
    if one == two and one in ("list", "text", "tuple", "set", "dict"):
        if one != "set":
            yield ("shorter", 1, lambda a, b: len(a) < len(b))
            yield ("longer", 1, lambda a, b: len(a) > len(b))
            yield ("lengths_equal", 2, lambda a, b: len(a) == len(b) > 0)
            yield ("lengths_unlike", 2, lambda a, b: len(a) != len(b))
        yield ("share", 1, lambda a, b: any(item in b for item in a))
        yield ("share_nothing", 2, lambda a, b: bool(a) and bool(b) and not any(item in b for item in a))
    if one == two and one in ("list", "text"):
        yield ("inside", 3, lambda a, b: bool(a) and all(item in b for item in a))
        yield ("begins", 3, lambda a, b: bool(b) and a[: len(b)] == b)
    if one == "text" == two:
        yield ("text_in", 2, lambda a, b: b in a)
        yield ("text_not_in", 2, lambda a, b: b not in a)
    if one == "list" and two in ("number", "text"):
        yield ("contains", 1, lambda a, b: b in a)
        yield ("lacks", 1, lambda a, b: b not in a)
        yield ("contains_twice", 2, lambda a, b: a.count(b) > 1)
        yield ("contains_first", 3, lambda a, b: a[0] == b)
        yield ("contains_last", 3, lambda a, b: a[-1] == b)
    if isinstance(first, Many) and noun(first.element) == two == "number":
        yield ("some_not_below", 2, lambda a, b: any(item >= b for item in a))
        yield ("some_over", 2, lambda a, b: any(item > b for item in a))
        yield ("some_under", 2, lambda a, b: any(item < b for item in a))
        yield ("all_over", 3, lambda a, b: len(a) > 0 and all(item > b for item in a))
        yield ("all_under", 3, lambda a, b: len(a) > 0 and all(item < b for item in a))
    if one == "dict" and two in ("number", "text"):
        yield ("contains", 1, lambda a, b: b in a)
        yield ("lacks", 1, lambda a, b: b not in a)
    if two == "list" and one in ("number", "text"):
        yield ("contained", 1, lambda a, b: a in b)
        yield ("not_contained", 1, lambda a, b: a not in b)
    if one in ("list", "text") and two == "number":
        yield ("beyond", 2, lambda a, b: b >= len(a))
        yield ("within", 3, lambda a, b: 0 <= b < len(a))
        yield ("length", 2, lambda a, b: b == len(a))


_OF_SEVERAL: tuple[One, ...] = (
    ("some_same", 2, lambda *numbers: len(set(numbers)) < len(numbers)),
    ("all_same", 2, lambda *numbers: len(set(numbers)) == 1),
    ("two_same", 2, lambda *numbers: 1 < len(set(numbers)) < len(numbers)),
    ("none_same", 2, lambda *numbers: len(set(numbers)) == len(numbers)),
    ("one_outweighs", 2, lambda *numbers: 2 * max(numbers) >= sum(numbers)),
    ("one_balances", 2, lambda *numbers: 2 * max(numbers) == sum(numbers)),
    ("none_outweighs", 2, lambda *numbers: 2 * max(numbers) < sum(numbers)),
)


def _measures_of(shape: Shape) -> Iterator[Measured]:
    match shape:
        case Plain("int"):
            yield ("at_least", "at_most", lambda n: n)
        case Plain("str"):
            yield ("longer_text", "shorter_text", len)
            yield ("many_words", "few_words", lambda s: len(s.split()))
            yield ("long_run_text", "", _longest_run)
        case Many("list" | "tuple", element):
            yield ("longer_list", "shorter_list", len)
            yield ("long_run", "", _longest_run)
            yield ("many_different", "few_different", _different)
            yield ("often", "", lambda items: max((items.count(item) for item in items), default=0))
            if element == Plain("int"):
                yield ("some_above", "", max)
                yield ("", "some_below", min)
        case Many() | Table():
            yield ("longer_list", "shorter_list", len)


def _different(items: Sequence[object]) -> int:
    return sum(item not in items[:place] for place, item in enumerate(items))


def _longest_run(items: Sequence[object]) -> int:
    best = run = 0
    previous: object = None
    for place, item in enumerate(items):
        run = run + 1 if place and item == previous else 1
        best, previous = max(best, run), item
    return best
