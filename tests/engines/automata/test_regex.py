"""Regular expressions in textbook notation, against Python's own."""

import re
from random import Random

import pytest

from viva.core.text.reading import Misread
from viva.engines.automata import determinise, minimise
from viva.engines.automata.regex import (
    EMPTY_WORD,
    NOTHING,
    Letter,
    Regex,
    Sequence,
    Star,
    Union,
    automaton_of,
    parse,
    sequence_of,
    show,
    size,
    star_of,
    union_of,
)

from .random_automata import all_words

AB = ("a", "b")


def accepted(text: str, longest: int = 6) -> list[str]:
    made = determinise(automaton_of(parse(text, AB), AB))
    return [word for word in all_words("ab", longest) if made.accepts(word)]


@pytest.mark.parametrize(
    ("ours", "python"),
    [
        ("a", "a"),
        ("ab|ba", "ab|ba"),
        ("a+b", "a|b"),
        ("(a + b)* a", "[ab]*a"),
        ("(ab)+", "(?:ab)+"),
        ("a+", "a+"),
        ("a++b", "a+|b"),
        ("(a+)b", "a+b"),
        ("(a+b)+", "[ab]+"),
        ("a∪b*", "a|b*"),
        ("a?b{2}", "a?bb"),
        ("a{1,3}b{2,}", "a{1,3}b{2,}"),
        ("(a|b)^3", "[ab]{3}"),
        ("a^*b^+", "a*b+"),
        ("ε|a", "|a"),
        ("λ", ""),
        ("()", ""),
        ("<empty>", ""),
        ("a()b", "ab"),
        ("∅|a", "a"),
        ("∅*", ""),
        ("a∅|b", "b"),
        ("..", "[ab]{2}"),
        ("Σ*a", "[ab]*a"),
        ("a**", "a*"),
        ("(a*)?", "a*"),
        ("a\n|\nb", "a|b"),
        ("a{0}", ""),
        ("(a|ε)(b|ε)", "a?b?"),
        ("(b|)", "b?"),
        ("a(|b)a", "ab?a"),
        ("a|", "a?"),
        ("|a", "a?"),
        ("a||b", "a?|b"),
        ("(|)*a", "a"),
        ("(a∪)b+", "a?b+"),
    ],
)
def test_an_expression_means_what_textbooks_mean(ours: str, python: str) -> None:
    pattern = re.compile(python)
    assert accepted(ours) == [word for word in all_words("ab", 6) if pattern.fullmatch(word)]


def test_the_empty_language_has_no_word() -> None:
    assert accepted("∅") == accepted("<none>") == accepted("a∅") == []


def test_a_printed_expression_means_the_same() -> None:
    randomness = Random(1)
    for _ in range(300):
        expression = _random(randomness, 4)
        again = parse(show(expression), AB)
        one, other = (minimise(determinise(automaton_of(each, AB))) for each in (expression, again))
        assert one == other
        assert size(expression) >= 1


def test_random_texts_mean_what_python_means_and_come_back_printed() -> None:
    """Empty alternatives too; the texts are those that both notations have."""
    randomness = Random(3)
    for _ in range(150):
        text = _random_text(randomness, 3)
        pattern, expression = re.compile(text), parse(text, AB)
        made, again = (determinise(automaton_of(each, AB)) for each in (expression, parse(show(expression), AB)))
        assert minimise(made) == minimise(again)
        for word in all_words("ab", 4):
            assert made.accepts(word) == bool(pattern.fullmatch(word)), (text, word)


def _random_text(randomness: Random, depth: int) -> str:
    if depth == 0:
        return randomness.choice(["a", "b", "ab", "ba", "."])
    parts = [_random_text(randomness, depth - 1) for _ in range(randomness.randint(1, 3))]
    if randomness.random() < 0.4:
        parts.insert(randomness.randrange(len(parts) + 1), "")
    return f"({'|'.join(parts)}){randomness.choice(['', '*', '?', '{2}', '{0,2}'])}{randomness.choice(['', 'a'])}"


def _random(randomness: Random, depth: int) -> Regex:
    if depth == 0 or randomness.random() < 0.2:
        leaves: list[Regex] = [Letter("a"), Letter("b"), EMPTY_WORD, NOTHING]
        return randomness.choice(leaves)
    parts = [_random(randomness, depth - 1) for _ in range(randomness.randint(1, 3))]
    wholes: list[Regex] = [Union(tuple(parts)), Sequence(tuple(parts)), Star(parts[0])]
    return randomness.choice(wholes)


def test_building_an_expression_keeps_its_meaning() -> None:
    randomness = Random(2)
    for _ in range(200):
        parts = [_random(randomness, 2) for _ in range(3)]
        for built, plain in (
            (union_of(parts), Union(tuple(parts))),
            (sequence_of(parts), Sequence(tuple(parts))),
            (star_of(parts[0]), Star(parts[0])),
        ):
            one, other = (minimise(determinise(automaton_of(each, AB))) for each in (built, plain))
            assert one == other


def test_letters_that_look_like_operators_are_written_with_a_backslash() -> None:
    signs = ("+", "*", "(", "ε", ".")
    expression = parse(r"\+\*|(\(ε.)*", signs)
    made = determinise(automaton_of(expression, signs))
    assert made.accepts("+*")
    assert made.accepts("(ε.(ε.")
    assert not made.accepts("(ε")
    assert parse(show(expression), signs) == expression


@pytest.mark.parametrize(
    ("text", "kind", "said"),
    [
        ("", "syntax_error", "line 1, column 1: expected a letter, found the end"),
        ("(a", "syntax_error", "column 1: this bracket is never closed"),
        ("a\nb)", "syntax_error", "line 2, column 2: this ')' closes nothing"),
        ("+a", "syntax_error", "column 1: expected a letter, found '+'"),
        ("[ab]*", "syntax_error", "column 1: '[' means nothing here; this notation has |"),
        ("^a$", "syntax_error", "as in (a|b)*ab"),
        ("(?:a)", "syntax_error", "expected a letter, found '?'; this notation has |"),
        ("\\d", "syntax_error", "column 1: '\\d' means nothing here; this notation has |"),
        ("*a", "syntax_error", "column 1: expected a letter, found '*'"),
        ("a{2", "syntax_error", "column 4: expected '}', found the end"),
        ("a{3,1}", "syntax_error", "nothing between 3 and 1"),
        ("a^b", "syntax_error", "behind '^'"),
        (
            "ac",
            "unknown_letter",
            "column 2: the letter 'c' is not in the alphabet; an expression here has these letters: a, b",
        ),
        ("a\\", "syntax_error", "backslash"),
        ("(" * 10_000, "too_complex", "nested"),
        ("a" * 5_000, "too_complex", "more than 2,000 letters"),
        ("((a{99}){99}){99}", "too_complex", "more than 2,000 letters"),
        ("a{999999999}", "too_complex", "too many"),
        ("(ε){0,9999}", "too_complex", "optional"),
    ],
)
def test_what_is_no_expression_is_told_with_its_place(text: str, kind: str, said: str) -> None:
    with pytest.raises(Misread) as caught:
        parse(text, AB)
    assert caught.value.reason == kind
    assert said in str(caught.value)


def test_nesting_up_to_the_limit_is_read_and_printed() -> None:
    deep = "(" * 150 + "a?b" + ")?b" * 150
    made = minimise(determinise(automaton_of(parse(deep, AB), AB)))
    assert parse(show(parse(deep, AB)), AB)
    assert made.accepts("b")
