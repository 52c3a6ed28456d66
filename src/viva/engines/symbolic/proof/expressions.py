"""What an expression gives, in all cases at once.

Guarantee: wherever the guard holds and no condition in `raised` does, the value is what Python computes.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import z3

from viva.engines import smt
from viva.engines.symbolic.proof import values
from viva.engines.symbolic.proof.module import Function, Module, constant
from viva.engines.symbolic.proof.values import Number, Row, Steps, Truth, Value, Word, known, numeric
from viva.engines.syntax.tree import Node, Uncovered

DEEPEST_EXPRESSION = 60
LARGEST_POWER = 6
LONGEST_SHIFT = 64


@dataclass(frozen=True, slots=True)
class Ending:
    """A path to its end: `value` is what it returns, None if it raises."""

    condition: Any
    value: Value | None


class Calls(Protocol):
    """What expressions need of the interpreter that runs statements."""

    module: Module
    nesting: int
    raised: list[Any]

    def call(self, name: str, arguments: Sequence[Value], condition: Any) -> list[Ending]: ...
    def count(self) -> None: ...


class Scope:
    """Evaluates expressions of one function with given names."""

    def __init__(self, interpreter: "Calls", function: Function, names: dict[str, Value]) -> None:
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
                return Number((smt.floor_division if operator == "FloorDiv" else smt.modulo)(a, z3.simplify(b)))
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
            return Number(base * factor if operator == "LShift" else smt.floor_division(base, factor))
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
                return Number(smt.absolute(one))
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
                return Row("tuple", (Number(smt.floor_division(one, by)), Number(smt.modulo(one, by))))
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
