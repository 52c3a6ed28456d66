"""Programs that try to get a false proof: each differs from its model on some input of the shapes."""

# ruff: noqa: E501
from __future__ import annotations

import pytest

from tests.engines.proofs.attacks import ATTACKS
from tests.engines.proofs.differing import differ
from tests.engines.proofs.overlooked import OVERLOOKED, STRICTLY
from tests.engines.proofs.sources import INT, INTS, TEXT, program
from viva.engines.proofs import Proved, Unknown, prove
from viva.engines.shapes import Many, Plain, Shape

UNIQUE = """
def f(xs):
    result = []
    for x in xs:
        if x not in result:
            result.append(x)
    return result
"""
TOTAL = """
def f(xs):
    total = 0
    for x in xs:
        total += x
    return total
"""
COPY = """
def f(xs):
    result = []
    for x in xs:
        result.append(x)
    return result
"""
COUNT = """
def f(n):
    total = 0
    for i in range(n):
        total += 1
    return total
"""
ROWS = Many("list", INTS)

WRONG: dict[str, tuple[str, str, tuple[Shape, ...]]] = {
    "a loop that overshoots and breaks does its last round": (
        "def f(n):\n    x = 0\n    return x if n != 2 else 0",
        "def f(n):\n    x = 0\n    i = n\n    if n != 2:\n        return 0\n    while i != 3:\n        if i == 4 or i == 5 or i == 6 or i == 7:\n            x = 99\n            break\n        i += 5\n    return x",
        (INT,),
    ),
    "two names of one list": (
        COPY,
        "def f(xs):\n    a = []\n    b = a\n    for x in xs:\n        a.append(x)\n        b.append(x)\n    return a",
        (INTS,),
    ),
    "two names by a branch": (
        "def f(xs):\n    a = []\n    b = []\n    if xs:\n        b = a\n    b.append(1)\n    return len(a)",
        "def f(xs):\n    return 0",
        (INTS,),
    ),
    "two names by a helper": (
        "def f(xs):\n    return 0",
        "def g(ys, c):\n    zs = ys\n    if c:\n        zs = []\n    zs.append(1)\n\ndef f(xs):\n    a = []\n    g(a, len(xs) > 2)\n    return len(a)",
        (INTS,),
    ),
    "two names by rounds": (
        "def f(xs):\n    return len(xs)",
        "def f(xs):\n    a = []\n    b = []\n    for x in xs:\n        a.append(x)\n        b = a\n    b.append(0)\n    return len(a)",
        (INTS,),
    ),
    "a default that is a list": (
        COPY,
        "def f(xs, result=[]):\n    for x in xs:\n        result.append(x)\n    return result",
        (INTS,),
    ),
    "a list that changes while it is walked": (
        "def f(xs):\n    return []",
        "def f(xs):\n    for x in xs:\n        xs.remove(x)\n    return xs",
        (INTS,),
    ),
    "a row that is shared": (
        "def f(n):\n    rows = []\n    for i in range(2):\n        rows.append([0])\n    rows[0].append(n)\n    return rows",
        "def f(n):\n    row = [0]\n    rows = []\n    for i in range(2):\n        rows.append(row)\n    rows[0].append(n)\n    return rows",
        (INT,),
    ),
    "a row that changes later": (
        "def f(xs):\n    return [[x] for x in xs]",
        "def f(xs):\n    rows = []\n    row = []\n    for x in xs:\n        row.append(x)\n        rows.append(row)\n    return rows",
        (INTS,),
    ),
    "a while that never ends": (
        COPY,
        "def f(xs):\n    result = []\n    while xs:\n        result.append(xs[0])\n    return result",
        (INTS,),
    ),
    "a while that ends only sometimes": (
        "def f(n):\n    return 0",
        "def f(n):\n    while n != 0:\n        n -= 1\n    return n",
        (INT,),
    ),
    "a recursion that never ends": (
        "def f(n):\n    return 0",
        "def f(n):\n    if n == 0:\n        return 0\n    return f(n - 1)",
        (INT,),
    ),
    "an empty tuple for an empty list": (
        COPY,
        "def f(xs):\n    if xs == ():\n        return 5\n    return tuple(xs)",
        (INTS,),
    ),
    "a tuple for a list": (
        COPY,
        "def f(xs):\n    result = ()\n    for x in xs:\n        result += (x,)\n    return result",
        (INTS,),
    ),
    "a dictionary for a list": (UNIQUE, "def f(xs):\n    return dict.fromkeys(xs)", (INTS,)),
    "a set for a list": (UNIQUE, "def f(xs):\n    return set(xs)", (INTS,)),
    "the order of a set": (UNIQUE, "def f(xs):\n    return list(set(xs))", (INTS,)),
    "a builtin with another meaning": (TOTAL, "def sum(xs):\n    return 0\n\ndef f(xs):\n    return sum(xs)", (INTS,)),
    "a builtin as a parameter": (
        "def f(n, m):\n    return abs(n)",
        "def f(n, abs):\n    return n if n > 0 else -n - abs + abs + abs",
        (INT, INT),
    ),
    "a second definition": (TOTAL, TOTAL + "\ndef f(xs):\n    return 0\n", (INTS,)),
    "a function that is assigned": (TOTAL, TOTAL + "\nf = len\n", (INTS,)),
    "a decorator": (TOTAL, "def twice(g):\n    return lambda xs: 0\n\n@twice" + TOTAL, (INTS,)),
    "state of the module": (COUNT, "seen = []\n\ndef f(n):\n    seen.append(n)\n    return len(seen)", (INT,)),
    "a global": (COUNT, "last = 0\n\ndef f(n):\n    global last\n    last += 1\n    return last", (INT,)),
    "a negative index": (
        "def f(xs):\n    total = 0\n    for i in range(1, len(xs)):\n        total += xs[i - 1]\n    return total",
        "def f(xs):\n    total = 0\n    for i in range(len(xs)):\n        total += xs[i - 1]\n    return total",
        (INTS,),
    ),
    "a slice that is cut off": (
        "def f(xs, n):\n    return xs[:n]",
        "def f(xs, n):\n    return [xs[i] for i in range(n)]",
        (INTS, INT),
    ),
    "division of negative numbers": ("def f(n):\n    return n // 2", "def f(n):\n    return -(-n // 2)", (INT,)),
    "the rest of negative numbers": ("def f(n):\n    return n % 3", "def f(n):\n    return abs(n) % 3", (INT,)),
    "a float": ("def f(n):\n    return n", "def f(n):\n    return n / 1 * 1.0 + 0.5 - 0.5", (INT,)),
    "a truth value that is shown": ("def f(n):\n    return n or 1", "def f(n):\n    return bool(n) or 1", (INT,)),
    "a loop one too short": (
        TOTAL,
        "def f(xs):\n    total = 0\n    for i in range(len(xs) - 1):\n        total += xs[i]\n    return total",
        (INTS,),
    ),
    "a loop that is left too early": (
        TOTAL,
        "def f(xs):\n    total = 0\n    for x in xs:\n        if x == 7:\n            break\n        total += x\n    return total",
        (INTS,),
    ),
    "else of a loop": (
        "def f(xs):\n    return 1",
        "def f(xs):\n    for x in xs:\n        if x == 3:\n            break\n    else:\n        return 1\n    return 2",
        (INTS,),
    ),
    "an error only for one input": (TOTAL, TOTAL.replace("total += x", "total += x // (x - 41) * 0 + x"), (INTS,)),
    "an index that is sometimes outside": (TOTAL, "def f(xs):\n    xs[0]\n    return sum(xs)", (INTS,)),
    "a huge constant": ("def f(n):\n    return n", "def f(n):\n    return n if n < 10 ** 30 else 0", (INT,)),
    "a large constant": (
        "def f(n):\n    return n",
        "def f(n):\n    return n if n != 123456789012345678 else 0",
        (INT,),
    ),
    "letters beyond ASCII": (
        "def f(t):\n    return t.upper()",
        "def f(t):\n    return ''.join([c.upper() if 'a' <= c <= 'z' else c for c in t])",
        (TEXT,),
    ),
    "a digit that is none": (
        "def f(t):\n    return [c.isdigit() for c in t]",
        "def f(t):\n    return ['0' <= c <= '9' for c in t]",
        (TEXT,),
    ),
    "a text in a text": ("def f(t):\n    return 'ab' in t", "def f(t):\n    return 'a' in t and 'b' in t", (TEXT,)),
    "None for a number": ("def f(n):\n    return 0", "def f(n):\n    if n > 0:\n        return 0", (INT,)),
    "a generator that is used up": (
        "def f(xs):\n    return sum(xs) + sum(xs)",
        "def f(xs):\n    g = (x for x in xs)\n    return sum(g) + sum(g)",
        (INTS,),
    ),
    "a map that is used up": (
        "def f(xs):\n    return len(xs) * 2",
        "def f(xs):\n    g = map(abs, xs)\n    return len(list(g)) + len(list(g))",
        (INTS,),
    ),
    "a zip that is returned": (
        "def f(xs):\n    return [(x, x) for x in xs]",
        "def f(xs):\n    return zip(xs, xs)",
        (INTS,),
    ),
    "a range that is returned": (
        "def f(n):\n    return [i for i in range(n)]",
        "def f(n):\n    return range(n)",
        (INT,),
    ),
    "a generator that is returned": (
        "def f(xs):\n    return [x for x in xs]",
        "def f(xs):\n    return (x for x in xs)",
        (INTS,),
    ),
    "a reversed that is returned": ("def f(xs):\n    return xs[::-1]", "def f(xs):\n    return reversed(xs)", (INTS,)),
    "a generator that sees later changes": (
        "def f(xs):\n    return [x for x in xs]",
        "def f(xs):\n    g = (x for x in xs)\n    xs.append(1)\n    return list(g)",
        (INTS,),
    ),
    "a generator that sees later values": (
        "def f(xs):\n    a = 0\n    r = []\n    for y in [x + a for x in xs]:\n        a += 1\n        r.append(y)\n    return r",
        "def f(xs):\n    a = 0\n    r = []\n    for y in (x + a for x in xs):\n        a += 1\n        r.append(y)\n    return r",
        (INTS,),
    ),
    "a filter that sees later values": (
        "def f(xs):\n    return [x for x in xs]",
        "def f(xs):\n    r = []\n    for y in filter(lambda v: v not in r, xs):\n        r.append(y)\n    return r",
        (INTS,),
    ),
    "a map that sees later values": (
        "def f(xs):\n    return [x for x in xs]",
        "def f(xs):\n    a = 0\n    r = []\n    for y in map(lambda v: v + a, xs):\n        a += 1\n        r.append(y)\n    return r",
        (INTS,),
    ),
    "a variable of a comprehension": (
        "def f(xs):\n    x = 1\n    [x for x in xs]\n    return x",
        "def f(xs):\n    x = 1\n    for x in xs:\n        pass\n    return x",
        (INTS,),
    ),
    "an error of what is made on the way": (
        "def f(xs):\n    if len(xs) == 2:\n        return xs[0]\n    return 5",
        "def f(xs):\n    try:\n        return [a for a, b in [xs]][0]\n    except IndexError:\n        return 5",
        (INTS,),
    ),
    "a name that is unset": (
        "def f(xs):\n    return 0",
        "def f(xs):\n    for x in xs:\n        y = 0\n    return y",
        (INTS,),
    ),
    "an inner list that is compared": (
        "def f(rows):\n    return len(rows)",
        "def f(rows):\n    return len([r for r in rows if r != [3]])",
        (ROWS,),
    ),
    "rows that are changed in place": (
        "def f(rows):\n    return rows",
        "def f(rows):\n    for row in rows:\n        row.append(1)\n    return rows",
        (ROWS,),
    ),
    "an argument that is bound again": (
        "def f(xs):\n    return len(xs)",
        "def g(ys):\n    ys += [1]\n    ys = []\n    ys.append(2)\n\ndef f(xs):\n    g(xs)\n    return len(xs)",
        (INTS,),
    ),
    "the last round of a while": (
        "def f(xs):\n    return 0",
        "def f(xs):\n    i = 0\n    while xs[i] != 3:\n        i += 1\n    return 0",
        (INTS,),
    ),
    "an error in the last test": (
        "def f(xs):\n    return len(xs)",
        "def f(xs):\n    i = 0\n    while i < len(xs) or xs[i] == 0:\n        i += 1\n    return i",
        (INTS,),
    ),
    "a helper that returns out of a loop": (
        "def f(xs, n):\n    return len(xs) + 5",
        "def g(ys, n):\n    for i in range(5):\n        ys.append(i)\n        if i == n:\n            return 0\n    return 1\n\ndef f(xs, n):\n    g(xs, n)\n    return len(xs)",
        (INTS, INT),
    ),
    "a list that is returned out of two loops": (
        "def f(xs):\n    r = []\n    for x in xs:\n        r.append(x)\n        for y in xs:\n            if y == 3:\n                return r\n    return []",
        "def f(xs):\n    r = []\n    for x in xs:\n        r.append(x + 1)\n        for y in xs:\n            if y == 3:\n                return r\n    return []",
        (INTS,),
    ),
    "an error in a loop that is left only by break": (
        "def f(xs, n):\n    return 0",
        "def f(xs, n):\n    if n > 3:\n        i = 0\n        while True:\n            i += 1\n            if i > n:\n                break\n            xs.pop(len(xs))\n    return 0",
        (INTS, INT),
    ),
    "one for true in a set": (
        "def f(n):\n    return len({1, n})",
        "def f(n):\n    return len({True, n}) if n != 1 else 2",
        (INT,),
    ),
    "`is` on numbers": ("def f(n):\n    return n", "def f(n):\n    return n if n is 5 or n != 5 else 6", (INT,)),
    "minus zero": ("def f(n):\n    return 0", "def f(n):\n    return -0.0 if n == 3 else 0", (INT,)),
    "a comparison that changes something": (
        "def f(xs):\n    return 0 < len(xs)",
        "def f(xs):\n    return 0 < len(xs) < xs.pop() + 100",
        (INTS,),
    ),
    "a name that is bound outside of functions": (
        "def f(n):\n    return n",
        "def f(n):\n    return n\n\n(f := abs)\n",
        (INT,),
    ),
    "a function that is reached into": (
        "def f(n, m=0):\n    return n + m",
        "def g():\n    f.__defaults__ = (1,)\n\ndef f(n, m=0):\n    return n + m\n\ng()\n",
        (INT,),
    ),
    "the names of the module": (
        "def f(n):\n    return n",
        "def f(n):\n    return n\n\nglobals().update(f=abs)\n",
        (INT,),
    ),
    "an error after return in another round": (
        "def f(xs):\n    return 0",
        "def f(xs):\n    for x in xs:\n        if x == 5:\n            return 1\n    return 0",
        (INTS,),
    ),
}


