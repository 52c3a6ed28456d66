"""What a report says of places in the text, for the margin of an editor: only what its reader may see gets here."""

from __future__ import annotations

from viva.core.json import Json
from viva.core.report import Report
from viva.core.where import Instruction, Passage

_MOST = 50


def placed_findings(report: Report | None) -> list[dict[str, Json]]:
    """Line, sentence and what it is about, one for each line and sentence."""
    found: dict[tuple[int, str], dict[str, Json]] = {}
    for finding in report.findings if report else ():
        where = finding.where
        line = where.line if isinstance(where, Passage | Instruction) else None
        if line is not None:
            found[line, finding.text] = {"line": line, "text": finding.text, "about": finding.about.value}
    return sorted(found.values(), key=lambda each: int(str(each["line"])))[:_MOST]
