"""SMV: what is written is parsed back and says the same, step by step."""

from __future__ import annotations

from random import Random

import pytest

from tests.engines.machines import smv_programs
from tests.engines.machines.random_machines import random_system
from tests.engines.machines.test_semantics import letter
from viva.engines.machines.formats import dot, smv, text
from viva.engines.machines.logic import ltl
from viva.engines.machines.model import Signals, System, Type
from viva.engines.machines.running.behaviour import Behaviour


def said(signals: Signals, types: dict[str, Type]) -> dict[str, str]:
    return {f"s_{name}": smv.word(value, types[name]) for name, value in signals.items()}


def agrees(system: System, chance: Random) -> bool:
    program = smv_programs.read(smv.write(system))
    word = [letter(chance, system) for _ in range(10)]
    expected = [
        {f"s_{signal.name}": smv.ABSENT for signal in system.outputs} | said(one.outputs, system.types)
        for one in Behaviour(system).run(word)
    ]
    return program.run([said(each, system.types) for each in word]) == expected


@pytest.mark.thorough
def test_a_thousand_random_machines_say_the_same_in_smv() -> None:
    for number in range(1_000):
        assert agrees(random_system(number), Random(number)), number


LIGHT = text.read("input a\noutput x, y\nmachine { initial S state T  S -> T: a / x  T -> S: a / y }")


def test_requirements_become_specifications() -> None:
    rules = ltl.read("G !(x & y)\nG (x -> F y)\nG (a -> F<=1 (x | y))", LIGHT.types)
    written = smv.write(LIGHT, rules)
    assert written.count("INVARSPEC") == 1
    assert written.count("LTLSPEC") == 2
    assert "m.s_x = present" in written


def test_dot_has_a_cluster_for_a_refined_state() -> None:
    nested = text.read('input a\noutput x\nmachine { initial "S\\"" { initial T T -> T: a / x } }'.replace('\\"', "'"))
    written = dot.write(nested)
    assert "subgraph" in written
    assert "a / x" in written