EVERY = {**WRONG, **ATTACKS, **OVERLOOKED}


@pytest.mark.some(20)
@pytest.mark.parametrize("name", EVERY)
def test_what_differs_is_never_proved(name: str) -> None:
    model, other, shapes = EVERY[name]
    assert not isinstance(prove(program(model), program(other), shapes), Proved)


@pytest.mark.parametrize("name", ["places in a list from behind, added up", "places in a list from behind, asked for"])
def test_a_loop_in_any_order_may_look_into_another_list_in_one_order(name: str) -> None:
    model, other, shapes = OVERLOOKED[name]
    assert not isinstance(prove(program(model), program(other), shapes), Proved)


@pytest.mark.parametrize("name", STRICTLY)
def test_what_is_equal_but_of_another_type_is_not_proved_where_types_count(name: str) -> None:
    model, other, shapes = STRICTLY[name]
    assert differ(model, other, shapes)
    assert not isinstance(prove(program(model), program(other), shapes, strict=True), Proved)


@pytest.mark.thorough
@pytest.mark.parametrize("name", EVERY)
def test_what_differs_is_never_proved_the_other_way_round(name: str) -> None:
    """Where the model raises nothing is asked, so that this says something only if the other one gives a value."""
    model, other, shapes = EVERY[name]
    if differ(other, model, shapes):
        assert not isinstance(prove(program(other), program(model), shapes), Proved)


