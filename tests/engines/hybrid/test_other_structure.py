"""A right submission is never refuted: systems of other structure that do the same are never told to differ; and an
independent simulation in small steps sees what the exact one sees."""

from dataclasses import replace
from fractions import Fraction

import pytest

from tests.engines.hybrid.systems import random_system
from viva.engines.hybrid import System, compare, formats, summarise
from viva.engines.hybrid.model import Affine, Automaton, Mode, Span, Transition, constant, variable

HORIZON = Fraction(8)


def doubled(system: System) -> System:
    """Every mode twice, and every transition that changes something goes over to the other copy."""
    automaton = system.automata[0]
    count = len(automaton.modes)
    modes = (*automaton.modes, *(replace(mode, name=f"{mode.name} again") for mode in automaton.modes))
    moving = [each for each in automaton.transitions if each.source != each.target or each.reset]
    over = [replace(each, target=each.target + count) for each in moving]
    back = [replace(each, source=each.source + count) for each in moving]
    return replace(system, automata=(Automaton(automaton.name, modes, (*over, *back), automaton.initial),))


def rescaled(system: System) -> System:
    """The last variable is kept as 3 y + 1 in place of y."""
    index = len(system.variables) - 1
    old = variable(index).times(Fraction(1, 3)).plus(constant(Fraction(-1, 3)))  # y by the new variable

    def inside(value: Affine) -> Affine:
        return value.after({index: old})

    def assigned(at: int, value: Affine, rate: bool) -> Affine:
        found = inside(value)
        return found if at != index else found.times(Fraction(3)).plus(constant(0 if rate else 1))

    def mode(each: Mode) -> Mode:
        return replace(each, flow=tuple((at, assigned(at, rate, True)) for at, rate in each.flow))

    def transition(each: Transition) -> Transition:
        guard = tuple(
            replace(case, constraints=tuple(replace(row, left=inside(row.left)) for row in case.constraints))
            for case in each.guard
        )
        reset = tuple((at, assigned(at, value, False)) for at, value in each.reset)
        return replace(each, guard=guard, reset=reset)

    automaton = system.automata[0]
    changed = replace(
        automaton,
        modes=tuple(mode(each) for each in automaton.modes),
        transitions=tuple(transition(each) for each in automaton.transitions),
    )
    start = system.initial[index].low * 3 + 1
    return replace(system, automata=(changed,), initial=(*system.initial[:-1], Span(start, start)))


def beside(system: System) -> System:
    """With a clock and an automaton that nobody listens to."""
    clock = len(system.variables)
    ticking = Automaton(
        "clock",
        (Mode("tick", ((clock, constant(1)),)),),
        (
            Transition(
                0,
                0,
                formats.read("variables a\nmode m\n when a >= 3 go to m, a := 0\n").automata[0].transitions[0].guard,
            ),
        ),
        0,
    )
    moved = replace(ticking.transitions[0].moved([clock]), reset=((clock, constant(0)),))
    more = (*system.automata, replace(ticking, transitions=(moved,)))
    span = Span(Fraction(0), Fraction(0))
    return replace(system, variables=(*system.variables, "clock"), initial=(*system.initial, span), automata=more)


@pytest.mark.parametrize("change", [doubled, rescaled, beside])
@pytest.mark.parametrize("seed", [0, 1, 2, 4, 5, 6, 7, 9, 13, 14, 16, 19, 21])
def test_another_structure_with_the_same_outputs_is_not_told_to_differ(change: object, seed: int) -> None:
    system = random_system(seed)
    if summarise(system, HORIZON).ending and summarise(system, HORIZON).ending.reason != "horizon":  # type: ignore[union-attr]
        return
    if any(jump.options for jump in summarise(system, HORIZON).jumps):
        return
    other = change(system)  # type: ignore[operator]
    found = compare(other, system, Fraction(0), HORIZON)
    assert found.kind in ("equal", "same"), found.departures
    assert compare(system, other, Fraction(0), HORIZON).kind == found.kind


def sampled(system: System, step: Fraction, steps: int) -> list[Fraction]:
    """x after each small step: transitions are looked for at the ends of steps only."""
    automaton = system.automata[0]
    values, mode = list(system.starts), automaton.initial
    found = []
    for _ in range(steps):
        for _ in range(20):
            enabled = [
                each
                for each in automaton.transitions
                if each.source == mode
                and any(case.holds(values, frozenset()) for case in each.guard)
                and (each.target != mode or any(value.at(values) != values[at] for at, value in each.reset))
            ]
            if not enabled:
                break
            old = list(values)
            for at, value in enabled[0].reset:
                values[at] = value.at(old)
            mode = enabled[0].target
        found.append(values[0])
        rates = dict(automaton.modes[mode].flow)
        values = [value + (rates[at].constant * step if at in rates else 0) for at, value in enumerate(values)]
    return found


@pytest.mark.parametrize("seed", [3, 5, 8, 9, 14, 17])
def test_small_steps_see_what_the_exact_run_sees(seed: int) -> None:
    """All numbers of the random systems are multiples of 1/6 in time 1/6 apart, so that small steps meet each event."""
    system = random_system(seed)
    summary = summarise(system, Fraction(3))
    if any(jump.options for jump in summary.jumps) or len(summary.jumps) > 12:
        return
    step = Fraction(1, 36)
    if any((Fraction(jump.time) / step).denominator != 1 for jump in summary.jumps):
        return
    rows = sampled(system, step, 100)
    for number, value in enumerate(rows):
        piece = next((each for each in summary.pieces if each.start <= number * step < (each.end or 3)), None)
        if piece is not None:
            assert piece.flow.values(number * step - piece.start)[0] == value
