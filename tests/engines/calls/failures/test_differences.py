# ruff: noqa: E501  a table reads best with whole rows
"""How a wrong answer differs from the right one."""

import pytest

from viva.engines.calls import Case, Failure
from viva.engines.calls.failures.differences import group_by_kind, words
from viva.languages.heap import Heap, read
from viva.languages.outcome import Outcome
from viva.languages.problem import Problem
from viva.languages.values import write


def heap(value: object) -> Heap:
    return read(write(value))


def failure(expected: object, actual: object, *arguments: object, kind: str = "wrong") -> Failure:
    case = Case(arguments, Outcome(heap(expected), None), frozenset(), 1)
    return Failure(case, Outcome(heap(actual), None), kind)


def crash(kind: str) -> Failure:
    case = Case((), Outcome(heap(1), None), frozenset(), 1)
    return Failure(case, Outcome(None, Problem("crash", kind)), "crash")


@pytest.mark.parametrize(
    ("expected", "actual", "word"),
    [
        ("Ada Lovelace", "ada lovelace", "capitals"), (["A", "b"], ["a", "b"], "capitals"),
        ("a b", "a  b", "blanks"), ("ab\n", "ab", "blanks"), (5, "5", "as_text"), ("5", 5, "as_number"),
        ([1, 2], ["1", "2"], "texts_inside"), (True, False, "says_no"), (False, True, "says_yes"), (True, 1.5, "no_truth"),
        (3, [3], "in_brackets"), ([3], 3, "no_brackets"), ([1, 2], (1, 2), "kind_of_list"), ([2, 1, 1], {1, 2}, "set_for_list"),
        (3, 3.5, "not_cut"), (3.5, 3, "cut"), (3, -3, "sign"), (3, 4, "one_more"), (3, 2, "one_less"), (3, 30, "too_large"),
        (30, 3, "too_small"), ([1, 2], [], "empty"), ([1, 2, 3], [3, 2, 1], "backwards"), ([1, 2, 3], [2, 3], "first_missing"),
        ("abc", "ab", "last_missing"), ([1], [1, 1], "last_too_many"), ([1, 2, 3], [2, 1, 3], "other_order"),
        ([1, 2, 3, 4], [1, 2], "only_beginning"), ([1, 2, 3, 4], [3, 4], "only_end"), ([1], [1, 2, 3], "goes_on"),
        ([1, 2, 3, 4], [2, 4], "some_missing"), ([2, 4], [1, 2, 3, 4], "some_too_many"), ([1, 2, 3], [1, 9, 3], "one_wrong"),
        ([1, 2, 3], [7, 8, 9], "same_length"), ({"a": 1}, {}, "keys_missing"), ({"a": 1}, {"a": 2}, "values"),
        ({1, 2}, {1}, "set_missing"), (3, True, "truth_for_other"), ([1, 2], 7, "no_list"), (7, [1, 2], "list_for_one"),
    ],
)  # fmt: skip
def test_the_word_for_a_difference_is_among_those_that_fit(expected: object, actual: object, word: str) -> None:
    assert word in words(failure(expected, actual))


def test_words_of_labels_are_not_compared_letter_by_letter() -> None:
    """`"A"` for `"B"` is a wrong grade, not a wrong letter."""
    assert words(failure("A", "B")) == ()


def test_a_word_is_told_of_a_group_only_if_it_fits_nearly_all_of_it() -> None:
    less = [failure(number, number - 1) for number in range(10)]
    assert group_by_kind(less, [])[0].word == "one_less"
    assert "one_less" not in group_by_kind([*less, failure(3, 9), failure(3, 9)], [])[0].words


def test_one_answer_to_everything_is_told_only_if_the_right_answers_agree() -> None:
    wrong = [failure(number, 0) for number in range(1, 10)]
    zero, one = (Case((), Outcome(heap(number), None), frozenset(), 1) for number in (0, 1))
    assert group_by_kind(wrong, [zero])[0].word == "constant"
    assert group_by_kind(wrong, [zero, one])[0].word == "too_small"


def test_the_commonest_kind_comes_first_and_exceptions_are_kinds_of_their_own() -> None:
    found = group_by_kind([crash("KeyError"), crash("IndexError"), crash("IndexError"), failure(1, 2)], [])
    assert [group.kind for group in found] == ["crash:IndexError", "crash:KeyError", "wrong"]


def test_what_is_given_back_unchanged_is_told() -> None:
    assert group_by_kind([failure(sorted(xs), xs, xs) for xs in ([2, 1], [3, 1, 2])], [])[0].word == "unchanged"


def test_of_several_arguments_it_is_told_which_one_is_given_back() -> None:
    second = [failure(low, high, 7, high, low) for low, high in ((1, 5), (2, 6))]
    assert group_by_kind(second, [])[0].word == "unchanged_second"
    now_this_now_that = [failure(0, 5, 5, 9), failure(0, 9, 5, 9)]
    assert not (group_by_kind(now_this_now_that, [])[0].word or "").startswith("unchanged")
