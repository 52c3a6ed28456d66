"""What the paths of runs depend on, as facts that can be asked of other inputs."""

from tests.engines.symbolic.programs import target
from viva.engines.shapes import parse_shape
from viva.engines.symbolic.paths import MOST_FACTS, facts
from viva.sandbox import Sandbox

INT, INTS = parse_shape("int"), parse_shape("list[int]")


def test_comparisons_of_two_arguments_are_facts_both_ways_and_at_their_boundary(sandbox: Sandbox) -> None:
    program = target(sandbox, "def f(a, b, c):\n    return 1 if a + b <= c else 2\n")
    found = facts([(program, sandbox)], [INT, INT, INT], [(1, 2, 3)])
    assert len(found) == 3
    for row in ((1, 2, 3), (1, 2, 4), (1, 2, 2)):
        held = [fact.holds(row) for fact in found]
        assert sorted(held[:2]) == [False, True]  # a fact and its contrary
        assert held[2] == (row[0] + row[1] == row[2])


def test_comparisons_with_a_number_alone_are_none(sandbox: Sandbox) -> None:
    program = target(sandbox, "def f(a, b):\n    return 1 if a > 5 else 2\n")
    assert facts([(program, sandbox)], [INT, INT], [(1, 2)]) == ()


def test_a_fact_about_the_first_element_does_not_hold_where_there_is_none(sandbox: Sandbox) -> None:
    program = target(sandbox, "def f(xs, n):\n    return bool(xs) and xs[0] < n\n")
    found = facts([(program, sandbox)], [INTS, INT], [([1], 2)])
    assert any(fact.holds(([1], 2)) for fact in found)
    assert not any(fact.holds(([], 2)) for fact in found)


def test_what_does_not_have_the_shapes_has_no_facts(sandbox: Sandbox) -> None:
    program = target(sandbox, "def f(a, b):\n    return a < b\n")
    found = facts([(program, sandbox)], [INT, INT], [("x", None)])
    assert found == ()


def test_a_long_path_has_no_more_facts_than_one_can_look_at(sandbox: Sandbox) -> None:
    source = "def f(a, b):\n    for i in range(200):\n        if a + i < b:\n            pass\n    return a\n"
    program = target(sandbox, source)
    assert len(facts([(program, sandbox)], [INT, INT], [(0, 100)])) == MOST_FACTS
