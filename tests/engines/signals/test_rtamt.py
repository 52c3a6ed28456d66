"""RTAMT, an independent monitor, agrees wherever its discrete semantics is the same: steady times, windows cut at the
end. Its until leaves t' out of the left side, so `p U q` is written `p until (p and q)` there."""

import random

import pytest

from viva.engines.signals import evaluate, show, trace
from viva.engines.signals.model import (
    And,
    Comparison,
    Eventually,
    Formula,
    Globally,
    Historically,
    Implies,
    Interval,
    Not,
    Once,
    Or,
    Since,
    Until,
)
from viva.engines.signals.notation import show_interval, show_term

from .formulas import random_formula

rtamt = pytest.importorskip("rtamt")


def whole(formula: Formula) -> Formula:
    """With windows of whole samples, for RTAMT counts samples."""
    match formula:
        case Globally(i, p) | Eventually(i, p) | Historically(i, p) | Once(i, p):
            return type(formula)(_whole(i), whole(p))
        case Until(i, p, q) | Since(i, p, q):
            return type(formula)(_whole(i), whole(p), whole(q))
        case Not(p):
            return Not(whole(p))
        case And(several) | Or(several):
            return type(formula)(tuple(whole(p) for p in several))
        case Implies(p, q):
            return Implies(whole(p), whole(q))
        case _:
            return formula


def _whole(interval: Interval) -> Interval:
    if interval.high == float("inf"):
        return Interval()
    return Interval(float(round(interval.low)), float(round(interval.low) + round(interval.high - interval.low)))


def translated(formula: Formula) -> str:
    match formula:
        case Comparison(left, relation, right):
            return f"(({show_term(left)}) {relation} ({show_term(right)}))"
        case Not(p):
            return f"(not {translated(p)})"
        case And(several):
            return "(" + " and ".join(translated(p) for p in several) + ")"
        case Or(several):
            return "(" + " or ".join(translated(p) for p in several) + ")"
        case Implies(p, q):
            return f"({translated(p)} implies {translated(q)})"
        case Globally(i, p):
            return f"(always{_bounds(i)} {translated(p)})"
        case Eventually(i, p):
            return f"(eventually{_bounds(i)} {translated(p)})"
        case Historically(i, p):
            return f"(historically{_bounds(i)} {translated(p)})"
        case Once(i, p):
            return f"(once{_bounds(i)} {translated(p)})"
        case Until(i, p, q):
            return f"({translated(p)} until{_bounds(i)} {translated(And((p, q)))})"
        case Since(i, p, q):
            return f"({translated(p)} since{_bounds(i)} {translated(And((p, q)))})"
        case _:
            raise AssertionError(formula)


def _bounds(interval: Interval) -> str:
    return show_interval(interval).replace(",", ":")


def test_rtamt_agrees_on_random_formulas() -> None:
    random_ = random.Random(2)
    seen = 0
    while seen < 250:
        formula = whole(random_formula(random_, random_.choice([1, 2]), "GFUnaoiHOS", straight=True))
        text = show(formula)
        if any(word in text for word in ("true", "false", "rate", "min", "max", "-x", "-y", "-(", "-abs", "--")):
            continue
        seen += 1
        length = random_.randint(2, 12)
        values = {name: [float(random_.randint(-5, 5)) for _ in range(length)] for name in "xy"}
        times = [float(i) for i in range(length)]
        specification = rtamt.StlDiscreteTimeSpecification()
        for name in "xy":
            specification.declare_var(name, "float")
        specification.spec = translated(formula)
        specification.parse()
        wanted = [value for _, value in specification.evaluate({"time": times, **values})]
        assert evaluate(formula, trace(times, values)).low.tolist() == wanted, (text, translated(formula), values)
