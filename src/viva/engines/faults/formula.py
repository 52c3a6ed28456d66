"""What a program does with one input when some of its expressions may have any value: the formula of section 4 of the
assistant for introductory Python programs (Phothilimthana and Nguyen 2014), path by path.

A *clause* is an expression that gives a value: what is assigned, a condition, an argument of `append`, what a call or a
loop is given, a computed result. A clause that is *relaxed* has a new unknown in its place each time it is asked for a
value; a constant that is relaxed may be given another value instead, the same each time. Loops and calls are followed
up to a bound. Covered are numbers, truth values and lists of them; anything else raises `Uncovered`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import field
from typing import Any

from viva.core.records import dataclass
from viva.engines.faults.unknowns import Value, are_numbers, compare, join_truths, negate, number_of, together, truth_of
from viva.engines.smt import absolute, extreme, floor_division, modulo
from viva.engines.syntax.definitions import functions_of, plain_parameters
from viva.engines.syntax.tree import Node, Uncovered

Clause = tuple[int, int, int, int]
"""Line, column, end line, end column, from 1; columns in bytes."""

MOST_PATHS = 400
MOST_ROUNDS = 8
_MOST_STEPS = 4_000
_NEVER = ("List", "Tuple", "ListComp")  # lists are not relaxed as a whole
_DEEPEST = 12
_LARGEST = 10**9  # a plain number beyond this is worth no more work
_MOST_NODES = 600  # of syntax
_HIGHEST = 24  # of powers of unknowns: what is higher no solver follows, and none says so in time

_ARITHMETIC: Mapping[str, Callable[[Value, Value], Value]] = {
    "Add": lambda one, two: one + two,
    "Sub": lambda one, two: one - two,
    "Mult": lambda one, two: one * two,
}


class TooMuch(Exception):
    """More paths or steps than are followed: nothing is known."""


class _Stuck(Exception):
    """The run raises, or goes on beyond the bound: this path comes to no result."""


@dataclass(slots=True)
class _State:
    variables: dict[str, Value]
    conditions: list[Value] = field(default_factory=list)

    def fork(self) -> _State:
        """Lists keep their identities among each other."""
        seen: dict[int, list[Value]] = {}
        copied = {
            name: seen.setdefault(id(value), list(value)) if isinstance(value, list) else value
            for name, value in self.variables.items()
        }
        return _State(copied, list(self.conditions))


@dataclass(frozen=True, slots=True)
class Ended:
    """One path to an end: under which conditions, and what is returned."""

    conditions: tuple[Value, ...]
    result: Value


def clause_of(node: Node) -> Clause:
    column, end_line, end_column = node.place
    return node.line, column + 1, end_line, end_column + 1


class Formula:
    """Functions of a program, to be run with some clauses relaxed."""

    def __init__(self, tree: Node, function: str) -> None:
        self.functions = functions_of(tree)
        if function not in self.functions:
            raise Uncovered(f"no function {function}")
        if sum(1 for each in self.functions.values() for _ in each.within()) > _MOST_NODES:
            raise Uncovered("a program of this size")
        self.function = function

    def clauses(self) -> list[Clause]:
        """Those of all functions, in the order of the program."""
        nodes = (node for each in self.functions.values() for node in _clauses(each))
        found = {clause_of(node) for node in nodes if node.kind not in _NEVER}
        return sorted(found)

    def constants(self) -> frozenset[Clause]:
        """Those of the clauses that are numbers."""
        nodes = (node for each in self.functions.values() for node in _clauses(each))
        return frozenset(
            clause_of(node) for node in nodes if node.kind == "Constant" and isinstance(node.constant("value"), int)
        )

    def paths(
        self,
        arguments: Sequence[Value],
        relaxed: Collection[Clause],
        *,
        instead: Mapping[Clause, int],
        context: Any,
        largest: int,
    ) -> Iterator[Ended]:
        """Raises `TooMuch` after those that could be followed. `instead` has other values for constants. The unknowns
        are in the solver's `context`, and numbers among them at most as far from 0 as `largest`."""
        run = _Run(self, frozenset(relaxed), instead, context, largest)
        names = _parameters(self.functions[self.function])
        if len(names) != len(arguments):
            raise Uncovered(f"{len(arguments)} arguments")
        state = _State(dict(zip(names, map(_copy, arguments), strict=True)))
        try:
            for count, (ended, result, _) in enumerate(run.function(self.functions[self.function], state, 0)):
                if count == MOST_PATHS:
                    raise TooMuch
                yield Ended(tuple(ended.conditions), result)
        except RecursionError:  # statements one after another, or expressions inside of each other, without end
            raise TooMuch from None
        if run.lost:
            raise TooMuch


