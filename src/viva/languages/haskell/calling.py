"""Calls of a function of a submission, by its driver."""

# ruff: noqa: ARG001 the protocol names what a pure function has no use for

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from types import TracebackType
from typing import Self

from viva.core.fault import Fault
from viva.core.records import dataclass
from viva.languages.coverage import read_coverage
from viva.languages.haskell import compiler
from viva.languages.haskell.encoding import NoValue, read_value, split_line, unquote, write_arguments
from viva.languages.haskell.program import Driven as Executable
from viva.languages.haskell.program import driver_of, generator_of, module_of
from viva.languages.haskell.reading import local_names, survey_text
from viva.languages.haskell.types import NoType, Type, show_scheme, unfold
from viva.languages.heap import Heap, Malformed, Node, Reference, read
from viva.languages.outcome import Outcome
from viva.languages.problem import Frame, Problem
from viva.languages.program import NoProgram, Program
from viva.languages.protocol.calls import TOGETHER, Answers, Driven
from viva.languages.protocol.runs import OUTPUT, STEPS
from viva.languages.sites import Hooks
from viva.languages.survey import Mention
from viva.languages.takes import Takes
from viva.languages.values import write
from viva.sandbox import Command, Limits, Sandbox

LENGTH = 1010
"""After so many elements a list is cut, because it may have no end: a few more than the round number that one
writes who has not thought of an end."""
_PARTS = 200_000
_GIVEN_PARTS = 200  # of a value that an instance of `Arbitrary` makes
_LIMITS = Limits(cpu_seconds=5.0, wall_seconds=20.0, output=64 << 20)
_ENDED = {
    "steps": "step_limit", "silent": "step_limit", "loop": "step_limit", "large": "unserialisable",
    "stack": "memory_limit", "memory": "memory_limit",
}  # fmt: skip
_HEAP_EXHAUSTED, _STACK_EXHAUSTED = 251, 2
_PURE = frozenset(
    {
        "ErrorCall", "PatternMatchFail", "ArithException", "ArrayException", "NoMethodError", "RecSelError",
        "RecConError", "RecUpdError", "AssertionFailed", "TypeError",
    }
)  # fmt: skip
_LINE = re.compile(r"Submission\.hs:\(?(\d+)[:,]")


@dataclass(frozen=True, slots=True)
class _Job:
    sandbox: Sandbox
    program: Program
    executable: Executable
    settings: str
    limits: Limits
    report: Sequence[str]
    type: str

    def run(self, lines: Sequence[str]) -> tuple[list[str], str | None]:
        """What the driver says to these calls, and the word for what ended it before it had answered all of them."""
        command = Command(compiler.runnable(), (), {"driver": self.executable.executable})
        asked = "".join(f"{line}\n" for line in (self.settings, *lines))
        done = self.sandbox.execute(command, self.limits, asked.encode())
        said = done.stdout.decode("utf-8", "replace").split("\n")
        answers = said[1 : 1 + len(lines)] if said[0] == "ready" else []
        if len(said) < len(answers) + 2:  # the last one is not whole
            answers = answers[:-1]
        if len(answers) == len(lines):
            return answers, None
        codes = {_HEAP_EXHAUSTED: "memory_limit", _STACK_EXHAUSTED: "memory_limit"}
        return answers, done.ending.reason or codes.get(done.ending.exit_code or 0, "no_result")


def call(
    sandbox: Sandbox,
    program: Program,
    function: str,
    calls: Sequence[Sequence[object] | Heap],
    *,
    steps: int = STEPS,
    seed: int = 0,
    output: int = OUTPUT,
    forbidden: Iterable[str] = (),
    report: Sequence[str] = (),
    together: int = TOGETHER,
    limits: Limits | None = None,
    recursion: int | None = None,
    drain: bool = False,
    last: int = 0,
    largest: int | None = None,
    named: bool = False,
) -> Iterator[Outcome]:
    """See `viva.languages.protocol`. Functions are pure: there is nothing to draw by chance, to print or to change."""
    if not calls:
        return
    for mention in used_names(program.text, frozenset(forbidden)):
        yield from (Outcome(None, Problem("forbidden", message=mention.name, line=mention.line)) for _ in calls)
        return
    found = _executable(sandbox, program, function)
    if isinstance(found, Outcome):
        yield from (found for _ in calls)
        return
    ticks = int("ticks" in report or program.hooks.branches or program.hooks.expressions)
    settings = f"{steps} {min(largest or _PARTS, _PARTS)} {LENGTH} {ticks}"
    job = _Job(sandbox, program, found, settings, limits or _LIMITS, report, _type(sandbox, program, function))
    done = 0
    alone = 0  # calls that have to be asked in a process of their own
    while done < len(calls):
        part = calls[done : done + (1 if alone else together)]
        alone = max(alone - 1, 0)
        first = True
        for outcome in _answers(job, part):
            if outcome is None:  # what adds up over calls is not blamed on one that was not alone
                alone = 1
                break
            if _adds_up(outcome) and not first:
                alone = 1
                break
            first = False
            done += 1
            yield outcome


