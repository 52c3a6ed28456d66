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


def test_every_word_comes_from_the_catalogue_that_is_given() -> None:
    def key_itself(key: str, /, *others: str, **slots: object) -> str:
        return key.upper()

    assert list(Words(key_itself).outline(SPEC)) == ["- READ", "- UNLESS", "  - WRITE"]
