"""What programs of the teacher have answered, kept in this process: the same program, asked the same inputs in the same
order and under the same conditions, gives the same answers, whoever's check it is.

A whole batch is kept, and never the answer to one input: what a program keeps from one call to the next then shows as
it did. Not kept is what a clock or the memory has ended, and what holds anything but plain values.
"""

from __future__ import annotations

import hashlib
import marshal
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from threading import Lock

from viva.core.json import Json
from viva.languages.heap import parts
from viva.languages.outcome import Outcome

_MOST = 200_000  # parts of answers kept in all: some tens of megabytes
_LETTERS = 100  # written by a call, that are as much as a part
_PLAIN = 2  # the format of `marshal` in which equal values of one type are written alike, however they came about
_OWN = (None, "crash", "step_limit")  # how a call ended that was ended by nothing but itself and its steps


class Answered:
    """Of all programs. The batches that were not asked for longest go first."""

    def __init__(self, most: int = _MOST) -> None:
        self._most = most
        self._batches = OrderedDict[bytes, tuple[int, tuple[Outcome, ...]]]()
        self._parts = 0
        self._lock = Lock()

    @property
    def parts(self) -> int:
        return self._parts

    def get(self, key: bytes) -> tuple[Outcome, ...] | None:
        with self._lock:
            found = self._batches.get(key)
            if found is None:
                return None
            self._batches.move_to_end(key)
            return found[1]

    def keep(self, key: bytes, outcomes: Sequence[Outcome]) -> None:
        if not all(map(_is_own, outcomes)):
            return
        size = sum(map(_size, outcomes))
        with self._lock:
            if key in self._batches or size > self._most:
                return
            self._batches[key] = size, tuple(outcomes)
            self._parts += size
            while self._parts > self._most:
                self._parts -= self._batches.popitem(last=False)[1][0]

    def clear(self) -> None:
        with self._lock:
            self._batches.clear()
            self._parts = 0

    def asking(self, key: bytes | None, number: int, outcomes: Iterator[Outcome]) -> Iterator[Outcome]:
        """The outcomes, kept once all `number` of them were there: nobody need ask whether there are more."""
        found = []
        for outcome in outcomes:
            found.append(outcome)
            if key is not None and len(found) == number:
                self.keep(key, found)
            yield outcome


def _size(outcome: Outcome) -> int:
    held = sum(parts(heap) for heap in (outcome.value, outcome.arguments) if heap is not None)
    return 1 + held + len(outcome.written) // _LETTERS


def _is_own(outcome: Outcome) -> bool:
    return not outcome.while_loading and (outcome.problem.reason if outcome.problem else None) in _OWN


ANSWERED = Answered()
"""What programs of the teacher have answered in this process."""


def key_of_batch(program: Sequence[object], inputs: Sequence[object], conditions: Json) -> bytes | None:
    """None for inputs that are no plain values."""
    try:
        written = marshal.dumps((program, list(inputs), conditions), _PLAIN)  # type: ignore[arg-type]  # or refused
    except ValueError:
        return None
    return hashlib.blake2b(written, digest_size=20).digest()
