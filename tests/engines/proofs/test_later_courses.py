"""Programs of a second course mean what CPython does; right ones are proved, and what only looks alike is not."""

from __future__ import annotations

import pytest

from tests.engines.proofs.differing import ran
from tests.engines.proofs.later_courses import MEANINGS, RIGHT, TRAPS
from tests.engines.proofs.meaning import disagreement
from tests.engines.proofs.sources import program
from viva.engines.proofs import Program, Proved, prove
from viva.engines.shapes import parse_shape


@pytest.mark.some(10)
@pytest.mark.parametrize("name", MEANINGS)
def test_a_program_means_what_cpython_does(name: str) -> None:
    types, source = MEANINGS[name]
    assert not disagreement(source, list(map(parse_shape, types)), inputs=60)


@pytest.mark.some(8)
@pytest.mark.parametrize("name", RIGHT)
def test_the_right_one_is_proved_and_the_mistaken_one_is_not(name: str) -> None:
    types, requires, model, other, (right, wrong), given = RIGHT[name]
    assert right in other
    mistaken = other.replace(right, wrong)
    assert ran(model, given) != ran(mistaken, given)
    assert _is_proved(types, requires, model, other, len(given))
    assert not _is_proved(types, requires, model, mistaken, len(given))


@pytest.mark.some(10)
@pytest.mark.parametrize("name", TRAPS)
def test_what_only_looks_alike_is_not_proved(name: str) -> None:
    types, requires, model, other, given = TRAPS[name]
    first = ran(model, given)
    assert first[0] == "value"
    assert first != ran(other, given)
    assert not _is_proved(types, requires, model, other, len(given))


def _is_proved(types: tuple[str, ...], requires: str | None, model: str, other: str, count: int) -> bool:
    asked = None if requires is None else _requirement(requires, model, count)
    found = prove(program(model), program(other), list(map(parse_shape, types)), requires=asked)
    return isinstance(found, Proved)


def _requirement(condition: str, model: str, count: int) -> Program:
    names = model[model.index("def f(") + 6 :].partition(")")[0]
    assert len(names.split(",")) == count
    return program(f"def requires({names}):\n    return {condition}\n", "requires")
