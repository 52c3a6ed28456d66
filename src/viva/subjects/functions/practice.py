"""Findings about quality: bad habits, wasted work, deep recursion, and what the teacher's own analyses find."""

from __future__ import annotations

from collections.abc import Sequence

from viva.core.report import About, Finding
from viva.core.where import Passage
from viva.engines.calls import Case, Growth, Trial
from viva.engines.calls.programs import Compiled
from viva.subjects.functions import analyses
from viva.subjects.functions.model import Task
from viva.subjects.functions.voice import Voice

_MOST = 8


def findings(
    task: Task, trial: Trial, cases: Sequence[Case], voice: Voice, *, deep: Sequence[Case], growth: Growth | None
) -> tuple[Finding, ...]:
    """`deep` are inputs on which the function is right but calls itself deeper than its language allows."""
    found = list(habits(trial.submission, voice))
    if deep:
        call = voice.call(task.function, min(deep, key=lambda case: case.steps).arguments)
        found.append(Finding(voice.say("quality_deep", call=call), About.QUALITY, signature="deep_recursion"))
    if growth:
        found.append(_growth(growth, voice))
    if task.analyses is not None:
        found += analyses.findings(task.analyses, trial, cases)
    return tuple(found)


def habits(submission: Compiled, voice: Voice) -> tuple[Finding, ...]:
    """Each kind of habit with each name once."""
    seen: dict[tuple[str, str], Finding] = {}
    for mention in submission.facts.habits:
        text = voice.say(f"habit_{mention.name}", line=mention.line, name=mention.detail)
        where = Passage(str(submission.file), mention.line, mention.column)
        finding = Finding(text, About.QUALITY, signature=f"habit:{mention.name}", where=where)
        seen.setdefault((mention.name, mention.detail), finding)
    return tuple(seen.values())[:_MOST]


def _growth(growth: Growth, voice: Voice) -> Finding:
    curve = growth.curve
    text = voice.say(
        "quality_growth", growth=growth.submission, reference=growth.reference, parameter=growth.parameter,
        size=curve.sizes[-1], steps=f"{curve.submission[-1]:,}", fewer=f"{curve.reference[-1]:,}",
        half=curve.sizes[-2], before=f"{curve.submission[-2]:,}",
    )  # fmt: skip
    return Finding(text, About.QUALITY, signature=f"growth:{growth.submission}")
