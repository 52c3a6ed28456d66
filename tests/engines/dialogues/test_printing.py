"""Brackets where a term would otherwise read back as another one, and nowhere else."""

import pytest

from viva.engines.dialogues.foreign import bind, load
from viva.engines.dialogues.model import All, Call, Current, Integer, Not, Operation, Term, Truth, terms
from viva.engines.dialogues.notations import building, expressions, symbols
from viva.engines.dialogues.notations.symbols import parse
from viva.engines.dialogues.programs.writing import program

X, Y, MINUS = Current("x"), Current("y"), Integer(-3)


@pytest.mark.parametrize(
    ("term", "symbol", "readable", "built"),
    [
        (Operation("-", X, Operation("-", Y, X)), "x_C - (y_C - x_C)", "x - (y - x)", "x - (y - x)"),
        (Operation("-", Operation("-", X, Y), X), "x_C - y_C - x_C", "x - y - x", "(x - y) - x"),
        (Operation("*", MINUS, X), "-3 * x_C", "-3 * x", "literal(-3) * x"),
        (Call("mod", (X, MINUS)), "mod(x_C, -3)", "x % (-3)", "x % -3"),
        (Operation("+", X, Call("div", (X, Y))), "x_C + div(x_C, y_C)", "x + x // y", "x + (x // y)"),
        (
            Operation(
                "and", Operation("or", Operation("=", X, Y), Operation("<", X, Y)), Not(Call("in", (X, All("y"))))
            ),
            "(x_C = y_C or x_C < y_C) and not in(x_C, y_A)",
            "(x == y or x < y) and x not in y.all",
            "((x == y) | (x < y)) & (~fn.isin(x, y.all))",
        ),
        (Not(Operation("=", X, Truth(True))), "not x_C = true", "not x", "~(x == True)"),
        (Call("back", (All("x"), Integer(1))), "back(x_A, 1)", "x.back(1)", "x.back(1)"),
    ],
)
def test_one_term_in_three_notations(term: Term, symbol: str, readable: str, built: str) -> None:
    shown = symbols.show_term(term), expressions.show_condition(term), building.show_term(term)
    assert shown == (symbol, readable, built)


def test_a_function_of_the_teacher_keeps_its_name_even_where_the_language_has_another_spelling_for_it() -> None:
    functions = load("def reverse(n: int) -> int:\n    return -n\n", "functions.py")
    spec = bind(parse("[>x]^Z [{reverse(x_C)} >]"), functions)
    assert "print(reverse(x))" in program(spec)
    (written,) = terms(spec)
    assert expressions.show_term(written) == "reverse(x)"
    assert building.show_term(written) == "fn.reverse(x)"
