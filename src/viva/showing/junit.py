"""Results as JUnit XML, which build servers read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from viva.core.records import dataclass
from viva.core.report import Report
from viva.core.text.escape import markup
from viva.core.verdict import Verdict
from viva.showing.brief import in_short

Outcome = Literal["", "failure", "error", "skipped"]
_OF_VERDICT: dict[Verdict, Outcome] = {
    Verdict.REFUTED: "failure",
    Verdict.REJECTED: "error",
    Verdict.UNDECIDED: "skipped",
}


@dataclass(frozen=True, slots=True)
class Case:
    """One test; `outcome` is empty for what is right, and `message` then is not told."""

    suite: str
    name: str
    outcome: Outcome = ""
    message: str = ""
    seconds: float | None = None


@dataclass(frozen=True, slots=True)
class Suite:
    name: str
    cases: tuple[Case, ...]


def outcome_of(verdict: Verdict) -> Outcome:
    return _OF_VERDICT.get(verdict, "")


def case_of(report: Report, name: str) -> Case:
    """A report as a test: what it says in short is the message."""
    return Case(report.exercise, name, outcome_of(report.verdict), in_short(report), report.seconds)


def as_junit(suites: Sequence[Suite]) -> str:
    return '<?xml version="1.0" encoding="utf-8"?>\n<testsuites>\n' + "".join(map(_suite, suites)) + "</testsuites>\n"


def _suite(suite: Suite) -> str:
    outcomes = [case.outcome for case in suite.cases]
    counts = f'failures="{outcomes.count("failure")}" errors="{outcomes.count("error")}"'
    seconds = sum(case.seconds or 0.0 for case in suite.cases)
    return (
        f'  <testsuite name="{markup(suite.name)}" tests="{len(suite.cases)}" {counts} '
        f'skipped="{outcomes.count("skipped")}" time="{seconds:.3f}">\n'
        f"{''.join(map(_case, suite.cases))}  </testsuite>\n"
    )


def _case(case: Case) -> str:
    took = "" if case.seconds is None else f' time="{case.seconds:.3f}"'
    opening = f'    <testcase classname="{markup(case.suite)}" name="{markup(case.name)}"{took}'
    if not case.outcome:
        return f"{opening}/>\n"
    message = markup(case.message).replace("\n", "&#10;").replace("\t", "&#9;")
    return f'{opening}>\n      <{case.outcome} message="{message}"/>\n    </testcase>\n'
