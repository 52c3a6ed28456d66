"""Start reading here: what an exercise asks for, what came of one method, and what findings are told with."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import field

from viva.core.drawing import Drawing
from viva.core.fault import Fault
from viva.core.records import dataclass
from viva.core.texts import Say
from viva.engines.heaps.comparing.judging import Asked, Difference, Expected
from viva.engines.heaps.layout import Layout, spoken
from viva.engines.heaps.parts import element, items, rename_classes, size
from viva.languages.heap import Heap, Reference
from viva.languages.outcome import Outcome
from viva.languages.program import Program
from viva.languages.protocol import Language, calls_of

_ENDLESS = ("step_limit", "time_limit")
_LONGEST = 400


_OPENS = re.compile(
    r"\s*(?:(?:static|async|get|set)\s+|\*\s*)*(?!(?:if|for|while|switch|catch|with)\b)"
    r"#?[\w$]+\s*\([^()]*\)\s*\{\s*$"
)
_PRIVATE = re.compile(r"\.#\w+[.\[(]")


@dataclass(frozen=True, slots=True)
class Task:
    """`reference` is the text of a file with the class `cls`; `methods` are asked for. `compare`: `shape` (up to
    isomorphism), `content` (another shape is right if it keeps the same and holds the same), or `auto`, which is
    `content` for methods that change what is kept in a structure that keeps an order. By `technique`, one of the
    paper's Figure 8, runs of both programs propose structures."""

    reference: str
    file: str
    cls: str
    methods: tuple[str, ...]
    layout: Layout
    outline: str
    """The reference in the notation that all languages share."""
    invariants: tuple[str, ...] = ()
    compare: str = "auto"
    technique: str = "lazy: probe, symbolic"
    languages: tuple[str, ...] = ("python",)
    also: tuple[tuple[str, str], ...] = ()
    """Other right programs, by their names: variants are made only where these agree with the reference."""
    builders: tuple[str, ...] = ()
    """The methods that build structures, where the exercise says which."""
    judged: str = "methods"
    """`methods`: one by one, each on structures that are given to it; `class`: as a whole, by what calls return."""
    rings: bool | None = None
    """Whether nodes may be reached in two ways; None: where the reference knows what to do then."""

    def execution_tree(self, name: str | None, source: str | None, nodes: int) -> tuple[Drawing, str]:
        """The paths of a method, of the reference or of another source, and a sentence on lines that none reaches."""
        from viva.subjects.structures.traces.execution import execution_tree  # noqa: PLC0415 it needs a task

        return execution_tree(self, self.method_named(name), self.reference if source is None else source, nodes)

    def method_named(self, name: str | None) -> str:
        """Without a name the last one that is asked for."""
        if name is not None and name not in self.methods:
            raise Fault(f"the exercise does not ask for {name!r}", remedy=f"it asks for {', '.join(self.methods)}")
        return name or self.methods[-1]


@dataclass(frozen=True, slots=True)
class Failure:
    """A call that comes out otherwise than that of the reference. The outcome has the reference's names."""

    expected: Expected
    outcome: Outcome
    difference: Difference


@dataclass(frozen=True, slots=True)
class Judged:
    """One method: the calls that came out right, those that did not, and those that were too slow to say."""

    asked: Asked
    right: tuple[Expected, ...] = ()
    failures: tuple[Failure, ...] = ()
    proposed: int = 0
    """How many of the calls were suggested by schemas."""
    schemas: int = 0
    unsteady: tuple[Failure, Outcome] | None = field(default=None)
    timed: bool = False
    """A call took more time than there was: the others were not made."""

    @property
    def tests(self) -> int:
        return len(self.right) + len(self.failures)


def smallness(failure: Failure) -> tuple[int, int, int, str]:
    """Few nodes first; of as many nodes, different keys before equal ones, and plain ones."""
    call = failure.expected.call
    values = {child for node in call.nodes for child in node.children if isinstance(child, int | str | float)}
    return size(call), -len(values), sum(map(_unusual, values)), repr((call.nodes[1:], call.nodes[:1]))


def _unusual(value: int | float | str) -> int:
    """How far a key is from those that one would take for an example: 1, 2, 3, a, b, c."""
    if isinstance(value, str):
        return 2 * len(value) + 5 * (not value.islower())
    return min(1000, int(abs(value)) + (10 if value < 0 else 4 if value == 0 else 0) + 5 * (int(value) != value))


def reason(failure: Failure) -> str:
    problem = failure.outcome.problem
    if problem is None:
        return "wrong"
    return "no_end" if problem.reason in _ENDLESS else problem.reason


@dataclass(frozen=True, slots=True)
class Given:
    """The program as it was run; `offset` lines stand before those of the file, and behind them is the file as it is,
    if `whole`."""

    program: Program
    offset: int
    whole: bool = True

    @property
    def begin(self) -> int:
        """Where the file begins."""
        return sum(map(len, self.program.text.splitlines(keepends=True)[: self.offset]))


@dataclass(frozen=True, slots=True)
class Mending:
    """What a change is looked for with: the reference, and calls of all methods, which have to stay as right. It says
    where to look, and is `told` itself only where that is wanted."""

    reference: str
    methods: Mapping[str, tuple[Asked, Sequence[Expected]]]
    told: bool


def _inside(lines: Sequence[str], number: int) -> int:
    """QuickJS names the line in which a method begins where something is asked of what a private field holds: the line
    is then the first one of the method where that is done."""
    if number > len(lines) or not _OPENS.match(lines[number - 1]):
        return number
    margin = len(lines[number - 1]) - len(lines[number - 1].lstrip())
    for at, line in enumerate(lines[number:], number + 1):
        if line.strip() and len(line) - len(line.lstrip()) <= margin:
            break
        if _PRIVATE.search(line):
            return at
    return number


@dataclass(frozen=True, slots=True)
class Shown:
    """The program as it was run, its file, the language and the words."""

    language: Language
    file: str
    given: Given
    locale: str
    say: Say
    mending: Mending | None = None
    """Only where a place or a change is wanted, and can be looked for."""
    placed: bool = False
    """A place is wanted."""

    def line(self, number: int | None) -> int | None:
        """A line of the file. Lines were said inside of the box, so one that the file has not is none."""
        if number is None:
            return None
        own = number - self.given.offset
        if not 1 <= own <= self.given.program.text.count("\n") + 1 - self.given.offset:
            return None
        return own

    def crash_line(self, number: int | None) -> int | None:
        """The line in which the program stopped."""
        own = self.line(number)
        return own and _inside(self.given.program.text.splitlines()[self.given.offset :], own)

    def value(self, heap: Heap) -> str:
        names = {name: spoken(name) for node in heap.nodes for name in node.names if spoken(name) != name}
        return calls_of(self.language).show(rename_classes(heap, {}, names), _LONGEST)

    def call(self, method: str, call: Heap) -> str:
        given = [
            self.value(element(call, number)) if isinstance(slot, Reference) else self.value(Heap(slot, ()))
            for number, slot in enumerate(items(call))
        ]
        return f"{method}({', '.join(given[1:])})"
