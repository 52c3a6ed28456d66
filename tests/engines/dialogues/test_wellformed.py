"""Faults that would make the evaluation of a specification fail, told before anyone is examined with it."""

import pytest

from viva.core.fault import Fault
from viva.engines.dialogues.foreign import bind, load
from viva.engines.dialogues.notations.symbols import parse
from viva.engines.dialogues.wellformed import check


@pytest.mark.parametrize(
    ("text", "place", "problem"),
    [
        ("E", (1, 1), "this E is in no loop"),
        ("[>x]^Z ( 0 <x_C = 0> E )", (1, 22), "this E is in no loop"),
        ("( [>x]^Z )->E", (1, 11), "no E to leave it"),
        ("( [>x]^Z ( E )->E )->E", (1, 20), "no E to leave it"),
        ("[>x]^Z [{lenn(x_A)} >]", (1, 10), "there is no function 'lenn'"),
        ("[>x]^Z [{len(x_A, 1)} >]", (1, 10), "len takes 1 argument and here are 2"),
        ("[>x]^Z [{len(x_C)} >]", (1, 14), ", found x_C, which is a number"),
        ("[>x]^Z [{in(x_C, x_A)} >]", (1, 10), "which is a condition"),
        ("[>x]^Z ( 0 <x_C + 1 and x_C = 1> 0 )", (1, 17), "expected a condition, found x_C + 1, which is a number"),
        ('[>x]^Z ( 0 <x_C = "a"> 0 )', (1, 19), "which is a text"),
        ("[>x]^S [{x_C + 1} >]", (1, 10), "which is a text"),
        (
            "[>x]^S [{sum(x_A)} >]",
            (1, 14),
            "expected a list of numbers or a list of decimal numbers, found x_A, which is a list of texts",
        ),
        ("[>x]^Z ( 0 <x_A < x_A> 0 )", (1, 17), "cannot be compared with <"),
        ("[>x]^Z [>x]^S", (1, 8), "x is read as a text here and as a number elsewhere"),
        ("[>x]^Z [{y_C} >]", (1, 10), "nothing is read into y"),
        ("[>x]^Z\\y_A", (1, 1), "nothing is read into y"),
        ("( [>x]^Z <x_C = 0> E )->E", (1, 11), "x_C is used before any input"),
        ("[>n]^N ( [>x]^Z <len(x_A) = n_C> E )->E [{x_C} >]", (1, 43), "x_C is used after the inputs 0, when nothing"),
        ("( 0 <1 = 2> E )->E", (1, 16), "goes round for ever without reading"),
        ("[>x]^Z ( [{x_C} >] <x_C = 0> E )->E", (1, 33), "goes round for ever without reading"),
    ],
)
def test_a_specification_that_cannot_be_evaluated_is_a_fault(
    text: str, place: tuple[int, int] | None, problem: str
) -> None:
    with pytest.raises(Fault) as caught:
        check(parse(text))
    assert problem in caught.value.problem
    if place:
        assert (caught.value.line, caught.value.column) == place


@pytest.mark.parametrize(
    "text",
    [
        "0",
        "( [>x]^Z <sum(x_A) = 1000000> E )->E [{len(x_A)} >]",
        "( [>x]^Z <len(x_A) > 0 and x_C = 0> E )->E",
        "[>n]^{1..9} ( [>x]^Z <len(x_A) = n_C> E )->E [{x_C} >]",
        "[>n]^N ( [>x]^Z <len(x_A) = n_C> E )->E [{max(x_A)} >]",
        '[>w]^S ( [{"no"} >] <reverse(w_C) = w_C> [{"yes"} >] )',
        "( [>x]^Z ( 0 <x_C = 0> E ) )->E [{reverse(x_A)} >]",
        "[>n]^Z [{div(1000, div(n_C, 5000))} >]",
        "[>n]^Z [>n]^Z [{back(n_A, 1)} >]",
    ],
)
def test_a_specification_that_can_be_evaluated_is_none(text: str) -> None:
    problems = []
    try:
        check(parse(text))
    except Fault as problem:
        problems.append(problem)
    assert not problems


@pytest.mark.parametrize(
    "text",
    [
        "( [>n]^Z ( 0 <n_C = back(n_A, 1)> E ) )->E [{len(n_A)} >]",
        "[>n]^Z [{back(n_A, 1)} >]",
        "[{max(n_A)} >] [>n]^Z",
        "[>n]^N [{div(1, n_C - n_C)} >]",
    ],
)
def test_a_specification_that_has_no_value_on_any_way_is_a_fault(text: str) -> None:
    with pytest.raises(Fault, match="nor after any others that were tried"):
        check(parse(text))


@pytest.mark.parametrize(
    ("text", "remedy"),
    [
        ("[>x]^N [{div(x_C, 0)} >]", "divide by something that is not always 0"),
        ("[>x]^N [{f(x_C)} >]", "let f return what its annotation says"),
    ],
)
def test_a_term_that_never_has_a_value_is_told_with_its_place(text: str, remedy: str) -> None:
    functions = load("def f(n: int) -> int:\n    raise ValueError\n", "functions.py")
    with pytest.raises(Fault) as caught:
        check(bind(parse(text), functions), "spec.io")
    assert (caught.value.line, caught.value.column) == (1, 10)
    assert remedy in (caught.value.remedy or "")
