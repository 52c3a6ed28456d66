"""Runs: what a system does from its initial values, piece by piece. The meaning of systems is here.

`pieces` yields the stretches of time in which no mode changes, as far as one asks; the last thing it yields is an
`Ending`, unless the last piece goes on for ever. Runs of constant rates are exact.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import field
from fractions import Fraction
from itertools import product

from viva.core.records import dataclass
from viva.engines.hybrid.curves import Number
from viva.engines.hybrid.flows import MOST_STEPS, Curved, Flow, GivenUp, Straight
from viva.engines.hybrid.model import (
    TRUE,
    Affine,
    Assignments,
    Case,
    Condition,
    System,
    Transition,
    after_reset,
    both,
)

Modes = tuple[int, ...]
Taken = tuple[tuple[int, int], ...]
"""Transitions that are taken together: the automaton and the number of its transition."""

MOST_EVENTS = 5_000
MOST_WORK = 300_000
"""Constraints that are looked at in one run: so long as a hostile system may keep anyone busy."""
_AT_ONE_INSTANT = 4_000
_BITS = 6_000
_MOST_OPTIONS = 16


@dataclass(frozen=True, slots=True)
class Jump:
    """Transitions at an instant. `options` are all that could have been taken, where there was a choice."""

    time: Number
    taken: Taken
    before: Modes
    after: Modes
    options: tuple[Taken, ...] = ()


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of time in the same modes; `jumps` led here. Without `end` it goes on for ever. From `touched` on, here
    or in an earlier piece, the run hangs on rounding: a guard is only just touched, or only just missed."""

    start: Number
    end: Number | None
    modes: Modes
    flow: Flow
    jumps: tuple[Jump, ...] = ()
    touched: Number | None = None


@dataclass(frozen=True, slots=True)
class Ending:
    """Why there is nothing more: `horizon`; `stuck` where an invariant ends and no guard holds; `zeno` where
    transitions follow each other without end at one instant; `events` and `digits` where the work became too much;
    `growth` where a value grew beyond all bounds."""

    time: Number
    reason: str
    modes: Modes
    jumps: tuple[Jump, ...] = ()
    values: tuple[Number, ...] = ()


@dataclass(frozen=True, slots=True)
class Move:
    """Transitions that can be taken together. `guard` also asks for the invariants of the modes they lead to."""

    taken: Taken
    guard: Condition
    plain: Condition
    effect: Assignments
    after: Modes


@dataclass(slots=True)
class Network:
    """A system made ready to run."""

    system: System
    exact: bool = True
    _moves: dict[Modes, list[Move]] = field(default_factory=dict)
    _rates: dict[Modes, list[tuple[tuple[tuple[int, float], ...], float]]] = field(default_factory=dict)

    def initial_modes(self) -> Modes:
        return tuple(each.initial for each in self.system.automata)

    def rates(self, modes: Modes) -> list[Affine]:
        found = [Affine()] * len(self.system.names)
        for automaton, mode in zip(self.system.automata, modes, strict=True):
            for index, rate in automaton.modes[mode].flow:
                found[index] = rate
        return found

    def flow(self, modes: Modes, values: Sequence[Number], slopes: Sequence[Fraction]) -> Flow:
        own = len(self.system.variables)
        if self.exact:
            start = tuple(Fraction(value) for value in values)
            rates = [rate.at(start) for rate in self.rates(modes)[:own]]
            return Straight(start, (*rates, *slopes))
        if modes not in self._rates:
            self._rates[modes] = [
                (tuple((index, float(factor)) for index, factor in rate.terms), float(rate.constant))
                for rate in self.rates(modes)
            ]
        rows = [*self._rates[modes][:own], *(((), float(slope)) for slope in slopes)]
        return Curved(tuple(map(float, values)), rows)

    def invariant(self, modes: Modes) -> Condition:
        found = TRUE
        for automaton, mode in zip(self.system.automata, modes, strict=True):
            if automaton.modes[mode].invariant != TRUE:
                found = both(found, automaton.modes[mode].invariant)
        return found

    def moves(self, modes: Modes) -> list[Move]:
        """Single transitions, and those that a label makes go together. What changes nothing at all is left out."""
        if modes not in self._moves:
            self._moves[modes] = [move for taken in self._together(modes) if (move := self._move(taken, modes))]
        return self._moves[modes]

    def _together(self, modes: Modes) -> Iterator[Taken]:
        automata = self.system.automata
        labelled: dict[str, dict[int, list[int]]] = {}
        for number, automaton in enumerate(automata):
            for each in automaton.transitions:
                if each.label:
                    labelled.setdefault(each.label, {}).setdefault(number, [])
            for index in automaton.leaving(modes[number]):
                label = automaton.transitions[index].label
                if label:
                    labelled[label][number].append(index)
                else:
                    yield ((number, index),)
        for label in sorted(labelled):
            knowing = labelled[label]
            for combination in product(*(knowing[number] for number in knowing)):
                yield tuple(zip(knowing, combination, strict=True))

    def _move(self, taken: Taken, modes: Modes) -> Move | None:
        guard, after = TRUE, list(modes)
        effect: dict[int, Affine] = {}
        for number, index in taken:
            each = self.transition(number, index)
            guard = both(guard, each.guard) if guard != TRUE else each.guard
            after[number] = each.target
            effect |= dict(each.reset)
        changes = tuple(sorted((i, value) for i, value in effect.items() if value != Affine(((i, Fraction(1)),))))
        if not changes and tuple(after) == modes:
            return None
        entered = self.invariant(tuple(after))
        asked = guard if entered == TRUE else both(guard, after_reset(entered, effect))
        return Move(taken, asked, guard, changes, tuple(after))

    def transition(self, number: int, index: int) -> Transition:
        return self.system.automata[number].transitions[index]


