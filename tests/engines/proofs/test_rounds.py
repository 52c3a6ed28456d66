"""The effort of a proof binds, and what is kept of earlier ones changes no answer."""

from __future__ import annotations

import importlib
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from tests.engines.proofs.sorts import SORTS
from tests.engines.proofs.sources import INT, INTS, program
from viva.engines.proofs import EFFORT, Proof, Proved, Unknown, prove, write_certificate
from viva.engines.proofs.checking.certificate import Lemma
from viva.engines.proofs.query import WORK, WORK_OF_ONE, Solver
from viva.engines.proofs.search import learning, rounds
from viva.engines.proofs.search.lemmas import SORTING, closed_forms
from viva.engines.proofs.terms import Term, reverse
from viva.engines.shapes import Shape

FIRSTS = "def f(xs):\n    r = []\n    for x in xs:\n        if x not in r:\n            r.append(x)\n    return r"
BY_PLACE = "def f(xs):\n    return [xs[i] for i in range(len(xs)) if xs[i] not in xs[:i]]"
RENAMED = "def f(items):\n    return [items[place] for place in range(len(items)) if items[place] not in items[:place]]"
TOTAL = "def f(xs):\n    t = 0\n    for x in xs:\n        t += x\n    return t"
BACKWARDS = "def f(xs):\n    t = 0\n    for i in range(len(xs) - 1, -1, -1):\n        t += xs[i]\n    return t"
DOUBLES = """
def f(xs):
    for i in range(len(xs)):
        for j in range(i):
            if xs[i] == xs[j]:
                return True
    return False
"""
BY_SET = "def f(xs):\n    return len(set(xs)) != len(xs)"
GCD = "def f(a, b):\n    while b:\n        a, b = b, a % b\n    return a"
GCD_AGAIN = "def f(a, b):\n    return a if b == 0 else f(b, a % b)"
SUBTRACTING = """
def f(a, b):
    while a != b:
        if a > b:
            a -= b
        else:
            b -= a
    return a
"""
ASKED: list[tuple[str, str, tuple[Shape, ...]]] = [
    (FIRSTS, BY_PLACE, (INTS,)),
    (FIRSTS, RENAMED, (INTS,)),
    (DOUBLES, BY_SET, (INTS,)),
    (TOTAL, BACKWARDS, (INTS,)),
    (GCD, GCD_AGAIN, (INT, INT)),
    (GCD, SUBTRACTING, (INT, INT)),
]


@pytest.fixture
def emptied(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rounds, "_searched", OrderedDict())
    monkeypatch.setattr(learning, "_learnt", OrderedDict())


def answer(number: int) -> Proof:
    reference, submission, shapes = ASKED[number]
    return prove(program(reference), program(submission), shapes)


def written(found: Proof) -> object:
    return write_certificate(found.certificate) if isinstance(found, Proved) else found


@pytest.mark.usefixtures("emptied")
@pytest.mark.parametrize(
    "numbers", [(0, 1, 3, 4), pytest.param(range(len(ASKED)), marks=pytest.mark.thorough)], ids=["found", "all"]
)
def test_no_order_changes_an_answer_nor_does_what_is_kept(numbers: Sequence[int]) -> None:
    first = [written(answer(number)) for number in numbers]
    kept = [written(answer(number)) for number in numbers]
    assert kept == first
    rounds._searched.clear()
    assert [written(answer(number)) for number in reversed(numbers)] == first[::-1]


@pytest.mark.usefixtures("emptied")
def test_copies_with_other_names_share_what_was_found(monkeypatch: pytest.MonkeyPatch) -> None:
    found = answer(0)

    def never(*_: object) -> None:
        raise AssertionError("it was looked for again")

    monkeypatch.setattr(importlib.import_module("viva.engines.proofs.prove"), "by_induction", never)
    assert type(answer(1)) is type(found)


@pytest.mark.usefixtures("emptied")
def test_failures_are_kept_too(monkeypatch: pytest.MonkeyPatch) -> None:
    found = answer(5)
    assert isinstance(found, Unknown)
    monkeypatch.setattr(importlib.import_module("viva.engines.proofs.prove"), "by_induction", lambda *_: 1 / 0)
    assert answer(5) == found


@pytest.mark.usefixtures("emptied")
@pytest.mark.parametrize("effort", [50_000, 400_000, EFFORT])
def test_no_attempt_spends_more_than_its_effort(effort: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """One question more may be on the way when it ends; and what sorts has a part of its own."""
    spent = 0
    charge = Solver.charge

    def counted(solver: Solver, cost: int) -> None:
        nonlocal spent
        spent += cost
        charge(solver, cost)

    monkeypatch.setattr(Solver, "charge", counted)
    question = WORK // WORK_OF_ONE + 100_000
    for number in (2, 5):
        spent = 0
        reference, submission, shapes = ASKED[number]
        found = prove(program(reference), program(submission), shapes, effort=effort)
        if not isinstance(found, Proved):  # to check a certificate is no search
            assert spent <= effort + SORTING + 2 * question


@pytest.mark.usefixtures("emptied")
def test_what_is_kept_has_a_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rounds, "_KEPT", 2)
    seen: list[Any] = []
    for number in (3, 0, 3):
        seen.append(written(answer(number)))
        assert len(rounds._searched) <= 2
    assert seen[0] == seen[2]


SLOWLY, FROM_BEHIND = SORTS["bubble, as long as something is exchanged"], SORTS["bubble, from behind"]
WRONG_FROM_BEHIND = FROM_BEHIND.replace("range(n)", "range(n - 1)")


@pytest.mark.thorough
@pytest.mark.usefixtures("emptied")
def test_what_is_learnt_of_the_model_solution_is_the_same_whoever_asks_first() -> None:
    """A class in any order, with what was learnt before or without."""
    submissions = [FROM_BEHIND, WRONG_FROM_BEHIND, SORTS["exchange"]]

    def asked(order: Sequence[int]) -> dict[int, object]:
        return {place: written(prove(program(SLOWLY), program(submissions[place]), [INTS])) for place in order}

    first = asked((0, 1, 2))
    assert [isinstance(first[place], dict) for place in range(3)] == [True, False, True]
    [learnt] = learning._learnt.values()
    assert asked((2, 1, 0)) == first
    rounds._searched.clear()
    assert asked((1, 2, 0)) == first, "warm: of the searches nothing is kept, of what was learnt all"
    rounds._searched.clear()
    learning._learnt.clear()
    assert asked((2, 0, 1)) == first
    assert list(learning._learnt.values()) == [learnt]


@pytest.mark.usefixtures("emptied")
def test_a_lemma_that_does_not_hold_proves_nothing_wherever_it_comes_from(monkeypatch: pytest.MonkeyPatch) -> None:
    """Certificates are checked whole: here what is kept says that the model solution gives its list backwards."""
    exchange = SORTS["exchange"]
    backwards = program("def f(xs):\n    return sorted(xs, reverse=True)")

    def wrongly(solver: Solver, goal: Term) -> list[Lemma]:
        return [replace(each, right=reverse(each.right)) for each in closed_forms(solver, goal)]

    monkeypatch.setattr(learning, "closed_forms", wrongly)
    found = prove(program(exchange), backwards, [INTS])
    assert isinstance(found, Unknown)
    assert found.word == "unchecked"
