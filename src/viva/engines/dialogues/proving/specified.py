"""A specification as instructions: what was read into a variable is a list, and terms are expressions over these lists.

It is written from the meaning of specifications (`semantics.py`), and held against that on every run of a check.
"""

from __future__ import annotations

from viva.engines.dialogues import model as m
from viva.engines.dialogues.proving.emitter import Emitter
from viva.engines.dialogues.proving.instructions import (
    Allow,
    AllowAnything,
    Ask,
    Code,
    Do,
    Jump,
    NeverSo,
    Stop,
    assignment,
    binary,
    call,
    compare,
    constant,
    element,
    junction,
    method,
    name,
    negation,
    node,
)
from viva.engines.syntax.source import Function, Module
from viva.engines.syntax.tree import Node, Uncovered

_OPERATORS = {"+": "Add", "-": "Sub", "*": "Mult"}
_COMPARISONS = {"=": "Eq", "!=": "NotEq", "<": "Lt", "<=": "LtE", ">": "Gt", ">=": "GtE"}
_SAME = ("len", "sum", "max", "min", "abs")
_VALUE = "=value"


def write_out(spec: m.Spec) -> Code:
    """Raises `Uncovered`."""
    made = _Writer(spec)
    made.write(spec, None)
    made.code.append(Stop())
    names = frozenset(made.names)
    main = Function("specification", (), (), (), names, 0)
    return Code(tuple(made.code), Module(bound=set(names)), main)


class _Writer(Emitter):
    def __init__(self, spec: m.Spec) -> None:
        super().__init__()
        self.names = [_VALUE]
        self.counters = 0
        self.merged = list(dict.fromkeys(each for each in _merged_in(spec)))
        variables = dict.fromkeys(part.variable for part in m.parts(spec) if isinstance(part, m.Read))
        for word in (*variables, *map(_joint_name, self.merged)):
            self.names.append(word)
            self.code.append(Do(assignment(word, node("List", 0, elts=[]))))

    def write(self, spec: m.Spec, exits: list[int] | None) -> None:
        """`exits` takes the places of jumps out of the innermost loop."""
        match spec:
            case m.Seq(steps):
                for each in steps:
                    self.write(each, exits)
            case m.Nop():
                pass
            case m.Read():
                self._read(spec)
            case m.Write(alternatives, optional):
                rows = tuple(tuple(map(_item, alternative)) for alternative in alternatives)
                self.code.append(Allow(rows, optional))
            case m.Branch(left, condition, right):
                test = self.emit_test(_expression(condition))
                self.write(right, exits)
                end = self.emit_jump()
                self.end_test(test)
                self.write(left, exits)
                self.end_jumps(end)
            case m.Loop(body):
                inner: list[int] = []
                begin = len(self.code)
                self.write(body, inner)
                self.code.append(Jump(begin))
                self.end_jumps(*inner)
            case m.Repeat(count, body):
                self._repeat(count, body)
            case m.Exit():
                assert exits is not None, "an exit is in a loop"
                exits.append(self.emit_jump())

    def _repeat(self, count: m.Term, body: m.Spec) -> None:
        self.counters += 1
        left = f"=left{self.counters}"
        self.names.append(left)
        self.code.append(Do(assignment(left, _expression(count))))
        begin = len(self.code)
        test = self.emit_test(compare(name(left), "Gt", constant(0)))
        self.code.append(Do(assignment(left, binary(name(left), "Sub", constant(1)))))
        inner: list[int] = []
        self.write(body, inner)
        self.code.append(Jump(begin))
        self.end_test(test)
        self.end_jumps(*inner)

    def _read(self, read: m.Read) -> None:
        if isinstance(read.values, m.Decimals | m.DecimalRange):
            raise Uncovered("decimals")
        begin = len(self.code)
        self.code.append(Ask(_VALUE, read.place.line if read.place else 0, raw=False, read=read))
        valid = _valid(read)
        if valid is not None:
            test = self.emit_test(valid)
            taken = self.emit_jump()
            self.end_test(test)
            match read.mode:
                case m.Mode.ASSUME:
                    self.code.append(NeverSo())
                case m.Mode.UNTIL:
                    self.code += (AllowAnything(), Jump(begin))
                case m.Mode.ABORT:
                    self.code += (AllowAnything(), Stop())
            self.end_jumps(taken)
        for word in (read.variable, *(_joint_name(each) for each in self.merged if read.variable in each)):
            self.code.append(Do(node("Expr", 0, value=method(name(word), "append", [name(_VALUE)]))))


