"""Schemas out of symbolic runs: lazy initialisation in the box, told as plain data.

The runs share a process with submitted code and may be lied to: a schema is a proposal, and what is made of it must be
a legal structure before anything is run on it. `Technique` has the six of the paper's Figure 8 as far as they are lazy;
method sequences are in `building.method_sequences`.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping, Sequence

from viva.core.json import Json
from viva.core.records import dataclass
from viva.engines.heaps.layout import Layout, Method
from viva.engines.heaps.view import View
from viva.languages import wire
from viva.languages.heap import Malformed
from viva.languages.protocol import Language, calls_of
from viva.languages.target import LazyTarget
from viva.sandbox import Limits, Sandbox

NULL, UNKNOWN = -1, -2
STEPS = 5_000
_DEEPEST = 40
_EXPLORING = Limits(cpu_seconds=20.0, wall_seconds=80.0, output=256 << 20)

Order = tuple[bool, tuple[tuple[str, bool], ...]]
"""Whether a key relates to all keys above it, and how for each link: `<` or `>`, strictly or not."""

ORDERS: Mapping[str, Order] = {
    "search tree, duplicates left": (True, (("<", False), (">", True))),
    "search tree, duplicates right": (True, (("<", True), (">", False))),
    "search tree, duplicates forbidden": (True, (("<", True), (">", True))),
    "min-heap": (False, ((">", False), (">", False))),
    "max-heap": (False, (("<", False), ("<", False))),
    "sorted list": (False, ((">", False),)),
    "sorted list without duplicates": (False, ((">", True),)),
}


Term = int | tuple["str | Term", ...]


@dataclass(frozen=True, slots=True)
class Technique:
    """`three_way`: keys are opaque and compare as less, equal or greater (the paper's Comparable); else they are whole
    numbers. `lazier`: references that are only stored are not split. `guided`: invariants prune, as the probe's do."""

    three_way: bool = False
    lazier: bool = True
    guided: bool = True


@dataclass(frozen=True, slots=True)
class Thing:
    """An object of a schema: a node, or the container. `links` are numbers of objects, NULL or UNKNOWN. `data` are
    further fields that were read, and the variables that they hold."""

    is_node: bool
    links: tuple[int, ...]
    key: int
    used: bool
    data: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Compared:
    """`left sign right` is true, or not. A term is a number, `("key", variable, offset)`, or `+`, `-`, `*`, `%` or `//`
    with two terms."""

    left: Term
    sign: str
    right: Term
    truth: bool


@dataclass(frozen=True, slots=True)
class Found:
    """One path: the input that it needs, as far as it was looked at. `bounds` say `left - right <= most` of keys,
    `unequal` say `left + offset != right`; variable 0 is zero. `given` are the arguments: keys or objects. `told` are
    the decisions; where traces were asked for, `lines` is the way through the source, and `way` is the same for the
    same instructions. `terms` say how keys compare that were calculated with. `completions` are schemas of legal
    structures that begin so, where a guard was asked."""

    things: tuple[Thing, ...]
    bounds: tuple[tuple[int, int, int], ...]
    unequal: tuple[tuple[int, int, int], ...]
    given: tuple[tuple[str, int], ...]
    outcome: tuple[str, ...]
    told: tuple[tuple[Json, ...], ...] = ()
    lines: tuple[int, ...] = ()
    way: str = ""
    terms: tuple[Compared, ...] = ()
    completions: tuple[Found, ...] = ()


@dataclass(frozen=True, slots=True)
class Explored:
    """`whole`: no path was left out but those that need more nodes, of which there are `cut`. `aliases` are references
    to earlier objects that the shape forbids."""

    schemas: tuple[Found, ...]
    aliases: int
    cut: int
    whole: bool
    seconds: float = 0.0
    """Of the processor."""


@dataclass(frozen=True, slots=True)
class Guard:
    """A teacher's condition on what a call is given: a function, or a method of the class as `Class.method`."""

    program: LazyTarget
    name: str


def compile_lazily(language: Language, sandbox: Sandbox, source: bytes, *, counted: bool = True) -> LazyTarget | None:
    """None too where the language has no lazy fields."""
    symbolic = calls_of(language).symbolic
    return None if symbolic is None else symbolic.compile_lazily(sandbox, source, counted=counted)


def order_of(kept: Sequence[str]) -> Order | None:
    return next((ORDERS[name] for name in kept if name in ORDERS), None)


def explorable(layout: Layout, method: Method) -> bool:
    """Whether lazy fields can stand for these structures: nodes with links and a key, one way in, keys as arguments."""
    kinds = {parameter.kind for parameter in method.parameters}
    if not kinds <= {"key", "text", "real", "instance"}:
        return False
    if layout.node is None:
        return not layout.fields(layout.main)
    if layout.key is None or not layout.links:
        return False
    if layout.main == layout.node:
        return True
    entries = [field for field in layout.fields(layout.main) if field.kind == "reference"]
    return len(entries) == 1 and entries[0].cls == layout.node


def explore_paths(
    sandbox: Sandbox,
    program: LazyTarget,
    layout: Layout,
    method: Method,
    kept: Sequence[str],
    *,
    names: Mapping[str, str] | None = None,
    technique: Technique | None = None,
    nodes: int = 4,
    most: int = 400,
    traces: bool = False,
    building: tuple[str, int] | None = None,
    guard: Guard | None = None,
    rings: bool = False,
) -> Explored | None:
    """All paths of a method on inputs of so many nodes; None where the program told nothing usable. `names` are those
    that the program has for classes and fields of the layout. `building`: objects are built by so many calls of this
    method with a key each, and with so many concrete keys, or 0. `rings`: a link may lead to an object that exists
    already. Without a class of its own, the method is a function,
    and its parameters may be optional: None, or a node."""
    technique = technique or Technique()
    named = names or {}
    order = order_of(kept) if technique.guided else None

    def called(name: str) -> str:
        return named.get(name, name)

    node: dict[str, Json] | None = (
        None
        if layout.node is None
        else {
            "class": called(layout.node),
            "links": [called(name) for name in layout.links],
            "back": [called(name) for name in layout.back_links],
            "key": called(layout.key) if layout.key else None,
            "data": [called(name) for name in layout.data[1:]],
            "order": None if order is None else [[sign, strictly] for sign, strictly in order[1]],
            "all_above": order is not None and order[0],
        }
    )
    entries: list[Json] = [called(field.name) for field in layout.fields(layout.main) if field.kind == "reference"]
    counts: list[Json] = [called(field.name) for field in layout.fields(layout.main) if field.kind == "data"]
    main: dict[str, Json] | None = (
        None
        if layout.main == layout.node
        else {"class": called(layout.main), "links": entries, "back": [], "key": None, "data": counts}
        if layout.main in layout.classes
        else {"holder": True, "links": ["value"], "back": [], "key": None, "data": []}
    )
    kinds: list[Json] = [
        "maybe" if parameter.optional else parameter.kind
        for parameter in method.parameters
        if layout.main not in layout.classes or not parameter.optional
    ]
    job: dict[str, Json] = {
        "code": program.code,
        "counters": list(program.counters),
        "sites": program.sites,
        "shape": [main, node],
        "method": method.name,
        "arguments": kinds,
        "most_nodes": nodes,
        "three_way": technique.three_way,
        "lazier": technique.lazier,
        "tree": technique.guided and not rings,
        "steps": STEPS,
        "most": most,
        "output": 1 << 16,
        "traces": traces,
        "building": None if building is None else [building[0], nodes, building[1]],
        "guard": None if guard is None else {"code": guard.program.code, "name": guard.name},
    }
    run = sandbox.run(program.entry, job, _EXPLORING)
    schemas: list[Found] = []
    try:
        for message in run.messages:
            if isinstance(message, list):
                schemas += [_found(item) for item in message]
            else:
                said = wire.record(message)
                if "done" not in said:
                    return None
                done = wire.record(said["done"])
                return Explored(
                    tuple(schemas),
                    wire.number(done.get("aliases")),
                    wire.number(done.get("cut")),
                    wire.flag(done.get("whole")),
                    run.ending.cpu_seconds,
                )
    except Malformed:
        return None
    return None


def fits(found: Found, view: View, arguments: Sequence[int]) -> bool:
    """Whether a concrete call takes this path, as far as its schema says: one structure, and keys as arguments."""
    keys: dict[int, int] = {0: 0}
    start = next((number for number, thing in enumerate(found.things) if thing.is_node), None)
    if not found.things[0].is_node:
        link = found.things[0].links[0]
        if link == NULL and view.root is not None:
            return False
        start = link if link >= 0 else None
    if start is not None and not _lies_in(found, start, view, view.root, keys):
        return False
    keys |= {number: value for (_, number), value in zip(found.given, arguments, strict=True)}
    known = all(keys[left] - keys[right] <= most for left, right, most in found.bounds)
    known = known and all(keys[left] + offset != keys[right] for left, right, offset in found.unequal)
    return known and all(_true(each, keys) for each in found.terms)


_SIGNS: Mapping[str, Callable[[int, int], int]] = {
    "+": operator.add, "-": operator.sub, "*": operator.mul, "%": operator.mod, "//": operator.floordiv,
    "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge, "==": operator.eq, "!=": operator.ne,
}  # fmt: skip


def _true(each: Compared, keys: Mapping[int, int]) -> bool:
    return bool(_SIGNS[each.sign](_value(each.left, keys), _value(each.right, keys))) == each.truth


def _value(term: Term, keys: Mapping[int, int]) -> int:
    match term:
        case int():
            return term
        case ("key", int() as number, int() as offset):
            return keys[number] + offset
        case (str() as sign, int() | tuple() as one, int() | tuple() as two):
            return _SIGNS[sign](_value(one, keys), _value(two, keys))
    raise AssertionError(term)


def _lies_in(found: Found, number: int, view: View, cell: int | None, keys: dict[int, int]) -> bool:
    thing = found.things[number]
    key = view.cells[cell].key if cell is not None else None
    if cell is None or not isinstance(key, int):
        return False
    keys[thing.key] = key
    return all(
        link == UNKNOWN or (child is None if link == NULL else _lies_in(found, link, view, child, keys))
        for link, child in zip(thing.links, view.cells[cell].links, strict=True)
    )


def _found(data: Json) -> Found:
    said = wire.record(data)
    things = tuple(_thing(item) for item in wire.items(said.get("objects")))
    for thing in things:
        if any(link >= len(things) for link in thing.links):
            raise Malformed("a link to no object")
    given = tuple(
        (wire.text(kind), wire.number(number)) for kind, number in map(wire.pair, wire.items(said.get("given")))
    )
    if any(kind == "object" and number >= len(things) for kind, number in given):
        raise Malformed("no such argument")
    return Found(
        things,
        tuple(map(_triple, wire.items(said.get("bounds")))),
        tuple(map(_triple, wire.items(said.get("unequal")))),
        given,
        tuple(wire.text(word) for word in wire.items(said.get("outcome"))),
        tuple(tuple(wire.items(item)) for item in wire.items(said.get("told"))),
        tuple(wire.number(line) for line in wire.items(said.get("lines", []))),
        wire.text(said.get("way", "")),
        tuple(map(_compared, wire.items(said.get("terms", [])))),
        tuple(_completion(item, said) for item in wire.items(said.get("completions", []))),
    )


def _completion(data: Json, of: Mapping[str, Json]) -> Found:
    return _found({**wire.record(data), "given": of.get("given"), "outcome": of.get("outcome"), "completions": []})


def _compared(data: Json) -> Compared:
    match wire.items(data):
        case [left, "<" | "<=" | ">" | ">=" | "==" | "!=" as sign, right, bool() as truth]:
            return Compared(_term(left), str(sign), _term(right), truth)
    raise Malformed("not a comparison")


def _term(data: Json, depth: int = 0) -> Term:
    match data:
        case int():
            return _small(data)
        case ["key", number, offset]:
            return "key", wire.number(number), _small(offset)
        case ["+" | "-" | "*" | "%" | "//" as sign, one, two] if depth < _DEEPEST:
            right = _term(two, depth + 1)
            if sign in ("%", "//") and not (isinstance(right, int) and right > 0):
                raise Malformed("not a divisor")
            return str(sign), _term(one, depth + 1), right
    raise Malformed("not a term")


def _thing(told: Json) -> Thing:
    match wire.items(told):
        case [kind, list(links), key, used, list(data)]:
            read = tuple((wire.text(name), wire.number(number)) for name, number in map(wire.pair, data))
            return Thing(wire.number(kind, 1) == 1, tuple(map(_link, links)), _small(key), wire.flag(used), read)
    raise Malformed("not an object")


def _link(data: Json) -> int:
    number = _small(data)
    if number < UNKNOWN:
        raise Malformed("not a link")
    return number


def _small(data: Json) -> int:
    if not isinstance(data, int) or isinstance(data, bool) or abs(data) > 1 << 21:
        raise Malformed("not a number")
    return data


def _triple(data: Json) -> tuple[int, int, int]:
    match wire.items(data):
        case [left, right, most]:
            return _small(left), _small(right), _small(most)
    raise Malformed("not a bound")
