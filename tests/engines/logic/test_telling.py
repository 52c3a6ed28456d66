"""Simple conditions by a catalogue: what they say in English reads back as the formula, and German says the same."""

import random
from importlib import resources
from tomllib import loads

import pytest

from tests.engines.logic.hearing import read_english
from tests.engines.logic.random_formulas import random_formula
from viva.core.texts import SLOT
from viva.engines.logic import compile, describe, parse, show
from viva.engines.logic.formula import Binary, CountModulo, Formula, nodes
from viva.engines.logic.wording.telling import simply, tell

LETTERS = ("a", "b")
CONDITIONS = [
    "isEmpty",
    "begWt('ab')",
    "endWt('b')",
    "'a' @ first+1",
    "'b' @ last-2",
    "|indOf('a')| = 2",
    "|indOf('a')| <= 1",
    "|indOf('ab')| >= 2",
    "|indOf('ab')| = 1",
    "|indOf('ba')| = 0",
    "|indOf('a')| % 2 = 0",
    "|indOf('ab')| % 2 = 1",
    "|all| = 3",
    "|all| >= 1",
    "|all| % 2 = 1",
]


def read_back(formula: Formula, text: str) -> bool:
    return compile(read_english(text, LETTERS), LETTERS) == compile(formula, LETTERS)


def test_what_the_catalogue_says_in_english_means_the_formula() -> None:
    random_ = random.Random(3)
    said = 0
    for _ in range(300):
        parts = random_.sample(CONDITIONS, random_.choice([1, 2, 2, 3]))
        text = random_.choice([" and ", " or "]).join(random_.choice(["{}", "not ({})"]).format(one) for one in parts)
        formula = parse(text, LETTERS)
        told = simply(formula, "en")
        if told is not None:
            said += 1
            assert read_back(formula, told), (text, told)
    assert said > 200


def test_formulas_of_any_shape_are_said_rightly_or_not_at_all() -> None:
    random_ = random.Random(4)
    said = 0
    for _ in range(1500):
        formula = random_formula(random_, random_.choice([1, 2, 3]), LETTERS)
        told = simply(formula, "en")
        unread = any(
            (isinstance(node, CountModulo) and node.modulus > 2)
            or (isinstance(node, Binary) and node.connective == "->")
            for node in nodes(formula)
        )
        if told is not None and not unread:
            said += 1
            assert read_back(formula, told), (show(formula), told)
    assert said > 30


@pytest.mark.parametrize(
    ("text", "german"),
    [
        ("begWt('ab') and endWt('b')", "Wörter, die mit 'ab' beginnen und auf 'b' enden"),
        ("not begWt('a') and endWt('b')", "Wörter, die auf 'b' enden und nicht mit 'a' beginnen"),
        ("begWt('a') or endWt('b') or isEmpty", "Wörter, die mit 'a' beginnen, auf 'b' enden oder leer sind"),
        ("begWt('a') -> endWt('b')", "Wörter, die auf 'b' enden, wenn sie mit 'a' beginnen"),
        ("|indOf('a')| = 2", "Wörter, die genau zwei 'a' haben"),
        ("|indOf('ab')| >= 2", "Wörter, die 'ab' mindestens zweimal enthalten"),
        ("|all| = 1", "Wörter, die genau einen Buchstaben haben"),
        ("|indOf('a')| % 2 = 1", "Wörter, die eine ungerade Zahl von 'a' haben"),
        ("|indOf('a')| % 3 > 0", "Wörter, die eine nicht durch drei teilbare Zahl von 'a' haben"),
        ("'a' @ last-2", "Wörter, die an dritter Stelle von hinten 'a' haben"),
        ("(begWt('a') or endWt('b')) and |all| = 3", None),
        ("|indOf('aa')| = 2", None),
        ("all1 x. 'a' @ x -> ex1 y. y > x and 'b' @ y", None),
        ("|indOf('a')| = 40", None),
    ],
)
def test_german(text: str, german: str | None) -> None:
    assert simply(parse(text, LETTERS), "de") == german


def test_english_has_its_own_grammar() -> None:
    formula = parse("all1 x. 'a' @ x -> ex1 y. y > x and 'b' @ y", LETTERS)
    assert tell(formula, LETTERS, "en") == describe(formula, LETTERS)
    assert tell(formula, LETTERS, "de") is None


def test_both_catalogues_have_the_same_keys_and_german_invents_no_slots() -> None:
    english, german = (
        loads((resources.files("viva.engines.logic") / "texts" / f"{name}.toml").read_text("utf-8"))
        for name in ("en", "de")
    )
    assert english.keys() == german.keys()
    known = {"words", "condition", "if", "then", "string", "letter", "how", "number", "ordinal"}
    assert {slot[1] for text in german.values() for slot in SLOT.finditer(text)} <= known
