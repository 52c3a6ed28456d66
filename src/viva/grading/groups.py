"""Equal mistakes together, and how the points of a class are spread.

What makes mistakes equal is the signature of their findings (`docs/grading.md` says what subjects promise of it). A
group has a title of its own: what the hint says of the mistake, and where two groups would be called the same, the
input that tells them apart.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import takewhile

from viva.core.ladder import Rung
from viva.core.report import About, Finding, Report
from viva.core.text.escape import clip, visible_line
from viva.core.texts import Say
from viva.grading.row import Row
from viva.showing.outline import reason

_USUAL_TITLE = 110
_LONGEST_TITLE = 200
_LONGEST_PATTERN = 300
_SENTENCE = re.compile(r"(?<=[.?!]) (?=[A-ZÄÖÜ])")
_LONGEST_INPUT = 60
_INPUTS = ("call", "inputs", "input", "word", "words")
"""Fields of a witness that hold what was given to the submission, the most readable first."""
BANDS = (1.0, 0.75, 0.5, 0.25, 0.0)
"""The least share of the points in each band of a spread, but for the last: there is more than none."""


@dataclass(frozen=True, slots=True)
class Group:
    """`number` counts the groups of all exercises. `title` and `pattern` hold for all of its submissions; `failing` is
    the input of the counterexample of the first."""

    number: int
    exercise: str
    signature: str
    title: str
    pattern: str | None
    failing: str | None
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Bar:
    """So many students, and the share that is of all, in per cent."""

    label: str
    count: int
    share: int


def groups(rows: Sequence[Row], exercises: Iterable[str], say: Say, locale: str) -> tuple[Group, ...]:
    """All groups: in the order of the exercises, and the most frequent first."""
    alike: dict[tuple[str, str], list[Row]] = {}
    for row in rows:
        if row.signature is not None:
            alike.setdefault((row.exercise, row.signature), []).append(row)
    order = {name: place for place, name in enumerate(exercises)}
    ordered = sorted(alike.items(), key=lambda item: (order[item[0][0]], -len(item[1]), item[0]))
    titles = _titles([(key[0], [_report(row) for row in found]) for key, found in ordered], say, locale)
    return tuple(
        Group(place, *key, title, _common_pattern(found), _failing(_report(found[0]), say), tuple(found))
        for place, ((key, found), title) in enumerate(zip(ordered, titles, strict=True), 1)
    )


def _report(row: Row) -> Report:
    assert row.report is not None
    return row.report


def _titles(found: Sequence[tuple[str, Sequence[Report]]], say: Say, locale: str) -> list[str]:
    """One for each group, never the same for two of one exercise."""
    titles = [_common_title(reports, locale) for _, reports in found]
    for tell in (_with_input, _with_number):
        often = Counter((exercise, title) for (exercise, _), title in zip(found, titles, strict=True))
        seen: Counter[tuple[str, str]] = Counter()
        for place, (exercise, reports) in enumerate(found):
            title = titles[place]
            seen[exercise, title] += 1
            if often[exercise, title] > 1:
                titles[place] = tell(title, reports[0], seen[exercise, title], say)
    return titles


def _common_title(reports: Sequence[Report], locale: str) -> str:
    """What can be said of all of them: the sentences that their titles begin with, or how they end."""
    titles = [_SENTENCE.split(_title(report, locale)) for report in reports]
    common = list(takewhile(lambda sentences: len(set(sentences)) == 1, zip(*titles, strict=False)))
    if common:
        return " ".join(sentences[0] for sentences in common)
    return reason(reports[0].reason or reports[0].verdict, locale)


def _common_pattern(rows: Sequence[Row]) -> str | None:
    patterns = {_pattern(_report(row)) for row in rows}
    return patterns.pop() if len(patterns) == 1 else None


def _title(report: Report, locale: str) -> str:
    """What the mistake is, in words: the beginning of the hint, or of what was not accepted the reason."""
    findings = _mistakes(report)
    for rung in (Rung.HINT, None, Rung.PATTERN, Rung.EXAMPLE):
        told = next((each.text for each in findings if each.rung is rung and each.text.strip()), None)
        if told:
            return _shortened(_first_line(told))
    return reason(report.reason or report.verdict, locale)


def _pattern(report: Report) -> str | None:
    told = next((each.text for each in _mistakes(report) if each.rung is Rung.PATTERN), "")
    return clip(_first_line(told), _LONGEST_PATTERN) or None


def _first_line(text: str) -> str:
    return visible_line(text.strip().split("\n")[0])


def _shortened(text: str) -> str:
    """As many whole sentences as fit into a title, at least the first."""
    sentences = _SENTENCE.split(text)
    title = sentences[0]
    for sentence in sentences[1:]:
        if len(title) + len(sentence) >= _USUAL_TITLE:
            break
        title = f"{title} {sentence}"
    return clip(title, _LONGEST_TITLE)


def _with_input(title: str, report: Report, _: int, say: Say) -> str:
    failing = _failing(report, say)
    return title if failing is None else say("group.with_input", title=title, input=failing)


def _with_number(title: str, _: Report, place: int, say: Say) -> str:
    return say("group.with_number", title=title, number=place)


def _mistakes(report: Report) -> list[Finding]:
    """What is told of the mistake, in the report or in those of its parts that are not right."""
    found = [each for each in report.findings if each.about is not About.QUALITY]
    return found or [each for part in report.parts if not part.verdict.right for each in _mistakes(part)]


def _failing(report: Report, say: Say) -> str | None:
    """The input of the counterexample, on one line."""
    for finding in _mistakes(report):
        fields = finding.witness.fields if finding.witness else {}
        name = next((name for name in _INPUTS if fields.get(name) is not None), None)
        if name is not None:
            value = fields[name]
            values = [str(each) for each in value] if isinstance(value, list) else [str(value)]
            shown = say("group.between").join(each or say("group.empty") for each in values)
            return clip(visible_line(shown), _LONGEST_INPUT) if shown else None
    return None


def spread(rows: Sequence[Row], points: float, say: Say) -> tuple[Bar, ...]:
    """How many gained how much, from all of the points down to nothing handed in; bands that nobody is in are there."""
    counts: Counter[str] = Counter()
    labels = [say(f"band.{percent(least)}") for least in BANDS]
    labels += [say("band.none"), say("band.open"), say("band.nothing")]
    for row in rows:
        counts[_band(row, points, labels)] += 1
    most = max(1, len(rows))
    kept = [label for label in labels if counts[label] or label not in labels[-2:]]
    return tuple(Bar(label, counts[label], round(100 * counts[label] / most)) for label in kept)


def percent(share: float) -> int:
    return round(100 * share)


def _band(row: Row, points: float, labels: Sequence[str]) -> str:
    if row.handed_in_nothing:
        return labels[-1]
    if row.points is None:
        return labels[-2]
    share = row.points / points if points else 0.0
    if share <= 0:
        return labels[-3]
    return next(label for least, label in zip(BANDS, labels, strict=False) if share >= least - 1e-9)
