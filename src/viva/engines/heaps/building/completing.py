"""Structures out of schemas: keys are solved, and unknown parts are completed with subtrees that must survive.

An unknown part that were completed with nothing would hide the bug that loses it. So each schema is completed with a
node in every unknown place, and with nothing there; what is no legal structure is left out by the caller. Where shapes
are balanced, a node here and nothing there may be needed: then there are more ways.
"""

from __future__ import annotations

import itertools
import operator
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field, replace
from typing import Any

from viva.core.records import dataclass
from viva.engines.heaps.building.derived_fields import Derivation, derive
from viva.engines.heaps.building.values import keys
from viva.engines.heaps.layout import Layout
from viva.engines.heaps.parts import Argument, join_arguments, part
from viva.engines.heaps.schemas.lazy_initialization import NULL, UNKNOWN, Found, Order, Term, Thing, order_of
from viva.engines.smt import SAFETY_NET, floor_division, modulo, satisfiable, solver, whole
from viva.languages.heap import Heap, Node, Reference, Slot

_MOST_SPLITS = 64
_LARGEST = 1 << 20
_BALANCED = frozenset({"avl", "red-black"})
_MOST_OPEN = 6
_WORK = 200_000


@dataclass(frozen=True, slots=True)
class Whole:
    """A schema with all its parts, and a value for each variable."""

    things: tuple[Thing, ...]
    values: tuple[int, ...]


def complete_schema(found: Found, links: int, kept: Sequence[str]) -> Iterator[Whole]:
    """With survivors everywhere, with none, and for balanced shapes with some. A node has so many `links`."""
    for schema in found.completions or (found,):
        places = [
            (number, link)
            for number, thing in enumerate(schema.things)
            for link, child in enumerate(thing.links)
            if child == UNKNOWN
        ]
        for filled in _fillings(places, bool(_BALANCED & set(kept))):
            found_one = _completed(schema, frozenset(filled), links, order_of(kept))
            if found_one is not None:
                yield found_one


def _fillings(places: Sequence[tuple[int, int]], balanced: bool) -> Iterator[Sequence[tuple[int, int]]]:
    yield places
    if places:
        yield ()
    if balanced and 1 < len(places) <= _MOST_OPEN:
        yield from ([place] for place in places)
        yield from ([other for other in places if other != place] for place in places if len(places) > 2)


def _completed(found: Found, filled: frozenset[tuple[int, int]], width: int, order: Order | None) -> Whole | None:
    things = list(found.things)
    bounds = list(found.bounds)
    above: dict[int, list[tuple[int, int]]] = {}
    for number, thing in enumerate(things):
        for link, child in enumerate(thing.links):
            if child >= 0 and child not in above:
                above[child] = [*above.get(number, []), (number, link)]
    fresh = 1 + max(
        [
            0,
            *(thing.key for thing in things),
            *(number for thing in things for _, number in thing.data),
            *(number for kind, number in found.given if kind == "key"),
        ]
    )
    for number in range(len(things)):
        thing = things[number]
        links = list(thing.links)
        for link, child in enumerate(links):
            if child != UNKNOWN:
                continue
            if (number, link) not in filled:
                links[link] = NULL
                continue
            links[link] = len(things)
            things.append(Thing(True, (NULL,) * width, fresh, True))
            if order is None:  # like no other: greater than all
                bounds += [(other, fresh, -1) for other in range(1, fresh)]
            else:
                bounds += _placed(order, [*above.get(number, []), (number, link)], things, fresh)
            fresh += 1
        things[number] = replace(thing, links=tuple(links))
    values = solve_keys(bounds, found.unequal, fresh) if not found.terms else calculated(found, bounds, fresh)
    return None if values is None else Whole(tuple(things), tuple(values))


@dataclass(frozen=True, slots=True)
class Completing:
    """`usual` is what fields hold that nothing follows for."""

    layout: Layout
    kept: tuple[str, ...]
    rules: Mapping[tuple[str, str], Derivation]
    usual: Mapping[tuple[str, str], Slot] = field(default_factory=dict)
    kind: str = "key"
    """Of what nodes keep: `key`, `text` or `real`. Symbolic keys are whole numbers, and others stand for them."""

    def calls(self, found: Found, kinds: Sequence[str]) -> Iterator[Heap]:
        """The object and the arguments of calls that take this path; `kinds` are those of the parameters."""
        found = self._without_what_follows(found)
        for each in complete_schema(found, len(self.layout.links), self.kept):
            yield self._call(each, found, kinds)

    def _without_what_follows(self, found: Found) -> Found:
        """Without what a path says of fields that follow from others: these are what they are, and where another path
        is taken then, so be it."""
        follow = {name for _, name in self.rules}
        numbers = {number for thing in found.things for name, number in thing.data if name in follow}
        if not numbers:
            return found
        return replace(
            found,
            bounds=tuple(each for each in found.bounds if not numbers & {*each[:2]}),
            unequal=tuple(each for each in found.unequal if not numbers & {*each[:2]}),
            terms=tuple(each for each in found.terms if not numbers & {*variables(each.left), *variables(each.right)}),
        )

    def _values(self, of: Whole, kind: str) -> Sequence[Slot]:
        """Keys of a kind in the order of the numbers that stand for them."""
        if kind == "key":
            return of.values
        distinct = sorted(set(of.values))
        if kind == "real":
            return [float(value) for value in of.values]
        texts = dict(zip(distinct, sorted(map(str, keys("text", len(distinct)))), strict=True))
        return [texts[value] for value in of.values]

    def _call(self, of: Whole, found: Found, kinds: Sequence[str]) -> Heap:
        layout, values = self.layout, self._values(of, self.kind)
        entries = [field.name for field in layout.fields(layout.main) if field.kind == "reference"]
        nodes: list[Node] = []
        for thing in of.things:
            cls = (layout.node if thing.is_node else layout.main) or layout.main
            fields: dict[str, Slot] = {}
            for each in layout.fields(cls):
                fields[each.name] = None if each.kind == "reference" else self.usual.get((cls, each.name), 0)
            if thing.is_node and layout.key:
                fields[layout.key] = values[thing.key]
            for name, link in zip(layout.links if thing.is_node else entries, thing.links, strict=False):
                fields[name] = Reference(link) if link >= 0 else None
            nodes.append(Node("object", cls, tuple(fields.values()), tuple(fields)))
        heap = Heap(Reference(0), tuple(nodes))
        given: list[Argument] = [self._part(heap, 0)]
        keys_left = [kind for kind in kinds if kind != "instance"]
        for kind, number in found.given:
            if kind == "key":
                given.append(self._values(of, keys_left.pop(0) if keys_left else "key")[number])  # type: ignore[arg-type]
            else:
                given.append(self._part(heap, number))
        return join_arguments(given)

    def _part(self, whole: Heap, number: int) -> Heap:
        return derive(part(whole, Reference(number)), self.layout, self.rules)


