"""The line of a submission that a place points at, as a line of a listing with the place marked."""

from collections.abc import Mapping

from viva.core.where import Passage
from viva.drawing import listing
from viva.drawing.listing import HERE, Line, Piece

_WIDEST = 100


def excerpt(where: Passage, files: Mapping[str, bytes]) -> Line | None:
    """None where the submission has no such line. Nothing is marked where no column is known."""
    content = files.get(where.file)
    if content is None and len(files) == 1:
        content = next(iter(files.values()))
    if content is None:
        return None
    lines = content.decode("utf-8-sig", errors="replace").split("\n")
    if not 1 <= where.line <= len(lines):
        return None
    line = lines[where.line - 1].removesuffix("\r")
    if where.column is None:
        return listing.line(where.line, [Piece(_cut(line, _WIDEST))])
    start = min(max(where.column - 1, 0), len(line))
    end = len(line) if where.end_line not in (None, where.line) else (where.end_column or where.column + 1) - 1
    end = min(max(end, start + 1), start + _WIDEST)
    before = line[:start]
    if len(before) > _WIDEST // 2 and len(line) > _WIDEST:
        before = "…" + before[-_WIDEST // 2 :]
    marked = line[start:end] or " "  # a place behind the last character can be pointed at too
    return listing.line(where.line, [Piece(before), Piece(marked, HERE), Piece(_cut(line[end:], _WIDEST // 2))])


def _cut(text: str, room: int) -> str:
    return text if len(text) <= room else text[:room] + "…"
