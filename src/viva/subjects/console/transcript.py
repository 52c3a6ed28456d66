"""A failing run beside the runs that are allowed, in two columns, with the first difference marked."""

from __future__ import annotations

from itertools import zip_longest

from viva.core.deciding.outcome import LIMITS
from viva.core.records import dataclass
from viva.core.report import Comparison
from viva.core.text.escape import clip, visible_line
from viva.core.texts import Say
from viva.engines.dialogues.outputs import Output, Step
from viva.engines.dialogues.traces import Departure, General, show_line, show_value
from viva.engines.dialogues.trials.judging import Failure

_FREE = "…"
_WIDEST = 48
_MOST_LINES = 12
_MOST_ROWS = 40


@dataclass(frozen=True, slots=True)
class Row:
    """What is asked for and what the program did; `differs` marks the first row in which they differ."""

    expected: str
    actual: str
    differs: bool = False


def side_by_side(say: Say, failure: Failure, general: General, caption: str, note: str) -> Comparison:
    """`general` is what is shown as right. Of a long run only the end is shown, with the row at which it went wrong."""
    rows = _rows(say, failure, general)
    if len(rows) > _MOST_ROWS:
        left_out = say("rows_left_out", count=len(rows) - _MOST_ROWS)
        rows[:-_MOST_ROWS] = [Row(left_out, left_out)]
    free = say("free_text", mark=_FREE) if any(_FREE in row.expected for row in rows) else ""
    return Comparison(
        caption=caption,
        columns=(say("column_expected"), say("column_actual")),
        rows=tuple((row.expected, row.actual) for row in rows),
        here=next((number for number, row in enumerate(rows) if row.differs), None),
        note="\n".join(filter(None, (free, note))),
    )


def transcript(say: Say, comparison: Comparison) -> str:
    """The same in a fixed-width font."""
    shown = (comparison.columns, *comparison.rows)
    left, right = (max(len(row[column]) for row in shown) for column in range(2))
    lines = [f"{expected:<{left}} | {actual:<{right}}" for expected, actual in shown]
    if comparison.here is not None:
        lines[comparison.here + 1] += f" {say('first_difference')}"
    lines.insert(1, f"{'-' * left}-+-{'-' * right}")
    table = "\n".join(line.rstrip() for line in lines)
    return "\n\n".join(filter(None, (comparison.caption, table, comparison.note)))


def _rows_together(say: Say, failure: Failure, general: General) -> list[Row]:
    """Where only counts what was written, and not when: all inputs, then all outputs."""
    rows = [Row(*2 * (say("row_reads", value=show_value(value)),)) for value in failure.case.inputs]
    lines = failure.run.blocks[0].lines
    outputs = [say("row_writes", value=_short(show_line(line))) for line in lines if line.strip()]
    if len(outputs) > _MOST_LINES:
        outputs[_MOST_LINES:] = [say("row_left_out", count=len(outputs) - _MOST_LINES)]
    steps = [_step(say, step) for block in general.blocks for step in block]
    marked = _marked(failure, lines)
    pairs = list(zip_longest(steps, outputs, fillvalue=""))
    rows += [Row(expected, output, position == marked) for position, (expected, output) in enumerate(pairs)]
    last = _next_actual(say, failure, len(failure.observed.run.inputs))
    return [*rows, Row(say("row_ends"), last, marked is None or marked >= len(pairs))]


def _rows(say: Say, failure: Failure, general: General) -> list[Row]:
    if failure.case.inputs and not failure.general.inputs:
        return _rows_together(say, failure, general)
    run = failure.observed.run
    rows: list[Row] = []
    for number in range(failure.block + 1):
        here = number == failure.block
        block = general.blocks[number] if number < len(general.blocks) else ()
        written = run.blocks[number]
        wanted = written.lines if block or not written.prompt else written.text.split("\n")
        outputs = [say("row_writes", value=_short(show_line(line))) for line in wanted if line.strip()]
        if len(outputs) > _MOST_LINES:
            outputs[_MOST_LINES:] = [say("row_left_out", count=len(outputs) - _MOST_LINES)]
        marked = _marked(failure, wanted) if here else None
        for position, (expected, output) in enumerate(
            zip_longest((_step(say, step) for step in block), outputs, fillvalue="")
        ):
            rows.append(Row(expected, output, position == marked))
        at_end = here and (marked is None or marked >= max(len(block), len(outputs)))
        rows.append(Row(_next_expected(say, failure, number), _next_actual(say, failure, number), at_end))
    return rows


def _marked(failure: Failure, wanted: list[str]) -> int | None:
    """Which of the outputs of the block is the one at fault; None if it is what came after them."""
    difference = failure.difference
    if difference is None or difference.kind in (Departure.READS_ON, Departure.INPUT, Departure.ENDS_EARLY):
        return None
    if difference.line is None:
        return None
    return sum(bool(line.strip()) for line in wanted[: difference.line])


def _step(say: Say, step: Step) -> str:
    if not isinstance(step, Output):
        return say("row_may_write_anything")
    value = _short(say("row_or").join(pattern.show(_FREE, " ") for pattern in step.patterns))
    return say("row_may_write" if step.optional else "row_writes", value=value)


def _next_expected(say: Say, failure: Failure, number: int) -> str:
    inputs = failure.case.inputs
    return say("row_reads", value=show_value(inputs[number])) if number < len(inputs) else say("row_ends")


def _next_actual(say: Say, failure: Failure, number: int) -> str:
    inputs, run = failure.case.inputs, failure.observed.run
    if number < len(run.inputs):
        asked = number >= len(inputs)
        return say("row_asks") if asked else say("row_reads", value=show_value(run.inputs[number]))
    if failure.observed.ended in LIMITS:
        return say("row_goes_on")
    return say("row_ends" if failure.observed.ended is None else "row_breaks")


def _short(text: str) -> str:
    return clip(visible_line(text), _WIDEST)
