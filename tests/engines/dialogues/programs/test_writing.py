"""The law of model answers: what is made from a specification passes the tests of that specification."""

import random

import pytest

from tests.engines.dialogues.grid import grid, read, refuted, run
from tests.engines.dialogues.specs import random_spec
from viva.core.fault import Fault
from viva.engines.dialogues.foreign import bind, load
from viva.engines.dialogues.model import Spec
from viva.engines.dialogues.notations.symbols import parse, show
from viva.engines.dialogues.programs.writing import program
from viva.engines.dialogues.suites.cases import numbers_in
from viva.engines.dialogues.suites.suite import suite
from viva.engines.dialogues.traces import first_difference
from viva.engines.dialogues.wellformed import check


def assert_right(spec: Spec, tests: int) -> int:
    source = program(spec)
    # A model answer that looks for a number with a property counts up to it, which is no way to go beyond a million.
    cases = [case for case in suite(spec, seed=1).tests if max(map(abs, numbers_in(case.inputs)), default=0) < 10**6]
    for case in cases[:tests] + cases[-tests:]:
        assert first_difference(case.general, run(source, case.inputs)) is None, (show(spec), source, case.inputs)
    return len(cases)


@pytest.mark.some(6)
@pytest.mark.parametrize(
    "text",
    [
        "0",
        "( [>x]^Z <sum(x_A) = 1000000> E )->E [{len(x_A)} >]",
        "[>n]^N ( [{eps, n_C - len(x_A)} >] [>x]^Z <len(x_A) = n_C> E )->E [{sum(x_A)} >]",
        "( ( [>x]^Z ( 0 <x_C = 0> E ) )->E [>y]^N@until ( 0 <y_C = 0> E ) [{y_C} >] )->E [{product(x_A)} >]",
        '[>print]^Z [>input]^S [>class]^{1..5}@abort [{"{" ++ print_C ++ "} \\"" ++ input_C ++ class_C * -2} >]',
        '[>x]^S ( [{"no"} >] <reverse(x_C) = x_C> [{"yes" ++ len("abc") ++ ANY} >] )',
        "[>x]^Z [>xs]^Z [{x_C - (xs_C - 1) - len(x_A) - mod(x_C - 1, 3) * (2 + 1)} >]",
        "( [>x]^Z <count_gt(x_A, 2) + count_ge(x_A, 0 - 3) > 3> E )->E [{reverse(x_A)} >] [{back(x_A, 1)} >]",
        "[>n]^N ( [>x]^D@until ( 0 <x_C < 0> E ) )->(n_C) [{sum(x_A)} >] [{ANY ++ within(sum(x_A) / 7, 0.1)} >]",
        "[>b]^B@until ( [>c]^B@abort <b_C = true> [{1} >] ) ( [{2} >] <b_C != false and not (1 = 2)> 0 ) [{b_C} >]",
        "[>x]^{0.5..2.5}@abort [>y]^Z [>z]^Z [{some(v, v_C > x_C and mod(v_C, 3) = 1, N)} >] [{merge(y_A, z_A)} >]",
        "[>y]^Z [>z]^N\\y_A@until [>y]^Z [{sort(merge(y_A, z_A))} >] [{some(v, v_C * v_C > y_C, {1..20000})} >]",
        '[>w]^S ( [{upper(w_C + "x")} >] <in("a", w_C) or count(w_A, "b") = 1> [{abs(len(w_C) - 5)} >] )',
        '[>x]^Z [{ANY ++ x_C ++ ANY ++ x_C + 1 ++ ANY ++ ANY ++ "a" ++ ANY} >] [{ANY ++ ANY} >]',
        "( [>x]^Z ( 0 <x_C = 0> E ) )->E [{sum(start(x_A, -1))} >] [{rest(start(x_A, len(x_A) - 2), 1)} >]",
        '[>w]^S ( [{rest(w_C, 1)} >] <start(w_C, 1) = "a"> [{start(w_C, -1)} >] )',
        "[>a]^{1..9} ( [>b]^{1..9}\\a_A\\b_A@until <len(b_A) = 2> E )->E [{b_A} >]",
        "[>n]^Z [{some(v, len(v_C) > 4, S)} >]",
        "[>w]^S [>length]^{0..20} [{some(v, len(v_C) > length_C and in(w_C, v_C), S)} >]",
        '[>w]^S [>w]^S [{some(v, v_C = upper(w_C) + "x" or in(v_C, w_A), S)} >] [{some(u, u_C != back(w_A, 1), S)} >]',
        '[>w]^S [{some(v, in(v_C, ["yes", "no"]) and v_C != w_C, S)} >] [{some(v, v_C = reverse(w_C), S)} >]',
        "[>x]^Z [{some(v, v_C < x_C)} >] [{some(v, v_C != x_C and v_C >= x_C)} >] [{div(x_C, 3)} >] [{x_C / 8} >]",
    ],
)
def test_a_model_answer_passes_its_own_tests(text: str) -> None:
    spec = parse(text)
    check(spec)
    assert assert_right(spec, tests=30) > 0


