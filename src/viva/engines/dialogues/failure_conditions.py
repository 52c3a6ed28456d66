"""What is special about the inputs on which a program fails: a condition that tells failing runs from passing ones.

A condition is told only if it holds in at least 90 % of the failing and at most 10 % of the passing runs, and if at
least 90 % of the runs with it fail, both of the tests and of fresh inputs that had no part in finding it. Otherwise
nothing is said but how many runs failed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from viva.engines.dialogues.evaluation import Undefined
from viva.engines.dialogues.model import COMPARISONS, Branch, Operation, Spec, Term, Value
from viva.engines.dialogues.semantics import Path
from viva.engines.dialogues.suites.aims.of_conditions import atoms
from viva.engines.dialogues.suites.cases import numbers_in
from viva.engines.dialogues.suites.ways.formulas import Untranslatable, interpret
from viva.engines.dialogues.suites.ways.paths import Decision, Reading, Trail, Turn, Walker, environment

_LARGE = 10_000
_HOLDS, _DOES_NOT = 0.9, 0.1
_ENOUGH = 20  # runs, before "every" is said, or a condition is told at all
_SEVERAL = 5  # failing ones, and passing ones: a few may have anything in common


@dataclass(frozen=True, slots=True)
class Condition:
    """`key` names the words for it. Where it is about a condition of the specification, `term` is that, and `side`
    whether it held; `count` is the number it speaks of."""

    key: str
    holds: Callable[[Trail], bool] = field(compare=False, repr=False)
    term: Term | None = None
    side: bool = True
    count: int = 0

    @property
    def of_specification(self) -> bool:
        return self.term is not None


@dataclass(frozen=True, slots=True)
class Distinction:
    """How many of the runs with the condition and of the others failed; `exact` says that it was checked on enough runs
    and told all of them apart."""

    condition: Condition
    failed_with: int
    all_with: int
    failed_without: int
    all_without: int

    @property
    def exact(self) -> bool:
        enough = self.all_with + self.all_without >= _ENOUGH
        return enough and self.failed_with == self.all_with and not self.failed_without


Runs = Mapping[tuple[Value, ...], bool]
"""Inputs, and whether the program failed on them."""


def best_distinction(
    spec: Spec, witness: Sequence[Value], tests: Runs, fresh: Runs, *, secret: bool
) -> Distinction | None:
    """The condition that tells failing runs from passing ones best, if one does; the witness has it. Of two that are as
    good, the one that is named first, which is the simpler one."""
    walker = Walker(spec)
    trail = walker.follow(witness)
    known, new = _followed(walker, tests), _followed(walker, fresh)
    failing = sum(failed for _, failed in (*known, *new))
    passing = len(known) + len(new) - failing
    if trail is None or failing < _SEVERAL or passing < _SEVERAL or failing + passing < _ENOUGH:
        return None
    best: Distinction | None = None
    for condition in (*conditions(walker, secret=secret), *_thresholds([*known, *new])):
        if not condition.holds(trail):
            continue
        found = _measured(condition, [*known, *new])
        if _tells(found) and all(_tells(_measured(condition, part)) for part in (known, new) if _has_both(part)):
            best = found if best is None or _errors(found) < _errors(best) else best
    return best


def _followed(walker: Walker, runs: Runs) -> list[tuple[Trail, bool]]:
    return [(trail, failed) for inputs, failed in runs.items() if (trail := walker.follow(inputs))]


def _has_both(runs: Sequence[tuple[Trail, bool]]) -> bool:
    return len({failed for _, failed in runs}) == 2


def _measured(condition: Condition, runs: Sequence[tuple[Trail, bool]]) -> Distinction:
    having = [failed for trail, failed in runs if condition.holds(trail)]
    missing = [failed for trail, failed in runs if not condition.holds(trail)]
    return Distinction(condition, sum(having), len(having), sum(missing), len(missing))


def _tells(found: Distinction) -> bool:
    failing = found.failed_with + found.failed_without
    passing = found.all_with + found.all_without - failing
    right = found.all_with - found.failed_with
    return found.failed_with >= _HOLDS * failing and right <= _DOES_NOT * min(passing, found.all_with)


def _errors(found: Distinction) -> int:
    return found.failed_without + found.all_with - found.failed_with


def kinds(walker: Walker, inputs: Sequence[Value]) -> tuple[str, ...]:
    """The plain conditions that hold for these inputs: what kind of input they are, in words that no values are in."""
    trail = walker.follow(inputs)
    return tuple(condition.key for condition in (*PLAIN, *VAGUE) if condition.holds(trail)) if trail else ()


def conditions(walker: Walker, *, secret: bool) -> Iterator[Condition]:
    """Plain ones first, then those that speak of the conditions of a specification that is no secret."""
    yield from PLAIN
    if secret:
        yield from VAGUE
        return
    for path, part in walker.parts.items():
        if isinstance(part, Branch):
            for side in (True, False):
                yield Condition("comes_to", _comes_to(path, side), part.condition, side)
                yield Condition("ends_with", _ends_with(path, side), part.condition, side)
            for _, atom in atoms(part.condition):
                if isinstance(atom, Operation) and atom.operator in COMPARISONS:
                    same = Operation("=", atom.left, atom.right)
                    yield Condition("meets", _meets(path, atom), same)
    yield from VAGUE


def _thresholds(runs: Sequence[tuple[Trail, bool]]) -> Iterator[Condition]:
    """So many inputs or rounds, where a failing run has exactly so many and a passing one just one less: nobody knows
    what happens in a gap between the two."""
    for key, count in (("reads_at_least", _reads), ("rounds_at_least", _most_rounds)):
        failing = {count(trail) for trail, failed in runs if failed}
        passing = {count(trail) for trail, failed in runs if not failed}
        least = min(failing)
        if least > 1 and least - 1 in passing:
            yield Condition(key, _at_least(count, least), count=least)


def _reads(trail: Trail) -> int:
    return len(trail.inputs)


def _most_rounds(trail: Trail) -> int:
    return max(_rounds(trail), default=0)


def _at_least(count: Callable[[Trail], int], least: int) -> Callable[[Trail], bool]:
    return lambda trail: count(trail) >= least


def _comes_to(path: Path, side: bool) -> Callable[[Trail], bool]:
    return lambda trail: any(
        event.path == path and event.side == side for event in trail.events if isinstance(event, Decision)
    )


def _ends_with(path: Path, side: bool) -> Callable[[Trail], bool]:
    def holds(trail: Trail) -> bool:
        sides = [event.side for event in trail.events if isinstance(event, Decision) and event.path == path]
        return sides[-1:] == [side]

    return holds


def _meets(path: Path, atom: Operation) -> Callable[[Trail], bool]:
    return lambda trail: any(gap == 0 for gap in _gaps(trail, path, atom))


def _rounds(trail: Trail) -> list[int]:
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


def _gaps(trail: Trail, path: Path | None = None, only: Operation | None = None) -> Iterator[Fraction | None]:
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


def _of_rest(holds: Callable[[list[Fraction]], bool], least: int = 1) -> Callable[[Trail], bool]:
    """Of the numbers after the first, which may be the one that says how many there are."""

    def checked(trail: Trail) -> bool:
        numbers = _numbers(trail)[1:]
        return len(numbers) >= least and holds(numbers)

    return checked


PLAIN: tuple[Condition, ...] = (
    Condition("no_input", lambda trail: not trail.inputs),
    Condition("refused", lambda trail: _refused(trail) >= 1),
    Condition("refused_twice", lambda trail: _refused(trail) >= 2),
    Condition("not_refused", lambda trail: _refused(trail) == 0 and _may_refuse(trail)),
    Condition("no_round", lambda trail: 0 in _rounds(trail)),
    Condition("one_round", lambda trail: 1 in _rounds(trail)),
    Condition("some_round", lambda trail: any(count >= 1 for count in _rounds(trail))),
    Condition("negative", _of_numbers(lambda numbers: min(numbers) < 0)),
    Condition("all_negative", _of_numbers(lambda numbers: max(numbers) < 0)),
    Condition("zero", _of_numbers(lambda numbers: 0 in numbers)),
    Condition("positive", _of_numbers(lambda numbers: max(numbers) > 0)),
    Condition("all_positive", _of_numbers(lambda numbers: min(numbers) > 0)),
    Condition("large", _of_numbers(lambda numbers: max(map(abs, numbers)) >= _LARGE)),
    Condition("odd", _of_numbers(lambda numbers: any(number % 2 == 1 for number in numbers))),
    Condition("even", _of_numbers(lambda numbers: any(number % 2 == 0 for number in numbers))),
    Condition("not_whole", _of_numbers(lambda numbers: any(number.denominator != 1 for number in numbers))),
    Condition("several_digits", _of_numbers(lambda numbers: max(map(abs, numbers)) >= 10)),
    Condition("repeated", _repeated),
    Condition("neighbours", _neighbours),
    Condition("all_equal", lambda trail: len(trail.inputs) > 1 and len(set(trail.inputs)) == 1),
    Condition("rising", _of_numbers(lambda numbers: len(numbers) > 1 and numbers == sorted(numbers))),
    Condition("falling", _of_numbers(lambda numbers: len(numbers) > 1 and numbers == sorted(numbers, reverse=True))),
    Condition("first_largest", _of_numbers(lambda numbers: len(numbers) > 1 and numbers[0] == max(numbers))),
    Condition("last_largest", _of_numbers(lambda numbers: len(numbers) > 1 and numbers[-1] == max(numbers))),
    Condition("first_smallest", _of_numbers(lambda numbers: len(numbers) > 1 and numbers[0] == min(numbers))),
    Condition("last_smallest", _of_numbers(lambda numbers: len(numbers) > 1 and numbers[-1] == min(numbers))),
    Condition("first_negative", _of_numbers(lambda numbers: len(numbers) > 1 and numbers[0] < 0)),
    Condition("last_negative", _of_numbers(lambda numbers: len(numbers) > 1 and numbers[-1] < 0)),
    Condition("first_zero", _of_numbers(lambda numbers: len(numbers) > 1 and numbers[0] == 0)),
    Condition("rest_negative", _of_rest(lambda numbers: min(numbers) < 0)),
    Condition("rest_all_negative", _of_rest(lambda numbers: max(numbers) < 0)),
    Condition("rest_zero", _of_rest(lambda numbers: 0 in numbers)),
    Condition("rest_repeated", _of_rest(lambda numbers: len(set(numbers)) < len(numbers))),
    Condition("rest_rising", _of_rest(lambda numbers: numbers == sorted(numbers), 2)),
    Condition("rest_falling", _of_rest(lambda numbers: numbers == sorted(numbers, reverse=True), 2)),
    Condition("rest_first_largest", _of_rest(lambda numbers: numbers[0] == max(numbers), 2)),
    Condition("rest_first_smallest", _of_rest(lambda numbers: numbers[0] == min(numbers), 2)),
    Condition("empty", lambda trail: "" in _texts(trail)),
    Condition("blank_ends", lambda trail: any(text != text.strip() for text in _texts(trail))),
    Condition("capital", lambda trail: any(text != text.lower() for text in _texts(trail))),
    Condition("several_words", lambda trail: any(len(text.split()) > 1 for text in _texts(trail))),
    Condition("one_letter", lambda trail: any(len(text) == 1 for text in _texts(trail))),
    Condition("several_letters", lambda trail: any(len(text) > 1 for text in _texts(trail))),
    Condition("digits", lambda trail: any(any(letter.isdigit() for letter in text) for text in _texts(trail))),
)
VAGUE: tuple[Condition, ...] = (
    Condition("equal_sides", lambda trail: any(gap == 0 for gap in _gaps(trail))),
    Condition("one_apart", lambda trail: any(gap in (1, -1) for gap in _gaps(trail))),
)
"""These say less than the conditions of the specification do, where those may be named."""


def _may_refuse(trail: Trail) -> bool:
    return any(isinstance(event, Reading) and event.read.mode for event in trail.events)
