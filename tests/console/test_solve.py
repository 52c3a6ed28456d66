"""The law of model answers: what is made from a specification passes the tests of that specification."""

import random
from collections.abc import Sequence

import pytest

from viva.core.fault import Fault
from viva.subjects.console.model import Spec, Value
from viva.subjects.console.notation import parse, show
from viva.subjects.console.solve import program
from viva.subjects.console.suite import suite
from viva.subjects.console.traces import Run, Written, first_difference
from viva.subjects.console.wellformed import check

from .specs import random_spec


def run(source: str, inputs: Sequence[Value]) -> Run:
    """Runs a program of ours, not of a student: here and now."""
    lines = [str(value) for value in inputs]
    blocks: list[str] = [""]

    def read() -> str:
        line = lines.pop(0)
        blocks.append("")
        return line

    def write(*values: object, sep: str = " ") -> None:
        blocks[-1] += sep.join(map(str, values)) + "\n"

    exec(compile(source, "solution.py", "exec"), {"input": read, "print": write})
    return Run(tuple(inputs[: len(inputs) - len(lines)]), tuple(map(Written, blocks)))


def assert_right(spec: Spec, tests: int) -> int:
    source = program(spec)
    cases = suite(spec, seed=1).tests
    for case in cases[:tests] + cases[-tests:]:
        assert first_difference(case.general, run(source, case.inputs)) is None, (show(spec), source, case.inputs)
    return len(cases)


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
    ],
)
def test_a_model_answer_passes_its_own_tests(text: str) -> None:
    spec = parse(text)
    check(spec)
    assert assert_right(spec, tests=60) > 0


def test_the_model_answers_of_random_specifications_pass_their_own_tests() -> None:
    randomness = random.Random(11)
    specs = tests = 0
    while specs < 150:
        spec = random_spec(randomness)
        try:
            check(spec)
        except Fault:
            continue
        specs += 1
        tests += assert_right(spec, tests=15)
    assert tests > 3000


@pytest.mark.parametrize("operator", ["=", "!=", "<", "<=", ">", ">="])
def test_loops_and_one_sided_branches_end_on_every_comparison(operator: str) -> None:
    spec = parse(f"[>x]^Z ( [>x]^Z <len(x_A) + x_C {operator} 3> E )->E ( [{{x_C}} >] <x_C {operator} 3> 0 )")
    check(spec)
    assert assert_right(spec, tests=60) > 0


def test_a_model_answer_is_readable() -> None:
    spec = parse("[>n]^N ( [{eps, n_C - len(x_A)} >] [>x]^Z <len(x_A) = n_C> E )->E [{sum(x_A)} >]")
    assert program(spec) == (
        "xs = []\nn = int(input())\nwhile len(xs) != n:\n    xs.append(int(input()))\nprint(sum(xs))\n"
    )
