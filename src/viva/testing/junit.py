"""Results as JUnit XML, which build servers read: a property is a test case, a module a suite."""

from __future__ import annotations

from collections.abc import Sequence

from viva.core.json import Json
from viva.core.text.escape import markup
from viva.testing.testing import ModuleReport


def as_junit(reports: Sequence[ModuleReport]) -> str:
    suites = "".join(_suite(report) for report in reports)
    return f'<?xml version="1.0" encoding="utf-8"?>\n<testsuites>\n{suites}</testsuites>\n'


def _suite(report: ModuleReport) -> str:
    verdicts = [str(result["verdict"]) for result in report.results]
    failures, skipped = verdicts.count("refuted"), verdicts.count("undecided")
    errors = verdicts.count("rejected") + len(report.errors)
    seconds = sum(_number(result["seconds"]) for result in report.results)
    cases = "".join(_case(report.path.stem, result) for result in report.results)
    for error in report.errors:
        name = markup(error.property or "import")
        cases += f'    <testcase classname="{markup(report.path.stem)}" name="{name}">\n'
        cases += f'      <error message="{_line(error.sentence)}"/>\n    </testcase>\n'
    many = len(report.results) + len(report.errors)
    return (
        f'  <testsuite name="{markup(str(report.path))}" tests="{many}" failures="{failures}" errors="{errors}" '
        f'skipped="{skipped}" time="{seconds:.3f}">\n{cases}  </testsuite>\n'
    )


def _case(module: str, result: dict[str, Json]) -> str:
    opening = (
        f'    <testcase classname="{markup(module)}" name="{markup(str(result["name"]))}" '
        f'time="{_number(result["seconds"]):.3f}"'
    )
    match result["verdict"]:
        case "refuted":
            inner = f'<failure message="{_line(_shown(result))}"/>'
        case "rejected":
            inner = f'<error message="{_line(str(result["sentence"]))}"/>'
        case "undecided":
            inner = f'<skipped message="{_line(str(result["sentence"]))}"/>'
        case _:
            return f"{opening}/>\n"
    return f"{opening}>\n      {inner}\n    </testcase>\n"


def _shown(result: dict[str, Json]) -> str:
    example = result["counterexample"]
    if not isinstance(example, dict):
        return str(result["sentence"])
    arguments = example["arguments"]
    assert isinstance(arguments, dict)
    told = ", ".join(f"{name} = {source}" for name, source in arguments.items())
    return f"counterexample: {told}" + (f" ({example['note']})" if example.get("note") else "")


def _line(text: str) -> str:
    return markup(text).replace("\n", "&#10;")


def _number(value: Json) -> float:
    return float(value) if isinstance(value, int | float) else 0.0
