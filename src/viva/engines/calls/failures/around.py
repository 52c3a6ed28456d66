"""Inputs around those that failed, and others that nobody has seen: what is said of failing inputs in general is held
against them.

Around an input are those that differ from it by one change, those that are put together of it and of another, those in
which one argument comes from another, its beginnings, and numbers between one that fails and one that does not.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from viva.core.records import dataclass
from viva.core.terms import Ended
from viva.engines.calls.inputs.searching import Searcher
from viva.engines.calls.inputs.suite import distinct, key_of, quick
from viva.engines.calls.judge import Failure
from viva.engines.calls.making import maker
from viva.engines.calls.oracle import Case
from viva.engines.calls.question import Arguments
from viva.engines.calls.testing.slow import was_cut_off
from viva.engines.calls.testing.tested import Tested
from viva.engines.calls.trial import Trial
from viva.engines.shapes import Plain, Shape, holds, near, size
from viva.engines.shapes.making import is_instance

_BASES = 6
_NEAR = 20
_MIXED = 40
_RANDOM = 120
_BEGINNINGS = 20
_ROUNDS = 5
_POINTS = 12  # between a number that fails and one that does not
_VALUES = 24
_WORK = 1000  # of the reference, on an input around which others are made
_FURTHEST = 10_000
_MOST_NODES = 12  # of a structure around which others are made: each of them is made and looked at as a whole
LONGEST = 40  # elements of an input around which others are made, and of one that is asked for its features
_AT_THE_RIM = 4  # inputs that fail, and as many that do not
_FAR = (0, 1, -1, 2, 1000, -1000, 10**6, -(10**6))
_LONG = 100
_DIVISORS = 4
_MULTIPLES = 24
_REMAINDER = re.compile(rb"%|\b(?:mod|divmod|divMod|rem|quotRem|gcd|lcm)\b")
_SEED = 7919  # added to that of the suite, so that other inputs come


@dataclass(frozen=True, slots=True)
class Seen:
    """Inputs that were run: those that failed, with how, and the others."""

    failures: tuple[Failure, ...]
    passing: tuple[Case, ...]

    @property
    def size(self) -> int:
        return len(self.failures) + len(self.passing)


@dataclass(frozen=True, slots=True)
class Surroundings:
    """`known` is what was tested and what is around it; `fresh` had no part in finding anything, and is None where
    there was no time or no other input for it. `whole`: the known inputs are all there are. `not_run` is how many
    inputs of the suite have no answer, or were not run because others like them had none."""

    known: Seen
    fresh: Seen | None
    whole: bool = False
    not_run: int = 0


def surroundings(trial: Trial, searcher: Searcher, tested: Tested, seed: int, *, exhaustive: bool) -> Surroundings:
    failed = {id(failure.case) for failure in tested.failures}
    known = Seen(tuple(tested.failures), tuple(case for case in tested.cases if id(case) not in failed))
    if exhaustive and not tested.left and not tested.passed_over:
        return Surroundings(known, known, whole=True)
    if any(failure.costly or was_cut_off(failure) for failure in tested.failures) or trial.meter.exhausted:
        return _halved(known, tested)  # more answers like these would take all there is
    try:
        return _looked_around(trial, searcher, known, seed)
    except Ended:  # it is wrong, whatever else there is no time to see
        return Surroundings(known, None)


def at_the_rim(trial: Trial, known: Seen) -> Seen:
    """Inputs at the ends of the domain, that differ from known ones in one argument: a condition without exception has
    to hold there too. What takes too long is left out."""
    question = trial.question
    failing = [failure.case for failure in known.failures if _cheap(failure.case)]
    passing = [case for case in known.passing if _cheap(case)]
    seen = {key_of(case.arguments) for case in (*failing, *passing)}
    bases = [case.arguments for cases in (failing, passing) for case in _spread(cases)]
    rows = [
        row
        for base in bases
        for place, (shape, value) in enumerate(zip(question.shapes, base, strict=False))
        for end in _ends(shape, value)
        if all(map(holds, question.shapes, row := (*base[:place], end, *base[place + 1 :])))
    ]
    try:
        return _Runs(trial, seen).added(Seen((), ()), rows)
    except Ended:
        return known  # nothing is known of the rim


def _spread(cases: Sequence[Case]) -> Sequence[Case]:
    return cases[:: len(cases) // _AT_THE_RIM + 1]


def _ends(shape: Shape, value: object) -> Iterator[object]:
    """Values of a shape that are as far out as can be: its bounds, large numbers, nothing at all, very many."""
    match value:
        case bool():
            return
        case int():
            low, high = (shape.low, shape.high) if isinstance(shape, Plain) else (None, None)
            bounds = [end for end in (low, high) if end is not None]
            yield from (near for end in bounds for near in (end, end + 1, end - 1))
            yield from _FAR
        case float():
            yield from (0.0, *map(float, _FAR))
        case str():
            yield from (
                "",
                value[:1],
                value * (_LONG // (len(value) or 1) + 1),
                value[::-1],
                value.upper(),
                value.lower(),
            )
        case list() | tuple():
            yield from (value[:0], value[:1], value[-1:], value * (_LONG // (len(value) or 1) + 1), value[::-1])
            yield from ([*value[:-1], end] for end in _ends(Plain("int"), value[-1])) if _numbers(value) else ()


def _numbers(value: list[object] | tuple[object, ...]) -> bool:
    return isinstance(value, list) and bool(value) and all(type(item) is int for item in value)


def _halved(known: Seen, tested: Tested) -> Surroundings:
    """Where some inputs have no answer, every other one of those that were run has no part in finding anything."""
    not_run = len(tested.passed_over) + len(tested.left)
    if not tested.unanswered:
        return Surroundings(known, None, not_run=not_run)
    failures = [*known.failures, *tested.unanswered]
    found, held = (Seen(tuple(failures[start::2]), known.passing[start::2]) for start in (0, 1))
    return Surroundings(found, held, not_run=not_run)


def _looked_around(trial: Trial, searcher: Searcher, known: Seen, seed: int) -> Surroundings:
    cases = (*(failure.case for failure in known.failures), *known.passing)
    runs = _Runs(trial, {key_of(case.arguments) for case in cases})
    small = sorted(
        (failure.case.arguments for failure in known.failures if _cheap(failure.case)), key=lambda row: size(list(row))
    )
    if not small:
        return Surroundings(known, None)
    step = len(small) // _BASES + 1
    bases, others = small[::step], small[step // 2 :: step]
    cheap = [case.arguments for case in known.passing if _cheap(case)]
    right = cheap[:: len(cheap) // _BASES + 1]
    if right:
        known = runs.added(known, [*_made(trial, [*bases, *right], right), *_multiples(trial, searcher, small[0], 1)])
    for _ in range(_ROUNDS if right else 0):
        between = distinct(_between(trial.question.shapes, bases[:1], known), set(runs.seen))
        if not between:
            break
        known = runs.added(known, between)
    random = searcher.random(_RANDOM, seed + _SEED, trial.submission)
    fresh = runs.added(
        Seen((), ()),
        [
            *random,
            *_made(trial, [*others, *random[:_BASES]], random[:_BASES]),
            *_multiples(trial, searcher, small[0], 1 + _MULTIPLES),
        ],
    )
    return Surroundings(known, None if runs.ended else fresh)


def _multiples(trial: Trial, searcher: Searcher, base: Arguments, first: int) -> list[Arguments]:
    """Whole numbers that the divisors of programs divide, from the `first` multiple on: seldom would another input be
    one, and a condition is told of many only. Nothing where no program asks for a remainder."""
    programs = [program for program in (trial.submission, searcher.programs.reference) if program is not None]
    if not any(asks_for_remainder(program.source) for program in programs):
        return []
    divisors = [number for number in searcher.hints(trial.submission).integers if 2 < number < _FURTHEST][:_DIVISORS]
    return [
        (*base[:place], value, *base[place + 1 :])
        for place, shape in enumerate(trial.question.shapes[: len(base)])
        if isinstance(shape, Plain) and shape.kind == "int"
        for number in divisors
        for value in range(first * number, (first + _MULTIPLES) * number, number)
        if holds(shape, value)
    ]


def asks_for_remainder(source: bytes) -> bool:
    return _REMAINDER.search(source) is not None


def _cheap(case: Case) -> bool:
    """Whether inputs around this one are answered soon."""
    most = _MOST_NODES if any(map(is_instance, case.arguments)) else LONGEST
    return case.work <= _WORK and size(list(case.arguments))[0] <= most + len(case.arguments)


@dataclass(slots=True)
class _Runs:
    """Runs inputs that nobody has seen; `ended` when there was no answer to some of them."""

    trial: Trial
    seen: set[bytes]
    ended: bool = False

    def added(self, before: Seen, inputs: Iterable[Arguments]) -> Seen:
        cases = quick(self.trial.oracle.cases(distinct(inputs, self.seen)))
        failures, passing = list(before.failures), list(before.passing)
        number = 0
        for case, _, failure in self.trial.failures(cases):
            number += 1
            if failure is None:
                passing.append(case)
            elif not was_cut_off(failure):
                failures.append(failure)
        self.ended = self.ended or number < len(cases)
        return Seen(tuple(failures), tuple(passing))


def _made(trial: Trial, bases: Sequence[Arguments], others: Sequence[Arguments]) -> list[Arguments]:
    shapes, make = trial.question.shapes, maker(trial.question)
    found: list[Arguments] = []
    for base in bases:
        changed = near(base, shapes, make)
        found += changed[:: len(changed) // _NEAR + 1]
    mixed = [*_mixed(bases, others), *_beginnings(bases)]
    return [*found, *mixed[:: len(mixed) // _MIXED + 1]]


def _mixed(bases: Sequence[Arguments], others: Sequence[Arguments]) -> Iterator[Arguments]:
    """One argument from another input, or put together with that of another input."""
    for base in bases:
        for other in others:
            for place in range(min(len(base), len(other))):
                for value in (other[place], *_joined(base[place], other[place])):
                    yield (*base[:place], value, *base[place + 1 :])


def _joined(one: object, two: object) -> Iterator[object]:
    match one, two:
        case (str(), str()) | (list(), list()) | (tuple(), tuple()):
            yield one + two  # type: ignore[operator]  # the types of both are the same, which the pattern does not tell
            yield two + one  # type: ignore[operator]


def _beginnings(bases: Sequence[Arguments]) -> Iterator[Arguments]:
    for base in bases:
        for place, value in enumerate(base):
            if isinstance(value, str | list | tuple):
                yield from (
                    (*base[:place], value[:end], *base[place + 1 :]) for end in range(_BEGINNINGS)[: len(value)]
                )


def _between(shapes: Sequence[Shape], bases: Sequence[Arguments], known: Seen) -> Iterator[Arguments]:
    """The base with other whole numbers: those that were met at this place, then between such as fail and as pass."""
    failing = [failure.case.arguments for failure in known.failures]
    passing = [case.arguments for case in known.passing]
    for base in bases:
        for place in range(len(base)):
            shape = shapes[place]
            if isinstance(shape, Plain) and shape.kind == "int":
                yield from _on_a_line(base, place, failing, passing)


def _on_a_line(
    base: Arguments, place: int, failing: Sequence[Arguments], passing: Sequence[Arguments]
) -> Iterator[Arguments]:
    def aside(row: Arguments) -> tuple[Arguments, Arguments]:
        return row[:place], row[place + 1 :]

    line = {
        row[place]: fails
        for rows, fails in ((failing, True), (passing, False))
        for row in rows
        if len(row) == len(base) and aside(row) == aside(base) and isinstance(row[place], int)
    }
    numbers = sorted(number for number in line if isinstance(number, int) and abs(number) <= _FURTHEST)
    values = {row[place] for row in (*failing, *passing) if len(row) > place}
    met = sorted(value for value in values if isinstance(value, int) and abs(value) <= _FURTHEST)
    wanted: list[object] = [] if len(numbers) > _VALUES else list(met[:: len(met) // _VALUES + 1])
    for low, high in pairwise(numbers):
        if line[low] != line[high] and high - low > 1:
            wanted += range(low + 1, high, (high - low) // _POINTS + 1)
    yield from ((*base[:place], number, *base[place + 1 :]) for number in wanted)
