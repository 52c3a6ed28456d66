"""Start reading here: a report as what there is to show, in reading order.

Everything in an outline is visible text (`viva.core.escape.visible`): whoever writes it out adds only the escaping of
its own medium. Texts come from the catalogue; nothing here depends on the medium.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from viva.core.drawing import Drawing
from viva.core.escape import visible, visible_line
from viva.core.ladder import Policy, Rung
from viva.core.report import About, Evidence, Finding, Report
from viva.core.submission import Submission
from viva.core.terms import ENGLISH
from viva.core.texts import Catalogue, catalogue
from viva.core.verdict import Verdict
from viva.core.where import Bar, Instruction, Node, Passage, State, Time, Transition, Where
from viva.drawing.listing import Line
from viva.showing.excerpt import excerpt
from viva.showing.witness import Row, witness_rows

_MARKS = {
    Verdict.PROVED: "✓",
    Verdict.PASSED: "✓",
    Verdict.REFUTED: "✗",
    Verdict.UNDECIDED: "?",
    Verdict.REJECTED: "!",
}


@dataclass(frozen=True, slots=True)
class Item:
    """One finding: what is said, where it is, the line it is about, the counterexample in rows, the picture."""

    text: str
    place: str | None = None
    excerpt: Line | None = None
    rows: tuple[Row, ...] = ()
    remarks: tuple[str, ...] = ()
    drawing: Drawing | None = None


@dataclass(frozen=True, slots=True)
class Section:
    heading: str
    items: tuple[Item, ...]


@dataclass(frozen=True, slots=True)
class Outline:
    """`mark` says the verdict in one character and `tone` in one word, for colours: good, bad or open."""

    title: str
    mark: str
    tone: str
    headline: str
    evidence: str
    sections: tuple[Section, ...]
    notes: tuple[str, ...]
    parts: tuple[Outline, ...]
    footer: str


def outline(
    report: Report,
    title: str = "",
    submission: Submission | None = None,
    points: float | None = None,
    policy: Policy | None = None,
    *,
    locale: str = ENGLISH,
) -> Outline:
    """What there is to show. `submission` lends the lines that places point at; `points` are the exercise's, and
    `policy` lets the outline say that a later attempt is told more."""
    say = catalogue("viva.showing", locale)
    files = submission.files if submission else {}
    return Outline(
        title=visible_line(title or report.exercise),
        mark=_MARKS[report.verdict],
        tone="good" if report.verdict.right else "open" if report.verdict is Verdict.UNDECIDED else "bad",
        headline=headline(report, points, locale),
        evidence=_evidence(report.evidence, say),
        sections=tuple(_sections(report, files, say)),
        notes=tuple(_notes(report, policy, say)),
        parts=tuple(outline(part, submission=submission, locale=locale) for part in report.parts),
        footer=visible_line(
            f"{report.subject}/{report.exercise}, seed {report.seed}, viva {report.version}, {report.seconds:.2f} s"
        ),
    )


def headline(report: Report, points: float | None = None, locale: str = ENGLISH) -> str:
    """The verdict in words, with its reason and the score: "Not yet right: it crashed. Score 0 %."."""
    say = catalogue("viva.showing", locale)
    verdict = say.say(f"verdict.{report.verdict}")
    if not report.verdict.right:
        verdict = f"{verdict}: {reason(report.reason, locale)}." if report.reason else f"{verdict}."
    return f"{verdict} {_score(report.score, points, say)}."


def reason(word: str, locale: str = ENGLISH) -> str:
    """A reason in words; one that a subject added is its own word."""
    say = catalogue("viva.showing", locale)
    key = f"reason.{word}"
    return say.say(key) if key in say.templates else visible_line(word.replace("_", " "))


def number(value: float) -> str:
    """A number as a person writes it: no more than two decimals, none where there are none."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


