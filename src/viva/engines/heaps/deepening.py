"""Calls on deep structures: as deep as both programs tell apart, and so that each loop of the reference goes round in
every number of times that there is.

How deep that is, is seen in what a program mentions: its numbers, how often it follows a link in one expression, and
how often a line that does so is repeated. Deep structures are legal where the reference builds them, or where they keep
all that there is to keep.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from viva.engines.heaps.building.bounded_exhaustive import Building
from viva.engines.heaps.building.deep import deep_heaps, grown_structures
from viva.engines.heaps.building.derived_fields import by_name
from viva.engines.heaps.building.legality import keeps
from viva.engines.heaps.building.method_sequences import State, combinations
from viva.engines.heaps.building.orders import Growing
from viva.engines.heaps.building.permitted import Legality
from viva.engines.heaps.building.values import between
from viva.engines.heaps.comparing.canonical import form
from viva.engines.heaps.domain import Domain, arguments_for, meeting_distance
from viva.engines.heaps.layout import Method
from viva.engines.heaps.parts import Argument, join_arguments, objects, size
from viva.engines.heaps.running import Runner
from viva.languages.heap import Heap
from viva.languages.outcome import Outcome
from viva.languages.program import NoProgram, Program
from viva.languages.sites import Hooks

DEPTH = 5
"""Steps along links: to the right, and then to the left more than three times."""
DEEPEST = 34
_BESIDE = 3
_FEW_DEPTHS = 2
_STRIDE = 2
_MOST_POOLED = 900
_EACH = 2
_ENDS = 3


def depth_of(program: Program, names: Sequence[str]) -> int:
    """How many steps along links a program may tell apart, by what stands in it. `names` are those of its links; where
    there are none, steps are those from place to place in a list. A loop that goes round so often as a number says may
    take several steps each time: as many as one expression does, and two where it takes them one after the other."""
    numbers = [number for number in program.constants if type(number) is int and 2 <= number <= DEEPEST - _BESIDE]
    link = "|".join(re.escape(name.rpartition("__")[2] if name.startswith("_") else name) for name in names)
    following = re.compile(rf"(?:\.\w*?(?:{link})\b)+" if link else r"\w\[")
    chains = [0]
    repeated = Counter[str]()
    for line in program.text.splitlines():
        found = [each.group() for each in following.finditer(line)]
        chains += [each.count(".") for each in found]
        if found:
            repeated[line.strip()] += 1
    stride = max(_STRIDE, *chains) if link else 1
    rounds = max([0, *numbers, *repeated.values()])
    most = max(rounds * stride if rounds > 1 else rounds, *chains)
    return min(DEEPEST, max(DEPTH, most + _BESIDE))


def deep_structures(
    runner: Runner, domain: Domain, depth: int, *, exactly: bool, invariants: Sequence[str], seed: int
) -> list[State]:
    """Structures that go so deep and a step less, the smallest first; none where these cannot be told to be legal."""
    legal = Legality(runner, domain.layout, tuple(invariants))
    states = _distinct(_made(domain, depth, seed), domain) if exactly or not domain.built else []
    if states and legal.says_something:
        states = [state for state, may in zip(states, legal([each.heap for each in states]), strict=True) if may]
    if states or not domain.built:
        return states
    builders = [method for name, method in domain.methods.items() if name in domain.builders]
    growing = Growing(runner, domain.layout, builders, legal if legal.says_something else None)
    length = max(depth, 1 << (depth - 1)) if domain.layout.node is None else depth + _FEW_DEPTHS
    return _distinct(grown_structures(growing, length, meeting_distance(runner.outline), seed), domain)


def _made(domain: Domain, depth: int, seed: int) -> list[State]:
    """Straight from the fields, where it is known what they hold."""
    layout = domain.layout
    if not layout.links or layout.key is None or domain.kind == "mixed":
        return []
    building = Building(layout, domain.rules, domain.usual) if domain.built else Building(layout, by_name(layout))
    return [
        State(heap)
        for steps in range(depth - _FEW_DEPTHS + 1, depth + 1)
        for heap in deep_heaps(building, domain.kind, steps, seed)
        if keeps(domain, heap)
    ]


def _distinct(states: Sequence[State], domain: Domain) -> list[State]:
    known = {form(state.heap): state for state in reversed(states)}
    for state in (*domain.states, *domain.orders):
        known.pop(form(state.heap), None)
    return sorted(known.values(), key=lambda state: size(state.heap))


def deep_calls(domain: Domain, method: Method, states: Sequence[State]) -> list[Heap]:
    """Calls with the keys at both ends of a structure and in its middle, those beside them, and every place."""
    calls = [
        join_arguments([state.heap, *arguments]) for state in states for arguments in _along(domain, method, state)
    ]
    stride = -(-len(calls) // _MOST_POOLED) or 1
    return calls[::stride]


def _along(domain: Domain, method: Method, state: State) -> list[tuple[Argument, ...]]:
    heap = state.heap
    if any(parameter.kind == "instance" for parameter in method.parameters):
        return arguments_for(domain, method, heap)[-4:]
    held = [child for node in heap.nodes for child in node.children]
    given = [each for step in state.way for each in step.arguments]
    keys = [each for each in (given or held) if isinstance(each, int | float | str) and type(each) is not bool]
    present: list[Argument] = sorted(dict.fromkeys(keys), key=lambda each: (isinstance(each, str), each))
    values: list[list[Argument]] = []
    for parameter in method.parameters:
        if parameter.is_place:
            length = objects(heap, domain.layout.node) if domain.layout.node else size(heap)
            values.append([*_some(list(range(length + 2)))])
        elif parameter.kind in ("key", "text", "real"):
            beside = between(parameter.kind, present)
            values.append([*_some(present), *_some(beside)])
        else:
            values.append([each[0] for each in arguments_for(domain, _only(method, parameter.name), heap)])
    return combinations(method.parameters, values)


def _only(method: Method, name: str) -> Method:
    return replace(method, parameters=tuple(each for each in method.parameters if each.name == name))


def _some(values: Sequence[Argument]) -> list[Argument]:
    """Those at both ends, and one in the middle."""
    middle = values[len(values) // 2 : len(values) // 2 + 1]
    return list(dict.fromkeys((*values[:_ENDS], *middle, *values[_ENDS:][-_ENDS:])))


def telling_calls(runner: Runner, method: str, calls: Sequence[Heap], most: int) -> list[Heap]:
    """Of these calls so few that each condition of the program is still met in every number of times in which all of
    them meet it, each of these twice as far as there is room: the smallest first."""
    if len(calls) <= most:
        return [*calls]
    program = runner.language.runs.prepare(runner.sandbox, runner.program.text.encode(), Hooks(expressions=True))
    if isinstance(program, NoProgram):
        return [*calls[:most]]
    counted = list(replace(runner, program=program).run(method, calls, ticks=True))
    seen: Counter[tuple[int, str, int]] = Counter()
    chosen: set[int] = set()
    for wanted in range(_EACH):
        for number, outcome in enumerate(counted):
            told = _counts(outcome)
            if number not in chosen and len(chosen) < most and any(seen[each] <= wanted for each in told):
                chosen.add(number)
                seen.update(told)
    return [calls[number] for number in sorted(chosen)]


def _counts(outcome: Outcome) -> list[tuple[int, str, int]]:
    if outcome.problem is not None:
        return []
    return [
        (site, role, count)
        for site, each in outcome.coverage.expressions.items()
        for role, count in (("true", each.true), ("false", each.false))
        if count
    ]
