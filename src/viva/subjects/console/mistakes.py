"""Usual mistakes of a program. One is told only where all failing runs of its kind show it (`signs`), and one that a
few runs may show by chance only where there are several.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from viva.engines.dialogues.judging import Failure
from viva.engines.dialogues.model import Spec
from viva.engines.dialogues.rules import Rules
from viva.engines.dialogues.suites.cases import Case, case_of
from viva.engines.dialogues.suites.ways.paths import Walker, environment
from viva.engines.dialogues.traces import Departure
from viva.subjects.console.errors import Told, explained
from viva.subjects.console.judge import unmet
from viva.subjects.console.signs import LONGEST, SIGNS, Seen, fixed_texts, worded, writings

_FEW = 0.1
# These may hold by chance: they are told only if several failing runs show them.
BY_CHANCE = frozenset(
    {
        "one_less", "one_more", "sign", "double", "cut_off", "inexact", "without_last", "without_first", "only_last",
        "mixed_up", "later_rounds", "another_case", "echo", "as_text", "one_unread", "twice", "spelling",
    }
)  # fmt: skip
SEVERAL = 3


@dataclass(frozen=True, slots=True)
class Looker:
    """Looks at the failing runs of one program."""

    spec: Spec
    rules: Rules
    source: str

    def kind(self, failure: Failure) -> Told:
        """What makes two failures failures of the same kind: how the run departs, or what error it stops with."""
        error = failure.observed.error
        if failure.difference is None and failure.kind == "crash" and error and error.kind:
            told = explained(error, self.source)
            return Told(f"error_{told.key}", told.slots)
        return Told(failure.kind)

    def mistake(self, failures: Sequence[Failure]) -> tuple[Told, bool] | None:
        """The first usual mistake that all of these runs show, or else one that nearly all show and that is no matter
        of chance; and whether all show it."""
        walker, texts, writes = Walker(self.spec), fixed_texts(self.spec), worded(self.spec)
        requirements: tuple[Told, ...] | None = None
        missing = {name: 0 for name in SIGNS if len(failures) >= SEVERAL or name not in BY_CHANCE}
        for failure in _readable(failures):
            if failure.difference is None:
                return None
            trail = None if self.rules.batch else walker.follow(failure.case.inputs)
            seen = Seen(failure, trail, texts, writes, self.rules, tuple(_bare(self.spec, failure.case)))
            here = _unmet(seen)
            requirements = here if requirements is None else tuple(one for one in requirements if one in here)
            counted = {name: count + (not SIGNS[name](seen)) for name, count in missing.items()}
            most = _FEW * len(failures)
            missing = {name: count for name, count in counted.items() if count <= (0 if name in BY_CHANCE else most)}
        shown = next((name for name, count in missing.items() if not count), None) or next(iter(missing), None)
        if requirements and (shown is None or shown in BY_CHANCE or missing[shown]):
            return requirements[0], True
        return (Told(shown), not missing[shown]) if shown else None


def _readable(failures: Sequence[Failure]) -> Sequence[Failure]:
    """Those with a line that one can read to its end, if there are any: of the others nobody knows what they show."""
    short = [one for one in failures if one.difference is None or len(one.difference.written) <= LONGEST]
    return short or failures


def _bare(spec: Spec, case: Case) -> Iterator[Case]:
    for taken_off in (str.strip, str.rstrip, str.lstrip):
        stripped = tuple(taken_off(value) if isinstance(value, str) else value for value in case.inputs)
        other = case_of(spec, stripped) if stripped != case.inputs else None
        if other:
            yield Case(replace(other.general, inputs=case.inputs), other.sides)


def _unmet(seen: Seen) -> tuple[Told, ...]:
    """The requirements of a value that may be chosen which the line at fault does not meet."""
    difference = seen.failure.difference
    events = [*writings(seen)] if difference is not None and difference.kind == Departure.OUTPUT else []
    if len(events) != 1 or seen.trail is None:
        return ()
    return unmet(events[0].write, environment(events[0].reads, seen.trail.inputs), seen.line)
