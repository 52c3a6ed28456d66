"""Mistakes of one kind together, and how the points of a class are spread.

What makes mistakes equal is the signature of their findings (`docs/grading.md` says what subjects promise of it).
Mistakes are of one kind where the hints on them are the same sentences but for names, code and numbers: `<= 6` and
`<= 18` are both a limit that is one off. What would stand alone then is with others that begin with the same
sentence. A group is called what can be said of all of it, so no two of an exercise have the same title.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from viva.core.ladder import Rung
from viva.core.records import dataclass
from viva.core.report import About, Finding, Report
from viva.core.text.escape import clip, visible_line
from viva.core.texts import Say
from viva.grading.row import Row
from viva.showing.outline import reason

_USUAL_TITLE = 110
_LONGEST_TITLE = 200
_LONGEST_PATTERN = 300
_SENTENCE = re.compile(r"(?<=[.?!]) (?=[A-ZÄÖÜ])")
_PARTICULAR = re.compile(r"`[^`]*`|„[^“]*“|“[^”]*”|\d+(?:[.,]\d+)*")
"""What of a sentence is of one submission only: code, quotes and numbers."""
_LONGEST_INPUT = 60
_INPUTS = ("call", "inputs", "input", "word", "words")
"""Fields of a witness that hold what was given to the submission, the most readable first."""
BANDS = (1.0, 0.75, 0.5, 0.25, 0.0)
"""The least share of the points in each band of a spread, but for the last: there is more than none."""


@dataclass(frozen=True, slots=True)
class Mistake:
    """Equal mistakes: `pattern` holds for all, and `failing` is the input of the counterexample of the first."""

    signature: str
    pattern: str | None
    failing: str | None
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Group:
    """One kind of mistake; `number` counts the groups of all exercises, and `title` holds for all of its submissions.
    The most frequent mistake is the first."""

    number: int
    exercise: str
    title: str
    mistakes: tuple[Mistake, ...]

    @property
    def rows(self) -> tuple[Row, ...]:
        return tuple(row for mistake in self.mistakes for row in mistake.rows)


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
    found: list[tuple[str, str, list[Mistake]]] = []
    for exercise in exercises:
        equal = sorted((item for item in alike.items() if item[0][0] == exercise), key=lambda each: -len(each[1]))
        mistakes = [_mistake(signature, own, say) for (_, signature), own in equal]
        kinds = sorted(_kinds(mistakes, locale).items(), key=lambda item: (-_count(item[1]), item[0]))
        found += [(exercise, title, kind) for title, kind in kinds]
    return tuple(Group(place, exercise, title, tuple(kind)) for place, (exercise, title, kind) in enumerate(found, 1))


def _mistake(signature: str, rows: Sequence[Row], say: Say) -> Mistake:
    return Mistake(signature, _common_pattern(rows), _failing(_report(rows[0]), say), tuple(rows))


def _kinds(mistakes: Sequence[Mistake], locale: str) -> dict[str, list[Mistake]]:
    """By title: first those with the same sentences, then what is left alone with what begins with the same one."""
    sentences = [_sentences([_report(row) for row in mistake.rows], locale) for mistake in mistakes]
    whole: dict[tuple[str, ...], list[int]] = {}
    for place, told in enumerate(sentences):
        whole.setdefault(tuple(map(_blank, told)), []).append(place)
    shared = {kind: places for kind, places in whole.items() if _count([mistakes[place] for place in places]) > 1}
    together = {kind: list(places) for kind, places in shared.items()}
    for kind, places in whole.items():
        if kind not in shared:
            together.setdefault(_nearest(kind, shared) or kind[:1], []).extend(places)
    found: dict[str, list[Mistake]] = {}
    for places in together.values():
        title = " ".join(_common([sentences[place] for place in places]))
        found.setdefault(title, []).extend(mistakes[place] for place in places)
    return found


def _nearest(kind: tuple[str, ...], shared: Mapping[tuple[str, ...], Sequence[int]]) -> tuple[str, ...] | None:
    """Of the kinds that several have and that begin with the same sentence, the one with the most sentences of this."""
    near = [other for other in shared if other[0] == kind[0]]
    return max(near, key=lambda other: len({*other} & {*kind}), default=None)


def _count(mistakes: Sequence[Mistake]) -> int:
    return len({row.student for mistake in mistakes for row in mistake.rows})


def _blank(sentence: str) -> str:
    return _PARTICULAR.sub("…", sentence)


def _report(row: Row) -> Report:
    assert row.report is not None
    return row.report


def _sentences(reports: Sequence[Report], locale: str) -> list[str]:
    """What can be said of equal mistakes: the sentences that are said of all of them, or how they end."""
    common = _common([_SENTENCE.split(_title(report, locale)) for report in reports])
    return _fitting(common or [_sentence(reports[0], locale)])


def _sentence(report: Report, locale: str) -> str:
    """How it ended."""
    told = reason(report.reason or report.verdict, locale)
    return told[:1].upper() + told[1:]


def _common(told: Sequence[Sequence[str]]) -> list[str]:
    """The sentences of the first that all have, in its order."""
    alike = [{_blank(sentence): sentence for sentence in each} for each in told]
    return [_said([each[kind] for each in alike]) for kind in alike[0] if all(kind in each for each in alike)]


def _fitting(sentences: Sequence[str]) -> list[str]:
    """As many whole sentences as fit into a title, at least the first."""
    kept = [clip(sentences[0], _LONGEST_TITLE)]
    for sentence in sentences[1:]:
        if sum(map(len, kept)) + len(sentence) >= _USUAL_TITLE:
            break
        kept.append(sentence)
    return kept


def _said(alike: Sequence[str]) -> str:
    """One sentence for several that differ in particulars only, with dots where they do."""
    return alike[0] if len(set(alike)) == 1 else _blank(alike[0])


def _common_pattern(rows: Sequence[Row]) -> str | None:
    patterns = {_pattern(_report(row)) for row in rows}
    return patterns.pop() if len(patterns) == 1 else None


def _title(report: Report, locale: str) -> str:
    """What the mistake is, in words: the hint, or of what was not accepted the reason."""
    findings = _mistakes(report)
    for rung in (Rung.HINT, None, Rung.PATTERN, Rung.EXAMPLE):
        told = next((each.text for each in findings if each.rung is rung and each.text.strip()), None)
        if told:
            return _first_line(told)
    return _sentence(report, locale)


def _pattern(report: Report) -> str | None:
    told = next((each.text for each in _mistakes(report) if each.rung is Rung.PATTERN), "")
    return clip(_first_line(told), _LONGEST_PATTERN) or None


def _first_line(text: str) -> str:
    return visible_line(text.strip().split("\n")[0])


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
