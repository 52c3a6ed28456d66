"""Which feature of the inputs tells failing ones from the others.

A condition is told only if it holds for nearly all failing inputs and for few of the others, also among inputs that had
no part in finding it (`viva.engines.mining.conditions`). In a hint it holds no literal of any input, and no arithmetic
that the submission lacks.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from viva.core.records import dataclass
from viva.engines.calls import Arguments, Case, Question, Voice
from viva.engines.calls.failures.around import LONGEST, Seen, Surroundings, asks_for_remainder
from viva.engines.calls.failures.facts import path_features
from viva.engines.calls.failures.features import Feature, features, join_words, nouns
from viva.engines.mining.conditions import Held, Sample, measure_condition, needed_feature, telling
from viva.engines.shapes import holds
from viva.engines.shapes.long import length
from viva.engines.symbolic.paths import Fact

_FEWEST_TESTS = 20  # below which nothing is said of all of them
_SOME = 0.1
_FOLLOWED = 8  # failing inputs whose paths are looked at, and half as many others

Followed = Callable[[Sequence[Arguments]], Sequence[Fact]]
"""What the paths of both programs depend on, for some inputs."""


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
    question: Question,
    voice: Voice,
    tested: Seen,
    seen: Surroundings,
    constants: Sequence[int],
    *,
    followed: Followed = lambda _: (),
    source: bytes = b"",
    rim: Callable[[], Seen] | None = None,
) -> Condition | None:
    """What the failing inputs have in common and the others have not; None if nothing was seen to tell them apart. What
    the programs themselves compare is asked for where nothing plainer tells them apart without exception. One without
    exception is held against inputs at the `rim` of the domain. `source` is what was handed in."""

    def stands(chosen: Sequence[Feature]) -> bool:
        return rim is None or seen.whole or measure_condition(chosen, _sample(question, rim())).exactly

    def paths() -> Sequence[Fact]:
        return followed([*_spread(known.failing, _FOLLOWED), *_spread(known.passing, _FOLLOWED // 2)])

    def told(chosen: Sequence[Feature], strength: str) -> Condition:
        return _told(voice, chosen, own, strength, [_may_be_asked(feature, source, paths) for feature in chosen])

    known, own = _short(_sample(question, seen.known)), _sample(question, tested)
    fresh = _short(_sample(question, seen.fresh)) if seen.fresh else None
    complete = len(own.failing) == len(tested.failures)
    if not complete or not known.failing or len(own.failing) + len(own.passing) < _FEWEST_TESTS:
        return None
    found = list(features(question, voice, known, constants))
    # An input that is a class of its own needs no others like it: there are none.
    alone = [
        feature for feature in found if feature.alone and known.passing and measure_condition([feature], known).exactly
    ]
    everywhere_else = measure_condition(alone[:1], fresh).exactly if fresh else not seen.not_run
    if alone and measure_condition(alone[:1], own).exactly and everywhere_else and stands(alone[:1]):
        return told(alone[:1], "exactly")
    if fresh is None:
        return None
    best = telling(found, known, fresh)
    if best is None or not best.exactly:
        found += path_features(voice, paths(), nouns(question, voice), known)
        best = telling(found, known, fresh)
    if best and measure_condition(best.features, own).well:
        exactly = best.exactly and measure_condition(best.features, own).exactly and stands(best.features)
        strength = "exactly" if exactly else "mostly"
        if strength == "mostly" and len(own.passing) < _SOME * len(own.failing):
            return None  # that nearly all fail is simpler than a condition with exceptions
        return told(best.features, strength)
    least = needed_feature(found, known, fresh)
    return told(least.features, "only") if least and measure_condition(least.features, own).only else None


def _may_be_asked(feature: Feature, source: bytes, paths: Callable[[], Sequence[Fact]]) -> bool:
    """Whether a hint may ask about it: what has to be calculated for it the submission calculates too."""
    if not feature.arithmetic or ("%" in feature.arithmetic and asks_for_remainder(source)):
        return True
    return any(fact.own and fact.calculates(feature.arithmetic) for fact in paths())


def _told(voice: Voice, chosen: Sequence[Feature], tested: Sample, strength: str, asked: Sequence[bool]) -> Condition:
    text = join_words(voice, "feature_and", [feature.text for feature in chosen])
    vague = join_words(voice, "feature_and", [feature.vague for feature, may in zip(chosen, asked, strict=True) if may])
    divisions = sorted((feature.division for feature in chosen if feature.division), key=lambda each: not each[2])
    if len(divisions) == len(chosen) == 2 and [even for _, _, even in divisions] == [True, False]:
        (name, by, _), (other, larger, _) = divisions
        if name == other:
            text = voice.say("feature_divisible_only", name=name, bound=by, larger=larger)
            vague = voice.say("vague_divisible_only", name=name) if all(asked) else vague
    return Condition(text, vague, strength, measure_condition(chosen, tested), tuple(chosen))


def _sample(question: Question, seen: Seen) -> Sample:
    """With the defaults of what was left out; a default that is not of the declared type has no features."""
    return Sample(_complete(question, [failure.case for failure in seen.failures]), _complete(question, seen.passing))


def _short(sample: Sample) -> Sample:
    """Without long inputs: to ask them everything takes long. They are asked what was found."""
    return Sample(*([row for row in rows if length(row) <= LONGEST] for rows in (sample.failing, sample.passing)))


def _complete(question: Question, cases: Sequence[Case]) -> list[Arguments]:
    rows = (question.filled(case.arguments) for case in cases)
    return [row for row in rows if all(map(holds, question.shapes, row))]


def _spread(rows: Sequence[Arguments], count: int) -> Sequence[Arguments]:
    return rows[:: len(rows) // count + 1]
