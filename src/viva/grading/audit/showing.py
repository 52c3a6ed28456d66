"""An audit for the teacher: as sections of sentences, which are a page, or lines on a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from viva.core.records import dataclass
from viva.core.text.escape import visible_line
from viva.core.texts import Say
from viva.grading.audit.auditing import Audit
from viva.showing.outline import number
from viva.showing.page import render

_TEMPLATES = (Path(__file__).parents[1] / "templates",)
_MOST_NAMES = 8


@dataclass(frozen=True, slots=True)
class Section:
    """`note` says what the section is about, and how it is meant that nothing is told."""

    heading: str
    note: str
    told: tuple[str, ...]


def audit_page(audit: Audit, say: Say, locale: str) -> str:
    return render(
        "audit.html", _TEMPLATES, text=say, locale=locale, title=audit.title, sections=sections(audit, say, locale)
    )


def sections(audit: Audit, say: Say, locale: str) -> tuple[Section, ...]:
    found = {
        "unfired": [say("audit.unfired", example=each.example, told=each.told) for each in audit.unfired],
        "unforeseen": [_group(each.title, each.students, say) for each in audit.unforeseen],
        "idle": list(_idle(audit, say, locale)),
        "labels": list(_labels(audit, say)),
        "ways": [
            say("audit.way", words=", ".join(f"`{word}`" for word in way.words), names=_names(way.students, say))
            for way in audit.ways or ()
        ],
        "unexplained": [_group(each.title, each.students, say) for each in audit.unexplained],
        "refused": list(_refused(audit, say)),
        "difficulty": list(_difficulty(audit, say, locale)),
    }
    left_out = {"labels": audit.held is None, "ways": audit.ways is None}
    return tuple(
        Section(
            say(f"audit.{name}.heading"),
            say(f"audit.{name}.{'left_out' if left_out.get(name) else 'note' if told else 'none'}"),
            tuple(map(visible_line, told)),
        )
        for name, told in found.items()
    )


def _group(title: str, students: Sequence[str], say: Say) -> str:
    return say("audit.group", title=title, count=len(students), names=_names(students, say))


def _idle(audit: Audit, say: Say, locale: str) -> Iterator[str]:
    for part in audit.idle:
        yield say("audit.idle.all" if part.right else "audit.idle.nobody", title=part.title, count=part.of)
    if len(audit.failing) > 1 and len(set(audit.failing)) == 1:
        share = number(round(100 * audit.failing[0]), locale)
        yield say("audit.idle.failing", count=len(audit.failing), percent=share)


def _labels(audit: Audit, say: Say) -> Iterator[str]:
    held = audit.held
    if held is None:
        return
    yield say("audit.labels.agree", agree=held.agree, count=held.of)
    for each in held.differ:
        points = "–" if each.points is None else f"{each.points:g}"
        teacher = say(f"audit.labels.{each.teacher}") if each.teacher in ("right", "wrong") else each.teacher
        yield say("audit.labels.differs", student=each.student, teacher=teacher, verdict=each.verdict, points=points)
    if held.nobody:
        yield say("audit.labels.nobody", names=_names(held.nobody, say))


def _refused(audit: Audit, say: Say) -> Iterator[str]:
    if audit.refused or audit.unsaid:
        yield say("audit.refused.proved", proved=audit.proved, passed=audit.verdicts.get("passed", 0))
    for each in audit.refused:
        constructs = ", ".join(f"`{name}` ({count})" for name, count in each.constructs.items())
        key = "audit.refused.with" if constructs else "audit.refused.reason"
        yield say(key, count=each.count, reason=each.reason, constructs=constructs)
    if audit.unsaid:
        yield say("audit.refused.unsaid", count=audit.unsaid)


def _difficulty(audit: Audit, say: Say, locale: str) -> Iterator[str]:
    seen = audit.difficulty
    if seen.of:
        mean = number(round(100 * (seen.mean or 0.0)), locale)
        yield say("audit.difficulty.seen", right=seen.right, count=seen.of, percent=mean)
    if seen.claimed is not None:
        yield say("audit.difficulty.claimed", claimed=f"{seen.claimed:g}")
    agreed = sum(seen.order(each) > 0 for each in seen.beside)
    if agreed or seen.against:
        yield say("audit.difficulty.order", agreed=agreed, count=agreed + len(seen.against))
    for each in seen.against:
        key = "harder" if (seen.claimed or 0.0) > each.claimed else "easier"
        mine, theirs = (number(round(100 * share), locale) for share in (seen.mean or 0.0, each.mean))
        yield say(f"audit.difficulty.{key}", other=each.exercise, mine=mine, theirs=theirs)


def _names(students: Sequence[str], say: Say) -> str:
    shown = ", ".join(students[:_MOST_NAMES])
    more = len(students) - _MOST_NAMES
    return say("audit.more", names=shown, count=more) if more > 0 else shown
