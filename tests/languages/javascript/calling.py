"""Short ways to call a function in JavaScript, for the tests."""

from viva.languages.heap import Heap
from viva.languages.javascript.calls import call
from viva.languages.javascript.runs import prepare
from viva.languages.outcome import Outcome
from viva.languages.program import Program
from viva.languages.sites import Hooks
from viva.sandbox import Sandbox


def compiled(box: Sandbox, text: str, hooks: Hooks | None = None) -> Program:
    program = prepare(box, text.encode(), hooks)
    assert isinstance(program, Program), program
    return program


def called(box: Sandbox, text: str, *arguments: object, name: str = "f") -> Outcome:
    return next(iter(call(box, compiled(box, text), name, [arguments])))


def value(box: Sandbox, expression: str) -> Heap:
    """The heap of an expression."""
    outcome = called(box, f"function f() {{ return {expression}; }}")
    assert outcome.value is not None, outcome.problem
    return outcome.value