def pieces(
    network: Network, horizon: Number | None = None, choices: Sequence[int] = (), most: int = MOST_EVENTS
) -> Iterator[Piece | Ending]:
    """The run. At its n-th choice the option `choices[n]` is taken, and the first where none is named."""
    return _Run(network, horizon, list(choices), most).pieces()


@dataclass(slots=True)
class _Run:
    network: Network
    horizon: Number | None
    choices: list[int]
    most: int
    time: Number = Fraction(0)
    modes: Modes = ()
    values: tuple[Number, ...] = ()
    events: int = 0
    work: int = 0
    steps: int = 0
    touched: Number | None = None

    def pieces(self) -> Iterator[Piece | Ending]:
        system, network = self.network.system, self.network
        self.modes = network.initial_modes()
        signals = system.inputs.signals
        own = len(system.variables)
        schedule = schedule_of(system)
        slopes = tuple(signal.pieces[0][2] for signal in signals)
        self.values = (*system.starts, *(signal.pieces[0][1] for signal in signals))
        if not network.exact:
            self.time, self.values = 0.0, tuple(map(float, self.values))
        at = 0
        jumps: tuple[Jump, ...] = ()
        while True:
            settled = self._settled(frozenset())
            jumps += settled[0]
            if settled[1]:
                yield Ending(self.time, settled[1], self.modes, jumps, self.values)
                return
            if at < len(schedule) and schedule[at][0] <= self.time:
                _, changes, happening = schedule[at]
                at += 1
                if changes:
                    new = dict(changes)
                    slopes = tuple(new[i][1] if i in new else slope for i, slope in enumerate(slopes))
                    given = [new[i][0] if i in new else self.values[own + i] for i in range(len(signals))]
                    self.values = (*self.values[:own], *(given if network.exact else map(float, given)))
                if happening:
                    heard = self._settled(happening)
                    jumps += heard[0]
                    if heard[1]:
                        yield Ending(self.time, heard[1], self.modes, jumps, self.values)
                        return
                continue
            limit = self._limit(schedule[at][0] if at < len(schedule) else None)
            flow = network.flow(self.modes, self.values, slopes)
            lasts, ending = self._lasts(flow, limit)
            end = None if lasts is None else self.time + lasts
            self._notice(flow, lasts)
            if end is None or end > self.time:
                yield Piece(self.time, end, self.modes, flow, jumps, self.touched)
                jumps = ()
            if lasts is None or end is None:
                return
            reached = flow.values(lasts)
            # Times of given signals are kept as they are, so that rounding does not put an event before or after.
            self.time = schedule[at][0] if at < len(schedule) and end == schedule[at][0] else end
            self.values = reached
            if ending or (self.horizon is not None and self.time >= self.horizon):
                yield Ending(self.time, ending or "horizon", self.modes, jumps, self.values)
                return
            if isinstance(flow, Curved):
                self.steps += len(flow.steps)
            if self.steps > 2 * MOST_STEPS:
                yield Ending(self.time, "events", self.modes, jumps, self.values)
                return
            if network.exact and _too_fine(self.values, self.time):
                yield Ending(self.time, "digits", self.modes, jumps, self.values)
                return

    def _notice(self, flow: Flow, lasts: Number | None) -> None:
        if self.touched is None and isinstance(flow, Curved):
            doubts = [self.time + each for each in flow.doubts if lasts is None or each <= lasts]
            self.touched = min(doubts, default=None)

    def _limit(self, following: Fraction | None) -> Number | None:
        ends = [each - self.time for each in (following, self.horizon) if each is not None]
        return min(ends) if ends else None

    def _lasts(self, flow: Flow, limit: Number | None) -> tuple[Number | None, str]:
        """How long these modes go on: until the first guard, the limit or, where nothing can be done about it, the end
        of the invariant. With the reason where the run ends there."""
        first, ending = limit, ""
        moves = self.network.moves(self.modes)
        cases = [case for move in moves for case in move.guard if not case.events]
        for case in cases:
            self.work += 1 + len(case.constraints)
            if isinstance(flow, Curved):  # it is looked for in every step of the series
                self.work += 3 * len(flow.steps)
                if self.work > MOST_WORK:
                    return flow.steps[0].start, "events"
            try:
                at = flow.first(case, first)
                if at is not None and (first is None or at < first or ending):
                    first, ending = at, ""
            except GivenUp as problem:
                first, ending = problem.at, problem.reason
        try:
            if first is not None:
                flow.values(first)
        except GivenUp as problem:
            first, ending = problem.at, problem.reason
        invariant = self.network.invariant(self.modes)
        if invariant == TRUE:
            return first, ending
        try:
            ends = flow.until(invariant, first)
        except GivenUp as problem:
            return problem.at, problem.reason
        if ends is None or (first is not None and first <= ends):
            return first, ending
        ends = max(ends, ends * 0)
        forced = any(not case.events and flow.holds(case, ends) for move in moves for case in move.plain)
        return ends, "" if forced else "stuck"

    def _settled(self, events: frozenset[str]) -> tuple[tuple[Jump, ...], str]:
        """Takes transitions at this instant until none is enabled; events are seen in the first round only."""
        jumps: list[Jump] = []
        seen = {(self.modes, self.values)}
        chosen = False
        while True:
            enabled = self._enabled(events)
            if not enabled:
                return tuple(jumps), ""
            options = options_of(enabled)
            taken = options[0]
            if len(options) > 1:
                chosen = True
                taken = options[min(self.choices.pop(0), len(options) - 1) if self.choices else 0]
            before = self.modes
            self._take(taken)
            told = tuple(_all_taken(option) for option in options) if len(options) > 1 else ()
            jumps.append(Jump(self.time, _all_taken(taken), before, self.modes, told))
            self.events += 1
            if (self.modes, self.values) in seen and not events and not chosen:
                return tuple(jumps), "zeno"
            if self.events >= self.most or len(jumps) >= _AT_ONE_INSTANT or self.work > MOST_WORK:
                return tuple(jumps), "events"
            if self.network.exact and _too_fine(self.values, self.time):
                return tuple(jumps), "digits"
            if events:  # a state from before the event may well come back
                seen.clear()
            seen.add((self.modes, self.values))
            events = frozenset()

    def _enabled(self, events: frozenset[str]) -> list[Move]:
        moves = self.network.moves(self.modes)
        flow = self.network.flow(self.modes, self.values, (Fraction(0),) * len(self.network.system.inputs.signals))
        now = Fraction(0) if self.network.exact else 0.0

        def holds(condition: Condition) -> bool:
            self.work += len(condition)
            return any(_heard(case, events) and flow.holds(case, now) for case in condition)

        found = [move for move in moves if holds(move.guard)]
        invariant = self.network.invariant(self.modes)
        if not found and invariant != TRUE and not events:
            # Where no time can pass any more, a mode is also entered whose invariant does not hold.
            steady = self.network.flow(self.modes, self.values, self._slopes())
            if self._ends_now(steady, invariant):
                found = [move for move in moves if holds(move.plain)]
        return found

    def _slopes(self) -> tuple[Fraction, ...]:
        """The slopes of signals at this instant."""
        found = []
        for signal in self.network.system.inputs.signals:
            past = [slope for time, _, slope in signal.pieces if time <= self.time]
            found.append(past[-1] if past else Fraction(0))
        return tuple(found)

    def _ends_now(self, flow: Flow, invariant: Condition) -> bool:
        """Whether it holds no longer than this instant, or not even now; what comes later need not be looked for."""
        ends = flow.until(invariant, Fraction(1, 1000) if self.network.exact else 0.001)
        return ends is not None and ends <= (0 if self.network.exact else 1e-12)

    def _take(self, moves: tuple[Move, ...]) -> None:
        modes, values = list(self.modes), list(self.values)
        old = self.values
        for move in moves:
            for number, _ in move.taken:
                modes[number] = move.after[number]
            for index, value in move.effect:
                values[index] = _evaluated(value, old)
        self.modes, self.values = tuple(modes), tuple(values)


