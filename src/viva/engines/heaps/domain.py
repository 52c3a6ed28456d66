"""The structures on which methods are judged, and what the reference does with them.

Where the reference builds structures itself, exactly those that it builds are legal: nobody is judged on what cannot
occur. Where it builds none of three nodes, all structures of its layout are, as far as its invariants allow.
"""

from __future__ import annotations

import ast
import itertools
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from viva.core.fault import Fault
from viva.engines.heaps.building.bounded_exhaustive import Building, structures
from viva.engines.heaps.building.derived_fields import Derivation, by_name, infer_derivation
from viva.engines.heaps.building.method_sequences import (
    Bounds,
    State,
    around,
    builder_arguments,
    combinations,
    explore_states,
    in_ranks,
    reachable,
    settle_parameters,
)
from viva.engines.heaps.comparing.canonical import form
from viva.engines.heaps.comparing.judging import Asked, Expected
from viva.engines.heaps.invariants import LIBRARY, ORDERED, kept_by
from viva.engines.heaps.layout import Layout, Method, is_back, observe_fields
from viva.engines.heaps.parts import Argument, is_instance, join_arguments, objects, size
from viva.engines.heaps.running import Runner, after
from viva.engines.heaps.view import list_view, view
from viva.languages.heap import Heap, Reference, Slot

INVARIANT = "invariant"
MOST_CASES = 300
_FEW_NODES = 3
_FEW_KEYS = 4
_LARGE = 12
_MOST_LARGE = 8
_MORE_LARGE = 32
_FEW_STATES = 60  # where there are so few small structures, larger ones are most of what there is to see
_NARROW = Bounds(keys=3, nodes=5, most=420)
_WIDE = Bounds(keys=4, nodes=4, most=180)
_DISTINCT = Bounds(keys=5, nodes=5, most=400, apart=2)
_ALIKE = Bounds(keys=3, nodes=3, most=150, beside=1)
_MEETING = Bounds(keys=3, nodes=3, most=120, beside=2)
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
    large: tuple[Heap, ...] = ()
    fresh: tuple[State, ...] = ()
    """New objects, as the constructor of the reference makes them."""
    usual: Mapping[tuple[str, str], Slot] = field(default_factory=dict)
    """What fields of data hold that neither are the key nor follow, in structures that differ in nothing else."""

    @property
    def heaps(self) -> list[Heap]:
        return [state.heap for state in self.states]


def domain_of(
    runner: Runner,
    layout: Layout,
    asked: Sequence[str],
    *,
    invariants: Sequence[str] = (),
    file: str = "",
    seed: int = 0,
) -> Domain:
    """Raises Fault where the reference builds what its own invariant forbids, or nothing at all."""
    cls = layout.of_main
    own = [method for method in cls.public if method.name != INVARIANT]
    first = reachable(runner, layout, [method for method in own if _known(method)], Bounds(keys=2, nodes=2, most=12))
    fresh = tuple(state for state in first if not state.method)
    layout = observe_fields(layout, (state.heap for state in first))
    methods = settle_parameters(runner, layout, own, [state.heap for state in first] or _listed(layout, 3, 2)[:8])
    builders = [method for method in methods if not method.name.startswith("_")]
    states, complete, usual, layout = _built(runner, layout, builders, _meeting(runner.program.text))
    largest = _largest(states, layout)
    linked = any(not is_back(link) for link in layout.links)
    enough = largest >= _FEW_NODES or (bool(states) and not linked)
    rules = _rules(layout, [state.heap for state in states]) if enough else by_name(layout)
    if not enough:
        found = _listed(layout, 4 if len(layout.links) > 1 else 5, 3)
        found = [heap for heap in found if all(LIBRARY[name](view(heap, layout)) for name in invariants)]
        states = [State(heap) for heap in _legal(runner, layout, found)]
        if not states:
            raise Fault(
                f"no structure of class {layout.main} can be made: neither by its methods nor from its fields",
                file,
                cls.line,
                remedy="give the reference a method that builds structures, such as insert",
            )
        methods = settle_parameters(runner, layout, own, [state.heap for state in states][:12])
    states.sort(key=lambda state: size(state.heap))
    heaps = [state.heap for state in states]
    _check_invariant(runner, layout, heaps, file)
    for name in invariants:
        if any(not LIBRARY[name](view(heap, layout)) for heap in heaps):
            raise Fault(f"the reference itself builds structures that break the invariant {name!r}", file, cls.line)
    kept = tuple(dict.fromkeys((*invariants, *kept_by(view(heap, layout) for heap in heaps))))
    large = _large(runner, layout, builders, heaps, seed) if enough else ()
    known = {method.name: method for method in methods}
    missing = next((name for name in asked if name not in known), None)
    if missing is not None:
        raise Fault(
            f"no arguments could be found for the method {missing!r} of the reference",
            file,
            (cls.method(missing) or cls.methods[0]).line if cls.methods else cls.line,
            remedy="annotate its parameters: int, float, str, bool, list[int] or a class of the reference",
        )
    whole = complete if enough else _FEW_NODES
    return Domain(layout, known, tuple(states), enough, whole, kept, rules, large, fresh, usual)


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


