"""Formulas in English, and back."""

# ruff: noqa: E501 (one line for each sentence)

import random
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import islice, product
from typing import Any

import pytest

from tests.engines.logic.hearing import read_english
from tests.engines.logic.plain_english import Ambiguous, meaning
from tests.engines.logic.random_formulas import random_formula
from tests.engines.logic.textbook import LANGUAGES, NAMES, read
from viva.core.fault import Fault
from viva.core.text.reading import Misread
from viva.engines.logic import compile, describe, parse, show, variants
from viva.engines.logic import formula as f
from viva.engines.logic.wording.english import words_that


@pytest.mark.parametrize(
    ("text", "english"),
    [
        ("true", "all words over {a, b}"),
        ("false", "no words over {a, b}"),
        ("isEmpty", "words over {a, b} that are empty"),
        ("begWt('ab') and endWt('b')", "words over {a, b} that begin with 'ab' and end with 'b'"),
        ("begWt('ab') or endWt('ab')", "words over {a, b} that begin or end with 'ab'"),
        ("not begWt('a')", "words over {a, b} that do not begin with 'a'"),
        ("|indOf('a')| = 2", "words over {a, b} that have exactly two a's"),
        ("|indOf('a')| >= 1", "words over {a, b} that contain 'a'"),
        ("|indOf('ab')| < 3", "words over {a, b} that have at most two occurrences of 'ab'"),
        ("|indOf('a')| > 0", "words over {a, b} that contain 'a'"),
        ("|indOf('a')| > 1", "words over {a, b} that have at least two a's"),
        ("|indOf('a')| < 1", "words over {a, b} that do not contain 'a'"),
        ("|indOf('a')| % 3 < 1", "words over {a, b} in which the number of a's is divisible by three"),
        ("|indOf('a')| % 3 > 0", "words over {a, b} in which the number of a's is not divisible by three"),
        ("|indOf('a')| % 3 <= 1", "words over {a, b} in which the number of a's does not leave remainder two when divided by three"),
        ("|indOf('a')| % 5 < 2", "words over {a, b} in which the number of a's leaves a remainder of at most one when divided by five"),
        ("all1 x. |psLt(x)| % 2 = 0 -> 'b' @ x", "words over {a, b} in which every odd position holds 'b'"),
        ("all1 x. |psLe(x)| % 2 = 0 -> 'b' @ x", "words over {a, b} in which every even position holds 'b'"),
        ("ex1 x. |psLt(x)| % 2 = 1 and 'b' @ x", "words over {a, b} in which some even position holds 'b'"),
        ("ex1 x. 'b' @ x and not x < last-2", "words over {a, b} that contain 'b' among the last three letters"),
        ("not ex1 x. 'b' @ x and not x < last-2", "words over {a, b} that do not contain 'b' among the last three letters"),
        ("ex0 c. c @ last and c @ first+2", "words over {a, b} in which the last position and the third position hold the same letter"),
        ("'b' @ lastOcc('a')+1", "words over {a, b} that have 'b' at the position directly after the last 'a'"),
        ("'b' @ fstOcc('ab')-2", "words over {a, b} that have 'b' at the second position before the start of the first 'ab'"),
        ("endWt('b') or begWt('aa') or begWt('ab')", "words over {a, b} that end with 'b', begin with 'aa', or begin with 'ab'"),
        ("all0 c. |indOf(c)| % 2 = 1", "words over {a, b} in which each letter occurs an odd number of times"),
        ("ex0 c. |indOf(c)| = 2", "words over {a, b} in which some letter occurs exactly two times"),
        ("ex0 c. c @ last and |indOf(c)| % 2 = 0", "words over {a, b} in which the last letter occurs an even number of times"),
        ("|indOf('a')| % 2 = 0 and |all| % 3 = 1", "words over {a, b} in which the number of a's is even and the number of letters leaves remainder one when divided by three"),
        ("'a' @ last-2", "words over {a, b} that have 'a' at the third position from the end"),
        ("fstOcc('a') < lastOcc('b')", "words over {a, b} in which the first 'a' is before the last 'b'"),
        ("ex1 x. 'a' @ x and 'b' @ x+1", "words over {a, b} that contain 'ab'"),
        ("all1 x. 'a' @ x -> 'b' @ x+1", "words over {a, b} in which every 'a' is directly followed by 'b'"),
        ("begWt('a') and (endWt('a') or |all| = 3)", "words over {a, b} that begin with 'a', and either end with 'a' or have exactly three letters"),
        ("|indOf('b') inter psGt(fstOcc('ab'))| = 0", "words over {a, b} that have no b's after the start of the first 'ab'"),
        ("|indOf('ab') inter psLt(lastOcc('b'))| = 1", "words over {a, b} that have exactly one occurrence of 'ab' that starts before the last 'b'"),
        ("|indOf('aa')| = 2", "words over {a, b} that have exactly two possibly overlapping occurrences of 'aa'"),
        ("|indOf('a') inter psGt(fstOcc('b')) inter psLe(last-1)| = 0", "words over {a, b} that have no a's after the first 'b' up to and including the second position from the end"),
        ("|indOf('a') inter psGt(fstOcc('b')) inter psLt(lastOcc('a'))| = 0", "words over {a, b} that have no a's after the first 'b' and before the last 'a'"),
        ("not begWt('a') and endWt('b')", "words over {a, b} that end with 'b' and do not begin with 'a'"),
        ("|indOf('ab')| = 0 or begWt('a') or not endWt('b')", "words over {a, b} that begin with 'a', do not contain 'ab', or do not end with 'b'"),
        ("not |indOf('a')| = 2 and not |indOf('b')| = 3", "words over {a, b} that do not have exactly two a's and do not have exactly three b's"),
        ("not 'a' @ psLt(last)", "words over {a, b} in which not every position before the last position holds 'a'"),
        ("begWt('a') <-> begWt('b') <-> endWt('a')", "words over {a, b} in which it is true that the word begins with 'a' exactly if the word begins with 'b' exactly if the word ends with 'a'"),
        ("ex0 c. begWt(c) and endWt(c)", "words over {a, b} that begin and end with the same letter"),
        ("|indOf('ab')| = 0 and |indOf('ba')| = 0", "words over {a, b} that contain none of 'ab' and 'ba'"),
        ("ex2 X. first in X and |X| % 2 = 0", "words over {a, b} with a set X of positions such that the first position is in X and the number of positions in X is even"),
        ("(ex1 x. x = last) -> begWt('a') -> endWt('b')", "words over {a, b} in which if there is a position x where x is the last position, then if the word begins with 'a', then the word ends with 'b'"),
    ],
)  # fmt: skip
def test_what_is_said(text: str, english: str) -> None:
    formula = parse(text, "ab")
    assert words_that(formula, "ab", "words over {a, b}") == english
    assert compile(read_english(english, "ab"), "ab") == compile(formula, "ab")
    assert_says_what_it_means(formula, english)


