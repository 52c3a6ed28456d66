"""Recursion of every form against loops and against other recursion; and attempts to get false proofs out of it."""

# ruff: noqa: E501
from __future__ import annotations

import json
import random
import sys
from collections.abc import Sequence
from dataclasses import replace
from itertools import product
from types import FrameType
from typing import Any

import pytest

from tests.engines.proofs.recursions import PAIRS, Pair
from tests.engines.proofs.sources import INT, INTS, TEXT, program
from viva.engines.proofs import (
    Proved,
    Refused,
    Unknown,
    check_certificate,
    in_words,
    prove,
    read_certificate,
    write_certificate,
)
from viva.engines.proofs.checking.claims import type_for
from viva.engines.proofs.query import Solver
from viva.engines.proofs.terms import (
    FALSE,
    TRUE,
    ZERO,
    Term,
    add,
    at,
    cut,
    div,
    equal,
    length,
    make,
    mul,
    number,
    parts_of,
    sub,
    substitute,
    variable,
)
from viva.engines.proofs.terms import INT as WHOLE
from viva.engines.proofs.terms.evaluate import Evaluator
from viva.engines.proofs.terms.folds import loop_value
from viva.engines.proofs.terms.library import total
from viva.engines.proofs.terms.partial_sums import added_up
from viva.engines.proofs.terms.products import halved, of_a_square, power, products
from viva.engines.proofs.terms.recursive import ITSELF, call, itself, recursive
from viva.engines.proofs.translation.translate import Translated, translate
from viva.engines.proofs.translation.values import Fresh, Ref, State, flat, sort_of, taken_out
from viva.engines.shapes import Plain, Shape
from viva.engines.syntax.tree import Uncovered

BOOL = Plain("bool")
QUICK = [
    "fibonacci and two variables", "fibonacci and a while", "fibonacci with two base cases", "factorial forwards",
    "factorial both ways without recursion", "power by halving", "sum of the digits to zero", "number of digits",
    "sum by the last one", "largest by max", "how often", "backwards", "even and odd", "triangular numbers",
    "palindrome by its ends",
]  # fmt: skip
# Found with more effort than a check spends, and with how much.
DEARER = {"every number doubled": 6_000_000}
# Not found at the default effort, or not yet: they are here for their near misses.
OPEN = {"without a character", "palindrome by two places", "palindrome by two parameters", "binary search twice"}
MISSES = [(name, place) for name, pair in PAIRS.items() for place in range(len(pair.misses))]


def proof(model: str, other: str, shapes: Sequence[Shape], requires: str = "") -> Any:
    asked = program(requires, "requires") if requires else None
    return prove(program(model), program(other), shapes, requires=asked)


def near(pair: Pair, place: int) -> str:
    old, new = pair.misses[place]
    assert old in pair.other
    return pair.other.replace(old, new, 1)


@pytest.mark.some(5)
@pytest.mark.parametrize("name", QUICK)
def test_recursion_is_proved_equal_to_other_habits(name: str) -> None:
    pair = PAIRS[name]
    assert isinstance(proof(pair.model, pair.other, pair.shapes, pair.requires), Proved)


@pytest.mark.thorough
@pytest.mark.parametrize("name", sorted(PAIRS.keys() - set(QUICK) - DEARER.keys() - OPEN))
def test_recursion_that_takes_longer_is_proved_too(name: str) -> None:
    pair = PAIRS[name]
    assert isinstance(proof(pair.model, pair.other, pair.shapes, pair.requires), Proved)


@pytest.mark.parametrize("name", DEARER)
def test_what_a_check_does_not_find_is_found_with_more_effort(name: str) -> None:
    pair = PAIRS[name]
    assert not pair.requires
    model, other = program(pair.model), program(pair.other)
    assert isinstance(prove(model, other, pair.shapes), Unknown)
    assert isinstance(prove(model, other, pair.shapes, effort=DEARER[name]), Proved)


@pytest.mark.parametrize(("name", "place"), [each for each in MISSES if each[0] in QUICK][1::7])
def test_a_near_miss_is_not_proved(name: str, place: int) -> None:
    pair = PAIRS[name]
    assert not isinstance(proof(pair.model, near(pair, place), pair.shapes, pair.requires), Proved)


