"""What the tests here share: the functions of the benchmark with their faults, and how to run them."""

import tomllib
from pathlib import Path

from viva.engines.shapes import Shape, read_classes, read_shape
from viva.engines.symbolic import heap
from viva.languages.heap import Heap
from viva.languages.program import Program
from viva.languages.python.calls import call, equal
from viva.languages.python.reads import survey_trusted
from viva.languages.python.runs import prepare
from viva.languages.python.symbolic import compile_target
from viva.languages.sites import Hooks
from viva.languages.target import Target
from viva.sandbox import Sandbox

FUNCTIONS = Path(__file__).parents[3] / "bench" / "functions"
FAULTS = tomllib.loads((FUNCTIONS / "faults.toml").read_text())


def right(name: str) -> str:
    return (FUNCTIONS / f"{name}.py").read_text()


def wrong(name: str) -> str:
    source = right(name)
    assert FAULTS[name]["old"] in source
    return source.replace(FAULTS[name]["old"], FAULTS[name]["new"], 1)


def shapes_of(source: str, function: str) -> list[Shape]:
    facts = survey_trusted(source, "program.py")
    classes = read_classes({item.name: item.fields for item in facts.classes})
    found = next(item for item in facts.functions if item.name == function)
    return [read_shape(kind, classes) for _, kind in found.parameters]


def program(sandbox: Sandbox, source: str, hooks: Hooks | None = None) -> Program:
    prepared = prepare(sandbox, source.encode(), hooks)
    assert isinstance(prepared, Program), prepared
    return prepared


def target(sandbox: Sandbox, source: str, function: str = "f") -> Target:
    compiled = compile_target(sandbox, source.encode(), function)
    assert compiled is not None
    return compiled


def value(sandbox: Sandbox, source: str, function: str, arguments: tuple[object, ...]) -> Heap | None:
    return next(call(sandbox, program(sandbox, source), function, [heap(arguments)])).value


def differ_plainly(sandbox: Sandbox, one: str, two: str, function: str, arguments: tuple[object, ...]) -> bool:
    """Whether the first gives a value and the second not the same."""
    expected, actual = (value(sandbox, source, function, arguments) for source in (one, two))
    return expected is not None and (actual is None or not equal(expected, actual))
