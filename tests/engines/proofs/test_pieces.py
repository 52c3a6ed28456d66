"""Loops that take a part of what another loop made, or that stop where they have found something."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest

from tests.engines.proofs.sources import INT, INTS, program
from viva.engines.proofs import Proved, Unknown, check_certificate, in_words, prove, read_certificate, write_certificate

WITHIN = "def f(xs, k):\n    return 0 <= k <= len(xs)"
DOUBLED = "def f(xs, k):\n    return [x + x for x in xs][:k]"
MADE = "def f(xs, k):\n    made = []\n    for x in xs:\n        made = made + [2 * x]\n"
OUT = "def f(xs, n):\n    if n in xs:\n        xs.remove(n)\n    return xs"
RIGHT = {
    "a counter": (
        DOUBLED,
        f"{MADE}    r = []\n    i = 0\n    for x in made:\n        if i < k:\n            r.append(made[i])\n"
        "            i += 1\n    return r",
    ),
    "one after the other taken out": (
        DOUBLED,
        f"{MADE}    r = []\n    n = 1\n    while n <= k:\n        r.append(made.pop(0))\n        n += 1\n    return r",
    ),
    "all of it": (DOUBLED.replace("[:k]", ""), f"{MADE}    r = []\n    for x in made:\n        r += [x]\n    return r"),
    "until there are enough": (
        DOUBLED,
        f"{MADE}    r = []\n    for x in made:\n        if len(r) == k:\n            break\n        r.append(x)\n"
        "    return r",
    ),
    "a place that is looked for": (
        OUT,
        "def f(xs, n):\n    if n in xs:\n        for i in range(len(xs)):\n            if xs[i] == n:\n"
        "                break\n        del xs[i]\n    return xs",
    ),
}
NEAR = {
    "one more": ("a counter", "i < k", "i <= k"),
    "one less": ("one after the other taken out", "n = 1", "n = 2"),
    "the last ones": ("one after the other taken out", "made.pop(0)", "made.pop()"),
    "without the first": ("all of it", "in made:", "in made[1:]:"),
    "one too many": ("until there are enough", "len(r) == k", "len(r) > k"),
    "another place": ("a place that is looked for", "del xs[i]", "del xs[i - 1]"),
    "the last place": ("a place that is looked for", "                break\n", "                j = i\n"),
}


def asked(name: str) -> str | None:
    return None if name == "a place that is looked for" else WITHIN


def result(source: str, *args: Any) -> Any:
    names: dict[str, Any] = {}
    exec(source, names)
    try:
        return names["f"](*deepcopy(args))
    except IndexError:
        return IndexError


@pytest.mark.parametrize("name", RIGHT)
def test_what_a_loop_takes_of_a_list_is_known_without_the_loop(name: str) -> None:
    one, two = (program(source) for source in RIGHT[name])
    within = asked(name)
    requires = None if within is None else program(within)
    found = prove(one, two, (INTS, INT), requires=requires)
    assert isinstance(found, Proved), found
    assert in_words(found.claim, found.certificate)
    text = write_certificate(found.certificate)
    check_certificate(read_certificate(text), one, two, (INTS, INT), requires)


@pytest.mark.parametrize("name", NEAR)
def test_nothing_that_takes_another_part_is_proved(name: str) -> None:
    of, old, new = NEAR[name]
    one, two = RIGHT[of]
    within = asked(of)
    assert result(one, [1, 2, 1, 3], 1) == result(two, [1, 2, 1, 3], 1)
    assert result(one, [1, 2, 1, 3], 1) != result(two.replace(old, new), [1, 2, 1, 3], 1)
    found = prove(
        program(one), program(two.replace(old, new)), (INTS, INT), requires=None if within is None else program(within)
    )
    assert isinstance(found, Unknown)