@pytest.mark.thorough
@pytest.mark.parametrize(("name", "place"), MISSES)
def test_no_near_miss_is_proved(name: str, place: int) -> None:
    pair = PAIRS[name]
    assert not isinstance(proof(pair.model, near(pair, place), pair.shapes, pair.requires), Proved)


class _Endless(BaseException):
    pass


def run(source: str, given: Sequence[Any], name: str = "f") -> Any:
    """The value, or the name of the error; `endless` where a recursion does not end soon."""
    space: dict[str, Any] = {}
    exec(compile(source, "<program>", "exec"), space)
    left = 4_000

    def step(frame: FrameType, *_: object) -> Any:
        nonlocal left
        if frame.f_code.co_filename != "<program>":
            return None
        left -= 1
        if left < 0:
            raise _Endless
        return step

    sys.settrace(step)
    try:
        return space[name](*[list(each) if isinstance(each, list) else each for each in given])
    except (_Endless, RecursionError):
        return "endless"
    except Exception as error:  # noqa: BLE001 whatever it is, it is no value
        return type(error).__name__
    finally:
        sys.settrace(None)


def values(shape: Shape, rng: random.Random) -> Any:
    match shape:
        case Plain("int"):
            return rng.choice((rng.randint(-2, 6), rng.randint(0, 40)))
        case Plain("bool"):
            return rng.random() < 0.5
        case Plain("str"):
            return "".join(rng.choice("abc") for _ in range(rng.randint(0, 5)))
    return [rng.randint(-1, 3) for _ in range(rng.randint(0, 5))]


def differ(model: str, other: str, shapes: Sequence[Shape], requires: str) -> bool:
    rng = random.Random(2)
    for _ in range(400):
        given = [values(shape, rng) for shape in shapes]
        if requires and run(requires, given, "requires") is not True:
            continue
        expected = run(model, given)
        raised = isinstance(expected, str) and (expected == "endless" or expected.endswith("Error"))
        if not raised and run(other, given) != expected:
            return True
    return False


@pytest.mark.parametrize(("name", "place"), MISSES[::5])
def test_a_near_miss_differs(name: str, place: int) -> None:
    pair = PAIRS[name]
    assert differ(pair.model, near(pair, place), pair.shapes, pair.requires)


@pytest.mark.thorough
@pytest.mark.parametrize(("name", "place"), MISSES)
def test_every_near_miss_differs(name: str, place: int) -> None:
    pair = PAIRS[name]
    assert differ(pair.model, near(pair, place), pair.shapes, pair.requires)


