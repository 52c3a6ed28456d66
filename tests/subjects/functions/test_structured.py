"""Texts with a structure of their own: what the examples are like is combined and lengthened."""

import pytest

from tests.examining import Examiner
from tests.subjects.functions.conftest import exercise
from viva.core.verdict import Verdict

EVALUATE = '''\
def f(s: str) -> int:
    """
    >>> f("1+2")
    3
    >>> f("7-4")
    3
    """
    total, sign, number = 0, 1, ""
    for c in s + "+":
        if c.isdigit():
            number += c
        elif c in "+-":
            if not number:
                raise ValueError(s)
            total += sign * int(number)
            sign, number = (1 if c == "+" else -1), ""
        else:
            raise ValueError(s)
    return total
'''
TWO_OPERANDS = """\
def f(s):
    for sign in "+-":
        if sign in s:
            a, b = s.split(sign)[:2]
            return int(a) + int(b) if sign == "+" else int(a) - int(b)
    return int(s)
"""
DATE = '''\
def f(s: str) -> tuple[int, int, int]:
    """
    >>> f("24.12.2023")
    (2023, 12, 24)
    """
    day, month, year = s.split(".")
    if not (day.isdecimal() and month.isdecimal() and year.isdecimal()):
        raise ValueError(s)
    if not 1 <= int(month) <= 12 or not 1 <= int(day) <= 31:
        raise ValueError(s)
    return int(year), int(month), int(day)
'''
SLICED = "def f(s):\n    return int(s[6:]), int(s[3:5]), int(s[:2])\n"
LITTLE = '''\
def f(s: str) -> int:
    """
    >>> f("push 3; push 4; add")
    7
    """
    stack = []
    for part in s.split(";"):
        word, *rest = part.split()
        if word == "push" and len(rest) == 1:
            stack.append(int(rest[0]))
        elif word == "add" and not rest:
            stack.append(stack.pop() + stack.pop())
        else:
            raise ValueError(part)
    return stack[-1]
'''
NOT_NEGATIVE = LITTLE.replace("stack.append(int(rest[0]))", "stack.append(abs(int(rest[0])))")
FIRST_TWO = LITTLE.replace("stack.append(stack.pop() + stack.pop())", "stack = [stack[0] + stack[1]]")


@pytest.mark.some(2)
@pytest.mark.parametrize(
    ("reference", "wrong"),
    [(EVALUATE, TWO_OPERANDS), (DATE, SLICED), (LITTLE, NOT_NEGATIVE), (LITTLE, FIRST_TWO)],
)
def test_what_is_right_for_the_examples_only_is_refuted(examine: Examiner, reference: str, wrong: str) -> None:
    asked = exercise(reference, settings="search = 60\ngrowth = false\n")
    assert examine(asked, reference).verdict.right
    assert examine(asked, wrong).verdict is Verdict.REFUTED