def _merged_in(spec: m.Spec) -> list[tuple[str, ...]]:
    return [part.variables for term in m.terms(spec) for part in m.subterms(term) if isinstance(part, m.Merged)]


def _joint_name(variables: tuple[str, ...]) -> str:
    return f"={'+'.join(sorted(variables))}"


def _valid(read: m.Read) -> Node | None:
    """Whether the read takes the value; None where it takes all of its kind."""
    value, found = name(_VALUE), list[Node]()
    match read.values:
        case m.Naturals():
            found.append(compare(constant(0), "LtE", value))
        case m.Range(low, high):
            found += (compare(_number(low), "LtE", value), compare(value, "LtE", _number(high)))
        case m.OneOf(items):
            found.append(junction("Or", [compare(value, "Eq", _value(each)) for each in (*items, items[0])]))
    found += [compare(value, "NotIn", name(variable)) for variable in read.excluded]
    if len(found) < 2:
        return found[0] if found else None
    return junction("And", found)


def _item(item: m.Item) -> m.AnyText | Node:
    match item:
        case m.AnyText():
            return item
        case m.Within() | m.Some():
            raise Uncovered("values that the program chooses")
    return _expression(item)


def _number(value: int) -> Node:
    if value >= 0:
        return constant(value)
    return node("UnaryOp", 0, op=node("USub", 0), operand=constant(-value))


def _value(value: m.Value) -> Node:
    match value:
        case bool() | str():
            return constant(value)
        case int():
            return _number(value)
    raise Uncovered("decimals")


def _expression(term: m.Term) -> Node:
    match term:
        case m.Current(variable):
            return element(name(variable), _number(-1))
        case m.All(variable):
            return name(variable)
        case m.Merged(variables):
            return name(_joint_name(variables))
        case m.Integer(value) | m.Text(value) | m.Truth(value):
            return _value(value)
        case m.Listed(items):
            return node("List", 0, elts=[_expression(each) for each in items])
        case m.Not(operand):
            return negation(_expression(operand))
        case m.Operation("and" | "or" as word, left, right):
            return junction(word.capitalize(), [_expression(left), _expression(right)])
        case m.Operation(operator, left, right) if operator in _OPERATORS:
            return binary(_expression(left), _OPERATORS[operator], _expression(right))
        case m.Operation(operator, left, right) if operator in _COMPARISONS:
            return compare(_expression(left), _COMPARISONS[operator], _expression(right))
        case m.Call(function, arguments):
            return _called(function, [_expression(each) for each in arguments])
    raise Uncovered("a term of this kind")


def _called(function: str, given: list[Node]) -> Node:
    match function:
        case _ if function in _SAME:
            return call(function, given)
        case "mod" | "div":
            return binary(given[0], "Mod" if function == "mod" else "FloorDiv", given[1])
        case "back":
            return element(given[0], binary(binary(_number(-1), "Sub", given[1]), "Add", constant(0)))
        case "count":
            return method(given[0], "count", given[1:])
        case "count_gt" | "count_ge":
            asked = compare(name("=each"), "Gt" if function == "count_gt" else "GtE", given[1])
            walked = node("comprehension", 0, target=name("=each"), iter=given[0], ifs=[asked], is_async=0)
            return call("sum", [node("GeneratorExp", 0, elt=constant(1), generators=[walked])])
        case "in":
            return compare(given[0], "In", given[1])
        case "upper" | "lower":
            return method(given[0], function, [])
        case "sort":
            return call("sorted", given)
        case "start" | "rest":
            lower, upper = (None, given[1]) if function == "start" else (given[1], None)
            return element(given[0], node("Slice", 0, lower=lower, upper=upper, step=None))
        case "reverse":
            step = node("UnaryOp", 0, op=node("USub", 0), operand=constant(1))
            return element(given[0], node("Slice", 0, lower=None, upper=None, step=step))
    raise Uncovered(f"{function} of a specification")


__all__ = ["write_out"]
