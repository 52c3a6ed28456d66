"""Findings about quality: bad habits, wasted work, deep recursion, and what the teacher's own analyses find."""

from __future__ import annotations

from collections.abc import Sequence

from viva.core.report import About, Finding
from viva.core.texts import catalogue
from viva.core.where import Passage
from viva.languages.survey import Survey
from viva.subjects.functions import analyses, growth
from viva.subjects.functions.oracle import Case
from viva.subjects.functions.trial import Trial
from viva.subjects.functions.values import call_text

_TEXTS = catalogue(__package__)
_MOST = 8


def findings(trial: Trial, cases: Sequence[Case]) -> tuple[Finding, ...]:
    task = trial.task
    found = list(habits(trial.facts, trial.file))
    if trial.deep:
        call = call_text(task.function, min(trial.deep, key=lambda case: case.steps).arguments, trial.language)
        found.append(Finding(_TEXTS.say("quality_deep", call=call), About.QUALITY, signature="deep_recursion"))
    if task.growth and task.reference is not None:
        found += growth.findings(trial)
    if task.analyses is not None:
        found += analyses.findings(trial, cases)
    return tuple(found)


def habits(facts: Survey, file: str) -> tuple[Finding, ...]:
    """Each kind of habit with each name once."""
    seen: dict[tuple[str, str], Finding] = {}
    for mention in facts.habits:
        text = _TEXTS.say(f"habit_{mention.name}", line=mention.line, name=mention.detail)
        where = Passage(file, mention.line, mention.column)
        finding = Finding(text, About.QUALITY, signature=f"habit:{mention.name}", where=where)
        seen.setdefault((mention.name, mention.detail), finding)
    return tuple(seen.values())[:_MOST]
