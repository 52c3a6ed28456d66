"""Another program with the same class: what of the reference's layout it has, under which names, and what it adds.

A program that keeps more than the reference does (a count, a tail) gets structures with these fields filled in, where
the structures that it builds itself show how they follow from the others.
"""

from __future__ import annotations

import itertools
import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import field, replace

from viva.core.records import dataclass
from viva.engines.heaps.building.derived_fields import Derivation, derive, infer_derivation, usual
from viva.engines.heaps.building.method_sequences import Bounds, State, reachable
from viva.engines.heaps.building.paired import Pairing, Pairs
from viva.engines.heaps.comparing.canonical import OBJECTS, form
from viva.engines.heaps.domain import Domain
from viva.engines.heaps.layout import Layout, spoken
from viva.engines.heaps.parts import Argument, element, items, join_arguments, rename_classes
from viva.engines.heaps.running import Runner, wasteful
from viva.languages.heap import Heap, Node, Reference, Slot
from viva.languages.outcome import Outcome

_LOOK = Bounds(keys=3, nodes=4, most=24, wasted=2)
_MOST_RENAMED = 4
_OWN = (Bounds(keys=4, nodes=4, most=180, wasted=2), Bounds(keys=3, nodes=5, most=300, wasted=2))


@dataclass(frozen=True, slots=True)
class Fitting:
    """`classes` and `fields` are other names that the program has for those of the reference; `added` are fields of its
    own and how they follow; `without` are fields that it does not keep; `unknown` are fields of its own that it reads
    and that follow from nothing known, and `lacking` fields that a structure cannot do without. `otherwise`: a new
    object is not kept as the reference keeps it (with a node that stands for nothing, say), or links lead to tuples,
    lists or dicts instead of objects, so that no structure can be given. `own`: the program is given what it builds
    itself by the calls by which the reference builds the same."""

    classes: Mapping[str, str] = field(default_factory=dict)
    fields: Mapping[str, str] = field(default_factory=dict)
    added: Mapping[tuple[str, str], Derivation] = field(default_factory=dict)
    without: frozenset[str] = frozenset()
    unknown: tuple[str, ...] = ()
    lacking: tuple[str, ...] = ()
    otherwise: bool = False
    own: Pairs | None = None

    def gives(self, call: Heap) -> bool:
        """Whether the program has structures such as these."""
        own = self.own
        return own is None or all(form(one) in own.theirs for one in _elements(call) if isinstance(one, Heap))

    def given(self, call: Heap, layout: Layout) -> Heap:
        """A call with its structures as this program has them; `gives` says whether it has."""
        if self.own is not None:
            theirs = self.own.theirs
            return join_arguments([theirs[form(one)] if isinstance(one, Heap) else one for one in _elements(call)])
        if not (self.classes or self.fields or self.added or self.without):
            return call
        found = [derive(one, layout, self.added) if isinstance(one, Heap) else one for one in _elements(call)]
        return rename_classes(_dropped(join_arguments(found), self.without), self.classes, self.fields)

    def taken(self, heap: Heap) -> Heap:
        """What the program handed back, under the names of the reference."""
        return self.named(heap) if self.own is None else self.own.plainly(heap)

    def named(self, heap: Heap) -> Heap:
        return rename_classes(
            heap,
            {theirs: ours for ours, theirs in self.classes.items()},
            {theirs: ours for ours, theirs in self.fields.items()},
        )

    def outcome(self, outcome: Outcome) -> Outcome:
        if not (self.classes or self.fields or self.own):
            return outcome
        return replace(
            outcome,
            value=None if outcome.value is None else self.taken(outcome.value),
            arguments=None if outcome.arguments is None else self.taken(outcome.arguments),
        )


def _elements(call: Heap) -> list[Argument]:
    """The object and the arguments of a call: structures as heaps, lists of numbers as tuples, others as they are."""
    found: list[Argument] = []
    for number, slot in enumerate(items(call)):
        one = element(call, number) if isinstance(slot, Reference) else slot
        if isinstance(one, Heap) and not _is_object(one):
            found.append(tuple(items(one)))  # type: ignore[arg-type]  # only numbers are given in lists
        else:
            found.append(one)  # type: ignore[arg-type]  # arguments are made of what `Argument` has
    return found


def _is_object(heap: Heap) -> bool:
    return isinstance(heap.root, Reference) and heap.nodes[heap.root.node].kind in OBJECTS


def _dropped(heap: Heap, without: frozenset[str]) -> Heap:
    if not without:
        return heap
    nodes = []
    for node in heap.nodes:
        pairs = list(zip(node.names, node.children, strict=False))
        if node.kind in OBJECTS:
            kept = [(name, child) for name, child in pairs if name not in without]
            nodes.append(
                Node(node.kind, node.label, tuple(child for _, child in kept), tuple(name for name, _ in kept))
            )
        else:
            nodes.append(node)
    return Heap(heap.root, tuple(nodes))


