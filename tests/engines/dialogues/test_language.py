"""What the language has beyond the paper: other values, predicates, merged variables, counting loops, functions."""

from fractions import Fraction

import pytest

from viva.core.fault import Fault
from viva.engines.dialogues.evaluation import Undefined, as_line, as_value, show_decimal
from viva.engines.dialogues.foreign import bind, load
from viva.engines.dialogues.model import ANY, Some, Spec, Value
from viva.engines.dialogues.notations.readable import parse as parse_readable
from viva.engines.dialogues.notations.symbols import parse
from viva.engines.dialogues.outputs import Pattern
from viva.engines.dialogues.predicates import Chosen, Near
from viva.engines.dialogues.semantics import Diverges, accept, generalised_trace
from viva.engines.dialogues.traces import Input, Line, Trace, covers, normalise
from viva.engines.dialogues.wellformed import check

TENTH = Fraction(1, 10)


def accepts(spec: Spec | str, *events: Value, lines: tuple[str, ...] = ()) -> bool:
    """Whether these inputs, then these lines, are a right run; both definitions must agree."""
    spec = parse(spec) if isinstance(spec, str) else spec
    trace: Trace = (*map(Input, events), *map(Line, lines))
    general = generalised_trace(spec, events)
    accepted = accept(spec, trace)
    assert accepted == (general is not None and covers(general, normalise(trace)))
    return accepted


def test_a_decimal_may_be_written_with_any_digits_that_are_near_enough() -> None:
    third = "[>n]^Z [{n_C / 3} >]"
    for line in ("3.33", "3.333333333", "3.330", "3.335", "  3.3300  ", "+3.33", "333e-2", "3.3333333333333335"):
        assert accepts(third, 10, lines=(line,)), line
    for line in ("3.3", "3.32", "3.34", "3", "-3.33", "3,33", "3.33 m", "nan", "inf", "3.33.3", ""):
        assert not accepts(third, 10, lines=(line,)), line
    assert accepts(third, 9, lines=("3",))
    assert accepts(third, 9, lines=("3.0",))


def test_a_tolerance_of_its_own() -> None:
    exact = "[>n]^Z [{within(n_C / 3, 0.0001)} >]"
    assert accepts(exact, 10, lines=("3.33333",))
    assert not accepts(exact, 10, lines=("3.33",))
    whole = "[>n]^Z [{within(n_C, 2)} >]"
    assert [accepts(whole, 10, lines=(line,)) for line in ("8", "12.0", "7.9", "13")] == [True, True, False, False]


def test_the_sum_of_no_decimals_is_a_decimal() -> None:
    spec = "[>n]^N ( [>d]^D )->(n_C) [{sum(d_A)} >] [{sum(reverse(d_A))} >]"
    assert accepts(spec, 0, lines=("0.0", "0"))
    assert accepts(spec, 2, TENTH, 2 * TENTH, lines=("0.30000000000000004", "0.3"))
    assert not accepts("[>x]^N ( [>y]^Z )->(x_C) [{sum(y_A)} >]", 0, lines=("0.0",))


@pytest.mark.parametrize(
    ("line", "right"),
    [("It is 2.5 m", True), ("2.50", True), ("12.5", False), ("-2.5", False), ("2.5.1", False), ("x2.5!", True)],
)
def test_a_decimal_next_to_free_text_must_stand_whole(line: str, right: bool) -> None:
    assert Pattern((ANY, Near(Fraction(5, 2), TENTH), ANY)).fits(line) == right


@pytest.mark.thorough
def test_pieces_around_a_decimal_are_matched_exactly() -> None:
    pattern = Pattern(("a: ", Near(Fraction(5, 2), TENTH), " and ", 3, ANY))
    assert pattern.fits("a: 2.5 and 3")
    assert pattern.fits("a: 2.5 and 3 or so")
    assert not pattern.fits("a: 2.5 and 31")
    assert not pattern.fits("a: 2.9 and 3")
    assert Pattern((Near(Fraction(5, 2), Fraction(0)), 3)).fits("2.53")
    assert Pattern((Near(Fraction(5, 2), Fraction(0)), ".")).fits("2.5.")
    assert not Pattern((ANY, Near(Fraction(5, 2), TENTH), ANY, "end")).fits("2.5 " * 50_000)


