"""The structures on which methods are judged, and what the reference does with them.

Where the reference builds structures itself, exactly those that it builds are legal: nobody is judged on what cannot
occur. Where it builds none of three nodes, all structures of its layout are, as far as its invariants allow.
"""

from __future__ import annotations

import ast
import itertools
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field, replace

from viva.core.fault import Fault
from viva.core.records import dataclass
from viva.engines.heaps.accessors import accessors, with_stored_kinds
from viva.engines.heaps.building.bounded_exhaustive import Building, structures
from viva.engines.heaps.building.derived_fields import Derivation, by_name, infer_derivation
from viva.engines.heaps.building.method_sequences import (
    Bounds,
    Legal,
    State,
    builder_arguments,
    combinations,
    explore_states,
    in_ranks,
    reachable,
    settle_parameters,
    structures_for,
)
from viva.engines.heaps.building.orders import Growing
from viva.engines.heaps.building.permitted import INVARIANT, Legality, ringed_methods, rings_of
from viva.engines.heaps.building.values import around, find_mentioned, further, near
from viva.engines.heaps.comparing.canonical import form
from viva.engines.heaps.comparing.judging import Asked, Expected
from viva.engines.heaps.invariants import LIBRARY, ORDERED, kept_by
from viva.engines.heaps.layout import Layout, Method, is_back, observe_fields
from viva.engines.heaps.parts import Argument, is_instance, items, join_arguments, objects, size
from viva.engines.heaps.running import Runner, after
from viva.engines.heaps.view import list_view, view
from viva.languages.heap import Heap, Reference, Slot

MOST_CASES = 360
_FEW_NODES = 3
_FEW_KEYS = 4
_LARGE = 12
_MOST_LARGE = 8
_LARGEST_LISTED = 6
_MOST_LISTED = 24
POSITIONS = 7  # a heap of so many has three levels
_ORDERS = 24
_NARROW = Bounds(keys=3, nodes=5, most=420)
_WIDE = Bounds(keys=4, nodes=4, most=180)
_OTHERS = Bounds(keys=4, nodes=3, most=48)
_ALIKE = Bounds(keys=3, nodes=3, most=150, beside=1)
_MEETING = Bounds(keys=3, nodes=3, most=120, beside=2)
_PAIRS = Bounds(keys=12, nodes=4, most=200, beside=1)
_LARGEST_TABLE = 64


@dataclass(frozen=True, slots=True)
class Domain:
    """`states` are the smallest first; `built`: by the methods of the reference. `whole` is the number of nodes up to
    which all structures with four keys are there. `kept` are invariants of the library that all of them keep."""

    layout: Layout
    methods: Mapping[str, Method]
    states: tuple[State, ...]
    built: bool
    whole: int
    kept: tuple[str, ...]
    rules: Mapping[tuple[str, str], Derivation]
    large: tuple[State, ...] = ()
    fresh: tuple[State, ...] = ()
    """New objects, as the constructor of the reference makes them."""
    usual: Mapping[tuple[str, str], Slot] = field(default_factory=dict)
    """What fields of data hold that neither are the key nor follow, in structures that differ in nothing else."""
    orders: tuple[State, ...] = ()
    """Larger ones, one of each order of keys as far as there is room."""
    others: tuple[State, ...] = ()
    """With other keys than small ones: negative, far, equal but for the sign; texts of several letters."""
    builders: frozenset[str] = frozenset()
    rings: tuple[State, ...] = ()
    """With nodes that are reached in two ways, for the methods that are `ringed`: those that know what to do then."""
    ringed: frozenset[str] = frozenset()
    deep: tuple[State, ...] = ()
    """That go far along their links, for loops that go round often."""

    @property
    def kind(self) -> str:
        """Of the keys of nodes: `text`, `real`, or `key`; `mixed` where they are of several kinds."""
        node, key = self.layout.node, self.layout.key
        held = {
            type(child)
            for state in self.states
            for each in state.heap.nodes
            if each.label == node
            for name, child in zip(each.names, each.children, strict=True)
            if name == key
        }
        kinds = {int: "key", str: "text", float: "real"}
        return kinds.get(held.pop(), "mixed") if len(held) == 1 else "mixed" if held else "key"

    @property
    def heaps(self) -> list[Heap]:
        return [state.heap for state in self.states]


