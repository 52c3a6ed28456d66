"""A specification as a program that is run."""

from viva.engines.dialogues.notations.symbols import parse
from viva.engines.dialogues.running import accepted_runs, right_run, way_of
from viva.engines.dialogues.semantics import generalised_trace
from viva.engines.dialogues.suites.suite import suite
from viva.engines.dialogues.traces import covers

SUM = parse("[>n]^N ( [>x]^Z <len(x_A) = n_C> E )->E [{eps, n_C} >] [{sum(x_A)} >]")


def test_lines_are_values_of_the_reads_they_are_for() -> None:
    way = way_of(SUM, ["2", " 5 ", "-3"])
    assert way and way.asks is None
    assert way.inputs == (2, 5, -3)
    assert way_of(SUM, ["-1"]) is None, "no natural number"
    assert way_of(SUM, ["0", "1"]) is None, "nothing is read any more"
    waiting = way_of(SUM, ["2"])
    assert waiting and waiting.asks and waiting.asks.read.variable == "x"


def test_the_right_run_is_right_and_writes_nothing_that_may_be_left_out() -> None:
    general = generalised_trace(SUM, (1, 7))
    assert general and right_run(general).show() == "?1 ?7 !7 stop"
    assert all(covers(case.general, right_run(case.general)) for case in suite(SUM, 0).tests)


def test_the_runs_of_a_trace_are_made_one_by_one() -> None:
    general = generalised_trace(parse("[>x]^Z" + " [{eps, x_C} >]" * 60), (5,))
    assert general
    assert list(accepted_runs(general)) == ["?5" + " !5" * written + " stop" for written in range(60, -1, -1)]
    chosen = generalised_trace(parse('[>x]^N [{some(v, mod(v_C, x_C) = 0) ++ " and " ++ ANY, 1.5} >]'), (4,))
    assert chosen
    assert list(accepted_runs(chosen)) == ["?4 !4 and … stop", '?4 !"1.5" stop']


def test_adjacent_outputs_are_one_step_with_what_they_write_together() -> None:
    twice = generalised_trace(parse("[>x]^Z [{eps, x_C} >] [{eps, x_C} >]"), (7,))
    assert twice
    assert twice.show() == "?7 !{ε, 7, 7 7} stop"
    assert list(accepted_runs(twice)) == ["?7 !7 !7 stop", "?7 !7 stop", "?7 stop"]
    parted = generalised_trace(parse("[{eps, 1} >] [>x]^Z [{eps, 1} >] [{2, 3} >]"), (7,))
    assert parted
    assert parted.show() == "!{ε, 1} ?7 !{2, 3, 1 2, 1 3} stop"
    many = generalised_trace(parse("[>x]^Z" + " [{eps, x_C} >]" * 20), (5,))
    assert many
    assert many.show() == "?5" + " !{ε, 5}" * 20 + " stop"
