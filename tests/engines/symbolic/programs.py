"""What the tests here share: the functions of the benchmark with their faults, and how to run them."""

import ast
import tomllib
from pathlib import Path

from viva.engines.symbolic import Instance, Shape, Target, compile_target, heap, parse
from viva.languages.heap import Heap
from viva.languages.program import Program
from viva.languages.python import call, equal, prepare
from viva.languages.sites import Hooks
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
    tree = ast.parse(source)
    classes: dict[str, Instance] = {}
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            maker = next(item for item in node.body if isinstance(item, ast.FunctionDef) and item.name == "__init__")
            attributes = tuple((item.arg, parse(ast.unparse(item.annotation))) for item in maker.args.args[1:])
            classes[node.name] = Instance(node.name, attributes)
    found = next(node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name == function)
    return [parse(ast.unparse(argument.annotation), classes) for argument in found.args.args]


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