def _score(score: float | None, points: float | None, say: Catalogue) -> str:
    if score is None:
        return say.say("score.none")
    percent = number(score * 100)
    if points is None or points == 1:
        return say.say("score", percent=percent)
    return say.say("score.points", percent=percent, points=number(score * points), all=number(points))


def _evidence(evidence: Evidence, say: Catalogue) -> str:
    sentences = [say.say("evidence", method=visible_line(evidence.method).removesuffix("."))]
    if evidence.tests is not None:
        sentences.append(say.say("evidence.tests", tests=evidence.tests))
    if evidence.covered:
        sentences.append(say.say("evidence.covered", covered=visible_line(evidence.covered).removesuffix(".")))
    return " ".join(sentences)


def _sections(report: Report, files: Mapping[str, bytes], say: Catalogue) -> list[Section]:
    """Policy first, because it can be the whole answer; then the ladder from below; then quality."""
    policy = "rejected" if report.verdict is Verdict.REJECTED else "policy"
    kinds: list[tuple[str, About, Rung | None]] = [(policy, About.POLICY, None)]
    kinds += [("correctness", About.CORRECTNESS, None)]
    kinds += [(rung.value, About.CORRECTNESS, rung) for rung in Rung]
    kinds += [("quality", About.QUALITY, None)]
    sections = []
    for key, about, rung in kinds:
        told = [
            finding
            for finding in report.findings
            if finding.about is about and (finding.rung is rung or about is not About.CORRECTNESS)
        ]
        if told:
            sections.append(Section(say.say(f"heading.{key}"), tuple(_item(finding, files, say) for finding in told)))
    return sections


def _item(finding: Finding, files: Mapping[str, bytes], say: Catalogue) -> Item:
    """A text of several lines shows the witness itself, and may show the line; neither is shown again."""
    text = visible(finding.text.strip("\n"))
    shown = [line.strip() for line in text.split("\n")] if "\n" in text else []
    line = excerpt(finding.where, files) if isinstance(finding.where, Passage) else None
    rows, remarks = witness_rows(finding.witness, say) if finding.witness else ((), ())
    if shown:
        rows = ()
    return Item(
        text=text,
        place=_place(finding.where, say) if finding.where else None,
        excerpt=line if line and line.text.strip() not in shown else None,
        rows=rows,
        remarks=remarks,
        drawing=Drawing(drawing.svg, visible(drawing.text.strip("\n"))) if (drawing := finding.drawing) else None,
    )


def _place(where: Where, say: Catalogue) -> str:
    match where:
        case Passage(file=file, line=line, column=None):
            place = say.say("place.text", file=file, line=line)
        case Passage(file=file, line=line, column=column):
            place = say.say("place.column", file=file, line=line, column=column)
        case State(name=name):
            place = say.say("place.state", name=name)
        case Transition(source=source, label=label, target=target):
            place = say.say("place.transition", source=source, label=label, target=target)
        case Instruction(address=address):
            place = say.say("place.instruction", address=address)
        case Bar(number=bar, beat=None):
            place = say.say("place.bar", number=bar)
        case Bar(number=bar, beat=beat):
            place = say.say("place.beat", number=bar, beat=beat)
        case Time(start=start, end=None):
            place = say.say("place.time", start=start)
        case Time(start=start, end=end):
            place = say.say("place.span", start=start, end=end)
        case Node(path=path):
            place = say.say("place.node", path=path)
    return visible_line(place)


def _notes(report: Report, policy: Policy | None, say: Catalogue) -> list[str]:
    notes = []
    if report.attempt is not None:
        notes.append(say.say("note.attempt", attempt=report.attempt))
        more = policy is not None and policy.rungs(report.attempt) != policy.rungs(report.attempt + 1)
        if more and not report.verdict.right:
            notes.append(say.say("note.more"))
    if report.isolation in ("limited", "none"):
        notes.append(say.say(f"note.isolation.{report.isolation}"))
    return notes
