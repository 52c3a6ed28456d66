"""What was never evaluated, always true or always false, in every way it is shown."""

from viva.core.texts import catalogue
from viva.drawing.listing import as_text
from viva.engines.calls import Voice
from viva.engines.coverage import MARKS, Accumulated, State, mark_lines
from viva.exploring.document import as_json
from viva.exploring.page import as_page
from viva.exploring.reporting import rows
from viva.languages.program import Program
from viva.languages.python import calls
from viva.languages.python.calls import call
from viva.languages.python.runs import prepare, warm_sandbox
from viva.languages.sites import Hooks

SOURCE = b"""def grade(points, bonus):
    if points > 50 and bonus:
        return "A"
    best = [p for p in range(points) if p > 100]
    try:
        x = 1 // bonus if points else 2
    except ZeroDivisionError:
        return "error"
    match points:
        case 1:
            return "one"
        case _:
            pass
    return "B" if x else "<C>"

def other():
    return 3
"""


def seen(*calls: list[int]) -> Accumulated:
    with warm_sandbox() as sandbox:
        program = prepare(sandbox, SOURCE, Hooks(expressions=True, branches=True))
        assert isinstance(program, Program)
        found = Accumulated(program)
        for outcome in call(sandbox, program, "grade", calls, report=["ticks"]):
            found.add(outcome.coverage)
    return found


def pieces(found: Accumulated) -> dict[str, State]:
    states = {mark: state for state, mark in MARKS.items()}
    return {piece.text: states[piece.mark] for line in mark_lines(found) for piece in line.pieces if piece.mark}


def test_every_construct_has_its_state() -> None:
    states = pieces(seen([3, 1], [5, 2]))
    assert states["points > 50 and "] is State.FALSE
    assert states["bonus"] is State.NEVER
    assert states["p > 100"] is State.FALSE
    assert states["points"] is State.TRUE
    assert states["except ZeroDivisionError:"] is State.NEVER
    assert states["1"] is State.NEVER
    assert states["def other():"] is State.NEVER


def test_runs_add_up_and_a_run_that_shows_nothing_new_says_so() -> None:
    with warm_sandbox() as sandbox:
        program = prepare(sandbox, SOURCE, Hooks(expressions=True, branches=True))
        assert isinstance(program, Program)
        found = Accumulated(program)
        calls = [[3, 1], [3, 1], [60, 1], [0, 0], [1, 0]]
        new = [found.add(outcome.coverage) for outcome in call(sandbox, program, "grade", calls, report=["ticks"])]
    assert new == [True, False, True, True, True]
    assert pieces(found)["bonus"] is State.TRUE
    assert "except ZeroDivisionError:" not in pieces(found)


def test_a_terminal_without_colours_has_marks_below() -> None:
    lines = as_text(mark_lines(seen([3, 1]), 2, 3), colour=False).split("\n")
    assert lines[0] == "   2      if points > 50 and bonus:"
    assert lines[1] == "             FFFFFFFFFFFFFFFF-----"
    assert lines[3] == "                     ---"
    assert "\x1b" not in "".join(lines)
    assert "\x1b[37;41mpoints > 50 and \x1b[0m" in as_text(mark_lines(seen([3, 1]), 2, 2), colour=True)


def test_a_page_escapes_and_json_counts() -> None:
    found = seen([3, 1])
    voice = Voice(catalogue("viva.exploring", "en").say, calls)
    page = as_page(found, rows(found, [("grade", 1, 14), ("other", 16, 17)]), "a <title>", voice)
    assert 'href="#line-16"' in page and 'id="line-16"' in page and "0 % (0/1)" in page
    assert "&lt;C&gt;" in page and "a &lt;title&gt;" in page and 'title="always false"' in page
    document = as_json(found, 16, 17)
    assert document["reached"] == 0
    assert document["gaps"] == [
        {"kind": "function", "state": "never", "line": 16, "column": 1, "end_line": 17, "end_column": 13}
    ]


def test_full_coverage_leaves_no_gap_in_the_function() -> None:
    found = seen([60, 1], [60, 0], [3, 1], [0, 0], [1, 1], [102, 0])
    assert [(gap.site.line, gap.state) for gap in found.gaps(1, 13)] == []
