"""Tests as values: inputs with all runs that are right for them, and suites of such. `suite.py` makes them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from viva.core.records import dataclass
from viva.engines.dialogues.evaluation import Undefined, is_of_kind
from viva.engines.dialogues.model import Branch, Repeat, Spec, Value, parts
from viva.engines.dialogues.outputs import Output, Pattern
from viva.engines.dialogues.predicates import Chosen
from viva.engines.dialogues.semantics import Diverges, Path, Way, begin, give, parts_with_paths
from viva.engines.dialogues.traces import General

_EMPTY = 12
Size = tuple[int, Fraction, int, tuple[tuple[Fraction, str], ...], str]


@dataclass(frozen=True, slots=True)
class Case:
    """`behaviour` names the class of tests that take the same branches in the same order, repetitions aside."""

    general: General
    sides: tuple[tuple[Path, bool], ...]

    @property
    def inputs(self) -> tuple[Value, ...]:
        return self.general.inputs

    @property
    def behaviour(self) -> tuple[tuple[Path, bool], ...]:
        return tuple(side for side, before in zip(self.sides, (None, *self.sides), strict=False) if side != before)

    @property
    def size(self) -> Size:
        return size(self.inputs)


def size(inputs: tuple[Value, ...]) -> Size:
    """Fewer reads first, then smaller values, then fewer signs, then smaller values earlier. An empty line is harder to
    look at than a word or two."""
    numbers = numbers_in(inputs)
    letters = sum(len(value) if value.strip() else _EMPTY for value in inputs if isinstance(value, str))
    weight = sum((abs(number) + number.denominator - 1 for number in numbers), Fraction(letters))
    row = tuple((Fraction(0), value) if isinstance(value, str) else (abs(Fraction(value)), "") for value in inputs)
    return len(inputs), weight, sum(number < 0 for number in numbers), row, repr(inputs)


def numbers_in(inputs: Sequence[Value]) -> list[Fraction]:
    return [Fraction(value) for value in inputs if not isinstance(value, str)]


@dataclass(frozen=True, slots=True)
class Suite:
    """Shortest test first, none twice. `sides` is how many sides of branches the specification has.

    `goals` were met, and `missed` looked for in vain. `complete` says that these are all inputs there are,
    and `lasting` that another machine makes the same suite.
    """

    tests: tuple[Case, ...]
    sides: int
    goals: int = 0
    missed: int = 0
    complete: bool = False
    lasting: bool = True

    @property
    def sides_taken(self) -> int:
        return len({side for test in self.tests for side in test.sides})

    @property
    def longest(self) -> int:
        return max((len(test.inputs) for test in self.tests), default=0)


def sides(spec: Spec) -> int:
    """How many sides the branches and counting loops of a specification have."""
    return 2 * sum(isinstance(part, Branch | Repeat) for part in parts(spec))


def untaken_sides(spec: Spec, tests: Suite) -> list[tuple[Branch | Repeat, bool]]:
    """The sides of branches and counting loops that no test takes, in the order of the specification."""
    taken = {side for test in tests.tests for side in test.sides}
    sides_of = [(path, part) for path, part in parts_with_paths(spec) if isinstance(part, Branch | Repeat)]
    return [(part, side) for path, part in sides_of for side in (True, False) if (path, side) not in taken]


def figures(tests: Suite) -> dict[str, int]:
    """What a suite says of itself beside its inputs."""
    return {"goals": tests.goals, "missed": tests.missed, "complete": int(tests.complete), "tests": len(tests.tests)}


def restore_suite(spec: Spec, inputs: Iterable[tuple[Value, ...]], known: dict[str, int]) -> Suite | None:
    """The suite with these inputs and figures, or None if they are not the inputs of one.

    That the inputs are all there are is a proof, and so it is not believed but seen again.
    """
    try:
        found = cases(spec, inputs)
        if len(found) != known["tests"] or (known["complete"] and not _complete(spec, found)):
            return None
        return Suite(found, sides(spec), known["goals"], known["missed"], bool(known["complete"]))
    except (KeyError, TypeError):
        return None


def _complete(spec: Spec, found: tuple[Case, ...]) -> bool:
    from viva.engines.dialogues.suites.finite import all_inputs  # noqa: PLC0415 most suites are not

    known = all_inputs(spec)
    return known is not None and cases(spec, known) == found


def cases(spec: Spec, inputs: Iterable[tuple[Value, ...]]) -> tuple[Case, ...]:
    found = (case_of(spec, one) for one in sorted(inputs, key=size))
    return tuple(case for case in found if case)


def case_of(spec: Spec, inputs: tuple[Value, ...]) -> Case | None:
    """The test with these inputs, if they are ones that can be given. A value that is refused is of the kind that is
    read all the same: that a program takes a word for a number is not asked of it."""
    try:
        way: Way | None = begin(spec)
        for value in inputs:
            if way is None or way.asks is None or not is_of_kind(value, way.asks.read):
                return None
            way = give(way, value)
    except (Undefined, Diverges):
        return None
    return case_of_way(way) if way else None


def case_of_way(way: Way) -> Case | None:
    """The test that a way is, if it came to its end and there is a right answer to it."""
    return Case(way.general, way.sides) if way.asks is None and _answerable(way.general) else None


def _answerable(general: General) -> bool:
    """Whether a right answer is known: of a predicate that nothing was found for, nobody can be asked to find it."""
    for step in (step for block in general.blocks for step in block if not step.skippable):
        if isinstance(step, Output) and not any(_has_example(pattern) for pattern in step.patterns):
            return False
    return True


def _has_example(pattern: Pattern) -> bool:
    return all(piece.example is not None for piece in pattern.pieces if isinstance(piece, Chosen))
