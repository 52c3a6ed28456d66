"""Candidates for invariants of loops that put lists in order: what may hold of any two places, and of numbers.

Every template is tried on the rounds of runs. What it says of a list in one round is a set of pairs of places; of the
templates that hold, those are kept that say more than each of the others. `counts.py` has what is said of counts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from itertools import permutations
from typing import Any

from viva.core.records import dataclass
from viva.engines.proofs import terms as t
from viva.engines.proofs.checking.nests import PLACES, Head
from viva.engines.proofs.search.runs import STEPS, Values
from viva.engines.proofs.terms import order
from viva.engines.proofs.terms.evaluate import Endless, Evaluator

INTS = ("list", t.INT)
_PLACES = 14
_VALUES = 5
_LISTS = 3
_GUARDS = 3
_SEEN = 3
_KEPT = 5
_WIDTH = 16  # places of a list that are looked at
_FIRST, _SECOND = PLACES
Vector = tuple[Any, ...]
Case = tuple[t.Term, Sequence[int]]
"""A condition, and the rounds in which it held."""


@dataclass(frozen=True, slots=True)
class Scope:
    """What an invariant of a head may speak of: its own variables, those of the heads around it, the results of loops
    that have ended before, and what is given. With `sign` -1 the largest come first."""

    head: Head
    around: tuple[Head, ...]
    before: tuple[t.Term, ...]
    given: tuple[t.Term, ...]
    sign: int

    @property
    def others(self) -> list[t.Term]:
        inner_first = [each for head in reversed(self.around) for each in (head.clock, *head.variables)]
        return [*inner_first, *self.before, *self.given]

    def own(self, *sorts: object) -> list[t.Term]:
        return [each for each in self.head.variables if each.sort in sorts]


class Rounds:
    """The rounds of a loop in runs, with terms that may be of interest in them."""

    def __init__(self, scope: Scope, rows: Sequence[Values]) -> None:
        self.scope, self.head, self.rows = scope, scope.head, rows
        self.found: dict[t.Term, None] = {}
        self.everywhere = range(len(rows))
        self._evaluators = [Evaluator(STEPS) for _ in rows]
        self._done: list[dict[t.Term, Any]] = [{} for _ in rows]
        inside = {each.data for head in _within(self.head) for each in (*head.variables, head.clock)}
        self.body = [each for each in t.parts_of(*self.head.next) if each.free.isdisjoint(inside)]
        self.lists = self._lists()
        self.places = self._places()
        self.values = self._values()

    def vector(self, term: t.Term) -> Vector | None:
        """The values of a term in all rounds that were seen."""
        rounds = zip(self._evaluators, self.rows, self._done, strict=True)
        try:
            return tuple(evaluator.value(term, row, done) for evaluator, row, done in rounds)
        except Endless:
            return None

    def _different(
        self, terms: Sequence[t.Term], most: int, known: Mapping[t.Term, Vector] | None = None
    ) -> dict[t.Term, Vector]:
        found: dict[Vector, t.Term] = {vector: term for term, vector in (known or {}).items()}
        before = len(found)
        for term in terms:
            vector = self.vector(term)
            if vector is not None and len(found) < before + most:
                found.setdefault(vector, term)
        return {term: vector for vector, term in list(found.items())[before:]}

    def _lists(self) -> dict[t.Term, Vector]:
        """The lists that the loop changes, or reads."""
        moving = {each.data for each in (*self.head.variables, self.head.clock)}
        read = [
            each.args[0] for each in self.body
            if each.op == "at" and each.args[0].sort == INTS and not each.args[1].free.isdisjoint(moving)
        ]  # fmt: skip
        return self._different([*self.scope.own(INTS), *(each for each in read if each.op in ("var", "apply"))], _LISTS)

    def _places(self) -> dict[t.Term, Vector]:
        head, around = self.head, self.scope.around
        own = self.scope.own(t.INT)
        sizes = [t.length(each) for each in self.lists]
        read = [each.args[1] for each in self.body if each.op in ("at", "put", "insert", "drop")]
        inner = [each.rounds for each in head.inside if each.rounds in self.body]
        found = [t.ZERO, *own, *(t.add(each, t.ONE) for each in own), head.clock, *read, *sizes]
        for each in around[-1:]:
            left = t.sub(each.rounds, each.clock)
            found += [each.clock, t.add(each.clock, t.ONE), left, t.sub(left, t.ONE)]
            if not any(part.op == "apply" for part in t.parts_of(each.rounds)):  # as many rounds as are written
                found.append(t.add(left, t.ONE))
        found += [
            t.add(head.clock, t.ONE),
            head.rounds,
            t.add(head.rounds, t.ONE),
            *inner,
            *(t.add(each, t.ONE) for each in inner),
        ]
        found += [t.sub(head.rounds, head.clock), *(t.sub(size, head.clock) for size in sizes)]
        found += [each for each in self.scope.others if each.sort == t.INT]
        return self._different(found, _PLACES)

    def _values(self) -> dict[t.Term, Vector]:
        """Numbers that are no places, but may be elements: what is read, and what is carried along."""
        given = [arg for fold in self.head.folds for arg in fold.args[1:] if arg.sort == t.INT and arg.op != "num"]
        read = [each for each in self.body if each.op == "at" and each.sort == t.INT]
        held = [each for each in self.body if each.op == "var" and each.sort == t.INT]
        return self._different([*given, *held, *read], _VALUES, self.places)

    def note(self, claim: t.Term, guard: t.Term = t.TRUE) -> None:
        if guard is t.TRUE or claim not in self.found:
            self.found[t.implies(guard, claim)] = None

    def guards(self) -> Iterator[Case]:
        """Always; and where a flag of the loop is up or down, or it goes on or does not."""
        yield t.TRUE, self.everywhere
        # A `while` that has stopped keeps everything as it is, whichever round it is.
        stops = [
            each
            for each in keeping_conditions(self.head)
            if each in self.body and self.head.clock.data not in each.free
        ]
        begun = zip(self.head.variables, self.head.first, strict=True)
        same = [t.equal(each, first) for each, first in begun if each.sort == t.INT and first.op == "num"]
        for flag in list(dict.fromkeys([*self.scope.own(t.BOOL), *stops, *same]))[:_GUARDS]:
            vector = self.vector(flag)
            if vector is not None and len(set(vector)) == 2:
                for guard, wanted in ((flag, True), (t.lnot(flag), False)):
                    yield guard, [place for place in self.everywhere if vector[place] == wanted]


def about_numbers(seen: Rounds) -> None:
    """Conditions that never change, lengths, how far the numbers of the loop go, and those that count its rounds."""
    head = seen.head
    for each in seen.scope.own(t.BOOL):
        vector = seen.vector(each)
        if vector is not None and len(set(vector)) == 1:
            seen.note(each if vector[0] else t.lnot(each))
    around = [t.length(each) for each in seen.scope.others if t.is_list(each)]
    for each in head.variables:
        if t.is_list(each):
            begin = t.length(head.first[head.variables.index(each)])
            moving = [t.add(begin, head.clock), t.sub(begin, head.clock)]
            _length(seen, each, [*around, head.clock, *moving, *seen.places])
    numbers = seen.scope.own(t.INT)
    begun = dict(zip(head.variables, head.first, strict=True))
    for guard, here in seen.guards():
        for each in numbers:
            mine = seen.vector(each)
            counts = [t.add(begun[each], head.clock), t.sub(begun[each], head.clock)]
            counts += [t.sub(head.clock, other) for other in numbers if other is not each]
            for other in counts:
                theirs = seen.vector(other)
                if mine is not None and theirs is not None and all(mine[row] == theirs[row] for row in here):
                    seen.note(t.equal(each, other), guard)
    for each in numbers:
        mine = seen.vector(each) or ()
        for other, theirs in seen.places.items() if mine else ():
            if other is not each and each.data not in other.free:
                gaps = [x - y for x, y in zip(mine, theirs, strict=True)]
                for most in (-1, 0, 1):
                    if max(gaps) <= most:
                        seen.note(t.le(each, t.add(other, t.number(most))))
                        break
                for least in (1, 0, -1):
                    if min(gaps) >= least:
                        seen.note(t.le(t.add(other, t.number(least)), each))
                        break


def _length(seen: Rounds, items: t.Term, others: Sequence[t.Term]) -> None:
    """How long a list is; where that is not always the same, as long as a flag is up or down."""
    own = t.length(items)
    sizes = seen.vector(own) or ()
    for guard, here in seen.guards():
        for other in [other for other in others if other is not own]:
            theirs = seen.vector(other) or ()
            gaps = {sizes[row] - theirs[row] for row in here} if theirs and sizes else set()
            if gaps == {0} or (guard is not t.TRUE and gaps == {1}):
                seen.note(t.equal(own, t.add(other, t.number(gaps.pop()))), guard)
                if guard is t.TRUE:
                    return
                break


def about_exchanges(seen: Rounds) -> None:
    """How many pairs of places are not in order, in loops that go on as long as something was exchanged."""
    heads = [seen.head, *seen.scope.around]
    counted = dict.fromkeys(
        each.data for head in heads for each in t.parts_of(head.rounds)
        if each.op == "apply" and each.data in (order.INVERSIONS, order.ASCENTS)
    )  # fmt: skip
    if not counted:
        return
    sign = 1 if order.INVERSIONS in counted else -1
    for items, first in zip(seen.head.variables, seen.head.first, strict=True):
        if items.sort == INTS:
            seen.note(t.equal(t.length(items), t.length(first)))
            now, before = order.inversions(items, sign), order.inversions(first, sign)
            left = t.replace_parts(seen.head.rounds, {first: items})  # what the measure of this loop is by now
            distances = [left, *(t.sub(left, each) for each in seen.scope.own(t.INT))]
            over = [t.le(t.add(each, seen.head.clock), seen.head.rounds) for each in distances if first.op == "var"]
            for guard, here in seen.guards():
                for claim in (*over, t.le(t.add(now, seen.head.clock), before), t.lt(now, before), t.le(now, before)):
                    vector = seen.vector(claim)
                    if vector is not None and all(vector[row] for row in here):
                        seen.note(claim, guard)
                        break


def about_order(seen: Rounds) -> None:
    """Pieces of lists that are in order, that are so but for one place, of which one half is no larger than the other,
    or whose elements are no larger, or no smaller, than some number."""
    for items in seen.lists:
        kept: list[tuple[int, ...]] = []
        for case in seen.guards():
            _pairs(seen, items, case, kept)
            for value in seen.values:
                for sign in (1, -1):
                    _bounds(seen, items, case, value, sign)
    _between_lists(seen)


@cache
def _in_order(low: int, high: int) -> int:
    return sum(1 << (one * _WIDTH + two) for one in range(low, high) for two in range(one + 1, high))


@cache
def _parted(low: int, middle: int, high: int) -> int:
    return sum(1 << (one * _WIDTH + two) for one in range(low, middle) for two in range(middle, high))


@cache
def _behind(low: int, middle: int, high: int) -> int:
    """What comes from a place on is no smaller than all that comes before it."""
    return sum(1 << (one * _WIDTH + two) for two in range(max(low, middle), high) for one in range(low, two))


@cache
def _in_front(low: int, middle: int, high: int) -> int:
    """What comes before a place is no larger than all that comes behind it."""
    return sum(1 << (one * _WIDTH + two) for one in range(low, min(middle, high)) for two in range(one + 1, high))


@cache
def _without(place: int) -> int:
    everywhere = range(_WIDTH)
    return ~sum(1 << bit for other in everywhere for bit in {place * _WIDTH + other, other * _WIDTH + place})


def _wrong(values: Sequence[int], sign: int) -> int:
    places = range(min(len(values), _WIDTH))
    return sum(
        1 << (one * _WIDTH + two)
        for one in places for two in places if one < two and (values[one] - values[two]) * sign > 0
    )  # fmt: skip


_IN_ORDER, _BEHIND, _IN_FRONT, _PARTED, _BUT_FOR = range(5)
_KINDS: Mapping[int, Callable[[t.Term], Sequence[t.Term]]] = {
    _PARTED: lambda middle: (t.lt(_FIRST, middle), t.le(middle, _SECOND)),
    _BUT_FOR: lambda hole: tuple(t.lnot(t.equal(place, hole)) for place in PLACES),
    _BEHIND: lambda middle: (t.le(middle, _SECOND),),
    _IN_FRONT: lambda middle: (t.lt(_FIRST, middle),),
}


def _pairs(seen: Rounds, items: t.Term, case: Case, kept: list[tuple[int, ...]]) -> None:
    guard, here = case
    lists = seen.lists[items]
    wrong = [_wrong(lists[row], seen.scope.sign) for row in here]
    if not any(wrong):  # it is in order all the time: there is no more to say
        if guard is t.TRUE:
            seen.note(_for_two(items, t.ZERO, t.length(items), seen.scope.sign))
            kept.append((-1,) * len(seen.rows))
        else:
            seen.note(_for_two(items, t.ZERO, t.length(items), seen.scope.sign), guard)
        return
    sizes = [min(len(lists[row]), _WIDTH) for row in here]
    clamped = {
        place: [min(max(0, vector[row]), size) for row, size in zip(here, sizes, strict=True)]
        for place, vector in seen.places.items()
    }
    tried: list[tuple[int, int, tuple[int, ...], tuple[t.Term, ...]]] = []

    def meet(mask: Iterator[int], kind: int, *places: t.Term) -> None:
        found = []
        for bad, each in zip(wrong, mask, strict=True):
            if bad & each:
                return
            found.append(each)
        weight = sum(each.bit_count() for each in found)
        if sum(each != 0 for each in found) >= _SEEN:
            tried.append((kind, -weight, tuple(found), places))

    for low, high in permutations(seen.places, 2):
        lows, highs = clamped[low], clamped[high]
        if sum(x + 1 < y for x, y in zip(lows, highs, strict=True)) < _SEEN:
            continue
        meet(map(_in_order, lows, highs), _IN_ORDER, low, high)
        for middle in seen.places:
            if middle in (low, high):
                continue
            meet(map(_parted, lows, clamped[middle], highs), _PARTED, low, high, middle)
            meet(map(_behind, lows, clamped[middle], highs), _BEHIND, low, high, middle)
            meet(map(_in_front, lows, clamped[middle], highs), _IN_FRONT, low, high, middle)
            if middle is not t.ZERO:
                raw = (seen.places[middle][row] for row in here)
                masks = (
                    _in_order(x, y) & _without(z) if 0 <= z < _WIDTH else _in_order(x, y)
                    for x, y, z in zip(lows, highs, raw, strict=True)
                )
                meet(masks, _BUT_FOR, low, high, middle)
    chosen = dict.fromkeys(range(5), 0)
    for kind, _, held, (low, high, *middles) in sorted(tried, key=lambda one: one[:2]):
        full = [0] * len(seen.rows)
        for row, mask in zip(here, held, strict=True):
            full[row] = mask
        if chosen[kind] < _KEPT and not any(
            all(mask & ~other == 0 for mask, other in zip(full, known, strict=True)) for known in kept
        ):
            kept.append(tuple(full))
            conditions = [each for place in middles for each in _KINDS[kind](place)]
            seen.note(_for_two(items, low, high, seen.scope.sign, *conditions), guard)
            chosen[kind] += 1


def _bounds(seen: Rounds, items: t.Term, case: Case, value: t.Term, sign: int) -> None:
    """The widest pieces of a list whose elements are no larger (1), or no smaller, than a number."""
    guard, here = case
    lists, numbers = seen.lists[items], seen.values[value]
    kept: list[list[frozenset[int]]] = []
    tried = []
    for low, high in permutations(seen.places, 2):
        ranges = []
        for row in here:
            piece = range(max(0, seen.places[low][row]), min(len(lists[row]), seen.places[high][row]))
            if any((lists[row][place] - numbers[row]) * sign > 0 for place in piece):
                break
            ranges.append(piece)
        else:
            if sum(len(piece) > 0 for piece in ranges) >= _SEEN:
                tried.append((-sum(map(len, ranges)), low, high, ranges))
    for _, low, high, ranges in sorted(tried, key=lambda one: one[0]):
        pieces = [frozenset(piece) for piece in ranges]
        if not any(all(map(frozenset.issubset, pieces, known)) for known in kept) and len(kept) < 2:
            kept.append(pieces)
            inside = t.land(t.le(t.ZERO, _FIRST), t.le(low, _FIRST), t.lt(_FIRST, high), t.lt(_FIRST, t.length(items)))
            element = t.at(items, _FIRST)
            seen.note(t.implies(inside, t.le(element, value) if sign > 0 else t.le(value, element)), guard)


def _between_lists(seen: Rounds) -> None:
    """That no element of one list is larger than those of another from some place on."""
    own = seen.scope.own(INTS)
    for one, two in permutations(seen.lists, 2):
        if one not in own and two not in own:
            continue
        for low in (t.ZERO, *(place for place in seen.places if place in seen.scope.own(t.INT)), seen.head.clock):
            first, second, places = seen.lists[one], seen.lists[two], seen.vector(low) or ()
            pairs = [
                (x, y) for here, there, place in zip(first, second, places, strict=True)
                for x in here[-1:] + here[:1] for y in there[max(0, place) :]
            ]  # fmt: skip
            if len(pairs) >= _SEEN and all((x - y) * seen.scope.sign <= 0 for x, y in pairs):
                inside = t.land(
                    t.le(t.ZERO, _FIRST), t.lt(_FIRST, t.length(one)), t.le(t.ZERO, _SECOND), t.le(low, _SECOND),
                    t.lt(_SECOND, t.length(two)),
                )  # fmt: skip
                small, large = (t.at(one, _FIRST), t.at(two, _SECOND))[:: seen.scope.sign]
                seen.note(t.implies(inside, t.le(small, large)))
                break


def _for_two(items: t.Term, low: t.Term, high: t.Term, sign: int, *conditions: t.Term) -> t.Term:
    """That the elements at any two places in a piece are in order."""
    inside = [
        t.le(t.ZERO, _FIRST),
        t.le(low, _FIRST),
        t.lt(_FIRST, _SECOND),
        t.lt(_SECOND, high),
        t.lt(_SECOND, t.length(items)),
    ]
    small, large = (t.at(items, _FIRST), t.at(items, _SECOND))[::sign]
    return t.implies(t.land(*inside, *conditions), t.le(small, large))


def _within(head: Head) -> list[Head]:
    return [found for inner in head.inside for found in (inner, *_within(inner))]


def keeping_conditions(head: Head) -> list[t.Term]:
    """Conditions under which rounds keep something as it is."""
    kept = zip(head.variables, head.next, strict=True)
    return list(dict.fromkeys(then.args[0] for own, then in kept if then.op == "ite" and own in then.args[1:]))
