"""The text of a file as it is edited in a page, and the file that comes of it.

A field of a browser knows one end of a line only, and a mark at the beginning of a file is nothing that anybody types.
Both are kept here: whoever saves a text as it was shown has every byte as it was, and a line that was not touched has
the end that it had. Nothing is escaped, as what stands in the field is handed in.
"""

from __future__ import annotations

import re
from collections import Counter
from difflib import SequenceMatcher

_MARK = "\ufeff"
_END = re.compile("\r\n|\r|\n")
_MOST = 1_000_000  # pairs of lines that are compared; beyond, lines are taken as they stand


def text_in_field(content: bytes) -> str | None:
    """None where a browser could not give it back."""
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError:
        return None
    return None if "\0" in text else _END.sub("\n", text.removeprefix(_MARK))


def text_beside(content: bytes) -> str | None:
    """To be looked at, where it cannot be edited; None where it is no text of any kind."""
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError:
        return None if b"\0" in content else content.decode("utf-8", "backslashreplace")


def file_of(text: str, before: bytes | None) -> bytes:
    """What is saved when this comes out of a field that was filled with the file `before`, or with nothing."""
    text = text.replace("\r\n", "\n")
    shown = None if before is None else text_in_field(before)
    if before is None or shown is None:
        return _encoded(text)
    if text == shown:
        return before
    if not text:
        return b""
    whole = before.decode("utf-8")
    mark = _MARK if whole.startswith(_MARK) else ""
    return _encoded(mark + _with_ends(text, shown, _END.findall(whole)))


def _with_ends(text: str, shown: str, ends: list[str]) -> str:
    """The text with the ends that its lines had; new ones get the usual one."""
    usual = Counter(ends).most_common(1)[0][0] if ends else "\n"
    if len(set(ends)) <= 1:
        return text.replace("\n", usual)
    lines, old = text.split("\n"), shown.split("\n")
    known = dict(_origins(old, lines))
    made = [
        line + (ends[known[number]] if known.get(number, len(ends)) < len(ends) else usual)
        for number, line in enumerate(lines[:-1])
    ]
    return "".join([*made, lines[-1]])


def _origins(old: list[str], new: list[str]) -> list[tuple[int, int]]:
    """Of new lines, by number, the old ones that they are or have come of."""
    most = min(len(old), len(new))
    first = next((at for at in range(most) if old[at] != new[at]), most)
    last = next((at for at in range(most - first) if old[-1 - at] != new[-1 - at]), most - first)
    ends = len(old) - last, len(new) - last
    found = [(at, at) for at in range(first)] + [(ends[1] + at, ends[0] + at) for at in range(last)]
    between = old[first : ends[0]], new[first : ends[1]]
    parts = [(0, len(between[0]), 0, len(between[1]))]
    if len(between[0]) * len(between[1]) <= _MOST:
        parts = [part[1:] for part in SequenceMatcher(None, *between, autojunk=False).get_opcodes()]
    for start, end, begin, until in parts:
        found += [(first + begin + at, first + start + at) for at in range(min(end - start, until - begin))]
    return found


def _encoded(text: str) -> bytes:
    return text.encode("utf-8", "backslashreplace")
