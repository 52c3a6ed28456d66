"""Inputs for all branches of first-year functions, and for the difference to a wrong version, beside other tools.

`functions/NAME.py` is the right version, `faults.toml` the change that makes it wrong. Seconds of Viva are processor
seconds of the search, of the symbolic runs in the sandbox and, as wall time, of compiling and of the plain runs that
confirm what the search proposes. The other tools run without a sandbox and after their imports.
"""

import ast
import itertools
import subprocess
import tempfile
import time
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

import measure

from viva.core.terms import Budget
from viva.engines.symbolic import (
    Instance,
    Shape,
    Unfitting,
    compile_target,
    differ,
    explore,
    heap,
    parse,
    symbolic_sandbox,
)
from viva.engines.symbolic.shapes import Frame
from viva.languages.python import Hooks, Outcome, Program, call, equal, prepare
from viva.sandbox import Sandbox

HERE = Path(__file__).parent
FUNCTIONS = HERE / "functions"
PYNGUIN_SECONDS = "3"
BATCH = 8


@dataclass(frozen=True, slots=True)
class Covering:
    what: str
    branches: int
    viva: int
    viva_s: float
    viva_inputs: int
    crosshair: int | None
    crosshair_s: float | None
    pynguin_share: float | None
    pynguin_s: float | None


@dataclass(frozen=True, slots=True)
class Differing:
    what: str
    viva: str
    viva_s: float
    crosshair: str
    crosshair_s: float | None
    hypothesis: str
    hypothesis_s: float | None


@dataclass(frozen=True, slots=True)
class Summary:
    what: str
    figure: float
    goal: str = ""


def versions() -> dict[str, str]:
    return dict(
        line.split("==")
        for line in (HERE / "peers" / "functions.txt").read_text().splitlines()
        if line.split("==")[0] in ("crosshair-tool", "hypothesis", "pynguin")
    )


def rows() -> Iterator[Covering | Differing | Summary]:
    faults = tomllib.loads((FUNCTIONS / "faults.toml").read_text())
    covering: list[Covering] = []
    differing: list[Differing] = []
    with symbolic_sandbox() as sandbox, tempfile.TemporaryDirectory() as place:
        _warm(sandbox)
        for name, fault in faults.items():
            right = (FUNCTIONS / f"{name}.py").read_text()
            wrong = right.replace(fault["old"], fault["new"], 1)
            Path(place, f"{name}.py").write_text(right)
            Path(place, f"right_{name}.py").write_text(right)
            Path(place, f"wrong_{name}.py").write_text(wrong)
            covering.append(_covered(sandbox, name, right, place))
            yield covering[-1]
            differing.append(_differing(sandbox, name, right, wrong, place))
        yield from differing
    yield from _summary(covering, differing)


def _warm(sandbox: Sandbox) -> None:
    """The solver is loaded and a first search done before anything is measured."""
    target = compile_target(sandbox, b"def f(x):\n    return 1 if x * x == 49 else 0\n", "f")
    assert target is not None
    assert list(explore(sandbox, target, [parse("int")]))


def shapes_of(source: str, function: str) -> list[Shape]:
    """From the annotations; a class has the attributes that its constructor takes."""
    tree = ast.parse(source)
    classes: dict[str, Instance] = {}
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            makers = [item for item in node.body if isinstance(item, ast.FunctionDef) and item.name == "__init__"]
            classes[node.name] = Instance(node.name, tuple(_parameters(makers[0], classes)[1:]))
    found = [node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name == function]
    return [shape for _, shape in _parameters(found[0], classes)]


def _parameters(node: ast.FunctionDef, classes: dict[str, Instance]) -> list[tuple[str, Shape]]:
    return [
        (argument.arg, parse(ast.unparse(argument.annotation), classes) if argument.annotation else parse("int"))
        for argument in node.args.args
    ]


def _covered(sandbox: Sandbox, name: str, source: str, place: str) -> Covering:
    shapes = shapes_of(source, name)
    program = prepare(sandbox, source.encode(), Hooks(branches=True))
    assert isinstance(program, Program)
    wanted = {site for site in range(len(program.sites)) if not _is_constructor(program, site)}
    meter = Budget(seconds=60.0).meter()
    start, plainly = time.process_time(), 0.0
    reached: set[int] = set()
    kept = 0
    begun = time.perf_counter()
    target = compile_target(sandbox, source.encode(), name)
    plainly += time.perf_counter() - begun
    assert target is not None
    proposals = (heap(found.arguments) for found in explore(sandbox, target, shapes, meter=meter) if found.covers)
    while not wanted <= reached and (batch := list(itertools.islice(proposals, BATCH))):
        begun = time.perf_counter()
        for outcome in call(sandbox, program, name, batch, report=["ticks"]):
            kept += not outcome.coverage.branches <= reached
            reached |= outcome.coverage.branches
        plainly += time.perf_counter() - begun
    proposals.close()
    seconds = time.process_time() - start + meter.elsewhere + plainly
    crosshair, crosshair_seconds = _crosshair_cover(sandbox, program, name, shapes, place)
    pynguin = _peer("pynguin_peer.py", place, name, PYNGUIN_SECONDS)
    return Covering(
        name,
        len(wanted),
        len(wanted & reached),
        seconds,
        kept,
        None if crosshair is None else len(wanted & crosshair),
        crosshair_seconds,
        pynguin.get("coverage"),
        pynguin.get("seconds"),
    )


