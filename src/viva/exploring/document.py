"""Coverage as JSON."""

from __future__ import annotations

from viva.core.json import Json
from viva.engines.coverage.states import Accumulated


def as_json(seen: Accumulated, first: int = 1, last: int | None = None) -> dict[str, Json]:
    """How much is covered between two lines, and every gap; lines and columns count from 1."""
    reached, total = seen.shares(first, last)
    gaps: list[Json] = [
        {
            "kind": gap.site.kind,
            "state": gap.state.value,
            "line": gap.site.line,
            "column": gap.site.column + 1,
            "end_line": gap.site.end_line,
            "end_column": gap.site.end_column + 1,
        }
        for gap in seen.gaps(first, last)
    ]
    return {"runs": seen.runs, "reached": reached, "total": total, "gaps": gaps}
