"""When a row is still good: its key covers everything the report depends on."""

import hashlib
from collections.abc import Iterator, Mapping

from viva.core.exercise import Exercise
from viva.core.submission import Submission, Unreadable
from viva.core.terms import Terms
from viva.core.version import VERSION


def row_key(exercise: Exercise, name: str, handed_in: Submission | Unreadable, terms: Terms) -> str:
    """Equal exactly where the name and files of the submission, exercise files, points, language, terms and version
    are.

    The exercise's files hold its policy. A submission that cannot be read counts by what is told of it.
    """
    digest = hashlib.sha256()
    stated = (VERSION, exercise.name, exercise.points, exercise.feedback.locale, terms)
    submitted = (name.encode(errors="surrogateescape"), *_submitted(handed_in))
    for piece in (repr(stated).encode(), *_pieces(exercise.source.files), *submitted):
        digest.update(len(piece).to_bytes(8, "big") + piece)
    return digest.hexdigest()


def _submitted(handed_in: Submission | Unreadable) -> Iterator[bytes]:
    if isinstance(handed_in, Unreadable):
        yield b"unreadable"
        yield handed_in.reason.encode()
        yield str(handed_in).encode(errors="surrogatepass")
    else:
        yield b"files"
        yield from _pieces(handed_in.files)


def _pieces(files: Mapping[str, bytes]) -> Iterator[bytes]:
    for name, content in sorted(files.items()):
        yield name.encode(errors="surrogateescape")
        yield content
