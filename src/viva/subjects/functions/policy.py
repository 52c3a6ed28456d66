"""What the exercise forbids: looked for in the source, and again while the function runs, where an alias shows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from viva.core.json import Json
from viva.core.report import About, Finding, Report
from viva.core.verdict import Verdict
from viva.core.where import Passage
from viva.engines.calls import Case, Trial
from viva.languages.survey import Mention, Survey
from viva.subjects.functions.model import Rules
from viva.subjects.functions.voice import Voice

_RUNS = 80


def applied(report: Report, rules: Rules, trial: Trial, tests: Sequence[Case], voice: Voice) -> Report:
    """The report as it is, or `rejected`; then the evidence still says how the function behaves."""
    if not rules or report.verdict is Verdict.UNDECIDED:
        return report
    file = str(trial.submission.file)
    own = {function.name for function in trial.program.functions} | {cls.name for cls in trial.program.classes}
    found = list(_written(rules, trial.submission.facts, own, file, voice)) or list(
        _running(trial, rules, tests, voice)
    )
    if not found:
        return report
    details: dict[str, Json] = {**report.evidence.details, "otherwise": report.verdict.value}
    covered = voice.say(f"otherwise_{report.verdict.value}", covered=report.evidence.covered)
    evidence = replace(report.evidence, covered=covered, details=details)
    return replace(
        report,
        verdict=Verdict.REJECTED,
        reason="forbidden",
        score=0.0,
        evidence=evidence,
        findings=(*found, *report.findings),
    )


def _written(rules: Rules, facts: Survey, own: set[str], file: str, voice: Voice) -> Iterator[Finding]:
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
            yield _finding("function" if plain else "method", name.rpartition(".")[2], mention, file, voice)
    for mention in facts.imports:
        module = mention.name.partition(".")[0]
        if module in rules.modules and module not in seen:
            seen.add(module)
            yield _finding("module", module, mention, file, voice)
    for mention in facts.syntax:
        if mention.name in rules.syntax and mention.name not in seen:
            seen.add(mention.name)
            yield _finding("syntax", mention.name, mention, file, voice)


def _running(trial: Trial, rules: Rules, tests: Sequence[Case], voice: Voice) -> Iterator[Finding]:
    """What is called under another name, or reached by `getattr` or `eval`."""
    for outcome in trial.outcomes(tests[:_RUNS], forbidden=rules.watched):
        problem = outcome.problem
        if problem and problem.reason == "forbidden":
            text = voice.say("forbidden_called", name=problem.message)
            where = Passage(str(trial.submission.file), problem.line or 1)
            yield Finding(text, About.POLICY, signature=f"forbidden:{problem.message}", where=where)
            return


def _finding(kind: str, name: str, mention: Mention, file: str, voice: Voice) -> Finding:
    return Finding(
        voice.say(f"forbidden_{kind}", name=name, line=mention.line),
        About.POLICY,
        signature=f"forbidden:{name}",
        where=Passage(file, mention.line, mention.column),
    )
