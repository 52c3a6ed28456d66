"""The schedule, minimality, replay, and results that are the same twice."""

from __future__ import annotations

import enum
import random
import tracemalloc
from collections.abc import Callable
from dataclasses import dataclass
from types import GenericAlias
from typing import Annotated, Any

import pytest

from viva.core.fault import Fault
from viva.engines.enumeration import space_of
from viva.engines.enumeration.spaces.overlay import Pool, overlay
from viva.engines.properties.arguments.harvest import harvest
from viva.properties import Between, Verdict, examine, implies, prop


def arguments_of(kind: Any, tests: int, discard: Callable[[Any], bool] = lambda _: False) -> list[str]:
    """What a property that holds is given."""
    space, met = space_of(kind), []

    @prop(value=space)
    def prop_recording(value: Any) -> object:
        met.append(repr(value))
        return implies(not discard(value), True)

    result = examine(prop_recording, tests=tests)
    assert result.verdict.right
    return met


@pytest.mark.parametrize(
    "kind", [int, float, str, bytes, list[int], set[int], dict[str, int], tuple[int, str], list[list[bool]], int | str],
    ids=str,
)  # fmt: skip
@pytest.mark.parametrize("tests", [100, 3000])
def test_no_argument_is_tried_twice_in_any_stream(kind: Any, tests: int) -> None:
    met = arguments_of(kind, tests)
    assert len(met) == tests
    assert len(set(met)) == tests


def test_no_argument_is_tried_twice_when_many_are_discarded() -> None:
    met = arguments_of(list[int], 300, lambda xs: len(xs) % 3 != 0)
    assert len(set(met)) == len(met) > 500


def test_two_runs_give_the_same_report() -> None:
    def prop_sum(xs: list[int], y: int) -> bool:
        return sum(xs) < 40 or y < 17

    first, second = examine(prop_sum), examine(prop_sum)
    assert {**first.to_json(), "seconds": 0} == {**second.to_json(), "seconds": 0}
    assert arguments_of(list[int], 500) == arguments_of(list[int], 500)


def test_a_small_finite_type_is_walked_in_order_only() -> None:
    assert arguments_of(tuple[bool, bool], 1000) == ["(False, False)", "(False, True)", "(True, False)", "(True, True)"]


def test_a_finite_domain_is_proved_also_if_it_has_more_values_than_the_usual_tests() -> None:
    def prop_bits(a: Annotated[int, Between(0, 63)], b: Annotated[int, Between(0, 63)]) -> bool:
        return a ^ b == b ^ a

    usual = examine(prop_bits)
    assert (usual.verdict, usual.tests) == (Verdict.PROVED, 4096)
    assert (examine(prop_bits, tests=4096).verdict, examine(prop_bits, tests=4095).verdict) == (
        Verdict.PROVED, Verdict.PASSED,
    )  # fmt: skip


@pytest.mark.some(15)
@pytest.mark.parametrize("size", range(1, 70))
def test_a_finite_domain_is_proved_whatever_its_size(size: int) -> None:
    """Tests are taken in chunks, and a domain may end where a chunk does."""

    def prop_small(a: Annotated[int, Between(0, size - 1)]) -> bool:
        return 0 <= a < size

    result = examine(prop_small)
    assert (result.verdict, result.tests) == (Verdict.PROVED, size)


def test_a_large_finite_domain_is_not_proved_by_part_of_it() -> None:
    @prop(a=GenericAlias(tuple, (bool,) * 30))
    def prop_many(a: tuple[bool, ...]) -> bool:
        return len(a) == 30

    assert examine(prop_many).verdict is Verdict.PASSED


@pytest.mark.parametrize("kind", [int, float, str])
def test_numbers_and_texts_are_never_proved(kind: type) -> None:
    @prop(x=kind)
    def prop_same(x: object) -> bool:
        return isinstance(x, kind)

    assert examine(prop_same, tests=20_000).verdict is Verdict.PASSED


def test_a_counterexample_is_called_smallest_only_if_everything_smaller_was_tried() -> None:
    def prop_short(xs: list[int]) -> bool:
        return len(xs) < 3 or xs[0] < 2

    result = examine(prop_short)
    assert result.counterexample is not None and result.counterexample.minimal
    assert result.counterexample.values == {"xs": [2, 0, 0]}

    def prop_far(x: int) -> bool:
        return x != 987654

    far = examine(prop_far)
    assert far.counterexample is not None and not far.counterexample.minimal
    assert "not shown to be the smallest" in str(far)


