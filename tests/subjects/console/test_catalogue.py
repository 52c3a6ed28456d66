"""Every sentence agrees with its numbers, in both languages, and both say the same things."""

import re
import tomllib
from importlib import resources

import pytest

from viva.core.texts import SLOT, catalogue

PACKAGES = ("viva.subjects.console", "viva.engines.dialogues")
_COUNT = re.compile(r"\{(count|total|run|runs|tests|most|longest|goals|sides|failed)\} ([a-zäöüß]+)")
# What follows a number here is no noun that would have to agree with it; a loop of one round is said otherwise.
_AGREES = {"of", "von", "times"}


def templates(package: str, locale: str) -> dict[str, str]:
    return tomllib.loads((resources.files(package) / "texts" / f"{locale}.toml").read_text("utf-8"))


@pytest.mark.parametrize("package", PACKAGES)
def test_both_languages_say_the_same_things(package: str) -> None:
    english, german = templates(package, "en"), templates(package, "de")
    assert english.keys() == german.keys()
    for key, text in english.items():
        mine, theirs = ({slot[1] for slot in SLOT.finditer(one)} for one in (text, german[key]))
        assert theirs <= mine | {"run", "count"}, key


@pytest.mark.parametrize("package", PACKAGES)
@pytest.mark.parametrize("locale", ["en", "de"])
@pytest.mark.parametrize("number", [0, 1, 2, 1234])
def test_every_sentence_agrees_with_its_number(package: str, locale: str, number: int) -> None:
    say = catalogue(package, locale).say
    for key, text in templates(package, locale).items():
        assert all(found[2] in _AGREES for found in _COUNT.finditer(text)), key
        slots = [slot.groups() for slot in SLOT.finditer(text)]
        said = say(key, **{name: number if grouped or one is not None else "x" for name, grouped, one, _ in slots})
        assert not SLOT.search(said), key
        for name, _, one, many in slots:
            if one is not None:
                shown = (
                    "1 " + one
                    if number == 1
                    else f"{number:,}".replace(",", "," if locale == "en" else ".") + " " + many
                )
                assert shown in said, (key, name)
