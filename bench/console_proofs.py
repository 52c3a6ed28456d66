"""What is proved of console programs: every run. The right examples of the exercises that are shipped; and near misses
of these, with one change each, of which those that differ must not be proved.

The near misses are run here, and held against the specification on all short inputs over a few values of each kind.
$VIVA_CPU_SECONDS bounds the processor time for them (300).
"""

import builtins
import io
import os
import random
import sys
import time
from collections.abc import Iterator
from contextlib import redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

from measure import QUICK, few
from near_misses import near_misses

import viva
from viva.engines.dialogues.evaluation import Undefined, as_line, element_type
from viva.engines.dialogues.model import Mode, Naturals, OneOf, Range, Read, Spec, Type, Value
from viva.engines.dialogues.proving.prove import NotProvedRuns, ProvedRuns, shown_of
from viva.engines.dialogues.semantics import Asks, Diverges, ways
from viva.engines.dialogues.traces import Run, Written, covers
from viva.languages.python.symbolic import compile_target, warm_sandbox
from viva.sandbox import Sandbox

EXERCISES = Path(__file__).parents[1] / "exercises" / "console"
SECONDS = float(os.environ.get("VIVA_CPU_SECONDS", "300"))
MOST = 60
RUNS = 400
LINES = 6_000


@dataclass(frozen=True, slots=True)
class Reach:
    """`exercises` with a specification, of which so many have a right example that is proved."""

    what: str
    exercises: int
    with_proof: int
    programs: int
    proved: int
    median_s: float
    worst_s: float


@dataclass(frozen=True, slots=True)
class Misses:
    what: str
    changed: int
    differ: int
    proved_wrong: int
    alike: int
    alike_proved: int


@dataclass(frozen=True, slots=True)
class Reason:
    why_not: str
    program: str


def versions() -> dict[str, str]:
    import z3  # noqa: PLC0415

    return {"viva": viva.__version__, "z3": z3.get_version_string()}


def rows() -> Iterator[Reach | Misses | Reason]:
    with warm_sandbox() as sandbox:
        programs = [(file, spec) for file, spec in _programs() if spec is not None]
        found = {}
        times = []
        for file, spec in few(programs, 3):
            begun = time.process_time()
            found[file] = shown_of(spec, _tree(sandbox, file.read_text()))
            times.append(time.process_time() - begun)
        proved = [file for file, answer in found.items() if isinstance(answer, ProvedRuns)]
        yield Reach(
            "right examples", len({file.parents[2] for file, _ in programs}), len({file.parents[2] for file in proved}),
            len(found), len(proved), round(median(times), 2), round(max(times), 2),
        )  # fmt: skip
        yield _misses(sandbox, [(file, spec) for file, spec in programs if file in proved])
    for file, answer in found.items():
        if isinstance(answer, NotProvedRuns):
            yield Reason(f"{answer.word} {answer.detail}".strip(), str(file.relative_to(EXERCISES)))


def _programs() -> Iterator[tuple[Path, Spec | None]]:
    for file in sorted(EXERCISES.glob("*/examples/right/*.py")):
        yield file, getattr(viva.read(file.parents[2]).task, "spec", None)


def _tree(sandbox: Sandbox, source: str) -> Any:
    target = compile_target(sandbox, source.encode(), "")
    return None if target is None else target.tree


def _misses(sandbox: Sandbox, programs: list[tuple[Path, Spec]]) -> Misses:
    """In turns, so that each program has its share whatever time there is."""
    begun = time.process_time()
    changed = differ = wrong = alike = alike_proved = 0
    runs = {file: list(_runs(spec)) for file, spec in programs}
    waiting = [(file, spec, near_misses(file.read_text(), 39, 6 if QUICK else MOST)) for file, spec in programs]
    while waiting and time.process_time() - begun < SECONDS:
        file, spec, others = waiting.pop(0)
        source = next(others, None)
        if source is None:
            continue
        waiting.append((file, spec, others))
        tree = _tree(sandbox, source)
        if tree is None:
            continue
        changed += 1
        different = any(not _is_right(source, inputs, general) for inputs, general in runs[file])
        proved = isinstance(shown_of(spec, tree), ProvedRuns)
        differ += different
        alike += not different
        wrong += different and proved
        alike_proved += proved and not different
        if different and proved:
            print(f"PROVED, BUT IT DIFFERS: {file}\n{source}")
    return Misses("right examples, one change", changed, differ, wrong, alike, alike_proved)


def _runs(spec: Spec) -> Iterator[tuple[tuple[Value, ...], Any]]:
    """Inputs that end, the shorter ones first, with what is right for them."""
    rng = random.Random(39)

    def choose(asks: Asks) -> list[Value]:
        values = _values(asks.read)
        return values if len(asks.environment.order) < 2 else rng.sample(values, min(3, len(values)))

    count = 0
    for _, way in ways(spec, choose, 7):
        if isinstance(way, Undefined | Diverges) or way.asks is not None:
            continue
        yield way.inputs, way.general
        count += 1
        if count == RUNS:
            return


def _values(read: Read) -> list[Value]:
    refused = read.mode != Mode.ASSUME
    match read.values:
        case OneOf(items):
            others: list[Value] = [] if not refused else ["zzz"] if isinstance(items[0], str) else [997]
            return [*items, *others]
        case Range(low, high):
            near = [low, low + 1, (low + high) // 2, high - 1, high, *((low - 1, high + 1) if refused else ())]
            return list(dict.fromkeys(near))
        case Naturals():
            return [0, 1, 2, 3, 4711, 5, *((-1,) if refused else ())]
    match element_type(read.values):
        case Type.TEXT:
            return ["a", "ab", "aba", "Ann"]
        case Type.TRUTH:
            return [True, False]
    return [0, 1, -1, 2, 3, -2, 10]


class _NoMoreLines(Exception):
    pass


class _TooLong(Exception):
    pass


def _is_right(source: str, inputs: tuple[Value, ...], general: Any) -> bool:
    lines = [as_line(value) for value in inputs]
    blocks: list[Written] = []
    out = io.StringIO()
    left = LINES

    def read(prompt: object = "") -> str:
        nonlocal out
        blocks.append(Written(out.getvalue(), str(prompt)))
        out.seek(0)
        out.truncate()
        if len(blocks) > len(lines):
            raise _NoMoreLines
        return lines[len(blocks) - 1]

    def counted(_frame: object, _event: str, _given: object) -> Any:
        nonlocal left
        left -= 1
        if left < 0:
            raise _TooLong
        return counted

    class Lines(io.StringIO):
        def readline(self, *_size: Any) -> str:  # type: ignore[override]
            return f"{read()}\n"

    before, sys.stdin = sys.stdin, Lines()
    space = {"__name__": "__main__", "__builtins__": {**vars(builtins), "input": read}}
    sys.settrace(counted)
    try:
        with redirect_stdout(out):
            exec(compile(source, "changed", "exec"), space)
    except SystemExit:
        pass
    except BaseException:  # noqa: BLE001 whatever it raises, it is not right
        return False
    finally:
        sys.settrace(None)
        sys.stdin = before
    blocks.append(Written(out.getvalue()))
    return covers(general, Run(inputs[: len(blocks) - 1], tuple(blocks))) and len(blocks) == len(inputs) + 1


__all__ = ["rows", "versions"]
