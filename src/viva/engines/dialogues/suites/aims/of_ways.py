"""Which aims the tests of a way have: for the values that are read, the conditions that are asked, and the terms.

They are: the ends of value sets, zero, equal and repeated values, large magnitudes (`of_values.py`); every comparison
at its boundary and one to each side, every combination of the parts of a condition, and of two conditions of which one
hides the other, lists that differ in one pair of places (`of_conditions.py`); comparisons inside of outputs, and for
each part of a term a value on which a usual mistake in it shows (`of_terms.py`).
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import pairwise

from viva.engines.dialogues.evaluation import element_type, keeps_blanks
from viva.engines.dialogues.model import Strings, Term, Type, item_terms
from viva.engines.dialogues.semantics import Path
from viva.engines.dialogues.suites.aims.goals import Aim, Goal, Met
from viva.engines.dialogues.suites.aims.of_conditions import condition_aims, parts_are
from viva.engines.dialogues.suites.aims.of_terms import term_aims
from viva.engines.dialogues.suites.aims.of_values import LARGE, MAGNITUDES, is_value, value_aims
from viva.engines.dialogues.suites.values import Pool
from viva.engines.dialogues.suites.ways.formulas import both
from viva.engines.dialogues.suites.ways.paths import Decision, Reading, Trail, Writing

_OCCURRENCES = 3


def aims(trail: Trail, pool: Pool, largest: int | None = None) -> Iterator[Aim]:
    """No aim asks for a number beyond the largest."""
    texts = pool.words
    magnitudes = tuple(one for one in (*MAGNITUDES, LARGE) if largest is None or one <= largest)
    seen: Counter[Goal] = Counter()
    last = len(trail.inputs) - 1
    times = Counter(event.path for event in trail.events if isinstance(event, Decision | Writing))
    hidden = _hidden(trail)
    # Of a set that lists its texts no others are given, so that there is little to mistake in them.
    any_text = any(isinstance(event, Reading) and isinstance(event.read.values, Strings) for event in trail.events)
    inputs = trail.inputs if any_text else None
    readings = (event.read for event in trail.events if isinstance(event, Reading))
    whole = {read.variable for read in readings if keeps_blanks(read.values)}
    for event in trail.events:
        match event:
            case Decision(path) | Writing(path) if seen[path] >= _OCCURRENCES and seen[path] < times[path] - 2:
                seen[path] += 1
            case Reading(path=path):
                place = ("read", path, min(seen[path], _OCCURRENCES))
                seen[path] += 1
                follows = _following(trail.groups[event.number + 1])
                yield from value_aims(event, place, last - event.number, texts, (follows, magnitudes))
                if event.valid and element_type(event.read.values) in (Type.NUMBER, Type.DECIMAL):
                    yield from (Aim((path, "named", value), is_value(event.number, value)) for value in pool.named)
                    for pair in pool.together if event.number else ():
                        yield Aim((path, "together", pair), _are_values(event.number - 1, pair))
            case Decision(path, condition, side, reads):
                later = min(seen[path], 1)
                seen[path] += 1
                yield from condition_aims(("if", path, side), condition, reads, later)
                for other, next_condition in hidden.get((path, not side), {}).items():
                    for truth in (True, False):
                        aim = parts_are((next_condition,), (truth,), reads)
                        yield Aim(("hidden", path, side, other, truth), aim, late=True)
                yield from term_aims(("if", path, side), condition, reads, inputs, whole)
            case Writing(path, write, reads):
                seen[path] += 1
                for row, alternative in enumerate(write.alternatives):
                    for column, term in enumerate(item_terms(alternative)):
                        yield from term_aims(("write", path, row, column), term, reads, inputs, whole)


def _are_values(number: int, pair: tuple[int, int]) -> Met:
    first, second = is_value(number, pair[0]), is_value(number + 1, pair[1])
    return lambda given: both(first(given), second(given))


def _hidden(trail: Trail) -> dict[tuple[Path, bool], dict[Path, Term]]:
    """What is asked next on each side of a condition, before anything is read: on the other side nobody asks it, and a
    program that asks in another order shows only where both hold."""
    found: dict[tuple[Path, bool], dict[Path, Term]] = defaultdict(dict)
    for group in trail.groups:
        decisions = [event for event in group if isinstance(event, Decision)]
        for first, second in pairwise(decisions):
            found[first.path, first.side][second.path] = second.condition
    return found


def _following(group: Sequence[object]) -> Goal:
    """The sides that are taken after a read: a value matters differently on each."""
    return tuple((event.path, event.side) for event in group if isinstance(event, Decision))
