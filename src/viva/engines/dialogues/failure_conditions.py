"""What is special about the inputs on which a program fails: a condition that tells failing runs from passing ones.

A condition is told only if it holds in at least 90 % of the failing and at most 10 % of the passing runs, and if at
least 90 % of the runs with it fail, both of the tests and of fresh inputs that had no part in finding it. Otherwise
nothing is said but how many runs failed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from viva.core.records import dataclass
from viva.engines.dialogues.evaluation import Undefined, holds
from viva.engines.dialogues.input_kinds import PLAIN, VAGUE, Condition, gaps, rounds
from viva.engines.dialogues.model import COMPARISONS, Branch, Operation, Term, Value
from viva.engines.dialogues.named_values import value_conditions
from viva.engines.dialogues.semantics import Path
from viva.engines.dialogues.suites.aims.of_conditions import atoms
from viva.engines.dialogues.suites.ways.formulas import Untranslatable
from viva.engines.dialogues.suites.ways.paths import Decision, Trail, Trails, Walker, environment

_HOLDS, _DOES_NOT = 0.9, 0.1
_ENOUGH = 20  # runs, before "every" is said, or a condition is told at all
_SEVERAL = 5  # failing ones, and passing ones: a few may have anything in common
_ROUNDING = 1e-9


@dataclass(frozen=True, slots=True)
class Distinction:
    """`exact` says that the condition was checked on enough runs, fresh ones too, and told all of them apart."""

    condition: Condition
    exact: bool


Runs = Mapping[tuple[Value, ...], bool]
"""Inputs, and whether the program failed on them."""
_Followed = list[tuple[Trail, bool]]


def best_distinction(
    trails: Trails, witness: tuple[Value, ...], tests: Runs, fresh: Runs, *, secret: bool
) -> Distinction | None:
    """The condition that tells failing runs from passing ones best, if one does; the witness has it. Of two that are as
    good, the one that is named first, which is the simpler one."""
    trail = trails.of(witness)
    known, new = _followed(trails, tests), _followed(trails, fresh)
    everything = [*known, *new]
    failing = sum(failed for _, failed in everything)
    passing = len(everything) - failing
    if trail is None or failing < _SEVERAL or passing < _SEVERAL or failing + passing < _ENOUGH:
        return None
    # What fails first: most conditions are known to tell nothing after a few of these.
    everything.sort(key=lambda run: not run[1])
    best: tuple[int, Distinction] | None = None
    for condition in (*conditions(trails.walker, secret=secret), *_thresholds(everything)):
        if not condition.holds(trail) or not _tells(condition, everything):
            continue
        if not all(_tells(condition, part) for part in (known, new) if _has_both(part)):
            continue
        found = [
            (
                condition.holds(one) if condition.literally is None else condition.literally(one),
                condition.holds(one),
                failed,
            )
            for one, failed in everything
        ]
        errors = sum((said, held) != (failed, failed) for said, held, failed in found)
        if best is None or errors < best[0]:
            best = errors, Distinction(condition, exact=not errors)
    return best[1] if best else None


def _followed(trails: Trails, runs: Runs) -> _Followed:
    return [(trail, failed) for inputs, failed in runs.items() if (trail := trails.of(inputs))]


def _has_both(runs: _Followed) -> bool:
    return len({failed for _, failed in runs}) == 2


def _tells(condition: Condition, runs: _Followed) -> bool:
    """Broken off as soon as it is known that it does not."""
    failing = sum(failed for _, failed in runs)
    passing = len(runs) - failing
    most_missing, most_right = (1 - _HOLDS) * failing, _DOES_NOT * passing
    missing = right = having = 0
    for trail, failed in runs:
        held = condition.holds(trail)
        having += held
        missing += failed and not held
        right += held and not failed
        if missing > most_missing + _ROUNDING or right > most_right + _ROUNDING:
            return False
    return right <= _DOES_NOT * having


def kinds(trails: Trails, inputs: tuple[Value, ...]) -> tuple[str, ...]:
    """The plain conditions that hold for these inputs: what kind of input they are, in words that no values are in."""
    trail = trails.of(inputs)
    return (
        tuple(condition.key for condition in (*PLAIN, *VAGUE) if not condition.several and condition.holds(trail))
        if trail
        else ()
    )


def conditions(walker: Walker, *, secret: bool) -> Iterator[Condition]:
    """Plain ones first, then those that speak of the conditions of a specification that is no secret."""
    yield from PLAIN
    if secret:
        yield from VAGUE
        return
    for path, part in walker.parts.items():
        if isinstance(part, Branch):
            for side in (True, False):
                at_some_point = _at_some_point(part.condition, side)
                in_the_end = _in_the_end(part.condition, side)
                yield Condition("comes_to", _comes_to(path, side), part.condition, side, literally=at_some_point)
                yield Condition("ends_with", _ends_with(path, side), part.condition, side, literally=in_the_end)
            for _, atom in atoms(part.condition):
                if isinstance(atom, Operation) and atom.operator in COMPARISONS:
                    same = Operation("=", atom.left, atom.right)
                    at_some_point, in_the_end = _at_some_point(same, side=True), _in_the_end(same, side=True)
                    yield Condition("meets", _meets(path, atom), same, literally=at_some_point)
                    yield Condition("ends_meeting", in_the_end, same)
    yield from value_conditions(walker.spec)
    yield from VAGUE


def _thresholds(runs: _Followed) -> Iterator[Condition]:
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
    return max(rounds(trail), default=0)


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


def _at_some_point(condition: Term, side: bool) -> Callable[[Trail], bool]:
    """After any of the reads, whether or not the specification asks then."""
    return lambda trail: any(_is(condition, side, trail, number) for number in range(len(trail.inputs) + 1))


def _in_the_end(condition: Term, side: bool) -> Callable[[Trail], bool]:
    return lambda trail: _is(condition, side, trail, len(trail.inputs))


def _is(condition: Term, side: bool, trail: Trail, number: int) -> bool:
    reads = {name: tuple(one for one in numbers if one < number) for name, numbers in trail.reads.items()}
    try:
        return holds(condition, environment(reads, trail.inputs)) == side
    except (Undefined, Untranslatable, TypeError):
        return False


def _meets(path: Path, atom: Operation) -> Callable[[Trail], bool]:
    return lambda trail: any(gap == 0 for gap in gaps(trail, path, atom))
