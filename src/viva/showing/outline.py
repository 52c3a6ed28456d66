"""Start reading here: a report as what there is to show, in reading order.

First what a student needs: right or not, how many tests failed, the hint, and then what the ladder gives. How it was
decided comes last, folded away unless a teacher reads. Everything in an outline is visible text
(`viva.core.text.escape.visible`): whoever writes it out adds only the escaping of its own medium. Texts come from the
catalogue; nothing here depends on the medium.
"""

from __future__ import annotations

import re
from collections.abc import Container, Mapping
from dataclasses import replace

from viva.core.drawing import Drawing
from viva.core.ladder import Policy, Rung
from viva.core.records import dataclass
from viva.core.report import About, Comparison, Finding, Report
from viva.core.submission import Submission
from viva.core.terms import ENGLISH
from viva.core.text.escape import visible, visible_line
from viva.core.texts import Say, catalogue
from viva.core.verdict import Verdict
from viva.core.where import Bar, Instruction, Node, Passage, State, Time, Transition, Where
from viva.drawing.listing import Line
from viva.showing.comparing import visible_comparison
from viva.showing.excerpt import excerpt

_SEEN = 0.005  # of a point
_MARKS = {
    Verdict.PROVED: "✓",
    Verdict.PASSED: "✓",
    Verdict.REFUTED: "✗",
    Verdict.UNDECIDED: "?",
    Verdict.REJECTED: "!",
}


@dataclass(frozen=True, slots=True)
class Item:
    """One finding: what is said or compared, where it is unless that was said, the line it is about, the picture.

    `aligned` is a text whose columns stand below each other, so that it needs a font of one width.
    """

    text: str
    aligned: bool = False
    place: str | None = None
    excerpt: Line | None = None
    comparison: Comparison | None = None
    drawing: Drawing | None = None


@dataclass(frozen=True, slots=True)
class Section:
    heading: str
    items: tuple[Item, ...]


@dataclass(frozen=True, slots=True)
class Outline:
    """`mark` says the verdict in one character and `tone` in one word, for colours: good, bad or open.

    `counts` is how many tests were run and failed, empty where none were. `details` tell how it was decided, the most
    important sentence first; `unfolded` is whether they are for this reader. `reasons` say why it holds for every
    input, and `beside` shows the two things that are the same.
    """

    title: str
    mark: str
    tone: str
    headline: str
    counts: str
    sections: tuple[Section, ...]
    parts: tuple[Outline, ...]
    notes: tuple[str, ...]
    details: tuple[str, ...]
    unfolded: bool
    footer: str
    locale: str
    reasons: tuple[str, ...] = ()
    beside: Comparison | None = None

    @property
    def is_row(self) -> bool:
        """Whether the headline of this part says all there is to say of it, so that a row of a table does."""
        return not (self.sections or self.parts or self.reasons or self.beside)


def outline(report: Report, submission: Submission | None = None, policy: Policy | None = None) -> Outline:
    """What there is to show. `submission` lends the lines that places point at, and `policy` lets the outline say that
    a later attempt is told more."""
    say = _say(report.locale)
    files = submission.files if submission else {}
    proof = report.evidence.proof
    return Outline(
        title=visible_line(report.title or report.exercise),
        mark=_MARKS[report.verdict],
        tone="good" if report.verdict.right else "open" if report.verdict is Verdict.UNDECIDED else "bad",
        headline=headline(report),
        counts=_counts(report, say),
        sections=tuple(_sections(report, files, say)),
        parts=tuple(_part(part, report, submission) for part in report.parts),
        notes=tuple(_notes(report, policy, say)),
        details=tuple(_details(report, say)),
        unfolded=report.attempt is None,
        footer=visible_line(
            say(
                "footer" if report.attempt is None else "footer.student",
                subject=report.subject,
                exercise=report.exercise,
                seed=report.seed,
                version=report.version,
                seconds=decimal(report.seconds, report.locale),
            )
        ),
        locale=report.locale,
        reasons=tuple(map(visible_line, proof.reasons)) if proof else (),
        beside=visible_comparison(proof.beside, say) if proof and proof.beside else None,
    )


def _part(part: Report, whole: Report, submission: Submission | None) -> Outline:
    """What holds for the whole, such as the attempt, is not said again of each part, nor is a finding that the whole
    has told."""
    findings = tuple(finding for finding in part.findings if not any(_same(finding, other) for other in whole.findings))
    part = replace(part, findings=findings)
    told = outline(replace(part, locale=whole.locale, attempt=whole.attempt), submission)
    said = {"method"} if part.evidence.method == whole.evidence.method else set()
    again = tuple(_details(replace(part, locale=whole.locale), _say(whole.locale), said))
    return replace(told, notes=(), details=again)


