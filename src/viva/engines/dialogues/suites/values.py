"""Which values to give to a read: small ones first, then those at which a specification changes its mind.

Those are the ends of the set of values, the constants of the specification with their neighbours, what is left to a
constant from what was read so far, and what was read before.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from fractions import Fraction
from itertools import islice

from viva.core.records import dataclass
from viva.engines.dialogues import model as m
from viva.engines.dialogues.evaluation import element_type, is_valid, keeps_blanks
from viva.engines.dialogues.named_numbers import limits, multiples, together
from viva.engines.dialogues.semantics import Asks
from viva.engines.mining import around, lookalikes, of_source

_SMALL = tuple(sorted(range(-10, 11), key=lambda number: (abs(number), number < 0)))
_WORDS = ("a", "b", "ab", "Ada", "level", "two words", "x1", "Zoe", "aa", "abba", "abca", "Level", "42")
EMPTY, BLANK = "", " "
WITH_BLANKS = (" a", "a ", "ab ", " level", "level ", " a ")  # where the blanks at the ends of a line count
_MOST_LISTED = 50
_PLAIN = 3
_WITH_BLANKS = 4
_LONGEST_MENTIONED = 40
_LARGEST_FOR_FLOATS = 2**31
_WIDE = (100, 1000, 10**6, 10**9)


@dataclass(frozen=True, slots=True)
class Pool:
    """The constants that occur in a specification; `mentioned` are the texts in the functions of the exercise, and
    `with_blanks` some for reads whose blanks count, if there are any such. `named` are numbers at which these functions
    may change their mind, and those whose remainders do; `together` are such numbers for two reads."""

    numbers: tuple[int, ...]
    texts: tuple[str, ...]
    decimals: tuple[Fraction, ...] = ()
    near: tuple[str, ...] = ()
    mentioned: tuple[str, ...] = ()
    with_blanks: tuple[str, ...] = ()
    named: tuple[int, ...] = ()
    together: tuple[tuple[int, int], ...] = ()

    @property
    def words(self) -> tuple[str, ...]:
        """Texts that may be given anywhere: those that are asked for, nearly those, and a few that are not."""
        return tuple(dict.fromkeys((*self.texts, *self.mentioned, *self.near, *_WORDS)))

    @property
    def thresholds(self) -> tuple[int, ...]:
        """The numbers at which something may change."""
        return tuple(dict.fromkeys(around(*self.numbers)))

    def candidates(self, asks: Asks) -> tuple[m.Value, ...]:
        """Values that the read takes here, simplest first."""
        return tuple(value for value in self._tried(asks) if is_valid(value, asks.read, asks.environment))

    def few(self, asks: Asks, count: int) -> tuple[m.Value, ...]:
        """The first of the candidates."""
        found = (value for value in self._tried(asks) if is_valid(value, asks.read, asks.environment))
        return tuple(islice(found, count))

    def simplest(self, asks: Asks) -> tuple[m.Value, ...]:
        """Values that the read takes here, the smallest first, with those that the specification names."""
        simple = sorted(self.candidates(asks), key=_plainness)
        named = {*self.thresholds, *self.texts, *self.decimals}
        return tuple([value for value in simple if value in named or _plainness(value)[0] <= _PLAIN])

    def invalid(self, asks: Asks) -> tuple[m.Value, ...]:
        """Values of the same kind that the read does not take here, the nearest first."""
        return tuple(value for value in self._tried(asks) if not is_valid(value, asks.read, asks.environment))

    def _tried(self, asks: Asks) -> tuple[m.Value, ...]:
        kind = element_type(asks.read.values)
        match kind:
            case m.Type.TEXT:
                return tuple(dict.fromkeys(self._texts(asks)))
            case m.Type.TRUTH:
                return (True, False)
            case m.Type.DECIMAL:
                return tuple(dict.fromkeys(self._decimals(asks)))
            case _:
                return tuple(dict.fromkeys(self._numbers(asks)))

    def _decimals(self, asks: Asks) -> Iterator[Fraction]:
        yield from map(Fraction, self._numbers(asks))
        match asks.read.values:
            case m.DecimalRange(low, high):
                hundredth = Fraction(1, 100)
                yield from (low, high, (low + high) / 2, low - hundredth, high + hundredth)
        yield from (Fraction(number) + Fraction(change, 4) for number in self.numbers for change in (1, -1, 2))
        yield from (Fraction(number, 4) for number in range(-12, 13))
        yield from self.decimals

    def _numbers(self, asks: Asks) -> Iterator[int]:
        yield from around(*_ends(asks.read.values))
        yield from _SMALL
        yield from self.thresholds
        for history in asks.environment.histories.values():
            numbers = [value for value in history if isinstance(value, int)]
            for number in numbers[-3:]:
                yield from around(number)
            for constant in self.numbers:
                yield constant - sum(numbers)

    def _texts(self, asks: Asks) -> Iterator[str]:
        if isinstance(asks.read.values, m.OneOf):
            listed = [value for value in asks.read.values.values if isinstance(value, str)]
            yield from listed[:_MOST_LISTED]
            yield from (f"{value}x" for value in listed[:_MOST_LISTED])
        yield from self.words
        before = [value for history in asks.environment.histories.values() for value in history[-3:]]
        whole = keeps_blanks(asks.read.values)
        yield from (value for value in before if isinstance(value, str) and (whole or value == value.strip()))
        yield EMPTY
        yield from self.with_blanks if whole else ()


def _plainness(value: m.Value) -> tuple[Fraction, int, str]:
    if isinstance(value, str):
        return Fraction(len(value)), 0, value
    return abs(Fraction(value)) + Fraction(value).denominator - 1, int(value < 0), ""


def pool(spec: m.Spec) -> Pool:
    """Texts count only where a condition asks for them: a text that is merely written is nothing to read."""
    numbers = [part.value for term in m.terms(spec) for part in m.subterms(term) if isinstance(part, m.Integer)]
    functions = [of_source(module) for module in _modules(spec)]
    numbers += sorted({number for constants in functions for number in constants.integers}, key=abs)
    named = (*(around(*limits(spec)) if functions else ()), *multiples(spec))
    texts: list[str] = []
    for step in m.parts(spec):
        if isinstance(step, m.Branch):
            texts += [part.value for part in m.subterms(step.condition) if isinstance(part, m.Text)]
        elif isinstance(step, m.Read) and isinstance(step.values, m.OneOf):
            texts += [value for value in step.values.values if isinstance(value, str)][:_MOST_LISTED]
    texts = list(dict.fromkeys(texts))
    near = [other for text in texts for other in lookalikes(text)] + _of_lengths(numbers)
    near = [text for text in dict.fromkeys(near) if text and text == text.strip() and text not in texts]
    decimals = [part.value for term in m.terms(spec) for part in m.subterms(term) if isinstance(part, m.DecimalNumber)]
    mentioned = [text for constants in functions for text in constants.texts if _is_word(text) and text not in texts]
    whole = any(isinstance(step, m.Read) and keeps_blanks(step.values) for step in m.parts(spec))
    bounds = (*texts[:_WITH_BLANKS], *_of_lengths(numbers)[: 2 * _WITH_BLANKS])
    ends = [other for text in bounds for other in (f" {text}", f"{text} ") if text]
    return Pool(
        tuple(dict.fromkeys(numbers)),
        tuple(texts),
        tuple(dict.fromkeys(decimals)),
        tuple(near[:_MOST_LISTED]),
        tuple(dict.fromkeys(mentioned))[:_MOST_LISTED],
        tuple(dict.fromkeys((BLANK, *WITH_BLANKS, *ends))) if whole else (),
        tuple(dict.fromkeys(named)),
        together(spec),
    )


def _is_word(text: str) -> bool:
    """Whether it may be one line; a longer text in a file is what explains it to people."""
    return 0 < len(text) <= _LONGEST_MENTIONED and text == text.strip() and text.isprintable()


def _modules(spec: m.Spec) -> list[str]:
    """The files of the teacher's functions: their constants are all that is known of where they change their mind."""
    calls = [part.function for term in m.terms(spec) for part in m.subterms(term) if isinstance(part, m.Opaque)]
    return [*dict.fromkeys(call.module for call in calls)]