def test_any_multiple_may_be_written() -> None:
    spec = "[>n]^N [{some(v, mod(v_C, n_C) = 0 and v_C != 0)} >]"
    assert [accepts(spec, 3, lines=(line,)) for line in ("3", "-6", "999", "0", "4", "3.0", "three")] == [
        True,
        True,
        True,
        False,
        False,
        False,
        False,
    ]
    around = parse_readable('read n: nat\nwrite f"{...}{some(v, v > n)}{...}"')
    assert accepts(around, 7, lines=("say 8 now",))
    assert accepts(around, 7, lines=("7 is below 9",))
    assert not accepts(around, 7, lines=("say 7 now",))


def test_a_value_of_a_set_may_be_written() -> None:
    spec = '[>w]^S [{some(v, v_C != w_C, {"rock", "paper"})} >]'
    assert accepts(spec, "rock", lines=("paper",))
    assert not accepts(spec, "rock", lines=("rock",))
    assert not accepts(spec, "rock", lines=("scissors",))
    assert accepts("[>w]^S [{some(v, len(v_C) > len(w_C), S)} >]", "ab", lines=("a b c",))
    assert accepts("[>b]^B [{some(v, v_C != b_C, B)} >]", True, lines=("False",))
    assert accepts("[>d]^D [{some(v, v_C > d_C, D)} >]", Fraction(1, 2), lines=("0.75",))


def test_an_example_of_a_predicate_satisfies_it() -> None:
    for text in ("v_C > 100 and mod(v_C, 7) = 3", "v_C * v_C = 144", "v_C < -50", "mod(v_C, 5) = 0"):
        spec = parse(f"[{{some(v, {text})}} >]")
        general = generalised_trace(spec, ())
        assert general
        piece = general.blocks[0][0].patterns[0].pieces[0]  # type: ignore[union-attr]
        assert isinstance(piece, Chosen)
        assert piece.example is not None
        assert piece.takes(piece.example)


def test_several_variables_in_reading_order() -> None:
    spec = "[>x]^Z [>y]^Z [>x]^Z [{merge(x_A, y_A)} >] [{back(merge(x_A, y_A), 1)} >] [{sum(merge(x_A, y_A))} >]"
    assert accepts(spec, 1, 2, 3, lines=("[1, 2, 3]", "2", "6"))


def test_truth_values_are_read_and_written_as_python_prints_them() -> None:
    spec = "[>b]^B@until ( [{0} >] <b_C = true> [{b_C} >] )"
    assert accepts(spec, True, lines=("True",))
    assert accepts(spec, "maybe", False, lines=("0",))
    assert not accepts("[>b]^B [{b_C} >]", 1, lines=("1",))
    assert not accepts("[>x]^Z", True)


def test_a_counting_loop_counts_its_rounds_and_not_what_was_read() -> None:
    spec = "[>x]^Z [>n]^Z ( [>x]^Z [>x]^Z )->(n_C) [{len(x_A)} >]"
    assert accepts(spec, 9, 2, 1, 1, 1, 1, lines=("5",))
    assert accepts(spec, 9, 0, lines=("1",))
    assert accepts(spec, 9, -3, lines=("1",))
    assert not accepts(spec, 9, 1, 1, lines=("2",))


def test_the_count_is_taken_before_the_first_round_and_an_exit_leaves_the_loop() -> None:
    spec = "[>n]^N ( [>n]^N ( 0 <n_C = 7> E ) )->(n_C) [{len(n_A)} >]"
    assert accepts(spec, 2, 9, 9, lines=("3",))
    assert accepts(spec, 5, 7, lines=("2",))


