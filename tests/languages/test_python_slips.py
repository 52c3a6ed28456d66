# ruff: noqa: E501  a table reads best with whole rows
"""Slips that may explain a wrong answer, seen in the source."""

import pytest

from viva.languages.python.reads import survey_trusted


def slips(source: str) -> set[tuple[str, str]]:
    return {(slip.name, slip.detail) for slip in survey_trusted(source, "submission.py").slips}


def body(*lines: str) -> str:
    return "def f(xs, n):\n" + "".join(f"    {line}\n" for line in lines)


@pytest.mark.parametrize(
    ("source", "slip"),
    [
        (body("for x in xs:", "    n += x", "    return n"), ("return_in_loop", "")),
        (body("for x in xs:", "    if x:", "        return 1", "    else:", "        return 2"), ("return_in_loop", "")),
        (body("for x in xs:", "    if x:", "        xs.remove(x)", "return xs"), ("walked", "xs")),
        (body("for x in xs:", "    del xs[0]", "return xs"), ("walked", "xs")),
        (body("for i in range(len(xs)):", "    xs.pop(i)", "return xs"), ("shrinking", "xs")),
        (body("return xs.sort()"), ("in_place", "sort")),
        (body("ys = xs.append(1)", "return ys"), ("in_place", "append")),
        (body("return print(n)"), ("in_place", "print")),
        (body("return n == 1 or 2"), ("or_constant", "n == 1 or 2")),
        (body("n = 5", "return n"), ("overwritten", "n")),
        (body("for x in xs:", "    t = 0", "    t += x", "return t"), ("reset", "t")),
        (body("for i in range(len(xs) - 1):", "    n += xs[i]", "return n"), ("short_range", "range(len(xs) - 1)")),
        (body("for i in range(1, len(xs)):", "    n += xs[i]", "return n"), ("short_range", "range(1, len(xs))")),
        (body("return n / 2"), ("division", "")),
        (body("n + 1"), ("no_return", "f")),
        (body("xs.sort", "return xs"), ("not_called", "sort")),
    ],
)  # fmt: skip
def test_a_slip_is_seen(source: str, slip: tuple[str, str]) -> None:
    assert slip in slips(source)


@pytest.mark.parametrize(
    "source",
    [
        body("for x in xs:", "    if x > n:", "        return x", "return None"),
        body("while True:", "    n += 1", "    return n"),
        body("for x in xs:", "    if x < 0:", "        continue", "    return x", "return n"),
        body("for x in list(xs):", "    xs.remove(x)", "return xs"),
        body("for x in xs[:]:", "    xs.remove(x)", "return xs"),
        body("ys = []", "for x in xs:", "    ys.append(x)", "return ys"),
        body("xs.sort()", "return xs"),
        body("return n == 1 or n == 2"),
        body("n = n + 5", "return n"),
        body("t = 0", "for x in xs:", "    t += x", "return t"),
        body("return n // 2"),
        body("return xs.pop()"),
    ],
)
def test_what_is_meant_is_no_slip(source: str) -> None:
    assert slips(source) == set()
