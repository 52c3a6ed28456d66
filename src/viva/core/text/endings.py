"""What kind of file a name, or the first bytes, say it is: so that a picture is not read as a program with mistakes."""

from __future__ import annotations

import re
from pathlib import PurePosixPath

_PROGRAMS = frozenset(
    {
        ".py", ".java", ".c", ".h", ".cpp", ".cc", ".cxx", ".hpp", ".cs", ".hs", ".lhs", ".js", ".mjs", ".ts", ".rb",
        ".go", ".rs", ".php", ".pl", ".kt", ".swift", ".scala", ".r", ".jl", ".lua", ".sql", ".sh", ".bat", ".ps1",
        ".vb", ".pas", ".f90", ".ml", ".ex", ".erl", ".clj", ".lisp", ".scm", ".rkt", ".dart", ".m",
    }
)  # fmt: skip
_NEVER_TEXT = frozenset(
    {
        ".html", ".htm", ".xhtml", ".mht", ".pdf", ".doc", ".docx", ".odt", ".rtf", ".pages", ".ppt", ".pptx", ".odp",
        ".key", ".xls", ".xlsx", ".ods", ".png", ".jpg", ".jpeg", ".gif", ".bmp", ".webp", ".heic", ".tif", ".tiff",
        ".ico", ".zip", ".7z", ".rar", ".gz", ".tgz", ".tar", ".bz2", ".xz", ".jar", ".class", ".exe", ".dll", ".pyc",
        ".mp3", ".mp4", ".mov", ".wav", ".ipynb", ".eml", ".msg", ".url", ".lnk", ".webloc", ".sb3",
    }
)  # fmt: skip
_DATA = frozenset(
    {".json", ".xml", ".csv", ".tsv", ".yaml", ".yml", ".toml", ".md", ".tex", ".svg", ".css", ".log", ".ini"}
)
# What the first bytes say, with the endings of files that begin so.
_BEGINNINGS: tuple[tuple[bytes, tuple[str, ...]], ...] = (
    (b"%PDF-", (".pdf",)),
    (b"\x89PNG\r\n", (".png",)),
    (b"\xff\xd8\xff", (".jpg", ".jpeg")),
    (b"GIF8", (".gif",)),
    (b"PK\x03\x04", (".zip", ".docx", ".odt", ".xlsx", ".pptx", ".jar", ".mxl")),
    (b"7z\xbc\xaf\x27\x1c", (".7z",)),
    (b"Rar!\x1a", (".rar",)),
    (b"\x1f\x8b", (".gz", ".tgz")),
    (b"{\\rtf", (".rtf",)),
    (b"\xd0\xcf\x11\xe0", (".doc", ".xls", ".ppt", ".msg")),
    (b"\x7fELF", (".elf", ".o", ".so", ".out", ".bin")),
    (b"\xca\xfe\xba\xbe", (".class",)),
)
_PAGE = re.compile(rb"\s*<(?:!doctype\s+html|html|head|body|p|div|span|pre|br|h[1-6]|table|ul|ol)[\s>/]", re.IGNORECASE)


def other_kind(file: str, content: bytes, wanted: tuple[str, ...], *, alone: bool = True) -> str | None:
    """The ending that says what kind of file this is, where it is certainly none of those that are wanted. Notes and
    data that lie beside others are nobody's answer, so that they are of a kind only where they are `alone`."""
    ending = PurePosixPath(file).suffix.lower()
    told = _by_content(content)
    if file.lower().endswith(wanted):
        return told[0] if told and not {*told} & {*wanted} else None
    programs = any(one in _PROGRAMS for one in wanted)
    if ending in _PROGRAMS | _NEVER_TEXT or (alone and programs and ending in _DATA):
        return ending
    return told[0] if told and not {*told} & {*wanted} else None


def _by_content(content: bytes) -> tuple[str, ...]:
    bare = content.removeprefix(b"\xef\xbb\xbf")
    found = next((endings for beginning, endings in _BEGINNINGS if bare.startswith(beginning)), ())
    return found or ((".html", ".htm") if _PAGE.match(bare[:200]) else ())
