"""Two programs side by side: do they differ on these inputs, and where do they at all?"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from viva.core.fault import Fault
from viva.core.isolation import Isolation
from viva.engines.dialogues.judging import Observed, lines, observe
from viva.engines.dialogues.model import Value
from viva.engines.dialogues.suites.cases import Case
from viva.engines.dialogues.trial import OUTPUT, STEPS
from viva.languages.python import Program, prepare, run_console, warm_sandbox
from viva.sandbox import Sandbox


@dataclass(frozen=True, slots=True)
class Pair:
    """The names and the texts of two programs."""

    names: tuple[str, str]
    texts: tuple[str, str]


@dataclass(frozen=True, slots=True)
class Shown:
    """What the two programs do with the same inputs."""

    inputs: tuple[str, ...]
    first: str
    second: str
    differ: bool


def shown(pair: Pair, inputs: Sequence[Value], isolation: Isolation | None) -> Shown:
    with warm_sandbox(isolation) as sandbox:
        first, second = (_seen(sandbox, program, inputs) for program in _prepared(sandbox, pair))
        return Shown(tuple(lines(inputs)), first.show(), second.show(), _told(first) != _told(second))


def first_difference(pair: Pair, cases: Iterable[Case], isolation: Isolation | None) -> Shown | None:
    """The first of these tests on which the programs differ."""
    with warm_sandbox(isolation) as sandbox:
        programs = _prepared(sandbox, pair)
        for case in cases:
            first, second = (_seen(sandbox, program, case.inputs) for program in programs)
            if _told(first) != _told(second):
                return Shown(tuple(lines(case.inputs)), first.show(), second.show(), True)
    return None


def _prepared(sandbox: Sandbox, pair: Pair) -> list[Program]:
    found = []
    for name, text in zip(pair.names, pair.texts, strict=True):
        program = prepare(sandbox, text.encode())
        if not isinstance(program, Program):
            raise Fault(f"this program cannot be read: {program.message}", name, program.line)
        found.append(program)
    return found


def _seen(sandbox: Sandbox, program: Program, inputs: Sequence[Value]) -> Observed:
    return observe(run_console(sandbox, program, lines(inputs), steps=STEPS, output=OUTPUT), inputs)


def _told(observed: Observed) -> object:
    """Prompts, blank lines and white space at the ends of lines do not make programs different."""
    blocks = [[line.strip() for line in block.text.splitlines() if line.strip()] for block in observed.run.blocks]
    return observed.run.inputs, blocks, observed.ended
