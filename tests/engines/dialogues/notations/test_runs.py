"""Runs as the paper writes them."""

import pytest

from viva.core.text.reading import Misread
from viva.engines.dialogues.notations.runs import parse
from viva.engines.dialogues.notations.symbols import parse as parse_spec
from viva.engines.dialogues.running import right_run
from viva.engines.dialogues.suites.suite import suite
from viva.engines.dialogues.traces import Input, Line, normalise

SPEC = parse_spec('[>n]^N [>w]^S [{"so far " ++ w_C} >] [{n_C} >]')


def test_values_are_of_the_kind_that_is_read_there() -> None:
    trace = parse('?3 ?"4" !"so far 4" !3 stop', SPEC)
    assert trace == (Input(3), Input("4"), Line("so far 4"), Line("3"))


def test_what_is_shown_is_read_back() -> None:
    for case in suite(SPEC, 0).tests:
        run = right_run(case.general)
        assert normalise(parse(run.show(), SPEC)) == run


def test_what_is_no_event_is_told_with_its_place() -> None:
    with pytest.raises(Misread, match=r"line 7, column 3: expected \?value, !output or stop, found '3 stop'; a run is"):
        parse("?3 3 stop", SPEC, 7)
