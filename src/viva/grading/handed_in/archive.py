"""Submissions that come as one zip, as learning platforms hand them out.

It is unpacked into a folder of its own that is gone afterwards. Its names are the students', so nothing of it can lead
out of that folder: every name is taken apart, and one that goes up, is a link or cannot be a file name is left out and
named. Folders and files that only say something about the machine it was packed on are not there.
"""

from __future__ import annotations

import stat
import tempfile
import zipfile
import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path, PurePosixPath

from viva.core.fault import Fault
from viva.grading.handed_in.naming import find, of_platform

_MOST_FILES = 50_000
_LARGEST = 2 * 2**30
_PIECE = 2**20


@contextmanager
def unpack(path: Path, exercises: Sequence[str], course: bool) -> Iterator[tuple[Path, tuple[str, ...]]]:
    """A folder as it is, or that of a zip while it is needed; and the names in the zip that were left out."""
    if path.suffix.lower() != ".zip" or not path.is_file():
        yield path, ()
        return
    with tempfile.TemporaryDirectory(prefix="viva-") as room:
        folder = Path(room).resolve() / "submissions"
        folder.mkdir()
        try:
            with zipfile.ZipFile(path) as archive:
                left_out = tuple(_unpack(archive, folder, str(path)))
        except (zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError, EOFError, ValueError) as problem:
            raise Fault(f"this archive cannot be read: {problem}", file=str(path)) from None
        yield _where_they_are(folder, exercises, course), left_out


def _unpack(archive: zipfile.ZipFile, folder: Path, file: str) -> Iterator[str]:
    members = archive.infolist()
    if len(members) > _MOST_FILES:
        raise Fault(f"this archive has {len(members):,} files; at most {_MOST_FILES:,} are unpacked", file=file)
    left = _LARGEST
    for member in members:
        parts = PurePosixPath(member.filename.replace("\\", "/")).parts
        if "__MACOSX" in parts:
            continue
        if not parts or ".." in parts or parts[0] == "/" or ":" in parts[0] or stat.S_ISLNK(member.external_attr >> 16):
            yield member.filename
            continue
        target = folder.joinpath(*parts)
        try:
            if member.is_dir():
                target.mkdir(parents=True, exist_ok=True)
                continue
            target.parent.mkdir(parents=True, exist_ok=True)
            with archive.open(member) as packed, target.open("xb") as written:
                while piece := packed.read(_PIECE):
                    left -= len(piece)
                    if left < 0:
                        raise Fault(f"this archive unpacks to more than {_LARGEST:,} bytes", file=file)
                    written.write(piece)
        except OSError:  # a name that is too long for a file, or there already
            yield member.filename


def _where_they_are(folder: Path, exercises: Sequence[str], course: bool) -> Path:
    """Many zips hold one folder, in which the submissions are; one that is itself a submission is not looked into."""
    inside = list(folder.iterdir())
    if len(inside) != 1 or not inside[0].is_dir() or of_platform(inside[0].name):
        return folder
    names = [each.stem for each in inside[0].iterdir()]
    own = any(find(name, exercises) for name in ((inside[0].name, *names) if course else names))
    return folder if own or len(names) < 2 else inside[0]
