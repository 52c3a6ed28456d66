"""The programs of a check: each source is compiled at most once for each use of it.

A check makes one `Programs` for the teacher's sources and one `Compiled` for the submission, and hands them on; nobody
else compiles. What was made of the teacher's sources is kept from one check to the next, by what they say. Classes that
arguments are instances of are given to whoever leaves them out: to a submission, and to the precondition. They are
added behind the last line, so that every line keeps its number; a function finds them when it is called.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import field, replace
from functools import lru_cache

from viva.core.fault import Fault
from viva.core.isolation import Isolation
from viva.core.records import dataclass
from viva.core.terms import Meter
from viva.engines.calls.given import given_classes, needed_classes
from viva.engines.calls.question import Arguments, Question, Source
from viva.languages.answered import ANSWERED, Answered, key_of_batch
from viva.languages.finding import language_named
from viva.languages.outcome import Outcome
from viva.languages.program import NoProgram, Program
from viva.languages.protocol import Calls, Language, calls_of
from viva.languages.protocol.runs import STEPS
from viva.languages.sites import Hooks
from viva.languages.survey import Survey
from viva.languages.target import Target
from viva.sandbox import Limits, Metered, Sandbox

PLAIN = Hooks()


@dataclass(frozen=True, slots=True)
class Compiled:
    """A function of one source; what was compiled is kept by its hooks, and of the teacher's what was `answered`."""

    language: Language
    sandbox: Sandbox
    source: bytes
    function: str
    file: str | None = None
    _programs: dict[Hooks, Program | NoProgram] = field(default_factory=dict, repr=False, compare=False)
    _targets: list[Target | None] = field(default_factory=list, repr=False, compare=False)
    _facts: list[Survey] = field(default_factory=list, repr=False, compare=False)
    answered: Answered | None = field(default=None, repr=False, compare=False)

    def ask(
        self,
        program: Program,
        inputs: Sequence[Arguments],
        limits: Limits | None = None,
        *,
        steps: int = STEPS,
        report: Sequence[str] = (),
        drain: bool = False,
        largest: int | None = None,
    ) -> Iterator[Outcome]:
        """The outcomes of calls with these inputs, one after the other in one process. What the teacher's programs were
        asked before is not run again."""
        key = None
        if self.answered is not None:
            made = (self.language.name, self.source, self.function, repr(program.hooks), self.sandbox.isolation.value)
            key = key_of_batch(made, inputs, [steps, [*report], drain, largest])
            known = None if key is None else self.answered.get(key)
            if known is not None:
                yield from known
                return
        outcomes = self.calls.call(
            self.sandbox, program, self.function, inputs,
            steps=steps, report=report, limits=limits, drain=drain, largest=largest,
        )  # fmt: skip
        yield from outcomes if self.answered is None else self.answered.asking(key, len(inputs), outcomes)

    def program(self, hooks: Hooks = PLAIN) -> Program | NoProgram:
        if hooks not in self._programs:
            self._programs[hooks] = self.language.runs.prepare(self.sandbox, self.source, hooks)
        return self._programs[hooks]

    def trusted(self, hooks: Hooks = PLAIN) -> Program:
        """The program of a source that must be one."""
        program = self.program(hooks)
        if isinstance(program, NoProgram):
            raise Fault(f"this cannot be compiled: {program.message}", self.file, program.line, program.column)
        return program

    def edited(self, source: bytes) -> Compiled:
        """The function of the same name in another source."""
        return Compiled(self.language, self.sandbox, source, self.function, self.file)

    @property
    def calls(self) -> Calls:
        return calls_of(self.language)

    @property
    def target(self) -> Target | None:
        """The function for symbolic runs; None where there are none in its language."""
        if not self._targets:
            symbolic = self.calls.symbolic
            found = symbolic.compile_target(self.sandbox, self.source, self.function) if symbolic else None
            self._targets.append(found)
        return self._targets[0]

    @property
    def plain_target(self) -> Target | None:
        """The constants of a program for which there are no symbolic runs."""
        program = self.program(Hooks(branches=True))
        return None if isinstance(program, NoProgram) else Target(self.function, "", 0, (), program.constants, None)

    @property
    def facts(self) -> Survey:
        """Nothing is known of a source that its language cannot read."""
        if not self._facts:
            reads = self.language.reads
            self._facts.append(reads.survey(self.sandbox, self.source) if reads else Survey())
        return self._facts[0]


