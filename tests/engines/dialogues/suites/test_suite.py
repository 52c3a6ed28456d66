"""The tests of an exercise: fixed, sorted, none twice, and at the values that matter."""

from fractions import Fraction
from itertools import islice, permutations
from typing import Any

import pytest

from tests.engines.dialogues.grid import read
from viva.engines.dialogues.evaluation import is_of_kind
from viva.engines.dialogues.foreign import bind, load
from viva.engines.dialogues.machine_numbers import with_word_bounds
from viva.engines.dialogues.model import Value
from viva.engines.dialogues.notations.symbols import parse
from viva.engines.dialogues.semantics import begin, generalised_trace, give
from viva.engines.dialogues.suites.shrinking import neighbours
from viva.engines.dialogues.suites.suite import suite
from viva.engines.dialogues.suites.ways.paths import Trails, Walker


@pytest.mark.thorough
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


@pytest.mark.thorough
def test_inputs_for_which_a_term_has_no_value_are_not_given() -> None:
    tests = suite(parse("[>n]^N ( [>x]^Z <len(x_A) = n_C> E )->E [{max(x_A)} >]"), 0).tests
    assert tests
    assert all(case.inputs[0] != 0 for case in tests)


@pytest.mark.thorough
def test_long_loops_are_reached_when_nothing_shorter_ends() -> None:
    tests = suite(parse("[>n]^{60..70} ( [>x]^Z <len(x_A) = n_C> E )->E [{x_C} >]"), 0)
    assert tests.longest > 60


@pytest.mark.thorough
def test_a_specification_that_cannot_end_has_no_tests() -> None:
    assert suite(parse("( [>x]^{3..5} <sum(x_A) = 2> E )->E"), 0).tests == ()


def given(text: str) -> set[tuple[Any, ...]]:
    return {case.inputs for case in suite(parse(text), 0).tests}


def test_a_sum_needs_no_luck() -> None:
    tests = suite(parse("( [>x]^Z <sum(x_A) = 1000000000> E )->E"), 0).tests
    assert tests[0].inputs == (1000000000,)
    assert {len(case.inputs) for case in tests} >= {1, 2, 3, 4}


def test_a_product_is_met_by_fixing_the_other_inputs() -> None:
    tests = suite(parse("[>x]^{100..999} ( [>y]^{2..99} <product(y_A) = x_C or len(y_A) > 4> E )->E"), 0).tests
    assert any(len(case.inputs) >= 3 for case in tests)


def test_comparisons_inside_of_outputs_are_met_at_their_boundary() -> None:
    values = {
        value
        for inputs in given("[>n]^{1..3} ( [>x]^Z <len(x_A) = n_C> E )->E [{count_ge(x_A, 7311)} >]")
        for value in inputs
    }
    assert {7310, 7311, 7312} <= values


def test_lists_that_nearly_agree_are_tried_at_each_place() -> None:
    found = given('[>a]^Z [>a]^Z [>a]^Z [>a]^Z ( [{"no"} >] <reverse(a_A) = a_A> [{"yes"} >] )')
    assert any(a == d and b != c for a, b, c, d in found)
    assert any(a != d and b == c for a, b, c, d in found)
    assert any(a == -d != 0 and b == c for a, b, c, d in found)


def test_large_magnitudes_zero_and_repeated_values_are_tried() -> None:
    found = given("[>a]^Z [>b]^Z [{a_C + b_C} >]")
    for power in (15, 31, 63):
        assert any(max(inputs) >= 2**power for inputs in found)
        assert any(min(inputs) <= -(2**power) for inputs in found)
    assert any(a == b for a, b in found)
    assert any(a == 0 != b for a, b in found)


def test_rounds_of_loops_go_from_none_to_many() -> None:
    rounds = {len(inputs) - 1 for inputs in given("[>n]^N ( [>x]^Z <len(x_A) = n_C> E )->E [{sum(x_A)} >]")}
    assert {0, 1, 2} <= rounds
    assert max(rounds) > 10


@pytest.mark.thorough
def test_every_pair_of_consecutive_sides_is_taken() -> None:
    spec = parse('( [>x]^Z ( 0 <x_C = 0> E ) ( [{"low"} >] <x_C > 500> [{"high"} >] ) )->E')
    pairs = {pair for case in suite(spec, 0).tests for pair in zip(case.sides, case.sides[1:], strict=False)}
    high, low = ((0, 2), True), ((0, 2), False)
    more = ((0, 1), False)
    assert {(more, high), (more, low), (high, more), (low, more)} <= pairs


