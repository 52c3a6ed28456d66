"""The folder of a foreign program, seen from outside through a descriptor.

Files are put there before the program starts and taken when all its processes are gone, so that nothing changes
meanwhile. Whatever it has left there is hostile: no link is followed, nothing but a plain file is opened for long, and
only names that were asked for are looked at.
"""

import errno
import os
import stat
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import PurePosixPath

_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
_FILE = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC


def put(folder: int, files: Mapping[str, bytes], executable: str) -> None:
    """Raises `OSError` if they do not fit."""
    for name, content in files.items():
        with _parent(folder, name, make=True) as (parent, last):
            mode = 0o755 if name == executable else 0o644
            opened = os.open(
                last, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC, mode, dir_fd=parent
            )
            with open(opened, "wb") as file:  # noqa: PTH123  a descriptor
                file.write(content)
                os.fchmod(opened, mode)


def take(folder: int, names: Sequence[str], most: int) -> tuple[dict[str, bytes], bool]:
    """The plain files of these names, and whether they are all there within the bound on their size together."""
    found: dict[str, bytes] = {}
    for name in names:
        try:
            with _parent(folder, name) as (parent, last), open(os.open(last, _FILE, dir_fd=parent), "rb") as file:  # noqa: PTH123
                if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                    continue
                content = file.read(most + 1)
        except OSError:
            continue  # missing, a link, not to be read
        most -= len(content)
        if most < 0:
            return found, False
        found[name] = content
    return found, True


def is_full(folder: int) -> bool:
    """No room for another byte, or for another file."""
    room = os.fstatvfs(folder)
    return room.f_bavail == 0 or room.f_favail == 0


@contextmanager
def _parent(folder: int, name: str, make: bool = False) -> Iterator[tuple[int, str]]:
    *folders, last = PurePosixPath(name).parts
    opened = os.dup(folder)
    try:
        for part in folders:
            if make:
                try:
                    os.mkdir(part, 0o755, dir_fd=opened)
                except OSError as error:
                    if error.errno != errno.EEXIST:
                        raise
            inner = os.open(part, _FOLDER, dir_fd=opened)
            os.close(opened)
            opened = inner
        yield opened, last
    finally:
        os.close(opened)
