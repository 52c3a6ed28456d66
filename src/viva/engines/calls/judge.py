"""Whether an answer is the one that is asked for. Decided outside the sandbox, on written values."""

from __future__ import annotations

import copy
import math
import re
import types
from collections.abc import Callable, Sequence
from dataclasses import replace

from viva.core.algorithms.matching import can_be_matched
from viva.core.fault import Fault
from viva.core.records import dataclass
from viva.engines.calls.nearness import Nearness, has_floats, is_rounding, nearness, shaken
from viva.engines.calls.oracle import Case, is_iterator
from viva.engines.calls.question import TOLERANCE, Arguments, Comparison
from viva.languages.heap import EXACT, Heap, Node, Reference, Slot, is_nothing, is_null, opaque, parts
from viva.languages.outcome import Outcome
from viva.languages.protocol import Calls
from viva.languages.values import Missing, revive

_ZERO = re.compile(r"(?<![\w.])-(0\.0+(?![\d]))")
_ENDING = frozenset({"no_result", "protocol_error", "unserialisable"})
_HUGE = 5_000
LACKING = "lacking"
"""The kind of a failure of which Viva is the cause, perhaps: the program asked for what is not there."""


@dataclass(frozen=True, slots=True)
class Failure:
    """`kind` says in which way the answer is wrong; `reason` is the word of the report."""

    case: Case
    outcome: Outcome
    kind: str

    @property
    def reason(self) -> str:
        """`no_end` is told of what was found to be more than slow: see `slow`."""
        reason = self.outcome.problem.reason if self.outcome.problem else "wrong"
        return "no_end" if reason == "step_limit" else reason

    @property
    def costly(self) -> bool:
        """Whether more answers like this one would take long: it ended its process, or is huge."""
        value = self.outcome.value
        return self.reason in _ENDING or (value is not None and _huge(value))


