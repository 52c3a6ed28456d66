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


def modules(written: str) -> dict[str, str]:
    """The text of each module, by its name."""
    parts = written.split("MODULE ")[1:]
    return {part.split("(")[0].split("\n")[0]: part.partition("(")[2] for part in parts}


@pytest.mark.parametrize("number", range(5))
def test_in_a_pair_each_machine_is_what_it_is_alone(number: int) -> None:
    """What each says alone is held above; the pair asks whether their outputs are always equal."""
    given = random_system(number)
    others = (random_system(each) for each in range(50, 500))
    asked = next(each for each in others if (each.inputs, each.outputs) == (given.inputs, given.outputs))
    pair = modules(smv.write_pair(given, asked))
    assert pair["given"] == modules(smv.write(given))["machine"]
    assert pair["asked"] == modules(smv.write(asked))["machine"]


def test_a_pair_asks_for_equal_outputs_and_for_requirements_of_the_given_one() -> None:
    other = text.read("input a\noutput x, y\nmachine { initial S state T  S -> T: a / x  T -> S: a / x }")
    written = smv.write_pair(other, LIGHT, ltl.read("G (a -> F<=1 (x | y))\nG !(x & y)", LIGHT.types))
    assert "  g : given(s_a);\n  a : asked(s_a);\nINVARSPEC g.s_x = a.s_x & g.s_y = a.s_y;\n" in written
    assert written.count("INVARSPEC") == 2
    assert "LTLSPEC" in written and "g.s_x = present" in written and "m.s_x" not in written
