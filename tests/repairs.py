"""Laws that every repair in the test suite is held to, whatever test it comes from: it is right on inputs that nobody
looked at while it was found, and no rung below the fix has anything of it."""

from __future__ import annotations

import keyword
import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from viva.core.ladder import Rung
from viva.core.report import Finding
from viva.engines.calls import Searcher, Trial
from viva.engines.repair import Repair
from viva.engines.repair.measuring import words
from viva.languages.program import Program
from viva.subjects.functions import explain, fix

HELD_OUT = 40
SEED = 977  # of no suite and no search
PLAIN = {*keyword.kwlist, *keyword.softkwlist, "pass"}
"""Words of the language itself are no news."""


def right_elsewhere(trial: Trial, searcher: Searcher, repair: Repair) -> None:
    changed = trial.submission.edited(repair.after.encode())
    program = changed.program()
    assert isinstance(program, Program), repair.after
    again = replace(trial, submission=changed, program=program)
    cases = trial.oracle.cases(searcher.random(HELD_OUT, SEED))
    wrong = [case.arguments for case, _, failure in again.failures(cases) if failure is not None]
    assert not wrong, (repair.after, wrong[:3])


def nothing_given_away(findings: Sequence[Finding], repair: Repair) -> None:
    """Neither the new text nor a word that is new in it; below the example no line either."""
    known = set(words(repair.before))
    pieces = [piece for change in repair.changes for piece in change.pieces]
    whole = {line.strip() for piece in pieces for line in piece.new.split("\n")} - {
        line.strip() for line in repair.before.split("\n")
    }
    fresh = {word for piece in pieces for word in words(piece.new) if word.isidentifier()} - known - PLAIN
    for finding in findings:
        if finding.rung is None or finding.rung is Rung.FIX:
            continue
        coded = set(words(" ".join(re.findall(r"`([^`]*)`", finding.text))))
        long = [text for text in whole if len(words(text)) > 3 and text not in repair.before]
        assert not any(text in finding.text for text in long), finding.text
        if finding.rung is not Rung.EXAMPLE:
            assert not fresh & coded - _values(finding), (finding.text, fresh & coded)
        if finding.rung in (Rung.HINT, Rung.PATTERN):
            assert not re.search(r"\bline \d", finding.text), finding.text


def _values(finding: Finding) -> set[str]:
    """What a function answers is told below the fix; so are the names of errors."""
    return {"True", "False", "None"} | set(re.findall(r"\w+(?:Error|Exception)", finding.text))


def held_to_laws(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is repaired from here on is looked at."""
    find, tell = fix.find_repair, explain.findings

    def repaired(task: Any, trial: Trial, searcher: Searcher, cases: Any, failures: Any, **named: Any) -> Repair | None:
        found = find(task, trial, searcher, cases, failures, **named)
        if found is not None:
            right_elsewhere(trial, searcher, found)
        return found

    def findings(*arguments: Any, repair: Repair | None = None, **named: Any) -> tuple[Finding, ...]:
        told = tell(*arguments, repair=repair, **named)
        if repair is not None:
            nothing_given_away(told, repair)
        return told

    monkeypatch.setattr(fix, "find_repair", repaired)
    monkeypatch.setattr(explain, "findings", findings)