def test_a_finite_set_of_inputs_is_given_completely() -> None:
    tests = suite(parse("[>a]^{0..5} [>b]^B ( 0 <b_C = true> [{a_C} >] )"), 0)
    assert tests.complete
    assert len(tests.tests) == 12


def test_texts_that_a_careless_comparison_takes_for_equal_are_tried() -> None:
    found = {str(inputs[0]) for inputs in given('[>w]^S ( [{"no"} >] <w_C = "Stop"> [{"yes"} >] )')}
    assert "Stop" in found
    assert found & {"STOP", "stop", "Sto", "Stopx"}


def test_functions_of_the_exercise_are_not_asked_about_huge_numbers() -> None:
    source = "def slow(n: int) -> int:\n    return sum(1 for _ in range(abs(n))) % 7\n"
    spec = bind(parse("[>x]^Z ( 0 <slow(x_C) = 3> [{1} >] )"), load(source, "functions.py"))
    tests = suite(spec, 0)
    assert tests.sides_taken == 2
    assert all(isinstance(number, int) and abs(number) <= 10**6 for case in tests.tests for number in case.inputs[:1])


@pytest.mark.thorough
def test_a_suite_is_the_same_whatever_was_made_before() -> None:
    spec = parse(
        "[>n]^{1..50} ( [>x]^Z <len(x_A) = n_C> E )->E [{sum(x_A) - max(x_A)} >] ( 0 <sum(x_A) > 77> [{1} >] )"
    )
    made = []
    for _ in range(2):
        suite.cache_clear()
        made.append(suite(spec, 0))
    assert made[0] == made[1]


@pytest.mark.thorough
def test_loops_go_round_more_often_than_a_program_has_places_for() -> None:
    counted = {len(inputs) - 1 for inputs in given("[>n]^N ( [>x]^Z )->(n_C) [{sum(x_A)} >]")}
    assert any(12 < rounds <= 17 for rounds in counted)
    assert max(counted) > 100
    stopped = [inputs for inputs in given("( [>x]^Z ( 0 <x_C = 0> E ) )->E [{sum(x_A)} >]") if len(inputs) > 32]
    assert any({1, -1, 2, 10, -10} <= {*inputs[12:]} for inputs in stopped)


def test_a_count_of_the_specification_is_reached_and_passed() -> None:
    spec = parse("( [>x]^Z ( 0 <x_C = 0> E ) )->E ( [{1} >] <len(x_A) > 25> [{2} >] )")
    tests = suite(spec, 0)
    assert tests.sides_taken == tests.sides
    assert {25, 26} <= {len(case.inputs) for case in tests.tests}


def test_a_quotient_of_decimals_is_met_at_its_exact_boundary_and_beside_it() -> None:
    ratios = {
        w / (h * h) for w, h in given('[>w]^D [>h]^{0.5..2.5} ( [{"no"} >] <w_C / (h_C * h_C) < 18.5> [{"yes"} >] )')
    }
    half = Fraction(37, 2)
    assert half in ratios
    assert any(0 < ratio - half < Fraction(1, 10) for ratio in ratios)
    assert any(0 < half - ratio < Fraction(1, 10) for ratio in ratios)


def test_a_value_is_refused_because_it_is_excluded_and_for_nothing_else() -> None:
    found = given("[>x]^{1..9} [>y]^{1..9}\\x_A@until [{x_C + y_C} >]")
    assert any(len(inputs) == 3 and inputs[1] == inputs[0] for inputs in found)


def test_an_empty_line_is_a_text_and_a_blank_one_only_where_that_makes_no_difference() -> None:
    assert {("",), (" ",)} <= given('[>w]^S [{"Hello, " ++ w_C} >]')
    counted = given("[>w]^S [{len(w_C)} >]")
    assert ("",) in counted
    assert (" ",) not in counted
    assert not any("" in inputs for inputs in given('[>w]^{"a", "b"} [>x]^Z [{w_C ++ x_C} >]'))


def test_values_that_are_refused_are_of_the_kind_that_is_read() -> None:
    """Whether they were walked to, put in the place of others, shifted by one that was refused, or made smaller."""
    texts = ('{"add", "go"} until valid', "0..30 until valid", "bool until valid")
    for first, second in permutations(texts, 2):
        spec = read(f"read n: {first}\nread x: {second}\nwrite x\n")
        for case in suite(spec, 0).tests:
            for smaller in (case, *islice(neighbours(Trails(Walker(spec)), case), 6)):
                way = begin(spec)
                for value in smaller.inputs:
                    assert way.asks
                    assert is_of_kind(value, way.asks.read), (first, second, smaller.inputs)
                    longer = give(way, value)
                    assert longer
                    way = longer


