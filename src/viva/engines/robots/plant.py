"""Start reading here: what a plant is. One small class; `plants/tank.py` is the one to copy."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar, Protocol

from viva.core.table import Table


class Plant(Protocol):
    """What a controller drives, in one run.

    `commands` are what the controller gives, with the least and the greatest value each; what lies beyond is cut off.
    `sensors` are what it is told. Formulas may speak of `signals`, which hold the sensors as they really are too.
    A plant is made from the table of an arena, and takes all keys of its own from it.
    """

    commands: ClassVar[Mapping[str, tuple[float, float]]]
    sensors: ClassVar[tuple[str, ...]]
    signals: ClassVar[tuple[str, ...]]

    def __init__(self, table: Table) -> None: ...

    def advance(self, commands: Sequence[float], seconds: float) -> None:
        """Moves on by a small step of time, under commands within their bounds."""

    def seen(self) -> dict[str, float]:
        """All signals, as they are now."""
