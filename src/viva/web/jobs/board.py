"""What is known of the jobs at work, in memory: what is being done, and the report so far. Who follows a job looks
here; it is gone when the job ends, and the database has the rest."""

from __future__ import annotations

import threading
from dataclasses import replace
from typing import Any

from viva.core.records import dataclass


@dataclass(frozen=True, slots=True)
class Progress:
    doing: str = "examining"
    so_far: dict[str, Any] | None = None
    changes: int = 0


class Board:
    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._jobs: dict[int, Progress] = {}

    def begin(self, job: int) -> None:
        with self._lock:
            self._jobs[job] = Progress()

    def tell(self, job: int, doing: str | None = None, so_far: dict[str, Any] | None = None) -> None:
        with self._lock:
            known = self._jobs.get(job, Progress())
            told = replace(known, doing=doing or known.doing, so_far=so_far or known.so_far)
            self._jobs[job] = replace(told, changes=known.changes + 1)

    def end(self, job: int) -> None:
        with self._lock:
            self._jobs.pop(job, None)

    def of(self, job: int) -> Progress | None:
        with self._lock:
            return self._jobs.get(job)
