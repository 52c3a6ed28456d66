"""Start reading here: what the rows of a class tell about the exercise, and not about anybody in it.

Everything is counted from rows that were graded, from the examples that the exercise carries, and where they are given
from a list of marks and from what was handed in. Whatever cannot be said from these is not said.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, replace
from statistics import fmean
from typing import cast

from viva.core.exercise import Exercise
from viva.core.json import Json
from viva.core.ladder import Rung
from viva.core.records import dataclass
from viva.core.report import About, Finding, Report
from viva.core.submission import Submission
from viva.core.texts import Say
from viva.core.verdict import Verdict
from viva.grading.audit.foreseen import Foreseen
from viva.grading.audit.labels import Held, Label, hold
from viva.grading.audit.ways import Way, unexpected_ways
from viva.grading.grade import outcome
from viva.grading.groups import Group, groups
from viva.grading.row import Row, signature_of

_LINE = re.compile(r"\b(?:line|Zeile|lines|Zeilen) \d+(?:[-–]\d+)?")
_SEVERAL = re.compile(r"(…[^…,.()]*…)(?:, …[^…,.()]*…)+")  # one reason, of however many places it is told
_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
_ABOUT = 0.15  # two shares of failing tests are the same
_CODE = re.compile(r"`([^`]+)`")


@dataclass(frozen=True, slots=True)
class Unfired:
    """A mistake that the exercise has an example of, and nobody made."""

    example: str
    told: str


@dataclass(frozen=True, slots=True)
class Part:
    """What is tested apart from the rest, a method or a question say, and how many got it right."""

    title: str
    right: int
    of: int

    @property
    def separates(self) -> bool:
        return 0 < self.right < self.of


@dataclass(frozen=True, slots=True)
class Unexplained:
    """A group of wrong answers of which nothing is said but that they are wrong."""

    title: str
    students: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Refused:
    """Why right answers were not proved: the reason without its particulars, and the constructs it names with how often
    each of them stood in the way."""

    reason: str
    count: int
    constructs: Mapping[str, int]
    students: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Beside:
    """Another exercise of the subject that the class did: what it states, and the mean share of the points."""

    exercise: str
    claimed: float
    mean: float


@dataclass(frozen=True, slots=True)
class Difficulty:
    """`claimed` orders the exercises of a subject; the rest was seen: how many were right, and the mean share of the
    points."""

    claimed: float | None
    right: int
    of: int
    mean: float | None
    beside: tuple[Beside, ...] = ()

    @property
    def against(self) -> tuple[Beside, ...]:
        """The others in which the class did not do as the numbers say: fewer points where it should be easier, or the
        other way round."""
        return tuple(each for each in self.beside if self.order(each) < 0)

    def order(self, other: Beside) -> int:
        """1 where stated and seen agree about which of the two is harder, -1 where they do not, 0 where neither is."""
        if self.claimed is None or self.mean is None or self.claimed == other.claimed or self.mean == other.mean:
            return 0
        return 1 if (self.claimed > other.claimed) == (self.mean < other.mean) else -1


@dataclass(frozen=True, slots=True)
class Audit:
    exercise: str
    title: str
    verdicts: Mapping[str, int]
    unfired: tuple[Unfired, ...]
    unforeseen: tuple[Unexplained, ...]
    parts: tuple[Part, ...]
    failing: tuple[float, ...]
    held: Held | None
    ways: tuple[Way, ...] | None
    unexplained: tuple[Unexplained, ...]
    refused: tuple[Refused, ...]
    unsaid: int
    proved: int
    difficulty: Difficulty

    def to_json(self) -> dict[str, Json]:
        return cast("dict[str, Json]", asdict(self)) | {"idle": [asdict(part) for part in self.idle]}

    @property
    def idle(self) -> tuple[Part, ...]:
        """What separates nobody: all have it right, or all have it wrong."""
        return tuple(part for part in self.parts if part.of > 1 and not part.separates)


def audit(
    exercise: Exercise,
    rows: Sequence[Row],
    foreseen: Sequence[Foreseen],
    say: Say,
    locale: str,
    *,
    labels: Sequence[Label] | None = None,
    answers: Mapping[str, Submission] | None = None,
    others: Sequence[Exercise] = (),
) -> Audit:
    """`labels` are the teacher's own marks, `answers` what was handed in, by the names of students. `others` are
    further exercises of the subject; those with rows are what the difficulty is compared with."""
    own = [row for row in rows if row.exercise == exercise.name]
    reports = [(row, row.report) for row in own if row.report is not None]
    kinds = groups(own, [exercise.name], say, locale)
    right = {row.student for row, report in reports if report.verdict.right}
    expected = [each.submission for each in foreseen if each.right]
    ways = None
    if answers is not None:
        ways = unexpected_ways({name: answers[name] for name in sorted(right) if name in answers}, expected)
    return Audit(
        exercise.name,
        exercise.title,
        _verdicts(own),
        tuple(_unfired(foreseen, [report for _, report in reports])),
        tuple(_unforeseen(kinds, foreseen)),
        tuple(_parts([report for _, report in reports])),
        tuple(_failing([report for _, report in reports])),
        None if labels is None else hold(own, labels),
        ways,
        tuple(_unexplained(kinds)),
        tuple(_refused(reports)),
        _unsaid([report for _, report in reports]),
        sum(report.verdict is Verdict.PROVED for _, report in reports),
        replace(_difficulty(exercise, own), beside=tuple(_beside(others, rows))),
    )


def _verdicts(rows: Sequence[Row]) -> dict[str, int]:
    """As `viva grade` counts them."""
    return dict(sorted(Counter(map(outcome, rows)).items()))


def _mistakes(report: Report) -> list[Finding]:
    own = [each for each in report.findings if each.about is not About.QUALITY]
    return own + [each for part in report.parts if not part.verdict.right for each in _mistakes(part)]


def _told(report: Report) -> str:
    """The idea of a mistake, without what is particular to one submission."""
    hints = [each.text for each in _mistakes(report) if each.rung is Rung.HINT]
    first = next(iter(hints or [each.text for each in _mistakes(report)]), "").partition("\n")[0]
    return _NUMBER.sub("…", _CODE.sub("…", first))


def _unfired(foreseen: Iterable[Foreseen], reports: Sequence[Report]) -> Iterable[Unfired]:
    wrong = [report for report in reports if not report.verdict.right]
    for each in foreseen:
        report = each.report
        if each.right or report is None or report.verdict.right:
            continue
        if not any(_is_like(one, report) for one in wrong):
            yield Unfired(each.name, next((one.text for one in _mistakes(report)), report.reason or ""))


def _unforeseen(kinds: Sequence[Group], foreseen: Sequence[Foreseen]) -> Iterable[Unexplained]:
    """Mistakes that several made, and of which the exercise has no example."""
    known = [each.report for each in foreseen if not each.right and each.report is not None]
    for kind in kinds:
        rows = [row for row in kind.rows if row.report is not None]
        strange = [row for row in rows if not any(row.report and _is_like(row.report, each) for each in known)]
        students = tuple(dict.fromkeys(row.student for row in strange))
        if len(students) > 1:
            yield Unexplained(kind.title, students)


def _is_like(one: Report, other: Report) -> bool:
    """Whether two wrong answers have a mistake in common: what is told of it is the same, and about as many tests fail
    (of one that nearly all fail and one that few do, the same may be told)."""
    told = _told(one)
    alike = signature_of(one) == signature_of(other) or (told and told == _told(other))
    return bool(alike) and abs(_share_failed(one) - _share_failed(other)) <= _ABOUT


def _share_failed(report: Report) -> float:
    return (report.evidence.failed or 0) / report.evidence.tests if report.evidence.tests else 0.0


def _unexplained(kinds: Sequence[Group]) -> Iterable[Unexplained]:
    for kind in kinds:
        refuted = [row for row in kind.rows if row.report is not None and row.report.verdict is Verdict.REFUTED]
        silent = [row for row in refuted if row.report is not None and not _explains(row.report)]
        if silent:
            yield Unexplained(kind.title, tuple(dict.fromkeys(row.student for row in silent)))


def _explains(report: Report) -> bool:
    return any(each.rung in (Rung.HINT, Rung.PATTERN) and each.text.strip() for each in _mistakes(report))


def _parts(reports: Sequence[Report]) -> Iterable[Part]:
    right: Counter[str] = Counter()
    of: Counter[str] = Counter()
    for report in reports:
        for number, part in enumerate(report.parts, 1):
            title = part.title or f"{number}"
            of[title] += 1
            right[title] += part.verdict.right
    return [Part(title, right[title], count) for title, count in of.items()]


def _failing(reports: Sequence[Report]) -> list[float]:
    """Of each wrong answer the share of the tests that fail: all 1 means that no test parts two of them."""
    shares = [
        report.evidence.failed / report.evidence.tests
        for report in reports
        if report.verdict is Verdict.REFUTED and report.evidence.failed and report.evidence.tests
    ]
    return sorted(round(share, 3) for share in shares)


def _unsaid(reports: Sequence[Report]) -> int:
    """How many passed without a proof, and nothing says why."""
    passed = [report.evidence.details for report in reports if report.verdict is Verdict.PASSED]
    return sum("unproved" not in details and not details.get("doubts") for details in passed)


def _refused(reports: Sequence[tuple[Row, Report]]) -> list[Refused]:
    counts: Counter[str] = Counter()
    constructs: dict[str, Counter[str]] = {}
    students: dict[str, list[str]] = {}
    for row, report in reports:
        if report.verdict is not Verdict.PASSED:
            continue
        details = report.evidence.details
        doubts = details.get("doubts")
        reasons = [details["unproved"]] if "unproved" in details else doubts if isinstance(doubts, list) else []
        # One answer may be doubted for one reason at several places: it counts once, and so does what it names.
        named: dict[str, set[str]] = {}
        for told in map(str, reasons):
            reason = _SEVERAL.sub(r"\1", _NUMBER.sub("…", _CODE.sub("…", _LINE.sub("…", told))))
            named.setdefault(reason, set()).update(_CODE.findall(told))
        for reason, names in named.items():
            counts[reason] += 1
            constructs.setdefault(reason, Counter()).update(sorted(names))
            students.setdefault(reason, []).append(row.student)
    ordered = sorted(counts, key=lambda reason: (-counts[reason], reason))
    return [
        Refused(reason, counts[reason], dict(constructs[reason].most_common()), tuple(students[reason]))
        for reason in ordered
    ]


def _difficulty(exercise: Exercise, rows: Sequence[Row]) -> Difficulty:
    decided = [row for row in rows if row.report is not None and row.points is not None]
    right = sum(1 for row in decided if row.report is not None and row.report.verdict.right)
    shares = [(row.points or 0.0) / row.worth for row in decided if row.worth]
    return Difficulty(exercise.difficulty, right, len(decided), round(fmean(shares), 3) if shares else None)


def _beside(others: Sequence[Exercise], rows: Sequence[Row]) -> Iterator[Beside]:
    for other in others:
        seen = _difficulty(other, [row for row in rows if row.exercise == other.name])
        if seen.claimed is not None and seen.mean is not None:
            yield Beside(other.name, seen.claimed, seen.mean)
