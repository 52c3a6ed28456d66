"""Inputs by search, where the solver cannot tell: texts of all kinds, functions of the exercise.

From the inputs of a trail, one value after the other is changed into what may help: constants of the specification,
their pieces, other letters, what other parts of the conditions are worth just now. Kept is what brings the conditions
nearer (`distances.py`). The work is counted in conditions looked at.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import field
from fractions import Fraction

from viva.core.records import dataclass
from viva.engines.dialogues.evaluation import Environment, Undefined, belongs, evaluate, keeps_blanks
from viva.engines.dialogues.model import Integer, Term, Text, Value, ValueSet, subterms
from viva.engines.dialogues.suites.searching.backwards import Given, equalities, given_for
from viva.engines.dialogues.suites.searching.wishes import Wish
from viva.engines.dialogues.suites.values import Pool
from viva.engines.dialogues.suites.ways.paths import Decision, Event, Reading, Trail, environment

_TRIES = 1500
_KICKS = 4
_MOST_FREE = 6
_MOST_HINTS = 24
_LONGEST_CUT = 12
_LONGEST_TEXT = 300
_LETTERS = "aAzZ1 @.x"


@dataclass(slots=True)
class Searcher:
    pool: Pool
    randomness: random.Random
    tries: int = 0
    most_tries: int = 24_000

    @property
    def exhausted(self) -> bool:
        return self.tries >= self.most_tries

    def inputs(
        self, trail: Trail, events: Sequence[Event], wish: Wish, tries: int = _TRIES
    ) -> tuple[Value, ...] | None:
        """Inputs for which the events are as they are, and the wish comes true. What is excluded by other reads is
        not looked at: whoever asks follows the inputs anyway."""
        wanted = wish.numbers()
        readings = {event.number: event for event in trail.events if isinstance(event, Reading) and event.valid}
        free = sorted(wanted & readings.keys(), reverse=True)
        free = free if len(free) <= _MOST_FREE else [*free[: _MOST_FREE - 2], *free[-2:]]
        before = [Wish(event.condition, event.reads, event.side) for event in events if isinstance(event, Decision)]
        held = [other for other in before if other.numbers() & set(free)]
        if self.exhausted or not free:
            return None
        search = _Search(self, [*held, wish], {number: readings[number].read.values for number in free}, tries)
        return search.run(trail.inputs)


@dataclass(slots=True)
class _Search:
    searcher: Searcher
    wishes: list[Wish]
    free: dict[int, ValueSet]
    most: int
    tries: int = 0
    seen: set[tuple[Value, ...]] = field(default_factory=set)

    def run(self, start: tuple[Value, ...]) -> tuple[Value, ...] | None:
        here, cost = start, self._cost(start)
        kicks = 0
        while cost > 0 and self.tries < self.most and kicks <= _KICKS:
            better, less = self._best(here, cost)
            if better is not None:
                here, cost = better, less
            else:
                kicks += 1
                here = self._kicked(here)
                cost = self._cost(here)
        self.searcher.tries += self.tries
        return here if cost == 0 else None

    def _cost(self, inputs: tuple[Value, ...]) -> float:
        self.tries += 1
        return sum(wish.distance(inputs) for wish in self.wishes)

    def _best(self, inputs: tuple[Value, ...], cost: float) -> tuple[tuple[Value, ...] | None, float]:
        """The change that brings the wishes nearest."""
        best: tuple[Value, ...] | None = None
        for given in self._changes(inputs):
            if self.tries >= self.most or not cost:
                break
            changed = tuple(given.get(number, value) for number, value in enumerate(inputs))
            if changed in self.seen or not all(belongs(given[number], self.free[number]) for number in given):
                continue
            self.seen.add(changed)
            less = self._cost(changed)
            if less < cost:
                best, cost = changed, less
        return best, cost

    def _changes(self, inputs: tuple[Value, ...]) -> Iterator[Given]:
        """Of some values together, as an equality asks for; then of one value."""
        for wish in self.wishes:
            here = environment(wish.reads, inputs)
            for term, other in equalities(wish.condition, wish.truth):
                for value in _values(other, here):
                    yield from (
                        given for given in given_for(term, value, wish.reads, here) if given.keys() <= self.free.keys()
                    )
        for number in self.free:
            yield from ({number: value} for value in self._moves(inputs, number))

    def _kicked(self, inputs: tuple[Value, ...]) -> tuple[Value, ...]:
        """Some values changed at random, to get away from where no single change helps."""
        changed = list(inputs)
        for number, values in self.free.items():
            fitting = [value for value in self._moves(inputs, number) if belongs(value, values)]
            if fitting:
                changed[number] = self.searcher.randomness.choice(fitting)
        return tuple(changed)

    def _moves(self, inputs: tuple[Value, ...], number: int) -> Iterator[Value]:
        texts, numbers = self._hints(inputs, number)
        match inputs[number]:
            case bool(value):
                yield not value
            case str(value):
                yield from dict.fromkeys(_texts(value, texts, numbers, keeps_blanks(self.free[number])))
            case Fraction() as value:
                yield from dict.fromkeys(_decimals(value, numbers))
            case int(value):
                yield from dict.fromkeys(_whole(value, numbers))

    def _hints(self, inputs: tuple[Value, ...], number: int) -> tuple[list[str], list[int | Fraction]]:
        """What the parts of the conditions are worth now, the constants of the specification, the other reads."""
        texts: dict[str, None] = {}
        numbers: dict[int | Fraction, None] = {}
        for wish in self.wishes:
            here = environment(wish.reads, inputs)
            for part in subterms(wish.condition):
                for value in _values(part, here):
                    if isinstance(value, str):
                        texts[value] = None
                    elif not isinstance(value, bool):
                        numbers[value] = None
        for other, value in enumerate(inputs):
            if isinstance(value, str) and other != number:
                texts[value] = None
        named = (*self.searcher.pool.texts, *self.searcher.pool.mentioned)
        return [*dict.fromkeys((*texts, *named))][:_MOST_HINTS], [*numbers][:_MOST_HINTS]


def _values(part: Term, here: Environment) -> tuple[Value, ...]:
    if isinstance(part, Integer | Text):
        return (part.value,)
    try:
        value = evaluate(part, here)
    except (Undefined, TypeError):
        return ()
    return value if isinstance(value, tuple) else (value,)


def _texts(value: str, hints: Sequence[str], numbers: Sequence[int | Fraction], blanks: bool) -> Iterator[str]:
    """Other texts than this one, the plainest changes first, with blanks at their ends only where these count."""
    for text in (*((f"{value} ", f" {value}") if blanks else ()), *_all_texts(value, hints, numbers)):
        if len(text) <= _LONGEST_TEXT and (blanks or text == text.strip()):
            yield text


def _all_texts(value: str, hints: Sequence[str], numbers: Sequence[int | Fraction]) -> Iterator[str]:
    for hint in hints:
        yield from (hint, hint.upper(), hint.lower(), hint.swapcase(), hint.capitalize(), hint[::-1])
        yield from (value + hint, hint + value, f"{value[: len(value) // 2]}{hint}{value[len(value) // 2 :]}")
        if hint:
            yield value.replace(hint, "")
        if value and hint.startswith(value):
            yield hint[len(value) :]
    yield from (value.upper(), value.lower(), value.swapcase(), value.capitalize(), value[::-1], value * 2)
    yield from (letter * len(value) for letter in "1aA")
    yield from (value + value[::-1], value + value[::-1][1:], value[:-1], value[1:], "".join(sorted(value)))
    for number in numbers:
        for length in (number, number + 1, number - 1):
            if isinstance(length, int) and 0 <= length <= _LONGEST_TEXT:
                filled = value or "a"
                yield (filled * (length // len(filled) + 1))[:length]
                yield value[:length].ljust(length, "b")
                yield " ".join("a" * length)
            if isinstance(length, int):
                yield str(length)
    for letter in dict.fromkeys((*_LETTERS, *"".join(hints))):
        yield from (value + letter, letter + value, value + f" {letter}")
    for place in range(min(len(value), _LONGEST_CUT)):
        for letter in dict.fromkeys((*_LETTERS, *value, *"".join(hints))):
            yield value[:place] + letter + value[place + 1 :]
    for hint in hints:
        for cut in range(1, min(len(hint), _LONGEST_CUT)):
            yield from (hint[:cut], hint[cut:])
    yield from (value[:place] + value[place + 1 :] for place in range(min(len(value), _LONGEST_CUT)))


def _whole(value: int, numbers: Sequence[int | Fraction]) -> Iterator[int]:
    yield from (0, 1, -1, value + 1, value - 1, -value, 2 * value, value // 2)
    for number in map(int, numbers):
        yield from (number, number + 1, number - 1, -number, value + number, value - number)
    yield from (value + sign * 2**power for power in range(1, 11) for sign in (1, -1))


def _decimals(value: Fraction, numbers: Sequence[int | Fraction]) -> Iterator[Fraction]:
    cent = Fraction(1, 100)
    yield from (Fraction(0), Fraction(1), Fraction(-1), -value, 2 * value, round(value / 2, 2))
    for number in numbers:
        near = round(Fraction(number), 2)
        yield from (near, near + cent, near - cent, near + 1, near - 1, value + near, value - near)
    for power in range(11):
        for step in (cent * 2**power, Fraction(2**power)):
            yield from (value + step, value - step)
