"""Until in linear time (Donzé, Ferrère, Maler 2013), for whole arrays.

Without bounds, u(i) = min(p(i), max(q(i), u(i + 1))). Each step clamps what comes from the right, and a sequence of
clamps is a clamp again: blocks are worked on side by side, each once with -inf and once with +inf coming in, and what
really comes in is put in between afterwards.

With bounds, p U[a,b] q is the least of F[a,b] q and of u from t to the first sample at or after t + a.
"""

from __future__ import annotations

import math

import numpy as np

from viva.engines.signals.trace import Array

SHORT = 200  # below this a plain loop is faster
PART = 1 << 16


def until_without_end(left: Array, right: Array, beyond: float = -math.inf) -> Array:
    """u, where `beyond` is its value after the last sample."""
    out = np.empty(len(left))
    for stop in range(len(left), 0, -PART):
        start = max(0, stop - PART)
        out[start:stop] = _part(left[start:stop], right[start:stop], beyond)
        beyond = float(out[start])
    return out


def _part(left: Array, right: Array, beyond: float) -> Array:
    length = len(left)
    if length <= SHORT:
        return _one_by_one(left, right, beyond)
    steps = max(16, int(math.sqrt(length / 4)))
    blocks = -(-length // steps)
    # Filled up with clamps that let everything through.
    p, q = _side_by_side(left, blocks, steps, math.inf), _side_by_side(right, blocks, steps, -math.inf)
    low, high = np.full(blocks, -math.inf), np.full(blocks, math.inf)
    lows, highs = np.empty_like(p), np.empty_like(p)
    for step in range(steps - 1, -1, -1):
        np.minimum(p[step], np.maximum(q[step], low, out=lows[step]), out=lows[step])
        np.minimum(p[step], np.maximum(q[step], high, out=highs[step]), out=highs[step])
        low, high = lows[step], highs[step]
    coming = []
    for below, above in zip(reversed(low.tolist()), reversed(high.tolist()), strict=True):
        coming.append(beyond)
        beyond = min(above, max(below, beyond))
    np.maximum(lows, np.array(coming[::-1]), out=lows)
    np.minimum(lows, highs, out=lows)
    return lows.T.reshape(-1)[:length]


def _side_by_side(values: Array, blocks: int, steps: int, fill: float) -> Array:
    """One row for each position in a block, one column for each block."""
    padded = np.full(blocks * steps, fill)
    padded[: len(values)] = values
    return np.ascontiguousarray(padded.reshape(blocks, steps).T)


def _one_by_one(left: Array, right: Array, beyond: float) -> Array:
    found = []
    for p, q in zip(reversed(left.tolist()), reversed(right.tolist()), strict=True):
        beyond = min(p, max(q, beyond))
        found.append(beyond)
    return np.array(found[::-1])
