"""Reachability from sets of initial values, exact for constant rates: which modes are reached, how far variables go.

A set of runs is followed at once: the initial values are parameters, and as long as the runs take the same transitions,
all values and times are affine in the parameters. Where they part, the set of parameters is split (`parting.py`), so
that every state that is told is reached by some run, and every run is in what is told. A set that lies inside one seen
before, in all that matters for what follows (`observing.py`), need not be followed: when none is left, what was found
holds for all time.

Events that may come at any time add the moment at which they come as a parameter.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field, replace
from fractions import Fraction

from viva.core.records import dataclass
from viva.engines.hybrid.comparing import compose
from viva.engines.hybrid.model import ONE, TRUE, ZERO, Affine, Span, System, constant, variable
from viva.engines.hybrid.observing import modes_ahead, observables
from viva.engines.hybrid.parting import Entry, along, both_sides, cut_at, earlier, where, while_it_holds
from viva.engines.hybrid.polyhedra import Polyhedron, Row, TooLarge
from viva.engines.hybrid.running import Modes, Move, Network, options_of, schedule_of

MOST_STEPS = 400
Bounds = tuple[Fraction | None, Fraction | None]
"""The least and the greatest value; None where there is none."""


class Unsupported(Exception):
    """Sets of values are followed for constant rates and invariants without alternatives only."""


@dataclass(frozen=True, slots=True)
class Stretch:
    """The runs with these parameters stay in the modes for `lasts`, or for ever; `since` when, where that is known."""

    modes: Modes
    domain: Polyhedron
    values: tuple[Affine, ...]
    rates: tuple[Fraction, ...]
    lasts: Affine | None
    since: Affine | None = None

    def tube(self) -> Polyhedron:
        """All values in this stretch: a polyhedron over the variables."""
        width, own = len(self.values), self.domain.dimension
        shift = [width + index for index in range(own)]
        time = width + own
        rows = [Row(row.left.moved(shift), row.strict) for row in self.domain.rows]
        rows.append(Row(variable(time)))
        if self.lasts is not None:
            rows.append(Row(self.lasts.moved(shift).plus(variable(time), -ONE)))
        for index, value in enumerate(self.values):
            apart = variable(index).plus(value.moved(shift), -ONE).plus(variable(time), -self.rates[index])
            rows += [Row(apart), Row(apart.times(-ONE))]
        return Polyhedron(time + 1, tuple(rows)).projected(width)


@dataclass(frozen=True, slots=True)
class Reach:
    """`complete` says that nothing else is ever reached: without a horizon, for all time. `stuck` are modes in which
    some run cannot go on. `bounds` are None where nothing is known for certain."""

    reached: frozenset[tuple[int, int]]
    taken: frozenset[tuple[int, int]]
    bounds: tuple[Bounds | None, ...]
    by_mode: Mapping[tuple[int, int], tuple[Bounds | None, ...]]
    stretches: tuple[Stretch, ...]
    complete: bool
    stuck: frozenset[Modes]
    steps: int
    times: Mapping[tuple[int, int], Bounds] = field(default_factory=dict)
    """By mode, from when to when some run is in it: up to a horizon only."""


@dataclass(frozen=True, slots=True)
class _Set:
    """Runs that are in the same modes after the same transitions; `at` counts what came from outside so far."""

    modes: Modes
    domain: Polyhedron
    values: tuple[Affine, ...]
    time: Affine
    at: int = 0


def reach(system: System, horizon: Fraction | None = None, most: int = MOST_STEPS) -> Reach:
    """Raises Unsupported."""
    explored = _Exploration(
        Network(system), horizon, most, [variable(system.position(name)) for name in system.outputs]
    )
    explored.run()
    return explored.told()


def compare_sets(
    actual: System, expected: System, threshold: Fraction, horizon: Fraction
) -> tuple[str, dict[str, Fraction]]:
    """Whether the outputs differ for some initial values, those that both share being the same: `equal` for all time,
    `same` up to the horizon, `different` with such values, or `unknown`. Raises Unsupported."""
    both = compose(actual, expected)
    width = len(actual.variables)
    places = [(actual.position(name), width + expected.position(name)) for name in expected.outputs]
    apart = [variable(mine).plus(variable(other), -ONE) for mine, other in places]
    known = enumerate(expected.variables)
    shared = {width + index: actual.position(name) for index, name in known if name in actual.variables}
    for until in (None, horizon):
        explored = _Exploration(Network(both), until, MOST_STEPS, apart, shared, threshold)
        explored.run()
        if explored.departure is not None:
            names = [*actual.variables, *expected.variables]
            return "different", {
                names[index]: value for index, value in explored.departure.items() if index < len(names)
            }
        if explored.complete:
            return "equal" if until is None else "same", {}
    return "unknown", {}


@dataclass(slots=True)
class _Exploration:
    network: Network
    horizon: Fraction | None
    most: int
    own: list[Affine]
    shared: Mapping[int, int] = field(default_factory=dict)
    threshold: Fraction | None = None
    steps: int = 0
    complete: bool = True
    departure: dict[int, Fraction] | None = None
    stretches: list[Stretch] = field(default_factory=list)
    visited: set[tuple[int, int]] = field(default_factory=set)
    taken: set[tuple[int, int]] = field(default_factory=set)
    stuck: set[Modes] = field(default_factory=set)
    _seen: dict[object, list[Polyhedron]] = field(default_factory=dict)
    _bases: dict[object, list[Affine]] = field(default_factory=dict)
    _start: tuple[Affine, ...] = ()

    def run(self) -> None:
        system = self.network.system
        if not system.has_constant_rates:
            raise Unsupported
        if any(len(mode.invariant) != 1 for automaton in system.automata for mode in automaton.modes):
            raise Unsupported
        waiting = [self._initial()]
        while waiting:
            if self.steps >= self.most:
                self.complete = False
                return
            current = waiting.pop(0)
            self.steps += 1
            self.visited.update(enumerate(current.modes))
            if self._known(current):
                continue
            try:
                waiting += self._after(current)
            except TooLarge:
                self.complete = False
                return
            if self.departure is not None:
                return

    def _initial(self) -> _Set:
        system = self.network.system
        rows: list[Row] = []
        values: list[Affine] = []
        number = 0
        for index, span in enumerate(system.initial):
            partner = self.shared.get(index)
            if partner is not None and not span.is_point:
                values.append(values[partner])
            elif span.is_point:
                values.append(constant(span.low))
            else:
                rows += [
                    Row(variable(number).plus(constant(-span.low))),
                    Row(constant(span.high).plus(variable(number), -ONE)),
                ]
                values.append(variable(number))
                number += 1
        values += [constant(signal.pieces[0][1]) for signal in system.inputs.signals]
        self._start = tuple(values)
        return _Set(self.network.initial_modes(), Polyhedron(number, tuple(rows)), tuple(values), constant(0))

    def _known(self, current: _Set) -> bool:
        """Whether a set like this was followed before; it is remembered from now on."""
        ahead = tuple(
            modes_ahead(automaton, mode)
            for automaton, mode in zip(self.network.system.automata, current.modes, strict=True)
        )
        if ahead not in self._bases:
            self._bases[ahead] = observables(self.network.system, ahead, self.own)
        looked_at = [along(row, current.values) for row in self._bases[ahead]]
        if self.horizon is not None or current.at < len(schedule_of(self.network.system)):
            looked_at.append(current.time)
        image = _image(current.domain, looked_at)
        before = self._seen.setdefault((current.modes, current.at, ahead), [])
        if any(image.inside(other) for other in before):
            return True
        before.append(image)
        return False

    def _after(self, current: _Set) -> Iterator[_Set]:
        system = self.network.system
        own = len(system.variables)
        rates = []
        for rate in self.network.rates(current.modes)[:own]:
            value = along(rate, current.values)
            if not value.is_constant:
                raise Unsupported
            rates.append(value.constant)
        rates += [ZERO] * len(system.inputs.signals)
        schedule = schedule_of(system)
        moves = self.network.moves(current.modes)
        entries = [Entry(current.domain)]
        for move in moves:
            for case in move.guard:
                if not case.events:
                    entries = [
                        found for entry in entries for found in earlier(entry, current.values, rates, case, move)
                    ]
        if self.network.invariant(current.modes) != TRUE:
            case = self.network.invariant(current.modes)[0]
            entries = [found for entry in entries for found in while_it_holds(entry, current.values, rates, case)]
        if current.at < len(schedule):
            due = constant(schedule[current.at][0]).plus(current.time, -ONE)
            entries = [found for entry in entries for found in cut_at(entry, due, "input")]
        if self.horizon is not None:
            due = constant(self.horizon).plus(current.time, -ONE)
            entries = [found for entry in entries for found in cut_at(entry, due, "horizon")]
        for entry in entries:
            lasts, chosen = entry.lasts, entry.chosen
            stretch = Stretch(current.modes, entry.domain, current.values, tuple(rates), lasts, current.time)
            self.stretches.append(stretch)
            if self.threshold is not None and self._departs(stretch):
                return
            yield from self._free(current, stretch, moves)
            if lasts is None or "horizon" in chosen:
                continue
            values = tuple(value.plus(lasts, rate) for value, rate in zip(current.values, rates, strict=True))
            reached = replace(current, domain=entry.domain, values=values, time=current.time.plus(lasts))
            if "input" in chosen:
                yield from self._given(reached, schedule[current.at])
            elif "stuck" in chosen:
                self.stuck.add(current.modes)
            else:
                yield from self._taken(reached, [each for each in chosen if isinstance(each, Move)])

    def _given(
        self, reached: _Set, due: tuple[Fraction, tuple[tuple[int, tuple[Fraction, Fraction]], ...], frozenset[str]]
    ) -> Iterator[_Set]:
        own = len(self.network.system.variables)
        values = list(reached.values)
        for index, (value, _) in due[1]:
            values[own + index] = constant(value)
        following = replace(reached, values=tuple(values), at=reached.at + 1)
        if not due[2]:
            yield following
            return
        yield from self._heard(following, due[2])

    def _heard(self, current: _Set, events: frozenset[str]) -> Iterator[_Set]:
        """What waits for these events goes on, where its guard holds; the rest stays."""
        parts: list[tuple[Polyhedron, list[Move]]] = [(current.domain, [])]
        for move in self.network.moves(current.modes):
            for case in move.guard:
                if not case.events or not case.events <= events:
                    continue
                rows = [
                    row for each in case.constraints for row in both_sides(along(each.left, current.values), each.equal)
                ]
                refined = []
                for part, chosen in parts:
                    refined += [(kept, [*chosen, move]) for kept in where(part, *(Row(row) for row in rows))]
                    rest = part
                    for row in rows:
                        refined += [(kept, chosen) for kept in where(rest, Row(row.times(-ONE), True))]
                        rest = rest.where(Row(row))
                parts = refined
        for part, chosen in parts:
            here = replace(current, domain=part)
            if chosen:
                yield from self._taken(here, list(dict.fromkeys(chosen)))
            else:
                yield here

    def _taken(self, current: _Set, enabled: list[Move]) -> Iterator[_Set]:
        for option in options_of(enabled):
            modes, values = list(current.modes), list(current.values)
            for move in option:
                self.taken.update(move.taken)
                for number, _ in move.taken:
                    modes[number] = move.after[number]
                for index, value in move.effect:
                    values[index] = along(value, current.values)
            yield replace(current, modes=tuple(modes), values=tuple(values))

    def _free(self, current: _Set, stretch: Stretch, moves: Sequence[Move]) -> Iterator[_Set]:
        """Events that may come at any time in a stretch: the moment is one more parameter. Afterwards the values
        themselves become the parameters, so that there are never more than variables."""
        free = frozenset(event.name for event in self.network.system.inputs.events if event.times is None)
        if not free or not any(case.events & free for move in moves for case in move.guard):
            return
        if current.at < len(schedule_of(self.network.system)) or self.horizon is not None:
            raise Unsupported
        moment = stretch.domain.dimension
        rows = [Row(variable(moment))]
        if stretch.lasts is not None:
            rows.append(Row(stretch.lasts.plus(variable(moment), -ONE)))
        domain = Polyhedron(moment + 1, (*stretch.domain.rows, *rows))
        values = tuple(
            value.plus(variable(moment), rate) for value, rate in zip(stretch.values, stretch.rates, strict=True)
        )
        for name in sorted(free):
            for heard in self._heard(_Set(current.modes, domain, values, constant(0)), frozenset({name})):
                if heard.modes != current.modes or heard.values != values:
                    image = _image(heard.domain, heard.values)
                    own = tuple(variable(index) for index in range(len(heard.values)))
                    yield _Set(heard.modes, image, own, constant(0), current.at)

    def _departs(self, stretch: Stretch) -> bool:
        """Whether some run here has outputs too far apart for some length of time; keeps initial values of one."""
        assert self.threshold is not None
        moment = stretch.domain.dimension
        rows = [Row(variable(moment))]
        if stretch.lasts is not None:
            rows += [Row(stretch.lasts.plus(variable(moment), -ONE)), Row(stretch.lasts, True)]
        domain = Polyhedron(moment + 1, (*stretch.domain.rows, *rows))
        for row in self.own:
            apart = along(row, stretch.values).plus(variable(moment), row.slope(stretch.rates))
            for side in (apart, apart.times(-ONE)):
                beyond = domain.where(Row(side.plus(constant(-self.threshold)), True))
                if not beyond.is_empty:
                    point = beyond.point()
                    self.departure = {index: value.at(point) for index, value in enumerate(self._start)}
                    return True
        return False

    def told(self) -> Reach:
        system = self.network.system
        width = len(system.variables)
        known = [index for index in range(width) if self.horizon is not None or self._followed(index)]
        bounds: list[Bounds | None] = [None] * width
        by_mode: dict[tuple[int, int], list[Bounds | None]] = {}
        times: dict[tuple[int, int], Bounds] = {}
        for stretch in self.stretches:
            if self.horizon is not None and stretch.since is not None:
                passed = _bounds(stretch, stretch.since, ONE)
                times |= {key: _wider(times.get(key), passed) for key in enumerate(stretch.modes)}
            for index in known:
                span = _span(stretch, index)
                bounds[index] = _wider(bounds[index], span)
                for key in enumerate(stretch.modes):
                    rows = by_mode.setdefault(key, [None] * width)
                    rows[index] = _wider(rows[index], span)
        return Reach(
            frozenset(self.visited),
            frozenset(self.taken),
            tuple(bounds),
            {key: tuple(rows) for key, rows in by_mode.items()},
            tuple(self.stretches),
            self.complete,
            frozenset(self.stuck),
            self.steps,
            times,
        )

    def _followed(self, index: int) -> bool:
        """Whether a variable is among what was looked at when sets were taken for the same."""
        return not any(_unexplained(basis, variable(index)) for basis in self._bases.values())


def _unexplained(basis: Sequence[Affine], row: Affine) -> bool:
    """Whether an expression is no combination of those in the basis."""
    width = 1 + max((index for each in (*basis, row) for index, _ in each.terms), default=0)
    left = [dict(row.terms).get(index, ZERO) for index in range(width)]
    rows = [[dict(each.terms).get(index, ZERO) for index in range(width)] for each in basis]
    for column in range(width):
        pivot = next((each for each in rows if each[column]), None)
        if pivot is None:
            continue
        rows = [each for each in rows if each is not pivot]
        rows = [[a - b * each[column] / pivot[column] for a, b in zip(each, pivot, strict=True)] for each in rows]
        left = [a - b * left[column] / pivot[column] for a, b in zip(left, pivot, strict=True)]
    return any(left)


def _image(domain: Polyhedron, looked_at: Sequence[Affine]) -> Polyhedron:
    """The values that some expressions take together."""
    width = len(looked_at)
    shift = [width + index for index in range(domain.dimension)]
    rows = [Row(row.left.moved(shift), row.strict) for row in domain.rows]
    for index, each in enumerate(looked_at):
        apart = variable(index).plus(each.moved(shift), -ONE)
        rows += [Row(apart), Row(apart.times(-ONE))]
    return Polyhedron(width + domain.dimension, tuple(rows)).projected(width)


def _span(stretch: Stretch, index: int) -> Bounds:
    """The bounds of a variable in a stretch: at its beginning or at its end."""
    return _bounds(stretch, stretch.values[index], stretch.rates[index])


def _bounds(stretch: Stretch, value: Affine, rate: Fraction) -> Bounds:
    """The same of what has this value when the stretch begins, and grows at this rate."""
    low, high = stretch.domain.least(value), stretch.domain.greatest(value)
    if stretch.lasts is None:
        return (None if rate < 0 else low, None if rate > 0 else high)
    end = value.plus(stretch.lasts, rate)
    last = stretch.domain.least(end), stretch.domain.greatest(end)
    return (None if low is None or last[0] is None else min(low, last[0])), (
        None if high is None or last[1] is None else max(high, last[1])
    )


def _wider(one: Bounds | None, other: Bounds) -> Bounds:
    if one is None:
        return other
    low = None if one[0] is None or other[0] is None else min(one[0], other[0])
    return low, None if one[1] is None or other[1] is None else max(one[1], other[1])


def with_start(system: System, spans: Mapping[str, Span]) -> System:
    """The system with other initial values for some of its variables."""
    initial = tuple(spans.get(name, span) for name, span in zip(system.variables, system.initial, strict=True))
    return replace(system, initial=initial)