@dataclass
class Tree:
    left: Tree | None
    right: Tree | None


def test_a_deep_counterexample_is_shrunk_to_a_branch() -> None:
    def depth(tree: Tree | None) -> int:
        return 0 if tree is None else 1 + max(depth(tree.left), depth(tree.right))

    def prop_shallow(tree: Tree) -> bool:
        return depth(tree) < 7

    result = examine(prop_shallow)
    assert result.counterexample is not None
    source = result.counterexample.arguments["tree"]
    assert source.count("Tree(") == 7


def test_the_counterexample_is_shown_as_it_was_before_the_test_changed_it() -> None:
    def prop_clears(xs: list[int]) -> bool:
        before = len(xs)
        xs.clear()
        return before < 2

    result = examine(prop_clears)
    assert result.counterexample is not None
    assert (result.counterexample.values, dict(result.counterexample.arguments)) == ({"xs": [0, 0]}, {"xs": "[0, 0]"})


def test_a_test_is_replayed_from_its_place() -> None:
    def prop_word(word: str) -> bool:
        return word != "sesame"

    found = examine(prop_word)
    assert found.counterexample is not None
    again = examine(prop_word, replay=found.counterexample.replay)
    assert (again.verdict, again.tests) == (Verdict.REFUTED, 1)
    assert examine(prop_word, replay="order:3:0").verdict is Verdict.PASSED
    for wrong in ("nowhere:1:2", "order:1", "order:0:99"):
        with pytest.raises(Fault):
            examine(prop_word, replay=wrong)


def test_a_property_that_draws_lots_is_rejected() -> None:
    chance = random.Random(4)

    def prop_lots(x: int) -> bool:
        return chance.random() < 0.7

    result = examine(prop_lots)
    assert (result.verdict, result.reason) == (Verdict.REJECTED, "inconsistent")
    assert "fails and then holds for the same arguments" in result.sentence


def test_a_property_that_takes_too_long_is_undecided() -> None:
    def prop_slow(x: int) -> bool:
        return sum(range(200_000)) > 0

    result = examine(prop_slow, seconds=0.05)
    assert (result.verdict, result.reason) == (Verdict.UNDECIDED, "budget")


def test_the_limit_on_arguments_counts_discards() -> None:
    def prop_rare(x: int) -> object:
        return implies(x == 5, True)

    result = examine(prop_rare, tests=10, arguments=200)
    assert result.tests + result.discarded == 200 and result.tests == 1


def test_memory_is_flat_in_the_number_of_tests() -> None:
    def prop_true(xs: list[int]) -> bool:
        return True

    tracemalloc.start()
    examine(prop_true, tests=20_000)
    used = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert used < 4 * 2**20  # the values themselves would take more


LIMIT = 31337


class Door(enum.Enum):
    OPEN = "open sesame"


class Helper:
    SIZE = 777

    def method(self, x: int) -> bool:
        return x == 4242


def called(x: int) -> bool:
    return x > LIMIT or Helper().method(x)


def harvested(x: int) -> bool:
    words = {"alpha": 2.5, "beta": b"raw"}
    return not called(x) and x not in (11, 12) and bool(words)


def test_constants_are_harvested_from_everything_the_property_calls() -> None:
    pool = harvest(harvested, space_of(int))
    assert {LIMIT, 4242, 777, 11, 12, 31338} <= set(pool.integers)
    assert {2.5} <= set(pool.floats) and {"alpha", "beta", "ALPHA"} <= set(pool.texts) and b"raw" in pool.bytes


def test_an_overlay_lists_codes_of_its_space() -> None:
    space = space_of(dict[str, list[int]])
    over = overlay(space, Pool(integers=(99,), texts=("key",)))
    assert over is not None
    first = [space.build(code) for n in range(4) for code in over.walk(n)]
    assert {"key": [99]} in first
    assert all(repr(over.at(3, i)) == repr(code) for i, code in enumerate(over.walk(3)))
    assert overlay(space_of(tuple[bool, Door]), Pool()) is None


def test_results_are_values_and_have_a_face_for_notebooks() -> None:
    def prop_hostile(text: str) -> bool:
        return "<" not in text

    result = examine(prop_hostile)
    assert not result and result.counterexample is not None and result.counterexample.values == {"text": "<"}
    assert "&lt;" in result._repr_html_() and "'<'" not in result._repr_html_()
    assert set(result.to_json()) >= {"name", "verdict", "tests", "discarded", "counterexample", "labels", "seconds"}