@pytest.mark.thorough
@pytest.mark.parametrize("name", sorted(EVERY.keys() - {"`is` on numbers"}))  # there it depends on what Python keeps
def test_a_trap_differs(name: str) -> None:
    assert differ(*EVERY[name])


def test_bounds_of_numbers_are_used_and_not_more() -> None:
    model, other = program("def f(n):\n    return n"), program("def f(n):\n    return n if n >= 3 else 3")
    assert isinstance(prove(model, other, [Plain("int", 3, None)]), Proved)
    assert not isinstance(prove(model, other, [Plain("int", 2, None)]), Proved)


@pytest.mark.parametrize("how", ["{}(n)", "[{}(n)]", "({}(n), 1)", "{{1: {}(n)}}", "[[{}(n)]]"])
@pytest.mark.parametrize("frozen", ["", "(frozen=True)"])
@pytest.mark.parametrize("other", ["P", "Q"])
def test_nothing_is_decided_of_instances_of_which_each_program_has_its_own_class(
    how: str, frozen: str, other: str
) -> None:
    """What compares them is a method of a class, and their classes may have one name or two."""
    one, two = (
        f"from dataclasses import dataclass\n\n@dataclass{frozen}\nclass {name}:\n    x: int\n\n"
        f"def f(n):\n    return {how.format(name)}"
        for name in ("P", other)
    )
    found = prove(program(one), program(two), [INT])
    assert isinstance(found, Unknown) and found.detail == "instances of classes as results"
