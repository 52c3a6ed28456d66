"""Comparing systems: equal or a shortest word, and what else is found out about a wrong one."""

from __future__ import annotations

from dataclasses import fields, replace
from itertools import combinations, product
from random import Random

import pytest

from tests.engines.machines.random_machines import random_system
from viva.core.text.reading import Misread
from viva.engines.machines.comparing import compare as comparing
from viva.engines.machines.comparing.compare import compare
from viva.engines.machines.comparing.edits import apply, edits_of, fewest_edits
from viva.engines.machines.comparing.misreadings import SIMULTANEOUS, misreadings
from viva.engines.machines.formats import text
from viva.engines.machines.model import FSM, System, machines_of
from viva.engines.machines.running.behaviour import Behaviour
from viva.engines.machines.running.flatten import flatten
from viva.engines.machines.running.input_classes import Values, told_apart
from viva.engines.machines.running.table import minimise, tabulate, up_to_renaming
from viva.engines.machines.semantics import Nondeterministic, OutOfRange, Rules
from viva.engines.machines.variants import variants
from viva.engines.machines.wellformed import check_system


def changed(system: System, chance: Random) -> System | None:
    """One random edit away."""
    places = [(path, step) for path, machine in machines_of(system.machine) for step in machine.transitions]
    if not places:
        return None
    path, step = chance.choice(places)
    try:
        return check_system(apply(system, chance.choice(list(edits_of(system, path, step)))))
    except Misread:  # nobody writes any more what another one reads
        return None


def test_a_reported_word_is_the_shortest_by_trying_all() -> None:
    compared = 0
    for number in range(250):
        system = random_system(number, variables=False)
        other = changed(system, Random(number))
        if other is None:
            continue
        values = told_apart([system, other])
        one, two = Behaviour(system, values=values), Behaviour(other, values=values)
        found = compare(one, two)
        if found.fault or found.left_fault or len(found.word) > 3:
            continue
        letters = one.letters((1 << len(one.inputs)) - 1)
        if len(letters) > 12:
            continue
        compared += 1
        for length in range(1, 4 if found.equal else len(found.word)):
            for word in product(letters, repeat=min(length, 2)):
                outputs = [[each.outputs for each in behaviour.run(word)] for behaviour in (one, two)]
                assert outputs[0] == outputs[1] or (not found.equal and len(word) >= len(found.word)), number
        if not found.equal:
            last = [behaviour.run(found.word)[-1].outputs for behaviour in (one, two)]
            assert last[0] != last[1]
    assert compared > 40


def test_no_letters_are_needed_for_inputs_that_no_guard_reads() -> None:
    names = ", ".join(f"i{number}" for number in range(40))
    machine = f"input {names}\noutput x\nmachine {{ initial S  S -> S: i7 & !i30 / x }}"
    system = text.read(machine)
    assert compare(Behaviour(system), Behaviour(system)).equal
    assert len(Behaviour(system).letters(Behaviour(system).reads(0))) == 4


def test_the_work_is_bounded_by_a_count() -> None:
    parts = " ".join(f"P{n} {{ initial A state B A -> B: a{n} B -> A: a{n} / x{n} }}" for n in range(12))
    inputs = ", ".join(f"a{n}" for n in range(12))
    outputs = ", ".join(f"x{n}" for n in range(12))
    system = text.read(f"input {inputs}\noutput {outputs}\nparallel {{ {parts} }}")
    assert compare(Behaviour(system), Behaviour(system), limit=3).equal is None


NESTED = text.read(
    """
input a, b, c
output x, y
machine {
  initial Off
  state On {
    initial One
    state Two
    One -> Two: a / x
    Two -> One: a / y
  }
  Off -> On: b [history]
  On -> Off: b / y [preemptive]
  On -> On: c & !b / x
}
"""
)