@pytest.mark.thorough
def test_the_model_answers_of_random_specifications_pass_their_own_tests() -> None:
    randomness = random.Random(11)
    specs = tests = 0
    while specs < 20:
        spec = random_spec(randomness)
        try:
            check(spec)
        except Fault:
            continue
        specs += 1
        tests += assert_right(spec, tests=15)
    assert tests > 250


@pytest.mark.thorough
def test_the_model_answers_of_all_pairs_of_sets_and_modes_pass_their_own_tests() -> None:
    """A sample of the grid; the pair that a word for a number came from is always in it."""
    known = '{"add", "go"} until valid, then 0..30 until valid'
    texts = dict(grid())
    for name in (known, *random.Random(3).sample(sorted(texts), 8)):
        assert refuted(read(texts[name])) is None, name


@pytest.mark.thorough
@pytest.mark.parametrize("operator", ["=", "!=", "<", "<=", ">", ">="])
def test_loops_and_one_sided_branches_end_on_every_comparison(operator: str) -> None:
    spec = parse(f"[>x]^Z ( [>x]^Z <len(x_A) + x_C {operator} 3> E )->E ( [{{x_C}} >] <x_C {operator} 3> 0 )")
    check(spec)
    assert assert_right(spec, tests=30) > 0


@pytest.mark.parametrize(
    ("text", "program_text"),
    [
        (
            "[>n]^N ( [{eps, n_C - len(x_A)} >] [>x]^Z <len(x_A) = n_C> E )->E [{sum(x_A)} >]",
            "total = 0\nn = int(input())\nfor _ in range(n):\n    total += int(input())\nprint(total)\n",
        ),
        (
            "( [>x]^Z <sum(x_A) = 1000000> E )->E [{len(x_A)} >]",
            "total = 0\ncount = 0\nwhile total != 1000000:\n    x = int(input())\n    total += x\n    count += 1\n"
            "print(count)\n",
        ),
        (
            "( [>x]^Z ( 0 <x_C = 0> E ) )->E [{count_gt(x_A, 9)} >] [{count_ge(x_A, -3)} >]",
            "above_9 = 0\nat_least_minus_3 = 0\nwhile True:\n    x = int(input())\n"
            "    if x > 9:\n        above_9 += 1\n    if x >= -3:\n        at_least_minus_3 += 1\n"
            "    if x == 0:\n        break\nprint(above_9)\nprint(at_least_minus_3)\n",
        ),
        (
            "[>n]^N@until [>x]^Z\\n_A [{some(v, mod(v_C, n_C) = 0)} >]",
            "n = int(input())\nwhile n < 0:\n    n = int(input())\nint(input())\nprint(n)\n",
        ),
        (
            '[>x]^Z ( ( [{"big"} >] <x_C < 9> [{"small"} >] ) <x_C = 0> [{"none"} >] )',
            'x = int(input())\nif x == 0:\n    print("none")\nelif x < 9:\n    print("small")\n'
            'else:\n    print("big")\n',
        ),
    ],
)
def test_a_model_answer_is_readable(text: str, program_text: str) -> None:
    assert program(parse(text)) == program_text


def test_functions_of_the_exercise_are_copied_into_the_model_answer() -> None:
    code = "LIMIT = 2\n\ndef total(values: list[int]) -> int:\n    return sum(values) + LIMIT\n"
    spec = bind(parse("( [>x]^Z ( 0 <x_C = 0> E ) )->E [{total(x_A)} >] [{len(x_A)} >]"), load(code, "functions.py"))
    check(spec)
    assert program(spec).startswith(code.rstrip())
    assert assert_right(spec, tests=40) > 0