NATURAL = "def requires(n):\n    return n >= 0"
TRAPS: dict[str, tuple[str, str, tuple[Shape, ...], str]] = {
    "it never ends for negative numbers": (
        "def f(n):\n    p = 1\n    for i in range(1, n + 1):\n        p *= i\n    return p",
        "def f(n):\n    if n == 0:\n        return 1\n    return n * f(n - 1)", (INT,), "",
    ),
    "steps over the end of odd numbers": (
        "def f(n):\n    return 0", "def f(n):\n    if n == 0:\n        return 0\n    return f(n - 2)", (INT,), NATURAL,
    ),
    "no measure is known": (
        "def f(n):\n    return 1", "def f(n):\n    if n <= 1:\n        return n\n    return f(n // 2 if n % 2 == 0 else 3 * n + 1)",
        (INT,), NATURAL,
    ),
    "the default is another start": (
        "def f(xs):\n    return sum(xs)", "def f(xs, i=1):\n    if i >= len(xs):\n        return 0\n    return xs[i] + f(xs, i + 1)",
        (INTS,), "",
    ),
    "the default is handed on": (
        "def f(n):\n    return n", "def f(n, step=1):\n    if n <= 0:\n        return 0\n    return step + f(n - step, 2)",
        (INT,), NATURAL,
    ),
    "an error in the base case": (
        "def f(xs):\n    return sum(xs)", "def f(xs):\n    if not xs:\n        return xs[0]\n    return xs[0] + f(xs[1:])", (INTS,), "",
    ),
    "an error for one number": (
        "def f(n):\n    return n", "def f(n):\n    if n <= 0:\n        return n\n    return f(n - 1) + 6 // (n - 4) - 6 // (n - 4) + 1",
        (INT,), NATURAL,
    ),
    "an error that a later value hides": (
        "def f(n):\n    return 0", "def f(n):\n    if n <= 0:\n        return 1 // n\n    return 0 * f(n - 1)", (INT,), NATURAL,
    ),
    "a truth value for a number": (
        "def f(n):\n    return n if n > 0 else 0", "def f(n):\n    if n <= 0:\n        return False\n    return (n > 0) + f(n - 1) + (n == 7)",
        (INT,), NATURAL,
    ),
    "it never ends where the model raises nothing": (
        "def f(xs):\n    return 0", "def f(xs):\n    if len(xs) == 1:\n        return 0\n    return f(xs[1:])", (INTS,), "",
    ),
    "an unfounded equation": (
        "def f(n):\n    return 5", "def f(n):\n    if n > 100:\n        return 5\n    return f(n)", (INT,), "",
    ),
    "an equation without a solution": (
        "def f(n):\n    return 5", "def f(n):\n    if n > 100:\n        return 5\n    return f(n) + 1", (INT,), "",
    ),
    "two that call each other for ever": (
        "def f(n):\n    return 0", "def g(n):\n    return f(n)\n\ndef f(n):\n    if n == 0:\n        return 0\n    return g(n)", (INT,), NATURAL,
    ),
    "two that call each other, with a wrong end": (
        "def f(n):\n    return n % 2 == 0", "def odd(n):\n    if n <= 1:\n        return True\n    return f(n - 1)\n\ndef f(n):\n    if n == 0:\n        return True\n    return odd(n - 1)",
        (INT,), NATURAL,
    ),
    "a power with a negative exponent": (
        "def f(b, e):\n    r = 1\n    for _ in range(e):\n        r *= b\n    return r",
        "def f(b, e):\n    if e == 0:\n        return 1\n    return b * f(b, e - 1)", (INT, INT), "",
    ),
    "a power of a negative number, halved the wrong way": (
        "def f(b, e):\n    r = 1\n    for _ in range(e):\n        r *= b\n    return r",
        "def f(b, e):\n    if e == 0:\n        return 1\n    h = f(b, (e + 1) // 2 if e > 1 else 0)\n    return h * h if e % 2 == 0 else h * h * b",
        (INT, INT), "def requires(b, e):\n    return e >= 0",
    ),
    "a list that is not sorted": (
        "def f(xs, x):\n    return x in xs", PAIRS["binary search"].other, (INTS, INT), "",
    ),
    "the sum of a piece that is too long": (
        "def f(xs):\n    return sum(xs)",
        "def g(xs, lo, hi):\n    if lo >= hi:\n        return 0\n    return xs[lo] + g(xs, lo + 1, hi)\n\ndef f(xs):\n    return g(xs, 0, len(xs) + 1) if len(xs) > 9 else g(xs, 0, len(xs))",
        (INTS,), "",
    ),
    "a list that every call makes longer": (
        "def f(xs):\n    return len(xs)", "def g(xs, n):\n    if n <= 0:\n        return 0\n    xs.append(1)\n    return g(xs, n - 1)\n\ndef f(xs):\n    g(xs, 2)\n    return len(xs)", (INTS,), "",
    ),
    "a variable around it that changes later": (
        "def f(n):\n    return n if n > 0 else 0", "def f(n):\n    c = 1\n    def g(k):\n        if k <= 0:\n            return 0\n        return c + g(k - 1)\n    c = 2\n    return g(n)", (INT,), "",
    ),
    "a name that is bound in the middle": (
        "def f(n):\n    return n if n > 0 else 0", "def f(n):\n    if (m := n - 1) < 0:\n        return 0\n    return f(m) + (m := 2)", (INT,), "",
    ),
    "a second name of a list": (
        "def f(xs):\n    return len(xs)", "def g(xs, n):\n    if n <= 0:\n        return xs\n    return g(xs, n - 1)\n\ndef f(xs):\n    ys = g(xs, 3)\n    ys.append(1)\n    return len(xs)", (INTS,), "",
    ),
    "a truth value that becomes a number": (
        "def f(b):\n    return 1", "def f(b):\n    if b == 1:\n        return b + 1\n    return f(b + 1)", (BOOL,), "",
    ),
    "an error for one number, and no end for others": (
        "def f(n):\n    return 0", "def f(n):\n    if n > 5:\n        return 0\n    x = 1 // (n - 3)\n    return f(n - 1) * 0", (INT,), "",
    ),
    "it calls itself before it asks": (
        "def f(n):\n    return False", "def f(n):\n    return f(n) and False", (INT,), "",
    ),
    "it ends for one number only": (
        "def f(n):\n    return n == 0", "def f(n):\n    return n == 0 or f(n)", (INT,), "",
    ),
    "a generator that goes on with itself": (
        "def f(n):\n    return 0", "def g(n):\n    if n > 0:\n        yield n\n        yield from g(n - 1)\n\ndef f(n):\n    return sum(g(n))", (INT,), "",
    ),
    "another function of its name": (
        "def f(n):\n    return 0", "def f(n):\n    if n <= 0:\n        return 0\n    f = lambda k: 1\n    return f(n - 1)", (INT,), "",
    ),
    "a name that is not bound at the end": (
        "def f(n):\n    return 0", "def f(n):\n    if n > 0:\n        r = f(n - 1)\n    return r", (INT,), "",
    ),
    "a default that stands for another value": (
        "def f(xs):\n    return 0", "def f(xs, acc=None):\n    if acc is None:\n        acc = 1\n    if not xs:\n        return acc\n    return f(xs[1:], acc)", (INTS,), "",
    ),
    "an error that an outer call catches": (
        "def f(n):\n    return 1", "def f(n):\n    if n <= 0:\n        return 1 // n\n    try:\n        return f(n - 1)\n    except ZeroDivisionError:\n        return n", (INT,), "",
    ),
}  # fmt: skip