def _evaluated(value: Affine, values: Sequence[Number]) -> Number:
    if values and isinstance(values[0], float):
        return float(value.constant) + sum(float(factor) * float(values[index]) for index, factor in value.terms)
    return value.at([Fraction(each) for each in values])


def _heard(case: Case, events: frozenset[str]) -> bool:
    """In the round of an event only what waits for it goes on: all else was settled before."""
    return case.events <= events and bool(case.events) == bool(events)


def _all_taken(moves: tuple[Move, ...]) -> Taken:
    return tuple(sorted(each for move in moves for each in move.taken))


def options_of(enabled: list[Move]) -> list[tuple[Move, ...]]:
    """What can be taken together: all that is enabled, but of each automaton one transition. Options that come to the
    same are one."""
    found: list[tuple[Move, ...]] = []

    def extend(chosen: tuple[Move, ...], left: list[Move]) -> None:
        if len(found) >= _MOST_OPTIONS:
            return
        if not left:
            if chosen:
                found.append(chosen)
            return
        first = min(number for move in left for number, _ in move.taken)
        for move in [each for each in left if first in dict(each.taken)]:
            used = dict(move.taken)
            rest = [each for each in left if not any(number in used for number, _ in each.taken)]
            extend((*chosen, move), rest)

    extend((), enabled)
    effects: dict[object, tuple[Move, ...]] = {}
    for option in found:
        ends = tuple(sorted((number, move.after[number]) for move in option for number, _ in move.taken))
        effects.setdefault((ends, tuple(sorted(each for move in option for each in move.effect))), option)
    return list(effects.values())


def schedule_of(
    system: System,
) -> list[tuple[Fraction, tuple[tuple[int, tuple[Fraction, Fraction]], ...], frozenset[str]]]:
    """What is given from outside, by time: signals with a new value and slope, and events."""
    signals: dict[Fraction, list[tuple[int, tuple[Fraction, Fraction]]]] = {}
    events: dict[Fraction, set[str]] = {}
    for index, signal in enumerate(system.inputs.signals):
        for time, value, slope in signal.pieces[1:]:
            signals.setdefault(time, []).append((index, (value, slope)))
    for event in system.inputs.events:
        for time in event.times or ():
            events.setdefault(time, set()).add(event.name)
    times = sorted({*signals, *events})
    return [(time, tuple(signals.get(time, ())), frozenset(events.get(time, ()))) for time in times]


def last_input(system: System) -> Fraction:
    """After this time nothing new comes from outside."""
    schedule = schedule_of(system)
    return schedule[-1][0] if schedule else Fraction(0)


def _too_fine(values: Sequence[Number], time: Number) -> bool:
    return any(
        isinstance(each, Fraction) and each.denominator.bit_length() + each.numerator.bit_length() > _BITS
        for each in (*values, time)
    )
