"""One reaction, rule by rule, and against the same rules written apart."""

from __future__ import annotations

from random import Random

import pytest

from tests.engines.machines.naive import Naive
from tests.engines.machines.random_machines import random_system
from viva.engines.machines.comparing.compare import compare
from viva.engines.machines.formats import text
from viva.engines.machines.model import Signals, System
from viva.engines.machines.running.behaviour import Behaviour
from viva.engines.machines.running.flatten import flatten
from viva.engines.machines.running.input_classes import told_apart
from viva.engines.machines.semantics import TEXTBOOK, Nondeterministic, OutOfRange, Rules
from viva.engines.machines.wellformed import check_system


def letter(chance: Random, system: System) -> Signals:
    found: Signals = {}
    for signal in system.inputs:
        if chance.random() < 0.6:
            found[signal.name] = chance.choice(list(signal.type.values()))
    return found


def test_runs_agree_with_the_rules_written_apart() -> None:
    for number in range(400):
        system, chance = random_system(number), Random(number)
        word = [letter(chance, system) for _ in range(12)]
        naive = Naive(system)
        assert [one.outputs for one in Behaviour(system).run(word)] == [naive.react(each) for each in word], number


def test_a_flat_machine_does_what_the_hierarchical_one_does() -> None:
    """All inputs for all time, and once more on random words by the rules written apart."""
    for number in range(400):
        system = random_system(number)
        flat = check_system(flatten(system, minimal=number % 2 == 0))
        values = told_apart([system, flat])
        assert compare(Behaviour(system, values=values), Behaviour(flat, values=values)).equal, number
        chance = Random(number)
        one, other = Naive(system), Naive(flat)
        for _ in range(8):
            inputs = letter(chance, system)
            assert one.react(inputs) == other.react(inputs), number


def outputs(machine: str, *word: str, rules: Rules = TEXTBOOK) -> list[str]:
    """The outputs after inputs such as "a b", in order."""
    behaviour = Behaviour(text.read(machine), rules)
    run = behaviour.run([dict.fromkeys(letter.split(), True) for letter in word])
    return [" ".join(one.outputs) for one in run]


NESTED = """
input a, b, c
output x, y, z
machine {{
  initial Off
  state On {{
    initial One
    state Two
    One -> Two: a / x
    Two -> One: a / y
  }}
  Off -> On: b {enter}
  On -> Off: b {leave}
  On -> On: c {loop}
}}
"""


def nested(enter: str = "", leave: str = "", loop: str = "") -> str:
    return NESTED.format(enter=enter, leave=leave, loop=loop)


def test_no_enabled_guard_means_to_stay_without_outputs() -> None:
    assert outputs(nested(), "a", "", "b", "a") == ["", "", "", "x"]


def test_the_refinement_reacts_before_the_container() -> None:
    assert outputs(nested(), "b", "a b") == ["", "x"]


def test_an_enabled_preemptive_transition_keeps_the_refinement_from_reacting() -> None:
    assert outputs(nested(leave="[preemptive]"), "b", "a b") == ["", ""]
    assert outputs(nested(leave="[preemptive]"), "b", "a") == ["", "x"]
    assert outputs(nested(leave="[preemptive]"), "b", "a b", rules=Rules(preemption_ignored=True)) == ["", "x"]


@pytest.mark.parametrize("inside", ["", "{ initial One  One -> One: a / z }"])
def test_a_preemptive_transition_comes_before_ordinary_ones_and_two_of_a_kind_are_a_fault(inside: str) -> None:
    machine = (
        "input a, b\noutput x, y, z\nmachine {{\n initial S {}\n state T\n S -> T: a / x {}\n S -> S: b / y {}\n}}\n"
    )
    assert outputs(machine.format(inside, "[preemptive]", ""), "a b") == ["x"]
    assert outputs(machine.format(inside, "", "[preemptive]"), "a b") == ["y"]
    for flag in ("", "[preemptive]"):
        with pytest.raises(Nondeterministic):
            outputs(machine.format(inside, flag, flag), "a b")


def test_entering_resets_and_a_history_transition_resumes() -> None:
    word = ("b", "a", "b", "b", "a")
    assert outputs(nested(), *word)[-1] == "x"
    assert outputs(nested(enter="[history]"), *word)[-1] == "y"
    assert outputs(nested(enter="[history]"), *word, rules=Rules(history_is_reset=True))[-1] == "x"
    assert outputs(nested(), *word, rules=Rules(reset_is_history=True))[-1] == "y"


def test_a_self_loop_resets_and_staying_does_not() -> None:
    assert outputs(nested(), "b", "a", "c", "a")[-1] == "x"
    assert outputs(nested(), "b", "a", "", "a")[-1] == "y"
    assert outputs(nested(loop="[history]"), "b", "a", "c", "a")[-1] == "y"
    assert outputs(nested(), "b", "a", "c", "a", rules=Rules(self_loop_keeps=True))[-1] == "y"


def test_the_entered_refinement_does_not_react_at_once() -> None:
    assert outputs(nested(), "a b", "a") == ["", "x"]
    assert outputs(nested(), "a b", "a", rules=Rules(entered_reacts=True)) == ["x", "y"]


BOTH_WRITE = """
input a
output n: int 0..2
machine {
  initial S { initial T  T -> T: a / n = 1 }
  S -> S: a / n = 2
}
"""


def test_the_container_wins_where_both_write() -> None:
    system = text.read(BOTH_WRITE)
    assert Behaviour(system).run([{"a": True}])[0].outputs == {"n": 2}
    assert Behaviour(system, Rules(refinement_wins=True)).run([{"a": True}])[0].outputs == {"n": 1}


CASCADE = """
input a
output x
cascade {
  One { initial S  S -> S: a / m }
  Two { initial S  S -> S: m / x }
}
"""


def test_a_later_part_sees_an_earlier_one_in_the_same_reaction() -> None:
    assert outputs(CASCADE, "a", "") == ["x", ""]
    assert outputs(CASCADE, "a", "", rules=Rules(cascade_delayed=True)) == ["", "x"]


SHARED = """
input a
output x: int 0..3
variable n: int 0..3 = 0
parallel {
  One { initial S  S -> S: a / n = n + 1 }
  Two { initial S  S -> S: a / x = n }
}
"""


def test_variables_are_shared_in_the_order_of_the_parts() -> None:
    run = Behaviour(text.read(SHARED)).run([{"a": True}] * 3)
    assert [one.outputs for one in run] == [{"x": 1}, {"x": 2}, {"x": 3}]


def test_a_value_out_of_range_is_a_fault() -> None:
    with pytest.raises(OutOfRange):
        Behaviour(text.read(SHARED)).run([{"a": True}] * 4)


def test_two_enabled_transitions_are_a_fault() -> None:
    machine = "input a, b\noutput x\nmachine { initial S state T\n S -> T: a S -> S: b }"
    with pytest.raises(Nondeterministic):
        outputs(machine, "a b")
    assert outputs(machine, "a") == [""]


def test_a_default_transition_is_for_when_no_other_is_enabled() -> None:
    machine = "input a\noutput x, y\nmachine { initial S  S -> S: a / x  S -> S: true / y [default] }"
    assert outputs(machine, "a", "", "a") == ["x", "y", "x"]
    assert outputs(machine.replace("true / y", "/ y"), "a", "", "a") == ["x", "y", "x"]