@pytest.mark.some(10)
@pytest.mark.parametrize("name", TRAPS)
def test_what_differs_is_never_proved(name: str) -> None:
    model, other, shapes, requires = TRAPS[name]
    assert not isinstance(proof(model, other, shapes, requires), Proved)


@pytest.mark.some(8)
@pytest.mark.parametrize("name", sorted(TRAPS.keys() - {"the sum of a piece that is too long"}))
def test_a_trap_differs(name: str) -> None:
    assert differ(*TRAPS[name])


# The meaning of terms: what is translated is what CPython does.

FUNCTIONS: dict[str, tuple[str, tuple[Shape, ...]]] = {
    "fibonacci": ("def f(n):\n    if n < 2:\n        return n\n    return f(n - 1) + f(n - 2)", (INT,)),
    "errors in some calls": ("def f(n):\n    if n <= 0:\n        return 1\n    return f(n - 2) // (n - 3) + f(n - 1)", (INT,)),
    "errors by an assertion": ("def f(n):\n    assert n != 4\n    if n < 1:\n        return 0\n    return 1 + f(n - 1)", (INT,)),
    "a pair": ("def g(n):\n    if n <= 0:\n        return 0, 1\n    a, b = g(n - 1)\n    return b, a + b\n\ndef f(n):\n    return g(n)[0]", (INT,)),
    "head and rest": ("def f(xs):\n    if len(xs) < 2:\n        return xs[0]\n    rest = f(xs[1:])\n    return rest if rest > xs[0] else xs[0]", (INTS,)),
    "lists": ("def f(xs):\n    if not xs:\n        return []\n    rest = f(xs[1:])\n    return rest + [xs[0] * 2] if xs[0] > 0 else [xs[0]] + rest", (INTS,)),
    "halves": ("def f(xs):\n    if len(xs) <= 1:\n        return xs\n    m = len(xs) // 2\n    return f(xs[m:]) + f(xs[:m])", (INTS,)),
    "texts": ("def f(s):\n    if s == '':\n        return ''\n    return f(s[1:]) + s[0] if s[0] != 'a' else f(s[1:])", (TEXT,)),
    "a palindrome": ("def f(s):\n    return len(s) < 2 or (s[0] == s[-1] and f(s[1:-1]))", (TEXT,)),
    "two arguments": ("def f(a, b):\n    if b <= 0:\n        return a\n    return f(b, a % b)", (INT, INT)),
    "even and odd": ("def g(n):\n    return n > 0 and f(n - 1)\n\ndef f(n):\n    return n <= 0 or g(n - 1)", (INT,)),
    "inside of itself": ("def f(n):\n    if n > 10:\n        return n - 1\n    if n < 0:\n        return 0\n    return f(n - 1) + f(n - 3)", (INT,)),
}  # fmt: skip


