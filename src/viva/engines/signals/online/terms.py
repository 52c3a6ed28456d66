"""Comparisons of single samples: Python compiled from the formula, which is quicker than arrays of one."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from typing import cast

import numpy as np

from viva.core.fault import Fault
from viva.engines.signals.arithmetic import margin
from viva.engines.signals.model import (
    Absolute,
    Before,
    Comparison,
    Difference,
    Exponential,
    Greatest,
    Least,
    Negative,
    Number,
    Product,
    Quotient,
    Rate,
    Relation,
    Root,
    Signal,
    Sum,
    Term,
    Truth,
)
from viva.engines.signals.notation import show
from viva.engines.signals.trace import Trace, exactly

Row = tuple[float, Sequence[float]]  # a time and the values of the signals then


def compiled(
    comparisons: Sequence[Truth | Comparison], names: Sequence[str], outs: Sequence[deque[tuple[float, float]]]
) -> Callable[[Iterable[Row]], None]:
    """A function that takes samples and puts the margin of each comparison at each of them into the `out` of the
    comparison."""
    writing = _Writing(names)
    for number, formula in enumerate(comparisons):
        if isinstance(formula, Truth):
            result = "INF" if formula.value else "-INF"
        else:
            more = formula.relation in (Relation.MORE, Relation.AT_LEAST)
            left, right = (formula.left, formula.right) if more else (formula.right, formula.left)
            result = writing.term(Difference(left, right))
        writing.lines += [f"r = {result}", f"put{number}((t, r)) if r == r else nothing()"]
    lines = ["b = m[0]", *writing.lines, "m[0] = t"] if writing.memory else writing.lines
    source = f"""
def take(samples):
    try:
        for t, s in samples:
            {"; ".join(lines) or "pass"}
    except (ArithmeticError, ValueError):
        raise no_value(t, s) from None
"""
    space: dict[str, object] = {f"put{number}": out.append for number, out in enumerate(outs)}
    space |= {"m": [None] * (writing.memory + 1), "INF": math.inf, "sqrt": math.sqrt, "exp": math.exp}
    space["no_value"] = lambda time, values: _no_value(comparisons, names, time, values)
    space["nothing"] = _nothing
    exec(source, space)  # numbers, places and operators only: nothing of it is the user's text
    return cast(Callable[[Iterable[Row]], None], space["take"])


def _no_value(
    comparisons: Sequence[Truth | Comparison], names: Sequence[str], time: float, values: Sequence[float]
) -> Fault:
    """One of the comparisons has no value here: the fault as whole traces tell it."""
    arrays = {name: exactly(np.array([value], dtype=np.float64)) for name, value in zip(names, values, strict=True)}
    for one in comparisons:
        try:
            if isinstance(one, Comparison):
                margin(one, Trace(np.array([time]), arrays))
        except Fault as fault:
            return fault
    shown = ", ".join(f"`{show(one)}`" for one in comparisons)
    return Fault(f"at time {time:g} there is no value of {shown}", remedy="look at the samples there")


def _nothing() -> None:
    raise ArithmeticError


class _Writing:
    """Expressions of Python; what looks back has a cell of memory, of which the first holds the time before."""

    def __init__(self, names: Sequence[str]) -> None:
        self.names = list(names)
        self.lines: list[str] = []
        self.memory = 0

    def term(self, of: Term) -> str:
        match of:
            case Number(number):
                return f"({number!r})"
            case Signal(name):
                return f"s[{self.names.index(name)}]"
            case Negative(part):
                return f"(-{self.term(part)})"
            case Sum(left, right):
                return f"({self.term(left)} + {self.term(right)})"
            case Difference(left, right):
                return f"({self.term(left)} - {self.term(right)})"
            case Product(left, right):
                return f"({self.term(left)} * {self.term(right)})"
            case Quotient(left, right):
                return f"({self.term(left)} / {self.term(right)})"
            case Absolute(part):
                return f"abs({self.term(part)})"
            case Root(part):
                return f"sqrt({self.term(part)})"
            case Exponential(part):
                return f"exp({self.term(part)})"
            case Least(several):
                return f"min([{', '.join(map(self.term, several))}])"
            case Greatest(several):
                return f"max([{', '.join(map(self.term, several))}])"
            case Rate(part) | Before(part):
                value = self.term(part)
                self.memory += 1
                cell = self.memory
                self.lines += [f"v{cell} = {value}", f"w{cell} = m[{cell}]", f"m[{cell}] = v{cell}"]
                if isinstance(of, Before):
                    return f"(v{cell} if b is None else w{cell})"
                return f"(0.0 if b is None else (v{cell} - w{cell}) / (t - b))"
