"""The paper's two ways to find faults, on its own two examples, with what they are known to miss; and what is found
with all failing runs at once."""

import pytest

from tests.engines.assistant_paper import BY_NAME
from viva.engines.calls import sandbox_of
from viva.engines.faults.formula import Clause, Formula
from viva.engines.faults.satisfying import FailingRun, blame, correctable, maxsat, minimal_core
from viva.engines.syntax.tree import Uncovered, read_tree
from viva.languages import python
from viva.languages.python.symbolic import compile_target

HAILSTONE, PRODUCT = BY_NAME["hailstone"].wrong, BY_NAME["product"].wrong
INITIAL, UPDATE = (5, 16), (7, 39)
"""Where the two faults of `product` stand: `0`, and `total + 1`."""


def _formula(text: str, function: str) -> Formula:
    with sandbox_of(python) as sandbox:
        target = compile_target(sandbox, text.encode(), function)
    assert target is not None
    return Formula(read_tree(target.tree), function)


def _hailstone(n: int) -> list[int]:
    found = []
    while n != 1:
        found.append(n)
        n = n // 2 if n % 2 == 0 else 3 * n + 1
    return found


def _product(n: int) -> int:
    total = 1
    for k in range(1, n + 1):
        total *= k * k
    return total


def _starts(clauses: tuple[Clause, ...] | frozenset[Clause]) -> set[tuple[int, int]]:
    return {clause[:2] for clause in clauses}


def test_both_ways_find_the_one_fault_of_hailstone_and_maxsat_says_less() -> None:
    formula = _formula(HAILSTONE, "hailstone")
    run = FailingRun((4,), _hailstone(4))
    core = minimal_core(formula, run)
    corrections = maxsat(formula, [run], constants_stay=False)
    assert (3, 11) in _starts(core)
    assert (3, 11) in _starts(corrections.blamed)
    assert corrections.whole
    assert len(corrections.blamed) < len(formula.clauses())


def test_of_a_core_no_expression_can_be_left_out() -> None:
    formula = _formula(HAILSTONE, "hailstone")
    run = FailingRun((4,), _hailstone(4))
    core = minimal_core(formula, run)
    for clause in core:
        others = set(formula.clauses()) - set(core)
        assert correctable(formula, [run], {*others, clause}, stay=False) is not False


def test_a_core_of_one_run_misses_the_second_fault_of_product() -> None:
    formula = _formula(PRODUCT, "product")
    core = minimal_core(formula, FailingRun((0,), _product(0)))
    assert INITIAL in _starts(core)
    assert UPDATE not in _starts(core)


def test_maxsat_on_one_run_names_what_is_right_for_this_run_only() -> None:
    formula = _formula(PRODUCT, "product")
    corrections = maxsat(formula, [FailingRun((2,), _product(2))], constants_stay=False)
    assert all(len(clauses) == 1 for clauses in corrections.sets)  # one expression would do: for this input
    assert INITIAL in _starts(corrections.blamed)


def test_maxsat_over_all_failing_runs_names_both_faults_of_product() -> None:
    formula = _formula(PRODUCT, "product")
    corrections = maxsat(formula, [FailingRun((n,), _product(n)) for n in range(3)])
    assert all(len(clauses) == 2 for clauses in corrections.sets)
    assert {INITIAL, UPDATE} in [_starts(clauses) for clauses in corrections.sets]


def test_what_is_relaxed_is_right_with_the_right_values_and_nothing_else_mends() -> None:
    formula = _formula(HAILSTONE, "hailstone")
    runs = [FailingRun((n,), _hailstone(n)) for n in (2, 4, 8)]
    sets = maxsat(formula, runs).sets
    assert sets
    assert all(correctable(formula, runs, clauses, stay=True) for clauses in sets)
    assert correctable(formula, runs, (), stay=True) is False


def test_one_score_for_each_expression_has_what_is_in_every_correction_first() -> None:
    formula = _formula(PRODUCT, "product")
    scores = blame(formula, [FailingRun((n,), _product(n)) for n in range(3)], 700)
    best = max(scores, key=lambda clause: scores[clause])
    assert best[:2] == INITIAL
    assert UPDATE in _starts(frozenset(scores))
    assert all(0.0 < score <= 1.0 for score in scores.values())


def test_work_that_is_not_done_blames_nobody_and_never_goes_on() -> None:
    formula = _formula(PRODUCT, "product")
    assert blame(formula, [FailingRun((n,), _product(n)) for n in range(3)], 0) == {}


@pytest.mark.parametrize(
    "body",
    [
        "xs[0] += 1\n    return n",  # not a name
        "a, b = 1, 2, 3\n    return n",
        "return -[n]",
        "return range(n, step=2)",
        "n = n * n\n" + "    n = n * n\n" * 70 + "    return n",
        "return " + "(" * 60 + "n" + " + 1)" * 60,
        "x = 1\n" + "    x = 1\n" * 2000 + "    return x",
        "while True:\n        n = n + 1\n    return n",
        "return f(n, n)",
        "return min()",
        "return sum(n)",
        "return ~n",
    ],
)
def test_odd_programs_are_answered_or_left_alone(body: str) -> None:
    try:
        scores = blame(_formula(f"def f(n):\n    xs = [n]\n    {body}\n", "f"), [FailingRun((3,), 7)], 60)
    except Uncovered:
        return
    assert all(0.0 < score <= 1.0 for score in scores.values())
