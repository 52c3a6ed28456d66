"""Notebooks as programs: the code cells in their order, as one file. What only a notebook knows (magics, shell lines,
help, what is imported from IPython) is left out; where a statement has to stand, `pass` does. What a line displays it
prints.

A notebook is what a student hands in, so nothing here trusts it: what is none is left as it is.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from viva.core.records import dataclass

_LANGUAGES = {"python": "python", "python2": "python", "python3": "python", "ipython": "python", "pyodide": "python"}
# Magics of a whole cell that run it as the program it is; all others make something else of it.
_RUN_AS_IT_IS = ("%%time", "%%timeit", "%%capture", "%%prun", "%%python", "%%python3")
_CELL_OF_A_MAGIC = re.compile(r"\s*(%%\w+)[^\n]*\n?")
_TIMED = re.compile(r"(\s*)%time[ \t]+(?=\S)")
_OF_A_NOTEBOOK = re.compile(r"\s*(?:%\w|!|\?{1,2}\w|[\w.\[\]]+\?{1,2}\s*$|[\w ,.]+=\s*(?:!|%\w))")
_OF_IPYTHON = re.compile(r"\s*(?:from[ \t]+IPython\b[\w.]*[ \t]+import\b|import[ \t]+IPython\b[\w. ]*$)", re.MULTILINE)
_DISPLAYED = re.compile(r"([ \t]*)display[ \t]*(?=\()")
_OWN_DISPLAY = re.compile(r"\b(?:def|class|as)[ \t]+display\b|\bdisplay[ \t]*=(?!=)")
# What one reads of a statement: texts, comments, brackets, joined lines. A text in single quotes ends with its line.
_TOKEN = re.compile(
    r""""{3}(?:[^\\"]|\\.|"(?!""))*(?:"{3}|$)|'{3}(?:[^\\']|\\.|'(?!''))*(?:'{3}|$)"""
    r"""|"(?:\\.|[^"\\\n])*"?|'(?:\\.|[^'\\\n])*'?|\#[^\n]*|\\\n|(?P<open>[(\[{])|(?P<close>[)\]}])|(?P<end>\n)""",
    re.DOTALL,
)


@dataclass(frozen=True, slots=True)
class Notebook:
    """The code cells, and the language that they are said to be in."""

    language: str
    cells: tuple[str, ...]

    @property
    def program(self) -> str:
        """Each cell after a line that says which one it is, as people find it again by that."""
        own = any(map(_OWN_DISPLAY.search, self.cells))
        written = (f"# cell {number}\n{_plain(cell, own)}\n" for number, cell in enumerate(self.cells, 1))
        return "\n".join(written)


def read_notebook(content: bytes) -> Notebook | None:
    """The notebook in a file; None where there is none."""
    if (
        b"cells" not in content
        or b"nbformat" not in content
        or not content.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{")
    ):
        return None
    try:
        found = json.loads(content.decode("utf-8-sig"))
    except (ValueError, RecursionError):
        return None
    cells = list(_cells(found)) if isinstance(found, dict) and "nbformat" in found else None
    return Notebook(_language(found), tuple(filter(None, map(_code, cells)))) if cells is not None else None


def _cells(found: dict[str, object]) -> Iterator[object]:
    """Of the present format, and of the one before, which had them in worksheets."""
    sheets = found.get("worksheets")
    for one in (found, *(sheets if isinstance(sheets, list) else ())):
        cells = one.get("cells") if isinstance(one, dict) else None
        yield from cells if isinstance(cells, list) else ()


def _code(cell: object) -> str:
    if not isinstance(cell, dict) or cell.get("cell_type") != "code":
        return ""
    source = cell.get("source", cell.get("input", ""))
    pieces = source if isinstance(source, list) else [source]
    text = "".join(piece for piece in pieces if isinstance(piece, str))
    return text.replace("\r\n", "\n").replace("\r", "\n").strip("\n")


def _language(found: dict[str, object]) -> str:
    """Python where nothing is said: so did the first notebooks."""
    about = found.get("metadata")
    about = about if isinstance(about, dict) else {}
    for key, names in (("language_info", ("name",)), ("kernelspec", ("language", "name"))):
        said = about.get(key)
        for name in names:
            value = said.get(name) if isinstance(said, dict) else None
            if isinstance(value, str) and value:
                return _LANGUAGES.get(value.lower(), value)
    return "python"


def _plain(cell: str, own_display: bool) -> str:
    """The cell without what only a notebook knows; each line stays in its place."""
    magic = _CELL_OF_A_MAGIC.match(cell)
    if magic:
        if magic[1] not in _RUN_AS_IT_IS:
            return "pass" + "\n" * cell.count("\n")
        cell = "\n" + cell[magic.end() :]
    written: list[str] = []
    position = 0
    while position <= len(cell):
        line = cell[position : len(cell) if (found := cell.find("\n", position)) < 0 else found]
        bare = _TIMED.sub(r"\1", line)
        if _OF_A_NOTEBOOK.match(bare):
            end = position + len(line)
            written.append(f"{_indent(line)}pass")
        else:
            end = _end_of_statement(cell, position)
            if _OF_IPYTHON.match(line):
                written.append(f"{_indent(line)}pass" + "\n" * cell.count("\n", position, end))
            else:
                shown = None if own_display else _DISPLAYED.match(bare)
                bare = f"{shown[1]}print{bare[shown.end() :]}" if shown else bare
                written.append(bare + cell[position + len(line) : end])
        position = end + 1
    return "\n".join(written)


def _indent(line: str) -> str:
    return line[: len(line) - len(line.lstrip())]


def _end_of_statement(text: str, position: int) -> int:
    """Where the line ends with which the statement does that begins here: brackets, long texts and joined lines go
    on."""
    depth = 0
    while token := _TOKEN.search(text, position):
        position = token.end()
        match token.lastgroup:
            case "open":
                depth += 1
            case "close":
                depth = max(0, depth - 1)
            case "end" if not depth:
                return token.start()
    return len(text)
