"""What goes only so far is found, however far that is and however it is written."""

from pathlib import Path

import pytest

import viva
from tests.subjects.structures.limits import goes_less_far, limited
from tests.subjects.structures.orders import Content, keys_of_heap, keys_of_search_tree
from tests.subjects.structures.slips import SAMPLES, Sample, differs, slips
from tests.subjects.structures.test_slips import verdict_of
from viva.core.verdict import Verdict
from viva.subjects.structures.model import Task

CONTENTS = {"duplicates-left": keys_of_search_tree, "heap-sift": keys_of_heap}
"""Their methods change what is kept in an order, so that another shape in order is right (`compare = "auto"`)."""
EXERCISES = Path(__file__).parents[3] / "exercises" / "structures"


def shipped(name: str, grow: str, first: int = 0) -> Sample:
    task = viva.read(EXERCISES / name).task_as(Task)
    return Sample(name, task.reference, task.cls, grow, task.methods, first=first, content=CONTENTS.get(name))


SHIPPED = (
    ("duplicates-left", "insert", 0),
    ("heap-sift", "push", 0),
    ("list-change", "append", 0),
    ("list-delete", "append", 0),
    ("list-insert", "insert", 0),
    ("tree-insert", "insert", 1),
)
EVERY = (*SAMPLES, *(shipped(*each) for each in SHIPPED))
FOUND = (Verdict.REFUTED, Verdict.REJECTED)


def missed(sample: Sample, times: int, most: int = 1000) -> list[str]:
    some = list(limited(sample.source, times))[:most]
    passed = [text for text in some if verdict_of(sample, text) not in FOUND]
    return [text for text in passed if goes_less_far(sample, text, times)]


def node(key: int, left: object = None, right: object = None) -> dict[str, object]:
    return {"key": key, "left": left, "right": right}


def test_a_delete_that_goes_left_at_most_twice_is_refuted() -> None:
    tree = shipped("duplicates-left", "insert")
    short = [text for text in limited(tree.source, 2) if "turns < 2 and next.right" in text]
    assert [verdict_of(tree, text) for text in short] == [Verdict.REFUTED]


def test_a_loop_that_takes_two_steps_each_time_and_goes_round_five_times_is_refuted() -> None:
    pairs = next(each for each in SAMPLES if each.name == "pairs")
    short = next(text for text in limited(pairs.source, 5) if "turns < 5 and (at is not None" in text)
    assert verdict_of(pairs, short) is Verdict.REFUTED


@pytest.mark.parametrize(
    ("content", "right", "wrong"),
    [
        (keys_of_heap, {"items": [1, 3, 2]}, {"items": [2, 1, 3]}),
        (keys_of_search_tree, {"root": node(2, node(1, node(1)), node(3))}, {"root": node(1, None, node(1))}),
    ],
)
def test_what_is_out_of_order_holds_nothing_for_the_oracle(content: Content, right: object, wrong: object) -> None:
    assert content(right)
    assert content(wrong) is None
    assert content({"head": None}) is None


@pytest.mark.some(1)
@pytest.mark.parametrize(("name", "times"), [("top", 3), ("words", 3), ("table", 4), ("chain", 6)])
def test_what_goes_only_so_far_is_refuted(name: str, times: int) -> None:
    sample = next(each for each in SAMPLES if each.name == name)
    assert not missed(sample, times, 2)


@pytest.mark.thorough
@pytest.mark.parametrize("times", [1, 2, 3, 4, 5, 7, 11])
@pytest.mark.parametrize("sample", EVERY, ids=lambda sample: sample.name)
def test_no_bound_is_missed(sample: Sample, times: int) -> None:
    found = missed(sample, times)
    assert not found, found[0]


@pytest.mark.thorough
@pytest.mark.parametrize("each", SHIPPED, ids=lambda each: each[0])
def test_every_small_change_of_a_shipped_reference_is_refuted_or_does_the_same(each: tuple[str, str, int]) -> None:
    sample = shipped(*each)
    for text in slips(sample):
        assert (verdict_of(sample, text) in FOUND) == differs(sample, text), text
