"""Two programs side by side: do they differ on these inputs, and where do they at all?"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager

from viva.core.fault import Fault
from viva.core.isolation import Isolation
from viva.core.records import dataclass
from viva.engines.dialogues.model import Value
from viva.engines.dialogues.suites.cases import Case
from viva.engines.dialogues.trials.judging import Observed, lines, observe
from viva.engines.dialogues.trials.trial import OUTPUT, STEPS
from viva.languages.finding import language_for
from viva.languages.program import Program
from viva.languages.protocol import Language
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


def show_pair(pair: Pair, inputs: Sequence[Value], isolation: Isolation | None) -> Shown:
    """Each in a run of its own."""
    with _prepared(pair, isolation) as (first, second):
        return _shown(inputs, first.run(inputs), second.run(inputs))


def side_by_side(pair: Pair, inputs: Sequence[Sequence[Value]], isolation: Isolation | None) -> list[Shown]:
    """What they do with each of several inputs; many runs share a process."""
    with _prepared(pair, isolation) as (first, second):
        return list(map(_shown, inputs, first.run_often(inputs), second.run_often(inputs)))


def first_difference(pair: Pair, cases: Sequence[Case], isolation: Isolation | None) -> Shown | None:
    """The first of these tests on which the programs differ, also in runs of their own."""
    inputs = [case.inputs for case in cases]
    with _prepared(pair, isolation) as (first, second):
        for one, two, row in zip(first.run_often(inputs), second.run_often(inputs), inputs, strict=True):
            if _shown(row, one, two).differ and (alone := _shown(row, first.run(row), second.run(row))).differ:
                return alone
    return None


@dataclass(frozen=True, slots=True)
class _Prepared:
    language: Language
    sandbox: Sandbox
    program: Program

    def run(self, inputs: Sequence[Value]) -> Observed:
        ran = self.language.runs.run_console(self.sandbox, self.program, lines(inputs), steps=STEPS, output=OUTPUT)
        return observe(ran, inputs)

    def run_often(self, inputs: Sequence[Sequence[Value]]) -> Iterator[Observed]:
        runs = ((self.program, lines(row)) for row in inputs)
        return map(
            observe, self.language.runs.run_console_often(self.sandbox, runs, steps=STEPS, output=OUTPUT), inputs
        )


@contextmanager
def _prepared(pair: Pair, isolation: Isolation | None) -> Iterator[list[_Prepared]]:
    with ExitStack() as stack:
        found = []
        for name, text in zip(pair.names, pair.texts, strict=True):
            language = language_for(name)
            sandbox = stack.enter_context(language.runs.warm_sandbox(isolation))
            program = language.runs.prepare(sandbox, text.encode())
            if not isinstance(program, Program):
                raise Fault(f"this program cannot be read: {program.message}", name, program.line)
            found.append(_Prepared(language, sandbox, program))
        yield found


def _shown(inputs: Sequence[Value], one: Observed, two: Observed) -> Shown:
    return Shown(tuple(lines(inputs)), one.show(), two.show(), _told(one) != _told(two))


def _told(observed: Observed) -> object:
    """Prompts, blank lines and white space at the ends of lines do not make programs different."""
    blocks = [[line.strip() for line in block.text.splitlines() if line.strip()] for block in observed.run.blocks]
    return observed.run.inputs, blocks, observed.ended