def test_a_machine_that_follows_a_wrong_rule_is_named_after_it() -> None:
    asked = Behaviour(NESTED)
    for name in ("history_is_reset", "preemption_ignored", "self_loop_keeps", "entered_reacts", "refinement_wins"):
        flat = check_system(flatten(NESTED, rules=Rules(**{name: True})))
        values = told_apart([NESTED, flat])
        given = Behaviour(flat, values=values)
        asked = Behaviour(NESTED, values=values)
        if not compare(asked, given).equal:
            assert misreadings(asked, given, 1_000) == (name,)


SEVERAL_MISTAKES = text.read(
    """
input a, b
output x, y: int 0..2
machine {
  initial Off
  state On {
    initial One { initial P state Q  P -> Q: a / x  Q -> P: a }
    state Two
    One -> Two: b & !a / y = 1
    Two -> One: b / y = 1 [history]
  }
  Off -> On: b [history]
  On -> Off: a & b / y = 2 [preemptive]
}
"""
)


def test_two_mistakes_at_once_are_both_named() -> None:
    """Every pair of wrong rules that no single one explains; another pair that does the same would be as right."""
    names, named = [field.name for field in fields(Rules)], 0
    for pair in combinations(names, 2):
        flat = check_system(flatten(SEVERAL_MISTAKES, rules=Rules(**dict.fromkeys(pair, True))))
        values = told_apart([SEVERAL_MISTAKES, flat])
        asked, given = Behaviour(SEVERAL_MISTAKES, values=values), Behaviour(flat, values=values)
        if compare(asked, given).equal:
            continue
        found = misreadings(asked, given, 1_000)
        assert found
        read = Behaviour(SEVERAL_MISTAKES, Rules(**dict.fromkeys(found, True)), values=values)
        assert compare(read, given).equal, pair
        named += found == pair
        assert len(found) == 1 or found == pair or len(set(found) & set(pair)) == 1, (found, pair)
    assert named >= 5


def test_a_wrong_rule_and_inputs_at_once_missed_are_both_named() -> None:
    asked = text.read("input a, b\noutput x, y\nmachine { initial S { initial T  T -> T: a / x }  S -> S: b / y }")
    wrong = "input a, b\noutput x, y\nmachine { initial S  S -> S: a & !b / x  S -> S: b & !a / y }"
    given = text.read(wrong)
    values = told_apart([asked, given])
    assert misreadings(Behaviour(asked, values=values), Behaviour(given, values=values), 100) == (SIMULTANEOUS,)
    asked = text.read(
        "input a, b\noutput x, y\nmachine { initial S { initial T state U  T -> U: a / x }  S -> S: b / y }"
    )
    given = text.read(
        "input a, b\noutput x, y\nmachine { initial S state T  S -> T: a & !b / x  S -> S: b & !a / y  T -> T: b / y }"
    )
    values = told_apart([asked, given])
    both = misreadings(Behaviour(asked, values=values), Behaviour(given, values=values), 100)
    assert both == ("self_loop_keeps", SIMULTANEOUS)


def test_a_right_machine_has_no_misreading_and_a_strange_one_neither() -> None:
    silent = replace(NESTED, machine=FSM((replace(NESTED.machine.states[0]),)))  # type: ignore[union-attr]
    values = told_apart([NESTED, silent])
    assert misreadings(Behaviour(NESTED, values=values), Behaviour(silent, values=values), 1_000) == ()


def test_every_single_change_is_undone_however_many_there_are() -> None:
    """A large machine: what mends it is found wherever it stands, without a number of tries."""
    ring = " ".join(f"S{n} -> S{(n + 1) % 24}: a{' / x' if n == 23 else ''}" for n in range(24))
    states = "initial S0 " + " ".join(f"state S{n}" for n in range(1, 24))
    system = text.read(f"input a, b\noutput x\nmachine {{ {states} {ring} }}")
    machine = system.machine
    assert isinstance(machine, FSM)
    skips = (replace(machine.transitions[0], target="S2"), *machine.transitions[1:])
    wrong = replace(system, machine=replace(machine, transitions=skips))
    asked, given = Behaviour(system), Behaviour(wrong)
    found = fewest_edits(asked, wrong, compare(asked, given).word, 0, 1_000)
    assert found.edits is not None and [edit.after for edit in found.edits] == [machine.transitions[0]]
    assert found.tried > 400


