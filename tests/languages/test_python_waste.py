# ruff: noqa: E501 a program stands on its line
"""Work done again and again is seen where it surely is, and nowhere else; `docs/functions.md` shows the same."""

import ast
from pathlib import Path

import pytest

from viva.languages.inside.vivabox.python.reading.waste import waste

SAMPLES = {
    "text_in_loop": (
        'def f(s):\n    out = ""\n    for c in s:\n        out += c.upper()\n    return out\n',
        'def f(s):\n    parts = []\n    for c in s:\n        parts.append(c.upper())\n    return "".join(parts)\n',
    ),
    "list_searched": (
        "def f(xs: list[int], ys: list[int]):\n    n = 0\n    for x in xs:\n        if x in ys:\n            n += 1\n"
        "    return n\n",
        "def f(xs: list[int], ys: list[int]):\n    known = set(ys)\n    n = 0\n    for x in xs:\n        if x in known:\n"
        "            n += 1\n    return n\n",
    ),
    "list_front": (
        "def f(todo):\n    n = 0\n    while todo:\n        n += todo.pop(0)\n    return n\n",
        "def f(todo):\n    n = 0\n    while todo:\n        n += todo.pop()\n    return n\n",
    ),
    "sorted_again": (
        "def f(xs, n):\n    found = []\n    for i in range(n):\n        found.append(sorted(xs)[i])\n    return found\n",
        "def f(xs, n):\n    found = []\n    rising = sorted(xs)\n    for i in range(n):\n        found.append(rising[i])\n"
        "    return found\n",
    ),
    "worked_out_again": (
        "def f(xs):\n    n = 0\n    for x in xs:\n        if x == max(xs):\n            n += 1\n    return n\n",
        "def f(xs):\n    n = 0\n    most = max(xs)\n    for x in xs:\n        if x == most:\n            n += 1\n    return n\n",
    ),
    "calls_again": (
        "def f(n):\n    return n if n < 2 else f(n - 1) + f(n - 2)\n",
        "def f(n):\n    a, b = 0, 1\n    for _ in range(n):\n        a, b = b, a + b\n    return a\n",
    ),
}
AGAIN = {
    "list_front": "def f(xs):\n    out = []\n    for x in xs:\n        out.insert(0, x)\n    return out\n",
    "sorted_again": "def f(xs, n):\n    for i in range(n):\n        xs.sort()\n    return xs\n",
    "worked_out_again": "def f(xs):\n    i = 0\n    while i < sum(xs):\n        i += 1\n    return i\n",
    "calls_again": "def f(xs):\n    if not xs:\n        return 0\n    if f(xs[1:]) > xs[0]:\n        return f(xs[1:])\n"
    "    return xs[0]\n",
}
RIGHT = [
    "def f(s):\n    words = []\n    for line in s:\n        word = ''\n        for c in line[:3]:\n            words.append(c)\n"
    "    return words\n",
    "def f(n):\n    total = 0\n    for i in range(n):\n        total += i\n    return total\n",
    "def f(xs):\n    for x in xs:\n        if x < 0:\n            return max(xs)\n    return 0\n",
    "def f(xs):\n    while xs:\n        m = max(xs)\n        xs.remove(m)\n    return 0\n",
    "def f(rows):\n    out = []\n    for row in rows:\n        out.append(max(row) + sum(row) + sorted(row)[0])\n    return out\n",
    "def f(xs):\n    while len(xs) > 1:\n        shrink(xs)\n        print(max(xs))\n    return xs\n",
    "def f(s):\n    for c in s:\n        if c in 'aeiou':\n            return c\n    return ''\n",
    "def f(s):\n    vowels = ['a', 'e']\n    return sum(1 for c in s if c in vowels)\n",
    "def f(xs):\n    seen = set()\n    for x in xs:\n        if x in seen:\n            return x\n        seen.add(x)\n",
    "def f(rows):\n    for row in rows:\n        row.pop(0)\n    return rows\n",
    "def f(xs):\n    for x in sorted(xs):\n        print(x)\n    return max(xs)\n",
    "def f(a, b):\n    return a if b == 0 else f(b, a % b)\n",
    "def f(xs):\n    return xs if len(xs) < 2 else f(xs[:1]) + f(xs[1:])\n",
    "def f(n, known):\n    if n not in known:\n        known[n] = f(n - 1, known) + f(n - 2, known)\n    return known[n]\n",
    "@cache\ndef f(n):\n    return n if n < 2 else f(n - 1) + f(n - 2)\n",
    "def f(n, a, b):\n    if n > 1:\n        f(n - 1, a, b)\n    print(a, b)\n    if n > 1:\n        f(n - 1, b, a)\n",
]


def kinds(text: str) -> set[str]:
    return {str(found[0]) for found in waste(ast.parse(text))}


@pytest.mark.parametrize("kind", SAMPLES)
def test_each_kind_is_seen_in_the_wrong_sample_and_not_in_the_right_one(kind: str) -> None:
    wrong, right = SAMPLES[kind]
    assert kinds(wrong) == {kind}
    assert kinds(right) == set()


@pytest.mark.parametrize("kind", AGAIN)
def test_it_is_seen_in_its_other_form_too(kind: str) -> None:
    assert kinds(AGAIN[kind]) == {kind}


@pytest.mark.parametrize("text", RIGHT)
def test_what_does_no_work_twice_is_left_alone(text: str) -> None:
    assert kinds(text) == set()


def test_the_shipped_right_examples_of_functions_waste_only_what_they_are_known_to() -> None:
    found = {
        (path.parents[2].name, str(one[0]))
        for path in Path("exercises/functions").glob("*/examples/right/*.py")
        for one in waste(ast.parse(path.read_text()))
    }
    assert found == {("fibonacci", "calls_again"), ("initials", "text_in_loop"), ("rotate", "list_front")}


def test_the_place_is_that_of_what_is_done_again() -> None:
    assert [found[1:] for found in waste(ast.parse(SAMPLES["worked_out_again"][0]))] == [[4, 17, "max(xs)"]]
