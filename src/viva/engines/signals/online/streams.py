"""Values of formulas as samples come, one by one: each operator is a stream of the values that are certain.

A stream has an instant for each sample. It gives out the value of an instant once nothing that comes can change it:
when the window of the instant has closed and its operands have given out all that lies in it. Every stream does a
constant amount of work for each sample, whatever its window is: extrema are kept in a monotonic wedge (Lemire 2006),
until in two of them, and since is a queue of clamps, put together by two stacks. The functions are closures, because a
call of one is all that a sample may cost.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from viva.engines.signals.arithmetic import margin
from viva.engines.signals.model import (
    PAST,
    And,
    Comparison,
    Eventually,
    Formula,
    Globally,
    Historically,
    Iff,
    Implies,
    Interval,
    Not,
    Once,
    Or,
    Previous,
    Release,
    Since,
    Truth,
    Until,
    operands,
)
from viva.engines.signals.online.terms import Row, compiled
from viva.engines.signals.slack import slack
from viva.engines.signals.trace import Trace

Values = deque[tuple[float, float]]  # an instant and the value there
INF = math.inf


@dataclass(slots=True)
class Stream:
    """`waiting` are instants whose values have not been given out to `out`; `give` moves on, up to the time of the last
    sample; `loosen` sets the slack of windows."""

    out: Values
    waiting: deque[float]
    give: Callable[[float], None]
    loosen: Callable[[float], None]
    held: Values = field(default_factory=deque)  # of a window: the extremes of what it has taken in; of until: `least`
    greatest: bool = False
    reached: Values = field(default_factory=deque)  # of until, see there


class Streams:
    """Streams over the same samples. Those of comparisons are filled by the samples, the others by their operands."""

    def __init__(self, names: tuple[str, ...]) -> None:
        self.names = names
        self.comparisons: list[Truth | Comparison] = []
        self._outs: list[Values] = []  # what each of them fills
        self._take: Callable[[Iterable[Row]], None]
        self._others: list[Stream] = []  # operands first
        self._steps: list[tuple[Callable[[float], None], Callable[[float], None]]] = []
        self._first: float | None = None
        self._loose = False

    def stream(self, formula: Formula) -> Stream:
        return self.over(formula, [self.stream(operand) for operand in operands(formula)])

    def over(self, formula: Formula, below: list[Stream]) -> Stream:
        """The stream of a formula whose operands have streams already."""
        found = self._stream(formula, below)
        if below:
            self._others.append(found)
            self._steps.append((found.waiting.append, found.give))
        return found

    def sample(self, time: float, row: Sequence[float]) -> None:
        """One sample: the values of the signals in the order of their names."""
        if not self._loose:
            self._loosen(time)
        self._take(((time, row),))
        for take, give in self._steps:
            take(time)
            give(time)

    def samples(self, several: Sequence[Row]) -> None:
        """Several samples at once."""
        if not self._loose:
            for time, row in several:
                self.sample(time, row)
            return
        self._take(several)
        times = [time for time, _ in several]
        for stream in self._others:
            stream.waiting.extend(times)
            stream.give(times[-1])

    def sample_noisy(self, time: float, sample: Trace) -> None:
        """One sample of which only bounds are known: their upper ends count."""
        if not self._loose:
            self._loosen(time)
        for formula, out in zip(self.comparisons, self._outs, strict=True):
            if isinstance(formula, Truth):
                out.append((time, INF if formula.value else -INF))
            else:
                out.append((time, float(margin(formula, sample).high[0])))
        for take, give in self._steps:
            take(time)
            give(time)

    def held(self) -> int:
        """How many values are held."""
        inside = sum(len(one.waiting) + 2 * (len(one.out) + len(one.held) + len(one.reached)) for one in self._others)
        return inside + 2 * sum(map(len, self._outs))

    def end(self) -> None:
        for one in self._others:
            one.give(INF)

    def _loosen(self, time: float) -> None:
        """The second sample says how long a step is."""
        if self._first is None:
            self._take = compiled(self.comparisons, self.names, self._outs)
            self._first = time
            return
        self._loose = True
        for one in self._others:
            one.loosen(slack((self._first, time)))

    def _leaf(self, formula: Truth | Comparison) -> Stream:
        out: Values = deque()
        self.comparisons.append(formula)
        self._outs.append(out)
        return Stream(out, deque(), _tight, _tight)

    def _stream(self, formula: Formula, below: list[Stream]) -> Stream:
        match formula:
            case Truth() | Comparison():
                return self._leaf(formula)
            case Not():
                return _mapped(lambda x: -x, below)
            case And():
                return _mapped(min, below)
            case Or():
                return _mapped(max, below)
            case Implies():
                return _mapped(lambda p, q: q if q > -p else -p, below)
            case Iff():
                return _mapped(lambda p, q: min(max(-p, q), max(p, -q)), below)
            case Previous():
                return _previous(below[0])
            case Globally(interval, _) | Historically(interval, _):
                return _window(below[0], interval, isinstance(formula, PAST), False)
            case Eventually(interval, _) | Once(interval, _):
                return _window(below[0], interval, isinstance(formula, PAST), True)
            case Until(interval, _, _):
                return _until(below[0], below[1], interval, 1.0)
            case Release(interval, _, _):
                return _until(below[0], below[1], interval, -1.0)
            case Since(interval, _, _):
                return _since(below[0], below[1], interval)


def _tight(_: float) -> None:
    """Nothing waits, and no window is loosened."""


def _mapped(function: Callable[..., float], below: list[Stream]) -> Stream:
    """A value of the operands at the same instant."""
    out: Values = deque()
    waiting: deque[float] = deque()
    sources = [one.out for one in below]
    if len(sources) == 1:
        (source,) = sources

        def give_one(_now: float) -> None:
            while source:
                time, value = source.popleft()
                out.append((time, function(value)))
                waiting.popleft()

        return Stream(out, waiting, give_one, _tight)
    if len(sources) == 2:
        first, second = sources

        def give_two(_now: float) -> None:
            while first and second:
                out.append((waiting.popleft(), function(first.popleft()[1], second.popleft()[1])))

        return Stream(out, waiting, give_two, _tight)

    def give(_now: float) -> None:
        while all(sources):
            out.append((waiting.popleft(), function(*[source.popleft()[1] for source in sources])))

    return Stream(out, waiting, give, _tight)


def _previous(operand: Stream) -> Stream:
    out: Values = deque()
    waiting: deque[float] = deque()
    source, before = operand.out, deque([-INF])

    def give(_now: float) -> None:
        while source:
            before.append(source.popleft()[1])
        while waiting and before:
            out.append((waiting.popleft(), before.popleft()))

    return Stream(out, waiting, give, _tight)


def _ends(interval: Interval, past: bool, amount: float) -> tuple[float, float, float]:
    """Where a window begins and ends, seen from its instant, and how long its instant waits for it to close."""
    loose = Interval(interval.low, interval.high, amount)
    return (-loose.latest, -loose.earliest, -INF) if past else (loose.earliest, loose.latest, loose.complete)


def _window(operand: Stream, interval: Interval, past: bool, greatest: bool) -> Stream:
    """The extremum over a window."""
    out: Values = deque()
    waiting: deque[float] = deque()
    source, behind = operand.out, operand.waiting
    wedge: Values = deque()
    begin, end, close = _ends(interval, past, 0.0)
    empty = -INF if greatest else INF

    def loosen(amount: float) -> None:
        nonlocal begin, end, close
        begin, end, close = _ends(interval, past, amount)

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
                if begin > -INF or not wedge:  # what never leaves the window is never followed by a lesser one
                    wedge.append(found)
            if now < instant + close or (not source and behind and behind[0] <= last):
                return
            first = instant + begin
            while wedge and wedge[0][0] < first:
                wedge.popleft()
            out.append((instant, wedge[0][1] if wedge else empty))
            waiting.popleft()

    return Stream(out, waiting, give, loosen, wedge, greatest)


def _until(left: Stream, right: Stream, interval: Interval, sign: float) -> Stream:
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
    begin, end, close = _ends(interval, False, 0.0)

    def loosen(amount: float) -> None:
        nonlocal begin, end, close
        begin, end, close = _ends(interval, False, amount)

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
            least.append((time, p))
            while reached and reached[-1][1] <= q:
                reached.pop()
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

    return Stream(out, waiting, give, loosen, least, False, reached)


# A step of since (until mirrored, see `until.py`) clamps what comes from the left to [low, high]; clamps in a row are a
# clamp.
Clamp = tuple[float, float]
NOTHING: Clamp = (-INF, INF)


def _after(outer: Clamp, inner: Clamp) -> Clamp:
    low, high = outer
    return min(high, max(low, inner[0])), min(high, max(low, inner[1]))


class _Clamps:
    """A queue of clamps that knows what all of them together are, the newest applied last."""

    def __init__(self) -> None:
        self.older: list[tuple[float, Clamp]] = []  # from the newest to the oldest, each with all that are newer here
        self.newer: list[tuple[float, Clamp]] = []
        self.together = NOTHING  # of the newer ones

    def append(self, time: float, clamp: Clamp) -> None:
        self.newer.append((time, clamp))
        self.together = _after(clamp, self.together)

    def forget(self, before: float) -> None:
        while True:
            if not self.older:
                if not self.newer or self.newer[0][0] >= before:
                    return
                together = NOTHING
                for time, clamp in reversed(self.newer):
                    together = _after(together, clamp)
                    self.older.append((time, together))
                self.newer.clear()
                self.together = NOTHING
            if self.older[-1][0] >= before:
                return
            self.older.pop()

    def value(self) -> float:
        """What comes out if nothing comes in."""
        older = self.older[-1][1] if self.older else NOTHING
        return _after(self.together, older)[0]


def _since(left: Stream, right: Stream, interval: Interval) -> Stream:
    """p S[a,b] q."""
    out: Values = deque()
    waiting: deque[float] = deque()
    p_source, q_source = left.out, right.out
    clamps = _Clamps()
    behind = left.waiting
    ahead: Values = deque()  # the left side after the window
    wedge: Values = deque()  # the least of the left side of these
    so_far = -INF  # of a window without end, in place of clamps
    begin, end, _ = _ends(interval, True, 0.0)

    def loosen(amount: float) -> None:
        nonlocal begin, end
        begin, end, _ = _ends(interval, True, amount)

    def give(_now: float) -> None:
        nonlocal so_far
        while waiting:
            instant = waiting[0]
            while p_source and p_source[0][0] <= instant:
                found = p_source.popleft()
                while wedge and wedge[-1][1] >= found[1]:
                    wedge.pop()
                wedge.append(found)
                ahead.append(found)
            if behind and behind[0] <= instant:
                return
            last = instant + end
            while ahead and q_source and ahead[0][0] <= last:
                time, p = ahead.popleft()
                q = q_source.popleft()[1]
                if begin == -INF:
                    so_far = min(p, max(q, so_far))
                else:
                    clamps.append(time, (min(p, q), p))
            if ahead and ahead[0][0] <= last:
                return
            while wedge and wedge[0][0] <= last:
                wedge.popleft()
            if begin > -INF:
                clamps.forget(instant + begin)
                so_far = clamps.value()
            out.append((instant, min(so_far, wedge[0][1]) if wedge else so_far))
            waiting.popleft()

    return Stream(out, waiting, give, loosen)
