"""How much of a program has run, by kind."""

import pytest

from viva.engines.coverage import Accumulated, Figures, Share, Truths, figures
from viva.languages import javascript, python
from viva.languages.program import Program
from viva.languages.sites import Hooks

pytestmark = pytest.mark.needs_bwrap
HOOKS = Hooks(branches=True, expressions=True)
PYTHON = b"""def kinds(xs):
    def inner(x):
        match x:
            case 0:
                return "zero"
            case n if n > 0 and n < 5:
                return "small"
        return "other"

    found = [inner(x) for x in xs if x != 7]
    while xs and xs[0] == 3:
        xs = xs[1:]
    return found


def other():
    return (lambda: 1)()
"""
JAVASCRIPT = b"""function sign(x) {
    const inner = (y) => y > 5 && y < 9 ? 1 : 2;
    if (!(x < 0)) return inner(x);
    return -1;
}
function other() { return 1; }
"""


def after(language: object, source: bytes, *calls: tuple[object, ...]) -> Figures:
    assert language in (python, javascript)
    with python.runs.warm_sandbox() if language is python else javascript.runs.warm_sandbox() as sandbox:
        runs, asked = (python.runs, python.calls) if language is python else (javascript.runs, javascript.calls)
        program = runs.prepare(sandbox, source, HOOKS)
        assert isinstance(program, Program)
        seen = Accumulated(program)
        name = program.functions[0].name
        for outcome in asked.call(sandbox, program, name, list(calls), report=["ticks"]):
            seen.add(outcome.coverage)
        return figures(seen)


def test_conditions_are_told_by_what_they_are_part_of() -> None:
    found = after(python, PYTHON, ([3, 1],))
    assert found.guards == Truths(true=1)
    assert found.conditions == Truths(both=1)
    assert found.qualifiers == Truths(true=1)
    assert found.operands == Truths(both=1, true=3)  # `xs[0] == 3` was both
    assert found.booleans == Share(1, 3)  # operands are in no sum


def test_functions_inside_of_functions_are_local() -> None:
    found = after(python, PYTHON, ([3],))
    assert (found.top, found.local) == (Share(1, 2), Share(1, 2))  # `other`, and the lambda in it, have not run


def test_alternatives_are_the_ways_that_a_run_can_take() -> None:
    found = after(python, PYTHON, ([3, 1],))
    # of the cases and their lack one of three; the comprehension and the loop entered, the loop ended
    assert found.alternatives == Share(4, 6)


def test_the_same_kinds_in_javascript() -> None:
    found = after(javascript, JAVASCRIPT, (1.0,), (6.0,))
    assert found.conditions == Truths(both=1, true=1)  # of `?:`, and of `if`
    assert found.operands == Truths(both=1, true=1, false=1)  # `y > 5`, `y < 9`, and what `!` turns
    assert (found.top, found.local) == (Share(1, 2), Share(1, 1))
    assert (found.guards, found.qualifiers) == (Truths(), Truths())


def test_what_was_never_run_has_no_share() -> None:
    found = after(python, PYTHON)
    assert (found.expressions.reached, found.expressions.percent) == (0, 0)
    assert found.conditions == Truths(never=1)
