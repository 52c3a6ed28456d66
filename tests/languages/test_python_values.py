"""Values keep what they are on the way out of the sandbox, and nothing a class defines can change that."""

import dataclasses
import datetime
import enum
import itertools
import json
import math
import random
import sys
from collections import Counter, OrderedDict, defaultdict, deque, namedtuple
from decimal import Decimal
from fractions import Fraction
from typing import Annotated, Any

import pytest

from viva.languages.heap import Heap, Malformed, opaque, read
from viva.languages.python.calls import equal, show
from viva.languages.values import Missing, TooLarge, revive, rewrite, write
from viva.properties import Property, Verdict, examine, label, values_of


def sent(value: object) -> Heap:
    """The value as it is after a journey as text."""
    return read(json.loads(json.dumps(write(value))))


Point = namedtuple("Point", "x y")


class Colour(enum.Enum):
    RED = 1
    BLUE = "b"


class Level(enum.IntEnum):
    LOW = 1
    HIGH = 2


class Right(enum.Flag):
    READ = 1
    WRITE = 2


@dataclasses.dataclass
class Pair:
    left: object
    right: object = None


class Node:
    def __init__(self, key: object, next: object = None) -> None:
        self.key, self.next = key, next


class Slotted:
    __slots__ = ("a", "b")

    def __init__(self) -> None:
        self.a = 1


ATOMS = [
    None, True, False, 0, 1, -1, 2**53, -(2**53) - 1, 10**60, 0.0, -0.0, 1.0, 0.1, math.inf, -math.inf, 5e-324, 1 + 0j,
    1.5 - 2j, "", "a", "é\u202e\x00\ud800", b"", b"a\xff", Fraction(1, 3), Fraction(1), Decimal("1.50"), Decimal(1),
    datetime.date(2024, 2, 29), datetime.time(1, 2, 3, 4), datetime.timedelta(-1, 5),
    datetime.datetime(2024, 1, 1, 12, fold=1), datetime.datetime(2024, 1, 1, tzinfo=datetime.UTC),
]  # fmt: skip
CONTAINERS = [
    (), (1,), [], [1, [2, []]], {3, 1}, frozenset({frozenset(), 1}), {}, {1: "a", (1, 2): [3], frozenset({1}): {}},
    range(5), range(0, 10, 3), bytearray(b"ab"), deque([1, 2]), {1: 2}.keys(), {1: 2}.items(), [[]] * 3,
]  # fmt: skip
INSTANCES = [
    Colour.RED,
    Level.HIGH,
    Right.READ | Right.WRITE,
    Point(1, 2),
    Pair([1], {}),
    ValueError("v", 1),
    int,
    Node,
]
SUBCLASSES = [Counter("aab"), OrderedDict(b=1, a=2), defaultdict(list, {1: [2]})]
ALL = [*ATOMS, *CONTAINERS, *INSTANCES, *SUBCLASSES]


@pytest.mark.parametrize("value", ALL, ids=repr)
def test_a_value_equals_itself_after_the_journey(value: object) -> None:
    assert equal(sent(value), sent(value), strict=True)
    assert read(rewrite(sent(value))) == sent(value)


@pytest.mark.parametrize("value", [*ATOMS, *CONTAINERS[:12], *INSTANCES[:5]], ids=repr)
def test_a_value_can_be_revived(value: object) -> None:
    revived = revive(sent(value), globals())
    assert revived == value
    assert type(revived) is type(value)
    assert revive(sent([value]), globals()) == [value]


def test_equality_is_that_of_python_for_all_pairs_of_values() -> None:
    for left, right in itertools.product(ALL, repeat=2):
        assert equal(sent(left), sent(right)) == (left == right or type(left) is type(right) is ValueError), (
            left,
            right,
        )


# Values that Python takes for equal though they are of different types, in every nesting.
Atom = Annotated[object, values_of([0, 1, True, 1.0, "a", None, Level.LOW, 1 + 0j])]
Nested = Atom | list["Nested"] | tuple["Nested", ...] | set[Atom] | frozenset[Atom] | dict[Atom, "Nested"]


def prop_equality_of_nested_values_is_that_of_python(left: Nested, right: Nested) -> Property:
    outcome = "equal" if left == right else "different"
    return label(outcome, equal(sent(left), sent(right)) == (left == right))


@pytest.mark.thorough
def test_equality_of_nested_values_is_that_of_python() -> None:
    result = examine(prop_equality_of_nested_values_is_that_of_python, tests=10_000)
    assert result.verdict is Verdict.PASSED and set(result.labels) == {"equal", "different"}, result


