"""A proof is about the programs as they run: what a translation says is held against what its program gave."""

from __future__ import annotations

import copy
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import product
from typing import Any

import pytest

from tests.engines.proofs.mistranslating import mistranslate
from tests.engines.proofs.sources import INT, INTS, TEXT, program
from viva.engines.proofs import Claim, Evaluated, Mistranslated, Proved, Run, evaluate_on, prove
from viva.engines.proofs.checking.claims import claimed
from viva.engines.proofs.query import Solver
from viva.engines.proofs.terms import FALSE, TRUE, uninterpreted
from viva.engines.proofs.translation.values import Int
from viva.engines.shapes import Choice, Either, Fixed, Many, Plain, Shape, Table

FIRST = "def f(xs, n):\n    t = xs[0]\n    for x in xs:\n        t += x * n\n    return t\n"
SECOND = "def f(xs, n):\n    t = 0\n    for x in xs:\n        t = t + n * x\n    return t + xs[0]\n"
SHAPES = (INTS, INT)
INPUTS = [(list(xs), n) for size in range(4) for xs in product((-1, 0, 2), repeat=size) for n in (-1, 0, 3)]


def ran(source: str) -> Callable[[Sequence[Any]], Callable[[object], bool] | None]:
    space: dict[str, Any] = {}
    exec(source, space)

    def answer(arguments: Sequence[Any]) -> Callable[[object], bool] | None:
        try:
            given = space["f"](*copy.deepcopy(arguments))
        except (LookupError, ValueError, ZeroDivisionError, TypeError):
            return None
        return lambda found: found == given and type(found) is type(given)

    return answer


def runs(one: str, two: str, inputs: Sequence[Sequence[Any]]) -> list[Run]:
    first, second = ran(one), ran(two)
    return [Run(tuple(each), first(each), second(each)) for each in inputs]


def claim_of(one: str, two: str, shapes: Sequence[Shape], requires: str = "") -> Claim:
    asked = program(requires, "requires") if requires else None
    return claimed(program(one), program(two), shapes, asked, Solver(3_000_000))


def test_translations_that_are_right_give_what_was_run_values_and_errors() -> None:
    proof = prove(program(FIRST), program(SECOND), SHAPES)
    assert isinstance(proof, Proved)
    assert evaluate_on(proof.claim, SHAPES, runs(FIRST, SECOND, INPUTS)) == Evaluated(len(INPUTS), 0)


@pytest.mark.parametrize(
    ("source", "shapes", "inputs"),
    [
        ("def f(t):\n    return t.upper() + ''.join(c for c in t if c.isalpha())\n", (TEXT,), ["", "aß1", "Q q"]),
        ("def f(t):\n    return [int(w) for w in t.split(',')]\n", (TEXT,), ["", "1,2", "3,x", " 7"]),
        ("def f(t):\n    return '-'.join(t.split()) + str(len(t))\n", (TEXT,), ["", "a b", "  c"]),
        ("def f(d):\n    d['a'] = len(d)\n    return d\n", (Table(TEXT, INT),), [{}, {"b": 1}, {"a": 5, "c": 2}]),
        ("def f(s):\n    s.add(2)\n    return s\n", (Many("set", INT),), [set(), {1, 2}]),
        ("def f(n):\n    return None if n is None else n * 2\n", (Either((INT, Plain("none"))),), [None, 0, 4]),
        ("def f(p):\n    return (p[1], [p[0]])\n", (Fixed((INT, TEXT)),), [(1, "a"), (0, "")]),
        ("def f(n):\n    return 'a' if n > 2 else (n, 1) if n else n\n", (INT,), [0, 1, 3]),
        ("def f(n):\n    return 0 if n is None else n * 2\n", (Choice((1, None)),), [None, 1]),
        ("def f(n):\n    return abs(n)\n", (Either((INT, Plain("bool"))),), [0, True, False, -2]),
        ("def f(n):\n    return f(n - 1) + f(n - 2) if n > 1 else n\n", (Plain("int", 0, 9),), [0, 1, 5, 9]),
    ],
)  # fmt: skip
def test_values_of_all_kinds_are_compared(source: str, shapes: tuple[Shape, ...], inputs: list[Any]) -> None:
    found = evaluate_on(claim_of(source, source, shapes), shapes, runs(source, source, [[each] for each in inputs]))
    assert found == Evaluated(len(inputs), 0)