def _same(one: Finding, other: Finding) -> bool:
    return (one.rung, one.about, one.text) == (other.rung, other.about, other.text)


def headline(report: Report) -> str:
    """The verdict in words, with its reason and the score: "Not right yet: it stops with an error. 4 of 10 points."."""
    texts = catalogue("viva.showing", report.locale)
    say, tests = texts.say, report.evidence.tests
    general, special = f"verdict.{report.verdict}", f"verdict.{report.verdict}.{report.reason or 'tests'}"
    said = say(special if special in texts.templates and (report.reason or tests) else general, tests=tests)
    if report.verdict is Verdict.PROVED and report.evidence.proof:
        said = visible_line(report.evidence.proof.claim)
    if report.reason and special not in texts.templates:
        said = say("verdict.why", verdict=said, reason=reason(report.reason, report.locale))
    return say("headline", verdict=said, score=_score(report, say))


def reason(word: str, locale: str = ENGLISH) -> str:
    """A reason in words; one that a subject added is its own word."""
    texts = catalogue("viva.showing", locale)
    key = f"reason.{word}"
    return texts.say(key) if key in texts.templates else visible_line(word.replace("_", " "))


def number(value: float, locale: str = ENGLISH) -> str:
    """A number as a person writes it: no more than two decimals, none where there are none."""
    return decimal(value, locale).rstrip("0").rstrip(_say(locale)("decimal.point"))


def decimal(value: float, locale: str) -> str:
    """A number with two decimals."""
    return f"{value:.2f}".replace(".", _say(locale)("decimal.point"))


def percent(score: float) -> int:
    """A whole number; what is not all is never 100, and what is something never 0."""
    return 100 if score >= 1 else 0 if score <= 0 else min(99, max(1, round(score * 100)))


def _say(locale: str) -> Say:
    return catalogue("viva.showing", locale).say


def _score(report: Report, say: Say) -> str:
    if report.score is None:
        return say("score.none")
    if report.worth in (None, 0, 1) or report.points is None:
        return say("score", percent=percent(report.score))
    gained, worth = number(report.points, report.locale), number(report.worth, report.locale)
    return say("score.points", percent=percent(report.points / report.worth), points=gained, all=worth)


def _counts(report: Report, say: Say) -> str:
    """Where it is right, the headline says on how much that rests. Where it is open, nothing counts as failed."""
    evidence = report.evidence
    if not evidence.tests or report.verdict.right:
        return ""
    if evidence.failed is None or report.verdict is Verdict.UNDECIDED:
        return say("counts.run", tests=evidence.tests)
    return say("counts" if evidence.failed else "counts.none", tests=evidence.tests, failed=evidence.failed)


def _details(report: Report, say: Say, said: Container[str] = ()) -> list[str]:
    evidence = report.evidence
    sentences = []
    if evidence.method and "method" not in said:
        sentences.append(say("details.method", method=visible_line(evidence.method).removesuffix(".")))
    if evidence.tests and report.verdict.right:
        sentences.append(say("counts.run", tests=evidence.tests))
    if evidence.covered:
        sentences.append(say("details.covered", covered=visible_line(evidence.covered).removesuffix(".")))
    if "unproved" in evidence.details:
        unproved = visible_line(str(evidence.details["unproved"])).removesuffix(".")
        sentences.append(say("details.unproved", reason=unproved))
    exact = (report.score or 0.0) * (report.worth or 0.0)
    if report.points is not None and report.worth != 1 and abs(exact - report.points) >= _SEEN:
        slots = {"exact": exact, "points": report.points, "step": report.step}
        sentences.append(say("details.rounded", **{name: number(one, report.locale) for name, one in slots.items()}))
    word = report.verdict if report.locale == ENGLISH else say(f"verdict.{report.verdict}")
    if report.reason:
        why = report.reason if report.locale == ENGLISH else reason(report.reason, report.locale)
        word = f"{word} ({why})"
    sentences.append(say("details.verdict", verdict=visible_line(word)))
    if report.isolation in ("limited", "none"):
        sentences.append(say(f"details.isolation.{report.isolation}"))
    return sentences


