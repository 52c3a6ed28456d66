"""Whether all runs of a system satisfy a formula: exact, with a finite or an endlessly repeating counterexample.

The negated formula is followed beside the system, obligation by obligation. If nothing is left to oblige, the run so
far is a counterexample whatever comes; otherwise one that goes round for ever is looked for.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from viva.core.algorithms.components import strongly_connected
from viva.core.records import dataclass
from viva.engines.machines import expressions
from viva.engines.machines.comparing.compare import WORK, Over, never
from viva.engines.machines.expressions import Expression
from viva.engines.machines.logic.ltl import Formula, Until, guards_of, negation, subformulas
from viva.engines.machines.logic.tableau import Obligations, Tableau, TooManyWays, Way, begun
from viva.engines.machines.model import Signals
from viva.engines.machines.running.behaviour import Behaviour
from viva.engines.machines.running.input_classes import Explosion
from viva.engines.machines.running.rows import Fault

_CYCLES = 60
_OFTEN = 64  # nodes after which the time is looked at again
_LEAST_WAYS = 100_000


@dataclass(frozen=True, slots=True)
class Violation:
    """Inputs of a run that breaks the formula. From `loop` on they repeat for ever; None where it is broken already,
    whatever comes."""

    word: tuple[Signals, ...]
    loop: int | None


@dataclass(frozen=True, slots=True)
class Answer:
    """`holds` is None where the work ended first; `fault` where the system itself has one, after `violation.word`."""

    holds: bool | None
    violation: Violation | None = None
    nodes: int = 0
    fault: Fault | None = None


def check(behaviour: Behaviour, formula: Formula, limit: int, over: Over = never) -> Answer:
    """Whether every run of the behaviour satisfies the formula. The behaviour tells apart, in every state, the inputs
    that the formula speaks of."""
    search = _Search(behaviour, negation(formula), limit, over)
    try:
        return search.run()
    except (Explosion, TooManyWays):
        return Answer(None, nodes=len(search.nodes))


Node = tuple[int, Obligations]
_Edge = tuple[int, Signals, frozenset[Until]]


class _Search:
    """`nodes` are a state with obligations for the next reaction; `edges` lead to others, with the letter and the
    `Until`s that were put off."""

    def __init__(self, behaviour: Behaviour, wanted: Formula, limit: int, over: Over) -> None:
        self.over = over
        self.behaviour = behaviour
        self.limit = limit
        self.untils = tuple(dict.fromkeys(each for each in subformulas(wanted) if isinstance(each, Until)))
        self.guards = guards_of(wanted)
        types = behaviour.system.types
        self.tests = {guard: expressions.truth(guard, types) for guard in self.guards}
        self.nodes: list[Node] = [(0, frozenset([wanted]))]
        self.number: dict[Node, int] = {self.nodes[0]: 0}
        self.origin: list[tuple[int, Signals]] = [(-1, {})]
        self.edges: list[list[_Edge]] = []
        self.ways = 0
        self.tableau = Tableau()
        self.known: dict[tuple[Obligations, tuple[bool, ...]], tuple[Way, ...]] = {}

    def run(self) -> Answer:
        index = 0
        while index < len(self.nodes):
            too_many = len(self.nodes) > self.limit or self.ways > 2 * WORK * self.limit + _LEAST_WAYS
            if too_many or (index % _OFTEN == 0 and self.over()):
                return Answer(None, nodes=len(self.nodes))
            ended = self._explored(index)
            if ended is not None:
                return ended
            index += 1
        lasso = self._lasso()
        return Answer(lasso is None, lasso, len(self.nodes))

    def _explored(self, index: int) -> Answer | None:
        state, obligations = self.nodes[index]
        row = self.behaviour.row(state)
        found: list[_Edge] = []
        self.edges.append(found)
        for at, letter in enumerate(self.behaviour.letters(row.reads)):
            target = row.targets[at]
            if target < 0:
                violation = Violation(self._word(index, letter), None)
                return Answer(None, violation, len(self.nodes), self.behaviour.faults[state, at])
            said = zip(self.behaviour.shown, row.outputs[at], strict=True)
            seen = {**letter, **{name: value for name, value in said if value is not None}}
            truths = tuple(self.tests[guard](seen) for guard in self.guards)
            self.ways += 1
            for later, postponed in self._ways(obligations, truths):
                self.ways += 1
                if not later:
                    return Answer(False, Violation(self._word(index, letter), None), len(self.nodes))
                node = target, begun(later)
                number = self.number.get(node)
                if number is None:
                    number = self.number[node] = len(self.nodes)
                    self.nodes.append(node)
                    self.origin.append((index, letter))
                found.append((number, letter, postponed))
        return None

    def _ways(self, obligations: Obligations, truths: tuple[bool, ...]) -> tuple[Way, ...]:
        key = obligations, truths
        found = self.known.get(key)
        if found is None:
            truth: dict[Expression, bool] = dict(zip(self.guards, truths, strict=True))
            found = self.known[key] = self.tableau.expanded(obligations, truth.__getitem__)
        return found

    def _word(self, index: int, *last: Signals) -> tuple[Signals, ...]:
        word = [*reversed(last)]
        while index > 0:
            index, letter = self.origin[index]
            word.append(letter)
        return tuple(reversed(word))

    def _lasso(self) -> Violation | None:
        """Of the runs that go round in a part of the graph where nothing is put off for ever, a short one."""
        best: tuple[int, int, list[Signals]] | None = None
        tried = 0
        following = [[target for target, _, _ in edges] for edges in self.edges]
        parts = strongly_connected(range(len(following)), following.__getitem__)
        component = {node: number for number, part in enumerate(parts) for node in part}
        fair = set(self._fair(component))
        for node in range(len(self.nodes)):
            if component[node] not in fair:
                continue
            length = len(self._word(node))
            if tried >= _CYCLES or (best is not None and length >= best[0]):
                break
            tried += 1
            cycle = self._cycle(node, component)
            if cycle is not None and (best is None or length + len(cycle) < best[0]):
                best = length + len(cycle), node, cycle
        if best is None:
            return None
        _, node, cycle = best
        prefix = self._word(node)
        return Violation((*prefix, *cycle), len(prefix))

    def _fair(self, component: Mapping[int, int]) -> Iterator[int]:
        """Parts of the graph in which every `Until` is fulfilled somewhere."""
        fulfilled: dict[int, set[int]] = {}
        for node, edges in enumerate(self.edges):
            for target, _, postponed in edges:
                if component[node] == component[target]:
                    done = fulfilled.setdefault(component[node], set())
                    done.update(at for at, until in enumerate(self.untils) if until not in postponed)
        return (part for part, done in fulfilled.items() if len(done) == len(self.untils))

    def _cycle(self, start: int, component: Mapping[int, int]) -> list[Signals] | None:
        """A shortest way back to a node that fulfils every `Until` on the way."""
        all_done = (1 << len(self.untils)) - 1
        first = (start, 0)
        origin: dict[tuple[int, int], tuple[tuple[int, int], Signals] | None] = {first: None}
        queue = [first]
        for node, done in queue:
            for target, letter, postponed in self.edges[node]:
                if component[target] != component[start]:
                    continue
                now = done
                for at, until in enumerate(self.untils):
                    if until not in postponed:
                        now |= 1 << at
                if target == start and now == all_done:
                    word = [letter]
                    here: tuple[int, int] = (node, done)
                    while (before := origin[here]) is not None:
                        here, letter_before = before
                        word.append(letter_before)
                    return list(reversed(word))
                if (target, now) not in origin:
                    if len(origin) > self.limit:
                        return None
                    origin[target, now] = (node, done), letter
                    queue.append((target, now))
        return None
