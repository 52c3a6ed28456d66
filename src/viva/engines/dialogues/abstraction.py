"""Conditions for the solver, about whatever may have been read: an abstraction that leaves out no possible history.

Of each variable only its current value, the number of its values, their sum, largest and smallest are known, and what
its set of values says about them. Any other term is any value of its type. So what is unsatisfiable here holds for no
input at all, and what is satisfiable here may still be impossible.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import reduce
from typing import Any

from viva.engines import smt
from viva.engines.dialogues import model as m
from viva.engines.dialogues.evaluation import OPERATORS, element_type
from viva.engines.dialogues.notations.symbols import show_term

Formula = Any  # z3 has no types of its own
_STEPS = 400_000


class Abstraction:
    """`sets` are all sets of values that are read into each variable."""

    def __init__(self, sets: Mapping[str, tuple[m.ValueSet, ...]]) -> None:
        import z3  # noqa: PLC0415 (only who asks for reachability pays for the solver)

        self.z3 = z3
        self.sets = sets
        self.axioms: list[Formula] = []
        self.known: set[str] = set()

    def possible(self, formulas: list[Formula]) -> bool:
        """False only if the solver has shown that no history satisfies them all."""
        solver = smt.solver(_STEPS, logic="ALL")
        solver.add(*formulas, *self.axioms)
        return smt.satisfiable(solver) is not False

    def condition(self, term: m.Term) -> Formula:
        z3 = self.z3
        match term:
            case m.Operation("and", left, right):
                return z3.And(self.condition(left), self.condition(right))
            case m.Operation("or", left, right):
                return z3.Or(self.condition(left), self.condition(right))
            case m.Not(operand):
                return z3.Not(self.condition(operand))
            case m.Operation(operator, left, right):
                sides = self.value(left), self.value(right)
                if sides[0] is None or sides[1] is None:
                    return self.unknown(term, z3.BoolSort())
                return OPERATORS[operator](*sides)
            case m.Call("in", (value, m.Listed(items))):
                sought, choices = self.value(value), [self.value(item) for item in items]
                if sought is None or any(choice is None for choice in choices):
                    return self.unknown(term, z3.BoolSort())
                return z3.Or([sought == choice for choice in choices])
            case m.Call("in", (_, m.All(variable))):
                found = self.unknown(term, z3.BoolSort())
                self.axioms.append(z3.Implies(found, self.count(variable) >= 1))
                return found
            case _:
                return self.unknown(term, z3.BoolSort())

    def value(self, term: m.Term) -> Formula | None:
        """None for a list, and for what has no type that the solver is told of."""
        z3 = self.z3
        match term:
            case m.Integer(number):
                return z3.IntVal(number)
            case m.DecimalNumber(decimal):
                return z3.RealVal(str(decimal))
            case m.Text(text):
                return z3.StringVal(text) if _plain(text) else None
            case m.Truth(truth):
                return z3.BoolVal(truth)
            case m.Current(variable):
                return self.current(variable)
            case m.Operation(("+" | "-" | "*" | "/") as operator, left, right):
                return self.computed(term, operator, self.value(left), self.value(right))
            case m.Call("len", (m.All(variable),)):
                return self.count(variable)
            case m.Call(("mod" | "div") as name, (left, m.Integer(divisor))) if divisor > 0:
                divided = self.value(left)
                if divided is None:
                    return None
                return smt.modulo(divided, divisor) if name == "mod" else smt.floor_division(divided, divisor)
            case m.Call("abs", (inner,)):
                signed = self.value(inner)
                return None if signed is None else smt.absolute(signed)
            case m.Call(("sum" | "max" | "min") as name, (m.All(variable),)) if self.is_number(variable):
                return self.folded(name, variable)
            case m.Call(("len" | "count" | "count_ge" | "count_gt"), _):
                counted = self.unknown(term, z3.IntSort())
                self.axioms.append(counted >= 0)
                return counted
            case _:
                return None

    def computed(self, term: m.Term, operator: str, left: Formula | None, right: Formula | None) -> Formula | None:
        z3 = self.z3
        if left is None or right is None or not (z3.is_arith(left) and z3.is_arith(right)):
            return None
        match operator:
            case "+":
                return left + right
            case "-":
                return left - right
            case "*":
                return left * right
            case _:
                return self.unknown(term, z3.RealSort())

    def unknown(self, term: m.Term, sort: Formula) -> Formula:
        return self.z3.Const(show_term(term), sort)

    def is_number(self, variable: str) -> bool:
        return element_type(self.sets[variable][0]) in (m.Type.NUMBER, m.Type.DECIMAL)

    def sort(self, variable: str) -> Formula:
        z3 = self.z3
        match element_type(self.sets[variable][0]):
            case m.Type.NUMBER:
                return z3.IntSort()
            case m.Type.DECIMAL:
                return z3.RealSort()
            case m.Type.TEXT:
                return z3.StringSort()
            case _:
                return z3.BoolSort()

    def current(self, variable: str) -> Formula:
        value = self.z3.Const(f"current {variable}", self.sort(variable))
        if variable not in self.known:
            self.known.add(variable)
            self.axioms.append(self.z3.Or([self.member(value, values) for values in self.sets[variable]]))
        return value

    def member(self, value: Formula, values: m.ValueSet) -> Formula:
        z3 = self.z3
        match values:
            case m.Naturals():
                return value >= 0
            case m.Range(low, high):
                return z3.And(value >= low, value <= high)
            case m.DecimalRange(smallest, largest):
                return z3.And(value >= z3.RealVal(str(smallest)), value <= z3.RealVal(str(largest)))
            case m.OneOf(items) if all(isinstance(item, int) or _plain(item) for item in items):
                return z3.Or([value == item for item in items])
            case _:
                return z3.BoolVal(True)

    def count(self, variable: str) -> Formula:
        count = self.z3.Int(f"len {variable}")
        self.axioms.append(count >= 0)
        return count

    def folded(self, name: str, variable: str) -> Formula:
        z3 = self.z3
        result = z3.Const(f"{name} {variable}", self.sort(variable))
        count, current = self.count(variable), self.current(variable)
        low, high = _ends(self.sets[variable])
        if name == "sum":
            self.axioms.append(z3.Implies(count == 0, result == 0))
            self.axioms.append(z3.Implies(count == 1, result == current))
            self.axioms += [result >= count * z3.RealVal(str(low))] if low is not None else []
            self.axioms += [result <= count * z3.RealVal(str(high))] if high is not None else []
            return result
        self.axioms.append(z3.Or([self.member(result, values) for values in self.sets[variable]]))
        self.axioms.append(result >= current if name == "max" else result <= current)
        return result


def _plain(text: str) -> bool:
    """The solver reads backslashes as escapes."""
    return text.isascii() and "\\" not in text


def _ends(sets: tuple[m.ValueSet, ...]) -> tuple[Fraction | None, Fraction | None]:
    """The smallest and the largest number in any of the sets, where there is one."""

    def ends(values: m.ValueSet) -> tuple[Fraction | None, Fraction | None]:
        match values:
            case m.Naturals():
                return Fraction(0), None
            case m.Range(low, high):
                return Fraction(low), Fraction(high)
            case m.DecimalRange(smallest, largest):
                return smallest, largest
            case m.OneOf(items):
                numbers = [Fraction(item) for item in items if isinstance(item, int)]
                return min(numbers), max(numbers)
            case _:
                return None, None

    def wider(
        one: tuple[Fraction | None, Fraction | None], other: tuple[Fraction | None, Fraction | None]
    ) -> tuple[Fraction | None, Fraction | None]:
        low = None if one[0] is None or other[0] is None else min(one[0], other[0])
        high = None if one[1] is None or other[1] is None else max(one[1], other[1])
        return low, high

    return reduce(wider, map(ends, sets))
