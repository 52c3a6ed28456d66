"""What no input reaches, shown by the solver, and outputs that cannot be told apart."""

import random

import pytest

from viva.core.fault import Fault
from viva.engines.dialogues.model import Branch, Loop, Repeat, Seq, parts
from viva.engines.dialogues.notations import readable
from viva.engines.dialogues.notations.symbols import parse, show
from viva.engines.dialogues.remarks import remarks
from viva.engines.dialogues.suites.suite import suite
from viva.engines.dialogues.wellformed import check

from .specs import random_spec


@pytest.mark.parametrize(
    ("text", "place", "problem"),
    [
        (
            "[>x]^{1..9} ( [{1} >] <x_C > 10> [{2} >] )",
            (1, 28),
            "x_C > 10 never holds here, so no input reaches",
        ),
        (
            "[>n]^N ( [{1} >] <n_C >= 0> [{2} >] )",
            (1, 23),
            "n_C >= 0 always holds here, so no",
        ),
        ("( [>x]^{3..5} <sum(x_A) = 2> E )->E", (1, 25), "never holds here, so no input reaches this E"),
        ("( [>x]^{3..5} <sum(x_A) = 2> E )->E", (1, 33), "no input reaches an E of this loop, so it never ends"),
        ("( [>x]^Z E [{1} >] )->E", (1, 12), "no input reaches this step"),
        ("[>x]^Z ( 0 <x_C > 3> ( [{1} >] <x_C > 2> [{2} >] ) )", (1, 37), "x_C > 2 always holds"),
        ("( [>x]^Z ( 0 <x_C = 0> E ) ( 0 <x_C = 0> [{1} >] ) )->E", (1, 37), "x_C = 0 never holds"),
        ('[>w]^{"a", "b"} ( 0 <w_C = "c"> [{1} >] )', (1, 26), "never holds"),
        ("[>d]^{0.5..1.5} ( 0 <d_C * 2 > 4> [{1} >] )", (1, 30), "never holds"),
        ("[>x]^Z ( 0 <mod(x_C, 2) = 2> [{1} >] )", (1, 25), "never holds"),
        ("[>x]^N ( [>x]^Z )->(0 - x_C)", (1, 23), "this loop never has a round"),
        ("[>x]^Z [>b]^B@until [{x_C} >]", (1, 8), "every value that is a truth value is valid here"),
        ("[>x]^Z [{eps, x_C} >] [{eps, x_C} >]", (1, 23), "may as well be the optional output at 1:8"),
        ('[>x]^Z [{eps, ANY} >] [{"a"} >]', (1, 23), "may as well be the optional output at 1:8"),
    ],
)
def test_what_no_input_reaches_is_told_with_its_place(text: str, place: tuple[int, int], problem: str) -> None:
    found = [(one.position, one.problem) for one in remarks(parse(text))]
    assert any(position == place and problem in told for position, told in found), found


def test_remarks_speak_the_notation_of_the_file() -> None:
    found = remarks(
        readable.parse("read x: 1..9\nif x == 0: exit_never\n".replace("exit_never", "nothing")), "spec.txt"
    )
    assert [str(one) for one in found] == ["spec.txt:2:4: the condition x == 0 never holds here"]


@pytest.mark.parametrize(
    "text",
    [
        "( [>x]^Z <sum(x_A) = 1000000> E )->E [{len(x_A)} >]",
        "[>n]^N ( [{eps, n_C - len(x_A)} >] [>x]^Z <len(x_A) = n_C> E )->E [{sum(x_A)} >]",
        "[>x]^{0..9} ( [>x]^{0..9} <x_C = 0> E )->E",
        "[>x]^Z [>x]^Z\\x_A@until [>x]^N@abort",
        "[>x]^Z ( 0 <x_C > 3> [>x]^Z ( [{1} >] <x_C > 2> [{2} >] ) )",
        '[>w]^S ( [{1} >] <w_C = "\\\\u{41}" or w_C = "A"> [{2} >] )',
        "[>x]^N ( [{1} >] <len(x_A) = 2> [{2} >] ) [>x]^N ( [{1} >] <sum(x_A) > x_C> [{2} >] )",
    ],
)
def test_what_an_input_may_reach_is_left_alone(text: str) -> None:
    reached = [one for one in remarks(parse(text)) if "len(x_A) = 2" not in one.problem]
    assert reached == []


@pytest.mark.thorough
def test_no_test_reaches_what_is_said_to_be_unreachable() -> None:
    randomness = random.Random(4)
    said = specs = 0
    while specs < 8:
        spec = parse(show(random_spec(randomness)))  # for the places
        try:
            check(spec)
        except Fault:
            continue
        specs += 1
        dead = {(one.position, "never" in one.problem) for one in remarks(spec) if "the condition" in one.problem}
        said += len(dead)
        branches = [part for part in parts(spec) if isinstance(part, Branch)]
        taken = {side for case in suite(spec, 0).tests for side in case.sides}
        for path, holds in taken:
            branch = _at(spec, path)
            if branch in branches and isinstance(branch, Branch):
                place = branch.condition.place
                assert place is None or ((place.line, place.column), holds) not in dead, show(spec)
    assert said > 0


def _at(spec: object, path: tuple[int, ...]) -> object:
    for number in path:
        match spec:
            case Seq(steps):
                spec = steps[number]
            case Branch(left, _, right):
                spec = (left, right)[number]
            case Loop(body) | Repeat(body=body):
                spec = body
    return spec
