"""Start reading here: what a language offers. `docs/languages.md` tells how to add one.

A language is a module (or another object) with these names. Source that was submitted is read and run in the sandbox
only; source of a teacher, which is trusted, is read here, without running it. What comes back are the values of this
package, the same for every language: `program`, `transcript`, `outcome`, `problem`, `coverage`, `survey`, `heap`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Protocol

from viva.core.isolation import Isolation
from viva.core.terms import ENGLISH
from viva.languages.heap import Heap
from viva.languages.outcome import Outcome, Stage
from viva.languages.problem import Problem
from viva.languages.program import MOST_BYTES, Explanation, NoProgram, Program
from viva.languages.sites import Hooks
from viva.languages.survey import Documented, Survey
from viva.languages.takes import Takes
from viva.sandbox import Limits, Sandbox

if TYPE_CHECKING:
    from viva.languages.edits import Change, Edited, Probe, Scripts, Traces
    from viva.languages.transcript import Transcript

STEPS = 1_000_000
OUTPUT = 1_000_000
TOGETHER = 1000

Arguments = Sequence[object] | Heap
"""Those of one call: trusted values of Viva's own, which are Python's, or a heap of a list of values."""


class Answers(Protocol):
    """A function of a submission that is asked one call at a time, each with fresh arguments."""

    def ask(self, arguments: Arguments) -> Outcome: ...


class Driven(Protocol):
    """A function of a submission that is asked thousands of times in one process: each time with a dictionary of
    numbers, and with one of its own that it keeps from call to call."""

    def ask(self, numbers: Sequence[float]) -> Outcome:
        """The numbers in the order of their names. After the process has ended every further call is answered as the
        last one was: what the program kept is gone, so no call is asked twice."""


class Tries(Protocol):
    """Asks programs that differ from one text in some changes. `steps` is how many they have made so far, and `runs`
    how many tests were run: of programs that differ in one expression only and have the same values there, one is."""

    steps: int
    runs: int

    def passing(self, programs: Sequence[Sequence[Change]]) -> list[bool]:
        """Whether all tests come out right, with each of these selections of changes."""

    def answers(self, programs: Sequence[Sequence[Change]]) -> list[str]:
        """For each test a digit: 1 right, 2 no answer, 0 wrong, 3 to 9 wrong but the nearer the larger; an empty text
        where there is no program."""


class Language(Protocol):
    """`suffixes` are the endings of its files, with the dot; `constructs` the words by which a teacher can forbid what
    the language has, which are those of `Survey.syntax`; `iterators` the names of types whose values only yield others;
    `given_names` are those that have a value in every program.
    """

    name: str
    suffixes: tuple[str, ...]
    constructs: tuple[str, ...]
    iterators: frozenset[str]
    given_names: frozenset[str]

    # Submissions: in the sandbox

    def warm_sandbox(self, isolation: Isolation | None = None) -> AbstractContextManager[Sandbox]:
        """The sandbox that everyone in this process shares; leaving the block leaves it warm."""

    def prepare(
        self, sandbox: Sandbox, source: bytes, hooks: Hooks | None = None, most_bytes: int = MOST_BYTES
    ) -> Program | NoProgram:
        """Compiles a submission without running any of it. Without hooks steps are counted."""

    def explain(self, problem: NoProgram, locale: str = ENGLISH) -> Explanation:
        """Why there is no program, for a beginner."""

    def explain_crash(self, problem: Problem, facts: Survey, locale: str = ENGLISH) -> str | None:
        """What an exception means, for a beginner, without a value of the input; None where its name says it all."""

    def survey(self, sandbox: Sandbox, source: bytes) -> Survey:
        """What the source contains; an empty survey where it cannot be read."""

    def run_console(
        self,
        sandbox: Sandbox,
        program: Program,
        inputs: Iterable[str],
        *,
        steps: int = STEPS,
        seed: int = 0,
        output: int = OUTPUT,
        forbidden: Iterable[str] = (),
        limits: Limits | None = None,
    ) -> Transcript:
        """Runs the program; a line is taken from `inputs` only when the program asks for one."""

    def run_console_often(
        self,
        sandbox: Sandbox,
        runs: Iterable[tuple[Program, Iterable[str]]],
        *,
        steps: int = STEPS,
        seed: int = 0,
        output: int = OUTPUT,
        forbidden: Iterable[str] = (),
        limits: Limits | None = None,
    ) -> Iterator[Transcript]:
        """Runs programs on inputs, one after the other; several may share a process, as `Transcript.shared` says."""

    def call(
        self,
        sandbox: Sandbox,
        program: Program,
        function: str,
        calls: Sequence[Arguments],
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
        """The outcome of each call, in order, as they come in; whoever has seen enough may stop.

        `function` may name a method as `Class.method`. Up to `together` calls share a process, each with fresh
        arguments; what adds up over calls is never blamed on one that was not alone. `report` may name `arguments` (as
        they are after the call), `result` (with them, as a last one, what was returned: so what both hold is one),
        `kept` (what the program keeps, and whether it changed its arguments) and `ticks` (what the hooks counted).
        `steps` are for each call, `limits` for a
        process. `recursion` is how deep calls may be nested, if not as deep as the language lets them be. `drain`: an
        iterator that is returned counts as the list of what it yields. `last`: of a call that runs out of steps so many
        further ones are looked at, for `Outcome.last` and `Outcome.came_back`. `largest`: what has more parts than
        that, or is as long as so many, is not handed back but has the problem `unserialisable`. `named`: an object
        among the arguments that looks like one that the program keeps under a name is that one.
        """

    def stages(
        self, sandbox: Sandbox, program: Program, function: str, call: Heap, *, steps: int, largest: int
    ) -> tuple[Stage, ...]:
        """One call, watched: its arguments at each step at which they, or what variables name, are otherwise than
        before, for at most so many lines. Said by a process that ran the program."""

    def converse(
        self, sandbox: Sandbox, program: Program, function: str, *, steps: int = STEPS, limits: Limits | None = None
    ) -> AbstractContextManager[Answers]:
        """The function of a submission, to be asked one call at a time."""

    def drive(
        self,
        sandbox: Sandbox,
        program: Program,
        function: str,
        names: Sequence[str],
        *,
        steps: int = STEPS,
        weigh: bool = False,
        limits: Limits | None = None,
    ) -> AbstractContextManager[Driven]:
        """The function of a submission, to be asked call by call in one process, for as long as that lives: `names` are
        those of the numbers that it is asked with. `weigh`: how much it keeps is said with each outcome."""

    def takes(self, sandbox: Sandbox, program: Program, function: str) -> Takes | None:
        """How the function can be called, as it is after loading; None where that cannot be said."""

    def edited(
        self, sandbox: Sandbox, source: bytes, numbers: Sequence[int] = (), texts: Sequence[str] = (), most: int = 300
    ) -> list[Edited]:
        """Programs with one small edit, the likeliest slips first; `numbers` and `texts` are constants to try. Whether
        one of them is right is for others to find out. Empty for what is long or broken."""

    def small_changes(
        self,
        sandbox: Sandbox,
        text: str,
        numbers: Sequence[int] = (),
        texts: Sequence[str] = (),
        *,
        most: int = 1000,
        further: bool = False,
    ) -> list[Change]:
        """The same catalogue as changes that were not compiled, or, `further`, what else may be missing in functions.
        Empty for what is long or broken."""

    def scripts(
        self,
        sandbox: Sandbox,
        text: str,
        function: str,
        others: Sequence[str],
        names: Sequence[Mapping[str, str]] = (),
        *,
        most: int = 10,
        borrowed: int = 600,
    ) -> Scripts:
        """The changes after which the function does as the one of that name in one of the `others`, which are right;
        the cheapest scripts first, at most `most` of them and `borrowed` pieces. `names` say which variables of the
        others are which ones here."""

    def completions(self, sandbox: Sandbox, text: str, most: int = 200) -> list[Change]:
        """Changes of a text that is no program, after each of which it is one; the smallest first."""

    def traces(self, sandbox: Sandbox, text: str, function: str, calls: Sequence[Arguments]) -> Traces:
        """The values that the variables go through in these calls. It is said by the program itself."""

    def tries(
        self,
        sandbox: Sandbox,
        text: str,
        function: str,
        tests: Sequence[Probe],
        *,
        steps: int,
        comparison: Sequence[str] = (),
        drain: bool = False,
    ) -> AbstractContextManager[Tries]:
        """Quick trials of changes; no verdict may rest on them. `steps` are for one test. `comparison` may have
        `any_order`: sequences count as equal that have the same elements."""

    # Results: compared and shown outside

    def equal(
        self, left: Heap, right: Heap, *, strict: bool = False, tolerance: float | None = None, noise: float = 0.0
    ) -> bool:
        """Whether `right` is the same to the language as `left`, which is expected. `strict`: of the same type too.
        `tolerance`: a relative distance, and `noise` an absolute one, for what is expected to be a float."""

    def show(self, heap: Heap, length: int = 1000) -> str:
        """A value as source text for people: bounded, the same for equal values, and free of control characters."""

    # Files of the teacher, which are trusted: read here

    def survey_trusted(self, text: str, file: str) -> Survey:
        """What the source contains. Raises Fault with the place where it cannot be read."""

    def documented_calls(self, text: str, functions: Sequence[str]) -> list[Documented]:
        """The calls of these functions that the documentation in a source shows."""

    def guessed_types(self, text: str, function: str) -> dict[str, str]:
        """The types of parameters that nobody wrote down, as annotations of Python, where their use is clear."""

    def library_function(self, named: str, function: str) -> str | None:
        """Source that gives a function of the language's own library the name that is asked for, if there is one."""

    def rephrased(self, text: str, function: str, most: int = 100) -> tuple[str, ...]:
        """The source, and the same with the function written in other ways that do the same."""

    def renamed(self, text: str, old: str, new: str) -> str:
        """The source with another name for one of its functions."""
