"""When a row is still good: its key covers everything the report depends on."""

import hashlib
from collections.abc import Iterator, Mapping
from pathlib import Path

from viva import __version__
from viva.core.exercise import Exercise
from viva.core.submission import LARGEST, Submission, Unreadable
from viva.core.terms import Terms


def row_key(exercise: Exercise, path: Path, terms: Terms) -> str:
    """Equal exactly where submission bytes, exercise files, points, terms and version are.

    The exercise's files hold its policy. A submission too large to read counts by its size.
    """
    digest = hashlib.sha256()
    stated = (__version__, exercise.name, exercise.points, terms)
    for piece in (repr(stated).encode(), *_pieces(exercise.source.files), *_submitted(path)):
        digest.update(len(piece).to_bytes(8, "big") + piece)
    return digest.hexdigest()


def _submitted(path: Path) -> Iterator[bytes]:
    yield path.name.encode(errors="surrogateescape")
    if path.is_symlink():
        yield b"link"
    elif path.is_file() and path.stat().st_size <= LARGEST:
        yield path.read_bytes()
    elif path.is_file():
        yield str(path.stat().st_size).encode()
    elif path.is_dir():
        try:
            yield from _pieces(Submission.from_path(path).files)
        except Unreadable as unreadable:
            yield str(unreadable).encode(errors="surrogatepass")


def _pieces(files: Mapping[str, bytes]) -> Iterator[bytes]:
    for name, content in sorted(files.items()):
        yield name.encode(errors="surrogateescape")
        yield content