def test_strict_equality_tells_types_apart() -> None:
    for left, right in [(1, 1.0), (1, True), (0.0, -0.0), ((1,), Point), (Level.LOW, 1), ([1], deque([1]))]:
        assert not equal(sent(left), sent(right), strict=True)
    assert not equal(sent({1}), sent(frozenset({1})), strict=True)
    assert not equal(sent({1: 2}), sent({1.0: 2}), strict=True)
    assert equal(sent({2, 1}), sent({1, 2}), strict=True)


def test_nan_equals_nan_because_identity_is_lost() -> None:
    assert equal(sent([math.nan, {math.nan: 1}]), sent([math.nan, {math.nan: 1}]))
    assert not equal(sent(math.nan), sent(0.0))
    assert equal(sent(Decimal("sNaN")), sent(Decimal("sNaN")))


def test_a_tolerance_is_relative_and_for_what_is_expected_to_be_a_float() -> None:
    assert not equal(sent([0.1 + 0.2]), sent([0.3]))
    assert equal(sent([0.1 + 0.2, {"x": 1e9 + 1}]), sent([0.3, {"x": 1e9}]), tolerance=1e-6)
    assert equal(sent(1.0), sent(1), tolerance=1e-6)
    assert equal(sent(1.0000001), sent(1), tolerance=1e-6)
    assert equal(sent(0.5), sent(Fraction(500_000_001, 1_000_000_000)), tolerance=1e-6)
    assert not equal(sent(1.1), sent(1), tolerance=1e-6)
    assert not equal(sent(1.0), sent(10**400), tolerance=1e-6)
    assert not equal(sent(9.1e-31), sent(1.67e-27), tolerance=1e-9)
    assert not equal(sent(0.0), sent(1e-30), tolerance=1e-9)
    assert equal(sent(0.0), sent(1e-30), tolerance=1e-9, noise=1e-12)
    assert not equal(sent(1.0), sent(Decimal("sNaN")), tolerance=1e-6)


@pytest.mark.parametrize(
    ("expected", "actual", "same"),
    [
        (10**12, 10**12 + 1, False),
        (math.factorial(25), float(math.factorial(25)), False),
        (2**60 + 1, float(2**60 + 1), False),
        (2**60, float(2**60), True),
        (7, 7.0, True),
        (7, 7.000000000000001, False),
        (7.000000000000001, 7, True),
        (Fraction(1, 3), 1 / 3, False),
        (Decimal("0.1"), 0.1, False),
        (True, 1.0, True),
        (math.nan, math.nan, True),
        (math.nan, 1.0, False),
        (math.inf, 1e308, False),
        (math.inf, math.inf, True),
        (-math.inf, math.inf, False),
        (0.0, -0.0, True),
        (1 + 1e-12j, 1.0, True),
        ([1, 2.0], [1, 2.0000000000000004], True),
        ([2, 2.0], [2.0000000000000004, 2.0], False),
    ],
)
def test_integers_are_exact_whatever_the_tolerance(expected: object, actual: object, same: bool) -> None:
    assert equal(sent(expected), sent(actual), tolerance=1e-9) is same


def test_zeros_of_different_signs_differ_only_where_types_count() -> None:
    assert not equal(sent(0.0), sent(-0.0), tolerance=1e-9, strict=True)
    assert not equal(sent(1), sent(1.0), tolerance=1e-9, strict=True)


def test_elements_of_sets_and_keys_may_be_near() -> None:
    assert equal(sent({0.1 + 0.2, 1.5}), sent({0.3, 1.5}), tolerance=1e-9)
    assert equal(sent({0.1 + 0.2: 1.0, 2.0: "a"}), sent({0.3: 1.0, 2.0: "a"}), tolerance=1e-9)
    assert not equal(sent({0.1 + 0.2: 1.0, 2.0: "a"}), sent({0.3: "a", 2.0: 1.0}), tolerance=1e-9)
    assert equal(sent({(0.1 + 0.2, "x")}), sent({(0.3, "x")}), tolerance=1e-9)
    assert not equal(sent({0.1 + 0.2}), sent({0.3}))
    assert not equal(sent({0.3, 0.4}), sent({0.3, 0.5}), tolerance=1e-9)


def test_shared_and_cyclic_references_keep_their_shape() -> None:
    loop: list[object] = [1]
    loop.append(loop)
    longer: list[object] = [1]
    longer.append([1, longer])
    assert equal(sent(loop), sent(longer))
    assert not equal(sent(loop), sent([1, [1, [1, []]]]))
    revived = revive(sent(loop))
    assert isinstance(revived, list) and revived[1] is revived
    shared: list[object] = []
    twice = revive(sent([shared, shared]))
    assert isinstance(twice, list) and twice[0] is twice[1]
    ring = Node(1)
    ring.next = Node(2, ring)
    wrong = Node(1)
    wrong.next = Node(2, Node(3, wrong))
    assert equal(sent(ring), sent(ring))
    assert not equal(sent(ring), sent(wrong))
    assert show(sent(ring)) == "Node(key=1, next=Node(key=2, next=...))"