@pytest.mark.parametrize("language", LANGUAGES, ids=NAMES)
def test_textbook_languages_are_said_in_at_most_thirty_words(language: dict[str, Any]) -> None:
    formula, alphabet = read(language)
    english = describe(formula, alphabet)
    assert len(english.split()) <= 30
    assert compile(read_english(english, alphabet), alphabet) == compile(formula, alphabet)


def test_random_formulas_come_back_with_the_same_meaning() -> None:
    for seed in range(400):
        source = random.Random(seed)
        # letters that could be taken for words, variables, plurals or punctuation
        alphabet = source.choice(["ab", "01", "ac", "x,", " s"])
        formula = random_formula(source, source.randint(1, 4), alphabet)
        english = words_that(formula, alphabet)
        assert compile(read_english(english, alphabet), alphabet) == compile(formula, alphabet), (
            show(formula),
            english,
        )


PLACES: list[f.Spot] = [f.First(), f.Last(), f.FirstOccurrence("ab"), f.LastOccurrence("b"), f.Shifted(f.Last(), -2)]
PLACES += [f.Shifted(f.FirstOccurrence("a"), 1)]
VARIABLES: list[f.Spot] = [f.Position("x"), f.Shifted(f.Position("x"), 1), f.Shifted(f.Position("x"), -2)]
SETS: list[f.Set] = [f.All(), f.Occurrences("a"), f.Occurrences("ab")]


