"""The flow chart of a specification."""

from viva.core.terms import ENGLISH
from viva.engines.dialogues.notations.readable import parse as parse_readable
from viva.engines.dialogues.notations.symbols import parse
from viva.subjects.console.draw import draw_covered
from viva.subjects.console.model import Task

COUNTDOWN = "[>n]^N ( [{eps, n_C - len(x_A)} >] [>x]^Z <len(x_A) = n_C> E )->E [{sum(x_A)} >]"


def test_what_no_test_reaches_is_dashed_in_the_flow_chart() -> None:
    never = parse_readable('read n: 0..5\nrepeat n:\n    read x: int\n    if n > 9: write "never"\nwrite sum(x.all)')
    drawing = draw_covered(Task(never, "spec.txt"), "never", ENGLISH)
    assert drawing.svg.count('class="faint"') == 1
    assert "No test reaches 1 step" in drawing.text
    assert "n &gt; 9" in drawing.svg
    reached = draw_covered(Task(parse(COUNTDOWN), "spec.sym"), "countdown", ENGLISH)
    assert 'class="faint"' not in reached.svg
    assert "The tests reach every step." in reached.text
