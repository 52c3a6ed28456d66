"""Pictures: what is drawn is what the automaton is, and nothing lies on anything else."""

import math
from itertools import combinations
from random import Random

from viva.drawing.shapes import Arrow, Circle, Emphasis, Label, text_size
from viva.engines.automata import machine, minimise, name_states, named_nfa
from viva.engines.automata.diagram import MOST_STATES, Marks, draw, shapes_of

from .random_automata import random_dfa, random_nfa


def test_circles_arrows_and_labels_say_what_the_automaton_is() -> None:
    given = machine(["p", "q"], "p", ["q"], [("p", "a", "q"), ("p", "b", "q"), ("q", "", "p"), ("q", "a", "q")])
    shapes = shapes_of(given, Marks())
    circles = {shape.text: shape for shape in shapes if isinstance(shape, Circle)}
    assert {name: circle.double for name, circle in circles.items()} == {"p": False, "q": True}
    assert sorted(shape.text for shape in shapes if isinstance(shape, Label)) == ["a", "a,b", "ε"]
    arrows = [shape for shape in shapes if isinstance(shape, Arrow)]
    assert len(arrows) == 4  # the start and one for each pair of states
    for arrow in arrows:
        ends = [min(abs(math.dist(arrow.points[-1], circle.centre) - circle.radius) for circle in circles.values())]
        assert min(ends) < 1


def test_no_state_lies_on_another_and_labels_keep_off_the_states() -> None:
    randomness = Random(1)
    for _ in range(40):
        for given in (name_states(minimise(random_dfa(randomness, 8))), named_nfa(random_nfa(randomness, 5))):
            shapes = shapes_of(given, Marks())
            circles = [shape for shape in shapes if isinstance(shape, Circle)]
            for one, other in combinations(circles, 2):
                assert math.dist(one.centre, other.centre) > one.radius + other.radius
            hidden = 0
            for label in (shape for shape in shapes if isinstance(shape, Label)):
                width, _ = text_size(label.text)
                hidden += any(math.dist(label.centre, circle.centre) < circle.radius - width / 2 for circle in circles)
            assert hidden == 0


def test_marks_are_not_told_by_colour_alone() -> None:
    given = name_states(random_dfa(Random(2), 3))
    marks = Marks(bad_states=[1], bad_edges=[(0, "a", given.edges[0].target)])
    drawing = draw(given, "t", marks)
    assert "! q1" in drawing.text
    assert "! q0 -a->" in drawing.text
    shapes = shapes_of(given, marks)
    assert sum(shape.emphasis is Emphasis.BAD for shape in shapes if isinstance(shape, Circle)) == 1
    assert sum(shape.emphasis is Emphasis.BAD for shape in shapes if isinstance(shape, Arrow)) == 1


def test_a_large_automaton_is_told_in_a_sentence() -> None:
    given = name_states(random_dfa(Random(3), MOST_STATES + 1))
    drawing = draw(given, "t")
    assert "61 states; at most 60 are drawn" in drawing.text
    assert len(drawing.svg) < 3000