class Judge:
    """A comparison, ready to be applied to answers in a language. `near` says how near floats have to be, `values` what
    the reference gives for other arguments, and `magnitude` how large its numbers become on the way: where it hangs on
    every digit of its own, it is not followed closer than that. `without_rounding` says where its numbers are exact."""

    def __init__(
        self,
        comparison: Comparison,
        calls: Calls,
        near: Nearness | None = None,
        values: Callable[[Sequence[Arguments]], list[Heap]] | None = None,
        magnitude: Callable[[Arguments], float] | None = None,
        *,
        without_rounding: Callable[[Arguments], bool] | None = None,
    ) -> None:
        self.comparison = comparison
        self.calls = calls
        self.near = nearness(comparison) if near is None else near
        self.values = values
        self.magnitude = magnitude
        self.without_rounding = without_rounding
        self._equality = None if comparison.equality is None else _loaded(comparison.equality)

    def failure(self, case: Case, outcome: Outcome) -> Failure | None:
        kind = self._kind(case, outcome)
        if kind is not None and outcome.lacked:
            kind = LACKING
        return None if kind is None else Failure(case, outcome, kind)

    def _kind(self, case: Case, outcome: Outcome) -> str | None:
        expected = case.expected
        if outcome.problem is not None and outcome.problem.reason != "crash":
            return outcome.problem.reason
        if expected is None:
            return "crash" if outcome.problem else None
        if expected.problem is not None:
            return self._exception(expected, outcome)
        if outcome.problem is not None:
            return "crash"
        assert expected.value is not None and outcome.value is not None
        if not self.same(expected.value, outcome.value, case.arguments) and not self._rounded(case, outcome.value):
            return _difference(expected.value, outcome, self.calls)
        if self._misses_a_whole_number(case, outcome.value):
            return "wrong"
        if self.comparison.output and _trimmed(expected.written) != _trimmed(outcome.written):
            return "output"
        if self.comparison.arguments and not self._same_arguments(case, outcome):
            return "arguments"
        return None

    def same(self, expected: Heap, actual: Heap, arguments: tuple[object, ...] = ()) -> bool:
        if self._equality is not None:
            return self._custom(expected, actual, arguments)
        strict, noise = self.comparison.strict, self.near.noise(expected, arguments, actual)
        if self.comparison.any_order:
            return self._same_elements(expected, actual, strict, noise)
        return self._equal(expected, actual, strict, noise)

    def _misses_a_whole_number(self, case: Case, actual: Heap) -> bool:
        """Whether a whole number that is too large for a tolerance to be about its rounding is another one, though the
        reference has rounded nothing."""
        expected = case.expected.value if case.expected else None
        if self.without_rounding is None or self._equality is not None or expected is None or not self.near.tolerance:
            return False
        if self.comparison.tolerance != TOLERANCE:
            return False
        wanted, found = map(_with_large_as_texts, (expected, actual))
        if wanted == expected or self.same(wanted, found, case.arguments):
            return False
        return self.without_rounding(case.arguments)

    def _rounded(self, case: Case, actual: Heap) -> bool:
        """Whether the answer differs by no more than roundings of the arguments would make the reference differ; where
        that jumps, a border is asked about, and it does not count."""
        expected = case.expected.value if case.expected else None
        if self.values is None or self._equality is not None or expected is None or self.near.tolerance is None:
            return False
        if not has_floats(expected):
            return False
        gap, share, strict = self.near.gap(case.arguments), self.near.share, self.comparison.strict
        if not self._equal(expected, actual, strict, gap, share):
            return False
        if self.magnitude is not None:
            carried = self.near.carried(self.magnitude(case.arguments), case.arguments)
            if self._equal(expected, actual, strict, carried):
                return True
        others = self.values(shaken(case.arguments))
        near = [other for other in others if self._equal(expected, other, False, gap, share)]
        return is_rounding(expected, actual, near)

    def asks_for_more(self, expected: Heap) -> bool:
        """Whether it takes more than the two values to say whether an answer is this one: how near floats have to be,
        what was printed, the arguments, or an equality of the teacher's own."""
        asked = self.comparison
        return bool(self._equality is not None or asked.output or asked.arguments or has_floats(expected))

    def is_exact(self, case: Case, outcome: Outcome) -> bool:
        """Whether a right answer is so without a tolerance."""
        expected = case.expected.value if case.expected else None
        if expected is None or outcome.value is None or self.near.tolerance is None:
            return True
        if not has_floats(expected) and _with_plain_zeros(expected) == _with_plain_zeros(outcome.value) != expected:
            return outcome.value == expected
        if not has_floats(expected):
            return True
        return self.calls.equal(expected, outcome.value)

    def _equal(self, expected: Heap, actual: Heap, strict: bool, noise: float, share: float | None = None) -> bool:
        tolerance = self.near.tolerance if share is None else share
        if self.calls.equal(expected, actual, strict=strict, tolerance=tolerance, noise=noise):
            return True
        if strict or tolerance is None:
            return False
        plain_texts = [_with_plain_zeros(heap) for heap in (expected, actual)]
        if plain_texts == [expected, actual]:
            return False
        return self.calls.equal(*plain_texts, tolerance=tolerance, noise=noise)

    def _same_elements(self, expected: Heap, actual: Heap, strict: bool, noise: float) -> bool:
        """Whether two sequences have the same elements, each as often, in whatever order."""
        left, right = _elements(expected), _elements(actual)
        if left is None or right is None:
            return self._equal(expected, actual, strict, noise)
        if len(left) != len(right):
            return False
        return can_be_matched(*_without_twins(left, right), lambda one, two: self._equal(one, two, strict, noise))

    def _same_arguments(self, case: Case, outcome: Outcome) -> bool:
        assert case.expected is not None
        expected = case.expected.arguments
        if expected is None or outcome.arguments is None:
            return expected is outcome.arguments
        return self._equal(expected, outcome.arguments, False, self.near.noise(expected, case.arguments))

    def _exception(self, expected: Outcome, outcome: Outcome) -> str | None:
        assert expected.problem is not None
        if outcome.problem is None:
            return "exception_missing"
        if outcome.problem.kind != expected.problem.kind:
            return "exception_kind"
        if self.comparison.exceptions == "message" and outcome.problem.message != expected.problem.message:
            return "exception_message"
        return None

    def _custom(self, expected: Heap, actual: Heap, arguments: tuple[object, ...]) -> bool:
        """An equality of the teacher's own. A value that cannot be made here is compared as usual."""
        assert self._equality is not None
        try:
            values = revive(plain(expected)), revive(plain(actual))
        except (Missing, TypeError, ValueError):
            return self._equal(expected, actual, False, self.near.noise(expected, arguments))
        wanted = self._equality.__code__.co_argcount
        try:
            return bool(self._equality(*values, *([copy.deepcopy(arguments)] if wanted > 2 else [])))
        except Exception as problem:  # noqa: BLE001 a value that the teacher's function cannot use is not equal
            self._try_out(values[0], arguments, problem)
            return False

    def _try_out(self, expected: object, arguments: tuple[object, ...], problem: Exception) -> None:
        """An equality that cannot even compare an expected value with itself is a fault of the exercise."""
        assert self._equality is not None
        wanted = self._equality.__code__.co_argcount
        try:
            self._equality(expected, expected, *([copy.deepcopy(arguments)] if wanted > 2 else []))
        except Exception:  # noqa: BLE001 whatever it raises is a fault of the exercise
            raise Fault(
                f"the exercise's own equality raised {type(problem).__name__}: {problem}", file="equality.py"
            ) from None