def test_rounds_that_read_nothing_are_no_endless_work() -> None:
    spec = parse("[>n]^N ( ( 0 <n_C = 0> [>x]^Z ) )->(n_C)")
    with pytest.raises(Diverges):
        generalised_trace(spec, (10**12,))
    with pytest.raises(Fault, match="reads nothing in its rounds"):
        check(parse("[>n]^N ( [{n_C} >] )->(n_C)"))


def test_what_only_rounding_decides_has_no_value() -> None:
    spec = parse("[>d]^D [>e]^D ( [{0} >] <d_C + e_C = 0.3> [{1} >] )")
    with pytest.raises(Undefined, match="told apart"):
        generalised_trace(spec, (TENTH, 2 * TENTH))
    assert accepts(spec, Fraction(1, 4), Fraction(1, 4), lines=("0",))
    assert accepts("[>d]^D ( [{0} >] <d_C >= 0.1> [{1} >] )", TENTH, lines=("1",))
    assert accepts("[>d]^D ( [{0} >] <d_C + d_C = 0.5> [{1} >] )", Fraction(1, 4), lines=("1",))


@pytest.mark.parametrize(
    ("value", "line"),
    [(Fraction(5), "5.0"), (Fraction(-1, 8), "-0.125"), (TENTH, "0.1"), (True, "True"), (7, "7"), ("7", "7")],
)
def test_values_are_given_as_lines_and_read_back(value: Value, line: str) -> None:
    assert as_line(value) == line


def test_lines_are_read_as_values_of_their_set() -> None:
    reads = {kind: parse(f"[>x]^{kind}").values for kind in "NZSBD"}  # type: ignore[union-attr]
    assert as_value(" -7 ", reads["Z"]) == -7
    assert as_value("0.25", reads["D"]) == Fraction(1, 4)
    assert as_value("True", reads["B"]) is True
    assert [as_value(line, reads[kind]) for kind, line in (("Z", "1.5"), ("D", "1e5"), ("B", "yes"), ("S", " a "))] == [
        "1.5",
        "1e5",
        "yes",
        " a ",
    ]
    assert show_decimal(Fraction(2, 3)) == "≈0.666667"
    assert show_decimal(Fraction(10**20)) == f"{10**20}.0"


CODE = """
def prime(n: int) -> bool:
    return n > 1 and all(n % d for d in range(2, n))

def average(values: list[float]) -> float:
    return sum(values) / len(values)

def shout(word: str) -> str:
    return _loud(word)

def _loud(word):
    return word.upper() + "!"
"""


def test_functions_of_the_exercise_are_terms() -> None:
    functions = load(CODE, "functions.py")
    assert sorted(functions) == ["average", "prime", "shout"]
    spec = bind(parse("[>n]^N ( [{0} >] <prime(n_C) = true> [{1} >] ) [>w]^S [{shout(w_C)} >]"), functions)
    check(spec)
    assert accepts(spec, 7, "hey", lines=()) is False
    general = generalised_trace(spec, (7, "hey"))
    assert general and general.show() == '?7 !{1} ?"hey" !{"HEY!"} stop'
    mean = bind(parse("[>n]^N ( [>d]^D )->(n_C) [{average(d_A)} >]"), functions)
    check(mean)
    assert accepts(mean, 2, Fraction(1), Fraction(2), lines=("1.5",))
    with pytest.raises(Undefined, match="average raises ZeroDivisionError"):
        generalised_trace(mean, (0,))


def test_two_exercises_may_have_different_functions_of_one_name() -> None:
    text = "[>n]^Z [{f(n_C)} >]"
    one, two = (bind(parse(text), load(f"def f(n: int) -> int:\n    return n + {k}\n", "f.py")) for k in (1, 2))
    assert one != two
    assert accepts(one, 1, lines=("2",))
    assert accepts(two, 1, lines=("3",))


