"""What the parts of a property mean, one by one and together."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated

import pytest

from viva.core.fault import Fault
from viva.engines.properties.logic import Limits, Outcome, all_of, results
from viva.properties import (
    Between,
    Property,
    Verdict,
    approx,
    at_most,
    classify,
    equal,
    examine,
    exists,
    exists_unique,
    for_all,
    implies,
    label,
    less,
    prop,
    raises,
    values_of,
)

REJECTED = implies(False, True)
UNDEFINED = exists(int, lambda _: False)
LIMITS = Limits(exists=20, inside=20)


def outcome(thing: object) -> Outcome:
    return all_of(results(thing, LIMITS)).outcome


def not_(thing: Property | bool) -> Property:
    return ~label("", thing)


FOUR: dict[Outcome, object] = {
    Outcome.SUC: label("", True), Outcome.CE: label("", False), Outcome.REJ: REJECTED, Outcome.UNDEF: UNDEFINED,
    Outcome.PASS: for_all(int, lambda _: True),
}  # fmt: skip


@pytest.mark.parametrize(("wanted", "thing"), FOUR.items())
def test_the_five_outcomes(wanted: Outcome, thing: object) -> None:
    assert outcome(thing) is wanted


def test_negation_never_turns_an_unfinished_search_into_a_counterexample() -> None:
    turned = {kind: outcome(~thing) for kind, thing in FOUR.items() if isinstance(thing, Property)}
    assert turned == {
        Outcome.SUC: Outcome.CE, Outcome.CE: Outcome.SUC, Outcome.REJ: Outcome.REJ, Outcome.UNDEF: Outcome.UNDEF,
        Outcome.PASS: Outcome.UNDEF,
    }  # fmt: skip


def test_conjunction_and_disjunction_are_those_of_logic_where_both_sides_are_decided() -> None:
    for left in (True, False):
        for right in (True, False):
            both, either = label("", left) & right, label("", left) | right
            assert (outcome(both) is Outcome.SUC) == (left and right)
            assert (outcome(either) is Outcome.SUC) == (left or right)
            assert outcome(left & label("", right)) is outcome(both)
            assert outcome(left | label("", right)) is outcome(either)


def test_a_discarded_side_counts_for_nothing_and_an_undefined_one_is_not_guessed() -> None:
    assert outcome(REJECTED & True) is Outcome.SUC
    assert outcome(REJECTED & False) is Outcome.CE
    assert outcome(REJECTED | False) is Outcome.CE
    assert outcome(REJECTED | REJECTED) is outcome(REJECTED & REJECTED) is Outcome.REJ
    assert outcome(UNDEFINED & True) is Outcome.UNDEF
    assert outcome(UNDEFINED & False) is Outcome.CE
    assert outcome(UNDEFINED | False) is Outcome.UNDEF
    assert outcome(UNDEFINED | True) is Outcome.SUC


def test_existence_is_found_refuted_or_left_open() -> None:
    assert outcome(exists(int, lambda n: n * n == 9)) is Outcome.SUC
    assert outcome(exists(bool, lambda b: b is None)) is Outcome.CE
    assert outcome(exists(int, lambda n: n > 10**9)) is Outcome.UNDEF
    assert outcome(exists(lambda n: n == 3, range(5))) is Outcome.SUC
    assert outcome(exists(bool, bool, lambda x, y: x and not y)) is Outcome.SUC

    def typed(n: int, b: bool) -> bool:
        return b and n == 2

    assert outcome(exists(typed)) is Outcome.SUC


def test_unique_existence() -> None:
    assert outcome(exists_unique(range(10), lambda n: n * n == 9)) is Outcome.SUC
    assert outcome(exists_unique(range(-9, 10), lambda n: n * n == 9)) is Outcome.CE
    assert outcome(exists_unique(range(10), lambda n: n * n == 7)) is Outcome.CE
    assert outcome(exists_unique(int, lambda n: n == 3)) is Outcome.UNDEF
    assert outcome(exists_unique(int, lambda n: n * n == 4)) is Outcome.CE


def test_an_exists_over_a_universal_wants_one_value_for_all() -> None:
    assert outcome(exists(range(3), lambda x: for_all(range(3), lambda y: x * y == 0))) is Outcome.SUC
    assert outcome(exists(range(1, 3), lambda x: for_all(range(3), lambda y: x * y == 0))) is Outcome.CE
    assert outcome(for_all(range(3), lambda x: exists(range(3), lambda y: x == y))) is Outcome.SUC


def test_some_values_of_an_open_type_refute_no_existence() -> None:
    assert outcome(exists(Annotated[int, Between(0, 5)], lambda n: n > 5)) is Outcome.CE
    assert all_of(results(exists(Callable[..., bool], lambda _: False), Limits())).outcome is Outcome.UNDEF
    assert all_of(results(exists_unique(Callable[..., bool], lambda f: f()), Limits())).outcome is Outcome.UNDEF


def test_a_predicate_that_discards_or_leaves_open_refutes_nothing() -> None:
    assert outcome(exists(range(3), lambda x: implies(x > 5, True))) is Outcome.CE
    assert outcome(exists(range(3), lambda _: exists(int, lambda _: False))) is Outcome.UNDEF


def test_a_function_that_is_returned_is_quantified_too() -> None:
    def prop_outer(x: bool) -> Callable[[bool], bool]:
        def inner(y: bool) -> bool:
            return (x and y) == (y and x)

        return inner

    assert (examine(prop_outer).verdict, examine(prop_outer).tests) == (Verdict.PROVED, 4)

    def prop_open(x: bool) -> object:
        def inner(y: int) -> bool:
            return y + x - x == y

        return inner

    assert examine(prop_open).verdict is Verdict.PASSED

    def prop_wrong(x: bool) -> object:
        def inner(y: bool) -> bool:
            return x or y or y == x

        return lambda: label("seen", inner)

    result = examine(prop_wrong)
    assert result.verdict is Verdict.PROVED or result.counterexample is not None


def test_the_values_of_inner_variables_are_shown() -> None:
    def prop_pairs(x: bool) -> object:
        return for_all(range(5), lambda y: not (x and y == 3))

    result = examine(prop_pairs)
    assert result.counterexample is not None
    assert (dict(result.counterexample.arguments), result.counterexample.bound) == ({"x": "True"}, (("y", "3"),))


@pytest.mark.parametrize(
    ("relation", "note"),
    [
        (equal([1], [2]), "[1] == [2]"),
        (less(2, 2), "2 < 2"),
        (at_most(3, 2), "3 <= 2"),
        (approx(1.0, 1.1), "1.0 ≈ 1.1"),
        (raises(KeyError, lambda: 3), "it returned 3 and does not raise KeyError"),
    ],
)
def test_a_failed_relation_shows_both_sides(relation: Property, note: str) -> None:
    tried = all_of(results(relation, LIMITS))
    assert (tried.outcome, tried.note) == (Outcome.CE, note)


def test_relations_that_hold() -> None:
    held = [
        equal({1}, {1}), less(1, 2), at_most(2, 2), approx(0.1 + 0.2, 0.3), approx(math.nan, math.nan),
        raises((KeyError, ZeroDivisionError), lambda: 1 // 0),
    ]  # fmt: skip
    assert all(outcome(relation) is Outcome.SUC for relation in held)


def test_an_unexpected_exception_is_a_counterexample_also_under_a_negation() -> None:
    def prop_divides(x: int) -> object:
        return ~exists(range(-1, 3), lambda y: 10 // y == x and y > 5)

    result = examine(prop_divides)
    assert result.verdict is Verdict.REFUTED and result.reason == "exception"
    assert result.counterexample is not None and "ZeroDivisionError" in result.counterexample.note


def test_labels_are_counted_once_for_each_test() -> None:
    def prop_labelled(xs: list[bool]) -> object:
        return label(len(xs), classify(len(xs) > 2, "long", label(len(xs), True)))

    result = examine(prop_labelled, tests=20)
    assert sum(count for text, count in result.labels.items() if text != "long") == 20
    assert list(result.labels) == sorted(result.labels)


def test_an_existence_that_hits_its_limit_blocks_a_proof() -> None:
    def prop_square(b: bool) -> object:
        return exists(int, lambda n: n == (5 if b else 10**9))

    result = examine(prop_square, exists=100)
    assert (result.verdict, result.tests) == (Verdict.PASSED, 1)
    assert "no witness among the first 100 values" in result.remarks[0]
    nothing = examine(lambda: exists(int, lambda _: False), exists=10)
    assert (nothing.verdict, nothing.reason) == (Verdict.UNDECIDED, "limit")


def test_a_proof_counts_its_discards_and_nothing_tested_is_undecided() -> None:
    def prop_some(x: bool, y: bool) -> object:
        return implies(x, x or y)

    result = examine(prop_some)
    assert (result.verdict, result.tests, result.discarded) == (Verdict.PROVED, 2, 2)
    none = examine(lambda: implies(False, True))
    assert (none.verdict, none.tests, none.reason) == (Verdict.UNDECIDED, 0, "nothing_tested")


@pytest.mark.parametrize("answer", [None, 1, "yes", [True]], ids=repr)
def test_what_is_neither_true_nor_false_nor_a_property_is_named(answer: object) -> None:
    def prop_odd(x: int) -> object:
        return answer

    with pytest.raises(Fault, match="neither True or False nor a property; return a comparison"):
        examine(prop_odd)


def test_a_property_is_not_mistaken_for_a_truth_value() -> None:
    with pytest.raises(Fault, match=r"use &, \| and ~"):
        assert implies(True, True) and True
    with pytest.raises(Fault, match="premise of implies is 3"):
        implies(3, True)  # type: ignore[arg-type]


def test_parameters_that_must_be_named_are_named() -> None:
    def prop_named(x: bool, *, y: bool) -> bool:
        return (x, y) in [(False, False), (False, True), (True, False), (True, True)]

    assert (examine(prop_named).verdict, examine(prop_named).tests) == (Verdict.PROVED, 4)


def test_a_fault_in_a_property_is_told_as_what_it_is() -> None:
    def prop_fault(x: int) -> object:
        return implies(x, True)  # type: ignore[arg-type]

    with pytest.raises(Fault, match="the premise of implies is 0, not True or False"):
        examine(prop_fault)


def test_a_finite_class_that_refuses_some_fields_is_still_proved() -> None:
    @dataclass
    class Pair:
        x: bool
        y: bool

        def __post_init__(self) -> None:
            if self.x and not self.y:
                raise ValueError("x needs y")

    @prop(p=Pair)
    def prop_pair(p: object, b: bool) -> bool:
        return isinstance(p, Pair) and (p.y or not p.x)

    result = examine(prop_pair)
    assert (result.verdict, result.tests, result.discarded) == (Verdict.PROVED, 6, 2)


def test_for_all_is_a_decorator_and_a_property_of_its_own() -> None:
    @for_all(values_of([1, 2, 3]), bool)  # type: ignore[untyped-decorator]  # what comes out is no function
    def prop_small(n: int, b: bool) -> bool:
        return n + b < 5

    result = examine(prop_small)
    assert (result.name, result.verdict, result.tests) == ("prop_small", Verdict.PROVED, 6)


def test_a_space_is_given_to_one_argument() -> None:
    @prop(word=["x", "yy"], T=bool)
    def prop_words(word: str, flag: bool) -> bool:
        return word in ("x", "yy")

    assert (examine(prop_words).verdict, examine(prop_words).tests) == (Verdict.PROVED, 4)

    def prop_untyped(word, flag: bool) -> bool:  # type: ignore[no-untyped-def]
        return len(word) < 3

    assert examine(prop_untyped, given={"word": values_of(["a", "bb"])}).verdict is Verdict.PROVED
    with pytest.raises(Fault, match="the parameter 'word' has no type; annotate it"):
        examine(prop_untyped)


@dataclass(frozen=True)
class Positive:
    value: int

    def __post_init__(self) -> None:
        if self.value <= 0:
            raise ValueError("must be positive")


def test_an_argument_that_its_class_refuses_is_discarded() -> None:
    def prop_positive(p: Positive, q: Positive) -> bool:
        return p.value + q.value > 1

    result = examine(prop_positive, tests=100)
    assert (result.verdict, result.tests) == (Verdict.PASSED, 100) and result.discarded > 50
    assert "were refused (ValueError: must be positive)" in result.remarks[0]
