"""What the exercise forbids: looked for in the source, and again while the function runs, where an alias shows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from viva.core.json import Json
from viva.core.report import About, Finding, Report
from viva.core.texts import catalogue
from viva.core.verdict import Verdict
from viva.core.where import Passage
from viva.languages.survey import Mention, Survey
from viva.subjects.functions.model import Rules
from viva.subjects.functions.oracle import Case
from viva.subjects.functions.trial import Trial

_TEXTS = catalogue(__package__)
_RUNS = 80


def applied(report: Report, trial: Trial, tests: Sequence[Case]) -> Report:
    """The report as it is, or `rejected`; then the evidence still says how the function behaves."""
    task, file = trial.task, trial.file
    if not task.rules or report.verdict is Verdict.UNDECIDED:
        return report
    own = {function.name for function in trial.program.functions} | {cls.name for cls in trial.program.classes}
    found = list(_written(task.rules, trial.facts, own, file)) or list(_running(trial, task.rules, file, tests))
    if not found:
        return report
    details: dict[str, Json] = {**report.evidence.details, "otherwise": report.verdict.value}
    covered = _TEXTS.say(f"otherwise_{report.verdict.value}", covered=report.evidence.covered)
    evidence = replace(report.evidence, covered=covered, details=details)
    return replace(
        report,
        verdict=Verdict.REJECTED,
        reason="forbidden",
        score=0.0,
        evidence=evidence,
        findings=(*found, *report.findings),
    )


def _written(rules: Rules, facts: Survey, own: set[str], file: str) -> Iterator[Finding]:
    """Each forbidden thing once, at the first place where it is used."""
    seen: set[str] = set()
    for mention in facts.names:
        name = mention.name.removeprefix(".")
        plain = "." not in mention.name
        forbidden = (name in rules.functions and not (plain and name in own)) or (
            not plain and any(mention.name.endswith(f".{method.rpartition('.')[2]}") for method in rules.methods)
        )
        if forbidden and name not in seen:
            seen.add(name)
            yield _finding("function" if plain else "method", name.rpartition(".")[2], mention, file)
    for mention in facts.imports:
        module = mention.name.partition(".")[0]
        if module in rules.modules and module not in seen:
            seen.add(module)
            yield _finding("module", module, mention, file)
    for mention in facts.syntax:
        if mention.name in rules.syntax and mention.name not in seen:
            seen.add(mention.name)
            yield _finding("syntax", mention.name, mention, file)


def _running(trial: Trial, rules: Rules, file: str, tests: Sequence[Case]) -> Iterator[Finding]:
    """What is called under another name, or reached by `getattr` or `eval`."""
    for outcome in trial.outcomes(tests[:_RUNS], forbidden=rules.watched):
        problem = outcome.problem
        if problem and problem.reason == "forbidden":
            mention = Mention(problem.message, problem.line or 1, 1)
            text = _TEXTS.say("forbidden_called", name=problem.message)
            yield Finding(
                text, About.POLICY, signature=f"forbidden:{problem.message}", where=Passage(file, mention.line)
            )
            return


def _finding(kind: str, name: str, mention: Mention, file: str) -> Finding:
    return Finding(
        _TEXTS.say(f"forbidden_{kind}", name=name, line=mention.line),
        About.POLICY,
        signature=f"forbidden:{name}",
        where=Passage(file, mention.line, mention.column),
    )
