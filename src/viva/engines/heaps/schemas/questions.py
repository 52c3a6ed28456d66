"""Questions of the kind "what does this method make of this structure": one call each, written in a line.

The fewest that cover an algorithm: each path of its symbolic runs goes some steps from line to line, and a smallest set
of calls is looked for that goes all of them together. Where a method cannot be followed symbolically, the branches of
plain runs are covered instead.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from viva.core.records import dataclass
from viva.engines.heaps.building.bounded_exhaustive import Building, Shape
from viva.engines.heaps.building.completing import Completing
from viva.engines.heaps.building.legality import legal
from viva.engines.heaps.domain import Domain, calls_for
from viva.engines.heaps.parts import Argument, element, items, join_arguments, objects, size
from viva.engines.heaps.running import Runner
from viva.engines.heaps.schemas.lazy_initialization import Explored, explorable, explore_paths
from viva.engines.heaps.view import View, view
from viva.engines.heaps.written import Unclear, read, show
from viva.languages.heap import Heap, Node, Reference, Slot
from viva.languages.target import LazyTarget

_MOST_PATHS = 400
_MOST_WORK = 200_000
_MOST_CALLS = 160
_LARGEST_KEY = 99

Goal = object
"""Something that a run does: a step from one line to another, or a branch."""


@dataclass(frozen=True, slots=True)
class Question:
    """A call of a method as people write it: the structure before, and arguments that are keys or structures."""

    method: str
    before: View
    arguments: tuple[View | Slot, ...] = ()
    line: int | None = None

    @property
    def written(self) -> str:
        given = ", ".join(show(each) if isinstance(each, View) else repr(each) for each in self.arguments)
        return f"{show(self.before)}: {self.method}({given})"


@dataclass(frozen=True, slots=True)
class Chosen:
    """Calls that reach `goals` together; `fewest`: that no fewer do was seen by trying all."""

    calls: tuple[tuple[str, Heap], ...]
    goals: int
    fewest: bool


@dataclass(frozen=True, slots=True)
class _Candidate:
    call: Heap
    goals: frozenset[Goal]


def read_question(
    text: str, names: Sequence[str], kinds: Mapping[str, Sequence[str]], line: int | None = None
) -> Question:
    """`2(1, 3): insert(4)`, with the kinds of the parameters of each method. Raises Unclear: also `call` where there is
    no call, `method` where it is none of these, and `arguments` where they are not as many."""
    before, colon, call = text.rpartition(":")
    name, bracket, rest = call.strip().partition("(")
    if not colon or not bracket or not rest.rstrip().endswith(")"):
        raise Unclear("call", len(before) + 1)
    if name.strip() not in kinds:
        raise Unclear("method", len(before) + 2)
    wanted = kinds[name.strip()]
    given = _split(rest.rstrip()[:-1])
    if len(given) != len(wanted):
        raise Unclear("arguments", len(before) + 2)
    arguments: list[View | Slot] = []
    for kind, written in zip(wanted, given, strict=True):
        if kind == "instance":
            arguments.append(read(written, names))
        else:
            single = read(written, ("next",))
            if len(single.cells) != 1:
                raise Unclear("key", len(before) + 2)
            arguments.append(single.cells[0].key)
    return Question(name.strip(), read(before, names), tuple(arguments), line)


def _split(text: str) -> list[str]:
    """At commas outside of brackets."""
    if not text.strip():
        return []
    found, depth = [""], 0
    for letter in text:
        depth += (letter in "([") - (letter in ")]")
        if letter == "," and not depth:
            found.append("")
        else:
            found[-1] += letter
    return found


def asked_by(domain: Domain, method: str, call: Heap) -> Question:
    given: list[View | Slot] = [
        view(element(call, number), domain.layout) if isinstance(slot, Reference) else slot
        for number, slot in enumerate(items(call))
    ]
    first = given[0]
    assert isinstance(first, View)
    return Question(method, first, tuple(given[1:]))


def call_of(domain: Domain, question: Question) -> Heap | None:
    """The call that a question asks about; None where no such structure can be made of the fields of the class."""
    parts: list[Argument] = []
    for each in (question.before, *question.arguments):
        if not isinstance(each, View):
            parts.append(each)  # type: ignore[arg-type]  # a key
            continue
        made = structure_of(domain, each)
        if made is None:
            return None
        parts.append(made)
    return join_arguments(parts)


def structure_of(domain: Domain, of: View) -> Heap | None:
    layout = domain.layout
    if layout.node is None:
        fields = layout.fields(layout.main)
        if [field.kind for field in fields] != ["list"]:
            return None
        keys = tuple(cell.key for cell in of.cells)
        made = Node("object", layout.main, (Reference(1),), (fields[0].name,))
        return Heap(Reference(0), (made, Node("list", "", keys)))
    order: list[Slot] = []

    def shape(cell: int | None) -> Shape | None:
        if cell is None:
            return None
        order.append(of.cells[cell].key)
        return tuple(shape(link) for link in of.cells[cell].links)

    root = shape(of.root)
    if root is None and layout.main == layout.node:
        return None
    return Building(layout, domain.rules).heap(root, tuple(order))


def fewest_questions(
    runner: Runner, program: LazyTarget | None, domain: Domain, method: str, *, nodes: int = 3, seed: int = 0
) -> Chosen:
    """Calls on structures of few nodes that go all the ways of a method together; other ones with another seed."""
    found = _followed(runner, program, domain, method, nodes) or _run(runner, domain, method, nodes)
    random.Random(seed).shuffle(found)
    # Of calls that do the same one is enough: with no other seed the one on the smallest structure.
    usual = sorted(found, key=lambda each: (size(each.call), repr(each.call.nodes))) if seed == 0 else found
    alike: dict[frozenset[Goal], _Candidate] = {}
    for each in usual:
        alike.setdefault(each.goals, each)
    candidates = [each for each in alike.values() if not any(each.goals < other.goals for other in alike.values())]
    goals = frozenset().union(*(each.goals for each in candidates))
    chosen, fewest = _cover(candidates, goals)
    calls = sorted((each.call for each in chosen), key=lambda call: (size(call), repr(call.nodes)))
    return Chosen(tuple((method, call) for call in calls), len(goals), fewest)


def _followed(runner: Runner, program: LazyTarget | None, domain: Domain, method: str, nodes: int) -> list[_Candidate]:
    """By symbolic runs of the method; nothing where it cannot be followed, or not to the end."""
    asked = domain.methods[method]
    told: Explored | None = None
    if program is not None and explorable(domain.layout, asked):
        told = explore_paths(
            runner.sandbox, program, domain.layout, asked, domain.kept, nodes=nodes, most=_MOST_PATHS, traces=True
        )
    if told is None or not told.whole or any(schema.outcome[0] != "returned" for schema in told.schemas):
        return []
    follow = {name for _, name in domain.rules}
    if domain.kind == "mixed" or any(
        name in follow for schema in told.schemas for thing in schema.things for name, _ in thing.data
    ):
        return []  # a path says what such fields hold, and a structure says otherwise
    completing = Completing(domain.layout, domain.kept, domain.rules, domain.usual, domain.kind)
    kinds = [parameter.kind for parameter in asked.parameters if not parameter.optional]
    calls: list[Heap] = []
    ways: list[frozenset[Goal]] = []
    for schema in told.schemas:
        goals: frozenset[Goal] = frozenset(pairwise((0, *schema.lines)))
        for call in completing.calls(schema, kinds):
            calls.append(call)
            ways.append(goals)
    allowed = {id(call) for call in legal(domain, calls)}
    return [
        _Candidate(call, goals)
        for call, goals in zip(calls, ways, strict=True)
        if id(call) in allowed and objects(call, domain.layout.node) <= 2 * nodes
    ]


def _run(runner: Runner, domain: Domain, method: str, nodes: int) -> list[_Candidate]:
    calls = [
        call
        for call in calls_for(domain, domain.methods[method], _MOST_CALLS)
        if size(call) <= 2 * nodes + len(items(call)) + 1
    ]
    return [
        _Candidate(call, frozenset(outcome.coverage.branches))
        for call, outcome in zip(calls, runner.run(method, calls, ticks=True), strict=False)
        if outcome.problem is None
    ]


def _cover(candidates: Sequence[_Candidate], goals: frozenset[Goal]) -> tuple[list[_Candidate], bool]:
    """A smallest set of candidates that reaches all goals, the first such in their order; and whether that no smaller
    one does was seen."""
    greedy: list[_Candidate] = []
    left = set(goals)
    while left:
        best = max(candidates, key=lambda each: len(each.goals & left))
        greedy.append(best)
        left -= best.goals
    work = _MOST_WORK
    largest = max((len(each.goals) for each in candidates), default=1)

    def within(missing: frozenset[Goal], most: int) -> list[_Candidate] | None:
        nonlocal work
        if not missing:
            return []
        if most == 0 or most * largest < len(missing):
            return None
        # The goal that fewest candidates reach has to be reached by one of them.
        rarest = min(missing, key=lambda goal: (sum(goal in each.goals for each in candidates), repr(goal)))
        for each in candidates:
            if rarest in each.goals:
                work -= 1
                if work < 0:
                    return None
                rest = within(missing - each.goals, most - 1)
                if rest is not None:
                    return [each, *rest]
        return None

    for count in range(len(greedy)):
        found = within(goals, count)
        if work < 0:
            return greedy, False
        if found is not None:
            return found, True
    return greedy, True


def renumber(question: Question, seed: int) -> Question:
    """The same with other whole numbers in the same order, so that what only compares them does the same."""
    views = [each for each in (question.before, *question.arguments) if isinstance(each, View)]
    keys = [*(cell.key for each in views for cell in each.cells), *question.arguments]
    numbers = sorted({key for key in keys if type(key) is int})
    others = sorted(random.Random(seed).sample(range(1, _LARGEST_KEY + 1), len(numbers)))
    moved = dict(zip(numbers, others, strict=True))

    def other(key: Slot) -> Slot:
        return moved[key] if type(key) is int else key

    def again(each: View | Slot) -> View | Slot:
        if not isinstance(each, View):
            return other(each)
        return replace(each, cells=tuple(replace(cell, key=other(cell.key)) for cell in each.cells))

    before = again(question.before)
    assert isinstance(before, View)
    return replace(question, before=before, arguments=tuple(map(again, question.arguments)))
