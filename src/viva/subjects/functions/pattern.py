"""What can be said of an input in a few words, and which of it tells failing inputs from the others.

A feature holds no literal of any input, so it may stand in a hint.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations

from viva.engines.calls import Arguments, Question, Voice
from viva.engines.shapes import features as values
from viva.engines.shapes import holds

_FEW = 3  # failing inputs below which nothing general is said of them


@dataclass(frozen=True, slots=True)
class Feature:
    text: str
    holds: Callable[[Arguments], bool]


@dataclass(frozen=True, slots=True)
class Condition:
    """`exactly`: it holds for all failing inputs and for no other. `only`: for all failing ones, and some others."""

    text: str
    strength: str
    covers: int


def features(question: Question, voice: Voice) -> list[Feature]:
    """All features of the inputs to a question, the plainest first."""
    found: list[Feature] = []
    names = [_noun(question, position, voice) for position in range(len(question.parameters))]
    for position, shape in enumerate(question.shapes):
        for feature in values.features(shape):
            text = voice.say(f"feature_{feature.key}", name=names[position])
            found.append(Feature(text, _at(feature, position)))
    for first, second in combinations(range(len(question.parameters)), 2):
        for feature in values.relations(question.shapes[first], question.shapes[second]):
            text = voice.say(f"feature_{feature.key}", name=names[first], other=names[second])
            found.append(Feature(text, _at(feature, first, second)))
    return found


def condition(
    question: Question, voice: Voice, failing: Sequence[Arguments], passing: Sequence[Arguments]
) -> Condition | None:
    """What the failing inputs have in common and the others, at best, have not; None if nothing tells them apart."""
    if not failing or not passing or len(_complete(question, failing)) < len(failing):
        return None
    failing, passing = _complete(question, failing), _complete(question, passing)
    known = [
        (feature, [feature.holds(item) for item in failing], [feature.holds(item) for item in passing])
        for feature in features(question, voice)
    ]
    common = [(feature, sum(others)) for feature, bad, others in known if all(bad)]
    exact = [feature for feature, others in common if others == 0]
    if exact:
        return Condition(exact[0].text, "exactly", len(failing))
    candidates = [(feature, others) for feature, bad, others in known if all(bad) and sum(others) < len(passing)]
    for (one, first), (two, second) in combinations(candidates, 2):
        if not any(a and b for a, b in zip(first, second, strict=True)):
            return Condition(voice.say("feature_and", first=one.text, second=two.text), "exactly", len(failing))
    sufficient = [
        (sum(bad), -position, feature)
        for position, (feature, bad, others) in enumerate(known)
        if not any(others) and sum(bad) * 2 >= len(failing) and sum(bad) >= _FEW
    ]
    if sufficient:
        covers, _, feature = max(sufficient, key=lambda item: item[:2])
        return Condition(feature.text, "whenever", covers)
    telling = [(others, position, feature) for position, (feature, others) in enumerate(common)]
    telling = [item for item in telling if item[0] * 4 <= len(passing)]
    if telling and len(failing) >= _FEW:
        return Condition(min(telling, key=lambda item: item[:2])[2].text, "only", len(failing))
    return None


def _complete(question: Question, inputs: Sequence[Arguments]) -> list[Arguments]:
    """With the defaults of what was left out; a default that is not of the declared type has no features."""
    return [row for row in map(question.filled, inputs) if all(map(holds, question.shapes, row))]


def _noun(question: Question, position: int, voice: Voice) -> str:
    parameter = question.parameters[position]
    if len(question.parameters) > 1:
        return f"`{parameter.name}`"
    return voice.say(f"noun_{values.noun(parameter.shape)}")


def _at(feature: values.Feature, *positions: int) -> Callable[[Arguments], bool]:
    return lambda arguments: feature.holds(*(arguments[position] for position in positions))