def domain_of(
    runner: Runner,
    layout: Layout,
    asked: Sequence[str],
    *,
    invariants: Sequence[str] = (),
    builders: Sequence[str] = (),
    rings: bool | None = None,
    file: str = "",
    seed: int = 0,
) -> Domain:
    """`builders` are the methods that build, if somebody says which; else all public ones do that are more than setters
    and getters. `rings`: whether nodes may be reached in two ways, if somebody says so. Raises Fault where what is
    asked for builds what its own invariant forbids, or nothing can be made."""
    text = runner.outline
    layout = with_stored_kinds(text, layout)
    cls = layout.of_main
    own = [method for method in cls.public if method.name != INVARIANT]
    only = accessors(text, layout)
    building = frozenset(builders) or frozenset(method.name for method in own) - only
    known_kinds = [method for method in own if method.name in building and _known(method)]
    first = reachable(runner, layout, known_kinds, Bounds(keys=2, nodes=2, most=12))
    fresh = tuple(state for state in first if not state.method)
    layout = _with_links(runner, observe_fields(layout, (state.heap for state in first)), known_kinds)
    legal = Legality(runner, layout, tuple(invariants))
    may = legal if legal.says_something else None
    methods = settle_parameters(runner, layout, own, [state.heap for state in first] or _listed(layout, 3, 2)[:8])
    chosen = [method for method in methods if method.name in building]
    built = _built(runner, layout, chosen, meeting_distance(text), legal=may)
    states, layout = list(built.states), built.layout
    largest = _largest(states, layout)
    linked = any(not is_back(link) for link in layout.links)
    enough = largest >= _FEW_NODES or (bool(states) and not linked)
    if not enough:
        legal = Legality(runner, layout, tuple(invariants))
        found = _listed(layout, 4 if len(layout.links) > 1 else 5, 3)
        states = [State(heap) for heap, holds in zip(found, legal(found), strict=True) if holds]
        if not states:
            raise Fault(
                f"no structure of class {layout.main} can be made: neither by its methods nor from its fields",
                file,
                cls.line,
                remedy="give the reference a method that builds structures, such as insert",
            )
        methods = settle_parameters(runner, layout, own, [state.heap for state in states][:12])
    else:
        legal.held_by(_asked_builders(asked, chosen, builders), states, file)
    rules = _rules(layout, [state.heap for state in states]) if enough else by_name(layout)
    states.sort(key=lambda state: size(state.heap))
    heaps = [state.heap for state in states]
    kept = tuple(dict.fromkeys((*invariants, *kept_by(view(heap, layout) for heap in heaps))))
    if enough:
        large = _large(runner, layout, chosen, states, seed=seed, legal=may)
    else:
        more = [State(heap) for heap in _listed(layout, _LARGEST_LISTED, 3)[-_MOST_LISTED:]]
        large = [state for state, holds in zip(more, legal([state.heap for state in more]), strict=True) if holds]
    known = {method.name: method for method in methods}
    missing = next((name for name in asked if name not in known), None)
    if missing is not None:
        raise Fault(
            f"no arguments could be found for the method {missing!r} of the reference",
            file,
            (cls.method(missing) or cls.methods[0]).line if cls.methods else cls.line,
            remedy="annotate its parameters: int, float, str, bool, list[int] or a class of the reference",
        )
    around = [] if enough else rings_of(layout, legal)
    ringed = ringed_methods(runner, layout, [known[name] for name in asked], around, rings) if around else frozenset()
    if ringed:
        kept = tuple(name for name in kept if all(LIBRARY[name](view(state.heap, layout)) for state in around))
    return Domain(
        layout, known, tuple(states), enough, built.complete if enough else _FEW_NODES, kept, rules, tuple(large),
        fresh, built.usual, tuple(built.orders), tuple(built.others), frozenset(method.name for method in chosen),
        tuple(around), ringed,
    )  # fmt: skip


def _with_links(runner: Runner, layout: Layout, builders: Sequence[Method]) -> Layout:
    """The layout with the links of nodes that only two keys show that meet in a table. What is legal cannot be said
    before that is known. Among as many keys as a table has places, and one more, there are two that meet."""
    if layout.node is not None or len(layout.classes) == 1:
        return layout
    apart = meeting_distance(runner.outline)
    for bounds in (replace(_MEETING, apart=apart), _PAIRS):
        layout = observe_fields(layout, (state.heap for state in reachable(runner, layout, builders, bounds)))
        if layout.node is not None:
            break
    return layout


def _asked_builders(asked: Sequence[str], chosen: Sequence[Method], builders: Sequence[str]) -> frozenset[str]:
    """What must build nothing that is not legal: what somebody named, or what is asked for and builds."""
    return frozenset(builders) or frozenset(method.name for method in chosen if method.name in asked)