def atoms(places: Sequence[f.Spot], sets: Sequence[f.Set]) -> Iterator[f.Formula]:
    """Each kind of condition, over two letters."""
    yield from (f.Constant(True), f.Constant(False), f.IsEmpty())
    for string in ("a", "b", "ab"):
        yield from (f.Begins(string), f.Ends(string))
    sets = [*sets, *(f.Beside(side, place) for side in ("<", "<=", ">", ">=") for place in places[:2])]
    sets += [f.Union(sets[1], sets[-1]), f.Intersection(sets[1], sets[-2]), f.Intersection(sets[3], sets[-3])]
    for place in places:
        yield from (f.LetterAt(letter, place) for letter in "ab")
        yield from (f.Compare(place, comparison, other) for comparison in f.COMPARISONS for other in places[:3])
        yield from (f.Member(place, members) for members in sets)
    for members in sets:
        yield from (f.LetterThroughout(letter, members) for letter in "ab")
        for comparison in f.COMPARISONS:
            yield from (f.Count(members, comparison, number) for number in (0, 1, 2))
            yield from (f.CountModulo(members, modulus, comparison, 1) for modulus in (2, 3))


def of_depth_two(below: Sequence[f.Formula]) -> Iterator[f.Formula]:
    yield from (f.Not(formula) for formula in below)
    for connective in ("and", "or", "->", "<->"):
        yield from (f.Binary(connective, left, right) for left, right in product(below, repeat=2))


def test_formulas_of_depth_up_to_three_over_two_letters_come_back() -> None:
    """All conditions of the lists above, closed and under each quantifier; then a sample of depth two and three (every
    combination would be some billions)."""
    source = random.Random(1)
    closed = list(atoms(PLACES, SETS))
    in_x = list(atoms([*VARIABLES, *PLACES[:2]], [*SETS, f.Positions("X")]))
    quantified = []
    orders: list[tuple[f.Quantifier, f.Quantifier]] = [
        ("ex1", "ex2"),
        ("all1", "ex2"),
        ("ex1", "all2"),
        ("all1", "all2"),
    ]
    for body in in_x:
        for first, second in orders:
            quantified.append(f.Quantified(second, "X", f.Quantified(first, "x", body)))
    deeper = of_depth_two(source.sample(closed, 12) + source.sample(quantified, 6))
    deepest = of_depth_two(source.sample(list(deeper), 22))
    formulas = [*closed, *source.sample(quantified, 120), *islice(deepest, 150)]
    formulas += of_depth_two(source.sample(closed, 8))
    for formula in formulas:
        english = words_that(formula, "ab")
        assert compile(read_english(english, "ab"), "ab") == compile(formula, "ab"), (show(formula), english)


def assert_says_what_it_means(formula: f.Formula, english: str, alphabet: str = "ab") -> None:
    """A reader who takes the sentence as it stands knows the same words by it: all up to five letters are tried."""
    automaton = compile(formula, alphabet)
    understood = meaning(english, alphabet)
    for word in ("".join(letters) for length in range(6) for letters in product(alphabet, repeat=length)):
        assert understood(word) == automaton.accepts(word), (show(formula), english, word)


def test_a_reader_who_knows_no_formulas_understands_random_ones() -> None:
    for seed in range(250):
        source = random.Random(seed)
        formula = random_formula(source, source.randint(1, 4), "ab")
        assert_says_what_it_means(formula, words_that(formula, "ab"))


