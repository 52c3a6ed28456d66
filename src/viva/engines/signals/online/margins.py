"""Comparisons of single samples: Python compiled from the formula, which is quicker than arrays of one."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from types import CodeType
from typing import cast

import numpy as np

from viva.core.fault import Fault
from viva.engines.signals import model as m
from viva.engines.signals.arithmetic import margin
from viva.engines.signals.notation import show
from viva.engines.signals.trace import Trace, exactly

Row = tuple[float, Sequence[float]]  # a time and the values of the signals then


class Margins:
    """Puts the margin of each comparison at each sample into the `out` of the comparison. `take` takes samples,
    `memory` is what it keeps of the last one."""

    def __init__(
        self,
        comparisons: Sequence[m.Truth | m.Comparison],
        names: Sequence[str],
        outs: Sequence[deque[tuple[float, float]]],
    ) -> None:
        writing = _Writing(names)
        for number, formula in enumerate(comparisons):
            if isinstance(formula, m.Truth):
                result = "INF" if formula.value else "-INF"
            else:
                more = formula.relation in (m.Relation.MORE, m.Relation.AT_LEAST)
                left, right = (formula.left, formula.right) if more else (formula.right, formula.left)
                result = writing.term(m.Difference(left, right))
            writing.lines += [f"r = {result}", f"put{number}((t, r)) if r == r else nothing()"]
        self.memory: list[float | None] = [None] * (writing.memory + 1)
        self._outs = outs
        self._space: dict[str, object] = {"m": self.memory, "INF": math.inf, "sqrt": math.sqrt, "exp": math.exp}
        self._space["no_value"] = lambda time, values: _no_value(comparisons, names, time, values)
        self._space["nothing"] = _nothing
        self.choose([True] * len(outs))
        lines = ["b = m[0]", *writing.lines, "m[0] = t"] if writing.memory else writing.lines
        exec(_code("; ".join(lines) or "pass"), self._space)
        self.take = cast(Callable[[Iterable[Row]], None], self._space["take"])

    def choose(self, asked: Sequence[bool]) -> None:
        """The margins of these comparisons only are put anywhere."""
        for number, (out, one) in enumerate(zip(self._outs, asked, strict=True)):
            self._space[f"put{number}"] = out.append if one else _ignored


@lru_cache(maxsize=256)
def _code(line: str) -> CodeType:
    """Numbers, places and operators only: nothing of it is the user's text."""
    return compile(
        f"""
def take(samples):
    try:
        for t, s in samples:
            {line}
    except (ArithmeticError, ValueError):
        raise no_value(t, s) from None
""",
        "margins",
        "exec",
    )


def _ignored(_one: tuple[float, float]) -> None:
    """Nobody asks for it any more."""


def _no_value(
    comparisons: Sequence[m.Truth | m.Comparison], names: Sequence[str], time: float, values: Sequence[float]
) -> Fault:
    """One of the comparisons has no value here: the fault as whole traces tell it."""
    arrays = {name: exactly(np.array([value], dtype=np.float64)) for name, value in zip(names, values, strict=True)}
    for one in comparisons:
        try:
            if isinstance(one, m.Comparison):
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

    def term(self, of: m.Term) -> str:
        match of:
            case m.Number(number):
                return f"({number!r})"
            case m.Signal(name):
                return f"s[{self.names.index(name)}]"
            case m.Negative(part):
                return f"(-{self.term(part)})"
            case m.Sum(left, right):
                return f"({self.term(left)} + {self.term(right)})"
            case m.Difference(left, right):
                return f"({self.term(left)} - {self.term(right)})"
            case m.Product(left, right):
                return f"({self.term(left)} * {self.term(right)})"
            case m.Quotient(left, right):
                return f"({self.term(left)} / {self.term(right)})"
            case m.Absolute(part):
                return f"abs({self.term(part)})"
            case m.Root(part):
                return f"sqrt({self.term(part)})"
            case m.Exponential(part):
                return f"exp({self.term(part)})"
            case m.Least(several):
                return f"min([{', '.join(map(self.term, several))}])"
            case m.Greatest(several):
                return f"max([{', '.join(map(self.term, several))}])"
            case m.Rate(part) | m.Before(part):
                value = self.term(part)
                self.memory += 1
                cell = self.memory
                self.lines += [f"v{cell} = {value}", f"w{cell} = m[{cell}]", f"m[{cell}] = v{cell}"]
                if isinstance(of, m.Before):
                    return f"(v{cell} if b is None else w{cell})"
                return f"(0.0 if b is None else (v{cell} - w{cell}) / (t - b))"
