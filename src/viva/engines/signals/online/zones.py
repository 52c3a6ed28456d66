"""Upper ends at the instants that wait: what the streams (`streams.py`) cannot give out yet.

A zone answers two questions. `row` computes the upper ends, in time that grows with the number of instants. `sure` asks
only whether all of them are at least some bar, and nearly always knows in constant time: the interval of a monitor only
shrinks, so its old end is a bar that nothing has to be computed for until something falls below it. `sure` may say no
where the answer is yes; it never says yes where it is no. From one call to the next the bar does not rise.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from bisect import bisect_left, bisect_right
from collections import deque
from collections.abc import Iterator
from itertools import chain, islice, repeat, zip_longest

from viva.engines.signals.online.streams import Span, Stream, Values, snapshot

INF = math.inf


class Given:
    """Finds values below a bar among those that are given out and not yet taken; looks at each of them once."""

    def __init__(self, out: Values) -> None:
        self.out = out
        self.low: Values = deque()
        self.seen = -INF

    def first_below(self, since: float, upto: float, bar: float) -> float | None:
        """The first instant in this span with a value below the bar."""
        out, low = self.out, self.low
        if not out:
            return None
        if out[-1][0] > self.seen:
            fresh = []
            for one in reversed(out):
                if one[0] <= self.seen:
                    break
                if one[1] < bar:
                    fresh.append(one)
            low.extend(reversed(fresh))
            self.seen = out[-1][0]
        start = out[0][0]
        while low and (low[0][0] < start or low[0][1] >= bar):
            low.popleft()
        for place in range(bisect_left(low, (since,)) if since > start else 0, len(low)):
            instant, value = low[place]
            if instant > upto:
                break
            if value < bar:
                return instant
        return None


class Zone(ABC):
    """What waits in a stream, and what it has given out and nobody has taken yet."""

    def __init__(self, stream: Stream) -> None:
        self.stream = stream
        self.given = Given(stream.out)

    @abstractmethod
    def row(self, now: float, bar: float) -> list[float]:
        """Upper ends at the instants that wait, from the first on up to where they are infinite. What is not below the
        bar may be anything that is not either."""

    @abstractmethod
    def sure(self, since: float, upto: float, now: float, bar: float) -> bool:
        """Whether no upper end from one instant up to another is below the bar, given out or not."""

    def restart(self) -> None:
        """Samples were taken back: what was found with them is forgotten."""
        self.given = Given(self.stream.out)


def whole_row(zone: Zone, now: float, bar: float) -> list[float]:
    """Upper ends from the first instant that was not taken; the later ones are infinite."""
    return [*(value for _, value in zone.stream.out), *zone.row(now, bar)]


class Known(Zone):
    """Of a formula that does not look ahead: nothing waits."""

    def row(self, _now: float, _bar: float) -> list[float]:
        return []

    def sure(self, since: float, upto: float, _now: float, bar: float) -> bool:
        return self.given.first_below(since, upto, bar) is None


class Least(Zone):
    """And."""

    def __init__(self, stream: Stream, below: list[Zone]) -> None:
        super().__init__(stream)
        self.below = below

    def row(self, now: float, bar: float) -> list[float]:
        rows = [whole_row(zone, now, bar) for zone in self.below]
        return [min(several) for several in zip_longest(*rows, fillvalue=INF)]

    def sure(self, since: float, upto: float, now: float, bar: float) -> bool:
        if self.stream.out and self.given.first_below(since, upto, bar) is not None:
            return False
        return all(zone.sure(since, upto, now, bar) for zone in self.below)


class Greatest(Zone):
    """Or. The row is as long as the shortest; where one is empty, the others are not looked at."""

    def __init__(self, stream: Stream, below: list[Zone]) -> None:
        super().__init__(stream)
        self.below = below
        self.known = [zone for zone in below if isinstance(zone, Known)]
        self.ahead = [zone for zone in below if not isinstance(zone, Known)]

    def row(self, now: float, bar: float) -> list[float]:
        zones = []
        for zone in self.below:
            within = zone.row(now, bar)
            if not within and not zone.stream.out:
                return []
            zones.append(within)
        length = min(len(zone.stream.out) + len(within) for zone, within in zip(self.below, zones, strict=True))
        rows = [
            [*(value for _, value in islice(zone.stream.out, length)), *within]
            for zone, within in zip(self.below, zones, strict=True)
        ]
        return [max(several) for several in zip(*rows, strict=False)]

    def sure(self, since: float, upto: float, now: float, bar: float) -> bool:
        """From the first instant at which what is known does not reach the bar, something else must."""
        if self.stream.out and self.given.first_below(since, upto, bar) is not None:
            return False
        if not self.stream.waiting:
            return True
        for zone in self.ahead:
            if isinstance(zone, Window) and now < zone.calm_before and not zone.stream.out:
                return True
        since = max(since, self.stream.waiting[0])
        for known in self.known:
            instant = known.given.first_below(since, upto, bar)
            if instant is None:
                return True
            since = instant
        return any(zone.sure(since, upto, now, bar) for zone in self.ahead)


class Window(Zone):
    """F and G.

    F reaches the bar at an instant when something in its window does. What was taken in is certain and stays so: all
    instants before `from_there` have such a thing. After that there may be a *witness*, one instant below that is not
    certain, but lies in all windows that have closed since; it is asked again each time.
    """

    def __init__(self, stream: Stream, operand: Zone, span: Span) -> None:
        super().__init__(stream)
        self.operand = operand
        self.begin, self.end, self.close = span.begin, span.end, span.close
        self._nothing_found()

    def restart(self) -> None:
        super().restart()
        self._nothing_found()

    def _nothing_found(self) -> None:
        self.from_there = -INF
        self.calm_before = -INF  # until then no window has closed that is not before `from_there`
        self.witness = INF
        self.witness_before = -INF  # until then no window has closed that begins after the witness

    def sure(self, since: float, upto: float, now: float, bar: float) -> bool:
        if self.stream.out and self.given.first_below(since, upto, bar) is not None:
            return False
        waiting = self.stream.waiting
        if not waiting:
            return True
        if not self.stream.greatest:
            first = max(since, waiting[0]) + self.begin
            return _from(self.stream.held, first, INF) >= bar and self.operand.sure(first, upto + self.end, now, bar)
        if now < self.calm_before or upto < self.from_there:
            return True
        self.from_there = self._not_by_held(bar)
        self.calm_before = self.from_there + self.close
        if now < self.calm_before or upto < self.from_there or self._witnessed(since, now, bar):
            return True
        # Each of these waits for something in its window; where a window begins at its instant, it is not empty.
        return self.begin == 0.0 and self.operand.sure(max(since, self.from_there), upto + self.end, now, bar)

    def _witnessed(self, since: float, now: float, bar: float) -> bool:
        return (
            now < self.witness_before
            and self.witness <= max(since, self.stream.waiting[0], self.from_there) + self.end
            and self.operand.sure(self.witness, self.witness, now, bar)
        )

    def _not_by_held(self, bar: float) -> float:
        """The first instant at which what F has taken in does not make it reach the bar: it lies before the ends of all
        windows that wait, and the last of it that reaches the bar lies after the beginnings of the earlier ones."""
        held = self.stream.held
        place = bisect_right(held, -bar, key=_downwards)
        return self._begins_after(held[place - 1][0]) if place else self.stream.waiting[0]

    def _begins_after(self, time: float) -> float:
        """The first instant whose window begins after this time; one that is yet to come is after all that wait."""
        waiting = self.stream.waiting
        place = bisect_right(waiting, time, key=self.begin.__add__)
        return waiting[place] if place < len(waiting) else math.nextafter(waiting[-1], INF)

    def row(self, now: float, bar: float) -> list[float]:
        greatest, waiting, held = self.stream.greatest, self.stream.waiting, self.stream.held
        operand = self.operand.stream
        if not waiting or (greatest and now < waiting[0] + self.close):
            return []
        if greatest and min(self._from_held(now)) >= bar:
            return []  # what comes can only raise them
        within = self.operand.row(now, bar)
        if not greatest and not operand.out and not within:
            return self._from_held(now)
        known = [*held, *operand.out, *zip(operand.waiting, within, strict=False)]
        infinite = list(islice(operand.waiting, len(within), None)) if greatest else []
        if greatest:
            self._choose_witness(within, now, bar)
        wedge: Values = deque()
        found: list[float] = []
        place = spot = 0
        for instant in waiting:
            if greatest and now < instant + self.close:
                break
            first, last = instant + self.begin, instant + self.end
            while place < len(known) and known[place][0] <= last:
                value = known[place][1]
                while wedge and (wedge[-1][1] <= value if greatest else wedge[-1][1] >= value):
                    wedge.pop()
                wedge.append(known[place])
                place += 1
            while wedge and wedge[0][0] < first:
                wedge.popleft()
            while spot < len(infinite) and infinite[spot] < first:
                spot += 1
            if spot < len(infinite) and infinite[spot] <= last:
                found.append(INF)
            elif wedge:
                found.append(wedge[0][1])
            elif greatest or place < len(known):
                found.append(-INF if greatest else INF)  # an empty window; a later one need not be
            else:
                break
        return found

    def _choose_witness(self, within: list[float], now: float, bar: float) -> None:
        waiting, instants = self.stream.waiting, self.operand.stream.waiting
        first = waiting[bisect_right(waiting, now, key=self.close.__add__) - 1] + self.begin
        last = self._not_by_held(bar) + self.end
        inside = [(value, at) for at, value in zip(instants, within, strict=False) if first <= at <= last]
        if inside:
            self.witness = max(inside)[1]
            self.witness_before = self._begins_after(self.witness) + self.close

    def _from_held(self, now: float) -> list[float]:
        """With what the stream has taken in alone, which lies in the windows of all instants that end later."""
        greatest = self.stream.greatest
        known, place, found = list(self.stream.held), 0, []
        for instant in self.stream.waiting:
            if greatest and now < instant + self.close:
                break
            first = instant + self.begin
            while place < len(known) and known[place][0] < first:
                place += 1
            if place == len(known):
                if not greatest:
                    break
                found.append(-INF)
            else:
                found.append(known[place][1])
        return found


def _from(wedge: Values, start: float, empty: float) -> float:
    """The extremum of what was taken in from this time on."""
    place = bisect_left(wedge, (start,))
    return wedge[place][1] if place < len(wedge) else empty


def _downwards(one: tuple[float, float]) -> float:
    return -one[1]


class Until(Zone):
    """Until and, with the sign -1, release. The stream holds bounds from what is certain (see there); what is
    not certain clamps what comes from the right, which for until is anything as long as the window is open."""

    def __init__(self, stream: Stream, left: Zone, right: Zone, span: Span, sign: float) -> None:
        super().__init__(stream)
        self.left, self.right, self.sign = left, right, sign
        self.begin, self.end, self.close = span.begin, span.end, span.close

    def _pending(self) -> bool:
        streams = self.left.stream, self.right.stream
        return any(one.out or one.waiting for one in streams)

    def sure(self, since: float, upto: float, now: float, bar: float) -> bool:
        if self.stream.out and self.given.first_below(since, upto, bar) is not None:
            return False
        waiting = self.stream.waiting
        if not waiting:
            return True
        since = max(since, waiting[0])
        if self.sign < 0:
            if -_from(self.stream.reached, since + self.begin, -INF) < bar:
                return False
            return not self._pending() or self.right.sure(since, upto + self.end, now, bar)
        if now >= since + self.close:  # closed, and undecided only because something below is
            closed = waiting[bisect_right(waiting, now, key=self.close.__add__) - 1]
            if _from(self.stream.reached, closed + self.begin, -INF) < bar:
                return False
        return _from(self.stream.held, since, INF) >= bar and (
            not self._pending() or self.left.sure(since, upto + self.end, now, bar)
        )

    def row(self, now: float, _bar: float) -> list[float]:
        tail = [(time, self.sign * p, self.sign * q) for time, p, q in pairs(self.left, self.right, now)]
        least, reached = _Wedge(self.stream.held, INF), _Wedge(self.stream.reached, -INF)
        joined = [self.sign * INF]  # from each place in the tail on, all of it inside of an open window
        for _, p, q in reversed(tail):
            joined.append(min(p, max(q, joined[-1])))
        joined.reverse()
        place, found = 0, []
        for instant in self.stream.waiting:
            while place < len(tail) and tail[place][0] < instant:
                place += 1
            first, last = instant + self.begin, instant + self.end
            is_open = now < instant + self.close
            if is_open and (place == len(tail) or first <= tail[place][0]):
                value = joined[place]
            else:
                value = self.sign * INF if is_open else -INF
                for time, p, q in reversed(tail[place:]):
                    if time <= last:
                        value = min(p, max(q, value)) if time >= first else min(p, value)
            found.append(self.sign * min(least.at(instant), max(reached.at(first), value)))
        return found


class Past(Zone):
    """What looks back, over what looks ahead: the stream goes on as if the upper ends below were certain, and what it
    has given out then is taken back."""

    def __init__(self, stream: Stream, below: list[Zone]) -> None:
        super().__init__(stream)
        self.below = below

    def row(self, now: float, _bar: float) -> list[float]:
        rows = [zone.row(now, INF) for zone in self.below]
        sources = [zone.stream for zone in self.below]
        restore = snapshot([*self.stream.cells(), *(cell for one in sources for cell in (one.out, one.waiting))])
        certain = len(self.stream.out)
        for source, within in zip(sources, rows, strict=True):
            source.out.extend(zip(source.waiting, chain(within, repeat(INF)), strict=False))
            source.waiting.clear()
        self.stream.give(now)
        found = [value for _, value in islice(self.stream.out, certain, None)]
        restore()
        return found

    def sure(self, since: float, upto: float, _now: float, bar: float) -> bool:
        return not self.stream.waiting and self.given.first_below(since, upto, bar) is None


class _Wedge:
    """Looks up what `_from` finds, for times in order."""

    def __init__(self, wedge: Values, empty: float) -> None:
        self.rest: Iterator[tuple[float, float]] = iter(wedge)
        self.empty = empty
        self.here = next(self.rest, (INF, empty))

    def at(self, start: float) -> float:
        while self.here[0] < start:
            self.here = next(self.rest, (INF, self.empty))
        return self.here[1]


def pairs(left: Zone, right: Zone, now: float) -> list[tuple[float, float, float]]:
    """The instants that are not certain on both sides, with upper ends."""
    p, q = whole_row(left, now, INF), whole_row(right, now, INF)
    instants = [*(time for time, _ in left.stream.out), *left.stream.waiting]
    missing = [INF] * len(instants)
    return list(zip(instants, chain(p, missing), chain(q, missing), strict=False))
