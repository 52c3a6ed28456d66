"""A counterexample in rows.

What was expected and what came never look alike: where they differ only in blanks, the blanks are drawn, and a long
text is cut around the first difference, not at its beginning.
"""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass

from viva.core.escape import visible, visible_line
from viva.core.json import Json
from viva.core.report import Witness
from viva.core.texts import Catalogue

_LONGEST = 1200
_PLAIN = re.compile(r"[^\s,\"'\[\]{}]+")


@dataclass(frozen=True, slots=True)
class Row:
    label: str
    text: str


def witness_rows(witness: Witness, say: Catalogue) -> tuple[tuple[Row, ...], tuple[str, ...]]:
    """The fields in order as visible text, and remarks on how the expected and the actual one differ."""
    texts = {name: _value(value, say) for name, value in witness.fields.items() if value is not None}
    remarks: list[str] = []
    focus: int | None = None
    expected, actual = texts.get("expected"), texts.get("actual")
    if expected is not None and actual is not None and expected != actual:
        focus = first_difference(expected, actual)
        if "".join(expected.split()) == "".join(actual.split()):
            texts |= {"expected": _with_blanks(expected), "actual": _with_blanks(actual)}
            focus = first_difference(texts["expected"], texts["actual"])
            remarks.append(say.say("witness.spaces"))
        if "\n" in expected or "\n" in actual:
            line, column = _position(expected, first_difference(expected, actual))
            remarks.append(say.say("witness.difference", line=line, column=column))
    rows = tuple(
        Row(
            visible_line(name.replace("_", " ")),
            _cut(text.removesuffix("\n"), focus if name in ("expected", "actual") else None, say),
        )
        for name, text in texts.items()
    )
    return rows, tuple(remarks)


def first_difference(left: str, right: str) -> int:
    """The index of the first character in which two texts differ, or the length of the shorter one."""
    pairs = zip(left, right, strict=False)
    return next((index for index, (a, b) in enumerate(pairs) if a != b), min(len(left), len(right)))


def _value(value: Json, say: Catalogue) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, list) and all(isinstance(item, str) and _PLAIN.fullmatch(item) for item in value):
        return _joined(value)
    try:
        return json.dumps(value, ensure_ascii=False)
    except (ValueError, RecursionError):  # an int of over 4300 digits, or lists in lists without end
        return say.say("witness.too_deep")


def _joined(items: Sequence[Json]) -> str:
    return ", ".join(str(item) for item in items) or "(none)"


def _with_blanks(text: str) -> str:
    return text.replace(" ", "·").replace("\t", "→").replace("\n", "¶\n")


def _position(text: str, index: int) -> tuple[int, int]:
    before = text[:index]
    return before.count("\n") + 1, index - (before.rfind("\n") + 1) + 1


def _cut(text: str, focus: int | None, say: Catalogue) -> str:
    if len(text) <= _LONGEST:
        return visible(text)
    start = 0 if focus is None else max(0, min(focus - _LONGEST // 2, len(text) - _LONGEST))
    end = start + _LONGEST
    pieces = [say.say("witness.before", count=start)] if start else []
    pieces.append(visible(text[start:end]))
    if end < len(text):
        pieces.append(say.say("witness.after", count=len(text) - end))
    return "\n".join(pieces)
