"""Changes that mend together: pairs and more of small ones, and small ones in the place of large ones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations

from viva.engines.edits import RARE
from viva.engines.repair.measuring import cost
from viva.engines.repair.trials import Changes, Trials, helps, overlap, places, right, score
from viva.languages.edits import Change

_HOPEFUL = 45  # changes that help alone, and are tried together
_LIKELY = 75  # edits that are tried two by two, whether or not they help
_WIDEST = 1800  # programs with several changes, for each number of them
_SCORED = 400  # of these, those that are looked at closely, to go on from the best
_BEAM = 10
_LINE = 10  # what it costs to take out a line
_BEST = 12  # of those that help, each with all likely edits
_DEEPEST = 4
_CHEAP = 160  # changes that are tried in the place of a larger one


def several(trials: Trials, edits: Sequence[Change], known: Mapping[Change, str], most: int | None) -> list[Changes]:
    """All pairs of changes that help alone, and of the likeliest edits, then the best of these with one more. What
    mends with the fewest changes is told; nothing is tried that would cost `most` or more.

    `known` has what came of each change alone, the `edits` among them.
    """
    text = trials.wrong.text
    price = {change: cost(text, [change]) for change in known}
    with trials.open() as tries:
        before = tries.answers([()])[0]
        singles = _distinct(
            sorted(
                (change for change, said in known.items() if helps(before, said) and not right(said)),
                key=lambda change: (-score(known[change]), price[change]),
            ),
            known,
        )[:_HOPEFUL]
        helping = set(singles)
        likely = _distinct([each for each in edits if known[each] and not RARE.get(each.kind, 0)], known)[:_LIKELY]
        best: list[Changes] = [(change,) for change in singles]
        for deep in range(1, _DEEPEST):
            more = [(one, each) for one in best for each in singles]
            if deep == 1:  # what helps only when something else is right shows nothing alone
                more += [((one,), two) for one, two in combinations(likely, 2)]
                more += [((one,), two) for one in singles[:_BEST] for two in likely]
            sets = {
                frozenset((*one, each)): (*one, each)
                for one, each in more
                if all(not overlap(each, other) for other in one)
                and (most is None or sum(price[other] for other in (*one, each)) < most)
            }
            wider = sorted(sets.values(), key=lambda each: sum(map(price.__getitem__, each)))[:_WIDEST]
            found = [each for each, ok in zip(wider, trials.passed(tries, wider), strict=True) if ok]
            if found or deep + 1 == _DEEPEST:
                return found
            hopeful = [each for each in wider if all(change in helping for change in each)][:_SCORED]
            said = trials.answered(tries, hopeful)
            order = sorted(range(len(hopeful)), key=lambda place: -score(said[place]))
            best = [hopeful[place] for place in order[:_BEAM] if score(said[place]) > score(before)]
    return []


def _distinct(changes: Sequence[Change], known: Mapping[Change, str]) -> list[Change]:
    """One of those that come to the same in the same place, the first."""
    found: dict[tuple[object, ...], Change] = {}
    for change in changes:
        found.setdefault((*places(change), known[change]), change)
    return list(found.values())


def cheaper(trials: Trials, changes: Changes, pool: Sequence[Change]) -> Changes:
    """The changes with smaller ones in the place of large ones, wherever that mends as well."""
    text = trials.wrong.text
    price = {change: cost(text, [change]) for change in (*pool, *changes)}
    with trials.open() as tries:
        # A line that is gone is not changed into one that does nothing instead.
        large = [each for each in changes if each.kind != "removed" or price[each] > _LINE]
        for change in sorted(large, key=lambda each: -price[each]):
            rest = tuple(each for each in changes if each is not change)
            cheap = [
                each for each in pool
                if price[each] < price[change] and not any(overlap(each, other) for other in rest)
            ]  # fmt: skip
            near = sorted(cheap, key=lambda each: (not overlap(each, change), price[each]))[:_CHEAP]
            programs = [(*rest, each) for each in near]
            found = [one for one, ok in zip(programs, trials.passed(tries, programs), strict=True) if ok]
            if found:
                changes = min(found, key=lambda each: cost(text, each))
    return changes
