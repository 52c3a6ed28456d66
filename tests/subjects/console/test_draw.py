"""The flow chart of a specification."""

import random
from itertools import pairwise

import pytest

from tests.engines.dialogues.specs import random_inputs, random_spec
from viva.core.texts import catalogue
from viva.drawing.shapes import Emphasis
from viva.engines.dialogues.evaluation import Undefined
from viva.engines.dialogues.model import Spec
from viva.engines.dialogues.notations.readable import parse as parse_readable
from viva.engines.dialogues.notations.symbols import parse
from viva.engines.dialogues.semantics import Diverges, Path, Way, follow
from viva.subjects.console.draw import END, START, Chart, draw_covered, draw_way, style_of, visited
from viva.subjects.console.model import Task

COUNTDOWN = "[>n]^N ( [{eps, n_C - len(x_A)} >] [>x]^Z <len(x_A) = n_C> E )->E [{sum(x_A)} >]"


@pytest.mark.thorough
def test_what_no_test_reaches_is_dashed_in_the_flow_chart() -> None:
    never = parse_readable('read n: 0..5\nrepeat n:\n    read x: int\n    if n > 9: write "never"\nwrite sum(x.all)')
    drawing = draw_covered(Task(never, "spec.txt"), "never")
    assert drawing.svg.count('class="faint"') == 1
    assert "No test reaches 1 step" in drawing.text
    assert "n &gt; 9" in drawing.svg
    reached = draw_covered(Task(parse(COUNTDOWN), "spec.sym"), "countdown")
    assert 'class="faint"' not in reached.svg
    assert "The tests reach every step." in reached.text


def test_every_step_of_a_run_is_a_marked_arrow() -> None:
    randomness = random.Random(3)
    runs = 0
    while runs < 60:
        spec = random_spec(randomness)
        try:
            general = random_inputs(spec, randomness)
            way = follow(spec, general.inputs) if general else None
        except (Undefined, Diverges):
            continue
        if way is None or way.asks is not None:
            continue
        runs += 1
        boxes = [START, *(path for path, _ in visited(spec, way)), END]
        drawn = marked_arrows(spec, way)
        assert set(pairwise(boxes)) - drawn <= {(boxes[-2], END)}, "only a refused value ends earlier"


def marked_arrows(spec: Spec, way: Way) -> set[tuple[Path, Path]]:
    style = style_of(spec, way, catalogue("viva.subjects.console").say)
    graph = Chart(style)
    graph.whole(spec)
    return {
        (graph.paths[int(edge.source)], graph.paths[int(edge.target)])
        for edge in graph.edges
        if edge.emphasis is Emphasis.GOOD
    }


def test_a_chart_speaks_as_the_exercise_does() -> None:
    spec = parse_readable('read guess: 1..9\nwrite f"{...}{guess * 2}{...}"')
    svg = draw_way(spec, follow(spec, (3,)), "", "en").svg  # type: ignore[arg-type]
    assert "guess: 1..9" in svg
    assert "guess * 2, with any text" in svg
    assert "_C" not in svg
    assert "ANY" not in svg
    in_symbols = parse("[>guess]^{1..9} [{ANY ++ guess_C * 2} >]")
    assert "guess * 2, with any text" in draw_way(in_symbols, follow(in_symbols, (3,)), "", "en").svg  # type: ignore[arg-type]
