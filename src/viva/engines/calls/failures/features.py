"""What can be said of an input in a few words: each feature of its arguments, alone, in pairs, and all together."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations

from viva.core.records import dataclass
from viva.engines.calls.question import Arguments, Question
from viva.engines.calls.voice import Voice
from viva.engines.mining.conditions import Sample
from viva.engines.shapes import Choice, Plain, Shape
from viva.engines.shapes import features as values

_FURTHEST = 10_000  # a bound that a person can read
_DIVISORS = 8
_CHOICES = 12
_ALONE = frozenset({"empty", "zero", "none", "true", "false", "value", "not_empty", "not_zero"})
"""Features that a single value has, or all but one: where there is one parameter, the input is the class."""
_DIVISIONS = ("divisible", "not_divisible")
_CALCULATED = {
    **dict.fromkeys(("one_outweighs", "one_balances", "none_outweighs"), frozenset("+-")),
    **dict.fromkeys(("multiple", "no_multiple", "divisible", "not_divisible"), frozenset("%")),
}


@dataclass(frozen=True, slots=True)
class Feature:
    """`text` may name a bound; `vague` is for a hint, and does not. It is empty where a hint would tell how to work
    something out that the submission does not. `alone`: only one input has it, or has it not. Where there are
    operators in `arithmetic`, whoever asks this calculates with one of them. `division`: of what, by what, and whether
    it comes out even."""

    text: str
    vague: str
    cost: int
    test: Callable[[Arguments], bool]
    alone: bool = False
    arithmetic: frozenset[str] = frozenset()
    division: tuple[str, int, bool] | None = None

    def holds(self, row: Arguments) -> bool:
        return self.test(row)


def features(question: Question, voice: Voice, known: Sample, constants: Sequence[int]) -> Iterator[Feature]:
    """All features of the inputs to a question. Bounds are between a value that fails and the next, which does not."""
    alone = len(question.parameters) == 1
    names = nouns(question, voice)
    for position, shape in enumerate(question.shapes):
        for feature in (*values.features(shape), *_bounds(shape, position, known), *_numbers(shape, constants)):
            yield _feature(voice, feature, alone, [position], names)
    for first, second in combinations(range(len(question.parameters)), 2):
        for one, two in ((first, second), (second, first)):
            for feature in values.relations(question.shapes[one], question.shapes[two]):
                if one < two or question.shapes[one] != question.shapes[two]:
                    yield _feature(voice, feature, False, [one, two], names)
    numbers = [position for position, shape in enumerate(question.shapes) if values.noun(shape) == "number"]
    for feature in values.together(len(numbers)):
        yield _of_all(voice, feature, numbers, names)


def _feature(
    voice: Voice, feature: values.Feature, alone: bool, positions: Sequence[int], names: Sequence[str]
) -> Feature:
    name, other = names[positions[0]], names[positions[-1]]
    bound = feature.bound if isinstance(feature.bound, int) else voice.value(feature.bound)
    slots = {"name": name, "other": other, "bound": bound}
    key = f"feature_{feature.key}"
    return Feature(
        voice.say(key, **slots),
        voice.say(f"vague_{feature.key}{'_one' if bound == 1 else ''}", f"vague_{feature.key}", key, **slots),
        feature.cost,
        lambda row: feature.holds(*(row[position] for position in positions)),
        alone and feature.key in _ALONE,
        _CALCULATED.get(feature.key, frozenset()),
        (name, bound, feature.key == "divisible") if feature.key in _DIVISIONS and isinstance(bound, int) else None,
    )


def _of_all(voice: Voice, feature: values.Feature, positions: Sequence[int], names: Sequence[str]) -> Feature:
    listed = ", ".join(names[position] for position in positions)
    text = voice.say(f"feature_{feature.key}", names=listed)
    arithmetic = _CALCULATED.get(feature.key, frozenset())
    return Feature(
        text,
        text,
        feature.cost,
        lambda row: feature.holds(*(row[position] for position in positions)),
        False,
        arithmetic,
    )


def _bounds(shape: Shape, position: int, known: Sample) -> Iterator[values.Feature]:
    """Bounds of what can be measured, where a failing value and the next one, which does not fail, were both seen."""
    for measure in values.measures(shape):
        bad = {measure.of(row[position]) for row in known.failing} - {None}
        good = {measure.of(row[position]) for row in known.passing} - {None}
        for bound in sorted(number for number in bad if number is not None and abs(number) < _FURTHEST):
            if measure.large and bound - 1 in good:
                yield measure.at_least(bound)
            if measure.small and bound + 1 in good:
                yield measure.at_most(bound)


def _numbers(shape: Shape, constants: Sequence[int]) -> Iterator[values.Feature]:
    """Divisors and values that the sources speak of, and the values of a choice."""
    match shape:
        case Plain("int"):
            for number in [number for number in constants if 2 < abs(number) < _FURTHEST][:_DIVISORS]:
                yield from values.divisible(abs(number))
            for number in [number for number in constants if abs(number) < _FURTHEST][:_CHOICES]:
                yield values.is_value(number)
        case Choice(chosen):
            yield from map(values.is_value, chosen[:_CHOICES])


def join_words(voice: Voice, key: str, said: Sequence[str]) -> str:
    """What is said of several features, as one; without what is not said at all."""
    text, *others = [one for one in said if one] or [""]
    for other in others:
        text = voice.say(key, first=text, second=other)
    return text


def nouns(question: Question, voice: Voice) -> list[str]:
    """What the arguments are called."""
    if len(question.parameters) > 1:
        return [f"`{parameter.name}`" for parameter in question.parameters]
    return [voice.say(f"noun_{values.noun(parameter.shape)}") for parameter in question.parameters]
