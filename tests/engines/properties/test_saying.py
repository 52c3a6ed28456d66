"""What a report says beside its verdict: how many witnesses were tried, what a variable stood for, what is unused."""

from __future__ import annotations

import re
from typing import Annotated, TypeVar

import pytest

from viva.engines.enumeration import space_of
from viva.properties import Fault, Verdict, cover, examine, example, exists, label

T = TypeVar("T")
S = TypeVar("S", str, bytes)


def test_a_search_for_a_witness_says_how_many_were_tried() -> None:
    def prop_root(n: int) -> object:
        return exists(int, lambda m: m * m == n)

    result = examine(prop_root, tests=60, exists=100)
    assert result.verdict is Verdict.UNDECIDED and result.reason == "limit"
    decided = result.tests
    assert result.sentence == (
        f"{60 - decided} of 60 arguments could not be decided: no witness among the first 100 values that were tried"
    )


def test_what_a_type_variable_stood_for_is_named() -> None:
    def prop_twice(xs: list[T]) -> bool:
        return xs[::-1][::-1] == xs

    def prop_same(s: S) -> bool:
        return s + s[:0] == s

    assert "T stands for int; @prop(T=…) tries another type" in examine(prop_twice, tests=20).remarks
    assert "S stands for str; @prop(S=…) tries another type" in examine(prop_same, tests=20).remarks
    assert not examine(prop_twice, tests=20, given={"T": bool}).remarks

    def prop_wrong(xs: list[T]) -> bool:
        return xs[::-1] == xs

    assert any("T stands for int" in remark for remark in examine(prop_wrong).remarks)


@pytest.mark.parametrize(
    "pattern", ["[a-z]{2}[0-9]", r"\d{3}-\d{4}", "(ab|c)+d?", "[^x]y*", r"\w+@\w+\.(de|org)", "a.c", "x"]
)
def test_a_regular_expression_gives_texts_that_match_it_and_no_proof(pattern: str) -> None:
    compiled = re.compile(pattern)

    def prop_matches(s: Annotated[str, compiled]) -> bool:
        return compiled.fullmatch(s) is not None

    result = examine(prop_matches)
    assert result.verdict is Verdict.PASSED and result.tests >= 1
    found = space_of(Annotated[str, compiled]).first(1000)
    assert len(set(found)) == len(found) and (len(found) > 5 or pattern == "x")


def test_a_regular_expression_that_cannot_be_met_or_is_about_no_text_is_a_fault() -> None:
    with pytest.raises(Fault, match="no text that matches"):
        space_of(Annotated[str, re.compile("a(?=b)c")])
    with pytest.raises(Fault, match="says nothing about values of int"):
        space_of(Annotated[int, re.compile("a")])


def test_a_note_that_is_not_used_is_said() -> None:
    def prop_note(s: Annotated[str, "a postal code"]) -> bool:
        return len(s) >= 0

    assert examine(prop_note, tests=20).remarks == ("the note 'a postal code' on str is not used",)


def test_of_many_labels_the_most_frequent_are_shown_and_the_others_counted() -> None:
    def prop_labels(n: int) -> object:
        return label(n % 7 if abs(n) < 50 else n, True)

    lines = [line for line in examine(prop_labels).lines() if "%" in line or "more labels" in line]
    assert len(lines) == 21 and lines[-1].endswith(" more labels")
    assert "(1" in lines[0] or "(2" in lines[0]


def test_a_share_of_tests_that_is_wanted_and_missed_is_remarked_on() -> None:
    def prop_large(n: int) -> object:
        return cover(50, n > 10**6, "large", cover(1, n >= 0, "not negative", True))

    result = examine(prop_large)
    assert result.verdict is Verdict.PASSED
    (remark,) = result.remarks
    assert remark.startswith("large: only ") and remark.endswith("50 of a hundred are wanted")
    assert result.labels["not negative"] > 100


def test_examples_are_tried_before_all_others() -> None:
    seen: list[int] = []

    @example(987_654)
    @example(n=-123_456)
    def prop_far(n: int) -> bool:
        seen.append(n)
        return n != -123_456

    result = examine(prop_far)
    assert seen[:2] == [987_654, -123_456]
    assert result.counterexample is not None and result.counterexample.values == {"n": -123_456}
    with pytest.raises(Fault, match="is no value of the types of n"):
        examine(example("three")(prop_far))