def test_cyclic_values_inside_of_sets_and_dicts_are_compared_too() -> None:
    def graph(keys: tuple[int, int]) -> object:
        first, second = Node(keys[0]), Node(keys[1])
        first.next, second.next = second, first
        return {"all": {first: 1}}

    assert equal(sent(graph((1, 2))), sent(graph((1, 2))))
    assert not equal(sent(graph((1, 2))), sent(graph((1, 3))))


@pytest.mark.thorough
def test_a_very_deep_value_is_no_problem() -> None:
    deep: object = []
    for _ in range(100_000):
        deep = [deep]
    heap = sent(deep)
    assert equal(heap, heap)
    assert not equal(heap, sent([[]]))
    assert show(heap, 5) == "[[[[[…"
    revived = revive(heap)
    assert isinstance(revived, list)


def test_a_value_that_is_too_large_is_refused() -> None:
    values: list[object] = [[[] for _ in range(300_000)], "x" * 3_000_000, 1 << 100_000_000, ["x" * 1000] * 3000]
    for value in values:
        with pytest.raises(TooLarge):
            write(value)


def lying(base: type, **more: object) -> type:
    """A subclass whose every method lies."""

    def lie(self: object, *_: object) -> object:
        raise AssertionError("a method was called")

    names = ["__eq__", "__hash__", "__repr__", "__str__", "__len__", "__iter__", "__getitem__", "__int__", "__index__"]
    names += ["__bool__", "__float__", "__getattribute__", "__reduce__", "__reduce_ex__", "__format__", "__dir__"]
    names += ["items", "keys", "values", "copy", "encode", "hex", "bit_length", "__complex__", "__bytes__"]
    body = dict.fromkeys(names, lie) | {"__class__": property(lambda self: int), "__dict__": property(lie)} | more
    return type("Liar", (base,), body)


@pytest.mark.parametrize(
    "content", [5, 2.5, 1j, "text", b"b", (1, 2), [1, 2], {1, 2}, frozenset({1}), {1: 2}, bytearray(b"x")]
)
def test_the_content_of_a_lying_subclass_is_what_the_builtin_class_keeps(content: object) -> None:
    base: Any = type(content)
    made = base.__new__(lying(base), content)
    if isinstance(content, list | set | dict | bytearray):
        base.__init__(made, content)
    heap = sent(made)
    assert equal(heap, sent(content))
    assert not equal(heap, sent(content), strict=True)
    assert show(heap).startswith("Liar(")


def test_no_method_of_an_instance_is_called() -> None:
    meta = type("Meta", (type,), {"__hash__": None, "__eq__": lambda *_: 1 / 0, "__instancecheck__": lambda *_: 1 / 0})
    cls = meta("Odd", (), {"__eq__": lambda *_: True, "__getattribute__": lambda *_: 1 / 0, "__hash__": None})
    assert show(sent(cls())) == "Odd()"
    assert show(sent(lying(object)())) == "Liar()"
    assert show(sent(Slotted())) == "Slotted(a=1)"


def test_what_cannot_be_written_is_opaque() -> None:
    heap = sent([len, lambda: 0, (x for x in ""), math, object(), memoryview(b"")])
    assert opaque(heap) == ("builtin_function_or_method", "function", "generator", "memoryview", "module")
    assert opaque(sent([1, Node(2)])) == ()
    with pytest.raises(Missing):
        revive(heap)


def test_shown_values_can_be_read_by_python() -> None:
    names = {**globals(), "date": datetime.date, "time": datetime.time, "timedelta": datetime.timedelta}
    for value in [*ATOMS[:-2], *CONTAINERS[:12], *INSTANCES[:5]]:
        assert eval(show(sent(value), 10_000), names) == value


def test_shown_values_are_bounded_sorted_and_free_of_control_characters() -> None:
    assert show(sent({3, 1, 2, "b", "a"})) == "{1, 2, 3, 'a', 'b'}"
    assert show(sent(frozenset({frozenset({2}), frozenset({1})}))) == "frozenset({frozenset({1}), frozenset({2})})"
    assert len(show(sent(list(range(10_000))), 100)) == 101
    assert len(show(sent(10**20_000), 100)) == 101
    shown = show(sent(["\x1b[31m\u202e", type("\x1b<b>", (), {})()]))
    assert "\x1b" not in shown
    assert "\u202e" not in shown


