"""What was covered in figures, as `hpc report` says them: of the file, of one function, of each function in a row."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from viva.core.json import Json
from viva.core.records import dataclass
from viva.engines.calls import Voice
from viva.engines.coverage import BOOLEANS, Accumulated, Figures, Share, Truths, figures


@dataclass(frozen=True, slots=True)
class Row:
    """A function of the file, from `first` to `last`."""

    name: str
    first: int
    last: int
    figures: Figures


def rows(seen: Accumulated, functions: Sequence[tuple[str, int, int]]) -> list[Row]:
    return [Row(name, first, last, figures(seen, first, last)) for name, first, last in functions]


def report(voice: Voice, found: Figures) -> str:
    return "\n".join(_lines(voice, found)) + "\n"


def _lines(voice: Voice, found: Figures) -> Iterator[str]:
    yield _line(voice, "explore_expressions", found.expressions)
    yield _line(voice, "explore_booleans", found.booleans)
    for name in BOOLEANS.values():
        truths: Truths = getattr(found, name)
        if name != "operands" or truths.share.total:
            yield "  " + _line(voice, f"explore_{name}", truths.share) + _details(voice, truths)
    yield _line(voice, "explore_alternatives", found.alternatives)
    yield _line(voice, "explore_local", found.local)
    yield _line(voice, "explore_top", found.top)


def _line(voice: Voice, key: str, share: Share) -> str:
    return f"{share.percent:>3} % " + voice.say(key, reached=share.reached, total=share.total)


def _details(voice: Voice, truths: Truths) -> str:
    counts = {"explore_only_true": truths.true, "explore_only_false": truths.false, "explore_not_met": truths.never}
    return "".join(", " + voice.say(key, count=count) for key, count in counts.items() if count)


def index(voice: Voice, found: Sequence[Row]) -> str:
    """A line for each function."""
    head = [voice.say(f"explore_column_{name}") for name in ("function", "expressions", "conditions", "alternatives")]
    table = [head, *([f"{row.name} ({row.first})", *cells(row.figures)] for row in found)]
    widths = [max(len(line[column]) for line in table) for column in range(len(head))]
    return "".join(
        f"{line[0]:<{widths[0]}}  "
        + "  ".join(f"{cell:>{width}}" for cell, width in zip(line[1:], widths[1:], strict=True))
        + "\n"
        for line in table
    )


def cells(found: Figures) -> list[str]:
    return [
        f"{share.percent} % ({share.reached}/{share.total})" if share.total else "-"
        for share in (found.expressions, found.booleans, found.alternatives)
    ]


def as_json(found: Figures) -> dict[str, Json]:
    shares = {
        "expressions": found.expressions, "booleans": found.booleans, "alternatives": found.alternatives,
        "local": found.local, "top": found.top,
    }  # fmt: skip
    told: dict[str, Json] = {name: {"reached": share.reached, "total": share.total} for name, share in shares.items()}
    for name in BOOLEANS.values():
        truths: Truths = getattr(found, name)
        told[name] = {"both": truths.both, "true": truths.true, "false": truths.false, "never": truths.never}
    return told