def by_equations(source: str, shapes: Sequence[Shape]) -> tuple[Translated, list[Term]]:
    state, fresh = State(), Fresh()
    kinds = [type_for(shape) for shape in shapes]
    names = [variable(f"in{place}", sort_of(kind)) for place, kind in enumerate(kinds)]
    arguments = [taken_out(kind, name, state, fresh) for kind, name in zip(kinds, names, strict=True)]
    return translate(program(source).tree, "f", arguments, state, Solver(), equations=True), names


def as_term(value: Any) -> Any:
    if isinstance(value, str):
        return tuple(map(ord, value))
    return tuple(map(as_term, value)) if isinstance(value, list | tuple) else value


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_function_by_its_equation_gives_what_python_does(name: str) -> None:
    source, shapes = FUNCTIONS[name]
    found, names = by_equations(source, shapes)
    value = found.state.heap[found.value.number].terms[0] if isinstance(found.value, Ref) else flat(found.value)[0]
    assert value.calls
    rng = random.Random(8)
    seen = 0
    for _ in range(60):
        given = [min(values(shape, rng), 14) if shape == INT else values(shape, rng) for shape in shapes]
        expected = run(source, given)
        if expected == "endless":
            continue
        seen += 1
        now = {each.data: as_term(item) for each, item in zip(names, given, strict=True)}
        raised = isinstance(expected, str) and expected.endswith("Error")
        assert Evaluator(200_000).value(found.error, now) == raised
        if not raised:
            assert Evaluator(200_000).value(value, now) == as_term(expected)
    assert seen > 30


def test_a_function_is_asked_only_where_it_is_known_to_end() -> None:
    with pytest.raises(Uncovered):
        by_equations("def f(n):\n    if n == 0:\n        return 1\n    return n * f(n - 1)", (INT,))
    found, names = by_equations("def f(n):\n    return 1 if n <= 0 else n * f(n - 1)", (INT,))
    assert found.measures == ("r0",)
    assert Evaluator(10_000).value(flat(found.value)[0], {names[0].data: 5}) == 120


# Facts, on all small values.

SMALL = range(-4, 5)


def test_powers_by_halves_and_of_squares() -> None:
    base, exponent = variable("b", WHOLE), variable("e", WHOLE)
    square = of_a_square(power(mul(base, base), exponent))
    assert square is not None
    for b, e in product(SMALL, range(-3, 9)):
        now = {"b": b, "e": e}
        evaluator = Evaluator(100_000)
        whole = evaluator.value(power(base, exponent), now)
        assert whole == (b**e if e >= 0 else 1)
        if e >= 0:
            assert evaluator.value(halved(power(base, exponent)), now) == whole
        assert evaluator.value(square, now) == evaluator.value(power(mul(base, base), exponent), now)


def test_what_is_said_of_products_is_so() -> None:
    x, y, e = (variable(name, WHOLE) for name in "xye")
    met = [mul(x, x), mul(mul(x, y), power(x, e)), power(mul(y, y), e), div(e, number(2)), power(x, add(e, number(1)))]
    facts = products(parts_of(*met), ()) + products([mul(x, y), mul(e, y), mul(x, e)], ())
    assert len(facts) > 26
    for a, b, c in product(range(-2, 3), range(-2, 3), range(-2, 6)):
        evaluator = Evaluator(100_000)
        assert all(evaluator.value(fact, {"x": a, "y": b, "e": c}) for fact in facts)


def test_products_are_multiplied_out() -> None:
    x, y = variable("x", WHOLE), variable("y", WHOLE)
    assert mul(add(x, number(1)), y) is add(mul(x, y), y)
    for a, b in product(SMALL, SMALL):
        now = {"x": a, "y": b}
        one = mul(sub(add(x, number(2)), y), add(x, mul(y, number(-3))))
        assert Evaluator(1_000).value(one, now) == (a + 2 - b) * (a - 3 * b)