def test_every_mending_mends() -> None:
    mended = 0
    for number in range(60):
        system = random_system(number, variables=False)
        other = changed(flatten(system), Random(number + 1))
        if other is None:
            continue
        values = told_apart([system, other])
        asked, given = Behaviour(system, values=values), Behaviour(other, values=values)
        found = compare(asked, given)
        if found.equal or found.fault:
            continue
        mending = fewest_edits(asked, other, found.word, 300, 1_000)
        if mending.edits is not None:
            mended += 1
            right = other
            for edit in mending.edits:
                right = apply(right, edit)
            again = told_apart([system, right])
            assert compare(Behaviour(system, values=again), Behaviour(right, values=again)).equal
    assert mended > 15


def test_variants_keep_their_promises() -> None:
    original = minimise(tabulate(Behaviour(NESTED)))
    keys = {up_to_renaming(original, NESTED)}
    near = variants(NESTED, Random(1))
    for _ in range(40):
        variant = next(near)
        table = minimise(tabulate(Behaviour(variant.system)))
        assert len(table) == len(original)
        key = up_to_renaming(table, NESTED)
        assert key not in keys
        keys.add(key)
        for at in range(2):
            assert len({outputs[at] for row in table.rows for _, outputs in row}) > 1


def test_renaming_signals_gives_no_new_variant() -> None:
    one = text.read("input a, b\noutput x, y\nmachine { initial S state T S -> T: a / x T -> S: b / y }")
    two = text.read("input a, b\noutput x, y\nmachine { initial S state T S -> T: b / y T -> S: a / x }")
    three = text.read("input a, b\noutput x, y\nmachine { initial S state T S -> T: b / y T -> S: b / x }")
    keys = [up_to_renaming(minimise(tabulate(Behaviour(system))), one) for system in (one, two, three)]
    assert keys[0] == keys[1] != keys[2]


@pytest.mark.parametrize(
    ("guard", "equal"), [("level >= 1000", True), ("level > 1000", False), ("!(level < 1000)", False)]
)
def test_a_very_large_range_is_compared_at_its_corners(guard: str, equal: bool) -> None:
    machine = "input level: int -1000000000..1000000000\noutput x\nmachine {{ initial S  S -> S: {} / x }}"
    one, other = (text.read(machine.format(each)) for each in ("level > 999", guard))
    values = told_apart([one, other])
    found = compare(Behaviour(one, values=values), Behaviour(other, values=values))
    assert found.equal is equal


def test_outputs_one_by_one_give_the_same_answer_as_all_together(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same verdict, a word of the same length, and a fault exactly where there is one."""
    together, apart = 0, 0
    for number in range(500):
        system = random_system(number)
        if isinstance(system.machine, FSM):
            continue
        together += 1
        other = changed(system, Random(number)) or system
        values = told_apart([system, other])

        def sides(pair: tuple[System, System] = (system, other), seen: Values = values) -> tuple[Behaviour, Behaviour]:
            return Behaviour(pair[0], values=seen), Behaviour(pair[1], values=seen)

        found = compare(*sides())
        with monkeypatch.context() as patch:
            patch.setattr(comparing, "_MANY", 0)
            again = compare(*sides())
        apart += found.pairs != again.pairs
        assert (found.equal, len(found.word)) == (again.equal, len(again.word)), number
        if again.fault is not None:
            with pytest.raises((Nondeterministic, OutOfRange)):
                sides()[1].run(again.word)
    assert together > 90 and apart > 12
