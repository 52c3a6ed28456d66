"""Whether another specification is a variant."""

import pytest

from viva.engines.dialogues.notations.readable import parse
from viva.engines.dialogues.variants.varying import Promises, differ, profile


def test_two_specifications_differ_only_if_a_run_tells_them_apart() -> None:
    plus, turned, minus = (parse(f"read a: int\nread b: int\nwrite {term}\n") for term in ("a + b", "b + a", "a - b"))
    assert not differ(plus, turned)
    assert differ(plus, minus)


def test_a_wider_set_of_values_is_no_other_exercise_and_other_words_are() -> None:
    assert not differ(parse("read n: 1..9\nwrite n\n"), parse("read n: 1..20\nwrite n\n"))
    assert differ(parse("read n: 1..9 until valid\nwrite n\n"), parse("read n: 1..20 until valid\nwrite n\n"))
    assert differ(parse('read w: {"a", "b"}\nwrite w\n'), parse('read w: {"c", "d"}\nwrite w\n'))


@pytest.mark.parametrize(
    "term", ["x * 1", "1 * x", "x + 0", "x - 0", "x // 1", "x % 1", "x - x", "x * 9 // 9", "x + 4 - 4"]
)
def test_a_term_that_computes_nothing_is_idle(term: str) -> None:
    assert profile(parse(f"read x: int\nwrite {term}\n")).idle
    assert not profile(parse("read x: int\nwrite x * 9 // 2\n")).idle


@pytest.mark.parametrize(
    ("what", "text"),
    [
        ("constant", "read x: int\nread x: int\nwrite len(x.all)\n"),
        ("doubled", "read x: int\nread x: int\nwrite max(x.all)\nwrite max(x.all)\n"),
        ("doubled", 'read x: int\nwrite f"{x} and {x}"\n'),
        ("sides_missed", "read x: nat\nif x < 0:\n    write 1\nelse:\n    write 2\n"),
        ("sides_missed", "read x: nat\nrepeat 0:\n    read x: nat\nwrite x\n"),
    ],
)
def test_what_makes_a_specification_degenerate_is_seen(what: str, text: str) -> None:
    assert getattr(profile(parse(text)), what) > 0


def test_a_variant_is_like_the_original_and_is_given_once() -> None:
    original, other, again = (parse(f"read x: int\nif x > {n}:\n    write 1\nelse:\n    write 2\n") for n in (5, 8, 8))
    promises = Promises(original)
    assert not promises.keep(original)
    assert promises.keep(other)
    assert not promises.keep(again)
    assert not promises.keep(parse("read x: int\nwrite x\n"))
