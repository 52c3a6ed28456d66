"""Whether two formulas mean the same for all runs over some signals, and if not a short run that tells them apart."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from viva.core.records import dataclass
from viva.engines.machines import expressions
from viva.engines.machines.logic.ltl import Both, Formula, guards_of, holds, negation
from viva.engines.machines.logic.model_checking import check
from viva.engines.machines.logic.tableau import Obligations, Tableau, TooManyWays, begun, may_end
from viva.engines.machines.model import FSM, Signal, Signals, State, System
from viva.engines.machines.running.behaviour import Behaviour
from viva.engines.machines.running.input_classes import Explosion, letters, told_apart

_STEPS = 5_000  # of shorter runs that are tried


@dataclass(frozen=True, slots=True)
class Difference:
    """A run that satisfies exactly one of two formulas: `asked` says whether it is the first. From `loop` on it repeats
    for ever; None where it is finite."""

    run: tuple[Signals, ...]
    loop: int | None
    asked: bool


@dataclass(frozen=True, slots=True)
class Verdict:
    """`equal` is None where the work ended first."""

    equal: bool | None
    difference: Difference | None = None
    nodes: int = 0


def anything(signals: Sequence[Signal]) -> System:
    """A system that lets all runs over these signals happen."""
    return System(tuple(signals), (), FSM((State("any", initial=True),)))


def compare_formulas(asked: Formula, given: Formula, signals: Sequence[Signal], *, finite: bool, limit: int) -> Verdict:
    """Every difference that is told was evaluated once more, by definition."""
    try:
        found = _finite(asked, given, signals, limit) if finite else _endless(asked, given, signals, limit)
    except (Explosion, TooManyWays):
        return Verdict(None)
    if found.difference is not None:
        run, loop, types = found.difference.run, found.difference.loop, anything(signals).types
        truths = holds(asked, run, loop, types), holds(given, run, loop, types)
        if truths != (found.difference.asked, not found.difference.asked):
            raise AssertionError("a run does not tell two formulas apart as it should")
    return found


def _endless(asked: Formula, given: Formula, signals: Sequence[Signal], limit: int) -> Verdict:
    nodes = 0
    best: Difference | None = None
    for first, wanted in ((True, Both(asked, negation(given))), (False, Both(negation(asked), given))):
        guards = guards_of(wanted)
        system = anything(signals)
        read = {name for guard in guards for name in expressions.names_in(guard)}
        always = [signal.name for signal in signals if signal.name in read]
        behaviour = Behaviour(system, values=told_apart([system], guards), always=always)
        answer = check(behaviour, negation(wanted), limit)
        nodes += answer.nodes
        if answer.holds is None:
            return Verdict(None, nodes=nodes)
        if answer.violation is not None:
            word, loop = answer.violation.word, answer.violation.loop
            if loop is None:  # whatever comes: let nothing come
                word, loop = (*word, {}), len(word)
            if best is None or len(word) < len(best.run):
                best = Difference(word, loop, first)
    return Verdict(best is None, None if best is None else _shortest(best, asked, given, signals), nodes)


def _shortest(found: Difference, asked: Formula, given: Formula, signals: Sequence[Signal]) -> Difference:
    """A shortest run that tells them apart: the steps before the loop and in it together. All shorter ones are tried;
    where these are too many, the one that was found stays."""
    types, columns = anything(signals).types, _columns(asked, given, signals)
    steps = 0
    for length in range(1, len(found.run)):
        for run in product(columns, repeat=length):
            for loop in range(length):
                steps += length
                if steps > _STEPS:
                    return found
                wanted = holds(asked, run, loop, types)
                if wanted != holds(given, run, loop, types):
                    return Difference(run, loop, wanted)
    return found


def _columns(asked: Formula, given: Formula, signals: Sequence[Signal]) -> tuple[Signals, ...]:
    """The letters that the guards of the formulas tell apart."""
    guards = list(dict.fromkeys((*guards_of(asked), *guards_of(given))))
    names = [signal.name for signal in signals]
    read = {name for guard in guards for name in expressions.names_in(guard)}
    reads = sum(1 << at for at, name in enumerate(names) if name in read)
    return letters(names, told_apart([anything(signals)], guards), reads)


def _finite(asked: Formula, given: Formula, signals: Sequence[Signal], limit: int) -> Verdict:
    """Sets of obligations side by side, the shorter runs first; a run has at least one reaction."""
    system = anything(signals)
    guards = list(dict.fromkeys((*guards_of(asked), *guards_of(given))))
    tests = {guard: expressions.truth(guard, system.types) for guard in guards}
    columns = _columns(asked, given, signals)
    start = frozenset([frozenset([asked])]), frozenset([frozenset([given])])
    seen = {start}
    queue = [start]
    tableau = Tableau()
    words: list[tuple[Signals, ...]] = [()]
    for index, pair in enumerate(queue):
        for letter in columns:
            truths = {guard: test(letter) for guard, test in tests.items()}
            sides = []
            ends = []
            for subset in pair:
                later = {way for obligations in subset for way, _ in tableau.expanded(obligations, truths.__getitem__)}
                ends.append(any(may_end(each) for each in later))
                sides.append(frozenset(_least(frozenset(begun(each) for each in later))))
            word = (*words[index], letter)
            if ends[0] != ends[1]:
                return Verdict(False, Difference(word, None, ends[0]), len(queue))
            following = sides[0], sides[1]
            if following not in seen:
                if len(seen) >= limit:
                    return Verdict(None, nodes=len(seen))
                seen.add(following)
                queue.append(following)
                words.append(word)
    return Verdict(True, nodes=len(queue))


def _least(given: frozenset[Obligations]) -> frozenset[Obligations]:
    """Without sets that ask for more than another: what they allow is allowed anyway."""
    return frozenset(each for each in given if not any(other < each for other in given))
