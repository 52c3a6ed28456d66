"""What can be said of an input in a few words, and which of it tells failing inputs from the others.

A condition is told only if it holds for nearly all failing inputs and for few of the others, also among inputs that had
no part in finding it (`viva.engines.mining.conditions`). In a hint it holds no literal of any input.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from viva.engines.calls import Arguments, Case, Question, Seen, Surroundings, Voice
from viva.engines.calls.around import LONGEST
from viva.engines.mining.conditions import Held, Sample, held, needed, telling
from viva.engines.shapes import Choice, Plain, Shape, holds
from viva.engines.shapes import features as values
from viva.engines.shapes.long import length

_FEWEST_TESTS = 20  # below which nothing is said of all of them
_SOME = 0.1
_FURTHEST = 10_000  # a bound that a person can read
_DIVISORS = 8
_CHOICES = 12
_ALONE = frozenset({"empty", "zero", "none", "true", "false", "value", "not_empty", "not_zero"})
"""Features that a single value has, or all but one: where there is one parameter, the input is the class."""


@dataclass(frozen=True, slots=True)
class Feature:
    """`text` may name a bound; `vague` is for a hint, and does not. `alone`: only one input has it, or has it not."""

    text: str
    vague: str
    cost: int
    test: Callable[[Arguments], bool]
    alone: bool = False

    def holds(self, row: Arguments) -> bool:
        return self.test(row)


@dataclass(frozen=True, slots=True)
class Condition:
    """`strength` is `exactly` (it holds for all failing inputs that were seen, and for no other), `mostly` (there are
    exceptions) or `only` (for all failing ones, and some others). `tested` is how it did on the tests that are counted
    in the report."""

    text: str
    vague: str
    strength: str
    tested: Held
    features: tuple[Feature, ...]

    def holds(self, row: Arguments) -> bool:
        return all(feature.holds(row) for feature in self.features)


def condition(
    question: Question, voice: Voice, tested: Seen, seen: Surroundings, constants: Sequence[int]
) -> Condition | None:
    """What the failing inputs have in common and the others have not; None if nothing was seen to tell them apart."""
    known, own = _short(_sample(question, seen.known)), _sample(question, tested)
    fresh = _short(_sample(question, seen.fresh)) if seen.fresh else None
    complete = len(own.failing) == len(tested.failures)
    if not complete or not known.failing or len(own.failing) + len(own.passing) < _FEWEST_TESTS:
        return None
    found = list(features(question, voice, known, constants))
    # An input that is a class of its own needs no others like it: there are none.
    alone = [feature for feature in found if feature.alone and known.passing and held([feature], known).exactly]
    if alone and held(alone[:1], own).exactly and (fresh is None or held(alone[:1], fresh).exactly):
        return _told(voice, alone[:1], own, "exactly")
    if fresh is None:
        return None
    best = telling(found, known, fresh)
    if best and held(best.features, own).well:
        strength = "exactly" if best.exactly and held(best.features, own).exactly else "mostly"
        if strength == "mostly" and len(own.passing) < _SOME * len(own.failing):
            return None  # that nearly all fail is simpler than a condition with exceptions
        return _told(voice, best.features, own, strength)
    least = needed(found, known, fresh)
    return _told(voice, least.features, own, "only") if least and held(least.features, own).only else None


def _told(voice: Voice, chosen: Sequence[Feature], tested: Sample, strength: str) -> Condition:
    text, vague = chosen[0].text, chosen[0].vague
    for other in chosen[1:]:
        text = voice.say("feature_and", first=text, second=other.text)
        vague = voice.say("feature_and", first=vague, second=other.vague)
    return Condition(text, vague, strength, held(chosen, tested), tuple(chosen))


def _sample(question: Question, seen: Seen) -> Sample:
    """With the defaults of what was left out; a default that is not of the declared type has no features."""
    return Sample(_complete(question, [failure.case for failure in seen.failures]), _complete(question, seen.passing))


def _short(sample: Sample) -> Sample:
    """Without long inputs: to ask them everything takes long. They are asked what was found."""
    return Sample(*([row for row in rows if length(row) <= LONGEST] for rows in (sample.failing, sample.passing)))


def _complete(question: Question, cases: Sequence[Case]) -> list[Arguments]:
    rows = (question.filled(case.arguments) for case in cases)
    return [row for row in rows if all(map(holds, question.shapes, row))]


def features(question: Question, voice: Voice, known: Sample, constants: Sequence[int]) -> Iterator[Feature]:
    """All features of the inputs to a question. Bounds are between a value that fails and the next, which does not."""
    alone = len(question.parameters) == 1
    names = [_noun(question, position, voice) for position in range(len(question.parameters))]
    for position, shape in enumerate(question.shapes):
        for feature in (*values.features(shape), *_bounds(shape, position, known), *_numbers(shape, constants)):
            yield _feature(voice, feature, alone, [position], names)
    for first, second in combinations(range(len(question.parameters)), 2):
        for one, two in ((first, second), (second, first)):
            for feature in values.relations(question.shapes[one], question.shapes[two]):
                if one < two or question.shapes[one] != question.shapes[two]:
                    yield _feature(voice, feature, False, [one, two], names)


def _feature(
    voice: Voice, feature: values.Feature, alone: bool, positions: Sequence[int], names: Sequence[str]
) -> Feature:
    name, other = names[positions[0]], names[positions[-1]]
    bound = feature.bound if isinstance(feature.bound, int) else voice.value(feature.bound)
    slots = {"name": name, "other": other, "bound": bound}
    key = f"feature_{feature.key}"
    return Feature(
        voice.say(key, **slots),
        voice.say(f"vague_{feature.key}", key, **slots),
        feature.cost,
        lambda row: feature.holds(*(row[position] for position in positions)),
        alone and feature.key in _ALONE,
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


def _noun(question: Question, position: int, voice: Voice) -> str:
    parameter = question.parameters[position]
    if len(question.parameters) > 1:
        return f"`{parameter.name}`"
    return voice.say(f"noun_{values.noun(parameter.shape)}")