def _built(
    runner: Runner, layout: Layout, builders: Sequence[Method], meeting: int
) -> tuple[list[State], int, dict[tuple[str, str], Slot], Layout]:
    """What the reference builds; up to how many nodes nothing is left out; the usual values of data; and the layout as
    all of this shows it. More is built where what there is would say little."""
    states, dropped = explore_states(runner, layout, builders, _WIDE)
    complete = _WIDE.nodes if dropped is None else _nodes(dropped, layout) - 1
    layout = observe_fields(layout, (state.heap for state in states))
    if layout.node is not None and len(layout.links) > 1:
        states += _unknown(reachable(runner, layout, builders, _NARROW), states)
        if meeting == 1 and len(states) < _FEW_STATES:
            states += _of_each_order(reachable(runner, layout, builders, _DISTINCT), states)
            complete = _DISTINCT.nodes
    usual: dict[tuple[str, str], Slot] = {}
    if len(layout.data) > 1:
        alike = reachable(runner, layout, builders, _ALIKE)
        usual = _usual(layout, [state.heap for state in alike])
        states += _unknown(alike, states)
    if meeting > 1:
        states += _unknown(reachable(runner, layout, builders, replace(_MEETING, apart=meeting)), states)
    return states, complete, usual, layout


def _unknown(more: Sequence[State], known: Sequence[State]) -> list[State]:
    forms = {form(state.heap) for state in known}
    return [replace(state, before=None) for state in more if form(state.heap) not in forms]


def _of_each_order(more: Sequence[State], known: Sequence[State]) -> list[State]:
    """Trees in which each key is there once at most: four keys make four nodes, on which little can go wrong. So there
    are larger ones, each order of keys once."""
    orders = {in_ranks(state.heap) for state in known}
    found: list[State] = []
    for state in more:
        order = in_ranks(state.heap)
        if order not in orders:
            orders.add(order)
            found.append(replace(state, before=None))
    return found


def _meeting(text: str) -> int:
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


def _legal(runner: Runner, layout: Layout, heaps: Sequence[Heap]) -> list[Heap]:
    """Those that the teacher's own invariant allows, if there is one."""
    if layout.of_main.method(INVARIANT) is None:
        return list(heaps)
    return [heap for heap, holds in zip(heaps, says(runner, heaps), strict=True) if holds]


def says(runner: Runner, heaps: Sequence[Heap]) -> list[bool]:
    """What the teacher's own invariant says of structures; one that raises says no."""
    outcomes = runner.run(INVARIANT, [join_arguments([heap]) for heap in heaps])
    return [outcome.problem is None and outcome.value is not None and bool(outcome.value.root) for outcome in outcomes]


