"""The engine alone, as a stranger would use it: no exercise, no report."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

import pytest

from viva.core.fault import Fault
from viva.core.terms import Budget
from viva.engines.calls import (
    Case,
    Comparison,
    Compiled,
    Failure,
    InputClass,
    Judge,
    Oracle,
    Parameter,
    Question,
    Searcher,
    Source,
    Suite,
    Trial,
    Unsteady,
    behaviour,
    drive,
    ending_of,
    measure_growth,
    programs_of,
    proposals,
    representatives,
    sandbox_of,
    second_run,
    suite,
)
from viva.engines.calls.failures.places import suspects
from viva.engines.calls.failures.replay import shrink_and_replay
from viva.engines.calls.testing import tested as testing
from viva.engines.shapes import parse_shape
from viva.languages import python
from viva.languages.program import NoProgram

LARGEST = """def largest(xs):
    best = xs[0]
    for x in xs:
        if x > best:
            best = x
    return best
"""


def question(reference: str, function: str, **types: str) -> Question:
    parameters = tuple(Parameter(name, parse_shape(text)) for name, text in types.items())
    return Question(function, parameters, Source(reference, function, "python", "reference.py"))


@contextmanager
def trial(asked: Question, submission: str) -> Iterator[tuple[Trial, Searcher]]:
    with programs_of(asked) as programs, sandbox_of(python) as sandbox:
        submitted = Compiled(python, sandbox, submission.encode(), asked.function, "submission.py")
        program = submitted.program()
        assert not isinstance(program, NoProgram)
        judge, meter = Judge(asked.comparison, python.calls), Budget(seconds=300.0).meter()
        yield Trial(submitted, program, Oracle(asked, programs), judge, meter), Searcher(asked, programs)


def suite_for(on_trial: Trial, searcher: Searcher) -> Suite:
    return suite(searcher, on_trial.oracle, lambda: proposals(searcher, 0))


def counterexample(asked: Question, submission: str) -> Failure | Unsteady | None:
    with trial(asked, submission) as (on_trial, searcher):
        tested = testing.Tested()
        tested.add(on_trial, suite_for(on_trial, searcher).cases)
        if not tested.settled:
            drive(on_trial, searcher, tested, 1)
        return shrink_and_replay(on_trial, searcher, tested.failures) if tested.failures else None


def test_the_smallest_list_without_a_largest_element_above_zero_refutes_a_start_at_zero() -> None:
    failure = counterexample(question(LARGEST, "largest", xs="list[int]"), LARGEST.replace("xs[0]", "0"))
    assert isinstance(failure, Failure)
    assert (failure.case.arguments, failure.kind) == (([-1],), "wrong")


@pytest.mark.thorough
def test_a_right_rewriting_has_no_counterexample() -> None:
    asked = question(LARGEST, "largest", xs="list[int]")
    assert counterexample(asked, "def largest(xs):\n    return sorted(xs)[-1]\n") is None


def test_what_the_reference_raises_on_is_outside_of_the_domain() -> None:
    asked = question(LARGEST, "largest", xs="list[int]")
    with programs_of(asked) as programs:
        empty, one = Oracle(asked, programs).answers([([],), ([3],)])
    assert empty is None
    assert one is not None and one.expected is not None and one.expected.value is not None
    assert one.expected.value.root == 3


def test_a_precondition_shrinks_the_domain_and_one_that_cannot_be_loaded_is_a_fault() -> None:
    asked = question("def f(n):\n    return n\n", "f", n="int")
    odd = replace(asked, requires=Source("def odd(n):\n    return n % 2\n", "odd", "python", "requires.py"))
    with programs_of(odd) as programs:
        assert [case.arguments for case in Oracle(odd, programs).cases([(1,), (2,), (3,)])] == [(1,), (3,)]
    broken = replace(asked, requires=Source("import nothing_of_that_name\n", "odd", "python", "requires.py"))
    with programs_of(broken) as programs, pytest.raises(Fault, match="precondition cannot be loaded") as caught:
        Oracle(broken, programs).cases([(1,)])
    assert (caught.value.file, caught.value.line) == ("requires.py", 1)


def test_a_reference_that_gives_iterators_is_followed_by_what_they_yield() -> None:
    asked = question("def f(n):\n    yield from range(n)\n", "f", n="int")
    with trial(asked, "def f(n):\n    return iter(list(range(n)))\n") as (on_trial, searcher):
        tests = suite_for(on_trial, searcher)
        assert all(case.drained for case in tests.cases)
        assert all(failure is None for _, _, failure in on_trial.failures(tests.cases))


@pytest.mark.thorough
def test_an_iterator_where_a_list_is_asked_for_is_told_apart_from_a_wrong_list() -> None:
    asked = question("def f(n):\n    return list(range(n))\n", "f", n="int")
    failure = counterexample(asked, "def f(n):\n    return iter(range(n))\n")
    assert isinstance(failure, Failure) and failure.kind == "iterator"


def test_a_function_with_a_memory_is_unsteady() -> None:
    asked = question("def f(n):\n    return 0\n", "f", n="int")
    with trial(asked, "seen = []\ndef f(n):\n    seen.append(n)\n    return len(seen) > 40\n") as (on_trial, _):
        cases = on_trial.oracle.cases([(n,) for n in range(30)])
        assert all(failure is None for _, _, failure in on_trial.failures(cases))
        unsteady = second_run(on_trial, [*cases, *cases, *cases] * 8)
    assert isinstance(unsteady, Unsteady)


def test_classes_of_behaviour_are_paths_of_the_reference_unless_somebody_names_them() -> None:
    asked = question("def f(n):\n    if n < 0:\n        return 0\n    return n\n", "f", n="int")
    with programs_of(asked) as programs:
        cases = Oracle(asked, programs).cases([(5,), (-3,), (1,), (-1,)])
    assert representatives(asked, cases, 9) == [(1,), (-1,)]
    named = replace(asked, classes=(InputClass("large", "n > 3", 2.0),))
    assert [behaviour(named, case).name for case in cases] == ["large", "", "", ""]
    wrong = replace(asked, classes=(InputClass("large", "m > 3", file="exercise.toml"),))
    with pytest.raises(Fault, match="speaks of something that is no parameter") as caught:
        behaviour(wrong, cases[0])
    assert caught.value.file == "exercise.toml"


def test_the_line_to_blame_comes_first() -> None:
    asked = question(LARGEST, "largest", xs="list[int]")
    with trial(asked, LARGEST.replace("x > best", "x < best")) as (on_trial, searcher):
        tested = testing.Tested()
        tested.add(on_trial, suite_for(on_trial, searcher).cases)
        found = suspects(on_trial, tested.cases, tested.failures)
    assert found is not None and found.mended[0] == found.first == 4


def test_a_loop_that_comes_round_with_the_same_values_is_seen() -> None:
    asked = question("def f(n):\n    return n\n", "f", n="range(0, 9)")
    with trial(asked, "def f(n):\n    while n:\n        n = n\n    return n\n") as (on_trial, _):
        (case,) = on_trial.oracle.cases([(1,)])
        failure = on_trial.alone(case)
        assert failure is not None
        ending = ending_of(on_trial, failure)
    assert ending is not None
    assert (ending.kind, ending.seen) == ("loop_repeats", "n = 1")


def test_growth_is_measured_beside_the_reference_and_says_what_was_wrong_on_the_way() -> None:
    plain = question("def f(xs):\n    n = 0\n    for x in xs:\n        n += x\n    return n\n", "f", xs="list[int]")
    slow = "def f(xs):\n    n = 0\n    for i in range(len(xs)):\n        for j in range(len(xs)):\n"
    slow += "            if i == j:\n                n += xs[i]\n    return n\n"
    with trial(plain, slow) as (on_trial, _):
        growth = measure_growth(on_trial)
    assert growth.growth is not None and (growth.growth.submission, growth.growth.reference) == ("n²", "n")
    assert growth.wrong == ()
    asked = question("def f(xs):\n    return sorted(xs)\n", "f", xs="list[int]")
    with trial(asked, "def f(xs):\n    return sorted(xs)[:100]\n") as (on_trial, _):
        wrong = measure_growth(on_trial).wrong
    assert wrong and all(len(str(failure.case.arguments)) > 100 for failure in wrong)


def test_an_answer_that_never_comes_costs_patience_and_three_of_them_are_enough() -> None:
    asked = question("def f(n):\n    return n\n", "f", n="int")
    with trial(asked, "def f(n):\n    while True:\n        pass\n") as (on_trial, _):
        cases = on_trial.oracle.cases([(n,) for n in range(9)])
        assert len(list(on_trial.outcomes(cases))) == 3


@pytest.mark.thorough
def test_the_comparison_may_ask_for_changed_arguments_and_for_a_set_of_elements() -> None:
    reference = "def f(xs):\n    xs.sort()\n    return list(xs)\n"
    asked = question(reference, "f", xs="list[int]")
    changed = replace(asked, comparison=Comparison(arguments=True))
    failure = counterexample(changed, "def f(xs):\n    return sorted(xs)\n")
    assert isinstance(failure, Failure) and failure.kind == "arguments"
    unordered = replace(asked, comparison=Comparison(any_order=True))
    assert counterexample(unordered, "def f(xs):\n    return list(reversed(xs))\n") is None


def test_a_case_without_a_reference_is_right_if_there_is_any_answer() -> None:
    judge = Judge(Comparison(), python.calls)
    asked = Question("f", (Parameter("n", parse_shape("int")),))
    with trial(asked, "def f(n):\n    return 1 // n\n") as (on_trial, _):
        zero, one = (Case((n,), None, frozenset(), 0) for n in (0, 1))
        assert judge.failure(one, on_trial.run(one)) is None
        failure = on_trial.alone(zero)
    assert failure is not None and failure.reason == "crash"
