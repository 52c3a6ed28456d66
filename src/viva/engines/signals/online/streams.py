"""Values of formulas as samples come, one by one: each operator is a stream of the values that are certain.

A stream has an instant for each sample. It gives out the value of an instant once nothing that comes can change it:
when the window of the instant has closed and its operands have given out all that lies in it. Every stream does a
constant amount of work for each sample, whatever its window is: extrema are kept in a monotonic wedge (Lemire 2006),
until in two of them, and since in one of which each sample lowers what is above it. The functions are closures, because
a call of one is all that a sample may cost; all that changes is in the deques of the stream, so that it can be copied
and taken back.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import field

from viva.core.records import dataclass
from viva.engines.signals.arithmetic import margin
from viva.engines.signals.model import Comparison, Truth
from viva.engines.signals.online.margins import Margins, Row
from viva.engines.signals.trace import Trace

Values = deque[tuple[float, float]]  # an instant and the value there
Cell = Values | deque[float] | list[float] | list[float | None] | list[Row]  # holds what changes from sample to sample
INF = math.inf


@dataclass(slots=True)
class Stream:
    """`waiting` are instants whose values have not been given out to `out`; `give` moves on, up to the time of the last
    sample. No instant after `limit` is asked for."""

    out: Values
    waiting: deque[float]
    give: Callable[[float], None]
    held: Values = field(default_factory=deque)  # of a window: the extremes of what it has taken in; of until: `least`
    greatest: bool = False
    reached: Values = field(default_factory=deque)  # of until and since, see there
    ahead: Values = field(default_factory=deque)  # of since, see there
    limit: float = INF

    def cells(self) -> tuple[Cell, ...]:
        return self.out, self.waiting, self.held, self.reached, self.ahead


def snapshot(cells: Sequence[Cell]) -> Callable[[], None]:
    """What puts everything back as it is now."""
    copies = [cell.copy() for cell in cells]

    def restore() -> None:
        for cell, copy in zip(cells, copies, strict=True):
            cell.clear()
            cell.extend(copy)  # type: ignore[arg-type]  # what was in it

    return restore


class Streams:
    """Streams over the same samples. Those of comparisons are filled by the samples, the others by their operands."""

    def __init__(self, names: tuple[str, ...]) -> None:
        self.names = names
        self.comparisons: list[Truth | Comparison] = []
        self._leaves: list[Stream] = []  # of each of them
        self._others: list[Stream] = []  # operands first
        self._margins: Margins | None = None
        self._steps: list[tuple[Callable[[float], None], Callable[[float], None]]] = []
        self._next_limit = -INF  # of those that go on, the first that will not

    def leaf(self, formula: Truth | Comparison, limit: float) -> Stream:
        found = Stream(deque(), deque(), _ignored, limit=limit)
        self.comparisons.append(formula)
        self._leaves.append(found)
        return found

    def add(self, stream: Stream, limit: float) -> Stream:
        """A stream over others that were added before."""
        stream.limit = limit
        self._others.append(stream)
        return stream

    def sample(self, time: float, row: Sequence[float]) -> None:
        """One sample: the values of the signals in the order of their names."""
        if time > self._next_limit:
            self._go_on(time)
        self._take(((time, row),))
        for take, give in self._steps:
            take(time)
            give(time)

    def samples(self, several: Sequence[Row]) -> None:
        """Several samples at once."""
        if several[-1][0] > self._next_limit:
            for time, row in several:
                self.sample(time, row)
            return
        self._take(several)
        times = [time for time, _ in several]
        for stream in self._others:
            if stream.limit >= self._next_limit:
                stream.waiting.extend(times)
            stream.give(times[-1])

    def samples_noisy(self, known: Trace, count: int) -> None:
        """The last samples of a trace of which only bounds are known: their upper ends count."""
        times = known.times[-count:].tolist()
        for formula, leaf in zip(self.comparisons, self._leaves, strict=True):
            if isinstance(formula, Truth):
                values = [INF if formula.value else -INF] * count
            else:
                values = margin(formula, known).high[-count:].tolist()
            leaf.out.extend(one for one in zip(times, values, strict=True) if one[0] <= leaf.limit)
        for stream in self._others:
            stream.waiting.extend(time for time in times if time <= stream.limit)
            stream.give(times[-1])

    def end(self) -> None:
        for one in self._others:
            one.give(INF)

    def held(self) -> int:
        """How many values are held."""
        inside = sum(
            len(one.waiting) + 2 * (len(one.out) + len(one.held) + len(one.reached) + len(one.ahead))
            for one in self._others
        )
        return inside + 2 * sum(len(one.out) for one in self._leaves)

    def snapshot(self) -> Callable[[], None]:
        """What puts everything back as it is now."""
        cells = [cell for one in (*self._leaves, *self._others) for cell in one.cells()]
        limit = self._next_limit
        restore_cells = snapshot([*cells, self._margins.memory] if self._margins else cells)

        def restore() -> None:
            restore_cells()
            if self._next_limit != limit:
                self._go_on(limit)

        return restore

    def _go_on(self, time: float) -> None:
        """From now on only those take instants that may be asked for one at this time."""
        if self._margins is None:
            self._margins = Margins(self.comparisons, self.names, [one.out for one in self._leaves])
            self._take = self._margins.take
        self._margins.choose([one.limit >= time for one in self._leaves])
        self._steps = [(one.waiting.append if one.limit >= time else _ignored, one.give) for one in self._others]
        limits = [one.limit for one in (*self._leaves, *self._others)]
        self._next_limit = min((limit for limit in limits if limit >= time), default=INF)


def _ignored(_: float) -> None:
    """Nothing waits."""


def pointwise(greatest: bool, below: Sequence[Stream]) -> Stream:
    """The extremum of the operands at the same instant; most often there are two, and no call is spent on these."""
    out: Values = deque()
    waiting: deque[float] = deque()
    sources = [one.out for one in below]
    if len(sources) == 2:
        first, second = sources

        def give_two(_now: float) -> None:
            while first and second:
                p, q = first.popleft()[1], second.popleft()[1]
                out.append((waiting.popleft(), p if (p > q) == greatest else q))

        return Stream(out, waiting, give_two)
    extremum = max if greatest else min

    def give(_now: float) -> None:
        while all(sources):
            out.append((waiting.popleft(), extremum([source.popleft()[1] for source in sources])))

    return Stream(out, waiting, give)


def previous(operand: Stream, before: float) -> Stream:
    """The value at the sample before; `before` the first, that."""
    out: Values = deque()
    waiting: deque[float] = deque()
    source, held = operand.out, deque([(-INF, before)])

    def give(_now: float) -> None:
        while source:
            held.append(source.popleft())
        while waiting and held:
            out.append((waiting.popleft(), held.popleft()[1]))

    return Stream(out, waiting, give, held)


@dataclass(frozen=True, slots=True)
class Span:
    """Where a window begins and ends, seen from its instant, and how long its instant waits for it to close."""

    begin: float
    end: float
    close: float

    def needed(self, limit: float) -> float:
        """What comes after this time is in the windows of all instants up to `limit`, for ever: of that, the extremum
        is enough."""
        return -INF if self.begin == -INF else limit + self.begin if self.end == INF else INF


def window(operand: Stream, span: Span, greatest: bool, limit: float) -> Stream:
    """The extremum over a window."""
    out: Values = deque()
    waiting: deque[float] = deque()
    source, behind = operand.out, operand.waiting
    wedge: Values = deque()
    begin, end, close = span.begin, span.end, span.close
    needed = span.needed(limit)
    keeps = needed == INF
    empty = -INF if greatest else INF

    def give(now: float) -> None:
        while waiting:
            instant = waiting[0]
            last = instant + end
            while source and source[0][0] <= last:
                found = source.popleft()
                value = found[1]
                if greatest:
                    while wedge and wedge[-1][1] <= value:
                        wedge.pop()
                else:
                    while wedge and wedge[-1][1] >= value:
                        wedge.pop()
                if keeps or not wedge or wedge[-1][0] < needed:
                    wedge.append(found)
            if now < instant + close or (not source and behind and behind[0] <= last):
                return
            first = instant + begin
            while wedge and wedge[0][0] < first:
                wedge.popleft()
            out.append((instant, wedge[0][1] if wedge else empty))
            waiting.popleft()

    return Stream(out, waiting, give, wedge, greatest)


def until(left: Stream, right: Stream, span: Span, sign: float, limit: float) -> Stream:
    """p U[a,b] q; with the sign -1 release, its dual.

    What is seen so far bounds the value at an instant: from above by the least of p from there on, from below by the
    greatest of min(p, q) from where its window begins on. The value is settled as soon as these meet, and is the bound
    that was there first. An older instant has the narrower bounds, so that it is settled before a newer one, and two
    wedges are all that is kept. A window that closes before that leaves the lower bound.
    """
    out: Values = deque()
    waiting: deque[float] = deque()
    p_source, q_source = left.out, right.out
    least: Values = deque()
    reached: Values = deque()
    begin, end, close = span.begin, span.end, span.close
    needed = span.needed(limit)
    keeps = needed == INF

    def shut() -> None:
        instant = waiting.popleft()
        while reached and reached[0][0] < instant + begin:
            reached.popleft()
        out.append((instant, sign * (reached[0][1] if reached else -INF)))

    def give(now: float) -> None:
        while p_source and q_source:
            time = p_source[0][0]
            while waiting and waiting[0] + end < time:
                shut()
            p, q = p_source.popleft()[1], q_source.popleft()[1]
            if sign < 0:
                p, q = -p, -q
            q = p if p < q else q
            while least and least[-1][1] >= p:
                least.pop()
            if keeps or not least or least[-1][0] < needed:
                least.append((time, p))
            while reached and reached[-1][1] <= q:
                reached.pop()
            if keeps or not reached or reached[-1][0] < needed:
                reached.append((time, q))
            while waiting and waiting[0] <= time:
                instant = waiting[0]
                first = instant + begin
                while least[0][0] < instant:
                    least.popleft()
                while reached and reached[0][0] < first:
                    reached.popleft()
                high = least[0][1]
                low = reached[0][1] if reached else -INF
                if low < high:
                    break
                out.append((instant, sign * (low if p < low else high)))
                waiting.popleft()
        while waiting and now >= waiting[0] + close:
            last = waiting[0] + end
            for source, behind in ((p_source, left.waiting), (q_source, right.waiting)):
                if not source and behind and behind[0] <= last:
                    return
            shut()

    return Stream(out, waiting, give, least, False, reached)


def since(left: Stream, right: Stream, span: Span, sign: float) -> Stream:
    """p S[a,b] q; with the sign -1 its dual, "triggered".

    `reached` holds, for the samples in the window, the least of q there and of p from there to the end of the window;
    an older one only if it is greater. Each p lowers those that are above it to one and the same value, of which the
    newest is enough.
    """
    out: Values = deque()
    waiting: deque[float] = deque()
    p_source, q_source = left.out, right.out
    behind = left.waiting
    ahead: Values = deque()  # the left side after the window
    wedge: Values = deque()  # the least of the left side of these
    reached: Values = deque()
    begin, end = span.begin, span.end

    def take(time: float, p: float, q: float) -> None:
        newest = -INF
        while reached and reached[0][1] >= p:
            newest = reached.popleft()[0]
        if newest > -INF:
            reached.appendleft((newest, p))
        value = p if p < q else q
        while reached and reached[-1][1] <= value:
            reached.pop()
        if begin > -INF or not reached:
            reached.append((time, value))

    def give(_now: float) -> None:
        while waiting:
            instant = waiting[0]
            while p_source and p_source[0][0] <= instant:
                time, p = p_source.popleft()
                p *= sign
                while wedge and wedge[-1][1] >= p:
                    wedge.pop()
                wedge.append((time, p))
                ahead.append((time, p))
            if behind and behind[0] <= instant:
                return
            last = instant + end
            while ahead and q_source and ahead[0][0] <= last:
                take(*ahead.popleft(), sign * q_source.popleft()[1])
            if ahead and ahead[0][0] <= last:
                return
            while wedge and wedge[0][0] <= last:
                wedge.popleft()
            while reached and reached[0][0] < instant + begin:
                reached.popleft()
            found = reached[0][1] if reached else -INF
            out.append((instant, sign * (min(found, wedge[0][1]) if wedge else found)))
            waiting.popleft()

    return Stream(out, waiting, give, wedge, False, reached, ahead)