@pytest.mark.parametrize(
    ("code", "line", "problem"),
    [
        ("def f(n) -> int:\n    return n", 1, "f does not say the type of the argument n"),
        ("def f(n: int):\n    return n", 1, "f does not say the type of the result"),
        ("def f(n: dict) -> int:\n    return 1", 1, "f does not say the type of the argument n"),
        ("def f(*n: int) -> int:\n    return 1", 1, "takes arguments that a term cannot give"),
        ("def f() -> int:\n    return 1", 1, "f takes no argument"),
        ("\n\ndef f(n: int) -> int\n    return 1", 3, "this is not Python"),
        ("x = 1\ny = 1 / 0\n", 2, "this file could not be run: ZeroDivisionError"),
        ("import sys\nsys.exit(0)\n", 2, "this file could not be run: SystemExit"),
    ],
)
def test_a_mistake_in_the_functions_is_told(code: str, line: int, problem: str) -> None:
    with pytest.raises(Fault) as caught:
        load(code, "functions.py")
    assert problem in caught.value.problem
    assert (caught.value.file, caught.value.line) == ("functions.py", line)


@pytest.mark.parametrize(
    ("code", "problem"),
    [
        ("def f(n: int) -> int:\n    while True: pass\n", "f(3) has not come to its end after"),
        ("def f(n: int) -> int:\n    while n:\n        n += 1\n    return n\n", "f(3) has not come to its end after"),
        ("seen = []\ndef f(n: int) -> int:\n    seen.append(n)\n    return len(seen)\n", " and then "),
    ],
)
def test_a_function_that_is_none_is_the_fault_of_the_teacher(
    code: str, problem: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("viva.engines.dialogues.foreign._MOST_STEPS", 10_000)
    with pytest.raises(Fault) as caught:
        load(code, "functions.py")["f"].compute(3)
    assert problem in caught.value.problem
    assert caught.value.file == "functions.py"


def test_a_function_that_returns_something_else_has_no_value() -> None:
    functions = load("def f(n: int) -> int:\n    return 'a' if n else True\n", "functions.py")
    spec = bind(parse("[>n]^Z [{f(n_C)} >]"), functions)
    for number in (0, 1):
        with pytest.raises(Undefined, match="which is not a number"):
            generalised_trace(spec, (number,))


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("[>x]^Z [{some(x, x_C > 0)} >]", "x is already the name of what is read"),
        ('[>x]^Z [{"a" ++ some(v, len(v_C) > 0, S)} >]', "must be the whole line"),
        ("[>x]^Z [{some(v, v_C + 1)} >]", "expected a condition, found"),
        ("[>x]^S [{within(x_C, 1)} >]", "expected a number, found"),
        ("[>x]^Z [>y]^S [{merge(x_A, y_A)} >]", "of different kinds"),
        ("[>x]^Z ( 0 <in(x_C, [1, true])> 0 )", "expected a number, found"),
        ("[>b]^B ( 0 <b_C < true> 0 )", "a truth value cannot be compared with <"),
        ("[>b]^B ( 0 <b_C = 1> 0 )", "expected a truth value, found"),
        ("[>d]^D ( [>x]^Z )->(d_C)", "expected a number, found"),
        ("[>d]^D [{mod(d_C, 2)} >]", "expected a number, found"),
        ("[>x]^Z [>x]^D", "x is read as a decimal number here and as a number elsewhere"),
    ],
)
def test_types_are_checked(text: str, problem: str) -> None:
    with pytest.raises(Fault) as caught:
        check(parse(text))
    assert problem in caught.value.problem


def test_a_predicate_is_shown_with_what_was_read() -> None:
    general = generalised_trace(parse("[>n]^N [{some(v, mod(v_C, n_C + 1) = 0)} >]"), (3,))
    assert general and general.show() == "?3 !{any v with v % 4 == 0} stop"
    assert isinstance(general.blocks[1][0].patterns[0].pieces[0].some, Some)  # type: ignore[union-attr]