def _of_lengths(numbers: list[int]) -> list[str]:
    """Words as long as a constant says, one shorter and one longer, for conditions on lengths."""
    lengths = [length for number in numbers for length in (number, number - 1, number + 1) if 0 < length <= 40]
    return [("abcdefghij" * 4)[:length] for length in dict.fromkeys(lengths)]


def largest(spec: m.Spec) -> int | None:
    """What a function of the teacher does with a very large number may take for ever; and a right program that
    computes with floats is exact enough only for numbers that leave them some digits."""
    found = [part for term in m.terms(spec) for part in m.subterms(term)]
    own = [part.function.largest for part in found if isinstance(part, m.Opaque) and part.function.largest is not None]
    if own:
        return min(own)
    divides = any(isinstance(part, m.Operation) and part.operator == "/" for part in found)
    reads = any(isinstance(part, m.Read) and element_type(part.values) == m.Type.DECIMAL for part in m.parts(spec))
    return _LARGEST_FOR_FLOATS if divides or reads else None


def everything(values: m.ValueSet, most: int) -> tuple[m.Value, ...] | None:
    """All values of the set, if there are no more than `most`."""
    match values:
        case m.Range(low, high) if high - low < most:
            return tuple(range(low, high + 1))
        case m.OneOf(items) if len(items) <= most:
            return items
        case m.Booleans():
            return (False, True)
        case _:
            return None


