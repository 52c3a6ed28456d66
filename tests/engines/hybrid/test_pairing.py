"""Two systems beside each other are one that goes where they go, and is in a forbidden state when they differ."""

import re
from fractions import Fraction

import pytest

from tests.engines.hybrid.systems import random_system, thermostat
from viva.engines.hybrid import System, compare, formats
from viva.engines.hybrid.curves import Number, beyond, difference
from viva.engines.hybrid.formats import spaceex
from viva.engines.hybrid.pairing import forbidden_states, pair
from viva.engines.hybrid.running import Network, Piece, pieces

HORIZON, THRESHOLD = Fraction(20), Fraction(1, 2)


def first_forbidden(both: System, outputs: tuple[str, ...]) -> Number | None:
    """When the run of the pair first comes to where the two differ by more than the threshold."""
    for piece in pieces(Network(both), HORIZON):
        if not isinstance(piece, Piece):
            return None
        width = (HORIZON if piece.end is None else min(piece.end, HORIZON)) - piece.start
        for name in outputs:
            one, other = (piece.flow.curve(both.position(name + end), 0)[0] for end in ("_given", "_asked"))
            for start, _ in beyond(difference(one, other), width, THRESHOLD):
                return piece.start + start
    return None


@pytest.mark.parametrize(
    ("given", "asked"),
    [
        (thermostat(down="1"), thermostat()),
        (thermostat(up="1", down="-2"), thermostat()),
        (thermostat(low="17"), thermostat()),
        (thermostat(), thermostat()),
    ],
)
def test_the_pair_is_forbidden_from_when_the_two_differ(given: System, asked: System) -> None:
    """The mistakes of section 6; written for SpaceEx and read again, the pair still says the same."""
    both = pair(given, asked)
    text, settings = (
        spaceex.write(both),
        spaceex.write_configuration(both, HORIZON, forbidden_states(("T",), THRESHOLD)),
    )
    again = formats.read(text, configuration=settings)
    found = compare(given, asked, threshold=THRESHOLD, horizon=HORIZON)
    wanted = found.departures[0].start if found.departures else None
    assert first_forbidden(both, ("T",)) == first_forbidden(again, ("T",)) == wanted
    assert re.search(r'^forbidden = "T_given - T_asked >= 0.5 \| T_asked - T_given >= 0.5"$', settings, re.MULTILINE)


def test_neither_hears_of_the_other() -> None:
    """A random system beside another goes as it goes alone."""
    assert sum(compared(random_system(seed), random_system(seed + 100)) for seed in range(12)) > 50


def compared(one: System, other: System) -> int:
    """At how many moments both are where they are alone."""
    both = [piece for piece in pieces(Network(pair(one, other)), HORIZON) if isinstance(piece, Piece)]
    looked = 0
    for alone, at in ((one, 0), (other, len(one.variables))):
        mine = [piece for piece in pieces(Network(alone), HORIZON) if isinstance(piece, Piece)]
        for piece in both:
            here = next((each for each in mine if each.end is None or each.start <= piece.start < each.end), None)
            if here is not None:
                own = here.flow.values(piece.start - here.start)
                beside = piece.flow.values(0)[at : at + len(alone.variables)]
                assert [float(each) for each in beside] == pytest.approx([float(each) for each in own])
                looked += 1
    return looked
