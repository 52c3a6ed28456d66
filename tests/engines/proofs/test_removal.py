"""Loops that take lists apart, change them in place, or change them while they are gone through."""

# ruff: noqa: E501
from __future__ import annotations

import pytest

from tests.engines.proofs.differing import differ
from tests.engines.proofs.sources import INT, INTS, program
from viva.engines.proofs import Proved, Unknown, in_words, prove
from viva.engines.shapes import Shape

EFFORT = 250_000
WITHOUT = (
    "def f(xs, n):\n    out = []\n    for x in xs:\n        if x != n:\n            out.append(x)\n    return out\n"
)
EVEN = "def f(xs):\n    return [x for x in xs if x % 2 == 0]\n"
COPY = "def f(xs):\n    return [x for x in xs]\n"
TOTAL = "def f(xs):\n    return sum(xs)\n"
REVERSED = "def f(xs):\n    return xs[::-1]\n"
DOUBLED = "def f(xs):\n    return [2 * x for x in xs]\n"
RAISED = "def f(xs):\n    return [x + 1 if x > 0 else x for x in xs]\n"
SIZES = "def f(xs):\n    return [abs(x) for x in xs]\n"
UNIQUE = (
    "def f(xs):\n    out = []\n    for x in xs:\n        if x not in out:\n            out.append(x)\n    return out\n"
)

