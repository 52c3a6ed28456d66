"""A smallest change that makes a submission right: found by `engines.repair`, along the reference and whatever other
right programs the teacher has."""

from __future__ import annotations

from collections.abc import Sequence

from viva.core.report import Finding
from viva.engines.calls import Case, Failure, Searcher, Trial
from viva.engines.repair import Repair, Search, of_calls, telling
from viva.languages.survey import Survey
from viva.subjects.functions.model import Task


def repaired(
    task: Task, trial: Trial, searcher: Searcher, cases: Sequence[Case], failures: Sequence[Failure]
) -> Repair | None:
    """None where there is none within the budget, or nothing to repair."""
    reference = task.question.reference
    if reference is None or not_started(trial.submission.facts, trial.question.function):
        return None
    others = [source for source in (reference, *task.corpus) if source.language == trial.submission.language.name]
    language = trial.submission.language
    texts = [
        source.text if source.function == trial.question.function
        else language.renamed(source.text, source.function, trial.question.function)
        for source in others
    ]  # fmt: skip
    forbidden = frozenset(task.rules.names)
    return Search(of_calls(trial, searcher, cases, failures, texts, forbidden=forbidden)).repair()


def not_started(facts: Survey, function: str) -> bool:
    """Whether nothing is worked with in the function: `pass`, or a constant that is given back."""
    name = function.rpartition(".")[2]
    mine = [statement for statement in facts.flow if statement.function == name]
    return facts.function(function) is not None and not any(
        statement.reads or statement.writes or statement.gives in ("test", "print") for statement in mine
    )


def fix(repair: Repair | None, task: Task, trial: Trial, locale: str) -> Finding | None:
    file, facts = str(trial.submission.file), trial.submission.facts
    if repair is not None:
        return telling.told(repair, file, locale, holes=task.fix == "holes")
    asked = facts.function(trial.question.function)
    if asked is not None and not_started(facts, trial.question.function):
        return telling.not_started(file, asked.line, locale)
    return None
