"""Specifications in words."""

from viva.engines.dialogues.describe import Words, in_words
from viva.engines.dialogues.notations.symbols import parse

SPEC = parse("[>n]^N ( [{sum(n_A)} >] <n_C > 9> 0 )")


def test_a_specification_is_told_in_english() -> None:
    assert list(in_words("en").outline(SPEC)) == [
        "- Read a whole number that is 0 or more and call it `n`.",
        "- Unless `n` is greater than 9:",
        "  - Print the sum of all values read into `n`.",
    ]


def test_a_part_of_a_list_or_a_text_is_told_as_a_person_says_it() -> None:
    spec = parse(
        "[>x]^Z [>w]^S [{start(x_A, -1)} >] [{rest(x_A, 2)} >] [{rest(start(x_A, -1), 1)} >] [{start(w_C, 1)} >]"
    )
    assert list(in_words("en").outline(spec))[2:] == [
        "- Print all values read into `x` but the last.",
        "- Print all values read into `x` but the first 2.",
        "- Print all values read into `x` but the first and the last.",
        "- Print the first character of `w`.",
    ]
    assert list(in_words("de").outline(spec))[2] == "- Ausgabe: alle in `x` gelesenen Werte außer dem letzten."


def test_every_word_comes_from_the_catalogue_that_is_given() -> None:
    def key_itself(key: str, /, *others: str, **slots: object) -> str:
        return key.upper()

    assert list(Words(key_itself).outline(SPEC)) == ["- READ", "- UNLESS", "  - WRITE"]