def used_names(text: str, forbidden: frozenset[str]) -> list[Mention]:
    """Where a source speaks of a function that is forbidden and not its own. GHC has bound every name before anything
    runs, so that this is what is called."""
    if not forbidden:
        return []
    facts, own = survey_text(text), local_names(text)
    found: list[Mention] = []
    for mention in facts.names:
        module, _, name = mention.name.rpartition(".")
        if name in forbidden and name not in facts.bound and (module or name not in own(mention.line)):
            found.append(replace(mention, name=name))
    return found


def _adds_up(outcome: Outcome) -> bool:
    return outcome.problem is not None and outcome.problem.reason == "memory_limit"


def _answers(job: _Job, calls: Sequence[Sequence[object] | Heap]) -> Iterator[Outcome | None]:
    """At least one; None for a call in which the process ended, if that was not its first."""
    lines: list[str] = []
    for arguments in calls:
        try:
            lines.append(write_arguments(arguments))
        except NoValue as problem:
            lines.append(f"!{problem}")
    said, ended = job.run(lines)
    for arguments, line in zip(calls, said, strict=False):
        outcome = _outcome(line, job.program, job.executable)
        if outcome.problem and outcome.problem.kind == "type":
            outcome = replace(outcome, problem=replace(outcome.problem, message=job.type))
        if "arguments" in job.report:
            outcome = _with_arguments(outcome, arguments, "result" in job.report)
        yield outcome
        if outcome.problem and outcome.problem.reason in ("memory_limit", "protocol_error"):
            return
    if ended is not None:
        yield None if said else Outcome(None, Problem(ended))


def _with_arguments(outcome: Outcome, arguments: Sequence[object] | Heap, result: bool) -> Outcome:
    """They are what they were, and nothing that is given back can be changed through them."""
    heap = arguments if isinstance(arguments, Heap) else read(write(list(arguments)))
    if result and isinstance(heap.root, Reference):
        root = heap.nodes[heap.root.node]
        nodes = [Node(root.kind, root.label, (*root.children, None)) if one is root else one for one in heap.nodes]
        heap = Heap(heap.root, tuple(nodes))
    return replace(outcome, arguments=heap)


def given_values(sandbox: Sandbox, text: str, body: Type, count: int) -> list[Heap]:
    """What an instance of `Arbitrary` makes, each value once; none where it makes none."""
    try:
        found = generator_of(sandbox, text, body)
    except NoType:
        return []
    if isinstance(found, NoProgram):
        return []
    program = Program(text, Hooks(), text, (), (), (), (), (), 0, ())
    job = _Job(sandbox, program, found, f"{STEPS} {_GIVEN_PARTS} {LENGTH} 0", _LIMITS, (), "")
    lines, _ = job.run([write_arguments([number]) for number in range(count)])
    outcomes = [_outcome(line, program, found) for line in dict.fromkeys(lines)]
    return [outcome.value for outcome in outcomes if outcome.value is not None]


def _executable(sandbox: Sandbox, program: Program, function: str) -> Executable | Outcome:
    """The driver, or the outcome of every call where there is none."""
    try:
        found = driver_of(sandbox, program.code, function)
    except KeyError:
        return Outcome(None, Problem("missing_function"), while_loading=True)
    except NoType as problem:
        said = f"{_type(sandbox, program, function)}|{problem}"
        return Outcome(None, Problem("type_error", kind="type", message=said), while_loading=True)
    if isinstance(found, NoProgram):
        said = f"{_type(sandbox, program, function)}|{found.message.splitlines()[0] if found.message else ''}"
        return Outcome(None, Problem("type_error", kind="type", message=said), while_loading=True)
    return found


def _type(sandbox: Sandbox, program: Program, function: str) -> str:
    module = module_of(sandbox, program.code)
    if isinstance(module, NoProgram) or function not in module.interface.functions:
        return ""
    return f"{function} :: {show_scheme(module.interface.functions[function])}"


