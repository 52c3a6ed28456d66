"""The structures that a class builds itself: method sequence exploration, breadth first, each structure once.

What is found is reachable by construction, so that a submission is never judged on a structure that cannot occur. Keys
are small whole numbers (or letters), so that all orders of few keys occur, equal ones too.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import field, replace

from viva.core.records import dataclass
from viva.engines.heaps.accessors import family
from viva.engines.heaps.building.values import keys
from viva.engines.heaps.comparing.canonical import Form, form
from viva.engines.heaps.layout import Class, Layout, Method, Parameter
from viva.engines.heaps.parts import Argument, element, is_instance, items, join_arguments, objects, part, size
from viva.engines.heaps.running import Runner, after, waste
from viva.languages.heap import Heap, Reference
from viva.languages.outcome import Outcome

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
    values: Mapping[str, tuple[Argument, ...]] = field(default_factory=dict)
    """By kind, keys to use in place of the small ones."""
    wasted: int = 40
    """How many runs of a method may use up all that they have before nothing more is built with it."""

    def keys_of(self, kind: str, count: int) -> list[Argument]:
        return [*self.values[kind]] if kind in self.values else keys(kind, count, self.apart)


Legal = Callable[[Sequence[Heap]], Sequence[bool]]
"""Which structures may occur, where somebody says so."""


@dataclass(frozen=True, slots=True)
class Step:
    """A call, or for the first step of a way (`method` is empty) the constructor. `took`: one goes on with the object
    (`object`), with what was returned (`result`), or with an argument (`argument`)."""

    method: str
    arguments: tuple[Argument, ...] = ()
    took: str = "object"


@dataclass(frozen=True, slots=True)
class State:
    """A structure and the way by which it was made; none where it was made from fields."""

    heap: Heap
    way: tuple[Step, ...] = ()

    @property
    def method(self) -> str:
        return self.way[-1].method if self.way else ""

    @property
    def arguments(self) -> tuple[Argument, ...]:
        return self.way[-1].arguments if self.way else ()

    def then(self, heap: Heap, method: str, arguments: tuple[Argument, ...], took: str = "object") -> State:
        return State(heap, (*self.way, Step(method, arguments, took)))


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


def reachable(
    runner: Runner, layout: Layout, methods: Sequence[Method], bounds: Bounds, legal: Legal | None = None
) -> list[State]:
    return explore_states(runner, layout, methods, bounds, legal)[0]


def explore_states(
    runner: Runner, layout: Layout, methods: Sequence[Method], bounds: Bounds, legal: Legal | None = None
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
        if legal is not None and found:
            found = [state for state, may in zip(found, legal([state.heap for state in found]), strict=True) if may]
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

    add(construct_states(runner, cls, bounds))
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
                found += _came(states[number], method.name, arguments, outcome, layout)
        add(found)
    return states, min(dropped, key=size, default=None)


def _came(
    state: State, method: str, arguments: tuple[Argument, ...], outcome: Outcome, layout: Layout
) -> Iterator[State]:
    """The structures that there are after a call."""
    left = after(outcome)
    if left is not None:
        yield state.then(left, method, arguments)
    if outcome.value is not None and is_instance(outcome.value, layout.main):
        yield state.then(outcome.value, method, arguments, "result")
    for other in _changed_arguments(outcome.arguments, layout):
        yield state.then(other, method, arguments, "argument")


def in_ranks(heap: Heap) -> object:
    """The same for structures (or calls) whose numbers are in the same order, and which are the same otherwise."""
    numbers = sorted({child for node in heap.nodes for child in node.children if type(child) is int})
    texts = sorted({child for node in heap.nodes for child in node.children if isinstance(child, str)})
    ranks: dict[object, object] = {number: ("rank", rank) for rank, number in enumerate(numbers)}
    ranks |= {text: ("place", place) for place, text in enumerate(texts)}
    return tuple(
        tuple(ranks[child] if type(child) is int or isinstance(child, str) else child for child in node.children)
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
    heaps = [state.heap for state in states]
    values = [
        structures_for(parameter, layout, heaps)[:7]
        if parameter.kind == "instance"
        else values_for(parameter, place, layout, bounds)
        for place, parameter in enumerate(method.parameters)
    ]
    return combinations(method.parameters, values)


def structures_for(parameter: Parameter, layout: Layout, heaps: Sequence[Heap]) -> list[Argument]:
    """What may be given for a parameter that takes objects: structures, the first nodes of structures, or nothing."""
    found: list[Argument] = []
    if parameter.cls in ("", *family(layout, layout.main)):
        found = [*heaps]
    elif parameter.cls == layout.node:
        first = next((each.name for each in layout.fields(layout.main) if each.kind == "reference"), None)
        for heap in heaps:
            node = heap.nodes[heap.root.node] if isinstance(heap.root, Reference) else None
            entry = node.children[node.names.index(first)] if node is not None and first in node.names else None
            if isinstance(entry, Reference):
                found.append(part(heap, entry))
    return [None, *found] if parameter.nullable else found


def values_for(parameter: Parameter, place: int, layout: Layout, bounds: Bounds) -> list[Argument]:
    """What is kept in a node beside its key has fewer values. What is kept in a list may be found by its place: 0 is a
    key there, too."""
    if parameter.is_place:
        return [*range(bounds.keys)]
    if layout.node is None:
        zero: list[Argument] = [0] if parameter.kind == "key" and not bounds.values else []
        return zero + bounds.keys_of(parameter.kind, bounds.keys)
    return bounds.keys_of(parameter.kind, min(bounds.beside, bounds.keys) if place else bounds.keys)


def construct_states(runner: Runner, cls: Class, bounds: Bounds) -> list[State]:
    """New objects."""
    parameters = tuple(
        replace(parameter, kind="other") if parameter.kind == "instance" else parameter for parameter in cls.constructor
    )
    calls = combinations(parameters, [bounds.keys_of(parameter.kind, bounds.keys) for parameter in parameters])
    return [
        State(outcome.value, (Step("", call),))
        for call, outcome in zip(calls, runner.construct(calls), strict=False)
        if outcome.problem is None and outcome.value is not None and is_instance(outcome.value, cls.name)
    ]


def settle_parameters(
    runner: Runner, layout: Layout, methods: Sequence[Method], samples: Sequence[Heap]
) -> list[Method]:
    """The methods with the kinds of parameters that nobody wrote down: numbers where these will do, and else structures
    of the same class, nodes, or texts. A method that takes none of these is left out."""
    found: list[Method] = []
    for method in methods:
        unknown = [number for number, parameter in enumerate(method.parameters) if parameter.kind == "key"]
        for kind in ("key", "instance", "text", "numbers"):
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