def variables(term: Term) -> Iterator[int]:
    match term:
        case ("key", int() as number, int()):
            yield number
        case (str(), int() | tuple() as one, int() | tuple() as two):
            yield from variables(one)
            yield from variables(two)


def _placed(
    order: Order, above: Sequence[tuple[int, int]], things: Sequence[Thing], key: int
) -> Iterator[tuple[int, int, int]]:
    everywhere, rules = order
    for number, link in above if everywhere else above[-1:]:
        if things[number].is_node:
            sign, _ = rules[link]
            # Strictly inside, so that it is like no other key.
            yield (key, things[number].key, -1) if sign == "<" else (things[number].key, key, -1)


def solve_keys(
    bounds: Sequence[tuple[int, int, int]], unequal: Sequence[tuple[int, int, int]], count: int
) -> list[int] | None:
    """Small whole numbers for variables 0 to count - 1, variable 0 being zero where it is spoken of; None if there are
    none. What must differ is tried both ways round."""
    for signs in itertools.islice(itertools.product((True, False), repeat=len(unequal)), _MOST_SPLITS):
        split = [
            (left, right, -offset - 1) if less else (right, left, offset - 1)
            for less, (left, right, offset) in zip(signs, unequal, strict=True)
        ]
        values = _shortest([*bounds, *split], count)
        if values is not None:
            return values
    return None


def _shortest(bounds: Sequence[tuple[int, int, int]], count: int) -> list[int] | None:
    """Bellman and Ford: the largest values that are at most 0, then moved so that the smallest key is 1."""
    values = [0] * count
    for _ in range(count + 1):
        changed = False
        for left, right, most in bounds:
            if left >= count or right >= count:
                return None
            if values[left] > values[right] + most:
                values[left] = values[right] + most
                changed = True
        if not changed:
            break
    else:
        return None
    if any(abs(value) > _LARGEST for value in values):
        return None
    constants = any(0 in (left, right) for left, right, _ in bounds)
    shift = -values[0] if constants else 1 - min(values[1:], default=0)
    return [value + shift for value in values]


def calculated(found: Found, bounds: Sequence[tuple[int, int, int]], count: int) -> list[int] | None:
    """As `solve_keys`, where keys were calculated with: by z3. None also where it gave up."""
    import z3  # noqa: PLC0415 heavy, and few need it

    context = z3.Context()
    variables = [z3.Int(f"k{number}", context) for number in range(count)]
    asked = solver(_WORK, net=SAFETY_NET, context=context)
    asked.add(variables[0] == 0)
    asked.add(*(z3.And(each >= -_NEAR, each <= _NEAR) for each in variables[1:]))
    for left, right, most in bounds:
        asked.add(variables[left] - variables[right] <= most)
    for left, right, offset in found.unequal:
        asked.add(variables[left] + offset != variables[right])
    for each in found.terms:
        one, two = (_expression(term, variables, context) for term in (each.left, each.right))
        claim = _COMPARED[each.sign](one, two)
        asked.add(claim if each.truth else z3.Not(claim))
    if not satisfiable(asked):
        return None
    model = asked.model()
    return [whole(model, variable) for variable in variables]


_NEAR = 1000
_COMPARED: Mapping[str, Any] = {
    "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge, "==": operator.eq, "!=": operator.ne,
}  # fmt: skip


def _expression(term: Term, variables: Sequence[Any], context: Any) -> Any:
    import z3  # noqa: PLC0415

    match term:
        case int():
            return z3.IntVal(term, context)
        case ("key", int() as number, int() as offset):
            return variables[number] + offset
        case (str() as sign, int() | tuple() as left, int() | tuple() as right):
            one, two = _expression(left, variables, context), _expression(right, variables, context)
            match sign:
                case "+":
                    return one + two
                case "-":
                    return one - two
                case "*":
                    return one * two
            return modulo(one, two) if sign == "%" else floor_division(one, two)
    raise AssertionError(term)
