"""What is not covered is told in words of a catalogue, in each language."""

# ruff: noqa: E501
from __future__ import annotations

import ast
from pathlib import Path

import pytest

import viva.engines.proofs
from tests.engines.proofs.sources import INTS, program
from viva.core.texts import catalogue
from viva.engines.proofs import Unknown, prove
from viva.engines.proofs.showing.refusing import not_covered
from viva.engines.proofs.showing.telling import missing

ENGINE = Path(viva.engines.proofs.__path__[0])


def phrases() -> set[str]:
    """What is refused anywhere in the engine, with some name for each value."""
    found: set[str] = set()
    for file in sorted(ENGINE.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text())):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name) or node.func.id != "Uncovered":
                continue
            match node.args:
                case [ast.Constant(value=str() as text)]:
                    found.add(text)
                case [ast.JoinedStr(values=parts)]:
                    found.add("".join(_shown(part) for part in parts))
    return found


def _shown(part: ast.expr) -> str:
    if isinstance(part, ast.Constant):
        return str(part.value)
    return "7" if "line" in ast.unparse(part) else "some_name"


def test_almost_all_that_is_refused_has_a_sentence_of_its_own() -> None:
    told = phrases()
    say = catalogue("viva.engines.proofs", "en").say
    general = say("covered_not_known")
    without = sorted(each for each in told if general in not_covered(each, say))
    assert len(told) > 80
    assert len(without) <= len(told) // 20, without


@pytest.mark.parametrize(
    ("source", "english", "german"),
    [
        ("def f(xs):\n    g = (x for x in xs)\n    return sum(g) + sum(g)", "a generator that is kept", "ein Generator, der aufgehoben"),
        ("def f(xs):\n    return input(xs)", "`input`, in line 2", "`input`, in Zeile 2"),
        ("def f(xs):\n    ys = xs\n    zs = [ys]\n    ys.append(1)\n    return zs", "a second name, in line 4", "einen zweiten Namen haben kann, in Zeile 4"),
        ("def f(xs):\n    with open('a'):\n        return xs", "`with`, in line 2", "`with`, in Zeile 2"),
        ("def f(xs):\n    return xs / 2", "not a whole number", "keine ganze Zahl"),
        ("class A:\n    pass\ndef f(xs):\n    return 1", "this class, in line 1", "diese Klasse, in Zeile 1"),
        ("def g(xs):\n    return 1\ndef g(xs):\n    return 2\ndef f(xs):\n    return g(xs)", "a second meaning of `g`", "eine zweite Bedeutung von `g`"),
    ],
)  # fmt: skip
def test_what_is_refused_is_told_in_both_languages(source: str, english: str, german: str) -> None:
    found = prove(program(source), program(source), [INTS])
    assert isinstance(found, Unknown)
    assert found.word == "uncovered"
    assert english in missing(found, "en")
    assert german in missing(found, "de")


def test_a_refused_proof_is_told_by_its_step() -> None:
    told = missing(Unknown("unchecked", "kept of lemma 3"), "en")
    assert "not kept by every round" in told
    assert "lemma 3" in told
