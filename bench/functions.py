"""Inputs for all branches of first-year functions, and for the difference to a wrong version, beside other tools.

`functions/NAME.py` is the right version, `faults.toml` the change that makes it wrong. Seconds are processor seconds.
Those of Viva hold everything from the source of a submission to the confirmed answer, also what all processes of the
sandbox use: compiling, symbolic runs, search, plain runs. `search` is the part from compiled programs to the input, in
the sandbox too. The other tools run without a sandbox, after their imports and with the source compiled.
"""

import ast
import os
import subprocess
import tempfile
import tomllib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any, TypeVar

import measure

from viva.engines.shapes import Plain, Shape, read_classes, read_shape
from viva.engines.symbolic import Unfitting, differ, explore, heap
from viva.engines.symbolic.frames import Frame
from viva.languages.outcome import Outcome
from viva.languages.program import Program
from viva.languages.python.calls import call, equal
from viva.languages.python.reads import survey_trusted
from viva.languages.python.runs import prepare
from viva.languages.python.symbolic import compile_target, warm_sandbox
from viva.languages.sites import Hooks
from viva.languages.target import Target
from viva.sandbox import Sandbox

HERE = Path(__file__).parent
FUNCTIONS = HERE / "functions"
PYNGUIN_SECONDS = "1"
REPETITIONS = measure.fewer(3)

Result = TypeVar("Result")


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
    search_s: float
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
    with warm_sandbox() as sandbox, tempfile.TemporaryDirectory() as place:
        _warm(sandbox)
        for name, fault in measure.few(faults.items(), 2):
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
    assert list(explore(sandbox, target, [Plain("int")]))


def shapes_of(source: str, function: str) -> list[Shape]:
    """From the annotations; a class has the fields that its constructor takes."""
    facts = survey_trusted(source, "program.py")
    classes = read_classes({item.name: item.fields for item in facts.classes})
    found = next(item for item in facts.functions if item.name == function)
    return [read_shape(["int"] if kind is None else kind, classes) for _, kind in found.parameters]


def processor_seconds() -> float:
    """Of this process and of all that came from it, living or not, to a hundredth of a second."""
    parents: dict[int, int] = {}
    ticks: dict[int, int] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal():
            try:
                fields = (entry / "stat").read_text().rsplit(")", 1)[1].split()
            except OSError:
                continue
            parents[int(entry.name)] = int(fields[1])
            ticks[int(entry.name)] = sum(map(int, fields[11:15]))
    family, todo = 0, [os.getpid()]
    while todo:
        process = todo.pop()
        family += ticks.get(process, 0)
        todo += [child for child, parent in parents.items() if parent == process]
    return family / os.sysconf("SC_CLK_TCK")


def _timed(work: Callable[[], Result]) -> tuple[Result, float]:
    """The result, and the processor seconds of one repetition."""
    start = processor_seconds()
    for _ in range(REPETITIONS):
        result = work()
    return result, (processor_seconds() - start) / REPETITIONS


def _covered(sandbox: Sandbox, name: str, source: str, place: str) -> Covering:
    shapes = shapes_of(source, name)
    program = prepare(sandbox, source.encode(), Hooks(branches=True))
    assert isinstance(program, Program)
    wanted = {site for site in range(len(program.sites)) if not _is_constructor(program, site)}
    (reached, kept), seconds = _timed(lambda: _explored(sandbox, program, name, shapes))
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


def _explored(sandbox: Sandbox, program: Program, name: str, shapes: Sequence[Shape]) -> tuple[set[int], int]:
    """The branches that plain runs reached, and how many inputs added one."""
    target = compile_target(sandbox, program.text.encode(), name)
    assert target is not None
    chosen = []
    for found in explore(sandbox, target, shapes):
        if found.covers:
            chosen.append(heap(found.arguments))
        if found.left == 0:
            break
    reached: set[int] = set()
    kept = 0
    for outcome in call(sandbox, program, name, chosen, report=["ticks"]):
        kept += not outcome.coverage.branches <= reached
        reached |= outcome.coverage.branches
    return reached, kept


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
    assert reference is not None
    found, seconds = _timed(lambda: _found(sandbox, good, reference, wrong, shapes))
    submission = compile_target(sandbox, wrong.encode(), name)
    assert submission is not None
    _, search = _timed(lambda: any(found.suspected for found in differ(sandbox, submission, reference, shapes)))
    crosshair = _peer("crosshair_peer.py", "differ", place, place, name)
    hypothesis = _peer("hypothesis_peer.py", place, place, name)
    return Differing(
        name,
        "yes" if found else "-",
        seconds,
        search,
        "yes" if crosshair.get("status") == 1 else "-",
        crosshair.get("seconds"),
        "yes" if hypothesis.get("found") else "-",
        hypothesis.get("seconds"),
    )


def _found(sandbox: Sandbox, good: Program, reference: Target, wrong: str, shapes: Sequence[Shape]) -> bool:
    bad, submission = prepare(sandbox, wrong.encode()), compile_target(sandbox, wrong.encode(), reference.function)
    assert isinstance(bad, Program)
    assert submission is not None
    for proposal in differ(sandbox, submission, reference, shapes):
        if proposal.suspected:
            arguments = [heap(proposal.arguments)]
            expected, actual = (next(call(sandbox, it, reference.function, arguments)) for it in (good, bad))
            if _differ(expected, actual):
                return True
    return False


def _differ(expected: Outcome, actual: Outcome) -> bool:
    return expected.value is not None and (actual.value is None or not equal(expected.value, actual.value))


def _peer(script: str, *arguments: str) -> dict[str, Any]:
    """What a peer says; nothing if it is not here, or ended in another way."""
    if not measure.has_peer("functions", script.partition("_")[0]):
        return {}
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
        ratios = [row.crosshair_s / row.search_s for row in both if row.crosshair_s]
        yield Summary("CrossHair / search, median where it finds the fault", median(ratios), "at least 10")
        ratios = [row.crosshair_s / row.viva_s for row in both if row.crosshair_s]
        yield Summary("CrossHair / Viva with compiling and confirming", median(ratios))
    if full:
        ratios = [row.crosshair_s / row.viva_s for row in full if row.crosshair_s]
        yield Summary("CrossHair / Viva, median where it covers fully", median(ratios), "at least 10")
