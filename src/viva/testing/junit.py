"""Results of properties as JUnit XML: a property is a test case, a module a suite."""

from __future__ import annotations

from collections.abc import Sequence

from viva.core.json import Json
from viva.core.verdict import Verdict
from viva.showing import junit
from viva.showing.junit import Case, Suite
from viva.testing.testing import ModuleReport


def as_junit(reports: Sequence[ModuleReport]) -> str:
    return junit.as_junit([_suite(report) for report in reports])


def _suite(report: ModuleReport) -> Suite:
    module = report.path.stem
    cases = [_case(module, result) for result in report.results]
    cases += [Case(module, error.property or "import", "error", error.sentence) for error in report.errors]
    return Suite(str(report.path), tuple(cases))


def _case(module: str, result: dict[str, Json]) -> Case:
    outcome, seconds = junit.outcome_of(Verdict(str(result["verdict"]))), result["seconds"]
    message = _shown(result) if outcome == "failure" else str(result["sentence"])
    return Case(
        module, str(result["name"]), outcome, message, float(seconds) if isinstance(seconds, int | float) else 0.0
    )


def _shown(result: dict[str, Json]) -> str:
    example = result["counterexample"]
    if not isinstance(example, dict):
        return str(result["sentence"])
    arguments = example["arguments"]
    assert isinstance(arguments, dict)
    told = ", ".join(f"{name} = {source}" for name, source in arguments.items())
    return f"counterexample: {told}" + (f" ({example['note']})" if example.get("note") else "")
