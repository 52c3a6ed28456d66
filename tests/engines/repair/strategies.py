"""The feedback generation of the assistant for introductory Python programs (Phothilimthana and Nguyen 2014, section
5): six mutations, candidate fixes, and its strategies to search them, by name.

A candidate fix puts one mutation at each place; its space is the product of their choices. The paper runs strategies on
four cores and takes what comes first; here they take turns, so many programs each, and the programs are counted: the
same strategy finds the same fix on every machine.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from itertools import product
from math import prod
from typing import Literal

from tests.engines.repair.mutating import Mutation, mutations
from viva.engines.repair.measuring import size, words
from viva.engines.repair.model import Checked, Repair, Way, Wrong
from viva.engines.repair.trials import Trials, pieces
from viva.languages.edits import Change, Piece, put_in
from viva.languages.protocol import Tries

MUTATIONS = ("OffByOne", "SameType", "SameStruct", "RangeWithLen", "Generic1", "Generic2")
"""In the order of their scores, from 1 to 6."""
Strategy = Literal["parallel", "mixer", "priority", "priority-reverse", "mixer-priority"]
STRATEGIES: tuple[Strategy, ...] = ("parallel", "mixer", "priority", "priority-reverse", "mixer-priority")
_TURN = 400  # programs of a candidate, before it is another's turn
_MOST = 20_000  # programs in all


@dataclass(frozen=True, slots=True)
class Candidate:
    """One mutation for each place."""

    mutations: tuple[Mutation, ...]

    @property
    def score(self) -> int:
        """The sum of the scores of the mutations (section 5.3); longer generic ones come after."""
        return sum(_score(mutation.name) for mutation in self.mutations)

    @property
    def size(self) -> int:
        return prod(mutation.size for mutation in self.mutations)

    @property
    def without_constants(self) -> int:
        return prod(mutation.without for mutation in self.mutations)


@dataclass(frozen=True, slots=True)
class Found:
    """A fix, if there is one, the candidate that it is of, how many candidates were begun, and how many programs were
    tried."""

    repair: Repair | None
    candidate: Candidate | None
    begun: int
    tried: int


def candidates(wrong: Wrong, places: Sequence[tuple[int, int]], longest: int = 2) -> list[Candidate]:
    """All of them (Figure 4), by their scores. `places` are from where to where in the text."""
    spaces = mutations(wrong.text, places, longest=longest)
    return sorted(map(Candidate, product(*spaces)), key=lambda candidate: candidate.score)


def mutate(
    wrong: Wrong, places: Sequence[tuple[int, int]], strategy: Strategy = "mixer-priority", longest: int = 2
) -> Found:
    """A fix at exactly these places, by the strategy of that name."""
    found = candidates(wrong, places, longest)
    trials = Trials(wrong, list(wrong.tests))
    mixed = _mixed(found, len(places))
    match strategy:
        case "priority":
            lines = [found]
        case "priority-reverse":
            lines = [found[::-1]]
        case "mixer":
            lines = [mixed]
        case "mixer-priority":
            lines = [mixed, found]
        case "parallel":
            lines = [[candidate] for candidate in found]
    return _raced(trials, lines)


def _raced(trials: Trials, lines: Sequence[Sequence[Candidate]]) -> Found:
    """Each line is gone through in its order; they take turns."""
    begun: set[int] = set()

    def steps(line: Sequence[Candidate]) -> Iterator[tuple[Repair, Candidate] | None]:
        for candidate in line:
            begun.add(id(candidate))
            for repair in _synthesised(session, candidate):
                yield None if repair is None else (repair, candidate)

    with _Session(trials) as session:
        running = [steps(line) for line in lines]
        while running and trials.tried < _MOST and not trials.wrong.meter.exhausted:
            for each in list(running):
                try:
                    told = next(each)
                except StopIteration:
                    running.remove(each)
                    continue
                if told is not None:
                    return Found(told[0], told[1], len(begun), trials.tried)
    return Found(None, None, len(begun), trials.tried)


class _Session(ExitStack):
    """Quick trials that stay open until there is a test more."""

    def __init__(self, trials: Trials) -> None:
        super().__init__()
        self.trials = trials
        self._tries: Tries | None = None
        self._tests = 0

    def tries(self) -> Tries:
        if self._tries is None or self._tests != len(self.trials.tests):
            self.close()
            self._tries, self._tests = self.enter_context(self.trials.open()), len(self.trials.tests)
        return self._tries


def _synthesised(session: _Session, candidate: Candidate) -> Iterator[Repair | None]:
    """The fixes of a candidate; None after each turn that finds none. Counterexamples of the judgement become tests
    (Solar-Lezama and others 2006)."""
    *fixed, hole = sorted(candidate.mutations, key=lambda mutation: len(mutation.news))
    for news in _diagonal([mutation.news for mutation in fixed]):
        others = [_change(mutation, new) for mutation, new in zip(fixed, news, strict=True)]
        for first in range(0, len(hole.news), _TURN):
            some = hole.news[first : first + _TURN]
            passing = session.trials.passed(session.tries(), [(*others, _change(hole, new)) for new in some])
            for new in (new for new, ok in zip(some, passing, strict=True) if ok):
                changes = (*others, _change(hole, new))
                repair = _judged(session.trials, _bare(changes)) or _judged(session.trials, changes)
                if repair is not None:
                    yield repair
            yield None


def _bare(changes: Sequence[Change]) -> tuple[Change, ...]:
    """Without the brackets around what is put in, which are seldom needed."""
    return tuple(
        replace(change, pieces=tuple(replace(piece, new=piece.new.strip("()")) for piece in change.pieces))
        if all(piece.new.count("(") == 1 for piece in change.pieces)
        else change
        for change in changes
    )


def _judged(trials: Trials, changes: tuple[Change, ...]) -> Repair | None:
    wrong = trials.wrong
    if not trials.passing([changes])[0]:  # a test may have been learnt since
        return None
    result = wrong.judged(put_in(wrong.text, pieces(changes)))
    if isinstance(result, Checked):
        apart = size(wrong.text, changes)
        way: Way = "edit" if len(changes) == 1 else "edits"
        return Repair(wrong.text, changes, way, apart, apart / max(1, len(words(wrong.text))), result)
    if result is not None and all(test is not result for test in trials.tests):
        trials.tests.append(result)
    return None


def _mixed(found: Sequence[Candidate], places: int) -> list[Candidate]:
    """All mutations of a place as one (section 5.3)."""
    merged: list[Mutation] = []
    for place in range(places):
        all_of_it = list(dict.fromkeys(candidate.mutations[place] for candidate in found))
        if not all_of_it:
            return []
        news = tuple(dict.fromkeys(new for mutation in all_of_it for new in mutation.news))
        total, bare = sum(each.size for each in all_of_it), sum(each.without for each in all_of_it)
        merged.append(Mutation("mixed", all_of_it[0].begin, all_of_it[0].end, total, bare, news))
    return [Candidate(tuple(merged))]


def _diagonal(choices: Sequence[Sequence[str]]) -> Iterator[tuple[str, ...]]:
    """All combinations, those of early choices first."""
    if not choices:
        yield ()
        return
    for total in range(sum(len(each) - 1 for each in choices) + 1):
        yield from _summing(choices, total)


def _summing(choices: Sequence[Sequence[str]], total: int) -> Iterator[tuple[str, ...]]:
    first, *rest = choices
    if not rest:
        if total < len(first):
            yield (first[total],)
        return
    for number in range(min(total, len(first) - 1) + 1):
        for others in _summing(rest, total - number):
            yield (first[number], *others)


def _score(name: str) -> int:
    return MUTATIONS.index(name) + 1 if name in MUTATIONS else 4 + int(name.removeprefix("Generic"))


def _change(mutation: Mutation, new: str) -> Change:
    return Change(mutation.name, 0, (Piece(mutation.begin, mutation.end, f"({new})" if " " in new else new),))
