"""Functions: how they are called, and what their values are."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from typing import Protocol

from viva.core.json import Json
from viva.languages.heap import Heap
from viva.languages.outcome import Outcome
from viva.languages.program import Program
from viva.languages.protocol.runs import OUTPUT, STEPS
from viva.languages.protocol.symbolic import Symbolic
from viva.languages.takes import Takes
from viva.sandbox import Limits, Sandbox

TOGETHER = 1000

Arguments = Sequence[object] | Heap
"""Those of one call: trusted values of Viva's own, which are Python's, or a heap of a list of values."""


class Answers(Protocol):
    """A function of a submission that is asked one call at a time, each with fresh arguments. `foresees`: to ask calls
    together costs less, so that it is worth saying what will be asked."""

    @property
    def foresees(self) -> bool: ...

    def ask(self, arguments: Arguments) -> Outcome: ...

    def knows(self, arguments: Arguments) -> bool:
        """Whether the answer is there already."""

    def foresee(self, calls: Sequence[Arguments]) -> None:
        """Says what will be asked, so that it can be asked together."""


class Driven(Protocol):
    """A function of a submission that is asked thousands of times in one process: each time with a dictionary of
    numbers, and with one of its own that it keeps from call to call."""

    def ask(self, numbers: Sequence[float]) -> Outcome:
        """The numbers in the order of their names. After the process has ended every further call is answered as the
        last one was: what the program kept is gone, so no call is asked twice."""


class Calls(Protocol):
    """`iterators` are the names of types whose values only yield others; `symbolic` are calls with values that carry
    terms, None where there are none."""

    @property
    def iterators(self) -> frozenset[str]: ...

    @property
    def symbolic(self) -> Symbolic | None: ...

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
        `kept` (what the program keeps, and whether it changed its arguments), `ticks` (what the hooks counted) and
        `so far` (with them, also of a call that is ended from outside; slow). `steps` are for each call, `limits` for a
        process. `recursion` is how deep calls may be nested, if not as deep as the language lets them be. `drain`: an
        iterator that is returned counts as the list of what it yields. `last`: of a call that runs out of steps so many
        further ones are looked at, for `Outcome.last` and `Outcome.came_back`. `largest`: what has more parts than
        that, or is as long as so many, is not handed back but has the problem `unserialisable`. `named`: an object
        among the arguments that looks like one that the program keeps under a name is that one.
        """

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

    def fits(self, arguments: Sequence[object], *, shared: bool) -> bool:
        """Whether values of Viva's own can be given to the language as they are. `shared`: another language is asked
        the same, so only what means the same in both may be asked."""

    def asked_as(self, text: str, function: str) -> str:
        """What has to stand at the end of a submission so that it is asked as this function of a trusted source is;
        empty where there is nothing to say."""

    def takes(self, sandbox: Sandbox, program: Program, function: str) -> Takes | None:
        """How the function can be called, as it is after loading; None where that cannot be said."""

    # Values: compared and shown outside

    def equal(
        self, left: Heap, right: Heap, *, strict: bool = False, tolerance: float | None = None, noise: float = 0.0
    ) -> bool:
        """Whether `right` is the same to the language as `left`, which is expected. `strict`: of the same type too.
        `tolerance`: a relative distance, and `noise` an absolute one, for what is expected to be a float."""

    def show(self, heap: Heap, length: int = 1000) -> str:
        """A value as source text for people: bounded, the same for equal values, and free of control characters."""

    def show_call(self, function: str, arguments: Sequence[Heap], length: int = 300) -> str:
        """A call as source text for people: `largest([2, 2])`. `length` is for each argument."""

    def read_type(self, text: str) -> Json:
        """A type as it is written in the language, as `Signature` has it; ["any"] or a name for what has no values that
        could be made. Raises SyntaxError, ValueError, RecursionError or MemoryError for what is no type."""
