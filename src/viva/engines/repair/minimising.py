"""Delta debugging (Zeller and Hildebrandt 2002) on the changes of a repair: what can be left out is left out.

Guarantee: of what is returned no single change can be left out, as far as the tests can tell.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from viva.languages.edits import Change

Passing = Callable[[Sequence[Sequence[Change]]], list[bool]]


def minimise_changes(changes: Sequence[Change], passing: Passing, heavy: Callable[[Change], int]) -> tuple[Change, ...]:
    """Large parts first; then one by one, the heaviest first, until nothing can be left out."""
    kept = list(changes)
    parts = 2
    while len(kept) > 2 and parts <= len(kept):
        length = -(-len(kept) // parts)
        rests = [[*kept[:at], *kept[at + length :]] for at in range(0, len(kept), length)]
        found = next((rest for rest, ok in zip(rests, passing(rests), strict=True) if ok), None)
        if found is None:
            parts *= 2
        else:
            kept, parts = found, 2
    return _one_by_one(kept, passing, heavy)


def _one_by_one(changes: list[Change], passing: Passing, heavy: Callable[[Change], int]) -> tuple[Change, ...]:
    kept = changes
    while True:
        order = sorted(range(len(kept)), key=lambda place: -heavy(kept[place]))
        rests = [[*kept[:place], *kept[place + 1 :]] for place in order]
        found = next((rest for rest, ok in zip(rests, passing(rests), strict=True) if ok), None)
        if found is None or not found:
            return tuple(kept)
        kept = found
