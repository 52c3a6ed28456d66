"""The symbolic execution tree of a function (Ihantola, Figure 1): what its paths decide, one after the other.

Guarantee: every path in the tree was run on the input that stands at its end. `IMPOSSIBLE` is said of a side only where
the decisions before it rule it out, whatever the arguments are, however long; where that is not known, or floats could
be rounded, it is `OPEN`.
"""

from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from enum import StrEnum

from viva.core.records import dataclass
from viva.engines.shapes import Shape
from viva.engines.symbolic.chance import frame_for, mine_constants
from viva.engines.symbolic.frames import Frame, VariableKind
from viva.engines.symbolic.nearby import Literal, Model, Nearby
from viva.engines.symbolic.path_terms import Pool, Term
from viva.engines.symbolic.search import literal_of, starts
from viva.engines.symbolic.solver import UNSATISFIABLE, Solver
from viva.engines.symbolic.trace import Branch, Outcome, Runner
from viva.languages.target import Target
from viva.sandbox import Sandbox

MOST_PATHS = 40
MOST_DECISIONS = 24
MOST_VALUES = 6
"""Of a decision that is for one of many values, as by an index."""


class Missing(StrEnum):
    """Why there is nothing below one side of a decision."""

    IMPOSSIBLE = "impossible"
    OPEN = "open"


@dataclass(frozen=True, slots=True)
class Leaf:
    """The end of a path: what came out, with terms over the arguments, and arguments that lead here. `followed` is
    false where the run went on without terms, or without an end."""

    outcome: Outcome
    terms: tuple[Term, ...]
    arguments: tuple[object, ...]
    followed: bool


@dataclass(frozen=True, slots=True)
class Side:
    """One way to go on: `value` is what the term of the decision was."""

    value: bool | int
    below: "Decision | Leaf | Missing"


@dataclass(frozen=True, slots=True)
class Decision:
    site: int
    term: Term
    sides: tuple[Side, ...]


Tree = Decision | Leaf | Missing


@dataclass(frozen=True, slots=True)
class Grown:
    """`whole`: no side is open, and every path was followed to its end."""

    root: Tree
    frame: Frame
    whole: bool

    def leaves(self) -> Iterator[Leaf]:
        todo = [self.root]
        while todo:
            match todo.pop():
                case Leaf() as leaf:
                    yield leaf
                case Decision(sides=sides):
                    todo += [side.below for side in reversed(sides)]


def grow_tree(sandbox: Sandbox, target: Target, shapes: Sequence[Shape], *, paths: int = MOST_PATHS) -> Grown | None:
    """The tree, breadth first up to so many paths; None where the function cannot be run on symbolic values."""
    hints = mine_constants([target])
    frame, pool = frame_for(shapes, hints), Pool()
    with Runner(sandbox, target, frame, pool) as runner:
        growing = _Growing(runner, frame, pool, Nearby(frame, hints), Solver(frame, hints))
        growing.run(starts(frame, hints, ())[0])
        while growing.turns and growing.paths < paths:
            growing.turn(*growing.turns.popleft())
    if not growing.paths:
        return None
    root = growing.tree(growing.root)
    grown = Grown(root, frame, False)
    ended = all(leaf.followed for leaf in grown.leaves())
    return Grown(root, frame, ended and not growing.opened)


@dataclass(slots=True)
class _Node:
    """A place in the tree while it grows."""

    branch: Branch | None = None
    leaf: Leaf | None = None
    below: dict[bool | int, "_Node"] = field(default_factory=dict)
    missing: dict[bool | int, Missing] = field(default_factory=dict)
    more: bool = False
    """Other values than those below are possible, or may be."""


_Turn = tuple[_Node, tuple[Literal, ...], Model]


