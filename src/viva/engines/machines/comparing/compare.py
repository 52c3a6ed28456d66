"""Equivalence of two systems, decided on the fly: states are merged as soon as they have to be equivalent (Hopcroft and
Karp, here for machines with outputs). So no product is built, and the work grows with the states of the two systems."""

from __future__ import annotations

import gc
from array import array
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace

from viva.core.records import dataclass
from viva.engines.machines.model import FSM, Signals, State
from viva.engines.machines.running.behaviour import Behaviour
from viva.engines.machines.running.input_classes import Explosion, TooManyLetters
from viva.engines.machines.running.rows import Fault
from viva.engines.machines.running.slices import Chosen, Slices

STATES = 500_000
"""How many states of both systems together are looked at, if nobody says otherwise."""
WORK = 4
"""How many pairs of reactions are looked at for each of these states: on the average, not in every one."""
_LEAST_WORK = 100_000
_MANY = 20_000  # states after which outputs are looked at one by one, if that helps

SILENT = FSM((State("silent", initial=True),))
Allowed = Callable[[Signals], bool]
Over = Callable[[], bool]
"""Whether the time is over: the net below the counted work."""
_OFTEN = 256  # pairs after which that is asked again


def never() -> bool:
    return False


@dataclass(frozen=True, slots=True)
class Comparison:
    """`equal` is None where the work ended first, or, with `crowded`, inputs can be combined in too many ways. Else
    `word` is a shortest sequence of inputs on which the outputs differ in the last reaction, or that leads to the
    `fault` of the right system (`left_fault` of the left)."""

    equal: bool | None
    word: tuple[Signals, ...] = ()
    pairs: int = 0
    states: int = 0
    fault: Fault | None = None
    left_fault: Fault | None = None
    crowded: bool = False


def compare(
    left: Behaviour, right: Behaviour, limit: int = STATES, allowed: Allowed | None = None, over: Over = never
) -> Comparison:
    """Guarantee: a reported word is as short as any on which the outputs differ or the right system has a fault.

    Pairs are merged in the order of the length of their first words. A pair that is skipped because its states are
    merged already is linked by a chain of pairs that were met with no longer words, and whatever tells the skipped pair
    apart tells one link of the chain apart; so skipping never loses a shorter word. The two behaviours have the same
    inputs and show the same outputs. With `allowed`, only such letters count.

    Where that meets many states, the outputs are looked at one after the other, each with the parts it depends on: the
    outputs first differ where one of them does.
    """
    if left.inputs != right.inputs or left.shown != right.shown:
        raise ValueError("only systems with the same inputs and outputs can be compared")
    groups = _groups(left, right) if limit > _MANY else {}
    with _nothing_collected():
        found = _compared(left, right, _MANY if groups else limit, allowed, over)
        return _by_outputs(left, right, groups, limit, allowed, over) if groups and found.equal is None else found


@contextmanager
def _nothing_collected() -> Iterator[None]:
    """All that a search makes is kept until its end and has no cycles; looking for garbage among it again and again
    took a fifth of the time."""
    before = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if before:
            gc.enable()


def _compared(left: Behaviour, right: Behaviour, limit: int, allowed: Allowed | None, over: Over) -> Comparison:
    search = _Search(left, right, allowed, over)
    try:
        return search.run(limit)
    except Explosion as problem:
        crowded = isinstance(problem, TooManyLetters)
        return Comparison(None, (), len(search.ones), len(left) + len(right), crowded=crowded)


Groups = dict[tuple[Chosen, Chosen], list[str]]


def _groups(left: Behaviour, right: Behaviour) -> Groups:
    """The outputs that depend on the same parts of both; none where every output depends on all parts."""
    one, other = Slices(left.system), Slices(right.system)
    groups: Groups = {}
    for name in left.shown:
        groups.setdefault((one.of([name]), other.of([name])), []).append(name)
    whole = all(len(key[0]) == one.parts and len(key[1]) == other.parts for key in groups)
    return {} if whole else groups


