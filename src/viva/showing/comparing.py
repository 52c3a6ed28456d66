"""What was asked for beside what came, so that the two never look alike.

Where two cells of a row differ only in blanks, the blanks are drawn; a long cell is cut around the first difference,
not at its beginning.
"""

from dataclasses import replace

from viva.core.report import Comparison
from viva.core.text.escape import visible, visible_line
from viva.core.texts import Say

_LONGEST = 1200


def visible_comparison(comparison: Comparison, say: Say) -> Comparison:
    """The same with every cell visible."""
    rows = []
    blanks = False
    for *before, asked, came in comparison.rows:
        if asked != came and "".join(asked.split()) == "".join(came.split()):
            asked, came, blanks = _with_blanks(asked), _with_blanks(came), True  # noqa: PLW2901
        focus = first_difference(asked, came)
        cells = [*((cell, 0) for cell in before), (asked, focus), (came, focus)]
        rows.append(tuple(_cut(cell, around, say) for cell, around in cells))
    note = visible(comparison.note)
    return replace(
        comparison,
        caption=visible(comparison.caption),
        columns=tuple(visible_line(column) for column in comparison.columns),
        rows=tuple(rows),
        note=" ".join(filter(None, (say("comparison.spaces") if blanks else "", note))),
    )


def first_difference(left: str, right: str) -> int:
    """The index of the first character in which two texts differ, or the length of the shorter one."""
    pairs = zip(left, right, strict=False)
    return next((index for index, (a, b) in enumerate(pairs) if a != b), min(len(left), len(right)))


def _with_blanks(text: str) -> str:
    return text.replace(" ", "·").replace("\t", "→").replace("\n", "¶\n")


def _cut(text: str, focus: int, say: Say) -> str:
    if len(text) <= _LONGEST:
        return visible(text)
    start = max(0, min(focus - _LONGEST // 2, len(text) - _LONGEST))
    end = start + _LONGEST
    pieces = [say("comparison.before", count=start)] if start else []
    pieces.append(visible(text[start:end]))
    if end < len(text):
        pieces.append(say("comparison.after", count=len(text) - end))
    return "\n".join(pieces)