def _usual(layout: Layout, heaps: Sequence[Heap]) -> dict[tuple[str, str], Slot]:
    """Values of data that are the same wherever they are."""
    seen: dict[tuple[str, str], set[Slot]] = {}
    for heap in heaps:
        for node in heap.nodes:
            if node.label in (layout.main, layout.node):
                for name, child in zip(node.names, node.children, strict=True):
                    if not isinstance(child, Reference):
                        seen.setdefault((node.label, name), set()).add(child)
    return {place: values.pop() for place, values in seen.items() if len(values) == 1 and None not in values}


@dataclass(frozen=True, slots=True)
class _Built:
    """What the reference builds; up to how many nodes nothing is left out; the usual values of data; the layout as all
    of this shows it; larger structures, one of each order of keys; and some with other keys."""

    states: tuple[State, ...]
    complete: int
    usual: Mapping[tuple[str, str], Slot]
    layout: Layout
    orders: Sequence[State] = ()
    others: Sequence[State] = ()


def _built(runner: Runner, layout: Layout, builders: Sequence[Method], meeting: int, *, legal: Legal | None) -> _Built:
    """More is built where what there is would say little."""
    states, dropped = explore_states(runner, layout, builders, _WIDE, legal)
    complete = _WIDE.nodes if dropped is None else _nodes(dropped, layout) - 1
    layout = observe_fields(layout, (state.heap for state in states))
    branching = layout.node is not None and len(layout.links) > 1
    if branching:
        states += _unknown(reachable(runner, layout, builders, _NARROW, legal), states)
    usual: dict[tuple[str, str], Slot] = {}
    if len(layout.data) > 1:
        alike = reachable(runner, layout, builders, _ALIKE, legal)
        usual = _usual(layout, [state.heap for state in alike])
        states += _unknown(alike, states)
    if meeting > 1:
        states += _unknown(reachable(runner, layout, builders, replace(_MEETING, apart=meeting), legal), states)
    growing = Growing(runner, layout, builders, legal)
    sizes = list(growing.sizes(POSITIONS, _ORDERS))
    orders = growing.counted_through([state for level in sizes[_FEW_NODES:] for state in level])
    others: list[State] = []
    for values in _other_values(runner.outline, builders):
        others += _unknown(
            reachable(runner, layout, builders, replace(_OTHERS, values=values), legal), [*states, *others]
        )
    return _Built(tuple(states), complete, usual, layout, _unknown(orders, states), others)


def structures_with(runner: Runner, domain: Domain, constants: Sequence[Argument], legal: Legal | None) -> list[State]:
    """What the reference builds of keys at these values."""
    builders = [method for name, method in domain.methods.items() if name in domain.builders]
    kinds = dict.fromkeys(parameter.kind for method in builders for parameter in method.parameters)
    own = {kind: find_mentioned(kind, constants) for kind in kinds}
    values = {kind: known for kind, known in own.items() if known}
    if not values or not domain.built:
        return []
    states = reachable(runner, domain.layout, builders, replace(_OTHERS, values=values), legal)
    return _unknown(states, [*domain.states, *domain.others])


def _other_values(text: str, builders: Sequence[Method]) -> Iterator[Mapping[str, tuple[Argument, ...]]]:
    constants = [node.value for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Constant)]
    kinds = dict.fromkeys(parameter.kind for method in builders for parameter in method.parameters)
    sets = {kind: further(kind, [each for each in constants if isinstance(each, int | str)]) for kind in kinds}
    for number in range(max(map(len, sets.values()), default=0)):
        yield {kind: known[min(number, len(known) - 1)] for kind, known in sets.items() if known}


def _unknown(more: Sequence[State], known: Sequence[State]) -> list[State]:
    forms = {form(state.heap) for state in known}
    return [state for state in more if form(state.heap) not in forms]


def meeting_distance(text: str) -> int:
    """How far keys lie apart that meet, in a program that takes remainders: what it divides by, or its only number."""
    tree = ast.parse(text)
    remainders = [node for node in ast.walk(tree) if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mod)]
    numbers = [node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and type(node.value) is int]
    sizes = [number for number in numbers if 1 < number <= _LARGEST_TABLE]
    return sizes[0] if remainders and sizes else 1


def _known(method: Method) -> bool:
    return all(parameter.kind != "instance" for parameter in method.parameters)