def _check_invariant(runner: Runner, layout: Layout, heaps: Sequence[Heap], file: str) -> None:
    method = layout.of_main.method(INVARIANT)
    if method is None:
        return
    for heap, holds in zip(heaps, says(runner, heaps), strict=True):
        if not holds:
            shown = runner.calls.show(heap, 300)
            raise Fault(
                f"the invariant of the reference is false of a structure that the reference builds itself: {shown}",
                file,
                method.line,
                remedy="mend the invariant, or the method that builds this",
            )


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
    runner: Runner, layout: Layout, builders: Sequence[Method], heaps: Sequence[Heap], seed: int
) -> tuple[Heap, ...]:
    """A few larger structures, by chance: each is made from one that is there, by further calls that let it grow. Where
    each key is there once at most, there are few small ones: then more of these, of all sizes."""
    chance = random.Random(seed)
    bounds = Bounds(keys=9, nodes=_LARGE)
    few = len(heaps) < _FEW_STATES
    now = [heaps[chance.randrange(len(heaps))] for _ in range(_MORE_LARGE if few else _MOST_LARGE)] if heaps else []
    found: list[Heap] = []
    for _ in range(6):
        for method in builders:
            if not method.parameters or any(parameter.kind == "instance" for parameter in method.parameters):
                continue
            choices = builder_arguments(method, layout, bounds, [])
            calls = [join_arguments([heap, *chance.choice(choices)]) for heap in now] if choices else []
            for number, outcome in enumerate(runner.run(method.name, calls) if calls else ()):
                grown = _grown(outcome.value, after(outcome), layout) if outcome.problem is None else None
                if grown is not None and size(now[number]) < size(grown) <= 40:
                    now[number] = grown
        found += [heap for heap in now if objects(heap, layout.node) > _FEW_NODES]
    distinct = list({form(heap): heap for heap in found}.values())
    if not few:
        return tuple(distinct[-_MOST_LARGE:])
    distinct.sort(key=lambda heap: objects(heap, layout.node))
    return tuple(distinct[number * len(distinct) // _MORE_LARGE] for number in range(min(_MORE_LARGE, len(distinct))))


def _grown(value: Heap | None, left: Heap | None, layout: Layout) -> Heap | None:
    if value is not None and is_instance(value, layout.main):
        return value
    return left


def arguments_for(domain: Domain, method: Method, heap: Heap) -> list[tuple[Argument, ...]]:
    """What a method is called with: keys that are there, between, below and above them."""
    present = sorted({child for node in heap.nodes for child in node.children if type(child) is int})
    others = [state.heap for state in domain.states[:10]]
    values: list[list[Argument]] = []
    for parameter in method.parameters:
        if parameter.kind == "instance":
            values.append([*others])
        elif parameter.kind == "key" and present and present[-1] > _FEW_KEYS:
            between = [number + 1 for number in present if number + 1 not in present]
            values.append([0, *present[-6:], *between[:5], *between[5:][-1:]])
        else:
            values.append(around(parameter.kind, _FEW_KEYS))
    return combinations(method.parameters, values)


def calls_for(domain: Domain, method: Method, most: int = MOST_CASES) -> list[Heap]:
    """Calls of a method: one of each order of keys and arguments on the smallest structures, then evenly spread ones
    among the others, and some large ones."""
    first: list[Heap] = []
    others: list[Heap] = []
    orders: set[object] = set()
    for state in domain.states:
        for chosen in arguments_for(domain, method, state.heap):
            call = join_arguments([state.heap, *chosen])
            order = in_ranks(call)
            (others if order in orders else first).append(call)
            orders.add(order)
    head = first[: most * 3 // 4]
    rest = [*first[most * 3 // 4 :], *others]
    found = [*head, *rest[:: max(1, -(-len(rest) // (most - len(head))))]]
    each = max(3, (most - len(found)) // len(domain.large)) if domain.large else 0
    for number, heap in enumerate(domain.large):
        chosen_ones = arguments_for(domain, method, heap)
        found += [
            join_arguments([heap, *one]) for one in chosen_ones[number % each :: max(1, len(chosen_ones) // each)]
        ]
    return found


def calls_on_large_ones(domain: Domain, method: Method) -> list[Heap]:
    """Every call of the method on the large structures: what holds for small ones only is found out there."""
    return [join_arguments([heap, *one]) for heap in domain.large for one in arguments_for(domain, method, heap)]


def expectations(runner: Runner, method: str, calls: Sequence[Heap]) -> list[Expected]:
    """What the reference does; calls on which it raises or does not end are not asked of anybody."""
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