@dataclass(frozen=True, slots=True)
class Programs:
    """Those of the teacher."""

    reference: Compiled | None = None
    requires: Compiled | None = None


@contextmanager
def sandbox_of(language: Language, isolation: Isolation | None = None, meter: Meter | None = None) -> Iterator[Sandbox]:
    """The warm sandbox of a language, the one that symbolic runs need where there are some; within a budget, if there
    is one."""
    with (calls_of(language).symbolic or language.runs).warm_sandbox(isolation) as sandbox:
        yield sandbox if meter is None else Metered(sandbox, meter)


def submitted_as(question: Question, submission: Compiled) -> Compiled:
    """The submission with the line ends that Python itself reads, and with the classes that it needs and does not
    define, if they are written in its language."""
    submission = submission if b"\r" not in submission.source else submission.edited(_plain_ends(submission.source))
    return _asked_as(question, _with_classes(question, submission))


def _with_classes(question: Question, submission: Compiled) -> Compiled:
    if not needed_classes(question) or not submission.facts.lines:
        return submission  # there is nothing yet that could use them
    text = given_classes(question, submission.language, frozenset(submission.facts.bound))
    if not text:
        return submission
    whole = submission.source.rstrip() + b"\n\n\n" + text.encode()
    # What is said of the source is said of what was handed in.
    return replace(submission.edited(whole), _facts=[submission.facts])


def _asked_as(question: Question, submission: Compiled) -> Compiled:
    """The submission, with what its language needs to ask it as the reference is asked."""
    reference = question.reference
    if reference is None or reference.language != submission.language.name or not submission.source.strip():
        return submission
    remark = submission.calls.asked_as(reference.text, reference.function)
    if not remark:
        return submission
    return replace(submission.edited(submission.source.rstrip() + b"\n" + remark.encode()), _facts=submission._facts)


def _plain_ends(source: bytes) -> bytes:
    return source.replace(b"\r\n", b"\n").replace(b"\r", b"\n")


@contextmanager
def programs_of(
    question: Question, isolation: Isolation | None = None, meter: Meter | None = None
) -> Iterator[Programs]:
    """What the reference and the precondition run in is open until the block is left."""
    with ExitStack() as stack:

        def compiled(source: Source | None) -> Compiled | None:
            if source is None:
                return None
            language = language_named(source.language)
            sandbox = stack.enter_context(sandbox_of(language, isolation, meter))
            return Compiled(language, sandbox, source.text.encode(), source.function, source.file)

        requires = compiled(question.requires)
        programs = Programs(
            _as_known(compiled(question.reference)), _as_known(requires and submitted_as(question, requires))
        )
        yield programs
        for each in (programs.reference, programs.requires):
            if each is not None:
                _known(each.language.name, each.source, each.function, each.sandbox.isolation).learn(each)


@dataclass(frozen=True, slots=True)
class _Known:
    """What earlier checks made of a source of the teacher, none of which depends on anything but the source. What came
    to nothing is not known: a machine that had no time for it may have time now."""

    programs: dict[Hooks, Program] = field(default_factory=dict)
    targets: list[Target] = field(default_factory=list)
    facts: list[Survey] = field(default_factory=list)

    def learn(self, compiled: Compiled) -> None:
        self.programs.update((hooks, each) for hooks, each in compiled._programs.items() if isinstance(each, Program))
        self.targets[:] = [each for each in compiled._targets if each is not None]
        self.facts[:] = [each for each in compiled._facts if each.lines]


@lru_cache(maxsize=128)
def _known(language: str, source: bytes, function: str, isolation: Isolation) -> _Known:  # noqa: ARG001 the key
    return _Known()


def _as_known(compiled: Compiled | None) -> Compiled | None:
    if compiled is None:
        return None
    known = _known(compiled.language.name, compiled.source, compiled.function, compiled.sandbox.isolation)
    return replace(
        compiled, _programs=dict(known.programs), _targets=list(known.targets),
        _facts=compiled._facts or list(known.facts), answered=ANSWERED,
    )  # fmt: skip
