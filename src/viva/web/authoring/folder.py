"""The files of an exercise as they lie in its folder, read and written by names that cannot lead out of it.

What a name may be is decided here alone: parts of letters that can be seen, none of them hidden, and on the way to the
file no link. A file is replaced as a whole or not at all.
"""

from __future__ import annotations

import hashlib
import os
import stat
from pathlib import Path, PurePosixPath

from viva.core.fault import Fault
from viva.core.source import MANIFEST, Source
from viva.grading.parcel import Question
from viva.web.shelf import Offer

LONGEST_NAME = 200
_MOST_PARTS = 6


class NotThis(Exception):
    """The name of a file that is not written: the key of a sentence says why."""


class Changed(Exception):
    """The file is not any more what its writer began with."""


def files_of(offer: Offer) -> dict[str, bytes]:
    """All files by their names. Raises Fault."""
    assert offer.folder is not None
    return dict(Source.from_folder(offer.folder).files)


def own_files(offer: Offer, files: dict[str, bytes]) -> dict[str, bytes]:
    """Those of the files that lie in the folder themselves, and no link leads to: what is shown."""
    assert offer.folder is not None
    folder = offer.folder.resolve()
    return {name: content for name, content in files.items() if (folder / name).resolve() == folder / name}


def digest(content: bytes | None) -> str:
    """Equal for equal contents; empty where there is no file."""
    return "" if content is None else hashlib.sha256(content).hexdigest()


def question_with(offer: Offer, files: dict[str, bytes]) -> Question:
    """The exercise with these files, and the points and the language that its course gives it."""
    return Question(Source(offer.question.source.name, files), offer.question.points, offer.question.locale)


def harmless(name: str) -> PurePosixPath:
    """The path of a file below the folder. Raises NotThis."""
    if not name or len(name) > LONGEST_NAME or not name.isprintable() or "\\" in name or ":" in name:
        raise NotThis("author.no_name")
    parts = name.split("/")
    if len(parts) > _MOST_PARTS or any(not part.strip() or part != part.strip() for part in parts):
        raise NotThis("author.no_name")
    if any(part.startswith(".") or part == "__pycache__" for part in parts):
        raise NotThis("author.no_name")
    return PurePosixPath(name)


def write(offer: Offer, name: str, content: bytes | None, began_with: str) -> bytes | None:
    """Puts a file there, or with None takes it away; what was there before comes back. Raises NotThis, and Changed
    where somebody else has changed it since `began_with`, the digest of what was shown."""
    assert offer.folder is not None
    folder, path = offer.folder.resolve(), harmless(name)
    if content is None and name == MANIFEST:
        raise NotThis("author.needed")
    target = _on_the_way(folder, path)
    before = target.read_bytes() if target.exists() else None
    if digest(before) != began_with:
        raise Changed
    if content is None:
        target.unlink(missing_ok=True)
        return before
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        fresh = target.with_name(f".{target.name}.{os.getpid()}.new")
        fresh.write_bytes(content)
        fresh.chmod(stat.S_IMODE(target.stat().st_mode) if before is not None else 0o644)
        fresh.replace(target)
    except OSError as problem:
        reason = (problem.strerror or "unknown reason").lower()
        raise Fault(f"this file cannot be written: {reason}", file=name) from None
    return before


def _on_the_way(folder: Path, path: PurePosixPath) -> Path:
    """The file, where nothing on the way to it is a link and it is no folder itself."""
    at = folder
    for part in path.parts:
        at /= part
        if at.is_symlink():
            raise NotThis("author.link")
        if at != folder / path and at.exists() and not at.is_dir():
            raise NotThis("author.no_name")
    if at.exists() and not at.is_file():
        raise NotThis("author.no_name")
    return at
