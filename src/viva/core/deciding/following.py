"""Who waits for a check may follow it: what is being done, and what of the report is known so far.

A subject says both wherever it knows it, with `doing` and `so_far`; where nobody follows, that costs nothing. A report
so far has its verdict, which stays as it is, and the rungs that are worked out. A subject that says nothing is followed
too: its report comes at the end, all at once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING

from viva.core.records import dataclass

if TYPE_CHECKING:
    from viva.core.report import Report


@dataclass(frozen=True, slots=True)
class Follower:
    """`doing` is given the name of a sentence of `viva.core.texts`, without its `doing.`: `proof`, say."""

    doing: Callable[[str], object] = lambda _: None
    so_far: Callable[[Report], object] | None = None


_nobody = Follower()
_follower: ContextVar[Follower] = ContextVar("follower", default=_nobody)


@contextmanager
def followed_by(follower: Follower) -> Iterator[None]:
    before = _follower.set(follower)
    try:
        yield
    finally:
        _follower.reset(before)


def doing(what: str) -> None:
    _follower.get().doing(what)


def is_followed() -> bool:
    """Whether somebody wants to know what is known of the report."""
    return _follower.get().so_far is not None


def so_far(report: Report) -> None:
    told = _follower.get().so_far
    if told is not None:
        told(report)
