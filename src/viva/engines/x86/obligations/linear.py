"""Shows that facts about words contradict each other by calculating with integers in their place.

What bits make hard (two ranges do not overlap, a sum does not depend on its order) is easy for linear arithmetic. Every
word becomes the integer it stands for, a sum the sum less as many times 2³² as it overflows, and what is not linear an
integer of which only the range is known. So each assignment of words that makes the facts true gives one of integers,
and where there is none of integers there is none of words; the other way round nothing follows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from viva.engines import smt
from viva.engines.x86.bits import Truth

WORK = 30_000
_MOST_EQUATIONS = 200
_MOST_PARTS = 4_000


def contradictory(facts: Sequence[Truth], context: Any) -> tuple[bool, int]:
    """Whether the integers show that the facts cannot hold together, and what the question cost."""
    asked = smt.solver(WORK, context=context, simple=True)
    try:
        integers = _Integers(context)
        stated = [integers.truth(fact) for fact in facts if not isinstance(fact, bool)]
    except _TooLarge:
        return False, 0
    asked.add(*stated, *integers.ranges)
    before = smt.work_done(asked)
    answer = smt.satisfiable(asked)
    return answer is False, max(smt.work_done(asked) - before, 1)


def excluded(facts: Sequence[Truth], within: Sequence[Any]) -> list[Any]:
    """The equations between words on which something hangs `within` terms and that a single fact rules out: one that
    says of a difference of the same words that it is not below a number."""
    import z3  # noqa: PLC0415

    least: dict[int, list[tuple[int, int]]] = {}
    kept = []  # a number of a term means nothing once the term is gone
    for fact in facts:
        below = fact.arg(0) if not isinstance(fact, bool) and z3.is_not(fact) else None
        if below is not None and z3.is_app_of(below, z3.Z3_OP_ULT) and z3.is_bv_value(below.arg(1)):
            rest, apart = _without_number(below.arg(0))
            kept.append(rest)
            least.setdefault(rest.get_id(), []).append((apart, below.arg(1).as_long()))
    found = []
    for equation in _equations(within) if least else ():
        one, two = equation.children()
        for difference in (one - two, two - one):
            rest, number = _without_number(difference)  # 0 where the equation holds
            kept.append(rest)
            if any((apart - number) % 2 ** rest.size() < end for apart, end in least.get(rest.get_id(), ())):
                found.append(equation)
                break
    return found


def _without_number(term: Any) -> tuple[Any, int]:
    """A sum as what is not known of it, and the number that is added to that."""
    import z3  # noqa: PLC0415

    short = z3.simplify(term, som=True)
    parts = short.children() if z3.is_app_of(short, z3.Z3_OP_BADD) else ()
    number = next((part.as_long() for part in parts if z3.is_bv_value(part)), 0)
    return (z3.simplify(short - number, som=True) if number else short), number


def _parts(terms: Sequence[Any]) -> Iterator[Any]:
    seen: set[int] = set()
    waiting = list(terms)
    while waiting:
        part = waiting.pop()
        if part.get_id() not in seen:
            seen.add(part.get_id())
            yield part
            waiting += part.children()


def _equations(terms: Sequence[Any]) -> list[Any]:
    import z3  # noqa: PLC0415

    chosen = [part.arg(0) for part in _parts(terms) if z3.is_app_of(part, z3.Z3_OP_ITE)]
    equations = (part for part in _parts(chosen) if z3.is_eq(part) and z3.is_bv(part.arg(0)))
    return list({part.get_id(): part for part in equations}.values())[:_MOST_EQUATIONS]


class _TooLarge(Exception):
    pass


class _Integers:
    """`ranges` says what the integers that were made up have to be, for them to stand for words."""

    def __init__(self, context: Any) -> None:
        import z3  # noqa: PLC0415

        self.z3 = z3
        self.context = context
        self.ranges: list[Any] = []
        self._words: dict[int, Any] = {}
        self._truths: dict[int, Any] = {}
        self._reads: dict[tuple[int, int], Any] = {}
        self._kept: list[Any] = []  # a number of a term means nothing once the term is gone
        self._number = 0
        orders: dict[int, Callable[[Any, Any], Any]] = {
            z3.Z3_OP_ULEQ: lambda one, two: one <= two,
            z3.Z3_OP_ULT: lambda one, two: one < two,
            z3.Z3_OP_UGEQ: lambda one, two: one >= two,
            z3.Z3_OP_UGT: lambda one, two: one > two,
        }
        signed = (z3.Z3_OP_SLEQ, z3.Z3_OP_SLT, z3.Z3_OP_SGEQ, z3.Z3_OP_SGT)
        self._orders = orders
        self._signed = dict(zip(signed, orders.values(), strict=True))

    def truth(self, fact: Any) -> Any:
        number = fact.get_id()
        if number not in self._truths:
            self._count(fact)
            self._truths[number] = self._new_truth(fact)
        return self._truths[number]

    def _new_truth(self, fact: Any) -> Any:
        z3 = self.z3
        kind, parts = fact.decl().kind(), fact.children()
        if kind in (z3.Z3_OP_TRUE, z3.Z3_OP_FALSE):
            return fact
        if kind in (z3.Z3_OP_AND, z3.Z3_OP_OR):
            each = [self.truth(part) for part in parts]
            return z3.And(each) if kind == z3.Z3_OP_AND else z3.Or(each)
        if kind == z3.Z3_OP_NOT:
            return z3.Not(self.truth(parts[0]))
        if kind == z3.Z3_OP_ITE:
            return z3.If(*(self.truth(part) for part in parts))
        if kind in (z3.Z3_OP_EQ, z3.Z3_OP_DISTINCT) and len(parts) == 2:
            told = None
            if z3.is_bv(parts[0]):
                told = self.word(parts[0]) == self.word(parts[1])
            elif z3.is_bool(parts[0]):
                told = self.truth(parts[0]) == self.truth(parts[1])
            if told is not None:
                return told if kind == z3.Z3_OP_EQ else z3.Not(told)
        if kind in self._orders:
            return self._orders[kind](self.word(parts[0]), self.word(parts[1]))
        if kind in self._signed:
            return self._signed[kind](*(self._as_signed(part) for part in parts))
        self._number += 1
        return z3.Bool(f"open!{self._number}", self.context)

    def _as_signed(self, part: Any) -> Any:
        word, size = self.word(part), part.size()
        return self.z3.If(word >= 2 ** (size - 1), word - 2**size, word)

    def word(self, term: Any) -> Any:
        number = term.get_id()
        if number not in self._words:
            self._count(term)
            self._words[number] = self._new_word(term)
        return self._words[number]

    def _new_word(self, term: Any) -> Any:
        z3 = self.z3
        if z3.is_bv_value(term):
            return z3.IntVal(term.as_long(), self.context)
        kind, parts, size = term.decl().kind(), term.children(), term.size()
        if kind == z3.Z3_OP_BADD:
            return self._wrapped(z3.Sum([self.word(part) for part in parts]), size, 0, len(parts) - 1)
        if kind == z3.Z3_OP_BSUB and len(parts) == 2:
            return self._wrapped(self.word(parts[0]) - self.word(parts[1]), size, -1, 0)
        if kind == z3.Z3_OP_BNEG:
            return self._wrapped(-self.word(parts[0]), size, -1, 0)
        if kind == z3.Z3_OP_BMUL and len(parts) == 2 and any(z3.is_bv_value(part) for part in parts):
            factor, other = parts if z3.is_bv_value(parts[0]) else reversed(parts)
            times = factor.as_long()
            if times > 2 ** (size - 1):  # as z3 writes a difference
                return self._wrapped((times - 2**size) * self.word(other), size, times - 2**size, 0)
            return self._wrapped(times * self.word(other), size, 0, max(times - 1, 0))
        if kind == z3.Z3_OP_CONCAT:
            return self._joined(parts)
        if kind == z3.Z3_OP_ZERO_EXT:
            return self.word(parts[0])
        if kind == z3.Z3_OP_EXTRACT:
            return self._cut_out(term, parts[0])
        if kind == z3.Z3_OP_ITE:
            return z3.If(self.truth(parts[0]), self.word(parts[1]), self.word(parts[2]))
        if kind == z3.Z3_OP_SELECT:
            return self._read(parts[0], self.word(parts[1]), size)
        return self._some(2**size)

    def _some(self, end: int, begin: int = 0) -> Any:
        self._number += 1
        made = self.z3.Int(f"some!{self._number}", self.context)
        self.ranges += [begin <= made, made < end]
        return made

    def _wrapped(self, number: Any, size: int, least: int, most: int) -> Any:
        """The number less as many times 2^size as it takes: from `least` to `most`."""
        word = self._some(2**size)
        self.ranges.append(word == number - 2**size * self._some(most + 1, least))
        return word

    def _joined(self, parts: Sequence[Any]) -> Any:
        whole, size = None, 0
        for part in reversed(parts):
            piece = self.word(part) * 2**size
            whole = piece if whole is None else whole + piece
            size += part.size()
        return whole

    def _cut_out(self, term: Any, whole: Any) -> Any:
        high, low = term.params()
        above, found, below = self._some(2 ** (whole.size() - high - 1)), self._some(2 ** (high - low + 1)), None
        told = above * 2 ** (high + 1) + found * 2**low
        if low:
            below = self._some(2**low)
            told += below
        self.ranges.append(self.word(whole) == told)
        return found

    def _read(self, memory: Any, at: Any, size: int) -> Any:
        """What stands at a place: what was written there last, or a function of the place."""
        z3 = self.z3
        key = (memory.get_id(), at.get_id())
        if key not in self._reads:
            self._count(memory)
            self._kept.append(at)
            if z3.is_store(memory):
                before, place, value = memory.children()
                self._reads[key] = z3.If(self.word(place) == at, self.word(value), self._read(before, at, size))
            elif z3.is_const(memory):
                whole = z3.IntSort(self.context)
                found = z3.Function(f"at!{memory.get_id()}", whole, whole)(at)
                self.ranges += [found >= 0, found < 2**size]
                self._reads[key] = found
            else:
                self._reads[key] = self._some(2**size)
        return self._reads[key]

    def _count(self, part: Any) -> None:
        self._kept.append(part)
        if len(self._kept) > _MOST_PARTS:
            raise _TooLarge
