"""Reachable sets: exact for sets of initial values, and every simulated run lies inside."""

import random
from fractions import Fraction

import pytest

from tests.engines.hybrid.systems import jumping_system, ring, thermostat
from viva.engines.hybrid import Piece, System, Unsupported, compare, compare_sets, formats, reach, summarise, with_start
from viva.engines.hybrid.model import Span
from viva.engines.hybrid.running import Network, pieces

HALF = Fraction(1, 2)
WIDE = {"T": Span(Fraction("17.5"), Fraction("22.5"))}


def test_the_thermostat_from_an_interval_reaches_a_fixpoint() -> None:
    found = reach(with_start(thermostat(), WIDE))
    assert found.complete and found.steps < 12
    assert [*found.bounds] == [(Fraction("17.5"), Fraction("22.5"))]
    assert found.by_mode[0, 1][0] == (Fraction("17.5"), Fraction(21))


def test_a_point_reaches_just_what_its_run_shows() -> None:
    found, run = reach(ring()), summarise(ring(), Fraction(120))
    assert found.complete and found.reached == run.reached and found.taken == run.taken
    assert found.bounds[1] == run.bounds[1]


def test_up_to_a_horizon_each_mode_has_its_time() -> None:
    """As the intervals of the paper's appendix: three from 30 to 50, five from 60 to 80."""
    system, horizon = ring(), Fraction(120)
    found = reach(system, horizon)
    named = {system.automata[0].modes[mode].name: times for (_, mode), times in found.times.items()}
    assert named["wait"] == (Fraction(0), Fraction(120))
    assert named["three"] == (Fraction(30), Fraction(50))
    assert named["five"] == (Fraction(60), Fraction(80))
    assert not reach(system).times


def test_times_of_a_set_of_runs_hold_those_of_each() -> None:
    system, horizon = with_start(thermostat(), WIDE), Fraction(4)
    found = reach(system, horizon)
    for start in (Fraction("17.5"), Fraction(19), Fraction("22.5")):
        run = pieces(Network(with_start(system, {"T": Span(start, start)})), horizon)
        for piece in run:
            if isinstance(piece, Piece):
                low, high = found.times[0, piece.modes[0]]
                assert low is not None and high is not None
                assert low <= piece.start and (piece.end or horizon) <= high


def test_identical_systems_are_equal_for_all_initial_values_and_all_time() -> None:
    system = with_start(thermostat(), WIDE)
    assert compare_sets(system, system, Fraction(0), Fraction(40)) == ("equal", {})


def test_a_mistake_that_only_some_initial_values_show_is_found() -> None:
    """A mode that is entered only from above 22."""
    text = (
        "variables T = 20\nmode off\n T' = -1\n when T <= 18 go to on\n when T >= 22 go to hot\n"
        "mode on\n T' = 2\n when T >= 21 go to off\nmode hot\n T' = -2\n when T <= 20 go to off\n"
    )
    wrong = formats.read(text)
    assert compare(wrong, thermostat(), HALF, Fraction(40)).kind == "equal"
    kind, values = compare_sets(with_start(wrong, WIDE), with_start(thermostat(), WIDE), HALF, Fraction(40))
    assert kind == "different" and values["T"] >= 22
    begun = {"T": Span(values["T"], values["T"])}
    assert compare(with_start(wrong, begun), with_start(thermostat(), begun), HALF, Fraction(40)).kind == "different"


BELL = """variables r, on
outputs on
event ring at any time
mode wait
  when ring go to one, r := 0, on := 1
mode one
  r' = 1
  when r >= {} go to wait, on := 0
"""


def test_an_event_at_any_time_is_followed_for_all_times() -> None:
    bell = formats.read(BELL.format(20))
    found = reach(bell)
    assert found.complete and len(found.reached) == 2 and found.bounds[1] == (Fraction(0), Fraction(1))
    assert compare_sets(bell, bell, HALF, Fraction(120))[0] == "equal"
    assert compare_sets(formats.read(BELL.format(21)), bell, HALF, Fraction(120))[0] == "different"


def test_a_variable_that_grows_for_ever_has_no_bound() -> None:
    found = reach(formats.read("variables x\nmode a\n x' = 1\n when x >= 3 go to b\nmode b\n x' = 2\n"))
    assert found.complete and found.bounds[0] == (Fraction(0), None)


def test_where_an_invariant_ends_some_runs_are_stuck() -> None:
    text = (
        "variables x = [0, 2], y = [0, 1]\nmode a\n x' = 1\n stay while x <= 5\n"
        " when y >= 1 && x >= 4 go to b\nmode b\n"
    )
    found = reach(formats.read(text))
    assert found.stuck == {(0,)} and found.reached == {(0, 0), (0, 1)}


def test_curved_rates_are_not_followed_as_sets() -> None:
    with pytest.raises(Unsupported):
        reach(formats.read("variables x = [1, 2]\nmode a\n x' = -x\n"))


def inside(system: System, run: list[Piece], horizon: Fraction) -> None:
    found = reach(system, horizon)
    assert found.complete
    for piece in run:
        assert all(key in found.reached for key in enumerate(piece.modes))
        for part in (0, 3, 10):
            width = (piece.end if piece.end is not None else horizon) - piece.start
            values = piece.flow.values(width * Fraction(part, 10))
            for index, value in enumerate(values[: len(system.variables)]):
                low, high = found.bounds[index] or (None, None)
                assert (low is None or value >= low) and (high is None or value <= high)
        tubes = [each.tube() for each in found.stretches if each.modes == piece.modes]
        middle = (
            [Fraction(each) for each in piece.flow.values((piece.end - piece.start) / 2)]
            if piece.end is not None
            else None
        )
        if middle is not None:
            assert any(all(row.left.at(middle) >= 0 for row in tube.rows) for tube in tubes)


@pytest.mark.some(25)
@pytest.mark.parametrize("seed", range(300))
def test_every_simulated_run_lies_inside_the_reachable_set(seed: int) -> None:
    """Runs that jump, of systems with resets."""
    chance = random.Random(seed)
    system = jumping_system(seed)
    horizon = Fraction(4)
    spans = {
        name: Span(span.low, span.low + chance.randint(0, 1)) for name, span in zip("xy", system.initial, strict=True)
    }
    wide = with_start(system, spans)
    for _ in range(2):
        begun = {name: span.low + (span.high - span.low) * Fraction(chance.randint(0, 10), 10)
                 for name, span in spans.items()}  # fmt: skip
        point = with_start(system, {name: Span(value, value) for name, value in begun.items()})
        run = [each for each in pieces(Network(point), horizon) if isinstance(each, Piece)]
        if not 2 <= len(run) < 14:
            continue
        inside(wide, run, horizon)