def _outcome(line: str, program: Program, executable: Executable) -> Outcome:
    """Said by a process that ran the submission: whatever it is, it is read as data."""
    try:
        words = split_line(line)
        if words[:1] == ["type"]:
            return Outcome(None, Problem("type_error", kind="type"))
        if len(words) < 2 or not words[0].isascii() or not words[0].isdigit() or "|" not in words:
            raise Malformed("not an outcome")
        steps = min(int(words[0]), 2**53)
        bar = len(words) - 1 - words[::-1].index("|")
        counts = [pair.split(":") for pair in words[bar + 1 :]]
        moved = [[int(box), min(int(count), 2**53)] for box, count in counts]
        moved = [pair for pair in moved if pair[0] < len(program.counters)]
        coverage = read_coverage(program, {"counts": moved})  # type: ignore[dict-item]
        word, said = words[1], words[2:bar]
        if word == "value":
            return Outcome(read_value(said, executable.names), None, steps=steps, coverage=coverage)
        if word == "raised" and len(said) == 2:
            problem = _raised(unquote(said[0]), unquote(said[1]), program)
            return Outcome(None, problem, steps=steps, coverage=coverage)
        if word in _ENDED:
            problem = Problem(_ENDED[word])
            return Outcome(None, problem, steps=steps, coverage=coverage, came_back=word == "loop")
        raise Malformed("not an outcome")
    except (Malformed, ValueError, IndexError):
        return Outcome(None, Problem("protocol_error"))


def _raised(kind: str, message: str, program: Program) -> Problem:
    """An undefined value is one and the same, whatever made it so: which exception it is, is left open by Haskell."""
    places = [int(line) for line in _LINE.findall(message)]
    line = places[0] if places else None
    shift = 1 if line is not None and not re.search(r"^\s*module\b", program.text, re.MULTILINE) else 0
    line = line - shift if line is not None else None
    first = message.split("\nCallStack", maxsplit=1)[0].strip().splitlines()
    text = re.sub(r"^Submission\.hs:\S+ ", "", " ".join(first))
    kind = "error" if kind in _PURE else kind
    frames = (Frame(line, ""),) if line else ()
    return Problem("crash", kind, text[:300], line, frames)


def converse(
    sandbox: Sandbox, program: Program, function: str, *, steps: int = STEPS, limits: Limits | None = None
) -> AbstractContextManager[Answers]:
    """The function of a submission, to be asked one call at a time."""
    return _Answers(sandbox, program, function, steps, limits or _LIMITS)


class _Answers:
    """Each call has a process of its own, or one with others that were foreseen: what a driver with threads waits for
    cannot be seen from outside. An answer is kept, because the function is pure."""

    foresees = True

    def __init__(self, sandbox: Sandbox, program: Program, function: str, steps: int, limits: Limits) -> None:
        self._sandbox, self._program, self._function = sandbox, program, function
        self._steps, self._limits = steps, limits
        self._known: dict[str, Outcome] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._known.clear()

    def ask(self, arguments: Sequence[object] | Heap) -> Outcome:
        try:
            key = write_arguments(arguments)
        except NoValue as problem:
            return Outcome(None, Problem("type_error", kind="type", message=str(problem)))
        self.foresee([arguments])
        return self._known[key]

    def knows(self, arguments: Sequence[object] | Heap) -> bool:
        try:
            return write_arguments(arguments) in self._known
        except NoValue:
            return True

    def foresee(self, calls: Sequence[Sequence[object] | Heap]) -> None:
        new = {write_arguments(one): one for one in calls if not self.knows(one)}
        asked = call(
            self._sandbox, self._program, self._function, list(new.values()), steps=self._steps, limits=self._limits,
            report=["ticks"],
        )  # fmt: skip
        self._known.update(zip(new, asked, strict=True))


def drive(
    sandbox: Sandbox,
    program: Program,
    function: str,
    names: Sequence[str],
    *,
    steps: int = STEPS,
    weigh: bool = False,
    limits: Limits | None = None,
) -> AbstractContextManager[Driven]:
    """A function of Haskell keeps nothing from call to call, as what is driven has to."""
    raise Fault("a controller in Haskell cannot be driven", remedy="write it in Python")


def takes(sandbox: Sandbox, program: Program, function: str) -> Takes | None:
    """See `viva.languages.protocol`."""
    module = module_of(sandbox, program.code)
    if isinstance(module, NoProgram) or function not in module.interface.functions:
        return None
    number = len(unfold(module.interface.functions[function].body)[0])
    return Takes(tuple(f"x{place + 1}" for place in range(number)), Heap(Reference(0), (Node("tuple", "", ()),)))