def test_a_reader_who_knows_no_formulas_understands_every_condition_and_pairs_of_them() -> None:
    source = random.Random(2)
    places = [*PLACES, f.LastOccurrence("aba"), f.Shifted(f.LastOccurrence("ab"), -1)]
    conditions = list(atoms(places, [*SETS, f.Occurrences("aa"), f.Occurrences("aba")]))
    beside = [f.Beside(side, place) for side in ("<", "<=", ">", ">=") for place in places[2:]]
    for string in ("b", "ab", "aa"):
        for first, second in [(side, f.All()) for side in beside] + list(product(beside[::3], beside[::4])):
            members = f.Intersection(f.Intersection(f.Occurrences(string), first), second)
            conditions += [f.Count(members, "=", 0), f.Count(members, ">=", 2), f.CountModulo(members, 3, "=", 1)]
            conditions.append(f.LetterThroughout("b", f.Intersection(first, second)))
    for formula in source.sample(conditions, 250):
        assert_says_what_it_means(formula, words_that(formula, "ab"))
    simple = [*source.sample(conditions, 8), f.Begins("a"), f.Ends("b"), f.Count(f.Occurrences("ab"), "=", 0)]
    for formula in source.sample(list(of_depth_two([*simple, *(f.Not(each) for each in simple)])), 120):
        assert_says_what_it_means(formula, words_that(formula, "ab"))


@pytest.mark.parametrize(
    "text",
    [
        "|indOf('b') inter psGt(fstOcc('ab'))| = 0",
        "|indOf('ba') inter psLt(lastOcc('ab'))| % 2 = 0",
        "fstOcc('ab') < lastOcc('ba') and not begWt('a')",
        "|indOf('aba')| = 2",
    ],
)
def test_the_english_of_variants_says_what_they_mean(text: str) -> None:
    for variant in islice(variants(parse(text, "ab"), "ab", seed=1), 4):
        assert_says_what_it_means(variant.formula, variant.english)


@pytest.mark.parametrize(
    "sentence",
    [
        "words that have no b's between the first 'a' and the last 'b'",
        "words that do not begin with 'a' and end with 'b'",
        "words that do not begin with 'a' or end with 'b'",
        "words that have exactly two occurrences of 'aa'",
        "words in which the first 'ab' holds 'a'",
    ],
)
def test_that_reader_takes_no_sentence_that_could_mean_two_things(sentence: str) -> None:
    with pytest.raises(Ambiguous):
        meaning(sentence, "ab")("aaabaa")


def test_that_reader_takes_an_occurrence_for_all_of_its_letters() -> None:
    assert meaning("words that have no b's after the first 'ab'", "ab")("ab")
    assert not meaning("words that have no b's after the start of the first 'ab'", "ab")("ab")
    assert not meaning("words that have at least one occurrence of 'ab' before the last 'b'", "ab")("ab")


@pytest.mark.parametrize(
    ("text", "column", "part"),
    [
        ("", 1, "found the end"),
        ("words over {a, b} that", 23, "found the end"),
        ("words that begin with 'c'", 23, "letters of the alphabet a, b"),
        ("words that begin with 'a' and", 30, "found the end"),
        ("words that begin with 'a', end with 'b'", 40, "'and' or 'or'"),
        ("words that either begin with 'a' and end with 'b'", 38, "'or' before 'and'"),
        ("words in which there is a position x such that y holds 'a'", 48, "expected"),
        ("words in which the number of a's is divisible by zero", 50, "at least one"),
        ("words that sing", 12, "found 'sing'"),
        ("words that are empty whenever", 22, "expected the end"),
        ("words that have no positions in " + "either " * 100_000, 1090, "nested more than 150 deep"),
        ("words that have no a's before " + "the 2nd position after " * 100_000, None, "nested more than 150 deep"),
    ],
)
def test_what_is_not_understood_is_told_with_its_place(text: str, column: int | None, part: str) -> None:
    with pytest.raises(Misread) as caught:
        read_english(text, "ab")
    assert part in str(caught.value)
    assert caught.value.column == column or column is None


def test_no_text_makes_the_reader_fail_in_another_way() -> None:
    source, read = random.Random(0), 0
    for seed in range(600):
        pieces = words_that(random_formula(random.Random(seed), 3, "ab"), "ab").split(" ")
        for _ in range(source.randint(1, 3)):
            index = source.randrange(len(pieces))
            pieces[index : index + source.randint(0, 2)] = [
                source.choice(["both", "or", "x", ",", "'", "a's", "99", ""])
            ]
        with suppress(Misread, Fault):
            compile(read_english(" ".join(pieces), "ab"), "ab")
            read += 1
    assert 0 < read < 600  # some damage is none, and most is told
