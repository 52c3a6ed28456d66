"""What can be said of inputs in plain words: each condition holds for exactly those of which its words are true.

"No number is smaller than the last one" is true of one number alone, too. Where that is not meant, the words say that
there are several.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import field, replace
from fractions import Fraction

from viva.core.records import dataclass
from viva.engines.dialogues.evaluation import Undefined
from viva.engines.dialogues.model import COMPARISONS, Operation, Term
from viva.engines.dialogues.semantics import Path
from viva.engines.dialogues.suites.aims.of_conditions import atoms
from viva.engines.dialogues.suites.cases import numbers_in
from viva.engines.dialogues.suites.ways.formulas import Untranslatable, interpret
from viva.engines.dialogues.suites.ways.paths import Decision, Reading, Trail, Turn, environment

_LARGE = 10_000


@dataclass(frozen=True, slots=True)
class Condition:
    """`key` names the words for it, and `slots` fill them. Where it is about a condition of the specification, `term`
    is that, and `side` whether it held; `count` is the number it speaks of. `several` says that it speaks of runs with
    several numbers. `literally`: how else its words may be taken; where that makes a difference, nobody knows what they
    say. `named`: it names a value of the specification."""

    key: str
    holds: Callable[[Trail], bool] = field(compare=False, repr=False)
    term: Term | None = None
    side: bool = True
    count: int = 0
    several: bool = False
    literally: Callable[[Trail], bool] | None = field(default=None, compare=False, repr=False)
    slots: tuple[tuple[str, str | int], ...] = ()

    @property
    def of_specification(self) -> bool:
        return self.term is not None

    @property
    def named(self) -> bool:
        return bool(self.slots)


def rounds(trail: Trail) -> list[int]:
    """How many rounds each loop of the run had, each time that it was entered."""
    counts: list[int] = []
    current: dict[Path, int] = {}
    for event in trail.events:
        if isinstance(event, Turn):
            if event.first and event.path in current:
                counts.append(current.pop(event.path))
            current[event.path] = current.get(event.path, -1) + 1
    return [*counts, *current.values()]


def _refused(trail: Trail) -> int:
    """The most values in a row that were refused."""
    most = row = 0
    for event in trail.events:
        if isinstance(event, Reading):
            row = 0 if event.valid else row + 1
            most = max(most, row)
    return most


def gaps(trail: Trail, path: Path | None = None, only: Operation | None = None) -> Iterator[Fraction | None]:
    """How far apart the sides of each comparison were when it was made; None for texts that differ."""
    for event in trail.events:
        if not isinstance(event, Decision) or (path is not None and event.path != path):
            continue
        here = environment(event.reads, trail.inputs)
        for _, atom in atoms(event.condition):
            if isinstance(atom, Operation) and atom.operator in COMPARISONS and only in (None, atom):
                try:
                    left, right = interpret(atom.left, here), interpret(atom.right, here)
                except (Undefined, Untranslatable):
                    continue
                if isinstance(left, tuple | str) or isinstance(right, tuple | str):
                    yield Fraction(0) if left == right else None
                else:
                    yield Fraction(left) - Fraction(right)


def _numbers(trail: Trail) -> list[Fraction]:
    return [] if any(isinstance(value, bool) for value in trail.inputs) else numbers_in(trail.inputs)


def _texts(trail: Trail) -> list[str]:
    return [value for value in trail.inputs if isinstance(value, str)]


def _of_numbers(holds: Callable[[list[Fraction]], bool]) -> Callable[[Trail], bool]:
    def checked(trail: Trail) -> bool:
        numbers = _numbers(trail)
        return bool(numbers) and holds(numbers)

    return checked


def _repeated(trail: Trail) -> bool:
    return len(set(trail.inputs)) < len(trail.inputs)


def _neighbours(trail: Trail) -> bool:
    return any(one == two for one, two in zip(trail.inputs, trail.inputs[1:], strict=False))


def _of_rest(holds: Callable[[list[Fraction]], bool]) -> Callable[[Trail], bool]:
    """Of the numbers after the first, which may be the one that says how many there are."""

    def checked(trail: Trail) -> bool:
        numbers = _numbers(trail)[1:]
        return bool(numbers) and holds(numbers)

    return checked


_PLAIN: tuple[Condition, ...] = (
    Condition("no_input", lambda trail: not trail.inputs),
    Condition("refused", lambda trail: _refused(trail) >= 1),
    Condition("refused_twice", lambda trail: _refused(trail) >= 2),
    Condition("not_refused", lambda trail: _refused(trail) == 0 and _may_refuse(trail)),
    Condition("no_round", lambda trail: 0 in rounds(trail)),
    Condition("one_round", lambda trail: 1 in rounds(trail)),
    Condition("some_round", lambda trail: any(count >= 1 for count in rounds(trail))),
    Condition("negative", _of_numbers(lambda numbers: min(numbers) < 0)),
    Condition("all_negative", _of_numbers(lambda numbers: max(numbers) < 0)),
    Condition("zero", _of_numbers(lambda numbers: 0 in numbers)),
    Condition("positive", _of_numbers(lambda numbers: max(numbers) > 0)),
    Condition("all_positive", _of_numbers(lambda numbers: min(numbers) > 0)),
    Condition("large", _of_numbers(lambda numbers: max(map(abs, numbers)) >= _LARGE)),
    Condition("odd", _of_numbers(lambda numbers: any(number % 2 == 1 for number in numbers))),
    Condition("even", _of_numbers(lambda numbers: any(number % 2 == 0 for number in numbers))),
    Condition("not_whole", _of_numbers(lambda numbers: any(number.denominator != 1 for number in numbers))),
    Condition(
        "several_digits",
        _of_numbers(lambda numbers: any(abs(number) >= 10 or number.denominator != 1 for number in numbers)),
    ),
    Condition("repeated", _repeated),
    Condition("neighbours", _neighbours),
    Condition("all_equal", lambda trail: len(set(trail.inputs)) == 1),
    Condition("rising", _of_numbers(lambda numbers: numbers == sorted(numbers))),
    Condition("falling", _of_numbers(lambda numbers: numbers == sorted(numbers, reverse=True))),
    Condition("first_largest", _of_numbers(lambda numbers: numbers[0] == max(numbers))),
    Condition("last_largest", _of_numbers(lambda numbers: numbers[-1] == max(numbers))),
    Condition("first_smallest", _of_numbers(lambda numbers: numbers[0] == min(numbers))),
    Condition("last_smallest", _of_numbers(lambda numbers: numbers[-1] == min(numbers))),
    Condition("first_negative", _of_numbers(lambda numbers: numbers[0] < 0)),
    Condition("last_negative", _of_numbers(lambda numbers: numbers[-1] < 0)),
    Condition("first_zero", _of_numbers(lambda numbers: numbers[0] == 0)),
    Condition("rest_negative", _of_rest(lambda numbers: min(numbers) < 0)),
    Condition("rest_all_negative", _of_rest(lambda numbers: max(numbers) < 0)),
    Condition("rest_zero", _of_rest(lambda numbers: 0 in numbers)),
    Condition("rest_repeated", _of_rest(lambda numbers: len(set(numbers)) < len(numbers))),
    Condition("rest_rising", _of_rest(lambda numbers: numbers == sorted(numbers))),
    Condition("rest_falling", _of_rest(lambda numbers: numbers == sorted(numbers, reverse=True))),
    Condition("rest_first_largest", _of_rest(lambda numbers: numbers[0] == max(numbers))),
    Condition("rest_first_smallest", _of_rest(lambda numbers: numbers[0] == min(numbers))),
    Condition("empty", lambda trail: "" in _texts(trail)),
    Condition("blank_ends", lambda trail: any(text != text.strip() for text in _texts(trail))),
    Condition("capital", lambda trail: any(text != text.lower() for text in _texts(trail))),
    Condition("several_words", lambda trail: any(len(text.split()) > 1 for text in _texts(trail))),
    Condition("one_letter", lambda trail: any(len(text) == 1 for text in _texts(trail))),
    Condition("several_letters", lambda trail: any(len(text) > 1 for text in _texts(trail))),
    Condition("digits", lambda trail: any(any(letter.isdigit() for letter in text) for text in _texts(trail))),
)
VAGUE: tuple[Condition, ...] = (
    Condition("equal_sides", lambda trail: any(gap == 0 for gap in gaps(trail))),
    Condition("one_apart", lambda trail: any(gap in (1, -1) for gap in gaps(trail))),
)
"""These say less than the conditions of the specification do, where those may be named."""

_OF_ORDER = (
    "all_equal", "rising", "falling", "first_largest", "last_largest", "first_smallest", "last_smallest",
    "rest_rising", "rest_falling", "rest_first_largest", "rest_first_smallest",
)  # fmt: skip
"""What is true of one number alone, and may mean several."""


def _of_several(condition: Condition) -> Condition:
    least = 3 if condition.key.startswith("rest_") else 2
    holds = condition.holds
    return replace(condition, holds=lambda trail: len(trail.inputs) >= least and holds(trail), several=True)


PLAIN = (*_PLAIN, *(_of_several(condition) for condition in _PLAIN if condition.key in _OF_ORDER))


def _may_refuse(trail: Trail) -> bool:
    return any(isinstance(event, Reading) and event.read.mode for event in trail.events)