def _sections(report: Report, files: Mapping[str, bytes], say: Say) -> list[Section]:
    """Policy first, because it can be the whole answer; then the ladder from below; then quality. A fix does not quote
    again what the place has quoted."""
    policy = "rejected" if report.verdict is Verdict.REJECTED else "policy"
    kinds: list[tuple[str, About, Rung | None]] = [(policy, About.POLICY, None)]
    kinds += [("correctness", About.CORRECTNESS, None)]
    kinds += [(rung.value, About.CORRECTNESS, rung) for rung in Rung]
    kinds += [("quality", About.QUALITY, None)]
    sections = []
    pointed_at = {_spot(finding.where) for finding in report.findings if finding.rung is Rung.PLACE}
    for key, about, rung in kinds:
        told = [
            replace(finding, where=None) if rung is Rung.FIX and _said(finding, pointed_at) else finding
            for finding in report.findings
            if finding.about is about and (finding.rung is rung or about is not About.CORRECTNESS)
        ]
        if told:
            heading = say(f"heading.{key}.{report.reason}", f"heading.{key}")
            sections.append(Section(heading, tuple(_item(finding, files, say) for finding in told)))
    return sections


def _said(fix: Finding, pointed_at: set[Where | None]) -> bool:
    """Whether where a fix goes is told already: by the place, or by the diff that it is."""
    return _spot(fix.where) in pointed_at or "\n@@ " in fix.text


def _spot(where: Where | None) -> Where | None:
    """Of a passage the line, wherever in it one looks."""
    return Passage(where.file, where.line) if isinstance(where, Passage) else where


def _item(finding: Finding, files: Mapping[str, bytes], say: Say) -> Item:
    """A comparison takes the place of the text, which says the same; what the text quotes is not quoted again."""
    comparison = visible_comparison(finding.comparison, say) if finding.comparison else None
    text = "" if comparison else visible(finding.text.strip("\n"))
    # A diff has its sign before the line.
    shown = (
        {part.strip() for line in text.split("\n") for part in (line, line.removeprefix("-"))} if "\n" in text else ()
    )
    line = excerpt(finding.where, files) if isinstance(finding.where, Passage) else None
    quoted = line if line and line.text.strip() not in shown else None
    return Item(
        text=text,
        aligned=any("  " in line or line.startswith(" ") for line in text.split("\n")) and "\n" in text,
        place=_place(finding.where, text, say, quoted is not None) if finding.where else None,
        excerpt=quoted,
        comparison=comparison,
        drawing=Drawing(drawing.svg, visible(drawing.text.strip("\n"))) if (drawing := finding.drawing) else None,
    )


_LABELLED = re.compile(r"`[A-Za-z_]\w*(\+\d+)?`")


def _place(where: Where, text: str, say: Say, quoted: bool) -> str | None:
    """None where the text names it already. A line that is quoted has its column marked."""
    match where:
        case Passage(file=file, line=line, column=column) if column is None or quoted:
            place = say("place.text", file=file, line=line)
        case Passage(file=file, line=line, column=column):
            place = say("place.column", file=file, line=line, column=column)
        case State(name=name):
            place = say("place.state", name=name)
            if visible_line(name) in text:
                return None
        case Transition(source=source, label=label, target=target):
            place = say("place.transition", source=source, label=label, target=target)
            if all(visible_line(name) in text for name in (source, label, target)):
                return None
        case Instruction(address=address):
            place = say("place.instruction", address=address)
            if _LABELLED.search(text):  # a label and a line say where; an address is for who has neither
                return None
        case Bar(number=bar, beat=None):
            place = say("place.bar", number=bar)
        case Bar(number=bar, beat=beat):
            place = say("place.beat", number=bar, beat=beat)
        case Time(start=start, end=end):
            began = _moment(start, say)
            place = (
                say("place.time", start=began) if end is None else say("place.span", start=began, end=_moment(end, say))
            )
            if re.search(rf"(?<![\d.,]){re.sub('[.,]', '[.,]', began)}(?![\d.,]*\d)", text):
                return None
        case Node(path=path):
            place = say("place.node", path=path)
    return None if place.casefold() in text.casefold() else visible_line(place)


def _moment(value: float, say: Say) -> str:
    """A time as people write it, without the unit, which only the subject knows."""
    rounded = f"{value:.3f}".rstrip("0").rstrip(".")
    return rounded.replace(".", say("decimal.point"))


def _notes(report: Report, policy: Policy | None, say: Say) -> list[str]:
    if report.attempt is None:
        return []
    more = policy is not None and policy.rungs(report.attempt) != policy.rungs(report.attempt + 1)
    key = "note.more" if more and not report.verdict.right else "note.attempt"
    return [say(key, attempt=report.attempt)]