RIGHT: dict[str, tuple[str, str, tuple[Shape, ...]]] = {
    "while it is in the list": (
        WITHOUT,
        "def f(xs, n):\n    while n in xs:\n        xs.remove(n)\n    return xs\n",
        (INTS, INT),
    ),
    "while there is one of it": (
        WITHOUT,
        "def f(xs, n):\n    ys = xs[:]\n    while ys.count(n) > 0:\n        ys.remove(n)\n    return ys\n",
        (INTS, INT),
    ),
    "as often as there is one": (
        WITHOUT,
        "def f(xs, n):\n    for _ in range(xs.count(n)):\n        xs.remove(n)\n    return xs\n",
        (INTS, INT),
    ),
    "by its place, with del": (
        WITHOUT,
        "def f(xs, n):\n    i = 0\n    while i < len(xs):\n        if xs[i] == n:\n            del xs[i]\n        else:\n            i += 1\n    return xs\n",
        (INTS, INT),
    ),
    "by its place, with pop and continue": (
        EVEN,
        "def f(xs):\n    i = 0\n    while i < len(xs):\n        if xs[i] % 2 != 0:\n            xs.pop(i)\n            continue\n        i = i + 1\n    return xs\n",
        (INTS,),
    ),
    "by its place, with slices": (
        EVEN,
        "def f(xs):\n    i = 0\n    while i < len(xs):\n        if xs[i] % 2 == 1:\n            xs = xs[:i] + xs[i+1:]\n        else:\n            i = i + 1\n    return xs\n",
        (INTS,),
    ),
    "from behind": (
        EVEN,
        "def f(xs):\n    for i in range(len(xs) - 1, -1, -1):\n        if xs[i] % 2 == 1:\n            del xs[i]\n    return xs\n",
        (INTS,),
    ),
    "from behind, with while": (
        EVEN,
        "def f(xs):\n    i = len(xs) - 1\n    while i >= 0:\n        if xs[i] % 2 == 1:\n            xs.pop(i)\n        i -= 1\n    return xs\n",
        (INTS,),
    ),
    "over a copy": (
        EVEN,
        "def f(xs):\n    for x in xs[:]:\n        if x % 2 == 1:\n            xs.remove(x)\n    return xs\n",
        (INTS,),
    ),
    "from a copy": (
        WITHOUT,
        "def f(xs, n):\n    ys = list(xs)\n    for x in xs:\n        if x == n:\n            ys.remove(x)\n    return ys\n",
        (INTS, INT),
    ),
    "a queue": (
        COPY,
        "def f(xs):\n    out = []\n    while xs:\n        out.append(xs.pop(0))\n    return out\n",
        (INTS,),
    ),
    "a queue by slices": (
        TOTAL,
        "def f(xs):\n    t = 0\n    while xs != []:\n        t += xs[0]\n        xs = xs[1:]\n    return t\n",
        (INTS,),
    ),
    "a queue with a condition": (
        EVEN,
        "def f(xs):\n    out = []\n    while len(xs) > 0:\n        x = xs[0]\n        if x % 2 == 0:\n            out += [x]\n        del xs[0]\n    return out\n",
        (INTS,),
    ),
    "a stack": (
        REVERSED,
        "def f(xs):\n    out = []\n    while xs:\n        out.append(xs.pop())\n    return out\n",
        (INTS,),
    ),
    "a stack by slices": (
        TOTAL,
        "def f(xs):\n    t = 0\n    while len(xs) > 0:\n        t = t + xs[-1]\n        xs = xs[:-1]\n    return t\n",
        (INTS,),
    ),
    "in place": (
        DOUBLED,
        "def f(xs):\n    for i in range(len(xs)):\n        xs[i] = xs[i] * 2\n    return xs\n",
        (INTS,),
    ),
    "in place, with while": (
        RAISED,
        "def f(xs):\n    i = 0\n    while i < len(xs):\n        if xs[i] > 0:\n            xs[i] += 1\n        i += 1\n    return xs\n",
        (INTS,),
    ),
    "in place, while it is gone through": (
        SIZES,
        "def f(xs):\n    for i, x in enumerate(xs):\n        if x < 0:\n            xs[i] = -x\n    return xs\n",
        (INTS,),
    ),
    "the first of each, in place": (
        UNIQUE,
        "def f(xs):\n    i = 0\n    while i < len(xs):\n        if xs[i] in xs[:i]:\n            del xs[i]\n        else:\n            i += 1\n    return xs\n",
        (INTS,),
    ),
    "the first of each, by what is left": (
        UNIQUE,
        "def f(xs):\n    out = []\n    while len(xs) > 0:\n        out.append(xs[0])\n        xs = [y for y in xs if y != xs[0]]\n    return out\n",
        (INTS,),
    ),
}
HARDER: dict[str, tuple[str, str, tuple[Shape, ...]]] = {
    "the first of each, with a loop inside": (
        UNIQUE,
        "def f(xs):\n    out = []\n    while xs:\n        x = xs[0]\n        out.append(x)\n        while x in xs:\n            xs.remove(x)\n    return out\n",
        (INTS,),
    ),
    "the first of each, with two places": (
        UNIQUE,
        "def f(xs):\n    i = 0\n    while i < len(xs):\n        j = i + 1\n        while j < len(xs):\n            if xs[j] == xs[i]:\n                xs.pop(j)\n            else:\n                j += 1\n        i += 1\n    return xs\n",
        (INTS,),
    ),
    "the first of each, from behind": (
        UNIQUE,
        "def f(xs):\n    for i in range(len(xs) - 1, -1, -1):\n        if xs[i] in xs[:i]:\n            del xs[i]\n    return xs\n",
        (INTS,),
    ),
    "the first of each, by its place": (
        UNIQUE,
        "def f(xs):\n    out = []\n    for i in range(len(xs)):\n        if xs.index(xs[i]) == i:\n            out.append(xs[i])\n    return out\n",
        (INTS,),
    ),
}
NEAR: list[tuple[str, str, str]] = [
    ("while it is in the list", "return xs", "return xs[:-1]"),
    ("while it is in the list", "while n", "if n"),
    ("while there is one of it", "> 0", "> 1"),
    ("as often as there is one", "xs.count(n)", "xs.count(n) - 1"),
    ("as often as there is one", "xs.remove(n)", "xs.pop()"),
    ("by its place, with del", "i < len(xs)", "i < len(xs) - 1"),
    ("by its place, with del", "        else:\n            i += 1", "        i += 1"),
    ("by its place, with del", "i = 0", "i = 1"),
    ("by its place, with pop and continue", "            continue\n", ""),
    ("by its place, with pop and continue", "xs.pop(i)", "xs.pop()"),
    ("by its place, with slices", "xs[i+1:]", "xs[i+2:]"),
    ("by its place, with slices", "xs[:i]", "xs[:i+1]"),
    ("by its place, with slices", "        else:\n            i = i + 1", "        i = i + 1"),
    ("from behind", "len(xs) - 1, -1, -1", "len(xs) - 1, 0, -1"),
    ("from behind", "del xs[i]", "del xs[i - 1]"),
    ("from behind, with while", "i >= 0", "i > 0"),
    ("over a copy", "xs[:]", "xs"),
    ("over a copy", "xs[:]", "xs[1:]"),
    ("from a copy", "list(xs)", "xs"),
    ("from a copy", "ys.remove(x)", "ys.pop()"),
    ("a queue", "pop(0)", "pop()"),
    ("a queue", "while xs", "if xs"),
    ("a queue by slices", "xs[1:]", "xs[2:]"),
    ("a queue with a condition", "> 0", "> 1"),
    ("a stack", "pop()", "pop(0)"),
    ("a stack by slices", "xs[-1]", "xs[0]"),
    ("in place", "range(len(xs))", "range(1, len(xs))"),
    ("in place, with while", "> 0", "> 1"),
    ("in place, while it is gone through", "= -x", "= x"),
    ("the first of each, in place", "in xs[:i]", "in xs[i+1:]"),
    ("the first of each, by what is left", "out.append(xs[0])", "out.append(xs[-1])"),
    ("the first of each, with a loop inside", "while x in xs", "if x in xs"),
    ("the first of each, with a loop inside", "while xs:", "while len(xs) > 1:"),
    ("the first of each, with two places", "j = i + 1", "j = i + 2"),
    ("the first of each, from behind", "xs[:i]", "xs[i+1:]"),
    ("the first of each, by its place", "== i", "<= i"),
]


@pytest.mark.parametrize("name", RIGHT)
def test_a_loop_that_takes_its_list_apart_is_proved(name: str) -> None:
    model, other, shapes = RIGHT[name]
    assert isinstance(prove(program(model), program(other), shapes), Proved)


