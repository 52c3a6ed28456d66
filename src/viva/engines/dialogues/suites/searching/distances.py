"""How far values are from making a condition true or false: 0 where it is so, and less where it is more nearly so.

This is what a search goes by where no solver helps: texts, functions of the exercise, products. Every comparison adds
less than 1, so that no part of a condition hides the others.
"""

from __future__ import annotations

from fractions import Fraction

from viva.engines.dialogues.evaluation import OPERATORS, Environment, Undefined, evaluate
from viva.engines.dialogues.model import COMPARISONS, Call, Not, Operation, Result, Term

_UNDEFINED = 4.0
_OTHER_CASE = 0.3
_FARTHEST = Fraction(10**300)
_LONGEST_ALIGNED = 40
_TURNED = {"=": "!=", "!=": "=", "<": ">=", ">=": "<", "<=": ">", ">": "<="}


def distance(condition: Term, here: Environment, truth: bool) -> float:
    """What has no value is far from everything."""
    try:
        return _distance(condition, here, truth)
    except (Undefined, TypeError):
        return _UNDEFINED


def _distance(condition: Term, here: Environment, truth: bool) -> float:
    match condition:
        case Not(operand):
            return _distance(operand, here, not truth)
        case Operation(("and" | "or") as word, left, right):
            first, second = distance(left, here, truth), distance(right, here, truth)
            return first + second if truth == (word == "and") else min(first, second)
        case Operation(operator, left, right) if operator in COMPARISONS:
            sides = evaluate(left, here), evaluate(right, here)
            return _compared(operator if truth else _TURNED[operator], *sides)
        case Call("in", (left, right)) if truth:
            return _scaled(_outside(evaluate(left, here), evaluate(right, here)))
        case _:
            return 0.0 if bool(evaluate(condition, here)) == truth else 0.5


def _compared(operator: str, left: Result, right: Result) -> float:
    if OPERATORS[operator](left, right):
        return 0.0
    if isinstance(left, bool) or isinstance(right, bool) or operator == "!=":
        return 0.5
    return _scaled(apart(left, right) + (operator in "<>"))


def _scaled(gap: float) -> float:
    return gap / (gap + 1)


def apart(left: Result, right: Result) -> float:
    """How much would have to change for the two to be equal."""
    if isinstance(left, tuple) and isinstance(right, tuple):
        gaps = sum(_scaled(apart(*pair)) for pair in zip(left, right, strict=False))
        return gaps + abs(len(left) - len(right))
    if isinstance(left, str) and isinstance(right, str):
        wrong = sum(_letters_apart(*pair) for pair in zip(left, right, strict=False))
        return wrong + abs(len(left) - len(right))
    if isinstance(left, int | Fraction) and isinstance(right, int | Fraction):
        return float(min(abs(Fraction(left) - right), _FARTHEST))
    return 1.0


def _letters_apart(left: str, right: str) -> float:
    if left == right:
        return 0.0
    return _OTHER_CASE if left.lower() == right.lower() else 1.0


def _outside(value: Result, values: Result) -> float:
    """How far a value is from being in a list, or a text from being in a text."""
    if isinstance(values, tuple):
        return min((apart(value, item) for item in values), default=_UNDEFINED)
    assert isinstance(value, str) and isinstance(values, str)
    if value in values:
        return 0.0
    short = value[:_LONGEST_ALIGNED]
    windows = (values[start : start + len(short)] for start in range(max(1, len(values) - len(short) + 1)))
    return min(apart(short, window) for window in windows) + len(value) - len(short)
