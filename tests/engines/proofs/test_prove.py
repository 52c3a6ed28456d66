"""Right programs are proved, with certificates that a checker can check and that nobody can bend."""

from __future__ import annotations

import importlib
import json
import re
from collections import OrderedDict
from dataclasses import replace
from typing import Any

import pytest

from tests.engines.proofs.sources import INT, INTS, TEXT, program
from viva.engines.proofs import (
    Proved,
    Refused,
    Unknown,
    check_certificate,
    in_words,
    missing,
    prove,
    read_certificate,
    write_certificate,
)
from viva.engines.proofs.search import rounds
from viva.engines.proofs.showing.writing import Malformed
from viva.engines.proofs.terms import FALSE
from viva.engines.shapes import Shape

UNIQUE = "def f(xs):\n    r = []\n    for x in xs:\n        if x not in r:\n            r.append(x)\n    return r"
COUNTED = (
    "def f(xs):\n    r = []\n    i = 0\n    while i < len(xs):\n        if r.count(xs[i]) == 0:\n"
    "            r = r + [xs[i]]\n        i += 1\n    return r"
)
FLAGGED = (
    "def f(xs):\n    r = []\n    for x in xs:\n        new = True\n        for y in r:\n            if y == x:\n"
    "                new = False\n                break\n        if new:\n            r += [x]\n    return r"
)
RIGHT: dict[str, tuple[str, str, tuple[Shape, ...]]] = {
    "another name": (
        UNIQUE,
        UNIQUE.replace("r = []", "out = []")
        .replace("in r:", "in out:")
        .replace("r.append", "out.append")
        .replace("return r", "return out"),
        (INTS,),
    ),
    "a while and a count": (UNIQUE, COUNTED, (INTS,)),
    "a flag and a break": (UNIQUE, FLAGGED, (INTS,)),
    "a set beside the list": (
        UNIQUE,
        "def f(xs):\n    seen = set()\n    r = []\n    for x in xs:\n        if x in seen:\n            continue\n"
        "        seen.add(x)\n        r.append(x)\n    return r",
        (INTS,),
    ),
    "one round before the loop": (
        "def f(xs):\n    best = xs[0]\n    for x in xs:\n        best = max(best, x)\n    return best",
        "def f(xs):\n    best = xs[0]\n    for i in range(1, len(xs)):\n        if xs[i] > best:\n"
        "            best = xs[i]\n    return best",
        (INTS,),
    ),
    "an early return": (
        "def f(xs, n):\n    return n in xs",
        "def f(xs, n):\n    for x in xs:\n        if x == n:\n            return True\n    return False",
        (INTS, INT),
    ),
    "texts": (
        "def f(t):\n    r = ''\n    for c in t:\n        if c != ' ':\n            r += c\n    return r",
        "def f(t):\n    return ''.join(c for c in t if not c == ' ')",
        (TEXT,),
    ),
    "dictionaries": (
        "def f(t):\n    d = {}\n    for c in t:\n        if c in d:\n            d[c] += 1\n        else:\n"
        "            d[c] = 1\n    return d",
        "def f(t):\n    d = {}\n    for c in t:\n        d[c] = d.get(c, 0) + 1\n    return d",
        (TEXT,),
    ),
}


@pytest.mark.parametrize("name", RIGHT)
def test_the_same_in_another_habit_is_proved(name: str) -> None:
    model, other, shapes = RIGHT[name]
    assert isinstance(prove(program(model), program(other), shapes), Proved)


def test_a_certificate_is_checked_again_as_it_was_written() -> None:
    model, other = program(UNIQUE), program(COUNTED)
    proof = prove(model, other, [INTS])
    assert isinstance(proof, Proved)
    read = read_certificate(json.loads(json.dumps(write_certificate(proof.certificate))))
    claim = check_certificate(read, model, other, [INTS], None)
    words = in_words(claim, read)
    assert any("are equal" in line for line in words)
    assert any("line 3" in line for line in words)


def test_the_same_question_has_the_same_certificate() -> None:
    one, two = (prove(program(UNIQUE), program(FLAGGED), [INTS]) for _ in range(2))
    assert isinstance(one, Proved)
    assert isinstance(two, Proved)
    assert write_certificate(one.certificate) == write_certificate(two.certificate)


def test_a_certificate_of_another_program_is_refused() -> None:
    proof = prove(program(UNIQUE), program(FLAGGED), [INTS])
    assert isinstance(proof, Proved)
    wrong = program(FLAGGED.replace("y == x", "y != x"))
    with pytest.raises(Refused):
        check_certificate(proof.certificate, program(UNIQUE), wrong, [INTS], None)


def test_an_invariant_that_does_not_hold_is_refused() -> None:
    proof = prove(program(UNIQUE), program(FLAGGED), [INTS])
    assert isinstance(proof, Proved)
    bent = replace(proof.certificate, induction=replace(proof.certificate.induction, invariant=(FALSE,)))
    with pytest.raises(Refused):
        check_certificate(bent, program(UNIQUE), program(FLAGGED), [INTS], None)


