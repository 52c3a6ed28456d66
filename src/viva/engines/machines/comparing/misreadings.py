"""Which misunderstanding explains a machine: the problem is read once more under each plausible wrong rule, and the
machine is compared with that. A name that is given holds exactly: the machine does what this reading does."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from itertools import combinations

from viva.engines.machines.comparing.compare import Over, at_most_one, compare, never
from viva.engines.machines.running.behaviour import Behaviour
from viva.engines.machines.semantics import Rules

NAMES = tuple(field.name for field in fields(Rules))
SIMULTANEOUS = "simultaneous_missed"


def readings(most: int = 2) -> Iterator[tuple[str, ...]]:
    """Single misreadings first, then those of several rules at once."""
    for count in range(1, most + 1):
        yield from combinations(NAMES, count)


def misreadings(asked: Behaviour, given: Behaviour, limit: int, over: Over = never) -> tuple[str, ...]:
    """The wrong rules under which the asked system does exactly what the given one does, as few as possible; or under
    which they agree as long as no two inputs are present at once. Nothing where none of it explains the difference.

    A reading that does the same as the right one explains nothing and is left out, so each of two rules counts.
    """
    composed = not asked.system.is_flat  # of a flat machine all rules say the same
    for names in readings() if composed else ():
        if compare(_read(asked, names), given, limit, None, over).equal:
            return names
    if compare(asked, given, limit, at_most_one, over).equal:
        return (SIMULTANEOUS,)
    for names in readings(1) if composed else ():
        if compare(_read(asked, names), given, limit, at_most_one, over).equal:
            return (*names, SIMULTANEOUS)
    return ()


def _read(asked: Behaviour, names: tuple[str, ...]) -> Behaviour:
    rules = Rules(**dict.fromkeys(names, True))
    return Behaviour(asked.system, rules, values=asked.values, shown=asked.shown, inputs=asked.inputs)
