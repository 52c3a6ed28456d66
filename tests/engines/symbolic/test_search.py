"""The search reaches every branch and every fault of first-year functions, and is the same each time."""

import itertools
from typing import Any

import pytest

from tests.engines.symbolic.programs import FAULTS, differ_plainly, program, right, shapes_of, target, wrong
from viva.core.terms import Budget
from viva.engines.shapes import parse_shape
from viva.engines.symbolic import Bounds, Counters, differ, explore, heap
from viva.languages.python.calls import call
from viva.languages.python.symbolic import compile_target
from viva.languages.sites import Hooks
from viva.sandbox import Metered, Sandbox


@pytest.mark.some(12)
@pytest.mark.parametrize("name", FAULTS)
def test_every_branch_is_reached(sandbox: Sandbox, name: str) -> None:
    source = right(name)
    hooked = program(sandbox, source, Hooks(branches=True))
    made = {method.line for cls in hooked.classes for method in cls.methods if method.name == "__init__"}
    left = {number for number, site in enumerate(hooked.sites) if not (site.kind == "function" and site.line in made)}
    for proposal in explore(sandbox, target(sandbox, source, name), shapes_of(source, name)):
        if proposal.covers:
            (outcome,) = call(sandbox, hooked, name, [heap(proposal.arguments)], report=["ticks"])
            left -= outcome.coverage.branches
        if not left:
            break
    assert not left, [hooked.sites[number] for number in left]


@pytest.mark.some(12)
@pytest.mark.parametrize("name", FAULTS)
def test_every_fault_is_found(sandbox: Sandbox, name: str) -> None:
    reference, submission = (target(sandbox, source, name) for source in (right(name), wrong(name)))
    proposals = differ(sandbox, submission, reference, shapes_of(right(name), name))
    assert any(
        proposal.suspected and differ_plainly(sandbox, right(name), wrong(name), name, proposal.arguments)
        for proposal in proposals
    )


@pytest.mark.parametrize("name", ["leap_days", "triangle", "letter_grade", "binary_search", "account", "nested_rule"])
def test_a_function_does_not_differ_from_itself(sandbox: Sandbox, name: str) -> None:
    same = target(sandbox, right(name), name)
    proposals = differ(sandbox, same, same, shapes_of(right(name), name), bounds=Bounds(runs=60))
    assert not [proposal for proposal in proposals if proposal.suspected]


def test_the_same_search_proposes_the_same(sandbox: Sandbox) -> None:
    submission, reference = (target(sandbox, source, "email") for source in (wrong("email"), right("email")))
    shapes = [parse_shape("str")]
    first, second = (
        [each.arguments for each in differ(sandbox, submission, reference, shapes, bounds=Bounds(runs=80))]
        for _ in range(2)
    )
    assert first == second
    assert len(first) > 20


def test_inputs_outside_the_precondition_are_not_proposed(sandbox: Sandbox) -> None:
    source = "def f(x):\n    if x > 10:\n        return 1\n    return 1 // x\n"
    requires = target(sandbox, "def f(x):\n    return x % 2 == 1 and x > 2\n")
    found: list[Any] = [
        proposal.arguments[0]
        for proposal in explore(sandbox, target(sandbox, source), [parse_shape("int")], requires=requires)
    ]
    assert found
    assert all(number % 2 == 1 and number > 2 for number in found)
    assert any(number > 10 for number in found)


def test_a_builtin_can_be_the_reference(sandbox: Sandbox) -> None:
    submission = "def sorted_(xs):\n    return list(set(xs))\n"
    reference = compile_target(sandbox, b"", "sorted")
    assert reference is not None
    proposals = differ(sandbox, target(sandbox, submission, "sorted_"), reference, [parse_shape("list[int]")])
    assert any(proposal.suspected for proposal in itertools.islice(proposals, 40))


def test_seeds_come_first_and_those_of_another_shape_are_passed_over(sandbox: Sandbox) -> None:
    compiled = target(sandbox, "def f(x):\n    return x\n")
    found = [p.arguments for p in explore(sandbox, compiled, [parse_shape("int")], seeds=[("no",), (77,), (1, 2)])]
    assert (77,) in found
    assert ("no",) not in found


def test_work_is_bounded_and_counted(sandbox: Sandbox) -> None:
    source = (
        "def f(s):\n    n = 0\n    for c in s:\n        if c.isalpha():\n            n += ord(c)\n    return n % 7\n"
    )
    counters = Counters()
    meter = Budget().meter()
    found = list(
        explore(
            Metered(sandbox, meter),
            target(sandbox, source),
            [parse_shape("str")],
            bounds=Bounds(runs=30),
            counters=counters,
            meter=meter,
        )
    )
    assert counters.runs == 30
    assert 0 < len(found) <= 30
    assert 20 < counters.paths <= 30
    assert meter.elsewhere > 0


def test_terms_that_are_given_up_are_counted(sandbox: Sandbox) -> None:
    counters = Counters()
    source = "def f(s):\n    return s.encode() == b'x'\n"
    list(explore(sandbox, target(sandbox, source), [parse_shape("str")], bounds=Bounds(runs=5), counters=counters))
    assert counters.concretised > 0


def test_all_paths_of_a_small_function_exhaust_the_search(sandbox: Sandbox) -> None:
    counters = Counters()
    source = "def f(a, b):\n    if a > b:\n        return 1\n    return 2 if a == 7 else 3\n"
    list(explore(sandbox, target(sandbox, source), [parse_shape("int"), parse_shape("int")], counters=counters))
    assert counters.exhausted
    assert counters.paths == 3
    assert (counters.concretised, counters.cut, counters.unknown) == (0, 0, 0)


MEMO = "memo = {}\ndef f(n):\n    if n not in memo:\n        memo[n] = n * n if n > 3 else 0\n    return memo[n]\n"
CACHED = "from functools import cache\n@cache\ndef f(n):\n    return 0 if n <= 0 else n % 10 + f(n // 10)\n"


@pytest.mark.parametrize(("reference", "change"), [(MEMO, ("3", "4")), (CACHED, ("% 10", "% 9"))])
def test_values_kept_from_earlier_runs_do_no_harm(sandbox: Sandbox, reference: str, change: tuple[str, str]) -> None:
    compiled = target(sandbox, reference), target(sandbox, reference.replace(*change))
    assert any(proposal.suspected for proposal in differ(sandbox, *compiled, [parse_shape("int")]))
    assert not any(
        proposal.suspected
        for proposal in differ(sandbox, compiled[0], compiled[0], [parse_shape("int")], bounds=Bounds(runs=40))
    )


def test_what_is_too_hard_for_the_solver_is_swept(sandbox: Sandbox) -> None:
    source = "def f(n):\n    return sum(int(d) ** 3 for d in str(abs(n))) == n\n"
    compiled = target(sandbox, source), target(sandbox, source.replace("3", "2"))
    found = [proposal.arguments for proposal in differ(sandbox, *compiled, [parse_shape("int")]) if proposal.suspected]
    assert (153,) in found


def test_a_difference_behind_a_regular_expression_is_found(sandbox: Sandbox) -> None:
    source = "import re\ndef f(s):\n    return bool(re.fullmatch(r'[a-z]+-\\d{2}', s))\n"
    reference, submission = target(sandbox, source), target(sandbox, source.replace("{2}", "{3}"))
    assert any(proposal.suspected for proposal in differ(sandbox, submission, reference, [parse_shape("str")]))