@dataclass(slots=True)
class _Growing:
    runner: Runner
    frame: Frame
    pool: Pool
    nearby: Nearby
    solver: Solver
    root: _Node = field(default_factory=_Node)
    turns: deque[_Turn] = field(default_factory=deque)
    paths: int = 0
    opened: int = 0

    def run(self, model: Model) -> None:
        """One path, put into the tree; each of its decisions that is new is to be turned."""
        trace = self.runner.run(model)
        if trace is None:
            return
        self.paths += 1
        node, before = self.root, list[Literal]()
        for depth, branch in enumerate(trace.branches):
            if node.leaf is not None or (node.branch and node.branch.term is not branch.term):
                return  # the same decisions led elsewhere: something was run without terms
            if depth == MOST_DECISIONS:
                node.missing[True] = Missing.OPEN
                return
            if node.branch is None:
                node.branch = branch
                self.turns.append((node, tuple(before), model))
            node = node.below.setdefault(branch.value, _Node())
            before.append(literal_of(self.pool)(branch))
        if node.branch is None and node.leaf is None:
            followed = not trace.lost and not trace.cut and trace.outcome[:1] != ["endless"]
            node.leaf = Leaf(trace.outcome, trace.terms, self.frame.arguments(model), followed)

    def turn(self, node: _Node, prefix: tuple[Literal, ...], model: Model) -> None:
        """Looks for inputs that go the other ways here."""
        assert node.branch is not None
        if not node.branch.is_pin:
            for value in (True, False):
                if value not in node.below and value not in node.missing:
                    found = self.solved(prefix, Literal(node.branch.term, value), model)
                    if not isinstance(found, Missing):
                        self.run(found)
                        found = Missing.OPEN
                    if value not in node.below:
                        node.missing[value] = found
            return
        equal = [self.pool.term("==", node.branch.term, self.pool.constant(int(value))) for value in node.below]
        goal = Literal(equal[0] if len(equal) == 1 else self.pool.term("or", *equal), False)
        found = self.solved(prefix, goal, model)
        if isinstance(found, Missing):
            node.more = found is Missing.OPEN
            return
        known = len(node.below)
        node.more = True
        if known >= MOST_VALUES:
            return
        self.run(found)
        if len(node.below) > known:
            node.more = False
            self.turns.append((node, prefix, model))

    def solved(self, prefix: tuple[Literal, ...], goal: Literal, model: Model) -> Model | Missing:
        found: Model | str | None = self.nearby.solve(prefix, goal, model)
        if found is None:
            found = self.solver.solve(prefix, goal, model)
        if not isinstance(found, str):
            return found
        rounded = any(name.endswith("~") for name in goal.term.variables)
        if found == UNSATISFIABLE and not rounded and self._never(prefix, goal, model):
            return Missing.IMPOSSIBLE
        return Missing.OPEN

    def _never(self, prefix: tuple[Literal, ...], goal: Literal, model: Model) -> bool:
        return self.solver.solve(prefix, goal, model, boundless=True) == UNSATISFIABLE

    def tree(self, node: _Node) -> Tree:
        if node.leaf is not None:
            return node.leaf
        if node.branch is None:
            self.opened += 1
            return Missing.OPEN
        sides = [Side(value, self.tree(below)) for value, below in node.below.items()]
        sides += [Side(value, missing) for value, missing in node.missing.items() if value not in node.below]
        if node.branch.is_pin and node.more:
            sides.append(Side(0, Missing.OPEN))
        elif not node.branch.is_pin and len(sides) < 2:  # no turn was left for it
            sides.append(Side(not sides[0].value, Missing.OPEN))
        self.opened += sum(side.below is Missing.OPEN for side in sides)
        if node.branch.is_pin and len(sides) == 1:
            return sides[0].below  # what was decided before leaves this value only
        if not node.branch.is_pin:
            sides.sort(key=lambda side: not side.value)
        return Decision(node.branch.site, node.branch.term, tuple(sides))


def variables_of(tree: Grown) -> Mapping[str, VariableKind]:
    """All variables that decisions speak of, with what they may be."""
    found: dict[str, VariableKind] = {}
    todo: list[Tree] = [tree.root]
    for each in todo:  # grows while it is walked
        if isinstance(each, Decision):
            todo += [side.below for side in each.sides]
            for name in each.term.variables:
                kind = tree.frame.kind(name)
                if kind is not None:
                    found[name] = kind
    return found