def _largest(states: Sequence[State], layout: Layout) -> int:
    return max((_nodes(state.heap, layout) for state in states), default=0)


def _nodes(heap: Heap, layout: Layout) -> int:
    return objects(heap, layout.node) if layout.node else size(heap)


def _listed(layout: Layout, nodes: int, keys: int) -> list[Heap]:
    building = Building(layout, by_name(layout))
    found = list(structures(building, list(range(1, keys + 1)), nodes, 160))
    if layout.main == layout.node:
        return [heap for heap in found if isinstance(heap.root, Reference)]
    return found


def _rules(layout: Layout, heaps: Sequence[Heap]) -> dict[tuple[str, str], Derivation]:
    """Fields that follow from the others in all of these: not the key, not the links, not where it begins."""
    found: dict[tuple[str, str], Derivation] = {}
    first = [field.name for field in layout.fields(layout.main) if field.kind == "reference"][:1]
    for cls in dict.fromkeys((layout.main, layout.node or layout.main)):
        for each in layout.fields(cls):
            taken = cls == layout.node and each.name in (*layout.links, layout.key)
            if not taken and not (cls == layout.main != layout.node and each.name in first):
                rule = infer_derivation(layout, cls, each.name, heaps)
                if rule is not None:
                    found[cls, each.name] = rule
    return found


def _large(
    runner: Runner,
    layout: Layout,
    builders: Sequence[Method],
    states: Sequence[State],
    *,
    seed: int,
    legal: Legal | None,
) -> list[State]:
    """A few larger structures, by chance: each is made from one that is there, by further calls that let it grow."""
    chance = random.Random(seed)
    bounds = Bounds(keys=9, nodes=_LARGE)
    now = [states[chance.randrange(len(states))] for _ in range(_MOST_LARGE)] if states else []
    found: list[State] = []
    for _ in range(6):
        for method in builders:
            if not method.parameters or any(parameter.kind == "instance" for parameter in method.parameters):
                continue
            choices = builder_arguments(method, layout, bounds, [])
            given = [chance.choice(choices) for _ in now] if choices else []
            calls = [join_arguments([state.heap, *one]) for state, one in zip(now, given, strict=False)]
            for number, outcome in enumerate(runner.run(method.name, calls) if calls else ()):
                grown = _grown(outcome.value, after(outcome), layout) if outcome.problem is None else None
                if grown is not None and size(now[number].heap) < size(grown[1]) <= 40:
                    now[number] = now[number].then(grown[1], method.name, given[number], grown[0])
        found += [state for state in now if objects(state.heap, layout.node) > _FEW_NODES or layout.node is None]
    distinct = list({form(state.heap): state for state in found}.values())
    if legal is not None and distinct:
        told = legal([state.heap for state in distinct])
        distinct = [state for state, may in zip(distinct, told, strict=True) if may]
    return distinct[-_MOST_LARGE:]


def _grown(value: Heap | None, left: Heap | None, layout: Layout) -> tuple[str, Heap] | None:
    if value is not None and is_instance(value, layout.main):
        return "result", value
    return None if left is None else ("object", left)


def arguments_for(domain: Domain, method: Method, heap: Heap) -> list[tuple[Argument, ...]]:
    """What a method is called with: keys that are there, between, below and above them."""
    held = {child for node in heap.nodes for child in node.children if isinstance(child, int | float | str)}
    present: list[Argument] = sorted(held, key=repr)
    others = domain.heaps[:10]
    values: list[list[Argument]] = []
    for parameter in method.parameters:
        if parameter.kind == "instance":
            values.append(structures_for(parameter, domain.layout, others))
            continue
        small = around(parameter.kind, _FEW_KEYS)
        if parameter.is_place:
            values.append(small)
            continue
        small = [*small, -2] if parameter.kind == "key" else small
        unusual = [each for each in present if type(each) is type(small[0]) and each not in small] if small else []
        values.append(near(parameter.kind, present) or small if unusual else small)
    return combinations(method.parameters, values)


