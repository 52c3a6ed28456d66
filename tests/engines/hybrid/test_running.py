"""Runs: exact event times, and what each rule of the semantics says about an instant."""

import math
from fractions import Fraction
from itertools import pairwise

import pytest

from tests.engines.hybrid.systems import random_system, ring, thermostat
from viva.engines.hybrid import Ending, Network, Piece, System, formats, pieces, summarise
from viva.engines.hybrid.model import Automaton, Case


def run(system: System, horizon: float = 40) -> list[Piece | Ending]:
    return list(pieces(Network(system, system.has_constant_rates), Fraction(horizon)))


def switches(system: System, horizon: float = 40) -> list[Fraction | float]:
    return [jump.time for each in run(system, horizon) for jump in each.jumps]


def modes(text: str, horizon: int = 40) -> list[str]:
    system = formats.read(text)
    found = [system.mode_names(jump.after)[0] for each in run(system, horizon) for jump in each.jumps]
    return [system.mode_names(Network(system).initial_modes())[0], *found]


def test_event_times_of_constant_rates_are_exact_fractions() -> None:
    assert switches(thermostat("3", "-1/7"))[:3] == [14, 15, 36]
    assert switches(thermostat("1/3", "-1"))[:2] == [2, 11]


def test_a_mode_entered_with_its_guard_already_true_is_left_at_once() -> None:
    text = "variables r\nmode a\n r' = 1\n when r >= 20 go to b\nmode b\n r' = 1\n when r >= 10 go to c\nmode c\n"
    system = formats.read(text)
    assert switches(system) == [20, 20]


def test_guards_are_closed() -> None:
    for sign in ("<", "<="):
        text = f"variables x = 5\nmode a\n x' = -1\n when x {sign} 3 go to b\nmode b\n"
        assert switches(formats.read(text)) == [2]


def test_no_invariant_is_made_up() -> None:
    """The reset was forgotten: a mode is entered beyond its guard, and left at once, not dropped."""
    assert switches(ring(reset_three=""), 120) == [0, 20, 30, 50, 50, 70]


def test_what_changes_nothing_is_no_transition() -> None:
    assert modes("variables x = 5\nmode a\n x' = -1\n when x >= 0 go to a\n when x <= 3 go to b\nmode b\n") == [
        "a",
        "b",
    ]


def test_transitions_without_end_at_one_instant_are_zeno() -> None:
    text = "variables x = 5\nmode a\n when x <= 6 go to b\nmode b\n when x >= 4 go to a\n"
    ending = run(formats.read(text))[-1]
    assert isinstance(ending, Ending) and (ending.reason, ending.time) == ("zeno", 0)


def test_an_ever_shorter_sequence_of_transitions_ends_with_a_count() -> None:
    text = "variables x = 1, y = 1\nmode a\n x' = -1\n when x <= 0 go to a, x := 1/2 * y, y := 1/2 * y\n"
    ending = run(formats.read(text))[-1]
    assert isinstance(ending, Ending) and ending.reason in ("events", "digits")
    assert ending.time < 2


def test_where_an_invariant_ends_and_no_guard_holds_the_system_is_stuck() -> None:
    text = "variables x = 5\nmode a\n x' = -1\n stay while x >= 2\n when x <= 1 go to b\nmode b\n"
    ending = run(formats.read(text))[-1]
    assert isinstance(ending, Ending) and (ending.reason, ending.time) == ("stuck", 3)


def test_an_invariant_delays_a_transition_into_it() -> None:
    text = "variables x = 5\nmode a\n x' = -1\n when x <= 4 go to b\nmode b\n stay while x <= 2\n x' = -1\n"
    assert switches(formats.read(text), 6) == [3]


def test_an_invariant_chooses_between_transitions() -> None:
    text = (
        "variables x = 5\nmode a\n x' = -1\n when x <= 4 go to b\n when x <= 4 go to c\n"
        "mode b\n stay while x >= 9\nmode c\n"
    )
    system = formats.read(text)
    jumps = [jump for each in run(system) for jump in each.jumps]
    assert [(system.mode_names(jump.after), jump.options) for jump in jumps] == [(("c",), ())]


def test_several_possible_transitions_are_a_choice_that_can_be_taken_otherwise() -> None:
    system = formats.read("variables x\nmode a\n x' = 1\n when x >= 2 go to b\n when x >= 2 go to c\nmode b\nmode c\n")
    for choice, name in ((0, "b"), (1, "c")):
        found = list(pieces(Network(system), Fraction(5), [choice]))
        jump = next(jump for each in found for jump in each.jumps)
        assert len(jump.options) == 2 and system.mode_names(jump.after) == (name,)


def test_an_event_is_seen_once_and_after_all_else_has_settled() -> None:
    text = (
        "variables x\nevent e at 2, 7\nmode a\n x' = 1\n when x >= 2 go to b\n when e go to c\n"
        "mode b\n when e go to d\nmode c\nmode d\n when e go to c\n"
    )
    assert modes(text) == ["a", "b", "d", "c"]


def test_signals_change_rates_in_steps_and_guards_see_them() -> None:
    text = "variables x\nsignal u = 1, 3 from 2, 0 from 4\nmode a\n x' = u\n when u <= 0 go to b\nmode b\n"
    system = formats.read(text)
    assert system.has_constant_rates
    summary = summarise(system, Fraction(10))
    assert summary.bounds[0] == (0, 8) and [jump.time for jump in summary.jumps] == [4]