def plain(heap: Heap) -> Heap:
    """The heap with instances of subclasses of builtin classes as what these classes hold."""

    def bare(slot: Slot) -> Slot:
        while isinstance(slot, Reference) and heap.nodes[slot.node].kind in ("sub", "mixed"):
            slot = heap.nodes[slot.node].children[0]
        return slot

    nodes = tuple(replace(node, children=tuple(map(bare, node.children))) for node in heap.nodes)
    kept = tuple(Node("tuple", "", ()) if node.kind in ("sub", "mixed") else node for node in nodes)
    return Heap(bare(heap.root), kept)


def _with_plain_zeros(heap: Heap) -> Heap:
    """With `0.0` for `-0.0` in texts: the two are one number, and which of them it is written as is chance."""

    def bare(slot: Slot) -> Slot:
        return _ZERO.sub(r"\1", slot) if isinstance(slot, str) and "-0" in slot else slot

    return Heap(bare(heap.root), tuple(replace(node, children=tuple(map(bare, node.children))) for node in heap.nodes))


def _with_large_as_texts(heap: Heap) -> Heap:
    """With whole numbers from which on doubles do not have all as texts, which have no tolerance."""

    def written(slot: Slot) -> Slot:
        whole = isinstance(slot, int) or (isinstance(slot, float) and math.isfinite(slot))
        return hex(int(slot)) if whole and isinstance(slot, int | float) and abs(slot) >= EXACT else slot

    return Heap(
        written(heap.root), tuple(replace(node, children=tuple(map(written, node.children))) for node in heap.nodes)
    )


def _elements(heap: Heap) -> list[Heap] | None:
    root = plain(heap).root
    if isinstance(root, Reference) and heap.nodes[root.node].kind in ("list", "tuple", "deque"):
        return [Heap(child, heap.nodes) for child in heap.nodes[root.node].children]
    return None


def _without_twins(left: Sequence[Heap], right: Sequence[Heap]) -> tuple[list[Heap], list[Heap]]:
    """What is left when exact atoms are paired with atoms that are written alike.

    No pair is lost by that: whatever else would fit one of the two fits its twin as well. And long answers, of which
    most elements are numbers and texts, are not compared each with each.
    """
    twins: dict[str, list[int]] = {}
    for place, element in enumerate(right):
        if (key := _exact(element.root)) is not None:
            twins.setdefault(key, []).append(place)
    paired: set[int] = set()
    rest: list[Heap] = []
    for element in left:
        key = _exact(element.root)
        if key is not None and twins.get(key):
            paired.add(twins[key].pop())
        else:
            rest.append(element)
    return rest, [element for place, element in enumerate(right) if place not in paired]


def _exact(slot: Slot) -> str | None:
    """A text that says an atom to which no tolerance applies; texts, because their hashes cannot be foreseen."""
    match slot:
        case bool() | None:
            return str(slot)
        case int():
            return hex(slot)
        case str():
            return f"'{slot}"
    return None


def _difference(expected: Heap, outcome: Outcome, calls: Calls) -> str:
    """In which way two values differ, as far as it is worth telling apart."""
    actual = outcome.value
    assert actual is not None
    if is_null(actual):
        return "null"
    if is_nothing(actual):
        return "printed" if outcome.written.strip() else "none"
    if is_iterator(actual, calls) and not is_iterator(expected, calls):
        return "iterator"
    if opaque(actual) and not opaque(expected):
        return "opaque"
    if isinstance(actual.root, str) != isinstance(expected.root, str) or _same_inside(expected, actual):
        return "type"
    return "wrong"


def _same_inside(expected: Heap, actual: Heap) -> bool:
    """Whether one value is that of the other, wrapped in a class of its own."""
    roots = plain(expected).root, plain(actual).root
    wrapped = any(isinstance(heap.root, Reference) for heap in (expected, actual))
    return wrapped and not any(isinstance(root, Reference) for root in roots) and roots[0] == roots[1]


def _huge(heap: Heap) -> bool:
    return parts(heap) > _HUGE


def _trimmed(text: str) -> list[str]:
    return [line.rstrip() for line in text.rstrip().split("\n")]


def _loaded(source: str) -> types.FunctionType:
    namespace: dict[str, object] = {"__name__": "equality"}
    exec(compile(source, "equality.py", "exec", dont_inherit=True), namespace)
    found = namespace.get("equal") or namespace.get("equality")
    if not isinstance(found, types.FunctionType):
        raise Fault("this defines no function `equal(expected, actual)`", file="equality.py", line=1)
    return found