def test_sums_over_pieces() -> None:
    items = variable("l", ("list", WHOLE))
    low, high, rounds = (variable(name, WHOLE) for name in "abk")
    clock, made = variable("c!", WHOLE), variable("s!", WHOLE)
    walked = variable("w!", items.sort)
    term = substitute(
        loop_value(made, {made: (ZERO, add(made, at(walked, clock)))}, clock, rounds), {"w!": cut(items, low, high)}
    )
    facts = added_up(term)
    assert len(facts) == 2
    assert not added_up(total(items))
    for size in range(4):
        for a, b, k in product(range(-1, 5), range(-1, 5), range(-1, 5)):
            now = {"l": tuple(range(1, size + 1)), "a": a, "b": b, "k": k}
            assert all(Evaluator(5_000).value(fact, now) for fact in facts)


def test_a_piece_of_a_piece_is_a_piece() -> None:
    items = variable("l", ("list", WHOLE))
    low, high = variable("a", WHOLE), variable("b", WHOLE)
    inner = cut(items, low, high)
    for first, less in product(range(3), range(3)):
        bounds = (number(first), sub(length(inner), number(less)))
        simple = cut(inner, *bounds)
        for a, b, size in product(range(-1, 5), range(-1, 6), range(5)):
            now = {"l": tuple(range(size)), "a": a, "b": b}
            expected = Evaluator(1_000).value(make("cut", (inner, *bounds), items.sort), now)
            assert Evaluator(1_000).value(simple, now) == expected


# Certificates.


def test_a_certificate_of_a_recursion_is_checked_again_as_it_was_written() -> None:
    pair = PAIRS["power by halving"]
    model, other, requires = program(pair.model), program(pair.other), program(pair.requires, "requires")
    found = prove(model, other, pair.shapes, requires=requires)
    assert isinstance(found, Proved)
    read = read_certificate(json.loads(json.dumps(write_certificate(found.certificate))))
    claim = check_certificate(read, model, other, pair.shapes, requires)
    assert "recursion" in claim.facts
    assert any("whenever `e` is smaller" in line for line in in_words(claim, read, "en", ["b", "e"]))


def test_a_measure_that_does_not_get_smaller_is_refused() -> None:
    pair = PAIRS["fibonacci with two base cases"]
    model, other, requires = program(pair.model), program(pair.other), program(pair.requires, "requires")
    found = prove(model, other, pair.shapes, requires=requires)
    assert isinstance(found, Proved)
    for measure in (ZERO, number(7), variable("elsewhere", WHOLE), TRUE):
        bent = replace(found.certificate, induction=replace(found.certificate.induction, measure=measure))
        with pytest.raises(Refused):
            check_certificate(bent, model, other, pair.shapes, requires)


def test_a_function_that_no_program_has_proves_nothing() -> None:
    """Its equation has no solution: whoever believed it could prove anything."""
    pair = PAIRS["fibonacci and two variables"]
    model, requires = program(pair.model), program(pair.requires, "requires")
    found = prove(model, program(pair.other), pair.shapes, requires=requires)
    assert isinstance(found, Proved)
    n = variable("r0", WHOLE)
    endless = recursive(add(itself(ITSELF, WHOLE, [n]), number(1)), FALSE, TRUE, n, [WHOLE])
    absurd = call(endless, [variable("in0", WHOLE)])
    bent = replace(
        found.certificate.induction,
        invariant=(*found.certificate.induction.invariant, equal(absurd, absurd), equal(absurd, number(3))),
    )
    wrong = program(near(pair, 0))
    with pytest.raises(Refused):
        check_certificate(replace(found.certificate, induction=bent), model, wrong, pair.shapes, requires)


def test_words_name_the_function_and_no_formulas_of_ours() -> None:
    pair = PAIRS["fibonacci and two variables"]
    found = proof(pair.model, pair.other, pair.shapes, pair.requires)
    words = " ".join(in_words(found.claim, found.certificate, "en", ["n"]))
    assert "`f(k)`" in words
    assert "R_" not in words
