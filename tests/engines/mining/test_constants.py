"""Constants by kind, from values, from a source, and from what a function reaches."""

import enum
import functools
import textwrap

from viva.engines.mining import Constants, around, lookalikes, of_source, reachable, sorted_out, variations

LIMIT = 31337


class Colour(enum.IntEnum):
    RED = 77


class Helper:
    threshold = 512

    @staticmethod
    def method(x: int) -> bool:
        return x == 4242


def called(x: int) -> bool:
    return x > LIMIT or Helper.method(x)


def looked_at(x: int, least: int = 17) -> bool:
    words = {"alpha": 2.5, "beta": b"raw"}
    return called(x) and x not in (11, 12) and bool(words) and x > least


def test_constants_are_sorted_out_each_once_in_order() -> None:
    found = sorted_out([3, "a", True, 3, 2.5, None, b"x", "a", Colour.RED, -1, [5], "b"])
    assert found == Constants((3, -1), (2.5,), ("a", "b"), (b"x",))
    assert found.characters == (97, 98)


def test_a_source_mentions_its_constants() -> None:
    found = of_source("def f(x):\n    return x if x > 100 else 'no' + str(2.5) * -7\n")
    assert set(found.integers) == {100, 7}
    assert found.texts == ("no",)
    assert found.floats == (2.5,)


def test_constants_are_found_in_everything_a_function_calls() -> None:
    found = sorted_out(reachable([looked_at]))
    assert {LIMIT, 4242, 512, 11, 12, 17} <= set(found.integers)
    assert {"alpha", "beta"} <= set(found.texts)
    assert found.octets == (b"raw",)
    assert 99 in sorted_out(reachable([functools.partial(called, 99)])).integers


def test_the_standard_library_is_left_out() -> None:
    def shortened(text: str) -> str:
        return textwrap.shorten(text, 1234)

    assert list(reachable([shortened])) == [1234]


def test_neighbours_are_next_to_constants() -> None:
    assert list(around(5, 0)) == [5, 6, 4, 0, 1, -1]
    assert lookalikes("ab") == ("abx", "AB", "Ab", "a", "ba")
    assert {"AB", "abab", " ab", "b"} <= set(variations("ab"))
