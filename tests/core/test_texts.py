import re
import tomllib
from importlib import resources

import pytest

from viva.core.texts import Catalogue, catalogue

TEXTS = Catalogue({"plain": "Line {line}: {word}.", "tests": "{tests:test|tests} ran."})


def test_slots_are_filled() -> None:
    assert TEXTS.say("plain", line=4, word="x") == "Line 4: x."


def test_one_is_singular_and_everything_else_plural() -> None:
    assert [TEXTS.say("tests", tests=count) for count in (0, 1, 2)] == ["0 tests ran.", "1 test ran.", "2 tests ran."]


def test_what_is_put_into_a_slot_is_made_visible_and_never_filled_again() -> None:
    assert TEXTS.say("plain", line="{word}", word="\x1b[31m") == r"Line {word}: \x1b[31m."


def test_a_missing_slot_or_key_does_not_pass_in_silence() -> None:
    with pytest.raises(KeyError):
        TEXTS.say("plain", line=1)
    with pytest.raises(KeyError):
        TEXTS.say("nothing")


def test_a_key_without_a_sentence_is_said_by_another() -> None:
    assert TEXTS.say("nothing", "plain", line=4, word="x") == "Line 4: x."
    assert TEXTS.say("tests", "plain", tests=1) == "1 test ran."
    with pytest.raises(KeyError):
        TEXTS.say("nothing", "nothing either")


def test_the_catalogue_for_reports_has_no_stray_braces() -> None:
    for key, template in catalogue("viva.showing").templates.items():
        rest = re.sub(r"\{\w+(:[^{}|]*\|[^{}|]*)?\}", "", template)
        assert not set("{}") & set(rest), key


def test_a_catalogue_is_a_flat_table_of_texts() -> None:
    text = (resources.files("viva.showing") / "texts" / "en.toml").read_text("utf-8")
    assert all(isinstance(value, str) for value in tomllib.loads(text).values())
