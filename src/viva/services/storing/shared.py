"""The store that machines share: a folder that all of them see, or a database.

It is asked by the name that a suite has by its content, so that nothing in it is ever out of date. A store that is
away, full or slow costs a search, never a check: it is left alone for a minute then.
"""

from __future__ import annotations

import contextlib
import os
import time
from functools import cache
from pathlib import Path
from typing import Protocol

from viva.core.fault import Fault

VARIABLE = "VIVA_STORE"
_LEFT_ALONE = 60.0


class Shared(Protocol):
    def load(self, name: str) -> bytes | None: ...

    def save(self, name: str, text: bytes) -> None: ...


def opened() -> Shared | None:
    """The one that VIVA_STORE names, if it names one; None for as long as it is left alone."""
    where = os.environ.get(VARIABLE, "")
    return _opened(where) if where else None


@cache
def _opened(where: str) -> Shared | None:
    """Raises Fault for what is neither."""
    if "://" in where:
        from viva.services.storing.suites import InDatabase  # noqa: PLC0415 SQLAlchemy is an extra, and slow to import

        return Patient(InDatabase(where))
    if not Path(where).is_absolute():
        raise Fault(
            f"{VARIABLE}={where} is neither a folder nor a database", remedy="as in /srv/viva, from the root on"
        )
    return Patient(InFolder(Path(where)))


class InFolder:
    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def load(self, name: str) -> bytes | None:
        path = self._folder / f"{name}.json"
        with contextlib.suppress(FileNotFoundError):
            text = path.read_bytes()
            os.utime(path)
            return text
        return None

    def save(self, name: str, text: bytes) -> None:
        self._folder.mkdir(parents=True, exist_ok=True)
        beside = self._folder / f"{name}.{os.getpid()}.{os.urandom(8).hex()}"
        try:
            beside.write_bytes(text)
            beside.replace(self._folder / f"{name}.json")
        except OSError:
            beside.unlink(missing_ok=True)
            raise


class Patient:
    """Asks another store, and leaves it alone for a while when that goes wrong."""

    def __init__(self, other: Shared) -> None:
        self._other = other
        self._until = 0.0

    def load(self, name: str) -> bytes | None:
        if time.monotonic() < self._until:
            return None
        try:
            return self._other.load(name)
        except Exception:  # noqa: BLE001 whatever it is, the suite can be made here
            self._until = time.monotonic() + _LEFT_ALONE
            return None

    def save(self, name: str, text: bytes) -> None:
        if time.monotonic() < self._until:
            return
        try:
            self._other.save(name, text)
        except Exception:  # noqa: BLE001 then it is made again elsewhere
            self._until = time.monotonic() + _LEFT_ALONE
