"""Whether two systems show the same outputs, to within a threshold: the product of both, walked along time.

Only the outputs are compared; modes and all other variables are each system's own business. Outputs differ where they
lie further apart than the threshold for some length of time: that one of two switches an instant of no length before
the other is no difference. For constant rates everything is exact, and a product that comes back to a state in which it
was before proves that the outputs never differ (`equal`).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from fractions import Fraction

from viva.core.records import dataclass
from viva.engines.hybrid import curves
from viva.engines.hybrid.curves import Curve, Number
from viva.engines.hybrid.model import Affine, Automaton, Condition, Constraint, System, variable
from viva.engines.hybrid.observing import modes_ahead, observables
from viva.engines.hybrid.running import Ending, Jump, Modes, Network, Piece, last_input, pieces

MOST_RUNS = 24
_MOST_JUMPS = 10_000  # in all runs: where each goes on and on at one instant, others are as little use
_MOST_DEPARTURES = 12
_BEYOND_HORIZON = 400  # jumps, for the sake of a proof
ENDS_WRONG = ("stuck", "zeno", "growth")
"""Ends of a run that are mistakes of the system, not limits of the walk."""
ROUNDING = 1e-7
"""By how much more than the threshold curved outputs must lie apart to count: far above all rounding."""


@dataclass(frozen=True, slots=True)
class Departure:
    """From `start` to `end` the output differs; without `end` for ever. `clearest` is a moment inside at which it does
    so plainly. `ended` says why there is no value at all any more."""

    start: Number
    end: Number | None
    output: str
    jumps: bool
    actual_modes: Modes
    expected_modes: Modes
    clearest: Number
    ended: str = ""


@dataclass(frozen=True, slots=True)
class Outcome:
    """`equal` for all time, `same` up to the horizon, `different` or `unknown`.

    `departures` are in order; `later` is one that comes after the horizon. `period` is how a proof goes round: from
    when, and after how long. `until` is how far was looked. `choices` are the options taken in the run that departs.
    `touched` is when a guard of one of both is only just touched, where all that follows hangs on rounding.
    """

    kind: str
    departures: tuple[Departure, ...] = ()
    later: Departure | None = None
    period: tuple[Number, Number] | None = None
    until: Number | None = None
    choices: tuple[int, ...] = ()
    jumps: int = 0
    several: tuple[Jump, ...] = ()
    ending: Ending | None = None
    apart: float = 0.0
    touched: Number | None = None


def align_inputs(actual: System, expected: System) -> System:
    """The system with the inputs of the other in place of its own: what comes from outside is given to both alike.

    Raises KeyError with the name of an input that is not given.
    """
    given = {signal.name: signal for signal in expected.inputs.signals}
    happening = {event.name: event for event in expected.inputs.events}
    for name in actual.inputs.names:
        if name not in given and name not in happening:
            raise KeyError(name)
    signals = tuple(given[each.name] for each in actual.inputs.signals)
    events = tuple(happening[each.name] for each in actual.inputs.events)
    return replace(actual, inputs=replace(actual.inputs, signals=signals, events=events))


Over = Callable[[], bool]
"""Whether the time is over: the net below the counted work."""


def never() -> bool:
    return False


def compare(
    actual: System,
    expected: System,
    threshold: Fraction,
    horizon: Fraction,
    *,
    first_only: bool = False,
    over: Over = never,
) -> Outcome:
    """Both have the outputs of `expected`, and the same inputs. With `first_only` it stops at the first departure."""
    exact = actual.has_constant_rates and expected.has_constant_rates
    ours, theirs = Network(actual, exact), Network(expected, exact)
    waiting: list[tuple[int, ...]] = [()]
    seen = jumps = 0
    several: tuple[Jump, ...] = ()
    alike = not exact and _without_names(actual) == _without_names(expected)
    worst: Outcome | None = None
    while waiting and seen < MOST_RUNS and jumps < _MOST_JUMPS:
        choices = waiting.pop(0)
        found = _Walk(ours, theirs, threshold, horizon, choices, first_only, over, alike and not choices).outcome()
        seen += 1
        jumps += found.jumps
        several = several or found.several
        found = replace(found, choices=choices, several=several)
        if found.kind == "different":
            return found
        if worst is None or found.kind == "unknown":
            worst = found
        taken = len(choices)
        for number, jump in enumerate(found.several[:MOST_RUNS]):
            if number >= taken:
                prefix = (*choices, *([0] * (number - taken)))
                waiting += [(*prefix, option) for option in range(1, len(jump.options))]
    assert worst is not None
    if several and worst.kind == "equal":
        worst = replace(worst, kind="same")
    return replace(worst, several=several)


@dataclass(slots=True)
class _Side:
    """One of the two runs, as far as it was asked for."""

    network: Network
    source: Iterator[Piece | Ending]
    piece: Piece | None = None
    ending: Ending | None = None
    several: list[Jump] = field(default_factory=list)
    jumps: int = 0
    touched: Number | None = None

    def advance(self) -> None:
        found = next(self.source, None)
        self.piece = None
        if isinstance(found, Ending):
            self.ending = found
        if found is not None:
            self.jumps += len(found.jumps)
            self.several += [jump for jump in found.jumps if jump.options]
        if isinstance(found, Piece):
            self.piece = found
            self.touched = found.touched

    @property
    def modes(self) -> Modes:
        return self.piece.modes if self.piece else self.ending.modes if self.ending else ()

    def curve(self, index: int, at: Number) -> tuple[Curve, Number | None]:
        assert self.piece is not None
        return self.piece.flow.curve(index, at - self.piece.start)


@dataclass(slots=True)
class _Walk:
    ours: Network
    theirs: Network
    threshold: Fraction
    horizon: Fraction
    choices: tuple[int, ...]
    first_only: bool
    over: Over
    alike: bool
    apart: dict[str, float] = field(default_factory=dict)
    departures: list[Departure] = field(default_factory=list)
    _bases: dict[tuple[object, object], list[Affine]] = field(default_factory=dict)
    _ahead: dict[tuple[int, int, int], frozenset[int]] = field(default_factory=dict)
    _shared: System | None = None

    def outcome(self) -> Outcome:
        exact = self.ours.exact
        until = None if exact else float(self.horizon)
        left = _Side(self.ours, pieces(self.ours, until, self.choices))
        right = _Side(self.theirs, pieces(self.theirs, until))
        outputs = self.theirs.system.outputs
        places = [(self.ours.system.position(name), self.theirs.system.position(name)) for name in outputs]
        bound = self.threshold if exact else float(self.threshold) + ROUNDING * (1 + float(self.threshold))
        time: Number = Fraction(0) if exact else 0.0
        horizon: Number = self.horizon if exact else float(self.horizon)
        quiet = last_input(self.theirs.system)
        seen: dict[object, Number] = {}
        left.advance()
        right.advance()
        while True:
            if left.piece is None or right.piece is None:
                return self._ended(left, right, time, horizon)
            if self.over():
                told = self._told(left, right, time, None, False)
                return told if told.departures else replace(told, kind="unknown")
            ends = [each.piece.end for each in (left, right) if each.piece and each.piece.end is not None]
            if time < horizon:
                ends.append(horizon)
            end = min(ends) if ends else None
            for name, (mine, other) in zip(outputs, places, strict=True):
                self._compare((left, right), (name, mine, other), (time, end), bound)
            before = [each for each in self.departures if each.start < horizon]
            if end is None or (before and self.first_only) or (end >= horizon and (before or self.departures)):
                return self._told(left, right, time if end is None else end, None, end is None and exact)
            time = end
            for side in (left, right):
                if side.piece is not None and side.piece.end is not None and side.piece.end <= time:
                    side.advance()
            if exact and time >= quiet and left.piece is not None and right.piece is not None:
                if not self.departures:
                    key = self._key(left, right, time)
                    if key in seen:
                        return self._told(left, right, time, (seen[key], time - seen[key]), True)
                    seen[key] = time
                if time >= horizon and left.jumps + right.jumps > _BEYOND_HORIZON:
                    return self._told(left, right, time, None, False)
            elif not exact and time >= horizon:
                return self._told(left, right, time, None, False)

    def _compare(
        self,
        sides: tuple[_Side, _Side],
        place: tuple[str, int, int],
        span: tuple[Number, Number | None],
        bound: Number,
    ) -> None:
        """Looks for departures of one output, by its name and its positions, in a stretch without switches."""
        (left, right), (name, mine, other), (at, end) = sides, place, span
        while end is None or at < end:
            one, lasts = left.curve(mine, at)
            two, goes_on = right.curve(other, at)
            spans = [each for each in (lasts, goes_on, None if end is None else end - at) if each is not None]
            width = min(spans) if spans else None
            apart = curves.difference(one, two)
            for low, high in curves.beyond(apart, width, bound):
                jumps = curves.size(curves.value(apart, low)) > bound
                clearest = at + _clearest(apart, low, high)
                modes = left.modes, right.modes
                stretch = at + low, None if high is None else at + high
                self._add(Departure(*stretch, name, jumps, *modes, clearest))
            if width is None:
                return
            at = curves.later(at, width)

    def _add(self, found: Departure) -> None:
        if found.start < self.horizon:
            length = float(self.horizon if found.end is None else min(found.end, self.horizon)) - float(found.start)
            self.apart[found.output] = self.apart.get(found.output, 0.0) + length
        known = self.departures
        latest = max((number for number, each in enumerate(known) if each.output == found.output), default=None)
        if latest is not None and _goes_on(known[latest].end, found.start):
            known[latest] = replace(known[latest], end=found.end)
        elif len(known) < _MOST_DEPARTURES:
            known.append(found)

    def _told(
        self, left: _Side, right: _Side, until: Number, period: tuple[Number, Number] | None, for_ever: bool
    ) -> Outcome:
        horizon = self.horizon if self.ours.exact else float(self.horizon)
        found = sorted((each for each in self.departures if each.start < horizon), key=lambda each: each.start)
        touched = min((each.touched for each in (left, right) if each.touched is not None), default=None)
        if touched is not None and not self.alike and touched < horizon and not (found and found[0].start < touched):
            return Outcome("unknown", until=touched, jumps=left.jumps + right.jumps, touched=touched)
        later = min(
            (each for each in self.departures if each.start >= horizon), key=lambda each: each.start, default=None
        )
        kind = "different" if found else "equal" if for_ever and later is None else "same"
        jumps = left.jumps + right.jumps
        share = max(self.apart.values(), default=0.0) / float(horizon)
        if found and found[-1].ended:
            share += 1 - float(found[-1].start) / float(horizon)
        several = tuple(left.several)
        return Outcome(kind, tuple(found), later, period, until, (), jumps, several, left.ending, min(1.0, share))

    def _ended(self, left: _Side, right: _Side, time: Number, horizon: Number) -> Outcome:
        """One of the runs is over. Where only the work became too much, nothing is said about what comes after. Where
        the compared system itself cannot go on, all that comes after is wrong."""
        if time < horizon and left.ending and left.ending.reason in ENDS_WRONG and right.piece is not None:
            output = self.theirs.system.outputs[0]
            self.departures.append(
                Departure(time, None, output, True, left.modes, right.modes, time, left.ending.reason)
            )
        told = self._told(left, right, time, None, False)
        reached = time >= horizon or any(each.ending and each.ending.reason == "horizon" for each in (left, right))
        return told if reached or told.departures else replace(told, kind="unknown")

    def _key(self, left: _Side, right: _Side, time: Number) -> object:
        """All that what follows depends on: the modes, and the expressions that are observed."""
        assert left.piece is not None and right.piece is not None
        modes = (left.piece.modes, right.piece.modes)
        ahead = tuple(
            self._modes_ahead(side, number, automaton, mode)
            for side, (network, each) in enumerate(zip((self.ours, self.theirs), modes, strict=True))
            for number, (automaton, mode) in enumerate(zip(network.system.automata, each, strict=True))
        )
        width = len(self.ours.system.variables)
        basis = self._bases.get((ahead, 0))
        if basis is None:
            joined = self._joined()
            positions = [
                (self.ours.system.position(name), self.theirs.system.position(name))
                for name in self.theirs.system.outputs
            ]
            own = [variable(mine).plus(variable(width + other), Fraction(-1)) for mine, other in positions]
            basis = self._bases[ahead, 0] = observables(joined, ahead, own)
        values = [
            *left.piece.flow.values(time - left.piece.start)[:width],
            *right.piece.flow.values(time - right.piece.start)[: len(self.theirs.system.variables)],
        ]
        exact = [Fraction(each) for each in values]
        return modes, tuple(row.at(exact) for row in basis)

    def _modes_ahead(self, side: int, number: int, automaton: Automaton, mode: int) -> frozenset[int]:
        if (side, number, mode) not in self._ahead:
            self._ahead[side, number, mode] = modes_ahead(automaton, mode)
        return self._ahead[side, number, mode]

    def _joined(self) -> System:
        if self._shared is None:
            self._shared = compose(self.ours.system, self.theirs.system)
        return self._shared


def _without_names(system: System) -> System:
    """Systems that are equal so do the same also where rounding decides: modes by number, bounds in one unit."""

    def scaled(condition: Condition) -> Condition:
        return tuple(replace(case, constraints=tuple(map(_scaled, case.constraints))) for case in condition)

    automata = [
        replace(
            automaton,
            name="",
            modes=tuple(replace(each, name="", invariant=scaled(each.invariant)) for each in automaton.modes),
            transitions=tuple(replace(each, guard=scaled(each.guard)) for each in automaton.transitions),
        )
        for automaton in system.automata
    ]
    return replace(system, automata=tuple(automata))


def _scaled(constraint: Constraint) -> Constraint:
    lead = abs(constraint.left.terms[0][1]) if constraint.left.terms else Fraction(1)
    return replace(constraint, left=constraint.left.times(1 / lead))


def _goes_on(end: Number | None, start: Number) -> bool:
    """Whether no number lies between both."""
    return end is not None and (start == end or (isinstance(end, float) and start <= math.nextafter(end, math.inf)))


def _clearest(apart: Curve, low: Number, high: Number | None) -> Number:
    """A moment inside of the stretch at which the difference is as large as at its end or middle."""
    if high is None:
        return low + 1
    places = [
        low + (high - low) * Fraction(part, 4)
        if isinstance(low, Fraction | int)
        else low + float(high - low) * part / 4
        for part in (1, 2, 3)
    ]
    return max(places, key=lambda at: float(curves.size(curves.value(apart, at))))


def compose(one: System, other: System) -> System:
    """Both side by side, each with its own variables; the inputs are shared."""
    width, more = len(one.variables), len(other.variables)
    shared = {signal.name: width + more + index for index, signal in enumerate(other.inputs.signals)}
    own = [*range(width), *(shared[signal.name] for signal in one.inputs.signals)]
    theirs = [width + index for index in range(more)] + [shared[signal.name] for signal in other.inputs.signals]
    automata = [
        replace(
            automaton,
            name=f"{side}{automaton.name}",
            modes=tuple(mode.moved(positions) for mode in automaton.modes),
            transitions=tuple(
                replace(each.moved(positions), label=f"{side}{each.label}" if each.label else "")
                for each in automaton.transitions
            ),
        )
        for side, system, positions in (("1.", one, own), ("2.", other, theirs))
        for automaton in system.automata
    ]
    names = (*(f"{name}_1" for name in one.variables), *(f"{name}_2" for name in other.variables))
    return System(names, (), tuple(automata), (*one.initial, *other.initial), other.inputs)


def values_at(
    system: System, times: Sequence[Number], exact: bool, choices: Sequence[int] = ()
) -> list[Mapping[str, Number]]:
    """The outputs at these times, in ascending order, from a run of its own; after an instant with transitions the
    values are those after them. A run that is over gives nothing."""
    network = Network(system, exact)
    found: list[Mapping[str, Number]] = []
    waiting = list(times)
    last = waiting[-1] if waiting else 0
    horizon = None if exact else float(last) + 1.0
    for piece in pieces(network, horizon, choices):
        if isinstance(piece, Ending):
            break
        while waiting and (piece.end is None or waiting[0] < piece.end):
            values = piece.flow.values(waiting.pop(0) - piece.start)
            found.append({name: values[system.position(name)] for name in system.outputs})
        if not waiting:
            break
    return found