def fitting(runner: Runner, reference: Runner, domain: Domain, begun: Sequence[Outcome]) -> Fitting:
    """What the structures that a program builds itself show of its layout; `begun` are its new objects, made as those
    of the reference are. Said by a process that ran it: it decides what the program is given, never what is right."""
    found = _seen_fitting(runner, domain, begun)
    if found.lacking or not (found.unknown or found.otherwise) or not domain.built:
        return found
    follow = {name for _, name in domain.rules}
    names = {each.name for cls in domain.layout.classes.values() for each in cls.fields}
    builders = [method for name, method in domain.methods.items() if not name.startswith("_")]
    pairing = Pairing(
        reference, replace(runner, named=True), domain.layout, builders, frozenset(names - found.without - follow)
    )
    own = pairing.paired(_OWN, lambda heap: _with_defaults(found.named(heap), domain.layout))
    return found if own is None else replace(found, unknown=(), otherwise=False, own=own)


def _seen_fitting(runner: Runner, domain: Domain, begun: Sequence[Outcome]) -> Fitting:
    layout = domain.layout
    states = reachable(runner, layout, [*domain.methods.values()], _LOOK)
    heaps = [state.heap for state in states]
    built = _seen(heaps)
    others = [name for name in built if name != layout.main and name not in layout.classes]
    # A class that was given, and that a program with nodes of its own leaves alone, shows nothing.
    lone = [] if others or layout.node in (None, layout.main, *built) else _lone_nodes(runner, layout)
    seen = _seen([*heaps, *lone])
    if layout.main not in seen:
        return Fitting(otherwise=any(map(wasteful, begun)) or any(_extends(heap, layout.main) for heap in heaps))
    classes: dict[str, str] = {}
    if layout.node and layout.node != layout.main and layout.node not in seen and len(others) == 1:
        classes[layout.node] = others[0]
    fields: dict[str, str] = {}
    without: set[str] = set()
    lacking: list[str] = []
    extra: list[tuple[str, str]] = []
    no_nodes = False
    vital = {*layout.links, layout.key}
    for cls in dict.fromkeys((layout.main, layout.node or layout.main)):
        theirs = seen.get(classes.get(cls, cls))
        if theirs is None:
            continue
        ours = {field.name: field.kind for field in layout.fields(cls)}
        no_nodes |= any(ours[name] == "reference" and theirs.get(name) in ("list", "held") for name in ours)
        missing = [name for name in ours if name not in theirs]
        new = [name for name in theirs if name not in ours]
        renamed: dict[str, list[str]] = {}
        for name in list(missing):
            alike = [other for other in new if _alike(ours[name], theirs[other])]
            rivals = [other for other in missing if _alike(ours[other], ours[name])]
            if len(alike) >= len(rivals) and alike and (cls, name) not in domain.rules and len(alike) == len(rivals):
                fields[name] = alike[0]
                renamed.setdefault("data" if ours[name] == "data" else "other", []).append(name)
                new.remove(alike[0])
                missing.remove(name)
        for names in renamed.values():
            fields = _arranged(names, fields, lambda tried: _agreement(domain, Fitting(classes, tried), states))
        for name in missing:
            if (cls, name) in domain.rules and name not in vital:
                without.add(name)
            else:
                lacking.append(name)
        extra += [(cls, name) for name in new]
    fit = Fitting(classes, fields)
    taken = [fit.taken(heap) for heap in heaps]
    added: dict[tuple[str, str], Derivation] = {}
    unknown: list[str] = []
    for cls, name in extra:
        # Of nodes that hang on nothing, only the name of a field can tell what it is.
        rule = usual(name) if lone and cls == layout.node else infer_derivation(layout, cls, name, taken)
        if rule is not None:
            added[cls, name] = rule
        elif runner.language.name != "python" or not never_read(runner.program.text, name):
            unknown.append(name)
    no_nodes |= _links_structures(layout, taken)
    otherwise = no_nodes or (not (unknown or lacking) and _begins_otherwise(domain, fit, frozenset(without), begun))
    return Fitting(classes, fields, added, frozenset(without), tuple(unknown), tuple(lacking), otherwise)


def _extends(heap: Heap, main: str) -> bool:
    """Whether an object of the class is a list, or another value of the language, and keeps elements as that does."""
    return any(node.kind in ("sub", "mixed") and node.label == main for node in heap.nodes)


def _arranged(
    names: Sequence[str], fields: dict[str, str], agreement: Callable[[dict[str, str]], int]
) -> dict[str, str]:
    """Several fields of one kind that the program names otherwise: which is which. Its names say so where each begins
    like one of the reference's (`l` and `r`); else what calls build says it, since `larger` may stand before `smaller`.
    """
    theirs = [fields[name] for name in names]
    if not 1 < len(names) <= _MOST_RENAMED:
        return fields
    tried = [{**fields, **dict(zip(names, order, strict=True))} for order in itertools.permutations(theirs)]
    alike = [each for each in tried if all(_begin_alike(name, each[name]) for name in names)]
    return alike[0] if alike else max(tried, key=agreement)


