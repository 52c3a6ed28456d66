"""Runs a function on all inputs at once.

Statements fork: each path has its condition, and the conditions of all paths together cover everything. Expressions do
not: what they give in different cases is merged, and the condition under which one raises is collected. An exception
ends the function, since nothing that catches one is covered; so it does not matter which one comes first.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import z3

from viva.engines.symbolic.proof import values
from viva.engines.symbolic.proof.degree import too_high
from viva.engines.symbolic.proof.module import Function, Module, constant
from viva.engines.symbolic.proof.tree import Node, Uncovered
from viva.engines.symbolic.proof.values import Nothing, Number, Row, Steps, Truth, Value, Word, known, numeric
from viva.engines.symbolic.solver import floor_division, modulo

MOST_PATHS = 300
MOST_STEPS = 20_000
DEEPEST_CALL = 12
DEEPEST_EXPRESSION = 60
LONGEST_LOOP = 64
LARGEST_POWER = 6
LONGEST_SHIFT = 64
MOST_QUESTIONS = 250
MOST_HARD = 3
WORK = 6_000
SAFETY_NET = 500  # milliseconds, for what the count of work does not see

RETURN, RAISE, NEXT, BREAK, CONTINUE = "return", "raise", "next", "break", "continue"


@dataclass(frozen=True, slots=True)
class State:
    """Where a path is: its condition, what its names mean, and how its last statement ended."""

    condition: Any
    names: dict[str, Value]
    ending: str = NEXT
    value: Value = field(default_factory=Nothing)


@dataclass(frozen=True, slots=True)
class Ending:
    """A path to its end: `value` is what it returns, None if it raises."""

    condition: Any
    value: Value | None


class Interpreter:
    def __init__(self, module: Module) -> None:
        self.module = module
        self.steps = 0
        self.questions = 0
        self.hard = 0
        self.depth = 0
        self.nesting = 0
        self.raised: list[Any] = []

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
        scope = _Scope(self, function, state.names)
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
        scope = _Scope(self, function, state.names)
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
        if too_high([condition]):
            raise Uncovered("arithmetic of so high a degree")
        self.questions += 1
        if self.questions > MOST_QUESTIONS:
            raise Uncovered("so many questions for the solver")
        simple = z3.simplify(condition)
        if z3.is_false(simple):
            return False
        solver = z3.SimpleSolver()
        solver.set("rlimit", WORK)
        solver.set("timeout", SAFETY_NET)
        solver.add(simple)
        answer = solver.check()
        if answer == z3.unknown:
            self.hard += 1
            if self.hard > MOST_HARD:
                raise Uncovered("questions that are too hard for the solver")
        return bool(answer != z3.unsat)

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
        scope = _Scope(self, function, state.names)
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


class _Scope:
    """Evaluates expressions of one function with given names."""

    def __init__(self, interpreter: Interpreter, function: Function, names: dict[str, Value]) -> None:
        self.interpreter = interpreter
        self.function = function
        self.names = names

    def raises(self, condition: Any) -> None:
        if not z3.is_false(z3.simplify(condition)):
            self.interpreter.raised.append(condition)

    def value(self, node: Node, guard: Any) -> Value:
        """What the expression gives wherever the guard holds."""
        self.interpreter.count()
        self.interpreter.nesting += 1
        if self.interpreter.nesting > DEEPEST_EXPRESSION:
            raise Uncovered(f"an expression nested so deeply, in line {node.line}")
        try:
            return self.inner(node, guard)
        finally:
            self.interpreter.nesting -= 1

    def inner(self, node: Node, guard: Any) -> Value:
        match node.kind:
            case "Constant":
                return constant(node)
            case "Name":
                return self.name(node)
            case "Tuple" | "List":
                return Row(node.kind.lower(), tuple(self.value(item, guard) for item in node.nodes("elts")))
            case "UnaryOp":
                return self.unary(node, guard)
            case "BinOp":
                left, right = self.value(node.node("left"), guard), self.value(node.node("right"), guard)
                return self.binary(node, left, right, guard)
            case "BoolOp":
                return self.boolean(node, guard)
            case "Compare":
                return Truth(self.compared(node, guard))
            case "IfExp":
                test = self.truth(node.node("test"), guard)
                decided = values.known_truth(test)
                if decided is not None:
                    return self.value(node.node("body" if decided else "orelse"), guard)
                then = self.value(node.node("body"), z3.And(guard, test))
                otherwise = self.value(node.node("orelse"), z3.And(guard, z3.Not(test)))
                return values.merged(test, then, otherwise)
            case "Call":
                return self.call(node, guard)
            case "Subscript":
                return self.subscript(node, guard)
        raise Uncovered(f"{node.kind} in line {node.line}")

    def name(self, node: Node) -> Value:
        name = node.text("id")
        if name in self.function.local:
            if name not in self.names:
                raise Uncovered(f"{name} in line {node.line}, which may have no value yet")
            return self.names[name]
        if name in self.interpreter.module.constants:
            return self.interpreter.module.constants[name]
        raise Uncovered(f"{name} in line {node.line}")

    def truth(self, node: Node, guard: Any) -> Any:
        """The truth of an expression of which nothing else is used."""
        match node.kind:
            case "BoolOp":
                is_and = node.node("op").kind == "And"
                parts: list[Any] = []
                for operand in node.nodes("values"):
                    part = self.truth(operand, guard)
                    parts.append(part)
                    if values.known_truth(part) is (not is_and):
                        break
                    guard = z3.And(guard, part if is_and else z3.Not(part))
                return z3.And(parts) if is_and else z3.Or(parts)
            case "UnaryOp" if node.node("op").kind == "Not":
                return z3.Not(self.truth(node.node("operand"), guard))
        return values.truth(self.value(node, guard))

    def boolean(self, node: Node, guard: Any) -> Value:
        is_and = node.node("op").kind == "And"
        first, *rest = node.nodes("values")
        result = self.value(first, guard)
        reached = guard
        for operand in rest:
            goes_on = values.truth(result) if is_and else z3.Not(values.truth(result))
            if values.known_truth(goes_on) is False:
                return result
            reached = z3.And(reached, goes_on)
            result = values.merged(goes_on, self.value(operand, reached), result)
        return result

    def unary(self, node: Node, guard: Any) -> Value:
        if node.node("op").kind == "Not":
            return Truth(z3.Not(self.truth(node.node("operand"), guard)))
        expression = numeric(self.value(node.node("operand"), guard))
        if expression is None:
            raise Uncovered(f"the sign in line {node.line}")
        match node.node("op").kind:
            case "USub":
                return Number(-expression)
            case "UAdd":
                return Number(expression)
            case "Invert":
                return Number(-expression - 1)
        raise Uncovered(f"the operator in line {node.line}")

    def binary(self, node: Node, left: Value, right: Value, guard: Any) -> Value:
        operator = node.node("op").kind
        match operator, left, right:
            case (("BitAnd" | "BitOr" | "BitXor"), Truth(one), Truth(two)):
                return Truth({"BitAnd": z3.And, "BitOr": z3.Or, "BitXor": z3.Xor}[operator](one, two))
            case "Add", Word(one), Word(two):
                return Word(one + two)
            case "Add", Row(kind, one), Row(other, two) if kind == other:
                return Row(kind, one + two)
        a, b = numeric(left), numeric(right)
        if a is None or b is None:
            raise Uncovered(f"the operator in line {node.line}")
        match operator:
            case "Add":
                return Number(a + b)
            case "Sub":
                return Number(a - b)
            case "Mult":
                return Number(a * b)
            case "FloorDiv" | "Mod":
                self.raises(z3.And(guard, b == 0))
                return Number((floor_division if operator == "FloorDiv" else modulo)(a, z3.simplify(b)))
            case "Pow" | "LShift" | "RShift":
                return self.power(node, operator, a, known(b))
        raise Uncovered(f"{operator} in line {node.line}")

    def power(self, node: Node, operator: str, base: Any, exponent: int | None) -> Value:
        if exponent is None or exponent < 0:
            raise Uncovered(f"the exponent in line {node.line}")
        if operator == "Pow" and exponent <= LARGEST_POWER:
            product = z3.IntVal(1)
            for _ in range(exponent):
                product = product * base
            return Number(product)
        if operator != "Pow" and exponent <= LONGEST_SHIFT:
            factor = z3.IntVal(2**exponent)
            return Number(base * factor if operator == "LShift" else floor_division(base, factor))
        raise Uncovered(f"the exponent in line {node.line}")

    def compared(self, node: Node, guard: Any) -> Any:
        """A chain stops at the first comparison that is false, and evaluates each operand once."""
        left = self.value(node.node("left"), guard)
        holds = z3.BoolVal(True)
        for operator, comparator in zip(node.nodes("ops"), node.nodes("comparators"), strict=True):
            right = self.value(comparator, z3.And(guard, holds))
            holds = z3.And(holds, self.comparison(node, operator.kind, left, right))
            left = right
        return holds

    def comparison(self, node: Node, operator: str, left: Value, right: Value) -> Any:
        match operator:
            case "Eq":
                return values.equal(left, right)
            case "NotEq":
                return z3.Not(values.equal(left, right))
            case "Is":
                return values.is_(left, right)
            case "IsNot":
                return z3.Not(values.is_(left, right))
            case "In":
                return values.contains(right, left)
            case "NotIn":
                return z3.Not(values.contains(right, left))
        a, b = numeric(left), numeric(right)
        if a is None or b is None:
            raise Uncovered(f"the comparison in line {node.line}")
        match operator:
            case "Lt":
                return a < b
            case "LtE":
                return a <= b
            case "Gt":
                return a > b
            case "GtE":
                return a >= b
        raise Uncovered(f"the comparison in line {node.line}")

    def subscript(self, node: Node, guard: Any) -> Value:
        container, index = self.value(node.node("value"), guard), node.node("slice")
        if index.kind == "Slice":
            bounds = [index.optional(name) for name in ("lower", "upper", "step")]
            numbers = [None if bound is None else self.fixed(bound, guard) for bound in bounds]
            if numbers[2] == 0:
                raise Uncovered(f"the slice in line {node.line}")
            match container:
                case Row(kind, items):
                    return Row(kind, items[slice(*numbers)])
                case Word(text):
                    return Word(text[slice(*numbers)])
        position = numeric(self.value(index, guard)) if index.kind != "Slice" else None
        if not isinstance(container, Row) or position is None or not container.items:
            raise Uncovered(f"the index in line {node.line}")
        size = len(container.items)
        self.raises(z3.And(guard, z3.Or(position < -size, position >= size)))
        result = container.items[0]
        for number, item in enumerate(container.items[1:], start=1):
            result = values.merged(z3.Or(position == number, position == number - size), item, result)
        return result

    def fixed(self, node: Node, guard: Any) -> int:
        expression = numeric(self.value(node, guard))
        found = None if expression is None else known(expression)
        if found is None:
            raise Uncovered(f"the bound in line {node.line}, which depends on the input")
        return found

    def call(self, node: Node, guard: Any) -> Value:
        callee = node.node("func")
        if callee.kind != "Name" or node.nodes("keywords"):
            raise Uncovered(f"the call in line {node.line}")
        name = callee.text("id")
        arguments = [self.value(argument, guard) for argument in node.nodes("args")]
        if name in self.function.local:
            raise Uncovered(f"the call of {name} in line {node.line}")
        if name in self.interpreter.module.bound:
            return self.inlined(name, arguments, guard)
        return self.builtin(node, name, arguments, guard)

    def inlined(self, name: str, arguments: Sequence[Value], guard: Any) -> Value:
        if any(isinstance(argument, Steps) for argument in arguments):
            raise Uncovered("a range as an argument")
        outer, self.interpreter.raised = self.interpreter.raised, []
        endings = self.interpreter.call(name, arguments, guard)
        self.interpreter.raised = outer
        for ending in endings:
            if ending.value is None:
                self.raises(ending.condition)
        results = [(ending.condition, ending.value) for ending in endings if ending.value is not None]
        if not results:
            raise Uncovered(f"{name}, which always raises")
        value = results[-1][1]
        for condition, other in reversed(results[:-1]):
            value = values.merged(condition, other, value)
        return value

    def builtin(self, node: Node, name: str, arguments: Sequence[Value], guard: Any) -> Value:
        numbers = [numeric(argument) for argument in arguments]
        match name, arguments, numbers:
            case "abs", [_], [one] if one is not None:
                return Number(z3.If(one >= 0, one, -one))
            case (("min" | "max"), [Row(_, items)], _) if items:
                return values.smallest(items, name)
            case (("min" | "max"), [_, _, *_], _):
                return values.smallest(arguments, name)
            case "sum", [Row(_, items)], _:
                total: Any = z3.IntVal(0)
                for item in items:
                    part = numeric(item)
                    if part is None:
                        raise Uncovered(f"sum in line {node.line}")
                    total = total + part
                return Number(total)
            case "len", [Row(_, items)], _:
                return values.number(len(items))
            case "len", [Word(text)], _:
                return values.number(len(text))
            case "int", [_], [one] if one is not None:
                return Number(one)
            case "round", [_], [one] if one is not None:
                return Number(one)
            case "bool", [one], _:
                return Truth(values.truth(one))
            case "divmod", [_, _], [one, two] if one is not None and two is not None:
                self.raises(z3.And(guard, two == 0))
                by = z3.simplify(two)
                return Row("tuple", (Number(floor_division(one, by)), Number(modulo(one, by))))
            case "any", [Row(_, items)], _:
                return Truth(z3.Or([values.truth(item) for item in items]))
            case "all", [Row(_, items)], _:
                return Truth(z3.And([values.truth(item) for item in items]))
            case (("tuple" | "list"), [Row(_, items)], _):
                return Row(name, items)
            case "range", _, _ if 1 <= len(numbers) <= 3 and all(part is not None for part in numbers):
                start, stop = (z3.IntVal(0), numbers[0]) if len(numbers) == 1 else numbers[:2]
                step = known(numbers[2]) if len(numbers) == 3 else 1
                if step is not None and step != 0:
                    return Steps(start, stop, step)
        raise Uncovered(f"{name} in line {node.line}")