def draw(asks: Asks, candidates: tuple[m.Value, ...], randomness: random.Random) -> m.Value:
    """One value that the read takes: small (-10 to 10, as in the paper), from all of the set, or a candidate."""
    chance = randomness.random()
    for value in _random_values(asks.read.values, chance, randomness):
        if is_valid(value, asks.read, asks.environment):
            return value
    return randomness.choice(candidates)


def _random_values(values: m.ValueSet, chance: float, randomness: random.Random) -> Iterator[m.Value]:
    """A few tries; none where a candidate is wanted."""
    if chance > 0.7:
        return
    for _ in range(4):
        wide = chance > 0.35
        match values:
            case m.Range(low, high) if high - low > 40 and not wide:
                yield low + randomness.randint(0, 20)
            case m.Range(low, high):
                yield randomness.randint(low, high)
            case m.OneOf(items):
                yield randomness.choice(items)
            case m.Strings():
                yield "".join(randomness.choice("abcxyz") for _ in range(randomness.randint(1, 8 if wide else 4)))
            case m.Booleans():
                yield randomness.random() < 0.5
            case m.DecimalRange(smallest, largest):
                yield smallest + (largest - smallest) * Fraction(randomness.randint(0, 100), 100)
            case m.Decimals():
                yield Fraction(randomness.randint(-100_000, 100_000) if wide else randomness.randint(-1000, 1000), 100)
            case m.Naturals():
                yield randomness.randint(0, randomness.choice(_WIDE) if wide else 10)
            case _:
                most = randomness.choice(_WIDE) if wide else 10
                yield randomness.randint(-most, most)


def _ends(values: m.ValueSet) -> tuple[int, ...]:
    match values:
        case m.Range(low, high):
            return (low, high)
        case m.OneOf(items):
            return tuple(item for item in items[:_MOST_LISTED] if isinstance(item, int))
        case m.Naturals():
            return (0,)
        case _:
            return ()