def garbage(chance: random.Random, depth: int) -> object:
    words = ["at", "int", "float", "list", "dict", "sub", "mixed", "root", "nodes", "0x1", "1.5", "", "decimal", "text"]
    kind = chance.randrange(8 if depth else 6)
    if kind < 3:
        return chance.choice(words)
    if kind < 6:
        return chance.choice([None, True, 0, 1, 2, -1, 10**30, 0.5])
    if kind == 6:
        return [garbage(chance, depth - 1) for _ in range(chance.randrange(5))]
    return {chance.choice(words): garbage(chance, depth - 1) for _ in range(chance.randrange(3))}


def test_hostile_data_is_a_value_or_malformed() -> None:
    chance = random.Random(1)
    outcomes = {"value": 0, "malformed": 0}
    for _ in range(20_000):
        nodes = [
            [chance.choice(["list", "dict", "sub", "mixed", "enum", "range", "object", "tuple", "set"])]
            + [garbage(chance, 2) for _ in range(chance.randrange(1, 4))]
            for _ in range(chance.randrange(3))
        ]
        data = chance.choice([garbage(chance, 3), {"root": garbage(chance, 1), "nodes": nodes}])
        try:
            heap = read(data)
        except Malformed:
            outcomes["malformed"] += 1
        else:
            outcomes["value"] += 1
            assert equal(heap, heap)
            show(heap)
    assert min(outcomes.values()) > 500


def test_mutated_values_are_values_or_malformed() -> None:
    chance = random.Random(2)
    for value in ALL:
        for _ in range(200):
            data = json.loads(json.dumps(write(value)))
            place: object = data
            while isinstance(place, dict | list) and place:
                key = chance.choice(list(place)) if isinstance(place, dict) else chance.randrange(len(place))
                if chance.random() < 0.4:
                    place[key] = garbage(chance, 1)
                    break
                place = place[key]
            try:
                heap = read(data)
            except Malformed:
                continue
            assert equal(heap, heap)
            show(heap)


@pytest.mark.parametrize(
    "data",
    [
        {"root": ["at", 0], "nodes": [["sub", "A", [], [["at", 0]]]]},
        {"root": ["at", 0], "nodes": []},
        {"root": ["at", True], "nodes": [["list", []]]},
        {"root": ["decimal", "1e999999999999999999999"], "nodes": []},
        {"root": ["fraction", "0x1", "-0x0"], "nodes": []},
        {"root": ["float", "9" * 1000], "nodes": []},
        {"root": 1.5, "nodes": []},
        {"root": 2**60, "nodes": []},
        {"root": ["datetime", "1", "1"], "nodes": []},
        {"root": None, "nodes": [["range", [0, 1, 0]]]},
        {"root": None, "nodes": [["dict", [1]]]},
    ],
)
def test_what_no_value_is_written_as_is_malformed(data: object) -> None:
    with pytest.raises(Malformed):
        read(data)


def test_sets_that_contain_the_same_element_twice_are_still_compared() -> None:
    hostile = read({"root": ["at", 0], "nodes": [["set", [1, 1]]]})
    assert not equal(hostile, sent({1, 2}))
    assert not equal(sent({1, 2}), hostile)


def test_numbers_with_one_hash_are_compared_in_reasonable_time() -> None:
    modulus = sys.hash_info.modulus
    numbers = [n * modulus for n in range(20_000)]
    heap = read({"root": ["at", 0], "nodes": [["set", [["int", hex(n)] if n > 2**53 else n for n in numbers]]]})
    assert equal(heap, heap)


def test_numbers_of_all_kinds_are_equal_as_in_python() -> None:
    numbers = [
        0,
        1,
        -1,
        0.5,
        1.0,
        1e300,
        10**300,
        Fraction(1, 2),
        Fraction(2),
        2,
        Decimal("0.5"),
        Decimal("1E+2"),
        100,
        1e2,
    ]
    numbers += [True, 1 + 0j, 0.5 + 0j, 1 + 1j, math.inf, -math.inf, Decimal("Infinity"), complex(math.inf, 0), 0.1]
    numbers += [Decimal("0.1"), Fraction(1, 10), 2**53 + 1, float(2**53), Decimal(2**53 + 1), Fraction(0.1)]
    for left, right in itertools.product(numbers, repeat=2):
        assert equal(sent(left), sent(right)) == (left == right), (left, right)
        assert equal(sent({left}), sent({right})) == (left == right), (left, right)


def test_ranges_are_equal_as_in_python() -> None:
    ranges = [range(*parts) for parts in itertools.product((0, 1, 5), (0, 1, 2, 5, 6), (-3, -1, 1, 2, 7))]
    for left, right in itertools.product(ranges, repeat=2):
        assert equal(sent(left), sent(right)) == (left == right), (left, right)
