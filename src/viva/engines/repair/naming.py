"""Which variables of two programs mean the same: those that go through the same values."""

from __future__ import annotations

from collections import Counter

from viva.languages.edits import Traces

_LEAST = 0.2  # likeness below which values say nothing


def names_by_values(mine: Traces, other: Traces, function: str) -> dict[str, str]:
    """For variables of the other program those of this one; the likest pairs first, and none twice."""
    here, there = mine.get(function, {}), other.get(function, {})
    pairs = sorted(
        ((likeness(there[old], here[new]), old, new) for old in there for new in here),
        key=lambda pair: (-pair[0], pair[1] != pair[2], pair[1], pair[2]),
    )
    found: dict[str, str] = {}
    for alike, old, new in pairs:
        if alike >= _LEAST and old not in found and new not in found.values():
            found[old] = new
    return found


def likeness(one: tuple[tuple[int, ...], ...], two: tuple[tuple[int, ...], ...]) -> float:
    """The share of values that both went through, call by call, from 0 to 1."""
    shares = [_share(first, second) for first, second in zip(one, two, strict=False) if first or second]
    return sum(shares) / len(shares) if shares else 0.0


def _share(first: tuple[int, ...], second: tuple[int, ...]) -> float:
    common = (Counter(first) & Counter(second)).total()
    last = 0.25 if first and second and first[-1] == second[-1] else 0.0
    return 0.75 * common / max(len(first), len(second), 1) + last