def test_a_read_that_may_abort_in_a_branch_before_a_text_has_tests() -> None:
    """The text is in the place of the number once the other side of the branch is taken."""
    for inner in ("1..5", "0.5..2.5", '{"a", "b"}'):
        spec = read(f"read n: int\nif n > 3:\n    read x: {inner} or abort\nread w: text\nwrite w\n")
        assert suite(spec, 0).sides_taken == 2


def test_the_ends_of_a_set_are_tried_also_where_the_shortest_ways_lead_elsewhere() -> None:
    found = {inputs[0] for inputs in given('[>n]^{0..50}@until [>m]^Z ( [{"no"} >] <n_C > 0> [{"yes"} >] )')}
    assert {0, 1, 49, 50} <= found


def _in_function(condition: str) -> Any:
    code = f"def f(g: int) -> int:\n    if {condition}:\n        return 1\n    return 0\n"
    return bind(parse("[>g]^N [{f(g_C)} >]"), load(code, "functions.py"))


@pytest.mark.parametrize(("bound", "step"), [(300, 50), (350, 50), (40, 12), (1000, 7), (90, 45)])
@pytest.mark.parametrize("inline", [True, False])
def test_a_part_of_a_condition_is_tried_where_the_others_hold(bound: int, step: int, inline: bool) -> None:
    spec = (
        parse(f"[>g]^N ( [{{0}} >] <g_C > {bound} and mod(g_C, {step}) = 0> [{{1}} >] )")
        if inline
        else _in_function(f"g > {bound} and g % {step} == 0")
    )
    given = [int(case.inputs[0]) for case in suite(spec, 0).tests]
    for other in (*(part for part in range(1, step) if step % part == 0), 2 * step, 3 * step):
        assert any(g > bound and (g % step == 0) != (g % other == 0) for g in given), other


@pytest.mark.parametrize(("first", "second"), [((7, 3), (30, 0)), ((4, 1), (9, 5))])
def test_both_parts_of_an_alternative_hold_at_once(first: tuple[int, int], second: tuple[int, int]) -> None:
    spec = _in_function(f"g % {first[0]} == {first[1]} or g % {second[0]} == {second[1]}")
    given = [int(case.inputs[0]) for case in suite(spec, 0).tests]
    assert any(all(g % step == rest for step, rest in (first, second)) for g in given)


def test_what_a_function_asks_of_one_argument_is_tried_where_the_other_lets_it() -> None:
    code = """
def fare(age: int, km: int) -> int:
    if age < 4 or age >= 80:
        return 0
    return 7 * km - (25 if km > 300 and km % 50 == 0 else 0)
"""
    spec = bind(parse("[>age]^N [>km]^N [{fare(age_C, km_C)} >]"), load(code, "functions.py"))
    paying = [int(case.inputs[1]) for case in suite(spec, 0).tests if 4 <= int(case.inputs[0]) < 80]
    for part in (25, 10, 100):
        assert any(km > 300 and (km % 50 == 0) != (km % part == 0) for km in paying), part


@pytest.mark.parametrize("values", ["{1..50}", "{1, 2, 5, 10}", "N", "Z"])
@pytest.mark.parametrize("mode", ["", "@until", "@abort"])
def test_numbers_that_are_refused_stay_within_the_word_too(values: str, mode: str) -> None:
    spec = with_word_bounds(parse(f"[>x]^{values}{mode} ( [>y]^{values}{mode} <sum(y_A) >= x_C> E )->E"), 32)
    given = {value for case in suite(spec, 0).tests for value in case.inputs}
    assert given and all(-(2**31) <= int(value) < 2**31 for value in given), given


def test_inputs_that_are_equal_and_of_another_kind_have_trails_of_their_own() -> None:
    asked = parse("[>d]^D [>n]^Z [{d_C + n_C} >]")
    alike: list[tuple[Value, ...]] = [(0, 0), (Fraction(0), 0), (False, 0), (Fraction(0), Fraction(0))]
    for first, second in permutations(alike, 2):
        trails = Trails(Walker(asked))
        assert trails.of(first) == Trails(Walker(asked)).of(first)
        assert trails.of(second) == Trails(Walker(asked)).of(second)