def test_what_is_no_certificate_is_said_to_be_none() -> None:
    hostile: list[Any] = [
        None,
        3,
        {},
        {"version": 1},
        {"version": 1, "nodes": [["ite", "int", None, [5]]], "folds": []},
    ]
    for data in hostile:
        with pytest.raises(Malformed):
            read_certificate(data)


def test_what_is_not_covered_is_told_with_its_line() -> None:
    proof = prove(program(UNIQUE), program("def f(xs):\n    input(xs)\n    return xs"), [INTS])
    assert proof == Unknown("uncovered", "input in line 2", 2)


def test_why_there_is_no_proof_is_told_in_the_language_of_the_reader() -> None:
    unknown = Unknown("uncovered", "input in line 2", 2)
    assert "`input`, in line 2" in missing(unknown)
    assert missing(unknown, "de") != missing(unknown)


def test_the_facts_that_a_proof_needs_are_told() -> None:
    proof = prove(program(UNIQUE), program(COUNTED), [INTS])
    assert isinstance(proof, Proved)
    assert "searches" in proof.claim.facts
    assert any("`count`" in line for line in in_words(proof.claim, proof.certificate))
    without = prove(program("def f(n):\n    return n + n"), program("def f(n):\n    return 2 * n"), [INT])
    assert isinstance(without, Proved)
    assert without.claim.facts == ()


def test_an_attempt_ends_when_its_effort_is_spent() -> None:
    found = prove(program(UNIQUE), program(COUNTED), [INTS], effort=1_000)
    assert found == Unknown("exhausted", repeats=(("while", 4),))


FIBONACCI = "def f(n):\n    if n < 2:\n        return 1\n    return f(n - 1) + f(n - 2)"


def test_recursion_of_any_form_is_proved_where_the_equations_are_the_same() -> None:
    other = "def f(k):\n    if k > 1:\n        return f(k - 2) + f(k - 1)\n    return 1"
    assert isinstance(prove(program(FIBONACCI), program(other), [INT]), Proved)


@pytest.mark.parametrize(
    "other",
    [
        FIBONACCI.replace("n - 2)", "n - 3)"),
        FIBONACCI.replace("return 1", "return 2"),
        FIBONACCI.replace("n - 2)", "n + 2)"),  # it never ends
        FIBONACCI.replace("n < 2", "n == 0 or n == 1"),  # it ends for some numbers only
        FIBONACCI.replace("return f(n - 1)", "return f(n - 1) // n"),
    ],
)
def test_recursion_with_another_equation_or_without_an_end_is_not_proved(other: str) -> None:
    assert isinstance(prove(program(FIBONACCI), program(other), [INT]), Unknown)


def test_functions_that_call_each_other_are_not_taken_for_one() -> None:
    model = "def f(n):\n    return 0"
    one = "def g(n):\n    if n < 1:\n        return 0\n    return f(n - 1) + g(n - 2)\n\n"
    other = one + "def f(n):\n    if n < 1:\n        return 0\n    return g(n - 1) + f(n - 2) + 1"
    assert isinstance(prove(program(model), program(other), [INT]), Unknown)


def test_a_precondition_reaches_the_solver() -> None:
    model = program("def f(n):\n    r = 1\n    for i in range(n):\n        r *= 2\n    return r")
    other = program("def f(n):\n    if n == 0:\n        return 1\n    return 2 * f(n - 1)")
    requires = program("def requires(n):\n    return n >= 0", "requires")
    assert isinstance(prove(model, other, [INT], requires=requires), Proved)
    assert not isinstance(prove(model, other, [INT]), Proved)


@pytest.mark.parametrize("name", RIGHT)
def test_words_have_the_names_of_the_source_and_no_formulas_of_ours(name: str) -> None:
    model, other, shapes = RIGHT[name]
    proof = prove(program(model), program(other), shapes)
    assert isinstance(proof, Proved)
    for locale in ("en", "de"):
        words = " ".join(in_words(proof.claim, proof.certificate, locale, ["xs", "n"]))
        assert not re.search(r"F_\w{5}|\b[xvy]\d\b|\bin\d\b|#|ite\(|=carried|\{", words), words


def test_a_mistake_in_the_search_is_told_and_stops_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise IndexError("list index out of range")

    monkeypatch.setattr(importlib.import_module("viva.engines.proofs.prove"), "by_induction", broken)
    monkeypatch.setattr(rounds, "_searched", OrderedDict())
    found = prove(program(UNIQUE), program(COUNTED), (INTS,))
    assert found == Unknown("broken", "IndexError")
    assert isinstance(found, Unknown)
    assert "IndexError" in missing(found)
    assert "melde" in missing(found, "de")