def _is_constructor(program: Program, site: int) -> bool:
    """Objects are made without their constructor, so that it is not run."""
    lines = {method.line for cls in program.classes for method in cls.methods if method.name == "__init__"}
    return program.sites[site].kind == "function" and program.sites[site].line in lines


def _crosshair_cover(
    sandbox: Sandbox, program: Program, name: str, shapes: Sequence[Shape], place: str
) -> tuple[set[int] | None, float | None]:
    answer = _peer("crosshair_peer.py", "cover", place, name)
    if "seconds" not in answer:
        return None, None
    calls = []
    for line in answer["lines"]:
        try:
            arguments = tuple(ast.literal_eval(line).values())
            Frame(tuple(shapes)).values(arguments)
            calls.append(heap(arguments))
        except (ValueError, SyntaxError, AttributeError, Unfitting):
            continue
    reached: set[int] = set()
    for outcome in call(sandbox, program, name, calls, report=["ticks"]):
        reached |= outcome.coverage.branches
    return reached, answer["seconds"]


def _differing(sandbox: Sandbox, name: str, right: str, wrong: str, place: str) -> Differing:
    shapes = shapes_of(right, name)
    good = prepare(sandbox, right.encode())
    assert isinstance(good, Program)
    reference = compile_target(sandbox, right.encode(), name)
    meter = Budget(seconds=60.0).meter()
    start, begun = time.process_time(), time.perf_counter()
    bad, submission = prepare(sandbox, wrong.encode()), compile_target(sandbox, wrong.encode(), name)
    plainly = time.perf_counter() - begun
    assert isinstance(bad, Program)
    assert reference is not None
    assert submission is not None
    found = "-"
    for proposal in differ(sandbox, submission, reference, shapes, meter=meter):
        if proposal.suspected:
            begun = time.perf_counter()
            arguments = [heap(proposal.arguments)]
            expected, actual = (next(call(sandbox, program, name, arguments)) for program in (good, bad))
            plainly += time.perf_counter() - begun
            if _differ(expected, actual):
                found = "yes"
                break
    seconds = time.process_time() - start + meter.elsewhere + plainly
    crosshair = _peer("crosshair_peer.py", "differ", place, place, name)
    hypothesis = _peer("hypothesis_peer.py", place, place, name)
    return Differing(
        name,
        found,
        seconds,
        "yes" if crosshair.get("status") == 1 else "-",
        crosshair.get("seconds"),
        "yes" if hypothesis.get("found") else "-",
        hypothesis.get("seconds"),
    )


def _differ(expected: Outcome, actual: Outcome) -> bool:
    return expected.value is not None and (actual.value is None or not equal(expected.value, actual.value))


def _peer(script: str, *arguments: str) -> dict:
    """What a peer says; nothing if it ended in another way."""
    try:
        answer = measure.peer("functions", HERE / "tools" / script, *arguments)
    except (subprocess.CalledProcessError, ValueError):
        return {}
    assert isinstance(answer, dict)
    return answer


def _summary(covering: Sequence[Covering], differing: Sequence[Differing]) -> Iterator[Summary]:
    both = [row for row in differing if row.crosshair == "yes" and row.viva == "yes"]
    full = [row for row in covering if row.crosshair == row.branches == row.viva]
    yield Summary("functions", len(covering), "at least 25")
    yield Summary("functions with every branch reached", sum(row.viva == row.branches for row in covering), "all")
    yield Summary("median seconds to cover", median(row.viva_s for row in covering), "below 0.2")
    yield Summary("most seconds to cover", max(row.viva_s for row in covering), "below 2")
    yield Summary("faults found", sum(row.viva == "yes" for row in differing), "all")
    yield Summary("median seconds to a difference", median(row.viva_s for row in differing), "below 0.1")
    yield Summary("most seconds to a difference", max(row.viva_s for row in differing), "below 2")
    yield Summary("faults found by CrossHair", sum(row.crosshair == "yes" for row in differing))
    yield Summary("faults found by Hypothesis", sum(row.hypothesis == "yes" for row in differing))
    yield Summary("covered fully by CrossHair", sum(row.crosshair == row.branches for row in covering))
    yield Summary("covered fully by Pynguin, as it says", sum(row.pynguin_share == 1.0 for row in covering))
    if both:
        ratios = [row.crosshair_s / row.viva_s for row in both if row.crosshair_s]
        yield Summary("CrossHair / Viva, median where it finds the fault", median(ratios), "at least 10")
    if full:
        ratios = [row.crosshair_s / row.viva_s for row in full if row.crosshair_s]
        yield Summary("CrossHair / Viva, median where it covers fully", median(ratios), "at least 10")
