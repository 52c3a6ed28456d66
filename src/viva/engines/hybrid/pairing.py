"""Two systems side by side as one, and when they differ: section 6.2 of the paper, for a model checker to answer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from viva.engines.hybrid.expressions import show_number
from viva.engines.hybrid.model import Automaton, System

GIVEN, ASKED = "_given", "_asked"


def pair(given: System, asked: System) -> System:
    """Neither hears of the other: variables, automata and labels have a name each of their own. Nothing may come from
    outside, where both would have to get the same."""
    variables = (*(name + GIVEN for name in given.variables), *(name + ASKED for name in asked.variables))
    shifted = range(len(given.variables), len(variables))
    automata = (
        *(_named(each, GIVEN, range(len(given.variables))) for each in given.automata),
        *(_named(each, ASKED, shifted) for each in asked.automata),
    )
    outputs = (*(name + GIVEN for name in given.outputs), *(name + ASKED for name in asked.outputs))
    return System(variables, outputs, automata, (*given.initial, *asked.initial))


def _named(automaton: Automaton, end: str, positions: Sequence[int]) -> Automaton:
    transitions = (each.moved(positions) for each in automaton.transitions)
    return Automaton(
        automaton.name + end,
        tuple(each.moved(positions) for each in automaton.modes),
        tuple(replace(each, label=each.label and each.label + end) for each in transitions),
        automaton.initial,
    )


def forbidden_states(outputs: Sequence[str], threshold: Fraction) -> str:
    """The states in which an output of one differs from that of the other by the threshold or more, for SpaceEx."""
    most = show_number(threshold)
    return " | ".join(
        f"{name}{left} - {name}{right} >= {most}"
        for name in outputs
        for left, right in ((GIVEN, ASKED), (ASKED, GIVEN))
    )