@pytest.mark.thorough
@pytest.mark.parametrize("name", HARDER)
def test_what_the_model_gives_for_the_rest_of_a_list_stays_the_same(name: str) -> None:
    model, other, shapes = HARDER[name]
    assert isinstance(prove(program(model), program(other), shapes), Proved)


def test_a_lemma_that_holds_only_somewhere_says_where() -> None:
    model, other, shapes = RIGHT["the first of each, by what is left"]
    proof = prove(program(model), program(other), shapes)
    assert isinstance(proof, Proved)
    told = in_words(proof.claim, proof.certificate)
    assert any(each.startswith("Where ") for each in told)


@pytest.mark.some(16)
@pytest.mark.parametrize(
    ("name", "old", "new"),
    [pytest.param(*each, marks=pytest.mark.thorough) if each[0] in HARDER else each for each in NEAR],
)
def test_a_near_miss_is_not_proved(name: str, old: str, new: str) -> None:
    model, other, shapes = {**RIGHT, **HARDER}[name]
    assert old in other
    missed = other.replace(old, new)
    assert differ(model, missed, shapes, 400)
    assert not isinstance(prove(program(model), program(missed), shapes, effort=EFFORT), Proved)


def test_a_list_that_grows_while_it_is_gone_through_needs_an_end() -> None:
    endless = "def f(xs):\n    for x in xs:\n        xs.append(x)\n    return 0"
    found = prove(program("def f(xs):\n    return 0"), program(endless), [INTS])
    assert isinstance(found, Unknown)
    assert "measure" in found.detail
    ending = "def f(xs):\n    n = len(xs)\n    i = 0\n    for x in xs:\n        if i >= n:\n            break\n        xs.append(x)\n        i += 1\n    return 0"
    assert isinstance(prove(program("def f(xs):\n    return 0"), program(ending), [INTS]), Proved)


def test_a_list_that_shrinks_while_it_is_gone_through_is_gone_through_as_python_does() -> None:
    halved = "def f(xs):\n    n = 0\n    for x in xs:\n        xs.pop()\n        n += 1\n    return n"
    model = "def f(xs):\n    return {}"
    assert isinstance(prove(program(model.format("(len(xs) + 1) // 2")), program(halved), [INTS]), Proved)
    assert not isinstance(prove(program(model.format("len(xs) // 2")), program(halved), [INTS], effort=EFFORT), Proved)


RESET = "def f(xs):\n    i = 0\n    while i < len(xs):\n        if xs[i] <= 0:\n            del xs[i]\n            i = 0\n        else:\n            i += 1\n    return 0"


def test_a_loop_that_begins_anew_with_a_shorter_list_ends() -> None:
    assert isinstance(prove(program("def f(xs):\n    return 0"), program(RESET), [INTS]), Proved)


@pytest.mark.parametrize(
    ("old", "new"),
    [("            del xs[i]\n", ""), ("del xs[i]", "xs.append(1)"), ("i += 1", "i += 0"), ("del xs[i]", "xs.insert(0, 0)"), ("i = 0\n        else", "i = -5\n        else")],
)  # fmt: skip
def test_a_loop_that_begins_anew_and_may_not_end_is_not_proved(old: str, new: str) -> None:
    assert old in RESET
    found = prove(program("def f(xs):\n    return 0"), program(RESET.replace(old, new)), [INTS])
    assert isinstance(found, Unknown)
    assert "measure" in found.detail


def test_a_copy_of_a_set_has_no_order_until_it_is_sorted() -> None:
    model = "def f(xs):\n    return sorted(set(xs))"
    assert isinstance(prove(program(model), program("def f(xs):\n    return sorted(list(set(xs)))"), [INTS]), Proved)
    assert not isinstance(prove(program(model), program("def f(xs):\n    return list(set(xs))"), [INTS]), Proved)
    first = "def f(xs):\n    return list(dict.fromkeys(xs))"
    assert isinstance(
        prove(program(first), program("def f(xs):\n    return list(dict.fromkeys(xs).keys())"), [INTS]), Proved
    )
    ordered = "from collections import OrderedDict\n\ndef f(xs):\n    return list(OrderedDict.fromkeys(xs))"
    assert isinstance(prove(program(first), program(ordered), [INTS]), Proved)


FROM_THE_THIRD = "    i = 2\n    for _ in range(n):\n        if xs[i] == 0:\n            del xs[i]\n        else:\n            i += 1\n    return xs"


def test_a_loop_without_a_round_leaves_the_list_as_it_is() -> None:
    """Without a round, the list may be shorter than the place at which the loop would begin."""
    model = f"def f(xs, n):\n{FROM_THE_THIRD}"
    asked = program("def requires(xs, n):\n    return n == 0 or 0 < n <= len(xs) - 2", "requires")
    padded = "    if n == 0:\n        return [xs[j] if j < len(xs) else 0 for j in range(max(2, len(xs)))]\n"
    other = program(f"def f(xs, n):\n{padded}{FROM_THE_THIRD}")
    assert not isinstance(prove(program(model), other, [INTS, INT], requires=asked), Proved)
    assert isinstance(prove(program(model), program(model), [INTS, INT], requires=asked), Proved)
