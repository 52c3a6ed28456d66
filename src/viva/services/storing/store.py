"""Suites on disk, so that the second check of an exercise does not look for its tests again.

Only inputs are kept, and counts that evidence tells. What is right for the inputs is worked out anew, and so is
whatever a proof rests on: a damaged, foreign or hostile file can at worst cost tests, never a verdict. A file is named
after everything it depends on: what the subject says its content is, and the modules that make it (`closure`). It is
written beside its place and then moved there, so that many processes may write at once. The folder is bounded: what was
not used for the longest time goes first.

What one machine has found others need not look for: VIVA_STORE names a second store that they share, a folder or a
database (`shared.py`), which is asked for what is not here.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import stat
from collections.abc import Mapping, Sequence
from dataclasses import field
from pathlib import Path

from viva.core.json import Json
from viva.core.records import dataclass
from viva.services.storing import shared
from viva.services.storing.closure import digest

LARGEST = 1 << 20
MOST_FILES = 1000
ROOM = 64 << 20


@dataclass(frozen=True, slots=True)
class Stored:
    """Inputs as they were written, for the subject to read, and counts by name."""

    inputs: Sequence[Json]
    figures: Mapping[str, int] = field(default_factory=dict)


def place(makers: tuple[str, ...], *content: Json) -> Path:
    """Where a suite is kept that these modules make from this content; another one where anything of it differs."""
    return folder() / f"{hash_of([digest((__name__, *makers)), list(makers), *content])}.json"


def load(path: Path) -> Stored | None:
    """What is there, if it is whole; or else what others have found, which is there from then on."""
    found = _load(path)
    if found is None and (others := shared.opened()) is not None:
        text = others.load(path.stem)
        found = _whole(text) if text is not None and len(text) <= LARGEST else None
        if found is not None and text is not None:
            _keep(path, text)
    return found


def _load(path: Path) -> Stored | None:
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            return None
        with path.open("rb") as file:
            text = file.read(LARGEST + 1)
        found = _whole(text) if len(text) <= LARGEST else None
        if found is not None:
            os.utime(path)
    except OSError:
        return None
    return found


def _whole(text: bytes) -> Stored | None:
    try:
        data = json.loads(text)
        found = Stored(data["inputs"], data["figures"])
        counts = all(type(figure) is int and figure >= 0 for figure in found.figures.values())
        whole = isinstance(found.inputs, list) and counts and data["sum"] == _sum(found)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return None
    return found if whole else None


def save(path: Path, stored: Stored) -> None:
    """Does nothing where nothing can be written, and keeps nothing that is too large."""
    try:
        figures: dict[str, Json] = dict(stored.figures)
        text = json.dumps({"inputs": list(stored.inputs), "figures": figures, "sum": _sum(stored)})
    except (ValueError, RecursionError):  # a number too long to be written, or values nested too deep
        return
    if len(text) > LARGEST:
        return
    _keep(path, text.encode())
    if (others := shared.opened()) is not None:
        others.save(path.stem, text.encode())


def _keep(path: Path, text: bytes) -> None:
    with contextlib.suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        beside = path.with_name(f"{path.stem}.{os.getpid()}.{os.urandom(8).hex()}")
        try:
            beside.write_bytes(text)
            beside.replace(path)
        except OSError:
            beside.unlink(missing_ok=True)
        sweep(path.parent)


def sweep(store: Path, most: int = MOST_FILES, room: int = ROOM) -> None:
    """Removes files until there are at most so many, with so many bytes together; those used last stay."""
    found: list[tuple[int, int, str]] = []
    with os.scandir(store) as entries:
        for entry in entries:
            with contextlib.suppress(FileNotFoundError):  # another process sweeps too
                if entry.is_file(follow_symlinks=False):
                    known = entry.stat(follow_symlinks=False)
                    found.append((known.st_mtime_ns, known.st_size, entry.path))
    for _, size, path in sorted(found, reverse=True):
        most -= 1
        room -= size
        if most < 0 or room < 0:
            Path(path).unlink(missing_ok=True)


def folder() -> Path:
    base = Path(os.environ.get("XDG_CACHE_HOME", ""))
    return (base if base.is_absolute() else Path.home() / ".cache") / "viva" / "suites"


def hash_of(data: Json) -> str:
    return hashlib.sha256(json.dumps(data).encode()).hexdigest()


def _sum(stored: Stored) -> str:
    return hash_of([list(stored.inputs), dict(sorted(stored.figures.items()))])
