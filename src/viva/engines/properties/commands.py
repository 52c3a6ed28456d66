"""`viva test`: every property of a module, in worker processes."""

from __future__ import annotations

import json
import math
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from viva.core.escape import visible_line
from viva.core.fault import Fault
from viva.core.json import Json
from viva.core.verdict import Verdict
from viva.engines.properties.junit import as_junit
from viva.engines.properties.telling import lines
from viva.engines.properties.testing import ModuleReport, Terms, test_module

REFUTED, UNTESTABLE, UNDECIDED = 1, 2, 3


class _Seconds(click.ParamType[float]):
    name = "seconds"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        try:
            seconds = float(value)
        except ValueError:
            self.fail(f"{value!r} is not a number of seconds", param, ctx)
        if not (seconds > 0 and math.isfinite(seconds)):
            self.fail(f"{value} is not a number of seconds above 0", param, ctx)
        return seconds


@click.command("test")
@click.argument("modules", type=click.Path(path_type=Path), nargs=-1, required=True, metavar="MODULE.py…")
@click.option("-k", "words", metavar="WORDS", help="Only properties whose name has this in it; `not a`, `a or b`.")
@click.option("--tests", type=click.IntRange(min=1), metavar="N", help="Tests for each property; 1000 without it.")
@click.option("--seconds", type=_Seconds(), default=10.0, metavar="S", help="The most one property may take; 10.")
@click.option("--seed", type=int, default=0, metavar="N", help="Fixes the samples of larger sizes; 0 without it.")
@click.option("--replay", metavar="PLACE", help="One test only, at a place that a report shows (order:5:17).")
@click.option("--json", "as_document", is_flag=True, help="Print the results as JSON and nothing else.")
@click.option("--junit", type=click.Path(path_type=Path), metavar="FILE", help="Write the results as JUnit XML.")
def command(
    modules: Sequence[Path],
    *,
    words: str | None,
    tests: int | None,
    seconds: float,
    seed: int,
    replay: str | None,
    as_document: bool,
    junit: Path | None,
) -> int:
    """Test every property of a module.

    A property is a function whose name begins with prop, with types for its parameters, that returns True, False or a
    property. The module is trusted: its code runs as it is, in processes of its own.

    The exit status is 0 when all are proved or passed, 1 when one is refuted, 2 when the call is wrong, a module
    cannot be imported or a property cannot be tested, and 3 when one is undecided; of several the first of 1, 2, 3.

    \b
    Example:
      viva test stack.py -k push --tests 5000
    """
    for path in modules:
        if not path.is_file():
            raise Fault("there is no such file", file=str(path), remedy="name a Python file")
    terms = Terms(tests, seconds, seed, words, replay)
    bar = _Bar(sys.stderr.isatty() and not as_document)
    reports = []
    for path in modules:
        report = test_module(path, terms, bar.show)
        bar.clear()
        reports.append(report)
        if report.sentence is not None:
            click.echo(f"viva: {visible_line(report.sentence)}", err=True)
        elif not as_document:
            _write(_text(report))
    results = [result for report in reports for result in report.results]
    if not results and all(report.sentence is None for report in reports):
        raise Fault(f"no property is called like {words!r}", remedy="look at the names with `viva test MODULE.py`")
    if replay is not None and len(results) > 1:
        raise Fault(f"{len(results)} properties could be replayed", remedy="choose one with -k")
    if as_document:
        _write(json.dumps(_document(reports), indent=2, ensure_ascii=False) + "\n")
    elif len(results) > 1:
        _write(_summary(results))
    if junit is not None:
        _write_file(junit, as_junit(reports))
    return _status(reports)


def _status(reports: Sequence[ModuleReport]) -> int:
    verdicts = {str(result["verdict"]) for report in reports for result in report.results}
    if Verdict.REFUTED.value in verdicts:
        return REFUTED
    if Verdict.REJECTED.value in verdicts or any(report.sentence for report in reports):
        return UNTESTABLE
    return UNDECIDED if Verdict.UNDECIDED.value in verdicts else 0


def _document(reports: Sequence[ModuleReport]) -> dict[str, Json]:
    properties: list[Json] = []
    for report in reports:
        properties += [{**result, "module": str(report.path)} for result in report.results]
    errors: list[Json] = [
        {"module": str(report.path), "sentence": report.sentence} for report in reports if report.sentence
    ]
    return {"properties": properties, "errors": errors}


def _text(report: ModuleReport) -> str:
    told: list[str] = []
    for result in report.results:
        told += lines(result, f"viva test {report.path} -k {result['name']} --replay ")
    return "".join(f"{line}\n" for line in told)


def _summary(results: Sequence[dict[str, Json]]) -> str:
    words = [str(result["verdict"]) for result in results]
    counted = [f"{words.count(verdict.value)} {verdict.value}" for verdict in Verdict if verdict.value in words]
    return f"{len(results)} properties: {', '.join(counted)}\n"


class _Bar:
    """A progress bar on a terminal, and none in a pipe."""

    def __init__(self, shown: bool) -> None:
        self._shown = shown
        self._last = 0.0

    def show(self, name: str, number: int, total: int, tests: int) -> None:
        if self._shown and time.monotonic() - self._last > 0.1:
            self._last = time.monotonic()
            done = 20 * number // max(total, 1)
            sys.stderr.write(
                f"\r\x1b[K[{'#' * done}{'.' * (20 - done)}] {number}/{total} {visible_line(name)}: {tests:,}"
            )
            sys.stderr.flush()

    def clear(self) -> None:
        if self._shown:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()


def _write(text: str) -> None:
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except BrokenPipeError:  # whoever read has seen enough; the exit status still tells the verdict
        sys.stdout = open("/dev/null", "w")  # noqa: PTH123, SIM115


def _write_file(path: Path, content: str) -> None:
    try:
        path.write_text(content, "utf-8")
    except OSError as problem:
        reason = (problem.strerror or "unknown reason").lower()
        raise Fault(f"this cannot be written: {reason}", file=str(path), remedy="name another file") from None
