"""Deep structures: linked lists and trees of instances, larger than those that can be enumerated.

A class that mentions itself is linked through the fields that do. Chains through one field and through all in turn,
complete trees and grown ones are filled with numbers that rise, fall, are all equal or mixed; in a tree with two links
they rise from the left to the right, so that search trees are among them.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from viva.core.records import dataclass
from viva.engines.shapes.domain import holds
from viva.engines.shapes.making import Record
from viva.engines.shapes.shape import Either, Fixed, Instance, Many, Plain, Row, Shape, Table, inner_shapes
from viva.engines.shapes.spaces import rows

CHAINS = (4, 5, 7, 12, 30, 100)
_LEVELS = (3, 4, 5)
_GROWN = (6, 9, 14, 25)
_FILLINGS = ("rising", "falling", "equal", "mixed")


@dataclass(slots=True)
class Plan:
    """A structure without its contents: what hangs on each link."""

    below: dict[str, list[Plan]]

    @property
    def nodes(self) -> int:
        return 1 + sum(plan.nodes for plans in self.below.values() for plan in plans)


def deep_inputs(shapes: Sequence[Shape], bases: Sequence[Row]) -> Iterator[Row]:
    """From the smallest on; the other arguments are those of a base. Instances are records."""
    for place, shape in enumerate(shapes):
        for number, value in enumerate(structures(shape)):
            if bases and holds(shape, value):
                base = bases[number % len(bases)]
                yield (*base[:place], value, *base[place + 1 :])


def structures(shape: Shape) -> Iterator[object]:
    match shape:
        case Instance():
            links = _links(shape)
            ends = {name: rows([part], 1)[0][0] for name, part in shape.fields if links.get(name) is False}
            for plan in sorted(_plans(links), key=lambda plan: plan.nodes) if links else ():
                for filling in _FILLINGS:
                    yield _Filled(shape, ends, filling, plan.nodes).record(plan)
        case Either(parts):
            for part in parts:
                yield from structures(part)
        case Many("list" | "tuple" as kind, element):
            make = list if kind == "list" else tuple
            yield from (make([value]) for value in structures(element))
        case Fixed(parts):
            for place, part in enumerate(parts):
                others = rows([part for number, part in enumerate(parts) if number != place], 1)[0]
                yield from ((*others[:place], value, *others[place:]) for value in structures(part))
        case Plain() | Table() | Many() | _:
            return


def _links(shape: Instance) -> dict[str, bool]:
    """The fields through which an instance holds others of its class, and whether they hold many."""
    found: dict[str, bool] = {}
    for name, part in shape.fields:
        parts = part.alternatives if isinstance(part, Either) else (part,)
        if shape in parts:
            found[name] = False
        elif any(isinstance(inner, Many) and shape in inner_shapes(inner) for inner in parts):
            found[name] = True
    return found


def _plans(links: dict[str, bool]) -> Iterator[Plan]:
    names = list(links)
    for length in CHAINS:
        for name in names:
            yield _chain([name] * (length - 1))
        if len(names) > 1:
            yield _chain([names[number % len(names)] for number in range(length - 1)])
    chance = random.Random("structures")
    for name, many in links.items():
        if many:
            yield from (Plan({name: [Plan({}) for _ in range(width)]}) for width in (3, 5, 12))
    if len(names) > 1 or any(links.values()):
        yield from (_complete(links, levels) for levels in _LEVELS)
        yield from (_grown(links, nodes, chance) for nodes in _GROWN)


def _chain(names: Sequence[str]) -> Plan:
    plan = Plan({})
    for name in reversed(names):
        plan = Plan({name: [plan]})
    return plan


def _complete(links: dict[str, bool], levels: int) -> Plan:
    if levels == 1:
        return Plan({})
    return Plan({name: [_complete(links, levels - 1) for _ in range(1 + many)] for name, many in links.items()})


def _grown(links: dict[str, bool], nodes: int, chance: random.Random) -> Plan:
    """Nodes one after the other, each at a place that is free."""
    root = Plan({})
    known = [root]
    while len(known) < nodes:
        above, name = chance.choice(known), chance.choice(list(links))
        if links[name] or name not in above.below:
            known.append(Plan({}))
            above.below.setdefault(name, []).append(known[-1])
    return root


class _Filled:
    """Makes the records of a plan, with the next number for each field that takes one."""

    def __init__(self, shape: Instance, ends: dict[str, object], filling: str, nodes: int) -> None:
        self.shape = shape
        self.ends = ends  # what stands where nothing hangs on a link
        self.links = _links(shape)
        chance = random.Random(f"{filling} {nodes}")
        rising = list(range(1, nodes + 1))
        mixed = [chance.randint(-nodes, nodes) for _ in rising]
        self.numbers = iter({"rising": rising, "falling": rising[::-1], "equal": [1] * nodes, "mixed": mixed}[filling])

    def record(self, plan: Plan) -> Record:
        names = list(self.links)
        before, after = names[: len(names) // 2], names[len(names) // 2 :]
        made = {name: self.linked(name, plan) for name in before}
        number = next(self.numbers)
        made |= {name: self.linked(name, plan) for name in after}
        fields = ((name, made[name] if name in made else _content(part, number)) for name, part in self.shape.fields)
        return Record(self.shape.name, tuple(fields))

    def linked(self, name: str, plan: Plan) -> object:
        below = [self.record(inner) for inner in plan.below.get(name, ())]
        if not self.links[name]:
            return below[0] if below else self.ends[name]
        part = dict(self.shape.fields)[name]
        parts = part.alternatives if isinstance(part, Either) else (part,)
        kind = next(inner.kind for inner in parts if isinstance(inner, Many))
        return tuple(below) if kind == "tuple" else below


def _content(part: Shape, number: int) -> object:
    match part:
        case Plain("int", low, high):
            number = number if low is None else max(low, number)
            return number if high is None else min(high, number)
        case Plain("float"):
            return float(number)
        case Plain("str"):
            return "abcdefghijklmnopqrstuvwxyz"[number % 26]
        case Either(alternatives):
            return _content(next((one for one in alternatives if one != Plain("none")), part), number)
    found = rows([part], 5)
    return found[number % len(found)][0]
