"""The engine of the online monitor for `linear` and `hold`: evaluates the whole prefix anew."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from viva.engines.signals.linear import Linear
from viva.engines.signals.model import Formula, signals
from viva.engines.signals.online.intervals import Ends, as_trace
from viva.engines.signals.points import Points
from viva.engines.signals.robustness import Semantics
from viva.engines.signals.slack import with_slack
from viva.engines.signals.trace import Trace, concatenate

PIECE = 500  # samples evaluated at once where every interval is asked for; many of them may differ


def ends_after(formula: Formula, trace: Trace, semantics: Semantics, ended: bool) -> Ends:
    """The robust interval after all samples of a trace."""
    formula = with_slack(formula, trace.times)
    if semantics is Semantics.POINTS:
        found = Points(trace, ended=ended).robustness(formula)
        return float(found.low[0]), float(found.high[0])
    band = Linear(trace, ended, semantics is Semantics.HOLD).robustness(formula)
    return float(band.low.value[0]), float(band.high.value[0])


class Recomputed:
    """Everything is kept up to the horizon; past it the interval is a value and nothing comes any more."""

    def __init__(self, formula: Formula, semantics: Semantics) -> None:
        self.formula, self.semantics = formula, semantics
        self.whole: Trace | None = None
        self._before = 0  # samples that were committed, and the interval after them
        self._known: Ends = -math.inf, math.inf
        self._evaluated = 0, self._known  # samples of the batch, and the interval after them

    def sample(self, time: float, row: Sequence[float]) -> Ends:
        (found,) = self.each(as_trace([(time, row)], signals(self.formula)))
        return found

    def each(self, batch: Trace) -> list[Ends]:
        found: list[Ends] = []
        for start in range(0, len(batch), PIECE):
            piece = batch.part(start, min(start + PIECE, len(batch)))
            self.append(piece)
            after = self.evaluate(len(piece))
            found += self._between(0, self._known, len(piece), after)
            self._evaluated = len(piece), after
            self.commit()
        return found

    def append(self, batch: Trace) -> None:
        self.whole = batch if self.whole is None else concatenate([self.whole, batch], signals(self.formula))
        self._evaluated = 0, self._known

    def evaluate(self, count: int) -> Ends:
        assert self.whole is not None
        if count != self._evaluated[0]:
            seen = self.whole.part(0, self._before + count)
            self._evaluated = count, ends_after(self.formula, seen, self.semantics, ended=False)
        return self._evaluated[1]

    def commit(self) -> None:
        assert self.whole is not None
        self._before, self._known = len(self.whole), self._evaluated[1]

    def end(self) -> Ends:
        assert self.whole is not None
        return ends_after(self.formula, self.whole, self.semantics, ended=True)

    def values(self) -> int:
        return 0 if self.whole is None else len(self.whole) * (1 + len(self.whole.signals))

    def _between(self, low: int, before: Ends, high: int, after: Ends) -> Iterator[Ends]:
        """The intervals after low + 1 … high samples. Where the ends are equal, nested intervals are all equal."""
        if before == after or high == low + 1:
            yield from [after] * (high - low)
            return
        middle = (low + high) // 2
        found = self.evaluate(middle)
        yield from self._between(low, before, middle, found)
        yield from self._between(middle, found, high, after)
