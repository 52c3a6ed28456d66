"""The comparisons that the paths of both programs depend on, as features with words (`viva.engines.symbolic.paths`)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from viva.engines.calls.failures.features import Feature, join_words
from viva.engines.calls.voice import Voice
from viva.engines.mining.conditions import MOST_CAUGHT, Sample, measure_condition
from viva.engines.symbolic.path_terms import Term
from viva.engines.symbolic.paths import Fact

_COST = 2
_SEVERAL = 3  # of as many facts one holds
_LOOKED_AT = 6
_LEAST = 0.1  # of the failing inputs, for which a fact holds that explains a part of them

_ARITHMETIC = {"+": "sum", "-": "difference", "*": "product", "//": "quotient", "%": "remainder"}


def path_features(voice: Voice, facts: Sequence[Fact], names: Sequence[str], known: Sample) -> Iterator[Feature]:
    """Each fact, and that one of several holds of which each explains a part of the failing inputs."""
    single = [_feature(voice, fact, names) for fact in facts if not any(map(_is_unrolled, fact.term.operands))]
    yield from single
    parts = [feature for feature in single if _explains_a_part(feature, known)][:_LOOKED_AT]
    for count in range(2, _SEVERAL + 1):
        for chosen in combinations(parts, count):
            yield _either(voice, chosen)


def _is_unrolled(term: Term) -> bool:
    """Whether something is added to itself, as by one round of a loop after another: that speaks of so many rounds, and
    is true of the short inputs that were tried only."""
    added = [name for name in _added(term) if name]
    return len(set(added)) < len(added)


def _added(term: Term) -> Iterator[str]:
    match term.operator, term.operands:
        case "v", _:
            yield term.name
        case "+", (left, right):
            yield from (*_added(left), *_added(right))


def _explains_a_part(feature: Feature, known: Sample) -> bool:
    """Nearly all inputs for which it holds fail, and some that fail do not have it."""
    found = measure_condition([feature], known)
    right = found.failing - found.missed
    sure = found.caught <= MOST_CAUGHT * (right + found.caught)
    return sure and bool(found.missed) and right >= _LEAST * found.failing


def _either(voice: Voice, chosen: Sequence[Feature]) -> Feature:
    text = join_words(voice, "feature_or", [feature.text for feature in chosen])
    vague = join_words(voice, "feature_or", [feature.vague for feature in chosen])
    return Feature(text, vague, _COST + len(chosen) - 1, lambda row: any(feature.holds(row) for feature in chosen))


def _feature(voice: Voice, fact: Fact, names: Sequence[str]) -> Feature:
    """A hint says nothing of arithmetic that only the reference has: to find that is the task."""
    vague = _words(voice, fact, names, vague=True) if fact.own else ""
    return Feature(_words(voice, fact, names, vague=False), vague, _COST, fact.holds)


def _words(voice: Voice, fact: Fact, names: Sequence[str], *, vague: bool) -> str:
    one, two = (_side(voice, side, names, vague) for side in fact.term.operands)
    kind = "less" if fact.term.operator == "<" else "equal"
    return voice.say(f"fact_{kind}" if fact.truth else f"fact_not_{kind}", one=one, two=two)


def _side(voice: Voice, term: Term, names: Sequence[str], vague: bool) -> str:
    match term.operator, term.operands:
        case "k", _:
            return voice.say("fact_a_number") if vague else str(term.value)
        case "v", _:
            position, _, part = term.name.rstrip("~#").partition(".")
            key = "fact_length" if term.name.endswith("#") else "fact_first" if part else "fact_name"
            return voice.say(key, name=names[int(position)])
        case "+" | "-", (left, Term(operator="k", value=0)):
            return _side(voice, left, names, vague)
        case "+", (Term(operator="k", value=0), right):
            return _side(voice, right, names, vague)
        case operator, (left, right):
            one, two = (_side(voice, side, names, vague) for side in (left, right))
            return voice.say(f"fact_{_ARITHMETIC[operator]}", one=one, two=two)
    raise AssertionError(f"{term.operator} has no words")
