"""The tests of an exercise: fixed, sorted, none twice, and at the values that matter."""

from viva.subjects.console.notation import parse
from viva.subjects.console.semantics import generalised_trace
from viva.subjects.console.suite import suite


def test_a_suite_is_fixed_by_specification_and_seed() -> None:
    spec = parse("[>n]^N ( [>x]^Z <len(x_A) = n_C> E )->E [{sum(x_A)} >]")
    assert suite(spec, 1) == suite(spec, 1)
    assert suite(spec, 1) != suite(spec, 2)


def test_tests_are_sorted_by_length_and_none_occurs_twice() -> None:
    tests = suite(parse("[>n]^N ( [>x]^Z <len(x_A) = n_C> E )->E [{sum(x_A)} >]"), 0).tests
    lengths = [len(case.inputs) for case in tests]
    assert lengths == sorted(lengths)
    assert len({case.inputs for case in tests}) == len(tests) >= 20
    assert tests[0].inputs == (0,)


def test_every_test_is_one_that_the_specification_has() -> None:
    spec = parse("[>a]^{1..9}@until ( [>x]^{1, 4}@abort <sum(x_A) >= a_C> E )->E [{len(x_A)} >]")
    tests = suite(spec, 0)
    assert tests.sides_taken == tests.sides == 2
    for case in tests.tests:
        assert generalised_trace(spec, case.inputs) == case.general


def test_ends_of_sets_constants_and_their_neighbours_are_tried() -> None:
    given = {case.inputs[0] for case in suite(parse("[>x]^{-70..900} ( 0 <x_C > 333> [{1} >] )"), 0).tests}
    assert {-70, -69, 900, 899, 332, 333, 334, 0, 1, -1} <= given
    until = {value for case in suite(parse("[>x]^{5..7}@until"), 0).tests for value in case.inputs}
    assert {4, 5, 6, 7, 8} <= until


def test_inputs_for_which_a_term_has_no_value_are_not_given() -> None:
    tests = suite(parse("[>n]^N ( [>x]^Z <len(x_A) = n_C> E )->E [{max(x_A)} >]"), 0).tests
    assert tests
    assert all(case.inputs[0] != 0 for case in tests)


def test_long_loops_are_reached_when_nothing_shorter_ends() -> None:
    tests = suite(parse("[>n]^{60..70} ( [>x]^Z <len(x_A) = n_C> E )->E [{x_C} >]"), 0)
    assert tests.longest > 60


def test_a_specification_that_cannot_end_has_no_tests() -> None:
    assert suite(parse("( [>x]^{3..5} <sum(x_A) = 2> E )->E"), 0).tests == ()
