"""Paths in words."""

import ast

import pytest

from tests.engines.symbolic.programs import right, shapes_of, target
from viva.engines.symbolic import explore, parse
from viva.engines.symbolic.nearby import Literal
from viva.engines.symbolic.terms import Pool
from viva.engines.symbolic.words import said
from viva.sandbox import Sandbox


def words(sandbox: Sandbox, name: str, arguments: tuple[object, ...]) -> list[str] | None:
    """What is said of the path that the arguments take."""
    source = right(name)
    shapes = shapes_of(source, name)
    functions = [node for node in ast.parse(source).body if isinstance(node, ast.FunctionDef)]
    names = [argument.arg for argument in functions[-1].args.args]
    found = explore(sandbox, target(sandbox, source, name), shapes, seeds=[arguments])
    path = next(proposal.path for proposal in found if proposal.arguments == arguments)
    return said(shapes, names, path)


@pytest.mark.parametrize(
    ("name", "arguments", "expected"),
    [
        ("leap_days", (1999, 2), ["month is 2", "year is not divisible by 4"]),
        ("leap_days", (1996, 2), ["month is 2", "year is divisible by 4", "year is not divisible by 100"]),
        ("triangle", (3, 3, 3), ["b is less than a + c", "a equals b", "b equals c"]),
        ("nested_rule", (1001,), ["n is not divisible by 3", "n is divisible by 7", "n is greater than 1000"]),
        ("identifier", ("",), ["text is empty"]),
        ("password", ("abc",), ["the length of text is less than 8"]),
        ("letter_grade", (-1.0, 0.0), ["points is less than 0"]),
        ("password", ("abcdefghijk",), None),
    ],
)
def test_a_path_is_said_in_words(
    sandbox: Sandbox, name: str, arguments: tuple[object, ...], expected: list[str] | None
) -> None:
    assert words(sandbox, name, arguments) == expected


def test_texts_choices_and_truths_have_words_of_their_own(sandbox: Sandbox) -> None:
    source = (
        "def f(b, c, d):\n    if b and c == 'AT':\n        return 1\n"
        "    if d is None:\n        return 2\n    return c[0].isdigit() and d > 3\n"
    )
    shapes = [parse("bool"), parse("str"), parse("int | None")]
    seeds = [(True, "AT", None), (False, "7", 9)]
    found = {p.arguments: p.path for p in explore(sandbox, target(sandbox, source), shapes, seeds=seeds)}
    assert said(shapes, ["b", "c", "d"], found[True, "AT", None]) == ["b is true", "d is None", "c is 'AT'"]
    assert said(shapes, ["b", "c", "d"], found[False, "7", 9]) is None  # five sentences are too many


def test_and_within_or_is_not_said() -> None:
    pool = Pool()
    x, three = pool.variable("0"), pool.constant(3)
    both = pool.term("and", pool.term("<", x, three), pool.term("!=", x, pool.constant(0)))
    either = pool.term("or", both, pool.term("==", x, pool.constant(9)))
    assert said([parse("int")], ["x"], [Literal(both, True)]) == ["x is less than 3 and x is not 0"]
    assert said([parse("int")], ["x"], [Literal(either, True)]) is None
