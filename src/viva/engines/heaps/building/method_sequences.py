"""The structures that a class builds itself: method sequence exploration, breadth first, each structure once.

What is found is reachable by construction, so that a submission is never judged on a structure that cannot occur. Keys
are small whole numbers (or letters), so that all orders of few keys occur, equal ones too.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from viva.engines.heaps.comparing.canonical import Form, form
from viva.engines.heaps.layout import Class, Layout, Method, Parameter
from viva.engines.heaps.parts import Argument, element, is_instance, items, join_arguments, objects, size
from viva.engines.heaps.running import Runner, after, waste
from viva.languages.heap import Heap, Reference

MOST_COMBINATIONS = 24
_FEW = 60
_WRONG_KIND = ("TypeError", "AttributeError")


@dataclass(frozen=True, slots=True)
class Bounds:
    """`keys` is how many different keys there are, `nodes` how large a structure may be, `most` how many there are.
    Keys lie `apart` by so much: a table in which keys meet needs some that do. Beside a key, nodes may keep `beside`
    different values."""

    keys: int = 4
    nodes: int = 4
    most: int = 300
    apart: int = 1
    beside: int = 3
    wasted: int = 40
    """How many runs of a method may use up all that they have before nothing more is built with it."""


@dataclass(frozen=True, slots=True)
class State:
    """A structure and how it was made: by a constructor, or by a call on an earlier one."""

    heap: Heap
    before: int | None = None
    method: str = ""
    arguments: tuple[Argument, ...] = ()
    returned: bool = False
    """It is what the call returned, and not the object that it was called on."""


def keys(kind: str, count: int, apart: int = 1) -> list[Argument]:
    match kind:
        case "text":
            return [chr(ord("a") + number) for number in range(count)]
        case "real":
            return [number + 0.5 for number in range(1, count + 1)]
        case "truth":
            return [False, True]
        case "numbers":
            return [(), (1,), (2, 1), (1, 1, 2)]
    return [apart * number for number in range(1, count + 1)]


def around(kind: str, count: int) -> list[Argument]:
    """The keys, and what lies below and above all of them."""
    match kind:
        case "key":
            return list(range(count + 2))
        case "text":
            return [*keys(kind, count), "", "z"]
        case "real":
            return [0.0, *keys(kind, count), count + 1.5]
    return keys(kind, count)


def combinations(parameters: Sequence[Parameter], values: Sequence[Sequence[Argument]]) -> list[tuple[Argument, ...]]:
    """All of them, or evenly spread ones where there are many. Optional ones are left out first, then given too."""
    required = [number for number, parameter in enumerate(parameters) if not parameter.optional]
    needed = len(required)
    found: list[tuple[Argument, ...]] = []
    for count in range(needed, len(parameters) + 1):
        if any(parameter.kind == "other" for parameter in parameters[:count]):
            break
        chosen = list(itertools.product(*values[:count]))
        stride = max(1, -(-len(chosen) // MOST_COMBINATIONS))
        found += chosen[::stride]
        if count > needed:
            break
    return found


def reachable(runner: Runner, layout: Layout, methods: Sequence[Method], bounds: Bounds) -> list[State]:
    return explore_states(runner, layout, methods, bounds)[0]


def explore_states(
    runner: Runner, layout: Layout, methods: Sequence[Method], bounds: Bounds
) -> tuple[list[State], Heap | None]:
    """Distinct structures, the first of each form, in the order of their making; as many as the bounds allow, and the
    smallest for which there was no room. Each order of keys comes before the same with other keys, the smaller first:
    so no method fills all the room alone."""
    cls = layout.of_main
    states: list[State] = []
    dropped: list[Heap] = []
    forms: set[Form] = set()
    orders: set[object] = set()

    def add(found: Sequence[State]) -> None:
        new: list[State] = []
        others: list[State] = []
        for state in found:
            if objects(state.heap, layout.node) <= bounds.nodes and size(state.heap) <= 40:
                this, order = form(state.heap), in_ranks(state.heap)
                if this not in forms:
                    forms.add(this)
                    (others if order in orders else new).append(state)
                    orders.add(order)
        room = max(0, bounds.most - len(states))
        kept = {id(state) for state in (*new, *others)}
        if len(kept) <= room:
            states.extend(state for state in found if id(state) in kept)
            return
        ordered = [
            *sorted(new, key=lambda state: size(state.heap)),
            *sorted(others, key=lambda state: size(state.heap)),
        ]
        states.extend(ordered[:room])
        dropped.extend(state.heap for state in ordered[room:])

    add([State(heap, None, "", arguments) for arguments, heap in _constructed(runner, cls, bounds)])
    wasted: Counter[str] = Counter()
    done = 0
    while done < len(states) and len(states) < bounds.most:
        level, first, done = states[done:], done, len(states)
        found: list[State] = []
        for method in methods:
            if wasted[method.name] >= bounds.wasted:
                continue
            asked = [
                (number, arguments)
                for number, state in enumerate(level, first)
                # What is as large as may be leads back to what is there already.
                if first < _FEW or objects(state.heap, layout.node) < bounds.nodes
                for arguments in builder_arguments(method, layout, bounds, states[:first] or level)
            ]
            calls = [join_arguments([states[number].heap, *arguments]) for number, arguments in asked]
            for (number, arguments), outcome in zip(asked, runner.run(method.name, calls), strict=False):
                if outcome.problem is not None:
                    wasted[method.name] += waste(outcome)
                    if wasted[method.name] >= bounds.wasted:
                        break
                    continue
                left = after(outcome)
                if left is not None:
                    found.append(State(left, number, method.name, arguments))
                if outcome.value is not None and is_instance(outcome.value, layout.main):
                    found.append(State(outcome.value, number, method.name, arguments, returned=True))
                found += [
                    State(other, number, method.name, arguments)
                    for other in _changed_arguments(outcome.arguments, layout)
                ]
        add(found)
    return states, min(dropped, key=size, default=None)


def in_ranks(heap: Heap) -> object:
    """The same for structures (or calls) whose numbers are in the same order, and which are the same otherwise."""
    numbers = sorted({child for node in heap.nodes for child in node.children if type(child) is int})
    ranks: dict[object, object] = {number: ("rank", rank) for rank, number in enumerate(numbers)}
    return tuple(
        tuple(ranks.get(child, child) if type(child) is int else child for child in node.children)
        for node in heap.nodes
    )


def _changed_arguments(arguments: Heap | None, layout: Layout) -> Iterator[Heap]:
    """What a call made of other structures that it was given, where nodes are handed around themselves."""
    if arguments is not None and layout.main == layout.node:
        for number, slot in enumerate(items(arguments)):
            if number and isinstance(slot, Reference) and arguments.nodes[slot.node].label == layout.main:
                yield element(arguments, number)


def builder_arguments(
    method: Method, layout: Layout, bounds: Bounds, states: Sequence[State]
) -> list[tuple[Argument, ...]]:
    """Arguments to build with: keys, and for other structures a few that are there already."""
    few: list[Argument] = [state.heap for state in states[:6]]
    values = [
        few if parameter.kind == "instance" else values_for(parameter, place, layout, bounds)
        for place, parameter in enumerate(method.parameters)
    ]
    return combinations(method.parameters, values)


def values_for(parameter: Parameter, place: int, layout: Layout, bounds: Bounds) -> list[Argument]:
    """What is kept in a node beside its key has fewer values. What is kept in a list may be found by its place: 0 is a
    key there, too."""
    if layout.node is None:
        zero: list[Argument] = [0] if parameter.kind == "key" else []
        return zero + keys(parameter.kind, bounds.keys, bounds.apart)
    return keys(parameter.kind, min(bounds.beside, bounds.keys) if place else bounds.keys, bounds.apart)


def _constructed(runner: Runner, cls: Class, bounds: Bounds) -> Iterator[tuple[tuple[Argument, ...], Heap]]:
    parameters = tuple(
        replace(parameter, kind="other") if parameter.kind == "instance" else parameter for parameter in cls.constructor
    )
    calls = combinations(parameters, [keys(parameter.kind, bounds.keys) for parameter in parameters])
    for call, outcome in zip(calls, runner.construct(calls), strict=False):
        if outcome.problem is None and outcome.value is not None and is_instance(outcome.value, cls.name):
            yield call, outcome.value


def settle_parameters(
    runner: Runner, layout: Layout, methods: Sequence[Method], samples: Sequence[Heap]
) -> list[Method]:
    """The methods with the kinds of parameters that nobody wrote down: numbers where these will do, and else structures
    of the same class, nodes, or texts. A method that takes none of these is left out."""
    found: list[Method] = []
    for method in methods:
        unknown = [number for number, parameter in enumerate(method.parameters) if parameter.kind == "key"]
        for kind in ("key", "instance", "text"):
            tried = _with_kind(method, unknown, kind, layout.main)
            if _takes(runner, layout, tried, samples):
                found.append(tried)
                break
            if not unknown:
                break
    return found


def _with_kind(method: Method, numbers: Sequence[int], kind: str, main: str) -> Method:
    parameters = tuple(
        replace(parameter, kind=kind, cls=main if kind == "instance" else "") if number in numbers else parameter
        for number, parameter in enumerate(method.parameters)
    )
    return replace(method, parameters=parameters)


def _takes(runner: Runner, layout: Layout, method: Method, samples: Sequence[Heap]) -> bool:
    """Whether some call is answered, or refused for another reason than the kind of its arguments."""
    states = [State(heap) for heap in samples[:8]]
    calls = [
        join_arguments([state.heap, *arguments])
        for state in states
        for arguments in builder_arguments(method, layout, Bounds(keys=2), states)[:4]
    ]
    outcomes = list(runner.run(method.name, calls)) if calls else []
    return any(outcome.problem is None or outcome.problem.kind not in _WRONG_KIND for outcome in outcomes)