def _copy(value: Value) -> Value:
    return list(value) if isinstance(value, list) else value


def _parameters(function: Node) -> list[str]:
    return [parameter.text("arg") for parameter in plain_parameters(function)]


def _clauses(function: Node) -> Iterator[Node]:
    for node in function.within():
        match node.kind:
            case "Assign":
                value = node.node("value")
                yield from value.nodes("elts") if value.kind == "Tuple" else [value]
            case "AugAssign":
                yield node.node("value")
            case "If" | "While" | "IfExp":
                yield node.node("test")
            case "Call":
                yield from node.nodes("args")
            case "Return" if node.optional("value") is not None and node.node("value").kind not in ("Name", "Call"):
                yield node.node("value")  # a variable as it is was made elsewhere
            case "Subscript":
                yield node.node("slice")


class _Run:
    def __init__(
        self, formula: Formula, relaxed: frozenset[Clause], instead: Mapping[Clause, int], context: Any, largest: int
    ) -> None:
        self.formula, self.relaxed, self.instead = formula, relaxed, instead
        self.context, self.largest = context, largest
        self.steps = 0
        self.unknowns = 0
        self.lost = False
        self.degrees: dict[int, tuple[Value, int]] = {}

    def function(self, function: Node, state: _State, depth: int) -> Iterator[tuple[_State, Value, bool]]:
        """The ends of a call: what is returned, and whether something is."""
        if depth > _DEEPEST:
            return
        for ended, left, result in self.block(function.nodes("body"), state, depth):
            if left in ("", "return"):
                yield ended, result if left else None, bool(left)

    def block(self, statements: Sequence[Node], state: _State, depth: int) -> Iterator[tuple[_State, str, Value]]:
        """Each end of a list of statements: `""` behind it, or how it is left, and what is returned."""
        if not statements:
            yield state, "", None
            return
        first, *rest = statements
        for after, left, result in self.statement(first, state, depth):
            if left:
                yield after, left, result
            else:
                yield from self.block(rest, after, depth)

    def statement(self, node: Node, state: _State, depth: int) -> Iterator[tuple[_State, str, Value]]:
        self.steps += 1
        if self.steps > _MOST_STEPS:
            raise TooMuch
        match node.kind:
            case "Assign" if len(node.nodes("targets")) == 1:
                yield from self.assigned(node, state, depth)
            case "AugAssign":
                name = node.node("target").text("id")
                for more, after in self.value(node.node("value"), state, depth):
                    before = after.variables.get(name)
                    if isinstance(before, list) and isinstance(more, list):
                        before.extend(more)
                        yield after, "", None
                        continue
                    try:
                        after.variables[name] = self.computed(node.node("op").kind, before, more, after)
                    except _Stuck:
                        continue
                    yield after, "", None
            case "Expr":
                for _, after in self.value(node.node("value"), state, depth):
                    yield after, "", None
            case "If":
                for truth, after in self.decided(node.node("test"), state, depth):
                    yield from self.block(node.nodes("body" if truth else "orelse"), after, depth)
            case "While" if not node.nodes("orelse"):
                yield from self.rounds(node, state, depth, 0)
            case "For" if not node.nodes("orelse") and node.node("target").kind == "Name":
                for walked, after in self.value(node.node("iter"), state, depth):
                    yield from self.walk(node, walked, after, depth, 0)
            case "Return":
                given = node.optional("value")
                for result, after in [(None, state)] if given is None else self.value(given, state, depth):
                    yield after, "return", result
            case "Break" | "Continue":
                yield state, node.kind.lower(), None
            case "Pass":
                yield state, "", None
            case _:
                raise Uncovered(f"{node.kind} in line {node.line}")

    def assigned(self, node: Node, state: _State, depth: int) -> Iterator[tuple[_State, str, Value]]:
        target, given = node.nodes("targets")[0], node.node("value")
        if target.kind == "Tuple" and given.kind == "Tuple":
            names = [each.text("id") for each in target.nodes("elts")]
            if len(names) != len(given.nodes("elts")):
                raise Uncovered(f"{target.kind} in line {node.line}")
            for values, after in self.values(given.nodes("elts"), state, depth):
                after.variables |= dict(zip(names, values, strict=True))
                yield after, "", None
        elif target.kind == "Name":
            for value, after in self.value(given, state, depth):
                after.variables[target.text("id")] = value
                yield after, "", None
        else:
            raise Uncovered(f"{target.kind} in line {node.line}")

    def rounds(self, node: Node, state: _State, depth: int, done: int) -> Iterator[tuple[_State, str, Value]]:
        if done > MOST_ROUNDS:
            return
        for truth, after in self.decided(node.node("test"), state, depth):
            if not truth:
                yield after, "", None
                continue
            for behind, left, result in self.block(node.nodes("body"), after, depth):
                if left == "return":
                    yield behind, left, result
                elif left == "break":
                    yield behind, "", None
                else:
                    yield from self.rounds(node, behind, depth, done + 1)

    def walk(
        self, node: Node, walked: Value, state: _State, depth: int, at: int
    ) -> Iterator[tuple[_State, str, Value]]:
        if not isinstance(walked, list):
            return
        if at > MOST_ROUNDS:
            return
        if at >= len(walked):
            yield state, "", None
            return
        state.variables[node.node("target").text("id")] = walked[at]
        for behind, left, result in self.block(node.nodes("body"), state, depth):
            if left == "return":
                yield behind, left, result
            elif left == "break":
                yield behind, "", None
            else:
                yield from self.walk(node, walked, behind, depth, at + 1)

    # Values

    def decided(self, node: Node, state: _State, depth: int) -> Iterator[tuple[bool, _State]]:
        for value, after in self.value(node, state, depth):
            truth = truth_of(value)
            if isinstance(truth, bool):
                yield truth, after
                continue
            other = after.fork()
            after.conditions.append(truth)
            yield True, after
            other.conditions.append(negate(truth))
            yield False, other

    def values(self, nodes: Sequence[Node], state: _State, depth: int) -> Iterator[tuple[list[Value], _State]]:
        if not nodes:
            yield [], state
            return
        for first, after in self.value(nodes[0], state, depth):
            for rest, behind in self.values(nodes[1:], after, depth):
                yield [first, *rest], behind

    def value(self, node: Node, state: _State, depth: int) -> Iterator[tuple[Value, _State]]:
        """The values an expression can have from here; none where it raises."""
        clause = clause_of(node)
        if clause in self.instead:
            yield self.instead[clause], state
            return
        relaxed = clause in self.relaxed
        for value, after in self.plain(node, state, depth):
            free = relaxed and value is not None and not isinstance(value, list)
            yield (self.unknown(value, after), after) if free else (value, after)

    def unknown(self, value: Value, state: _State) -> Value:
        """A new unknown of the type of a value, no larger than what the run has to do with."""
        import z3  # noqa: PLC0415

        self.unknowns += 1
        name = f"u{self.unknowns}"
        if isinstance(value, bool) or z3.is_bool(value):
            return z3.Bool(name, self.context)
        unknown = z3.Int(name, self.context)
        state.conditions += [unknown >= -self.largest, unknown <= self.largest]
        return unknown

    def plain(self, node: Node, state: _State, depth: int) -> Iterator[tuple[Value, _State]]:
        match node.kind:
            case "Constant":
                value = node.constant("value")
                if isinstance(value, str):
                    raise Uncovered(f"a text in line {node.line}")
                yield value, state
            case "Name":
                if node.text("id") in state.variables:
                    yield state.variables[node.text("id")], state
            case "BinOp":
                for (one, two), after in self.values([node.node("left"), node.node("right")], state, depth):
                    try:
                        yield self.computed(node.node("op").kind, one, two, after), after
                    except _Stuck:
                        continue
            case "UnaryOp" if node.node("op").kind in ("USub", "Not"):
                for value, after in self.value(node.node("operand"), state, depth):
                    if node.node("op").kind == "Not":
                        yield negate(truth_of(value)), after
                    elif value is not None and not isinstance(value, list):
                        yield -number_of(value), after
            case "IfExp":
                for truth, after in self.decided(node.node("test"), state, depth):
                    yield from self.value(node.node("body" if truth else "orelse"), after, depth)
            case "BoolOp":
                for found, after in self.values(node.nodes("values"), state, depth):
                    yield join_truths(node.node("op").kind, list(map(truth_of, found))), after
            case "Compare" if len(node.nodes("ops")) == 1:
                sides = [node.node("left"), *node.nodes("comparators")]
                for (one, two), after in self.values(sides, state, depth):
                    yield compare(node.nodes("ops")[0].kind, one, two), after
            case "List" | "Tuple":
                yield from self.values(node.nodes("elts"), state, depth)
            case "Subscript":
                for (owner, index), after in self.values([node.node("value"), node.node("slice")], state, depth):
                    if isinstance(owner, list) and isinstance(index, int) and -len(owner) <= index < len(owner):
                        yield owner[index], after
                    elif isinstance(owner, list) and not isinstance(index, int):
                        yield from _indexed(owner, index, after)
            case "Call":
                yield from self.called(node, state, depth)
            case _:
                raise Uncovered(f"{node.kind} in line {node.line}")

    def called(self, node: Node, state: _State, depth: int) -> Iterator[tuple[Value, _State]]:
        called, given = node.node("func"), node.nodes("args")
        if node.nodes("keywords"):
            raise Uncovered(f"an argument by its name in line {node.line}")
        if called.kind == "Attribute" and called.text("attr") == "append" and len(given) == 1:
            for item, after in self.value(given[0], state, depth):
                for owner, behind in self.plain(called.node("value"), after, depth):
                    if isinstance(owner, list):
                        owner.append(item)
                        yield None, behind
            return
        if called.kind != "Name":
            raise Uncovered(f"a method in line {node.line}")
        name = called.text("id")
        for values, after in self.values(given, state, depth):
            if name in self.formula.functions:
                function = self.formula.functions[name]
                inner = _State(dict(zip(_parameters(function), values, strict=False)), after.conditions)
                for ended, result, _ in self.function(function, inner, depth + 1):
                    outer = after.fork()
                    outer.conditions = ended.conditions
                    yield result, outer
            elif name == "len" and len(values) == 1 and isinstance(values[0], list):
                yield len(values[0]), after
            elif name == "range":
                yield from self.counted(values, after)
            elif name == "abs" and len(values) == 1 and are_numbers(values):
                yield absolute(number_of(values[0])), after
            elif name in ("sum", "min", "max") and (numbers := together(values)) is not None:
                if numbers or name == "sum":
                    yield sum(numbers) if name == "sum" else extreme(name, numbers), after
            else:
                raise Uncovered(f"{name} in line {node.line}")

    def counted(self, bounds: Sequence[Value], state: _State) -> Iterator[tuple[Value, _State]]:
        if not bounds:
            return
        first, last = (0, bounds[0]) if len(bounds) == 1 else (bounds[0], bounds[1])
        if len(bounds) > 2 or not are_numbers([first, last]):
            return
        for rounds in range(MOST_ROUNDS + 1):
            if isinstance(first, int) and isinstance(last, int):
                yield list(range(first, last))[: MOST_ROUNDS + 1], state
                return
            after = state.fork()
            after.conditions.append(last - first <= 0 if rounds == 0 else last - first == rounds)
            yield [first + number for number in range(rounds)], after

    def measured(self, sign: str, result: Value, one: Value, two: Value) -> Value:
        """The result, whose degree in the unknowns is kept in mind."""
        if not isinstance(result, int):
            first, second = (
                0 if isinstance(each, int) else self.degrees.get(each.get_id(), (each, 1))[1] for each in (one, two)
            )
            degree = first + second if sign == "Mult" else max(first, second)
            if degree > _HIGHEST:
                self.lost = True
                raise _Stuck
            self.degrees[result.get_id()] = result, degree
        return result

    def computed(self, sign: str, one: Value, two: Value, state: _State) -> Value:
        if isinstance(one, list) or isinstance(two, list):
            if sign == "Add" and isinstance(one, list) and isinstance(two, list):
                return [*one, *two]
            raise _Stuck
        if not are_numbers([one, two]) or any(isinstance(each, int) and abs(each) > _LARGEST for each in (one, two)):
            raise _Stuck
        if sign in _ARITHMETIC:
            return self.measured(sign, _ARITHMETIC[sign](number_of(one), number_of(two)), one, two)
        if sign in ("FloorDiv", "Mod"):
            if isinstance(two, int):
                if two == 0:
                    raise _Stuck
            else:
                state.conditions.append(two != 0)
            if isinstance(one, int) and isinstance(two, int):
                return one // two if sign == "FloorDiv" else one % two
            return floor_division(one, two) if sign == "FloorDiv" else modulo(one, two)
        if sign == "Pow" and isinstance(two, int) and 0 <= two <= 8:
            result: Value = 1
            for _ in range(two):
                result = self.measured("Mult", result * one, result, one)
            return result
        raise _Stuck


def _indexed(owner: list[Value], index: Value, state: _State) -> Iterator[tuple[Value, _State]]:
    for place, item in enumerate(owner):
        after = state.fork()
        after.conditions.append(index == place)
        yield item, after
