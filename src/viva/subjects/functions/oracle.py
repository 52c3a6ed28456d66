"""What the reference answers, and which inputs are in the domain.

The reference and `requires` run in the sandbox too, in processes of their own that no submission shares: so their
steps are counted as a submission's are, and their paths group the inputs into classes of behaviour.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from viva.core.fault import Fault
from viva.core.source import MANIFEST
from viva.engines.shapes.usual import spoken_letters, usual
from viva.languages.finding import language_for
from viva.languages.heap import Heap, Reference
from viva.languages.outcome import Outcome
from viva.languages.program import NoProgram, Program
from viva.languages.protocol import Language
from viva.languages.sites import Hooks
from viva.sandbox import Limits, Sandbox
from viva.subjects.functions.model import Arguments, Task

STEPS = 50_000  # of the reference; inputs that need more are not tried
_LIMITS = Limits(cpu_seconds=10.0, wall_seconds=60.0, output=64 << 20)


@dataclass(frozen=True, slots=True)
class Case:
    """An input in the domain, and what the reference made of it; `expected` is None without a reference.

    `path` names the branches of the reference that were taken, `steps` how many steps it took.
    """

    arguments: Arguments
    expected: Outcome | None
    path: frozenset[int]
    steps: int


class Oracle:
    def __init__(self, sandbox: Sandbox, task: Task) -> None:
        self.sandbox = sandbox
        self.task = task
        self.reference: Program | None = None
        self.language = task.reference_language
        self.drain = False
        if task.reference is not None:
            file = task.reference_file or MANIFEST
            self.reference = _compiled(self.language, sandbox, task.reference, file, Hooks(branches=True))
        self._requires: Program | None = None
        self._predicate = ""
        if task.requires is not None:
            self._requires = _compiled(language_for("requires.py"), sandbox, task.requires, "requires.py", Hooks())
            self._predicate = requires_name(task)
        texts = (task.reference, task.requires, task.properties, repr(task.examples), repr(task.shapes))
        self._letters = spoken_letters(text or "" for text in texts)
        self.asked = 0

    def cases(self, inputs: Sequence[Arguments]) -> list[Case]:
        """The inputs that are in the domain, in order, with their answers."""
        return [case for case in self.answers(inputs) if case is not None]

    def answers(self, inputs: Sequence[Arguments]) -> list[Case | None]:
        """For each input its case, or None where it is outside the domain."""
        usually = [usual(arguments, self._letters) for arguments in inputs]
        required = iter(list(self._admitted([item for item, ok in zip(inputs, usually, strict=True) if ok])))
        admitted = [(arguments, ok and next(required)[1]) for arguments, ok in zip(inputs, usually, strict=True)]
        self.asked += len(inputs)
        if self.reference is None:
            return [Case(arguments, None, frozenset(), 0) if ok else None for arguments, ok in admitted]
        kept = [arguments for arguments, ok in admitted if ok]
        outcomes = iter(self._outcomes(kept))
        return [self._case(arguments, next(outcomes)) if ok else None for arguments, ok in admitted]

    def _outcomes(self, inputs: list[Arguments]) -> list[Outcome]:
        assert self.reference is not None
        found: list[Outcome] = []
        report = ["ticks", "arguments"] if self.task.comparison.arguments else ["ticks"]
        for outcome in self.language.call(
            self.sandbox, self.reference, self.task.reference_name, inputs,
            steps=STEPS, report=report, limits=_LIMITS, drain=self.drain,
        ):  # fmt: skip
            if outcome.while_loading:
                problem = outcome.problem
                said = (
                    f"{problem.kind}: {problem.message}"
                    if problem and problem.kind
                    else str(problem and problem.reason)
                )
                raise Fault(
                    f"the reference cannot be loaded: {said}",
                    file=self.task.reference_file,
                    line=problem.line if problem else None,
                )
            if not self.drain and outcome.value is not None and is_iterator(outcome.value, self.language):
                self.drain = True
                return self._outcomes(inputs)
            found.append(outcome)
        return found

    def _admitted(self, inputs: Sequence[Arguments]) -> Iterator[tuple[Arguments, bool]]:
        if self._requires is None:
            yield from ((arguments, True) for arguments in inputs)
            return
        predicate = language_for("requires.py")
        outcomes = predicate.call(self.sandbox, self._requires, self._predicate, list(inputs), limits=_LIMITS)
        for arguments, outcome in zip(inputs, outcomes, strict=True):
            if outcome.while_loading and outcome.problem:
                raise Fault(
                    f"the precondition cannot be loaded: {outcome.problem.kind}: {outcome.problem.message}",
                    file="requires.py",
                    line=outcome.problem.line,
                )
            yield arguments, outcome.value is not None and _true(outcome.value)

    def _case(self, arguments: Arguments, outcome: Outcome) -> Case | None:
        steps = outcome.steps or 0
        if outcome.problem is not None:
            raised = outcome.problem.reason == "crash" and outcome.problem.kind
            if not raised or self.task.comparison.exceptions is None:
                return None
        return Case(arguments, outcome, outcome.coverage.branches, steps)


def is_iterator(value: Heap, language: Language) -> bool:
    root = value.root
    return (
        isinstance(root, Reference)
        and value.nodes[root.node].kind == "opaque"
        and value.nodes[root.node].label.rpartition(".")[2] in language.iterators
    )


def _true(value: Heap) -> bool:
    root = value.root
    if isinstance(root, Reference):
        node = value.nodes[root.node]
        return bool(node.children) or node.kind not in ("list", "tuple", "set", "frozenset", "dict", "deque")
    return bool(root)


def _compiled(language: Language, sandbox: Sandbox, text: str, file: str, hooks: Hooks) -> Program:
    program = language.prepare(sandbox, text.encode(), hooks)
    if isinstance(program, NoProgram):
        raise Fault(f"this cannot be compiled: {program.message}", file, program.line, program.column)
    return program


def requires_name(task: Task) -> str:
    """The name of the predicate in the file of the precondition."""
    names = language_for("requires.py").survey_trusted(task.requires or "", "requires.py").defined
    for name in ("requires", task.function, "precondition"):
        if name in names:
            return name
    if len(names) == 1:
        return names[0]
    raise Fault("the precondition defines no function `requires`", file="requires.py", line=1)
