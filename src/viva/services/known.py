"""Mistakes that a teacher has words for, in a file of the exercise, whatever its subject:

    [[mistake]]
    signature = "reset_is_history"     # as `viva grade` writes it: equal for equal mistakes
    text = "A dial that is opened again begins with low."
    rung = "pattern"                   # where it is told; the pattern without it

`viva errors` proposes them from a graded class and writes them. A text is told to whoever makes the mistake and has
come as far as its rung; it changes no verdict and no marks.
"""

from __future__ import annotations

from collections.abc import Container
from dataclasses import replace

from viva.core.ladder import Rung
from viva.core.records import dataclass
from viva.core.report import About, Finding, Report
from viva.core.source import Source
from viva.core.table import read_toml
from viva.core.verdict import Verdict

FILE = "mistakes.toml"


@dataclass(frozen=True, slots=True)
class Known:
    signature: str
    text: str
    rung: Rung = Rung.PATTERN


def read_known(source: Source) -> tuple[Known, ...]:
    """Raises Fault."""
    if FILE not in source.files:
        return ()
    table = read_toml(source.text(FILE), FILE)
    found: list[Known] = []
    for row in table.tables("mistake"):
        rung = Rung(row.choice("rung", tuple(Rung), Rung.PATTERN))
        found.append(Known(row.string("signature"), row.string("text"), rung))
        row.finish()
    table.finish()
    return tuple(found)


def tell_known(report: Report, known: tuple[Known, ...], rungs: Container[Rung]) -> Report:
    """The report with the texts for its mistakes, each beside the findings that it is about."""
    if not known or report.verdict is not Verdict.REFUTED:
        return report
    own = {each.signature for each in report.findings if each.about is About.CORRECTNESS}
    told = tuple(
        Finding(each.text, rung=each.rung, signature=each.signature)
        for each in known
        if each.signature in own and each.rung in rungs
    )
    parts = tuple(tell_known(part, known, rungs) for part in report.parts)
    return replace(report, findings=(*report.findings, *told), parts=parts)