def _begin_alike(one: str, two: str) -> bool:
    shorter, longer = sorted((spoken(one).strip("_#").lower(), spoken(two).strip("_#").lower()), key=len)
    return bool(shorter) and longer.startswith(shorter)


def _agreement(domain: Domain, fit: Fitting, states: Sequence[State]) -> int:
    """How many structures are, under these names, what the reference builds by the same calls."""
    ours = {state.way: state.heap for state in domain.states}
    follow = {name for _, name in domain.rules}
    names = {field.name for cls in domain.layout.classes.values() for field in cls.fields}
    kept = frozenset(names - follow)
    taken = ((ours.get(state.way), state.heap) for state in states)
    return sum(
        reference is not None and form(reference, kept) == form(_with_defaults(fit.taken(heap), domain.layout), kept)
        for reference, heap in taken
    )


_ALL_FIELDS = re.compile(
    r"\b(?:\w*attr|__\w*attr\w*__|attrgetter|__dict__|__slots__|__match_args__|__\w*state__|__reduce\w*__|vars|dir|eval|exec"
    r"|compile|inspect|pickle|format\w*|dataclass\w*|SimpleNamespace)\b"
)
"""What may look at fields whose names stand nowhere. In JavaScript any index may (`node[side + "Height"]`)."""


def never_read(text: str, field: str) -> bool:
    """Whether a program in Python only ever stores something in a field: then what is in it makes no difference, and a
    structure can be given without. The name occurs as the target of plain assignments, and not even in a comment."""
    plain = unicodedata.normalize("NFKC", text)
    if _ALL_FIELDS.search(plain):
        return False
    name = re.escape(spoken(field))
    stored = re.findall(rf"\.\s*{name}\s*=(?!=)", plain)
    return 0 < len(stored) == len(re.findall(rf"(?<!\w){name}(?!\w)", plain))


def _links_structures(layout: Layout, heaps: Sequence[Heap]) -> bool:
    """Whether nodes lead to whole structures where those of the reference lead to nodes: each part is a tree itself."""
    if layout.node is None or layout.node == layout.main:
        return False
    links = {
        field.name for field in layout.fields(layout.node) if field.kind == "reference" and field.cls != layout.main
    }
    led = {
        heap.nodes[child.node].label
        for heap in heaps
        for node in heap.nodes
        if node.kind in OBJECTS and node.label == layout.node
        for name, child in zip(node.names, node.children, strict=True)
        if name in links and isinstance(child, Reference)
    }
    return layout.main in led and layout.node not in led


def _lone_nodes(runner: Runner, layout: Layout) -> list[Heap]:
    """Nodes as their constructor makes them, for a program that was not seen to build any."""
    if layout.node is None or all(cls.name != layout.node for cls in runner.program.classes):
        return []
    made = Runner(runner.language, runner.sandbox, runner.program, layout.node).construct([(1,), (2,)])
    return [outcome.value for outcome in made if outcome.value is not None and _is_object(outcome.value)]


def _begins_otherwise(domain: Domain, fit: Fitting, without: frozenset[str], begun: Sequence[Outcome]) -> bool:
    """Whether a new object is another one than that of the reference, in what both keep."""
    follow = {name for _, name in domain.rules}
    names = {field.name for cls in domain.layout.classes.values() for field in cls.fields}
    kept = frozenset(names - without - follow)
    for state, outcome in zip(domain.fresh, begun, strict=False):
        value = outcome.value
        if wasteful(outcome):
            return True
        if value is None or not _is_object(value):
            continue
        if form(state.heap, kept) != form(_with_defaults(fit.taken(value), domain.layout), kept):
            return True
    return False


def _with_defaults(heap: Heap, layout: Layout) -> Heap:
    """Links that an object does not keep itself, because its class has None for them."""
    nodes = []
    for node in heap.nodes:
        links = [field.name for field in layout.fields(node.label) if field.kind == "reference"]
        more = [name for name in links if node.kind in OBJECTS and name not in node.names]
        nodes.append(Node(node.kind, node.label, (*node.children, *[None] * len(more)), (*node.names, *more)))
    return Heap(heap.root, tuple(nodes))


def _seen(heaps: Sequence[Heap]) -> dict[str, dict[str, str]]:
    """Classes, their fields, and what these hold."""
    found: dict[str, dict[str, str]] = {}
    for heap in heaps:
        for node in heap.nodes:
            if node.kind in OBJECTS:
                fields = found.setdefault(node.label, {})
                for name, child in zip(node.names, node.children, strict=True):
                    kind = _kind_of(child, heap)
                    if fields.get(name, "none") == "none" or kind == "reference":
                        fields[name] = kind
    return found


def _kind_of(slot: Slot, heap: Heap) -> str:
    """`reference` (to an object), `list`, `held` (a tuple, a dict and the like), `data` or `none`."""
    if isinstance(slot, Reference):
        kind = heap.nodes[slot.node].kind
        return "reference" if kind in OBJECTS else "list" if kind == "list" else "held"
    return "none" if slot is None else "data"


def _alike(one: str, two: str) -> bool:
    return one == two or (one, two) in (("reference", "none"), ("data", "held"))
