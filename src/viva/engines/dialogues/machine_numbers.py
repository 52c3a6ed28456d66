"""Whole numbers that fit into a machine word. A specification says so by what it reads: a range that ends where the
words of a machine do. Then nothing it computes goes beyond either: where it would, it asks for nothing."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache

from viva.engines.dialogues import model as m

BITS = (16, 32, 54, 64)  # 54 are those that a double holds exactly


def word(bits: int) -> m.Range:
    return m.Range(-(1 << (bits - 1)), (1 << (bits - 1)) - 1)


def bits_of(read: m.Read) -> int | None:
    """The bits of the word that it is said to read, or at whose edge its set of values ends."""
    values = read.values
    if read.bits is not None or not isinstance(values, m.Range):
        return read.bits
    return next((bits for bits in BITS if values.low == word(bits).low or values.high == word(bits).high), None)


@lru_cache(maxsize=256)
def bits_of_spec(spec: m.Spec) -> int | None:
    """The smallest word that it speaks of."""
    found = (bits_of(part) for part in m.parts(spec) if isinstance(part, m.Read))
    return min((bits for bits in found if bits), default=None)


def is_beyond(value: m.Value, bits: int | None) -> bool:
    return bits is not None and isinstance(value, int) and value.bit_length() >= bits and value != word(bits).low


def adds_up_beyond(function: str, values: Iterable[m.Value], bits: int | None) -> bool:
    """Whether a sum or a product goes beyond the word on its way, in whatever order it is taken."""
    if bits is None:
        return False
    sizes = [abs(value) for value in values if isinstance(value, int)]
    whole = sum(sizes) if function == "sum" else math.prod(max(1, size) for size in sizes)
    return is_beyond(whole, bits)


def with_word_bounds(spec: m.Spec, bits: int) -> m.Spec:
    """The specification with whole numbers of so many bits."""
    match spec:
        case m.Seq(steps):
            return m.Seq(tuple(with_word_bounds(step, bits) for step in steps))
        case m.Branch(left, _, right):
            return replace(spec, left=with_word_bounds(left, bits), right=with_word_bounds(right, bits))
        case m.Loop(body) | m.Repeat(body=body):
            return replace(spec, body=with_word_bounds(body, bits))
        case m.Read(values=values):
            return replace(spec, values=_within(values, bits), bits=bits)
        case _:
            return spec


def _within(values: m.ValueSet, bits: int) -> m.ValueSet:
    whole = word(bits)
    match values:
        case m.Integers():
            return whole
        case m.Naturals():
            return m.Range(0, whole.high)
        case m.Range(low, high) if low <= whole.high and high >= whole.low:
            return m.Range(max(low, whole.low), min(high, whole.high))
        case _:
            return values
