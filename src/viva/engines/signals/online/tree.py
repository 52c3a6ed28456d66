"""The engine of the online monitor for the semantics `points`: a tree of nodes over one tape of times."""

from __future__ import annotations

import math

import numpy as np

from viva.engines.signals.arithmetic import looks_back, margin
from viva.engines.signals.horizon import needs
from viva.engines.signals.model import (
    And,
    Comparison,
    Eventually,
    Formula,
    Globally,
    Historically,
    Iff,
    Implies,
    Not,
    Once,
    Or,
    Previous,
    Release,
    Since,
    Truth,
    Until,
    operands,
    signals,
    subformulas,
)
from viva.engines.signals.online.nodes import (
    Equivalence,
    Junction,
    Leaf,
    Negation,
    Node,
    Now,
    Running,
    RunningUntil,
    Window,
)
from viva.engines.signals.online.nodes import Until as UntilNode
from viva.engines.signals.online.past_nodes import PastWindow
from viva.engines.signals.online.past_nodes import Previous as PreviousNode
from viva.engines.signals.online.past_nodes import Since as SinceNode
from viva.engines.signals.online.tape import Tape
from viva.engines.signals.slack import loosened, slack
from viva.engines.signals.sliding_extrema import GREATEST, LEAST
from viva.engines.signals.trace import Trace, exactly, joined


class Tree:
    def __init__(self, formula: Formula) -> None:
        self.formula = formula
        self.now = Now(Tape(1))
        self.leaves: list[tuple[Truth | Comparison, Leaf]] = []
        self.nodes: list[Node] = []  # operands first
        self.names = signals(formula)
        self.back = max((looks_back(one) for one in subformulas(formula) if isinstance(one, Comparison)), default=0)
        self.previous: Trace | None = None  # as many samples as a difference quotient looks back
        self.seen = 0
        self.alone: Trace | None = None  # the first sample, until a second one says how long a step is
        self.loose = 0.0

    def append(self, batch: Trace) -> None:
        if self.alone is not None:
            batch = joined([self.alone, batch], self.names)
            self.now, self.leaves, self.nodes, self.previous, self.seen = Now(Tape(1)), [], [], None, 0
        if not self.nodes:
            start = float(batch.times[0])
            self.loose = slack(batch.times)
            self._build(loosened(self.formula, batch.times), start, 0.0, 0.0, 0.0)
            self.alone = batch if len(batch) == 1 else None
        self.now.times.write(self.seen, batch.times)
        known = batch if self.previous is None else joined([self.previous, batch], self.names)
        for formula, leaf in self.leaves:
            if isinstance(formula, Truth):
                values = exactly(np.full(len(batch), math.inf if formula.value else -math.inf))
            else:
                values = margin(formula, known).part(len(known) - len(batch), len(known))
            leaf.take(self.seen, values, batch.times)
        self.previous = known.part(max(0, len(known) - self.back), len(known)) if self.back else None
        self.seen += len(batch)

    def evaluate(self, count: int, ended: bool) -> tuple[float, float]:
        self.now.count, self.now.ended = count, ended
        for node in self.nodes:
            node.update(self.now)
        root = self.nodes[-1]
        return float(root.low(0, 1)[0]), float(root.high(0, 1)[0])

    def commit(self) -> None:
        for node in reversed(self.nodes):  # parents take in what operands then forget
            node.commit()
        last = self.now.instants(self.seen - 1, self.seen)
        self.now.times = Tape(1, self.seen - 1)
        self.now.times.write(self.seen - 1, last)

    def values(self) -> int:
        return len(self.now.times) + sum(node.values() for node in self.nodes)

    def _build(self, formula: Formula, origin: float, start: float, end: float, spare: float) -> Node:
        """The node for the values from `start` to `end` after the first sample. Sums of floating-point bounds are not
        exact, so below the root ranges are wider by a little: more than enough is held, and never too little."""
        wider = spare + 1e-9 * (1 + abs(origin) + start + (end if end < math.inf else 0)) + self.loose
        below = [
            self._build(operand, origin, first, last, wider)
            for operand, (first, last) in zip(operands(formula), needs(formula, start, end), strict=True)
        ]
        node = self._node(formula, origin + start - spare, origin + end + spare, below)
        self.nodes.append(node)
        return node

    def _negation(self, operand: Node) -> Node:
        node = Negation(operand.start, operand.end, (operand,))
        self.nodes.append(node)
        return node

    def _node(self, formula: Formula, start: float, end: float, below: list[Node]) -> Node:
        match formula:
            case Truth() | Comparison():
                leaf = Leaf(start, end)
                self.leaves.append((formula, leaf))
                return leaf
            case Not():
                return Negation(start, end, below)
            case Previous():
                return PreviousNode(start, end, below)
            case And():
                return Junction(start, end, below, LEAST)
            case Or():
                return Junction(start, end, below, GREATEST)
            case Implies():
                return Junction(start, end, [self._negation(below[0]), below[1]], GREATEST)
            case Iff():
                return Equivalence(start, end, below)
            case Globally(interval, _) | Eventually(interval, _):
                extremum = LEAST if isinstance(formula, Globally) else GREATEST
                if interval.high == math.inf:
                    return Running(start, end, below[0], interval.earliest, extremum)
                return Window(start, end, below[0], interval, extremum)
            case Historically(interval, _) | Once(interval, _):
                return PastWindow(
                    start, end, below[0], interval, LEAST if isinstance(formula, Historically) else GREATEST
                )
            case Until(interval, _, _):
                return _until(start, end, below, formula)
            case Since(interval, _, _):
                return SinceNode(start, end, below, interval)
            case Release(interval, _, _):
                dual = Until(interval, formula.left, formula.right)
                inner = _until(start, end, [self._negation(one) for one in below], dual)
                self.nodes.append(inner)
                return Negation(start, end, (inner,))


def _until(start: float, end: float, below: list[Node], formula: Until) -> Node:
    if formula.interval.high == math.inf:
        return RunningUntil(start, end, below, formula.interval.earliest)
    return UntilNode(start, end, below, formula.interval)