def test_of_a_number_that_may_be_a_truth_value_only_the_value_is_compared() -> None:
    source = "def f(n):\n    return n > 2 or n\n"
    given = [Run((n,), *[lambda found, n=n: found == (n > 2 or n)] * 2) for n in (0, 1, 3)]
    assert evaluate_on(claim_of(source, source, (INT,)), (INT,), given) == Evaluated(3, 0)
    other = [Run((n,), *[lambda found, n=n: found == (n > 3 or n)] * 2) for n in (0, 1, 3)]
    with pytest.raises(Mistranslated, match="for 3 the translation of the reference gives 1"):
        evaluate_on(claim_of(source, source, (INT,)), (INT,), other)


def test_a_value_that_the_program_did_not_give_is_a_mistake_of_ours() -> None:
    claim = claim_of(FIRST, SECOND, SHAPES)
    for name in ("reference", "submission"):
        translated = getattr(claim, name)
        wrong = replace(claim, **{name: replace(translated, value=Int(claim.inputs[1]))})
        with pytest.raises(Mistranslated, match=rf"for \[.*the translation of the {name} gives"):
            evaluate_on(wrong, SHAPES, runs(FIRST, SECOND, INPUTS))


def test_an_error_that_the_program_did_not_raise_is_one_and_so_is_one_that_is_missing() -> None:
    claim = claim_of(FIRST, SECOND, SHAPES)
    for error, says in (
        (TRUE, "raises something, and the program does not"),
        (FALSE, "raises nothing, and the program"),
    ):
        for name in ("reference", "submission"):
            wrong = replace(claim, **{name: replace(getattr(claim, name), error=error)})
            with pytest.raises(Mistranslated, match=says):
                evaluate_on(wrong, SHAPES, runs(FIRST, SECOND, INPUTS))


def test_a_claim_that_leaves_out_an_input_or_says_that_the_two_differ_is_one() -> None:
    claim = claim_of(FIRST, SECOND, SHAPES, "def requires(xs, n):\n    return n < 9\n")
    for wrong in (replace(claim, known=(FALSE, *claim.known)), replace(claim, goal=FALSE)):
        with pytest.raises(Mistranslated):
            evaluate_on(wrong, SHAPES, runs(FIRST, SECOND, INPUTS))


def test_programs_that_differ_on_an_input_are_not_proved_equal_whatever_was_proved() -> None:
    other = FIRST.replace("xs[0]", "xs[-1]")
    with pytest.raises(Mistranslated, match="the two differ"):
        evaluate_on(claim_of(FIRST, other, SHAPES), SHAPES, runs(FIRST, other, INPUTS))


def test_what_costs_too_much_or_has_only_a_name_is_left_out_and_counted() -> None:
    claim = claim_of(FIRST, SECOND, SHAPES)
    large = runs(FIRST, SECOND, [([1] * 2_000, 1), ([1], 1)])
    assert evaluate_on(claim, SHAPES, large) == Evaluated(1, 1)
    named = uninterpreted("a function that nobody knows", "int", claim.inputs[1])
    opened = replace(claim, reference=replace(claim.reference, value=Int(named)))
    assert evaluate_on(opened, SHAPES, runs(FIRST, SECOND, INPUTS[3:])) == Evaluated(0, len(INPUTS) - 3)


def test_a_mistake_in_the_translation_of_both_is_proved_and_then_found(monkeypatch: pytest.MonkeyPatch) -> None:
    mistranslate(monkeypatch)
    proof = prove(program(FIRST), program(SECOND), SHAPES)
    assert isinstance(proof, Proved)
    with pytest.raises(Mistranslated):
        evaluate_on(proof.claim, SHAPES, runs(FIRST, SECOND, INPUTS))
