"""Types as teachers write them are proved by their alternatives and base types, and nothing is that differs."""

from __future__ import annotations

import ast
import copy
import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from viva.engines.calls import Compiled, Question, programs_of, sandbox_of
from viva.engines.calls.proving.certifying import document, refusal_of
from viva.engines.calls.proving.equality import Equality, ProvedEqual, prove_equal
from viva.engines.calls.proving.widening import alternatives
from viva.engines.mining import Constants
from viva.engines.shapes import holds
from viva.engines.symbolic import random_inputs
from viva.languages.finding import language_named
from viva.subjects.functions.model import Task

from .conftest import exercise

HEAD = "from typing import Literal\n\n\n"
SUM = "def f(xs: {}) -> int:\n    t = 0\n    for i in range(len(xs)):\n        t = t + xs[i]\n    return t\n"
SUMMED = "def f(xs):\n    t = 0\n    for x in xs:\n        t += x\n    return t\n"
PAIRS = {
    "list or tuple": (SUM.format("list[int] | tuple[int, ...]"), SUMMED),
    "ranges in a list": (SUM.format("list[range(0, 100)]"), SUMMED),
    "literals in a list": (HEAD + SUM.format("list[Literal[1, 2, 3]]"), SUMMED),
    "a range": (
        "def f(n: range(-5, 100000), m: int) -> int:\n    return m - n if n > m else n + m\n",
        "def f(n, m):\n    if m < n:\n        return -n + m\n    return m + n\n",
    ),
    "one of some texts": (
        HEAD + "def f(s: Literal['a', 'b', 'c', 'd'], n: int) -> int:\n    return n if s == 'a' else n + 1\n",
        "def f(s, n):\n    if s != 'a':\n        return 1 + n\n    return n\n",
    ),
    "perhaps nothing": (
        "def f(n: int | None, m: int) -> int:\n    return 0 if n is None else n + m\n",
        "def f(n, m):\n    if n is not None:\n        return m + n\n    return 0\n",
    ),
    "pairs with a text": (
        HEAD + "def f(xs: list[tuple[Literal['a', 'b'], int]]) -> int:\n    return sum(n for s, n in xs if s == 'a')\n",
        "def f(xs):\n    t = 0\n    for p in xs:\n        if p[0] == 'a':\n            t += p[1]\n    return t\n",
    ),
    "two unions": (
        "def f(xs: list[int] | tuple[int, ...], n: int | None) -> int:\n"
        "    if n is None:\n        return len(xs)\n    return sum(1 for x in xs if x > n)\n",
        "def f(xs, n):\n    if n is None:\n        return len(xs)\n    c = 0\n    for x in xs:\n"
        "        if x > n:\n            c += 1\n    return c\n",
    ),
}


@contextmanager
def asked(reference: str) -> Iterator[tuple[Question, Callable[[str], Equality], Callable[[str], Compiled], Any]]:
    question = exercise(reference).task_as(Task).question
    python = language_named("python")
    with programs_of(question) as programs, sandbox_of(python) as sandbox:
        assert programs.reference is not None
        references = [programs.reference]

        def compiled(text: str) -> Compiled:
            return Compiled(python, sandbox, text.encode(), "f", "submission.py")

        yield question, lambda text: prove_equal(question, references, None, compiled(text)), compiled, references


@pytest.mark.some(4)
@pytest.mark.parametrize("name", PAIRS)
def test_what_teachers_write_is_proved(name: str) -> None:
    reference, program = PAIRS[name]
    with asked(reference) as (_, proved, _, _):
        assert isinstance(proved(program), ProvedEqual)


@pytest.mark.some(2)
@pytest.mark.parametrize("name", PAIRS)
def test_no_program_that_differs_by_one_change_is_proved_unless_it_is_equal(name: str) -> None:
    """The oracle is plain Python: both functions, on many inputs of the declared types."""
    reference, program = PAIRS[name]
    right = _run(reference)
    with asked(reference) as (question, proved, _, _):
        rows = _rows(question)
        for changed in _mutants(program):
            if isinstance(proved(changed), ProvedEqual):
                other = _run(changed)
                assert all(_same(right, other, row) for row in rows), changed


def test_alternatives_have_all_inputs_of_the_question() -> None:
    for reference, _ in PAIRS.values():
        question = exercise(reference).task_as(Task).question
        for single in (False, True):
            parts = alternatives(question, single=single)
            for row in _rows(question)[:200]:
                assert not parts or any(all(map(holds, part.shapes, row)) for part in parts), (row, parts)


def test_a_certificate_in_parts_is_checked_in_every_part() -> None:
    reference, program = PAIRS["list or tuple"]
    with asked(reference) as (question, proved, compiled, references):
        found = proved(program)
        assert isinstance(found, ProvedEqual) and len(found.parts) == 2
        told = document(found, references, None, compiled(program))
        assert refusal_of(question, references, None, compiled(program), told) is None
        parts: Any = told["alternatives"]
        forgeries: list[Any] = [[parts[0]], [parts[0]] * 3, [], [{}, {}]]
        for forged in forgeries:
            changed = {**copy.deepcopy(told), "alternatives": forged}
            assert refusal_of(question, references, None, compiled(program), changed) is not None


SWAPS: dict[type[ast.AST], type[ast.AST]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip


def _mutants(text: str) -> list[str]:
    """The program with one operator or one constant changed."""
    found: list[str] = []
    for place, _ in enumerate(ast.walk(ast.parse(text))):
        tree = ast.parse(text)
        node = list(ast.walk(tree))[place]
        match node:
            case ast.BinOp(op=op) | ast.AugAssign(op=op) if type(op) in SWAPS:
                node.op = SWAPS[type(op)]()  # type: ignore[assignment]
            case ast.Compare(ops=[op]) if type(op) in SWAPS:
                node.ops = [SWAPS[type(op)]()]  # type: ignore[list-item]
            case ast.Constant(value=int(number)):
                node.value = number + 1
            case ast.Constant(value=str(word)):
                node.value = chr(ord(word[0]) + 1)
            case _:
                continue
        found.append(ast.unparse(tree))
    return found


def _rows(question: Question) -> list[tuple[object, ...]]:
    hints = Constants((1, 2, 3), (), ("a", "b"))
    drawn = random_inputs(question.shapes, hints, random.Random(1).randint(0, 99))
    return [row for _, row in zip(range(500), drawn, strict=False) if question.holds(row)]


def _run(text: str) -> Callable[..., object]:
    names: dict[str, Any] = {}
    exec(compile(text, "program", "exec", dont_inherit=True), names)
    found: Callable[..., object] = names["f"]
    return found


def _same(one: Callable[..., object], two: Callable[..., object], row: tuple[object, ...]) -> bool:
    try:
        expected = one(*copy.deepcopy(row))
    except Exception:  # noqa: BLE001 where the reference fails nothing is asked
        return True
    try:
        return two(*copy.deepcopy(row)) == expected
    except Exception:  # noqa: BLE001 it should have given something
        return False