def _by_outputs(  # noqa: PLR0917 all that a comparison depends on
    left: Behaviour, right: Behaviour, groups: Groups, limit: int, allowed: Allowed | None, over: Over
) -> Comparison:
    one, other = Slices(left.system), Slices(right.system)
    pairs = [(_sliced(left, one, key[0], names), _sliced(right, other, key[1], names)) for key, names in groups.items()]
    # Parts without outputs can still have faults.
    for behaviour, slices, seen in (
        (left, one, [key[0] for key in groups]),
        (right, other, [key[1] for key in groups]),
    ):
        pairs += [2 * (_sliced(behaviour, slices, chosen, ()),) for chosen in slices.others(seen)]
    found: list[Comparison] = []
    states = 0
    for first, second in pairs:
        found.append(_compared(first, second, limit - states, allowed, over))
        states += found[-1].states
        if found[-1].equal is None:
            return replace(found[-1], pairs=sum(each.pairs for each in found), states=states)
    wrong = [each for each in found if not each.equal]
    shortest = min(wrong, key=lambda each: len(each.word), default=found[0])
    return replace(shortest, pairs=sum(each.pairs for each in found), states=states)


def _sliced(behaviour: Behaviour, slices: Slices, chosen: Chosen, shown: Sequence[str]) -> Behaviour:
    system = slices.system_of(chosen) if chosen else replace(behaviour.system, machine=SILENT)
    return Behaviour(system, behaviour.rules, values=behaviour.values, shown=shown, inputs=behaviour.inputs)


class _Search:
    """Entry i of the lists: the two states of a pair, the entry it came from, and the letter that led to it. `parent`
    has the states of the left at even places and those of the right at odd ones."""

    def __init__(self, left: Behaviour, right: Behaviour, allowed: Allowed | None, over: Over) -> None:
        self.over = over
        self.left = left
        self.right = right
        self.allowed = allowed
        self.ones, self.others, self.origin = array("q", [0]), array("q", [0]), array("q", [-1])
        self.letter: list[Signals] = [{}]
        self.parent = array("q", [0, 0])  # both begin together
        self._joint: dict[tuple[int, int], list[tuple[int, int, Signals]]] = {}

    def run(self, limit: int) -> Comparison:
        left, right, parent, joint = self.left, self.right, self.parent, self._joint
        most, looked_at, index = max(_LEAST_WORK, WORK * limit), 0, 0
        while index < len(self.ones):
            one, other = self.ones[index], self.others[index]
            if len(left.met) + len(right.met) > limit or looked_at > most or (index % _OFTEN == 0 and self.over()):
                return self._ended(None)
            (reads, targets, said), (reads_beside, asides, told) = left.row(one), right.row(other)
            if len(parent) < 2 * max(len(left.met), len(right.met)):
                self._grow(max(len(left.met), len(right.met)))
            letters_of_both = joint.get((reads, reads_beside)) or self._letters(reads, reads_beside)
            looked_at += len(letters_of_both)
            for here, there, letter in letters_of_both:
                target, aside = targets[here], asides[there]
                if target < 0 or aside < 0:
                    return self._fault(index, letter, (one, here), (other, there))
                if said[here] != told[there]:
                    return self._ended(False, index, letter)
                if target == one and aside == other:
                    continue
                first, second = 2 * target, 2 * aside + 1
                while (above := parent[first]) != first:
                    parent[first] = first = parent[above]
                while (above := parent[second]) != second:
                    parent[second] = second = parent[above]
                if first != second:
                    parent[second] = first
                    self.ones.append(target)
                    self.others.append(aside)
                    self.origin.append(index)
                    self.letter.append(letter)
            index += 1
        return self._ended(True)

    def _grow(self, states: int) -> None:
        self.parent.extend(range(len(self.parent), 4 * states))

    def _letters(self, one: int, other: int) -> Sequence[tuple[int, int, Signals]]:
        """The letters over what both read, each with its place among the letters of the left and of the right."""
        together = zip(
            self.left.plan(one, other), self.right.plan(other, one), self.left.letters(one | other), strict=True
        )
        found = [each for each in together if self.allowed is None or self.allowed(each[2])]
        self._joint[one, other] = found
        return found

    def _fault(self, index: int, letter: Signals, one: tuple[int, int], other: tuple[int, int]) -> Comparison:
        word, states = self._word(index, letter), len(self.left) + len(self.right)
        faults = self.right.faults.get(other), self.left.faults.get(one)
        return Comparison(False, word, len(self.ones), states, *faults)

    def _ended(self, equal: bool | None, index: int = -1, letter: Signals | None = None) -> Comparison:
        word = () if letter is None else self._word(index, letter)
        return Comparison(equal, word, len(self.ones), len(self.left) + len(self.right))

    def _word(self, index: int, letter: Signals) -> tuple[Signals, ...]:
        found = [letter]
        while index > 0:
            found.append(self.letter[index])
            index = self.origin[index]
        return tuple(reversed(found))


def at_most_one(letter: Signals) -> bool:
    """Whether no two inputs are present at once."""
    return len(letter) <= 1
