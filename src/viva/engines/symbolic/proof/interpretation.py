"""Runs a function on all inputs at once.

Statements fork: each path has its condition, and the conditions of all paths together cover everything. Expressions do
not: what they give in different cases is merged, and the condition under which one raises is collected. An exception
ends the function, since nothing that catches one is covered; so it does not matter which one comes first.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import z3

from viva.engines import smt
from viva.engines.symbolic.proof import values
from viva.engines.symbolic.proof.expressions import Ending, Scope
from viva.engines.symbolic.proof.module import Function, Module
from viva.engines.symbolic.proof.values import Nothing, Row, Steps, Value, known
from viva.engines.syntax.tree import Node, Uncovered

MOST_PATHS = 300
MOST_STEPS = 20_000
DEEPEST_CALL = 12
LONGEST_LOOP = 64
MOST_QUESTIONS = 250
MOST_HARD = 3
WORK = 6_000
NET = 2_000  # milliseconds, for what the count of work does not see: hundreds of times what that work takes

RETURN, RAISE, NEXT, BREAK, CONTINUE = "return", "raise", "next", "break", "continue"


@dataclass(frozen=True, slots=True)
class State:
    """Where a path is: its condition, what its names mean, and how its last statement ended."""

    condition: Any
    names: dict[str, Value]
    ending: str = NEXT
    value: Value = field(default_factory=Nothing)


class Interpreter:
    def __init__(self, module: Module, context: Any) -> None:
        """`context` is where z3 is asked: one that nobody used before answers the same in every process."""
        self.module = module
        self.context = context
        self.steps = 0
        self.questions = 0
        self.hard = 0
        self.depth = 0
        self.nesting = 0
        self.raised: list[Any] = []
        self.degrees: dict[int, tuple[int, Any]] = {}

    def call(self, name: str, arguments: Sequence[Value], condition: Any) -> list[Ending]:
        """All paths of a function, under a condition."""
        function = self.module.functions.get(name)
        if function is None:
            raise Uncovered(f"{name}, which is no function of the program")
        names = self.bound(function, arguments)
        self.depth += 1
        if self.depth > DEEPEST_CALL:
            raise Uncovered("recursion that does not end for all inputs at a small depth")
        endings: list[Ending] = []
        for state in self.block(function, function.body, [State(condition, names)]):
            match state.ending:
                case "raise":
                    endings.append(Ending(state.condition, None))
                case "return" | "next":
                    endings.append(Ending(state.condition, state.value if state.ending == RETURN else Nothing()))
                case _:
                    raise Uncovered("a loop that is left outside of it")
        self.depth -= 1
        return endings

    def bound(self, function: Function, arguments: Sequence[Value]) -> dict[str, Value]:
        missing = len(function.parameters) - len(arguments)
        if missing < 0 or missing > len(function.defaults):
            raise Uncovered(f"a call of {function.name} with {len(arguments)} arguments")
        given = [*arguments, *function.defaults[len(function.defaults) - missing :]]
        return dict(zip(function.parameters, given, strict=True))

    # Statements

    def block(self, function: Function, body: Sequence[Node], states: list[State]) -> list[State]:
        for statement in body:
            ended = [state for state in states if state.ending != NEXT]
            going = [state for state in states if state.ending == NEXT]
            states = ended + [after for state in going for after in self.statement(function, statement, state)]
            if len(states) > MOST_PATHS:
                raise Uncovered("so many paths")
        return states

    def statement(self, function: Function, node: Node, state: State) -> list[State]:
        self.count()
        choice = node.fields.get("value")
        if node.kind in ("Return", "Assign") and isinstance(choice, Node) and choice.kind == "IfExp":
            return self.statement(function, _as_if(node, choice), state)
        match node.kind:
            case "Pass":
                return [state]
            case "Expr":
                return self.after(function, state, [node.node("value")], lambda _: state)
            case "Assign":
                targets = node.nodes("targets")
                return self.after(
                    function, state, [node.node("value")], lambda given: self.assigned(state, targets, given[0])
                )
            case "AnnAssign":
                value = node.optional("value")
                if value is None:
                    return [state]
                return self.after(
                    function, state, [value], lambda given: self.assigned(state, [node.node("target")], given[0])
                )
            case "AugAssign":
                return self.augmented(function, node, state)
            case "Return":
                value = node.optional("value")
                if value is None:
                    return [State(state.condition, state.names, RETURN)]
                return self.after(
                    function, state, [value], lambda given: State(state.condition, state.names, RETURN, given[0])
                )
            case "Raise":
                return [State(state.condition, state.names, RAISE)]
            case "Assert":
                return self.forked(
                    function, node, state, lambda holding: [holding], lambda failing: [_ending(failing, RAISE)]
                )
            case "Break":
                return [_ending(state, BREAK)]
            case "Continue":
                return [_ending(state, CONTINUE)]
            case "If":
                return self.forked(
                    function,
                    node,
                    state,
                    lambda then: self.block(function, node.nodes("body"), [then]),
                    lambda otherwise: self.block(function, node.nodes("orelse"), [otherwise]),
                )
            case "While":
                return self.loop(function, node, state)
            case "For":
                return self.counted_loop(function, node, state)
        raise Uncovered(f"{node.kind} in line {node.line}")

    def after(self, function: Function, state: State, expressions: Sequence[Node], then: Any) -> list[State]:
        """The state after expressions were evaluated, and beside it the one in which one of them raised."""
        scope = Scope(self, function, state.names)
        before, self.raised = self.raised, []
        given = [scope.value(expression, state.condition) for expression in expressions]
        raised, self.raised = self.raised, before
        after: State = then(given)
        if not raised:
            return [after]
        failing = z3.Or(raised)
        kept = z3.And(after.condition, z3.Not(failing))
        raising = z3.And(state.condition, failing)
        states = [] if not self.feasible(raising) else [State(raising, state.names, RAISE)]
        return [*states, State(kept, after.names, after.ending, after.value)]

    def assigned(self, state: State, targets: Sequence[Node], value: Value) -> State:
        names = dict(state.names)
        for target in targets:
            _bind(names, target, value)
        return State(state.condition, names)

    def augmented(self, function: Function, node: Node, state: State) -> list[State]:
        target = node.node("target")
        if target.kind != "Name":
            raise Uncovered(f"the assignment in line {node.line}")
        name = target.text("id")
        if isinstance(state.names.get(name), Row):
            raise Uncovered(f"a list that is changed in line {node.line}")

        def then(given: list[Value]) -> State:
            return State(state.condition, {**state.names, name: given[0]})

        whole = Node("BinOp", node.line, {"left": target, "op": node.node("op"), "right": node.node("value")})
        return self.after(function, state, [whole], then)

    def forked(self, function: Function, node: Node, state: State, then: Any, otherwise: Any) -> list[State]:
        """Both sides of `node.test`, those that can be."""
        scope = Scope(self, function, state.names)
        before, self.raised = self.raised, []
        test = scope.truth(node.node("test"), state.condition)
        raised, self.raised = self.raised, before
        states: list[State] = []
        base = state.condition
        if raised:
            failing = z3.And(base, z3.Or(raised))
            if self.feasible(failing):
                states.append(State(failing, state.names, RAISE))
            base = z3.And(base, z3.Not(z3.Or(raised)))
        decided = values.known_truth(test)
        for side, go in ((True, then), (False, otherwise)):
            if decided is not None and decided is not side:
                continue
            condition = base if decided is not None else z3.And(base, test if side else z3.Not(test))
            if decided is not None or self.feasible(condition):
                states += go(State(condition, state.names))
        return states

    def feasible(self, condition: Any) -> bool:
        """False only if no input is there; what is not known is followed."""
        if smt.too_high([condition], self.degrees):
            raise Uncovered("arithmetic of so high a degree")
        self.questions += 1
        if self.questions > MOST_QUESTIONS:
            raise Uncovered("so many questions for the solver")
        simple = z3.simplify(condition.translate(self.context))
        if z3.is_false(simple):
            return False
        solver = smt.solver(WORK, net=NET, simple=True, context=self.context)
        solver.add(simple)
        answer = smt.satisfiable(solver)
        if answer is None:
            self.hard += 1
            if self.hard > MOST_HARD:
                raise Uncovered("questions that are too hard for the solver")
        return answer is not False

    def loop(self, function: Function, node: Node, state: State) -> list[State]:
        if node.nodes("orelse"):
            raise Uncovered(f"`else` of the loop in line {node.line}")
        done: list[State] = []
        going = [state]
        for _ in range(LONGEST_LOOP):
            if not going:
                return done
            entered: list[State] = []
            for current in going:
                left: list[State] = []
                inside: list[State] = []
                done += self.forked(function, node, current, _collected(inside), _collected(left))
                done += left
                entered += self.block(function, node.nodes("body"), inside)
            going = self.left(entered, done)
        raise Uncovered(f"the loop in line {node.line}, which has no bound that holds for all inputs")

    def left(self, entered: Sequence[State], done: list[State]) -> list[State]:
        """The states that go on with the next round; those that left the loop are done."""
        going: list[State] = []
        for state in entered:
            if state.ending in (NEXT, CONTINUE):
                going.append(_ending(state, NEXT))
            else:
                done.append(_ending(state, NEXT) if state.ending == BREAK else state)
        if len(going) + len(done) > MOST_PATHS:
            raise Uncovered("so many paths")
        return going

    def counted_loop(self, function: Function, node: Node, state: State) -> list[State]:
        if node.nodes("orelse"):
            raise Uncovered(f"`else` of the loop in line {node.line}")
        scope = Scope(self, function, state.names)
        before, self.raised = self.raised, []
        iterated = scope.value(node.node("iter"), state.condition)
        raised, self.raised = self.raised, before
        if raised:
            raise Uncovered(f"the loop in line {node.line}")
        done: list[State] = []
        going = [state]
        for item in _items(iterated, node.line):
            started = [self.assigned(current, [node.node("target")], item) for current in going]
            going = self.left(self.block(function, node.nodes("body"), started), done)
        return done + going

    def count(self) -> None:
        self.steps += 1
        if self.steps > MOST_STEPS:
            raise Uncovered("so much work")


def _as_if(node: Node, choice: Node) -> Node:
    """`return a if c else b` as a statement, so that the two need not be of a kind."""
    sides = [Node(node.kind, node.line, {**node.fields, "value": choice.node(side)}) for side in ("body", "orelse")]
    return Node("If", node.line, {"test": choice.node("test"), "body": [sides[0]], "orelse": [sides[1]]})


def _ending(state: State, ending: str) -> State:
    return State(state.condition, state.names, ending, state.value)


def _collected(states: list[State]) -> Any:
    """A continuation that keeps its state for later."""

    def keep(state: State) -> list[State]:
        states.append(state)
        return []

    return keep


def _items(value: Value, line: int) -> Iterator[Value]:
    match value:
        case Row(_, items):
            return iter(items)
        case Steps(start, stop, step):
            first, last = known(start), known(stop)
            if first is not None and last is not None and len(range(first, last, step)) <= LONGEST_LOOP:
                return iter([values.number(index) for index in range(first, last, step)])
    raise Uncovered(f"the loop in line {line}, whose length depends on the input")


def _bind(names: dict[str, Value], target: Node, value: Value) -> None:
    match target.kind, value:
        case _, Steps():
            raise Uncovered("a range that is kept")
        case "Name", _:
            names[target.text("id")] = value
        case (("Tuple" | "List"), Row(_, items)):
            parts = target.nodes("elts")
            if len(parts) != len(items) or any(part.kind != "Name" for part in parts):
                raise Uncovered(f"the assignment in line {target.line}")
            for part, item in zip(parts, items, strict=True):
                names[part.text("id")] = item
        case _:
            raise Uncovered(f"the assignment in line {target.line}")
