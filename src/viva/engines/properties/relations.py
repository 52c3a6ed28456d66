"""Comparisons that show both sides when they fail."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

from viva.core.records import dataclass
from viva.engines.enumeration import Value, write_value
from viva.engines.properties.logic import Limits, Outcome, Property, Tried


@dataclass(frozen=True, eq=False)
class _Relation(Property):
    holds: bool
    left: str
    symbol: str
    right: str

    def results(self, limits: Limits) -> Iterator[Tried]:  # noqa: ARG002
        yield Tried(Outcome.SUC if self.holds else Outcome.CE, note=f"{self.left} {self.symbol} {self.right}")


def equal(left: Value, right: Value) -> Property:
    """left == right, and both sides are shown when it fails."""
    return _Relation(bool(left == right), write_value(left), "==", write_value(right))


def less(left: Value, right: Value) -> Property:
    """left < right, and both sides are shown when it fails."""
    return _Relation(bool(left < right), write_value(left), "<", write_value(right))


def at_most(left: Value, right: Value) -> Property:
    """left <= right, and both sides are shown when it fails."""
    return _Relation(bool(left <= right), write_value(left), "<=", write_value(right))


def approx(left: float, right: float, relative: float = 1e-9, absolute: float = 1e-12) -> Property:
    """The numbers are nearly equal, and both sides are shown when they are not. Two nans are nearly equal."""
    near = math.isclose(left, right, rel_tol=relative, abs_tol=absolute) or (math.isnan(left) and math.isnan(right))
    return _Relation(near, write_value(left), "≈", write_value(right))


def raises(kind: type[BaseException] | tuple[type[BaseException], ...], action: Callable[[], object]) -> Property:
    """The action ends with an exception of this kind; another exception is a counterexample as everywhere."""
    names = " or ".join(each.__name__ for each in (kind if isinstance(kind, tuple) else (kind,)))
    try:
        answer = action()
    except kind:
        return _Relation(True, "it", "raises", names)
    return _Relation(False, f"it returned {write_value(answer)} and", "does not raise", names)