def calls_for(domain: Domain, method: Method, most: int = MOST_CASES) -> list[Heap]:
    """Calls of a method: one of each order of keys and arguments on the smallest structures, then evenly spread ones
    among the others, some with other keys, and some on larger structures, each order of keys once."""
    first: list[Heap] = []
    others: list[Heap] = []
    orders: set[object] = set()
    for state in domain.states:
        for chosen in arguments_for(domain, method, state.heap):
            call = join_arguments([state.heap, *chosen])
            order = in_ranks(call)
            (others if order in orders else first).append(call)
            orders.add(order)
    around_ones = domain.rings if method.name in domain.ringed else ()
    more = _spread(calls_on(domain, method, domain.others), most // 6)
    more += _spread(calls_on(domain, method, around_ones), most // 4)
    larger = _spread(calls_on(domain, method, domain.orders), most // 4)
    largest = _spread(calls_on(domain, method, domain.large), most // 12)
    room = max(most // 3, most - len(more) - len(larger) - len(largest))
    head = first[: room * 3 // 4]
    rest = [*first[room * 3 // 4 :], *others]
    return [*head, *_spread(rest, room - len(head)), *more, *larger, *largest]


def calls_on(domain: Domain, method: Method, states: Sequence[State]) -> list[Heap]:
    """Every call of the method on these."""
    return [join_arguments([state.heap, *one]) for state in states for one in arguments_for(domain, method, state.heap)]


def calls_below(domain: Domain, method: Method, nodes: int) -> list[Heap]:
    """All calls on the structures that there are of at most so many parts, the smallest first."""
    every = (*domain.states, *domain.orders, *domain.large, *domain.deep)
    small = [state for state in every if size(state.heap) <= nodes]
    return calls_on(domain, method, sorted(small, key=lambda state: size(state.heap)))


def _spread(calls: Sequence[Heap], most: int) -> list[Heap]:
    """Evenly over all of them, and not in step with the arguments."""
    if len(calls) <= most:
        return [*calls]
    return [calls[number * len(calls) // most] for number in range(most)]


def expectations(runner: Runner, method: Method, calls: Sequence[Heap]) -> list[Expected]:
    """What the reference does. Every call that a submission is judged on comes from here, whoever proposed it: one with
    a negative place, or on which the reference raises or does not end, is not asked of anybody."""
    return answers(runner, method.name, [call for call in calls if _has_places(method, call)])


def _has_places(method: Method, call: Heap) -> bool:
    given = zip(method.parameters, items(call)[1:], strict=False)
    return not any(each.is_place and isinstance(slot, int | float) and slot < 0 for each, slot in given)


def answers(runner: Runner, method: str, calls: Sequence[Heap]) -> list[Expected]:
    """What the reference does with these calls, as far as it answers them."""
    found: list[Expected] = []
    for call, outcome in zip(calls, runner.run(method, calls, result=True), strict=False):
        left = after(outcome) if outcome.problem is None else None
        if left is not None and outcome.value is not None and outcome.arguments is not None:
            found.append(Expected(call, outcome.value, left, outcome.steps or 0, outcome.arguments))
    return found


def asked_of(
    domain: Domain, method: str, expected: Sequence[Expected], compare: str = "auto", own: bool = False
) -> Asked:
    """What counts: results unless there are none, what is left unless the method hands back a new structure. `own`: the
    reference has an invariant of its own, which tells what is legal."""
    layout = domain.layout
    structure = layout.main == layout.node and any(is_instance(each.value, layout.main) for each in expected)
    result = any(each.value.root is not None for each in expected)
    fields = frozenset(field.name for cls in layout.classes.values() for field in cls.fields)
    ordered = own or bool(set(domain.kept) & ORDERED)
    ordered = ordered and (len(layout.links) > 1 or (layout.node is None and (own or _all_lists(domain))))
    by_content = compare == "content" or (compare == "auto" and ordered and _changes(domain, expected, structure))
    return Asked(method, result, not structure, by_content, domain.kept, layout, fields, domain.rules)


def _all_lists(domain: Domain) -> bool:
    """Whether all short lists that keep what the reference keeps are among those that it builds. Else there is more to
    say of them than their order: numbers that point to places in the list are no heap, though they may be in order."""
    built = {tuple(view(heap, domain.layout).keys()) for heap in domain.heaps}
    short = itertools.chain.from_iterable(itertools.product((1, 2, 3), repeat=length) for length in (2, 3))
    return all(keys in built for keys in short if all(LIBRARY[name](list_view("", keys)) for name in domain.kept))


def _changes(domain: Domain, expected: Sequence[Expected], structure: bool) -> bool:
    """Whether the method changes what is kept. One that never does is about the shape, as a rotation is."""
    for each in expected:
        before = view(each.call, domain.layout, each.call.nodes[0].children[0])
        now = view(each.value if structure else each.left, domain.layout)
        if sorted(map(repr, before.keys())) != sorted(map(repr, now.keys())):
            return True
    return False
