"""`viva test`: every property of a module, in worker processes."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from viva.commands import status
from viva.commands.options import COUNT, PATH, json_option, seconds_option, seed_option
from viva.commands.output import complain, flush, show_line, write, write_document, write_file
from viva.commands.progress import Progress
from viva.core.fault import Fault
from viva.core.json import Json
from viva.core.text.escape import visible_line
from viva.core.verdict import Verdict
from viva.engines.properties.arguments.replaying import expressions_in
from viva.engines.properties.logic import VALUES_FOR_A_WITNESS
from viva.engines.properties.places import is_place, parse_place
from viva.engines.properties.telling import lines
from viva.testing.folders import modules_below
from viva.testing.junit import as_junit
from viva.testing.testing import ModuleReport, Terms, nothing_found, test_module


@click.command("test")
@click.argument("modules", type=PATH, nargs=-1, required=True, metavar="MODULE.py|FOLDER…")
@click.option("-k", "words", metavar="WORDS", help="Only properties whose name has this in it; `not a`, `a or b`.")
@click.option("--tests", type=COUNT, metavar="N", help="Tests for each property; 1000 without it.")
@click.option(
    "--exists",
    type=COUNT,
    default=VALUES_FOR_A_WITNESS,
    metavar="N",
    help="Values tried for each exists; 1000 without it.",
)
@seconds_option("one property")
@seed_option("Fixes the samples of larger sizes")
@click.option("--replay", metavar="ARGUMENTS", help="One test only, as a report shows it: 'x = 3; ys = []'.")
@click.option("--verbose", is_flag=True, help="Show the arguments of each test before it runs, on standard error.")
@json_option("the results")
@click.option("--junit", type=PATH, metavar="FILE", help="Write the results as JUnit XML.")
def command(
    modules: Sequence[Path],
    *,
    words: str | None,
    tests: int | None,
    exists: int,
    seconds: float,
    seed: int,
    replay: str | None,
    verbose: bool,
    as_document: bool,
    junit: Path | None,
) -> int:
    """Test every property of a module, or of all modules in a folder.

    A property is a function whose name begins with prop_, with types for its parameters, that returns True, False or
    a property, or asserts what should hold. The module is trusted: its code runs as it is, in processes of its own.

    The exit status is 0 when all are proved or passed, 1 when one is refuted or cannot be tested, 2 when the call is
    wrong or a module cannot be imported, and 3 when one is undecided; of several the first of 1, 2, 3.

    In a folder, files with properties are looked for, also in folders below it; those that are hidden or environments
    of their own are left out.

    \b
    Example:
      viva test stack.py -k push --tests 5000
      viva test .
    """
    chosen = _chosen(modules)
    if replay is not None:
        parse_place(replay) if is_place(replay) else expressions_in(replay)
    terms = Terms(tests, seconds, seed, words, replay, exists)
    bar = Progress(silent=as_document or verbose)
    reports = []

    def tell(name: str, number: int, total: int, tests: int) -> None:
        bar.show(number, total, f"{name}: {tests:,}")

    for path, named in chosen.items():
        report = test_module(path, terms, tell, show_line if verbose else None)
        bar.clear()
        if not (named or report.results or report.errors != [nothing_found(path)]):
            continue  # it only looked as if there were properties in it
        reports.append(report)
        for error in report.errors:
            complain(error.sentence)
        if not as_document:
            write(f"{visible_line(str(path))}\n" if len(chosen) > 1 else "")
            write(_text(report))
            flush()
    results = [result for report in reports for result in report.results]
    if not reports:
        raise _without_properties(modules)
    if not results and not any(report.errors for report in reports):
        raise Fault(f"no property is called like {words!r}", remedy="look at the names with `viva test MODULE.py`")
    if replay is not None and len(results) > 1:
        raise Fault(f"{len(results)} properties could be replayed", remedy="choose one with -k")
    if replay is not None and results and results[0]["verdict"] == Verdict.REJECTED.value:
        raise Fault(str(results[0]["sentence"]))
    if as_document:
        write_document(_document(reports))
    elif len(results) > 1:
        write(_summary(results, len(reports)))
    if junit is not None:
        write_file(junit, as_junit(reports))
    return _status(reports)


def _chosen(paths: Sequence[Path]) -> dict[Path, bool]:
    """The modules to test, each once, and whether it was named or found in a folder."""
    chosen: dict[Path, bool] = {}
    for path in paths:
        if path.is_dir():
            for module in modules_below(path):
                chosen.setdefault(module, False)
        elif path.is_file():
            chosen[path] = True
        else:
            raise Fault("there is no such file or folder", file=str(path), remedy="name a Python file or a folder")
    if not chosen:
        raise _without_properties(paths)
    return chosen


def _without_properties(paths: Sequence[Path]) -> Fault:
    folders = ", ".join(str(path) for path in paths)
    remedy = "name a function prop_… and give its parameters types"
    return Fault("no Python file here has a property in it", file=folders, remedy=remedy)


def _status(reports: Sequence[ModuleReport]) -> int:
    verdicts = {str(result["verdict"]) for report in reports for result in report.results}
    if verdicts & {Verdict.REFUTED.value, Verdict.REJECTED.value}:
        return status.WRONG
    if any(report.errors for report in reports):
        return status.WRONG_CALL
    return status.UNDECIDED if Verdict.UNDECIDED.value in verdicts else status.RIGHT


def _document(reports: Sequence[ModuleReport]) -> dict[str, Json]:
    properties: list[Json] = []
    for report in reports:
        properties += [{**result, "module": str(report.path)} for result in report.results]
    errors: list[Json] = [
        {"module": str(report.path), "property": error.property, "sentence": error.sentence}
        for report in reports
        for error in report.errors
    ]
    return {"properties": properties, "errors": errors}


def _text(report: ModuleReport) -> str:
    told: list[str] = []
    for result in report.results:
        told += lines(result, f"viva test {report.path} -k {result['name']} --replay ")
    return "".join(f"{line}\n" for line in told)


def _summary(results: Sequence[dict[str, Json]], modules: int) -> str:
    words = [str(result["verdict"]) for result in results]
    counted = [f"{words.count(verdict.value)} {verdict.value}" for verdict in Verdict if verdict.value in words]
    where = f" of {modules} modules" if modules > 1 else ""
    return f"{len(results)} properties{where}: {', '.join(counted)}\n"