def test_signals_with_slopes_make_curves() -> None:
    text = """{"vars": ["x"], "inputs": {"u": {"points": [[0, 0], [10, 10]]}},
     "locations": [{"name": "a", "flow": {"x": "u"}}, {"name": "b"}],
     "transitions": [{"from": "a", "to": "b", "guard": "x >= 8"}], "init": {"location": "a"}}"""
    assert switches(formats.read(text)) == pytest.approx([4.0], abs=1e-9)  # x = t² / 2


def test_automata_side_by_side_take_what_is_enabled_together_on_the_old_values() -> None:
    text = (
        "variables x = 1, y = 2\nautomaton one\nmode a\n when x <= 1 go to b, x := y\nmode b\n"
        "automaton two\nmode c\n when x <= 1 go to d, y := x\nmode d\n"
    )
    ending = run(formats.read(text))[-1]
    assert isinstance(ending, Ending) and ending.values == (2, 1)


def test_a_label_makes_automata_move_together() -> None:
    text = (
        "variables x\nautomaton one\nmode a\n x' = 1\n when x >= 1 go to b label go\nmode b\n"
        "automaton two\nmode c\n when x >= 3 go to d label go\nmode d\n"
    )
    assert switches(formats.read(text)) == [3]


def test_affine_event_times_agree_with_the_logarithms() -> None:
    text = (
        "variables T = 21\nmode off\n T' = 1 - 0.1 * T\n when T <= 18 go to on\nmode on\n"
        " T' = 5 - 0.1 * T\n when T >= 21 go to off\n"
    )
    cooling, heating = 10 * math.log(11 / 8), 10 * math.log((50 - 18) / (50 - 21))
    times = switches(formats.read(text), 100)
    assert len(times) > 30
    for number, time in enumerate(times):
        assert time == pytest.approx((number // 2) * (cooling + heating) + cooling + (number % 2) * heating, abs=1e-9)


def test_a_bouncing_ball_agrees_with_the_square_roots() -> None:
    text = "variables h = 10, v\nmode air\n h' = v\n v' = -9.81\n when h <= 0 && v <= 0 go to air, v := -0.5 * v\n"
    system = formats.read(text)
    first = math.sqrt(2 * 10 / 9.81)
    expected = [first]
    for bounce in range(1, 8):
        expected.append(expected[-1] + 2 * first * 0.5**bounce)
    assert [float(each) for each in switches(system, 4.27)][:8] == pytest.approx(expected, abs=1e-9)


def test_an_oscillator_is_never_stepped_over() -> None:
    """x = cos(t): the guard holds for a moment only, at the top of each swing."""
    text = (
        "variables x = 1, v, n\noutputs n\nmode a\n x' = v\n v' = -x\n"
        " when x >= 0.999999 && v <= 0 go to b, n := n + 1\nmode b\n x' = v\n v' = -x\n"
        " when x <= -0.5 go to a\n"
    )
    times = [float(each) for each in switches(formats.read(text), 40)]
    tops = times[::2]
    for one, other in pairwise(tops):
        assert other - one == pytest.approx(2 * math.pi, abs=2e-3)
    assert len(tops) == 7


def test_growth_without_limit_is_told() -> None:
    ending = run(formats.read("variables x = 1\nmode a\n x' = 3 * x\n"), 40)[-1]
    assert isinstance(ending, Ending) and ending.reason == "growth"


def enabled(system: System, automaton: Automaton, mode: int, values: list[Fraction]) -> list[int]:
    def holds(case: Case) -> bool:
        return all(each.holds(values) for each in case.constraints)

    return [
        index
        for index, each in enumerate(automaton.transitions)
        if each.source == mode and any(holds(case) for case in each.guard)
    ]


@pytest.mark.parametrize("seed", range(60))
def test_runs_keep_the_definition(seed: int) -> None:
    """A law: inside of a piece no guard holds (but of what changes nothing), at its end one does, values follow the
    rates, and resets do what they say."""
    system = random_system(seed)
    automaton = system.automata[0]
    found = run(system, 12)
    values = list(system.starts)
    mode = automaton.initial
    for each in found:
        for jump in each.jumps:
            ((_, index),) = jump.taken
            taken = automaton.transitions[index]
            assert taken.source == mode and index in enabled(system, automaton, mode, values)
            old = list(values)
            for at, value in taken.reset:
                values[at] = value.at(old)
            mode = taken.target
        if isinstance(each, Ending):
            break
        assert each.modes == (mode,)
        assert list(each.flow.values(Fraction(0))) == values
        rates = [dict(automaton.modes[mode].flow).get(at) for at in range(len(values))]
        width = Fraction(each.end or 12) - Fraction(each.start)
        for part in (0, 1, 5, 9):
            inside = [v + (r.constant if r else 0) * width * part / 10 for v, r in zip(values, rates, strict=True)]
            for index in enabled(system, automaton, mode, inside):
                same = automaton.transitions[index]
                assert same.target == mode and all(value.at(inside) == inside[at] for at, value in same.reset)
        values = [v + (r.constant if r else 0) * width for v, r in zip(values, rates, strict=True)]


@pytest.mark.parametrize("seed", range(40))
def test_curved_and_straight_runs_of_the_same_system_agree(seed: int) -> None:
    system = random_system(seed)
    exact = list(pieces(Network(system), Fraction(8)))
    curved = list(pieces(Network(system, False), 8.0))
    straight = [(float(each.start), each.modes) for each in exact if isinstance(each, Piece)]
    other = [(float(each.start), each.modes) for each in curved if isinstance(each, Piece)]
    if len(straight) > 60:
        return  # nearly zeno: rounding may have another say
    assert len(straight) == len(other)
    for (time, mode), (when, same) in zip(straight, other, strict=True):
        assert mode == same and time == pytest.approx(when, abs=1e-7)
