"""A smallest change that makes a submission right: found by `engines.repair`, along the reference and whatever other
right programs the teacher has."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from viva.core.rungs import Clue
from viva.engines.calls import Case, Failure, Searcher, Trial
from viva.engines.repair import Repair, Search, of_calls, telling
from viva.languages.survey import Survey
from viva.subjects.functions.model import Task

_FEW, _SHORT = 8, 60  # statements and lines of what is not started: its text for people may be long


def find_repair(
    task: Task,
    trial: Trial,
    searcher: Searcher,
    cases: Sequence[Case],
    failures: Sequence[Failure],
    *,
    handed_in: Callable[[Trial], Case | bool] | None = None,
    told: bool,
    most: int = 1,
) -> Repair | None:
    """`most` are how many are looked for. `handed_in` says of a changed submission whether a full check finds it right,
    or on which input it is not. One that is not `told`, only used, need not be proved. None where there is none within
    the budget, nothing to repair, or the language offers no changes."""
    reference, reads = task.question.reference, trial.submission.language.reads
    if reference is None or reads is None or not_started(trial.submission.facts, trial.question.function):
        return None
    known = (reference, *task.references, *task.corpus)
    others = [source for source in known if source.language == trial.submission.language.name]
    texts = [
        source.text if source.function == trial.question.function
        else reads.renamed(source.text, source.function, trial.question.function)
        for source in others
    ]  # fmt: skip
    forbidden = frozenset(task.rules.names)
    wrong = of_calls(trial, searcher, cases, failures, texts, forbidden=forbidden, confirmed=handed_in, prove=told)
    return Search(wrong, most=most if told else 1).repair() if wrong else None


def not_started(facts: Survey, function: str) -> bool:
    """Whether nothing that it is given is worked with in the function: `pass`, a text for people, a constant that is
    given back, an error that says so. A function without parameters is not started where it does nothing at all."""
    name = function.rpartition(".")[2]
    mine = [statement for statement in facts.flow if statement.function == name]
    asked = facts.function(function)
    if (
        asked is None
        or not facts.flow  # nobody can see what its statements do
        or len(mine) > _FEW
        or asked.end_line - asked.line > _SHORT
        or any(one.gives == "test" for one in mine)
    ):
        return False
    if not asked.parameters:
        return not any(one.reads or one.writes or one.gives in ("test", "print") for one in mine)
    own = {written for one in mine for written in one.writes} - {name for name, _ in asked.parameters}
    return not any(_works(each) for one in mine for each in one.reads - own)


def _works(name: str) -> bool:
    """Whether to read a name is to work with something: not so of what only shows or raises."""
    return name not in ("print", "console") and not name.endswith(("Error", "Exception"))


def fix(repair: Repair | None, task: Task, trial: Trial, locale: str) -> Clue | list[Clue] | None:
    """The smallest repair, and others to choose from where these were asked for."""
    file, facts = str(trial.submission.file), trial.submission.facts
    if repair is not None:
        holes = task.fix == "holes"
        others = (telling.repair_clue(other, file, locale, holes=holes) for other in repair.others)
        return [
            telling.repair_clue(repair, file, locale, holes=holes),
            *(telling.instead(one, locale) for one in others),
        ]
    asked = facts.function(trial.question.function)
    if asked is not None and not_started(facts, trial.question.function):
        return telling.not_started(file, asked.line, locale)
    return None
