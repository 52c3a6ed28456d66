"""What integers rule out, no words make true."""

from itertools import product
from random import Random
from typing import Any

import z3

from viva.engines.x86.obligations.linear import contradictory, excluded

SIZE = 3


def _word(chance: Random, names: list[Any], depth: int) -> Any:
    if depth == 0 or chance.random() < 0.2:
        return chance.choice([*names, z3.BitVecVal(chance.randrange(8), SIZE)])
    one, two = _word(chance, names, depth - 1), _word(chance, names, depth - 1)
    high = chance.randrange(SIZE)
    return chance.choice(
        [
            one + two,
            one - two,
            -one,
            chance.randrange(8) * one,
            one * two,
            one & two,
            z3.Concat(z3.Extract(0, 0, one), z3.Extract(2, 1, two)),
            z3.ZeroExt(SIZE - 1 - high, z3.Extract(high, 0, one)),
            z3.If(_truth(chance, names, 0), one, two),
        ]
    )


def _truth(chance: Random, names: list[Any], depth: int) -> Any:
    one, two = _word(chance, names, depth), _word(chance, names, depth)
    told = chance.choice([one == two, one != two, z3.ULT(one, two), z3.UGE(one, two), one < two, one >= two])
    return z3.Not(told) if chance.random() < 0.3 else told


def _possible(facts: list[Any], names: list[Any]) -> bool:
    """By trying all values."""
    for values in product(range(2**SIZE), repeat=len(names)):
        given = [(name, z3.BitVecVal(value, SIZE)) for name, value in zip(names, values, strict=True)]
        if all(z3.is_true(z3.simplify(z3.substitute(fact, *given))) for fact in facts):
            return True
    return False


def test_what_integers_deny_no_words_make_true() -> None:
    chance = Random(1)
    names = [z3.BitVec("x", SIZE), z3.BitVec("y", SIZE)]
    denied = 0
    for _ in range(120):
        facts = [_truth(chance, names, 2) for _ in range(3)]
        if contradictory(facts, z3.main_ctx())[0]:
            denied += 1
            assert not _possible(facts, names), facts
    assert denied > 10


def test_ranges_that_do_not_overlap_have_no_place_in_common() -> None:
    one, two, size, i, j = (z3.BitVec(name, 32) for name in ("one", "two", "size", "i", "j"))
    apart = [z3.ULE(one, one + size), z3.ULE(two, two + size), z3.Or(z3.ULE(one + size, two), z3.ULE(two + size, one))]
    inside = [z3.ULT(i, size), z3.ULT(j, size), one + i == two + j]
    assert contradictory([*apart, *inside], z3.main_ctx())[0]
    assert not contradictory([*apart[:2], *inside], z3.main_ctx())[0]


def test_at_the_same_place_the_same_is_read_and_what_was_written_last() -> None:
    memory = z3.Array("memory", z3.BitVecSort(32), z3.BitVecSort(8))
    at, other = z3.BitVecs("at other", 32)
    assert contradictory([at == other, memory[at] != memory[other]], z3.main_ctx())[0]
    written = z3.Store(memory, at, z3.BitVecVal(7, 8))
    assert contradictory([at == other, written[other] != 7], z3.main_ctx())[0]
    assert not contradictory([written[other] != 7], z3.main_ctx())[0]


def test_an_excluded_equation_contradicts_the_fact_that_excludes_it() -> None:
    x, y, value = z3.BitVecs("x y value", 32)
    for number, end in product((0, 1, 3, 4, 5, -1, -3), (1, 4)):
        fact = z3.Not(z3.ULT(x - y - 1, z3.BitVecVal(end, 32)))
        equation = x == y + number
        told = excluded([fact], [z3.If(equation, value, x) == y])
        solver = z3.Solver()
        solver.add(fact, equation)
        assert bool(told) == (solver.check() == z3.unsat), (number, end)
